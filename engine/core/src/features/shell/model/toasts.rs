//! The toast. Only one is displayed (2.42-2.45).

use crate::error::Error;
use crate::features::shell::model::router::is_connected;
use crate::json::Read;
use crate::map::Map;
use crate::store::State;
use alloc::string::{String, ToString};
use serde::Serialize;
use serde_json::Value;

/// The variant of a toast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ToastVariant {
    /// Stays until another toast replaces it.
    Loading,
    /// Closes automatically.
    Success,
    /// Closes automatically.
    Error,
}

/// One toast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Toast {
    /// The number of the toast. It grows.
    pub id: u32,
    /// The key of a text in the message catalog. Without a key, `message` is displayed.
    pub key: Option<&'static str>,
    /// The arguments of the text.
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, String>"))]
    pub args: Map<&'static str, String>,
    /// The English text, for events and for toasts without a key.
    pub message: String,
    /// The variant.
    pub variant: ToastVariant,
    /// A link to the transaction's page.
    pub link: Option<String>,
    /// The ID of a transaction from this modal that has its own view.
    pub about: Option<String>,
}

/// The open toast, and whether the pointer or focus keeps it open.
#[derive(Default)]
pub struct Toasts {
    pub(crate) open: Option<Toast>,
    pub(crate) last_id: u32,
    pub(crate) held: bool,
}

/// Slice `toast`: the toast to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToastSlice {
    /// The open toast, if any.
    pub toast: Option<Toast>,
}

impl Toasts {
    /// Builds the slice `toast`.
    #[must_use]
    pub fn slice(&self, state: &State) -> ToastSlice {
        let mut toast = self.open.clone();
        if let Some(toast) = &mut toast {
            // no link if the transaction isn't listed or belongs to a removed account
            toast.about =
                toast.about.take().filter(|id| is_connected(state) && state.transactions.get(id).is_some());
        }
        ToastSlice { toast }
    }
}

/// The English texts of the engine's toasts, by key. The element's catalog gets them from here
/// (`element/src/i18n/en/toasts.gen.ts`, which `npm run build` writes), so the page and the event `wallet-toast` have the
/// same text.
pub const TEXTS: &[(&str, &str)] = &[
    ("toast.approve_confirmed", "{amount} {symbol} approved"),
    ("toast.approve_failed", "Approval failed"),
    ("toast.approve_sent", "Approving {amount} {symbol}"),
    ("toast.buy_arrived", "Your purchase has arrived"),
    ("toast.buy_confirmed", "{amount} {symbol} bought"),
    ("toast.buy_received", "{amount} {symbol} received"),
    ("toast.buy_received_named", "{amount} \"{symbol}\" received"),
    ("toast.email_changed", "Email changed to {email}"),
    ("toast.no_address", "{wallet} didn't share an address for {networks}"),
    ("toast.wallet_lost", "{wallet} lost its connection. Reload the page."),
    ("toast.not_shared", "This wallet didn't share any {family} accounts"),
    ("toast.pay_done", "{amount} paid with {exchange}"),
    ("toast.pay_said", "{exchange} says {amount} was paid"),
    ("toast.pay_failed", "{exchange} didn't pay {amount}"),
    ("toast.pay_unknown", "We don't know if {exchange} paid {amount}. Check there before you pay again."),
    (
        "toast.plain_account",
        "This network doesn't support smart accounts. You're using your standard account.",
    ),
    ("toast.replaced", "Replaced by another transaction"),
    ("toast.dropped", "The network removed a confirmed transaction. It's waiting again."),
    ("toast.unread", "It's on the network, but we couldn't read its effect."),
    ("toast.too_late", "Signing took too long. Nothing was sent."),
    ("toast.revoke_confirmed", "{symbol} permission revoked"),
    ("toast.revoke_failed", "Revoke failed"),
    ("toast.revoke_lost", "We don't know if the permission was revoked. Check your wallet's history."),
    ("toast.revoke_sent", "Revoking {symbol} permission"),
    ("toast.send_confirmed", "{amount} {symbol} sent"),
    ("toast.send_failed", "Send failed"),
    ("toast.send_lost", "We don't know if {amount} {symbol} was sent. Check your wallet's history."),
    ("toast.send_sent", "Sending {amount} {symbol}"),
    ("toast.send_unknown", "Sent, not confirmed yet"),
    ("toast.session_revoked", "Permission revoked"),
    ("toast.swap_confirmed", "{amount} {symbol} swapped"),
    ("toast.swap_failed", "Swap failed"),
    ("toast.swap_sent", "Swapping {amount} {symbol}"),
    ("toast.transaction_confirmed", "Transaction confirmed"),
    ("toast.transaction_failed", "Transaction failed"),
    ("toast.transaction_lost", "We don't know if the transaction was sent. Check your wallet's history."),
    ("toast.transaction_sent", "Transaction pending"),
];

/// Fills in a text of [`TEXTS`].
#[must_use]
pub fn text(
    key: &'static str,
    args: &[(&'static str, &str)],
    variant: ToastVariant,
    link: Option<String>,
) -> Toast {
    let found = TEXTS.iter().find(|(known, _)| *known == key).map_or(key, |(_, text)| text);
    let fill = |text: String, (name, value): &(&str, &str)| text.replace(&["{", *name, "}"].concat(), value);
    let message = args.iter().fold(found.to_string(), fill);
    let args = args.iter().map(|(name, value)| (*name, (*value).to_string())).collect();
    Toast { id: 0, key: Some(key), args, message, variant, link, about: None }
}

/// A toast with a plain text. An unreadable text becomes 'Unknown error' (2.45).
#[must_use]
pub fn plain(message: &str, variant: ToastVariant) -> Toast {
    let message = crate::text::label(message, 300).unwrap_or_else(|| Error::Unknown.to_string());
    Toast { id: 0, key: None, args: Map::default(), message, variant, link: None, about: None }
}

/// The text of any value that a page passes: a string itself, the message of the first issue, or an error's message.
#[must_use]
pub fn readable(value: &Value) -> String {
    let text = value
        .as_str()
        .or_else(|| value.list("issues").first()?.filled("message"))
        .or_else(|| value.filled("message"));
    text.unwrap_or_default().to_string()
}
