//! Sending on Solana: what is asked of the node, of the wallet, and what is given to the network (decisions 65, "What a Solana wallet can add", 66,
//! "A Solana transfer", and 67, "Signed by the wallet, broadcast by the modal").

mod exchange;
pub(crate) mod labels;
mod pays;
mod relayed;
mod rules;

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wallet_engine::flow::Join;
use wallet_engine::namespaces::solana::codec::wire::{Instruction, Key, Transaction};
use wallet_engine::namespaces::solana::codec::written::signed;
use wallet_engine::namespaces::solana::money::transfer::associated;
use wallet_engine::namespaces::solana::reader::effects::key;
use wallet_engine::ports::http::HttpRequest;
use walletconnect::base64;

pub(crate) const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
pub(crate) const ME: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
pub(crate) const BEN: &str = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg";
pub(crate) const MINT: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
pub(crate) const MINE: &str = "7vYxkr1qVQ5bhNZHgGQvCYmGqVmLBGmZ8UQ3KvY8Hk6p";
pub(crate) const SYSTEM: &str = "11111111111111111111111111111111";
pub(crate) const TOKEN: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
pub(crate) const TOKEN_2022: &str = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const OLD: [u8; 32] = [8; 32];

pub(crate) fn of(text: &str) -> Key {
    key(text).unwrap()
}

pub(crate) fn text(key: &Key) -> String {
    wallet_engine::namespaces::solana::reader::instructions::written(key)
}

