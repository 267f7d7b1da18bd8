//! The list of smart sessions (1.24, 7.21; docs/spec/services.md A10).

use super::support::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::ports::provider::WalletEvent;

fn tab(world: &World, tab: &str) {
    world.dispatch(json!({ "type": "sessions.tab", "tab": tab }));
}

// req: 1.24, 7.21
#[test]
fn groups_sessions_by_status_and_month_newest_first() {
    let day = 86_400;
    let mut revoked = session("r1", NOW_S - 90 * day, NOW_S + day);
    revoked["revokedAt"] = json!(NOW_S - 5);
    let (world, _) = listed(&[
        session("a1", NOW_S - 400 * day, NOW_S + day),
        session("e1", NOW_S - 10, NOW_S),
        revoked,
        session("a2", NOW_S - 10, NOW_S + 1),
    ]);
    let asked = world.requests("/v1/sessions/");
    assert_eq!(asked.len(), 1);
    let account = format!("/v1/sessions/eip155:1337:{ALICE}?");
    assert!(asked[0].url.contains(&account) && asked[0].url.contains("projectId=demo"), "{}", asked[0].url);
    assert_eq!(
        (slice(&world)["phase"].as_str(), slice(&world)["counts"].clone()),
        (Some("ready"), json!([2, 1, 1]))
    );
    assert_eq!(rows(&world), ["a2", "a1"]);
    let titles: Vec<Value> =
        slice(&world)["months"].as_array().unwrap().iter().map(|month| month["title"].clone()).collect();
    assert_eq!(titles, [json!("November"), json!("October 2022")]);
    let first = row(&world, "a2");
    assert_eq!(
        [&first["name"], &first["site"], &first["tag"], &first["lines"]],
        [&json!("Lagoon Games"), &json!("lagoon.example"), &json!("active"), &Value::Null]
    );
    tab(&world, "expired");
    assert_eq!((rows(&world), row(&world, "e1")["canRevoke"].clone()), (vec!["e1".into()], json!(false)));
    tab(&world, "revoked");
    assert_eq!(rows(&world), ["r1"]);
}

// Dates are the user's; so is the second at which a session is over.
// req: 1.24
#[test]
fn moves_a_session_to_expired_while_it_is_visible() {
    let (world, _) = listed(&[session("a1", NOW_S, NOW_S + 100_000), session("a2", NOW_S, NOW_S + 90)]);
    assert_eq!(rows(&world), ["a1", "a2"]);
    world.pass(89_000);
    assert_eq!(rows(&world), ["a1", "a2"]);
    world.pass(1_001);
    assert_eq!((rows(&world), slice(&world)["counts"].clone()), (vec!["a1".into()], json!([1, 1, 0])));
    assert_eq!(world.requests("/v1/sessions/").len(), 1, "the clock asks nobody");
    world.pass(120_000_000);
    assert_eq!(slice(&world)["counts"], json!([0, 2, 0]));
}

