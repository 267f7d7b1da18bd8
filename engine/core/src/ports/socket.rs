//! A text socket for relays. Contract: events arrive in order and end with exactly one `Closed`; `send` on a closed
//! socket has no effect; dropping the socket closes it with code 1000.

use alloc::boxed::Box;
use alloc::string::String;

/// An event of a socket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SocketEvent {
    /// The socket is open.
    Open,
    /// A text message.
    Message(String),
    /// The socket was closed. If a relay rejects the connection, the code is 3000 with a reason (8.11-8.13).
    Closed {
        /// The close code.
        code: u16,
        /// The other side's reason.
        reason: String,
    },
}

/// A socket that is open or opening.
pub trait Connection {
    /// Sends a text message.
    fn send(&self, text: &str);
}

/// Opens sockets.
pub trait Socket {
    /// Opens a socket. The sink gets its events.
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

    /// A socket, as the other side sees it.
    #[derive(Clone)]
    pub struct Peer {
        /// Its URL.
        pub url: String,
        /// The messages from our side.
        pub sent: Rc<RefCell<Vec<String>>>,
        /// Whether our side has closed it.
        pub dropped: Rc<Cell<bool>>,
        sink: Rc<dyn Fn(SocketEvent)>,
    }

    impl Peer {
        /// Emits an event of the other side.
        pub fn tell(&self, event: SocketEvent) {
            if !self.dropped.get() {
                (self.sink)(event);
            }
        }
    }

    /// Sockets whose other side is the test.
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
