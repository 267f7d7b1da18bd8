//! All error texts for users and pages, in one place (specification section 8).
//!
//! A variant is one row of the catalog: its exact text, its code and its kind. A message of a wallet or service is in
//! `details`, never in the message itself.

use crate::constants::{ERROR_DATA_BYTES_MAX, ERROR_MESSAGE_BYTES_MAX};
use crate::json::{self, Read, json};
use alloc::boxed::Box;
use serde::Serialize;
use serde_json::Value;

/// The result of an operation that can fail.
pub type Result<T> = core::result::Result<T, Error>;

/// How an error is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A promise of the page is rejected. The user sees nothing.
    Rejection,
    /// A promise is rejected, and a view displays the error.
    ViewState,
    /// A toast displays the error.
    Toast,
    /// The user's own decision: no alert, no report (8.33).
    Refusal,
}

/// One row of the catalog.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    // 8.21 connecting
    /// The modal was closed while one of its flows was running.
    #[error("Modal closed")]
    ModalClosed,
    /// The login window was closed.
    #[error("Popup closed")]
    PopupClosed,
    /// The user rejected the connection in the wallet.
    #[error("Connection rejected")]
    ConnectionRejected,
    /// Any other failure to connect.
    #[error("Failed to connect")]
    ConnectFailed {
        /// The message of the wallet or service, at most 200 characters.
        details: Option<String>,
    },
    // 8.22
    /// A social login couldn't start.
    #[error("Failed to initiate social connection")]
    SocialNotStarted,
    /// The Farcaster login failed.
    #[error("Failed to connect to farcaster")]
    FarcasterFailed,
    // 8.23
    /// The embedded wallet isn't available.
    #[error("No auth connector found")]
    NoAuthConnector,
    /// The call requires an email or social login.
    #[error("Not connected to email or social")]
    NotEmbedded,
    /// The stored connection names an unknown connector.
    #[error("No connector found for connection")]
    NoConnectorForConnection,
    // 8.24
    /// A stored connection with an unknown status (4.5).
    #[error("Invalid connection status")]
    InvalidConnectionStatus,
    /// The wallet failed to disconnect. In the modal, the account is disconnected anyway.
    #[error("Failed to disconnect")]
    DisconnectFailed,
    /// One namespace failed to disconnect.
    #[error("Failed to disconnect chain {namespace}")]
    DisconnectChainFailed {
        /// The namespace.
        namespace: String,
    },
    /// Several namespaces failed to disconnect (4.8).
    #[error("Failed to disconnect chains")]
    DisconnectChainsFailed {
        /// The messages of all errors.
        details: String,
    },
    // 8.25
    /// A name needs an address and the embedded wallet.
    #[error("Address or auth connector not found")]
    NoAddressOrAuth,
    // 8.26
    /// No gas price is available on this network.
    #[error("Network not supported for Gas Price")]
    GasPriceUnsupported,
    /// This network doesn't support swaps.
    #[error("Network not supported for Swaps")]
    SwapsUnsupported,
    // 8.27
    /// The namespace has no adapter.
    #[error("Adapter not found")]
    AdapterNotFound,
    /// No network is active.
    #[error("CaipNetwork is undefined")]
    NoNetwork,
    /// No network or no account is active.
    #[error("CaipNetwork or CaipAddress is undefined")]
    NoNetworkOrAccount,
    // 8.28
    /// An internal error: account data without a chain.
    #[error("Chain is required to update chain account data")]
    NoChainForAccount,
    /// The network isn't configured.
    #[error("Network not found")]
    NetworkNotFound,
    // 8.29
    /// Sign-in isn't configured.
    #[error("SIWX is not enabled")]
    SiwxDisabled,
    /// Sign-in requires an account.
    #[error("No ActiveCaipAddress found")]
    NoActiveAccount,
    /// Sign-in requires a network and a provider.
    #[error("No ActiveCaipNetwork or client found")]
    NoActiveNetworkOrClient,
    /// Sign-in requires a connection.
    #[error("No ConnectionController client found")]
    NoConnectionClient,
    // 8.30
    /// The name couldn't be resolved.
    #[error("Error resolving name")]
    NameNotResolved {
        /// The registry's message.
        details: Option<String>,
    },
    /// The suggestions couldn't be loaded.
    #[error("Error fetching name suggestions")]
    NameSuggestionsFailed {
        /// The registry's message.
        details: Option<String>,
    },
    /// The names of an address couldn't be loaded.
    #[error("Error fetching names for address")]
    NamesOfAddressFailed {
        /// The registry's message.
        details: Option<String>,
    },
    /// The name couldn't be registered.
    #[error("Error registering name")]
    NameNotRegistered {
        /// The registry's message.
        details: Option<String>,
    },
    // 8.31
    /// The embedded wallet's frame couldn't be loaded.
    #[error("Unable to load email login dependency")]
    FrameNotLoaded,
    /// Closing the modal aborted the request.
    #[error("Request was aborted")]
    Aborted,
    /// The frame failed without a message.
    #[error("Something went wrong")]
    FrameFailed,
    /// The fallback for other errors.
    #[error("An error occurred")]
    Internal {
        /// Details for the log.
        details: Option<String>,
    },
    // 8.32 (texts ours)
    /// A message couldn't be signed.
    #[error("Failed to sign message")]
    SignFailed {
        /// The wallet's message.
        details: Option<String>,
    },
    /// The fee couldn't be estimated.
    #[error("Failed to estimate gas")]
    EstimateFailed {
        /// The node's message.
        details: Option<String>,
    },
    /// The wallet's capabilities couldn't be read.
    #[error("Failed to read wallet capabilities")]
    CapabilitiesFailed,
    /// No adapter is available at the start.
    #[error("Chain adapter is not set")]
    AdapterUnset,
    /// No client is available at the start.
    #[error("Client is not set")]
    ClientUnset,
    // 8.15 - 8.20
    /// The balance couldn't be read.
    #[error("Token Balance Unavailable")]
    BalanceUnavailable,
    /// The history couldn't be read.
    #[error("Failed to fetch transactions")]
    TransactionsFailed,
    /// The sign-in couldn't start.
    #[error("A problem occurred while trying initialize authentication")]
    SignInNotStarted,
    /// The user rejected the sign-in's signature.
    #[error("Signature declined")]
    SignatureDeclined,
    /// The user rejected it with a smart account.
    #[error("This application might not support Smart Accounts")]
    SmartAccountUnsupported,
    /// 2.45
    #[error("Unknown error")]
    Unknown,
    // 4.x, 5.x
    /// 4.30
    #[error("Chain is not supported")]
    ChainNotSupported,
    /// The wallet didn't switch. The user's rejection is another error.
    #[error("Couldn't switch to {network}")]
    SwitchFailed {
        /// The name of the network.
        network: String,
    },
    /// 5.2
    #[error("Cannot set both `siweConfig` and `siwx` options")]
    SiweAndSiwx,
    /// 5.9
    #[error("Adapter for namespace {namespace} doesn't exist")]
    NoAdapterForNamespace {
        /// The namespace.
        namespace: String,
    },
    /// 5.10; the remaining seconds are rounded up.
    #[error("Please try again after {seconds} seconds")]
    EmailCooldown {
        /// The remaining seconds.
        seconds: u64,
    },
    /// 5.25
    #[error("Invalid chainId")]
    InvalidChainId,
    /// 5.26
    #[error("An amount and receiver address are required")]
    AmountAndReceiverRequired,
    /// 5.27
    #[error("A token is required")]
    TokenRequired,
    /// 5.28
    #[error("Unsupported chain")]
    UnsupportedChain,
    /// 5.29
    #[error("Address parameter is required for switching bip122 connection")]
    Bip122AddressRequired,
    /// 5.30
    #[error("Switching to non-payment accounts is not allowed for {namespace}")]
    NonPaymentAccount {
        /// The namespace.
        namespace: String,
    },
    // section 6
    /// 6.6
    #[error("Requested RPC call is not allowed")]
    MethodNotAllowed,
    /// 6.7, the text for the user.
    #[error("Action not allowed")]
    ActionNotAllowed,
    // ---- services, nodes and wallets
    /// 7.33: a service responded with a status other than 2xx.
    #[error("HTTP status code: {status}")]
    Http {
        /// The status.
        status: u16,
        /// The message in the body, if any.
        details: Option<String>,
        /// `details` is the service's first reason (docs/spec/services.md A7), which is meant for users.
        is_reason: bool,
    },
    /// A service or node didn't respond in time, or couldn't be reached.
    #[error("Couldn't reach {host}")]
    Unreachable {
        /// The host of the request.
        host: String,
    },
    /// A node on this device or its network couldn't be reached. Browsers ask the user before another page can do that.
    #[error(
        "Couldn't reach {host}. If your browser asks to access devices on your local network, allow it for this site"
    )]
    LocalUnreachable {
        /// The host of the node.
        host: String,
    },
    /// The response of a service or node exceeds the limit.
    #[error("The response from {from} is too large")]
    TooLong {
        /// The host that responded.
        from: String,
    },
    /// The response of a service, node or wallet is invalid.
    #[error("Couldn't read the response from {from}")]
    Unreadable {
        /// The host that responded.
        from: String,
    },
    /// A node or wallet returned its own error (codes of EIP-1193 and EIP-1474).
    #[error("{message}")]
    Rpc {
        /// The code. If a wallet wraps a node's error, the node's code.
        code: i64,
        /// At most 200 characters, without control characters.
        message: String,
        /// The original error, if it contains more than the two above.
        whole: Option<Box<Whole>>,
    },
    /// A node asks for a pause (HTTP 429, or -32005 of EIP-1474). That isn't a result of the request.
    #[error("{message}")]
    Limited {
        /// At most 200 characters, without control characters.
        message: String,
        /// The error for the page.
        whole: Box<Whole>,
    },
    /// 4001: the user rejected the request in the wallet.
    #[error("User rejected the request")]
    UserRejected,
    /// 4100
    #[error("Not connected")]
    Unauthorized,
    /// -32602
    #[error("Invalid parameter: {field}")]
    BadParams {
        /// The invalid field.
        field: String,
    },
    /// Only a blocked gateway knows the name's address (EIP-3668).
    #[error("This name can't be looked up here. Paste the address instead")]
    NameOutside,
    /// The name only has an address on Ethereum, and it is a contract. On another network, that contract might not
    /// exist.
    #[error("This name has no address for this network, and on Ethereum it is a contract")]
    NameOfContract,
    /// Names are resolved on Ethereum, and the page doesn't configure an RPC URL for it.
    #[error("This page can't reach Ethereum to look up names. Paste the address instead")]
    NameWithoutNode,
    /// A transfer with a memo, on a network without memos.
    #[error("Transfers on this network can't include a memo")]
    NoMemo,
    /// The transfer can't carry the whole memo.
    #[error("The memo has more than {bytes_max} bytes")]
    MemoTooLong {
        /// The limit in bytes of UTF-8.
        bytes_max: usize,
    },
    /// The wallet is on another chain than the displayed one.
    #[error("The wallet is on another network")]
    WrongChain,
    /// The wallet didn't respond in time, so it is unknown whether it acted.
    #[error("The wallet didn't respond")]
    WalletSilent,
    /// The wallet didn't get the request, because an earlier one hasn't ended.
    #[error("The wallet has another request open")]
    WalletBusy,
    /// The transaction is in a block and reverted.
    #[error("The transaction was reverted")]
    Reverted,
    /// Another transaction of the sender replaced it, so it will never be in a block.
    #[error("Replaced by another transaction")]
    Replaced,
    /// The wallet failed to sign: nothing was broadcast.
    #[error("The wallet didn't sign")]
    NotSigned {
        /// The wallet's message.
        details: Option<String>,
    },
    /// The signed transaction has expired: its blockhash was too old before a block included it.
    #[error("Signing took too long. Nothing was sent")]
    TooLate,
    /// The transfer is impossible because of its recipient or token, according to the network.
    #[error("{why}")]
    Unsendable {
        /// The reason, in the namespace's text.
        why: alloc::borrow::Cow<'static, str>,
    },
    /// The request differs from the preview (10.27).
    #[error("The request differs from what was shown")]
    NotWhatWasShown,
    /// The wallet signed something else than requested, which might have been broadcast.
    #[error("Your wallet signed something else")]
    SignedElse {
        /// The id of the signed transaction, if known.
        id: Option<String>,
    },
    /// The transaction is in a block, but its effect can't be read.
    #[error("The transaction is on the network, but its effect couldn't be read")]
    EffectUnread,
    /// A provider reports that the purchase failed.
    #[error("The purchase didn't go through")]
    ProviderFailed,
    /// A service's swap transaction has other effects, or is unreadable (docs/spec/security.md T8).
    #[error("This swap can't be checked")]
    SwapUnchecked,
    /// A payment is impossible as requested, or failed (docs/spec/services.md A12).
    #[error("{message}")]
    Payment {
        /// A code of that section.
        code: &'static str,
        /// The error message.
        message: alloc::borrow::Cow<'static, str>,
    },
    /// A wallet granted more than requested, or for longer (docs/spec/services.md A10).
    #[error("Your wallet granted something different from the request")]
    GrantDiffers,
    /// The name of a command or view is unknown.
    #[error("Unknown {what}: {name}")]
    UnknownName {
        /// The kind of name: command, view, slice.
        what: &'static str,
        /// The name, at most 64 characters.
        name: String,
    },
    /// A part of the engine couldn't be loaded (offline). The next use retries.
    #[error("Couldn't load part of the wallet. Check your connection and try again")]
    PartNotLoaded,
}

