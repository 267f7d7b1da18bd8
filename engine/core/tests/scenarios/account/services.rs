//! The rules for every service (docs/spec/services.md A2): what is asked, how often, and what each way of failing leads to.
//! Identity and pictures, which only services have, are here too.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use wallet_engine::constants::IMAGES_WAITING_MAX;
use wallet_engine::ports::http::{HttpFault, HttpRequest, HttpResponse};
use wallet_engine::ports::provider::WalletEvent;

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n....";

fn is_data(request: &HttpRequest) -> bool {
    request.url.starts_with("http://localhost:4002")
}

fn refresh(world: &World) {
    world.dispatch(json!({"type": "balances.refresh"}));
}

/// Connected to a data service that answers everything like this.
fn with_data(answer: impl Fn() -> Served + 'static) -> World {
    let world = World::new();
    world.served(move |request| is_data(request).then(&answer));
    world.join();
    world
}

fn asked_of_data(world: &World) -> usize {
    world.http.seen.borrow().iter().filter(|request| is_data(request)).count()
}

// req: 7.1, 7.25
#[test]
fn identifies_the_project_in_each_service_call() {
    let mut options = options();
    options["excludeWalletIds"] = json!(["ab".repeat(32)]);
    let world = World::with(options, Default::default());
    world.join();
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    let seen = world.http.seen.borrow().clone();
    let of_services: Vec<_> = seen.iter().filter(|r| !r.url.starts_with("http://localhost:8545")).collect();
    assert!(of_services.len() >= 5);
    for request in of_services {
        let (_, query) = request.url.split_once('?').unwrap();
        assert!(query.starts_with("projectId=demo&st=wallet-modal&sv=html-core-"), "{}", request.url);
    }
}

// req: 7.1, 7.32
#[test]
fn identifies_the_project_to_the_services_node_once() {
    let service = |world: &World| -> Vec<String> {
        let block = world.request("eth_blockNumber", json!([]));
        world.pass(30_000);
        assert!(world.settled(&block).is_ok());
        let seen = world.http.seen.borrow();
        let of_node = seen.iter().filter(|request| {
            request.url.contains("/v1?")
                && request.body.as_ref().is_some_and(|b| b.text.contains("eth_blockNumber"))
        });
        of_node.map(|request| request.url.clone()).collect()
    };
    let on_mainnet = |networks: Option<Value>| {
        let mut options = options();
        options["networks"] = networks.unwrap_or(Value::Null);
        if options["networks"].is_null() {
            options.as_object_mut().unwrap().remove("networks");
        }
        options["defaultNetwork"] = json!("eip155:1");
        let world = World::with(options, Default::default());
        world.served(|request| {
            request.url.contains("/v1?").then(|| {
                let body = r#"{"id":1,"result":"0x10"}"#.into();
                Box::pin(async { Ok(HttpResponse::new(200, body)) }) as Served
            })
        });
        world.wallets.answer(1, |method, _| match method {
            "wm_connect" => ok(json!({"accounts": [ALICE], "chain": "eip155:1"})),
            _ => ok(json!(null)),
        });
        world.announce(1, "Demo Wallet", Some("dev.demo"));
        world.open("Connect");
        let connected = world.dispatch(json!({"type": "connect.select", "id": "dev.demo"}));
        world.settled(&connected).expect("connects");
        world
    };
    // a network of the host, and the one a page without networks gets
    let own = json!([{"id": 1, "caipNetworkId": "eip155:1", "chainNamespace": "eip155", "name": "Ethereum",
        "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18},
        "rpcUrls": {"default": {"http": ["http://localhost:8545"]}}}]);
    for networks in [Some(own), None] {
        let world = on_mainnet(networks);
        let urls = service(&world);
        assert_eq!(urls.len(), 1, "once, not by two of the same service: {urls:?}");
        let (_, query) = urls[0].split_once('?').unwrap();
        let given: Vec<&str> = query.split('&').collect();
        for (name, value) in [
            ("chainId", "eip155:1"),
            ("projectId", "demo"),
            ("st", "wallet-modal"),
            ("sv", wallet_engine::constants::SDK_VERSION),
        ] {
            let wanted = format!("{name}={value}");
            assert_eq!(given.iter().filter(|pair| **pair == wanted).count(), 1, "{query}");
        }
    }
}

