//! Renders a payment.

use super::{Checked, Paid, Pay, PaymentRequest, Stage, UNSHOWN};
use crate::entities::Status;
use crate::error::{Error, ErrorData};
use crate::features::money::model::preview::{SendParty, party};
use crate::features::money::model::send::{self, LoadPhase};
use crate::features::money::model::transactions::{TransactionKind, is_open};
use crate::features::networks::model::{self as networks, NetworkBadge};
use crate::format;
use crate::services::{ELSEWHERE, Exchange};
use crate::store::State;
use crate::urls;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The progress of a payment, as the view renders it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PayPhase {
    /// The user chooses how to pay.
    #[default]
    Choosing,
    /// The user chose the wallet: the preview is loading.
    Preparing,
    /// An exchange's page is being requested.
    Opening,
    /// The exchange's page is known: its host is shown, and the user opens it.
    Ready,
    /// The exchange's page is open, where the user pays.
    Exchange,
    /// The wallet has the request.
    Wallet,
    /// The wallet has sent the transaction, and it isn't in a block yet.
    Confirming,
    /// Paid.
    Done,
    /// The exchange reports the payment, but names no transaction.
    Said,
    /// Not paid.
    Failed,
    /// The result is unknown.
    Unknown,
}

/// Why the payment can't continue, if the user can do something about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PayTrouble {
    /// The wallet doesn't have enough funds.
    Funds,
    /// The wallet has another request.
    Busy,
    /// No exchange supports this asset, or the asset is invalid.
    Asset,
    /// This exchange doesn't support the asset.
    Exchange,
    /// The exchange's page isn't on the domain that the service names.
    Host,
    /// The exchange reports the payment, but the network doesn't show it.
    Unshown,
    /// The transaction reverted.
    Reverted,
    /// Another transaction replaced it.
    Replaced,
    /// The transaction differs from the payment.
    Differs,
    /// The wallet signed something else, which might have been sent.
    Altered,
    /// The transaction is in a block, but its effect couldn't be read.
    Unread,
    /// Another reason.
    Other,
}

fn trouble(error: &Error) -> PayTrouble {
    match error {
        Error::Payment { message, .. } if *message == send::LACKS => PayTrouble::Funds,
        Error::Payment { message, .. } if *message == send::BUSY => PayTrouble::Busy,
        Error::Payment { message, .. } if *message == ELSEWHERE => PayTrouble::Host,
        Error::Payment { message, .. } if *message == UNSHOWN => PayTrouble::Unshown,
        Error::Payment { code: "ASSET_NOT_SUPPORTED", .. } => PayTrouble::Asset,
        Error::Payment { code: "GENERIC_PAYMENT_ERROR" | "UNABLE_TO_GET_PAY_URL", .. } => {
            PayTrouble::Exchange
        }
        Error::Reverted => PayTrouble::Reverted,
        Error::Replaced => PayTrouble::Replaced,
        Error::NotWhatWasShown => PayTrouble::Differs,
        Error::SignedElse { .. } => PayTrouble::Altered,
        Error::EffectUnread => PayTrouble::Unread,
        _ => PayTrouble::Other,
    }
}

/// A row of the list of exchanges.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PayExchange {
    /// The value for `pay.exchange`.
    pub id: String,
    /// "Harbour"
    pub name: String,
    /// The icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
}

/// The wallet that will pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PayWallet {
    /// "MetaMask"
    pub name: Option<String>,
    /// The wallet's icon.
    pub icon: Option<String>,
    /// The paying account: "0x70…dc79C8"
    pub short: String,
    /// The wallet must switch to the payment's network first.
    pub switches: bool,
}

/// Slice `pay`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PaySlice {
    /// The progress of the payment.
    pub phase: PayPhase,
    /// The name of the page.
    pub site: String,
    /// The exact amount, "1,250.5".
    pub amount: String,
    /// "USDC"
    pub symbol: String,
    /// The value, "$25.00". `None` without a price.
    pub worth: Option<String>,
    /// The token's contract, checksummed. `None` for the native coin.
    pub token: Option<String>,
    /// The token's icon as a `blob:` URL, once it has loaded.
    pub image: Option<String>,
    /// The network of the payment.
    pub network: Option<NetworkBadge>,
    /// The recipient.
    pub to: Option<SendParty>,
    /// The paying account. `None` while no wallet is connected.
    pub wallet: Option<PayWallet>,
    /// Whether the network has confirmed the asset. Nothing is paid without it.
    pub checked: LoadPhase,
    /// The network reports another asset, so the payment has ended.
    pub refused: bool,
    /// Loading state of the exchanges.
    pub exchanges_phase: LoadPhase,
    /// The reason for an empty list.
    pub exchanges_error: Option<ErrorData>,
    /// The exchanges.
    pub exchanges: Vec<PayExchange>,
    /// The selected exchange.
    pub exchange: Option<PayExchange>,
    /// The URL of the exchange's page.
    pub url: Option<String>,
    /// The domain of that page.
    pub host: Option<String>,
    /// The page opens in a tab. If false, in a window.
    pub in_tab: bool,
    /// An earlier attempt can still succeed.
    pub earlier: bool,
    /// The hash of the transaction.
    pub hash: Option<String>,
    /// The transaction's page in the block explorer.
    pub explorer_url: Option<String>,
    /// Why the payment can't continue.
    pub error: Option<ErrorData>,
    /// The category of `error`, if the user can act on it.
    pub trouble: Option<PayTrouble>,
}