/// A code for EIP-1193 clients, or a word for errors without a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
pub enum Code {
    /// A code of EIP-1193 or EIP-1474.
    #[cfg_attr(test, ts(type = "number"))]
    Number(i64),
    /// The engine's own word.
    Word(&'static str),
}

/// An error as plain data: how `dispatch` rejects, and the errors in slices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ErrorData {
    /// Always `WalletError`.
    #[cfg_attr(test, ts(type = "\"WalletError\""))]
    pub name: &'static str,
    /// An EIP-1193 code, or a word.
    pub code: Code,
    /// The text of the catalog.
    pub message: String,
    /// A short title, if the catalog has one.
    pub title: Option<String>,
    /// The message of a wallet or service, for "Details".
    pub details: Option<String>,
}

/// An error in the form of the node or wallet. A page's request is rejected with it (docs/spec/rpc.md section 6). The
/// modal never displays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The original code.
    pub code: i64,
    /// The original message, at most [`ERROR_MESSAGE_BYTES_MAX`] long.
    pub message: String,
    /// The original data, at most [`ERROR_DATA_BYTES_MAX`] long. It contains a contract's own error.
    pub data: Option<Value>,
}

impl Whole {
    /// Applies the limits. Data that is too long is dropped, because it can't be cut.
    fn of(code: i64, message: &str, data: Option<Value>) -> Self {
        let data = data.filter(|data| !data.is_null() && json::text(data).len() <= ERROR_DATA_BYTES_MAX);
        Self { code, message: crate::text::cut(message.into(), ERROR_MESSAGE_BYTES_MAX), data }
    }
}

