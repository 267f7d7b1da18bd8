//! Wallets that are not in this page: the whole list of Connect, AllWallets, GetWallet and Downloads, over a directory that
//! answers well, late, wrong or not at all (docs/spec/services.md A3).

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::error::Error;
use wallet_engine::flow::Reply;
use wallet_engine::ports::clock::Clock;
use wallet_engine::ports::http::{HttpFault, HttpRequest, HttpResponse};
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};
use wallet_engine::ports::storage::MemoryStorage;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n....";

fn id(n: usize) -> String {
    format!("{n:064x}")
}

/// "Wallet 7": every third is certified, every second has a reverse DNS name.
fn listing(n: usize) -> Value {
    json!({"id": id(n), "name": format!("Wallet {n}"), "image_id": format!("image-{n}"), "chains": ["eip155:1337"],
        "badge_type": n.is_multiple_of(3).then_some("certified"), "rdns": n.is_multiple_of(2).then(|| format!("dev.w{n}")),
        "mobile_link": format!("w{n}://"), "homepage": format!("https://w{n}.example"),
        "app_store": format!("https://apps.example/{n}"), "play_store": format!("https://play.example/{n}"),
        "chrome_store": format!("https://chrome.example/{n}")})
}

fn asked_for<'a>(request: &'a HttpRequest, name: &str) -> &'a str {
    let query = request.url.split_once('?').unwrap().1;
    query.split('&').find_map(|part| part.strip_prefix(&format!("{name}="))).unwrap_or_default()
}

/// Answers as the directory does, with so many wallets.
fn answer(request: &HttpRequest, count: usize) -> String {
    let of = |name| asked_for(request, name).split("%2C").filter(|part| !part.is_empty()).collect::<Vec<_>>();
    let (include, exclude) = (of("include"), of("exclude"));
    let search = asked_for(request, "search").replace("%20", " ").to_lowercase();
    let fits = |wallet: &Value| {
        let id = wallet["id"].as_str().unwrap();
        (include.is_empty() || include.contains(&id))
            && !exclude.contains(&id)
            && wallet["name"].as_str().unwrap().to_lowercase().contains(&search)
            && (asked_for(request, "badge_type").is_empty() || wallet["badge_type"] == "certified")
    };
    let all: Vec<Value> = (1..=count).map(listing).filter(fits).collect();
    let number = |name| asked_for(request, name).parse::<usize>().unwrap();
    let (page, entries) = (number("page"), number("entries"));
    let data: Vec<&Value> = all.iter().skip((page - 1) * entries).take(entries).collect();
    json!({"count": all.len(), "data": data}).to_string()
}

fn is_directory(request: &HttpRequest) -> bool {
    request.url.contains("/getWallets?")
}

/// A page over a directory of so many wallets.
fn directory(count: usize, change: impl Fn(&mut Value)) -> World {
    let mut options = options();
    change(&mut options);
    let world = World::with(options, MemoryStorage::default());
    world.served(move |request| is_directory(request).then(|| status(200, &answer(request, count))));
    world
}

