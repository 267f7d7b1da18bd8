//! A node with allowances next to the world. What it says is put together here, by no one's code of the engine.

use crate::support::market::{DAI, word_of};
use crate::support::*;
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wallet_engine::ports::http::{HttpFault, HttpRequest};

pub const PERMIT2: &str = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
pub const ROUTER: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
pub const EVE: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
pub const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
pub const FOR_ALL: &str = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
pub const BY_PERMIT2: &str = "0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b";

/// The node.
pub struct Ledger {
    /// Token, spender, units.
    pub own: RefCell<Vec<(String, String, String)>>,
    /// The same in Permit2's book, and until when.
    pub through: RefCell<Vec<(String, String, u128, u64)>>,
    /// Collection and operator: all of it is given.
    pub collections: RefCell<Vec<(String, String)>>,
    pub logs: RefCell<Vec<Value>>,
    /// Answers to `eth_getLogs`: an error, instead.
    pub refuses: Cell<bool>,
    pub newest: Cell<u64>,
    /// Transactions by hash.
    pub sent: RefCell<Vec<(String, Value)>>,
    /// Instead of any allowance.
    pub says: RefCell<Option<Value>>,
    /// A code, instead of any allowance.
    pub fails: Cell<i64>,
    /// A try of the revocation reverts.
    pub reverts: Cell<bool>,
    /// What a trial of it would move.
    pub moves: RefCell<Option<Value>>,
    pub held: HeldResponses,
    /// Allowances wait.
    pub holds: Cell<bool>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self {
            own: RefCell::default(),
            through: RefCell::default(),
            collections: RefCell::default(),
            logs: RefCell::default(),
            refuses: Cell::new(false),
            newest: Cell::new(0x10),
            sent: RefCell::default(),
            says: RefCell::default(),
            fails: Cell::new(0),
            reverts: Cell::new(false),
            moves: RefCell::default(),
            held: HeldResponses::default(),
            holds: Cell::new(false),
        }
    }
}

fn result(value: &Value) -> Served {
    status(200, &json!({"id": 1, "jsonrpc": "2.0", "result": value}).to_string())
}

fn error(code: i64, message: &str) -> Served {
    status(200, &json!({"id": 1, "jsonrpc": "2.0", "error": {"code": code, "message": message}}).to_string())
}

fn padded(hex: &str) -> String {
    format!("{:0>64}", hex.trim_start_matches("0x").to_lowercase())
}

impl Ledger {
    pub fn allow(&self, token: &str, spender: &str, units: &str) {
        self.own.borrow_mut().push((token.into(), spender.into(), units.into()));
    }

    pub fn log(&self, token: &str, owner: &str, spender: &str) {
        let topics = json!([APPROVAL, format!("0x{}", word_of(owner)), format!("0x{}", word_of(spender))]);
        self.logs
            .borrow_mut()
            .push(json!({"address": token.to_lowercase(), "topics": topics, "data": "0x01"}));
    }

    /// What the wallet sent is in a block: an approve of zero.
    pub fn carry_out(&self, request: &Value) {
        let (to, data) = (request[0]["to"].as_str().unwrap(), request[0]["data"].as_str().unwrap());
        self.own.borrow_mut().retain(|(token, spender, _)| {
            !(token.eq_ignore_ascii_case(to)
                && data == format!("0x095ea7b3{}{}", word_of(spender), padded("0")))
        });
        self.collections.borrow_mut().retain(|(token, operator)| {
            !(token.eq_ignore_ascii_case(to)
                && data == format!("0xa22cb465{}{}", word_of(operator), padded("0")))
        });
        self.through.borrow_mut().retain(|(token, spender, ..)| {
            let zero = padded("0");
            let wanted = format!("0x87517c45{}{}{zero}{zero}", word_of(token), word_of(spender));
            !(to == PERMIT2 && data == wanted)
        });
    }