/// Address -> its program, its data, whether it can be run.
type Accounts = BTreeMap<String, (&'static str, Vec<u8>, bool)>;

/// The network as a node has it.
#[derive(Clone)]
pub(crate) struct Node {
    pub(crate) accounts: Rc<RefCell<Accounts>>,
    pub(crate) coins: Rc<Cell<u64>>,
    pub(crate) height: Rc<Cell<u64>>,
    /// The slot of what is in a block.
    pub(crate) slot: Rc<Cell<u64>>,
    /// The slot that whoever is asked for a signature has seen.
    pub(crate) seen: Rc<Cell<u64>>,
    /// The first block it still has.
    pub(crate) first: Rc<Cell<u64>>,
    /// What was in a block is not known to it any more.
    pub(crate) forgets: Rc<Cell<bool>>,
    /// What is given to it gets into a block.
    pub(crate) lands: Rc<Cell<bool>>,
    pub(crate) given: Rc<RefCell<Vec<String>>>,
    pub(crate) blocks: Rc<RefCell<Vec<(String, String)>>>,
    pub(crate) asked: Rc<RefCell<Vec<String>>>,
    pub(crate) fails: Rc<Cell<bool>>,
    pub(crate) listed: Rc<Value>,
}

impl Node {
    /// 2 SOL are there, and whom they are sent to.
    pub(crate) fn listing(listed: Value) -> Self {
        let node = Self {
            accounts: Rc::default(),
            coins: Rc::new(Cell::new(2_000_000_000)),
            height: Rc::new(Cell::new(1_000)),
            slot: Rc::new(Cell::new(80)),
            seen: Rc::new(Cell::new(u64::MAX)),
            first: Rc::new(Cell::new(u64::MAX)),
            forgets: Rc::new(Cell::new(false)),
            lands: Rc::new(Cell::new(true)),
            given: Rc::default(),
            blocks: Rc::default(),
            asked: Rc::default(),
            fails: Rc::default(),
            listed: Rc::new(listed),
        };
        node.has(BEN, SYSTEM, vec![]);
        node
    }

    pub(crate) fn has(&self, key: &str, owner: &'static str, data: Vec<u8>) {
        self.accounts.borrow_mut().insert(key.into(), (owner, data, false));
    }

    fn account(&self, key: &str) -> Value {
        match self.accounts.borrow().get(key) {
            Some((owner, data, is_program)) => json!({"data": [base64::encode(data), "base64"],
                "owner": owner, "lamports": 1, "executable": is_program}),
            None => Value::Null,
        }
    }

    pub(crate) fn puts(&self, bytes: &str) {
        let id = bs58_of(&Transaction::read(&base64::decode(bytes).unwrap()).unwrap().signatures[0]);
        if self.blocks.borrow().iter().all(|(of, _)| *of != id) {
            self.blocks.borrow_mut().push((id, bytes.into()));
        }
    }

    pub(crate) fn answer(&self, method: &str, params: &Value) -> Value {
        self.asked.borrow_mut().push(method.into());
        let at = |value: Value| json!({"context": {"slot": 77}, "value": value});
        let find = |id: &Value| {
            let blocks = self.blocks.borrow();
            blocks.iter().find(|(of, _)| id == of && !self.forgets.get()).cloned()
        };
        match method {
            "getBalance" => at(json!(self.coins.get())),
            "getMultipleAccounts" => {
                let keys = params[0].as_array().unwrap().iter();
                at(keys.map(|key| self.account(key.as_str().unwrap())).collect())
            }
            "getTokenAccountsByOwner" => at(match self.account(MINE) {
                Value::Null => json!([]),
                // of one mint, or of one of the programs
                account if params[1]["programId"].as_str().is_some_and(|of| account["owner"] != of) => {
                    json!([])
                }
                account => json!([{"pubkey": MINE, "account": account}]),
            }),
            "getMinimumBalanceForRentExemption" => json!((128 + params[0].as_u64().unwrap()) * 6960),
            "getRecentPrioritizationFees" => json!([{"slot": 1, "prioritizationFee": 0}]),
            "getEpochInfo" => {
                // there are more slots than blocks
                let height = self.height.get();
                json!({"epoch": 700, "blockHeight": height, "absoluteSlot": height + 50})
            }
            "getFirstAvailableBlock" => json!(self.first.get()),
            "simulateTransaction" if self.fails.get() => {
                at(json!({"err": {"InstructionError": [2, {"Custom": 1}]}}))
            }
            "simulateTransaction" => at(json!({"err": null})),
            // each time another one
            "getLatestBlockhash" => {
                let mut latest = OLD;
                latest[0] ^= u8::try_from(self.count("getLatestBlockhash").saturating_sub(1)).unwrap_or(1);
                at(json!({"blockhash": text(&latest), "lastValidBlockHeight": 1_150}))
            }
            "getBlockHeight" => json!(self.height.get()),
            "sendTransaction" => {
                let bytes = params[0].as_str().unwrap();
                self.given.borrow_mut().push(bytes.into());
                if self.lands.get() {
                    self.puts(bytes);
                }
                json!("taken")
            }
            "getTransaction" => match find(&params[0]) {
                Some((_, bytes)) => {
                    json!({"transaction": [bytes, "base64"], "slot": self.slot.get(), "meta": {"err": null}})
                }
                None => Value::Null,
            },
            "getSignatureStatuses" => {
                let status = match find(&params[0][0]) {
                    Some(_) => json!({"confirmationStatus": "confirmed", "err": null}),
                    None => Value::Null,
                };
                json!({"context": {"slot": self.seen.get()}, "value": [status]})
            }
            "getSignaturesForAddress" => {
                let blocks = self.blocks.borrow();
                blocks.iter().rev().map(|(id, _)| json!({"signature": id, "slot": 80, "err": null})).collect()
            }
            method => panic!("{method}"),
        }
    }

    pub(crate) fn count(&self, method: &str) -> usize {
        self.asked.borrow().iter().filter(|of| *of == method).count()
    }
}

pub(crate) fn bs58_of(bytes: &[u8]) -> String {
    bs58::encode(bytes).into_string()
}

pub(crate) fn mint(program: &'static str, extension: &[u8]) -> (&'static str, Vec<u8>) {
    let mut data = vec![0; 82];
    (data[44], data[45]) = (6, 1);
    if !extension.is_empty() {
        data.resize(165, 0);
        data.push(1);
        data.extend(extension);
    }
    (program, data)
}

pub(crate) fn holding(mint: &str, owner: &str, units: u64) -> Vec<u8> {
    let mut data = [&of(mint)[..], &of(owner), &units.to_le_bytes(), &[0; 93]].concat();
    data[108] = 1;
    data
}

/// The wallet signs what it is given, after this change.
pub(crate) type Change = fn(&mut Transaction);

pub(crate) fn signing(params: &Value, change: Change) -> Value {
    let bytes = base64::decode(params["transaction"].as_str().unwrap()).unwrap();
    let mut transaction = Transaction::read(&bytes).unwrap();
    change(&mut transaction);
    // another blockhash, another signature
    let mut signature = [7; 64];
    signature[0] ^= transaction.message.blockhash[0] ^ OLD[0];
    transaction.signatures[0] = signature;
    json!({"signature": bs58_of(&signature), "transaction": base64::encode(&signed(&transaction.message, &transaction.signatures))})
}

pub(crate) fn options() -> Value {
    let network = json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "caipNetworkId": SOLANA, "chainNamespace": "solana",
        "name": "Solana", "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
        "rpcUrls": {"default": {"http": ["http://localhost:8899"]}}});
    json!({"projectId": "demo", "networks": [network]})
}

pub(crate) fn page() -> (World, Node) {
    page_listing(json!({"balances": []}), |_| {})
}

