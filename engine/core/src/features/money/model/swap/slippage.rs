//! How much less than what was quoted is taken (9.38): chosen in the form, kept for this browser, and a bound that the engine checks
//! (`namespaces/eip155/codec/swap.rs`). In hundredths of a percent.

use super::{Swap, draw::percent};
use crate::amount::Amount;
use crate::constants::{SLIPPAGE_AUTO, SLIPPAGE_HIGH, SLIPPAGE_MAX, SLIPPAGE_MIN};
use crate::store::State;
use alloc::string::String;
use alloy_primitives::U256;
use serde::Serialize;
use serde_json::Value;

/// The key of the stored percentage. Nothing is stored for the default.
pub const STORED: &str = "swap_slippage";

/// The options for the slippage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SlippageChoice {
    /// The default: 1 %.
    Auto,
    /// 0.5 %.
    Half,
    /// 1 %.
    One,
    /// The typed text.
    Own,
}

/// The selected slippage, ready to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SwapSlippage {
    /// The selected option.
    pub choice: SlippageChoice,
    /// The typed text of a custom slippage, "2.5".
    pub own: String,
    /// The typed text is invalid.
    pub is_wrong: bool,
    /// The slippage in effect, "1%". While the typed text is invalid, the previous one.
    pub text: String,
    /// The slippage is high.
    pub is_high: bool,
}

/// The typed slippage, if valid.
pub(crate) fn read(typed: &str) -> Option<u64> {
    let hundredths = u64::try_from(Amount::parse(typed.trim(), 2).ok()?.units).ok()?;
    (SLIPPAGE_MIN..=SLIPPAGE_MAX).contains(&hundredths).then_some(hundredths)
}

/// The percentage as decimal text, for the form, storage and requests.
pub(crate) fn decimal(hundredths: u64) -> String {
    Amount::new(U256::from(hundredths), 2).to_decimal()
}

fn stored(state: &State) -> Option<u64> {
    read(state.carried.get(STORED)?.as_str()?)
}

/// The last valid slippage.
#[must_use]
pub fn chosen(state: &State) -> u64 {
    stored(state).unwrap_or(SLIPPAGE_AUTO)
}

/// The typed text is invalid.
pub(crate) fn is_wrong(swap: &Swap) -> bool {
    swap.form.slippage.as_deref().is_some_and(|typed| read(typed).is_none())
}

/// Sets the slippage. `None` selects the default.
pub(crate) fn choose(state: &mut State, hundredths: Option<u64>) {
    match hundredths {
        Some(hundredths) => state.carried.insert(STORED, Value::String(decimal(hundredths))),
        None => {
            state.carried.remove(STORED);
        }
    }
}

pub(crate) fn slice(state: &State) -> SwapSlippage {
    let typed = &state.swap.form.slippage;
    let (choice, own) = match (typed, stored(state)) {
        (Some(typed), _) => (SlippageChoice::Own, typed.clone()),
        (None, None) => (SlippageChoice::Auto, String::new()),
        (None, Some(50)) => (SlippageChoice::Half, String::new()),
        (None, Some(100)) => (SlippageChoice::One, String::new()),
        (None, Some(hundredths)) => (SlippageChoice::Own, decimal(hundredths)),
    };
    let counts = chosen(state);
    SwapSlippage {
        choice,
        own,
        is_wrong: is_wrong(&state.swap),
        text: percent(counts),
        is_high: counts > SLIPPAGE_HIGH,
    }
}
