//! Other tabs: a BroadcastChannel for words, a lock of the browser for the lead.

use futures_channel::oneshot;
use js_sys::{Function, Promise, Reflect};
use std::cell::RefCell;
use wallet_engine::ports::Local;
use wallet_engine::ports::tabs::{Lead, Tabs};
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

const NAME: &str = "wallet-modal";

/// Opened with the first word: a page that needs no other tab keeps no channel.
#[derive(Default)]
pub struct BrowserTabs {
    channel: RefCell<Option<BroadcastChannel>>,
    heard: RefCell<Option<Closure<dyn FnMut(MessageEvent)>>>,
}

impl BrowserTabs {
    fn channel(&self) -> Option<BroadcastChannel> {
        let mut channel = self.channel.borrow_mut();
        if channel.is_none() {
            *channel = BroadcastChannel::new(NAME).ok();
        }
        channel.clone()
    }
}

impl Drop for BrowserTabs {
    fn drop(&mut self) {
        if let Some(channel) = self.channel.borrow_mut().take() {
            channel.set_onmessage(None);
            channel.close();
        }
    }
}

/// Lets the lock go when dropped.
struct Held(Option<Function>);

impl Lead for Held {}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(release) = self.0.take() {
            let _ = release.call0(&JsValue::NULL);
        }
    }
}

/// `navigator.locks`, which is missing on plain http.
fn locks() -> Option<JsValue> {
    let navigator = web_sys::window()?.navigator();
    Reflect::get(&navigator, &"locks".into()).ok().filter(JsValue::is_object)
}

/// Asks for the lock; what comes is given to the sender.
fn request(sender: oneshot::Sender<Held>) -> Option<()> {
    let locks = locks()?;
    let ask: Function = Reflect::get(&locks, &"request".into()).ok()?.dyn_into().ok()?;
    let mut sender = Some(sender);
    // the lock is held until the promise that this gives is settled
    let granted = Closure::once_into_js(move |_: JsValue| {
        let mut release = None;
        let held = Promise::new(&mut |resolve, _| release = Some(resolve));
        let lead = Held(release);
        if let Some(sender) = sender.take() {
            drop(sender.send(lead)); // nobody waits any more: dropped, and the lock goes on to the next
        }
        held
    });
    let asked = ask.call2(&locks, &NAME.into(), &granted).ok()?;
    wasm_bindgen_futures::spawn_local(async move {
        drop(wasm_bindgen_futures::JsFuture::from(Promise::from(asked)).await);
    });
    Some(())
}

impl Tabs for BrowserTabs {
    fn tell(&self, text: &str) {
        if let Some(channel) = self.channel() {
            let _ = channel.post_message(&text.into());
        }
    }

    fn listen(&self, sink: Box<dyn Fn(String)>) {
        let Some(channel) = self.channel() else { return };
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                sink(text);
            }
        });
        channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        *self.heard.borrow_mut() = Some(heard);
    }

    fn lead(&self) -> Local<Box<dyn Lead>> {
        let (sender, receiver) = oneshot::channel();
        let asked = request(sender);
        Box::pin(async move {
            match asked {
                None => Box::new(Held(None)) as Box<dyn Lead>, // no locks: this tab is on its own
                Some(()) => match receiver.await {
                    Ok(held) => Box::new(held) as Box<dyn Lead>,
                    Err(_) => Box::new(Held(None)),
                },
            }
        })
    }
}
