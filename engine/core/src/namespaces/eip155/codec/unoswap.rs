//! `unoswap*` of the aggregation router v6: one to three consecutive pools, each as one word of the call. Such a call
//! doesn't name the target. If the source is the native coin, it doesn't name the source either. The pools' tokens
//! define them. So it is decoded together with verified pools ([`crate::namespaces::eip155::money::pools`]), and
//! rejected without them.
//!
//! The router computes the received amount (Uniswap V2) or gets it from the pool (V3), and compares it with the minimum
//! without measuring balances. A pool of the pinned factory pays what it reports, while another one could keep the
//! tokens. The router's published source defines the bits of a pool's word (`ProtocolLib`, `UnoswapRouter` at
//! 0x111111125421ca6dc452d289314280a0f8842a65).

use super::swap::{Swap, Transaction, router};
use super::words::CallWords;
use crate::caip::ChainId;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, address};

/// The kind of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolKind {
    /// Uniswap V2: a pair.
    Pair,
    /// Uniswap V3: a pair with one of several fees.
    Tiered,
}

/// A pool of a pinned factory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// Its kind.
    pub kind: PoolKind,
    /// Its address.
    pub address: Address,
    /// Its two tokens, in its order.
    pub tokens: [Address; 2],
}

/// One pool of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The kind of pool in the call.
    pub kind: PoolKind,
    /// The address of the pool.
    pub pool: Address,
    /// Its first token is the source, and the second one the target. If false, the reverse.
    is_first_given: bool,
    /// The output is unwrapped to the native coin.
    is_unwrapped: bool,
    /// The native coin isn't wrapped first.
    is_not_wrapped: bool,
}

/// A variant of the call: whether the source is the native coin, whether it names a recipient, and the number of pools.
struct Form {
    selector: [u8; 4],
    is_coin: bool,
    has_receiver: bool,
    pools: usize,
}

const fn form(selector: [u8; 4], is_coin: bool, has_receiver: bool, pools: usize) -> Form {
    Form { selector, is_coin, has_receiver, pools }
}

const FORMS: [Form; 12] = [
    form([0x83, 0x80, 0x0a, 0x8e], false, false, 1), // unoswap(token, amount, minimum, pool)
    form([0xe2, 0xc9, 0x5c, 0x82], false, true, 1),  // unoswapTo(receiver, token, amount, minimum, pool)
    form([0xa7, 0x6d, 0xfc, 0x3b], true, false, 1),  // ethUnoswap(minimum, pool)
    form([0x17, 0x5a, 0xcc, 0xdc], true, true, 1),   // ethUnoswapTo(receiver, minimum, pool)
    form([0x87, 0x70, 0xba, 0x91], false, false, 2), // unoswap2, and so on
    form([0xea, 0x76, 0xdd, 0xdf], false, true, 2),
    form([0x89, 0xaf, 0x92, 0x6a], true, false, 2),
    form([0x0f, 0x44, 0x9d, 0x71], true, true, 2),
    form([0x19, 0x36, 0x74, 0x72], false, false, 3), // unoswap3, and so on
    form([0xf7, 0xa7, 0x00, 0x56], false, true, 3),
    form([0x18, 0x8a, 0xc3, 0x5d], true, false, 3),
    form([0x49, 0x31, 0x89, 0xf0], true, true, 3),
];

/// The token that wraps the native coin, on networks with pinned pools. The router converts between them.
fn wrapped(chain: &ChainId) -> Option<Address> {
    Some(match chain.evm_number()? {
        1 => address!("c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2"),
        10 | 8_453 => address!("4200000000000000000000000000000000000006"),
        56 => address!("bb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c"),
        137 => address!("0d500b1d8e8ef31e21c99d1db9a6444d3adf1270"),
        42_161 => address!("82af49447d8a07e3bd95bd0d56f35241523fbab1"),
        43_114 => address!("b31f66aa3c1e785363f0875a1b74e27b85fd66c7"),
        _ => return None,
    })
}

