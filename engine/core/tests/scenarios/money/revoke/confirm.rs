//! Taking an allowance back: the preview read back and tried out, the wallet asked once, the node's word afterwards.

use super::support::*;
use crate::support::market::word_of;
use crate::support::*;
use serde_json::{Value, json};
use std::rc::Rc;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

const ZERO: &str = "0000000000000000000000000000000000000000000000000000000000000000";

fn review(world: &World) -> Join {
    let id = slice(world)["rows"][0]["id"].clone();
    world.dispatch(json!({"type": "approvals.review", "id": id}))
}

fn confirm(world: &World) -> Join {
    world.dispatch(json!({"type": "approvals.confirm"}))
}

/// The list with 250 dollars for the router.
fn listed() -> (World, Rc<Ledger>) {
    let (world, ledger) = connected();
    ledger.allow(USDC, ROUTER, "ee6b280");
    look(&world);
    (world, ledger)
}

pub fn previewed() -> (World, Rc<Ledger>) {
    let (world, ledger) = listed();
    let reviewed = review(&world);
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!((world.view().as_str(), slice(&world)["phase"].as_str()), ("RevokePreview", Some("review")));
    (world, ledger)
}

fn asked(world: &World) -> Option<Value> {
    world.wallets.last("eth_sendTransaction")
}

// req: 10.37
#[test]
fn revokes_exactly_that_allowance_and_verifies_it() {
    let (world, ledger) = previewed();
    let preview = slice(&world)["preview"].clone();
    assert_eq!(
        [
            &preview["approval"]["amount"],
            &preview["approval"]["spender"],
            &preview["fee"],
            &preview["from"]["address"]
        ],
        [&json!("250"), &json!(ROUTER), &json!("0.000021 ETH"), &json!(ALICE)]
    );
    world.chain.receipt.set(None);
    let sent = confirm(&world);
    let request = asked(&world).unwrap();
    let wanted = json!([{"from": ALICE, "to": USDC, "value": "0x0", "chainId": "0x539",
        "data": format!("0x095ea7b3{}{ZERO}", word_of(ROUTER))}]);
    assert_eq!(request, wanted);
    assert_eq!(world.json(&sent)["hash"], hash());
    assert_eq!(
        (slice(&world)["phase"].as_str(), slice(&world)["rows"][0]["busy"].clone()),
        (Some("confirming"), json!(true))
    );
    world.pass(150);
    assert_eq!(world.slice("toast")["toast"]["key"], "toast.revoke_sent");
    ledger.carry_out(&request);
    world.chain.receipt.set(Some("0x1"));
    world.pass(1_000);
    assert_eq!(
        (world.view().as_str(), world.slice("router")["done"].clone()),
        ("RevokePreview", json!(true))
    );
    world.pass(1_500);
    assert_eq!((world.view().as_str(), rows(&world)), ("Permissions", vec![]));
    world.pass(150);
    assert_eq!(world.slice("toast")["toast"]["key"], "toast.revoke_confirmed");
    let kinds: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|one| one["kind"].clone()).collect();
    assert_eq!(kinds, [json!("revoke"), json!("revoke")]);
    for event in ["SEND_INITIATED", "SEND_SUCCESS", "SWAP_SUCCESS", "SWAP_APPROVAL_ERROR"] {
        assert!(world.tracked(event).is_empty(), "{event}");
    }
}

// req: 10.37
#[test]
fn revokes_a_permit2_allowance_in_permit2() {
    let (world, ledger) = connected();
    ledger.through.borrow_mut().push((USDC.into(), ROUTER.into(), 7_000_000, 1_800_000_000));
    look(&world);
    let reviewed = review(&world);
    assert!(world.settled(&reviewed).is_ok());
    let sent = confirm(&world);
    assert!(world.settled(&sent).is_ok());
    let request = asked(&world).unwrap();
    assert_eq!(request[0]["to"], PERMIT2);
    assert_eq!(request[0]["data"], format!("0x87517c45{}{}{ZERO}{ZERO}", word_of(USDC), word_of(ROUTER)));
}

