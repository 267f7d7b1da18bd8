//! The outside, and nothing else reaches it: one trait a file, its in-memory twin next to it.
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
//! | [`data`] | what the page answers itself in place of a service | the host's own functions and file |
//! | [`siwx`] | the host's sign-in sessions | the host's own object |
//! | [`window`] | the device, links out of the page | navigator, window |
//! | [`clock`] | wall clock and waiting | Date, gloo-timers |
//! | [`random`] | secure random bytes | crypto.getRandomValues |
//! | [`spawn`] | runs a future | wasm-bindgen-futures |
//!
//! `socket`, `tabs` and `seal` are [`RelayPorts`], `frame` and `seal` are [`EmbeddedPorts`]: they come with the parts of the
//! binary that need them, as `window` and `popup` do.
//!
//! A simulation (`engine/sim`) joins with its first user; until then only the scenarios use the twins.

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

/// A future of one thread.
pub type Local<T> = Pin<Box<dyn Future<Output = T>>>;

/// What only mobile wallets need.
#[derive(Clone)]
pub struct RelayPorts {
    /// Secrets at rest.
    pub seal: Rc<dyn seal::Seal>,
    /// Relays.
    pub socket: Rc<dyn socket::Socket>,
    /// Other tabs.
    pub tabs: Rc<dyn tabs::Tabs>,
}

/// What only the embedded wallet needs.
#[derive(Clone)]
pub struct EmbeddedPorts {
    /// Its frame.
    pub frame: Rc<dyn frame::Frame>,
    /// Secrets at rest.
    pub seal: Rc<dyn seal::Seal>,
}

/// Everything the engine may use of the outside.
#[derive(Clone)]
pub struct Ports {
    /// Time.
    pub clock: Rc<dyn clock::Clock>,
    /// What the page answers itself.
    pub data: Rc<dyn data::Data>,
    /// The page.
    pub host: Rc<dyn host::Host>,
    /// Services and nodes.
    pub http: Rc<dyn http::Http>,
    /// Wallets of the page.
    pub provider: Rc<dyn provider::Provider>,
    /// Secure random bytes.
    pub random: Rc<dyn random::Random>,
    /// The host's sign-in sessions.
    pub siwx: Rc<dyn siwx::Siwx>,
    /// Runs futures.
    pub spawn: Rc<dyn spawn::Spawn>,
    /// What survives a reload.
    pub storage: Rc<dyn storage::Storage>,
    /// Set by the parts that need it, as `relay`.
    pub window: Rc<core::cell::OnceCell<Rc<dyn window::Window>>>,
    /// Set by the parts that open windows: logins, shops.
    pub popup: Rc<core::cell::OnceCell<Rc<dyn popup::Popup>>>,
    /// Set by the part that has the embedded wallet.
    pub embedded: Rc<core::cell::OnceCell<EmbeddedPorts>>,
    /// Set by the part of the binary that needs them, so that no byte of them is in the first one.
    pub relay: Rc<core::cell::OnceCell<RelayPorts>>,
}

#[cfg(test)]
impl Ports {
    /// Of a page that is alone in the world, at the beginning of time; a test sets what it looks at.
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
