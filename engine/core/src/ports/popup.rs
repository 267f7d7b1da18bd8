//! A window opened in a click (4.18). Contract: the element opens it within the click, before the engine gets the command. `take` returns
//! the open one, or `None` if the browser blocked it. Messages are JSON strings from exactly the given origin and that window. Dropping the
//! handle closes the window; a provider's window only before it navigated, because the user can be paying in it.

use alloc::boxed::Box;
use alloc::string::String;

/// An open window.
pub trait PopupHandle {
    /// Navigates to a URL.
    fn go(&self, url: &str);
    /// Whether it looks closed. With isolation headers that can be true immediately (R25).
    fn is_closed(&self) -> bool;
    /// Brings the window to the front.
    fn focus(&self);
}

/// Windows that clicks open.
pub trait Popup {
    /// Takes the window of the last click, once.
    fn take(&self, origin: &str, sink: Box<dyn Fn(String)>) -> Option<Box<dyn PopupHandle>>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::{MemoryPopups, Opened};

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Popup, PopupHandle};
    use alloc::borrow::ToOwned;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::{Cell, RefCell};

    type Sink = Rc<RefCell<Option<Box<dyn Fn(String)>>>>;

    /// A window, as a test sees it.
    #[derive(Clone, Default)]
    pub struct Opened {
        /// The URLs it navigated to.
        pub urls: Rc<RefCell<Vec<String>>>,
        /// The window looks closed.
        pub closed: Rc<Cell<bool>>,
        /// The page has dropped the window.
        pub dropped: Rc<Cell<bool>>,
        /// How often it was brought to the front.
        pub focused: Rc<Cell<u32>>,
        sink: Sink,
    }

    impl Opened {
        /// Sends a message from the expected origin.
        pub fn tell(&self, text: &str) {
            if let Some(sink) = &*self.sink.borrow() {
                sink(text.to_owned());
            }
        }
    }

    impl PopupHandle for Opened {
        fn go(&self, url: &str) {
            self.urls.borrow_mut().push(url.to_owned());
        }
        fn is_closed(&self) -> bool {
            self.closed.get()
        }
        fn focus(&self) {
            self.focused.set(self.focused.get() + 1);
        }
    }

    impl Drop for Opened {
        fn drop(&mut self) {
            // the test's own copies don't count
            if self.sink.borrow().is_some() && Rc::strong_count(&self.sink) == 2 {
                self.dropped.set(true);
            }
        }
    }

    /// Windows of a test.
    #[derive(Clone, Default)]
    pub struct MemoryPopups {
        /// All windows, oldest first.
        pub windows: Rc<RefCell<Vec<Opened>>>,
        /// Whether the next click opens a window.
        pub opens: Rc<Cell<bool>>,
    }

    impl Popup for MemoryPopups {
        fn take(&self, _: &str, sink: Box<dyn Fn(String)>) -> Option<Box<dyn PopupHandle>> {
            if !self.opens.take() {
                return None;
            }
            let window = Opened::default();
            *window.sink.borrow_mut() = Some(sink);
            self.windows.borrow_mut().push(window.clone());
            Some(Box::new(window))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn returns_a_window_once_and_closes_it_when_dropped() {
            let popups = MemoryPopups::default();
            let none = popups.take("https://secure.example", Box::new(|_| {}));
            assert!(none.is_none());
            popups.opens.set(true);
            let heard = Rc::new(RefCell::new(Vec::new()));
            let list = heard.clone();
            let ours =
                popups.take("https://secure.example", Box::new(move |text| list.borrow_mut().push(text)));
            assert!(popups.take("https://secure.example", Box::new(|_| {})).is_none());
            popups.windows.borrow()[0].tell("y");
            assert_eq!(*heard.borrow(), ["y"]);
            assert!(!popups.windows.borrow()[0].dropped.get());
            drop(ours);
            assert!(popups.windows.borrow()[0].dropped.get());
        }
    }
}
