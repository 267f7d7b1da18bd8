//! Connecting a wallet that is not in this page (1.2, 1.3, 2.7): a pairing, its QR code and links, and how it goes.

use super::unknown_action;
use crate::error::ErrorData;
use crate::flow::{Cx, Flow};
use crate::qr::Qr;
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// Where a pairing stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PairingPhase {
    /// None.
    #[default]
    Idle,
    /// The URI is not there yet.
    Preparing,
    /// The URI can be used.
    Ready,
    /// The wallet has said yes; the session is being settled.
    Approved,
    /// Refused in the wallet.
    Rejected,
    /// Failed; `error` says why.
    Failed,
    /// No relay can be reached; tried again by itself.
    Unreachable,
}

/// A way to reach one wallet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Platform {
    /// Its extension, which is installed.
    Browser,
    /// Its app: by QR code, or by link on a phone.
    #[default]
    Mobile,
    /// Its web page.
    Web,
    /// Its desktop app.
    Desktop,
    /// It has nothing that can be reached from here.
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
    /// A `blob:` url, or nothing.
    pub icon: Option<String>,
}

/// Links that are ready before the tap; what is missing has no link.
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

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PairingSlice {
    /// Where it stands.
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
    /// This is a phone: the app is opened by a tap, the QR code is the second choice.
    pub by_tap: bool,
    /// The wallet was opened from here and the page is still in front: it did not come.
    pub not_opened: bool,
    /// The wallet can be had somewhere.
    pub can_download: bool,
    /// The relay that cannot be reached.
    pub relay: Option<String>,
    /// Why it failed.
    pub error: Option<ErrorData>,
}

/// A pairing that is shown, and the session that came of it.
#[derive(Default)]
pub struct Pairing {}

/// The slice.
#[must_use]
pub fn slice(_state: &State) -> PairingSlice {
    PairingSlice {
        phase: PairingPhase::Idle,
        uri: None,
        qr: None,
        wallet: None,
        platforms: Vec::new(),
        platform: Platform::Mobile,
        links: PairingLinks::default(),
        target: "_self",
        by_tap: false,
        not_opened: false,
        can_download: false,
        relay: None,
        error: None,
    }
}

/// Commands of the pairing.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type", rename_all_fields = "camelCase")]
#[allow(dead_code)]
pub enum PairingCommand {
    /// Once more, with a new URI.
    #[ts(rename = "pairing.retry")]
    Retry {},
    /// Another tab.
    #[ts(rename = "pairing.platform")]
    Platform { platform: Platform },
    /// A link was opened in a tap: the choice is remembered, and whether the wallet comes is watched.
    #[ts(rename = "pairing.opened")]
    Opened { platform: Platform },
}

/// Runs a command.
pub fn run(_cx: Cx, action: String, _command: Value) -> Flow {
    Box::pin(async move { Err(unknown_action("pairing", &action)) })
}
