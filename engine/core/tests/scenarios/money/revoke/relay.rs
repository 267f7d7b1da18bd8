//! Taking an allowance back over a relay: a session that ends while it is out says nothing of it.

use super::support::*;
use crate::paired::Paired;
use crate::paired::wallet::Wallet;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

type End = fn(&mut Paired, &mut Wallet);

const ENDS: &[(&str, End)] = &[
    ("the wallet ends the session", |it, wallet| {
        wallet.request(
            &mut it.relay,
            "wc_sessionDelete",
            json!({"code": 6000, "message": "User disconnected."}),
        );
        it.pass(1_000);
    }),
    ("the person disconnects", |it, _| {
        it.world.dispatch(json!({"type": "accounts.disconnect"}));
        it.pass(1_000);
    }),
    ("another wallet takes over", |it, _| {
        it.connect(&[1337, 1338]);
        it.pass(1_000);
    }),
    ("our patience", |it, _| it.pass(300_000)),
];

/// A revocation that the wallet has. Returns its request.
fn asked() -> (Paired, Wallet, Join, Value) {
    let (world, ledger) = page();
    let mut it = Paired::over(world);
    let mut wallet = it.connect(&[1337]);
    ledger.allow(USDC, ROUTER, "ee6b280");
    it.world.open("Account");
    it.pass(1_000);
    it.world.open("Permissions");
    it.pass(6_000);
    let id = slice(&it.world)["rows"][0]["id"].clone();
    it.world.dispatch(json!({"type": "approvals.review", "id": id}));
    it.pump();
    assert_eq!(slice(&it.world)["phase"], "review");
    let sent = it.world.dispatch(json!({"type": "approvals.confirm"}));
    it.pump();
    let mut seen = wallet.inbox(&it.relay);
    seen.retain(|word| word["params"]["request"]["method"] == "eth_sendTransaction");
    assert_eq!(seen.len(), 1);
    (it, wallet, sent, seen.remove(0))
}

// req: 10.37
#[test]
fn keeps_a_pending_revocation_when_its_session_ends() {
    for (name, end) in ENDS {
        let (mut it, mut wallet, sent, seen) = asked();
        it.world.chain.receipt.set(None);
        end(&mut it, &mut wallet);
        assert_eq!(it.world.settled(&sent), Err(Error::WalletSilent), "{name}");
        assert_eq!(slice(&it.world)["phase"], "unknown", "{name}");
        let list = it.world.slice("transactions")["list"].clone();
        assert_eq!((&list[0]["status"], &list[0]["hash"]), (&json!("unknown"), &Value::Null), "{name}");
        let told = it.world.host.details("wallet-transaction");
        assert_eq!(told.last().unwrap()["status"], "unknown", "{name}");
        assert!(!it.world.toasts().iter().any(|toast| toast.contains("failed")), "{name}");
        // what the sender does next says it
        let request = seen["params"]["request"]["params"].clone();
        it.world.chain.broadcast(&request);
        *it.world.chain.sent.borrow_mut() = Some(request[0].clone());
        it.world.chain.mine();
        it.world.chain.receipt.set(Some("0x1"));
        it.pass(20_000);
        assert_eq!(it.world.slice("transactions")["list"][0]["status"], "confirmed", "{name}");
    }
}

// R8
#[test]
fn returns_to_the_review_after_a_late_rejection() {
    let (mut it, mut wallet, sent, seen) = asked();
    it.pass(901_000); // past the request's own time
    assert_eq!(it.world.settled(&sent), Err(Error::WalletSilent));
    assert_eq!(slice(&it.world)["phase"], "unknown");
    wallet.answer_error(&mut it.relay, seen["id"].as_u64().unwrap(), 5000, "User rejected.");
    it.pass(2_000);
    assert_eq!(it.world.slice("transactions")["list"], json!([]));
    assert_eq!(slice(&it.world)["phase"], "review");
}