impl Error {
    /// An error with a code and a message only.
    #[must_use]
    pub fn rpc(code: i64, message: &str) -> Self {
        Self::Rpc { code, message: foreign_text(message), whole: None }
    }

    /// An error of a node or wallet. The engine uses `code`, the page gets `sent`.
    #[must_use]
    pub fn told(code: i64, sent: i64, message: &str, data: Option<Value>) -> Self {
        let shown = foreign_text(message);
        let whole = Whole::of(sent, message, data);
        let is_all = sent == code && whole.message == shown && whole.data.is_none();
        Self::Rpc { code, message: shown, whole: (!is_all).then(|| Box::new(whole)) }
    }

    /// A node's request for a pause. `sent` is its own JSON-RPC error, if any. `retry_after_ms` is for a pause without
    /// its own value.
    #[must_use]
    pub fn limited(sent: Option<&Value>, retry_after_ms: Option<u64>) -> Self {
        let message = sent.and_then(|sent| sent.text("message")).unwrap_or("HTTP status code: 429");
        let code = sent.and_then(|sent| sent.field("code")?.as_i64()).unwrap_or(LIMITED);
        let waits = || retry_after_ms.map(|ms| json!({ "retryAfter": ms.div_ceil(1_000) }));
        let data = sent.and_then(|sent| sent.field("data").cloned()).or_else(waits);
        Self::Limited { message: foreign_text(message), whole: Box::new(Whole::of(code, message, data)) }
    }

