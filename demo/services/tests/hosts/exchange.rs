//! The router and its pools on a real chain: what is quoted is what comes, to the last unit, and nothing else moves.

use demo_services::{
    abi,
    assets::Asset,
    chain::{Chain, ChainError},
    deploy,
    ids::Address,
    swaps::{self, POOLS, Pool, Swap},
    tokens::{TOKENS, Token, treasury},
    units,
};
use serde_json::{Value, json};
use tokio::sync::{Mutex, MutexGuard};

use crate::anvil::{chains, connect, mined, with_id};

/// Held by whoever compares exact amounts: all tests trade with the same pools.
pub async fn alone() -> MutexGuard<'static, ()> {
    static TRADING: Mutex<()> = Mutex::const_new(());
    TRADING.lock().await
}

pub async fn chain(index: usize) -> Chain {
    Chain::connect(&chains()[index], index).await.unwrap()
}

pub fn token(symbol: &str) -> &'static Token {
    TOKENS.iter().find(|token| token.symbol == symbol).unwrap()
}

/// An account of one test alone, with 20 Ether, for which the chain signs.
pub async fn trader(chain: &Chain, name: &str) -> Address {
    let account = Address::of_word(name);
    chain.call("anvil_setBalance", json!([account.lower(), "0x1158e460913d00000"])).await.unwrap();
    chain.call("anvil_impersonateAccount", json!([account.lower()])).await.unwrap();
    account
}

/// One transaction, mined. The receipt.
pub async fn send(chain: &Chain, from: &Address, to: &str, value: u128, data: &str) -> Value {
    let request = json!([{
        "from": from.lower(), "to": to, "value": format!("{value:#x}"), "data": data, "gas": "0x7a120",
    }]);
    let hash = chain.call("eth_sendTransaction", request).await.unwrap();
    mined(chain, &hash).await
}

pub async fn give(chain: &Chain, token: &Token, to: &Address, amount: u128) {
    chain.call("anvil_impersonateAccount", json!([treasury().lower()])).await.unwrap();
    let to_token = token.address().lower();
    let receipt = send(chain, &treasury(), &to_token, 0, &abi::transfer(to, amount)).await;
    assert_eq!(receipt["status"], "0x1");
}

/// Lets the router take so much, as a wallet would.
pub async fn approve(chain: &Chain, owner: &Address, token: &Token, amount: u128) {
    let router = swaps::router().unwrap();
    let data = abi::transfer(&router, amount).replacen(abi::TRANSFER, abi::APPROVE, 1);
    assert_eq!(send(chain, owner, &token.address().lower(), 0, &data).await["status"], "0x1");
}

pub async fn number(chain: &Chain, to: &Address, data: &str) -> u128 {
    let request = json!([{ "to": to.lower(), "data": data }, "latest"]);
    abi::answered_number(&chain.call("eth_call", request).await.unwrap()).unwrap()
}

pub async fn held(chain: &Chain, token: &Token, owner: &Address) -> u128 {
    number(chain, &token.address(), &abi::balance_of(owner)).await
}

pub async fn coins(chain: &Chain, owner: &Address) -> u128 {
    chain.quantity("eth_getBalance", json!([owner.lower(), "latest"])).await.unwrap()
}

/// What a transaction has cost its sender besides what it sent.
pub fn fee(receipt: &Value) -> u128 {
    units::quantity(&receipt["gasUsed"]).unwrap() * units::quantity(&receipt["effectiveGasPrice"]).unwrap()
}

fn pool(chain: &Chain, symbol: &str) -> &'static Pool {
    swaps::pools(chain).find(|pool| pool.symbol == symbol).unwrap()
}

/// What a pool says it has: coins, tokens. It must really have both.
async fn reserves(chain: &Chain, pool: &Pool) -> (u128, u128) {
    let address = pool.address().unwrap();
    let said = (number(chain, &address, "0x22fcefbe").await, number(chain, &address, "0x9d63848a").await);
    assert_eq!(said, (coins(chain, &address).await, held(chain, pool.token().unwrap(), &address).await));
    said
}

