//! Names that only gateways outside the network know (EIP-3668, ENSIP-21): whom a typed name contacts, how often, how long, and what counts
//! of the answers (decision 227, "Names through gateways").

use crate::support::ens::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::{
    CCIP_DATA_BYTES_MAX, CCIP_GATEWAY_MS, CCIP_GATEWAYS_MAX, CCIP_LOOKUP_MS, RECEIVER_LOOKUP_MS,
};
use wallet_engine::ports::http::HttpFault;

const HERE: u32 = 0x8000_0539;
const GET: &str = "https://gateway.example/{sender}/{data}.json";
const POST: &str = "https://gateway.example/";
const OTHER: &str = "https://other.example/{data}";

fn urls(list: &[&str]) -> Vec<String> {
    list.iter().map(|url| (*url).to_owned()).collect()
}

/// bob.pool.eth, which gateways know; each gateway is answered by its host.
fn pool(
    options: Value,
    urls: Vec<String>,
    sender: &'static str,
    gateway: impl Fn(&str) -> Option<Served> + 'static,
) -> World {
    let world = World::with(options, Default::default());
    world.join();
    let ens = Ens::of(&[("bob.pool.eth", HERE, Record::Offchain { sender, urls, to: BOB })]);
    world.served(move |request| {
        let url = request.url.as_str();
        if let Some(path) = url.strip_prefix("https://gateway.example/") {
            match &request.body {
                None => assert_eq!(path, format!("{RESOLVER}/{ASKED}.json")),
                Some(body) => {
                    let body: Value = serde_json::from_str(&body.text).unwrap();
                    assert_eq!(body, json!({"data": ASKED, "sender": RESOLVER}));
                }
            }
        }
        let host = url.split("://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
        gateway(host).or_else(|| ens.serve(request))
    });
    world.open("Account");
    world
}

fn says(code: u16, body: Value) -> impl Fn(&str) -> Option<Served> + 'static {
    move |host| {
        let is_gateway = host.ends_with(".example") || host == "localhost:7701" || host.starts_with("10.");
        is_gateway.then(|| status(code, &body.to_string()))
    }
}

fn good() -> impl Fn(&str) -> Option<Served> + 'static {
    says(200, json!({ "data": GOOD }))
}

fn look(world: &World) -> Value {
    world.form("1.5", "bob.pool.eth");
    world.pass(RECEIVER_LOOKUP_MS);
    world.slice("send")
}

fn narrowed(to: Value) -> Value {
    let mut own = options();
    own["ccipGateways"] = to;
    own
}

/// Requests to gateways, by their hosts.
fn contacted(world: &World) -> Vec<String> {
    let seen = world.http.seen.borrow();
    let of = |url: &str| url.split("://").nth(1).and_then(|rest| rest.split('/').next()).map(String::from);
    let hosts = seen.iter().filter_map(|request| of(&request.url));
    hosts.filter(|host| !host.starts_with("localhost:") || host == "localhost:7701").collect()
}

// req: 10.56
#[test]
fn calls_a_names_gateway_and_lets_the_contract_verify_it() {
    for (list, host) in [
        (urls(&[GET]), "gateway.example"),
        (urls(&[POST]), "gateway.example"),
        (urls(&[OTHER, POST]), "other.example"),
    ] {
        let world = pool(options(), list, UNIVERSAL, good());
        let slice = look(&world);
        assert_eq!((&slice["resolved"], &slice["receiverError"]), (&json!(BOB), &Value::Null));
        assert_eq!(contacted(&world), [host]);
        assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_ok());
        assert_eq!(world.slice("send")["preview"]["through"], json!([host]), "Details names it");
    }
    // a name of the network alone was looked up through no one
    let world = World::connected();
    let ens = Ens::of(&[("bob.eth", HERE, Record::Address(BOB))]);
    world.served(move |request| ens.serve(request));
    world.open("Account");
    world.form("1.5", "bob.eth");
    world.pass(RECEIVER_LOOKUP_MS);
    assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_ok());
    assert_eq!(world.slice("send")["preview"]["through"], json!([]));
}

// req: 10.56
#[test]
fn never_calls_private_addresses_or_insecure_gateways() {
    for url in [
        "http://gateway.example/{data}",
        "http://localhost:7701/{data}",
        "https://localhost:7701/{data}",
        "https://10.0.0.7/{data}",
        "https://10.7/{data}",
        "https://192.168.1.1/{sender}/{data}",
        "https://[fd00::1]/{data}",
        "https://router.local/{data}",
        "https://nas/{data}",
        "https://user@gateway.example/{data}",
        // the data would be a host
        "https://{data}.gateway.example/",
        "https://{sender}/{data}",
        "ftp://gateway.example/{data}",
        "data:application/json,{data}",
        "",
    ] {
        let world = pool(options(), urls(&[url]), UNIVERSAL, good());
        assert_eq!(look(&world)["receiverError"], "name_outside", "{url}");
        assert!(contacted(&world).is_empty(), "{url}");
        // a public one next to it is asked
        let world = pool(options(), urls(&[url, GET]), UNIVERSAL, good());
        assert_eq!(look(&world)["resolved"], BOB, "{url}");
        assert_eq!(contacted(&world), ["gateway.example"], "{url}");
    }
}

