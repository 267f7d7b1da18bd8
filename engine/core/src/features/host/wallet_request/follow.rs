//! The last phase: the events that the page gets about its request, and the transaction that the engine follows after
//! the response (10.27, decision 270, "A page's sends on eip155"). `features/money/hosts.rs` keeps the entries.

use super::ask::PendingRequest;
use super::{Phase, Request};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::features::money::{self, Compare, TransactionKind, TransactionStatus, transactions};
use crate::flow::{Cx, Reply};
use crate::json::{self, Read};
use crate::namespaces::{self, money::Stand};
use alloc::string::String;
use serde_json::Value;

/// Handles a sent transaction: emits the page's event, and follows the transaction.
pub(super) fn sent(cx: &Cx, pending: &PendingRequest, before: Option<Stand>, response: &Value) {
    let Request { namespace, wallet, moves, sends, .. } = pending.request;
    let hash = transactions::id_of(&pending.chain, response).filter(|_| sends);
    // the page gets "sent" before any other event of the transaction; if the response contains the signed transaction,
    // it is checked first
    let is_told = hash.is_some() && !namespaces::returns_signed_payload(namespace);
    if is_told {
        *pending.phase.borrow_mut() = Phase::Sent;
    }
    if moves && (!pending.is_awaited.get() || is_told) {
        cx.update(|s| s.emit(transactions::of_host(&pending.chain, response)));
    }
    if sends {
        // the engine follows the transaction even if this connection ends (10.27)
        let is_reviewed = pending.review.is_some();
        let is_proposed = cx.read(|s| s.wallets.proposes(wallet));
        money::follow(cx, Compare { stood: before, is_reviewed, is_proposed, ..compare(pending, hash) });
    }
}

/// Handles a document that the wallet signed and sent: follows it by its ID.
pub(super) fn signed(cx: &Cx, pending: &PendingRequest, response: &Value) {
    let Request { params, moves, sends, .. } = &pending.request;
    if *moves
        && !sends
        && let Some(id) = response.text("txid")
    {
        money::followed(cx, &pending.token, &pending.chain, id, params);
    }
}

/// Handles a wallet that signed something else: displays it, and follows it if its ID is known.
pub(super) fn altered(cx: &Cx, pending: &PendingRequest, hash: Option<String>) {
    money::altered(cx, compare(pending, hash));
}

fn compare(pending: &PendingRequest, hash: Option<String>) -> Compare {
    let PendingRequest { token, chain, compared, .. } = pending;
    Compare {
        token: token.clone(),
        chain: chain.clone(),
        hash,
        request: compared.clone(),
        ..Compare::default()
    }
}

/// Ends the request for the page. If a transaction might have been sent, the engine looks for it among the sender's
/// next ones.
pub(super) fn end(cx: &Cx, pending: &PendingRequest, result: &Result<Reply>) {
    let Request { namespace, moves, sends, .. } = pending.request;
    let phase = pending.phase.take();
    // the wallet didn't reject the request, so it might still send it
    let is_silent = matches!(result, Err(Error::WalletSilent | Error::Unreadable { .. }));
    let is_unknown = is_silent || matches!(phase, Phase::Unknown);
    let status = match result {
        Ok(_) if matches!(phase, Phase::Sent) => None,
        Ok(_) => Some(TransactionStatus::Sent),
        Err(_) => is_unknown.then_some(TransactionStatus::Unknown),
    };
    cx.update(|s| {
        let verified = match phase {
            Phase::Verified(verified) if result.is_ok() => Some(verified),
            _ => None,
        };
        s.emit(pending.event(if result.is_ok() { "done" } else { "failed" }, verified));
        if let Some(status) = status.filter(|_| sends) {
            let (hash, chain) = (hash_of(&pending.chain, result), pending.chain.clone());
            s.emit(Event::Transaction { hash, chain, status, kind: TransactionKind::Request });
        }
    });
    // the page itself follows a batch (EIP-5792)
    let is_followed = namespaces::is_own_history(namespace) || sends;
    if is_unknown && moves && is_followed {
        pending.stand.find(cx, Compare { is_reviewed: pending.review.is_some(), ..compare(pending, None) });
    }
}

fn hash_of(chain: &str, result: &Result<Reply>) -> Option<String> {
    let Ok(Reply::Json(text)) = result else { return None };
    transactions::id_of(chain, &json::parse(text, usize::MAX).ok()?)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{World, pending, transfer};
    use super::*;
    use crate::json::json;

    /// The events of a request that ends with this result.
    fn told(phase: Phase, result: Result<Reply>) -> alloc::vec::Vec<Value> {
        let (world, send) = (World::connected(), pending("eth_sendTransaction", transfer()));
        *send.phase.borrow_mut() = phase;
        end(&world.cx, &send, &result);
        let phase = if result.is_ok() { "done" } else { "failed" };
        assert_eq!(world.told("wallet-request", "phase"), [phase]);
        world.told("wallet-transaction", "status")
    }

    // req: 10.59
    #[test]
    fn reports_each_transaction_once_and_none_that_was_not_sent() {
        let hash = alloc::format!("0x{}", "ab".repeat(32));
        let response = || Ok(Reply::Json(json::text(&json!(hash))));
        assert_eq!(told(Phase::Waiting, response()), ["sent"]);
        assert!(told(Phase::Sent, response()).is_empty(), "the page has it already");
        assert_eq!(told(Phase::Waiting, Err(Error::WalletSilent)), ["unknown"]);
        assert_eq!(told(Phase::Unknown, Err(Error::UserRejected)), ["unknown"]);
        assert!(told(Phase::Waiting, Err(Error::UserRejected)).is_empty());
    }
}