/// The service lists these balances, and the network has this.
fn page_listing(listed: Value, has: impl Fn(&Node)) -> (World, Node) {
    let node = Node::listing(listed);
    has(&node);
    let world = World::with(options(), Default::default());
    serve(&world, &node);
    wallet(&world, |method, params| match method {
        "solana_signTransaction" => ok(signing(params, |_| {})),
        _ => refuse(4200, "unsupported"),
    });
    world.announce_sun();
    world.connect("app.sun");
    (world, node)
}

pub(crate) fn serve(world: &World, node: &Node) {
    serve_beside(world, node, |_| None);
}

/// Beside what another host answers.
fn serve_beside(world: &World, node: &Node, other: impl Fn(&HttpRequest) -> Option<Served> + 'static) {
    let node = node.clone();
    world.served(move |request| other(request).or_else(|| answer_of(&node, request)));
}

/// What the services and the node say of a request.
pub(crate) fn answer_of(node: &Node, request: &HttpRequest) -> Option<Served> {
    if request.url.contains("/v1/supported-chains") {
        return Some(status(200, &json!({"http": [SOLANA], "ws": []}).to_string()));
    }
    if request.url.contains("/balance") {
        return Some(status(200, &node.listed.to_string()));
    }
    let body = request.body.as_ref().filter(|_| request.url.contains(":8899"))?;
    let call: Value = serde_json::from_str(&body.text).unwrap();
    let result = node.answer(call["method"].as_str().unwrap(), &call["params"]);
    Some(status(200, &json!({"id": 1, "result": result}).to_string()))
}

pub(crate) fn wallet(world: &World, answer: impl Fn(&str, &Value) -> Answer + 'static) {
    world.wallets.answer(1, move |method, params| match method {
        "wm_connect" => ok(json!({"accounts": [{"chain": SOLANA, "address": ME}], "chain": SOLANA})),
        "wm_disconnect" => ok(json!(null)),
        _ => answer(method, params),
    });
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

pub(crate) fn phase(world: &World) -> String {
    world.slice("send")["phase"].as_str().unwrap().into()
}

// req: 10.27 10.31
#[test]
fn signs_compares_broadcasts_and_tracks_a_send() {
    let (world, node) = page();
    let reviewed = review(&world, "1.5", BEN);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["amount"], &preview["to"]["address"]), (&json!("1.5"), &json!(BEN)));
    // 5,000 for the signature and 50,000 units at 0.01
    assert_eq!(
        (&preview["fee"], &preview["total"]),
        (&json!("0.000006 SOL, $0.02"), &json!("1.500006 SOL, $4,500.02"))
    );
    assert_eq!((&preview["place"], &preview["opens"]), (&json!(null), &json!(null)));
    assert_eq!(node.count("getLatestBlockhash"), 0, "a blockhash is good for a minute");
    let sent = confirm(&world);
    assert_eq!(node.count("getLatestBlockhash"), 1);
    let asked = world.wallets.last("solana_signTransaction").unwrap();
    let bytes = base64::decode(asked["transaction"].as_str().unwrap()).unwrap();
    assert_eq!(Transaction::read(&bytes).unwrap().message.blockhash, OLD);
    assert_eq!((&asked["pubkey"], &asked["chain"]), (&json!(ME), &json!(SOLANA)));
    assert_eq!(world.wallets.count("solana_signAndSendTransaction"), 0);
    world.pass(60_000);
    assert_eq!(world.json(&sent)["hash"], bs58_of(&[7; 64]));
    assert_eq!(node.given.borrow().len(), 1, "it is in a block");
    let told: Vec<Value> =
        world.host.details("wallet-transaction").iter().map(|told| told["status"].clone()).collect();
    assert_eq!(told, [json!("sent"), json!("confirmed")]);
}

/// What a wallet may sign instead of what it was asked.
pub(crate) const CHANGES: [(&str, Change); 6] = [
    ("another receiver", |of| of.message.keys[1] = [3; 32]),
    ("another amount", |of| of.message.instructions[2].data[4] ^= 1),
    ("a second transfer", |of| {
        let again = of.message.instructions[2].clone();
        of.message.instructions.push(again);
    }),
    ("its account handed over", |of| {
        let data = [&[1, 0, 0, 0][..], &[3; 32]].concat();
        let program = of.message.instructions[2].program;
        of.message.instructions.push(Instruction { program, accounts: vec![0], data });
    }),
    ("a fee that is a theft", |of| of.message.instructions[1].data[8] = 1),
    ("a nonce, so that it has no end", |of| {
        let program = of.message.instructions[2].program;
        of.message
            .instructions
            .insert(0, Instruction { program, accounts: vec![1, 0], data: vec![4, 0, 0, 0] });
    }),
];

