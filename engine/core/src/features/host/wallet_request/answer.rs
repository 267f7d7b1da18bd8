//! The fifth phase: the wallet has responded. The engine checks the response before the page gets it. It sorts an error
//! with the one rule of `features/money/outcome.rs`: nothing was sent, something else was signed, or the result is
//! unknown.

use super::ask::PendingRequest;
use super::{Phase, Request, follow};
use crate::error::{Error, Result};
use crate::features::money::{self, Outcome};
use crate::features::{permissions, sign_in};
use crate::flow::{Cx, Reply};
use crate::json::{self, Read, json};
use crate::namespaces::money::Stand;
use crate::namespaces::{self, eip155, request_readers};
use crate::signing;
use serde_json::Value;

/// Checks a response, and returns it in the form for the page.
///
/// # Errors
/// [`Error::SignedElse`], and the errors of [`signing::check_answer`] and of the signature check.
pub(super) async fn accept(
    cx: &Cx,
    pending: &PendingRequest,
    before: Option<Stand>,
    response: Value,
) -> Result<Reply> {
    let Request { namespace, method, address, params, moves, .. } = &pending.request;
    follow::sent(cx, pending, before, &response);
    signing::check_answer(method, &response)?;
    let response = namespaces::comparable(*namespace, response);
    // waits if the reader has to be loaded; the engine already follows the transaction
    if let Err(error) = check_signed(cx, pending, &response).await {
        if let Error::SignedElse { id } = &error
            && *moves
        {
            follow::altered(cx, pending, id.clone());
        }
        return Err(error);
    }
    follow::signed(cx, pending, &response);
    permissions::changed(cx, method);
    if method == "personal_sign" {
        let verified = sign_in::check_personal(cx, &pending.chain, params, &response, address).await?;
        let is_true = matches!(&verified, Reply::Json(text) if text == "true");
        *pending.phase.borrow_mut() = Phase::Verified(if is_true { json!(true) } else { Value::Null });
    }
    Ok(Reply::Json(json::text(&response)))
}

/// Checks that a wallet signed what it was asked to sign, if the response contains it.
///
/// # Errors
/// [`Error::SignedElse`]: the other transaction might have been sent. [`Error::PartNotLoaded`].
pub(super) async fn check_signed(cx: &Cx, pending: &PendingRequest, response: &Value) -> Result<()> {
    let Request { namespace, params, .. } = &pending.request;
    let checked = request_readers::check_answer(cx, *namespace, params, response).await;
    checked.map_err(|error| match error {
        Error::NotWhatWasShown => Error::SignedElse { id: response.text("txid").map(Into::into) },
        error => error,
    })
}

/// Sorts an error, and returns it in the form for the page.
pub(super) async fn reject(cx: &Cx, pending: &PendingRequest, before: Option<Stand>, error: Error) -> Error {
    let Request { method, moves, sends, .. } = &pending.request;
    if !moves {
        return match method.as_str() {
            // rejected by the user, with the text of 8.19; the code stays 4001
            "personal_sign" | "eth_sign" | "solana_signMessage" if error.is_refusal() => {
                Error::SignatureDeclined
            }
            method if eip155::is_typed(method) && error.is_refusal() => Error::SignatureDeclined,
            _ => error,
        };
    }
    let request =
        money::SentRequest { chain: pending.chain.clone(), request: pending.compared.clone(), before };
    // waits if a node has to decide; the page might have stopped waiting
    match money::outcome_of(cx, error, &request).await {
        Outcome::NotSent(error) => {
            // the page stopped waiting, or a signed document was stored but not sent: removes the entry
            if !pending.is_awaited.get() || !sends {
                money::dropped(cx, &pending.token);
            }
            error
        }
        Outcome::Altered(error, hash) => {
            follow::altered(cx, pending, hash);
            error
        }
        Outcome::Unknown(error) => {
            *pending.phase.borrow_mut() = Phase::Unknown;
            error
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ME, World, pending, transfer};
    use super::*;
    use alloc::rc::Rc;

    fn rejected(pending: &Rc<PendingRequest>, error: Error) -> Error {
        let pending = pending.clone();
        let run = World::connected().run(move |cx| async move { reject(&cx, &pending, None, error).await });
        run.take().unwrap()
    }

    // req: 8.19
    #[test]
    fn calls_a_rejected_signature_declined() {
        let signature = Rc::new(pending("personal_sign", json!(["0x6869", ME])));
        assert_eq!(rejected(&signature, Error::UserRejected), Error::SignatureDeclined);
        assert_eq!(rejected(&signature, Error::WalletSilent), Error::WalletSilent);
    }

    // req: 10.59
    #[test]
    fn keeps_a_transaction_unknown_unless_the_wallet_rules_it_out() {
        for (error, is_unknown) in [(Error::WalletSilent, true), (Error::UserRejected, false)] {
            let send = Rc::new(pending("eth_sendTransaction", transfer()));
            assert_eq!(rejected(&send, error.clone()), error);
            assert_eq!(matches!(send.phase.take(), Phase::Unknown), is_unknown, "{error}");
        }
    }
}