fn slice(world: &World) -> Value {
    world.slice("directory")
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

/// Ids of the rows of Connect, those of listings by their number.
fn rows(world: &World) -> Vec<String> {
    let short = |id: String| u64::from_str_radix(&id, 16).map_or(id, |n| n.to_string());
    ids(&slice(world)["rows"]).into_iter().map(short).collect()
}

fn numbers(list: &Value) -> Vec<usize> {
    ids(list).iter().filter_map(|id| usize::from_str_radix(id, 16).ok()).collect()
}

fn all_wallets(world: &World) {
    world.dispatch(json!({"type": "router.push", "view": "AllWallets"}));
}

fn search(world: &World, text: &str) {
    world.dispatch(json!({"type": "directory.search", "text": text}));
}

fn phone(world: &World) {
    world.host.page.borrow_mut().agent = "Mozilla/5.0 (Linux; Android 14) Chrome/124.0 Mobile".into();
}

fn bring(world: &World, handle: u32, name: &str, rdns: &str, kind: WalletKind, namespace: Namespace) {
    world.engine.announce(Announced {
        kind,
        handle: PageWallet(handle),
        id: format!("uuid-{handle}"),
        name: name.into(),
        icon: None,
        picture: None,
        rdns: Some(rdns.into()),
        namespaces: vec![namespace],
    });
    world.run();
}

/// Two listings used before.
fn recents(list: Value) -> MemoryStorage {
    let storage = MemoryStorage::default();
    let record = json!({"v": 1, "seq": 1, "value": list}).to_string();
    storage.records.borrow_mut().insert("recent_wallets".into(), record);
    storage
}

// req: 2.35, 2.4
#[test]
fn orders_the_list_by_connector_type() {
    let change = |options: &mut Value| {
        options["featuredWalletIds"] = json!([id(9), id(8)]);
        options["customWallets"] = json!([{"id": "mine", "name": "Mine", "mobile_link": "mine://"}]);
    };
    let world = directory(20, change);
    world.willing(1);
    world.announce(1, "One", Some("dev.one"));
    let connected = world.dispatch(json!({"type": "connect.start", "connectorId": "dev.one"}));
    assert!(world.settled(&connected).is_ok());
    world.dispatch(json!({"type": "accounts.disconnect"}));
    bring(&world, 2, "Hosted", "dev.hosted", WalletKind::External, Namespace::Eip155);
    world.announce(3, "Two", Some("dev.two"));
    world.open("Connect");
    let list = slice(&world)["rows"].clone();
    // what a page brings is not installed; one of the page each of recent, external, injected; two featured; one custom: no room for recommended ones
    let expected = ["dev.one", "dev.two", "dev.hosted", "walletConnect", "9", "8", "mine"];
    assert_eq!(rows(&world), expected, "what is at hand comes first");
    let tags: Vec<&str> = list.as_array().unwrap().iter().map(|r| r["tag"].as_str().unwrap_or("-")).collect();
    assert_eq!(tags, ["recent", "installed", "-", "qrcode", "-", "-", "-"]);
    let test_ids: Vec<&str> =
        list.as_array().unwrap().iter().map(|r| r["testId"].as_str().unwrap()).collect();
    assert_eq!(test_ids[3], "wallet-selector-walletconnect");
    assert_eq!(test_ids[4], format!("wallet-selector-featured-{}", id(9)));
    assert_eq!(test_ids[6], "wallet-selector-mine");
    // the host's order, and its own words for the same
    let order = ["walletConnect", "recent", "injected", "featured", "custom", "external", "recommended"];
    let options = json!({"features": {"connectorTypeOrder": order}});
    world.dispatch(json!({"type": "options.update", "options": options}));
    assert_eq!(rows(&world), ["walletConnect", "dev.one", "dev.two", "9", "8", "mine", "dev.hosted"]);
}

// req: 2.35
#[test]
fn applies_the_pages_type_order_and_appends_missing_types() {
    let world = directory(20, |options| {
        options["features"] = json!({"connectorTypeOrder": ["recommended", "injected", "nonsense"]});
    });
    world.announce(1, "One", Some("dev.one"));
    world.open("Connect");
    assert_eq!(rows(&world), ["1", "2", "3", "dev.one", "walletConnect"]);
}

// req: 9.16, 7.28
#[test]
fn recommends_four_wallets_and_fewer_next_to_others() {
    let world = directory(600, |options| {
        options["excludeWalletIds"] = json!([id(2)]);
        options["featuredWalletIds"] = json!([id(5)]);
    });
    assert_eq!(world.requests("/getWallets").len(), 0, "nobody is asked before somebody looks");
    world.open("Connect");
    assert_eq!(rows(&world), ["walletConnect", "5", "1", "3", "4"]);
    let asked = world.requests("&entries=8&");
    assert_eq!(asked.len(), 1);
    assert_eq!(asked_for(&asked[0], "exclude"), format!("{}%2C{}", id(2), id(5)));
    assert_eq!(asked_for(&asked[0], "chains"), "eip155:1337%2Ceip155:1338");
    assert_eq!(slice(&world)["rowsPhase"], "ready");
    let world = directory(600, |_| {});
    world.open("Connect");
    assert_eq!(rows(&world), ["walletConnect", "1", "2", "3", "4"]);
    for view in ["GetWallet", "Connect"] {
        world.dispatch(json!({"type": "router.replace", "view": view}));
    }
    assert_eq!(world.requests("/getWallets").len(), 1, "known");
}

#[test]
fn lists_a_wallet_for_the_namespaces_that_it_names() {
    let world = directory(3, |options| {
        let solana = json!({"id": "devnet", "caipNetworkId": "solana:devnet", "chainNamespace": "solana",
            "name": "Solana", "nativeCurrency": {"name": "Sol", "symbol": "SOL", "decimals": 9},
            "rpcUrls": {"default": {"http": ["http://127.0.0.1:9"]}}});
        options["networks"].as_array_mut().unwrap().push(solana);
    });
    world.open("Connect");
    let rows = slice(&world)["rows"].clone();
    let one = rows.as_array().unwrap().iter().find(|row| row["id"] == id(1)).unwrap();
    assert_eq!(one["namespaces"], json!(["eip155"]));
}

#[test]
fn shows_the_wallet_count_rounded_down() {
    for (count, tag) in [(9, "9"), (10, "10+"), (47, "40+"), (600, "600+")] {
        let world = directory(count, |options| options["featuredWalletIds"] = json!([id(3)]));
        world.open("Connect");
        assert_eq!(slice(&world)["allWallets"], tag, "{count}");
    }
    let world = World::new();
    world.served(|request| is_directory(request).then(|| status(200, &json!({"data": []}).to_string())));
    world.open("Connect");
    assert_eq!(slice(&world)["allWallets"], "0", "a count that is not said");
    let of = |change: &dyn Fn(&mut Value)| {
        let world = directory(600, change);
        world.open("Connect");
        (slice(&world)["allWallets"].clone(), world.slice("connect")["directory"].clone())
    };
    assert_eq!(of(&|o| o["allWallets"] = json!("HIDE")), (json!(null), json!(false)));
    assert_eq!(of(&|o| o["allWallets"] = json!("ONLY_MOBILE")), (json!(null), json!(false)));
    assert_eq!(of(&|o| o["features"] = json!({"allWallets": false})), (json!(null), json!(false)));
    assert_eq!(of(&|o| o["enableWallets"] = json!(false)), (json!(null), json!(false)));
    assert_eq!(of(&|o| o["includeWalletIds"] = json!(["dev.one"])).0, json!(null));
    assert_eq!(of(&|_| {}), (json!("600+"), json!(true)));
    let world = directory(600, |o| o["allWallets"] = json!("ONLY_MOBILE"));
    phone(&world);
    world.open("Connect");
    assert_eq!(slice(&world)["allWallets"], "600+");
}

// req: 10.1
#[test]
fn lists_browser_wallets_without_a_service_if_there_is_no_project() {
    type Change = fn(&mut Value);
    let without: Change = |options| drop(options.as_object_mut().unwrap().remove("projectId"));
    let off: Change = |options| options["enableWallets"] = json!(false);
    for (is_listed, change) in [(true, without), (false, off)] {
        let world = directory(600, |options| {
            change(options);
            options["featuredWalletIds"] = json!([id(1)]);
            options["customWallets"] = json!([{"id": "mine", "name": "Mine", "mobile_link": "mine://"}]);
        });
        world.announce(1, "One", Some("dev.one"));
        let asked = || {
            let seen = world.http.seen.borrow();
            let of_project =
                |url: &str| is_listed || !(url.contains("/appkit/") || url.contains("/projects/"));
            seen.iter().filter(|request| of_project(&request.url)).count()
        };
        for view in ["Connect", "GetWallet", "AllWallets"] {
            world.open(view);
            search(&world, "wallet");
            world.pass(20_000);
            world.dispatch(json!({"type": "directory.retry"}));
            world.dispatch(json!({"type": "directory.more"}));
        }
        if is_listed {
            assert_eq!(rows(&world), ["dev.one", "mine"], "the package's own wallets could not be loaded");
            assert_eq!(ids(&world.slice("connect")["rows"]), ["dev.one"]);
        } else {
            assert_eq!(slice(&world)["tiles"], json!([]));
        }
        assert_eq!(slice(&world)["allWallets"], json!(null));
        assert_eq!(asked(), 0);
        let wanted = world.run_own("directory", "load", json!({"id": id(1)}));
        assert!(world.settled(&wanted).is_err());
        assert_eq!(asked(), 0);
    }
}

// req: 10.18
#[test]
fn merges_all_sources_of_a_wallet_into_one_entry() {
    let world = directory(20, |options| {
        options["networks"].as_array_mut().unwrap().push(json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
            "chainNamespace": "solana", "caipNetworkId": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "name": "Solana",
            "nativeCurrency": {"name": "Sol", "symbol": "SOL", "decimals": 9}, "rpcUrls": {"default": {"http": ["https://sol.example"]}}}));
        options["customWallets"] = json!([{"id": "mine", "name": "Mine", "rdns": "DEV.w4"}]);
    });
    // listing 2 says that it is dev.w2
    bring(&world, 1, "Both", "dev.w2", WalletKind::Announced, Namespace::Eip155);
    bring(&world, 2, "Both", "dev.w2", WalletKind::Announced, Namespace::Solana);
    bring(&world, 3, "Four", "dev.w4", WalletKind::Announced, Namespace::Eip155);
    world.open("Connect");
    assert_eq!(
        rows(&world),
        ["dev.w2", "dev.w4", "walletConnect", "1"],
        "four, WalletConnect among them, beside logins"
    );
    let both = slice(&world)["rows"][0].clone();
    assert_eq!((&both["namespaces"], &both["conflict"]), (&json!(["eip155", "solana"]), &json!(false)));
    let connectors = world.slice("connections")["connectors"].clone();
    assert_eq!(ids(&connectors), ["dev.w2", "dev.w4", "ID_AUTH"]);
    all_wallets(&world);
    let tiles = slice(&world)["tiles"].clone();
    assert_eq!(ids(&tiles)[..2], ["dev.w2", "dev.w4"]);
    assert_eq!((&tiles[0]["installed"], &tiles[2]["installed"]), (&json!(true), &json!(false)));
    assert!(!numbers(&tiles).contains(&2) && !numbers(&tiles).contains(&4));
    search(&world, "Wallet 2");
    world.pass(1_000);
    assert_eq!(numbers(&slice(&world)["tiles"]), [20], "2 is in the page");
}

