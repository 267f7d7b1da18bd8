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

/// A third of the size of the allocator in `std`.
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen]
extern "C" {
    /// Every public event, `wallet-state` included.
    pub type EngineHost;
    #[wasm_bindgen(method)]
    fn emit(this: &EngineHost, name: &str, detail: JsValue);
    /// A `blob:` url of a picture, or null; the bytes are copied.
    #[wasm_bindgen(method)]
    fn picture(this: &EngineHost, bytes: js_sys::Uint8Array) -> js_sys::Promise;
    /// Returns what the tables of ENSIP-15 have about a name, as JSON text. Rejects if the tables can't be loaded.
    #[wasm_bindgen(method)]
    fn normalized(this: &EngineHost, name: &str) -> js_sys::Promise;
    /// Calls a data source of the page, with its name, the URL and the body that a service would get. Never throws.
    #[wasm_bindgen(method)]
    fn data(this: &EngineHost, name: &str, url: &str, body: Option<&str>) -> js_sys::Promise;
    /// Calls a method of the page's sign-in object. `settings` returns immediately, the others return a promise.
    #[wasm_bindgen(method, catch)]
    fn siwx(this: &EngineHost, method: &str, arguments: JsValue) -> Result<JsValue, JsValue>;
}

/// The engine.
#[wasm_bindgen]
pub struct Engine {
    core: Core,
    wallets: Rc<PageWallets>,
}

#[wasm_bindgen]
impl Engine {
    /// Starts it: options are checked, storage is read, a stored connection is brought back.
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

    /// Runs a command of the contract; rejects with `ErrorData`.
    pub fn dispatch(&self, command: JsValue) -> js_sys::Promise {
        match js::value(&command, js::OPTIONS_BYTES_MAX) {
            Ok(command) => promise(self.core.dispatch(command)),
            Err(_) => promise(Join::settled(Err(Error::BadParams { field: "command".into() }))),
        }
    }

    /// EIP-1193: `{method, params?}`; rejects with `ErrorData`.
    pub fn request(&self, namespace: &str, args: JsValue) -> js_sys::Promise {
        let Ok(args) = js::value(&args, wallet_engine::constants::RPC_BYTES_MAX) else {
            return promise(Join::settled(Err(Error::BadParams { field: "params".into() })));
        };
        let params = args.field("params").cloned().unwrap_or_default();
        let method = args.text("method").unwrap_or_default().to_owned();
        let join = self.core.request(namespace, &method, params);
        settled(join, move |error| js::parsed(&json::text(&error.rejected(&method))))
    }

    /// A fresh plain object of one slice.
    pub fn snapshot(&self, slice: &str) -> Result<JsValue, JsValue> {
        let text = self.core.snapshot(slice).map_err(|error| js::error(&error))?;
        Ok(js::parsed(&text))
    }

    /// A wallet was found in the page: whether it is taken. The same object again brings its icon.
    pub fn announce(&self, wallet: JsValue) -> bool {
        let Some(announced) = self.wallets.read(&wallet) else { return false };
        let handle = announced.handle;
        let is_taken = self.core.announce(announced);
        if is_taken {
            self.wallets.keep(handle, wallet);
        }
        is_taken
    }

    /// Whether a wallet of this ID has its place behind any flood of others.
    pub fn expects(&self, id: &str) -> bool {
        self.core.expects(id)
    }

    /// Ends every flow and timer.
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
            // a node's answer is passed on unread
            Ok(Reply::Json(text)) => js_sys::JSON::parse(&text)
                .map_err(|_| rejected(&Error::Unreadable { from: "the node".into() })),
            Err(error) => Err(rejected(&error)),
        }
    })
}
