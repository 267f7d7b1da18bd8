//! The fourth phase: the wallet gets the request, once. The user can take as long as they need, but the page waits no
//! longer than [`WALLET_REQUEST_MS`]. A request that might move money runs in the app's scope: the engine waits for the
//! response even after the page has stopped waiting and the connection has ended (docs/spec/security.md R8).

use super::review::{self, Reviewed};
use super::{Phase, Request, answer};
use crate::connectors;
use crate::constants::WALLET_REQUEST_MS;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::money::{self, OF_HOST, StandOfHost};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::{Read, json};
use alloc::rc::Rc;
use alloc::string::String;
use core::cell::{Cell, RefCell};
use serde_json::Value;

/// A request that the wallet has received.
pub(super) struct PendingRequest {
    /// The request in the form that the wallet received.
    pub(super) request: Request,
    /// The network of the request. The wallet might be on another one by now.
    pub(super) chain: String,
    /// The values to compare with transactions on the network.
    pub(super) compared: Value,
    pub(super) stand: StandOfHost,
    pub(super) review: Option<u64>,
    /// The request's number in events for the page.
    pub(super) id: u64,
    /// Identifies the request if its response comes late.
    pub(super) token: String,
    /// The page still waits for the response.
    pub(super) is_awaited: Cell<bool>,
    pub(super) phase: RefCell<Phase>,
}

impl PendingRequest {
    /// The event of a request: `pending`, `done` or `failed`.
    pub(super) fn event(&self, phase: &'static str, verified: Option<Value>) -> Event {
        let Request { namespace, method, .. } = &self.request;
        Event::Request { id: self.id, namespace: *namespace, method: method.clone(), phase, verified }
    }
}

/// Sends a request to the wallet. Returns it with the response.
pub(super) async fn ask(cx: &Cx, reviewed: Reviewed) -> (Rc<PendingRequest>, Result<Reply>) {
    let Reviewed { request, chain, compared, stand, review } = reviewed;
    let mut bytes = [0u8; 4];
    cx.ports().random.fill(&mut bytes);
    let id = u64::from(u32::from_be_bytes(bytes));
    let token = alloc::format!("{OF_HOST}{chain}#{id}");
    let connection = ScopeId::Connection(request.namespace);
    let scope = if request.moves { ScopeId::App } else { connection };
    let (is_awaited, phase) = (Cell::new(true), RefCell::default());
    let pending =
        Rc::new(PendingRequest { request, chain, compared, stand, review, id, token, is_awaited, phase });
    cx.update(|s| s.emit(pending.event("pending", None)));
    let asking = cx.start(scope, wait(cx.clone(), pending.clone()));
    let flow_cx = cx.clone();
    let result = cx.start(connection, async move {
        flow_cx.within(WALLET_REQUEST_MS, asking).await.unwrap_or(Err(Error::WalletSilent))
    });
    let result = result.await;
    // the wallet responded, the time limit passed or the connection ended: a response after this is late
    pending.is_awaited.set(false);
    review::done(cx, pending.review);
    (pending, result)
}

/// Waits for the wallet's response without a time limit.
async fn wait(cx: Cx, pending: Rc<PendingRequest>) -> Result<Reply> {
    let before = pending.stand.now();
    let response = respond(&cx, &pending).await;
    // the wallet responded, so the user has nothing left to confirm; a node can take longer for the rest (10.58)
    review::done(&cx, pending.review);
    match response {
        Ok(response) => answer::accept(&cx, &pending, before, response).await,
        Err(error) => Err(answer::reject(&cx, &pending, before, error).await),
    }
}

/// The wallet's response. For browser wallets that sign and send in two calls, also makes the second call.
async fn respond(cx: &Cx, pending: &PendingRequest) -> Result<Value> {
    let Request { wallet, method, params, moves, .. } = &pending.request;
    if !moves {
        return connectors::request(cx, *wallet, method, params).await;
    }
    let response = connectors::send(cx, *wallet, method, params, &pending.token).await?;
    match pending.request.is_of_page_wallet() && response.flag("unsent") == Some(true) {
        true => push(cx, pending, &response).await,
        false => Ok(response),
    }
}

/// Asks the wallet to send what it signed, once, and only if it signed the request.
async fn push(cx: &Cx, pending: &PendingRequest, signed: &Value) -> Result<Value> {
    answer::check_signed(cx, pending, signed).await?;
    let params = json!({ "psbt": signed["psbt"], "chain": pending.request.params.field("chain") });
    let chain = pending.request.params.text("chain").unwrap_or_default();
    // stored first, so a reload before the wallet responds knows that it might have been sent
    money::kept(cx, &pending.token, chain).await?;
    let response =
        connectors::send(cx, pending.request.wallet, connectors::PUSH, &params, &pending.token).await?;
    Ok(json!({ "psbt": signed["psbt"], "txid": response.field("txid") }))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{World, request, transfer};
    use super::*;

    #[test]
    fn asks_the_wallet_once_and_returns_its_response() {
        let world = World::connected();
        let hash = alloc::format!("0x{}", "ab".repeat(32));
        let response = json!(hash);
        world.responds(1, move |_| Ok(response.clone()));
        let reviewed = Reviewed {
            request: request("eth_sendTransaction", transfer()),
            chain: "eip155:1".into(),
            compared: transfer(),
            stand: StandOfHost::default(),
            review: None,
        };
        let (pending, result) = world
            .run(move |cx| async move { ask(&cx, reviewed).await })
            .take()
            .expect("the wallet has responded");
        assert_eq!(result, Ok(Reply::Json(crate::json::text(&json!(hash)))));
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
        assert!(!pending.is_awaited.get() && matches!(pending.phase.take(), Phase::Sent));
        assert_eq!(world.told("wallet-request", "phase"), ["pending"]);
    }
}
