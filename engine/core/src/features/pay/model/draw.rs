//! Renders a payment.

use super::{Checked, Paid, Pay, PaymentRequest, Stage, UNSHOWN};
use crate::entities::Status;
use crate::error::{Error, ErrorData};
use crate::features::money::model::send::{self, LoadPhase, SendParty, party};
use crate::features::money::model::transactions::{TransactionKind, is_open};
use crate::features::networks::model::{self as networks, NetworkBadge};
use crate::format;
use crate::services::{ELSEWHERE, Exchange};
use crate::store::State;
use crate::urls;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// How far a payment is, as it is rendered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PayPhase {
    /// How it is paid is to be chosen.
    #[default]
    Choosing,
    /// The user chose the wallet: the preview is loading.
    Preparing,
    /// An exchange's page is being requested.
    Opening,
    /// The exchange's page is known: its host is shown, and the user opens it.
    Ready,
    /// The exchange's page is open: it is paid there.
    Exchange,
    /// The wallet asks.
    Wallet,
    /// The wallet has sent it; it is in no block yet.
    Confirming,
    /// Paid.
    Done,
    /// An exchange says that it is, and names no transaction.
    Said,
    /// Not paid.
    Failed,
    /// The end is unknown.
    Unknown,
}

/// Why it can't continue, if known, because the remedy differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PayTrouble {
    /// Not enough in the wallet.
    Funds,
    /// The wallet has another request.
    Busy,
    /// No exchange supports this asset, or it is invalid.
    Asset,
    /// The exchange does not.
    Exchange,
    /// Its page isn't on the domain that the service names.
    Host,
    /// It says that it has, and the network does not show it.
    Unshown,
    /// The network has said no.
    Reverted,
    /// Another transaction took its place.
    Replaced,
    /// Something else was sent.
    Differs,
    /// The wallet signed something else; it might have been sent.
    Altered,
    /// It is in a block, and the network doesn't show its effect.
    Unread,
    /// Anything else.
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

/// An exchange, as a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PayExchange {
    /// The value for `pay.exchange`.
    pub id: String,
    /// "Harbour"
    pub name: String,
    /// Its icon as a `blob:` url, once loaded.
    pub image: Option<String>,
}

/// The wallet that would pay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PayWallet {
    /// "MetaMask"
    pub name: Option<String>,
    /// Its icon.
    pub icon: Option<String>,
    /// The paying account: "0x70…dc79C8"
    pub short: String,
    /// It has to go to the payment's network first.
    pub switches: bool,
}

/// Slice `pay`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PaySlice {
    /// Its progress.
    pub phase: PayPhase,
    /// The page's own name.
    pub site: String,
    /// Exact: "1,250.5".
    pub amount: String,
    /// "USDC"
    pub symbol: String,
    /// "$25.00"; nothing while no price is known.
    pub worth: Option<String>,
    /// The token's contract, checksummed; nothing for the native coin.
    pub token: Option<String>,
    /// Its icon as a `blob:` url, once loaded.
    pub image: Option<String>,
    /// The network of the payment.
    pub network: Option<NetworkBadge>,
    /// The recipient.
    pub to: Option<SendParty>,
    /// The paying account. `None` while no wallet is connected.
    pub wallet: Option<PayWallet>,
    /// Whether the network has confirmed the asset. Nothing is paid before that.
    pub checked: LoadPhase,
    /// It is not: this payment is over.
    pub refused: bool,
    /// Of the exchanges.
    pub exchanges_phase: LoadPhase,
    /// The reason for an empty list.
    pub exchanges_error: Option<ErrorData>,
    /// The exchanges.
    pub exchanges: Vec<PayExchange>,
    /// The one that was chosen.
    pub exchange: Option<PayExchange>,
    /// Its page, to be opened.
    pub url: Option<String>,
    /// The host of that page.
    pub host: Option<String>,
    /// It opens in a tab, else in a window.
    pub in_tab: bool,
    /// An earlier attempt can still succeed.
    pub earlier: bool,
    /// The transaction.
    pub hash: Option<String>,
    /// Its page.
    pub explorer_url: Option<String>,
    /// Why it can't continue.
    pub error: Option<ErrorData>,
    /// That, as far as a user can act on it.
    pub trouble: Option<PayTrouble>,
}

fn row(state: &State, exchange: &Exchange) -> PayExchange {
    PayExchange {
        id: exchange.id.clone(),
        name: exchange.name.clone(),
        image: exchange.image_url.as_ref().and_then(|url| state.images.get(url)),
    }
}

/// The wallet that is connected on the namespace that pays.
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

/// The name it goes by, of any exchange of the list.
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

/// An earlier payment with a wallet isn't settled: it can be for this very sum, from before a reload.
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
