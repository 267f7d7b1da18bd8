//! What the previews of all journeys have in common: the progress, the sender, the network and the fee. A journey's slice contains a
//! [`Progress`], its preview a [`PreviewBase`]. Their fields appear next to the journey's own.

use super::fault::{SendFault, fault};
use super::send::{Fee, LoadPhase, sender};
use super::stage::{SendPhase, Stage};
use super::transactions;
use crate::amount::Amount;
use crate::caip::ChainId;
use crate::entities::Network;
use crate::error::ErrorData;
use crate::features::account::model::identity;
use crate::features::networks::model as networks;
use crate::format;
use crate::store::State;
use alloc::string::String;
use serde::Serialize;

/// Decimals of a fee.
const FEE_DECIMALS: usize = 6;

/// The sender or recipient of a transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendParty {
    /// The address, checksummed.
    pub address: String,
    /// "0x70…dc79C8"
    pub short: String,
    /// The name, as in the form.
    pub name: Option<String>,
    /// The avatar as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
}

/// The progress of a journey, from the form to the outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Progress {
    /// The stage.
    pub phase: SendPhase,
    /// The transaction, once the wallet has responded.
    pub hash: Option<String>,
    /// The owners of the account, a Safe, haven't approved it yet.
    pub proposed: bool,
    /// The transaction's page in the block explorer.
    pub explorer_url: Option<String>,
    /// Why the preview can't open, or why nothing was broadcast.
    pub error: Option<ErrorData>,
    /// The known cause of `error`.
    pub fault: Option<SendFault>,
}

impl Progress {
    /// Reads it from a journey's stage.
    pub(crate) fn of<Prepared>(state: &State, stage: &Stage<Prepared>) -> Self {
        Self::read(state, stage.phase(&state.transactions), stage.id(), stage.error())
    }

    fn read(state: &State, phase: SendPhase, id: Option<&str>, error: Option<&ErrorData>) -> Self {
        let item = id.and_then(|id| state.transactions.get(id));
        Self {
            phase,
            hash: item.and_then(|item| item.hash.clone()),
            proposed: item.is_some_and(|item| transactions::is_proposed(state, item)),
            explorer_url: item.and_then(|item| item.explorer_url.clone()),
            error: error.cloned(),
            fault: error.and_then(fault),
        }
    }
}

/// The rows that every preview has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PreviewBase {
    /// The account that sends the transaction.
    pub from: SendParty,
    /// "Ethereum".
    pub network_name: String,
    /// The network's icon as a `blob:` URL, once it has loaded.
    pub network_icon: Option<String>,
    /// "0.000022 ETH, $0.07". Without the dollar value if the price is unknown. `None` while the fee is unknown.
    pub fee: Option<String>,
    /// Loading state of the fee.
    pub fee_phase: LoadPhase,
}

impl PreviewBase {
    /// Shows a request of `from`. `price`: of the native coin, if the fee's value is shown.
    pub(crate) fn of(
        state: &State,
        network: Option<&Network>,
        from: &str,
        fee: &Fee,
        price: Option<Amount>,
    ) -> Self {
        let coin = network.map(|network| network.native_currency.symbol.as_str()).unwrap_or_default();
        let (fee, fee_phase) = match fee {
            Fee::Known(fee) => (Some(in_coins(fee, coin, price)), LoadPhase::Ready),
            Fee::Loading => (None, LoadPhase::Loading),
            Fee::Unknown => (None, LoadPhase::Failed),
            // nothing to display, and nothing is missing
            Fee::OfWallet => (None, LoadPhase::Ready),
        };
        Self {
            from: party(state, from),
            network_name: network.map(|network| network.name.clone()).unwrap_or_default(),
            network_icon: network.and_then(|network| networks::icon(state, &network.caip_network_id)),
            fee,
            fee_phase,
        }
    }
}

/// An amount of the native coin and its value. Both are rounded up, so the spent amount never exceeds the shown one.
pub(crate) fn in_coins(amount: &Amount, coin: &str, price: Option<Amount>) -> String {
    let coins = [&format::short_up(amount, FEE_DECIMALS), " ", coin].concat();
    match price.and_then(|price| amount.at_price(&price)) {
        Some(worth) => [&coins, ", ", &format::dollars(&worth.rounded_up(2))].concat(),
        None => coins,
    }
}

/// An account, as it is shown.
pub(crate) fn party(state: &State, address: &str) -> SendParty {
    SendParty {
        short: format::truncated(address),
        name: state.identities.name(address),
        image: identity::image(state, address),
        address: address.into(),
    }
}

/// An earlier transaction that might still happen, "1.5 ETH" (docs/spec/security.md R8). `id`: the journey's own.
pub(crate) fn unanswered(state: &State, id: Option<&str>) -> Option<String> {
    let item = state.transactions.list.iter().find(|item| item.is_doubtful() && Some(&*item.id) != id)?;
    Some([&*item.amount, " ", &item.symbol].concat())
}

/// Whether a prepared request belongs to the account and network that the page shows now.
pub(crate) fn is_of_now(state: &State, chain: &ChainId, from: &str) -> bool {
    let network = state.networks.active_network().and_then(Network::chain);
    network.as_ref() == Some(chain) && sender(state).as_deref() == Some(from)
}