    /// The rejection of a page's request: [`Self::data`], with the original error of the node or wallet instead of the displayed one. A
    /// rejection of 6.6 names the method.
    #[must_use]
    pub fn rejected(&self, method: &str) -> Value {
        let ErrorData { name, code, mut message, title, details } = self.data();
        if *self == Self::MethodNotAllowed {
            message = [&message, ": ", &crate::text::label(method, 64).unwrap_or_default()].concat();
        }
        let code = match code {
            Code::Number(number) => Value::from(number),
            Code::Word(word) => word.into(),
        };
        match self {
            Self::Rpc { whole: Some(whole), .. } | Self::Limited { whole, .. } => json!({
                "name": name, "code": whole.code, "message": whole.message, "title": title, "details": details,
                "data": whole.data,
            }),
            _ => {
                json!({ "name": name, "code": code, "message": message, "title": title, "details": details })
            }
        }
    }

    /// The code for the page (docs/spec/rpc.md section 6).
    #[must_use]
    pub fn code(&self) -> Code {
        Code::Number(match self {
            Self::ModalClosed | Self::PopupClosed | Self::ConnectionRejected | Self::UserRejected => 4001,
            Self::SignatureDeclined | Self::Aborted => 4001,
            Self::Unauthorized | Self::NoActiveAccount => 4100,
            Self::MethodNotAllowed | Self::ActionNotAllowed => 4200,
            Self::ChainNotSupported | Self::SwitchFailed { .. } | Self::NetworkNotFound => 4902,
            Self::WrongChain => 4901,
            Self::BadParams { .. }
            | Self::AmountAndReceiverRequired
            | Self::TokenRequired
            | Self::NoMemo
            | Self::MemoTooLong { .. }
            | Self::Unsendable { .. }
            | Self::UnsupportedChain => -32602,
            Self::Rpc { code, .. } => *code,
            Self::Limited { whole, .. } => whole.code,
            Self::WalletBusy => BUSY,
            Self::Http { status, .. } => return Code::Number(i64::from(*status)),
            Self::Unreachable { .. } | Self::LocalUnreachable { .. } => {
                return Code::Word("unreachable");
            }
            Self::PartNotLoaded => return Code::Word("part_not_loaded"),
            Self::UnknownName { .. } => return Code::Word("unknown_name"),
            Self::Payment { code, .. } => return Code::Word(code),
            _ => -32603,
        })
    }

