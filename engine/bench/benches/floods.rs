//! Lists that a stranger makes long: each row is one task of the page, over a list ten times as long as the largest that is known, or as long
//! as a response can be. None of them comes near 50 ms (docs/performance.md).

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "as in tests")]

use alloy_primitives::{Address, U256};
use bench::support::*;
use criterion::{BatchSize, Bencher, Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};
use std::hint::black_box;
use wallet_engine::caip::ChainId;
use wallet_engine::features::account::model::tokens::{self, Look, Reading};
use wallet_engine::json::{Feed, parse};
use wallet_engine::namespaces::eip155::approvals::{self, Book, Pair, Pairs};
use wallet_engine::services::{BalanceItem, SwapToken, item_of, items};

/// A response can be this long.
const BODY_BYTES: usize = 2 * 1024 * 1024;
/// Ten times the largest list of swaps that is known.
const SWAP_TOKENS: usize = 12_000;
/// An account with 2,600 approvals is known.
const APPROVALS: usize = 26_000;
const TASK_BYTES: usize = 64 * 1024;

fn address(at: usize) -> Address {
    // in no order
    Address::from_word((U256::from(at + 1) * U256::from(0x9e37_79b9_7f4a_7c15_u64)).into())
}

/// Balances of one response. Each token names itself: all of them alike, or each with a name of its own.
fn balances(are_alike: bool) -> (String, Vec<BalanceItem>) {
    let line = |at: usize| {
        let name = if are_alike { "Tether USD".to_owned() } else { format!("Token {at}") };
        json!({"name": name, "symbol": "USDT", "chainId": "eip155:1", "price": at % 977, "namesItself": true,
            "address": format!("eip155:1:{}", address(at)), "quantity": {"decimals": "6", "numeric": "1"}})
    };
    let one = line(99_999).to_string().len() + 1;
    let lines: Vec<Value> = (0..BODY_BYTES / one - 10).map(line).collect();
    let read = items(&lines, &ChainId::evm(1));
    (json!({ "balances": lines }).to_string(), read)
}

fn take(reading: &mut Reading, look: Look, lines: &[BalanceItem]) {
    lines.iter().cloned().for_each(|line| reading.take(look, line));
}

/// What a long list of balances takes, task by task (`features/account/balances.rs`).
fn of_balances(c: &mut Criterion) {
    let mut group = c.benchmark_group("floods");
    let chain = ChainId::evm(1);
    for (what, are_alike) in [("alike", true), ("each its own name", false)] {
        let (text, lines) = balances(are_alike);
        let name = |of: &str| format!("balances, {what}: {of}");
        group.bench_function(name("a piece, checked as it comes"), |b| {
            b.iter(|| {
                let mut count = 0;
                let mut each = |value| count += item_of(&value, &chain).into_iter().count();
                Feed::new("balances").next(black_box(&text.as_bytes()[..TASK_BYTES]), &mut each).unwrap();
                count
            });
        });
        let piece = &text.as_bytes()[..TASK_BYTES];
        for look in [Look::Known, Look::Others, Look::Kept] {
            group.bench_function(name(&format!("a piece, {look:?}")), |b| {
                let of_all = || {
                    let mut reading = Reading::new(None, None);
                    take(&mut reading, Look::Known, &lines);
                    take(&mut reading, Look::Others, &lines);
                    take(&mut reading, Look::Kept, &lines[..1]);
                    reading
                };
                once(b, of_all, |mut reading| {
                    let mut each =
                        |value| item_of(&value, &chain).into_iter().for_each(|item| reading.take(look, item));
                    Feed::new("balances").next(black_box(piece), &mut each).unwrap();
                    reading
                });
            });
        }
        let looked = || {
            let mut reading = Reading::new(None, None);
            take(&mut reading, Look::Known, &lines);
            take(&mut reading, Look::Others, &lines);
            reading
        };
        group.bench_function(name("all names in order"), |b| {
            once(b, looked, |mut reading| {
                reading.sort();
                reading
            });
        });
        let kept = || {
            let mut reading = looked();
            take(&mut reading, Look::Kept, &lines);
            reading
        };
        group.bench_function(name("all tokens in order, and their total"), |b| once(b, kept, Reading::read));
        group.bench_function(name("a list of a wallet, were it one task"), |b| {
            b.iter(|| tokens::read(&|each| lines.iter().cloned().for_each(each), Reading::new(None, None)));
        });
    }
    group.finish();
}

