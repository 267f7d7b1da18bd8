//! Connectors whose code is in another part of the binary. That part loads only when a wallet needs it, so each call is a command to a
//! feature of that part.

use super::{Connector, WalletAnswer, entries};
use crate::caip::{ChainId, Namespace};
use crate::entities::AccountEntry;
use crate::error::{Error, Result};
use crate::flow::{Cx, Reply};
use crate::json::Read;
use crate::json::json;
use crate::ports::Local;
use crate::ports::provider::{EventSink, Subscription};
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde_json::Value;

/// A connector in another part.
pub trait LazyConnector {
    /// The feature that handles `accounts`, `disconnect`, `switch` and `request`.
    const FEATURE: &'static str;
    /// Like [`Connector::listen`].
    fn listen(cx: &Cx, wallet: Namespace, sink: EventSink) -> Box<dyn Subscription>;
}

/// the calls below aren't generic, so the binary has them only once
fn ask(
    cx: &Cx,
    feature: &'static str,
    wallet: Namespace,
    action: &str,
    mut command: Value,
) -> Local<Result<Value>> {
    if let Some(fields) = command.as_object_mut() {
        fields.insert("namespace".into(), json!(wallet));
    }
    let flow = cx.run(feature, action, command);
    Box::pin(async move {
        match flow.await? {
            Reply::Done => Ok(Value::Null),
            Reply::Json(text) => crate::json::read(&text).ok_or(Error::Internal { details: None }),
        }
    })
}

/// Requests a list that the wallet returns without the user.
pub(super) fn list<A: LazyConnector>(cx: &Cx, wallet: Namespace, method: &str) -> Local<Result<Value>> {
    ask(cx, A::FEATURE, wallet, "list", json!({ "method": method }))
}

/// Whether the wallet's session includes a method. True if the session can't be read, because the request itself
/// decides then.
pub(super) async fn grants<A: LazyConnector>(cx: &Cx, wallet: Namespace, method: &str) -> bool {
    let said = ask(cx, A::FEATURE, wallet, "grants", json!({ "method": method })).await;
    said != Ok(Value::Bool(false))
}

fn accounts(answer: Local<Result<Value>>, namespace: Namespace) -> Local<Result<WalletAnswer>> {
    Box::pin(async move {
        let answer = answer.await?;
        let chain = answer.text("chain").and_then(ChainId::parse);
        Ok(WalletAnswer { entries: entries(namespace, &answer), chain, ..WalletAnswer::default() })
    })
}

fn done(answer: Local<Result<Value>>) -> Local<Result<()>> {
    Box::pin(async move { answer.await.map(|_| ()) })
}

impl<A: LazyConnector> Connector for A {
    type Wallet = Namespace;

    fn connect(cx: &Cx, wallet: Namespace, namespace: Namespace, _: bool) -> Local<Result<WalletAnswer>> {
        accounts(ask(cx, A::FEATURE, wallet, "accounts", json!({})), namespace)
    }

    fn disconnect(cx: &Cx, wallet: Namespace) -> Local<Result<()>> {
        done(ask(cx, A::FEATURE, wallet, "disconnect", json!({})))
    }

    fn switch_chain(cx: &Cx, wallet: Namespace, chain: &ChainId) -> Local<Result<Vec<AccountEntry>>> {
        let switched = done(ask(cx, A::FEATURE, wallet, "switch", json!({ "chain": chain.to_string() })));
        // the session contains the accounts of every network
        Box::pin(async move { switched.await.map(|()| Vec::new()) })
    }

    fn request(
        cx: &Cx,
        wallet: Namespace,
        method: &str,
        params: &Value,
        token: Option<&str>,
    ) -> Local<Result<Value>> {
        let command = json!({ "method": method, "params": params, "token": token });
        ask(cx, A::FEATURE, wallet, "request", command)
    }

    fn listen(cx: &Cx, wallet: Namespace, sink: EventSink) -> Box<dyn Subscription> {
        A::listen(cx, wallet, sink)
    }
}
