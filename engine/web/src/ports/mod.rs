//! The ports on browser APIs: one file per port, named as in core.

mod clock;
mod data;
mod frame;
mod host;
mod hosted;
mod http;
pub mod letters;
mod popup;
pub mod provider;
mod random;
mod seal;
mod siwx;
mod socket;
mod spawn;
mod storage;
mod tabs;
mod window;

use crate::EngineHost;
use serde_json::Value;
use std::rc::Rc;
use wallet_engine::ports::storage::Storage;
use wallet_engine::ports::{EmbeddedPorts, Ports, RelayPorts};

/// The ports of the first part of the binary, on browser APIs.
pub fn browser(host: Rc<EngineHost>, wallets: Rc<provider::PageWallets>, storage: Option<&Value>) -> Ports {
    let is = |word| storage.and_then(Value::as_str) == Some(word);
    let indexed = storage::Indexed { memory_only: is("memory"), cookies: is("cookie") };
    let storage: Rc<dyn Storage> = match storage {
        Some(Value::Object(_)) => Rc::new(hosted::Hosted(host.clone(), indexed)),
        _ => Rc::new(indexed),
    };
    frame::keep(&host);
    Ports {
        clock: Rc::new(clock::BrowserClock),
        data: Rc::new(host::PageHost(host.clone())),
        host: Rc::new(host::PageHost(host.clone())),
        http: Rc::new(http::Fetch::default()),
        provider: wallets,
        random: Rc::new(random::WebCrypto),
        siwx: Rc::new(host::PageHost(host)),
        spawn: Rc::new(spawn::Microtasks),
        storage,
        embedded: Rc::default(),
        popup: Rc::default(),
        relay: Rc::default(),
        window: Rc::default(),
    }
}

/// The window, for the parts that need it.
pub fn window() -> Rc<dyn wallet_engine::ports::window::Window> {
    Rc::new(window::BrowserWindow)
}

/// Windows that clicks open, for the parts that need them.
pub fn popup() -> Rc<dyn wallet_engine::ports::popup::Popup> {
    Rc::new(popup::ElementWindows)
}

/// The ports for the embedded wallet.
pub fn embedded(memory_only: bool) -> EmbeddedPorts {
    EmbeddedPorts { frame: Rc::new(frame::ElementFrames), seal: Rc::new(seal::WebSeal { memory_only }) }
}

/// The ports for mobile wallets.
pub fn relay(memory_only: bool) -> RelayPorts {
    RelayPorts {
        seal: Rc::new(seal::WebSeal { memory_only }),
        socket: Rc::new(socket::WebSockets),
        tabs: Rc::new(tabs::BrowserTabs::default()),
    }
}
