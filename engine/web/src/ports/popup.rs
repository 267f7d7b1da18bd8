//! Windows. The element opens them and passes on messages of the exact origin and window (element/src/engine/popup.ts).

use crate::js;
use wallet_engine::ports::popup::{Popup, PopupHandle};
use wasm_bindgen::prelude::*;

/// Windows that the element opens within a click.
pub struct ElementWindows;

struct ElementWindow {
    window: JsValue,
    /// lives as long as the window can call it
    _tell: Closure<dyn FnMut(JsValue)>,
}

impl PopupHandle for ElementWindow {
    fn go(&self, url: &str) {
        let _ = js::call(&self.window, "go", &[&url.into()]);
    }

    fn is_closed(&self) -> bool {
        js::call(&self.window, "isClosed", &[]).is_none_or(|closed| closed.is_truthy())
    }

    fn focus(&self) {
        let _ = js::call(&self.window, "focus", &[]);
    }
}

impl Drop for ElementWindow {
    fn drop(&mut self) {
        let _ = js::call(&self.window, "end", &[]);
    }
}

impl Popup for ElementWindows {
    fn take(&self, origin: &str, sink: Box<dyn Fn(String)>) -> Option<Box<dyn PopupHandle>> {
        let tell = Closure::<dyn FnMut(JsValue)>::new(move |text: JsValue| {
            if let Some(text) = text.as_string() {
                sink(text);
            }
        });
        let host = super::frame::host()?;
        let window = js::call(JsValue::as_ref(&host), "popup", &[&origin.into(), tell.as_ref()])?;
        (!window.is_null() && !window.is_undefined())
            .then(|| Box::new(ElementWindow { window, _tell: tell }) as Box<dyn PopupHandle>)
    }
}