// req: 9.29, 7.33, 8.10
#[test]
fn raises_one_alert_about_the_origin_after_a_403() {
    let world = with_data(|| status(403, r#"{"reasons":[{"name":"origin","description":"no"}]}"#));
    assert_eq!(world.alerts(), ["invalid_app_configuration"]);
    assert_eq!(world.host.details("wallet-alert")[0]["title"], "Invalid App Configuration");
    let detail = world.host.details("wallet-alert")[0]["detail"].clone();
    assert!(
        detail
            .as_str()
            .unwrap()
            .starts_with("Origin https://app.example isn't on the project's allowlist. Add it"),
        "{detail}"
    );
    for _ in 0..3 {
        world.pass(31_000);
        refresh(&world);
    }
    assert_eq!(world.alerts().len(), 1);
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "the node knows");
}

// req: 9.29
#[test]
fn pauses_a_service_for_30_seconds_after_a_429_without_an_alert() {
    let limited = Rc::new(Cell::new(true));
    let now = limited.clone();
    let world = World::new();
    world.served(move |request| (is_data(request) && now.get()).then(|| status(429, "")));
    world.join();
    assert_eq!(asked_of_data(&world), 1, "the first one says it; the others are not even asked");
    limited.set(false);
    // later, when which chains are served is long known
    world.pass(60_000);
    refresh(&world);
    assert_eq!(world.slice("tokens")["phase"], "ready");
    world.pass(30_001);
    limited.set(true);
    refresh(&world);
    limited.set(false);
    let before = asked_of_data(&world);
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    world.pass(29_999);
    world.dispatch(json!({"type": "activity.retry"}));
    assert_eq!(asked_of_data(&world), before);
    assert_eq!(world.slice("activity")["phase"], "failed");
    world.pass(1);
    world.dispatch(json!({"type": "activity.retry"}));
    assert_eq!((asked_of_data(&world), &world.slice("activity")["phase"]), (before + 1, &json!("ready")));
    assert_eq!(world.alerts(), Vec::<String>::new(), "8.9 is of the origin check only");
    // another host is another host
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
}

// req: 9.29
#[test]
fn skips_a_node_on_a_host_that_returned_429() {
    let mut options = options();
    options["networks"] = json!([network(1, "Ethereum")]);
    options["networks"][0]["rpcUrls"] = json!({"default": {"http": ["http://localhost:8545"]}});
    let world = World::with(options, Default::default());
    world.chain.stands.set(1);
    world.served(|request| is_data(request).then(|| status(429, "")));
    world.join();
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "the network's own node");
    // fault 11
    assert_eq!(asked_of_data(&world), 1, "docs/spec/services.md A2: back off 30 s per host");
}

// req: 9.29
#[test]
fn retries_a_503_twice_and_a_500_never() {
    for (code, tries) in [(503u16, 3), (500, 1), (404, 1), (429, 1)] {
        let world = World::connected();
        world.served(move |request| request.url.contains("/balance?").then(|| status(code, "")));
        world.pass(30_001);
        let before = world.requests("/balance?").len();
        refresh(&world);
        world.pass(499);
        assert_eq!(world.requests("/balance?").len(), before + 1);
        world.pass(10_000);
        assert_eq!(world.requests("/balance?").len(), before + tries, "{code}");
        assert_eq!(world.slice("tokens")["phase"], "old");
    }
}

#[test]
fn never_repeats_a_post_request() {
    let world = World::connected();
    world.served(|request| {
        request.body.is_some().then(|| Box::pin(async { Err(HttpFault::Network) }) as Served)
    });
    let asked = world.request("eth_blockNumber", json!([]));
    world.pass(60_000);
    assert!(world.settled(&asked).is_err());
    assert_eq!(world.asked("eth_blockNumber"), 1);
}

