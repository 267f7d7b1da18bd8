//! Other tabs of this origin. Contract: a message reaches every other tab in the sender's order, but never the sender.
//! At most one tab has the lead. A tab gets it after the earlier ones in the queue have released it or closed, and
//! keeps it until its guard is dropped or another tab seizes it.

use super::Local;
use alloc::boxed::Box;
use alloc::string::String;

/// The lock of the leading tab: released when dropped.
pub trait Lead {
    /// Resolves when this tab has lost the lock: another one has seized it, or the page was closed.
    fn lost(&self) -> Local<()>;
}

/// Communicates with other tabs.
pub trait Tabs {
    /// Sends a message to all other tabs.
    fn tell(&self, text: &str);
    /// Subscribes to the messages of other tabs. Only one subscriber is possible.
    fn listen(&self, sink: Box<dyn Fn(String)>);
    /// Waits for the lead. Immediate in a browser without tab locks.
    fn lead(&self) -> Local<Box<dyn Lead>>;
    /// Takes the lead from a tab that doesn't respond.
    fn seize(&self) -> Local<Box<dyn Lead>>;
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
        /// dropped when its tab loses the lock
        holder: Option<(u64, oneshot::Sender<()>)>,
        count: u64,
        waiting: VecDeque<oneshot::Sender<Box<dyn Lead>>>,
    }

    /// A browser with several tabs.
    #[derive(Clone, Default)]
    pub struct MemoryTabs(Rc<RefCell<Browser>>);

    /// A tab of the browser.
    pub struct Tab(MemoryTabs, usize);

    struct MemoryLock(MemoryTabs, u64, RefCell<Option<oneshot::Receiver<()>>>);

    impl Lead for MemoryLock {
        fn lost(&self) -> Local<()> {
            let lost = self.2.borrow_mut().take();
            Box::pin(async move {
                match lost {
                    Some(lost) => drop(lost.await),
                    None => core::future::pending().await,
                }
            })
        }
    }

    impl Drop for MemoryLock {
        fn drop(&mut self) {
            let mut browser = self.0.0.borrow_mut();
            if browser.holder.as_ref().is_some_and(|(of, _)| *of == self.1) {
                browser.holder = None;
            }
            drop(browser);
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

        fn held(&self) -> Box<dyn Lead> {
            let (sender, lost) = oneshot::channel();
            let mut browser = self.0.borrow_mut();
            browser.count += 1;
            let number = browser.count;
            browser.holder = Some((number, sender));
            Box::new(MemoryLock(self.clone(), number, RefCell::new(Some(lost))))
        }

        fn grant(&self) {
            loop {
                let next = {
                    let mut browser = self.0.borrow_mut();
                    if browser.holder.is_some() {
                        return;
                    }
                    let Some(next) = browser.waiting.pop_front() else { return };
                    next
                };
                // a tab that no longer waits drops its guard, so the next one in the queue gets the lead
                drop(next.send(self.held()));
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

        fn seize(&self) -> Local<Box<dyn Lead>> {
            let lead = self.0.held();
            Box::pin(async move { lead })
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn gives_the_lead_to_a_tab_that_seizes_it() {
            use futures_util::FutureExt;
            let browser = MemoryTabs::default();
            let (a, b) = (browser.open(), browser.open());
            let first = a.lead().now_or_never().unwrap();
            let mut lost = first.lost();
            assert!((&mut lost).now_or_never().is_none());
            let second = b.seize().now_or_never().unwrap();
            assert!(lost.now_or_never().is_some());
            drop(first);
            assert!(a.lead().now_or_never().is_none(), "what was lost frees nothing");
            drop(second);
            assert!(a.lead().now_or_never().is_some());
        }

        #[test]
        fn delivers_no_message_to_its_sender() {
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
        fn gives_the_lead_to_the_next_tab_when_released() {
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
