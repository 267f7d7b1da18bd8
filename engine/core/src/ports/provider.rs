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

/// How a wallet came to the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WalletKind {
    /// The wallet announced itself.
    #[default]
    Announced,
    /// The wallet was found in a global variable of the page.
    Injected,
    /// The wallet's window opens through the entry file (Coinbase).
    External,
    /// The page added it (`addConnector`).
    Host,
    /// The Safe that the page runs in, which proposes each transaction to the account's owners.
    Safe,
}

impl WalletKind {
    /// Parses the adapters' name of a kind.
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

    /// The `type` of a connector (3.6).
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Announced => "ANNOUNCED",
            Self::Injected => "INJECTED",
            Self::External | Self::Host | Self::Safe => "EXTERNAL",
        }
    }
}

/// A wallet, as its adapter found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The wallet's number.
    pub handle: PageWallet,
    /// How it came to the page.
    pub kind: WalletKind,
    /// The uuid of the announcement, or another ID.
    pub id: String,
    /// The announced name.
    pub name: String,
    /// The icon as a `blob:` URL.
    pub icon: Option<String>,
    /// A number for the announced icon. Wallets with the same icon have the same number.
    pub picture: Option<u32>,
    /// The announced reverse DNS name.
    pub rdns: Option<String>,
    /// The namespaces that the wallet supports.
    pub namespaces: Vec<Namespace>,
}

/// An error of a wallet or its adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderFault {
    /// The EIP-1193 code, or 0 without one.
    pub code: i64,
    /// The wallet's own message, unchanged.
    pub message: String,
    /// `data.originalError.code`, if present (docs/spec/services.md B6).
    pub original_code: Option<i64>,
    /// The wallet's response was unreadable, so the request might have succeeded.
    pub answered: bool,
    /// Its unchecked additional data.
    pub data: Option<Value>,
}

impl ProviderFault {
    /// The code for a request that a script changed before it reached the wallet, which didn't get it (10.27). No
    /// wallet uses this number.
    pub const TAMPERED: i64 = i64::MIN;

    /// The error for a request that a script changed before it reached the wallet.
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
    /// The list of accounts, as in the response to `wm_connect`.
    Accounts(Value),
    /// The wallet's chain.
    Chain(Value),
    /// The wallet has lost its connection to the page for good, which isn't a logout.
    Disconnect,
    /// A provider's `message` (EIP-1193): an object with a type, not validated.
    Message(Value),
}

/// A subscription, which ends when it is dropped.
pub trait Subscription {}

/// The listener for a wallet's events.
pub type EventSink = Box<dyn Fn(WalletEvent)>;

/// Browser wallets.
pub trait Provider {
    /// Sends a request to a wallet.
    fn request(
        &self,
        wallet: PageWallet,
        method: &str,
        params: &Value,
    ) -> Local<Result<Value, ProviderFault>>;
    /// Subscribes to a wallet's events.
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

    /// Wallets that respond with a test's function, and record their requests.
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

        /// Forgets the requests and the ended subscriptions.
        pub fn forget(&self) {
            self.0.seen.take();
            let mut sinks = self.0.sinks.borrow_mut();
            sinks.retain(|(_, sink)| sink.strong_count() > 0);
            sinks.shrink_to_fit();
        }

        /// Emits an event of a wallet. Returns the number of subscribers.
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