// req: 10.18, 3.8
#[test]
fn completes_recent_wallets_from_the_directory() {
    let stored =
        json!([{"id": id(7), "name": "Seven", "rdns": null}, {"id": id(2), "name": "Two", "rdns": null}]);
    let world = World::with(options(), recents(stored));
    let (sender, gate) = Gate::new();
    world.served(move |request| is_directory(request).then(|| gate.hold(status(200, &answer(request, 20)))));
    world.announce(1, "Two of the page", Some("dev.w2"));
    assert_eq!(ids(&world.slice("connect")["rows"])[..2], [id(7), id(2)]);
    world.open("Connect");
    assert_eq!(rows(&world)[..1], ["7"], "its name is remembered");
    assert_eq!(slice(&world)["rowsPhase"], "loading");
    sender.send(()).unwrap();
    world.run();
    assert_eq!(rows(&world), ["7", "dev.w2", "walletConnect", "1", "3"]);
    let list = slice(&world)["rows"].clone();
    assert_eq!((&list[0]["name"], &list[0]["tag"]), (&json!("Wallet 7"), &json!("recent")));
    assert_eq!((&list[1]["name"], &list[1]["tag"]), (&json!("Two of the page"), &json!("recent")));
    let asked = world.requests("&include=");
    assert_eq!(asked.len(), 1);
    assert_eq!(asked_for(&asked[0], "entries"), "2");
}

#[test]
fn filters_every_list_by_include_and_exclude() {
    let world = directory(600, |options| {
        options["includeWalletIds"] = json!([id(10), id(11), id(12), id(13), "dev.one"]);
        options["excludeWalletIds"] = json!([id(11), "DEV.w12"]);
        options["customWallets"] = json!([{"id": "mine", "name": "Mine"}]);
    });
    world.announce(1, "One", Some("dev.one"));
    world.announce(2, "Two", Some("dev.two"));
    world.open("Connect");
    assert_eq!(rows(&world), ["dev.one", "walletConnect", "10", "13"]);
    all_wallets(&world);
    assert_eq!(ids(&slice(&world)["tiles"]), ["dev.one".to_owned(), id(10), id(13)]);
}

// req: 2.6, 9.16
#[test]
fn loads_all_wallets_in_pages_of_forty_installed_ones_first() {
    let world = directory(95, |options| options["featuredWalletIds"] = json!([id(50)]));
    world.announce(1, "One", Some("dev.one"));
    world.open("Connect");
    all_wallets(&world);
    assert_eq!(world.tracked("CLICK_ALL_WALLETS").len(), 1);
    let tiles = slice(&world)["tiles"].clone();
    assert_eq!(
        (ids(&tiles)[0].as_str(), tiles[0]["testId"].as_str()),
        ("dev.one", Some("wallet-search-item-dev.one"))
    );
    assert_eq!(numbers(&tiles), [50].into_iter().chain(1..=48).collect::<Vec<_>>());
    let first = world.requests("&entries=40&");
    let left_out: Vec<String> = [50].into_iter().chain(1..=8).map(id).collect();
    let left_out = left_out.join("%2C");
    assert_eq!((asked_for(&first[0], "page"), asked_for(&first[0], "exclude")), ("1", left_out.as_str()));
    assert_eq!(
        (slice(&world)["phase"].clone(), slice(&world)["hasMore"].clone()),
        (json!("ready"), json!(true))
    );
    world.dispatch(json!({"type": "directory.more"}));
    world.dispatch(json!({"type": "directory.more"}));
    assert_eq!(numbers(&slice(&world)["tiles"]).len(), 95, "each once");
    assert_eq!(slice(&world)["hasMore"], false);
    world.dispatch(json!({"type": "directory.more"}));
    assert_eq!(world.requests("&entries=40&").len(), 3);
    // who comes back finds it as it was
    world.dispatch(json!({"type": "router.back"}));
    all_wallets(&world);
    assert_eq!((numbers(&slice(&world)["tiles"]).len(), world.requests("&entries=40&").len()), (95, 3));
}

