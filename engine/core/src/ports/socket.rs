//! A text socket (relays). Contract: events come in order and end with exactly one `Closed`; `send` on a closed socket
//! does nothing; dropping the socket closes it with code 1000.

use alloc::boxed::Box;
use alloc::string::String;

/// An event of a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketEvent {
    /// Ready to send.
    Open,
    /// One text message.
    Message(String),
    /// The end; a relay's refusal is code 3000 and its reason (8.11-8.13).
    Closed {
        /// Close code.
        code: u16,
        /// A message from the other side.
        reason: String,
    },
}

/// An open or opening socket.
pub trait Connection {
    /// Sends one text message.
    fn send(&self, text: &str);
}

/// Opens sockets.
pub trait Socket {
    /// Starts to open a socket; what happens goes to the sink.
    fn open(&self, url: &str, sink: Box<dyn Fn(SocketEvent)>) -> Box<dyn Connection>;
}

#[cfg(any(test, feature = "twins"))]
pub use twin::MemorySockets;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::{Connection, Socket, SocketEvent};
    use alloc::borrow::ToOwned;
    use alloc::boxed::Box;
    use alloc::rc::Rc;
    use alloc::string::String;
    use alloc::vec::Vec;
    use core::cell::{Cell, RefCell};

    /// One socket as the other side sees it.
    #[derive(Clone)]
    pub struct Peer {
        /// Its URL.
        pub url: String,
        /// The messages from our side.
        pub sent: Rc<RefCell<Vec<String>>>,
        /// Our side closed it.
        pub dropped: Rc<Cell<bool>>,
        sink: Rc<dyn Fn(SocketEvent)>,
    }

    impl Peer {
        /// The other side emits an event.
        pub fn tell(&self, event: SocketEvent) {
            if !self.dropped.get() {
                (self.sink)(event);
            }
        }
    }

    /// Sockets whose other end is the test.
    #[derive(Clone, Default)]
    pub struct MemorySockets(pub Rc<RefCell<Vec<Peer>>>);

    struct Ours(Peer);

    impl Connection for Ours {
        fn send(&self, text: &str) {
            self.0.sent.borrow_mut().push(text.to_owned());
        }
    }

    impl Drop for Ours {
        fn drop(&mut self) {
            self.0.dropped.set(true);
        }
    }

    impl Socket for MemorySockets {
        fn open(&self, url: &str, sink: Box<dyn Fn(SocketEvent)>) -> Box<dyn Connection> {
            let peer =
                Peer { url: url.to_owned(), sent: Rc::default(), dropped: Rc::default(), sink: sink.into() };
            self.0.borrow_mut().push(peer.clone());
            Box::new(Ours(peer))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn delivers_nothing_to_a_dropped_socket() {
            let sockets = MemorySockets::default();
            let heard = Rc::new(Cell::new(0));
            let count = heard.clone();
            let ours = sockets.open("wss://relay.example", Box::new(move |_| count.set(count.get() + 1)));
            let peer = sockets.0.borrow()[0].clone();
            peer.tell(SocketEvent::Open);
            ours.send("hello");
            drop(ours);
            peer.tell(SocketEvent::Message("late".into()));
            assert_eq!((heard.get(), peer.sent.borrow().len()), (1, 1));
        }
    }
}
