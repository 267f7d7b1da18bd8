//! WalletConnect wallets. [`crate::features::relay::pairing`] communicates with them over a relay.

use super::lazy::LazyConnector;
use crate::caip::Namespace;
use crate::flow::Cx;
use crate::ports::provider::{EventSink, Subscription, WalletEvent};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// Subscribers to a session's events, by namespace.
#[derive(Clone, Default)]
pub struct Listeners(Rc<ListenersInner>);

#[derive(Default)]
struct ListenersInner {
    last: Cell<u32>,
    list: RefCell<Vec<(u32, Namespace, Rc<EventSink>)>>,
}

impl Listeners {
    /// The subscribers of this engine.
    #[must_use]
    pub fn of(cx: &Cx) -> Self {
        (*cx.extension_or("relay sinks", Self::default)).clone()
    }

    /// Emits an event to the subscribers of a namespace.
    pub fn tell(&self, namespace: Namespace, event: &WalletEvent) {
        let sinks: Vec<Rc<EventSink>> = {
            let list = self.0.list.borrow();
            list.iter().filter(|(_, of, _)| *of == namespace).map(|(_, _, sink)| sink.clone()).collect()
        };
        sinks.iter().for_each(|sink| sink(event.clone()));
    }
}

struct Heard(Listeners, u32);

impl Subscription for Heard {}

impl Drop for Heard {
    fn drop(&mut self) {
        let left = self.0.0.list.borrow_mut().extract_if(.., |(id, ..)| *id == self.1).next();
        drop(left); // dropped outside the borrow, because a sink can own anything
    }
}

/// The connector.
pub struct WalletConnect;

impl LazyConnector for WalletConnect {
    const FEATURE: &'static str = "pairing";

    fn listen(cx: &Cx, wallet: Namespace, sink: EventSink) -> Box<dyn Subscription> {
        let sinks = Listeners::of(cx);
        let id = sinks.0.last.get() + 1;
        sinks.0.last.set(id);
        sinks.0.list.borrow_mut().push((id, wallet, Rc::new(sink)));
        Box::new(Heard(sinks, id))
    }
}
