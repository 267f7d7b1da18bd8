//! Connecting a mobile wallet (1.2, 1.3, 2.7): a pairing, its QR code and links, and its progress.

use crate::caip::{ChainId, Namespace};
use crate::entities::AccountEntry;
use crate::error::ErrorData;
use crate::features::directory::model as directory;
use crate::map::Map;
use crate::qr::Qr;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// Until when a wallet can approve a QR code of this page. After a reload, the page rejects such a session.
pub const OFFERED: &str = "pairing_offered_until";

/// Phase of a pairing, which the ConnectingWalletConnect views render.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PairingPhase {
    /// No pairing.
    #[default]
    Idle,
    /// The URI is not ready yet.
    Preparing,
    /// The URI can be scanned or opened.
    Ready,
    /// The wallet has approved. The session is being settled, or a required sign-in follows.
    Approved,
    /// The user rejected the session in the wallet.
    Rejected,
    /// The pairing failed; `error` has the reason.
    Failed,
    /// The relay can't be reached. The engine retries.
    Unreachable,
}

/// A way to open one wallet. An installed wallet isn't one: it has a connector, and its view is ConnectingExternal
/// (2.29, 2.30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Platform {
    /// The wallet's app: with a QR code, or with a link on a phone.
    #[default]
    Mobile,
    /// The wallet's web page.
    Web,
    /// The wallet's desktop app.
    Desktop,
    /// The wallet isn't available on this device.
    Unsupported,
}

/// The wallet of a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairingWallet {
    /// The ID of the listing.
    pub id: String,
    /// The wallet's name.
    pub name: String,
    /// The icon as a `blob:` URL, once it has loaded.
    pub icon: Option<String>,
}

/// Links that are ready before the click. A platform that the wallet doesn't support has no link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairingLinks {
    /// Opens the app.
    pub mobile: Option<String>,
    /// Opens the web page.
    pub web: Option<String>,
    /// Opens the desktop app.
    pub desktop: Option<String>,
}

/// Slice `pairing`: the ConnectingWalletConnect views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairingSlice {
    /// The phase of the pairing.
    pub phase: PairingPhase,
    /// The content of the QR code.
    pub uri: Option<String>,
    /// The QR code, ready to render.
    pub qr: Option<Qr>,
    /// The chosen wallet. `None` for "WalletConnect", which is any wallet.
    pub wallet: Option<PairingWallet>,
    /// The tabs in order.
    pub platforms: Vec<Platform>,
    /// The selected tab.
    pub platform: Platform,
    /// The links to the wallet.
    pub links: PairingLinks,
    /// Where links open: `_self`, `_top` or `_blank`.
    #[cfg_attr(test, ts(type = "\"_self\" | \"_top\" | \"_blank\""))]
    pub target: &'static str,
    /// The device is a phone: a click opens the app, and the QR code is secondary.
    pub by_tap: bool,
    /// The user clicked a link, but the page is still visible, so the app didn't open.
    pub not_opened: bool,
    /// The wallet can be downloaded.
    pub can_download: bool,
    /// The URL of the relay that can't be reached.
    pub relay: Option<String>,
    /// Why the pairing failed.
    pub error: Option<ErrorData>,
    /// The pairing failed because the wallet shared no account of this namespace.
    pub missing: Option<Namespace>,
}

/// The page's own pairing. The modal displays its QR code and links, but only the page gets the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostsPairing {
    /// The URI, `wc:...`.
    pub uri: String,
    /// When the pairing expires.
    pub expires_ms: u64,
}

/// The state of a pairing.
#[derive(Default)]
pub struct Pairing {
    /// The phase of the pairing.
    pub phase: PairingPhase,
    /// The ID of the listing. `None` for any wallet.
    pub wallet_id: Option<String>,
    /// The content of the QR code.
    pub uri: Option<String>,
    /// The QR code, ready to render.
    pub qr: Option<Qr>,
    /// The tabs.
    pub platforms: Vec<Platform>,
    /// The selected tab.
    pub platform: Platform,
    /// The links to the wallet, ready for a click.
    pub links: PairingLinks,
    /// The stored wallet choice, for the case that a link opens the app.
    pub href: Option<String>,
    /// The wallet choice of the link that the user clicked. It applies to the requests of the resulting session.
    pub choice: Option<String>,
    /// Where links open: `_self`, `_top` or `_blank`.
    pub target: &'static str,
    /// The device is a phone.
    pub by_tap: bool,
    /// The user clicked a link of this attempt and is in the wallet's app.
    pub is_opened: bool,
    /// The user clicked a link, but the page stayed visible.
    pub not_opened: bool,
    /// The URL of the relay that can't be reached.
    pub relay: Option<String>,
    /// Why the pairing failed.
    pub error: Option<ErrorData>,
    /// The namespace for which the wallet shared no account.
    pub missing: Option<Namespace>,
    /// The page's own pairing, for this opening only.
    pub hosts: Option<HostsPairing>,
}

/// The session of a pairing, as the rest of the engine needs it. The runtime objects (socket, callbacks, the tab lock)
/// aren't in the state ([`super::sessions`]).
#[derive(Default)]
pub struct Session {
    /// The wallet's name, and the ID of its listing.
    pub peer: Option<(String, Option<String>)>,
    /// The chains for which the session has accounts. `None` without a session.
    pub approved: Option<Vec<String>>,
    /// The wallet supports requests to switch to other chains.
    pub asks_to_switch: bool,
    /// The last request or ping failed, and the wallet hasn't responded since.
    pub is_silent: bool,
    /// The chain for the session's requests, by namespace.
    pub chains: Map<Namespace, ChainId>,
    /// The wallet's addresses with their purposes, by Bitcoin chain.
    pub addresses: Map<String, Vec<AccountEntry>>,
}

/// Builds the slice `pairing`.
#[must_use]
pub fn slice(state: &State) -> PairingSlice {
    let pairing = &*state.pairing;
    let id = pairing.wallet_id.as_deref();
    let row = id.and_then(|id| directory::row(state, id));
    PairingSlice {
        phase: pairing.phase,
        uri: pairing.uri.clone(),
        qr: pairing.qr.clone(),
        wallet: row.map(|row| PairingWallet { id: row.id, name: row.name, icon: row.icon }),
        platforms: pairing.platforms.clone(),
        platform: pairing.platform,
        links: pairing.links.clone(),
        target: if pairing.target.is_empty() { "_self" } else { pairing.target },
        by_tap: pairing.by_tap,
        not_opened: pairing.not_opened,
        can_download: id.is_some_and(|id| directory::can_download(state, id)),
        relay: pairing.relay.clone(),
        error: pairing.error.clone(),
        missing: pairing.missing,
    }
}

crate::command::commands! {
    /// The commands of the pairing.
    #[ts(rename_all_fields = "camelCase")]
    pub enum PairingCommand, PairingAction {
        /// Starts again with a new URI.
        "retry" Retry {},
        /// Selects another tab.
        "platform" Platform { platform: Platform },
        /// Reports a click on a link: stores the choice, and watches whether the app opens.
        "opened" Opened { platform: Platform },
    }
    own {
        "enter" Enter,
        "start" Start,
        "given" Given,
        "former" Former,
        "accounts" Accounts,
        "request" Request,
        "grants" Grants,
        "list" List,
        "switch" Switch,
        "disconnect" Disconnect,
    }
}