// req: 10.56
#[test]
fn calls_only_gateways_that_the_option_allows() {
    let of = |gateways: Value, list: &[&str]| {
        let world = pool(narrowed(gateways), urls(list), UNIVERSAL, good());
        let slice = look(&world);
        (slice["receiverError"].clone(), contacted(&world))
    };
    let outside = json!("name_outside");
    assert_eq!(of(json!([]), &[GET]), (outside.clone(), vec![]));
    assert_eq!(of(json!(["https://other.example"]), &[GET]), (outside.clone(), vec![]));
    assert_eq!(of(json!(["https://gateway.example"]), &[OTHER, GET]).1, ["gateway.example"]);
    // the page's own word about its own machine
    assert_eq!(of(json!(["http://localhost:7701"]), &["http://localhost:7701/{data}"]).1, ["localhost:7701"]);
    // another host behind the data
    let behind = "https://gateway.example{data}.other.example/";
    assert_eq!(of(json!(["https://gateway.example"]), &[behind]), (outside.clone(), vec![]));
    // a wrong list must not open everything
    for wrong in [json!(["https://gateway.example/path"]), json!("https://gateway.example"), json!(null)] {
        let is_given = !wrong.is_null();
        assert_eq!(of(wrong.clone(), &[GET]).0 == outside, is_given, "{wrong}");
    }
}

// req: 10.56
#[test]
fn rejects_invalid_gateway_responses_and_foreign_contracts() {
    for (code, body) in [
        (404, json!({})),
        (200, json!({"data": "b0b0"})),
        (200, json!({"data": "0xb0b"})),
        (200, json!({"data": 7})),
        (200, json!([])),
        (200, json!({"data": format!("0x{}", "00".repeat(CCIP_DATA_BYTES_MAX + 1))})),
    ] {
        let world = pool(options(), urls(&[GET]), UNIVERSAL, says(code, body.clone()));
        assert_eq!(look(&world)["receiverError"], "name_failed", "{code}");
        assert_eq!(contacted(&world).len(), 1, "{code}");
    }
    // the sender of the lookup must be the contract that was asked
    let world = pool(options(), urls(&[GET]), RESOLVER, good());
    assert_eq!((look(&world)["receiverError"].as_str(), contacted(&world).len()), (Some("name_failed"), 0));
    // an answer that the contract does not take is asked for again, and that ends
    let world = pool(options(), urls(&[GET]), UNIVERSAL, says(200, json!({"data": "0xbad0"})));
    assert_eq!(look(&world)["receiverError"], "name_failed");
    assert_eq!(contacted(&world).len(), 5);
    // "nothing here" is the last word, a broken gateway is not
    for (code, hosts) in [(404, vec!["gateway.example"]), (500, vec!["gateway.example", "other.example"])] {
        let world = pool(options(), urls(&[GET, OTHER]), UNIVERSAL, move |host| match host {
            "gateway.example" => Some(status(code, "{}")),
            "other.example" => Some(status(200, &json!({ "data": GOOD }).to_string())),
            _ => None,
        });
        let slice = look(&world);
        assert_eq!(contacted(&world), hosts);
        assert_eq!(slice["resolved"] == BOB, code == 500);
    }
}

// req: 10.56
#[test]
fn bounds_the_gateways_and_time_of_a_lookup() {
    let many: Vec<String> = (0..12).map(|n| format!("https://g{n}.example/{{data}}")).collect();
    let world = pool(options(), many.clone(), UNIVERSAL, says(500, json!({})));
    assert_eq!(look(&world)["receiverError"], "name_failed");
    assert_eq!(contacted(&world).len(), CCIP_GATEWAYS_MAX);

    let silent = |host: &str| {
        host.ends_with(".example").then(|| Box::pin(std::future::pending::<Result<_, HttpFault>>()) as Served)
    };
    let world = pool(options(), many, UNIVERSAL, silent);
    assert_eq!(look(&world)["lookingUp"], true);
    world.pass(CCIP_GATEWAY_MS);
    assert_eq!(contacted(&world).len(), 2, "the next one");
    world.pass(CCIP_LOOKUP_MS - CCIP_GATEWAY_MS);
    assert_eq!(world.slice("send")["receiverError"], "name_failed");
    assert_eq!(contacted(&world).len(), 3);
    world.pass(60_000);
    assert_eq!(contacted(&world).len(), 3);
}
