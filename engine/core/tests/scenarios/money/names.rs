//! Names as receivers: looked up, shown beside the whole address they lead to, sent to that address and no other
//! (docs/spec/services.md A9).

use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::constants::RECEIVER_LOOKUP_MS;
use wallet_engine::namespaces::eip155::names;
use wallet_engine::ports::http::HttpRequest;

const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const RESOLVER: &str = "0x00000000000000000000000000000000000e5001";

fn word(address: &str) -> Value {
    json!(format!("0x{:0>64}", address.trim_start_matches("0x").to_lowercase()))
}

/// The one call of a request to a node that is about names.
fn asked_of(request: &HttpRequest) -> Option<(String, String)> {
    let body: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
    let call = &body["params"][0];
    let data = call["data"].as_str()?;
    (data.starts_with("0x0178b8bf") || data.starts_with("0x3b3b57de"))
        .then(|| (call["to"].as_str().unwrap().to_lowercase(), data.to_owned()))
}

/// What a name has: its resolver's answer, an error of it, or no resolver.
#[derive(Clone)]
enum Has {
    Address(String),
    Revert,
    NoResolver,
    Nonsense(Value),
}

/// The registry and one resolver, on every node of chain 1: by name. It can be changed meanwhile.
type Registry = Rc<RefCell<Vec<(&'static str, Has)>>>;

fn registry() -> Registry {
    let of = |address: &str| Has::Address(address.to_owned());
    Rc::new(RefCell::new(vec![
        ("bob.eth", of(BOB)),
        ("carol.alice.eth", of(CAROL)),
        ("dora.example", of(CAROL)),
        ("nobody.eth", of("0x0")),
        ("broken.eth", Has::Revert),
        ("parked.eth", Has::NoResolver),
        ("long.eth", Has::Nonsense(json!(format!("0x{}", "f".repeat(64))))),
        ("empty.eth", Has::Nonsense(json!("0x"))),
        ("void.eth", Has::Nonsense(json!(null))),
    ]))
}

fn served(world: &World, registry: &Registry) {
    let registry = registry.clone();
    world.served(move |request| {
        let (to, data) = asked_of(request)?;
        let found = registry.borrow().iter().find_map(|(name, has)| {
            let node = names::node(name);
            (data == names::resolver(node) || data == names::addr(node)).then(|| has.clone())
        });
        let is_registry = to == names::REGISTRY.to_checksum(None).to_lowercase();
        assert!(is_registry || to == RESOLVER, "{to}");
        let result = match found {
            None | Some(Has::NoResolver) => word("0x0"),
            Some(_) if is_registry => word(RESOLVER),
            Some(Has::Address(address)) => word(&address),
            Some(Has::Nonsense(value)) => value,
            Some(Has::Revert) => {
                let error = json!({"id": 1, "error": {"code": 3, "message": "execution reverted"}});
                return Some(status(200, &error.to_string()));
            }
        };
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
    });
}

fn named() -> (World, Registry) {
    let world = World::connected();
    let registry = registry();
    served(&world, &registry);
    world.open("Account");
    (world, registry)
}

/// Types a name and waits until it was looked up.
fn form(world: &World, to: &str) {
    world.form("1.5", to);
    world.pass(RECEIVER_LOOKUP_MS);
}

fn review(world: &World) -> wallet_engine::flow::Join {
    world.dispatch(json!({"type": "send.review"}))
}

// req: 10.13
#[test]
fn who_was_found_by_a_name_is_known_so_an_imitation_is_compared_with_him() {
    let (world, _) = named();
    let imitation = format!("0x7099{}79c8", "0".repeat(32));
    form(&world, &imitation);
    assert_eq!(world.slice("send")["alike"], Value::Null, "like nobody so far");
    form(&world, "bob.eth");
    form(&world, &imitation);
    assert_eq!(world.slice("send")["alike"]["known"], BOB);
}

// A9, T7
#[test]
fn a_name_leads_to_an_address_that_is_shown_whole_and_sent_to() {
    for (typed, address) in
        [("bob.eth", BOB), ("Bob.ETH", BOB), ("carol.alice.eth", CAROL), ("dora.example", CAROL)]
    {
        let (world, _) = named();
        form(&world, typed);
        let slice = world.slice("send");
        assert_eq!(
            (slice["resolved"].as_str(), slice["check"].as_str(), &slice["receiverError"]),
            (Some(address), Some("ready"), &Value::Null),
            "{typed}"
        );
        assert_eq!(slice["receiverAddress"], typed, "as it was typed");
        assert!(world.settled(&review(&world)).is_ok());
        let to = world.slice("send")["preview"]["to"].clone();
        assert_eq!(
            (to["address"].as_str(), to["name"].as_str()),
            (Some(address), Some(&*typed.to_lowercase()))
        );
        world.dispatch(json!({"type": "send.confirm"}));
        assert_eq!(world.wallets.last("eth_sendTransaction").unwrap()[0]["to"], address);
    }
}

#[test]
fn the_request_stays_with_the_address_that_was_shown_wherever_the_name_leads_by_then() {
    let (world, registry) = named();
    form(&world, "bob.eth");
    assert!(world.settled(&review(&world)).is_ok());
    registry.borrow_mut().insert(0, ("bob.eth", Has::Address(CAROL.into())));
    world.dispatch(json!({"type": "send.lookup"}));
    world.pass(60_000);
    assert_eq!(world.slice("send")["preview"]["to"]["address"], BOB);
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.wallets.last("eth_sendTransaction").unwrap()[0]["to"], BOB);
}

