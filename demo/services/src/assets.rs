//! What the services say of a coin or token: name, symbol, decimals, picture, price.

use serde_json::json;

use crate::{
    abi,
    chain::{Chain, ChainError},
    ids::Address,
    ports,
    reply::Refusal,
    tokens::{TOKENS, Token, token_at},
    units,
    world::World,
};

/// The address that stands for a chain's native currency where an address is needed (docs/spec/services.md B1).
const NATIVE_ADDRESS: Address = Address::of_bytes([0xee; 20]);

/// A coin or a token of one chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asset {
    /// Its name.
    pub name: &'static str,
    /// Its short name.
    pub symbol: &'static str,
    /// Decimals of its base unit.
    pub decimals: u8,
    /// Where it lies; None for the native currency.
    pub address: Option<Address>,
}

impl Asset {
    /// The native currency of a chain.
    pub fn native(chain: &Chain) -> Self {
        let currency = chain.currency();
        Self { name: currency.name, symbol: currency.symbol, decimals: 18, address: None }
    }

    /// One of the demo's tokens.
    pub fn token(token: &Token) -> Self {
        Self {
            name: token.name,
            symbol: token.symbol,
            decimals: token.decimals,
            address: Some(token.address()),
        }
    }

    /// What lies at this address of a chain, the native pseudo-address included.
    pub fn at(chain: &Chain, address: &Address) -> Option<Self> {
        if *address == NATIVE_ADDRESS {
            return Some(Self::native(chain));
        }
        token_at(address).map(Self::token)
    }

    /// What has this short name on a chain.
    pub fn called(chain: &Chain, symbol: &str) -> Option<Self> {
        let native = Some(Self::native(chain)).filter(|native| native.symbol == symbol);
        native.or_else(|| TOKENS.iter().find(|token| token.symbol == symbol).map(Self::token))
    }

    /// Its address where one is needed: the native currency has the one that stands for it.
    pub fn place(&self) -> Address {
        self.address.unwrap_or(NATIVE_ADDRESS)
    }

    /// So much of it, for people.
    pub fn amount(&self, base_units: u128) -> String {
        format!("{} {}", units::decimal_text(base_units, self.decimals.into()), self.symbol)
    }

    /// Its picture, drawn by the data host.
    pub fn icon_url(&self, world: &World) -> String {
        format!("{}/images/token/{}", world.origins.of(ports::DATA), self.symbol)
    }

    /// Its price in US dollars as decimal text; `0` when it has none.
    pub fn price_usd(&self, world: &World) -> Result<String, Refusal> {
        let text = world.store.price_usd(self.symbol).map_err(|error| Refusal::store(&error))?;
        Ok(text.unwrap_or_else(|| "0".to_owned()))
    }
}

/// What an account holds on a chain, in base units: the native currency always, tokens it has some of.
pub async fn holdings(chain: &Chain, owner: &Address) -> Result<Vec<(Asset, u128)>, ChainError> {
    let wei = chain.quantity("eth_getBalance", json!([owner.lower(), "latest"])).await?;
    let mut held = vec![(Asset::native(chain), wei)];
    for token in TOKENS {
        let request = json!({ "to": token.address().lower(), "data": abi::balance_of(owner) });
        let answer = chain.call("eth_call", json!([request, "latest"])).await?;
        // No answer at all: the chain was set back and has no such contract any more.
        let amount = abi::answered_number(&answer).unwrap_or_default();
        if amount > 0 {
            held.push((Asset::token(token), amount));
        }
    }
    Ok(held)
}
