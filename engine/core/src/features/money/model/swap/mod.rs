//! Swap (2.20, 5.22, 6.11, 9.38): its state. What is typed and chosen, what is known for it, and the stage. What is checked and rendered of
//! it is in [`draw`]; where swaps are offered is in [`offered`]; the flows are in [`crate::features::money::swap`].

pub mod draw;
pub mod offered;
pub mod slippage;

use super::ending::Ending;
use super::send::{LoadPhase, TokenError};
pub use super::stage::{SendPhase, Stage};
use crate::amount::Amount;
use crate::caip::ChainId;
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::{ChangeReason, Move};
use crate::features::money::model::send::{Fee, sender};
use crate::features::shell::{View, router_model as router};
use crate::namespaces::eip155::unoswap::Pool;
use crate::namespaces::terms::{self, TokenDoubt};
use crate::services::SwapToken;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;
use serde_json::Value;

/// The two boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SwapSide {
    /// What is given.
    #[default]
    SourceToken,
    /// What is got.
    ToToken,
}

/// What is typed and chosen.
#[derive(Default)]
pub struct Form {
    /// What is given.
    pub source: Option<SwapToken>,
    /// What is got.
    pub target: Option<SwapToken>,
    /// Of the source, as typed.
    pub amount: String,
    /// Which of them the list of tokens is for.
    pub side: SwapSide,
    /// As typed in that list.
    pub search: String,
    /// What can be lost to the price, as typed, once an own one is ([`slippage`]).
    pub slippage: Option<String>,
}

/// What a service offers for the amount typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Quote {
    /// Nothing to ask for.
    #[default]
    None,
    /// Asked for.
    Loading,
    /// So much for so much, at that time.
    Ready {
        /// Of the source.
        gives: Amount,
        /// Of the target.
        gets: Amount,
        /// Milliseconds since 1970.
        at_ms: u64,
    },
    /// No pool trades the one for the other.
    NoRoute,
    /// Could not be asked.
    Failed(ErrorData),
}

/// What is known for the form, of the account and network of now.
#[derive(Default)]
pub struct FormData {
    /// The network whose tokens are listed.
    pub listed: Option<ChainId>,
    /// Of the list of tokens.
    pub tokens_phase: LoadPhase,
    /// What can be swapped there.
    pub tokens: Vec<SwapToken>,
    /// Of balances and decimals.
    pub load: LoadPhase,
    /// What is wrong with a token.
    pub refused: Option<TokenError>,
    /// The tokens that is about.
    pub refused_tokens: Vec<String>,
    /// Tokens of the form about which list and network differ, by their contracts.
    pub doubts: Vec<(String, TokenDoubt)>,
    /// Of the source, from the node.
    pub balance: Option<Amount>,
    /// Of the target, from the node.
    pub target_balance: Option<Amount>,
    /// Of the native coin, which pays the fees.
    pub native_balance: Option<Amount>,
    /// What Max keeps back of the native coin.
    pub reserve: Option<Amount>,
    /// Of one of each, in US dollars: source, target, native coin.
    pub prices: [Option<Amount>; 3],
    /// No prices could be had.
    pub is_price_missing: bool,
    /// What the service offers.
    pub quote: Quote,
    /// Wei for a unit of gas, by the service.
    pub gas_price: Option<U256>,
}

/// What is previewed: read back from the request of the swap itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// Who swaps.
    pub from: String,
    /// Where.
    pub chain: ChainId,
    /// Who is called, and may take the source.
    pub router: String,
    /// What is given.
    pub source: SwapToken,
    /// What is got.
    pub target: SwapToken,
    /// So much is given.
    pub amount: Amount,
    /// So much was offered.
    pub quoted: Amount,
    /// What can be lost to the price, in hundredths of a percent, as it was chosen.
    pub slippage: u64,
    /// The pools it goes through, proven, where its call says by them what it swaps.
    pub pools: Vec<Pool>,
    /// So much is got at least: the router sees to it.
    pub minimum: Amount,
}

/// What one confirmation asks of the wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum StepKind {
    /// Takes back an allowance: some tokens change one to nothing but zero.
    Reset,
    /// Allows the router exactly the amount.
    Approve,
    /// Swaps.
    Swap,
    /// All of it as one confirmation (EIP-5792).
    Batch,
}

/// A step, and what is asked in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is.
    pub kind: StepKind,
    /// What the wallet is asked.
    pub request: Value,
}

/// What was prepared.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What is previewed.
    pub shown: Preview,
    /// All steps; the last one swaps.
    pub steps: Vec<Step>,
    /// Which comes next.
    pub step: usize,
    /// Of that step, in the native coin.
    pub fee: Fee,
    /// Counts up when less is got than what was shown before: it is asked again.
    pub revision: u32,
    /// The user has ticked that so much less than it is worth is got.
    pub is_accepted: bool,
    /// Tokens about which list and network differ, by their contracts.
    pub doubts: Vec<(String, TokenDoubt)>,
}

impl Prepared {
    /// What the list says of a token of the swap, if the network says something else; with so much of it in base units.
    pub(crate) fn doubt(&self, token: &SwapToken, amount: &Amount) -> Option<TokenDoubt> {
        let (_, doubt) = self.doubts.iter().find(|(of, _)| Some(of) == token.address.as_ref())?;
        Some(TokenDoubt { units: Some(terms::base_units(amount.units)), ..doubt.clone() })
    }

    /// The step that is next, or with the wallet.
    #[must_use]
    pub fn now(&self) -> Option<&Step> {
        self.steps.get(self.step)
    }
}

