//! The wallets and drawings that ship with the package: they stand in if there is no directory, or it doesn't answer (decisions 274, "The package's
//! own wallets", and 275, "Drawings of networks and wallets").

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::http::HttpRequest;
use wallet_engine::ports::storage::MemoryStorage;

/// Phantom's listing: its app opens a page in its own browser.
const PHANTOM: &str = "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393";

fn id(n: usize) -> String {
    format!("{n:064x}")
}

fn wallet(id: &str, n: usize) -> Value {
    json!({"id": id, "name": format!("Shipped {n}"), "rdns": format!("dev.s{n}"), "chains": ["eip155:1"], "mobile_link": format!("s{n}://"),
        "homepage": format!("https://s{n}.example"), "app_store": format!("https://apps.apple.com/app/id{n}")})
}

/// What the element answers of its own files: 40 wallets, the last is Phantom, and a drawing of whatever it is asked for but `eip155:1338`.
fn ships(world: &World) {
    world.chain.data.says(|name, request| match name {
        "known" => Some(known(request)),
        "drawing" if request.url != "eip155:1338" => Some(json!("<svg/>")),
        _ => None,
    });
}

fn known(request: &HttpRequest) -> Value {
    let of = |name| {
        let query = request.url.split_once('?').unwrap().1;
        let found = query.split('&').find_map(|part| part.strip_prefix(&format!("{name}=")));
        found.unwrap_or_default().replace("%20", " ").replace("%2C", ",")
    };
    let (include, search) = (of("include").to_lowercase(), of("search").to_lowercase());
    let names = |wallet: &Value, name: &str| [&wallet["id"], &wallet["rdns"]].iter().any(|one| **one == name);
    let fits = |wallet: &Value| {
        (include.is_empty() || include.split(',').any(|name| names(wallet, name)))
            && wallet["name"].as_str().unwrap().to_lowercase().contains(&search)
    };
    let all = (1..40).map(|n| wallet(&id(n), n)).chain([wallet(PHANTOM, 40)]).filter(fits);
    let all: Vec<Value> = all.collect();
    let (page, entries) = (of("page").parse().unwrap_or(1), of("entries").parse().unwrap_or(40));
    let data: Vec<&Value> = all.iter().skip((page - 1_usize) * entries).take(entries).collect();
    json!({"count": all.len(), "data": data})
}

/// A page, with or without a project ID; its directory answers with HTTP status 500 until `data_status` says otherwise.
fn page(project: bool, change: impl Fn(&mut Value)) -> World {
    let mut options = options();
    if !project {
        options.as_object_mut().unwrap().remove("projectId");
    }
    change(&mut options);
    let world = World::with(options, MemoryStorage::default());
    world.chain.data_status.set(500);
    ships(&world);
    world
}

fn phone(world: &World) {
    world.host.page.borrow_mut().agent = "Mozilla/5.0 (Linux; Android 14) Chrome/124.0 Mobile".into();
}

fn slice(world: &World) -> Value {
    world.slice("directory")
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect()
}

fn asked(world: &World, name: &str) -> Vec<String> {
    let asked = world.chain.data.asked.borrow();
    asked.iter().filter(|(of, _)| *of == name).map(|(_, request)| request.url.clone()).collect()
}

// req: 10.1, 10.18, 10.32
#[test]
fn lists_named_and_custom_wallets_without_a_project_id() {
    let world = page(false, |options| {
        options["featuredWalletIds"] = json!([id(2), "DEV.s3", "dev.nowhere"]);
        options["customWallets"] = json!([{"id": "mine", "name": "Mine", "homepage": "https://mine.example", "mobile_link": "mine://"}]);
    });
    world.announce(1, "One", Some("dev.one"));
    world.open("Connect");
    let shown = slice(&world);
    assert_eq!(
        names(&shown["rows"]),
        ["One", "Shipped 2", "Shipped 3", "Mine"],
        "no WalletConnect: it needs a project ID"
    );
    assert_eq!((&shown["allWallets"], &shown["rowsPhase"]), (&json!(null), &json!("ready")));
    assert!(shown["rows"][1]["icon"].as_str().unwrap().starts_with("blob:"), "its drawing");
    assert_eq!(asked(&world, "drawing"), [id(2), id(3)], "the drawings of these, and no others");
    assert_eq!(world.http.seen.borrow().len(), 0, "no service is asked");
    for (chosen, name) in [(id(2), "Shipped 2"), ("mine".to_owned(), "Mine")] {
        world.open("Connect");
        let choice = world.dispatch(json!({"type": "connect.select", "id": chosen}));
        assert_eq!(world.settled(&choice), Err(Error::NoConnectorForConnection));
        assert_eq!(world.slice("router")["view"], "Downloads");
        assert_eq!(slice(&world)["download"]["wallet"]["name"], name);
    }
    assert_eq!(world.http.seen.borrow().len(), 0);
    // a browser wallet with that name is the same wallet
    world.announce(2, "Two", Some("dev.s2"));
    world.open("Connect");
    assert_eq!(names(&slice(&world)["rows"]), ["Two", "One", "Shipped 3", "Mine"]);
}

