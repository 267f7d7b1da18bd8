//! What a page asks of a Bitcoin wallet is read to the user before the wallet is asked (10.44, decisions 89, "Bitcoin documents in plain words", and
//! 90, "The value of Bitcoin inputs").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::constants::PREVIOUS_MS;
use wallet_engine::error::Error;
use wallet_engine::flow::Join;
use wallet_engine::namespaces::bip122::tests::written::{Coin, Draft};
use wallet_engine::ports::host::Page;

const BTC: &str = "bip122:000000000019d6689c085ae165831e93";
const ANNA: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
const ART: &str = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
const BERT: &str = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";

/// What the wallet answers, and what the node is asked.
#[derive(Clone, Default)]
struct Beside {
    answer: Rc<RefCell<Option<Value>>>,
    node: Rc<RefCell<Vec<(String, Value)>>>,
    asked: Rc<RefCell<Vec<String>>>,
    /// What it says when it is to send what it has signed; nothing: it fails without a word.
    pushes: Rc<RefCell<Option<String>>>,
    hangs: bool,
    /// With which code our half of the wallet says that the wallet can't be told a request; 0: it can.
    takes: Rc<Cell<i64>>,
}

fn network() -> Value {
    json!({"id": "000000000019d6689c085ae165831e93", "caipNetworkId": BTC, "chainNamespace": "bip122",
        "name": "Bitcoin", "nativeCurrency": {"name": "Bitcoin", "symbol": "BTC", "decimals": 8},
        "rpcUrls": {"default": {"http": ["http://localhost:3002/api"]}}})
}

fn page(beside: &Beside) -> World {
    let world = World::of_page(Page::default(), json!({"networks": [network()]}));
    let node = beside.clone();
    world.served(move |request| {
        let path = request.url.strip_prefix("http://localhost:3002/api")?;
        node.asked.borrow_mut().push(path.into());
        if node.hangs && path.starts_with("/tx/") {
            return Some(Box::pin(std::future::pending()));
        }
        let known = node.node.borrow();
        let known = known.iter().find(|(of, _)| of == path);
        Some(
            known
                .map_or_else(|| status(404, "Transaction not found"), |(_, of)| status(200, &of.to_string())),
        )
    });
    let wallet = beside.clone();
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": BTC, "address": ANNA, "type": "payment"},
            {"chain": BTC, "address": ART, "type": "ordinal"}]})),
        "wm_takes" => match wallet.takes.get() {
            0 => ok(json!(null)),
            code => refuse(code, "the wallet can't be told that"),
        },
        "signPsbt" => ok(wallet.answer.borrow().clone().unwrap_or(json!({"psbt": params["psbt"]}))),
        "wm_push" => match wallet.pushes.borrow().as_ref() {
            Some(word) if word == "hangs" => Box::pin(std::future::pending()),
            Some(word) if word == "refuses" => refuse(4001, "no"),
            Some(txid) => ok(json!({"txid": txid})),
            None => refuse(-32603, "it broke"),
        },
        _ => ok(json!({"txid": "7a".repeat(32)})),
    });
    world.announce_of(Namespace::Bip122, 1, "bip122:wallet", "Orange", None);
    world.connect("bip122:wallet");
    world
}

fn ask(world: &World, method: &str, params: Value) -> Join {
    let asked = world.engine.request("bip122", method, params);
    world.pass(100);
    asked
}

fn sign(world: &World, draft: &Draft, inputs: &[&str]) -> Join {
    let inputs = inputs.iter().enumerate().map(|(at, address)| json!({"address": address, "index": at}));
    let params = json!({"account": ANNA, "psbt": draft.text(), "signInputs": inputs.collect::<Vec<_>>()});
    ask(world, "signPsbt", params)
}

fn lines(world: &World) -> Vec<(String, String, Value)> {
    let text = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    let slice = world.slice("review");
    let lines = slice["lines"].as_array().unwrap().iter();
    lines.map(|of| (text(of, "words"), text(of, "risk"), of["amount"].clone())).collect()
}

fn line(words: &str, risk: &str, amount: Value) -> (String, String, Value) {
    (words.into(), risk.into(), amount)
}

fn press(world: &World, kind: &str) {
    let id = world.slice("review")["id"].clone();
    world.dispatch(json!({"type": kind, "id": id, "accepted": true}));
    world.pass(100);
}

