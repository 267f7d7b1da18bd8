//! The engine in the browser: six exports, the ports on browser APIs, and the parts that load later. It has no rules.
//!
//! Values cross as JSON text, parsed once and bounded, and errors as plain objects (`serde_wasm_bindgen`, JSON-compatible). All exports take `&self`,
//! because with `&mut self` a listener that calls back would throw.

#![cfg(target_arch = "wasm32")]

mod js;
mod ports;
mod split;

use crate::ports::provider::PageWallets;
use std::rc::Rc;
use wallet_engine::engine::Engine as Core;
use wallet_engine::error::Error;
use wallet_engine::flow::{Join, Reply};
use wallet_engine::json::{self, Read};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

/// This allocator has a third of the size of the one in `std`.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen]
extern "C" {
    /// Emits a public event, including `wallet-state`.
    pub type EngineHost;
    #[wasm_bindgen(method)]
    fn emit(this: &EngineHost, name: &str, detail: JsValue);
    /// Creates a `blob:` URL of an image, or null. Copies the bytes.
    #[wasm_bindgen(method)]
    fn picture(this: &EngineHost, bytes: js_sys::Uint8Array) -> js_sys::Promise;
    /// Returns the data of ENSIP-15's tables for a name, as JSON text. Rejects if the tables can't be loaded.
    #[wasm_bindgen(method)]
    fn normalized(this: &EngineHost, name: &str) -> js_sys::Promise;
    /// Calls a data source of the page, with its name, the URL and the body that a service would get. Never throws.
    #[wasm_bindgen(method)]
    fn data(this: &EngineHost, name: &str, url: &str, body: Option<&str>) -> js_sys::Promise;
    /// Calls a method of the page's sign-in object. `settings` returns immediately, the others return a promise.
    #[wasm_bindgen(method, catch)]
    fn siwx(this: &EngineHost, method: &str, arguments: JsValue) -> Result<JsValue, JsValue>;
}

/// The engine, as the element uses it.
#[wasm_bindgen]
pub struct Engine {
    core: Core,
    wallets: Rc<PageWallets>,
}

#[wasm_bindgen]
impl Engine {
    /// Starts the engine: checks the options, reads storage, restores a stored connection.
    #[wasm_bindgen(constructor)]
    pub fn new(host: EngineHost, options: JsValue) -> Engine {
        let host = Rc::new(host);
        #[cfg(debug_assertions)]
        std::panic::set_hook(Box::new(|info| web_sys::console::error_1(&info.to_string().into())));
        let options = js::value(&options, js::OPTIONS_BYTES_MAX).unwrap_or_default();
        let wallets = Rc::new(PageWallets::default());
        let ports = ports::browser(host, wallets.clone(), options.field("storage"));
        let rows = wallet_engine::features::rows(split::later());
        Engine { core: Core::new(ports, rows, options), wallets }
    }

    /// Runs a command of the contract. Rejects with `ErrorData`.
    pub fn dispatch(&self, command: JsValue) -> js_sys::Promise {
        match js::value(&command, js::OPTIONS_BYTES_MAX) {
            Ok(command) => promise(self.core.dispatch(command)),
            Err(_) => promise(Join::settled(Err(Error::BadParams { field: "command".into() }))),
        }
    }

    /// Sends an EIP-1193 request: `{method, params?}`. Rejects with `ErrorData`.
    pub fn request(&self, namespace: &str, args: JsValue) -> js_sys::Promise {
        let Ok(args) = js::value(&args, wallet_engine::constants::RPC_BYTES_MAX) else {
            return promise(Join::settled(Err(Error::BadParams { field: "params".into() })));
        };
        let params = args.field("params").cloned().unwrap_or_default();
        let method = args.text("method").unwrap_or_default().to_owned();
        let join = self.core.request(namespace, &method, params);
        settled(join, move |error| js::parsed(&json::text(&error.rejected(&method))))
    }

    /// Returns a slice as a new plain object.
    pub fn snapshot(&self, slice: &str) -> Result<JsValue, JsValue> {
        let text = self.core.snapshot(slice).map_err(|error| js::error(&error))?;
        Ok(js::parsed(&text))
    }

    /// Handles an announced browser wallet. Returns whether it is accepted. A repeated announcement updates its icon.
    pub fn announce(&self, wallet: JsValue) -> bool {
        let Some(announced) = self.wallets.read(&wallet) else { return false };
        let handle = announced.handle;
        let is_taken = self.core.announce(announced);
        if is_taken {
            self.wallets.keep(handle, wallet);
        }
        is_taken
    }

    /// Whether a wallet with this ID keeps its place even during a flood of announcements.
    pub fn expects(&self, id: &str) -> bool {
        self.core.expects(id)
    }

    /// Cancels every flow and timer.
    pub fn destroy(&self) {
        self.core.destroy();
    }
}

fn promise(join: Join) -> js_sys::Promise {
    settled(join, js::error)
}

fn settled(join: Join, rejected: impl Fn(&Error) -> JsValue + 'static) -> js_sys::Promise {
    future_to_promise(async move {
        match join.await {
            Ok(Reply::Done) => Ok(JsValue::UNDEFINED),
            // a node's response is passed on unparsed
            Ok(Reply::Json(text)) => js_sys::JSON::parse(&text)
                .map_err(|_| rejected(&Error::Unreadable { from: "the node".into() })),
            Err(error) => Err(rejected(&error)),
        }
    })
}
