//! Several families and wallets at once: one entry for each wallet, and what concerns one family leaves the others alone.

mod five;
mod leaving;
mod merged;
mod opened_for;
mod others;
mod profile;
mod relayed;
mod switching;

use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::flow::Join;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};

pub const MAINNET: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
pub const DEVNET: &str = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
pub const SUN: &str = "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g";
pub const MOON: &str = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T";

/// The two objects of one wallet, for eip155 and for Solana, and that of toy.
pub const OF_EVM: u32 = 1;
pub const OF_SUN: u32 = 2;
pub const OF_TOY: u32 = 3;

fn solana(chain: &str, name: &str) -> Value {
    json!({"id": chain.split(':').nth(1), "caipNetworkId": chain, "chainNamespace": "solana", "name": name,
        "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9}, "rpcUrls": {}})
}

/// Two EVM networks and two Solana networks.
pub fn both() -> Value {
    let mut all = options();
    let networks = all["networks"].as_array_mut().unwrap();
    networks.extend([solana(MAINNET, "Solana"), solana(DEVNET, "Solana Devnet")]);
    all["reviewRequests"] = json!("never");
    all
}

/// Those, and two of toy.
pub fn three() -> Value {
    let mut all = both();
    let toy = toy::options()["networks"].as_array().unwrap().clone();
    all["networks"].as_array_mut().unwrap().extend(toy);
    all
}

pub struct Says<'a> {
    pub handle: u32,
    pub family: Namespace,
    pub id: &'a str,
    pub name: &'a str,
    pub rdns: Option<&'a str>,
    pub picture: Option<u32>,
}

pub fn announce(world: &World, says: &Says) -> bool {
    let taken = world.engine.announce(Announced {
        kind: WalletKind::Announced,
        handle: PageWallet(says.handle),
        id: says.id.into(),
        name: says.name.into(),
        icon: None,
        picture: says.picture,
        rdns: says.rdns.map(Into::into),
        namespaces: vec![says.family],
    });
    world.run();
    taken
}

/// A wallet of eip155, with an icon.
pub fn evm(handle: u32, name: &str, rdns: &str, picture: Option<u32>) -> impl Fn(&World) {
    let (name, rdns) = (name.to_owned(), rdns.to_owned());
    move |world| {
        let id = format!("00000000-0000-4000-8000-{handle:012}");
        let says =
            Says { handle, family: Namespace::Eip155, id: &id, name: &name, rdns: Some(&rdns), picture };
        announce(world, &says);
    }
}

/// A Solana wallet, as the Wallet Standard has it.
pub fn sun(handle: u32, id: &str, name: &str, picture: Option<u32>) -> impl Fn(&World) {
    let (name, id) = (name.to_owned(), id.to_owned());
    move |world| {
        let says = Says { handle, family: Namespace::Solana, id: &id, name: &name, rdns: None, picture };
        announce(world, &says);
    }
}

/// Nova, which serves both families.
pub fn nova(world: &World) {
    evm(OF_EVM, "Nova Wallet", "io.nova", Some(7))(world);
    sun(OF_SUN, "solana:nova-wallet", "Nova Wallet", Some(7))(world);
}

pub fn answer_of(family: &str) -> impl Fn(&str, &Value) -> Option<Answer> + 'static {
    let sun = json!({"accounts": [
        {"chain": "solana:mainnet", "address": SUN}, {"chain": "solana:mainnet", "address": MOON}]});
    let signed = json!({"signature":
        "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"});
    let is_sun = family == "solana";
    move |method, params| {
        Some(match method {
            "wm_connect" if is_sun => ok(sun.clone()),
            "solana_signMessage" => ok(signed.clone()),
            _ if is_sun => ok(Value::Null),
            _ => return Some(toy::says_yes(method, params)),
        })
    }
}

/// What was asked of which wallet, in order.
pub type RequestLog = Rc<RefCell<Vec<(u32, String)>>>;

/// All three are willing; what they are asked is written down.
pub fn willing(world: &World) -> RequestLog {
    let asked = RequestLog::default();
    let chain = world.chain.clone();
    let seen = asked.clone();
    world.wallets.answer(OF_EVM, move |method, params| {
        seen.borrow_mut().push((OF_EVM, method.to_owned()));
        chain.says_yes(method, params)
    });
    for (handle, family) in [(OF_SUN, "solana"), (OF_TOY, "toy")] {
        let (seen, answer) = (asked.clone(), answer_of(family));
        world.wallets.answer(handle, move |method, params| {
            seen.borrow_mut().push((handle, method.to_owned()));
            answer(method, params).unwrap_or_else(|| refuse(4200, "unsupported"))
        });
    }
    asked
}

pub fn count(asked: &RequestLog, of: u32, what: &str) -> usize {
    asked.borrow().iter().filter(|(wallet, method)| *wallet == of && method == what).count()
}

/// The host connects a wallet for a family.
pub fn start(world: &World, id: &str, family: &str) -> Join {
    let join = world.dispatch(json!({"type": "connect.start", "connectorId": id, "namespace": family}));
    world.celebrated();
    join
}

/// Nova is connected for both of its families, and the wallet of toy.
pub fn connected(options: Value) -> (World, RequestLog) {
    let world = World::with(options, Default::default());
    let asked = willing(&world);
    nova(&world);
    toy_wallet(&world);
    let has_toy =
        world.slice("networks")["list"].as_array().unwrap().iter().any(|one| one["chainNamespace"] == "toy");
    for (id, family) in [("io.nova", "eip155"), ("io.nova", "solana"), ("dev.toy", "toy")] {
        if family != "toy" || has_toy {
            let joined = start(&world, id, family);
            assert!(world.settled(&joined).is_ok(), "{family}: {:?}", world.settled(&joined));
        }
    }
    asked.borrow_mut().clear();
    (world, asked)
}

pub fn toy_wallet(world: &World) {
    let says = Says {
        handle: OF_TOY,
        family: Namespace::Toy,
        id: "toy-wallet",
        name: "Toy Wallet",
        rdns: Some("dev.toy"),
        picture: None,
    };
    announce(world, &says);
}

/// Families of the accounts that are connected.
pub fn live(world: &World) -> Vec<String> {
    let accounts = world.slice("accounts");
    let list = accounts.as_array().cloned().unwrap_or_else(|| accounts["list"].as_array().cloned().unwrap());
    let live = list.iter().filter(|account| account["status"] == "connected");
    live.map(|account| account["namespace"].as_str().unwrap().to_owned()).collect()
}

pub fn disconnect(world: &World, family: Option<&str>) -> Join {
    let join = world.dispatch(json!({"type": "accounts.disconnect", "namespace": family}));
    world.pass(100);
    join
}

pub fn account_of(world: &World, family: &str) -> Value {
    let all = world.slice("accounts");
    let list = all.as_array().cloned().unwrap_or_else(|| all["list"].as_array().cloned().unwrap_or_default());
    list.into_iter().find(|account| account["namespace"] == family).unwrap_or(Value::Null)
}

pub fn shown(world: &World) -> Value {
    world.slice("networks")["active"]["caipNetworkId"].clone()
}

/// A row of Networks is pressed.
pub fn choose(world: &World, network: &str) -> Join {
    let join = world.dispatch(json!({"type": "networks.choose", "network": network}));
    world.pass(3_000);
    join
}

pub fn ids(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}