// req: 10.27, 10.59
#[test]
fn never_broadcasts_a_transaction_that_the_wallet_changed() {
    for (name, change) in CHANGES {
        let (world, node) = page();
        wallet(&world, move |_, params| ok(signing(params, change)));
        review(&world, "1.5", BEN);
        let sent = confirm(&world);
        world.pass(60_000);
        assert_eq!(
            world.settled(&sent).unwrap_err().to_string(),
            "Your wallet signed something else",
            "{name}"
        );
        assert_eq!((phase(&world), node.given.borrow().len()), ("altered".into(), 0), "{name}");
        assert!(world.toasts().contains(&"Your wallet signed something else".to_owned()), "{name}");
        // it cannot be asked again, and stays on the list
        let again = confirm(&world);
        assert!(world.settled(&again).is_err(), "{name}");
        assert_eq!(world.wallets.count("solana_signTransaction"), 1, "{name}");
        let entry = world.slice("transactions")["list"][0].clone();
        assert_eq!(
            (&entry["status"], &entry["hash"]),
            (&json!("altered"), &json!(bs58_of(&[7; 64]))),
            "{name}"
        );
    }
}

// req: 10.59
#[test]
fn tracks_a_changed_transaction_by_its_id_after_a_reload() {
    let (world, node) = page();
    let sent = Rc::new(RefCell::new(String::new()));
    let kept = sent.clone();
    wallet(&world, move |_, params| {
        let answer = signing(params, |of| of.message.keys[1] = [3; 32]);
        *kept.borrow_mut() = answer["transaction"].as_str().unwrap().into();
        ok(answer)
    });
    review(&world, "1.5", BEN);
    confirm(&world);
    world.pass(60_000);
    let world = world.reload_with(options());
    serve(&world, &node);
    world.announce_sun();
    world.pass(30_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "altered");
    // the wallet gives it to the network by itself
    node.puts(&sent.borrow());
    world.pass(60_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "differs");
}

// req: 10.59
#[test]
fn finds_a_transaction_that_nodes_had_lost() {
    let (world, node) = page();
    node.lands.set(false);
    review(&world, "1.5", BEN);
    // a node that names any height at once ends nothing
    node.height.set(9_999);
    node.first.set(0);
    confirm(&world);
    world.pass(30_000);
    assert_ne!(phase(&world), "failed");
    world.pass(90_000);
    assert_eq!(phase(&world), "failed");
    let bytes = node.given.borrow()[0].clone();
    node.puts(&bytes);
    world.pass(60_000);
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
}

/// An id is the first signature of its transaction: a node that gives another one for it has given none.
// req: 10.59
#[test]
fn distrusts_a_node_that_returns_another_transaction_for_the_id() {
    let (world, node) = page();
    let named = bs58_of(&[9; 64]);
    let (chain, id) = (node.clone(), named.clone());
    wallet(&world, move |method, params| match method {
        "solana_signAndSendTransaction" => {
            let answer = signing(params, |_| {});
            chain.blocks.borrow_mut().push((id.clone(), answer["transaction"].as_str().unwrap().into()));
            ok(json!({"signature": id}))
        }
        _ => refuse(4200, "unsupported"),
    });
    review(&world, "1.5", BEN);
    confirm(&world);
    world.pass(10_000);
    let entry = world.slice("transactions")["list"][0].clone();
    assert_eq!((&entry["status"], &entry["hash"]), (&json!("sent"), &json!(named)));
}

// req: 10.59
#[test]
fn marks_an_old_transaction_as_different() {
    for (blockhash, slot, status) in
        [(OLD, 5, "confirmed"), ([4; 32], 78, "confirmed"), ([4; 32], 77, "differs"), ([4; 32], 5, "differs")]
    {
        let (world, node) = page();
        node.slot.set(slot);
        let chain = node.clone();
        wallet(&world, move |method, params| match method {
            "solana_signAndSendTransaction" => {
                let answer = match blockhash == OLD {
                    true => signing(params, |_| {}),
                    false => signing(params, |of| of.message.blockhash = [4; 32]),
                };
                chain.puts(answer["transaction"].as_str().unwrap());
                ok(json!({"signature": answer["signature"]}))
            }
            _ => refuse(4200, "unsupported"),
        });
        review(&world, "1.5", BEN);
        confirm(&world);
        world.pass(60_000);
        assert_eq!(world.slice("transactions")["list"][0]["status"], status, "{slot}");
    }
}

// req: 10.59
#[test]
fn marks_an_unreadable_response_as_unknown() {
    let (world, node) = page();
    wallet(&world, |_, _| ok(json!({"signature": "?"})));
    review(&world, "1.5", BEN);
    confirm(&world);
    world.pass(60_000);
    assert_eq!((phase(&world), node.given.borrow().len()), ("unknown".into(), 0));
    assert_eq!(world.slice("transactions")["list"][0]["status"], "unknown");
}

