//! Where the demo's swaps take place: one router and its pools, each of a token and the chain's coin, on the chains of the TABLE below.
//! Sources in `demo/contracts` (DemoRouter.sol, DemoPool.sol); `deploy` puts them onto the chains, `calls` says what the router is told.

use std::sync::LazyLock;

use serde_json::json;

use crate::{
    abi,
    assets::Asset,
    chain::{Chain, ChainError},
    compiled::{code_of, place_of},
    ids::Address,
    tokens::{TOKENS, Token},
};

mod calls;

pub use calls::{Swap, Swapped, open};

/// What a pool is given at the start.
#[derive(Debug)]
pub struct Pool {
    /// CAIP-2 id of its chain.
    pub chain: &'static str,
    /// Its token.
    pub symbol: &'static str,
    /// Base units of the chain's coin.
    pub wei: u128,
    /// Base units of the token, worth as much at the prices that the services state.
    pub tokens: u128,
}

/// Every pool. The chains differ, so that what is kept by address alone is found out: the second has less of everything and no gold;
/// on the third nothing is swapped. Nowhere are tickets, which cannot be parted.
pub const POOLS: &[Pool] = &[
    Pool { chain: "eip155:1337", symbol: "DUSD", wei: 1_000 * ETHER, tokens: 3_121_074_214_842 },
    Pool { chain: "eip155:1337", symbol: "MDW", wei: 1_000 * ETHER, tokens: 713_816_767_699_874_185_062_335 },
    Pool { chain: "eip155:1337", symbol: "QGLD", wei: 1_000 * ETHER, tokens: 117_837_317_321 },
    Pool { chain: "eip155:1338", symbol: "DUSD", wei: 150 * ETHER, tokens: 468_161_132_226 },
    Pool { chain: "eip155:1338", symbol: "MDW", wei: 150 * ETHER, tokens: 107_072_515_154_981_127_759_350 },
];

const ETHER: u128 = 1_000_000_000_000_000_000;

/// The router as it lies on every chain with pools.
struct Router {
    address: Address,
    pool_code: &'static str,
}

/// None when the compiled contracts cannot be read.
static ROUTER: LazyLock<Option<Router>> = LazyLock::new(|| {
    Some(Router { address: place_of(code_of("DemoRouter")?)?, pool_code: code_of("DemoPool")? })
});

/// Where the router lies. It follows from its code, so it is the same on each chain.
pub fn router() -> Option<Address> {
    ROUTER.as_ref().map(|router| router.address)
}

impl Pool {
    /// The token it trades.
    pub fn token(&self) -> Option<&'static Token> {
        TOKENS.iter().find(|token| token.symbol == self.symbol)
    }

    /// Where it lies, or will.
    pub fn address(&self) -> Option<Address> {
        let router = ROUTER.as_ref()?;
        let code = format!("{}{}", router.pool_code, abi::address_word(&self.token()?.address()));
        Some(router.address.creates_of(&abi::bytes(&code)?))
    }
}

/// The pools of a chain; none where nothing is swapped.
pub fn pools(chain: &Chain) -> impl Iterator<Item = &'static Pool> {
    let id = chain.caip2();
    POOLS.iter().filter(move |pool| pool.chain == id)
}

/// What can be swapped on a chain: its coin first, then the tokens that have a pool.
pub fn traded(chain: &Chain) -> Vec<Asset> {
    let tokens: Vec<Asset> = pools(chain).filter_map(|pool| pool.token().map(Asset::token)).collect();
    if tokens.is_empty() { tokens } else { [vec![Asset::native(chain)], tokens].concat() }
}

/// What a swap would return now, by the pools' own reckoning. None where there is no way, or it would return nothing.
pub async fn quote(
    chain: &Chain,
    source: &Asset,
    target: &Asset,
    amount: u128,
) -> Result<Option<u128>, ChainError> {
    let Some(router) = router() else { return Ok(None) };
    let request = json!({ "to": router.lower(), "data": calls::quote(source, target, amount) });
    let answer = chain.call("eth_call", json!([request, "latest"])).await?;
    Ok(abi::answered_number(&answer).filter(|amount| *amount > 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ports::Origins, store::Store, units};

    #[test]
    fn deploys_to_the_documented_addresses() {
        assert_eq!(router().unwrap().checksummed(), "0x28Ab590A0d76901F089522651aADb0E5A83950BA");
        let mut pools: Vec<String> = POOLS.iter().map(|pool| pool.address().unwrap().checksummed()).collect();
        // Of a token and its router alone: the same on both chains.
        assert_eq!((&pools[0], &pools[1]), (&pools[3], &pools[4]));
        pools.truncate(3);
        assert_eq!(
            pools,
            [
                "0xdc2495381497772D1bC2425949e3Ec10963035cE",
                "0x78b31d295f65523FE843709d0D446fF237153078",
                "0xbf16891EB40dEC4ae1ea684d8B7859bc1D80E61d",
            ]
        );
    }

    #[test]
    fn both_sides_of_a_pool_have_the_same_value() {
        let store = Store::open(":memory:", &Origins::new(4000)).unwrap();
        let worth = |amount, decimals, symbol: &str| {
            units::worth(amount, decimals, &store.price_usd(symbol).unwrap().unwrap())
        };
        for pool in POOLS {
            let decimals = pool.token().unwrap().decimals;
            let apart = worth(pool.wei, 18, "ETH") - worth(pool.tokens, decimals.into(), pool.symbol);
            assert!((0.0..0.02).contains(&apart), "{pool:?}: {apart}");
        }
    }

    #[test]
    fn the_treasury_covers_the_pools() {
        for pool in POOLS {
            let token = pool.token().unwrap();
            let given = token.given.iter().map(|chain| chain.iter().sum::<u128>()).max().unwrap();
            assert!(pool.tokens + given < token.supply / 2, "{pool:?}");
        }
    }
}
