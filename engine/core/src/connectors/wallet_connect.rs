//! Wallets reached over a relay (WalletConnect). Thin: what it asks is answered by the part of the binary that speaks the
//! protocol ([`crate::features::relay::pairing`]), so that it is downloaded only when it is needed.

use super::{Connector, WalletAnswer, entries};
use crate::caip::{ChainId, Namespace};
use crate::error::{Error, Result};
use crate::flow::{Cx, Reply};
use crate::json::Read;
use crate::ports::Local;
use crate::ports::provider::{EventSink, Subscription, WalletEvent};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use serde_json::{Value, json};

/// Subscribers to a session's events, by family.
#[derive(Clone, Default)]
pub struct Sinks(Rc<SinksInner>);

#[derive(Default)]
struct SinksInner {
    last: Cell<u32>,
    list: RefCell<Vec<(u32, Namespace, Rc<EventSink>)>>,
}

impl Sinks {
    /// Of this engine.
    #[must_use]
    pub fn of(cx: &Cx) -> Self {
        (*cx.kept_or("relay sinks", Self::default)).clone()
    }

    /// Emits an event to the subscribers of a family.
    pub fn tell(&self, namespace: Namespace, event: &WalletEvent) {
        let sinks: Vec<Rc<EventSink>> = {
            let list = self.0.list.borrow();
            list.iter().filter(|(_, of, _)| *of == namespace).map(|(_, _, sink)| sink.clone()).collect()
        };
        sinks.iter().for_each(|sink| sink(event.clone()));
    }
}

struct Heard(Sinks, u32);

impl Subscription for Heard {}

impl Drop for Heard {
    fn drop(&mut self) {
        let left = self.0.0.list.borrow_mut().extract_if(.., |(id, ..)| *id == self.1).next();
        drop(left); // outside of the borrow: a sink may own anything
    }
}

/// The connector.
pub struct WalletConnect;

fn ask(cx: &Cx, wallet: Namespace, action: &str, mut command: Value) -> Local<Result<Value>> {
    if let Some(fields) = command.as_object_mut() {
        fields.insert("namespace".into(), json!(wallet));
    }
    let flow = cx.run("pairing", action, command);
    Box::pin(async move {
        match flow.await? {
            Reply::Done => Ok(Value::Null),
            Reply::Json(text) => serde_json::from_str(&text).map_err(|_| Error::Internal { details: None }),
        }
    })
}

impl Connector for WalletConnect {
    type Wallet = Namespace;

    fn connect(cx: &Cx, wallet: Namespace, namespace: Namespace, _: bool) -> Local<Result<WalletAnswer>> {
        let answer = ask(cx, wallet, "accounts", json!({}));
        Box::pin(async move {
            let answer = answer.await?;
            let chain = answer.text("chain").and_then(ChainId::parse);
            Ok(WalletAnswer { entries: entries(namespace, &answer), chain })
        })
    }

    fn disconnect(cx: &Cx, wallet: Namespace) -> Local<Result<()>> {
        let answer = ask(cx, wallet, "disconnect", json!({}));
        Box::pin(async move { answer.await.map(|_| ()) })
    }

    fn switch_chain(cx: &Cx, wallet: Namespace, chain: &ChainId) -> Local<Result<()>> {
        let answer = ask(cx, wallet, "switch", json!({ "chain": chain.to_string() }));
        Box::pin(async move { answer.await.map(|_| ()) })
    }

    fn request(
        cx: &Cx,
        wallet: Namespace,
        method: &str,
        params: &Value,
        token: Option<&str>,
    ) -> Local<Result<Value>> {
        ask(cx, wallet, "request", json!({ "method": method, "params": params, "token": token }))
    }

    fn listen(cx: &Cx, wallet: Namespace, sink: EventSink) -> Box<dyn Subscription> {
        let sinks = Sinks::of(cx);
        let id = sinks.0.last.get() + 1;
        sinks.0.last.set(id);
        sinks.0.list.borrow_mut().push((id, wallet, Rc::new(sink)));
        Box::new(Heard(sinks, id))
    }
}