// req: 10.27
#[test]
fn allows_and_shows_a_priority_fee_and_guards_from_the_wallet() {
    let (world, node) = page();
    node.lands.set(false);
    wallet(&world, |_, params| ok(signing(params, with_price_and_guard)));
    review(&world, "1.5", BEN);
    assert_eq!(world.slice("send")["preview"]["added"], json!(null));
    confirm(&world);
    world.pass(1_000);
    let said = json!({"fee": "0.000004 SOL, $0.01", "guards": true});
    let shown = |world: &World| world.slice("send")["preview"]["added"].clone();
    assert_eq!((phase(&world), shown(&world)), ("confirming".into(), said.clone()));
    node.lands.set(true);
    world.pass(60_000);
    assert!(node.given.borrow().iter().all(|bytes| *bytes == node.given.borrow()[0]));
    let told = world.host.details("wallet-transaction");
    assert_eq!(told.last().unwrap()["status"], "confirmed");
    assert_eq!(world.slice("send")["ended"]["added"], said);
    let kept = world.slice("transactions")["list"][0].clone();
    assert_eq!(kept["added"], json!({"fee": "0.000003277", "guards": true}));
    world.dispatch(json!({"type": "transactions.open", "id": kept["id"]}));
    let added = world.slice("transactions")["shown"]["added"].clone();
    assert_eq!(added, json!({"fee": "0.000003277 SOL", "guards": true}));
}

// req: 10.27
#[test]
fn shows_what_the_wallet_added_as_the_block_has_it() {
    let (world, node) = page();
    let chain = node.clone();
    wallet(&world, move |method, params| match method {
        "solana_signTransaction" => refuse(4200, "unsupported"),
        _ => {
            let signed = signing(params, with_price_and_guard);
            chain.puts(signed["transaction"].as_str().unwrap());
            ok(json!({"signature": signed["signature"]}))
        }
    });
    review(&world, "1.5", BEN);
    confirm(&world);
    world.pass(60_000);
    assert_eq!(world.slice("send")["ended"]["added"], json!({"fee": "0.000004 SOL, $0.01", "guards": true}));
}

fn with_price_and_guard(of: &mut Transaction) {
    of.message.instructions[1].data[3] = 1;
    of.message.keys.push(of_guard());
    of.message.readonly_others += 1;
    let program = of.message.keys.len() as u8 - 1;
    of.message.instructions.push(Instruction { program, accounts: vec![0], data: vec![6, 4, 1] });
}

fn of_guard() -> Key {
    of("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95")
}

// req: 10.31
#[test]
fn rebroadcasts_the_same_bytes_until_they_expire() {
    let (world, node) = page();
    node.lands.set(false);
    review(&world, "1.5", BEN);
    confirm(&world);
    world.pass(20_000);
    let given = node.given.borrow().clone();
    assert!((9..=11).contains(&given.len()), "every two seconds: {}", given.len());
    assert!(given.iter().all(|bytes| *bytes == given[0]));
    assert_eq!(phase(&world), "confirming");
    // its last block is the newest one: it may still be in it
    node.height.set(1_150);
    world.pass(20_000);
    assert_eq!(phase(&world), "unknown");
    node.height.set(1_151);
    world.pass(20_000);
    // a node's word alone, in less than a blockhash's lifetime by our own clock, is not believed
    assert_eq!(phase(&world), "unknown");
    world.pass(60_000);
    let send = world.slice("send");
    assert_eq!(
        (&send["phase"], &send["error"]["message"]),
        (&json!("failed"), &json!("Signing took too long. Nothing was sent"))
    );
    assert_eq!(world.slice("transactions")["list"][0]["status"], "unknown", "it is looked for");
    let all = node.given.borrow().len();
    world.pass(60_000);
    assert_eq!(node.given.borrow().len(), all, "nor is it given again");
    // the same can be asked again, with a blockhash of then
    node.lands.set(true);
    node.height.set(1_000);
    confirm(&world);
    world.pass(60_000);
    assert_eq!((node.count("getLatestBlockhash"), world.wallets.count("solana_signTransaction")), (2, 2));
    assert_eq!(world.host.details("wallet-transaction").last().unwrap()["status"], "confirmed");
}

