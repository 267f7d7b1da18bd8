//! Bitcoin: a balance and a send by the wallet's own `sendTransfer`; the network's indexer says what became of it.

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::flow::Join;
use wallet_engine::ports::http::HttpRequest;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};

pub(crate) const CHAIN: &str = "bip122:000000000019d6689c085ae165831e93";
pub(crate) const ME: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
pub(crate) const BEN: &str = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
pub(crate) const ID: &str = "aa11bb22cc33dd44ee55ff66aa77bb88cc99dd00ee11ff22aa33bb44cc55dd66";
const OTHER: &str = "bb11bb22cc33dd44ee55ff66aa77bb88cc99dd00ee11ff22aa33bb44cc55dd66";

/// The ledger, as its indexer shows it: the newest first.
#[derive(Clone, Default)]
pub(crate) struct Ledger {
    pub(crate) made: Rc<RefCell<Vec<Value>>>,
    pub(crate) blocks: Rc<RefCell<BTreeMap<String, bool>>>,
    down: Rc<Cell<bool>>,
}

pub(crate) fn transaction(id: &str, from: &str, to: &str, sats: u64) -> Value {
    json!({"txid": id, "vin": [{"prevout": {"scriptpubkey_address": from, "value": 90_000_000}}],
        "vout": [{"scriptpubkey_address": to, "value": sats}, {"scriptpubkey_address": from, "value": 1_000}]})
}

/// What the address got before everything else, in a block.
fn earlier() -> Value {
    let mut got = transaction(&OTHER.replace("bb11", "ee11"), BEN, ME, 100_000_000);
    got["status"] = json!({"confirmed": true, "block_height": 6, "block_time": 1_600_000_000});
    got
}

impl Ledger {
    pub(crate) fn add(&self, of: Value) {
        self.blocks.borrow_mut().insert(of["txid"].as_str().unwrap().into(), false);
        self.made.borrow_mut().insert(0, of);
    }

    pub(crate) fn mine(&self, id: &str) {
        self.blocks.borrow_mut().insert(id.into(), true);
    }

    pub(crate) fn drop(&self, id: &str) {
        self.made.borrow_mut().retain(|of| of["txid"] != id);
    }

    fn answer(&self, path: &str) -> Option<Value> {
        let made = self.made.borrow();
        let find = |id: &str| made.iter().find(|of| of["txid"] == id).cloned();
        let stats = |count: usize| json!({"funded_txo_sum": 300_000_000u64, "spent_txo_sum": 200_000_000, "tx_count": count});
        Some(match path.trim_start_matches('/').split('/').collect::<Vec<_>>()[..] {
            ["address", ME] => {
                json!({"chain_stats": stats(3), "mempool_stats": {"funded_txo_sum": 5_000, "spent_txo_sum": 0, "tx_count": made.len()}})
            }
            ["address", ME, "utxo"] => {
                json!([{"status": {"confirmed": true}}, {"status": {"confirmed": true}}, {"status": {"confirmed": false}}])
            }
            ["address", ME, "txs"] => made.iter().cloned().chain([earlier()]).collect(),
            ["tx", id] => find(id)?,
            ["tx", id, "status"] => {
                find(id)?;
                match self.blocks.borrow()[id] {
                    true => json!({"confirmed": true, "block_height": 7, "block_hash": OTHER}),
                    false => json!({"confirmed": false}),
                }
            }
            ["fee-estimates"] => json!({"1": 20.5, "2": 10.25, "144": 1}),
            _ => return None,
        })
    }
}

pub(crate) fn options() -> Value {
    let network = json!({"id": "000000000019d6689c085ae165831e93", "caipNetworkId": CHAIN, "chainNamespace": "bip122",
        "name": "Bitcoin", "nativeCurrency": {"name": "Bitcoin", "symbol": "BTC", "decimals": 8},
        "rpcUrls": {"default": {"http": ["http://localhost:3002"]}}});
    json!({"networks": [network]})
}

