//! Requests of the host: what is put right, and what never reaches a wallet (docs/spec/rpc.md section 3).

use crate::support::market::word_of;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::error::Error;

/// Methods and parameters, in order.
type Noted = Rc<RefCell<Vec<(String, Value)>>>;

/// Connected; what the wallet is asked is noted.
fn noted() -> (World, Noted) {
    let world = World::connected();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let note = seen.clone();
    world.but(1, move |method, params| {
        note.borrow_mut().push((method.to_owned(), params.clone()));
        (method != "eth_chainId").then(|| ok(json!(format!("0x{}", "11".repeat(65)))))
    });
    (world, seen)
}

// req: 7.36
#[test]
fn normalizes_personal_sign_parameters() {
    for given in
        [json!(["0x6869", ALICE]), json!([ALICE, "0x6869"]), json!(["hi", ALICE]), json!([ALICE, "hi"])]
    {
        let (world, seen) = noted();
        world.chain.code.set("0x60");
        let signed = world.request("personal_sign", given.clone());
        assert!(world.settled(&signed).is_ok(), "{given}");
        let asked = seen.borrow().iter().find(|(method, _)| method == "personal_sign").cloned();
        assert_eq!(asked.unwrap().1, json!(["0x6869", ALICE]), "{given}");
    }
}

// req: 10.12
#[test]
fn forwards_only_the_parameters_that_were_reviewed() {
    let send = json!({"from": ALICE, "to": BOB, "value": "0x1"});
    let approval =
        json!({"from": ALICE, "to": BOB, "data": format!("0x095ea7b3{}{}", word_of(BOB), "f".repeat(64))});
    let batch = json!({"version": "2.0.0", "chainId": "0x539", "from": ALICE, "atomicRequired": true,
        "calls": [{"to": BOB, "value": "0x1"}]});
    let mut more = batch.clone();
    more["calls"] = json!([{"to": BOB, "data": approval["data"]}]);
    let typed = json!({"types": {"EIP712Domain": [{"name": "chainId", "type": "uint256"}],
            "Note": [{"name": "text", "type": "string"}]},
        "primaryType": "Note", "domain": {"chainId": 1337}, "message": {"text": "hi"}});
    for (method, read, unread) in [
        ("eth_sendTransaction", vec![send.clone()], approval.clone()),
        ("personal_sign", vec![json!("0x6869"), json!(ALICE)], json!("")),
        ("personal_sign", vec![json!("0x6869"), json!(ALICE)], approval.clone()),
        ("eth_signTypedData_v4", vec![json!(ALICE), typed], approval.clone()),
        ("wallet_sendCalls", vec![batch], more),
        ("wallet_watchAsset", vec![json!({"type": "ERC20"})], approval.clone()),
    ] {
        let (world, seen) = noted();
        world.chain.code.set("0x60");
        let mut given = read.clone();
        given.extend([unread, send.clone()]);
        drop(world.request(method, Value::Array(given)));
        let review = world.slice("review");
        if review["id"].is_number() {
            assert_eq!(review["lines"].as_array().unwrap().len(), 1, "{method}");
            confirm(&world);
        }
        let mut asked = sent(&seen, method);
        assert_eq!(asked.len(), 1, "{method}");
        if let Some(call) = asked[0][0].as_object_mut().filter(|_| method == "eth_sendTransaction") {
            call.remove("chainId");
        }
        assert_eq!(asked[0], Value::Array(read), "{method}");
    }
}

// req: 5.24, 7.38, 7.39
#[test]
fn rejects_incomplete_parameters_before_the_wallet() {
    let call = json!({"version": "2.0.0", "chainId": "0x539", "from": ALICE, "calls": [{"to": BOB, "value": "lots"}]});
    for (method, params, field) in [
        ("wallet_grantPermissions", json!([]), "params"),
        ("wallet_grantPermissions", json!([{}]), "chainId"),
        ("wallet_grantPermissions", json!({"chainId": "0x539"}), "params"),
        ("wallet_requestExecutionPermissions", json!([{"chainId": "0x1"}]), "chainId"),
        ("wallet_requestExecutionPermissions", json!([]), "params"),
        ("wallet_revokePermissions", json!([{"pci": 7}]), "params"),
        ("wallet_sendCalls", json!([call]), "value"),
        ("personal_sign", json!([{"text": "hi"}, ALICE]), "message"),
        ("personal_sign", json!([ALICE, BOB]), "address"),
        ("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xabc"}]), "data"),
        (
            "eth_sendTransaction",
            json!([{"from": ALICE, "to": BOB, "data": "0x", "input": "0xdeadbeef"}]),
            "input",
        ),
    ] {
        let (world, seen) = noted();
        let refused = world.request(method, params.clone());
        let error = Error::BadParams { field: field.into() };
        assert_eq!(world.settled(&refused), Err(error), "{method} {params}");
        assert!(seen.borrow().is_empty(), "{method} {params}");
    }
}

