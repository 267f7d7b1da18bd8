//! Swap (2.20, 5.22, 6.11, 9.38): its state. The typed and selected values, the loaded data, and the stage. Validation and rendering are
//! in [`draw`], availability in [`offered`], the flows in [`crate::features::money::swap`].

pub mod draw;
pub mod offered;
pub mod preview;
pub mod slippage;
pub mod tokens;

use super::ending::Ending;
use super::send::{LoadPhase, TokenError};
pub use super::stage::{SendPhase, Stage};
use crate::amount::Amount;
use crate::caip::ChainId;
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::context::{ChangeReason, Move};
use crate::features::money::model::send::Fee;
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

/// The side of a swap.
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
    /// The typed source amount.
    pub amount: String,
    /// The side for which the list of tokens is open.
    pub side: SwapSide,
    /// The search text of the list.
    pub search: String,
    /// The typed slippage, if it is a custom one ([`slippage`]).
    pub slippage: Option<String>,
}

/// The service's offer for the typed amount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Quote {
    /// The form has no amount to quote.
    #[default]
    None,
    /// Loading.
    Loading,
    /// The amounts of the quote.
    Ready {
        /// The source amount.
        gives: Amount,
        /// The target amount.
        gets: Amount,
        /// When it was requested, in milliseconds since 1970.
        at_ms: u64,
    },
    /// No pool trades this pair.
    NoRoute,
    /// The request failed.
    Failed(ErrorData),
}

/// The loaded data of the form, for the current account and network.
#[derive(Default)]
pub struct FormData {
    /// The network of the loaded list.
    pub listed: Option<ChainId>,
    /// Loading state of the list.
    pub tokens_phase: LoadPhase,
    /// The tokens that can be swapped on the network.
    pub tokens: Vec<SwapToken>,
    /// Loading state of balances and decimals.
    pub load: LoadPhase,
    /// Why a token can't be swapped.
    pub refused: Option<TokenError>,
    /// The tokens that can't be swapped.
    pub refused_tokens: Vec<String>,
    /// The form's tokens for which the list and the network differ, as contracts.
    pub doubts: Vec<(String, TokenDoubt)>,
    /// The source balance, from the node.
    pub balance: Option<Amount>,
    /// The target balance, from the node.
    pub target_balance: Option<Amount>,
    /// The balance of the native coin, which pays the fees.
    pub native_balance: Option<Amount>,
    /// The amount of the native coin that Max reserves.
    pub reserve: Option<Amount>,
    /// The prices in US dollars: source, target, native coin.
    pub prices: [Option<Amount>; 3],
    /// The prices couldn't be loaded.
    pub is_price_missing: bool,
    /// The service's offer.
    pub quote: Quote,
    /// The service's gas price in wei.
    pub gas_price: Option<U256>,
}

/// The displayed data, decoded from the swap request itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The account that swaps.
    pub from: String,
    /// The network.
    pub chain: ChainId,
    /// The called contract, which needs an approval for the source token.
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
    /// Revokes an approval, because some tokens only allow changing one to zero.
    Reset,
    /// Approves exactly the amount for the router.
    Approve,
    /// The swap itself.
    Swap,
    /// All steps with one confirmation (EIP-5792).
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
    /// The displayed data.
    pub shown: Preview,
    /// All steps; the last one swaps.
    pub steps: Vec<Step>,
    /// The index of the next step.
    pub step: usize,
    /// The network fee of that step.
    pub fee: Fee,
    /// A number that grows when a new quote is lower than the displayed one, so the user must confirm again.
    pub revision: u32,
    /// The user accepted the loss of value.
    pub is_accepted: bool,
    /// Tokens for which the list and the network differ, as contracts.
    pub doubts: Vec<(String, TokenDoubt)>,
}

impl Prepared {
    /// The list's data about a token of the swap, if the network's data differs, with the amount in base units.
    pub(crate) fn doubt(&self, token: &SwapToken, amount: &Amount) -> Option<TokenDoubt> {
        let (_, doubt) = self.doubts.iter().find(|(of, _)| Some(of) == token.address.as_ref())?;
        Some(TokenDoubt { units: Some(terms::base_units(amount.units)), ..doubt.clone() })
    }

    /// The next step, or the one that the wallet has.
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
    /// The stage.
    pub stage: Stage<Prepared>,
    /// The page is hidden, so quote requests pause.
    pub is_paused: bool,
    /// The result of the last swap, until a new one starts.
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

/// The phase for the views.
#[must_use]
pub fn phase(state: &State) -> SendPhase {
    state.swap.stage.phase(&state.transactions)
}

/// A wallet has the request, or its transaction isn't in a block so far.
#[must_use]
pub fn is_busy(state: &State) -> bool {
    state.swap.stage.is_busy(&state.transactions)
}

/// Like [`is_busy`], and the user can't cancel it.
#[must_use]
pub fn is_followed(state: &State) -> bool {
    is_busy(state) && state.swap.stage.is_out()
}

/// Handles another account or network: nothing of the previous one can be displayed or swapped (R22).
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
    let prepared = state.swap.stage.prepared();
    prepared.is_none_or(|Prepared { shown, .. }| {
        crate::features::money::model::preview::is_of_now(state, &shown.chain, &shown.from)
    })
}

/// Returns from the preview.
pub fn leave_preview(state: &mut State) {
    state.swap.stage.leave();
}

crate::command::commands! {
    /// The commands of the swap form.
    pub enum SwapCommand, SwapAction {
        /// Opens the form.
        #[ts(rename_all = "camelCase")]
        "open" Open {
            #[ts(optional)]
            from_token: Option<String>,
            #[ts(optional)]
            to_token: Option<String>,
            #[ts(optional)]
            amount: Option<String>,
        },
        /// Sets the amount.
        "amount" Amount { value: String },
        /// Opens the list of tokens for a side.
        "select" Select { side: SwapSide },
        /// Opens the list of networks, because this one doesn't support swaps.
        "network" Network {},
        /// Selects a token, and goes back to the form.
        "token" Token { id: String },
        /// Searches the list.
        "search" Search { text: String },
        /// Exchanges source and target.
        "turn" Turn {},
        /// Fills in the maximum amount.
        "max" Max {},
        /// Retries the failed requests.
        "reload" Reload {},
        /// Reports whether the page is visible.
        "looked" Looked { at: bool },
        /// Sets the slippage: "auto", "0.5", "1", or the typed text of a custom one.
        "slippage" Slippage { value: String, own: bool },
        /// Opens the preview.
        "review" Review {},
        /// Estimates the fee of the next step again.
        "fee" Fee {},
        /// Accepts the loss of value at the displayed price, or takes that back.
        "accept" Accept { revision: u32, accepted: bool },
        /// Sends the request for this step to the wallet, at the displayed price.
        "confirm" Confirm { step: usize, revision: u32 },
        /// Goes back to the form.
        "cancel" Cancel {},
    }
    own {
        "renew" Renew,
        "enter" Enter,
        "answered" Answered,
    }
}
