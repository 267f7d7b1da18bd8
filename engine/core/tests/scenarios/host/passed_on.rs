//! A provider is a page's only way to its wallet: what is unknown here is passed on, said to be unread, and left to the wallet (decisions 237,
//! "Methods that a wallet or a node gets", 238, "Fields of a request", and 240, "Events of a provider").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::error::Error;

/// Methods and parameters, in order.
type Noted = Rc<RefCell<Vec<(String, Value)>>>;

/// Connected; what the wallet is asked is noted, and answered so.
fn answering(answer: Value) -> (World, Noted) {
    let world = World::connected();
    world.chain.code.set("0x60");
    let seen = Noted::default();
    let note = seen.clone();
    world.but(1, move |method, params| {
        note.borrow_mut().push((method.to_owned(), params.clone()));
        (method != "eth_chainId").then(|| ok(answer.clone()))
    });
    (world, seen)
}

fn sent(seen: &Noted, method: &str) -> Vec<Value> {
    seen.borrow().iter().filter(|(of, _)| of == method).map(|(_, params)| params.clone()).collect()
}

fn confirm(world: &World) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.confirm", "id": id}));
}

fn lines(world: &World) -> Vec<(String, String, Value)> {
    let review = world.slice("review");
    let text = |line: &Value, name: &str| line[name].as_str().unwrap_or_default().to_owned();
    let list = review["lines"].as_array().cloned().unwrap_or_default();
    list.iter().map(|line| (text(line, "words"), text(line, "risk"), line["text"].clone())).collect()
}

fn unread(text: Value, risk: &str) -> (String, String, Value) {
    ("unread".into(), risk.into(), text)
}

// req: 6.4, 10.57
#[test]
fn forwards_chain_reads_to_the_node() {
    for method in [
        "eth_createAccessList",
        "eth_blobBaseFee",
        "eth_simulateV1",
        "web3_clientVersion",
        "debug_traceCall",
        "trace_block",
    ] {
        let (world, seen) = answering(json!("0x"));
        let asked = world.request(method, json!([1, {"more": [null]}]));
        let error = world.settled(&asked).unwrap_err().rejected(method);
        assert_eq!(
            (&error["code"], &error["message"]),
            (&json!(-32601), &json!(format!("no {method}"))),
            "the node's word"
        );
        assert_eq!((sent(&seen, method).len(), world.asked(&format!("\"{method}\""))), (0, 1));
    }
}

// req: 6.3, 10.57
#[test]
fn forwards_an_unknown_method_and_reviews_it_if_it_could_sign() {
    for (method, params, is_read_first) in [
        ("wallet_getSnaps", json!([]), false),
        ("wallet_requestSnaps", json!([{"npm:x": {}}]), false),
        ("eth_getEncryptionPublicKey", json!([ALICE]), false),
        ("eth_decrypt", json!(["0x00", ALICE]), false),
        ("eth_subscribe", json!(["newHeads"]), false),
        ("wallet_registerOnboarding", json!([]), false),
        ("wallet_invokeSnap", json!([{"snapId": "npm:x", "request": {"method": "sign"}}, 7]), true),
        ("eth_signSomethingNew", json!({"any": "shape"}), true),
        ("acme_doIt", json!([]), true),
    ] {
        let (world, seen) = answering(json!({"any": ["answer", null]}));
        let asked = world.request(method, params.clone());
        assert_eq!(world.view() == "ReviewRequest", is_read_first, "{method}");
        if is_read_first {
            assert_eq!(lines(&world), [unread(json!(method), "warning")]);
            assert!(sent(&seen, method).is_empty());
            confirm(&world);
        }
        assert_eq!(world.json(&asked), json!({"any": ["answer", null]}), "{method}");
        assert_eq!(sent(&seen, method), [params], "as it came");
    }
    // a no is one
    let (world, seen) = answering(json!("0x"));
    let asked = world.request("wallet_invokeSnap", json!([{}]));
    world.dispatch(json!({"type": "review.cancel"}));
    assert_eq!(
        (world.settled(&asked), sent(&seen, "wallet_invokeSnap").len()),
        (Err(Error::UserRejected), 0)
    );
}

