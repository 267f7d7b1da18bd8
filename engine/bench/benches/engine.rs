//! Reads and writes of one moment, and what grows: slices and state changes with lists that are 1, 10 and 100 times as long.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "as in tests")]

use bench::support::*;
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};
use std::hint::black_box;
use alloy_primitives::Address;
use wallet_engine::amount::Amount;
use wallet_engine::caip::ChainId;
use wallet_engine::features::account::model::tokens::{self, Look, Reading};
use wallet_engine::namespaces::eip155::codec::abi;
use wallet_engine::namespaces::eip155::codec::approvals::{Book, Pair, Pairs};
use wallet_engine::namespaces::solana::codec::wire::Transaction;
use wallet_engine::ports::http::HttpRequest;
use wallet_engine::ports::provider::WalletEvent;
use wallet_engine::ports::storage::MemoryStorage;
use wallet_engine::services::items;
use wallet_engine::{format, time};
use walletconnect::{base64, crypto, envelope, json as texts, uri::PairingUri};

const KEY: crypto::Key = [9; 32];
#[rustfmt::skip]
const URI: &str = "wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303&expiryTimestamp=1705934757";
const NOW: &str = "2023-11-14T22:08:20Z";
const PAGE: usize = 500;
const DAY_MS: u64 = 86_400_000;

fn protocol(c: &mut Criterion) {
    let mut group = c.benchmark_group("protocol");
    let text = json!({"id": 1, "jsonrpc": "2.0", "result": "0".repeat(1_000)}).to_string();
    let sealed = envelope::encode0(&KEY, [1; 12], &text);
    group.bench_function("seal 1 kB", |b| b.iter(|| envelope::encode0(&KEY, [1; 12], black_box(&text))));
    group.bench_function("open 1 kB", |b| b.iter(|| envelope::decode(black_box(&sealed), &KEY)));
    group.bench_function("hash 1 kB", |b| b.iter(|| envelope::hash(black_box(&sealed))));
    group.finish();
}

fn decoders(c: &mut Criterion) {
    let mut group = c.benchmark_group("decoders");
    group.bench_function("pairing uri", |b| b.iter(|| PairingUri::parse(black_box(URI))));
    let call = abi::Function::parse("transfer(address to, uint256 amount)").unwrap();
    let data = [[0u8; 32], [0u8; 32]].concat();
    assert!(abi::decode(&call.params, &data).is_some());
    group.bench_function("abi transfer", |b| b.iter(|| abi::decode(&call.params, black_box(&data))));
    let cases: Value = serde_json::from_str(include_str!("../../core/tests/vectors/solana.json")).unwrap();
    let transfer = base64::decode(cases["cases"][0]["transaction"].as_str().unwrap()).unwrap();
    assert!(Transaction::read(&transfer).is_some());
    group.bench_function("solana transfer", |b| b.iter(|| Transaction::read(black_box(&transfer))));
    for (count, times) in scales(10) {
        let list: Vec<Value> = (0..count).map(listing).collect();
        let text = json!({ "data": list }).to_string();
        group.bench_with_input(BenchmarkId::new("json of wallets", times), &text, |b, text| {
            b.iter(|| texts::message(black_box(text)));
        });
    }
    group.finish();
}

fn formatting(c: &mut Criterion) {
    let mut group = c.benchmark_group("formatting");
    let amount = Amount::parse("1234567.891234567891234567", 18).unwrap();
    group.bench_function("amount read", |b| {
        b.iter(|| Amount::parse(black_box("1234567.891234567891234567"), 18))
    });
    group.bench_function("amount shown", |b| b.iter(|| format::number(black_box(&amount))));
    group.bench_function("balance shown", |b| b.iter(|| format::balance(black_box(&amount))));
    group.bench_function("address shortened", |b| b.iter(|| format::truncated(black_box(ALICE))));
    group.bench_function("moment read", |b| b.iter(|| time::parse(black_box(NOW))));
    group.finish();
}