/// What the indexer says of a request.
pub(crate) fn serve(ledger: &Ledger, request: &HttpRequest) -> Option<Served> {
    let path = request.url.strip_prefix("http://localhost:3002")?;
    if ledger.down.get() {
        return Some(status(503, "busy"));
    }
    let answer = ledger.answer(path);
    Some(answer.map_or_else(|| status(404, "Transaction not found"), |of| status(200, &of.to_string())))
}

pub(super) fn page(answer: impl Fn(&Ledger, &Value) -> Answer + 'static) -> (World, Ledger) {
    let (world, ledger) = page_before(answer);
    world.connect("app.orange");
    (world, ledger)
}

/// A page whose wallet is there, and not connected yet.
pub(crate) fn page_before(answer: impl Fn(&Ledger, &Value) -> Answer + 'static) -> (World, Ledger) {
    let ledger = Ledger::default();
    let world = World::with(options(), Default::default());
    serve_page(&world, &ledger, answer);
    (world, ledger)
}

/// Its node and its wallet, also after a reload.
pub(crate) fn serve_page(
    world: &World,
    ledger: &Ledger,
    answer: impl Fn(&Ledger, &Value) -> Answer + 'static,
) {
    let of = ledger.clone();
    world.served(move |request| serve(&of, request));
    let of = ledger.clone();
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => {
            ok(json!({"accounts": [{"chain": CHAIN, "address": ME, "type": "payment"}], "chain": CHAIN}))
        }
        "wm_disconnect" => ok(json!(null)),
        "sendTransfer" => answer(&of, params),
        _ => refuse(4200, "unsupported"),
    });
    world.engine.announce(Announced {
        kind: WalletKind::default(),
        handle: PageWallet(1),
        id: "bip122:orange".into(),
        name: "Orange".into(),
        icon: None,
        picture: None,
        rdns: Some("app.orange".into()),
        namespaces: vec![Namespace::Bip122],
    });
    world.run();
}

/// Sends what it is asked for.
pub(crate) fn willing(ledger: &Ledger, params: &Value) -> Answer {
    let (to, sats) = (params["recipientAddress"].as_str().unwrap(), params["amount"].as_str().unwrap());
    ledger.add(transaction(ID, ME, to, sats.parse().unwrap()));
    ok(json!({"txid": ID}))
}

pub(crate) fn review(world: &World, amount: &str, to: &str) -> Join {
    world.open("Account");
    world.form(amount, to);
    world.pass(1_000);
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    reviewed
}

pub(crate) fn confirm(world: &World) -> Join {
    let confirmed = world.dispatch(json!({"type": "send.confirm"}));
    world.pass(200);
    confirmed
}

pub(super) fn status_of(world: &World) -> Value {
    world.slice("transactions")["list"][0]["status"].clone()
}

// req: 10.27 10.31
#[test]
fn tracks_a_send_from_review_to_its_first_block() {
    let (world, ledger) = page(willing);
    let reviewed = review(&world, "0.5", BEN);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let account = world.slice("account");
    assert_eq!((&account["balance"]["amount"], &account["balance"]["symbol"]), (&json!("1"), &json!("BTC")));
    assert_eq!(account["balance"]["arriving"], "0.00005 BTC", "it cannot be spent yet");
    let send = world.slice("send");
    // two pieces of 68, two outputs of 43 and 11 more at twice 10.25 sats: 233 bytes
    assert_eq!(send["max"], "0.99995223");
    let preview = &send["preview"];
    assert_eq!((&preview["amount"], &preview["to"]["address"]), (&json!("0.5"), &json!(BEN)));
    assert_eq!(
        (&preview["fee"], &preview["feePhase"], &preview["total"]),
        (&json!(null), &json!("ready"), &json!(null))
    );
    let sent = confirm(&world);
    let send = world.slice("send");
    assert_eq!((&send["phase"], &send["preview"]["rareBlocks"]), (&json!("confirming"), &json!(true)));
    assert_eq!(
        world.wallets.last("sendTransfer").unwrap(),
        json!({"account": ME, "recipientAddress": BEN, "amount": "50000000", "chain": CHAIN})
    );
    world.pass(1_800_000);
    assert_eq!(
        (status_of(&world), &world.slice("send")["hash"]),
        (json!("sent"), &json!(ID)),
        "blocks are rare"
    );
    ledger.mine(ID);
    world.pass(20_000);
    assert_eq!(status_of(&world), "confirmed");
    assert_eq!(world.json(&sent)["hash"], ID);
}

