//! The embedded wallet's frame. Contract: messages are JSON texts of the exact secure origin and this frame only;
//! dropping the frame removes it from the page.

use alloc::boxed::Box;
use alloc::string::String;

/// An event of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FrameEvent {
    /// The document has loaded, but isn't ready yet (4.23).
    Loaded,
    /// A message.
    Message(String),
}

/// A frame in the page.
pub trait FrameHandle {
    /// Posts a JSON text to the frame's exact origin.
    fn post(&self, text: &str);
    /// Shows or hides the frame.
    fn show(&self, visible: bool);
}

/// Creates frames.
pub trait Frame {
    /// Adds a frame with this URL to the page.
    fn open(&self, url: &str, sink: Box<dyn Fn(FrameEvent)>) -> Box<dyn FrameHandle>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::MemoryFrames;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Frame, FrameEvent, FrameHandle};
    use alloc::borrow::ToOwned;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::{Cell, RefCell};

    /// A frame, as its document sees it.
    #[derive(Clone)]
    pub struct Inside {
        /// The URL of the frame.
        pub url: String,
        /// The messages to the frame.
        pub received: Rc<RefCell<Vec<String>>>,
        /// Whether the frame is visible.
        pub visible: Rc<Cell<bool>>,
        sink: Rc<dyn Fn(FrameEvent)>,
        reflex: Reflex,
    }

    /// An automatic response to a message. Such a message isn't recorded as received.
    type Reflex = Rc<RefCell<Option<Rc<dyn Fn(&str) -> Option<String>>>>>;

    impl Inside {
        /// Emits an event of the document.
        pub fn tell(&self, event: FrameEvent) {
            (self.sink)(event);
        }
    }

    /// Frames whose document is the test.
    #[derive(Clone, Default)]
    pub struct MemoryFrames(pub Rc<RefCell<Vec<Inside>>>, Reflex);

    impl MemoryFrames {
        /// Sets the automatic responses of all frames.
        pub fn reflex(&self, answer: impl Fn(&str) -> Option<String> + 'static) {
            *self.1.borrow_mut() = Some(Rc::new(answer));
        }
    }

    impl FrameHandle for Inside {
        fn post(&self, text: &str) {
            let reflex = self.reflex.borrow().clone();
            match reflex.and_then(|reflex| reflex(text)) {
                Some(answer) => self.tell(FrameEvent::Message(answer)),
                None => self.received.borrow_mut().push(text.to_owned()),
            }
        }
        fn show(&self, visible: bool) {
            self.visible.set(visible);
        }
    }

    impl Frame for MemoryFrames {
        fn open(&self, url: &str, sink: Box<dyn Fn(FrameEvent)>) -> Box<dyn FrameHandle> {
            let inside = Inside {
                url: url.to_owned(),
                received: Rc::default(),
                visible: Rc::default(),
                sink: sink.into(),
                reflex: self.1.clone(),
            };
            self.0.borrow_mut().push(inside.clone());
            Box::new(inside)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn delivers_messages_in_both_directions() {
            let frames = MemoryFrames::default();
            let heard = Rc::new(RefCell::new(Vec::new()));
            let list = heard.clone();
            let handle =
                frames.open("https://secure.example", Box::new(move |event| list.borrow_mut().push(event)));
            frames.0.borrow()[0].tell(FrameEvent::Loaded);
            handle.post("{}");
            handle.show(true);
            assert_eq!(*heard.borrow(), [FrameEvent::Loaded]);
            assert!(frames.0.borrow()[0].visible.get());
            assert_eq!(frames.0.borrow()[0].received.borrow().len(), 1);
        }
    }
}
