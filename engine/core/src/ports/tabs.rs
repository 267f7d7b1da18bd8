//! Other tabs of this origin. Contract: a message reaches every other tab, never its sender; order is kept per sender.
//! The lead is held by at most one tab: a tab gets it when those that asked before have released it or were closed, and
//! holds it until what it got is dropped.

use super::Local;
use alloc::boxed::Box;
use alloc::string::String;

/// The lock of the leading tab: released when dropped.
pub trait Lead {}

/// Other tabs.
pub trait Tabs {
    /// Sends a message to every other tab.
    fn tell(&self, text: &str);
    /// Subscribes to messages of the other tabs; one subscriber.
    fn listen(&self, sink: Box<dyn Fn(String)>);
    /// Waits for the lead; at once where the browser knows no such thing.
    fn lead(&self) -> Local<Box<dyn Lead>>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::{MemoryTabs, Tab};

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Lead, Local, Tabs};
    use alloc::borrow::ToOwned;
    use alloc::boxed::Box;
    use alloc::collections::VecDeque;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::RefCell;
    use futures_channel::oneshot;

    type Sink = Rc<dyn Fn(String)>;

    #[derive(Default)]
    struct Browser {
        sinks: Vec<Option<Sink>>,
        held: bool,
        waiting: VecDeque<oneshot::Sender<Box<dyn Lead>>>,
    }

    /// A browser with several tabs.
    #[derive(Clone, Default)]
    pub struct MemoryTabs(Rc<RefCell<Browser>>);

    /// One of them.
    pub struct Tab(MemoryTabs, usize);

    struct Held(MemoryTabs);

    impl Lead for Held {}

    impl Drop for Held {
        fn drop(&mut self) {
            self.0.0.borrow_mut().held = false;
            self.0.grant();
        }
    }

    impl MemoryTabs {
        /// Opens a tab.
        #[must_use]
        pub fn open(&self) -> Tab {
            let mut browser = self.0.borrow_mut();
            browser.sinks.push(None);
            Tab(self.clone(), browser.sinks.len() - 1)
        }

        fn grant(&self) {
            loop {
                let next = {
                    let mut browser = self.0.borrow_mut();
                    if browser.held {
                        return;
                    }
                    let Some(next) = browser.waiting.pop_front() else { return };
                    browser.held = true;
                    next
                };
                // a tab that no longer waits drops what it is given, and the next one is asked
                drop(next.send(Box::new(Held(self.clone()))));
            }
        }
    }

    impl Tabs for Tab {
        fn tell(&self, text: &str) {
            let sinks = self.0.0.borrow().sinks.clone();
            let others = sinks.into_iter().enumerate().filter(|(index, _)| *index != self.1);
            others.filter_map(|(_, sink)| sink).for_each(|sink| sink(text.to_owned()));
        }

        fn listen(&self, sink: Box<dyn Fn(String)>) {
            if let Some(slot) = self.0.0.borrow_mut().sinks.get_mut(self.1) {
                *slot = Some(sink.into());
            }
        }

        fn lead(&self) -> Local<Box<dyn Lead>> {
            let (sender, receiver) = oneshot::channel();
            self.0.0.borrow_mut().waiting.push_back(sender);
            self.0.grant();
            Box::pin(async move {
                match receiver.await {
                    Ok(lead) => lead,
                    Err(_) => core::future::pending().await,
                }
            })
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_tab_does_not_hear_itself() {
            let browser = MemoryTabs::default();
            let (a, b) = (browser.open(), browser.open());
            let heard = Rc::new(RefCell::new(Vec::new()));
            for tab in [&a, &b] {
                let list = heard.clone();
                let name = tab.1;
                tab.listen(Box::new(move |text| list.borrow_mut().push((name, text))));
            }
            a.tell("connected");
            assert_eq!(*heard.borrow(), [(1, "connected".to_owned())]);
        }

        #[test]
        fn one_tab_leads_and_the_next_follows_when_it_lets_go() {
            use futures_util::FutureExt;
            let browser = MemoryTabs::default();
            let (a, b) = (browser.open(), browser.open());
            let first = a.lead().now_or_never();
            let mut second = b.lead();
            assert!(first.is_some());
            assert!((&mut second).now_or_never().is_none());
            drop(first);
            assert!(second.now_or_never().is_some());
        }
    }
}