    /// How the error is displayed.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::ConnectionRejected
            | Self::UserRejected
            | Self::SignatureDeclined
            | Self::ModalClosed
            | Self::Aborted => Kind::Refusal,
            Self::Rpc { code: 4001 | 5002, .. } => Kind::Refusal,
            Self::ConnectFailed { .. }
            | Self::AmountAndReceiverRequired
            | Self::TokenRequired
            | Self::NoMemo
            | Self::MemoTooLong { .. }
            | Self::UnsupportedChain
            | Self::Unsendable { .. }
            | Self::EstimateFailed { .. } => Kind::ViewState,
            Self::BalanceUnavailable
            | Self::TransactionsFailed
            | Self::SignInNotStarted
            | Self::SmartAccountUnsupported
            | Self::DisconnectFailed
            | Self::Unknown => Kind::Toast,
            _ => Kind::Rejection,
        }
    }

    /// Whether the user rejected the request (8.33).
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        self.kind() == Kind::Refusal
    }

    /// Whether another request is open, according to the error or the wallet's code: a connect or switch request is
    /// retried later.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.code() == Code::Number(BUSY)
    }

    fn details(&self) -> Option<String> {
        match self {
            Self::ConnectFailed { details }
            | Self::Internal { details }
            | Self::SignFailed { details }
            | Self::NotSigned { details }
            | Self::NameNotResolved { details }
            | Self::NameSuggestionsFailed { details }
            | Self::NamesOfAddressFailed { details }
            | Self::NameNotRegistered { details }
            | Self::EstimateFailed { details }
            | Self::Http { details, .. } => details.clone(),
            Self::DisconnectChainsFailed { details } => Some(details.clone()),
            Self::Rpc { code, message, .. } => Some(alloc::format!("{message} ({code})")),
            _ => None,
        }
    }

    /// Converts the error to plain data.
    #[must_use]
    pub fn data(&self) -> ErrorData {
        use alloc::string::ToString;
        ErrorData {
            name: "WalletError",
            code: self.code(),
            message: self.to_string(),
            title: None,
            details: self.details(),
        }
    }
}

