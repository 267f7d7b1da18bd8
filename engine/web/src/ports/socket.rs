//! Sockets of the browser.

use std::rc::Rc;
use wallet_engine::ports::socket::{Connection, Socket, SocketEvent};
use wasm_bindgen::prelude::*;
use web_sys::{CloseEvent, MessageEvent, WebSocket};

/// WebSocket.
pub struct WebSockets;

/// Closes when dropped; its handlers are taken off first, so that nothing reaches a closure that is gone.
struct Opened {
    socket: WebSocket,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut(CloseEvent)>,
}

/// A socket that could not even be tried: its address is none, or the page's policy forbids it.
struct Refused;

impl Connection for Refused {
    fn send(&self, _: &str) {}
}

impl Connection for Opened {
    fn send(&self, text: &str) {
        if self.socket.ready_state() == WebSocket::OPEN {
            let _ = self.socket.send_with_str(text);
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl Socket for WebSockets {
    fn open(&self, url: &str, sink: Box<dyn Fn(SocketEvent)>) -> Box<dyn Connection> {
        let sink: Rc<dyn Fn(SocketEvent)> = sink.into();
        let Ok(socket) = WebSocket::new(url) else {
            // told later, as everything a socket tells
            wasm_bindgen_futures::spawn_local(async move {
                sink(SocketEvent::Closed { code: 1006, reason: String::new() });
            });
            return Box::new(Refused);
        };
        let tell = sink.clone();
        let on_open = Closure::<dyn FnMut()>::new(move || tell(SocketEvent::Open));
        let tell = sink.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                tell(SocketEvent::Message(text));
            }
        });
        let on_close = Closure::<dyn FnMut(CloseEvent)>::new(move |event: CloseEvent| {
            sink(SocketEvent::Closed { code: event.code(), reason: event.reason() });
        });
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Box::new(Opened { socket, _on_open: on_open, _on_message: on_message, _on_close: on_close })
    }
}
