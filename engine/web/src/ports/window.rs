//! The window of the page.

use crate::js;
use wallet_engine::ports::host::Page;
use wallet_engine::ports::window::Window;
use wasm_bindgen::prelude::*;

/// The browser's window.
pub struct BrowserWindow;

/// Reads the device's data by property name. A typed binding for each property would be larger than this function.
fn device() -> Option<Page> {
    let window = web_sys::window()?;
    let navigator = js::property(&window, "navigator")?;
    let telegram = js::property(&window, "Telegram").and_then(|telegram| js::property(&telegram, "WebApp"));
    let matches = |query: &str| {
        js::property(&window, "matchMedia")
            .and_then(|ask| ask.dyn_ref::<js_sys::Function>()?.call1(&window, &query.into()).ok())
            .and_then(|answer| js::property(&answer, "matches"))
            .is_some_and(|matches| matches.is_truthy())
    };
    Some(Page {
        agent: js::text(&navigator, "userAgent").unwrap_or_default(),
        touch: js::property(&navigator, "maxTouchPoints").and_then(|n| n.as_f64()).unwrap_or(0.0) > 1.0,
        coarse: matches("(pointer:coarse)"),
        dark: matches("(prefers-color-scheme:dark)"),
        url: js::property(&window, "location").and_then(|at| js::text(&at, "href")).unwrap_or_default(),
        framed: js::property(&window, "top").is_some_and(|top| &top != AsRef::<JsValue>::as_ref(&window)),
        // Decision 6, "Messaging app"
        telegram: ["TelegramWebviewProxy", "TelegramWebviewProxyProto"]
            .iter()
            // an element of the page with such an ID is a property of the window, and several are a list
            .any(|name| {
                js::property(&window, name).is_some_and(|it| {
                    js::property(&it, "nodeType").or_else(|| js::property(&it, "item")).is_none()
                })
            })
            || telegram.is_some_and(|app| {
                js::text(&app, "platform").is_some_and(|platform| platform != "unknown")
                    || js::text(&app, "initData").is_some_and(|data| !data.is_empty())
            }),
        ..Page::default()
    })
}

impl Window for BrowserWindow {
    fn facts(&self) -> Page {
        device().unwrap_or_default()
    }

    fn is_visible(&self) -> bool {
        let document = web_sys::window().and_then(|window| window.document());
        document.and_then(|document| js::text(&document, "visibilityState")).as_deref() != Some("hidden")
    }

    fn on_wake(&self, sink: Box<dyn Fn() -> bool>) {
        // the listeners remove themselves when no subscriber is left
        let window = JsValue::from(js_sys::global());
        let Some(aborts) = js::made("AbortController", &[]) else { return };
        let options = js_sys::Object::new();
        js::set(&options, "signal", &js::property(&aborts, "signal").unwrap_or_default());
        let heard = Closure::<dyn FnMut(JsValue)>::new(move |_| {
            if !sink() {
                let _ = js::call(&aborts, "abort", &[]);
            }
        })
        .into_js_value();
        for name in ["online", "focus", "pageshow", "visibilitychange"] {
            let _ = js::call(&window, "addEventListener", &[&name.into(), &heard, &options]);
        }
    }

    fn go(&self, url: &str, target: &'static str) {
        let window = js_sys::global();
        // A sandboxed frame can't navigate its page. Then the link opens in a new tab.
        let led = target == "_top"
            && js::call(&window, "open", &[&url.into(), &target.into()])
                .is_some_and(|opened| !opened.is_null());
        if !led {
            let target = if target == "_top" { "_blank" } else { target };
            let features = "noopener,noreferrer".into();
            let _ = js::call(&window, "open", &[&url.into(), &target.into(), &features]);
        }
    }

    fn replace(&self, url: &str) {
        let history = js::property(&js_sys::global(), "history").unwrap_or_default();
        let state = js::property(&history, "state").unwrap_or(JsValue::NULL);
        let _ = js::call(&history, "replaceState", &[&state, &"".into(), &url.into()]);
    }

    fn leave(&self, url: &str) {
        let place = js::property(&js_sys::global(), "location").unwrap_or_default();
        let _ = js::call(&place, "assign", &[&url.into()]);
    }
}
