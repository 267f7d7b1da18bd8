//! Connecting a wallet that is not in this page (1.2, 1.3, 2.7): a pairing, its QR code and links, and how it goes.

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

/// How long a wallet can approve a QR code of this page: after a reload, the page rejects the resulting session.
pub const OFFERED: &str = "pairing_offered_until";

/// Phase of a pairing, which the ConnectingWalletConnect views render.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PairingPhase {
    /// None.
    #[default]
    Idle,
    /// The URI is not ready yet.
    Preparing,
    /// The URI can be scanned or opened.
    Ready,
    /// The wallet has approved; the session is being settled, or a required sign-in is still to come.
    Approved,
    /// Rejected in the wallet.
    Rejected,
    /// Failed; `error` says why.
    Failed,
    /// No relay can be reached; retried automatically.
    Unreachable,
}

/// A way to reach one wallet. An installed wallet is not among them: it has a connector, and its view is ConnectingExternal
/// (2.29, 2.30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Platform {
    /// Its app: with a QR code, or with a link on a phone.
    #[default]
    Mobile,
    /// Its web page.
    Web,
    /// Its desktop app.
    Desktop,
    /// It can't be reached from this device.
    Unsupported,
}

/// The wallet of a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairingWallet {
    /// Of its listing.
    pub id: String,
    /// A label.
    pub name: String,
    /// A `blob:` url, or `None`.
    pub icon: Option<String>,
}

/// Links that are ready before the click. A missing way has no link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairingLinks {
    /// The app.
    pub mobile: Option<String>,
    /// The web page.
    pub web: Option<String>,
    /// The desktop app.
    pub desktop: Option<String>,
}

/// Slice `pairing`: the ConnectingWalletConnect views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairingSlice {
    /// Phase of the pairing.
    pub phase: PairingPhase,
    /// The text of the QR code.
    pub uri: Option<String>,
    /// Ready to be drawn.
    pub qr: Option<Qr>,
    /// Nothing for "WalletConnect": any wallet.
    pub wallet: Option<PairingWallet>,
    /// The tabs, in order.
    pub platforms: Vec<Platform>,
    /// The chosen one.
    pub platform: Platform,
    /// Links of the wallet.
    pub links: PairingLinks,
    /// Where links open: `_self`, `_top` or `_blank`.
    #[cfg_attr(test, ts(type = "\"_self\" | \"_top\" | \"_blank\""))]
    pub target: &'static str,
    /// This is a phone: a click opens the app, and the QR code is secondary.
    pub by_tap: bool,
    /// A link to the wallet was opened and the page is still visible: the app did not open.
    pub not_opened: bool,
    /// The wallet can be downloaded.
    pub can_download: bool,
    /// The relay that cannot be reached.
    pub relay: Option<String>,
    /// Why it failed.
    pub error: Option<ErrorData>,
    /// It failed since the wallet shared no account of this namespace.
    pub missing: Option<Namespace>,
}

/// The page's own pairing: its code and links are shown, and only the page gets the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostsPairing {
    /// `wc:...`
    pub uri: String,
    /// When a wallet refuses it.
    pub expires_ms: u64,
}

/// A pairing that is shown.
#[derive(Default)]
pub struct Pairing {
    /// Phase of the pairing.
    pub phase: PairingPhase,
    /// The id of a listing; nothing for any wallet.
    pub wallet_id: Option<String>,
    /// The text of the QR code.
    pub uri: Option<String>,
    /// Ready to be drawn.
    pub qr: Option<Qr>,
    /// The tabs.
    pub platforms: Vec<Platform>,
    /// The chosen one.
    pub platform: Platform,
    /// Ready to be opened.
    pub links: PairingLinks,
    /// The stored choice when a link opens the app.
    pub href: Option<String>,
    /// The link opened it: valid for the requests of the resulting session.
    pub choice: Option<String>,
    /// Where links open.
    pub target: &'static str,
    /// This is a phone.
    pub by_tap: bool,
    /// A link of this attempt was opened: the user is in the wallet's app.
    pub is_opened: bool,
    /// A link was opened and the page stayed visible.
    pub not_opened: bool,
    /// The relay that cannot be reached.
    pub relay: Option<String>,
    /// Why it failed.
    pub error: Option<ErrorData>,
    /// The namespace of which no account was shared.
    pub missing: Option<Namespace>,
    /// The page's value for this opening only.
    pub hosts: Option<HostsPairing>,
}

/// A pairing's session: the part for the rest of the engine. The runtime objects (socket, callbacks, the tab lock) are kept outside the
/// state ([`super::sessions`]).
#[derive(Default)]
pub struct Session {
    /// The wallet's name and the id of its listing.
    pub peer: Option<(String, Option<String>)>,
    /// The chains the session has accounts on; nothing without one.
    pub approved: Option<Vec<String>>,
    /// The wallet supports switching to further chains.
    pub asks_to_switch: bool,
    /// A request or ping to it failed, and it hasn't responded since.
    pub is_silent: bool,
    /// The chain that the session's requests go to, of each namespace.
    pub chains: Map<Namespace, ChainId>,
    /// The wallet's data about its addresses, for each Bitcoin chain.
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

/// Commands of the pairing.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type", rename_all_fields = "camelCase")]
#[allow(dead_code)]
pub enum PairingCommand {
    /// Starts again with a new URI.
    #[ts(rename = "pairing.retry")]
    Retry {},
    /// Another tab.
    #[ts(rename = "pairing.platform")]
    Platform { platform: Platform },
    /// A link was opened in a tap: the choice is remembered, and whether the wallet comes is watched.
    #[ts(rename = "pairing.opened")]
    Opened { platform: Platform },
}
