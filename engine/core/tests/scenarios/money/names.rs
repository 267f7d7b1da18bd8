//! Names as receivers: looked up, shown next to the whole address they lead to, sent to that address and no other (docs/spec/services.md
//! A9).

use crate::support::ens::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::constants::{NAME_BYTES_MAX, RECEIVER_LOOKUP_MS};

const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
/// Of the page's network, eip155:1337.
const HERE: u32 = 0x8000_0539;

fn registry() -> Ens {
    let raw = |record: &str| Record::Returns(resolved(record));
    let revert = |selector: &str| Record::Reverts([selector, &word_of(32), &word_of(0)].concat());
    Ens::of(&[
        ("bob.eth", HERE, Record::Address(BOB)),
        ("bob.eth", ETHER_COIN, Record::Address(CAROL)),
        ("carol.alice.eth", HERE, Record::Address(CAROL)),
        ("dora.example", HERE, Record::Address(CAROL)),
        ("nobody.eth", HERE, raw(&record_of(HERE, "0x0000000000000000000000000000000000000000"))),
        ("nobody.eth", ETHER_COIN, raw(&record_of(ETHER_COIN, "0x0"))),
        ("silent.eth", HERE, raw("")),
        ("old.eth", HERE, revert(NO_PROFILE)),
        ("broken.eth", HERE, revert(RESOLVER_ERROR)),
        ("failing.eth", HERE, Record::Fails),
        ("long.eth", HERE, raw(&record_of(HERE, &"ff".repeat(32)))),
        ("wide.eth", ETHER_COIN, raw(&"f".repeat(64))),
        ("empty.eth", HERE, Record::Returns("0x".into())),
    ])
}

fn served(world: &World, registry: &Ens) {
    let registry = registry.clone();
    world.served(move |request| registry.serve(request));
}