#[test]
fn reloads_a_failed_page_only_when_asked() {
    let world = directory(95, |_| {});
    let broken = Rc::new(Cell::new(true));
    let now = broken.clone();
    world.served(move |request| {
        is_directory(request).then(|| match now.get() {
            true => status(500, "{}"),
            false => status(200, &answer(request, 95)),
        })
    });
    world.open("AllWallets");
    assert_eq!(
        (slice(&world)["phase"].clone(), slice(&world)["rowsPhase"].clone()),
        (json!("failed"), json!("failed"))
    );
    world.pass(60_000);
    assert_eq!(world.requests("/getWallets").len(), 2, "no loop");
    broken.set(false);
    world.dispatch(json!({"type": "directory.retry"}));
    assert_eq!(
        (slice(&world)["phase"].clone(), slice(&world)["rowsPhase"].clone()),
        (json!("ready"), json!("ready"))
    );
    broken.set(true);
    world.dispatch(json!({"type": "directory.more"}));
    let now = slice(&world);
    assert_eq!(
        (&now["moreFailed"], &now["hasMore"], &now["phase"]),
        (&json!(true), &json!(true), &json!("ready"))
    );
    let before = numbers(&now["tiles"]).len();
    broken.set(false);
    world.dispatch(json!({"type": "directory.more"}));
    assert_eq!(slice(&world)["moreFailed"], false);
    assert_eq!(
        numbers(&slice(&world)["tiles"]).len(),
        before + 40,
        "the page that failed, not the one after"
    );
    assert_eq!(world.toasts(), Vec::<String>::new(), "said where it is missing, and nowhere else");
}

// req: 9.16
#[test]
fn reports_that_the_directory_was_cut_at_the_limit() {
    let world = directory(2_500, |_| {});
    world.open("AllWallets");
    for page in 1..50 {
        assert_eq!(slice(&world)["isCut"], false, "{page}");
        world.dispatch(json!({"type": "directory.more"}));
    }
    let found = slice(&world);
    assert_eq!((&found["hasMore"], &found["isCut"]), (&json!(false), &json!(true)));
    search(&world, "wallet 2499");
    world.pass(1_000);
    let found = slice(&world);
    assert_eq!((numbers(&found["tiles"]), &found["isCut"]), (vec![2_499], &json!(false)));
}

// req: 9.16
#[test]
fn passes_only_visible_tiles_of_a_long_list_to_the_view() {
    let world = directory(4_000, |_| {});
    world.open("AllWallets");
    for _ in 1..4 {
        world.dispatch(json!({"type": "directory.more"}));
    }
    let places = |now: &Value| {
        let tiles = now["tiles"].as_array().unwrap().len();
        [json!(tiles), now["tilesAbove"].clone(), now["tilesCount"].clone()]
    };
    assert_eq!(places(&slice(&world)), [json!(120), json!(0), json!(160)]);
    let bytes = || slice(&world).to_string().len();
    let of_few = bytes();
    for _ in 4..50 {
        world.dispatch(json!({"type": "directory.more"}));
    }
    let count = 2_000;
    assert_eq!(places(&slice(&world)), [json!(120), json!(0), json!(count)]);
    assert!(bytes() < of_few + 100, "{} bytes for 160 wallets, {} for {count}", of_few, bytes());
    let scroll = |at: usize| {
        world.dispatch(json!({"type": "directory.scroll", "at": at}));
        let now = slice(&world);
        let numbers = numbers(&now["tiles"]);
        assert_eq!(places(&now)[0], 120);
        (now["tilesAbove"].as_u64().unwrap() as usize, numbers[0], numbers[119])
    };
    assert_eq!(scroll(1_000), (970, 971, 1_090));
    assert_eq!(scroll(30), (0, 1, 120));
    assert_eq!(scroll(count), (count - 120, count - 119, count));
    assert_eq!(scroll(usize::MAX), (count - 120, count - 119, count));
    // the first of that name from a place on, and round
    let find = |text: &str, at: usize| {
        let found = world.dispatch(json!({"type": "directory.find", "text": text, "at": at}));
        match world.settled(&found) {
            Ok(Reply::Json(place)) => place,
            other => panic!("{}", other.is_ok()),
        }
    };
    assert_eq!(find("wallet 19", 0), "18");
    assert_eq!(find("WALLET 19", 19), "189");
    assert_eq!(find("wallet 19", 1_999), "18");
    assert_ne!(find("wallet 3", usize::MAX), "null");
    assert_eq!([find("nobody", 0), find("wallet 2 and more", 0)], ["null", "null"]);
    // what is searched for begins at its top
    scroll(1_000);
    search(&world, "wallet 1");
    assert_eq!(places(&slice(&world))[1], 0);
    assert_eq!(find("wallet 1", 1), "1");
    search(&world, "");
    assert_eq!(places(&slice(&world)), [json!(120), json!(0), json!(count)]);
    scroll(1_000);
    world.dispatch(json!({"type": "directory.certified", "on": true}));
    assert_eq!(places(&slice(&world))[1], 0);
}

