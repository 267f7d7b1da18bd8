//! `/v1/onramp/…` and `/v1/generators/onrampurl`: what can be bought for money, for how much, and the page where it is done
//! (docs/spec/services.md A7, A8). The page itself is on the onramp host.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, RawQuery, State},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    assets::Asset,
    chain::Chain,
    clock::Clock,
    ids::Address,
    lies::tell,
    onramp::{self, Quote},
    orders::{self, Money, Order},
    ports,
    reply::Refusal,
    sellers, units,
    world::World,
};

mod lies;

pub use lies::{Call, Lies, none};

const BODY_MAX_BYTES: usize = 64 * 1024;
const WALLETS_MAX: usize = 16;
/// Where a page names no amount, in cents.
const USUAL_CENTS: u128 = 10_000;
/// What clients ask for on public networks; here the demo's dollar stands for it.
const PUBLIC_DOLLAR: &str = "USDC";

struct Onramp {
    world: Arc<World>,
    clock: Arc<Clock>,
    lies: Arc<Lies>,
}

/// The calls, and the control path of their lies.
pub fn routes(world: &Arc<World>, clock: &Arc<Clock>, lies: &Arc<Lies>) -> Router {
    let state =
        Arc::new(Onramp { world: Arc::clone(world), clock: Arc::clone(clock), lies: Arc::clone(lies) });
    Router::new()
        .route("/v1/onramp/options", get(options))
        .route("/v1/onramp/quote", post(quote))
        .route("/v1/generators/onrampurl", post(url))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .with_state(state)
        .merge(Router::new().route("/__onramp", post(tell)).with_state(Arc::clone(lies)))
}

async fn options(
    State(onramp): State<Arc<Onramp>>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[])?;
    let mut options = onramp::options(&onramp.world);
    if let Some(lie) = onramp.lies.due(&Call::Options, None) {
        lie.bend(&mut options);
    }
    Ok(Json(options))
}

/// Both currencies come back as the options named them, and may carry less of what was named.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Priced {
    purchase_currency: Purchase,
    payment_currency: Payment,
    amount: String,
    network: String,
    project_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Purchase {
    id: String,
    symbol: Option<String>,
    #[serde(rename = "name")]
    _name: Option<String>,
    #[serde(rename = "networks")]
    _networks: Option<Vec<Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Payment {
    id: String,
    #[serde(rename = "payment_method_limits")]
    _limits: Option<Vec<Value>>,
}

async fn quote(
    State(onramp): State<Arc<Onramp>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &[])?;
    let asked: Priced = read(&body)?;
    if asked.project_id.is_some() && asked.project_id.as_deref() != call.params.get("projectId") {
        return Err(Refusal::bad("projectId", "differs between the query and the body"));
    }
    let symbol = onramp::symbol_of(&asked.purchase_currency.id)
        .filter(|symbol| asked.purchase_currency.symbol.as_deref().is_none_or(|said| said == *symbol))
        .ok_or_else(|| Refusal::bad("purchaseCurrency", "is none of the options"))?;
    let (chain, asset) = onramp::chain_named(&onramp.world, &asked.network)
        .and_then(|chain| Some((chain, on(&onramp.world, chain, symbol)?)))
        .ok_or_else(|| Refusal::bad("network", "is none of this currency"))?;
    let cents = cents(&asked.amount)?;
    let money = Money { cents, currency: asked.payment_currency.id };
    let quote = onramp::quote(&onramp.world, chain, &asset, money)?;
    let mut answer = quote.offer(&onramp.world, onramp.clock.now_ms())?;
    if let Some(lie) = onramp.lies.due(&Call::Quote, None) {
        lie.bend(&mut answer);
    }
    Ok(Json(answer))
}

fn cents(text: &str) -> Result<u128, Refusal> {
    let cents = units::base_units(text, 2).filter(|cents| *cents > 0);
    cents.ok_or_else(|| Refusal::bad("amount", "must be above zero, with two decimals at most"))
}

