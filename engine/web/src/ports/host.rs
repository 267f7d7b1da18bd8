//! The page: events go to the element, facts come from the document.

use crate::{EngineHost, js};
use std::rc::Rc;
use wallet_engine::event::Event;
use wallet_engine::ports::host::{Host, Page};
use wasm_bindgen::prelude::*;

/// The element that carries us.
pub struct PageHost(pub Rc<EngineHost>);

/// A value of the first element that matches.
fn of_element(selector: &str, property: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    let element = document.query_selector(selector).ok()??;
    js::text(&JsValue::from(element), property).filter(|text| !text.is_empty())
}

/// `Intl.DateTimeFormat().resolvedOptions().timeZone`
fn timezone() -> Option<String> {
    let format = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::new(), &js_sys::Object::new());
    js::text(&format.resolved_options(), "timeZone")
}

/// What the page runs on. Read by name: a typed binding for each would be larger than all of this.
fn device() -> Option<Page> {
    let window = web_sys::window()?;
    let navigator = js::property(&window, "navigator")?;
    let telegram = js::property(&window, "Telegram").and_then(|telegram| js::property(&telegram, "WebApp"));
    Some(Page {
        agent: js::text(&navigator, "userAgent").unwrap_or_default(),
        touch: js::property(&navigator, "maxTouchPoints").and_then(|n| n.as_f64()).unwrap_or(0.0) > 1.0,
        coarse: js::property(&window, "matchMedia")
            .and_then(|ask| {
                ask.dyn_ref::<js_sys::Function>()?.call1(&window, &"(pointer:coarse)".into()).ok()
            })
            .and_then(|answer| js::property(&answer, "matches"))
            .is_some_and(|matches| matches.is_truthy()),
        framed: js::property(&window, "top").is_some_and(|top| top != JsValue::from(window)),
        telegram: telegram
            .and_then(|app| js::text(&app, "platform"))
            .is_some_and(|platform| platform != "unknown"),
        ..Page::default()
    })
}

impl Host for PageHost {
    fn page(&self) -> Page {
        let window = web_sys::window();
        let document = window.as_ref().and_then(web_sys::Window::document);
        Page {
            path: window.as_ref().and_then(|window| window.location().pathname().ok()).unwrap_or_default(),
            origin: window.and_then(|window| window.location().origin().ok()).unwrap_or_default(),
            title: document.map(|document| document.title()).unwrap_or_default(),
            description: of_element("meta[name=description]", "content").unwrap_or_default(),
            icon: of_element("link[rel~=icon]", "href"),
            timezone: timezone().unwrap_or_default(),
            ..device().unwrap_or_default()
        }
    }

    fn emit(&self, event: &Event) {
        self.0.emit(event.name(), js::plain(event));
    }

    fn log(&self, line: &str) {
        web_sys::console::info_1(&format!("[wallet-modal] {line}").into());
    }

    fn blob(&self, bytes: &[u8], mime: &'static str) -> Option<String> {
        let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
        let kind = web_sys::BlobPropertyBag::new();
        kind.set_type(mime);
        let blob = web_sys::Blob::new_with_u8_array_sequence_and_options(&parts, &kind).ok()?;
        web_sys::Url::create_object_url_with_blob(&blob).ok()
    }

    fn release(&self, url: &str) {
        let _ = web_sys::Url::revoke_object_url(url);
    }

    fn is_visible(&self) -> bool {
        let document = web_sys::window().and_then(|window| window.document());
        document.and_then(|document| js::text(&document, "visibilityState")).as_deref() != Some("hidden")
    }

    fn on_wake(&self, sink: Box<dyn Fn() -> bool>) {
        // the listeners take themselves off when nobody listens any more
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
        let features = "noopener,noreferrer".into();
        let _ = js::call(&js_sys::global(), "open", &[&url.into(), &target.into(), &features]);
    }

    fn beacon(&self, url: &str, body: &str) {
        if let Some(window) = web_sys::window() {
            let _ = window.navigator().send_beacon_with_opt_str(url, Some(body));
        }
    }
}
