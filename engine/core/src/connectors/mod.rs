//! The connectors, which communicate with wallets. The table is below. The rest of the engine reaches wallets through
//! the functions of this file.

pub mod embedded;
pub mod injected;
pub mod lazy;
pub mod wallet_connect;

use crate::caip::{ChainId, Namespace};
use crate::constants::{ACCOUNTS_MAX, NAME_CHARS_MAX, WALLET_MESSAGES_MAX};
use crate::entities::{AccountEntry, AccountType, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::namespaces;
use crate::ports::Local;
use crate::ports::provider::{EventSink, ProviderFault, Subscription, WalletEvent};
use crate::text;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::task::{Poll, Waker};
use serde_json::Value;

/// A wallet's response to a request for its accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalletAnswer {
    /// The accounts, the current one first. Empty if a silent request isn't authorized.
    pub entries: Vec<AccountEntry>,
    /// The wallet's chain, if it reported one.
    pub chain: Option<ChainId>,
    /// The account comes from the page's storage. The wallet didn't confirm it, so it proves nothing.
    pub is_remembered: bool,
    /// The list is empty because the user revoked the access in the wallet, not because the wallet is locked.
    pub is_revoked: bool,
    /// The wallet returned an empty list.
    pub shares_none: bool,
    /// Requested networks for which the wallet returned no address.
    pub unread: Vec<ChainId>,
}

/// Communicates with wallets of one kind.
pub trait Connector {
    /// The data that identifies this connector's wallets in a [`WalletHandle`].
    type Wallet: Copy;
    /// Requests accounts. `silent` never shows a prompt.
    fn connect(
        cx: &Cx,
        wallet: Self::Wallet,
        namespace: Namespace,
        silent: bool,
    ) -> Local<Result<WalletAnswer>>;
    /// Disconnects the wallet.
    fn disconnect(cx: &Cx, wallet: Self::Wallet) -> Local<Result<()>>;
    /// Switches the chain. If an address belongs to one network, this returns the accounts for the new chain.
    fn switch_chain(cx: &Cx, wallet: Self::Wallet, chain: &ChainId) -> Local<Result<Vec<AccountEntry>>>;
    /// Sends any other request. The page's requests were checked against the list of allowed methods. The engine's own
    /// are `eth_chainId` before a send and `eth_sendTransaction`, which every EVM connector must support. `token`: see
    /// [`send`].
    fn request(
        cx: &Cx,
        wallet: Self::Wallet,
        method: &str,
        params: &Value,
        token: Option<&str>,
    ) -> Local<Result<Value>>;
    /// Subscribes to the wallet's own events, until the subscription is dropped.
    fn listen(cx: &Cx, wallet: Self::Wallet, sink: EventSink) -> Box<dyn Subscription>;
}

/// Dispatches to a connector with direct calls. A table of function pointers would pull their targets into the first part of the binary,
/// and the first part never sends a request to a wallet.
macro_rules! table {
    ($($kind:ident => $connector:ty),* $(,)?) => {
        fn dispatch_connect(cx: &Cx, wallet: WalletHandle, namespace: Namespace, silent: bool) -> Local<Result<WalletAnswer>> {
            match wallet { $(WalletHandle::$kind(wallet) => <$connector>::connect(cx, wallet, namespace, silent),)* }
        }
        fn dispatch_disconnect(cx: &Cx, wallet: WalletHandle) -> Local<Result<()>> {
            match wallet { $(WalletHandle::$kind(wallet) => <$connector>::disconnect(cx, wallet),)* }
        }
        fn dispatch_switch_chain(cx: &Cx, wallet: WalletHandle, chain: &ChainId) -> Local<Result<Vec<AccountEntry>>> {
            match wallet { $(WalletHandle::$kind(wallet) => <$connector>::switch_chain(cx, wallet, chain),)* }
        }
        fn dispatch_request(
            cx: &Cx,
            wallet: WalletHandle,
            method: &str,
            params: &Value,
            token: Option<&str>,
        ) -> Local<Result<Value>> {
            match wallet { $(WalletHandle::$kind(wallet) => <$connector>::request(cx, wallet, method, params, token),)* }
        }
        fn dispatch_listen(cx: &Cx, wallet: WalletHandle, sink: EventSink) -> Box<dyn Subscription> {
            match wallet { $(WalletHandle::$kind(wallet) => <$connector>::listen(cx, wallet, sink),)* }
        }
    };
}

// TABLE: the kinds of wallets, each with its connector.
table![Relay => wallet_connect::WalletConnect, Page => injected::Injected, Embedded => embedded::Embedded];