// req: 10.31
#[test]
fn never_fails_a_send_by_a_node_that_forgot_or_lags() {
    // asleep from the first moment on, while it gets into a block
    let slept = |forget: &dyn Fn(&Node)| {
        let (world, node) = page();
        node.lands.set(false);
        review(&world, "1.5", BEN);
        confirm(&world);
        world.pass(100);
        assert_eq!(phase(&world), "confirming");
        forget(&node);
        world.pass(120_000);
        phase(&world)
    };
    let gone = |node: &Node, height: u64, first: u64| {
        node.forgets.set(true);
        node.height.set(height);
        node.first.set(first);
    };
    assert_eq!(slept(&|node| gone(node, 1_250, u64::MAX)), "failed", "every node knows the newest");
    assert_eq!(slept(&|node| gone(node, 1_251, u64::MAX)), "unknown", "this one may have known");
    assert_eq!(slept(&|node| gone(node, 90_000, 1_001)), "unknown", "it keeps those that came later");
    assert_eq!(slept(&|node| gone(node, 90_000, 1_000)), "failed", "it keeps all that could have it");
    // of two nodes behind one address the one that is asked for the signature has not seen so much
    let behind = |node: &Node, seen: u64| {
        gone(node, 1_200, 0);
        node.seen.set(seen);
    };
    assert_eq!(slept(&|node| behind(node, 1_249)), "unknown");
    assert_eq!(slept(&|node| behind(node, 1_250)), "failed");
}

// req: 10.31
#[test]
fn expires_a_wallets_own_blockhash_separately() {
    let (world, node) = page();
    node.lands.set(false);
    wallet(&world, |_, params| ok(signing(params, |of| of.message.blockhash = [4; 32])));
    review(&world, "1.5", BEN);
    node.height.set(1_120);
    confirm(&world);
    world.pass(5_000);
    node.height.set(1_270);
    world.pass(60_000);
    assert_eq!(phase(&world), "unknown", "that of ours is over, this one may still be in a block");
    node.height.set(1_271);
    world.pass(60_000);
    assert_eq!(phase(&world), "failed");
}

// req: 10.31
#[test]
fn broadcasts_a_signed_transaction_after_a_reload() {
    let (world, node) = page();
    node.lands.set(false);
    review(&world, "1.5", BEN);
    confirm(&world);
    world.pass(3_000);
    let before = node.given.borrow().len();
    node.lands.set(true);
    let world = world.reload_with(options());
    serve(&world, &node);
    world.announce_sun();
    world.pass(60_000);
    let given = node.given.borrow().clone();
    assert!(given.len() > before && given.iter().all(|bytes| *bytes == given[0]));
    assert_eq!(world.slice("transactions")["list"][0]["status"], "confirmed");
    assert_eq!(world.wallets.count("solana_signTransaction"), 0);
}

// req: 10.27
#[test]
fn compares_what_a_wallet_that_only_sends_has_sent() {
    for (change, status) in
        [((|_| {}) as Change, "confirmed"), (|of| of.message.keys[1] = [3; 32], "differs")]
    {
        let (world, node) = page();
        let chain = node.clone();
        wallet(&world, move |method, params| match method {
            "solana_signAndSendTransaction" => {
                let answer = signing(params, change);
                chain.puts(answer["transaction"].as_str().unwrap());
                ok(json!({"signature": answer["signature"]}))
            }
            _ => refuse(4200, "unsupported"),
        });
        review(&world, "1.5", BEN);
        confirm(&world);
        world.pass(60_000);
        assert_eq!(node.given.borrow().len(), 0);
        let asked = world.wallets.last("solana_signAndSendTransaction").unwrap();
        assert_eq!(asked["options"]["minContextSlot"], 77);
        assert_eq!(world.slice("transactions")["list"][0]["status"], status);
    }
}

// req: 8.33
#[test]
fn fails_a_send_when_a_wallet_that_only_signs_fails() {
    for (code, words, expected) in [
        (4001, "no", "review"),
        (-32603, "User rejected the request", "review"),
        (-32603, "Internal error", "failed"),
        (0, "device is locked", "failed"),
    ] {
        let (world, node) = page();
        wallet(&world, move |_, _| refuse(code, words));
        review(&world, "1.5", BEN);
        confirm(&world);
        world.pass(30_000);
        assert_eq!((phase(&world), node.given.borrow().len()), (expected.into(), 0), "{code} {words}");
        assert_eq!(world.slice("transactions")["list"], json!([]));
    }
}

/// What keeps the form from its preview.
fn refused(world: &World, amount: &str, to: &str) -> String {
    let reviewed = review(world, amount, to);
    assert_eq!(world.view(), "Send");
    world.settled(&reviewed).unwrap_err().to_string()
}

