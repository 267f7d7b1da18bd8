//! A transaction is the account's own only if the account that was asked sent it, after the preview, for this entry alone, and it does all
//! and only what was shown. One table for every namespace that moves money here: a row for each reason, a function for each namespace.

use super::shown::{MALLORY, of_node, previewed_again, with, wrapped};
use super::{bitcoin, shown, solana};
use crate::support::*;
use serde_json::{Value, json};
use std::cell::OnceCell;
use wallet_engine::ports::clock::Clock;

/// What the network has under the ID that the wallet named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Has {
    /// What was asked for.
    Asked,
    /// A transaction of another account, as like it as that can be.
    OfAnother,
    /// The account's own, of before the preview.
    Old,
    /// The account's own, which an earlier entry stands for.
    Counted,
    /// A payment to another recipient.
    Else,
    /// What was asked for, and something that was not.
    More,
}

/// Runs a send to its end: the last status. Nothing where the namespace has no such transaction.
type Run = fn(Has) -> Option<Value>;

const ALL: [Has; 6] = [Has::Asked, Has::OfAnother, Has::Old, Has::Counted, Has::Else, Has::More];

// The table.
const NAMESPACES: [(&str, Run); 3] = [("eip155", of_eip155), ("bip122", of_bip122), ("solana", of_solana)];

// req: 10.27, 10.59
#[test]
fn confirms_only_the_accounts_own_new_and_uncounted_transaction() {
    for (namespace, run) in NAMESPACES {
        for has in ALL {
            let Some(status) = run(has) else { continue };
            let is_ours = has == Has::Asked;
            assert_eq!(status, if is_ours { "confirmed" } else { "differs" }, "{namespace} {has:?}");
        }
    }
}

fn last(world: &World) -> Value {
    world.slice("transactions")["list"][0]["status"].clone()
}

fn of_eip155(has: Has) -> Option<Value> {
    let world = previewed();
    world.chain.mined.set(7);
    let mut world = previewed_again(world);
    let list = json!([{"chainId": "0x539", "address": MALLORY, "nonce": "0x8"}]);
    let sent = match has {
        Has::Asked | Has::Counted => of_node(),
        Has::OfAnother => {
            let decoy = with(with(of_node(), "from", json!(MALLORY)), "value", json!("0x0"));
            with(decoy, "input", json!(wrapped("14d1120d7b160000")))
        }
        Has::Old => with(with(of_node(), "nonce", json!("0x1")), "blockNumber", json!("0x2")),
        Has::Else => with(of_node(), "to", json!(MALLORY)),
        Has::More => with(with(of_node(), "type", json!("0x4")), "authorizationList", list),
    };
    *world.chain.sent.borrow_mut() = Some(sent);
    if has == Has::Counted {
        // what the host had sent counts, too
        let first = world.request(
            "eth_sendTransaction",
            json!([{"from": ALICE, "to": BOB, "value": "0x14d1120d7b160000"}]),
        );
        world.pass(2_000);
        assert!(world.settled(&first).is_ok());
        world = previewed_again(world);
        world.but(1, |method, _| (method == "eth_sendTransaction").then(|| ok(json!(hash()))));
    }
    shown::confirm(&world);
    world.pass(3_000);
    Some(last(&world))
}

fn of_bip122(has: Has) -> Option<Value> {
    if has == Has::More {
        return None; // what goes elsewhere may be the wallet's change
    }
    let (world, ledger) = bitcoin::page(move |ledger, _| {
        let (from, to) = match has {
            Has::OfAnother => (bitcoin::BEN, bitcoin::BEN),
            Has::Else => (bitcoin::ME, bitcoin::ME),
            _ => (bitcoin::ME, bitcoin::BEN),
        };
        let mut made = bitcoin::transaction(bitcoin::ID, from, to, 50_000_000);
        if has == Has::Old {
            made["status"] = json!({"confirmed": true, "block_height": 6, "block_time": 1_000_000});
        }
        if ledger.made.borrow().is_empty() {
            ledger.add(made);
        }
        ok(json!({"txid": bitcoin::ID}))
    });
    assert!(world.clock.now_ms() > 1_000_000_000_000);
    for _ in 0..if has == Has::Counted { 2 } else { 1 } {
        bitcoin::review(&world, "0.5", bitcoin::BEN);
        bitcoin::confirm(&world);
        world.pass(5_000);
        ledger.mine(bitcoin::ID);
        world.pass(60_000);
    }
    Some(bitcoin::status_of(&world))
}