// req: 10.44, 6.5
#[test]
fn reviews_a_psbt_to_the_satoshi_before_the_wallet_signs() {
    let beside = Beside::default();
    let world = page(&beside);
    let draft = Draft::of([Coin::of(ANNA, 100_000_001, 1)]).pays(BERT, 30_000_000).pays(ART, 69_998_001);
    let draft = draft.locks(b"\x6a\x02\xff\xfe".to_vec(), 0);
    let asked = sign(&world, &draft, &[ANNA]);
    assert_eq!(world.view(), "ReviewRequest");
    assert_eq!(
        lines(&world),
        [
            line("send", "normal", json!("0.3 BTC")),
            line("data", "normal", Value::Null),
            line("total", "review", json!("0.30002 BTC")),
            line("fee", "normal", json!("0.00002 BTC")),
        ]
    );
    assert_eq!(world.slice("review")["lines"][0]["party"], BERT);
    assert!(world.slice("review")["lines"][3]["text"].as_str().unwrap().ends_with(" sat/vB"));
    assert_eq!(world.wallets.count("signPsbt"), 0);
    press(&world, "review.confirm");
    assert!(world.settled(&asked).is_ok());
    assert_eq!(world.wallets.count("signPsbt"), 1);
    assert!(beside.asked.borrow().iter().all(|path| !path.starts_with("/tx/")), "it was proven already");
}

// req: 10.44, 10.60
#[test]
fn counts_no_stored_address_as_own_change() {
    let world = page(&Beside::default()).reload_with(json!({"networks": [network()]}));
    world.wallets.answer(1, |method, params| match method {
        // after a reload as Leather: what is stored, which a script can have written
        "wm_connect" if params["silent"] == true => {
            ok(json!({"accounts": params["stored"], "chain": BTC, "remembered": true}))
        }
        "wm_connect" => ok(json!({"accounts": [{"chain": BTC, "address": ANNA, "type": "payment"},
            {"chain": BTC, "address": ART, "type": "ordinal"}]})),
        "signPsbt" => ok(json!({"psbt": params["psbt"]})),
        _ => ok(json!(null)),
    });
    world.announce_of(Namespace::Bip122, 1, "bip122:wallet", "Orange", None);
    world.pass(6_000);
    assert_eq!(world.slice("account")["confirmation"], "needed");
    let said = |outputs: &[(&str, u64)]| {
        let coin = Draft::of([Coin::of(ANNA, 100_000_000, 1)]);
        let draft = outputs.iter().fold(coin, |draft, (to, sats)| draft.pays(to, *sats));
        let asked = sign(&world, &draft, &[ANNA]);
        let total = lines(&world).into_iter().find(|(words, _, _)| words == "total").unwrap().2;
        let parties = world.slice("review")["lines"].to_string();
        press(&world, "review.cancel");
        assert!(world.settled(&asked).is_err());
        (total, parties.contains(ART))
    };
    let to_art = [(BERT, 30_000_000), (ART, 69_000_000)];
    assert_eq!(said(&to_art), (json!("1 BTC"), true));
    // the change of an account that signs comes back to it, as ever
    assert_eq!(said(&[(BERT, 30_000_000), (ANNA, 69_000_000)]), (json!("0.31 BTC"), false));
    let confirmed = world.dispatch(json!({"type": "accounts.confirm", "namespace": "bip122"}));
    world.pass(1_000);
    assert!(world.settled(&confirmed).is_ok());
    assert_eq!(said(&to_art), (json!("0.31 BTC"), false));
}

// req: 10.44
#[test]
fn shows_the_total_unfolded_among_many_small_outputs() {
    let world = page(&Beside::default());
    let draft = (0..30)
        .fold(Draft::of([Coin::of(ANNA, 100_000_000, 1)]), |draft, _| draft.pays(ART, 330).pays(BERT, 330));
    let asked = sign(&world, &draft.pays(BERT, 99_900_000), &[ANNA]);
    assert_eq!(lines(&world)[0], line("total", "review", json!("0.999901 BTC")));
    assert_eq!(world.slice("review")["folded"], json!(13), "sends and the fee");
    press(&world, "review.cancel");
    assert!(world.settled(&asked).is_err());
}

// req: 10.44
#[test]
fn requires_a_tick_for_a_signature_that_leaves_outputs_open() {
    let world = page(&Beside::default());
    let coins = (0..30).map(|at| Coin::of(ANNA, 700 + u64::from(at), at));
    let mut coins: Vec<Coin> = coins.collect();
    coins[29] = coins[29].clone().sighash(0x82);
    let asked = sign(&world, &Draft::of(coins).pays(ANNA, 600), &[ANNA; 30]);
    assert_eq!(lines(&world)[0], line("blank", "critical", json!("0.00000729 BTC")));
    press(&world, "review.confirm");
    assert_eq!(world.wallets.count("signPsbt"), 0, "not without the tick");
    press(&world, "review.accept");
    press(&world, "review.confirm");
    assert!(world.settled(&asked).is_ok());
}

