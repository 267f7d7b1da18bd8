//! Sends on Solana by a mobile wallet: it is asked as the standard has it, and what it signs is compared and sent by the page.

use super::solana::*;
use crate::paired::Paired;
use crate::paired::wallet::Wallet;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Error;
use wallet_engine::flow::Join;

const OLD: &str = "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ";
const SIGN: &str = "solana_signTransaction";
const SEND: &str = "solana_signAndSendTransaction";

struct Page {
    it: Paired,
    wallet: Wallet,
    node: Node,
}

impl Page {
    /// A session on this chain that grants these methods.
    fn with(chain: &str, methods: &[&str]) -> Self {
        let node = Node::listing(json!({"balances": []}));
        let world = World::with(super::solana::options(), Default::default());
        serve(&world, &node);
        let mut it = Paired::over(world);
        it.choose();
        let mut wallet = it.scan();
        wallet.say_yes(&mut it.relay);
        it.pump();
        let granted = json!({"chains": [chain], "accounts": [format!("{chain}:{ME}")], "methods": methods, "events": []});
        wallet.settle(&mut it.relay, json!({"solana": granted}));
        it.pump();
        it.celebrated();
        wallet.inbox(&it.relay);
        assert_eq!(it.world.status(), "connected");
        Self { it, wallet, node }
    }

    fn new() -> Self {
        Self::with(SOLANA, &[SIGN, SEND])
    }

    /// Half of what is there is reviewed and confirmed.
    fn sends(&mut self) -> Join {
        self.it.world.open("Account");
        self.it.world.form("1", BEN);
        self.it.pass(1_000);
        let reviewed = self.it.world.dispatch(json!({"type": "send.review"}));
        self.it.pass(1_000);
        assert!(self.it.world.settled(&reviewed).is_ok(), "{:?}", self.it.world.settled(&reviewed));
        let sent = self.it.world.dispatch(json!({"type": "send.confirm"}));
        self.it.pass(500);
        sent
    }

    /// What the phone has: chain, method, fields, and the id to answer.
    fn asked(&mut self) -> Vec<(Value, Value, Value, u64)> {
        let mut seen = self.wallet.inbox(&self.it.relay);
        seen.retain(|word| word["method"] == "wc_sessionRequest");
        let read = |word: Value| {
            let request = &word["params"]["request"];
            let (method, params) = (request["method"].clone(), request["params"].clone());
            (word["params"]["chainId"].clone(), method, params, word["id"].as_u64().unwrap())
        };
        seen.into_iter().map(read).collect()
    }

    fn one(&mut self) -> (Value, Value, Value, u64) {
        let mut all = self.asked();
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0)
    }

    fn answers(&mut self, id: u64, answer: Value) {
        self.wallet.answer(&mut self.it.relay, id, answer);
        self.it.pass(3_000);
    }

    fn given(&self) -> usize {
        self.node.given.borrow().len()
    }

    fn reload(self) -> Self {
        let Paired { world, mut relay, .. } = self.it;
        relay.hang_up();
        let storage = world.storage.clone();
        world.engine.destroy();
        let world = World::with(super::solana::options(), storage);
        serve(&world, &self.node);
        let mut it = Paired::over(world);
        it.relay = relay;
        it.pass(2_000);
        Self { it, ..self }
    }
}

fn names(params: &Value) -> Vec<String> {
    params.as_object().unwrap().keys().cloned().collect()
}

// req: 1.10, 4.43, 10.27
#[test]
fn broadcasts_what_the_mobile_wallet_signed() {
    for (chain, is_complete) in [(SOLANA, true), (OLD, true), (SOLANA, false)] {
        let mut page = Page::with(chain, &[SIGN, SEND]);
        let sent = page.sends();
        let (on, method, params, id) = page.one();
        assert_eq!((on, method), (json!(chain), json!(SIGN)));
        assert_eq!((names(&params).join(" "), &params["pubkey"]), ("pubkey transaction".into(), &json!(ME)));
        assert_eq!(page.given(), 0);
        let mut answer = signing(&params, |_| {});
        if !is_complete {
            // the signature alone, as the standard has it
            answer.as_object_mut().unwrap().remove("transaction");
        }
        page.answers(id, answer);
        assert_eq!(page.it.world.json(&sent)["hash"], bs58_of(&[7; 64]), "{chain} {is_complete}");
        assert_eq!(page.given(), 1);
        assert!(page.asked().is_empty());
    }
}

