//! Wallets found in the page. Contract: a wallet is a number, and its object stays outside. `request` settles at most once and never panics
//! on any behavior of a wallet (exceptions, invalid responses, no response). `listen` translates and decides nothing. Dropping the
//! subscription ends it. Methods and responses: docs/spec/page-wallets.md section 0.

use super::Local;
use crate::caip::Namespace;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The number of a wallet object of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PageWallet(pub u32);

/// How a wallet came into the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WalletKind {
    /// It announced itself.
    #[default]
    Announced,
    /// It was found on a global of the page.
    Injected,
    /// It is reached through the entry: Coinbase's window.
    External,
    /// The host brought it along (`addConnector`).
    Host,
    /// The Safe around the page: it proposes each transaction to the account's owners.
    Safe,
}

impl WalletKind {
    /// As the adapters write it.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        match text {
            "INJECTED" => Self::Injected,
            "EXTERNAL" => Self::External,
            "HOST" => Self::Host,
            "SAFE" => Self::Safe,
            _ => Self::Announced,
        }
    }

    /// `type` of a connector (3.6).
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Announced => "ANNOUNCED",
            Self::Injected => "INJECTED",
            Self::External | Self::Host | Self::Safe => "EXTERNAL",
        }
    }
}

/// A wallet as its adapter found it; copied once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Its number.
    pub handle: PageWallet,
    /// How it came.
    pub kind: WalletKind,
    /// uuid of the announcement, or another id.
    pub id: String,
    /// As announced.
    pub name: String,
    /// `blob:` URL.
    pub icon: Option<String>,
    /// A number for what it says its icon is: those who say the same have the same.
    pub picture: Option<u32>,
    /// As announced.
    pub rdns: Option<String>,
    /// Namespaces it serves.
    pub namespaces: Vec<Namespace>,
}

/// An error of a wallet or its adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderFault {
    /// EIP-1193 code; 0 when it gave none.
    pub code: i64,
    /// Its own words, as sent.
    pub message: String,
    /// `data.originalError.code`, if it is (docs/spec/services.md B6).
    pub original_code: Option<i64>,
    /// The wallet responded, but unreadably: the request might have succeeded.
    pub answered: bool,
    /// Its unchecked additional data.
    pub data: Option<Value>,
}

impl ProviderFault {
    /// No wallet says this number: the request was exchanged on its way, and the wallet was not asked (10.27).
    pub const TAMPERED: i64 = i64::MIN;

    /// The request was exchanged on its way, and the wallet was not asked.
    #[must_use]
    pub const fn tampered() -> Self {
        Self {
            code: Self::TAMPERED,
            message: String::new(),
            original_code: None,
            answered: false,
            data: None,
        }
    }
}

/// An event of the wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WalletEvent {
    /// The list of accounts, as in the answer to `wm_connect`.
    Accounts(Value),
    /// Its chain.
    Chain(Value),
    /// It has lost its connection to the page for good: not a log-out.
    Disconnect,
    /// Anything else that a provider says (EIP-1193, `message`): of an object with a type. Unchecked.
    Message(Value),
}

/// Ends when dropped.
pub trait Subscription {}

/// The recipient of a wallet's events.
pub type EventSink = Box<dyn Fn(WalletEvent)>;

/// Wallets of the page.
pub trait Provider {
    /// Asks a wallet.
    fn request(
        &self,
        wallet: PageWallet,
        method: &str,
        params: &Value,
    ) -> Local<Result<Value, ProviderFault>>;
    /// Hears a wallet.
    fn listen(&self, wallet: PageWallet, sink: EventSink) -> Box<dyn Subscription>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::ScriptedWallets;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{EventSink, Local, PageWallet, Provider, ProviderFault, Subscription, WalletEvent};
    use alloc::borrow::ToOwned;
    use alloc::boxed::Box;
    use alloc::collections::BTreeMap;
    use alloc::rc::{Rc, Weak};
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::RefCell;
    use serde_json::Value;

    type Answer = dyn Fn(&str, &Value) -> Local<Result<Value, ProviderFault>>;

    /// Wallets that respond with a function and record their requests.
    #[derive(Clone, Default)]
    pub struct ScriptedWallets(Rc<Inner>);

    #[derive(Default)]
    struct Inner {
        answers: RefCell<BTreeMap<u32, Rc<Answer>>>,
        seen: RefCell<Vec<(u32, String, Value)>>,
        sinks: RefCell<Vec<(u32, Weak<EventSink>)>>,
    }

    struct Heard(#[allow(dead_code, reason = "dropping it is what ends the subscription")] Rc<EventSink>);
    impl Subscription for Heard {}

    impl ScriptedWallets {
        /// Sets a wallet's response.
        pub fn answer(
            &self,
            wallet: u32,
            answer: impl Fn(&str, &Value) -> Local<Result<Value, ProviderFault>> + 'static,
        ) {
            self.0.answers.borrow_mut().insert(wallet, Rc::new(answer));
        }

        /// How often any wallet got a method.
        #[must_use]
        pub fn count(&self, method: &str) -> usize {
            self.0.seen.borrow().iter().filter(|(_, seen, _)| seen == method).count()
        }

        /// The parameters of the last request with this method.
        #[must_use]
        pub fn last(&self, method: &str) -> Option<Value> {
            self.0
                .seen
                .borrow()
                .iter()
                .rev()
                .find(|(_, seen, _)| seen == method)
                .map(|(_, _, params)| params.clone())
        }

        /// The requests, and the ended subscriptions.
        pub fn forget(&self) {
            self.0.seen.take();
            let mut sinks = self.0.sinks.borrow_mut();
            sinks.retain(|(_, sink)| sink.strong_count() > 0);
            sinks.shrink_to_fit();
        }

        /// The wallet emits an event; returns the number of subscribers.
        pub fn tell(&self, wallet: u32, event: &WalletEvent) -> usize {
            let sinks: Vec<_> = self
                .0
                .sinks
                .borrow()
                .iter()
                .filter(|(of, _)| *of == wallet)
                .filter_map(|(_, sink)| sink.upgrade())
                .collect();
            sinks.iter().for_each(|sink| sink(event.clone()));
            sinks.len()
        }
    }

    impl Provider for ScriptedWallets {
        fn request(
            &self,
            wallet: PageWallet,
            method: &str,
            params: &Value,
        ) -> Local<Result<Value, ProviderFault>> {
            self.0.seen.borrow_mut().push((wallet.0, method.to_owned(), params.clone()));
            let answer = self.0.answers.borrow().get(&wallet.0).cloned();
            match answer {
                Some(answer) => answer(method, params),
                None => Box::pin(core::future::pending()),
            }
        }

        fn listen(&self, wallet: PageWallet, sink: EventSink) -> Box<dyn Subscription> {
            let sink = Rc::new(sink);
            self.0.sinks.borrow_mut().push((wallet.0, Rc::downgrade(&sink)));
            Box::new(Heard(sink))
        }
    }
}
