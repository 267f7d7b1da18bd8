//! Coins and Solana tokens by the word of the network's node, next to the service's (decision 71, "Tokens read from the node").

use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use wallet_engine::namespaces::solana::codec::written::{TestInstruction, message, unsigned};
use wallet_engine::namespaces::solana::money::transfer::derived;
use wallet_engine::namespaces::solana::reader::effects::key;
use wallet_engine::namespaces::solana::reader::instructions::written;
use walletconnect::base64;

const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const ME: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
const BEN: &str = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg";
const USDC: &str = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const TOKEN: &str = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const TOKEN_2022: &str = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const METADATA: &str = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";

fn bytes(text: &str) -> [u8; 32] {
    key(text).unwrap()
}

fn address(of: u8) -> String {
    written(&[of; 32])
}

fn text(text: &str, filled: usize) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.resize(filled.max(bytes.len()), 0);
    [&u32::try_from(bytes.len()).unwrap().to_le_bytes()[..], &bytes].concat()
}

/// Address -> program, data.
type Accounts = BTreeMap<String, (String, Vec<u8>)>;

/// The network and the service; each can be silent.
#[derive(Clone, Default)]
struct Net {
    accounts: Rc<RefCell<Accounts>>,
    listed: Rc<RefCell<Option<Value>>>,
    is_down: Rc<Cell<bool>>,
}

impl Net {
    fn has(&self, key: String, owner: &str, data: Vec<u8>) {
        self.accounts.borrow_mut().insert(key, (owner.into(), data));
    }

    /// A mint; a name in itself where it is of Token-2022.
    fn mint(&self, mint: &str, program: &str, decimals: u8, named: Option<(&str, &str)>) {
        let mut data = vec![0; 82];
        (data[44], data[45]) = (decimals, 1);
        if let Some((name, symbol)) = named {
            let value = [&[9; 32][..], &bytes(mint), &text(name, 0), &text(symbol, 0), &text("", 0), &[0; 4]]
                .concat();
            data.resize(165, 0);
            data.push(1);
            data.extend(
                [&19u16.to_le_bytes()[..], &u16::try_from(value.len()).unwrap().to_le_bytes(), &value]
                    .concat(),
            );
        }
        self.has(mint.into(), program, data);
    }

    /// What Metaplex keeps of it.
    fn metaplex(&self, mint: &str, name: &str, symbol: &str) {
        let program = bytes(METADATA);
        let at = derived(&program, &[b"metadata", &program, &bytes(mint)]).unwrap();
        let data =
            [&[4][..], &[9; 32], &bytes(mint), &text(name, 32), &text(symbol, 10), &text("", 200)].concat();
        self.has(written(&at), METADATA, data);
    }

    fn holding(&self, at: u8, program: &str, mint: &str, owner: &str, units: u64) {
        let mut data = [&bytes(mint)[..], &bytes(owner), &units.to_le_bytes(), &[0; 93]].concat();
        data[108] = 1;
        self.has(address(at), program, data);
    }

    fn account(&self, key: &str) -> Value {
        self.accounts.borrow().get(key).map_or(Value::Null, |(owner, data)| {
            json!({"data": [base64::encode(data), "base64"], "owner": owner, "lamports": 1, "executable": false})
        })
    }

    fn answer(&self, method: &str, params: &Value) -> Value {
        let at = |value: Value| json!({"context": {"slot": 77}, "value": value});
        match method {
            "getBalance" => at(json!(1_500_000_000)),
            "getMultipleAccounts" => {
                let keys = params[0].as_array().unwrap();
                assert!(keys.len() <= 100, "no node takes more");
                at(keys.iter().map(|key| self.account(key.as_str().unwrap())).collect())
            }
            // whoever's they are: the node can be wrong, or lie
            "getTokenAccountsByOwner" => {
                let program = params[1]["programId"].as_str().unwrap().to_owned();
                let all = self.accounts.borrow().clone();
                let of = |(key, (owner, data)): (&String, &(String, Vec<u8>))| {
                    let is =
                        *owner == program && data.len() >= 165 && data.get(165).is_none_or(|kind| *kind == 2);
                    is.then(|| json!({"pubkey": key, "account": self.account(key)}))
                };
                at(all.iter().filter_map(of).collect())
            }
            // all accounts that are asked for have 5 more of a token
            "simulateTransaction" => {
                let keys = params[1]["accounts"]["addresses"].as_array().unwrap().iter();
                let more = |key: &Value| {
                    let mut account = self.account(key.as_str().unwrap());
                    let mut data = base64::decode(account["data"][0].as_str()?).unwrap();
                    let units = u64::from_le_bytes(*data.get(64..)?.first_chunk()?);
                    data[64..72].copy_from_slice(&(units + 5_000_000).to_le_bytes());
                    account["data"][0] = base64::encode(&data).into();
                    Some(account)
                };
                let accounts: Value = keys.map(|key| more(key).unwrap_or_default()).collect();
                json!({"context": {"slot": 77}, "value": {"err": null, "accounts": accounts}})
            }
            method => panic!("{method}"),
        }
    }