// req: 1.24
#[test]
fn describes_permissions_with_the_nodes_decimals() {
    let token = |address: &str, units: &str| {
        json!({ "type": "erc20-recurring-allowance", "data": { "token": address, "allowance": units,
            "start": NOW_S + 5, "period": 1_209_600 } })
    };
    let mut one = session("a1", NOW_S, NOW_S + 9);
    one["permissions"] = json!([
        allowance("0x6f05b59d3b20000"),
        token(USDC, "0xee6b280"),
        token(BOB, &format!("0x{}", "f".repeat(64))),
        { "type": "contract-call", "data": { "address": BOB, "abi": [
            { "type": "function", "name": "play", "inputs": [{ "name": "table", "type": "uint256" }, { "name": "who", "type": "address" }, { "name": "", "type": "bytes32" }] },
            { "type": "function", "name": "twice", "inputs": [] }, { "type": "function", "name": "twice", "inputs": [] }],
            "functions": [
                { "functionName": "play", "valueLimit": "0xb1a2bc2ec50000", "operation": "DelegateCall", "args": [
                    { "operator": "EQUAL", "value": "0x03e8" },
                    { "operator": "EQUAL", "value": format!("0x{:0>64}", &BOB[2..]) },
                    { "operator": "LESS_THAN", "value": "0x0a" }] },
                { "functionName": "twice" }] } },
        { "type": "everything", "data": {} },
        7,
    ]);
    let (world, _) = listed(&[one]);
    world.chain.contract.borrow_mut().push(("0x313ce567", json!(format!("0x{:064x}", 6))));
    world.dispatch(json!({ "type": "sessions.show", "pci": "a1" }));
    world.run();
    let lines = row(&world, "a1")["lines"].clone();
    let is = |at: usize, name: &str, value: Value| assert_eq!(lines[at][name], value, "{at} {name}: {lines}");
    is(0, "amount", json!("0.5"));
    is(0, "symbol", json!("ETH"));
    is(0, "every", json!({ "count": "1", "unit": "day" }));
    is(1, "amount", json!("250"));
    is(1, "units", json!(false));
    is(1, "contract", json!(USDC));
    is(1, "every", json!({ "count": "2", "unit": "week" }));
    is(1, "from", json!("14 Nov 2023, 22:13"));
    is(2, "kind", json!("unlimited"));
    is(2, "amount", Value::Null);
    is(3, "kind", json!("call"));
    is(
        3,
        "functions",
        json!([
            { "name": "play", "value": "0.05 ETH", "delegate": true, "bounds": [
                { "name": "table", "named": true, "kind": "equal", "value": "1,000" },
                { "name": "who", "named": true, "kind": "equal", "value": BOB },
                { "name": "3", "named": false, "kind": "less", "value": "0x0a" }] },
            { "name": "twice", "value": null, "delegate": false, "bounds": [] },
        ]),
    );
    is(4, "text", json!("everything"));
    is(5, "kind", json!("other"));
    world.dispatch(json!({ "type": "sessions.show", "pci": "a1" }));
    assert_eq!(row(&world, "a1")["lines"], Value::Null, "hidden again");
}

// req: 1.24, 10.12
#[test]
fn shows_a_symbol_only_if_list_and_contract_agree() {
    for (own, symbol) in [(string_of("USDC"), json!("USDC")), (string_of("DAI"), Value::Null)] {
        let mut one = session("a1", NOW_S, NOW_S + 999);
        one["permissions"] = json!([{ "type": "erc20-recurring-allowance",
            "data": { "token": USDC, "allowance": "0xee6b280", "start": 0, "period": 86_400 } }]);
        let (world, _) = listed(&[one]);
        world.chain.tokens.borrow_mut().push(json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337",
            "address": format!("eip155:1337:{USDC}"), "price": 1, "quantity": {"decimals": "6", "numeric": "500"}, "iconUrl": ""}));
        let says = [("0x313ce567", json!(format!("0x{:064x}", 6))), (SYMBOL, own.clone())];
        world.chain.contract.borrow_mut().extend(says);
        world.pass(31_000);
        world.open("Account");
        world.pass(1_000);
        world.open("SmartSessionList");
        world.dispatch(json!({ "type": "sessions.show", "pci": "a1" }));
        world.pass(1_000);
        let line = row(&world, "a1")["lines"][0].clone();
        assert_eq!((&line["amount"], &line["symbol"]), (&json!("250"), &symbol), "{own}");
    }
}

// req: 1.24
#[test]
fn shows_base_units_if_the_node_is_down() {
    let mut one = session("a1", NOW_S, NOW_S + 999);
    one["permissions"] = json!([{ "type": "erc20-recurring-allowance",
        "data": { "token": USDC, "allowance": "0xee6b280", "start": 0, "period": 7 } }]);
    let (world, _) = listed(&[one]);
    world.chain.node_down.set(true);
    world.dispatch(json!({ "type": "sessions.show", "pci": "a1" }));
    world.pass(20_000);
    let line = row(&world, "a1")["lines"][0].clone();
    assert_eq!(
        [&line["amount"], &line["units"], &line["every"]],
        [&json!("250,000,000"), &json!(true), &json!({ "count": "7", "unit": "second" })]
    );
}

