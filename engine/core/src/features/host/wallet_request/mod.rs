//! A page's request to the connected wallet, from the call to the result (7.36, 10.12, 10.27). Each phase is a file. They run in this
//! order:
//!
//! | phase | what it does |
//! |---|---|
//! | [`validate`] | finds the account, and rejects a method that the namespace or the session doesn't have |
//! | [`chain`] | finds the network: the wallet's own, or the one that the request names. Checks the parameters against it |
//! | [`review`] | shows the request to the user, if it must be reviewed. Brings it into the form that the wallet gets |
//! | [`ask`] | sends it to the wallet, once, and waits |
//! | [`answer`] | checks the wallet's response before the page gets it |
//! | [`follow`] | reports transactions to the page, and looks for those that might have been sent |
//!
//! The page can change while a phase waits: the user disconnects, the account or network changes, another tab takes
//! over, the page reloads. A comment at each wait says what is checked after it. Until the wallet has the request, a
//! change of account, wallet or network rejects it ([`Request::is_same`]). After that, a request that might move money
//! outlives the connection (docs/spec/security.md R8), and [`Phase`] holds what is known about it.

mod answer;
mod ask;
mod chain;
mod follow;
mod review;
mod validate;

use super::requests::chain_of;
use crate::caip::{ChainId, Namespace};
use crate::entities::{Status, WalletHandle};
use crate::error::Result;
use crate::flow::{Cx, Reply};
use alloc::string::String;
use serde_json::Value;

/// A request, with its account, wallet and network.
struct Request {
    namespace: Namespace,
    wallet: WalletHandle,
    address: String,
    /// The network that the page displays.
    shown: Option<ChainId>,
    method: String,
    params: Value,
    /// The namespace knows the method. If it doesn't, only the wallet knows what the request means.
    is_known: bool,
    /// The request might move money, so only the wallet's own response ends it.
    moves: bool,
    /// The wallet responds with the ID of one transaction.
    sends: bool,
}

impl Request {
    const fn is_embedded(&self) -> bool {
        matches!(self.wallet, WalletHandle::Embedded(_))
    }

    const fn is_of_page_wallet(&self) -> bool {
        matches!(self.wallet, WalletHandle::Page(_))
    }

    /// Whether the current account, wallet and network are still those of the request.
    fn is_same(&self, cx: &Cx) -> bool {
        cx.read(|s| {
            let account = s.accounts.by.get(&self.namespace).filter(|of| of.status == Status::Connected);
            account.is_some_and(|account| {
                account.handle == Some(self.wallet)
                    && account.current().is_some_and(|entry| entry.address == self.address)
            }) && chain_of(s, self.namespace) == self.shown
        })
    }
}

/// What is known about a request that the wallet has.
#[derive(Default)]
enum Phase {
    /// The wallet hasn't responded, or its response is complete.
    #[default]
    Waiting,
    /// The wallet responded with an error that doesn't rule out a transaction.
    Unknown,
    /// A transaction was sent, and the page got the event.
    Sent,
    /// The result of a signature check: true, or null if it couldn't be checked.
    Verified(Value),
}

/// Sends a request to the connected wallet.
///
/// # Errors
/// The errors of the phases: a rejection before the wallet gets the request, or the wallet's own error.
pub(super) async fn send(cx: &Cx, namespace: Namespace, method: String, params: Value) -> Result<Reply> {
    let request = validate::validate(cx, namespace, method, params).await?;
    let located = chain::locate(cx, request).await?;
    let reviewed = review::review(cx, located).await?;
    let (pending, result) = ask::ask(cx, reviewed).await;
    follow::end(cx, &pending, &result);
    result.map_err(|error| validate::error_for_page(&pending.request.method, error))
}

#[cfg(test)]
mod tests {
    //! An account of a browser wallet on in-memory ports, for the tests of the phases.

    use super::Request;
    use super::ask::PendingRequest;
    use crate::caip::{ChainId, Namespace};
    use crate::entities::{Status, WalletHandle};
    use crate::features::account::{Account, ChangeReason};
    use crate::features::money::StandOfHost;
    use crate::features::{Later, rows};
    use crate::flow::{Cx, Reply, ScopeId};
    use crate::json::json;
    use crate::namespaces;
    use crate::ports::provider::{PageWallet, ProviderFault, ScriptedWallets};
    use crate::ports::{Ports, host::RecordingHost, spawn::Tasks};
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::vec::Vec;
    use core::cell::{Cell, RefCell};
    use core::future::Future;
    use serde_json::Value;