    fn page(&self) -> World {
        let network = json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "caipNetworkId": SOLANA, "chainNamespace": "solana",
            "name": "Solana", "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9},
            "rpcUrls": {"default": {"http": ["http://localhost:8899"]}}});
        let world = World::with(json!({"projectId": "demo", "networks": [network]}), Default::default());
        let net = self.clone();
        world.served(move |request| {
            if request.url.contains("/v1/supported-chains") {
                return Some(status(200, &json!({"http": [SOLANA], "ws": []}).to_string()));
            }
            if request.url.contains("/balance") {
                let listed = net.listed.borrow();
                return Some(
                    listed
                        .as_ref()
                        .map_or_else(|| status(500, ""), |listed| status(200, &listed.to_string())),
                );
            }
            let body = request.body.as_ref().filter(|_| request.url.contains(":8899"))?;
            if net.is_down.get() {
                return Some(status(502, ""));
            }
            let call: Value = serde_json::from_str(&body.text).unwrap();
            let result = net.answer(call["method"].as_str().unwrap(), &call["params"]);
            Some(status(200, &json!({"id": 1, "result": result}).to_string()))
        });
        world.wallets.answer(1, |method, _| match method {
            "wm_connect" => ok(json!({"accounts": [{"chain": SOLANA, "address": ME}], "chain": SOLANA})),
            _ => ok(json!(null)),
        });
        world.announce_sun();
        world.connect("app.sun");
        world.open("Account");
        world.pass(3_000);
        world
    }
}

fn listed(symbol: &str, mint: Option<&str>, numeric: &str, price: Value) -> Value {
    let address = mint.map(|mint| [SOLANA, ":", mint].concat());
    json!({"name": symbol, "symbol": symbol, "chainId": SOLANA, "address": address, "price": price, "value": 999,
        "quantity": {"decimals": if mint.is_some() { "6" } else { "9" }, "numeric": numeric}})
}

/// Symbol, amount, worth, whether it is marked.
fn rows(world: &World) -> Vec<(String, String, Option<String>, bool)> {
    let list = world.slice("tokens")["list"].clone();
    let text = |of: &Value| of.as_str().map(String::from);
    let row = |of: &Value| {
        (
            text(&of["symbol"]).unwrap(),
            text(&of["quantity"]["numeric"]).unwrap(),
            text(&of["worth"]),
            of["unverified"] == true,
        )
    };
    list.as_array().unwrap().iter().map(row).collect()
}

fn row(
    symbol: &str,
    numeric: &str,
    worth: Option<&str>,
    is_marked: bool,
) -> (String, String, Option<String>, bool) {
    (symbol.into(), numeric.into(), worth.map(String::from), is_marked)
}

// req: 1.15, 3.9, 9.20
#[test]
fn takes_amounts_from_the_node_and_prices_from_the_service() {
    let net = Net::default();
    net.mint(USDC, TOKEN, 6, None);
    // in two accounts, and one of someone else
    net.holding(1, TOKEN, USDC, ME, 2_000_000);
    net.holding(2, TOKEN, USDC, ME, 500_000);
    net.holding(3, TOKEN, USDC, BEN, 9_000_000);
    net.mint(&address(50), TOKEN_2022, 9, Some(("Leaf", "LEAF")));
    net.holding(4, TOKEN_2022, &address(50), ME, 3);
    net.mint(&address(51), TOKEN, 2, None);
    net.metaplex(&address(51), "Old Coin", "OLD");
    net.holding(5, TOKEN, &address(51), ME, 150);
    net.mint(&address(52), TOKEN, 0, None);
    net.holding(6, TOKEN, &address(52), ME, 1);
    net.mint(&address(53), TOKEN, 1, None);
    net.holding(7, TOKEN, &address(53), ME, 40);
    *net.listed.borrow_mut() = Some(json!({"balances": [
        // as services write the coin
        listed("SOL", Some("So11111111111111111111111111111111111111111"), "77", json!(100)),
        listed("USDC", Some(USDC), "1000", json!(1)),
        listed("GONE", Some(&address(60)), "5", json!(2)),
    ]}));
    let world = net.page();
    let short = [&address(53)[..4], "…", &address(53)[address(53).len() - 6..]].concat();
    let expected = [
        row("SOL", "1.5", Some("$150.00"), false),
        row("USDC", "2.5", Some("$2.50"), false),
        row("LEAF", "0.000000003", None, false),
        row("OLD", "1.5", None, false),
        row(&short, "4", None, false),
    ];
    let mut found = rows(&world);
    found[2..].sort();
    let mut wanted = expected.to_vec();
    wanted[2..].sort();
    assert_eq!(found, wanted, "what the node does not have is not there, a collectible neither");
    assert_eq!(world.slice("tokens")["total"], "$152.50");
}