fn of_solana(has: Has) -> Option<Value> {
    let (world, node) = solana::page();
    node.slot.set(5);
    let chain = node.clone();
    let change: solana::Change = match has {
        Has::Asked | Has::Counted => |_| {},
        Has::OfAnother => |of| of.message.keys[0] = [3; 32],
        Has::Old => |of| of.message.blockhash = [4; 32],
        Has::Else => |of| of.message.keys[1] = [3; 32],
        Has::More => |of| {
            let again = of.message.instructions.last().unwrap().clone();
            of.message.instructions.push(again);
        },
    };
    let first = OnceCell::new();
    solana::wallet(&world, move |method, params| match method {
        "solana_signAndSendTransaction" => {
            // the same answer again: nothing new was sent
            let answer = first.get_or_init(|| solana::signing(params, change));
            chain.puts(answer["transaction"].as_str().unwrap());
            ok(json!({"signature": answer["signature"]}))
        }
        _ => refuse(4200, "unsupported"),
    });
    for _ in 0..if has == Has::Counted { 2 } else { 1 } {
        solana::review(&world, "1.5", solana::BEN);
        solana::confirm(&world);
        world.pass(60_000);
    }
    Some(last(&world))
}

/// The preview saw 7 transactions of the account, those in no block yet among them, and block 16. Below 7 stands what was pending then, whose
/// place the wallet may take: only its block tells that it is new.
// req: 10.59
#[test]
fn judges_a_transactions_age_by_nonce_and_block() {
    for (nonce, block, last) in [
        (7, 17, "confirmed"),
        (7, 16, "confirmed"),
        (9, 17, "confirmed"),
        (7, 15, "differs"),
        (6, 17, "confirmed"),
        (6, 16, "differs"),
        (6, 15, "differs"),
    ] {
        let world = previewed();
        world.chain.mined.set(7);
        let world = previewed_again(world);
        let sent = with(of_node(), "nonce", json!(format!("{nonce:#x}")));
        *world.chain.sent.borrow_mut() = Some(with(sent, "blockNumber", json!(format!("{block:#x}"))));
        shown::confirm(&world);
        world.pass(3_000);
        assert_eq!(self::last(&world), last, "{nonce} in {block}");
    }
}

/// What a host had sent is compared in the same way: with the count of then, and with what is counted already.
// req: 10.27, 10.59
#[test]
fn reports_an_old_or_counted_transaction_of_the_page_as_different() {
    let asks = |world: &World| {
        let call = json!([{"from": ALICE, "to": BOB, "value": "0x14d1120d7b160000"}]);
        let asked = world.request("eth_sendTransaction", call);
        world.pass(3_000);
        assert!(world.settled(&asked).is_ok());
        shown::told(world).contains(&json!("differs"))
    };
    // its block is an hour older than the request
    for (minutes, differs) in [(0, false), (60, true)] {
        let world = World::connected();
        world.chain.mined.set(7);
        world.chain.block_s.set(world.clock.now_ms() / 1_000 - minutes * 60);
        let sent = match minutes {
            0 => of_node(),
            _ => with(with(of_node(), "nonce", json!("0x1")), "blockNumber", json!("0x2")),
        };
        *world.chain.sent.borrow_mut() = Some(with(sent, "blockHash", json!(hash())));
        assert_eq!(asks(&world), differs, "{minutes}");
    }
    let world = World::connected();
    world.chain.mined.set(7);
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| ok(json!(hash()))));
    *world.chain.sent.borrow_mut() = Some(of_node());
    assert!(!asks(&world));
    assert!(asks(&world));
    let told = [json!("sent"), json!("confirmed"), json!("sent"), json!("differs")];
    assert_eq!(shown::told(&world), told, "a host hears first that the wallet answered");
}