#[test]
fn explains_why_a_recipient_cant_receive() {
    let (world, node) = page();
    let (owner, data) = mint(TOKEN, &[]);
    node.has(MINT, owner, data);
    node.has(MINE, TOKEN, holding(MINT, ME, 5));
    assert_eq!(refused(&world, "1", MINT), "This is a token's address. Anything you send to it is lost");
    assert_eq!(
        world.slice("send")["error"]["message"],
        "This is a token's address. Anything you send to it is lost"
    );
    assert_eq!(
        refused(&world, "1", MINE),
        "This is an account for another token. Send to its owner's address"
    );
    node.accounts.borrow_mut().insert(TOKEN.into(), (SYSTEM, vec![], true));
    assert_eq!(refused(&world, "1", TOKEN), "This is a program's address. Anything you send to it is lost");
    let new = text(&[5; 32]);
    assert_eq!(refused(&world, "0.0001", &new), "This address is new. Send at least 0.00089088 SOL");
    node.fails.set(true);
    assert_eq!(refused(&world, "1", BEN), "Failed to estimate gas");
    assert_eq!(world.slice("send")["fault"]["cause"], "funds");
}

#[test]
fn notes_that_the_recipient_belongs_to_a_program() {
    let (world, _) = page();
    let program = of(TOKEN);
    let nobodys = text(&associated(&of(BEN), &program, &of(MINT)).unwrap());
    let reviewed = review(&world, "1", &nobodys);
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!(world.slice("send")["preview"]["place"], "program");
}

#[test]
fn sends_everything_or_keeps_the_minimum_balance() {
    let (world, _) = page();
    world.open("Account");
    world.form("1", BEN);
    world.pass(1_000);
    world.dispatch(json!({"type": "send.max"}));
    assert_eq!(world.slice("send")["sendTokenAmount"], "1.9999945", "all but the fee");
    assert_eq!(world.slice("send")["check"], "ready");
    for (amount, error) in [
        ("1.9999944", json!("leaves_too_little")),
        ("1.999", json!(null)),
        ("1.9991037", json!("leaves_too_little")),
    ] {
        world.dispatch(json!({"type": "send.amount", "value": amount}));
        assert_eq!(world.slice("send")["amountError"], error, "{amount}");
    }
}

/// A page whose account has 7 of a token of this program, with these extensions.
pub(crate) fn page_with_token(program: &'static str, extension: &[u8]) -> (World, Node) {
    let id = [SOLANA, ":", MINT].concat();
    let listed = json!({"balances": [{"name": "USD Coin", "symbol": "USDC", "chainId": SOLANA, "address": id,
        "value": 7, "price": 1, "quantity": {"decimals": "6", "numeric": "7"}, "iconUrl": ""}]});
    page_listing(listed, |node| {
        let (owner, data) = mint(program, extension);
        node.has(MINT, owner, data);
        node.has(MINE, program, holding(MINT, ME, 7_000_000));
    })
}

pub(crate) fn theirs(program: &str) -> String {
    text(&associated(&of(BEN), &of(program), &of(MINT)).unwrap())
}

pub(crate) fn review_token(world: &World, amount: &str, to: &str) -> Join {
    world.open("Account");
    world.pass(3_000);
    let opened = world.dispatch(json!({"type": "send.open", "token": MINT, "to": to, "amount": amount}));
    world.pass(12_000);
    assert!(world.settled(&opened).is_ok(), "{:?}", world.settled(&opened));
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    reviewed
}

// req: 10.27
#[test]
fn shows_the_cost_of_opening_the_recipients_token_account() {
    let (world, node) = page_with_token(TOKEN, &[]);
    let reviewed = review_token(&world, "2.5", BEN);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["amount"], &preview["token"]), (&json!("2.5"), &json!(MINT)));
    assert_eq!(
        (&preview["opens"], &preview["fee"]),
        (&json!("0.00204 SOL, $6.12"), &json!("0.000007 SOL, $0.03"))
    );
    assert_eq!(preview["withheld"], json!(null));
    confirm(&world);
    world.pass(60_000);
    assert_eq!((node.given.borrow().len(), world.wallets.count("solana_signTransaction")), (1, 1));
    assert_eq!(world.host.details("wallet-transaction").last().unwrap()["status"], "confirmed");
    // where it is there, nothing is opened
    let (world, node) = page_with_token(TOKEN, &[]);
    node.has(&theirs(TOKEN), TOKEN, holding(MINT, BEN, 0));
    assert!(world.settled(&review_token(&world, "2.5", BEN)).is_ok());
    assert_eq!(world.slice("send")["preview"]["opens"], json!(null));
}