// req: 10.59
#[test]
fn marks_a_payment_from_another_account_as_different() {
    let (world, _) = page(|ledger, _| {
        ledger.add(transaction(ID, BEN, BEN, 50_000_000));
        ok(json!({"txid": ID}))
    });
    review(&world, "0.5", BEN);
    confirm(&world);
    world.pass(20_000);
    assert_eq!(status_of(&world), "differs");
}

/// The wallet may send more than was shown: what goes to addresses that it has not given as the account's is named.
// req: 10.27, 10.59
#[test]
fn names_extra_outputs_to_addresses_the_wallet_never_gave() {
    const HOLDS: &str = "3P14159f73E4gFr7JterCCQh9QjiTjiZrG";
    const CHANGE: &str = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";
    const EVE: &str = "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq";
    let out = |to: &str, sats: u64| json!({"scriptpubkey_address": to, "value": sats});
    let pays = || out(BEN, 50_000_000);
    let bare = |sats: u64| json!({"scriptpubkey": "6a", "value": sats});
    let of = |to: &str, amount: &str| json!({"to": to, "amount": amount});
    let many: Vec<Value> =
        (0..8).map(|at| out(&format!("{}{at}", &EVE[..41]), 1_000 * (at + 1))).chain([pays()]).collect();
    let named = |at: u64| of(&format!("{}{at}", &EVE[..41]), &format!("0.0000{}", at + 1));
    let mut of_many: Vec<Value> = [7, 6, 5, 4, 3].map(named).into();
    of_many.push(json!({"to": null, "amount": "0.00006"}));
    for (what, outputs, others) in [
        ("nothing else", vec![pays()], json!(null)),
        ("to itself", vec![pays(), out(ME, 900)], json!(null)),
        ("to its ordinals", vec![out(HOLDS, 546), pays()], json!(null)),
        ("perhaps its change", vec![pays(), out(CHANGE, 39_000_000)], json!([of(CHANGE, "0.39")])),
        (
            "the most first, each address once",
            vec![out(EVE, 1_000), out(CHANGE, 5_000), pays(), out(EVE, 6_000)],
            json!([of(EVE, "0.00007"), of(CHANGE, "0.00005")]),
        ),
        ("the recipient again", vec![pays(), pays()], json!([of(BEN, "0.5")])),
        ("a text", vec![pays(), bare(0)], json!(null)),
        ("without an address", vec![pays(), bare(7_000)], json!([{"to": null, "amount": "0.00007"}])),
        ("more than are named", many, json!(of_many)),
    ] {
        let (world, ledger) = page_before(willing);
        let chain = ledger.clone();
        world.wallets.answer(1, move |method, _| match method {
            "wm_connect" => {
                let account =
                    |address: &str, kind: &str| json!({"chain": CHAIN, "address": address, "type": kind});
                let accounts = [account(ME, "payment"), account(HOLDS, "ordinal")];
                ok(json!({"accounts": accounts, "chain": CHAIN}))
            }
            "sendTransfer" => {
                let mut made = transaction(ID, ME, BEN, 50_000_000);
                made["vout"] = json!(outputs);
                chain.add(made);
                ok(json!({"txid": ID}))
            }
            _ => refuse(4200, "unsupported"),
        });
        world.connect("app.orange");
        review(&world, "0.5", BEN);
        confirm(&world);
        world.pass(3_000);
        assert_eq!(world.slice("transactions")["list"][0]["hash"], ID, "{what}");
        let kept = |world: &World| world.slice("transactions")["list"][0]["added"]["others"].clone();
        assert_eq!(kept(&world), others, "{what}");
        let shown = world.slice("send")["preview"]["added"]["others"].clone();
        let first = |list: &Value| list[0]["amount"].as_str().map(ToString::to_string);
        let amount = first(&others).map(|amount| format!("{amount} BTC"));
        assert!(
            first(&shown).unwrap_or_default().starts_with(&amount.unwrap_or_default()),
            "{what}: {shown}"
        );
        if what == "perhaps its change" {
            let again = world.reload();
            serve_page(&again, &ledger, willing);
            again.pass(3_000);
            assert_eq!(kept(&again), others, "after a reload too");
            continue;
        }
        ledger.mine(ID);
        world.pass(60_000);
        assert_eq!(status_of(&world), "confirmed", "{what}: it may be the wallet's change");
    }
}