/// EIP-1474, resource unavailable: wallets use it for an open request, but nodes use it for other errors.
pub const BUSY: i64 = -32002;
/// EIP-1474, limit exceeded.
pub const LIMITED: i64 = -32005;

/// Whether a wallet's message mentions an open request: the code [`BUSY`] on its own proves nothing about a broadcast.
#[must_use]
pub fn names_open_request(words: &str) -> bool {
    const OPEN: [&str; 7] = [
        "already pending",
        "is pending",
        "pending request",
        "request pending",
        "already open",
        "request open",
        "request is open",
    ];
    let words = crate::text::lower(words);
    let has = |part: &&str| words.contains(*part);
    // "Request of type ... already pending", "A window is already open"; MetaMask: "Already processing eth_requestAccounts. Please wait."
    let is_said = ["request", "window"].iter().any(has) && OPEN.iter().any(has);
    (is_said || has(&"already processing eth_")) && !["timed out", "timeout"].iter().any(has)
}

/// Sanitizes an untrusted message for display as details: removes control characters, and cuts it to 200 characters.
#[must_use]
pub fn foreign_text(text: &str) -> String {
    crate::text::label(text, 200).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 8.21, 8.33
    #[test]
    fn treats_a_rejection_as_the_users_choice() {
        for error in [Error::ConnectionRejected, Error::UserRejected, Error::ModalClosed] {
            assert!(error.is_refusal());
            assert_eq!(error.code(), Code::Number(4001));
        }
        assert!(!Error::ConnectFailed { details: None }.is_refusal());
        assert_eq!(Error::ConnectionRejected.data().message, "Connection rejected");
        assert_eq!(Error::ConnectFailed { details: None }.data().message, "Failed to connect");
        assert_eq!(Error::ModalClosed.data().message, "Modal closed");
        assert_eq!(Error::PopupClosed.data().message, "Popup closed");
    }

    // req: 8.27
    #[test]
    fn keeps_the_catalogue_texts_for_engine_misuse() {
        assert_eq!(Error::AdapterNotFound.to_string(), "Adapter not found");
        assert_eq!(Error::NoNetwork.to_string(), "CaipNetwork is undefined");
        assert_eq!(Error::NoNetworkOrAccount.to_string(), "CaipNetwork or CaipAddress is undefined");
    }

    // req: 8.32
    #[test]
    fn keeps_the_catalogue_texts_for_failed_request_steps() {
        assert_eq!(Error::SignFailed { details: None }.to_string(), "Failed to sign message");
        assert_eq!(Error::EstimateFailed { details: None }.to_string(), "Failed to estimate gas");
        assert_eq!(Error::AdapterUnset.to_string(), "Chain adapter is not set");
        assert_eq!(Error::ClientUnset.to_string(), "Client is not set");
    }

    // req: 10.59
    #[test]
    fn detects_an_open_request_by_the_error_text() {
        for words in [
            "Request of type 'eth_sendTransaction' already pending for origin https://shop.example. Please wait.",
            "Already processing eth_sendTransaction. Please wait.",
            "A window is already open",
            "There is a pending request in the wallet",
            &Error::WalletBusy.to_string(),
        ] {
            assert!(names_open_request(words), "{words}");
        }
        for words in [
            "",
            "request timed out",
            "Pending request timed out",
            "Resource unavailable",
            "Transaction already pending",
            "Transaction simulation failed: Blockhash not found",
            "Requested resource not available",
        ] {
            assert!(!names_open_request(words), "{words}");
        }
    }

    #[test]
    fn cuts_and_cleans_foreign_text() {
        assert_eq!(foreign_text("a\u{7}b\nc"), "abc");
        assert_eq!(foreign_text("a\u{202e}b\u{200b}\u{2066}c\u{2028}"), "abc", "nor what hides or turns it");
        assert_eq!(foreign_text(&"x".repeat(900)).len(), 200);
    }
}
