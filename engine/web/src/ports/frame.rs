//! The embedded wallet's frame. The element creates it, and passes on messages of its exact origin and window
//! (element/src/engine/frame.ts).

use crate::{EngineHost, js};
use std::cell::RefCell;
use std::rc::Rc;
use wallet_engine::ports::frame::{Frame, FrameEvent, FrameHandle};
use wasm_bindgen::prelude::*;

thread_local! {
    /// The host of the newest engine. Parts that load later can't reach it otherwise.
    static HOST: RefCell<Option<Rc<EngineHost>>> = const { RefCell::new(None) };
}

/// Stores the host of this page's engine.
pub fn keep(host: &Rc<EngineHost>) {
    HOST.with(|slot| *slot.borrow_mut() = Some(host.clone()));
}

/// The host, for parts of the binary that load later.
pub fn host() -> Option<Rc<EngineHost>> {
    HOST.with(|slot| slot.borrow().clone())
}

/// Frames that the element creates.
pub struct ElementFrames;

struct ElementFrame {
    frame: JsValue,
    /// lives as long as the frame can call it
    _tell: Closure<dyn FnMut(JsValue)>,
}

impl FrameHandle for ElementFrame {
    fn post(&self, text: &str) {
        let _ = js::call(&self.frame, "post", &[&text.into()]);
    }

    fn show(&self, visible: bool) {
        let _ = js::call(&self.frame, "show", &[&visible.into()]);
    }
}

impl Drop for ElementFrame {
    fn drop(&mut self) {
        let _ = js::call(&self.frame, "end", &[]);
    }
}

impl Frame for ElementFrames {
    fn open(&self, url: &str, sink: Box<dyn Fn(FrameEvent)>) -> Box<dyn FrameHandle> {
        let tell = Closure::<dyn FnMut(JsValue)>::new(move |text: JsValue| {
            if let Some(text) = text.as_string() {
                sink(FrameEvent::Message(text));
            }
        });
        let frame =
            host().and_then(|host| js::call(JsValue::as_ref(&host), "frame", &[&url.into(), tell.as_ref()]));
        Box::new(ElementFrame { frame: frame.unwrap_or_default(), _tell: tell })
    }
}
