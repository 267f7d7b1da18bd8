//! Paying from a user's account at an exchange (docs/spec/services.md A12): one function per call, with typed request and response. These
//! responses never decide about money: they are displayed, and the exchange's page is opened.

use super::blockchain::post;
use crate::amount::Amount;
use crate::caip::ChainId;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::services::{ELSEWHERE, Exchange, session_id};
use crate::urls::is_web_url;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// The maximum number of displayed exchanges.
pub const EXCHANGES_MAX: usize = 20;

/// A payment in the form of these calls.
pub struct Bill<'a> {
    /// The asset (CAIP-19).
    pub asset: String,
    /// The exact amount.
    pub amount: &'a Amount,
}

/// The status of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not paid yet, or the exchange doesn't know.
    Open,
    /// Paid, with this transaction if the response names one.
    Success(Option<String>),
    /// The payment failed.
    Failed(Option<String>),
}

/// The error, from the call's code. The service's own message about an asset takes precedence.
fn failed(code: &'static str, error: &Error) -> Error {
    let said = match error {
        Error::Rpc { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let code = if said.contains("not supported") { "ASSET_NOT_SUPPORTED" } else { code };
    Error::Payment { code, message: said.into() }
}

async fn call(cx: &Cx, method: &str, params: Value) -> Result<Value> {
    let body = json!({ "id": 1, "jsonrpc": "2.0", "method": method, "params": params });
    let answer = post(cx, "/v1/json-rpc".into(), body).await?;
    if let Some(error) = answer.field("error") {
        let code = error.field("code").and_then(Value::as_i64).unwrap_or(-32603);
        return Err(Error::rpc(code, error.text("message").unwrap_or_default()));
    }
    let result = answer.field("result").filter(|result| result.is_object()).cloned();
    result.ok_or_else(unreadable)
}

fn unreadable() -> Error {
    Error::Unreadable { from: "the data service".into() }
}

/// The page's options `includeOnly` and `exclude`, if set.
pub type ExchangeFilters<'a> = [(&'static str, &'a Option<Vec<String>>); 2];

/// Reads the exchanges of a response: without duplicates, filtered by the page's options, at most [`EXCHANGES_MAX`].
///
/// # Errors
/// The response has no list.
pub fn read_list(answer: &Value, named: ExchangeFilters<'_>) -> Result<Vec<Exchange>> {
    let list = answer.field("exchanges").and_then(Value::as_array).ok_or_else(unreadable)?;
    let mut found: Vec<Exchange> = Vec::new();
    for one in list.iter().filter_map(Exchange::read) {
        let is_wanted = named
            .iter()
            .zip([true, false])
            .all(|((_, ids), wanted)| ids.as_ref().is_none_or(|ids| ids.contains(&one.id) == wanted));
        if is_wanted && found.len() < EXCHANGES_MAX && found.iter().all(|known| known.id != one.id) {
            found.push(one);
        }
    }
    Ok(found)
}

/// `reown_getExchanges`: the exchanges that support a payment. Empty without a project.
///
/// # Errors
/// [`Error::Payment`] `UNABLE_TO_GET_EXCHANGES`.
pub async fn list(cx: &Cx, bill: &Bill<'_>, named: ExchangeFilters<'_>) -> Result<Vec<Exchange>> {
    if cx.read(|s| s.options.project_id.is_none()) {
        return Ok(Vec::new());
    }
    let mut params = Map::new();
    params.insert("page".into(), 1.into());
    params.insert("asset".into(), bill.asset.clone().into());
    params.insert("amount".into(), bill.amount.to_decimal().into());
    for (name, ids) in named {
        if let Some(ids) = ids {
            params.insert(name.into(), ids.clone().into());
        }
    }
    let answer = call(cx, "reown_getExchanges", Value::Object(params)).await;
    let found = answer.and_then(|answer| read_list(&answer, named));
    found.map_err(|error| failed("UNABLE_TO_GET_EXCHANGES", &error))
}

/// The URL of the exchange's page in a response, and the payment's ID. The page is only accepted on one of these hosts.
///
/// # Errors
/// The URL is missing, invalid or on another host.
pub fn read_url(answer: &Value, hosts: &[String]) -> Result<(String, String)> {
    let url = answer.text("url").filter(|url| is_web_url(url)).ok_or_else(unreadable)?;
    if !crate::urls::host(url).is_some_and(|host| hosts.contains(&host)) {
        return Err(Error::Payment { code: "UNABLE_TO_GET_PAY_URL", message: ELSEWHERE.into() });
    }
    let id = answer.text("sessionId").and_then(session_id).ok_or_else(unreadable)?;
    Ok((url.into(), id))
}

/// `reown_getExchangePayUrl`: the exchange's page for this payment, and the service's id. `recipient` is paid on `chain`, and `redirect` is
/// the return URL.
///
/// # Errors
/// [`Error::Payment`] `UNABLE_TO_GET_PAY_URL`, or `ASSET_NOT_SUPPORTED`.
pub async fn pay_url(
    cx: &Cx,
    exchange: &Exchange,
    bill: &Bill<'_>,
    (chain, recipient): (&ChainId, &str),
    redirect: Option<&Value>,
) -> Result<(String, String)> {
    let mut params = json!({
        "exchangeId": exchange.id,
        "asset": bill.asset,
        "amount": bill.amount.to_decimal(),
        "recipient": alloc::format!("{chain}:{recipient}"),
    });
    if let (Some(redirect), Some(fields)) = (redirect, params.as_object_mut()) {
        fields.insert("redirectUrl".into(), redirect.clone());
    }
    let answer = call(cx, "reown_getExchangePayUrl", params).await;
    let found = answer.and_then(|answer| read_url(&answer, &exchange.hosts));
    found.map_err(|error| match error {
        known @ Error::Payment { .. } => known,
        error => failed("UNABLE_TO_GET_PAY_URL", &error),
    })
}

/// The status of a payment in a response. A hash has to be valid on `chain`, otherwise it is ignored.
///
/// # Errors
/// An unknown status.
pub fn read_status(answer: &Value, chain: &ChainId) -> Result<Status> {
    let rules = crate::namespaces::of(chain.namespace);
    let hash = answer.text("txHash").and_then(|hash| rules.transaction_id(hash));
    match answer.text("status") {
        Some("SUCCESS") => Ok(Status::Success(hash)),
        Some("FAILED") => Ok(Status::Failed(hash)),
        Some("UNKNOWN" | "IN_PROGRESS") => Ok(Status::Open),
        _ => Err(unreadable()),
    }
}

/// `reown_getExchangeBuyStatus`: the status of a payment.
///
/// # Errors
/// [`Error::Payment`] `UNABLE_TO_GET_BUY_STATUS`.
pub async fn status(cx: &Cx, exchange: &str, session: &str, chain: &ChainId) -> Result<Status> {
    let params = json!({ "exchangeId": exchange, "sessionId": session });
    let answer = call(cx, "reown_getExchangeBuyStatus", params).await;
    let found = answer.and_then(|answer| read_status(&answer, chain));
    found.map_err(|error| failed("UNABLE_TO_GET_BUY_STATUS", &error))
}
