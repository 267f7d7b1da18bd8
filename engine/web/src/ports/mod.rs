//! The ports on the browser, one file a port, named as in core.

mod clock;
mod data;
mod frame;
mod host;
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
use std::rc::Rc;
use wallet_engine::ports::{EmbeddedPorts, Ports, RelayPorts};

/// The ports of the first part of the binary, on browser APIs.
pub fn browser(host: Rc<EngineHost>, wallets: Rc<provider::PageWallets>, storage: Option<&str>) -> Ports {
    let (memory_only, cookies) = (storage == Some("memory"), storage == Some("cookie"));
    frame::keep(&host);
    Ports {
        clock: Rc::new(clock::BrowserClock),
        data: Rc::new(host::PageHost(host.clone())),
        host: Rc::new(host::PageHost(host.clone())),
        http: Rc::new(http::Fetch),
        provider: wallets,
        random: Rc::new(random::WebCrypto),
        siwx: Rc::new(host::PageHost(host)),
        spawn: Rc::new(spawn::Microtasks),
        storage: Rc::new(storage::Indexed { memory_only, cookies }),
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

/// The windows of taps, for the parts that need them.
pub fn popup() -> Rc<dyn wallet_engine::ports::popup::Popup> {
    Rc::new(popup::ElementWindows)
}

/// Those that only the embedded wallet needs.
pub fn embedded(memory_only: bool) -> EmbeddedPorts {
    EmbeddedPorts { frame: Rc::new(frame::ElementFrames), seal: Rc::new(seal::WebSeal { memory_only }) }
}

/// Those that only wallets on other devices need.
pub fn relay(memory_only: bool) -> RelayPorts {
    RelayPorts {
        seal: Rc::new(seal::WebSeal { memory_only }),
        socket: Rc::new(socket::WebSockets),
        tabs: Rc::new(tabs::BrowserTabs::default()),
    }
}
