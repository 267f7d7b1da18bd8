//! `POST /v1/json-rpc`: paying from what a person has at an exchange (docs/spec/services.md A12). The exchanges' pages are on the onramp host.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, RawQuery, State},
    routing::post,
};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::{
    admission::{Common, admit},
    assets::Asset,
    chain::Chain,
    ids::{Address, is_caip2},
    lies::tell,
    orders::{self, Order},
    ports,
    reply::Refusal,
    sellers::{self, Kind, SELLERS, Seller},
    tokens::token_at,
    units,
    world::World,
};

mod lies;

pub use lies::{Call, Lie, Lies, none};

const BODY_MAX_BYTES: usize = 64 * 1024;
const URL_MAX_BYTES: usize = 2_048;
/// The coin type that stands for a chain's own coin, whichever it is.
const NATIVE: &str = "slip44:60";

struct Exchanges {
    world: Arc<World>,
    lies: Arc<Lies>,
}

/// The call, and the control path of its lies.
pub fn routes(world: &Arc<World>, lies: &Arc<Lies>) -> Router {
    Router::new()
        .route("/v1/json-rpc", post(rpc))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .with_state(Arc::new(Exchanges { world: Arc::clone(world), lies: Arc::clone(lies) }))
        .merge(Router::new().route("/__exchanges", post(tell)).with_state(Arc::clone(lies)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    id: Value,
    jsonrpc: String,
    method: String,
    params: Value,
}

/// Why a call has no result: the number and the words of JSON-RPC.
struct Failure(i32, String);

impl Failure {
    fn params(words: impl Into<String>) -> Self {
        Self(-32602, words.into())
    }

    fn not_supported(asset: &str) -> Self {
        Self::params(format!("Asset {asset:.120} is not supported"))
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        Self(-32603, error.to_string())
    }
}

async fn rpc(
    State(exchanges): State<Arc<Exchanges>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::ProjectOnly, &[])?;
    let request: Request =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    if request.jsonrpc != "2.0" || !(request.id.is_u64() || request.id.is_string()) {
        return Err(Refusal::bad("body", "is no JSON-RPC 2.0"));
    }
    let answer = match request.method.as_str() {
        "reown_getExchanges" => exchanges.list(request.params),
        "reown_getExchangePayUrl" => exchanges.pay_url(request.params),
        "reown_getExchangeBuyStatus" => exchanges.status(request.params).await,
        _ => Err(Failure(-32601, "This method is not served here".to_owned())),
    };
    Ok(Json(match answer {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": request.id, "result": result }),
        Err(Failure(code, message)) => {
            json!({ "jsonrpc": "2.0", "id": request.id, "error": { "code": code, "message": message } })
        }
    }))
}

fn read<T: for<'a> Deserialize<'a>>(params: Value) -> Result<T, Failure> {
    serde_json::from_value(params).map_err(|error| Failure::params(error.to_string()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Listed {
    page: u32,
    include_only: Option<Vec<String>>,
    exclude: Option<Vec<String>>,
    asset: Option<String>,
    amount: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Paid {
    exchange_id: String,
    asset: String,
    amount: String,
    recipient: String,
    /// Not in the document: where the page leads to at the end. Without it the page closes itself.
    redirect_url: Option<Redirect>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Redirect {
    success: Option<String>,
    failure: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Asked {
    session_id: String,
    exchange_id: String,
}

/// What a CAIP-19 text means here.
enum Means<'w> {
    Asset(&'w Chain, Asset),
    /// An asset, of another chain or another contract.
    Other,
    /// No asset at all.
    Nothing,
}

fn meaning<'w>(world: &'w World, text: &str) -> Means<'w> {
    let Some((chain, asset)) = text.split_once('/').filter(|(chain, _)| is_caip2(chain)) else {
        return Means::Nothing;
    };
    let known = world.chain(chain);
    if asset == NATIVE {
        return known.map_or(Means::Other, |chain| Means::Asset(chain, Asset::native(chain)));
    }
    match asset.strip_prefix("erc20:").map(Address::parse) {
        Some(Some(address)) => known
            .and_then(|chain| Some(Means::Asset(chain, Asset::token(token_at(&address)?))))
            .unwrap_or(Means::Other),
        _ => Means::Nothing,
    }
}

fn all() -> impl Iterator<Item = &'static Seller> {
    SELLERS.iter().filter(|seller| seller.kind == Kind::Exchange)
}

fn exchange(id: &str) -> Result<&'static Seller, Failure> {
    let found = sellers::seller(id).filter(|seller| seller.kind == Kind::Exchange);
    found.ok_or_else(|| Failure::params(format!("Exchange {id:.80} not found")))
}

fn redirect(url: Option<String>) -> Result<Option<String>, Failure> {
    let good = |text: &String| {
        text.len() <= URL_MAX_BYTES
            && Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "https" | "http"))
    };
    if url.as_ref().is_some_and(|url| !good(url)) {
        return Err(Failure::params("redirectUrl must be an address of a page"));
    }
    Ok(url)
}

impl Exchanges {
    /// Those that have the asset, where one is named. All fit on the first page.
    fn list(&self, params: Value) -> Result<Value, Failure> {
        let asked: Listed = read(params)?;
        if asked.page == 0 {
            return Err(Failure::params("page begins at 1"));
        }
        if asked.amount.as_deref().is_some_and(|amount| units::base_units(amount, 18).is_none()) {
            return Err(Failure::params("amount is no amount"));
        }
        let serves = |seller: &Seller| match asked.asset.as_deref().map(|asset| meaning(&self.world, asset)) {
            None => true,
            Some(Means::Asset(_, asset)) => seller.has(&asset),
            Some(Means::Other | Means::Nothing) => false,
        };
        let named = |list: &Option<Vec<String>>, seller: &Seller| {
            list.as_ref().map(|list| list.iter().any(|id| id == seller.id))
        };
        let found: Vec<Value> = all()
            .filter(|seller| serves(seller))
            .filter(|seller| named(&asked.include_only, seller).unwrap_or(true))
            .filter(|seller| !named(&asked.exclude, seller).unwrap_or(false))
            .map(|seller| {
                let picture = format!("{}/images/seller/{}", self.world.origins.of(ports::DATA), seller.id);
                // not in the document: where the pages of the exchange are, which the modal opens no others of
                let page = self.world.origins.of(ports::ONRAMP);
                let host = page.split_once("://").map_or(page.as_str(), |(_, host)| host);
                json!({ "id": seller.id, "name": seller.name, "imageUrl": picture, "hosts": [host] })
            })
            .collect();
        let total = found.len();
        let shown = if asked.page == 1 { found } else { Vec::new() };
        let mut answer = json!({ "exchanges": shown, "total": total });
        match self.lies.due(&Call::List, None) {
            Some(Lie::Fails) => return Err(Failure(-32603, "Something is wrong here".to_owned())),
            Some(lie) => lie.list(&mut answer),
            None => {}
        }
        Ok(answer)
    }

    /// Opens a payment; the address of its page.
    fn pay_url(&self, params: Value) -> Result<Value, Failure> {
        let asked: Paid = read(params)?;
        let seller = exchange(&asked.exchange_id)?;
        let (chain, asset) = match meaning(&self.world, &asked.asset) {
            Means::Asset(chain, asset) if seller.has(&asset) => (chain, asset),
            Means::Asset(..) | Means::Other => return Err(Failure::not_supported(&asked.asset)),
            Means::Nothing => return Err(Failure::params("asset is no CAIP-19 asset")),
        };
        let units = units::base_units(&asked.amount, asset.decimals.into())
            .filter(|units| *units > 0)
            .ok_or_else(|| {
                Failure::params(format!(
                    "amount must be above zero, with {} decimals at most",
                    asset.decimals
                ))
            })?;
        let recipient = asked
            .recipient
            .rsplit_once(':')
            .filter(|(on, _)| *on == chain.caip2())
            .and_then(|(_, address)| Address::parse(address))
            .ok_or_else(|| Failure::params("recipient must be an account of the asset's chain"))?;
        let Redirect { success, failure } = asked.redirect_url.unwrap_or_default();
        let lie = self.lies.due(&Call::Url, Some(&recipient.lower()));
        match lie {
            Some(Lie::Fails) => return Err(Failure(-32603, "Something is wrong here".to_owned())),
            Some(Lie::Unsupported) => return Err(Failure::not_supported(&asked.asset)),
            _ => {}
        }
        let order = Order {
            seller,
            chain: chain.caip2(),
            asset,
            recipient,
            units,
            money: None,
            success: redirect(success)?,
            failure: redirect(failure)?,
        };
        let id = orders::place(&self.world, &order)?;
        let url = format!("{}/{}?order={id}", self.world.origins.of(ports::ONRAMP), seller.id);
        let mut answer = json!({ "url": url, "sessionId": id });
        if let Some(lie) = lie {
            lie.url(&mut answer);
        }
        Ok(answer)
    }

    /// How far a payment is. One that nobody knows is UNKNOWN.
    async fn status(&self, params: Value) -> Result<Value, Failure> {
        let asked: Asked = read(params)?;
        let seller = exchange(&asked.exchange_id)?;
        let found =
            orders::find(&self.world, &asked.session_id)?.filter(|placed| placed.order.seller == seller);
        let Some(placed) = found else { return Ok(json!({ "status": "UNKNOWN" })) };
        let chain = self.world.chain(&placed.order.chain);
        let chain = chain.ok_or_else(|| Failure(-32603, "This chain is not here".to_owned()))?;
        let mut answer = placed.status(chain).await.map_err(|error| Failure(-32603, error.to_string()))?;
        match self.lies.due(&Call::Status, Some(&placed.order.recipient.lower())) {
            Some(Lie::Fails) => return Err(Failure(-32603, "Something is wrong here".to_owned())),
            Some(lie) => lie.status(&mut answer),
            None => {}
        }
        Ok(answer)
    }
}
