//! The calls of the blockchain data API for buying crypto (docs/spec/services.md A7, A8): one function per call, with
//! typed request and response.

use super::blockchain::{get, post, serves};
use crate::caip::{AccountId, ChainId};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::services::onramp::{OnrampOptions, Purchase, Quote, QuoteRequest};
use crate::urls::{encoded, is_web_url};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

fn unreadable() -> Error {
    Error::Unreadable { from: "the data service".into() }
}

/// `GET /v1/onramp/options` (7.19): the currencies and assets. Empty on an unsupported network (7.2).
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn options(cx: &Cx, chain: &ChainId) -> Result<OnrampOptions> {
    if !serves(cx, chain).await? {
        return Ok(OnrampOptions::default());
    }
    let answer = get(cx, "/v1/onramp/options".into(), Vec::new()).await?;
    OnrampOptions::read(&answer).ok_or_else(unreadable)
}

/// `POST /v1/onramp/quote` (7.20): a quote for an amount of money.
///
/// # Errors
/// [`Error::UnsupportedChain`] on an unsupported network (7.2). [`Error::Unreadable`] for a quote of another purchase.
/// The errors of [`super::ask`].
pub async fn quote(cx: &Cx, chain: &ChainId, wanted: &QuoteRequest) -> Result<Quote> {
    if !serves(cx, chain).await? {
        return Err(Error::UnsupportedChain);
    }
    let answer = post(cx, "/v1/onramp/quote".into(), wanted.body()).await?;
    Quote::read(&answer, wanted).ok_or_else(unreadable)
}

/// The parameters of a provider's page.
pub struct Destination<'a> {
    /// The account that receives the asset.
    pub account: &'a AccountId,
    /// The asset's symbol.
    pub symbol: &'a str,
    /// The provider's name of the network.
    pub network: &'a str,
    /// The paid amount and the bought amount of a quote, in decimals. Without a quote, the user types the amount on the
    /// provider's page.
    pub sums: Option<(String, String)>,
}

/// `POST /v1/generators/onrampurl` (7.18): the URL of the provider's page, `https:` or on loopback.
///
/// # Errors
/// The errors of [`quote`].
pub async fn url(cx: &Cx, to: &Destination<'_>) -> Result<String> {
    if !serves(cx, &to.account.chain).await? {
        return Err(Error::UnsupportedChain);
    }
    let address = &to.account.address;
    let mut body = json!({
        "destinationWallets": [{ "address": address, "blockchains": [to.network], "assets": [to.symbol] }],
        "defaultNetwork": to.network,
        "partnerUserId": address,
        "defaultExperience": "buy",
    });
    if let (Some((paid, got)), Some(fields)) = (&to.sums, body.as_object_mut()) {
        fields.insert("presetFiatAmount".into(), paid.as_str().into());
        fields.insert("presetCryptoAmount".into(), got.as_str().into());
    }
    let answer = post(cx, "/v1/generators/onrampurl".into(), body).await?;
    let url = answer.filled("url").filter(|url| is_web_url(url));
    url.map(Into::into).ok_or_else(unreadable)
}

/// `GET /v1/account/{account}/history` (7.5): the newest page of one provider's purchases on any network. Without a
/// provider, all incoming transfers on the account's network.
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn purchases(cx: &Cx, account: &AccountId, by: Option<&str>) -> Result<Vec<Purchase>> {
    if !serves(cx, &account.chain).await? {
        return Ok(Vec::new());
    }
    let path = alloc::format!("/v1/account/{}/history", encoded(&account.address));
    let query = match by {
        Some(by) => ("onramp", by.into()),
        None => ("chainId", alloc::string::ToString::to_string(&account.chain)),
    };
    let answer = get(cx, path, alloc::vec![query]).await?;
    let data = answer.field("data").and_then(Value::as_array).ok_or_else(unreadable)?;
    Ok(data.iter().filter_map(Purchase::read).collect())
}