// All of a collection is given by one word, and taken back by the same one: found by its log and by the history.
// req: 10.37
#[test]
fn lists_and_revokes_approval_of_a_whole_collection() {
    const PUNKS: &str = "0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0";
    const APES: &str = "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9";
    let (world, ledger) = connected();
    let log = |operator: &str| {
        json!({"address": PUNKS.to_lowercase(), "data": format!("0x{:064x}", 1),
            "topics": [FOR_ALL, format!("0x{}", word_of(ALICE)), format!("0x{}", word_of(operator))]})
    };
    ledger.logs.borrow_mut().extend([log(EVE), log(BOB)]);
    let hash = format!("0x{}", "cd".repeat(32));
    let data = format!("0xa22cb465{}{:064x}", word_of(BOB), 1);
    let sent = json!({"from": ALICE.to_lowercase(), "to": APES.to_lowercase(), "input": data, "value": "0x0", "hash": hash});
    ledger.sent.borrow_mut().push((hash.clone(), sent));
    let entry = json!({"id": "x", "metadata": {"operationType": "approve", "hash": hash, "minedAt": "2023-11-14T22:00:00Z",
        "status": "confirmed", "chain": "eip155:1337"}, "transfers": []});
    world.chain.history.borrow_mut().push(("", json!({"data": [entry], "next": null})));
    ledger.collections.borrow_mut().extend([(PUNKS.into(), EVE.into()), (APES.into(), BOB.into())]);
    look(&world);
    let mut found = rows(&world);
    found.sort();
    assert_eq!(
        found,
        [row(PUNKS, EVE, None), row(APES, BOB, None)],
        "Bob's of the other is taken back by now"
    );
    let rows = slice(&world)["rows"].as_array().unwrap().clone();
    assert!(rows.iter().all(|row| row["isCollection"] == true && row["units"] == false));
    let of_eve = rows.iter().find(|row| row["spender"] == EVE).unwrap()["id"].clone();
    let reviewed = world.dispatch(json!({"type": "approvals.review", "id": of_eve}));
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!(slice(&world)["preview"]["approval"]["isCollection"], true);
    let sent = confirm(&world);
    assert!(world.settled(&sent).is_ok());
    let request = asked(&world).unwrap();
    assert_eq!(request[0]["to"], PUNKS);
    assert_eq!(request[0]["data"], format!("0xa22cb465{}{ZERO}", word_of(EVE)));
    assert_eq!(request[0]["value"], "0x0");
    ledger.carry_out(&request);
    world.chain.receipt.set(Some("0x1"));
    world.pass(10_000);
    assert_eq!(self::rows(&world), [row(APES, BOB, None)], "the node's word");
}

// req: 10.37
#[test]
fn keeps_the_preview_after_a_rejection() {
    let (world, _) = previewed();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(4001, "no")));
    let refused = confirm(&world);
    assert!(world.settled(&refused).is_err());
    assert_eq!((world.view().as_str(), slice(&world)["phase"].as_str()), ("RevokePreview", Some("review")));
    assert!(world.slice("transactions")["list"].as_array().unwrap().is_empty());
    world.willing(1);
    let sent = confirm(&world);
    assert!(world.settled(&sent).is_ok());
}

// Without asking the node again what was reverted would be shown as gone.
// req: 10.37
#[test]
fn keeps_a_reverted_revocation_listed_and_allows_a_retry() {
    let (world, ledger) = previewed();
    world.chain.receipt.set(Some("0x0"));
    let sent = confirm(&world);
    assert!(world.settled(&sent).is_ok());
    world.pass(2_000);
    assert_eq!((world.view().as_str(), slice(&world)["phase"].as_str()), ("RevokePreview", Some("failed")));
    assert_eq!(rows(&world), [row(USDC, ROUTER, Some("250"))]);
    // someone else took it back meanwhile: there is nothing to do any more
    ledger.own.borrow_mut().clear();
    let again = confirm(&world);
    assert!(world.settled(&again).is_ok());
    assert_eq!((world.view().as_str(), rows(&world)), ("Permissions", vec![]));
    assert_eq!(world.asked("eth_sendTransaction"), 0, "it is the wallet that is asked");
}

// req: 10.37
#[test]
fn shows_the_rest_when_the_allowance_isnt_zero() {
    let (world, ledger) = previewed();
    let sent = confirm(&world);
    assert!(world.settled(&sent).is_ok());
    ledger.own.borrow_mut()[0].2 = "1".into();
    world.pass(4_000);
    assert_eq!(rows(&world), [row(USDC, ROUTER, Some("0.000001"))], "a token that keeps its own counsel");
}

// req: 10.37
#[test]
fn marks_a_silent_revocation_unknown_and_records_its_late_hash() {
    let (world, _) = previewed();
    let held = HeldResponses::default();
    let holds = held.clone();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| holds.hold(ok(json!(hash())))));
    let silent = confirm(&world);
    world.pass(300_001);
    assert_eq!(world.settled(&silent), Err(Error::WalletSilent));
    assert_eq!(slice(&world)["phase"], "unknown");
    let again = confirm(&world);
    assert_eq!(world.settled(&again), Err(Error::WalletSilent));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    held.let_go();
    world.pass(5_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
    assert_eq!(slice(&world)["phase"], "editing");
}

