//! Taking a smart session back (1.25, 7.22; docs/spec/services.md A10).

use super::support::*;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::WalletEvent;

fn ask(world: &World, pci: &str) {
    world.dispatch(json!({ "type": "sessions.show", "pci": pci }));
    let asked = world.dispatch(json!({ "type": "sessions.revoke", "pci": pci }));
    assert!(world.settled(&asked).is_ok());
}

fn confirm(world: &World, pci: &str) -> Join {
    world.dispatch(json!({ "type": "sessions.confirm", "pci": pci }))
}

/// What the wallet is asked to sign, and what it says to that.
fn signs(world: &World, answer: impl Fn() -> Answer + 'static) -> Rc<RefCell<Vec<Value>>> {
    let asked: Rc<RefCell<Vec<Value>>> = Rc::default();
    let seen = asked.clone();
    world.but(1, move |method, params| {
        (method == "personal_sign").then(|| {
            seen.borrow_mut().push(params.clone());
            answer()
        })
    });
    asked
}

fn two() -> (World, Rc<Service>) {
    listed(&[session("0xabc1", NOW_S, NOW_S + 9_999), session("a2", NOW_S - 9, NOW_S + 9_999)])
}

fn revokes(world: &World) -> usize {
    world.requests("/revoke").len()
}

// req: 1.25, 7.22
#[test]
fn revokes_a_session_with_a_signature_and_removes_its_row() {
    let (world, _) = two();
    let signed = signs(&world, || ok(json!(signature())));
    ask(&world, "0xabc1");
    assert_eq!((row(&world, "0xabc1")["revoking"].clone(), signed.borrow().len()), (json!("asking"), 0));
    let done = confirm(&world, "0xabc1");
    assert!(world.settled(&done).is_ok());
    // in a text of ours: alone, what a service chose could be another site's nonce
    let text = format!("0x{}", alloy_primitives::hex::encode("Revoke smart session: 0xabc1"));
    assert_eq!(*signed.borrow(), [json!([text, ALICE])]);
    let told = world.requests("/revoke");
    assert!(told[0].url.contains(&format!("/v1/sessions/{ALICE}/revoke?")), "{}", told[0].url);
    let body: Value = serde_json::from_str(&told[0].body.as_ref().unwrap().text).unwrap();
    assert_eq!(body, json!({ "pci": "0xabc1", "signature": signature() }));
    assert_eq!((rows(&world), slice(&world)["counts"].clone()), (vec!["a2".into()], json!([1, 0, 1])));
    assert!(world.toasts().contains(&"Permission revoked".to_owned()));
}

// req: 1.25
#[test]
fn keeps_a_session_when_the_user_changes_their_mind() {
    let (world, _) = two();
    let signed = signs(&world, || ok(json!(signature())));
    ask(&world, "a2");
    world.dispatch(json!({ "type": "sessions.keep" }));
    assert_eq!(row(&world, "a2")["revoking"], Value::Null);
    ask(&world, "a2");
    world.dispatch(json!({ "type": "sessions.show", "pci": "0xabc1" }));
    assert_eq!(row(&world, "a2")["revoking"], Value::Null, "another one is looked at");
    let unknown = confirm(&world, "a9");
    assert_eq!(world.settled(&unknown), Err(Error::BadParams { field: "pci".into() }));
    assert_eq!((signed.borrow().len(), revokes(&world)), (0, 0));
}

// req: 1.25
#[test]
fn revokes_nothing_without_a_valid_signature_and_allows_a_retry() {
    let (world, _) = two();
    let yes = Rc::new(Cell::new(0));
    let turn = yes.clone();
    signs(&world, move || match turn.replace(turn.get() + 1) {
        0 => refuse(4001, "User rejected the request."),
        1 => ok(json!("0x12")),
        2 => refuse(-32603, "boom"),
        _ => ok(json!(signature())),
    });
    ask(&world, "a2");
    for phase in ["refused", "failed", "failed"] {
        let refused = confirm(&world, "a2");
        assert!(world.settled(&refused).is_err());
        assert_eq!((row(&world, "a2")["revoking"].as_str(), revokes(&world)), (Some(phase), 0));
    }
    let done = confirm(&world, "a2");
    assert!(world.settled(&done).is_ok());
    assert_eq!((rows(&world), yes.get()), (vec!["0xabc1".to_owned()], 4));
}