// req: 6.5, 10.57
#[test]
fn reviews_legacy_signing_methods_and_requires_a_tick_for_a_digest() {
    let signature = json!(format!("0x{}", "11".repeat(65)));
    let permit = json!({
        "types": {"Permit": [{"name": "spender", "type": "address"}, {"name": "value", "type": "uint256"}, {"name": "deadline", "type": "uint256"}]},
        "primaryType": "Permit", "domain": {"chainId": 1337, "verifyingContract": BOB},
        "message": {"spender": BOB, "value": "7", "deadline": "99"},
    });
    let (world, seen) = answering(signature.clone());
    let asked = world.request("eth_sign", json!([ALICE, format!("0x{}", "22".repeat(32))]));
    assert_eq!(lines(&world), [unread(Value::Null, "critical")]);
    confirm(&world);
    assert!(sent(&seen, "eth_sign").is_empty(), "not before it is ticked");
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": "review.accept", "id": id, "accepted": true}));
    confirm(&world);
    assert_eq!(world.json(&asked), signature);
    for method in ["eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4"] {
        let (world, seen) = answering(signature.clone());
        let asked = world.request(method, json!([ALICE, permit.to_string()]));
        assert_eq!(lines(&world)[0].0, "permit", "{method}");
        confirm(&world);
        assert_eq!((world.json(&asked), sent(&seen, method).len()), (signature.clone(), 1), "{method}");
    }
    let (world, seen) = answering(json!({"raw": "0x02"}));
    let approve = format!("0x095ea7b3{:0>64}{}", &ALICE[2..], "f".repeat(64));
    let asked = world.request("eth_signTransaction", json!([{"from": ALICE, "to": BOB, "data": approve}]));
    assert_eq!(lines(&world)[0].0, "approve_unlimited");
    confirm(&world);
    assert_eq!(world.json(&asked), json!({"raw": "0x02"}));
    assert_eq!(sent(&seen, "eth_signTransaction")[0][0]["chainId"], "0x539");
    // of another key never
    for (method, params) in
        [("eth_sign", json!([BOB, "0x00"])), ("eth_signTransaction", json!([{"from": BOB}]))]
    {
        let (world, seen) = answering(signature.clone());
        let asked = world.request(method, params);
        assert!(matches!(world.settled(&asked), Err(Error::BadParams { .. })), "{method}");
        assert!(sent(&seen, method).is_empty());
    }
}

// req: 10.57
#[test]
fn handles_wallet_send_transaction_like_a_send() {
    let call = json!([{"from": ALICE, "to": BOB, "value": "0x1"}]);
    let (world, seen) = answering(json!(hash()));
    let asked = world.request("wallet_sendTransaction", call.clone());
    assert_eq!(world.json(&asked), json!(hash()));
    assert_eq!(sent(&seen, "wallet_sendTransaction")[0][0]["chainId"], "0x539");
    let told = world.host.details("wallet-transaction");
    assert_eq!((&told[0]["status"], &told[0]["hash"]), (&json!("sent"), &json!(hash())));
    let approve = json!([{"from": ALICE, "to": BOB, "data": format!("0x095ea7b3{:0>64}{}", &ALICE[2..], "f".repeat(64))}]);
    let (world, seen) = answering(json!(hash()));
    drop(world.request("wallet_sendTransaction", approve));
    assert_eq!((world.view().as_str(), sent(&seen, "wallet_sendTransaction").len()), ("ReviewRequest", 0));
    for code in [-32601, 4200, 4100] {
        let world = World::connected();
        world.but(1, move |method, _| {
            (method == "wallet_sendTransaction").then(|| refuse(code, "no such method"))
        });
        let asked = world.request("wallet_sendTransaction", call.clone());
        world.pass(20_000);
        let error = world.settled(&asked).unwrap_err().rejected("wallet_sendTransaction");
        assert_eq!(error["code"], -32601, "viem shows the first error then: {code}");
    }
    // over a relay it is not asked at all
    let mut it = crate::paired::Paired::new();
    let mut wallet = it.connect(&[1337]);
    for (method, code) in [("wallet_sendTransaction", -32601), ("wallet_invokeSnap", 4100)] {
        let asked = it
            .world
            .request(method, json!([{"from": crate::paired::wallet::ADDRESS, "to": BOB, "value": "0x1"}]));
        it.pump();
        assert_eq!(it.world.settled(&asked).unwrap_err().rejected(method)["code"], code, "{method}");
        assert!(!it.world.is_open(), "{method}");
    }
    assert!(wallet.inbox(&it.relay).is_empty());
}

