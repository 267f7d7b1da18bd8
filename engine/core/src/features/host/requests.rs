//! EIP-1193 requests of the host (7.36, docs/spec/public-api.md section 5): whitelisted, then answered here, by the node or by
//! the wallet (6.3, 6.4).

use crate::api::rpc;
use crate::caip::Namespace;
use crate::command::needed;
use crate::connectors;
use crate::constants::WALLET_REQUEST_MS;
use crate::entities::{Status, WalletHandle};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::money::OF_HOST;
use crate::features::money::transactions::{self, TransactionStatus};
use crate::features::shell::router;
use crate::features::shell::router::View;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::namespaces::{self, Local, MethodClass};
use crate::signing;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::Cell;
use serde_json::{Value, json};

/// Runs a request: `{type: "requests.<namespace>", method, params}`.
pub fn run(cx: Cx, namespace: String, mut request: Value) -> Flow {
    Box::pin(async move {
        let namespace = Namespace::parse(&namespace).ok_or(Error::AdapterNotFound)?;
        let method = needed(&request, "method")?.to_string();
        let params = request.get_mut("params").map(Value::take).filter(|params| !params.is_null());
        let params = params.unwrap_or_else(|| json!([]));
        match namespaces::method_class(namespace, &method)? {
            MethodClass::Local(what) => local(&cx, namespace, what).await,
            MethodClass::ReadOnly => {
                let network = cx.read(|s| s.networks.active_network().cloned()).ok_or(Error::NoNetwork)?;
                let answer = rpc::call(&cx, &network, &method, &params).await?;
                Ok(Reply::Json(answer.to_string()))
            }
            MethodClass::Approval | MethodClass::Wallet => wallet(&cx, namespace, method, params).await,
        }
    })
}

fn addresses(cx: &Cx, namespace: Namespace) -> Option<Vec<String>> {
    cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        Some(account.entries.iter().map(|entry| entry.address.clone()).collect())
    })
}

/// Answers a method locally.
async fn local(cx: &Cx, namespace: Namespace, what: Local) -> Result<Reply> {
    let answer = match what {
        Local::Accounts => namespaces::accounts(namespace, &addresses(cx, namespace).unwrap_or_default()),
        Local::RequestAccounts => namespaces::accounts(namespace, &request_accounts(cx, namespace).await?),
        Local::Chain | Local::ChainNumber => {
            let chain = cx.read(|s| s.networks.shown_chain());
            chain.and_then(|chain| namespaces::written_chain(&chain, what)).ok_or(Error::NoNetwork)?
        }
    };
    Ok(Reply::Json(answer.to_string()))
}

/// The accounts, if necessary after connecting; closing the modal rejects.
async fn request_accounts(cx: &Cx, namespace: Namespace) -> Result<Vec<String>> {
    // a stored connection that is being restored is awaited, not requested again
    cx.until(|s| {
        let settled = s
            .accounts
            .by
            .get(&namespace)
            .is_none_or(|account| matches!(account.status, Status::Connected | Status::Disconnected));
        (s.life.initialized && settled).then_some(())
    })
    .await;
    if addresses(cx, namespace).is_none() {
        cx.update(|s| router::open(s, Some(View::Connect)));
        cx.until(|s| {
            let account = s.accounts.by.get(&namespace);
            let connected = account.is_some_and(|account| account.status == Status::Connected);
            let gave_up = !s.router.open && !s.connect.is_running();
            (connected || gave_up).then_some(())
        })
        .await;
    }
    addresses(cx, namespace).ok_or(Error::UserRejected)
}

/// Sends the request to the connected wallet.
async fn wallet(cx: &Cx, namespace: Namespace, method: String, params: Value) -> Result<Reply> {
    let account = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        account.handle.zip(account.current().map(|entry| entry.address.clone()))
    });
    let (handle, address) = account.ok_or(Error::Unauthorized)?;
    let chain = cx.read(|s| s.networks.shown_chain());
    let params = signing::put_right(&method, params);
    signing::check_request(&method, &params, &address, chain.as_ref())?;
    let mut bytes = [0u8; 4];
    cx.ports().random.fill(&mut bytes);
    let id = u64::from(u32::from_be_bytes(bytes));
    let phase = |phase| Event::Request { id, namespace, method: method.clone(), phase };
    cx.update(|s| s.emit(phase("pending")));
    let (asked, sent) = (method.clone(), params);
    let moves = namespaces::moves_money(&method);
    // where it was sent, wherever the wallet is by now
    let chain = chain.map(|chain| chain.to_string()).unwrap_or_default();
    let token = alloc::format!("{OF_HOST}{chain}#{id}");
    // the person has their time; what may move money is followed past it, and past the connection it was asked over
    let scope = if moves { ScopeId::App } else { ScopeId::Connection(namespace) };
    let (flow_cx, of_chain) = (cx.clone(), chain.clone());
    let waits = Rc::new(Cell::new(true));
    let is_awaited = waits.clone();
    let asking = cx.start(scope, async move {
        let answer = match handle {
            WalletHandle::Relay(_) if moves => connectors::send(&flow_cx, handle, &asked, &sent, &token),
            _ => Box::pin({
                let (cx, asked, sent) = (flow_cx.clone(), asked.clone(), sent.clone());
                async move { connectors::request(&cx, handle, &asked, &sent).await }
            }),
        };
        let answer = answer.await.map_err(|error| match asked.as_str() {
            // rejected by the user, with the text of 8.19; the code stays 4001
            "personal_sign" | "eth_signTypedData_v4" | "solana_signMessage" if error.is_refusal() => {
                Error::SignatureDeclined
            }
            _ => error,
        })?;
        if !is_awaited.get() && moves {
            flow_cx.update(|s| s.emit(transactions::of_host(&of_chain, &answer)));
        }
        if namespaces::sends_transaction(namespace, &asked) {
            // what the network has of it is looked at, whatever becomes of this connection (10.27)
            let of = json!({ "chain": of_chain, "hash": answer, "request": sent });
            let compare_cx = flow_cx.clone();
            flow_cx
                .background(ScopeId::App, async move { compare_cx.run("transactions", "compare", of).await });
        }
        signing::check_answer(&asked, &answer)?;
        if asked == "personal_sign" {
            crate::features::sign_in::check_personal(&flow_cx, &sent, &answer, &address).await?;
        }
        Ok(Reply::Json(answer.to_string()))
    });
    let flow_cx = cx.clone();
    let answer = cx.start(ScopeId::Connection(namespace), async move {
        flow_cx.within(WALLET_REQUEST_MS, asking).await.unwrap_or(Err(Error::WalletSilent))
    });
    let answer = answer.await;
    waits.set(false);
    cx.update(|s| {
        s.emit(phase(if answer.is_ok() { "done" } else { "failed" }));
        let status = match &answer {
            Ok(_) => TransactionStatus::Sent,
            // nobody has said no: it may still be sent
            Err(Error::WalletSilent | Error::Unreadable { .. }) => TransactionStatus::Unknown,
            Err(_) => return,
        };
        if namespaces::sends_transaction(namespace, &method) {
            let hash = match &answer {
                Ok(Reply::Json(text)) => serde_json::from_str::<String>(text).ok(),
                _ => None,
            };
            s.emit(Event::Transaction { hash, chain, status, kind: "request" });
        }
    });
    answer
}
