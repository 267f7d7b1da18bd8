//! The allowed pools of `unoswap*`: those of a pinned factory. Such a factory creates a pool at an address that follows
//! from its own address, the pool's tokens (and fee) and the common pool code (CREATE2, EIP-1014). So the address
//! itself proves a node's data about the pool, and neither the swap service nor a node can substitute another contract.
//!
//! The factories are Uniswap's own deployments (docs.uniswap.org, "V2 Deployment Addresses" and the deployments of V3
//! by network), and PancakeSwap's for pairs on BNB (developer.pancakeswap.finance, "PancakeSwap v2 Addresses"). The
//! hashes of the pool code come from their SDKs. For V3, the router only accepts Uniswap's own pools.

use crate::api::rpc;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::json;
use crate::namespaces::eip155::codec::swap::read_transaction;
use crate::namespaces::eip155::codec::transfer::call;
use crate::namespaces::eip155::codec::unoswap::{Hop, Pool, PoolKind, hops};
use alloc::vec::Vec;
use alloy_primitives::{Address, B256, U256, address, b256, keccak256};
use futures_util::future::{join_all, join3};
use serde_json::Value;

/// `token0()`, `token1()`
const TOKENS: [[u8; 4]; 2] = [[0x0d, 0xfe, 0x16, 0x81], [0xd2, 0x12, 0x20, 0xa7]];
/// `fee()`
const FEE: [u8; 4] = [0xdd, 0xca, 0x3f, 0x43];
/// The code hash of every pair of Uniswap V2, of every pool of V3, and of every pair of PancakeSwap V2.
const PAIR_CODE: B256 = b256!("96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f");
const TIERED_CODE: B256 = b256!("e34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54");
const PANCAKE_CODE: B256 = b256!("00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5");

/// The pinned factories: kind of pool, networks, address, hash of the pool code.
const FACTORIES: &[(PoolKind, &[u64], Address, B256)] = &[
    (PoolKind::Pair, &[1], address!("5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f"), PAIR_CODE),
    (PoolKind::Pair, &[10], address!("0c3c1c532f1e39edf36be9fe0be1410313e074bf"), PAIR_CODE),
    (PoolKind::Pair, &[56], address!("ca143ce32fe78f1f7019d7d551a6402fc5350c73"), PANCAKE_CODE),
    (PoolKind::Pair, &[56, 8_453], address!("8909dc15e40173ff4699343b6eb8132c65e18ec6"), PAIR_CODE),
    (PoolKind::Pair, &[137, 43_114], address!("9e5a52f57b3038f1b8eee45f28b3c1967e22799c"), PAIR_CODE),
    (PoolKind::Pair, &[42_161], address!("f1d7cc64fb4452f05c498126312ebe29f30fbcf9"), PAIR_CODE),
    (
        PoolKind::Tiered,
        &[1, 10, 137, 42_161],
        address!("1f98431c8ad98523631ae4a59f267346ea31f984"),
        TIERED_CODE,
    ),
    (PoolKind::Tiered, &[56], address!("db1d10011ad0ff90774d0c6bb92e5c5c8b4461f7"), TIERED_CODE),
    (PoolKind::Tiered, &[8_453], address!("33128a8fc17869897dce68ed026d694621f6fdfd"), TIERED_CODE),
];

/// Whether a pinned factory created this pool, or would: its address follows from its tokens in their order, and its
/// fee.
fn is_made(chain: u64, pool: Address, kind: PoolKind, [first, second]: [Address; 2], fee: U256) -> bool {
    let salt = match kind {
        PoolKind::Pair => keccak256([first.0.0, second.0.0].concat()),
        PoolKind::Tiered => {
            keccak256([first.into_word().0, second.into_word().0, fee.to_be_bytes::<32>()].concat())
        }
    };
    let is_pinned = |of: PoolKind, chains: &[u64]| of == kind && chains.contains(&chain);
    FACTORIES
        .iter()
        .any(|(of, chains, factory, code)| is_pinned(*of, chains) && factory.create2(salt, code) == pool)
}

/// The verified pools of a request. Empty if it names none.
///
/// # Errors
/// [`Error::SwapUnchecked`] if one doesn't belong to a pinned factory. The node's errors.
pub async fn proven(cx: &Cx, network: &Network, request: &Value) -> Result<Vec<Pool>> {
    let Some(hops) = read_transaction(request).and_then(|sent| hops(&sent)) else { return Ok(Vec::new()) };
    let asking = hops.iter().map(|hop| prove(cx, network, hop));
    join_all(asking).await.into_iter().collect()
}