/// Requests a wallet's accounts.
///
/// # Errors
/// The wallet's error. [`Error::Unreadable`].
pub async fn connect(
    cx: &Cx,
    wallet: WalletHandle,
    namespace: Namespace,
    silent: bool,
) -> Result<WalletAnswer> {
    dispatch_connect(cx, wallet, namespace, silent).await
}

/// Disconnects a wallet.
///
/// # Errors
/// The wallet's error.
pub async fn disconnect(cx: &Cx, wallet: WalletHandle) -> Result<()> {
    dispatch_disconnect(cx, wallet).await
}

/// Switches a wallet's chain. If an address belongs to one network, this returns the accounts for the new chain.
///
/// # Errors
/// The wallet's error.
pub async fn switch_chain(cx: &Cx, wallet: WalletHandle, chain: &ChainId) -> Result<Vec<AccountEntry>> {
    dispatch_switch_chain(cx, wallet, chain).await
}

/// Sends any other request to a wallet.
///
/// # Errors
/// The wallet's error.
pub async fn request(cx: &Cx, wallet: WalletHandle, method: &str, params: &Value) -> Result<Value> {
    dispatch_request(cx, wallet, method, params, None).await
}

/// Whether a wallet might support a method. A session lists its methods. For a browser wallet, always true.
pub async fn grants(cx: &Cx, wallet: WalletHandle, method: &str) -> bool {
    match wallet {
        WalletHandle::Relay(namespace) => {
            lazy::grants::<wallet_connect::WalletConnect>(cx, namespace, method).await
        }
        WalletHandle::Page(_) | WalletHandle::Embedded(_) => true,
    }
}

/// Requests a list that a wallet returns without the user: from a browser wallet, or over a relay without waking the
/// phone. The embedded wallet has its own lists.
///
/// # Errors
/// The wallet's error.
pub async fn list(cx: &Cx, wallet: WalletHandle, method: &str) -> Result<Value> {
    match wallet {
        WalletHandle::Page(_) => request(cx, wallet, method, &Value::Array(Vec::new())).await,
        WalletHandle::Relay(namespace) => {
            lazy::list::<wallet_connect::WalletConnect>(cx, namespace, method).await
        }
        WalletHandle::Embedded(_) => Err(Error::MethodNotAllowed),
    }
}

/// Sends a money request to a wallet. `token` identifies its confirmation: a response that no flow awaits is recorded
/// under it ([`crate::features::money::late`]).
///
/// # Errors
/// An error from the wallet ([`fault_of_money`]). [`Error::WalletSilent`] for any failure after the wallet might have received the request,
/// because it can still broadcast (docs/spec/security.md R8).
pub fn send(
    cx: &Cx,
    wallet: WalletHandle,
    method: &str,
    params: &Value,
    token: &str,
) -> Local<Result<Value>> {
    dispatch_request(cx, wallet, method, params, Some(token))
}

/// Asks a browser wallet to broadcast a transaction that it has signed, if signing and broadcasting are separate calls.
pub(crate) const PUSH: &str = "wm_push";

/// Checks whether the modal's adapter can pass every field of a request to a browser wallet. The wallet itself isn't contacted.
pub(crate) const TAKES: &str = "wm_takes";

/// Reads a wallet's list of accounts (`{accounts: [{chain, address, ...}]}`, or the list itself). Drops invalid
/// entries.
#[must_use]
pub fn entries(namespace: Namespace, answer: &Value) -> Vec<AccountEntry> {
    let list = answer.as_array().map_or_else(|| answer.list("accounts"), |list| list.as_slice());
    let mut found: Vec<AccountEntry> = Vec::new();
    for item in list.iter().take(ACCOUNTS_MAX) {
        let address = item.as_str().or_else(|| item.text("address"));
        let entry = address
            .and_then(|address| namespaces::entry(namespace, address, item.text("type"), item.text("chain")));
        let Some(mut entry) = entry else { continue };
        entry.label = item.text("label").and_then(|label| text::label(label, NAME_CHARS_MAX));
        let is_key = |kind: &&str| matches!(*kind, "sr25519" | "ed25519" | "ecdsa");
        entry.algorithm = item.text("type").filter(is_key).map(Into::into);
        match found.iter_mut().find(|known| known.address == entry.address && known.chain == entry.chain) {
            // an address with two purposes is one account, for payments
            Some(known) if entry.kind == AccountType::Payment => known.kind = entry.kind,
            Some(_) => {}
            None => found.push(entry),
        }
    }
    if namespaces::of(namespace).default_type() == AccountType::Payment {
        // only a payment account can be the current one (4.14); a wallet without such an account isn't connected
        let (mut pays, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|entry| entry.kind == AccountType::Payment);
        if !pays.is_empty() {
            pays.extend(others);
        }
        return pays;
    }
    found
}