// req: 10.59, 10.60
#[test]
fn names_an_extra_output_to_an_unconfirmed_address() {
    const HOLDS: &str = "3P14159f73E4gFr7JterCCQh9QjiTjiZrG";
    let accounts = || json!([{"chain": CHAIN, "address": ME, "type": "payment"}, {"chain": CHAIN, "address": HOLDS, "type": "ordinal"}]);
    let answers = move |world: &World, ledger: &Ledger| {
        let chain = ledger.clone();
        world.wallets.answer(1, move |method, params| match method {
            "wm_connect" if params["silent"] == true => {
                ok(json!({"accounts": params["stored"], "chain": CHAIN, "remembered": true}))
            }
            "wm_connect" => ok(json!({"accounts": accounts(), "chain": CHAIN})),
            "sendTransfer" => {
                let mut made = transaction(ID, ME, BEN, 50_000_000);
                let out = |to: &str, sats: u64| json!({"scriptpubkey_address": to, "value": sats});
                made["vout"] = json!([out(BEN, 50_000_000), out(HOLDS, 39_000_000)]);
                chain.add(made);
                ok(json!({"txid": ID}))
            }
            _ => refuse(4200, "unsupported"),
        });
    };
    let (world, ledger) = page_before(willing);
    answers(&world, &ledger);
    world.connect("app.orange");
    let world = world.reload_with(options());
    serve_page(&world, &ledger, willing);
    answers(&world, &ledger);
    world.pass(6_000);
    assert_eq!(world.slice("account")["confirmation"], "needed");
    review(&world, "0.5", BEN);
    confirm(&world);
    world.pass(3_000);
    let others = world.slice("transactions")["list"][0]["added"]["others"].clone();
    assert_eq!(others, json!([{"to": HOLDS, "amount": "0.39"}]));
}

// req: 10.27
#[test]
fn marks_a_payment_with_another_recipient_or_amount_as_different() {
    for (to, sats) in [(ME, 50_000_000), (BEN, 50_000_001), (BEN, 49_999_999)] {
        let (world, _) = page(move |ledger, _| {
            ledger.add(transaction(ID, ME, to, sats));
            ok(json!({"txid": ID}))
        });
        review(&world, "0.5", BEN);
        confirm(&world);
        world.pass(20_000);
        assert_eq!(status_of(&world), "differs", "{to} {sats}");
    }
}

// req: 10.31
#[test]
fn marks_a_send_as_replaced_only_by_its_senders_transaction() {
    let (world, ledger) = page(willing);
    review(&world, "0.5", BEN);
    confirm(&world);
    world.pass(5_000);
    ledger.drop(ID);
    world.pass(60_000);
    assert_eq!(status_of(&world), "sent", "it may come back");
    // something that someone else has sent here
    ledger.add(transaction(OTHER, BEN, ME, 7_000));
    world.pass(60_000);
    assert_eq!(status_of(&world), "sent");
    ledger.drop(OTHER);
    ledger.add(transaction(OTHER, ME, ME, 50_000_000));
    world.pass(60_000);
    assert_eq!(status_of(&world), "replaced");
}

