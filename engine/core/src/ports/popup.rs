//! A window opened in a tap (4.18). Contract: `open` is called inside the tap and opens at once; a blocked window is
//! `None`, never an error later; dropping the handle closes the window.

use alloc::boxed::Box;
use alloc::string::String;

/// A window we opened.
pub trait PopupHandle {
    /// Goes to a url.
    fn go(&self, url: &str);
    /// Whether the person closed it. Under isolation headers this may be true at once (R25).
    fn is_closed(&self) -> bool;
    /// The next message of exactly this origin and this window, if one came.
    fn take_message(&self, origin: &str) -> Option<String>;
}

/// Opens windows.
pub trait Popup {
    /// Opens an empty window of 600x800; `None` when the browser blocked it.
    fn open(&self) -> Option<Box<dyn PopupHandle>>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::MemoryPopups;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Popup, PopupHandle};
    use alloc::borrow::ToOwned;
    use alloc::boxed::Box;
    use alloc::collections::VecDeque;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::{Cell, RefCell};

    /// A window as the test sees it.
    #[derive(Clone, Default)]
    pub struct Window {
        /// Where it went.
        pub urls: Rc<RefCell<Vec<String>>>,
        /// Closed by the person.
        pub closed: Rc<Cell<bool>>,
        /// Messages with their origins, oldest first.
        pub messages: Rc<RefCell<VecDeque<(String, String)>>>,
    }

    impl PopupHandle for Window {
        fn go(&self, url: &str) {
            self.urls.borrow_mut().push(url.to_owned());
        }
        fn is_closed(&self) -> bool {
            self.closed.get()
        }
        fn take_message(&self, origin: &str) -> Option<String> {
            let (from, text) = self.messages.borrow_mut().pop_front()?;
            (from == origin).then_some(text)
        }
    }

    /// Windows of a test; may be blocked.
    #[derive(Clone, Default)]
    pub struct MemoryPopups {
        /// Every window.
        pub windows: Rc<RefCell<Vec<Window>>>,
        /// The browser blocks.
        pub blocked: Rc<Cell<bool>>,
    }

    impl Popup for MemoryPopups {
        fn open(&self) -> Option<Box<dyn PopupHandle>> {
            if self.blocked.get() {
                return None;
            }
            let window = Window::default();
            self.windows.borrow_mut().push(window.clone());
            Some(Box::new(window))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn messages_of_other_origins_are_dropped() {
            let popups = MemoryPopups::default();
            let ours = popups.open().unwrap();
            popups.windows.borrow()[0]
                .messages
                .borrow_mut()
                .push_back(("https://evil.example".into(), "x".into()));
            popups.windows.borrow()[0]
                .messages
                .borrow_mut()
                .push_back(("https://secure.example".into(), "y".into()));
            assert_eq!(ours.take_message("https://secure.example"), None);
            assert_eq!(ours.take_message("https://secure.example").as_deref(), Some("y"));
            popups.blocked.set(true);
            assert!(popups.open().is_none());
        }
    }
}