// req: 9.17
#[test]
fn debounces_a_search_and_requests_up_to_a_hundred_results() {
    let world = directory(600, |_| {});
    world.open("AllWallets");
    world.pass(10_000);
    let searches = || world.requests("&search=").len();
    for text in ["w", "wa", "wallet 5"] {
        search(&world, text);
        world.pass(200);
    }
    assert_eq!((searches(), slice(&world)["searching"].clone()), (0, json!(true)));
    world.pass(300);
    let asked = world.requests("&search=");
    assert_eq!(
        (asked.len(), asked_for(&asked[0], "entries"), asked_for(&asked[0], "search")),
        (1, "100", "wallet%205")
    );
    world.pass(299);
    assert_eq!(slice(&world)["searching"], true, "it takes at least 300 ms");
    let waits = slice(&world);
    assert_eq!((numbers(&waits["tiles"]), &waits["stale"]), (vec![5], &json!(false)), "the one that is here");
    assert_eq!((&waits["hasMore"], &waits["isCut"]), (&json!(false), &json!(false)));
    world.pass(1);
    let found = slice(&world);
    assert_eq!(
        (&found["searching"], &found["search"], &found["phase"]),
        (&json!(false), &json!("wallet 5"), &json!("ready"))
    );
    assert_eq!(numbers(&found["tiles"]).len(), 100);
    assert_eq!((&found["hasMore"], &found["isCut"]), (&json!(false), &json!(true)), "there are 111");
    // asked for at once, and what follows within 300 ms is one more
    for on in [true, false, true] {
        world.dispatch(json!({"type": "directory.certified", "on": on}));
    }
    world.pass(5_000);
    assert_eq!(searches(), 3);
    assert!(numbers(&slice(&world)["tiles"]).iter().all(|n| n % 3 == 0));
    search(&world, "w");
    assert_eq!(searches(), 3, "one letter is no search");
    assert!(numbers(&slice(&world)["tiles"]).len() >= 40, "the whole list again");
}

// req: 9.17
#[test]
fn shows_local_matches_while_typing_and_appends_remote_ones() {
    let world = directory(600, |options| options["featuredWalletIds"] = json!([id(412)]));
    world.announce(1, "Wallet 41x", Some("dev.here"));
    world.open("AllWallets");
    world.pass(10_000);
    let at = |n: usize| ids(&slice(&world)["tiles"])[..n].to_vec();
    search(&world, "w");
    assert!(slice(&world)["tiles"].as_array().unwrap().len() > 40, "a letter is no search");
    search(&world, "Wallet 41");
    let here = slice(&world);
    assert_eq!(ids(&here["tiles"])[0], "dev.here");
    assert_eq!((&here["searching"], &here["stale"]), (&json!(true), &json!(false)));
    let count = ids(&here["tiles"]).len();
    assert!(count < 11 && world.requests("&search=").is_empty(), "nobody was asked: {count}");
    let before = at(count);
    world.pass(5_000);
    assert_eq!(slice(&world)["searching"], false);
    assert_eq!(at(count), before, "what stood there stays");
    assert!(ids(&slice(&world)["tiles"]).len() >= 11, "41 and 410 to 419");
    // nothing of it is here: what was there stays, and that is said
    search(&world, "Wallet 599");
    let waits = slice(&world);
    assert_eq!((&waits["searching"], &waits["stale"]), (&json!(true), &json!(true)));
    assert_eq!(at(count), before);
    world.pass(5_000);
    assert_eq!(numbers(&slice(&world)["tiles"]), [599]);
}

// req: 9.17
#[test]
fn spaces_searches_by_at_least_300_ms() {
    let world = directory(600, |_| {});
    let times = Rc::new(RefCell::new(Vec::new()));
    let (seen, clock) = (times.clone(), world.clock.clone());
    world.served(move |request| {
        if request.url.contains("&search=") {
            seen.borrow_mut().push(clock.now_ms());
        }
        is_directory(request).then(|| status(200, &answer(request, 600)))
    });
    world.open("AllWallets");
    search(&world, "wallet");
    world.pass(500);
    for on in [true, false, true, false] {
        world.dispatch(json!({"type": "directory.certified", "on": on}));
        world.pass(100);
    }
    world.pass(5_000);
    let times = times.borrow();
    assert!(times.len() >= 2 && times.windows(2).all(|two| two[1] - two[0] >= 300), "{times:?}");
}

// req: 9.17
#[test]
fn drops_a_late_response_of_an_older_search() {
    let world = directory(600, |_| {});
    let (sender, gate) = Gate::new();
    world.served(move |request| {
        is_directory(request).then(|| match request.url.contains("search=old") {
            true => gate.hold(status(200, &json!({"count": 1, "data": [listing(77)]}).to_string())),
            false => status(200, &answer(request, 600)),
        })
    });
    world.open("AllWallets");
    search(&world, "old");
    world.pass(700);
    search(&world, "Wallet 12");
    world.pass(1_000);
    let now = numbers(&slice(&world)["tiles"]);
    assert!(now.contains(&120) && !now.contains(&77));
    sender.send(()).unwrap();
    world.pass(1_000);
    assert_eq!(numbers(&slice(&world)["tiles"]), now);
    assert_eq!(slice(&world)["search"], "Wallet 12");
}

#[test]
fn reports_an_empty_or_failed_search_and_resets_it_on_close() {
    let world = directory(600, |_| {});
    world.announce(1, "Foxglove", Some("dev.fox"));
    world.open("AllWallets");
    search(&world, "  nobody ");
    world.pass(1_000);
    assert_eq!((slice(&world)["tiles"].clone(), slice(&world)["phase"].clone()), (json!([]), json!("ready")));
    // offline, what is in the page is found all the same
    world.served(|request| {
        is_directory(request).then(|| -> Served { Box::pin(async { Err(HttpFault::Network) }) })
    });
    search(&world, "fox");
    world.pass(10_000);
    assert_eq!(
        (ids(&slice(&world)["tiles"]), slice(&world)["phase"].clone()),
        (vec!["dev.fox".to_owned()], json!("failed"))
    );
    world.served(|request| is_directory(request).then(never_http));
    world.dispatch(json!({"type": "directory.retry"}));
    world.pass(400);
    assert_eq!(slice(&world)["searching"], true);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(slice(&world)["searching"], false);
    world.open("AllWallets");
    assert_eq!(
        (slice(&world)["search"].clone(), slice(&world)["phase"].clone()),
        (json!(""), json!("ready"))
    );
}

fn never_http() -> Served {
    Box::pin(std::future::pending())
}

