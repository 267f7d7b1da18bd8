//! From what to what: the two tokens of a call.

use crate::{
    assets::Asset,
    chain::Chain,
    ids::Address,
    reply::Refusal,
    swaps::{self, Pool},
    world::World,
};

/// Two different things that can be swapped on one chain.
pub struct Way<'a> {
    pub chain: &'a Chain,
    pub source: Asset,
    pub target: Asset,
}

/// Reads two Caip10 tokens. None where they cannot be swapped: another chain, or no pool.
pub fn way<'a>(world: &'a World, from: &str, to: &str) -> Result<Option<Way<'a>>, Refusal> {
    let ((chain_id, source), (other, target)) = (token("from", from)?, token("to", to)?);
    if chain_id != other {
        return Err(Refusal::bad("to", "is on another chain than from"));
    }
    if source == target {
        return Err(Refusal::bad("to", "is the same as from"));
    }
    let Some(chain) = world.chain(chain_id) else { return Ok(None) };
    let traded = swaps::traded(chain);
    let find = |place| traded.iter().copied().find(|asset| asset.place() == place);
    Ok(find(source).zip(find(target)).map(|(source, target)| Way { chain, source, target }))
}

/// A chain and an address of it.
pub fn token<'a>(name: &str, caip10: &'a str) -> Result<(&'a str, Address), Refusal> {
    let parts = caip10.rsplit_once(':').filter(|(chain, _)| chain.starts_with("eip155:"));
    parts
        .and_then(|(chain, address)| Some((chain, Address::parse(address)?)))
        .ok_or_else(|| Refusal::bad(name, "is no token of a chain that has swaps"))
}

/// Base units as the calls name them: a whole number above zero, written in one way only, that the pools can count.
pub fn base_units(text: &str) -> Option<u128> {
    let plain = text.bytes().all(|digit| digit.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|amount| plain && *amount > 0)
}

/// So many hundredths of a percent less, rounded down. None when it is too much to count.
pub fn less(amount: u128, hundredths: u16) -> Option<u128> {
    Some(amount.checked_mul(u128::from(10_000_u16.checked_sub(hundredths)?))? / 10_000)
}

impl Way<'_> {
    /// Something else that can be swapped here: a third, and never what is sold.
    pub fn other(&self) -> Asset {
        let third = |asset: &Asset| *asset != self.source && *asset != self.target;
        swaps::traded(self.chain).into_iter().find(third).unwrap_or(self.target)
    }

    /// The pools on the way, first to last.
    pub fn pools(&self) -> Vec<Address> {
        let of = |asset: Asset| {
            let trades = |pool: &&Pool| pool.token().map(Asset::token) == Some(asset);
            swaps::pools(self.chain).find(trades).and_then(Pool::address)
        };
        [self.source, self.target].into_iter().filter_map(of).collect()
    }

    /// What a chain calls an address of it.
    pub fn caip10(&self, address: &Address) -> String {
        format!("{}:{}", self.chain.caip2(), address.checksummed())
    }
}
