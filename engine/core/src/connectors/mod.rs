//! Ways to reach a wallet. The table is below; the rest of the engine speaks to wallets through the functions of this file.

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

/// A wallet's answer to being asked for its accounts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalletAnswer {
    /// The current one first; empty when silent and not authorised.
    pub entries: Vec<AccountEntry>,
    /// Its chain, when it said so.
    pub chain: Option<ChainId>,
    /// It comes from the storage of the page: no wallet was asked, so it doesn't prove whose account this is.
    pub is_remembered: bool,
    /// No account, because the user took the access back in the wallet: not because the wallet is locked.
    pub is_revoked: bool,
    /// Its answer is a list, and there is nothing in it.
    pub shares_none: bool,
    /// Networks that it was asked for and named no address on.
    pub unread: Vec<ChainId>,
}

/// A way to reach wallets.
pub trait Connector {
    /// Its wallets: what its kind of [`WalletHandle`] carries.
    type Wallet: Copy;
    /// Asks for accounts; silent asks no person.
    fn connect(
        cx: &Cx,
        wallet: Self::Wallet,
        namespace: Namespace,
        silent: bool,
    ) -> Local<Result<WalletAnswer>>;
    /// Disconnects the wallet.
    fn disconnect(cx: &Cx, wallet: Self::Wallet) -> Local<Result<()>>;
    /// Asks to switch. Where an address belongs to one network, the accounts that the wallet names there.
    fn switch_chain(cx: &Cx, wallet: Self::Wallet, chain: &ChainId) -> Local<Result<Vec<AccountEntry>>>;
    /// Any other request. The host's are whitelisted before; the engine's own are `eth_chainId` before a send and
    /// `eth_sendTransaction`, which every connector of eip155 must answer. `token`: see [`send`].
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

/// Dispatches by the table. Direct calls, not a table of pointers: a pointer ties what it points to into the first part of
/// the binary, and no request is sent to a wallet before one is chosen.
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

// The table: the kinds of wallets and who reaches them.
table![Relay => wallet_connect::WalletConnect, Page => injected::Injected, Embedded => embedded::Embedded];

/// Asks a wallet for its accounts.
///
/// # Errors
/// As the wallet answered; [`Error::Unreadable`].
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
/// As the wallet answered.
pub async fn disconnect(cx: &Cx, wallet: WalletHandle) -> Result<()> {
    dispatch_disconnect(cx, wallet).await
}

/// Asks a wallet to switch its chain. Where an address belongs to one network, the accounts that it names there.
///
/// # Errors
/// As the wallet answered.
pub async fn switch_chain(cx: &Cx, wallet: WalletHandle, chain: &ChainId) -> Result<Vec<AccountEntry>> {
    dispatch_switch_chain(cx, wallet, chain).await
}

/// Asks a wallet anything else.
///
/// # Errors
/// As the wallet answered.
pub async fn request(cx: &Cx, wallet: WalletHandle, method: &str, params: &Value) -> Result<Value> {
    dispatch_request(cx, wallet, method, params, None).await
}

/// Whether a wallet might have a method: a session names those that it has, a browser wallet says so when it is asked.
pub async fn grants(cx: &Cx, wallet: WalletHandle, method: &str) -> bool {
    match wallet {
        WalletHandle::Relay(namespace) => {
            lazy::grants::<wallet_connect::WalletConnect>(cx, namespace, method).await
        }
        WalletHandle::Page(_) | WalletHandle::Embedded(_) => true,
    }
}

/// Asks a wallet for a list that it gives without a user: in the page, or over a relay without waking anyone. The embedded wallet has its
/// own lists.
///
/// # Errors
/// As the wallet answered.
pub async fn list(cx: &Cx, wallet: WalletHandle, method: &str) -> Result<Value> {
    match wallet {
        WalletHandle::Page(_) => request(cx, wallet, method, &Value::Array(Vec::new())).await,
        WalletHandle::Relay(namespace) => {
            lazy::list::<wallet_connect::WalletConnect>(cx, namespace, method).await
        }
        WalletHandle::Embedded(_) => Err(Error::MethodNotAllowed),
    }
}

/// Asks a wallet for what moves money. `token` names the one confirmation it is for: an answer that comes when no flow awaits it any more
/// is recorded by it ([`crate::features::money::late`]).
///
/// # Errors
/// As the wallet answered ([`fault_of_money`]); [`Error::WalletSilent`] for everything else that happens once the wallet might have the
/// request: it may still send (docs/spec/security.md R8).
pub fn send(
    cx: &Cx,
    wallet: WalletHandle,
    method: &str,
    params: &Value,
    token: &str,
) -> Local<Result<Value>> {
    dispatch_request(cx, wallet, method, params, Some(token))
}

/// Asks a browser wallet to send what it has signed and sends by another call alone.
pub(crate) const PUSH: &str = "wm_push";

/// Asks the modal's own half of a browser wallet whether that wallet can be told all of a request; the wallet hears nothing of it.
pub(crate) const TAKES: &str = "wm_takes";

/// A list of accounts as wallets give it (`{accounts: [{chain, address, ...}]}`, or the bare list). What does not fit
/// is dropped.
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
            // one address for two purposes is one account, and it pays
            Some(known) if entry.kind == AccountType::Payment => known.kind = entry.kind,
            Some(_) => {}
            None => found.push(entry),
        }
    }
    if namespaces::of(namespace).default_type() == AccountType::Payment {
        // only what is paid from becomes the current account (4.14); who has nothing of it has no account here
        let (mut pays, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|entry| entry.kind == AccountType::Payment);
        if !pays.is_empty() {
            pays.extend(others);
        }
        return pays;
    }
    found
}

/// Everything that a wallet reported since the last read. Of accounts and chains only the newest value is kept, so a burst of events takes
/// one slot. Messages can be about different things, so the first [`WALLET_MESSAGES_MAX`] of a burst are all kept.
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

/// Of an error that has no code.
const NO_CODE: i64 = 0;

/// A wallet's fault in our words: its refusals are recognised by code and, where wallets give none, by text
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

/// A wallet's fault on what moves money ([`send`]), by its codes and in its own words: what they say of what was sent is decided in one
/// place (`features/money/outcome.rs`), and words alone never are a no.
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

/// Whether a wallet that was asked to switch or to add says that it does not know the network. Some have one code for every error: Enkrypt 2.17
/// answers 4001 with the reason as its text (packages/extension/src/libs/error).
pub(crate) fn is_unknown_chain(message: &str) -> bool {
    let text = message.to_ascii_lowercase();
    let is_of_chain = (text.contains("chain") || text.contains("network")) && !text.contains("network error");
    let says = |words: &[&str]| words.iter().any(|words| text.contains(words));
    let is_not = says(&["not support", "n't support", "unsupported", "not implemented", "not yet supported"]);
    is_not
        || is_of_chain
            && says(&["unrecognized", "unrecognised", "unknown", "not recognized", "not added", "not found"])
}

/// 4902, whatever code the wallet has for it.
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
    fn a_refusal_is_known_by_code_or_text() {
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
    fn a_network_that_a_wallet_does_not_know_is_told_by_its_words() {
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
    fn words_alone_refuse_nothing_that_moves_money() {
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
    fn accounts_of_a_wallet_are_checked_one_by_one() {
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