// req: 10.31
#[test]
fn looks_for_a_send_after_an_unclear_wallet_error() {
    let (world, ledger) = page(|_, _| refuse(-32603, "it broke"));
    // what was there before is not it
    ledger.add(transaction(OTHER, ME, BEN, 50_000_000));
    review(&world, "0.5", BEN);
    world.pass(2_000);
    confirm(&world);
    world.pass(10_000);
    assert_eq!(world.slice("send")["phase"], "unknown");
    ledger.add(transaction(ID, ME, BEN, 50_000_000));
    world.pass(30_000);
    assert_eq!(
        (status_of(&world), &world.slice("transactions")["list"][0]["hash"]),
        (json!("sent"), &json!(ID))
    );
    ledger.mine(ID);
    world.pass(60_000);
    assert_eq!(status_of(&world), "confirmed");
}

// req: 5.17 5.29
#[test]
fn blocks_dust_and_addresses_of_another_network() {
    for (amount, to, said) in [
        ("0.00000329", BEN, "Send at least 0.0000033 BTC to this address"),
        (
            "0.00000293",
            "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
            "Send at least 0.00000294 BTC to this address",
        ),
        ("0.00000545", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "Send at least 0.00000546 BTC to this address"),
    ] {
        let (world, _) = page(willing);
        let reviewed = review(&world, amount, to);
        assert_eq!(world.settled(&reviewed).unwrap_err().to_string(), said);
        assert_eq!(world.slice("send")["error"]["message"], said, "in the form");
        assert_eq!(world.view(), "Send");
    }
    let (world, _) = page(willing);
    let reviewed = review(&world, "0.5", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx");
    assert!(world.settled(&reviewed).is_err());
    let send = world.slice("send");
    assert_eq!((&send["check"], &send["receiverError"]), (&json!("invalid_address"), &json!("network")));
    review(&world, "0.5", &BEN.replace('0', "2"));
    assert_eq!(world.slice("send")["receiverError"], "checksum");
    assert_eq!(world.wallets.count("sendTransfer"), 0);
}

#[test]
fn keeps_the_preview_on_a_rejection_and_the_status_when_node_is_down() {
    let (world, _) = page(|_, _| refuse(4001, "no"));
    review(&world, "0.5", BEN);
    let refused = confirm(&world);
    assert!(world.settled(&refused).unwrap_err().is_refusal());
    assert_eq!(world.slice("send")["phase"], "review");
    let (world, ledger) = page(willing);
    review(&world, "0.5", BEN);
    confirm(&world);
    ledger.down.set(true);
    world.pass(60_000);
    assert_eq!(status_of(&world), "sent");
    ledger.down.set(false);
    ledger.mine(ID);
    world.pass(30_000);
    assert_eq!(status_of(&world), "confirmed");
}

// req: 2.21 5.29
#[test]
fn converts_the_amount_between_bitcoin_and_satoshis() {
    let (world, _) = page(willing);
    world.open("Account");
    world.form("0.00012345", BEN);
    world.pass(1_000);
    let turn = || world.dispatch(json!({"type": "send.unit"}));
    let typed = |value: &str| world.dispatch(json!({"type": "send.amount", "value": value}));
    let shown = || {
        let slice = world.slice("send");
        ["unit", "nextUnit", "typed", "sendTokenAmount", "sends", "check"].map(|name| slice[name].clone())
    };
    assert_eq!(shown()[..3], [json!("token"), json!("sats"), json!("0.00012345")]);
    turn();
    assert_eq!(
        shown(),
        [
            json!("sats"),
            json!("token"),
            json!("12345"),
            json!("0.00012345"),
            json!("0.00012345 BTC"),
            json!("ready")
        ]
    );
    typed("50000000");
    assert_eq!(shown()[3], "0.5");
    for (bad, check) in [
        ("1.5", "invalid_amount"),
        ("1e3", "invalid_amount"),
        ("-1", "invalid_amount"),
        ("0", "invalid_amount"),
    ] {
        typed(bad);
        assert_eq!(shown()[5], check, "{bad}");
    }
    typed("100000001");
    assert_eq!(shown()[5], "insufficient_funds");
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!((&shown()[2], &shown()[5]), (&json!("99995223"), &json!("ready")));
    typed("70000");
    world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    assert_eq!(world.slice("send")["preview"]["amount"], "0.0007");
    confirm(&world);
    assert_eq!(world.wallets.last("sendTransfer").unwrap()["amount"], "70000");
}