/// The form, what is known for it, and how far it is.
#[derive(Default)]
pub struct Swap {
    /// What is typed.
    pub form: Form,
    /// What is known for it.
    pub known: FormData,
    /// How far it is.
    pub stage: Stage<Prepared>,
    /// The page is hidden: no quote is asked meanwhile.
    pub is_paused: bool,
    /// What was swapped last, while nothing new was begun.
    pub ended: Option<Ending>,
}

impl Swap {
    /// The typed amount.
    pub(crate) fn parsed(&self) -> Option<Amount> {
        let source = self.form.source.as_ref()?;
        Amount::parse(self.form.amount.trim(), source.decimals).ok().filter(|amount| !amount.is_zero())
    }

    /// What Max fills in: all of a token; of the native coin the balance less what fees may need.
    pub(crate) fn max(&self) -> Option<Amount> {
        match self.form.source.as_ref()?.address {
            Some(_) => self.known.balance,
            None => Some(self.known.balance?.saturating_sub(&self.known.reserve?)),
        }
    }

    /// What is quoted for the amount that is typed now.
    pub(crate) fn quoted(&self) -> Option<Amount> {
        match &self.known.quote {
            Quote::Ready { gives, gets, .. } => self.parsed().filter(|typed| typed == gives).map(|_| *gets),
            _ => None,
        }
    }
}

/// How far it is, as it is rendered.
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    state.swap.stage.phase(&state.transactions)
}

/// A wallet is being asked, or what it sent is in no block yet.
#[must_use]
pub fn is_busy(state: &State) -> bool {
    state.swap.stage.is_busy(&state.transactions)
}

/// That, and nothing can be taken back.
#[must_use]
pub fn is_followed(state: &State) -> bool {
    is_busy(state) && state.swap.stage.is_out()
}

/// Another account or network: nothing of the one before can be shown or swapped (R22).
pub fn forget(state: &mut State, moved: &Move) {
    match moved.is_page {
        true if !moved.stays_connected && moved.why == ChangeReason::Disconnected => {
            *state.swap = Swap::default()
        }
        true => forget_prepared(state),
        false => {}
    }
}

/// What was read and prepared before is gone; a request that is out stays as it is. Tokens are of a network: with another one they and
/// the amount go, too.
pub(crate) fn forget_prepared(state: &mut State) {
    let chain = state.networks.active_network().and_then(Network::chain);
    let swap = &mut *state.swap;
    swap.ended = None;
    let before = core::mem::take(&mut swap.known);
    let is_same_network = before.listed.is_some() && before.listed == chain;
    if is_same_network {
        swap.known = FormData {
            listed: before.listed,
            tokens_phase: before.tokens_phase,
            tokens: before.tokens,
            ..FormData::default()
        };
    }
    if swap.stage.is_out() {
        return;
    }
    swap.stage = Stage::default();
    if !is_same_network {
        swap.form = Form::default();
    }
    router::forget_form(state, View::Swap);
}

/// Whether the prepared swap belongs to the current account and network.
pub(crate) fn is_of_now(state: &State) -> bool {
    let Some(Prepared { shown, .. }) = state.swap.stage.prepared() else { return true };
    let network = state.networks.active_network().and_then(Network::chain);
    network.as_ref() == Some(&shown.chain) && sender(state).as_ref() == Some(&shown.from)
}

/// Back from the preview.
pub fn leave_preview(state: &mut State) {
    state.swap.stage.leave();
}

/// Commands of the swap form.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum SwapCommand {
    /// Opens the form.
    #[ts(rename = "swap.open")]
    #[ts(rename_all = "camelCase")]
    Open {
        #[ts(optional)]
        from_token: Option<String>,
        #[ts(optional)]
        to_token: Option<String>,
        #[ts(optional)]
        amount: Option<String>,
    },
    /// The amount was edited.
    #[ts(rename = "swap.amount")]
    Amount { value: String },
    /// The list of tokens is shown for this side.
    #[ts(rename = "swap.select")]
    Select { side: SwapSide },
    /// The list of networks is shown: this one has no swaps.
    #[ts(rename = "swap.network")]
    Network {},
    /// A token was chosen in it; leads back to the form.
    #[ts(rename = "swap.token")]
    Token { id: String },
    /// Something was typed in it.
    #[ts(rename = "swap.search")]
    Search { text: String },
    /// What is got becomes what is given.
    #[ts(rename = "swap.turn")]
    Turn {},
    /// Fills in what can be swapped at most.
    #[ts(rename = "swap.max")]
    Max {},
    /// Asks again for what could not be had.
    #[ts(rename = "swap.reload")]
    Reload {},
    /// The page is looked at, or not.
    #[ts(rename = "swap.looked")]
    Looked { at: bool },
    /// What can be lost to the price: "auto", "0.5", "1", or an own one as it was typed.
    #[ts(rename = "swap.slippage")]
    Slippage { value: String, own: bool },
    /// Shows the preview.
    #[ts(rename = "swap.review")]
    Review {},
    /// Estimates the fee of the step that waits once more.
    #[ts(rename = "swap.fee")]
    Fee {},
    /// Ticks that much less than it is worth is got, at the price that is shown.
    #[ts(rename = "swap.accept")]
    Accept { revision: u32, accepted: bool },
    /// Asks the wallet for this step, at the price that is shown.
    #[ts(rename = "swap.confirm")]
    Confirm { step: usize, revision: u32 },
    /// Back to the form.
    #[ts(rename = "swap.cancel")]
    Cancel {},
}
