//! EIP-1193 requests of the page (7.36, docs/spec/public-api.md section 5). The engine checks the method against the list of allowed
//! ones. Then the engine, a node or the wallet responds (6.3, 6.4).

use super::{calls, local, wallet_request};
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::command::needed;
use crate::connectors;
use crate::constants::WALLET_SILENT_MS;
use crate::entities::{Status, WalletHandle};
use crate::error::{Error, Result};
use crate::features::networks;
use crate::features::shell::{View, router};
use crate::flow::{Cx, Flow, Reply};
use crate::json::{Read, json};
use crate::namespaces::{self, Answered, MethodClass};
use crate::store::State;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// Runs a request: `{type: "requests.<namespace>", method, params}`.
pub fn run(cx: Cx, namespace: String, mut request: Value) -> Flow {
    Box::pin(async move {
        let namespace = Namespace::parse(&namespace).ok_or(Error::AdapterNotFound)?;
        let method = needed(&request, "method")?.to_string();
        let params = request.get_mut("params").map(Value::take).filter(|params| !params.is_null());
        let params = params.unwrap_or_else(|| json!([]));
        let class = class_of(&cx, namespace, &method)?;
        if let Some(reply) = local::answer(&cx, namespace, &method, &params).await? {
            return Ok(reply);
        }
        match class {
            MethodClass::Answered(what) => answered(&cx, namespace, what).await,
            MethodClass::ReadOnly => of_node(&cx, namespace, &method, &params).await,
            MethodClass::Approval | MethodClass::Wallet if method == calls::STATUS => {
                let answer = wallet_request::send(&cx, namespace, method, params.clone()).await;
                calls::whole(&cx, &params, answer).await
            }
            MethodClass::Approval | MethodClass::Wallet => {
                wallet_request::send(&cx, namespace, method, params).await
            }
        }
    })
}

/// The class of a method, which decides who responds.
///
/// # Errors
/// [`Error::MethodNotAllowed`].
fn class_of(cx: &Cx, namespace: Namespace, method: &str) -> Result<MethodClass> {
    if !cx.read(|s| is_embedded(s, namespace)) {
        return namespaces::method_class(namespace, method);
    }
    Ok(match namespaces::embedded_class(namespace, method) {
        // a method that doesn't exist, which the embedded wallet reports to the user, too
        Err(_) => MethodClass::Wallet,
        Ok(MethodClass::ReadOnly) if namespaces::is_of_bundler(method) => MethodClass::Wallet,
        Ok(class) => class,
    })
}

/// Methods that look up a transaction from its hash, each with the field of the response that contains the hash.
const BY_HASH: [(&str, &str); 2] =
    [("eth_getTransactionReceipt", "transactionHash"), ("eth_getTransactionByHash", "hash")];

/// The response of the network's node. Replaces the hash of a proposal with that of its transaction, and back in the
/// response.
async fn of_node(cx: &Cx, namespace: Namespace, method: &str, params: &Value) -> Result<Reply> {
    let network = cx.read(|s| s.networks.readable(&chain_of(s, namespace)?).cloned());
    let network = network.ok_or(Error::NoNetwork)?;
    let proposal = match BY_HASH.iter().find(|(of, _)| *of == method) {
        Some((_, field)) => of_proposal(cx, namespace, params).await.map(|found| (found, *field)),
        None => None,
    };
    let Some(((asked, became), field)) = proposal else {
        return rpc::read_by_host(cx, &network, method, params).await.map(Reply::Json);
    };
    let mut answer = rpc::call(cx, &network, method, &json!([became])).await?;
    // the page knows the transaction by the hash of its proposal
    if let Some(found) = answer.as_object_mut() {
        found.insert(field.into(), asked.into());
    }
    Ok(Reply::Json(crate::json::text(&answer)))
}

/// The hash of a proposal and the hash of the resulting transaction, as reported by a wallet such as Safe. Only hashes
/// of proposals are mapped, because the network doesn't know them.
async fn of_proposal(cx: &Cx, namespace: Namespace, params: &Value) -> Option<(String, String)> {
    let wallet = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        account.handle.filter(|handle| s.wallets.proposes(*handle))
    })?;
    let rules = namespaces::of(namespace);
    let asked = params.get(0)?.as_str()?;
    let params = json!([rules.transaction_id(asked)?]);
    let said = connectors::request(cx, wallet, "wallet_getCallsStatus", &params);
    let said = cx.within(WALLET_SILENT_MS, said).await?.ok()?;
    let became = rules.transaction_id(said.list("receipts").last()?.text("transactionHash")?)?;
    Some((asked.to_string(), became))
}

pub(super) fn is_embedded(state: &State, namespace: Namespace) -> bool {
    let account = state.accounts.by.get(&namespace);
    account.is_some_and(|account| matches!(account.handle, Some(WalletHandle::Embedded(_))))
}

pub(super) fn addresses(cx: &Cx, namespace: Namespace) -> Option<Vec<String>> {
    cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        Some(account.entries.iter().map(|entry| entry.address.clone()).collect())
    })
}

/// Answers a method locally.
async fn answered(cx: &Cx, namespace: Namespace, what: Answered) -> Result<Reply> {
    let answer = match what {
        Answered::Accounts => namespaces::accounts(namespace, &addresses(cx, namespace).unwrap_or_default()),
        Answered::RequestAccounts => namespaces::accounts(namespace, &request_accounts(cx, namespace).await?),
        Answered::Chain | Answered::ChainNumber => {
            let chain = cx.read(|s| chain_of(s, namespace));
            chain.and_then(|chain| namespaces::written_chain(&chain, what)).ok_or(Error::NoNetwork)?
        }
    };
    Ok(Reply::Json(crate::json::text(&answer)))
}

/// The accounts of a namespace. Opens the modal to connect if necessary. If the user closes it, the request is
/// rejected.
pub(super) async fn request_accounts(cx: &Cx, namespace: Namespace) -> Result<Vec<String>> {
    // waits for a connection that is being restored, without a second request
    cx.until(|s| {
        let settled = s
            .accounts
            .by
            .get(&namespace)
            .is_none_or(|account| matches!(account.status, Status::Connected | Status::Disconnected));
        (s.lifecycle.initialized && settled).then_some(())
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

/// The network for requests of a namespace: the active network, or the network of the account while the page shows
/// another namespace.
pub(super) fn chain_of(state: &State, namespace: Namespace) -> Option<ChainId> {
    let stands = || state.accounts.by.get(&namespace)?.native.chain.clone();
    let is_of_it = |chain: &ChainId| chain.namespace == namespace;
    let shown = state.networks.shown_chain().filter(is_of_it);
    shown.or_else(|| stands().filter(is_of_it)).or_else(|| networks::home_of(state, namespace))
}