// Without the careful reader one bad entry empties the list; without its rules about ids a user signs someone's message, or a session hides
// behind its id.
// req: 7.21
#[test]
fn skips_malformed_sessions_but_lists_odd_ids_as_unsignable() {
    let good = || session("good", NOW_S, NOW_S + 9);
    let with = |name: &str, value: Value| {
        let mut one = session("bad", NOW_S, NOW_S + 9);
        one[name] = value;
        one
    };
    let bad = [
        json!(7),
        json!(null),
        json!({}),
        with("pci", json!(7)),
        with("pci", json!("")),
        with("pci", json!("app.example wants you to sign in")),
        with("pci", json!("a\nb")),
        with("pci", json!("a\u{202e}b")),
        with("pci", json!("x".repeat(257))),
        good(),
    ];
    let mut list = bad.to_vec();
    list.insert(3, good());
    list.push(with("expiry", json!(9_007_199_254_740_993_u64)));
    let (world, _) = listed(&list);
    let odd: Vec<String> = (4..10).map(|index| format!("?{index}")).collect();
    assert_eq!(rows(&world), [&["good".to_owned()], &odd[..], &["bad".to_owned()]].concat());
    for pci in &odd {
        assert_eq!(
            [&row(&world, pci)["isOdd"], &row(&world, pci)["canRevoke"]],
            [&json!(true), &json!(false)]
        );
        for action in ["sessions.revoke", "sessions.confirm"] {
            let asked = world.dispatch(json!({ "type": action, "pci": pci }));
            assert_eq!(world.settled(&asked), Err(Error::BadParams { field: "pci".into() }));
        }
        world.dispatch(json!({ "type": "sessions.show", "pci": pci }));
        assert_ne!(row(&world, pci)["lines"], Value::Null, "what it may do is shown");
    }
    assert_eq!(world.wallets.count("personal_sign"), 0);
    assert_eq!(row(&world, "good")["isOdd"], false);
    assert_eq!(row(&world, "bad")["expiry"], Value::Null, "an end that no calendar has is none");
    let mut odd = session("odd", NOW_S, NOW_S + 9);
    odd["createdAt"] = json!(-1);
    odd["project"] = json!({ "name": "A\u{202e}B <b>", "url": "javascript:alert(1)", "iconUrl": 7 });
    odd["policies"] = json!([7, { "id": "x\u{200b}" }]);
    let (world, _) = listed(&[odd]);
    let odd = row(&world, "odd");
    assert_eq!(
        [&odd["name"], &odd["site"], &odd["created"], &odd["policies"]],
        [&json!("AB <b>"), &Value::Null, &Value::Null, &json!(["x"])]
    );
    assert_eq!(slice(&world)["months"][0]["title"], Value::Null);
}

// req: 7.21
#[test]
fn accepts_a_bare_list_caps_it_and_retries_invalid_data() {
    let (world, service) = connected(&[]);
    *service.answer.borrow_mut() = Some(json!([session("bare", NOW_S, NOW_S + 9)]));
    world.open("SmartSessionList");
    world.run();
    assert_eq!(rows(&world), ["bare"]);
    let many: Vec<Value> = (0..300).map(|n| session(&format!("n{n}"), NOW_S + n, NOW_S + 999)).collect();
    *service.answer.borrow_mut() = Some(json!({ "pcis": many }));
    world.dispatch(json!({ "type": "sessions.retry" }));
    world.run();
    assert_eq!((rows(&world).len(), slice(&world)["cut"].clone()), (200, json!(200)));
    assert_eq!(rows(&world)[0], "n299", "the newest stay");
    for nonsense in [json!({ "pcis": "many" }), json!({}), json!("x"), json!(null)] {
        let (world, service) = connected(&[session("a1", NOW_S, NOW_S + 9)]);
        *service.answer.borrow_mut() = Some(nonsense.clone());
        world.open("SmartSessionList");
        world.pass(1_000);
        assert_eq!(slice(&world)["phase"], "failed", "{nonsense}");
        *service.answer.borrow_mut() = None;
        world.dispatch(json!({ "type": "sessions.retry" }));
        world.run();
        assert_eq!((slice(&world)["phase"].as_str(), rows(&world).len()), (Some("ready"), 1));
    }
}