async fn prove(cx: &Cx, network: &Network, hop: &Hop) -> Result<Pool> {
    let chain = network.chain().and_then(|chain| chain.evm_number()).unwrap_or_default();
    let of_pool = |method| asked(cx, network, hop.pool, method);
    let [first, second] = TOKENS.map(|method| async move { address_of(of_pool(method).await?) });
    let fee = async {
        match hop.kind {
            PoolKind::Pair => Ok(U256::ZERO),
            PoolKind::Tiered => of_pool(FEE).await,
        }
    };
    let (first, second, fee) = join3(first, second, fee).await;
    let tokens = [first?, second?];
    if !is_made(chain, hop.pool, hop.kind, tokens, fee?) {
        return Err(Error::SwapUnchecked);
    }
    Ok(Pool { kind: hop.kind, address: hop.pool, tokens })
}

/// Reads one word of a contract. A contract without that method isn't a pool. A node that doesn't respond proves
/// nothing.
async fn asked(cx: &Cx, network: &Network, to: Address, method: [u8; 4]) -> Result<U256> {
    let params = json!([{ "to": to.to_checksum(None), "data": call(method, &[]) }, "latest"]);
    match rpc::quantity(cx, network, "eth_call", &params).await {
        Err(Error::Rpc { .. } | Error::Unreadable { .. }) => Err(Error::SwapUnchecked),
        answer => answer,
    }
}

fn address_of(word: U256) -> Result<Address> {
    let address = Address::from_word(word.into());
    let is_complete = U256::from_be_bytes(address.into_word().0) == word;
    is_complete.then_some(address).ok_or(Error::SwapUnchecked)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Address {
        text.parse().unwrap()
    }

    /// Existing pools of each network and kind: network, fee (none for a pair), tokens, address.
    const POOLS: &[(u64, Option<u64>, &str, &str, &str)] = &[
        (1, None, USDC, WETH, "0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc"),
        (1, Some(500), USDC, WETH, "0x88e6A0c2dDD26FEEb64F039a2c41296FcB3f5640"),
        (
            10,
            Some(500),
            WETH_OP,
            "0x7F5c764cBc14f9669B88837ca1490cCa17c31607",
            "0x85149247691df622eaF1a8Bd0CaFd40BC45154a9",
        ),
        (
            42_161,
            Some(500),
            "0x82aF49447D8a07e3bd95BD0d56f35241523fBab1",
            "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
            "0xC6962004f452bE9203591991D15f6b388e09E8D0",
        ),
        (
            8_453,
            Some(500),
            WETH_OP,
            "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
            "0xd0b53D9277642d899DF5C87A3966A349A798F224",
        ),
        (
            8_453,
            None,
            WETH_OP,
            "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
            "0x88A43bbDF9D098eEC7bCEda4e2494615dfD9bB9C",
        ),
        (
            137,
            Some(500),
            "0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
            "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174",
            "0xA374094527e1673A86dE625aa59517c5dE346d32",
        ),
        (
            56,
            None,
            "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
            "0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56",
            "0x58F876857a02D6762E0101bb5C46A8c1ED44Dc16",
        ),
        (
            56,
            Some(500),
            "0x55d398326f99059fF775485246999027B3197955",
            "0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c",
            "0x6fe9E9de56356F7eDBfcBB29FAB7cd69471a4869",
        ),
    ];
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const WETH: &str = "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2";
    const WETH_OP: &str = "0x4200000000000000000000000000000000000006";

    // req: 10.12
    #[test]
    fn proves_a_pools_tokens_and_fee_by_its_address() {
        for (chain, fee, first, second, pool) in POOLS {
            let kind = if fee.is_some() { PoolKind::Tiered } else { PoolKind::Pair };
            let (tokens, pool) = ([of(first), of(second)], of(pool));
            let fee = U256::from(fee.unwrap_or_default());
            let made = |chain: u64, kind, tokens, fee| is_made(chain, pool, kind, tokens, fee);
            assert!(made(*chain, kind, tokens, fee), "{chain} {pool}");
            assert!(!made(*chain, kind, [tokens[1], tokens[0]], fee), "{chain} {pool}: the other way round");
            assert!(!made(*chain, kind, [tokens[0], of(ALICE)], fee), "{chain} {pool}: another token");
            assert!(!made(100, kind, tokens, fee), "{pool}: a network of which none is pinned");
            let other = if kind == PoolKind::Pair { PoolKind::Tiered } else { PoolKind::Pair };
            assert!(!made(*chain, other, tokens, fee), "{chain} {pool}: another kind");
            if kind == PoolKind::Tiered {
                assert!(!made(*chain, kind, tokens, fee + U256::from(1u64)), "{chain} {pool}: another fee");
            }
        }
    }

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
}
