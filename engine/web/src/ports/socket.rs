//! Sockets on the browser's WebSocket.

use crate::js;
use std::rc::Rc;
use wallet_engine::ports::socket::{Connection, Socket, SocketEvent};
use wasm_bindgen::prelude::*;

/// Opens sockets with WebSocket.
pub struct WebSockets;

const HANDLERS: [&str; 3] = ["onopen", "onmessage", "onclose"];
/// `WebSocket.OPEN`
const OPEN: f64 = 1.0;

/// A socket that closes when it is dropped. First removes its handlers, so that no event reaches a dropped closure.
struct Opened {
    socket: JsValue,
    _handlers: Vec<Closure<dyn FnMut(JsValue)>>,
}

/// A socket that can't be opened, because its URL is invalid or the page's policy forbids it.
struct Refused;

impl Connection for Refused {
    fn send(&self, _: &str) {}
}

impl Connection for Opened {
    fn send(&self, text: &str) {
        if js::property(&self.socket, "readyState").and_then(|state| state.as_f64()) == Some(OPEN) {
            let _ = js::call(&self.socket, "send", &[&text.into()]);
        }
    }
}

impl Drop for Opened {
    fn drop(&mut self) {
        for name in HANDLERS {
            js::set(&self.socket, name, &JsValue::NULL);
        }
        let _ = js::call(&self.socket, "close", &[]);
    }
}

/// Converts an event of the browser.
fn told(name: &str, event: &JsValue) -> Option<SocketEvent> {
    Some(match name {
        "onopen" => SocketEvent::Open,
        "onmessage" => SocketEvent::Message(js::text(event, "data")?),
        _ => SocketEvent::Closed {
            code: js::property(event, "code").and_then(|code| code.as_f64()).unwrap_or(1006.0) as u16,
            reason: js::text(event, "reason").unwrap_or_default(),
        },
    })
}

impl Socket for WebSockets {
    fn open(&self, url: &str, sink: Box<dyn Fn(SocketEvent)>) -> Box<dyn Connection> {
        let sink: Rc<dyn Fn(SocketEvent)> = sink.into();
        let Some(socket) = js::made("WebSocket", &[&url.into()]) else {
            // emitted later, like every event of a socket
            wasm_bindgen_futures::spawn_local(async move {
                sink(SocketEvent::Closed { code: 1006, reason: String::new() });
            });
            return Box::new(Refused);
        };
        let handlers = HANDLERS.map(|name| {
            let sink = sink.clone();
            let handler = Closure::<dyn FnMut(JsValue)>::new(move |event| {
                if let Some(event) = told(name, &event) {
                    sink(event);
                }
            });
            js::set(&socket, name, handler.as_ref());
            handler
        });
        Box::new(Opened { socket, _handlers: handlers.into() })
    }
}
