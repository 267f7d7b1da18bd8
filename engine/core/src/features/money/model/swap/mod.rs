//! Swap (2.20, 5.22, 6.11, 9.38): its state. The typed and selected values, the loaded data, and the stage. Validation and rendering are
//! in [`draw`], availability in [`offered`], the flows in [`crate::features::money::swap`].

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
use crate::features::account::model::context::{ChangeReason, Move};
use crate::features::money::model::send::{Fee, sender};
use crate::features::shell::model::router;
use crate::features::shell::model::view::View;
use crate::namespaces::eip155::codec::unoswap::Pool;
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
    /// The source.
    #[default]
    SourceToken,
    /// The target.
    ToToken,
}

/// The typed and selected values.
#[derive(Default)]
pub struct Form {
    /// The source token.
    pub source: Option<SwapToken>,
    /// The target token.
    pub target: Option<SwapToken>,
    /// Of the source, as typed.
    pub amount: String,
    /// Which of them the list of tokens is for.
    pub side: SwapSide,
    /// As typed in that list.
    pub search: String,
    /// The slippage as typed, if it is a custom one ([`slippage`]).
    pub slippage: Option<String>,
}

/// The service's offer for the typed amount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Quote {
    /// Nothing to ask for.
    #[default]
    None,
    /// Requested.
    Loading,
    /// The two amounts at that time.
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
    /// The request failed.
    Failed(ErrorData),
}

/// The data for the form, for the current account and network.
#[derive(Default)]
pub struct FormData {
    /// The network whose tokens are listed.
    pub listed: Option<ChainId>,
    /// Of the list of tokens.
    pub tokens_phase: LoadPhase,
    /// The tokens that can be swapped there.
    pub tokens: Vec<SwapToken>,
    /// Of balances and decimals.
    pub load: LoadPhase,
    /// The problem with a token.
    pub refused: Option<TokenError>,
    /// The tokens that is about.
    pub refused_tokens: Vec<String>,
    /// The form's tokens for which the list and the network differ, as contracts.
    pub doubts: Vec<(String, TokenDoubt)>,
    /// Of the source, from the node.
    pub balance: Option<Amount>,
    /// Of the target, from the node.
    pub target_balance: Option<Amount>,
    /// Of the native coin, which pays the fees.
    pub native_balance: Option<Amount>,
    /// The amount of the native coin that Max reserves.
    pub reserve: Option<Amount>,
    /// Of one of each, in US dollars: source, target, native coin.
    pub prices: [Option<Amount>; 3],
    /// No prices could be had.
    pub is_price_missing: bool,
    /// The service's offer.
    pub quote: Quote,
    /// The service's gas price in wei.
    pub gas_price: Option<U256>,
}

/// The previewed data, read back from the swap request itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The swapping account.
    pub from: String,
    /// Where.
    pub chain: ChainId,
    /// The called contract, which needs an approval for the source.
    pub router: String,
    /// The source token.
    pub source: SwapToken,
    /// The target token.
    pub target: SwapToken,
    /// The source amount.
    pub amount: Amount,
    /// The offered target amount.
    pub quoted: Amount,
    /// The selected slippage, in hundredths of a percent.
    pub slippage: u64,
    /// The verified pools of the route, if the call data names pools instead of tokens.
    pub pools: Vec<Pool>,
    /// The minimum target amount, which the router enforces.
    pub minimum: Amount,
}

/// The requests of one confirmation.
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

/// A step with its request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The kind of step.
    pub kind: StepKind,
    /// The request for the wallet.
    pub request: Value,
}

/// The prepared steps.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The previewed data.
    pub shown: Preview,
    /// All steps; the last one swaps.
    pub steps: Vec<Step>,
    /// Which comes next.
    pub step: usize,
    /// Of that step, in the native coin.
    pub fee: Fee,
    /// Increments when a new offer is lower than the shown one, so that the user has to confirm again.
    pub revision: u32,
    /// The user accepted the loss of value.
    pub is_accepted: bool,
    /// Tokens for which the list and the network differ, as contracts.
    pub doubts: Vec<(String, TokenDoubt)>,
}

impl Prepared {
    /// The list's data about a token of the swap, if the network's differs, with the amount in base units.
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

/// The form, its data, and its progress.
#[derive(Default)]
pub struct Swap {
    /// The typed values.
    pub form: Form,
    /// The loaded data.
    pub known: FormData,
    /// Its progress.
    pub stage: Stage<Prepared>,
    /// The page is hidden: quote requests pause.
    pub is_paused: bool,
    /// The last swap, until a new one starts.
    pub ended: Option<Ending>,
}

impl Swap {
    /// The typed amount.
    pub(crate) fn parsed(&self) -> Option<Amount> {
        let source = self.form.source.as_ref()?;
        Amount::parse(self.form.amount.trim(), source.decimals).ok().filter(|amount| !amount.is_zero())
    }

    /// The amount for Max: the whole token balance, or the coin balance minus a fee reserve.
    pub(crate) fn max(&self) -> Option<Amount> {
        match self.form.source.as_ref()?.address {
            Some(_) => self.known.balance,
            None => Some(self.known.balance?.saturating_sub(&self.known.reserve?)),
        }
    }

    /// The quote for the currently typed amount.
    pub(crate) fn quoted(&self) -> Option<Amount> {
        match &self.known.quote {
            Quote::Ready { gives, gets, .. } => self.parsed().filter(|typed| typed == gives).map(|_| *gets),
            _ => None,
        }
    }
}

/// Its rendered progress.
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    state.swap.stage.phase(&state.transactions)
}

/// A wallet has the request, or its transaction isn't in a block so far.
#[must_use]
pub fn is_busy(state: &State) -> bool {
    state.swap.stage.is_busy(&state.transactions)
}

/// The same, and cancelling is impossible.
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

/// Drops the data of the previous account and network. A pending request stays. Tokens belong to a network, so a change of network also
/// drops the tokens and the amount.
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

/// Returns from the preview.
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
    /// Shows the list of networks: this one doesn't support swaps.
    #[ts(rename = "swap.network")]
    Network {},
    /// A token was chosen in it; leads back to the form.
    #[ts(rename = "swap.token")]
    Token { id: String },
    /// Something was typed in it.
    #[ts(rename = "swap.search")]
    Search { text: String },
    /// Exchanges source and target.
    #[ts(rename = "swap.turn")]
    Turn {},
    /// Fills in what can be swapped at most.
    #[ts(rename = "swap.max")]
    Max {},
    /// Retries the failed requests.
    #[ts(rename = "swap.reload")]
    Reload {},
    /// Whether the page is visible.
    #[ts(rename = "swap.looked")]
    Looked { at: bool },
    /// The slippage: "auto", "0.5", "1", or a custom one as typed.
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