// docs/spec/decisions.md 29
#[test]
fn ethereum_is_asked_by_the_page_s_own_node_and_else_by_the_service_s() {
    let asked = |world: &World| -> Vec<String> {
        let seen = world.http.seen.borrow();
        seen.iter().filter(|request| asked_of(request).is_some()).map(|request| request.url.clone()).collect()
    };
    let (world, _) = named();
    form(&world, "bob.eth");
    let urls = asked(&world);
    assert_eq!(urls.len(), 2, "registry and resolver");
    for url in urls {
        assert!(url.starts_with("http://localhost:4002/v1?projectId=demo&"), "{url}");
        assert!(url.contains("&chainId=eip155:1"), "{url}");
    }

    let mut own = options();
    let mut mainnet = network(1, "Ethereum");
    mainnet["rpcUrls"]["default"]["http"] = json!(["http://localhost:8551"]);
    own["networks"].as_array_mut().unwrap().push(mainnet);
    let world = World::with(own, Default::default());
    world.join();
    served(&world, &registry());
    world.open("Account");
    form(&world, "bob.eth");
    assert_eq!(asked(&world), ["http://localhost:8551", "http://localhost:8551"]);
    assert_eq!(world.slice("send")["resolved"], BOB);
}

#[test]
fn a_page_without_project_and_node_says_that_it_could_not_look() {
    let mut own = options();
    own.as_object_mut().unwrap().remove("projectId");
    let world = World::with(own, Default::default());
    world.join();
    served(&world, &registry());
    world.open("Account");
    for name in ["bob.eth", "alice.reown.id"] {
        form(&world, name);
        assert_eq!(world.slice("send")["receiverError"], "name_failed", "{name}");
    }
}

#[test]
fn who_is_nobody_is_not_found_and_what_failed_can_be_tried_again() {
    let (world, registry) = named();
    for (name, error) in [
        ("nobody.eth", "name_not_found"),
        ("parked.eth", "name_not_found"),
        ("unknown.eth", "name_not_found"),
        ("broken.eth", "name_failed"),
        ("long.eth", "name_failed"),
        ("empty.eth", "name_failed"),
        ("void.eth", "name_failed"),
    ] {
        form(&world, name);
        let slice = world.slice("send");
        assert_eq!(
            (slice["receiverError"].as_str(), slice["check"].as_str(), &slice["resolved"]),
            (Some(error), Some("invalid_address"), &Value::Null),
            "{name}"
        );
        assert!(world.settled(&review(&world)).is_err());
        assert_eq!(world.view(), "Send");
    }
    form(&world, "broken.eth");
    registry.borrow_mut().insert(0, ("broken.eth", Has::Address(BOB.into())));
    world.dispatch(json!({"type": "send.lookup"}));
    assert_eq!(world.slice("send")["resolved"], BOB, "at once, nobody types");
}

#[test]
fn what_cannot_be_checked_is_refused_and_nobody_is_asked() {
    let (world, _) = named();
    let before = world.http.seen.borrow().len();
    for typed in [
        "b\u{fc}cher.eth",
        "\u{430}lice.eth",
        "xn--bcher-kva.eth",
        "ab--c.eth",
        "a_b.eth",
        "bob..eth",
        "bob.eth.",
        ".eth",
        "bob eth.eth",
        "bob.eth/",
        "\u{1f468}\u{200d}\u{1f4a9}.eth",
        "abc.reown.id",
        "bob.alice.wcn.id",
        "satoshi",
        "@alice",
    ] {
        form(&world, typed);
        let slice = world.slice("send");
        assert_eq!(
            (slice["receiverError"].as_str(), &slice["lookingUp"]),
            (Some("name"), &json!(false)),
            "{typed}"
        );
    }
    let asked = world.http.seen.borrow().iter().skip(before).filter(|r| asked_of(r).is_some()).count();
    assert_eq!((asked, world.asked("/v1/profile/account/")), (0, 0));
}