fn named() -> (World, Ens) {
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
fn compares_lookalikes_with_an_account_found_by_name() {
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
fn resolves_a_name_and_shows_the_full_address() {
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
fn keeps_the_previewed_address_when_the_name_changes() {
    let (world, registry) = named();
    form(&world, "bob.eth");
    assert!(world.settled(&review(&world)).is_ok());
    registry.set("bob.eth", HERE, Record::Address(CAROL));
    world.dispatch(json!({"type": "send.lookup"}));
    world.pass(60_000);
    assert_eq!(world.slice("send")["preview"]["to"]["address"], BOB);
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.wallets.last("eth_sendTransaction").unwrap()[0]["to"], BOB);
}

// req: 10.56
// decision 29, "Which node confirms an amount"
#[test]
fn resolves_ens_with_the_pages_node_or_the_services() {
    let nodes =
        |ens: &Ens| -> Vec<String> { ens.asked.borrow().iter().map(|call| call.node.clone()).collect() };
    let (world, ens) = named();
    form(&world, "bob.eth");
    let urls = nodes(&ens);
    assert_eq!(urls.len(), 1, "one call");
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
    let ens = registry();
    served(&world, &ens);
    world.open("Account");
    form(&world, "bob.eth");
    assert_eq!(nodes(&ens), ["http://localhost:8551"]);
    assert_eq!(world.slice("send")["resolved"], BOB);
}

// req: 10.56
#[test]
fn reports_that_ens_needs_a_node_or_a_project() {
    let mut own = options();
    own.as_object_mut().unwrap().remove("projectId");
    let world = World::with(own, Default::default());
    world.join();
    let ens = registry();
    served(&world, &ens);
    world.open("Account");
    for (name, error) in [("bob.eth", "name_without_node"), ("alice.reown.id", "name_failed")] {
        form(&world, name);
        assert_eq!(world.slice("send")["receiverError"], error, "{name}");
    }
    assert_eq!(ens.seen(), []);
}

// req: 10.56
#[test]
fn resolves_a_name_per_network() {
    let (world, ens) = named();
    form(&world, "bob.eth");
    let slice = world.slice("send");
    assert_eq!((&slice["resolved"], &slice["ofEthereum"]), (&json!(BOB), &json!(false)));
    assert_eq!(ens.seen(), [("bob.eth".to_owned(), HERE)], "one call, for this network");
    assert!(world.settled(&review(&world)).is_ok());
    assert_eq!(world.slice("send")["preview"]["ofEthereum"], false);

    // on Ethereum itself, by the record that every resolver has
    let mut own = options();
    let mut mainnet = network(1, "Ethereum");
    mainnet["rpcUrls"]["default"]["http"] = json!(["http://localhost:8551"]);
    own["networks"].as_array_mut().unwrap().push(mainnet);
    own["defaultNetwork"] = json!("eip155:1");
    let world = World::with(own, Default::default());
    world.join();
    let ens = registry();
    served(&world, &ens);
    world.open("Account");
    world.wanders(1);
    form(&world, "bob.eth");
    let slice = world.slice("send");
    assert_eq!((&slice["resolved"], &slice["ofEthereum"]), (&json!(CAROL), &json!(false)));
    assert_eq!(ens.seen(), [("bob.eth".to_owned(), ETHER_COIN)]);
}

// req: 10.56
#[test]
fn falls_back_to_the_ethereum_address_only_for_a_key_account() {
    const CONTRACT: &str = "0x6080604052";
    let delegation: &'static str = Box::leak(format!("0xef0100{}", "ab".repeat(20)).into_boxed_str());
    let almost: &'static str = Box::leak(format!("0xef0100{}", "ab".repeat(21)).into_boxed_str());
    for (code, is_held) in [("0x", true), (delegation, true), (almost, false), (CONTRACT, false)] {
        let (world, ens) = named();
        *ens.code.borrow_mut() = vec![(CAROL, code)];
        // without a record for this network, in each of the ways that resolvers have to say so
        for name in ["dave.eth", "silent.eth", "old.eth"] {
            ens.set(name, ETHER_COIN, Record::Address(CAROL));
            form(&world, name);
            let slice = world.slice("send");
            let error = if is_held { Value::Null } else { json!("name_of_contract") };
            let address = if is_held { json!(CAROL) } else { Value::Null };
            assert_eq!(
                (&slice["receiverError"], &slice["resolved"], slice["ofEthereum"].as_bool()),
                (&error, &address, Some(is_held)),
                "{name} {code}"
            );
        }
        assert_eq!(world.settled(&review(&world)).is_ok(), is_held);
        if is_held {
            assert_eq!(world.slice("send")["preview"]["ofEthereum"], true);
        }
    }
    // a node that doesn't say whether a contract is there says nothing
    let (world, ens) = named();
    ens.set("dave.eth", ETHER_COIN, Record::Address(CAROL));
    let names = ens.clone();
    world.served(move |request| {
        let is_code = request.body.as_ref().is_some_and(|body| body.text.contains("eth_getCode"));
        if is_code { Some(status(500, "{}")) } else { names.serve(request) }
    });
    form(&world, "dave.eth");
    assert_eq!(world.slice("send")["receiverError"], "name_failed");
}

#[test]
fn distinguishes_unknown_names_from_failed_lookups_and_retries() {
    let (world, registry) = named();
    for (name, error) in [
        ("nobody.eth", "name_not_found"),
        ("silent.eth", "name_not_found"),
        ("old.eth", "name_not_found"),
        ("unknown.eth", "name_not_found"),
        ("broken.eth", "name_failed"),
        ("failing.eth", "name_failed"),
        ("long.eth", "name_failed"),
        ("wide.eth", "name_failed"),
        ("empty.eth", "name_failed"),
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
    registry.set("broken.eth", HERE, Record::Address(BOB));
    world.dispatch(json!({"type": "send.lookup"}));
    assert_eq!(world.slice("send")["resolved"], BOB, "at once, without typing");
}

// req: 10.56
#[test]
fn rejects_an_invalid_name_with_its_reason_and_no_lookup() {
    let (world, ens) = named();
    let long = "a.".repeat(NAME_BYTES_MAX) + "eth";
    for (typed, error, character) in [
        ("xn--bcher-kva.eth", "name_hyphens", None),
        ("ab--c.eth", "name_hyphens", None),
        ("a_b.eth", "name_place", None),
        ("nick'.eth", "name_place", None),
        ("bob..eth", "name_empty", None),
        ("bob.eth.", "name_empty", None),
        (".eth", "name_empty", None),
        ("bob eth.eth", "name_character", Some("U+0020")),
        ("bob.eth/", "name_character", Some("/")),
        (long.as_str(), "name_long", None),
        ("abc.reown.id", "name", None),
        ("bob.alice.wcn.id", "name", None),
        ("satoshi", "name", None),
        ("@alice", "name", None),
    ] {
        form(&world, typed);
        let slice = world.slice("send");
        assert_eq!(
            (slice["receiverError"].as_str(), slice["nameCharacter"].as_str(), &slice["lookingUp"]),
            (Some(error), character, &json!(false)),
            "{typed}"
        );
        assert!(world.settled(&review(&world)).is_err());
    }
    assert_eq!((ens.seen().len(), world.asked("/v1/profile/account/")), (0, 0));
    assert!(world.host.lettered.borrow().is_empty(), "plain names need no tables");
}

// req: 10.56
#[test]
fn normalizes_a_non_latin_name_with_the_tables() {
    let (world, ens) = named();
    ens.set("b\u{fc}cher.eth", HERE, Record::Address(BOB));
    ens.set("nick.eth", HERE, Record::Address(CAROL));
    ens.set("nick\u{2019}s.eth", HERE, Record::Address(CAROL));
    *world.host.tables.borrow_mut() = vec![
        ("B\u{dc}CHER.eth", r#"{"name":"b\u00fccher.eth"}"#),
        ("\u{ff2e}\u{ff29}\u{ff23}\u{ff2b}.eth", r#"{"name":"nick.eth"}"#),
        ("alice\u{200d}.eth", r#"{"fault":"character","character":"200D"}"#),
        ("\u{202e}alice.eth", r#"{"fault":"character","character":"202E"}"#),
        ("\u{430}lice.eth", r#"{"fault":"mixed","character":"6C"}"#),
        ("\u{430}\u{440}\u{440}\u{4cf}\u{435}.eth", r#"{"fault":"alike"}"#),
        ("abc\u{2024}reown.id", r#"{"name":"abc.reown.id"}"#),
        ("garbage\u{e9}.eth", r#"{"name":"Two words.eth"}"#),
    ];
    for (typed, name, address) in [
        ("B\u{dc}CHER.eth", "b\u{fc}cher.eth", BOB),
        ("\u{ff2e}\u{ff29}\u{ff23}\u{ff2b}.eth", "nick.eth", CAROL),
        ("Nick's.eth", "nick\u{2019}s.eth", CAROL),
    ] {
        form(&world, typed);
        let slice = world.slice("send");
        assert_eq!((slice["resolved"].as_str(), &slice["receiverAddress"]), (Some(address), &json!(typed)));
        assert!(world.settled(&review(&world)).is_ok());
        assert_eq!(world.slice("send")["preview"]["to"]["name"], name, "the name that was asked for");
        world.dispatch(json!({"type": "router.back"}));
    }
    let asked = ens.seen().len();
    for (typed, error, character) in [
        ("alice\u{200d}.eth", "name_character", Some("U+200D")),
        ("\u{202e}alice.eth", "name_character", Some("U+202E")),
        ("\u{430}lice.eth", "name_mixed", None),
        ("\u{430}\u{440}\u{440}\u{4cf}\u{435}.eth", "name_alike", None),
        ("abc\u{2024}reown.id", "name", None),
        // what is neither, and tables that cannot be had
        ("garbage\u{e9}.eth", "name_failed", None),
        ("unknown\u{e9}.eth", "name_failed", None),
    ] {
        form(&world, typed);
        let slice = world.slice("send");
        assert_eq!(
            (slice["receiverError"].as_str(), slice["nameCharacter"].as_str(), &slice["resolved"]),
            (Some(error), character, &Value::Null),
            "{typed}"
        );
    }
    assert_eq!(ens.seen().len(), asked, "no one is asked for what is no name");
    // the tables come with another try
    world.host.tables.borrow_mut().push(("unknown\u{e9}.eth", r#"{"name":"nick.eth"}"#));
    world.dispatch(json!({"type": "send.lookup"}));
    assert_eq!(world.slice("send")["resolved"], CAROL);
}

// req: 7.14
#[test]
fn resolves_own_names_with_the_profile_service_per_network() {
    let world = World::connected();
    let answers: Rc<RefCell<(u16, Value)>> = Rc::new(RefCell::new((200, Value::Null)));
    let now = answers.clone();
    let ens = registry();
    let at_ethereum = ens.clone();
    world.served(move |request| {
        let (code, body) = now.borrow().clone();
        let of_service = request.url.contains("/v1/profile/account/");
        of_service.then(|| status(code, &body.to_string())).or_else(|| at_ethereum.serve(request))
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
        assert_eq!(slice["ofEthereum"], found == BOB, "{answer:?}");
    }
    // 10.56: a contract on Ethereum need not be on this network
    *answers.borrow_mut() = (200, by(&[("60", BOB)]));
    *ens.code.borrow_mut() = vec![(BOB, "0x6080")];
    form(&world, "Bobby9.Reown.id");
    assert_eq!(world.slice("send")["receiverError"], "name_of_contract");
    let url = world.requests("/v1/profile/account/").pop().unwrap().url;
    assert!(url.starts_with("http://localhost:4002/v1/profile/account/bobby9.reown.id?"), "{url}");
    assert!(url.contains("&apiVersion=2"), "{url}");
}

#[test]
fn debounces_lookups_and_drops_a_late_response() {
    let (world, ens) = named();
    world.form("1", "");
    for end in 4..=7 {
        world.dispatch(json!({"type": "send.receiver", "value": &"bob.eth"[..end]}));
        world.pass(RECEIVER_LOOKUP_MS - 1);
    }
    assert_eq!(ens.seen(), []);
    let slice = world.slice("send");
    assert_eq!((slice["lookingUp"].as_bool(), slice["check"].as_str()), (Some(true), Some("looking_up")));
    assert!(world.settled(&review(&world)).is_err(), "nothing is sent to what is not known");
    world.pass(1);
    assert_eq!((ens.seen().len(), &world.slice("send")["resolved"]), (1, &json!(BOB)));

    // the answer for one name comes when another one is typed, or the same one again
    let (open, gate) = Gate::new();
    let held = ens.clone();
    world.served(move |request| {
        let seen = held.seen().len();
        let answer = held.serve(request)?;
        if held.seen().len() == seen || held.seen().last().unwrap().0 != "carol.alice.eth" {
            return Some(answer);
        }
        held.set("carol.alice.eth", HERE, Record::Address(BOB)); // whoever asks next is told something else
        Some(gate.hold(answer))
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
fn resolves_a_name_again_on_another_network() {
    let (world, registry) = named();
    form(&world, "bob.eth");
    registry.set("bob.eth", HERE, Record::Address(CAROL));
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
fn restarts_a_lookup_that_a_close_interrupted() {
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
fn keeps_the_resolved_recipient_when_the_token_changes() {
    let world = World::with_token(6, "12.5");
    served(&world, &registry());
    world.open("Account");
    form(&world, "bob.eth");
    world.dispatch(json!({"type": "send.token", "id": format!("eip155:1337:{USDC}")}));
    assert_eq!(world.slice("send")["resolved"], BOB);
}