fn row(state: &State, exchange: &Exchange) -> PayExchange {
    PayExchange {
        id: exchange.id.clone(),
        name: exchange.name.clone(),
        image: exchange.image_url.as_ref().and_then(|url| state.images.get(url)),
    }
}

/// The connected wallet of the payment's namespace.
fn wallet(state: &State, wanted: &PaymentRequest) -> Option<PayWallet> {
    let account = state.accounts.by.get(&wanted.asset.chain.namespace)?;
    let current = account.current().filter(|_| account.status == Status::Connected)?;
    Some(PayWallet {
        name: account.wallet_name.clone(),
        icon: account.native.wallet_icon.clone(),
        short: format::truncated(&current.address),
        switches: !state.networks.is_supported()
            || state.networks.active.as_ref() != Some(&wanted.asset.chain),
    })
}

/// An exchange by its ID, with its name from the list.
fn of_exchange(state: &State, pay: &Pay, id: &str) -> Option<PayExchange> {
    pay.exchanges.list.iter().find(|one| one.id == id).map(|one| row(state, one))
}

fn phase(state: &State, pay: &Pay) -> PayPhase {
    match &pay.stage {
        Stage::Choosing => PayPhase::Choosing,
        Stage::Preparing => PayPhase::Preparing,
        Stage::Opening(_) => PayPhase::Opening,
        Stage::AtExchange { is_opened: false, .. } => PayPhase::Ready,
        Stage::AtExchange { .. } => PayPhase::Exchange,
        Stage::InWallet { id } => match state.transactions.get(id).is_some_and(|item| item.is_answered()) {
            true => PayPhase::Confirming,
            false => PayPhase::Wallet,
        },
        Stage::Done(Paid { hash: None, exchange: Some(_), .. }) => PayPhase::Said,
        Stage::Done(_) => PayPhase::Done,
        Stage::Failed(..) => PayPhase::Failed,
        Stage::Unknown(..) => PayPhase::Unknown,
    }
}

/// Whether an earlier payment with a wallet isn't settled. It can be this same payment, from before a reload.
fn is_with_wallet(state: &State) -> bool {
    state.transactions.list.iter().any(|item| item.kind == TransactionKind::Pay && is_open(item))
}

/// Builds the slice `pay`.
#[must_use]
pub fn slice(state: &State) -> PaySlice {
    let pay = &*state.pay;
    let Some(wanted) = &pay.wanted else { return PaySlice::default() };
    let asset = &wanted.asset;
    let network = state.networks.find(&asset.chain);
    let paid = match &pay.stage {
        Stage::Done(paid) | Stage::Failed(paid, _) | Stage::Unknown(paid, _) => Some(paid),
        _ => None,
    };
    let hash = match &pay.stage {
        Stage::InWallet { id } => state.transactions.get(id).and_then(|item| item.hash.clone()),
        _ => paid.and_then(|paid| paid.hash.clone()),
    };
    let exchange = match &pay.stage {
        Stage::Opening(exchange) => Some(row(state, exchange)),
        Stage::AtExchange { session, .. } => of_exchange(state, pay, &session.exchange),
        _ => paid.and_then(|paid| of_exchange(state, pay, paid.exchange.as_ref()?)),
    };
    let error = match (&pay.checked, &pay.stage) {
        (Checked::Refused(error) | Checked::Failed(error), Stage::Choosing) => Some(error),
        (_, Stage::Failed(_, error) | Stage::Unknown(_, Some(error))) => Some(error),
        (_, Stage::Choosing) => pay.error.as_ref(),
        _ => None,
    };
    let url = match &pay.stage {
        Stage::AtExchange { url, .. } => Some(url.as_str()),
        _ => None,
    };
    let id = asset.address.as_ref().map(|address| alloc::format!("{}:{address}", asset.chain));
    let listed = state.tokens.list.iter().find(|item| item.id == *id.as_deref().unwrap_or("native"));
    let listed = listed.filter(|_| state.tokens.of.as_ref().map(|of| &of.chain) == Some(&asset.chain));
    let price = listed.and_then(|item| item.price());
    PaySlice {
        phase: phase(state, pay),
        site: state.options.metadata.name.clone(),
        amount: format::separated(&wanted.amount.to_decimal()),
        symbol: asset.symbol.clone(),
        worth: price.and_then(|price| wanted.amount.at_price(&price)).map(|worth| format::dollars(&worth)),
        token: asset.address.clone(),
        image: listed.and_then(|item| state.images.get(item.icon_url.as_deref()?)),
        explorer_url: hash.as_ref().and_then(|hash| network?.transaction_url(hash)),
        network: network.map(|network| networks::badge_of(state, network)),
        to: Some(party(state, &wanted.recipient)),
        wallet: wallet(state, wanted),
        checked: match pay.checked {
            Checked::Loading => LoadPhase::Loading,
            Checked::Ready => LoadPhase::Ready,
            Checked::Failed(_) | Checked::Refused(_) => LoadPhase::Failed,
        },
        refused: matches!(pay.checked, Checked::Refused(_)),
        exchanges_phase: pay.exchanges.phase,
        exchanges_error: pay.exchanges.error.as_ref().map(Error::data),
        exchanges: pay.exchanges.list.iter().map(|one| row(state, one)).collect(),
        exchange,
        host: url.and_then(urls::host),
        url: url.map(Into::into),
        in_tab: wanted.in_tab,
        earlier: (pay.is_before || pay.doubt.is_some() || !pay.open.is_empty() || is_with_wallet(state))
            && !matches!(pay.stage, Stage::AtExchange { .. } | Stage::InWallet { .. }),
        hash,
        trouble: error.map(trouble),
        error: error.map(Error::data),
    }
}