// req: 7.14
#[test]
fn own_names_are_asked_of_the_profile_service_and_have_an_address_for_each_chain() {
    let world = World::connected();
    let answers: Rc<RefCell<(u16, Value)>> = Rc::new(RefCell::new((200, Value::Null)));
    let now = answers.clone();
    world.served(move |request| {
        let (code, body) = now.borrow().clone();
        request.url.contains("/v1/profile/account/").then(|| status(code, &body.to_string()))
    });
    world.open("Account");
    let coin = |chain: u32| (0x8000_0000 | chain).to_string();
    let by = |coins: &[(&str, &str)]| -> Value {
        let all =
            coins.iter().map(|(coin, address)| (coin.to_string(), json!({"address": address, "created": 1})));
        json!({"addresses": all.collect::<serde_json::Map<_, _>>(), "attributes": []})
    };
    let (here, there) = (coin(1337), coin(1338));
    for (n, (answer, found, error)) in [
        ((200, by(&[("60", BOB)])), json!(BOB), Value::Null),
        ((200, by(&[("60", BOB), (&here, CAROL)])), json!(CAROL), Value::Null),
        ((200, by(&[(&there, BOB)])), Value::Null, json!("name_not_found")),
        ((200, by(&[])), Value::Null, json!("name_not_found")),
        ((404, json!({})), Value::Null, json!("name_not_found")),
        ((500, json!({})), Value::Null, json!("name_failed")),
        ((200, json!({})), Value::Null, json!("name_failed")),
        (
            (200, by(&[("60", "0x70997970c51812dc3A010C7d01b50e0d17dc79C8")])),
            Value::Null,
            json!("name_failed"),
        ),
        (
            (200, by(&[("60", "0x0000000000000000000000000000000000000000")])),
            Value::Null,
            json!("name_failed"),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        *answers.borrow_mut() = answer.clone();
        world.form("1", "");
        form(&world, &format!("Bobby{n}.Reown.id"));
        let slice = world.slice("send");
        assert_eq!((&slice["resolved"], &slice["receiverError"]), (&found, &error), "{answer:?}");
    }
    let url = world.requests("/v1/profile/account/").pop().unwrap().url;
    assert!(url.starts_with("http://localhost:4002/v1/profile/account/bobby8.reown.id?"), "{url}");
    assert!(url.contains("&apiVersion=2"), "{url}");
}

#[test]
fn a_name_is_looked_up_half_a_second_after_the_last_key_and_a_late_answer_finds_nobody() {
    let (world, _) = named();
    world.form("1", "");
    for end in 4..=7 {
        world.dispatch(json!({"type": "send.receiver", "value": &"bob.eth"[..end]}));
        world.pass(RECEIVER_LOOKUP_MS - 1);
    }
    let asked = |world: &World| world.http.seen.borrow().iter().filter(|r| asked_of(r).is_some()).count();
    assert_eq!(asked(&world), 0);
    let slice = world.slice("send");
    assert_eq!((slice["lookingUp"].as_bool(), slice["check"].as_str()), (Some(true), Some("looking_up")));
    assert!(world.settled(&review(&world)).is_err(), "nothing is sent to what is not known");
    world.pass(1);
    assert_eq!((asked(&world), &world.slice("send")["resolved"]), (2, &json!(BOB)));

    // the answer for one name comes when another one is typed, or the same one again
    let registry = registry();
    let (open, gate) = Gate::new();
    let held = registry.clone();
    world.served(move |request| {
        let (to, _) = asked_of(request)?;
        let is_registry = to == names::REGISTRY.to_checksum(None).to_lowercase();
        let mut named = held.borrow_mut();
        let (_, has) = named.iter_mut().find(|(name, _)| *name == "carol.alice.eth")?;
        let Has::Address(address) = has else { return None };
        let result = if is_registry { word(RESOLVER) } else { word(address) };
        if !is_registry {
            *address = BOB.into(); // whoever asks next is told something else
        }
        let answer = status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string());
        Some(if is_registry { answer } else { gate.hold(answer) })
    });
    world.dispatch(json!({"type": "send.receiver", "value": "carol.alice.eth"}));
    world.pass(RECEIVER_LOOKUP_MS);
    world.dispatch(json!({"type": "send.receiver", "value": "x"}));
    world.dispatch(json!({"type": "send.receiver", "value": "carol.alice.eth"}));
    world.pass(RECEIVER_LOOKUP_MS);
    assert_eq!(world.slice("send")["resolved"], BOB);
    open.send(()).unwrap();
    world.run();
    assert_eq!(world.slice("send")["resolved"], BOB, "the first answer is of a question nobody waits for");
}