// req: 9.15
#[test]
fn gives_up_a_service_after_10_seconds() {
    let world = World::connected();
    world.served(|request| is_data(request).then(never_served));
    world.pass(30_001);
    refresh(&world);
    world.pass(9_999);
    assert_eq!(world.slice("tokens")["phase"], "ready", "nothing is said yet");
    world.pass(1);
    assert_eq!(world.slice("tokens")["phase"], "old");
    assert_eq!(world.toasts(), ["Token Balance Unavailable"]);
    assert_eq!(world.slice("account")["balance"]["amount"], "10.000");
}

fn never_served() -> Served {
    Box::pin(std::future::pending())
}

#[test]
fn treats_an_invalid_response_as_a_failure_without_a_crash() {
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    let huge = format!("\"{}\"", "x".repeat(3 * 1024 * 1024));
    let bodies: Vec<String> = [
        "",
        "<html>",
        "null",
        "[]",
        "7",
        r#"{"balances":7}"#,
        r#"{"data":{}}"#,
        r#"{"http":["eip155:1337"]}"#,
    ]
    .into_iter()
    .map(ToString::to_string)
    .chain([deep, huge])
    .collect();
    for body in bodies {
        let answer = body.clone();
        let world = with_data(move || status(200, &answer));
        world.open("Account");
        world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
        world.pass(1_000);
        let short = body.get(..20).unwrap_or(&body);
        assert_eq!(world.slice("tokens")["phase"], "failed", "{short}");
        assert_eq!(world.slice("account")["balance"]["amount"], "10.000", "{short}");
        assert_eq!(world.slice("activity")["groups"], json!([]), "{short}");
    }
}