fn on(world: &World, chain: &Chain, symbol: &str) -> Option<Asset> {
    onramp::sold_on(world, symbol).find(|(other, _)| other.id() == chain.id()).map(|(_, asset)| asset)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wanted {
    destination_wallets: Vec<Wallet>,
    default_network: Option<String>,
    partner_user_id: String,
    default_experience: String,
    preset_crypto_amount: Option<Value>,
    preset_fiat_amount: Option<Value>,
    project_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wallet {
    address: String,
    blockchains: Vec<String>,
    assets: Vec<String>,
}

/// Places an order at the provider; the address of its page. What was quoted a moment ago counts there.
async fn url(
    State(onramp): State<Arc<Onramp>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    let call = admit(query.as_deref(), Common::Whole, &[])?;
    let wanted: Wanted = read(&body)?;
    if wanted.project_id.is_some() && wanted.project_id.as_deref() != call.params.get("projectId") {
        return Err(Refusal::bad("projectId", "differs between the query and the body"));
    }
    if wanted.default_experience != "buy" {
        return Err(Refusal::bad("defaultExperience", "must be buy"));
    }
    if !(1..=WALLETS_MAX).contains(&wanted.destination_wallets.len()) {
        return Err(Refusal::bad("destinationWallets", "must be 1 to 16"));
    }
    if wanted.partner_user_id.is_empty() || wanted.partner_user_id.len() > 128 {
        return Err(Refusal::bad("partnerUserId", "must be 1 to 128 letters"));
    }
    let wallet = wanted.destination_wallets.first().map(|wallet| (wallet, Address::parse(&wallet.address)));
    let Some((wallet, Some(recipient))) = wallet else {
        return Err(Refusal::bad("destinationWallets", "has no address of this chain family"));
    };
    if wallet.blockchains.is_empty() {
        return Err(Refusal::bad("destinationWallets", "names no network"));
    }
    let network = wanted.default_network.as_deref().unwrap_or_default();
    let (chain, asset) = place(&onramp.world, network, &wallet.assets)
        .ok_or_else(|| Refusal::bad("destinationWallets", "names nothing that is sold"))?;
    let total = preset("presetFiatAmount", wanted.preset_fiat_amount.as_ref(), 2)?.unwrap_or(USUAL_CENTS);
    let units = preset("presetCryptoAmount", wanted.preset_crypto_amount.as_ref(), asset.decimals.into())?;
    let order = ordered(&onramp, chain, &asset, recipient, total, units)?;
    let id = orders::place(&onramp.world, &order).map_err(|error| Refusal::store(&error))?;
    let mut url = format!("{}/coinbase?order={id}", onramp.world.origins.of(ports::ONRAMP));
    if let Some(lie) = onramp.lies.due(&Call::Url, Some(&recipient.lower())) {
        lie.lead(&mut url);
    }
    Ok(Json(json!({ "url": url })))
}

/// On the network that is named, else on the first that has it: the names of public networks stand for that.
fn place<'w>(world: &'w World, network: &str, assets: &[String]) -> Option<(&'w Chain, Asset)> {
    assets.iter().find_map(|asset| {
        let symbol = if asset == PUBLIC_DOLLAR { "DUSD" } else { asset };
        match onramp::chain_named(world, network) {
            Some(chain) => Some((chain, on(world, chain, symbol)?)),
            None => onramp::sold_on(world, symbol).next(),
        }
    })
}

/// A number, or the text of one; zero is as none.
fn preset(name: &str, given: Option<&Value>, decimals: usize) -> Result<Option<u128>, Refusal> {
    let text = match given {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        Some(_) => String::new(),
    };
    let units = units::base_units(&text, decimals).ok_or_else(|| Refusal::bad(name, "is no amount"))?;
    Ok(Some(units).filter(|units| *units > 0))
}

fn ordered(
    onramp: &Onramp,
    chain: &Chain,
    asset: &Asset,
    recipient: Address,
    cents: u128,
    units: Option<u128>,
) -> Result<Order, Refusal> {
    let (world, now_ms) = (&onramp.world, onramp.clock.now_ms());
    let quoted = match units {
        Some(units) => onramp::quoted_in(world, chain, asset, units, cents, now_ms)
            .map_err(|error| Refusal::store(&error))?
            .map(|currency| (units, currency)),
        None => None,
    };
    let (units, currency) = match quoted {
        Some(quoted) => quoted,
        None => {
            let money = Money { cents, currency: "USD".to_owned() };
            let Quote { units, total, .. } = onramp::quote(world, chain, asset, money)?;
            (units, total.currency)
        }
    };
    let seller = sellers::seller("coinbase").ok_or_else(|| Refusal::bad("seller", "There is none"))?;
    Ok(Order {
        seller,
        chain: chain.caip2(),
        asset: *asset,
        recipient,
        units,
        money: Some(Money { cents, currency }),
        success: None,
        failure: None,
    })
}

fn read<'a, T: Deserialize<'a>>(body: &'a Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| Refusal::bad("body", error.to_string()))
}