// req: 10.57
#[test]
fn rejects_an_invalid_method_name() {
    let (world, seen) = answering(json!("0x"));
    let long = format!("eth_{}", "x".repeat(70));
    for method in ["sign", "eth sign_x", "eth_call\0", &long] {
        let asked = world.request(method, json!([]));
        let error = world.settled(&asked).unwrap_err().rejected(method);
        let name: String = method.chars().filter(|c| *c != '\0').take(64).collect();
        let message = error["message"].as_str().unwrap();
        assert!(
            error["code"] == 4200
                && message.starts_with(&format!(
                    "Requested RPC call is not allowed: {}",
                    &name[..name.len().min(60)]
                )),
            "{message}"
        );
    }
    assert!(seen.borrow().iter().all(|(method, _)| method == "eth_chainId"));
}

// req: 10.57
#[test]
fn forwards_unknown_fields_and_names_them_in_the_review() {
    let call = json!({"from": ALICE, "to": BOB, "value": "0x1", "type": "0x7b", "feeCurrency": BOB});
    let (world, seen) = answering(json!(hash()));
    let asked = world.request("eth_sendTransaction", json!([call]));
    let said = lines(&world);
    assert!(
        said.contains(&unread(json!("feeCurrency"), "warning"))
            && said.contains(&unread(json!("type 0x7b"), "warning")),
        "{said:?}"
    );
    confirm(&world);
    assert!(world.settled(&asked).is_ok());
    let mut passed = sent(&seen, "eth_sendTransaction")[0][0].clone();
    passed.as_object_mut().unwrap().remove("chainId");
    assert_eq!(passed, call);
    // an older form of a known kind is one that people expect
    let (world, seen) = answering(json!(hash()));
    drop(
        world.request(
            "eth_sendTransaction",
            json!([{"from": ALICE, "to": BOB, "value": "0x1", "type": "0x02"}]),
        ),
    );
    assert_eq!((world.is_open(), sent(&seen, "eth_sendTransaction").len()), (false, 1));
    let batch = json!([{"version": "2.0.0", "chainId": "0x539", "from": ALICE, "atomicRequired": true,
        "calls": [{"data": "0x60"}, {"to": BOB, "value": "0x1", "capabilities": {"sessionKeys": {}}}]}]);
    let (world, seen) = answering(json!({"id": "x"}));
    drop(world.request("wallet_sendCalls", batch.clone()));
    let said = lines(&world);
    assert!(
        said.iter().any(|line| line.0 == "create") && said.contains(&unread(json!("sessionKeys"), "warning")),
        "{said:?}"
    );
    confirm(&world);
    assert_eq!(sent(&seen, "wallet_sendCalls"), [batch]);
}

// Hyperliquid signs for chain 1337 wherever the wallet is; types do not name what the message has next to them.
// req: 10.57
#[test]
fn warns_about_typed_data_for_another_network() {
    let typed = json!({
        "types": {
            "EIP712Domain": [{"name": "name", "type": "string"}, {"name": "chainId", "type": "uint256"}],
            "Agent": [{"name": "source", "type": "string"}, {"name": "of", "type": "Person"}],
            "Person": [{"name": "name", "type": "string"}],
        },
        "primaryType": "Agent", "domain": {"name": "Exchange", "chainId": 99, "more": 1},
        "message": {"source": "a", "of": null, "spender": BOB},
    });
    for (method, given) in
        [("eth_signTypedData_v4", typed.clone()), ("eth_signTypedData_v3", json!(typed.to_string()))]
    {
        let (world, seen) = answering(json!(format!("0x{}", "11".repeat(65))));
        let asked = world.request(method, json!([ALICE, given]));
        let said = lines(&world);
        assert!(said.iter().any(|line| line.0 == "elsewhere" && line.1 == "warning"), "{said:?}");
        for name in ["domain.more", "spender"] {
            assert!(said.iter().any(|line| line.0 == "unread" && line.2 == name), "{name} {said:?}");
        }
        assert_eq!(world.slice("review")["networkName"], "eip155:99");
        confirm(&world);
        assert!(world.settled(&asked).is_ok());
        assert_eq!(sent(&seen, method), [json!([ALICE, given])], "as it came");
    }
}

/// What a wallet says of its calls, and what a node says of transactions.
fn status_of(said: Answer2, receipt: Value, operation: Value) -> Value {
    let world = World::connected();
    world.but(1, move |method, _| {
        (method == "wallet_getCallsStatus").then(|| match &said {
            Ok(said) => ok(said.clone()),
            Err(code) => refuse(*code, "no such method"),
        })
    });
    world.served(move |request| {
        let text = &request.body.as_ref()?.text;
        let result = match text {
            text if text.contains("eth_getTransactionReceipt") => &receipt,
            text if text.contains("eth_getUserOperationReceipt") => &operation,
            _ => return None,
        };
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": result}).to_string()))
    });
    world.json(&world.request("wallet_getCallsStatus", json!([hash()])))
}