// req: 7.3
#[test]
fn loads_supported_networks_once_and_again_30_s_after_a_failure() {
    let world = World::connected();
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    world.wanders(1338);
    assert_eq!(world.requests("/supported-chains").len(), 1);
    for (code, body) in [(500, ""), (200, r#"{"http":7,"ws":[]}"#), (200, r#"{"http":{"0":"eip155:1337"}}"#)]
    {
        let broken = Rc::new(Cell::new(true));
        let now = broken.clone();
        let world = World::new();
        world.served(move |request| {
            (request.url.contains("/supported-chains") && now.get()).then(|| status(code, body))
        });
        world.join();
        broken.set(false);
        world.pass(29_999);
        world.open("Account");
        assert_eq!(world.requests("/supported-chains").len(), 1, "{code} {body}");
        world.pass(1);
        refresh(&world);
        assert_eq!(
            world.requests("/supported-chains").len(),
            2,
            "{code} {body}: what is no list is no answer"
        );
        assert_eq!(world.slice("tokens")["phase"], "ready");
    }
}

// req: 1.16, 7.4, 9.3, 3.24, 3.3
#[test]
fn caches_the_identity_of_an_account_for_5_minutes() {
    let world = World::with_chain(|chain| {
        *chain.identity.borrow_mut() =
            json!({"name": "alice.reown.id", "avatar": "http://localhost:4002/alice.png"});
        chain.leads.borrow_mut().push(("alice.reown.id", ALICE));
    });
    assert_eq!(world.slice("account")["name"], "alice.reown.id");
    assert_eq!(world.slice("accounts")["list"][0]["profileName"], "alice.reown.id");
    let asked = world.requests("/v1/identity/");
    assert!(asked[0].url.starts_with(&format!("http://localhost:4002/v1/identity/{ALICE}?")));
    assert!(asked[0].url.ends_with(&format!("&sender={ALICE}")));
    world.pass(300_000);
    refresh(&world);
    assert_eq!(world.requests("/v1/identity/").len(), 1, "at exactly 5 min it still is fresh");
    world.pass(1);
    world.open("Account");
    assert_eq!(world.requests("/v1/identity/").len(), 2);
    let world = world.reload_after(60_000);
    world.returns();
    assert_eq!(
        world.requests("/v1/identity/").len(),
        1,
        "a reload asks again: what is stored proves nothing"
    );
    assert_eq!(world.slice("account")["name"], "alice.reown.id");
    *world.chain.identity.borrow_mut() = json!({"name": "<b>\u{202e}x", "avatar": "javascript:alert(1)"});
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!(world.slice("account")["name"], Value::Null, "no name by its grammar");
    assert_eq!(world.slice("account")["image"], Value::Null);
}

#[test]
fn loads_images_from_services_only_and_checks_their_bytes() {
    let token = |name: &str, n: u8, icon: &str| {
        json!({"name": name, "symbol": name, "chainId": "eip155:1337", "address": format!("eip155:1337:0x{n:040x}"),
            "quantity": {"decimals": "6", "numeric": "1"}, "iconUrl": icon})
    };
    let mut options = options();
    options["tokens"] =
        json!({"eip155:1337": {"address": format!("0x{:040x}", 5), "image": "https://host.example/own.png"}});
    let chain = Chain::default();
    *chain.tokens.borrow_mut() = vec![
        token("A", 1, "http://localhost:4002/a.png"),
        token("B", 2, "https://elsewhere.example/b.png"),
        token("C", 3, "http://localhost:4002/c.html"),
        token("D", 4, "http://localhost:4002/huge.png"),
        token("E", 5, "https://elsewhere.example/e.png"),
        token("F", 6, "http://localhost:40029/f.png"),
    ];
    let world = World::over(options, Default::default(), chain);
    *world.http.files.borrow_mut() = Box::new(|url| match url {
        _ if url.ends_with("c.html") => Some(b"<html>".to_vec()),
        _ if url.ends_with("huge.png") => Some([PNG, &[0; 512 * 1024]].concat()),
        _ => Some(PNG.to_vec()),
    });
    world.join();
    world.run();
    let list = world.slice("tokens")["list"].clone();
    let image = |symbol: &str| {
        let item = list.as_array().unwrap().iter().find(|item| item["symbol"] == symbol).unwrap();
        item["image"].as_str().map(|url| url.starts_with("blob:image/png"))
    };
    assert_eq!(image("A"), Some(true));
    // fault 12
    assert_eq!(image("E"), Some(true), "the host's own picture, which it named itself");
    for symbol in ["B", "C", "D", "F"] {
        assert_eq!(image(symbol), None, "{symbol}");
    }
    assert_eq!(world.asked("elsewhere.example"), 0, "nobody else learns what is held");
    assert_eq!(world.asked("localhost:40029"), 0);
    world.engine.destroy();
    assert!(world.host.blobs.borrow().is_empty(), "object urls are let go");
}

// req: 9.11
#[test]
fn gives_up_an_image_after_2_seconds_and_continues_with_others() {
    let world = World::with_chain(|chain| {
        chain.pictures_hang.set(true);
        *chain.tokens.borrow_mut() = (1..=7u8)
            .map(|n| {
                json!({"name": "T", "symbol": format!("T{n}"), "chainId": "eip155:1337", "address": format!("eip155:1337:0x{n:040x}"),
                    "quantity": {"decimals": "6", "numeric": "1"}, "iconUrl": format!("http://localhost:4002/{n}.png")})
            })
            .collect();
    });
    *world.http.files.borrow_mut() = Box::new(|_| Some(PNG.to_vec()));
    // the list of wallets has asked for the one of WalletConnect
    let asked = || world.requests(".png").len() + world.requests("/public/getAssetImage/").len();
    assert_eq!(asked(), 6, "six at a time");
    world.pass(1_999);
    assert_eq!(asked(), 6);
    world.chain.pictures_hang.set(false);
    world.pass(1);
    assert_eq!(asked(), 8);
    let shown = world.slice("tokens")["list"].clone();
    assert_eq!(shown.as_array().unwrap().iter().filter(|item| item["image"].is_string()).count(), 2);
    world.pass(60_000);
    assert_eq!(asked(), 8, "what did not come is not asked for again in this page");
}

// req: 9.11, 9.18
#[test]
fn loads_visible_images_before_older_waiting_ones() {
    let world = World::with_chain(|chain| {
        chain.pictures_hang.set(true);
        let one =
            |n: u8| json!({"id": format!("{n:064x}"), "name": format!("W{n}"), "image_id": n.to_string()});
        *chain.listings.borrow_mut() = json!({"count": 40, "data": (1..=40).map(one).collect::<Vec<_>>()});
    });
    *world.http.files.borrow_mut() = Box::new(|_| Some(PNG.to_vec()));
    world.open("AllWallets");
    let asked = || -> Vec<String> {
        let asked = world.requests("/getWalletImage/").into_iter();
        asked.map(|request| request.url.split(['/', '?']).nth(4).unwrap().to_owned()).collect()
    };
    let waited = asked().len();
    world.dispatch(
        json!({"type": "directory.look", "ids": (31..=33).map(|n: u8| format!("{n:064x}")).collect::<Vec<_>>()}),
    );
    assert_eq!(asked().len(), waited, "six at a time");
    world.chain.pictures_hang.set(false);
    world.pass(2_000);
    let order = &asked()[waited..];
    assert_eq!(order[..3], ["31", "32", "33"]);
    assert!(order.len() > 12, "and then the others: {order:?}");
}

// req: 9.11
#[test]
fn caps_waiting_images_and_loads_dropped_ones_when_seen_again() {
    let page = |number: u16| {
        let one =
            |n: u16| json!({"id": format!("{n:064x}"), "name": format!("W{n}"), "image_id": n.to_string()});
        json!({"count": 400, "data": (number * 40..(number + 1) * 40).map(one).collect::<Vec<_>>()})
    };
    let world = World::with_chain(|chain| {
        chain.pictures_hang.set(true);
        *chain.listings.borrow_mut() = page(0);
    });
    *world.http.files.borrow_mut() = Box::new(|_| Some(PNG.to_vec()));
    let look = |number: u16| {
        let ids: Vec<String> = (number * 40..(number + 1) * 40).map(|n| format!("{n:064x}")).collect();
        world.dispatch(json!({"type": "directory.look", "ids": ids}));
    };
    let asked = || world.requests("/getWalletImage/").len();
    world.open("AllWallets");
    look(0);
    for number in 1..10 {
        *world.chain.listings.borrow_mut() = page(number);
        world.dispatch(json!({"type": "directory.more"}));
        look(number);
    }
    assert_eq!(world.slice("directory")["tilesCount"], 401, "and the wallet of the page");
    let before = asked();
    world.chain.pictures_hang.set(false);
    world.pass(2_000);
    assert_eq!(asked() - before, IMAGES_WAITING_MAX);
    look(9);
    assert_eq!(asked() - before, IMAGES_WAITING_MAX, "they are there");
    look(1);
    assert_eq!(asked() - before, IMAGES_WAITING_MAX + 40, "those that gave way come now");
}

// req: 9.11
#[test]
fn loads_all_images_of_a_list_that_asks_once() {
    let chain = Chain::default();
    chain.pictures_hang.set(true);
    let mut options = options();
    let mut pictures = serde_json::Map::new();
    for n in 0..300 {
        let mut network = options["networks"][0].clone();
        network["id"] = json!(20_000 + n);
        network["caipNetworkId"] = json!(format!("eip155:{}", 20_000 + n));
        options["networks"].as_array_mut().unwrap().push(network);
        pictures.insert(format!("{}", 20_000 + n), json!(format!("https://host.example/net{n}.png")));
    }
    options["chainImages"] = Value::Object(pictures);
    let world = World::over(options, Default::default(), chain);
    *world.http.files.borrow_mut() = Box::new(|_| Some(PNG.to_vec()));
    world.open("Networks");
    world.dispatch(json!({"type": "networks.pictures"}));
    world.chain.pictures_hang.set(false);
    world.pass(3_000);
    assert_eq!(world.requests("host.example/net").len(), 300);
}