// req: 10.1
#[test]
fn loads_no_shipped_wallets_for_connect_unless_named() {
    let world = page(false, |_| {});
    world.announce(1, "One", Some("dev.one"));
    world.open("Connect");
    assert_eq!(names(&slice(&world)["rows"]), ["One"]);
    assert_eq!(asked(&world, "known"), [""; 0]);
    let off = page(false, |options| options["enableWallets"] = json!(false));
    for view in ["Connect", "GetWallet", "AllWallets"] {
        off.open(view);
        assert_eq!(slice(&off)["rowsPhase"], "ready", "nothing is awaited");
    }
    assert_eq!((asked(&off, "known"), slice(&off)["tiles"].clone()), (vec![], json!([])));
}

// req: 10.32
#[test]
fn lists_shipped_wallets_in_get_a_wallet_without_a_project_id() {
    for mobile in [false, true] {
        let world = page(false, |_| {});
        if mobile {
            phone(&world);
        }
        world.open("GetWallet");
        let shown = slice(&world);
        assert_eq!(names(&shown["guide"]), ["Shipped 1", "Shipped 2", "Shipped 3", "Shipped 4"]);
        assert_eq!((&shown["rowsPhase"], &shown["explore"]), (&json!("ready"), &json!(true)));
        world.dispatch(json!({"type": "directory.download", "id": id(1)}));
        let links = slice(&world)["download"]["links"].clone();
        let kinds: Vec<&str> =
            links.as_array().unwrap().iter().map(|link| link["kind"].as_str().unwrap()).collect();
        assert_eq!(kinds, if mobile { vec!["website"] } else { vec!["ios", "website"] });
        world.open("AllWallets");
        assert_eq!((&slice(&world)["tilesCount"], &slice(&world)["relay"]), (&json!(40), &json!(false)));
        assert_eq!(slice(&world)["marks"], false, "none of them is marked as certified");
        world.dispatch(json!({"type": "directory.search", "text": "shipped 12"}));
        world.pass(1_000);
        assert_eq!(names(&slice(&world)["tiles"]), ["Shipped 12"]);
        assert_eq!(world.http.seen.borrow().len(), 0);
    }
    let hidden = page(false, |options| options["allWallets"] = json!("HIDE"));
    hidden.open("GetWallet");
    assert_eq!((slice(&hidden)["explore"].clone(), names(&slice(&hidden)["guide"]).len()), (json!(false), 4));
    let excluded = page(false, |options| options["excludeWalletIds"] = json!([id(1), "dev.s2"]));
    excluded.open("GetWallet");
    assert_eq!(names(&slice(&excluded)["guide"])[..2], ["Shipped 3", "Shipped 4"]);
    let included = page(false, |options| options["includeWalletIds"] = json!(["dev.s7"]));
    included.open("GetWallet");
    assert_eq!(names(&slice(&included)["guide"]), ["Shipped 7"]);
}

// req: 10.36
#[test]
fn lists_wallets_that_open_the_page_on_a_phone_without_a_project() {
    let world = page(false, |options| options["featuredWalletIds"] = json!([PHANTOM]));
    phone(&world);
    world.host.page.borrow_mut().url = "https://app.example/shop".into();
    world.open("Connect");
    assert_eq!(names(&slice(&world)["rows"]), ["Shipped 40"]);
    world.dispatch(json!({"type": "connect.select", "id": PHANTOM}));
    assert_eq!(world.slice("router")["view"], "ConnectingWalletConnect");
    let link = world.slice("pairing")["links"]["mobile"].clone();
    assert!(link.as_str().unwrap().starts_with("https://phantom.app/ul/browse/"), "{link}");
}