// req: 10.44, 6.3
#[test]
fn blocks_psbts_with_foreign_accounts_or_unreadable_data() {
    let world = page(&Beside::default());
    let draft = Draft::of([Coin::of(ANNA, 60_000, 1)]).pays(BERT, 50_000);
    for inputs in [&[BERT][..], &[ART], &[ANNA, ANNA], &[]] {
        let asked = sign(&world, &draft, inputs);
        assert_eq!(world.settled(&asked), Err(Error::ActionNotAllowed), "{inputs:?}");
    }
    let params = json!({"account": ANNA, "psbt": "AAAA", "signInputs": [{"address": ANNA, "index": 0}]});
    let asked = ask(&world, "signPsbt", params);
    assert_eq!(world.settled(&asked), Err(Error::ActionNotAllowed));
    let params = json!({"account": ANNA, "recipientAddress": "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "amount": "1"});
    let asked = ask(&world, "sendTransfer", params);
    assert_eq!(world.settled(&asked), Err(Error::ActionNotAllowed));
    // of another network than the page's
    let params = json!({"account": ANNA, "message": "hi", "chainId": "000000000933ea01ad0ee984209779ba"});
    assert_eq!(world.settled(&ask(&world, "signMessage", params)), Err(Error::ActionNotAllowed));
    assert!(!world.is_open());
    assert_eq!(world.wallets.count("signPsbt") + world.wallets.count("sendTransfer"), 0);
}

// req: 10.44
#[test]
fn warns_that_an_ordinals_address_might_spend_a_collectible() {
    let world = page(&Beside::default());
    let draft = Draft::of([Coin::of(ART, 70_000, 1).bare().sighash(0x83)]).pays(ANNA, 5_000_000);
    let asked = sign(&world, &draft, &[ART]);
    assert_eq!(
        lines(&world)[..2],
        [line("listing", "warning", json!("0.05 BTC")), line("collectible", "warning", json!("0.0007 BTC")),]
    );
    press(&world, "review.cancel");
    assert_eq!(world.settled(&asked), Err(Error::UserRejected));
}

/// What an indexer tells of the transaction before.
fn told(coin: &Coin) -> (String, Value) {
    let mut name = coin.before.txid();
    name.reverse();
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let ins = coin.before.inputs.iter().map(|of| {
        let mut txid = of.txid;
        txid.reverse();
        json!({"txid": hex(&txid), "vout": of.index, "scriptsig": hex(&of.script), "sequence": of.sequence})
    });
    let outs = coin.before.outputs.iter();
    let outs = outs.map(|of| json!({"value": of.value, "scriptpubkey": hex(&of.script)}));
    let (ins, outs): (Vec<Value>, Vec<Value>) = (ins.collect(), outs.collect());
    (format!("/tx/{}", hex(&name)), json!({"version": 2, "locktime": 0, "vin": ins, "vout": outs}))
}

// req: 10.44
#[test]
fn verifies_an_unproven_amount_at_the_node() {
    let beside = Beside::default();
    let world = page(&beside);
    let coin = Coin::of(ANNA, 60_000, 1).bare();
    let draft = Draft::of([coin.clone()]).pays(BERT, 50_000);
    let first = |draft: &Draft| {
        sign(&world, draft, &[ANNA]);
        let found = lines(&world);
        press(&world, "review.cancel");
        found.first().map(|(words, risk, _)| format!("{words} {risk}"))
    };
    assert_eq!(first(&draft).as_deref(), Some("unproven warning"), "the node doesn't know it");
    assert_eq!(beside.asked.borrow().iter().filter(|path| **path == told(&coin).0).count(), 1);
    // another amount than was asked for: its hash is another
    let (path, mut wrong) = told(&coin);
    wrong["vout"][1]["value"] = json!(50_001);
    *beside.node.borrow_mut() = vec![(path, wrong)];
    assert_eq!(first(&draft).as_deref(), Some("unproven warning"));
    *beside.node.borrow_mut() = vec![told(&coin)];
    assert_eq!(first(&draft).as_deref(), Some("send normal"));
    // the site lies
    let lie = Draft::of([Coin { said: Some(50_500), ..coin }]).pays(BERT, 50_000);
    assert_eq!(world.settled(&sign(&world, &lie, &[ANNA])), Err(Error::ActionNotAllowed));
}

// req: 10.44
#[test]
fn reviews_as_unproven_when_the_node_never_responds() {
    let world = page(&Beside { hangs: true, ..Beside::default() });
    sign(&world, &Draft::of([Coin::of(ANNA, 60_000, 1).bare()]).pays(BERT, 50_000), &[ANNA]);
    assert!(!world.is_open());
    world.pass(PREVIOUS_MS);
    assert_eq!(lines(&world)[0].0, "unproven");
}

// req: 10.44
#[test]
fn rejects_a_wallet_response_that_signed_another_psbt() {
    let beside = Beside::default();
    let world = page(&beside);
    let draft = Draft::of([Coin::of(ANNA, 60_000, 1)]).pays(BERT, 50_000);
    *beside.answer.borrow_mut() = Some(json!({"psbt": draft.clone().pays(BERT, 1).text()}));
    let asked = sign(&world, &draft, &[ANNA]);
    press(&world, "review.confirm");
    assert_eq!(world.settled(&asked), Err(Error::SignedElse { id: None }));
    assert_eq!(world.slice("transactions")["list"], json!([]), "it was asked for a signature alone");
}

// req: 10.44
#[test]
fn rejects_a_psbt_that_the_wallet_cant_express() {
    for (code, is_refused) in [(4200, true), (0, false), (-32602, false), (4100, false), (-32603, false)] {
        let beside = Beside::default();
        beside.takes.set(code);
        let world = page(&beside);
        let draft = Draft::of([Coin::of(ANNA, 60_000, 1).sighash(0x81)]).pays(BERT, 50_000);
        let asked = sign(&world, &draft, &[ANNA]);
        assert_eq!(world.slice("review")["id"].is_null(), is_refused, "{code}");
        assert_eq!(world.wallets.count("signPsbt"), 0);
        if is_refused {
            assert!(world.settled(&asked).is_err(), "{code}");
        } else {
            press(&world, "review.cancel");
        }
    }
}

// req: 10.44
#[test]
fn rejects_a_memo_or_foreign_change_and_flags_a_foreign_sign_in() {
    let world = page(&Beside::default());
    for (name, value) in [("changeAddress", BERT), ("memo", "68656c6c6f")] {
        let mut params = json!({"account": ANNA, "recipientAddress": BERT, "amount": "1500"});
        params[name] = json!(value);
        let asked = ask(&world, "sendTransfer", params);
        assert_eq!(world.settled(&asked), Err(Error::ActionNotAllowed), "{name}");
        assert_eq!(world.slice("review")["id"], Value::Null, "{name}");
    }
    let text = "other.example wants you to sign in with your Bitcoin account:\nx";
    ask(&world, "signMessage", json!({"account": ANNA, "message": text}));
    assert_eq!(lines(&world), [line("sign_in_elsewhere", "critical", Value::Null)]);
    press(&world, "review.cancel");
    // one receiver, and nothing else: the wallet asks
    let asked =
        ask(&world, "sendTransfer", json!({"account": ANNA, "recipientAddress": BERT, "amount": "1500"}));
    assert!(world.settled(&asked).is_ok());
}

/// Two inputs of segwit that are signed to the end, or the first alone.
fn finished(is_complete: bool) -> Draft {
    let witness = [&[2, 71, 0x30][..], &[1; 69], &[1, 33, 2], &[5; 32]].concat();
    let coin = |at| Coin::of(ANNA, 100_000, at);
    let second = if is_complete { coin(2).with(&[8], &witness) } else { coin(2) };
    Draft::of([coin(1).with(&[8], &witness), second]).pays(BERT, 150_000)
}

fn txid(draft: &Draft) -> String {
    draft.unsigned().txid().iter().rev().map(|byte| format!("{byte:02x}")).collect()
}

fn sent(world: &World) -> Join {
    let draft = Draft::of([1, 2].map(|at| Coin::of(ANNA, 100_000, at))).pays(BERT, 150_000);
    let inputs = [0, 1].map(|at| json!({"address": ANNA, "index": at}));
    let params = json!({"account": ANNA, "psbt": draft.text(), "signInputs": inputs, "broadcast": true});
    let asked = ask(world, "signPsbt", params);
    press(world, "review.confirm");
    world.pass(1_000);
    asked
}

// req: 6.5 10.44 10.27 10.59
#[test]
fn compares_a_signed_transaction_before_broadcasting_it_once() {
    let beside = Beside::default();
    let world = page(&beside);
    let signed = finished(true);
    *beside.answer.borrow_mut() = Some(json!({"psbt": signed.text(), "unsent": true}));
    *beside.pushes.borrow_mut() = Some(txid(&signed));
    let asked = sent(&world);
    assert_eq!(world.json(&asked), json!({"psbt": signed.text(), "txid": txid(&signed)}));
    assert_eq!(world.wallets.last("wm_push").unwrap()["psbt"], signed.text());
    assert_eq!(world.wallets.count("wm_push"), 1);
    let list = world.slice("transactions")["list"].clone();
    assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
    assert_eq!((&list[0]["status"], &list[0]["hash"]), (&json!("sent"), &json!(txid(&signed))));

    // another document, and one that is not complete, are sent by no one
    for other in [finished(true).pays(BERT, 1), finished(false)] {
        let world = page(&beside);
        *beside.answer.borrow_mut() = Some(json!({"psbt": other.text(), "unsent": true}));
        let asked = sent(&world);
        assert_eq!(world.settled(&asked).unwrap_err(), Error::SignedElse { id: None });
        assert_eq!(world.wallets.count("wm_push"), 0);
        // the wallet has signed it, and may send it by itself
        assert_eq!(world.slice("transactions")["list"][0]["status"], "altered");
        assert!(world.toasts().contains(&"Your wallet signed something else".to_owned()));
    }
    // one that it has sent already, as it says, is followed by its id
    let world = page(&beside);
    let other = finished(true).pays(BERT, 1);
    *beside.answer.borrow_mut() = Some(json!({"psbt": other.text(), "txid": txid(&other)}));
    let asked = sent(&world);
    assert_eq!(world.settled(&asked).unwrap_err(), Error::SignedElse { id: Some(txid(&other)) });
    let entry = world.slice("transactions")["list"][0].clone();
    assert_eq!((&entry["status"], &entry["hash"]), (&json!("altered"), &json!(txid(&other))));

    // a wallet that fails then might have sent it: no one knows, and it is not asked again
    let world = page(&beside);
    *beside.answer.borrow_mut() = Some(json!({"psbt": signed.text(), "unsent": true}));
    *beside.pushes.borrow_mut() = None;
    let asked = sent(&world);
    assert!(world.settled(&asked).is_err());
    world.pass(60_000);
    assert_eq!(world.wallets.count("wm_push"), 1);
    let entry = world.slice("transactions")["list"][0].clone();
    assert_eq!((&entry["status"], &entry["hash"]), (&json!("unknown"), &Value::Null));
}

// req: 10.27
#[test]
fn knows_a_signed_transaction_after_a_reload() {
    let beside = Beside::default();
    let signed = finished(true);
    let entry = |world: &World| world.slice("transactions")["list"][0].clone();
    *beside.answer.borrow_mut() = Some(json!({"psbt": signed.text(), "unsent": true}));
    *beside.pushes.borrow_mut() = Some("hangs".into());
    let world = page(&beside);
    drop(sent(&world));
    let kept = entry(&world);
    assert_eq!((&kept["status"], &kept["hash"]), (&json!("unknown"), &Value::Null));
    let storage = world.storage.clone();
    world.engine.destroy();
    let world = World::with(json!({"networks": [network()]}), storage);
    world.pass(1_000);
    assert_eq!((&entry(&world)["id"], &entry(&world)["status"]), (&kept["id"], &json!("unknown")));
    // who refuses to send it has not sent it
    *beside.pushes.borrow_mut() = Some("refuses".into());
    let world = page(&beside);
    assert_eq!(world.settled(&sent(&world)).unwrap_err(), Error::UserRejected);
    world.pass(1_000);
    assert_eq!(world.slice("transactions")["list"], json!([]));
}

// req: 10.27
#[test]
fn marks_a_send_altered_when_the_id_isnt_of_the_signed_psbt() {
    let beside = Beside::default();
    let signed = finished(true);
    for (psbt, id, is_it) in [
        (signed.text(), txid(&signed), true),
        (signed.text(), txid(&signed).to_ascii_uppercase(), true),
        (signed.text(), "7a".repeat(32), false),
        // nothing but the document itself came back: what segwit signs is known by it
        (
            Draft::of([1, 2].map(|at| Coin::of(ANNA, 100_000, at))).pays(BERT, 150_000).text(),
            "7a".repeat(32),
            false,
        ),
    ] {
        let world = page(&beside);
        *beside.answer.borrow_mut() = Some(json!({"psbt": psbt, "txid": id}));
        assert_eq!(world.settled(&sent(&world)).is_ok(), is_it, "{id}");
        let list = world.slice("transactions")["list"].clone();
        let status = if is_it { "sent" } else { "altered" };
        let id = id.to_ascii_lowercase();
        assert_eq!((&list[0]["hash"], &list[0]["status"]), (&json!(id), &json!(status)), "{list}");
    }
}

/// A document with an input that another one signs, outside segwit: its ID depends on that signature.
fn shared() -> Draft {
    let other = Coin::of("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", 80_000, 3);
    Draft::of([Coin::of(ANNA, 100_000, 1), other]).pays(BERT, 150_000)
}

/// The ID of a document that is signed by both, and what an indexer tells of it.
fn made(draft: &Draft, script: u8) -> (String, Value) {
    let digits = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let name = |txid: &[u8; 32]| txid.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    let mut of = draft.unsigned();
    of.inputs[1].script = vec![1, script];
    let vin: Vec<Value> = of
        .inputs
        .iter()
        .map(|of| {
            json!({"txid": name(&of.txid), "vout": of.index,
        "scriptsig": digits(&of.script), "sequence": of.sequence})
        })
        .collect();
    let vout: Vec<Value> =
        of.outputs.iter().map(|of| json!({"scriptpubkey": digits(&of.script), "value": of.value})).collect();
    let id = name(&of.txid());
    let told = json!({"txid": id, "version": of.version, "locktime": of.lock_time, "vin": vin, "vout": vout});
    (id, told)
}

/// A wallet that names the ID alone: the network's transaction has to be that of the document.
// req: 10.27, 10.59
#[test]
fn verifies_a_lone_id_against_the_networks_transaction() {
    let beside = Beside::default();
    // of segwit alone the ID is known
    let whole = finished(true);
    for (id, is_it) in
        [(txid(&whole), true), (txid(&whole).to_ascii_uppercase(), true), ("7a".repeat(32), false)]
    {
        let world = page(&beside);
        *beside.answer.borrow_mut() = Some(json!({"txid": id}));
        assert_eq!(world.settled(&sent(&world)).is_ok(), is_it, "{id}");
    }
    let (right, other) = (made(&shared(), 7), made(&shared().pays(BERT, 1), 7));
    let block = json!({"confirmed": true, "block_height": 7, "block_hash": "7a".repeat(32)});
    for (what, (id, told), reload, last) in [
        ("the document's", right.clone(), false, "confirmed"),
        ("the document's", right.clone(), true, "confirmed"),
        ("another signature", made(&shared(), 8), false, "confirmed"),
        ("another payment", other.clone(), false, "differs"),
        ("another payment", other.clone(), true, "differs"),
        ("an invention", (other.0, right.1), false, "sent"),
    ] {
        let world = page(&beside);
        *beside.answer.borrow_mut() = Some(json!({"txid": id}));
        let params = json!({"account": ANNA, "psbt": shared().text(), "broadcast": true,
            "signInputs": [{"address": ANNA, "index": 0}]});
        let asked = ask(&world, "signPsbt", params);
        press(&world, "review.accept");
        press(&world, "review.confirm");
        world.pass(1_000);
        assert!(world.settled(&asked).is_ok(), "{what}: {:?}", world.settled(&asked));
        assert_eq!(world.slice("transactions")["list"][0]["status"], "sent", "{what}");
        let know = || {
            *beside.node.borrow_mut() =
                vec![(format!("/tx/{id}"), told.clone()), (format!("/tx/{id}/status"), block.clone())];
        };
        let world = if reload {
            let storage = world.storage.clone();
            world.engine.destroy();
            let again = World::with(json!({"networks": [network()]}), storage);
            let node = beside.clone();
            again.served(move |request| {
                let path = request.url.strip_prefix("http://localhost:3002/api")?;
                let known = node.node.borrow();
                let known = known.iter().find(|(of, _)| of == path);
                Some(known.map_or_else(|| status(404, "no"), |(_, of)| status(200, &of.to_string())))
            });
            again
        } else {
            world
        };
        know();
        world.pass(60_000);
        assert_eq!(world.slice("transactions")["list"][0]["status"], last, "{what}, {reload}");
        beside.node.borrow_mut().clear();
    }
}