/// Decodes a pool's word: 3 bits for its kind; unwrap; no wrap; Permit2; 2 unused bits; the source token's index; then
/// a pair's fee, and the address. For Curve (kind 2), it contains the method and indexes, so it is rejected.
fn hop(word: U256) -> Option<Hop> {
    let bytes: [u8; 32] = word.to_be_bytes();
    let [flags, side, rest @ ..] = bytes;
    let (nothing, kept) = (rest.get(..6)?, rest.get(6..10)?);
    let kind = match flags >> 5 {
        0 => PoolKind::Pair,
        1 => PoolKind::Tiered,
        _ => return None,
    };
    let is_zero = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    let is_plain = flags & 0b111 == 0 && side & 0x7f == 0 && is_zero(nothing);
    // a pair's fee in the call: if too low, the pair rejects; if too high, the output is lower, but at least the
    // minimum
    let is_complete = is_plain && (kind == PoolKind::Pair || is_zero(kept));
    is_complete.then(|| Hop {
        kind,
        pool: Address::from_word(word.into()),
        is_first_given: side & 0x80 != 0,
        is_unwrapped: flags & 0x10 != 0,
        is_not_wrapped: flags & 0x08 != 0,
    })
}

/// The decoded words of a call.
struct Call {
    /// The source token. `None` for the native coin.
    token: Option<Address>,
    receiver: Option<Address>,
    amount: U256,
    minimum: U256,
    hops: Vec<Hop>,
}

fn call(sent: &Transaction<'_>) -> Option<Call> {
    // the page's own routers might not work the same way
    if Some(sent.to) != router(&sent.chain) {
        return None;
    }
    FORMS.iter().find_map(|form| {
        let words = CallWords::of(sent.data, form.selector)?;
        let mut at = 0;
        let mut next = || {
            at += 1;
            at - 1
        };
        let receiver = if form.has_receiver { Some(words.address(next())?) } else { None };
        let (token, amount) = match form.is_coin {
            true => (None, sent.value),
            false => (Some(words.address(next())?), words.number(next())?),
        };
        let minimum = words.number(next())?;
        let hops = (0..form.pools).map(|_| hop(words.number(next())?)).collect::<Option<Vec<_>>>()?;
        (words.len() == next()).then_some(Call { token, receiver, amount, minimum, hops })
    })
}

/// The pools of such a call. `None` for any other call.
pub(crate) fn hops(sent: &Transaction<'_>) -> Option<Vec<Hop>> {
    call(sent).map(|call| call.hops)
}

/// Decodes such a call together with its verified pools. `None` for any other call, or with another pool.
pub(crate) fn read(sent: &Transaction<'_>, pools: &[Pool]) -> Option<Swap> {
    let Call { token, receiver, amount, minimum, hops } = call(sent)?;
    let coin = wrapped(&sent.chain)?;
    let mut now = token.unwrap_or(coin);
    for (at, hop) in hops.iter().enumerate() {
        let is_last = at + 1 == hops.len();
        let pool = pools.iter().find(|pool| pool.kind == hop.kind && pool.address == hop.pool)?;
        let [first, second] = pool.tokens;
        let (goes_in, comes_out) = if hop.is_first_given { (first, second) } else { (second, first) };
        let is_wrapped = token.is_some() || at > 0 || !hop.is_not_wrapped;
        if goes_in != now || !is_wrapped || (hop.is_unwrapped && !is_last) {
            return None;
        }
        now = comes_out;
    }
    let is_unwrapped = hops.last()?.is_unwrapped;
    let target = if is_unwrapped { None } else { Some(now) };
    let is_ours = receiver.is_none_or(|receiver| receiver == sent.from);
    let is_paid = sent.value == if token.is_none() { amount } else { U256::ZERO };
    let fits = is_ours
        && is_paid
        && (!is_unwrapped || now == coin)
        && token != target
        && !minimum.is_zero()
        && !amount.is_zero();
    fits.then(|| Swap {
        from: sent.from,
        chain: sent.chain.clone(),
        router: sent.to,
        source: token,
        target,
        amount,
        minimum,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::keccak256;

    #[test]
    fn has_the_selectors_of_the_published_interface() {
        for form in &FORMS {
            let name = match (form.is_coin, form.has_receiver) {
                (false, false) => "unoswap",
                (false, true) => "unoswapTo",
                (true, false) => "ethUnoswap",
                (true, true) => "ethUnoswapTo",
            };
            let count =
                if form.pools == 1 { alloc::string::String::new() } else { alloc::format!("{}", form.pools) };
            let words = 1 + form.pools + usize::from(form.has_receiver) + 2 * usize::from(!form.is_coin);
            let signature = alloc::format!("{name}{count}({})", alloc::vec!["uint256"; words].join(","));
            assert_eq!(form.selector, keccak256(&signature)[..4], "{signature}");
        }
    }
}