// req: 10.18, 9.16
#[test]
fn falls_back_to_shipped_wallets_until_the_directory_responds() {
    let world = page(true, |options| {
        options["featuredWalletIds"] = json!([id(20), "dev.s2"]);
        options["features"] = json!({"email": false, "socials": false});
    });
    world.announce(1, "One", Some("dev.one"));
    world.open("Connect");
    world.pass(20_000);
    let shown = slice(&world);
    assert_eq!(names(&shown["rows"]), ["One", "WalletConnect", "Shipped 20", "Shipped 2", "Shipped 1"]);
    assert_eq!((&shown["rowsPhase"], &shown["allWallets"]), (&json!("failed"), &json!("")));
    world.open("AllWallets");
    world.pass(20_000);
    let shown = slice(&world);
    assert_eq!((&shown["phase"], &shown["tilesCount"]), (&json!("ready"), &json!(41)));
    assert_eq!((&shown["hasMore"], &shown["moreFailed"]), (&json!(true), &json!(true)), "more by hand");
    assert_eq!(shown["marks"], false, "none of them is marked as certified");
    world.dispatch(json!({"type": "directory.search", "text": "Shipped 12"}));
    world.pass(20_000);
    let shown = slice(&world);
    assert_eq!((names(&shown["tiles"]), &shown["isCut"]), (vec!["Shipped 12"], &json!(true)));
    world.dispatch(json!({"type": "directory.search", "text": "not one of them"}));
    world.pass(20_000);
    assert_eq!(slice(&world)["phase"], "failed", "nothing is known of it");
    world.dispatch(json!({"type": "directory.search", "text": ""}));
    // the directory is back, and has another name for one of them
    let listed = json!({"count": 1, "data": [{"id": id(20), "name": "Twenty of the directory", "mobile_link": "twenty://", "chains": ["eip155:1337"]}]});
    world.served(move |request| {
        request.url.contains("/getWallets?").then(|| status(200, &listed.to_string()))
    });
    world.chain.data_status.set(200);
    world.pass(60_000);
    world.dispatch(json!({"type": "directory.retry"}));
    world.dispatch(json!({"type": "directory.more"}));
    world.pass(20_000);
    let shown = slice(&world);
    assert_eq!(names(&shown["rows"]), ["One", "WalletConnect", "Twenty of the directory"]);
    assert_eq!((&shown["rowsPhase"], &shown["moreFailed"]), (&json!("ready"), &json!(false)));
    assert_eq!(shown["marks"], true);
    assert_eq!(names(&shown["tiles"]), ["One", "Twenty of the directory"]);
}

// req: 10.32
#[test]
fn keeps_offering_certified_only_while_it_is_on() {
    let world = page(true, |_| {});
    world.open("AllWallets");
    world.dispatch(json!({"type": "directory.certified", "on": true}));
    world.pass(20_000);
    assert_eq!((&slice(&world)["certified"], &slice(&world)["marks"]), (&json!(true), &json!(true)));
    world.dispatch(json!({"type": "directory.certified", "on": false}));
    world.pass(20_000);
    assert_eq!(slice(&world)["marks"], false);
}

// req: 10.43
#[test]
fn uses_no_shipped_wallets_when_the_page_serves_the_directory() {
    let world = page(true, |options| options["data"] = json!({"wallets": true}));
    world.open("AllWallets");
    assert_eq!((&slice(&world)["phase"], asked(&world, "known")), (&json!("failed"), vec![]));
}

// req: 7.29
#[test]
fn draws_an_icon_for_a_network_without_one() {
    let icon = |world: &World, id: &str| {
        let groups = world.slice("networks")["groups"].clone();
        let mut rows = groups.as_array().unwrap().iter().flat_map(|group| group["rows"].as_array().unwrap());
        let found = rows.find(|network| network["caipNetworkId"] == id);
        found.unwrap()["icon"].as_str().map(|url| url.starts_with("blob:"))
    };
    // without a project ID; with one whose service has no picture; with a picture of the host that can't be had
    for (project, own) in [(false, false), (true, false), (true, true)] {
        let world = page(project, |options| {
            if own {
                options["chainImages"] = json!({"eip155:1337": "https://host.example/none.png"});
            }
        });
        assert_eq!(asked(&world, "drawing"), [""; 0]);
        world.open("Networks");
        world.dispatch(json!({"type": "networks.pictures"}));
        world.pass(20_000);
        assert_eq!(
            (icon(&world, "eip155:1337"), icon(&world, "eip155:1338")),
            (Some(true), None),
            "{project} {own}"
        );
        let before = asked(&world, "drawing").len();
        world.dispatch(json!({"type": "networks.pictures"}));
        world.pass(20_000);
        assert_eq!(
            (icon(&world, "eip155:1337"), asked(&world, "drawing").len()),
            (Some(true), before),
            "each once"
        );
    }
}