fn scales(one: usize) -> [(usize, &'static str); 3] {
    [(one, "1x"), (one * 10, "10x"), (one * 100, "100x")]
}

fn listing(n: usize) -> Value {
    json!({"id": format!("{n:064x}"), "name": format!("Wallet {n}"), "image_id": format!("image-{n}"), "chains": ["eip155:1337"],
        "rdns": format!("dev.w{n}"), "mobile_link": format!("w{n}://"), "homepage": format!("https://w{n}.example")})
}

/// AllWallets with this many wallets of the service.
fn wallets(count: usize) -> World {
    let world = World::with(options(), MemoryStorage::default());
    let of = |request: &HttpRequest, name: &str| {
        let query = request.url.split_once('?')?.1;
        query.split('&').find_map(|part| part.strip_prefix(name)?.parse::<usize>().ok())
    };
    world.served(move |request| {
        request.url.contains("/getWallets?").then(|| {
            let (page, entries) = (of(request, "page=").unwrap_or(1), of(request, "entries=").unwrap_or(40));
            let data: Vec<Value> =
                (1..=count).skip((page - 1) * entries).take(entries).map(listing).collect();
            status(200, &json!({"count": count, "data": data}).to_string())
        })
    });
    world.open("AllWallets");
    while world.slice("directory")["hasMore"] == true {
        world.dispatch(json!({"type": "directory.more"}));
    }
    assert_eq!(world.slice("directory")["tilesCount"], count);
    world
}

/// The account with this many transactions, five a day.
fn transactions(count: usize) -> World {
    let newest = time::parse(NOW).unwrap();
    let cursor = |number: usize| -> &'static str {
        if number == 0 { "" } else { Box::leak(format!("p{number}").into_boxed_str()) }
    };
    let entry = |number: usize| {
        let mined = time::iso(newest - number as u64 * DAY_MS / 5);
        json!({"id": format!("t{number}"), "metadata": {"operationType": "send", "hash": hash(), "chain": "eip155:1337",
            "minedAt": mined, "sentFrom": ALICE, "sentTo": BOB, "status": "confirmed", "nonce": 7},
            "transfers": [{"direction": "in", "quantity": {"numeric": "1.5"}, "fungible_info": {"name": "ETH", "symbol": "ETH"}}]})
    };
    let last = count.div_ceil(PAGE);
    let page = |number: usize| {
        let list: Vec<Value> = (number * PAGE..count.min((number + 1) * PAGE)).map(entry).collect();
        let next = (number + 1 < last).then(|| cursor(number + 1));
        (cursor(number), json!({"data": list, "next": next}))
    };
    let world = World::with_chain(|chain| *chain.history.borrow_mut() = (0..last).map(page).collect());
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    while world.slice("activity")["hasMore"] == true {
        world.dispatch(json!({"type": "activity.more"}));
    }
    world
}

/// The account with this many tokens.
fn tokens(count: usize) -> World {
    let token = |n: usize| {
        json!({"name": format!("Token {n}"), "symbol": format!("T{n}"), "chainId": "eip155:1337", "price": 1,
            "address": format!("eip155:1337:0x{n:040x}"), "quantity": {"decimals": "18", "numeric": format!("{n}.5")},
            "iconUrl": format!("http://localhost:4002/{n}.png")})
    };
    let world = World::with_chain(|chain| chain.tokens.borrow_mut().extend((1..count).map(token)));
    world.open("Account");
    world
}

/// A page with this many networks.
fn networks(count: usize) -> World {
    let mut options = options();
    let more = (2_000..2_000 + count as u64 - 2).map(|id| network(id, &format!("Chain {id}")));
    options["networks"].as_array_mut().unwrap().extend(more);
    let world = World::with(options, MemoryStorage::default());
    world.open("Networks");
    world
}

/// A page with this many browser wallets.
fn announced(count: usize) -> World {
    let world = World::new();
    for n in 1..=count as u32 {
        world.announce(n, &format!("Wallet {n}"), Some(&format!("dev.w{n}")));
    }
    world.open("Connect");
    world
}

