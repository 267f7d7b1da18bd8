//! The only way to the outside: one trait per file, with its in-memory twin.
//!
//! | port | what it is | in the browser |
//! |---|---|---|
//! | [`http`] | one request, one bounded answer | fetch, read as a stream |
//! | [`storage`] | all records at start, atomic batches after | IndexedDB, mirrored to localStorage (gloo-storage) |
//! | [`socket`] | a text socket | WebSocket |
//! | [`provider`] | wallets found in the page | adapters of element/src/wallets |
//! | [`frame`] | the embedded wallet's frame | iframe |
//! | [`popup`] | a window opened in a tap | window.open |
//! | [`host`] | the page: events out, facts in | CustomEvents on `<wallet-modal>` |
//! | [`tabs`] | other tabs of this origin | BroadcastChannel, Web Locks |
//! | [`seal`] | secrets at rest | a non-extractable WebCrypto key in IndexedDB |
//! | [`data`] | the page's own data instead of a service | the page's own functions and file |
//! | [`siwx`] | the host's sign-in sessions | the host's own object |
//! | [`window`] | the device, links out of the page | navigator, window |
//! | [`clock`] | wall clock and waiting | Date, gloo-timers |
//! | [`random`] | secure random bytes | crypto.getRandomValues |
//! | [`spawn`] | runs a future | wasm-bindgen-futures |
//!
//! `socket`, `tabs` and `seal` are in [`RelayPorts`]; `frame` and `seal` are in [`EmbeddedPorts`]. The parts of the
//! binary that need them set them, like `window` and `popup`.
//!
//! A simulation (`engine/sim`) follows with its first user. Until then, only the scenarios use the twins.

pub mod clock;
pub mod data;
pub mod frame;
pub mod host;
pub mod http;
pub mod popup;
pub mod provider;
pub mod random;
pub mod seal;
pub mod siwx;
pub mod socket;
pub mod spawn;
pub mod storage;
pub mod tabs;
pub mod window;

use alloc::boxed::Box;
use alloc::rc::Rc;
use core::future::Future;
use core::pin::Pin;

/// A future on one thread.
pub type Local<T> = Pin<Box<dyn Future<Output = T>>>;

/// The ports for mobile wallets.
#[derive(Clone)]
pub struct RelayPorts {
    /// Encrypts stored secrets.
    pub seal: Rc<dyn seal::Seal>,
    /// Connects to relays.
    pub socket: Rc<dyn socket::Socket>,
    /// Communicates with other tabs.
    pub tabs: Rc<dyn tabs::Tabs>,
}

/// The ports for the embedded wallet.
#[derive(Clone)]
pub struct EmbeddedPorts {
    /// Creates the embedded wallet's frame.
    pub frame: Rc<dyn frame::Frame>,
    /// Encrypts stored secrets.
    pub seal: Rc<dyn seal::Seal>,
}

/// Everything outside that the engine can use.
#[derive(Clone)]
pub struct Ports {
    /// The time.
    pub clock: Rc<dyn clock::Clock>,
    /// The page's own data.
    pub data: Rc<dyn data::Data>,
    /// The page.
    pub host: Rc<dyn host::Host>,
    /// HTTP requests to services and nodes.
    pub http: Rc<dyn http::Http>,
    /// Browser wallets.
    pub provider: Rc<dyn provider::Provider>,
    /// Secure random bytes.
    pub random: Rc<dyn random::Random>,
    /// The page's sign-in sessions.
    pub siwx: Rc<dyn siwx::Siwx>,
    /// Runs futures.
    pub spawn: Rc<dyn spawn::Spawn>,
    /// The persistent storage.
    pub storage: Rc<dyn storage::Storage>,
    /// Set by the parts that need it, like `relay`.
    pub window: Rc<core::cell::OnceCell<Rc<dyn window::Window>>>,
    /// Set by the parts that open windows: logins, purchases.
    pub popup: Rc<core::cell::OnceCell<Rc<dyn popup::Popup>>>,
    /// Set by the part with the embedded wallet.
    pub embedded: Rc<core::cell::OnceCell<EmbeddedPorts>>,
    /// Set by the part that needs them, so the first part doesn't contain them.
    pub relay: Rc<core::cell::OnceCell<RelayPorts>>,
}

#[cfg(test)]
impl Ports {
    /// The ports of an isolated page at time zero. A test replaces those that it checks.
    pub(crate) fn in_memory() -> Self {
        Self {
            clock: Rc::new(clock::VirtualClock::at(1)),
            data: Rc::new(data::ScriptedData::default()),
            host: Rc::new(host::RecordingHost::default()),
            http: Rc::new(http::ScriptedHttp::default()),
            provider: Rc::new(provider::ScriptedWallets::default()),
            random: Rc::new(random::SeededRandom::new(1)),
            siwx: Rc::new(siwx::MemorySiwx::default()),
            spawn: Rc::new(spawn::Tasks::default()),
            storage: Rc::new(storage::MemoryStorage::default()),
            window: Rc::default(),
            popup: Rc::default(),
            embedded: Rc::default(),
            relay: Rc::default(),
        }
    }
}