// Decision 35, "A signature that can't be verified"
#[test]
fn returns_an_unverifiable_signature_as_unchecked() {
    let signed = json!(format!("0x{}", "11".repeat(65)));
    for is_down in [true, false] {
        let world = World::connected();
        let answer = signed.clone();
        world.but(1, move |method, _| (method == "personal_sign").then(|| ok(answer.clone())));
        world.chain.node_down.set(is_down);
        let asked = world.request("personal_sign", json!(["0x6869", ALICE]));
        world.pass(20_000);
        let told = world.host.details("wallet-request").last().unwrap().clone();
        if is_down {
            assert_eq!(world.json(&asked), signed);
            assert_eq!((&told["phase"], told.get("verified")), (&json!("done"), Some(&Value::Null)));
        } else {
            assert!(world.settled(&asked).is_err(), "of another account, by the node's word");
            assert_eq!((&told["phase"], told.get("verified")), (&json!("failed"), None));
        }
    }
}

/// The wallet stands on another network than the page remembers, and has not said so.
fn strayed() -> (World, Noted) {
    let (world, seen) = noted();
    world.chain.stands.set(1338);
    world.chain.code.set("0x6001");
    (world, seen)
}

fn sent(seen: &Noted, method: &str) -> Vec<Value> {
    seen.borrow().iter().filter(|(of, _)| of == method).map(|(_, params)| params.clone()).collect()
}

fn confirm(world: &World) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.confirm", "id": id}));
}

// req: 10.12
#[test]
fn reviews_on_the_wallets_network_and_adds_it_to_the_request() {
    let call = json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}]);
    for (number, name) in [(1337, "Demo Chain"), (1338, "Second Chain"), (4242, "eip155:4242")] {
        let (world, seen) = strayed();
        world.chain.stands.set(number);
        drop(world.request("eth_sendTransaction", call.clone()));
        assert_eq!(world.view(), "ReviewRequest", "{number}");
        assert_eq!(world.slice("review")["networkName"], name);
        confirm(&world);
        let asked = sent(&seen, "eth_sendTransaction");
        assert_eq!(asked.len(), 1, "{number}");
        assert_eq!(asked[0][0]["chainId"], format!("{number:#x}"));
    }
    // what is no news where the page knows of it is read where it does not
    let (world, seen) = strayed();
    drop(world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}])));
    assert_eq!((world.view().as_str(), sent(&seen, "eth_sendTransaction").len()), ("ReviewRequest", 0));
}

// req: 10.12
#[test]
fn blocks_a_request_for_another_network_than_the_wallets() {
    let typed = json!([ALICE, {"types": {"EIP712Domain": [{"name": "chainId", "type": "uint256"}], "Mail": [{"name": "text", "type": "string"}]},
        "primaryType": "Mail", "domain": {"chainId": 1337}, "message": {"text": "hi"}}]);
    let batch = json!([{"version": "2.0.0", "from": ALICE, "chainId": "0x539", "atomicRequired": false,
        "calls": [{"to": BOB, "value": "0x1"}]}]);
    for (method, params) in [
        ("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1", "chainId": "0x539"}])),
        ("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1", "chainId": "0x53a"}])),
    ] {
        let (world, seen) = strayed();
        let asked = world.request(method, params.clone());
        let error = world.settled(&asked).unwrap_err();
        assert!(matches!(error, Error::BadParams { .. }), "{params} {error:?}");
        assert!(sent(&seen, method).is_empty() && !world.is_open(), "{params}");
    }
    // what names its network itself is read for that one, and the user is told
    for (method, params) in [("eth_signTypedData_v4", typed), ("wallet_sendCalls", batch)] {
        let (world, seen) = strayed();
        drop(world.request(method, params.clone()));
        let review = world.slice("review");
        assert_eq!(review["networkName"], "Demo Chain", "{method} {review}");
        let told =
            review["lines"].as_array().unwrap().iter().find(|line| line["words"] == "elsewhere").cloned();
        assert_eq!(told.unwrap()["risk"], "warning", "{method}");
        assert!(sent(&seen, method).is_empty());
        confirm(&world);
        assert_eq!(sent(&seen, method), [params], "{method}");
    }
}