    pub(super) const ME: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    pub(super) const OTHER: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const WALLET: PageWallet = PageWallet(1);

    /// The page's network is Ethereum.
    #[derive(Clone)]
    pub(super) struct World {
        pub(super) cx: Cx,
        pub(super) wallets: ScriptedWallets,
        host: RecordingHost,
        tasks: Tasks,
    }

    impl World {
        pub(super) fn without_account() -> Self {
            let (tasks, wallets, host) =
                (Tasks::default(), ScriptedWallets::default(), RecordingHost::default());
            let ports = Ports {
                spawn: Rc::new(tasks.clone()),
                provider: Rc::new(wallets.clone()),
                host: Rc::new(host.clone()),
                ..Ports::in_memory()
            };
            Self { cx: Cx::new(ports, rows(Later::native())), wallets, host, tasks }
        }

        pub(super) fn connected() -> Self {
            let world = Self::without_account();
            world.becomes(ME);
            world
        }

        /// Changes the wallet's account.
        pub(super) fn becomes(&self, address: &str) {
            let entry = namespaces::entry(Namespace::Eip155, address, None, None).unwrap();
            let (status, handle) = (Status::Connected, Some(WalletHandle::Page(WALLET)));
            let mut account = Account { status, entries: [entry].into(), handle, ..Account::default() };
            account.native.chain = Some(ChainId::evm(1));
            self.cx.update(|s| {
                s.accounts.by.insert(Namespace::Eip155, account);
                s.context_changed(Namespace::Eip155, ChangeReason::Account);
            });
        }

        /// Sets the wallet's response and network.
        pub(super) fn responds(
            &self,
            chain: u64,
            response: impl Fn(&str) -> Result<Value, ProviderFault> + 'static,
        ) {
            self.wallets.answer(WALLET.0, move |method, _| {
                let response = match method {
                    "eth_chainId" => Ok(json!(alloc::format!("{chain:#x}"))),
                    method => response(method),
                };
                Box::pin(core::future::ready(response))
            });
        }

        /// Runs a phase until it finishes or waits for the wallet, the user or the clock. Returns its result, if any.
        pub(super) fn run<T: 'static, F: Future<Output = T> + 'static>(
            &self,
            phase: impl FnOnce(Cx) -> F + 'static,
        ) -> Rc<RefCell<Option<T>>> {
            let kept = Rc::new(RefCell::new(None));
            let (cx, keep) = (self.cx.clone(), kept.clone());
            drop(self.cx.start(ScopeId::App, async move {
                let result = phase(cx).await;
                *keep.borrow_mut() = Some(result);
                Ok(Reply::Done)
            }));
            self.settle();
            kept
        }

        pub(super) fn settle(&self) {
            self.tasks.run_until_idle();
        }

        /// The values of one field in all events with this name.
        pub(super) fn told(&self, event: &str, field: &str) -> Vec<Value> {
            self.host.details(event).into_iter().map(|detail| detail[field].clone()).collect()
        }
    }

    /// A request of the account, as the first phase returns it.
    pub(super) fn request(method: &str, params: Value) -> Request {
        Request {
            namespace: Namespace::Eip155,
            wallet: WalletHandle::Page(WALLET),
            address: ME.into(),
            shown: Some(ChainId::evm(1)),
            method: method.into(),
            is_known: true,
            moves: namespaces::moves_money(Namespace::Eip155, method, &params),
            sends: namespaces::sends_transaction(Namespace::Eip155, method),
            params,
        }
    }

    /// A request that the wallet has received.
    pub(super) fn pending(method: &str, params: Value) -> PendingRequest {
        PendingRequest {
            compared: params.clone(),
            request: request(method, params),
            chain: "eip155:1".into(),
            stand: StandOfHost::default(),
            review: None,
            id: 7,
            token: "request:eip155:1#7".into(),
            is_awaited: Cell::new(true),
            phase: RefCell::default(),
        }
    }

    /// A transfer that pays and has no call data.
    pub(super) fn transfer() -> Value {
        json!([{ "from": ME, "to": OTHER, "value": "0x1" }])
    }
}