#[test]
fn on_another_network_a_name_is_looked_up_again() {
    let (world, registry) = named();
    form(&world, "bob.eth");
    registry.borrow_mut().insert(0, ("bob.eth", Has::Address(CAROL.into())));
    world.wanders(1338);
    assert_eq!(world.slice("send")["resolved"], Value::Null, "what was found is of the network before");
    world.pass(RECEIVER_LOOKUP_MS);
    let slice = world.slice("send");
    assert_eq!(
        (slice["receiverAddress"].as_str(), slice["resolved"].as_str()),
        (Some("bob.eth"), Some(CAROL))
    );
}

#[test]
fn a_look_that_was_cut_off_by_closing_begins_again() {
    let (world, _) = named();
    world.form("1", "bob.eth");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(60_000);
    world.open("Account");
    world.dispatch(json!({"type": "router.push", "view": "Send"}));
    world.pass(RECEIVER_LOOKUP_MS);
    let slice = world.slice("send");
    assert!(slice["resolved"] == BOB || slice["receiverAddress"] == "", "{slice}");
    assert_eq!(slice["lookingUp"], false);
}

#[test]
fn another_token_keeps_the_receiver_that_was_found() {
    let world = World::with_token(6, "12.5");
    served(&world, &registry());
    world.open("Account");
    form(&world, "bob.eth");
    world.dispatch(json!({"type": "send.token", "id": format!("eip155:1337:{USDC}")}));
    assert_eq!(world.slice("send")["resolved"], BOB);
}

/// A resolver that answers for all names below `pool.eth`, or sends to gateways; and what those say.
struct Pool {
    urls: Vec<&'static str>,
    sender: &'static str,
    gateway: (u16, Value),
    is_wildcard: bool,
}

/// A number as a word, without 0x.
fn n(of: usize) -> String {
    format!("{of:064x}")
}

fn bytes(data: &str) -> String {
    format!("{}{data:0<width$}", n(data.len() / 2), width = data.len().next_multiple_of(64))
}

/// `OffchainLookup(sender, urls, 0xc0ffee, 0xaabbccdd, 0x07)`
fn revert(pool: &Pool) -> String {
    let urls: Vec<String> = pool.urls.iter().map(|url| bytes(&alloy_primitives::hex::encode(url))).collect();
    let mut at = pool.urls.len() * 32;
    let mut places = String::new();
    for url in &urls {
        places += &n(at);
        at += url.len() / 2;
    }
    let urls = [n(urls.len()), places, urls.concat()].concat();
    let (data, extra) = (bytes("c0ffee"), bytes("07"));
    let after = 160 + urls.len() / 2;
    [
        "0x556f1830",
        &format!("{:0>64}", &pool.sender[2..]),
        &n(160),
        &n(after),
        &format!("{:0<64}", "aabbccdd"),
        &n(after + data.len() / 2),
        &urls,
        &data,
        &extra,
    ]
    .concat()
}

/// What the resolver returns once it has checked what a gateway said.
fn checked(answer: &str) -> String {
    let (answer, extra) = (bytes(answer), bytes("07"));
    ["0xaabbccdd", &n(64), &n(64 + answer.len() / 2), &answer, &extra].concat()
}