// req: 10.27
#[test]
fn blocks_a_preview_when_the_opening_cost_is_unknown() {
    let (world, node) = page_with_token(TOKEN, &[]);
    serve_beside(&world, &node, |request| {
        let body = request.body.as_ref()?;
        body.text.contains("getMinimumBalanceForRentExemption").then(|| status(503, ""))
    });
    assert!(world.settled(&review_token(&world, "2.5", BEN)).is_err());
    let send = world.slice("send");
    assert_eq!((world.view().as_str(), send["error"].is_null()), ("Send", false));
    // the node is back
    serve(&world, &node);
    assert!(world.settled(&world.dispatch(json!({"type": "send.review"}))).is_ok());
    assert_eq!(world.slice("send")["preview"]["opens"], "0.00204 SOL, $6.12");
}

pub(crate) fn extended(kind: u16, value: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], &(value.len() as u16).to_le_bytes(), value].concat()
}

// req: 10.27, 10.46
#[test]
fn shows_a_tokens_transfer_fee_and_has_the_network_check_it() {
    let fee = |epoch: u64, max: u64, points: u16| {
        [&epoch.to_le_bytes()[..], &max.to_le_bytes(), &points.to_le_bytes()].concat()
    };
    // one percent of now, two from the next epoch on
    let value = [vec![0; 72], fee(0, 1_000_000, 100), fee(701, 1_000_000, 200)].concat();
    let (world, _) = page_with_token(TOKEN_2022, &extended(1, &value));
    let reviewed = review_token(&world, "2.5", BEN);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["withheld"], &preview["amount"]), (&json!("0.025 USDC"), &json!("2.5")));
    assert_eq!(preview["withheldLater"], "0.05 USDC");
    // 182 bytes: the fee has a place in the account
    assert_eq!(preview["opens"], "0.002158 SOL, $6.48");
    confirm(&world);
    let asked = world.wallets.last("solana_signTransaction").unwrap();
    let bytes = base64::decode(asked["transaction"].as_str().unwrap()).unwrap();
    let last = Transaction::read(&bytes).unwrap().message.instructions.pop().unwrap();
    assert_eq!((&last.data[..2], &last.data[11..]), (&[26, 1][..], &25_000_u64.to_le_bytes()[..]));
}

// req: 10.46
#[test]
fn blocks_a_preview_for_an_untransferable_token_or_account() {
    let hook = [[0; 32], [9; 32]].concat();
    let cases: [(&str, Vec<u8>, &str); 4] = [
        ("not to be sent", extended(9, &[]), "This token can't be transferred"),
        (
            "paused",
            extended(26, &[&[0; 32][..], &[1]].concat()),
            "The issuer has stopped all transfers of this token",
        ),
        ("frozen at first", extended(6, &[2]), "The token's issuer must approve the recipient first"),
        (
            "a hook",
            extended(14, &hook),
            "This token uses a program from its issuer. Send it from your wallet instead",
        ),
    ];
    for (name, extension, words) in cases {
        let (world, _) = page_with_token(TOKEN_2022, &extension);
        let reviewed = review_token(&world, "2.5", BEN);
        assert_eq!(world.settled(&reviewed).unwrap_err().to_string(), words, "{name}");
        assert_eq!(
            (world.view().as_str(), &world.slice("send")["error"]["message"]),
            ("Send", &json!(words))
        );
    }
    let (world, node) = page_with_token(TOKEN, &[]);
    node.has(&theirs(TOKEN), TOKEN, holding(MINT, ME, 0));
    let reviewed = review_token(&world, "2.5", BEN);
    let words = "The recipient's account for this token belongs to someone else";
    assert_eq!(world.settled(&reviewed).unwrap_err().to_string(), words);
    let frozen = |of: &str, units: u64| {
        let mut data = holding(MINT, of, units);
        data[108] = 2;
        data
    };
    node.has(&theirs(TOKEN), TOKEN, frozen(BEN, 0));
    assert_eq!(refused_token(&world), "The issuer has frozen the recipient's account for this token");
    node.has(&theirs(TOKEN), TOKEN, holding(MINT, BEN, 0));
    world.pass(1_000);
    node.has(MINE, TOKEN, frozen(ME, 7_000_000));
    assert_eq!(refused_token(&world), "The issuer has frozen your account for this token");
}

fn refused_token(world: &World) -> String {
    let reviewed = world.dispatch(json!({"type": "send.review"}));
    world.pass(1_000);
    world.settled(&reviewed).unwrap_err().to_string()
}

#[test]
fn sends_to_a_given_token_account_and_says_so() {
    let (world, node) = page_with_token(TOKEN, &[]);
    let named = text(&[6; 32]);
    node.has(&named, TOKEN, holding(MINT, BEN, 0));
    let reviewed = review_token(&world, "2.5", &named);
    assert!(world.settled(&reviewed).is_ok(), "{:?}", world.settled(&reviewed));
    let preview = world.slice("send")["preview"].clone();
    assert_eq!((&preview["place"], &preview["opens"]), (&json!("holding"), &json!(null)));
}