/// Everything that a wallet has reported since the last read. Only the newest accounts and the newest chain are kept,
/// so a burst of events takes one slot. Messages can be about different things, so the first [`WALLET_MESSAGES_MAX`] of
/// a burst are all kept.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct WalletUpdate {
    /// The newest list of accounts.
    pub accounts: Option<Value>,
    /// The newest chain.
    pub chain: Option<Value>,
    /// The messages, in order.
    pub messages: Vec<Value>,
    /// The wallet lost its connection to the page and won't respond again.
    pub is_lost: bool,
}

/// The slot between a wallet's events and the flow that reads them.
#[derive(Default)]
struct UpdateSlot {
    pending: RefCell<WalletUpdate>,
    waker: RefCell<Option<Waker>>,
    is_closed: Cell<bool>,
}

impl UpdateSlot {
    fn wake(&self) {
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }
}

/// The writing end of a slot. The subscription owns it; dropping it closes the slot.
struct UpdateSender(Rc<UpdateSlot>);

impl Drop for UpdateSender {
    fn drop(&mut self) {
        self.0.is_closed.set(true);
        self.0.wake();
    }
}

/// The reading end: a stream of a wallet's updates. Dropping it ends the subscription.
pub struct WalletUpdates {
    slot: Rc<UpdateSlot>,
    _subscription: Box<dyn Subscription>,
}

impl WalletUpdates {
    /// Waits for the next update. Returns `None` when the subscription has ended.
    pub async fn next(&mut self) -> Option<WalletUpdate> {
        core::future::poll_fn(|context| {
            let update = self.slot.pending.take();
            if update != WalletUpdate::default() {
                return Poll::Ready(Some(update));
            }
            if self.slot.is_closed.get() {
                return Poll::Ready(None);
            }
            *self.slot.waker.borrow_mut() = Some(context.waker().clone());
            Poll::Pending
        })
        .await
    }
}

/// Subscribes to a wallet's events. Only an empty list of accounts is a log-out. An unreachable chain or a lost connection to the page isn't
/// one (docs/spec/page-wallets.md 1.2).
#[must_use]
pub fn listen(cx: &Cx, wallet: WalletHandle) -> WalletUpdates {
    let slot = Rc::new(UpdateSlot::default());
    let sender = UpdateSender(slot.clone());
    let sink = Box::new(move |event| {
        let mut update = sender.0.pending.borrow_mut();
        match event {
            WalletEvent::Accounts(list) => update.accounts = Some(list),
            WalletEvent::Chain(chain) => update.chain = Some(chain),
            WalletEvent::Message(message) if update.messages.len() < WALLET_MESSAGES_MAX => {
                update.messages.push(message);
            }
            WalletEvent::Message(_) => return,
            WalletEvent::Disconnect => update.is_lost = true,
        }
        drop(update);
        sender.0.wake();
    });
    WalletUpdates { slot, _subscription: dispatch_listen(cx, wallet, sink) }
}

/// The code for an error without one.
const NO_CODE: i64 = 0;

/// Converts a wallet's error to an engine error. A rejection is recognized from its code, or otherwise from its text
/// (docs/spec/page-wallets.md section 0).
#[must_use]
pub fn fault(fault: ProviderFault) -> Error {
    if fault.answered {
        return Error::Unreadable { from: "the wallet".into() };
    }
    if fault.code == ProviderFault::TAMPERED {
        return Error::NotWhatWasShown;
    }
    match is_refusal(&fault.message) {
        true => Error::UserRejected,
        false => said(&fault),
    }
}

/// Converts a wallet's error for a request that moves money ([`send`]). It keeps the wallet's code and message. `features/money/outcome.rs`
/// decides what they mean, and text without a code is never treated as a rejection.
#[must_use]
pub fn fault_of_money(fault: &ProviderFault) -> Error {
    if fault.answered {
        return Error::Unreadable { from: "the wallet".into() };
    }
    match fault.code {
        ProviderFault::TAMPERED => Error::NotWhatWasShown,
        _ if fault.code == 5000 || fault.original_code == Some(5000) => Error::UserRejected,
        _ => said(fault),
    }
}

fn said(fault: &ProviderFault) -> Error {
    let code = fault.original_code.unwrap_or(fault.code);
    if [code, fault.code].iter().any(|code| matches!(code, 4001 | 5002)) {
        return Error::UserRejected;
    }
    match code {
        NO_CODE => Error::told(-32603, -32603, &fault.message, fault.data.clone()),
        _ => Error::told(code, fault.code, &fault.message, fault.data.clone()),
    }
}