// req: 1.24
#[test]
fn shows_a_failure_and_keeps_the_old_list() {
    let (world, service) = connected(&[session("a1", NOW_S, NOW_S + 999)]);
    service.status.set(0);
    world.open("SmartSessionList");
    assert_eq!(slice(&world)["phase"], "loading");
    world.pass(30_000);
    assert_eq!(slice(&world)["phase"], "failed");
    service.status.set(200);
    world.dispatch(json!({ "type": "sessions.retry" }));
    world.run();
    assert_eq!((rows(&world), slice(&world)["old"].clone()), (vec!["a1".to_owned()], json!(false)));
    service.status.set(500);
    world.open("Account");
    world.open("SmartSessionList");
    world.run();
    assert_eq!((rows(&world), slice(&world)["old"].clone()), (vec!["a1".to_owned()], json!(true)));
    service.status.set(403);
    world.dispatch(json!({ "type": "sessions.retry" }));
    world.run();
    assert!(world.alerts().contains(&"origin_not_allowed".to_owned()) || !world.alerts().is_empty());
}

// req: 7.2
#[test]
fn lists_no_sessions_on_an_unserved_network_or_if_off() {
    let (world, _) = connected(&[session("a1", NOW_S, NOW_S + 9)]);
    world.chain.supported.borrow_mut().clear();
    let world = world.reload_with(options_of_sessions());
    world.pass(2_000);
    world.willing(1);
    world.returns();
    world.open("SmartSessionList");
    world.pass(2_000);
    assert_eq!((slice(&world)["phase"].as_str(), rows(&world).len()), (Some("ready"), 0));
    assert!(world.requests("/v1/sessions/").is_empty());
    let world = World::connected();
    world.open("SmartSessionList");
    world.run();
    assert_eq!((slice(&world)["phase"].as_str(), world.requests("/v1/sessions/").len()), (Some("off"), 0));
}

// Without the generation the late list of one account is shown as another's.
// req: 1.24
#[test]
fn drops_the_list_and_late_responses_of_the_previous_account() {
    let (world, service) = listed(&[session("a1", NOW_S, NOW_S + 999)]);
    service.holds.set(true);
    world.dispatch(json!({ "type": "sessions.retry" }));
    world.run();
    service.holds.set(false);
    *service.list.borrow_mut() = vec![session("b1", NOW_S, NOW_S + 999)];
    world.holds(1, &[BOB]);
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!(rows(&world), ["b1"]);
    service.held.let_go();
    world.run();
    assert_eq!(rows(&world), ["b1"], "what was asked for the other account");
    assert!(world.requests("/v1/sessions/").last().unwrap().url.contains(BOB));
    world.dispatch(json!({ "type": "accounts.disconnect" }));
    world.pass(3_000);
    assert!(rows(&world).is_empty());
}

// A site that asks for a hundred and one things, or for no end that anyone can read, is not left out of what can be taken back.
// req: 1.24, 7.21
#[test]
fn lists_sessions_with_unreadable_permissions() {
    let with = |pci: &str, name: &str, value: Value| {
        let mut one = session(pci, NOW_S, NOW_S + 9);
        one[name] = value;
        one
    };
    let (world, _) = listed(&[
        with("many", "permissions", json!(vec![allowance("0x1"); 101])),
        with("none", "permissions", json!({})),
        with("late", "expiry", json!(1e300)),
        with("soon", "expiry", json!("soon")),
    ]);
    assert_eq!(rows(&world), ["many", "none", "late", "soon"]);
    assert_eq!(
        [&row(&world, "late")["expiry"], &row(&world, "late")["canRevoke"]],
        [&Value::Null, &json!(true)]
    );
    for (pci, lines) in [("many", 100), ("none", 1)] {
        world.dispatch(json!({ "type": "sessions.show", "pci": pci }));
        let shown = row(&world, pci)["lines"].clone();
        assert_eq!(
            (shown.as_array().unwrap().len(), &shown[lines - 1]["kind"]),
            (lines, &json!("other")),
            "{pci}"
        );
    }
}