type Make = fn(usize) -> World;

fn slices(c: &mut Criterion) {
    let mut group = c.benchmark_group("slices");
    let all: [(&str, &str, usize, Make); 5] = [
        ("wallets of the directory", "directory", 20, wallets),
        ("transactions", "activity", 100, transactions),
        ("tokens", "tokens", 50, tokens),
        ("networks", "networks", 10, networks),
        ("wallets of the page", "connect", 6, announced),
    ];
    for (what, slice, one, make) in all {
        for (count, times) in scales(one) {
            let world = make(count);
            group.bench_with_input(BenchmarkId::new(what, times), &world, |b, world| {
                b.iter(|| world.engine.snapshot(slice).unwrap());
            });
        }
    }
    group.finish();
}

fn changes(c: &mut Criterion) {
    let mut group = c.benchmark_group("state changes");
    for (count, times) in scales(50) {
        let world = tokens(count);
        let mut at = 0;
        group.bench_with_input(
            BenchmarkId::new("another account, read to its tokens", times),
            &world,
            |b, world| {
                b.iter(|| {
                    at += 1;
                    let account = [ALICE, BOB][at % 2];
                    world.wallets.tell(1, &WalletEvent::Accounts(json!([account])));
                    world.pass(1_000);
                });
            },
        );
        assert_eq!(world.slice("account")["address"], [ALICE, BOB][at % 2]);
    }
    for (count, times) in scales(20) {
        let world = wallets(count);
        let mut at = 0;
        group.bench_with_input(BenchmarkId::new("a scroll, wallets", times), &world, |b, world| {
            b.iter(|| {
                at = (at + 8) % count;
                world.dispatch(json!({"type": "directory.scroll", "at": at}))
            });
        });
    }
    group.finish();
}

/// What a stranger can make as long as an answer can be: 2 MiB of balances, the approvals that a node's logs have room for, a list of swaps
/// ten times as long as the largest that we know. No row may come near 50 ms, which is one task.
fn floods(c: &mut Criterion) {
    let mut group = c.benchmark_group("floods");
    let chain = ChainId::evm(1);
    for (what, name) in [("alike", "Tether USD"), ("each its own name", "Token")] {
        let line = |at: usize| {
            let name = if what == "alike" { name.to_owned() } else { format!("{name} {at}") };
            json!({"name": name, "symbol": "USDT", "chainId": "eip155:1", "price": at % 977, "namesItself": true,
                "address": format!("eip155:1:0x{at:040x}"), "quantity": {"decimals": "6", "numeric": "1"}})
        };
        let lines: Vec<Value> = (0..BALANCES).map(line).collect();
        let lines = items(&lines, &chain);
        group.bench_function(BenchmarkId::new("tokens, all looks at once", what), |b| {
            b.iter(|| tokens::read(&|each| lines.iter().cloned().for_each(each), Reading::new(None, None)));
        });
        let mut reading = Reading::new(None, None);
        let some = &lines[..lines.len() / PIECES];
        group.bench_function(BenchmarkId::new("tokens, one task of reading", what), |b| {
            b.iter(|| some.iter().cloned().for_each(|item| reading.take(Look::Kept, item)));
        });
    }
    let address = |at: usize| Address::from_word(alloy_primitives::U256::from(at).into());
    let held: Vec<Address> = (0..1_000).map(address).collect();
    group.bench_function("approvals of 26,000 logs", |b| {
        b.iter(|| {
            let mut pairs = Pairs::new(&held, 240);
            (0..26_000).for_each(|at| {
                pairs.add(Pair { token: address(at), spender: address(at + 1), book: Book::Token });
            });
            pairs.first()
        });
    });
    group.finish();
}

/// Lines of a body of 2 MiB, and the pieces of 64 KiB in it.
const BALANCES: usize = 12_000;
const PIECES: usize = 32;

criterion_group!(benches, protocol, decoders, formatting, slices, changes, floods);
criterion_main!(benches);