    pub fn answer(&self, request: &HttpRequest) -> Option<Served> {
        let call: Value = serde_json::from_str(&request.body.as_ref()?.text).ok()?;
        let param = &call["params"][0];
        let of = |name: &str| param[name].as_str().unwrap_or_default().to_owned();
        match call["method"].as_str()? {
            "eth_blockNumber" => Some(result(&json!(format!("{:#x}", self.newest.get())))),
            "eth_getLogs" if self.refuses.get() => Some(error(-32005, "query exceeds max block range")),
            "eth_getLogs" => {
                let is_permit2 = !param["address"].is_null();
                let logs: Vec<Value> = self
                    .logs
                    .borrow()
                    .iter()
                    .filter(|log| (log["topics"][0] == BY_PERMIT2) == is_permit2)
                    .filter(|log| {
                        is_permit2 || param["topics"][0].as_array().unwrap().contains(&log["topics"][0])
                    })
                    .cloned()
                    .collect();
                Some(result(&json!(logs)))
            }
            "eth_getTransactionByHash" => {
                let sent = self.sent.borrow();
                let found =
                    sent.iter().find(|(hash, _)| Some(hash.as_str()) == call["params"][0].as_str())?;
                Some(result(&found.1))
            }
            "eth_estimateGas" if self.reverts.get() => Some(error(3, "execution reverted: paused")),
            "eth_simulateV1" => self.moves.borrow().as_ref().map(result),
            "eth_call" => {
                let (to, data) = (of("to"), of("data"));
                let answer = self.call(&to, &data)?;
                Some(if self.holds.get() { self.held.hold(answer) } else { answer })
            }
            _ => None,
        }
    }

    fn call(&self, to: &str, data: &str) -> Option<Served> {
        let is_allowance = data.starts_with("0xdd62ed3e") || data.starts_with("0x927da105");
        if is_allowance && let Some(says) = &*self.says.borrow() {
            return Some(result(says));
        }
        if is_allowance && self.fails.get() != 0 {
            return Some(match self.fails.get() {
                1 => Box::pin(async { Err(HttpFault::Network) }),
                code => error(code, "limit exceeded"),
            });
        }
        if data.starts_with("0xdd62ed3e") {
            assert_eq!(data[10..74], word_of(ALICE), "of nobody else");
            let own = self.own.borrow();
            let found = own
                .iter()
                .find(|(token, spender, _)| token.eq_ignore_ascii_case(to) && data[74..] == word_of(spender));
            let units = found.map_or("0", |(_, _, units)| units);
            return Some(result(&json!(format!("0x{}", padded(units)))));
        }
        if data.starts_with("0x927da105") {
            assert_eq!(to, PERMIT2);
            let through = self.through.borrow();
            let found = through
                .iter()
                .find(|(token, spender, ..)| data[74..] == [word_of(token), word_of(spender)].concat());
            let (units, until) = found.map_or((0, 0), |(_, _, units, until)| (*units, *until));
            return Some(result(&json!(format!("0x{units:064x}{until:064x}{:064x}", 3))));
        }
        if data.starts_with("0xe985e9c5") {
            let all = self.collections.borrow();
            let is_given = all.iter().any(|(token, operator)| {
                token.eq_ignore_ascii_case(to) && data[10..] == [word_of(ALICE), word_of(operator)].concat()
            });
            return Some(result(&json!(format!("0x{:064x}", u8::from(is_given)))));
        }
        if data.starts_with("0x313ce567") {
            let decimals = if to.eq_ignore_ascii_case(DAI) { 18 } else { 6 };
            return Some(result(&json!(format!("0x{decimals:064x}"))));
        }
        None
    }
}

pub const ALL: &str = "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff";

/// Connected, with a router the host has named; USDC is held.
pub fn connected() -> (World, Rc<Ledger>) {
    let (world, ledger) = page();
    world.join();
    world.open("Account");
    world.pass(1_000);
    (world, ledger)
}

/// The same page before anyone is connected.
pub fn page() -> (World, Rc<Ledger>) {
    let mut options = options();
    options["swapRouters"] = json!({"eip155:1337": [ROUTER]});
    let world = World::with(options, Default::default());
    let ledger = Rc::new(Ledger::default());
    let serves = ledger.clone();
    world.served(move |request| serves.answer(request));
    world.chain.tokens.borrow_mut().push(json!({"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337",
        "address": format!("eip155:1337:{USDC}"), "price": 1, "quantity": {"decimals": "6", "numeric": "500"}, "iconUrl": ""}));
    (world, ledger)
}

pub fn look(world: &World) {
    world.open("Permissions");
    world.pass(6_000);
}

pub fn slice(world: &World) -> Value {
    world.slice("approvals")
}

/// Token, spender and amount of each row.
pub fn rows(world: &World) -> Vec<(String, String, Option<String>)> {
    let rows = slice(world)["rows"].clone();
    let text = |row: &Value, name: &str| row[name].as_str().map(ToOwned::to_owned);
    rows.as_array()
        .unwrap()
        .iter()
        .map(|row| (text(row, "token").unwrap(), text(row, "spender").unwrap(), text(row, "amount")))
        .collect()
}

pub fn row(token: &str, spender: &str, amount: Option<&str>) -> (String, String, Option<String>) {
    (token.into(), spender.into(), amount.map(ToOwned::to_owned))
}