// req: 10.37
#[test]
fn asks_the_wallet_once_and_keeps_the_pending_preview() {
    let (world, ledger) = connected();
    ledger.allow(USDC, ROUTER, "ee6b280");
    ledger.allow(USDC, PERMIT2, ALL);
    look(&world);
    let reviewed = review(&world);
    assert!(world.settled(&reviewed).is_ok());
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    confirm(&world);
    confirm(&world);
    world.run();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    world.dispatch(json!({"type": "approvals.cancel"}));
    world.run();
    assert_eq!(world.view(), "Permissions");
    let busy = slice(&world)["rows"].as_array().unwrap().iter().position(|row| row["busy"] == true).unwrap();
    let other = slice(&world)["rows"][1 - busy]["id"].clone();
    let waits = world.dispatch(json!({"type": "approvals.review", "id": other}));
    assert!(world.settled(&waits).is_err(), "one at a time");
    let same = slice(&world)["rows"][busy]["id"].clone();
    let shown = world.dispatch(json!({"type": "approvals.review", "id": same}));
    assert!(world.settled(&shown).is_ok());
    assert_eq!((world.view().as_str(), slice(&world)["phase"].as_str()), ("RevokePreview", Some("waiting")));
}

// req: 10.37
#[test]
fn blocks_a_revocation_that_reverts_or_moves_assets() {
    let (world, ledger) = listed();
    ledger.reverts.set(true);
    let refused = review(&world);
    assert!(matches!(world.settled(&refused), Err(Error::EstimateFailed { .. })));
    assert_eq!(
        (world.view().as_str(), slice(&world)["fault"]["reason"].as_str()),
        ("Permissions", Some("paused"))
    );
    ledger.reverts.set(false);
    world.chain.balance.set(1);
    let poor = review(&world);
    assert!(matches!(world.settled(&poor), Err(Error::EstimateFailed { .. })));
    world.chain.balance.set(10 * ETHER);
    // a trial says that this token sends something elsewhere when it is asked to revoke
    let transfer = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let log = json!({"address": USDC, "topics": [transfer, format!("0x{}", word_of(ALICE)), format!("0x{}", word_of(BOB))],
        "data": format!("0x{:064x}", 5)});
    let moved = json!([{"calls": [{"status": "0x1", "logs": [log]}]}]);
    *ledger.moves.borrow_mut() = Some(moved);
    let odd = review(&world);
    assert_eq!(world.settled(&odd), Err(Error::NotWhatWasShown));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    *ledger.moves.borrow_mut() = None;
    let good = review(&world);
    assert!(world.settled(&good).is_ok());
}

// Without the generation the preview of one account could be confirmed by another.
// req: 10.37
#[test]
fn drops_the_preview_when_account_or_network_changes() {
    let (world, ledger) = listed();
    ledger.holds.set(true);
    let left = review(&world);
    world.run();
    world.dispatch(json!({"type": "networks.choose", "network": "eip155:1338"}));
    world.pass(2_000);
    ledger.holds.set(false);
    ledger.held.let_go();
    world.pass(2_000);
    assert!(left.is_settled());
    assert_ne!(world.view(), "RevokePreview");
    let (world, _) = previewed();
    world.wanders(1338);
    world.pass(2_000);
    assert_ne!(world.view(), "RevokePreview");
    let nothing = confirm(&world);
    assert!(world.settled(&nothing).is_err());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

// req: 10.37
#[test]
fn tracks_a_revocation_after_a_reload() {
    let (world, ledger) = previewed();
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    confirm(&world);
    world.run();
    let mut options = options();
    options["swapRouters"] = json!({"eip155:1337": [ROUTER]});
    let world = world.reload_with(options);
    let serves = ledger.clone();
    world.served(move |request| serves.answer(request));
    world.willing(1);
    world.returns();
    world.pass(2_000);
    let entry = world.slice("transactions")["list"][0].clone();
    assert_eq!([&entry["kind"], &entry["status"]], [&json!("revoke"), &json!("unknown")]);
    look(&world);
    assert!(
        world.toasts().contains(
            &"We don't know if the permission was revoked. Check your wallet's history.".to_owned()
        )
    );
    assert_eq!(rows(&world), [row(USDC, ROUTER, Some("250"))]);
    ledger.own.borrow_mut().clear();
    world.dispatch(json!({"type": "approvals.retry"}));
    world.pass(6_000);
    assert_eq!(rows(&world), vec![]);
}
