//! Denominations: which ones the page's network entry lists, and which one is the network's coin.

use crate::entities::Network;
use crate::json::Read;
use crate::text;
use alloc::string::String;
use alloy_primitives::U256;
use serde_json::Value;

/// The maximum length of a symbol.
const SYMBOL_CHARS: usize = 12;
/// The maximum decimals of a denomination.
const DECIMALS_MAX: u64 = 36;
/// The maximum number of digits of an amount with 256 bits.
const DIGITS_MAX: usize = 78;

fn list(network: &Network) -> &[Value] {
    network.cosmos.as_ref().map_or(&[], |of| of.list("feeCurrencies"))
}

/// The symbol and decimals of a denomination, from the network's list.
pub fn listed(network: &Network, denom: &str) -> Option<(String, u8)> {
    let of = list(network).iter().find(|of| of.text("coinMinimalDenom") == Some(denom))?;
    let decimals = of.whole("coinDecimals").filter(|decimals| *decimals <= DECIMALS_MAX)?;
    Some((text::label(of.text("coinDenom")?, SYMBOL_CHARS)?, u8::try_from(decimals).ok()?))
}

/// The denomination of the network's own coin, if its list has it.
pub fn own(network: &Network) -> Option<&str> {
    let coin = &network.native_currency;
    let is_own = |of: &&Value| {
        of.text("coinDenom") == Some(&coin.symbol) && of.whole("coinDecimals") == Some(coin.decimals.into())
    };
    list(network).iter().find(is_own)?.filled("coinMinimalDenom")
}

/// Parses base units in the form of nodes.
pub fn units(text: &str) -> Option<U256> {
    let is_number = !text.is_empty() && text.len() <= DIGITS_MAX && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| U256::from_str_radix(text, 10).ok())?
}