#[test]
fn keeps_the_search_on_back_and_clears_it_on_a_new_visit() {
    let world = directory(600, |_| {});
    world.open("AllWallets");
    search(&world, "wallet 12");
    world.pass(1_000);
    let found = numbers(&slice(&world)["tiles"]);
    let opened = world.dispatch(json!({"type": "directory.download", "id": id(12)}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!(world.view(), "Downloads");
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(numbers(&slice(&world)["tiles"]), found);
    world.open("Connect");
    all_wallets(&world);
    assert_eq!(slice(&world)["search"], "");
    assert_ne!(numbers(&slice(&world)["tiles"]), found);
}

#[test]
fn shows_only_certified_wallets_when_switched_on() {
    let world = directory(600, |_| {});
    world.announce(1, "One", Some("dev.one"));
    world.announce(2, "Six", Some("dev.w6"));
    world.open("Connect");
    all_wallets(&world);
    let (sender, gate) = Gate::new();
    world.served(move |request| is_directory(request).then(|| gate.hold(status(200, &answer(request, 600)))));
    world.dispatch(json!({"type": "directory.certified", "on": true}));
    assert_eq!(
        (slice(&world)["phase"].clone(), slice(&world)["certified"].clone()),
        (json!("loading"), json!(true))
    );
    // an answer to what was asked before the switch went back is dropped
    world.dispatch(json!({"type": "directory.certified", "on": false}));
    let whole = numbers(&slice(&world)["tiles"]);
    sender.send(()).unwrap();
    world.run();
    assert_eq!(numbers(&slice(&world)["tiles"]), whole);
    assert_eq!(whole[..4], [1, 2, 3, 4]);
    world.dispatch(json!({"type": "directory.certified", "on": true}));
    let tiles = slice(&world)["tiles"].clone();
    assert_eq!(ids(&tiles)[0], "dev.w6", "the one of the page that has it");
    assert!(tiles.as_array().unwrap().iter().all(|tile| tile["certified"] == true));
    assert_eq!(asked_for(world.requests("&entries=40&").last().unwrap(), "badge_type"), "certified");
}

// req: 9.18, 7.29
#[test]
fn loads_the_first_twenty_images_together_and_others_when_visible() {
    let world = directory(600, |_| {});
    *world.http.files.borrow_mut() = Box::new(|_| Some(PNG.to_vec()));
    world.open("AllWallets");
    let asked = || world.requests("/getWalletImage/").len();
    // four are recommended, and the first page came without them or with them: twenty of it
    assert_eq!(asked(), 20);
    let tiles = slice(&world)["tiles"].clone();
    assert_eq!(tiles[19]["icon"].as_str().map(|url| url.starts_with("blob:")), Some(true));
    assert_eq!(tiles[30]["icon"], json!(null));
    world.dispatch(
        json!({"type": "directory.look", "ids": [tiles[30]["id"], tiles[0]["id"], "nobody", 7, null]}),
    );
    assert_eq!(asked(), 21);
    assert!(slice(&world)["tiles"][30]["icon"].is_string());
    let updates = || {
        let told = world.host.details("wallet-state");
        let names = |one: &&Value| one["changed"].as_array().unwrap().contains(&json!("directory"));
        told.iter().filter(names).count()
    };
    let before = updates();
    let more: Vec<&Value> = (21..29).map(|at| &tiles[at]["id"]).collect();
    world.dispatch(json!({"type": "directory.look", "ids": more}));
    assert_eq!(asked(), 29);
    assert_eq!(updates() - before, 1 + 8, "one for what is asked for, one for each that comes");
    world.engine.destroy();
    assert!(world.host.blobs.borrow().is_empty(), "object urls are let go");
}

#[test]
fn lists_browser_wallets_while_the_directory_is_down() {
    type Case = (&'static str, fn() -> Served);
    let answers: [Case; 8] = [
        ("slow", never_http),
        ("429", || status(429, "{}")),
        ("500", || status(500, "oops")),
        ("html", || status(200, "<html>")),
        ("no list", || status(200, r#"{"data": {"a": 1}}"#)),
        ("null", || status(200, "null")),
        ("oversized", || Box::pin(async { Err(HttpFault::TooLarge) })),
        ("offline", || Box::pin(async { Err(HttpFault::Network) })),
    ];
    for (name, answer) in answers {
        let world = directory(0, |options| options["featuredWalletIds"] = json!([id(1)]));
        world.served(move |request| is_directory(request).then(answer));
        world.willing(1);
        world.announce(1, "One", Some("dev.one"));
        world.open("Connect");
        assert_eq!(rows(&world), ["dev.one", "walletConnect"], "{name}");
        world.pass(12_000);
        assert_eq!(slice(&world)["rowsPhase"], "failed", "{name}");
        assert_eq!(slice(&world)["allWallets"], "", "{name}");
        assert_eq!((world.toasts(), world.host.details("wallet-error").len()), (vec![], 0), "{name}");
        all_wallets(&world);
        world.pass(12_000);
        assert_eq!(slice(&world)["phase"], "failed", "{name}");
        assert_eq!(ids(&slice(&world)["tiles"]), ["dev.one"], "{name}");
        let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.one"}));
        assert!(world.settled(&connected).is_ok(), "{name}");
    }
}

#[test]
fn pauses_the_directory_after_a_429_and_retries_later() {
    let world = directory(0, |_| {});
    world.served(|request| is_directory(request).then(|| status(429, "{}")));
    world.open("Connect");
    for _ in 0..5 {
        world.dispatch(json!({"type": "directory.retry"}));
    }
    assert_eq!(world.requests("/getWallets").len(), 1);
    world.served(|request| is_directory(request).then(|| status(200, &answer(request, 20))));
    world.pass(30_000);
    world.dispatch(json!({"type": "directory.retry"}));
    assert_eq!(rows(&world), ["walletConnect", "1", "2", "3", "4"]);
}

#[test]
fn shows_a_complete_list_after_a_close_during_loading() {
    let world = directory(0, |_| {});
    let (sender, gate) = Gate::new();
    world.served(move |request| is_directory(request).then(|| gate.hold(status(200, &answer(request, 95)))));
    world.open("Connect");
    all_wallets(&world);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.open("Connect");
    assert_eq!(slice(&world)["rowsPhase"], "loading");
    sender.send(()).unwrap();
    world.pass(10_000);
    assert_eq!(rows(&world), ["walletConnect", "1", "2", "3", "4"]);
    all_wallets(&world);
    assert_eq!(slice(&world)["phase"], "ready");
    let shown = ids(&slice(&world)["tiles"]);
    let mut once = shown.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), shown.len());
}

#[test]
fn displays_hostile_listings_as_plain_text_without_their_links() {
    let script = json!({"id": id(1), "name": "<img src=x onerror=alert(1)>\u{202e}", "rdns": "javascript:alert(1)",
        "mobile_link": "javascript:alert(1)", "homepage": "javascript:alert(1)", "app_store": "data:text/html,x",
        "play_store": "http://a.example", "chrome_store": "https://u:p@a.example", "image_id": "../../x?y=1&z"});
    let odd = json!({"id": id(2), "name": "x".repeat(10_000), "chains": ["nonsense", 7, null, {"a": 1}], "image_id": 7,
        "rdns": [], "mobile_link": {"a": 1}, "badge_type": 7, "supports_wc": "yes"});
    let mut data = vec![
        json!(null),
        json!(7),
        json!("x"),
        json!([]),
        json!({}),
        json!({"id": id(9)}),
        json!({"id": 7, "name": "A"}),
        json!({"id": "", "name": "A"}),
        json!({"id": "a".repeat(500), "name": "A"}),
        json!({"id": id(8), "name": "\u{200b}"}),
        script,
        odd,
    ];
    data.extend((3..1_003).map(listing));
    let body = json!({"count": u64::MAX, "data": data}).to_string();
    let world = directory(0, |_| {});
    world.served(move |request| {
        let body = body.clone();
        is_directory(request).then(|| -> Served { Box::pin(async move { Ok(HttpResponse::new(200, body)) }) })
    });
    world.open("Connect");
    let list = slice(&world)["rows"].clone();
    assert_eq!(numbers(&list), [1, 2, 3, 4], "four, however many were sent");
    assert_eq!(list[1]["name"], "<img src=x onerror=alert(1)>");
    assert_eq!(list[2]["name"].as_str().unwrap().chars().count(), 64);
    assert_eq!((&list[2]["namespaces"], &list[2]["rdns"]), (&json!(["eip155"]), &json!(null)));
    assert_eq!(slice(&world)["allWallets"], "2000+");
    assert_eq!(world.asked("/getWalletImage/..%2F..%2Fx%3Fy%3D1%26z"), 1, "one segment");
    all_wallets(&world);
    assert_eq!(numbers(&slice(&world)["tiles"]).len(), 40);
    world.dispatch(json!({"type": "directory.more"}));
    assert_eq!(slice(&world)["hasMore"], false, "a page that brings nothing new is the last");
    let opened = world.dispatch(json!({"type": "directory.download", "id": id(1)}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!(slice(&world)["download"]["links"], json!([]), "nothing of it is an address of the web");
}

// req: 10.32
#[test]
fn offers_four_missing_wallets_with_their_download_links() {
    let world = directory(600, |_| {});
    world.host.page.borrow_mut().agent = "Mozilla/5.0 (X11; Linux x86_64) Chrome/124.0 Safari/537.36".into();
    world.announce(1, "Two", Some("dev.w2"));
    world.open("Connect");
    world.dispatch(json!({"type": "router.push", "view": "GetWallet"}));
    assert_eq!(world.tracked("CLICK_GET_WALLET_HELP").len(), 1);
    assert_eq!(numbers(&slice(&world)["guide"]), [1, 3, 4, 5]);
    let asked = |n: usize| world.requests(&format!("/image-{n}")).len();
    assert_eq!(
        [1, 3, 4, 5, 6].map(asked),
        [1, 1, 1, 1, 0],
        "the pictures of these, one more than the list has"
    );
    let opened = world.dispatch(json!({"type": "directory.download", "id": id(3)}));
    assert!(world.settled(&opened).is_ok());
    let links = |world: &World| {
        let download = slice(world)["download"].clone();
        let links = download["links"].as_array().unwrap().clone();
        let link = |link: &Value| {
            (
                link["kind"].as_str().unwrap().to_owned(),
                link["url"].as_str().unwrap().to_owned(),
                link["qr"].is_object(),
            )
        };
        links.iter().map(link).collect::<Vec<_>>()
    };
    let expect = |kind: &str, url: &str, qr| (kind.to_owned(), url.to_owned(), qr);
    assert_eq!(
        links(&world),
        [
            expect("extension", "https://chrome.example/3", false),
            expect("ios", "https://apps.example/3", true),
            expect("android", "https://play.example/3", true),
            expect("website", "https://w3.example", false),
        ]
    );
    // a browser wallet leads to what its listing says
    world.dispatch(json!({"type": "router.back"}));
    let opened = world.dispatch(json!({"type": "directory.download", "id": "dev.w2"}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!(slice(&world)["download"]["wallet"]["id"], id(2));
    let world = directory(600, |_| {});
    phone(&world);
    world.open("GetWallet");
    assert_eq!(numbers(&slice(&world)["guide"]), [1, 2, 3, 4]);
    world.dispatch(json!({"type": "directory.download", "id": id(3)}));
    assert_eq!(
        links(&world),
        [expect("android", "https://play.example/3", false), expect("website", "https://w3.example", false)]
    );
    let unknown = world.dispatch(json!({"type": "directory.download", "id": "nobody"}));
    assert_eq!(world.settled(&unknown), Err(Error::NoConnectorForConnection));
}

// req: 10.32
#[test]
fn omits_wallets_without_a_download_for_this_browser() {
    let listing = |n: usize| {
        let mut listing = listing(n);
        let gone = |key: &str| match n {
            1 => true,
            // a store that this browser has nothing of
            2 => key != "chrome_store",
            3 => key != "app_store",
            _ => false,
        };
        for key in ["chrome_store", "app_store", "play_store", "homepage"].into_iter().filter(|key| gone(key))
        {
            listing[key] = Value::Null;
        }
        listing
    };
    let world = World::with(options(), MemoryStorage::default());
    world.served(move |request| {
        let data: Vec<Value> = (1..=5).map(listing).collect();
        is_directory(request).then(|| status(200, &json!({"count": 5, "data": data}).to_string()))
    });
    world.host.page.borrow_mut().agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Firefox/128.0".into();
    world.open("GetWallet");
    assert_eq!(numbers(&slice(&world)["guide"]), [3, 4, 5]);
}

#[test]
fn requests_a_needed_listing_once() {
    let world = directory(600, |_| {});
    let first = world.run_own("directory", "load", json!({"id": id(300)}));
    assert!(world.settled(&first).is_ok());
    let again = world.run_own("directory", "load", json!({"id": id(300)}));
    assert!(world.settled(&again).is_ok());
    let asked = world.requests("/getWallets");
    assert_eq!((asked.len(), asked_for(&asked[0], "include")), (1, id(300).as_str()));
    let nobody = world.run_own("directory", "load", json!({"id": id(9_999)}));
    assert_eq!(world.settled(&nobody), Err(Error::NoConnectorForConnection));
    let odd = world.run_own("directory", "load", json!({"id": "../x"}));
    assert_eq!(world.settled(&odd), Err(Error::NoConnectorForConnection));
    world.served(|request| is_directory(request).then(|| status(500, "{}")));
    let failed = world.run_own("directory", "load", json!({"id": id(301)}));
    assert!(matches!(world.settled(&failed), Err(Error::Http { status: 500, .. })));
}

#[test]
fn lists_only_wallets_that_can_open_on_a_phone() {
    let world = directory(0, |_| {});
    phone(&world);
    let phantom = "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393";
    world.served(move |request| {
        let extension = json!({"id": id(1), "name": "Extension", "chrome_store": "https://chrome.example"});
        let opens = json!({"id": phantom, "name": "Phantom"});
        let link = json!({"id": id(2), "name": "Link", "mobile_link": "link://"});
        let data = json!({"count": 3, "data": [extension, opens, link]});
        is_directory(request).then(|| status(200, &data.to_string()))
    });
    world.open("Connect");
    assert_eq!(ids(&slice(&world)["rows"]), ["walletConnect".to_owned(), phantom.to_owned(), id(2)]);
    all_wallets(&world);
    assert_eq!(ids(&slice(&world)["tiles"]), [phantom.to_owned(), id(2)]);
}

// req: 9.16
#[test]
fn fills_pages_on_a_phone_and_skips_images_of_omitted_wallets() {
    let world = directory(0, |_| {});
    phone(&world);
    let pictured = |n| {
        let mut one = listing(n);
        if n % 2 == 1 {
            one.as_object_mut().unwrap().remove("mobile_link");
        }
        one
    };
    world.served(move |request| {
        is_directory(request).then(|| {
            let entries = asked_for(request, "entries").parse().unwrap();
            let data: Vec<Value> = (1..=600).map(pictured).take(entries).collect();
            status(200, &json!({"count": 600, "data": data}).to_string())
        })
    });
    world.open("Connect");
    assert_eq!(rows(&world), ["walletConnect", "2", "4", "6", "8"]);
    let asked = |n: usize| world.requests(&format!("/image-{n}")).len();
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(asked), [0, 1, 0, 1, 0, 1, 0, 1]);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.open("Connect");
    assert_eq!(asked(2), 1, "known");
    // the host connects one that no one has seen
    drop(world.dispatch(json!({"type": "connect.start", "connectorId": id(5)})));
    assert_eq!((asked(5), asked(7)), (1, 0));
}

// req: 10.36
#[test]
fn opens_the_page_in_a_wallets_own_browser_without_a_relay() {
    let phantom = "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393";
    let chosen = |is_phone: bool| {
        let world = directory(0, |_| {});
        world.host.page.borrow_mut().url = "https://app.example/shop?item=1#top".into();
        if is_phone {
            phone(&world);
        }
        world.served(move |request| {
            let data = json!({"count": 1, "data": [{"id": phantom, "name": "Phantom", "mobile_link": "phantom://"}]});
            is_directory(request).then(|| status(200, &data.to_string()))
        });
        world.open("Connect");
        let attempt = world.dispatch(json!({"type": "connect.select", "id": phantom}));
        (world, attempt)
    };
    let (world, attempt) = chosen(true);
    let pairing = world.slice("pairing");
    assert_eq!(
        pairing["links"]["mobile"],
        "https://phantom.app/ul/browse/https%3A%2F%2Fapp.example%2Fshop%3Fitem%3D1%23top?ref=https%3A%2F%2Fapp.example"
    );
    assert_eq!(
        (&pairing["phase"], &pairing["uri"], &pairing["byTap"], &pairing["platforms"]),
        (&json!("ready"), &Value::Null, &json!(true), &json!(["mobile"]))
    );
    assert!(world.sockets.0.borrow().is_empty(), "nobody is contacted");
    world.dispatch(json!({"type": "pairing.opened", "platform": "mobile"}));
    world.pass(2_000);
    assert_eq!(world.slice("pairing")["notOpened"], true);
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(world.settled(&attempt), Err(Error::Aborted));
    // next to a desktop's browser there is no such app
    let (world, _) = chosen(false);
    assert_eq!(world.slice("pairing")["links"]["mobile"], Value::Null);
    assert_eq!(world.sockets.0.borrow().len(), 1);
}

#[test]
fn reloads_the_list_when_the_options_change() {
    let world = directory(600, |_| {});
    world.open("Connect");
    let update = json!({"type": "options.update", "options": {"excludeWalletIds": [id(1)]}});
    assert!(world.settled(&world.dispatch(update)).is_ok());
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.open("Connect");
    assert_eq!(rows(&world), ["walletConnect", "2", "3", "4", "5"]);
}
