//! Requests of the host: what is put right, and what never reaches a wallet (docs/spec/rpc.md section 3).

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
fn a_reversed_personal_sign_and_plain_text_reach_the_wallet_as_it_takes_them() {
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

// req: 5.24, 7.38, 7.39
#[test]
fn what_is_not_whole_never_reaches_the_wallet() {
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

// docs/spec/decisions.md 35
#[test]
fn a_signature_that_no_node_can_tell_of_is_handed_over_and_said_to_be_unchecked() {
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
