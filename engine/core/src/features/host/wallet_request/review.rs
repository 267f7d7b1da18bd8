//! The third phase: the user reviews a request before the wallet gets it (10.12). The embedded wallet displays requests
//! in its own frame, so the modal only reviews those that are known to give something away. After the review, the
//! account, the wallet and its network must be unchanged.

use super::Request;
use super::chain::Located;
use crate::connectors;
use crate::constants::WALLET_SILENT_MS;
use crate::error::{Code, Error, Result};
use crate::features::money::StandOfHost;
use crate::features::{permissions, review};
use crate::flow::{Cx, Reply, ScopeId};
use crate::json::{self, Read};
use crate::namespaces;
use alloc::string::{String, ToString};
use serde_json::Value;

/// The error code of a wallet for an unsupported method (EIP-1193).
const UNSUPPORTED: i64 = 4200;

/// A reviewed request.
pub(super) struct Reviewed {
    /// The request with the parameters that the wallet gets.
    pub(super) request: Request,
    /// The chain ID, or empty if the request has no network.
    pub(super) chain: String,
    /// The values to compare with transactions on the network. Null if the request can't move money.
    pub(super) compared: Value,
    /// The sender's nonce or similar before the wallet got the request.
    pub(super) stand: StandOfHost,
    /// The ID of the confirmed review.
    pub(super) review: Option<u64>,
}

/// Lets the user review a request if necessary, and converts it to the form that the wallet gets.
///
/// # Errors
/// [`Error::UserRejected`] if the user declined, or the account, wallet or network changed. [`Error::BadParams`]. The
/// wallet's errors.
pub(super) async fn review(cx: &Cx, located: Located) -> Result<Reviewed> {
    let Located { request, chain, .. } = &located;
    // a browser wallet gets the account and network with each request; other requests are compared in this form, too
    let in_page = chain.as_ref().filter(|_| request.moves || request.is_of_page_wallet()).map(|chain| {
        let params = request.params.clone();
        namespaces::in_page(request.namespace, &request.method, params, chain, &request.address)
    });
    if let Some(Some(in_page)) = &in_page {
        check_wallet_takes(cx, request, in_page).await?;
        // the account, the wallet or its network might have changed during the waits above
        if !request.is_same(cx) {
            return Err(Error::UserRejected);
        }
    }
    let compared = match request.moves {
        true => in_page.clone().flatten().unwrap_or_else(|| request.params.clone()),
        false => Value::Null,
    };
    // the node is queried during the review, so the result is from before the wallet gets the request
    let stand = match chain {
        Some(chain) if request.moves => StandOfHost::ask(cx, chain, &compared),
        _ => StandOfHost::default(),
    };
    // the embedded wallet itself rejects a method that it doesn't have, without a review
    let review = match request.is_known {
        true => confirmed(cx, &located).await?,
        false => None,
    };
    let Located { mut request, chain, .. } = located;
    if let Some(in_page) = in_page.filter(|_| request.is_of_page_wallet()) {
        let Some(params) = in_page else {
            done(cx, review);
            return Err(Error::BadParams { field: "chain".into() });
        };
        request.params = params;
    }
    let chain = chain.map(|chain| chain.to_string()).unwrap_or_default();
    Ok(Reviewed { request, chain, compared, stand, review })
}

/// Asks the adapter of a browser wallet whether the wallet supports the request, before the user reviews it. Only
/// "unsupported" rejects it; the review shows other problems.
///
/// # Errors
/// The wallet's error 4200.
async fn check_wallet_takes(cx: &Cx, request: &Request, in_page: &Value) -> Result<()> {
    let Request { namespace, wallet, method, .. } = request;
    if !request.is_of_page_wallet() || !namespaces::is_told_in_parts(*namespace, method) {
        return Ok(());
    }
    let answer = connectors::request(cx, *wallet, connectors::TAKES, in_page);
    match cx.within(WALLET_SILENT_MS, answer).await {
        Some(Err(error)) if matches!(error.code(), Code::Number(UNSUPPORTED)) => Err(error),
        _ => Ok(()),
    }
}

/// Waits for the user's decision. Returns the ID of the review, or `None` if the request needs none.
async fn confirmed(cx: &Cx, located: &Located) -> Result<Option<u64>> {
    let Located { request, standing, chain, is_other } = located;
    let Request { namespace, method, params, address, shown, .. } = request;
    let is_elsewhere = chain != shown || *is_other;
    let is_due = cx.read(|s| review::may_concern(s, *namespace, method, params, is_elsewhere));
    // the embedded wallet's frame reviews a grant; the modal displays it again afterwards
    let is_due = is_due && !(request.is_embedded() && method == permissions::GRANT);
    let (true, Some(chain)) = (is_due, chain) else { return Ok(None) };
    let at = review::At { chain, is_elsewhere, is_other: *is_other };
    let reading = review::read_first(cx, method, params, (address, request.is_embedded()), at);
    // a user who disconnects during the review hasn't confirmed it
    let reading = cx.start(ScopeId::Connection(*namespace), reading);
    let answer = match standing {
        Some(standing) => standing.beside(reading).await?,
        None => reading.await?,
    };
    let id = match answer {
        Reply::Json(text) => json::parse(&text, usize::MAX).ok().and_then(|answer| answer.whole("id")),
        Reply::Done => None,
    };
    // the review took time: the account might have changed, and the wallet might have switched its network
    let stands = match (standing, request.is_same(cx)) {
        (_, false) => Err(Error::UserRejected),
        (Some(standing), true) => standing.check().await,
        (None, true) => Ok(()),
    };
    // querying the wallet's network took time, so the account is checked again
    if let Err(error) = stands.and_then(|()| request.is_same(cx).then_some(()).ok_or(Error::UserRejected)) {
        done(cx, id);
        return Err(error);
    }
    Ok(id)
}

/// Ends the displayed review, whatever the result.
pub(super) fn done(cx: &Cx, id: Option<u64>) {
    if let Some(id) = id {
        cx.background(ScopeId::App, review::done(cx, id));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ME, OTHER, World, request, transfer};
    use super::*;
    use crate::caip::ChainId;
    use crate::json::json;

    fn located(params: Value) -> Located {
        let request = request("eth_sendTransaction", params);
        Located { request, standing: None, chain: Some(ChainId::evm(1)), is_other: false }
    }

    // req: 10.12
    #[test]
    fn passes_a_transfer_without_a_review() {
        let world = World::connected();
        let reviewed = world.run(move |cx| async move { review(&cx, located(transfer())).await }).take();
        let reviewed = reviewed.unwrap().unwrap();
        assert_eq!((reviewed.review, reviewed.chain.as_str()), (None, "eip155:1"));
        assert_eq!((&reviewed.compared, &reviewed.request.params), (&transfer(), &transfer()));
    }

    #[test]
    fn rejects_when_the_account_changes_while_the_user_reads() {
        let world = World::connected();
        let call = json!([{ "from": ME, "to": OTHER, "data": "0xdeadbeef" }]);
        let reviewed = world.run(move |cx| async move { review(&cx, located(call)).await });
        assert!(reviewed.borrow().is_none(), "the user reads");
        world.becomes(OTHER);
        world.settle();
        assert_eq!(reviewed.take().unwrap().err(), Some(Error::UserRejected));
    }
}
