//! Other tabs: a BroadcastChannel for messages, a lock of the browser for the lead.

use crate::js;
use futures_channel::oneshot;
use js_sys::{Function, Promise};
use std::cell::RefCell;
use wallet_engine::ports::Local;
use wallet_engine::ports::tabs::{Lead, Tabs};
use wasm_bindgen::prelude::*;

const NAME: &str = "wallet-modal";
/// The event of a page that is closed or put into the browser's cache.
const LEFT: &str = "pagehide";

type Heard = Closure<dyn FnMut(JsValue)>;

/// The channel opens with the first message, so a page without other tabs has none.
#[derive(Default)]
pub struct BrowserTabs {
    channel: RefCell<Option<JsValue>>,
    heard: RefCell<Option<Heard>>,
}

impl BrowserTabs {
    fn channel(&self) -> Option<JsValue> {
        let mut channel = self.channel.borrow_mut();
        if channel.is_none() {
            *channel = js::made("BroadcastChannel", &[&NAME.into()]);
        }
        channel.clone()
    }
}

impl Drop for BrowserTabs {
    fn drop(&mut self) {
        if let Some(channel) = self.channel.borrow_mut().take() {
            js::set(&channel, "onmessage", &JsValue::NULL);
            let _ = js::call(&channel, "close", &[]);
        }
    }
}

/// Holds the tab lock and releases it on drop. Leaving the page also releases it, because the browser can keep the page in its cache.
struct TabLock {
    release: Option<Function>,
    /// canceled when the lock is lost
    lost: RefCell<Option<oneshot::Receiver<()>>>,
}

impl TabLock {
    /// The lock in a browser without locks, where this tab is alone.
    fn alone() -> Self {
        Self { release: None, lost: RefCell::default() }
    }
}

impl Lead for TabLock {
    fn lost(&self) -> Local<()> {
        let lost = self.lost.borrow_mut().take();
        Box::pin(async move {
            match lost {
                Some(lost) => drop(lost.await),
                None => std::future::pending().await,
            }
        })
    }
}

impl Drop for TabLock {
    fn drop(&mut self) {
        if let Some(release) = self.release.take() {
            let _ = js::call(&js_sys::global(), "removeEventListener", &[&LEFT.into(), &release]);
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// Requests the browser's lock, which doesn't exist on plain http. The sender gets the result.
fn request(sender: oneshot::Sender<TabLock>, seizes: bool) -> Option<()> {
    let locks = js::property(&js::property(&js_sys::global(), "navigator")?, "locks")?;
    let mut sender = Some(sender);
    let (holds, lost) = oneshot::channel();
    let mut lost = Some(lost);
    // the lock is held until this promise is settled
    let granted = Closure::once_into_js(move |_: JsValue| {
        let mut release = None;
        let held = Promise::new(&mut |resolve, _| release = Some(resolve));
        if let Some(release) = &release {
            let _ = js::call(&js_sys::global(), "addEventListener", &[&LEFT.into(), release]);
        }
        let lead = TabLock { release, lost: RefCell::new(lost.take()) };
        if let Some(sender) = sender.take() {
            drop(sender.send(lead)); // the request was canceled: the lock is released to the next tab
        }
        JsValue::from(held)
    });
    let options = js_sys::Object::new();
    js::set(&options, "steal", &seizes.into());
    let asked: Promise = js::call(&locks, "request", &[&NAME.into(), &options, &granted])?.dyn_into().ok()?;
    wasm_bindgen_futures::spawn_local(async move {
        // settled when the lock is released, rejected when another tab has seized it
        let _ = wasm_bindgen_futures::JsFuture::from(asked).await;
        drop(holds);
    });
    Some(())
}

impl Tabs for BrowserTabs {
    fn tell(&self, text: &str) {
        if let Some(channel) = self.channel() {
            let _ = js::call(&channel, "postMessage", &[&text.into()]);
        }
    }

    fn listen(&self, sink: Box<dyn Fn(String)>) {
        let Some(channel) = self.channel() else { return };
        let heard = Heard::new(move |event| {
            if let Some(text) = js::text(&event, "data") {
                sink(text);
            }
        });
        js::set(&channel, "onmessage", heard.as_ref());
        *self.heard.borrow_mut() = Some(heard);
    }

    fn lead(&self) -> Local<Box<dyn Lead>> {
        asked(false)
    }

    fn seize(&self) -> Local<Box<dyn Lead>> {
        asked(true)
    }
}

fn asked(seizes: bool) -> Local<Box<dyn Lead>> {
    let (sender, receiver) = oneshot::channel();
    let asked = request(sender, seizes);
    Box::pin(async move {
        let held = match asked {
            None => TabLock::alone(),
            Some(()) => receiver.await.unwrap_or_else(|_| TabLock::alone()),
        };
        Box::new(held) as Box<dyn Lead>
    })
}