/// The rule of the pools, written apart from them.
fn traded(amount: u128, here: u128, there: u128) -> u128 {
    amount * 997 * there / (here * 1_000 + amount * 997)
}

fn swap(chain: &Chain, source: &str, target: &str, receiver: &Address, amount: u128) -> Swap {
    let find =
        |symbol: &str| swaps::traded(chain).into_iter().find(|asset: &Asset| asset.symbol == symbol).unwrap();
    let (source, target) = (find(source), find(target));
    Swap { way: Vec::new(), source, target, receiver: *receiver, amount, minimum: 1, flags: 0 }
}

async fn why(chain: &Chain, from: &Address, value: u128, swap: &Swap) -> String {
    let request = json!([{
        "from": from.lower(), "to": swaps::router().unwrap().lower(), "value": format!("{value:#x}"),
        "data": swap.call_data(),
    }, "latest"]);
    match chain.call("eth_call", request).await {
        Err(ChainError::Refused(error)) => error["message"].as_str().unwrap().to_owned(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn pools_hold_their_balances_of_the_table_on_each_chain() {
    for (index, id) in [1337, 1338].into_iter().enumerate() {
        // Chains of their own: others trade.
        let (_leash, url) = with_id(id);
        let chain = connect(&url, index).await;
        deploy::tokens(&chain, index).await.unwrap();
        let mine: Vec<&Pool> = POOLS.iter().filter(|pool| pool.chain == chain.caip2()).collect();
        assert!(mine.len() > 1);
        for pool in mine {
            assert_eq!(reserves(&chain, pool).await, (pool.wei, pool.tokens));
            // Once: nobody makes a second one in its place.
            let data = swaps::open(&pool.token().unwrap().address());
            let open = json!([{ "to": swaps::router().unwrap().lower(), "data": data }, "latest"]);
            let Err(ChainError::Refused(why)) = chain.call("eth_call", open).await else { panic!() };
            assert!(why["message"].as_str().unwrap().contains("there is a pool"), "{why}");
        }
    }
}

#[tokio::test]
async fn swaps_coins_for_tokens_and_back_to_the_last_unit() {
    let _alone = alone().await;
    let chain = chain(0).await;
    let (anna, router) = (trader(&chain, "exchange anna").await, swaps::router().unwrap());
    let (dollar, pool) = (token("DUSD"), pool(&chain, "DUSD"));
    let (coins_before, tokens_before) = reserves(&chain, pool).await;

    let sold = 1_234_567_890_123_456_789;
    let there = swap(&chain, "ETH", "DUSD", &anna, sold);
    let quoted = swaps::quote(&chain, &there.source, &there.target, sold).await.unwrap().unwrap();
    assert_eq!(quoted, traded(sold, coins_before, tokens_before));
    let exactly = Swap { minimum: quoted, ..there };
    let before = coins(&chain, &anna).await;
    let receipt = send(&chain, &anna, &router.lower(), sold, &exactly.call_data()).await;
    assert_eq!(receipt["status"], "0x1");
    assert_eq!(held(&chain, dollar, &anna).await, quoted);
    assert_eq!(coins(&chain, &anna).await, before - sold - fee(&receipt));
    assert_eq!(reserves(&chain, pool).await, (coins_before + sold, tokens_before - quoted));

    // Back, with leave to take exactly that. The zero address as receiver is who swaps.
    approve(&chain, &anna, dollar, quoted).await;
    let back = swap(&chain, "DUSD", "ETH", &Address::of_bytes([0; 20]), quoted);
    let returned = traded(quoted, tokens_before - quoted, coins_before + sold);
    assert_eq!(swaps::quote(&chain, &back.source, &back.target, quoted).await.unwrap(), Some(returned));
    assert!(returned < sold);
    let before = coins(&chain, &anna).await;
    let receipt = send(&chain, &anna, &router.lower(), 0, &back.call_data()).await;
    assert_eq!(coins(&chain, &anna).await, before + returned - fee(&receipt));
    assert_eq!(held(&chain, dollar, &anna).await, 0);
    assert_eq!(number(&chain, &dollar.address(), &abi::allowance(&anna, &router)).await, 0);
    assert_eq!(reserves(&chain, pool).await, (coins_before + sold - returned, tokens_before));
    // Nothing stays on the way.
    assert_eq!((coins(&chain, &router).await, held(&chain, dollar, &router).await), (0, 0));
}

#[tokio::test]
async fn swaps_tokens_for_others_over_both_pools() {
    let _alone = alone().await;
    let chain = chain(0).await;
    let (ben, cora) = (trader(&chain, "exchange ben").await, Address::of_word("exchange cora"));
    let (dollar, gold) = (token("DUSD"), token("QGLD"));
    let sold = 7_654_321_000;
    give(&chain, dollar, &ben, sold).await;
    approve(&chain, &ben, dollar, sold).await;
    let (first, second) = (pool(&chain, "DUSD"), pool(&chain, "QGLD"));
    let ((coins_1, tokens_1), (coins_2, tokens_2)) =
        (reserves(&chain, first).await, reserves(&chain, second).await);
    let between = traded(sold, tokens_1, coins_1);
    let returned = traded(between, coins_2, tokens_2);

    let call = swap(&chain, "DUSD", "QGLD", &cora, sold);
    let quoted = swaps::quote(&chain, &call.source, &call.target, sold).await.unwrap();
    assert_eq!(quoted, Some(returned));
    let router = swaps::router().unwrap();
    let receipt = send(&chain, &ben, &router.lower(), 0, &call.call_data()).await;
    assert_eq!(receipt["status"], "0x1");
    assert_eq!((held(&chain, dollar, &ben).await, held(&chain, gold, &ben).await), (0, 0));
    assert_eq!(held(&chain, gold, &cora).await, returned);
    assert_eq!(reserves(&chain, first).await, (coins_1 - between, tokens_1 + sold));
    assert_eq!(reserves(&chain, second).await, (coins_2 + between, tokens_2 - returned));
    assert_eq!((coins(&chain, &router).await, held(&chain, gold, &router).await), (0, 0));
}

#[tokio::test]
async fn reverts_with_a_reason_for_invalid_swaps() {
    let _alone = alone().await;
    let chain = chain(0).await;
    let dora = trader(&chain, "exchange dora").await;
    let good = swap(&chain, "ETH", "MDW", &dora, 1_000);
    let quoted = swaps::quote(&chain, &good.source, &good.target, 1_000).await.unwrap().unwrap();
    let ticket = Asset::token(token("TICK"));
    for (value, call, reason) in [
        (1_000, Swap { minimum: quoted + 1, ..good.clone() }, "return amount is not enough"),
        (999, good.clone(), "wrong value"),
        (0, good.clone(), "wrong value"),
        (1_000, Swap { minimum: 0, ..good.clone() }, "no minimum"),
        (0, Swap { amount: 0, ..good.clone() }, "nothing to swap"),
        (1_000, Swap { target: ticket, ..good.clone() }, "no such pools"),
        (1_000, Swap { target: good.source, ..good.clone() }, "no such pools"),
        (1, swap(&chain, "DUSD", "ETH", &dora, 1), "wrong value"),
        (0, swap(&chain, "DUSD", "ETH", &dora, 1), "balance or allowance is too low"),
        (0, swap(&chain, "MDW", "DUSD", &dora, 1), "balance or allowance is too low"),
    ] {
        let said = why(&chain, &dora, value, &call).await;
        assert!(said.contains(reason), "{reason}: {said}");
    }
    let source = good.source;
    assert_eq!(swaps::quote(&chain, &source, &ticket, 1_000).await.unwrap(), None);
}
