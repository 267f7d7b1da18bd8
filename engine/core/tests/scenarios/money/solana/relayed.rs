//! A send on Solana by a mobile wallet: what it answers when no one waits for it any more.

use super::*;
use crate::paired::Paired;
use crate::paired::wallet::Wallet;

const SIGNATURE: [u8; 64] = [7; 64];

/// Confirmed, and with the wallet; the id of its request, and what it is asked to sign.
fn asked() -> (Paired, Wallet, Node, u64, String) {
    let (_, node) = page();
    let mut it = Paired::over(World::with(options(), Default::default()));
    serve(&it.world, &node);
    it.choose();
    let mut wallet = it.scan();
    wallet.say_yes(&mut it.relay);
    it.pump();
    let account = [SOLANA, ":", ME].concat();
    let methods = ["solana_signMessage", "solana_signTransaction"];
    wallet.settle(
        &mut it.relay,
        json!({"solana": {"chains": [SOLANA], "accounts": [account], "methods": methods, "events": []}}),
    );
    it.pump();
    it.celebrated();
    wallet.inbox(&it.relay);
    it.world.open("Account");
    it.pass(1_000);
    it.world.form("1.5", BEN);
    it.pass(1_000);
    it.world.dispatch(json!({"type": "send.review"}));
    it.pass(1_000);
    assert_eq!(it.world.view(), "SendPreview");
    it.world.dispatch(json!({"type": "send.confirm"}));
    it.pass(1_000);
    let mut seen = wallet.inbox(&it.relay);
    seen.retain(|word| word["params"]["request"]["method"] == "solana_signTransaction");
    let bytes = seen[0]["params"]["request"]["params"]["transaction"].as_str().unwrap().to_owned();
    (it, wallet, node, seen[0]["id"].as_u64().unwrap(), bytes)
}

fn reloaded(it: Paired, node: &Node) -> Paired {
    let Paired { world, mut relay, .. } = it;
    relay.hang_up();
    let (storage, chain) = (world.storage.clone(), world.chain.clone());
    world.engine.destroy();
    let mut it = Paired::over(World::over(options(), storage, chain));
    serve(&it.world, node);
    it.relay = relay;
    it.pump();
    it
}

fn entry(it: &Paired) -> Value {
    it.world.slice("transactions")["list"][0].clone()
}

type Leave = fn(Paired, &Node) -> Paired;

// req: 10.31, T5
#[test]
fn tracks_a_late_signature_after_the_user_left() {
    let ways: [(&str, Leave); 5] = [
        ("back", |it, _| {
            it.world.dispatch(json!({"type": "router.back"}));
            it
        }),
        ("closed", |it, _| {
            it.world.dispatch(json!({"type": "router.close", "reason": "user"}));
            it
        }),
        ("our patience", |mut it, _| {
            it.pass(301_000);
            it
        }),
        ("disconnected", |it, _| {
            it.world.dispatch(json!({"type": "accounts.disconnect"}));
            it
        }),
        ("a reload", reloaded),
    ];
    for (name, leave) in ways {
        let (it, mut wallet, node, id, bytes) = asked();
        node.lands.set(false);
        let mut it = leave(it, &node);
        it.pass(2_000);
        wallet.answer(&mut it.relay, id, json!({"signature": bs58_of(&SIGNATURE)}));
        it.pass(5_000);
        let item = entry(&it);
        assert_eq!(item["hash"], bs58_of(&SIGNATURE), "{name}: {item}");
        assert!(item["status"] == "sent" || item["status"] == "unknown", "{name}: {item}");
        let told = it.world.host.details("wallet-transaction");
        assert_eq!(told.last().unwrap()["hash"], bs58_of(&SIGNATURE), "{name}");
        // whoever has sent it, the wallet or the page: it is seen in its block
        let message = Transaction::read(&base64::decode(&bytes).unwrap()).unwrap().message;
        node.puts(&base64::encode(&signed(&message, &[SIGNATURE])));
        it.pass(60_000);
        assert_eq!(entry(&it)["status"], "confirmed", "{name}");
    }
}
