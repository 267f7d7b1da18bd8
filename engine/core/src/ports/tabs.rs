//! Other tabs of this origin. Contract: a message reaches every other tab, never its sender; order is kept per sender.

use alloc::boxed::Box;
use alloc::string::String;

/// Other tabs.
pub trait Tabs {
    /// Tells every other tab.
    fn tell(&self, text: &str);
    /// Hears the other tabs; one listener.
    fn listen(&self, sink: Box<dyn Fn(String)>);
}

#[cfg(any(test, feature = "twins"))]
pub use twin::{MemoryTabs, Tab};

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::Tabs;
    use alloc::borrow::ToOwned;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::RefCell;

    type Sink = Rc<dyn Fn(String)>;

    /// A browser with several tabs.
    #[derive(Clone, Default)]
    pub struct MemoryTabs(Rc<RefCell<Vec<Option<Sink>>>>);

    /// One of them.
    pub struct Tab(MemoryTabs, usize);

    impl MemoryTabs {
        /// Opens a tab.
        #[must_use]
        pub fn open(&self) -> Tab {
            self.0.borrow_mut().push(None);
            Tab(self.clone(), self.0.borrow().len() - 1)
        }
    }

    impl Tabs for Tab {
        fn tell(&self, text: &str) {
            let sinks = self.0.0.borrow().clone();
            let others = sinks.into_iter().enumerate().filter(|(index, _)| *index != self.1);
            others.filter_map(|(_, sink)| sink).for_each(|sink| sink(text.to_owned()));
        }
        fn listen(&self, sink: Box<dyn Fn(String)>) {
            if let Some(slot) = self.0.0.borrow_mut().get_mut(self.1) {
                *slot = Some(sink.into());
            }
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
    }
}