// req: 10.27, 10.59
#[test]
fn never_broadcasts_a_transaction_that_the_mobile_wallet_changed() {
    for (name, change) in CHANGES {
        let mut page = Page::new();
        let sent = page.sends();
        let (.., params, id) = page.one();
        page.answers(id, signing(&params, change));
        page.it.pass(60_000);
        let error = page.it.world.settled(&sent).unwrap_err().to_string();
        assert_eq!(error, "Your wallet signed something else", "{name}");
        // listed, followed by its id, and never asked again
        assert_eq!((phase(&page.it.world), page.given()), ("altered".into(), 0), "{name}");
        let list = page.it.world.slice("transactions")["list"].clone();
        assert_eq!(
            (&list[0]["status"], &list[0]["hash"]),
            (&json!("altered"), &json!(bs58_of(&[7; 64]))),
            "{name}"
        );
    }
}

// req: 1.10, 10.27
#[test]
fn sends_standard_fields_to_a_mobile_wallet_that_only_sends() {
    for refuses in [false, true] {
        let mut page = Page::with(SOLANA, if refuses { &[SIGN, SEND] } else { &[SEND] });
        let sent = page.sends();
        if refuses {
            let (_, method, _, id) = page.one();
            assert_eq!(method, SIGN);
            page.wallet.answer_error(&mut page.it.relay, id, 4200, "not here");
            page.it.pass(500);
        }
        let (_, method, params, id) = page.one();
        assert_eq!(method, SEND);
        assert_eq!(params["sendOptions"], json!({"minContextSlot": 77, "preflightCommitment": "confirmed"}));
        assert!(params.get("options").is_none() && params.get("chain").is_none(), "{params}");
        let signed = signing(&params, |_| {});
        page.node.puts(signed["transaction"].as_str().unwrap());
        page.answers(id, json!({"signature": signed["signature"]}));
        assert_eq!(page.it.world.json(&sent)["hash"], signed["signature"]);
        assert_eq!(page.given(), 0, "the phone has sent it");
    }
}

// req: 4.43, 10.31
#[test]
fn broadcasts_once_what_was_signed_during_a_reload() {
    for changes in [false, true] {
        let mut page = Page::new();
        drop(page.sends());
        let (.., params, id) = page.one();
        let mut page = page.reload();
        let change: Change = if changes { CHANGES[1].1 } else { |_| {} };
        page.answers(id, signing(&params, change));
        page.it.pass(10_000);
        let list = page.it.world.slice("transactions")["list"].clone();
        if changes {
            assert_eq!(page.given(), 0, "{list}");
            continue;
        }
        assert_eq!((page.given(), &list[0]["status"]), (1, &json!("confirmed")), "{list}");
        assert_eq!(list[0]["hash"], bs58_of(&[7; 64]));
        let page = page.reload();
        assert_eq!(page.given(), 1);
    }
}

// req: 8.21, 4.43
#[test]
fn sends_nothing_on_a_rejection_and_marks_silence_unknown() {
    let mut page = Page::new();
    let sent = page.sends();
    let (.., id) = page.one();
    page.wallet.answer_error(&mut page.it.relay, id, 5000, "User rejected.");
    page.it.pass(1_000);
    assert!(page.it.world.settled(&sent).is_err_and(|error| error.is_refusal()));
    assert_eq!((phase(&page.it.world), page.given()), ("review".into(), 0));
    assert_eq!(page.it.world.slice("transactions")["list"], json!([]));

    let mut page = Page::new();
    let sent = page.sends();
    let (.., params, id) = page.one();
    page.it.pass(300_000);
    assert_eq!(page.it.world.settled(&sent), Err(Error::WalletSilent));
    let list = page.it.world.slice("transactions")["list"].clone();
    assert_eq!(list[0]["status"], "unknown", "{list}");
    // it signs after all: what was shown is what is sent
    page.answers(id, signing(&params, |_| {}));
    page.it.pass(5_000);
    let list = page.it.world.slice("transactions")["list"].clone();
    assert_eq!((page.given(), &list[0]["status"]), (1, &json!("confirmed")), "{list}");
}

// req: 4.43
#[test]
fn sends_nothing_when_the_session_ends_during_signing() {
    let mut page = Page::new();
    let sent = page.sends();
    page.one();
    let over = json!({"code": 6000, "message": "User disconnected."});
    page.wallet.request(&mut page.it.relay, "wc_sessionDelete", over);
    page.it.pass(60_000);
    assert_eq!(page.it.world.settled(&sent), Err(Error::WalletSilent));
    assert_eq!((page.given(), page.it.world.status()), (0, "disconnected".into()));
}
