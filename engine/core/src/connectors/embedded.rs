//! The embedded wallet. Thin: what it asks is answered by the part of the binary that speaks to the frame
//! ([`crate::features::embedded`]), so that it is downloaded only when it is needed.

use super::{Connector, WalletAnswer, entries};
use crate::caip::{ChainId, Namespace};
use crate::error::{Error, Result};
use crate::flow::{Cx, Reply};
use crate::json::Read;
use crate::ports::Local;
use crate::ports::provider::{EventSink, Subscription};
use alloc::boxed::Box;
use alloc::string::ToString;
use serde_json::{Value, json};

/// The connector.
pub struct Embedded;

/// The frame changes nothing by itself: every change is an answer to what it was asked.
struct Silent;

impl Subscription for Silent {}

fn ask(cx: &Cx, wallet: Namespace, action: &str, mut command: Value) -> Local<Result<Value>> {
    if let Some(fields) = command.as_object_mut() {
        fields.insert("namespace".into(), json!(wallet));
    }
    let flow = cx.run("embedded", action, command);
    Box::pin(async move {
        match flow.await? {
            Reply::Done => Ok(Value::Null),
            Reply::Json(text) => serde_json::from_str(&text).map_err(|_| Error::Internal { details: None }),
        }
    })
}

impl Connector for Embedded {
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

    fn listen(_: &Cx, _: Namespace, _: EventSink) -> Box<dyn Subscription> {
        Box::new(Silent)
    }
}