fn once<I, O>(b: &mut Bencher<'_>, make: impl FnMut() -> I, run: impl FnMut(I) -> O) {
    b.iter_batched(make, run, BatchSize::PerIteration);
}

fn of_swaps(c: &mut Criterion) {
    let mut group = c.benchmark_group("floods");
    let token = |at: usize| {
        json!({"name": format!("Token {at}"), "symbol": format!("T{at}"), "decimals": 18, "logoUri": "",
            "address": format!("eip155:1337:{}", address(at))})
    };
    let list = json!({ "tokens": (0..SWAP_TOKENS).map(token).collect::<Vec<Value>>() });
    let text = list.to_string();
    let chain = ChainId::evm(1337);
    group.bench_function("a list of swaps, read", |b| {
        b.iter(|| {
            let list = parse(black_box(&text), BODY_BYTES).unwrap();
            let list = list["tokens"].as_array().unwrap();
            list.iter().take(4_000).filter_map(|token| SwapToken::read(token, &chain)).count()
        });
    });
    let (world, market) = World::market();
    let held = |at: usize| {
        json!({"name": format!("Token {at}"), "symbol": format!("T{at}"), "chainId": "eip155:1337", "price": 1,
            "address": format!("eip155:1337:{}", address(at)), "quantity": {"decimals": "18", "numeric": "1.5"}})
    };
    let held = (0..APPROVALS / 10).map(held);
    market.bodies.borrow_mut().push(("/v1/convert/tokens", list));
    world.chain.tokens.borrow_mut().extend(held);
    world.join();
    world.open("Account");
    world.pass(1_000);
    world.dispatch(json!({"type": "swap.open", "fromToken": "native", "toToken": "T5", "amount": "1"}));
    world.pass(1_000);
    world.dispatch(json!({"type": "swap.select", "side": "toToken"}));
    assert_eq!(world.slice("swap")["isCut"], true);
    assert_eq!(world.slice("swap")["held"].as_array().unwrap().len(), 200);
    for (what, search) in [("a list of swaps, drawn", ""), ("a list of swaps, searched", "token 39")] {
        world.dispatch(json!({"type": "swap.search", "text": search}));
        group.bench_function(what, |b| b.iter(|| world.engine.snapshot("swap").unwrap()));
    }
    group.finish();
}

fn of_approvals(c: &mut Criterion) {
    let mut group = c.benchmark_group("floods");
    let owner = address(7_777_777);
    let log = |at: usize| {
        json!({"address": address(at).to_string(), "blockNumber": "0x1", "data": "0x",
            "topics": ["0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925",
                format!("{}", owner.into_word()), format!("{}", address(at + 1).into_word())]})
    };
    let count = BODY_BYTES / (log(1).to_string().len() + 1) - 10;
    let text =
        json!({"id": 1, "jsonrpc": "2.0", "result": (0..count).map(log).collect::<Vec<Value>>()}).to_string();
    group.bench_function("approvals, one response of logs", |b| {
        b.iter(|| {
            let answer = parse(black_box(&text), BODY_BYTES).unwrap();
            let read = approvals::logs(&answer["result"], owner).unwrap();
            assert_eq!(read.len(), count);
            let mut pairs = Pairs::new(&[], 240);
            read.into_iter().for_each(|pair| pairs.add(pair));
            pairs.first()
        });
    });
    let held: Vec<Address> = (0..1_000).map(address).collect();
    group.bench_function("approvals, all logs taken", |b| {
        b.iter(|| {
            let mut pairs = Pairs::new(&held, 240);
            (0..APPROVALS).for_each(|at| {
                pairs.add(Pair { token: address(at), spender: address(at + 1), book: Book::Token });
            });
            pairs.first()
        });
    });
    group.finish();
}

criterion_group!(benches, of_balances, of_swaps, of_approvals);
criterion_main!(benches);
