//! Browser wallets: a table of JavaScript objects. Core knows only their numbers.

use crate::js;
use serde_json::Value;
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::constants::{ERROR_DATA_BYTES_MAX, RPC_BYTES_MAX, WALLET_MESSAGE_BYTES_MAX};
use wallet_engine::ports::Local;
use wallet_engine::ports::provider::{
    Announced, EventSink, PageWallet, Provider, ProviderFault, Subscription, WalletEvent, WalletKind,
};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    /// A `PageWallet` of element/src/wallets. The glue calls its methods by name, so the page's changes of `Function.prototype` and
    /// `Reflect` have no effect (docs/spec/security.md T2).
    type Adapter;
    /// Throws if the request would differ from this text. The wallet's own errors are rejections.
    #[wasm_bindgen(method, catch)]
    fn request(this: &Adapter, method: &str, params: &str) -> Result<js_sys::Promise, JsValue>;
}

/// The adapters' objects (`PageWallet` of element/src/wallets), each with the wallet's own object and its icon, in the
/// order of discovery.
#[derive(Default)]
pub struct PageWallets(RefCell<Vec<(JsValue, JsValue, JsValue)>>);

impl PageWallets {
    /// Reads a wallet's announcement. `None` if it isn't a wallet. The same provider always gets the same number.
    pub fn read(&self, wallet: &JsValue) -> Option<Announced> {
        let provider = js::property(wallet, "provider")?;
        let table = self.0.borrow();
        let number = table.iter().position(|(_, known, _)| *known == provider).unwrap_or(table.len());
        // two wallets have the same icon if the browser finds the texts equal
        let icon = js::property(wallet, "picture").filter(JsValue::is_string);
        let says_the_same = |icon: JsValue| table.iter().position(|(.., of)| *of == icon).unwrap_or(number);
        let picture = icon.map(says_the_same);
        let namespaces = js_sys::Array::from(&js::property(wallet, "namespaces")?);
        let namespaces: Vec<Namespace> =
            namespaces.iter().filter_map(|name| Namespace::parse(&name.as_string()?)).collect();
        let announced = Announced {
            handle: PageWallet(u32::try_from(number).ok()?),
            kind: js::text(wallet, "type").map_or(WalletKind::default(), |kind| WalletKind::parse(&kind)),
            id: js::text(wallet, "id")?,
            name: js::text(wallet, "name")?,
            icon: js::text(wallet, "icon"),
            picture: picture.and_then(|same| u32::try_from(same).ok()),
            rdns: js::text(wallet, "rdns"),
            namespaces,
        };
        (!announced.namespaces.is_empty()).then_some(announced)
    }

    /// Stores an accepted wallet under its number.
    pub fn keep(&self, handle: PageWallet, wallet: JsValue) {
        let mut table = self.0.borrow_mut();
        if let Some(provider) = js::property(&wallet, "provider").filter(|_| handle.0 as usize == table.len())
        {
            let icon = js::property(&wallet, "picture").unwrap_or(JsValue::UNDEFINED);
            table.push((wallet, provider, icon));
        }
    }

    fn get(&self, handle: PageWallet) -> Option<JsValue> {
        self.0.borrow().get(usize::try_from(handle.0).ok()?).map(|(wallet, ..)| wallet.clone())
    }
}

fn fault(thrown: &JsValue) -> ProviderFault {
    let code = |object: &JsValue| -> Option<i64> {
        let code = js::property(object, "code")?;
        let of_text = || code.as_string()?.trim().parse::<i64>().ok();
        code.as_f64().map(|number| number as i64).or_else(of_text)
    };
    let data = js::property(thrown, "data");
    let original = data.as_ref().and_then(|data| js::property(data, "originalError"));
    let message = thrown.as_string().or_else(|| js::text(thrown, "message")).unwrap_or_default();
    let uncoded = js::property(thrown, "uncoded").is_some();
    // the adapter has read the code of an error inside this one
    let sent = js::property(thrown, "sent").and_then(|sent| sent.as_f64()).map(|number| number as i64);
    let read = code(thrown).filter(|_| !uncoded);
    ProviderFault {
        code: sent.or(read).unwrap_or(0),
        message,
        original_code: sent.and(read).or_else(|| original.as_ref().and_then(code)),
        answered: false,
        data: data.and_then(|data| js::value(&data, ERROR_DATA_BYTES_MAX).ok()),
    }
}

/// The error for an object that isn't one of our adapters.
fn no_wallet() -> ProviderFault {
    ProviderFault {
        code: -32603,
        message: "no such wallet".into(),
        original_code: None,
        answered: false,
        data: None,
    }
}

/// The error for a response with a bigint, a cycle or more than the size limit. The request might have been carried
/// out.
fn unreadable() -> ProviderFault {
    ProviderFault {
        code: -32603,
        message: "unreadable answer".into(),
        original_code: None,
        answered: true,
        data: None,
    }
}

impl Provider for PageWallets {
    fn request(
        &self,
        wallet: PageWallet,
        method: &str,
        params: &Value,
    ) -> Local<Result<Value, ProviderFault>> {
        // called in the same task, so that a wallet can open a window within the click
        let asked = self.get(wallet).ok_or_else(no_wallet).and_then(|wallet| {
            let adapter = wallet.unchecked_ref::<Adapter>();
            adapter.request(method, &wallet_engine::json::text(params)).map_err(|_| ProviderFault::tampered())
        });
        Box::pin(async move {
            let answer = JsFuture::from(asked?).await;
            let answer = answer.map_err(|thrown| fault(&thrown))?;
            js::value(&answer, RPC_BYTES_MAX).map_err(|_| unreadable())
        })
    }

    fn listen(&self, wallet: PageWallet, sink: EventSink) -> Box<dyn Subscription> {
        let sink = Rc::new(sink);
        let mut heard = Heard(Vec::new());
        let Some(wallet) = self.get(wallet) else { return Box::new(heard) };
        let Some(on) = js::property(&wallet, "on").and_then(|f| f.dyn_into::<js_sys::Function>().ok()) else {
            return Box::new(heard);
        };
        type Made = fn(Value) -> WalletEvent;
        // several messages can wait, but of other events only the last one
        let kinds: [(&str, usize, Made); 4] = [
            ("accounts", RPC_BYTES_MAX, WalletEvent::Accounts),
            ("chain", RPC_BYTES_MAX, WalletEvent::Chain),
            ("disconnect", RPC_BYTES_MAX, |_| WalletEvent::Disconnect),
            ("message", WALLET_MESSAGE_BYTES_MAX, WalletEvent::Message),
        ];
        for (name, bytes_max, made) in kinds {
            let sink = sink.clone();
            let listener = Closure::<dyn FnMut(JsValue)>::new(move |payload: JsValue| {
                if let Ok(payload) = js::value(&payload, bytes_max) {
                    sink(made(payload));
                }
            });
            let off = on.call2(&wallet, &name.into(), listener.as_ref()).ok();
            heard.0.push((off.and_then(|off| off.dyn_into().ok()), listener));
        }
        Box::new(heard)
    }
}

/// The adapter's functions that unsubscribe, and the closures that are subscribed.
struct Heard(Vec<(Option<js_sys::Function>, Listener)>);

type Listener = Closure<dyn FnMut(JsValue)>;

impl Subscription for Heard {}

impl Drop for Heard {
    fn drop(&mut self) {
        for (off, _) in &self.0 {
            if let Some(off) = off {
                let _ = off.call0(&JsValue::NULL);
            }
        }
    }
}