type Answer2 = Result<Value, i64>;

// req: 7.38, 10.57
#[test]
fn completes_receipts_of_calls_or_reports_them_pending() {
    let of_node = json!({"transactionHash": hash(), "status": "0x1", "logs": [{"data": "0x01"}], "blockHash": hash(),
        "blockNumber": "0x11", "gasUsed": "0x5208", "from": ALICE});
    let thin = json!({"version": "2.0.0", "id": hash(), "chainId": "0x539", "atomic": true, "status": 200,
        "receipts": [{"transactionHash": hash(), "status": "0x1"}]});
    let said = status_of(Ok(thin.clone()), of_node.clone(), Value::Null);
    let mut whole = of_node.clone();
    whole.as_object_mut().unwrap().remove("from");
    assert_eq!((&said["status"], &said["receipts"]), (&json!(200), &json!([whole])));
    // the network's node does not have it yet
    let said = status_of(Ok(thin), Value::Null, Value::Null);
    assert_eq!((&said["status"], said.get("receipts")), (&json!(100), None));
    // whole ones stay as the wallet has them
    let own = json!({"status": 500, "receipts": [{"transactionHash": "x", "status": "0x0", "logs": [], "blockHash": "b", "blockNumber": "0x1", "gasUsed": "0x1"}]});
    assert_eq!(status_of(Ok(own.clone()), of_node.clone(), Value::Null), own);
    // a wallet that says nothing of them
    for code in [4200, -32601] {
        let said = status_of(Err(code), of_node.clone(), Value::Null);
        assert_eq!(
            (&said["status"], &said["receipts"], &said["chainId"]),
            (&json!(200), &json!([of_node]), &json!("0x539"))
        );
        let failed = json!({"success": false, "receipt": of_node});
        let said = status_of(Err(code), Value::Null, failed);
        assert_eq!((&said["status"], &said["receipts"]), (&json!(500), &json!([of_node])));
        assert_eq!(status_of(Err(code), Value::Null, Value::Null)["status"], 100);
    }
}

// req: 7.38, 10.57
#[test]
fn stops_asking_for_receipts_after_the_first_missing_one() {
    let world = World::connected();
    let receipts: Vec<Value> = (0..50).map(|_| json!({"transactionHash": hash(), "status": "0x1"})).collect();
    let said = json!({"status": 200, "receipts": receipts});
    world.but(1, move |method, _| (method == "wallet_getCallsStatus").then(|| ok(said.clone())));
    let asked = Rc::new(Cell::new(0));
    let count = asked.clone();
    world.served(move |request| {
        request.body.as_ref().filter(|body| body.text.contains("eth_getTransactionReceipt"))?;
        count.set(count.get() + 1);
        Some(status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": null}).to_string()))
    });
    assert_eq!(world.json(&world.request("wallet_getCallsStatus", json!([hash()])))["status"], 100);
    assert_eq!(asked.get(), 1);
}

// req: 3.1, 10.57
#[test]
fn calls_a_private_node_only_from_a_local_page() {
    use wallet_engine::ports::host::Page;
    let mut options = options();
    options["networks"][0]["rpcUrls"] = json!({"default": {"http": ["http://192.168.1.5:8545"]}});
    options["customRpcUrls"] = json!({"eip155:1337": [{"url": "http://geth:8545"}]});
    for (origin, taken) in
        [("http://192.168.1.2:3000", true), ("http://localhost:3000", true), ("https://app.example", false)]
    {
        let world = World::of_page(Page { origin: origin.into(), ..Page::default() }, options.clone());
        world.run();
        let asked = world.request("eth_blockNumber", json!([]));
        world.run();
        assert_eq!(world.settled(&asked).is_ok(), taken, "{origin}");
        let said = world.host.lines.borrow().join("\n");
        assert_eq!(
            said.matches("Browsers block it for https pages").count(),
            if taken { 0 } else { 2 },
            "{origin}: {said}"
        );
        assert_eq!(world.requests("http://geth:8545").len(), usize::from(taken), "{origin}");
    }
    // one that is taken and silent can be behind the browser's own question
    let world = World::connected();
    world.chain.node_down.set(true);
    let asked = world.request("eth_blockNumber", json!([]));
    let error = world.settled(&asked).unwrap_err();
    assert!(error.to_string().contains("access devices on your local network"), "{error}");
}
