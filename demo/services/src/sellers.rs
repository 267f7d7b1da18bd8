//! TABLE of who sells coins and tokens for money, or sends them from an account that a person has there: providers of the onramp and
//! exchanges. Each has an account on every local chain, filled from the treasury, and really sends.

use serde_json::json;

use crate::{
    abi,
    assets::Asset,
    chain::{Chain, ChainError},
    ids::Address,
    tokens::{TOKENS, Token},
};

/// What a seller is to a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Takes money.
    Onramp,
    /// Has what it sends already.
    Exchange,
}

/// One seller.
#[derive(Debug, PartialEq, Eq)]
pub struct Seller {
    /// Its short name: in addresses, calls and the history.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// What it sends.
    pub symbols: &'static [&'static str],
}

/// All of them. The second exchange has less, so that "not supported" comes about by itself.
pub const SELLERS: &[Seller] = &[
    Seller { id: "coinbase", name: "Coinbase", kind: Kind::Onramp, symbols: &["DUSD", "ETH", "MDW", "JUN"] },
    Seller { id: "meld", name: "Meld.io", kind: Kind::Onramp, symbols: &["DUSD", "ETH", "MDW", "JUN"] },
    Seller {
        id: "harbour",
        name: "Harbour Exchange",
        kind: Kind::Exchange,
        symbols: &["ETH", "JUN", "DUSD", "MDW", "QGLD"],
    },
    Seller { id: "tidewater", name: "Tidewater", kind: Kind::Exchange, symbols: &["ETH", "DUSD"] },
];

/// Base units of each token that a seller is given on each chain. Of the chain's coin it has `COINS_WEI`, before each payment.
const FLOAT: &[(&str, u128)] =
    &[("DUSD", 1_000_000_000_000), ("MDW", 100_000_000_000_000_000_000_000), ("QGLD", 10_000_000_000)];
/// A million.
const COINS_WEI: u128 = 1_000_000_000_000_000_000_000_000;

/// The seller of this short name.
pub fn seller(id: &str) -> Option<&'static Seller> {
    SELLERS.iter().find(|seller| seller.id == id)
}

/// Through which onramp came what this account (lower case) has sent; None for any other account.
pub fn onramp_of(sender: &str) -> Option<&'static str> {
    let onramps = SELLERS.iter().filter(|seller| seller.kind == Kind::Onramp);
    onramps
        .map(|seller| (seller.id, seller.account().lower()))
        .find(|(_, own)| own == sender)
        .map(|(id, _)| id)
}

/// What the treasury gives to sellers on each chain.
pub fn floats() -> impl Iterator<Item = (&'static Token, Address, u128)> {
    let token = |symbol: &str| TOKENS.iter().find(|token| token.symbol == symbol);
    let given = FLOAT.iter().filter_map(move |(symbol, amount)| Some((token(symbol)?, *amount)));
    given.flat_map(|(token, amount)| {
        let has = move |seller: &&Seller| seller.symbols.contains(&token.symbol);
        SELLERS.iter().filter(has).map(move |seller| (token, seller.account(), amount))
    })
}

impl Seller {
    /// Its account. Nobody has its key: a local chain acts for any account.
    pub fn account(&self) -> Address {
        Address::of_word(&format!("wallet-modal demo seller {}", self.id))
    }

    /// Whether it sends this.
    pub fn has(&self, asset: &Asset) -> bool {
        self.symbols.contains(&asset.symbol)
    }

    /// Sends; the hash. It may not be in a block yet.
    pub async fn pay(
        &self,
        chain: &Chain,
        asset: &Asset,
        to: &Address,
        base_units: u128,
    ) -> Result<String, ChainError> {
        let from = self.account().lower();
        let (receiver, value, data) = match asset.address {
            None => (to.lower(), base_units, "0x".to_owned()),
            Some(token) => (token.lower(), 0, abi::transfer(to, base_units)),
        };
        let mut request =
            json!({ "from": from, "to": receiver, "value": format!("{value:#x}"), "data": data });
        chain.call("anvil_setBalance", json!([from, format!("{COINS_WEI:#x}")])).await?;
        chain.call("anvil_impersonateAccount", json!([from])).await?;
        // Asked first: what would fail is not sent.
        let gas = chain.call("eth_estimateGas", json!([request, "pending"])).await?;
        if let Some(fields) = request.as_object_mut() {
            fields.insert("gas".to_owned(), gas);
        }
        let hash = chain.call("eth_sendTransaction", json!([request])).await?;
        hash.as_str().map(str::to_owned).ok_or(ChainError::Malformed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::swaps::POOLS;

    #[test]
    fn the_treasury_covers_sellers_and_pools() {
        for token in TOKENS {
            let sellers: u128 =
                floats().filter(|(given, ..)| given.nonce == token.nonce).map(|(_, _, amount)| amount).sum();
            let pool = POOLS.iter().filter(|pool| pool.symbol == token.symbol).map(|pool| pool.tokens).max();
            let wallets = token.given.iter().map(|chain| chain.iter().sum::<u128>()).max().unwrap();
            // What is left over is for tests.
            assert!(token.supply >= 2 * (sellers + pool.unwrap_or_default() + wallets), "{}", token.symbol);
        }
    }

    #[test]
    fn names_only_onramps_in_the_history() {
        let of = |id: &str| onramp_of(&seller(id).unwrap().account().lower());
        assert_eq!((of("coinbase"), of("meld"), of("harbour")), (Some("coinbase"), Some("meld"), None));
    }
}