// Without the list's own word a service that says yes and keeps it is believed.
// req: 1.25, 7.22
#[test]
fn keeps_the_row_until_the_service_confirms_the_revocation() {
    let (world, service) = two();
    signs(&world, || ok(json!(signature())));
    ask(&world, "a2");
    let stays = |why: &str| {
        let refused = confirm(&world, "a2");
        world.pass(20_000);
        assert!(world.settled(&refused).is_err(), "{why}");
        assert_eq!(
            (row(&world, "a2")["revoking"].as_str(), rows(&world).len()),
            (Some("failed"), 2),
            "{why}"
        );
    };
    service.success.set(false);
    stays("refused");
    service.success.set(true);
    service.keeps.set(true);
    stays("said, and not done");
    service.keeps.set(false);
    for code in [400, 500, 503, 0] {
        service.revoke_status.set(code);
        stays("no answer");
        assert_ne!(row(&world, "a2")["error"], Value::Null);
    }
    assert_eq!(revokes(&world), 6, "a post is not repeated by itself");
    service.revoke_status.set(200);
    let done = confirm(&world, "a2");
    assert!(world.settled(&done).is_ok());
    assert_eq!(rows(&world), ["0xabc1"]);
}

// req: 1.25
#[test]
fn detects_a_revocation_in_the_list_after_a_lost_response() {
    let (world, service) = two();
    signs(&world, || ok(json!(signature())));
    ask(&world, "a2");
    service.revoke_status.set(504);
    service.list.borrow_mut()[1]["revokedAt"] = json!(NOW_S + 1);
    let done = confirm(&world, "a2");
    assert!(world.settled(&done).is_ok());
    assert_eq!(rows(&world), ["0xabc1"]);
    // and where the list cannot be had, the word of the service is all there is
    let (world, service) = two();
    signs(&world, || ok(json!(signature())));
    ask(&world, "a2");
    service.status.set(500);
    let done = confirm(&world, "a2");
    world.pass(20_000);
    assert!(world.settled(&done).is_ok());
    assert_eq!((rows(&world), slice(&world)["old"].clone()), (vec!["0xabc1".to_owned()], json!(true)));
}

// req: 1.25
#[test]
fn signs_once_for_two_clicks_and_blocks_another_revocation() {
    let (world, _) = two();
    let held = HeldResponses::default();
    let holds = held.clone();
    let signed = signs(&world, move || holds.hold(ok(json!(signature()))));
    ask(&world, "a2");
    let first = confirm(&world, "a2");
    assert_eq!(row(&world, "a2")["revoking"], "signing");
    let again = confirm(&world, "a2");
    assert!(world.settled(&again).is_ok());
    let other = confirm(&world, "0xabc1");
    assert!(world.settled(&other).is_err(), "one at a time");
    world.dispatch(json!({ "type": "sessions.keep" }));
    assert_eq!(
        (row(&world, "a2")["revoking"].clone(), row(&world, "0xabc1")["canRevoke"].clone()),
        (json!("signing"), json!(false))
    );
    held.let_go();
    world.run();
    assert!(world.settled(&first).is_ok());
    assert_eq!((signed.borrow().len(), revokes(&world)), (1, 1));
}

// Without the generation the signature of one account is posted while another is shown.
// req: 1.25
#[test]
fn sends_no_revocation_after_the_account_changed() {
    let (world, service) = two();
    let held = HeldResponses::default();
    let holds = held.clone();
    signs(&world, move || holds.hold(ok(json!(signature()))));
    ask(&world, "a2");
    let left = confirm(&world, "a2");
    world.run();
    *service.list.borrow_mut() = vec![session("b1", NOW_S, NOW_S + 999)];
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!((rows(&world), row(&world, "b1")["revoking"].clone()), (vec!["b1".into()], Value::Null));
    ask(&world, "b1");
    let next = confirm(&world, "b1");
    world.run();
    assert_eq!(row(&world, "b1")["revoking"], "signing");
    held.let_go();
    world.run();
    assert!(world.settled(&left).is_ok() && world.settled(&next).is_ok());
    let told = world.requests("/revoke");
    assert_eq!(told.len(), 1, "only the one of the account that is shown");
    assert!(told[0].url.contains(BOB) && told[0].body.as_ref().unwrap().text.contains("b1"));
}

// req: 1.25
#[test]
fn settles_a_revocation_on_a_disconnect_or_a_reload() {
    let (world, _) = two();
    signs(&world, never);
    ask(&world, "a2");
    let left = confirm(&world, "a2");
    world.dispatch(json!({ "type": "accounts.disconnect" }));
    world.pass(3_000);
    assert!(left.is_settled() && revokes(&world) == 0);
    let (world, service) = two();
    signs(&world, never);
    ask(&world, "a2");
    confirm(&world, "a2");
    let world = world.reload_with(options_of_sessions());
    service.serve(&world);
    world.willing(1);
    world.returns();
    world.open("SmartSessionList");
    world.pass(2_000);
    assert_eq!((rows(&world).len(), row(&world, "a2")["revoking"].clone()), (2, Value::Null));
}

// req: 1.25
#[test]
fn gives_up_a_wallet_that_never_responds() {
    let (world, _) = two();
    signs(&world, never);
    ask(&world, "a2");
    let silent = confirm(&world, "a2");
    world.pass(300_001);
    assert_eq!(world.settled(&silent), Err(Error::WalletSilent));
    assert_eq!((row(&world, "a2")["revoking"].as_str(), revokes(&world)), (Some("failed"), 0));
}
