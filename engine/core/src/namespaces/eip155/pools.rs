//! Which pools an `unoswap*` may go through: those that a factory which is pinned here has made. The pool says what it trades and which factory
//! it is of; the factory is asked for the pool of these. A contract that only calls itself a pool is in no such list.
//!
//! The factories are Uniswap's own deployments (docs.uniswap.org, "V2 Deployment Addresses" and the deployments of V3 by network), and of pairs
//! on BNB PancakeSwap's (developer.pancakeswap.finance, "PancakeSwap v2 Addresses"). The router takes no pool of V3 but Uniswap's own.

use super::swap::read_transaction;
use super::transfer::call;
use super::unoswap::{Hop, Pool, PoolKind, hops};
use crate::api::rpc;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, address};
use futures_util::future::{join, join_all};
use serde_json::{Value, json};

/// `token0()`, `token1()`
const TOKENS: [[u8; 4]; 2] = [[0x0d, 0xfe, 0x16, 0x81], [0xd2, 0x12, 0x20, 0xa7]];
/// `factory()`
const FACTORY: [u8; 4] = [0xc4, 0x5a, 0x01, 0x55];
/// `fee()`
const FEE: [u8; 4] = [0xdd, 0xca, 0x3f, 0x43];
/// `getPair(address,address)`
const GET_PAIR: [u8; 4] = [0xe6, 0xa4, 0x39, 0x05];
/// `getPool(address,address,uint24)`
const GET_POOL: [u8; 4] = [0x16, 0x98, 0xee, 0x82];

/// Uniswap V3's on Ethereum, OP Mainnet, Polygon and Arbitrum.
const TIERED: Address = address!("1f98431c8ad98523631ae4a59f267346ea31f984");
/// Uniswap V2's on Base and BNB.
const PAIRS: Address = address!("8909dc15e40173ff4699343b6eb8132c65e18ec6");
/// Uniswap V2's on Polygon and Avalanche.
const PAIRS_TOO: Address = address!("9e5a52f57b3038f1b8eee45f28b3c1967e22799c");
/// PancakeSwap V2's on BNB.
const PANCAKE: Address = address!("ca143ce32fe78f1f7019d7d551a6402fc5350c73");

/// Whether a factory is pinned for pools of this kind on a network.
fn is_pinned(chain: u64, kind: PoolKind, factory: Address) -> bool {
    let pinned = match (kind, chain) {
        (PoolKind::Pair, 1) => address!("5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f"),
        (PoolKind::Pair, 10) => address!("0c3c1c532f1e39edf36be9fe0be1410313e074bf"),
        (PoolKind::Pair, 56) if factory == PANCAKE => PANCAKE,
        (PoolKind::Pair, 56 | 8_453) => PAIRS,
        (PoolKind::Pair, 137 | 43_114) => PAIRS_TOO,
        (PoolKind::Pair, 42_161) => address!("f1d7cc64fb4452f05c498126312ebe29f30fbcf9"),
        (PoolKind::Tiered, 1 | 10 | 137 | 42_161) => TIERED,
        (PoolKind::Tiered, 56) => address!("db1d10011ad0ff90774d0c6bb92e5c5c8b4461f7"),
        (PoolKind::Tiered, 8_453) => address!("33128a8fc17869897dce68ed026d694621f6fdfd"),
        _ => return false,
    };
    factory == pinned
}

/// The pools of a request, proven; none where it names none.
///
/// # Errors
/// [`Error::SwapUnchecked`]: one is of no pinned factory; as the node answers.
pub async fn proven(cx: &Cx, network: &Network, request: &Value) -> Result<Vec<Pool>> {
    let Some(hops) = read_transaction(request).and_then(|sent| hops(&sent)) else { return Ok(Vec::new()) };
    let asking = hops.iter().map(|hop| prove(cx, network, hop));
    join_all(asking).await.into_iter().collect()
}

async fn prove(cx: &Cx, network: &Network, hop: &Hop) -> Result<Pool> {
    let chain = network.chain().and_then(|chain| chain.evm_number()).unwrap_or_default();
    let of_pool = |method| asked(cx, network, hop.pool, method, &[]);
    let tokens = TOKENS.map(|method| async move { address_of(of_pool(method).await?) });
    let [first, second] = tokens;
    let fee = async {
        match hop.kind {
            PoolKind::Pair => Ok(U256::ZERO),
            PoolKind::Tiered => of_pool(FEE).await,
        }
    };
    let factory = async { address_of(of_pool(FACTORY).await?) };
    let ((first, second), (fee, factory)) = join(join(first, second), join(fee, factory)).await;
    let (tokens, fee, factory) = ([first?, second?], fee?, factory?);
    if !is_pinned(chain, hop.kind, factory) {
        return Err(Error::SwapUnchecked);
    }
    let mut words: Vec<[u8; 32]> = tokens.iter().map(|token| token.into_word().0).collect();
    let method = match hop.kind {
        PoolKind::Pair => GET_PAIR,
        PoolKind::Tiered => {
            words.push(fee.to_be_bytes());
            GET_POOL
        }
    };
    let known = address_of(asked(cx, network, factory, method, &words).await?)?;
    if known != hop.pool || hop.pool.is_zero() {
        return Err(Error::SwapUnchecked);
    }
    Ok(Pool { kind: hop.kind, address: hop.pool, tokens })
}

/// One word of a contract. One that has no such method is not what it is said to be; a node that is not reached says nothing of that.
async fn asked(cx: &Cx, network: &Network, to: Address, method: [u8; 4], words: &[[u8; 32]]) -> Result<U256> {
    let params = json!([{ "to": to.to_checksum(None), "data": call(method, words) }, "latest"]);
    match rpc::quantity(cx, network, "eth_call", &params).await {
        Err(Error::Rpc { .. } | Error::Unreadable { .. }) => Err(Error::SwapUnchecked),
        answer => answer,
    }
}

fn address_of(word: U256) -> Result<Address> {
    let address = Address::from_word(word.into());
    let is_whole = U256::from_be_bytes(address.into_word().0) == word;
    is_whole.then_some(address).ok_or(Error::SwapUnchecked)
}