/// Whether the error of a switch or add request means that the wallet doesn't know the network. Some wallets use a single code for all
/// errors: Enkrypt 2.17 responds 4001 with the reason as its text (packages/extension/src/libs/error).
pub(crate) fn is_unknown_chain(message: &str) -> bool {
    let text = message.to_ascii_lowercase();
    let is_of_chain = (text.contains("chain") || text.contains("network")) && !text.contains("network error");
    let says = |words: &[&str]| words.iter().any(|words| text.contains(words));
    let is_not = says(&["not support", "n't support", "unsupported", "not implemented", "not yet supported"]);
    is_not
        || is_of_chain
            && says(&["unrecognized", "unrecognised", "unknown", "not recognized", "not added", "not found"])
}

/// Code 4902, or the wallet's own code for it.
pub(crate) fn unknown_chain(message: &str) -> Error {
    Error::rpc(4902, message)
}

pub(crate) fn is_refusal(message: &str) -> bool {
    let text = message.to_ascii_lowercase();
    let says_user = [
        "user rejected",
        "user denied",
        "user declined",
        "user cancelled",
        "user canceled",
        "request rejected",
    ];
    let by_user = ["cancelled by the user", "canceled by the user", "rejected by the user"];
    says_user.iter().chain(&by_user).any(|part| text.contains(part))
        || matches!(text.trim(), "cancelled" | "canceled" | "rejected")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of_text(code: i64, message: &str) -> Error {
        fault(ProviderFault {
            code,
            message: message.into(),
            original_code: None,
            answered: false,
            data: None,
        })
    }

    // req: 8.33
    #[test]
    fn detects_a_rejection_by_code_or_text() {
        for (code, message) in
            [(4001, ""), (5002, "x"), (-32603, "User rejected the request."), (-32603, "Cancelled")]
        {
            assert_eq!(of_text(code, message), Error::UserRejected, "{code} {message}");
        }
        assert_eq!(of_text(-32603, "nonce too low"), Error::rpc(-32603, "nonce too low"));
        assert_eq!(of_text(-32002, "pending"), Error::rpc(-32002, "pending"));
        let nested = ProviderFault {
            code: -32603,
            message: "x".into(),
            original_code: Some(4902),
            answered: false,
            data: None,
        };
        assert_eq!(fault(nested), Error::told(4902, -32603, "x", None));
    }

    // req: 4.29, 10.58
    #[test]
    fn detects_an_unknown_network_by_the_error_text() {
        for words in [
            "Unrecognized chain ID \"0x53a\". Try adding the chain using wallet_addEthereumChain first.",
            "Not implemented",
            "Chain not supported",
            "This chain is not supported by Rabby yet.",
            "unknown network",
            "Unsupported chainId 0x53a",
            "wallet doesn't support 1338",
        ] {
            assert!(is_unknown_chain(words), "{words}");
        }
        for words in
            ["User rejected the request.", "Unknown network error", "Cancelled", "", "Request expired"]
        {
            assert!(!is_unknown_chain(words), "{words}");
        }
    }

    // req: 8.33
    #[test]
    fn never_rejects_a_money_request_only_because_of_its_text() {
        let of = |code, message: &str, original_code| {
            fault_of_money(&ProviderFault {
                code,
                message: message.into(),
                original_code,
                answered: false,
                data: None,
            })
        };
        for (code, original) in [(4001, None), (5000, None), (5002, None), (-32603, Some(4001))] {
            assert_eq!(of(code, "x", original), Error::UserRejected, "{code}");
        }
        assert_eq!(of(4100, "", None), Error::rpc(4100, ""));
        for code in [0, -32603, 4900] {
            let Error::Rpc { message, .. } = of(code, "User rejected the request.", None) else { panic!() };
            assert_eq!(message, "User rejected the request.", "{code}");
        }
    }

    #[test]
    fn keeps_only_the_valid_accounts_of_a_wallet() {
        let list = json!({"accounts": [
            {"chain": "eip155:1", "address": "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"},
            {"address": "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED"},
            {"address": "<script>"}, null, 7,
        ]});
        let found = entries(Namespace::Eip155, &list);
        let named = json!([{"address": "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", "label": " Savings\u{202e} ", "type": "sr25519"}]);
        let entry = &entries(Namespace::Eip155, &named)[0];
        assert_eq!((entry.label.as_deref(), entry.algorithm.as_deref()), (Some("Savings"), Some("sr25519")));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].address, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed");
        assert_eq!(
            entries(Namespace::Eip155, &json!(["0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"])).len(),
            1
        );
        assert!(entries(Namespace::Eip155, &json!("nonsense")).is_empty());
    }
}