// req: 1.15, 8.15, 8.16
#[test]
fn lists_the_nodes_tokens_when_the_service_fails() {
    let net = Net::default();
    net.mint(USDC, TOKEN, 6, None);
    net.metaplex(USDC, "USD Coin", "USDC");
    net.holding(1, TOKEN, USDC, ME, 2_000_000);
    let world = net.page();
    assert_eq!(rows(&world), [row("SOL", "1.5", None, false), row("USDC", "2", None, false)]);
    assert_eq!(
        (&world.slice("tokens")["phase"], &world.slice("tokens")["retryAt"]),
        (&json!("ready"), &json!(null))
    );
    assert_eq!(world.toasts(), Vec::<String>::new());

    let silent = Net::default();
    silent.is_down.set(true);
    let world = silent.page();
    assert_eq!(world.slice("tokens")["phase"], "failed", "nobody has answered");

    // the node alone is silent: the service's word is shown
    let service = Net::default();
    service.is_down.set(true);
    *service.listed.borrow_mut() = Some(json!({"balances": [listed("USDC", Some(USDC), "7", json!(1))]}));
    let world = service.page();
    assert_eq!(rows(&world), [row("USDC", "7", Some("$999.00"), false)]);
}

// req: 1.15
#[test]
fn marks_a_token_that_copies_a_name_and_lists_it_last() {
    let net = Net::default();
    net.mint(USDC, TOKEN, 6, None);
    net.holding(1, TOKEN, USDC, ME, 2_000_000);
    for (at, symbol) in [(50, "USDC"), (51, "SOL"), (52, "FINE")] {
        net.mint(&address(at), TOKEN_2022, 6, Some((symbol, symbol)));
        net.holding(at + 100, TOKEN_2022, &address(at), ME, 9_000_000_000);
    }
    *net.listed.borrow_mut() = Some(json!({"balances": [listed("USDC", Some(USDC), "2", json!(null))]}));
    let world = net.page();
    let found = rows(&world);
    let heads: Vec<(&str, bool)> = found.iter().map(|of| (of.0.as_str(), of.3)).collect();
    assert_eq!(heads[..3], [("SOL", false), ("USDC", false), ("FINE", false)]);
    assert!(heads[3..].iter().all(|(_, is_marked)| *is_marked) && heads.len() == 5, "{heads:?}");

    // no one else speaks of either: neither is known to be the one
    *net.listed.borrow_mut() = None;
    net.metaplex(USDC, "USDC", "USDC");
    let found = rows(&net.page());
    let marked: Vec<&str> = found.iter().filter(|of| of.3).map(|of| of.0.as_str()).collect();
    assert_eq!(marked.iter().filter(|symbol| **symbol == "USDC").count(), 2, "{found:?}");
}

// req: 10.45, 10.46
#[test]
fn shows_no_symbol_in_a_request_when_only_its_issuer_set_it() {
    let net = Net::default();
    for (at, symbol) in [(50, "USDC"), (51, "SOL")] {
        net.mint(&address(at), TOKEN_2022, 6, Some((symbol, symbol)));
        net.holding(at + 100, TOKEN_2022, &address(at), ME, 9_000_000_000);
    }
    net.mint(USDC, TOKEN, 6, None);
    net.holding(1, TOKEN, USDC, ME, 2_000_000);
    *net.listed.borrow_mut() = Some(json!({"balances": [listed("EURC", Some(USDC), "2", json!(null))]}));
    let world = net.page();
    assert!(rows(&world).iter().any(|of| of.0 == "USDC" && !of.3), "nobody else is called so here");
    let held = |at: u8| ([at; 32], false);
    let (me, nova) = ((bytes(ME), true), bytes(BEN));
    let swap: TestInstruction = (nova, vec![me, held(150), held(151), held(1)], vec![1]);
    let tokens = |mint: [u8; 32], at: u8, program: &str| -> TestInstruction {
        let data = [&[12][..], &7_000_000_u64.to_le_bytes(), &[6]].concat();
        (bytes(program), vec![held(at), (mint, false), held(9), me], data)
    };
    let told = [swap, tokens([50; 32], 150, TOKEN_2022), tokens(bytes(USDC), 1, TOKEN)];
    let transaction = base64::encode(&unsigned(&message(bytes(ME), &told, None).0));
    drop(world.engine.request("solana", "solana_signTransaction", json!({"transaction": transaction})));
    world.pass(100);
    let review = world.slice("review");
    let moved: Vec<(Value, Value)> = review["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| (of["text"].clone(), of["token"].clone()))
        .collect();
    let of = |at: u8| (Value::Null, json!(address(at)));
    assert_eq!(moved, [of(150 - 100), of(151 - 100), (json!("+5 EURC"), Value::Null)]);
    let sent: Vec<(Value, Value)> = review["lines"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|line| line["effect"] == "send")
        .map(|line| (line["amount"].clone(), line["symbol"].clone()))
        .collect();
    assert_eq!(sent, [(json!("7"), Value::Null), (json!("7 EURC"), json!("EURC"))]);
}
