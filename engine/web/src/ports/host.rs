//! The page: the element gets events, and the document has the data.

use crate::{EngineHost, js};
use std::rc::Rc;
use wallet_engine::event::Event;
use wallet_engine::ports::Local;
use wallet_engine::ports::host::{Host, Page, RESTRICTED_UTC_HOURS};
use wasm_bindgen::prelude::*;

/// The element that runs the engine.
pub struct PageHost(pub Rc<EngineHost>);

/// Reads a property of the first element that matches.
fn of_element(selector: &str, property: &str) -> Option<String> {
    let document = web_sys::window()?.document()?;
    let element = document.query_selector(selector).ok()??;
    js::text(&JsValue::from(element), property).filter(|text| !text.is_empty())
}

/// `Intl.DateTimeFormat().resolvedOptions().timeZone`. The page's first call takes two frames, longer than the rest of
/// the engine's start. So the engine only reads the name if the UTC offset is that of a restricted zone.
fn timezone() -> Option<String> {
    let behind_min = js_sys::Date::new_0().get_timezone_offset() as i32;
    if !RESTRICTED_UTC_HOURS.iter().any(|hours| hours * -60 == behind_min) {
        return None;
    }
    let format = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::new(), &js_sys::Object::new());
    js::text(&format.resolved_options(), "timeZone")
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
            ..Page::default()
        }
    }

    fn emit(&self, event: &Event) {
        self.0.emit(event.name(), js::plain(event));
    }

    fn log(&self, line: &str) {
        web_sys::console::info_1(&["[wallet-modal] ", line].concat().into());
    }

    fn warn(&self, line: &str, is_error: bool) {
        let line = ["[wallet-modal] ", line].concat().into();
        if is_error { web_sys::console::error_1(&line) } else { web_sys::console::warn_1(&line) }
    }

    fn picture(&self, bytes: &[u8]) -> Local<Option<String>> {
        let made = self.0.picture(js_sys::Uint8Array::from(bytes));
        Box::pin(async move { wasm_bindgen_futures::JsFuture::from(made).await.ok()?.as_string() })
    }

    fn normalized(&self, name: &str) -> Local<Option<String>> {
        let read = self.0.normalized(name);
        Box::pin(async move { wasm_bindgen_futures::JsFuture::from(read).await.ok()?.as_string() })
    }

    fn release(&self, url: &str) {
        let _ = web_sys::Url::revoke_object_url(url);
    }

    fn beacon(&self, url: &str, body: &str) {
        if let Some(window) = web_sys::window() {
            let _ = window.navigator().send_beacon_with_opt_str(url, Some(body));
        }
    }
}
