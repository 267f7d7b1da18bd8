//! EIP-1193 requests of the host (7.36, public-api.md section 5): whitelisted, then answered here, by the node or by
//! the wallet (6.3, 6.4).

use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::constants::WALLET_PROMPT_MS;
use crate::entities::Status;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::needed;
use crate::features::shell::router;
use crate::features::shell::router::View;
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::namespaces::{self, MethodClass};
use crate::signing;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Value, json};

/// Runs a request: `{type: "requests.<namespace>", method, params}`.
pub fn run(cx: Cx, namespace: String, mut request: Value) -> Flow {
    Box::pin(async move {
        let namespace = Namespace::parse(&namespace).ok_or(Error::AdapterNotFound)?;
        let method = needed(&request, "method")?.to_string();
        let params = request.get_mut("params").map(Value::take).filter(|params| !params.is_null());
        let params = params.unwrap_or_else(|| json!([]));
        match namespaces::method_class(namespace, &method)? {
            MethodClass::Local => local(&cx, namespace, &method).await,
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
        let written = |address: &String| match namespace {
            Namespace::Eip155 => address.to_ascii_lowercase(),
            _ => address.clone(),
        };
        Some(account.entries.iter().map(|entry| written(&entry.address)).collect())
    })
}

/// Answered here.
async fn local(cx: &Cx, namespace: Namespace, method: &str) -> Result<Reply> {
    let chain = cx.read(|s| s.networks.shown_chain()).as_ref().and_then(ChainId::evm_number);
    let answer = match method {
        "eth_accounts" => json!(addresses(cx, namespace).unwrap_or_default()),
        "eth_chainId" => json!(alloc::format!("{:#x}", chain.ok_or(Error::NoNetwork)?)),
        "net_version" => json!(chain.ok_or(Error::NoNetwork)?.to_string()),
        "eth_requestAccounts" => json!(request_accounts(cx, namespace).await?),
        "solana_getAccounts" => keys(&addresses(cx, namespace).unwrap_or_default()),
        "solana_requestAccounts" => keys(&request_accounts(cx, namespace).await?),
        _ => return Err(Error::MethodNotAllowed),
    };
    Ok(Reply::Json(answer.to_string()))
}

/// As solana's methods write accounts.
fn keys(addresses: &[String]) -> Value {
    addresses.iter().map(|address| json!({ "pubkey": address })).collect()
}

/// Accounts, if need be after the person has connected; closing the modal is a refusal.
async fn request_accounts(cx: &Cx, namespace: Namespace) -> Result<Vec<String>> {
    // a stored connection that is being brought back is waited for, not asked about again
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

/// Goes to the connected wallet.
async fn wallet(cx: &Cx, namespace: Namespace, method: String, params: Value) -> Result<Reply> {
    let account = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        account.handle.zip(account.current().map(|entry| entry.address.clone()))
    });
    let (handle, address) = account.ok_or(Error::Unauthorized)?;
    let chain = cx.read(|s| s.networks.shown_chain());
    signing::check_request(&method, &params, &address, chain.as_ref())?;
    let mut bytes = [0u8; 4];
    cx.ports().random.fill(&mut bytes);
    let id = u64::from(u32::from_be_bytes(bytes));
    let phase = |phase| Event::Request { id, namespace, method: method.clone(), phase };
    cx.update(|s| s.tell(phase("pending")));
    let flow_cx = cx.clone();
    let (asked, sent) = (method.clone(), params.clone());
    let answer = cx.start(ScopeId::Connection(namespace), async move {
        let answer = connectors::request(&flow_cx, handle, &asked, &sent);
        let answer = flow_cx.within(WALLET_PROMPT_MS, answer).await.unwrap_or(Err(Error::WalletSilent));
        let answer = answer.map_err(|error| match asked.as_str() {
            // the person's own no, in the words of 8.19; still 4001
            "personal_sign" | "eth_signTypedData_v4" | "solana_signMessage" if error.is_refusal() => {
                Error::SignatureDeclined
            }
            _ => error,
        })?;
        signing::check_answer(&asked, &answer)?;
        if asked == "personal_sign" {
            crate::features::sign_in::check_personal(&flow_cx, &sent, &answer, &address).await?;
        }
        Ok(Reply::Json(answer.to_string()))
    });
    let answer = answer.await;
    cx.update(|s| {
        s.tell(phase(if answer.is_ok() { "done" } else { "failed" }));
        if let (Ok(Reply::Json(text)), "eth_sendTransaction") = (&answer, method.as_str()) {
            let hash = serde_json::from_str::<String>(text).ok();
            // where it was sent, wherever the wallet is by now
            let chain = chain.map(|chain| chain.to_string()).unwrap_or_default();
            let status = crate::features::money::transactions::TransactionStatus::Sent;
            s.tell(Event::Transaction { hash, chain, status, kind: "request" });
        }
    });
    answer
}