// req: 10.12
#[test]
fn rejects_a_request_when_the_wallet_changes_network_meanwhile() {
    for (method, params) in [
        ("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "data": "0xdeadbeef"}])),
        (
            "wallet_sendCalls",
            json!([{"version": "2.0.0", "from": ALICE, "chainId": "0x539", "atomicRequired": false,
            "calls": [{"to": BOB, "value": "0x1"}]}]),
        ),
    ] {
        let (world, seen) = noted();
        world.chain.code.set("0x6001");
        let asked = world.request(method, params);
        assert_eq!(world.view(), "ReviewRequest", "{method}");
        world.chain.stands.set(1338);
        confirm(&world);
        assert_eq!(world.settled(&asked), Err(Error::WrongChain), "{method}");
        world.pass(1_000);
        assert!(sent(&seen, method).is_empty(), "{method}");
        assert_eq!((world.is_open(), &world.slice("review")["count"]), (false, &json!(0)), "{method}");
    }
}

// req: 10.12
#[test]
fn rejects_a_chain_request_when_the_wallet_reports_no_network() {
    for answer in [None, Some(json!("nowhere"))] {
        let world = World::connected();
        let held = HeldResponses::default();
        let given = answer.clone();
        world.but(1, move |method, _| {
            (method == "eth_chainId").then(|| match &given {
                Some(given) => ok(given.clone()),
                None => held.hold(ok(json!("0x539"))),
            })
        });
        let asked = world.request("eth_sendTransaction", json!([{"from": ALICE, "to": BOB, "value": "0x1"}]));
        world.pass(5_000);
        assert!(world.settled(&asked).is_err(), "{answer:?}");
        assert_eq!(world.wallets.count("eth_sendTransaction"), 0, "{answer:?}");
    }
}

// Decision 42, "Fields of a request, the first rules"
#[test]
fn authorizes_only_delegates_named_by_the_page_as_critical() {
    let one = |address: &str, chain: &str| json!([{"address": address, "chainId": chain, "nonce": "0x1"}]);
    let with = |named: Option<Value>, list: &Value, method: &str| {
        let mut options = options();
        if let Some(named) = named {
            options["accountDelegates"] = named;
        }
        let world = World::with(options, Default::default());
        world.join();
        let mut call =
            json!({"from": ALICE, "to": BOB, "value": "0x0", "type": "0x4", "authorizationList": list});
        let params = match method {
            "wallet_sendCalls" => {
                call.as_object_mut()
                    .unwrap()
                    .retain(|name, _| ["to", "authorizationList"].contains(&name.as_str()));
                json!([{"version": "2.0.0", "from": ALICE, "chainId": "0x539", "atomicRequired": true, "calls": [call]}])
            }
            _ => json!([call]),
        };
        let asked = world.request(method, params);
        (world, asked)
    };
    let named = || Some(json!({"eip155:1337": [USDC]}));
    let mut strange = one(USDC, "0x539");
    strange[0]["extra"] = json!(1);
    let two = json!([one(USDC, "0x539")[0], one(USDC, "0x539")[0]]);
    for (allowed, list, method) in [
        (None, one(USDC, "0x539"), "eth_sendTransaction"),
        (named(), one(BOB, "0x539"), "eth_sendTransaction"),
        (named(), one(USDC, "0x0"), "eth_sendTransaction"),
        (named(), one(USDC, "0x1"), "eth_sendTransaction"),
        (named(), json!([]), "eth_sendTransaction"),
        (named(), two, "eth_sendTransaction"),
        (named(), strange, "eth_sendTransaction"),
        (named(), one(USDC, "0x539"), "wallet_sendCalls"),
        (Some(json!({"eip155:1": [USDC]})), one(USDC, "0x539"), "eth_sendTransaction"),
    ] {
        let (world, asked) = with(allowed, &list, method);
        assert!(matches!(world.settled(&asked), Err(Error::BadParams { .. })), "{list} {method}");
        assert_eq!((world.is_open(), world.wallets.count(method)), (false, 0), "{list}");
    }
    let (world, _asked) = with(named(), &one(USDC, "0x539"), "eth_sendTransaction");
    let slice = world.slice("review");
    let line = &slice["lines"][0];
    assert_eq!(
        (&slice["critical"], &line["power"], &line["party"]),
        (&json!(true), &json!("delegate"), &json!(USDC))
    );
    confirm(&world);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    world.dispatch(json!({"type": "review.accept", "id": slice["id"], "accepted": true}));
    confirm(&world);
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}