fn pool(options: Value, pool: Pool) -> World {
    let world = World::with(options, Default::default());
    world.join();
    world.served(move |request| {
        let gateway = "http://localhost:7701/";
        if let Some(path) = request.url.strip_prefix(gateway) {
            let (code, answer) = pool.gateway.clone();
            match &request.body {
                None => assert_eq!(path, format!("{RESOLVER}/0xc0ffee.json")),
                Some(body) => {
                    let body: Value = serde_json::from_str(&body.text).unwrap();
                    assert_eq!(body, json!({"data": "0xc0ffee", "sender": RESOLVER}));
                }
            }
            return Some(status(code, &answer.to_string()));
        }
        assert!(!request.url.contains("other.example"), "{}", request.url);
        let body: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        let call = &body["params"][0];
        let (to, data) = (call["to"].as_str()?.to_lowercase(), call["data"].as_str()?.to_owned());
        let ok = |result: Value| {
            Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
        };
        if to == names::REGISTRY.to_checksum(None).to_lowercase() {
            let is_pool = data == names::resolver(names::node("pool.eth"));
            return ok(word(if is_pool { RESOLVER } else { "0x0" }));
        }
        if to != RESOLVER {
            return None;
        }
        let wrapped =
            |address: &str| json!(format!("0x{}{}", n(32), bytes(&word(address).as_str().unwrap()[2..])));
        if data.starts_with("0x01ffc9a7") {
            return ok(word(if pool.is_wildcard { "0x1" } else { "0x0" }));
        }
        if data.starts_with("0x9061b923") && pool.urls.is_empty() {
            assert!(
                data.contains("03626f6204706f6f6c0365746800"),
                "bob.pool.eth as the DNS writes it: {data}"
            );
            return ok(wrapped(BOB));
        }
        if data == checked("b0b0") {
            return ok(wrapped(BOB));
        }
        let error = json!({"code": 3, "message": "execution reverted", "data": revert(&pool)});
        Some(status(200, &json!({"id": 1, "error": error}).to_string()))
    });
    world.open("Account");
    world
}

fn listed(gateways: Value) -> Value {
    let mut own = options();
    own["nameGateways"] = gateways;
    own
}

// docs/spec/decisions.md 40 (ENSIP-10)
#[test]
fn a_name_below_one_whose_resolver_answers_for_it_is_found_and_below_another_it_is_not() {
    for (is_wildcard, found) in [(true, json!(BOB)), (false, Value::Null)] {
        let gateway = (500, Value::Null);
        let world = pool(options(), Pool { urls: Vec::new(), sender: RESOLVER, gateway, is_wildcard });
        form(&world, "bob.pool.eth");
        assert_eq!(world.slice("send")["resolved"], found);
    }
}

// docs/spec/decisions.md 40 (EIP-3668)
#[test]
fn a_gateway_is_asked_only_where_the_host_lists_it_and_the_contract_checks_what_it_says() {
    const GET: &str = "http://localhost:7701/{sender}/{data}.json";
    const POST: &str = "http://localhost:7701/";
    const OTHER: &str = "https://other.example/{data}";
    let listed = || listed(json!(["http://localhost:7701"]));
    let good = || (200, json!({"data": "0xb0b0"}));
    let found = |error: Value, options: Value, urls: &[&'static str], sender: &'static str, gateway| {
        let world = pool(options, Pool { urls: urls.to_vec(), sender, gateway, is_wildcard: true });
        form(&world, "bob.pool.eth");
        let slice = world.slice("send");
        assert_eq!(
            (&slice["receiverError"], slice["resolved"].is_null()),
            (&error, !error.is_null()),
            "{urls:?}"
        );
    };
    found(Value::Null, listed(), &[GET], RESOLVER, good());
    found(Value::Null, listed(), &[OTHER, POST], RESOLVER, good());
    found(json!("name_outside"), options(), &[GET], RESOLVER, good());
    found(json!("name_outside"), listed(), &[OTHER], RESOLVER, good());
    // another host behind the data, and another contract that speaks
    found(json!("name_outside"), listed(), &["http://localhost:7701{data}.other.example/"], RESOLVER, good());
    found(json!("name_failed"), listed(), &[GET], "0x00000000000000000000000000000000000e5002", good());
    found(json!("name_failed"), listed(), &[GET], RESOLVER, (404, json!({})));
    found(json!("name_failed"), listed(), &[GET], RESOLVER, (200, json!({"data": "b0"})));
    // what the contract does not take sends to the gateway again, and that ends
    found(json!("name_failed"), listed(), &[GET], RESOLVER, (200, json!({"data": "0xbad0"})));
}

#[test]
fn gateways_are_origins() {
    for wrong in [
        json!(["https://gateway.example/path"]),
        json!(["http://gateway.example"]),
        json!("https://a.example"),
    ] {
        let world = World::with(listed(wrong.clone()), Default::default());
        let said = world.host.details("wallet-alert");
        assert!(
            said.iter().any(|alert| alert.to_string().contains("nameGateways must be a list")),
            "{wrong} {said:?}"
        );
    }
}
