//! Pages of those who sell (docs/spec/services.md A8, A12): providers of the onramp and exchanges, one template. What was ordered is in
//! `crate::orders`; what is pressed here is carried out on the local chains.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, RawQuery, State},
    http::{HeaderMap, header},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};

use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

use crate::{
    assets::Asset,
    chain::Chain,
    csp,
    forms::{field, own_page},
    history,
    host::Host,
    ids::Address,
    images,
    lies::tell,
    onramp, orders,
    orders::{Money, Order, Placed, State as Stage},
    ports, projects,
    reply::Refusal,
    sellers::{self, Kind},
    units,
    world::World,
};

mod html;
mod lies;

use lies::{Call, Lie, Lies};

const BODY_MAX_BYTES: usize = 16 * 1024;
const BLOCK_WAIT: Duration = Duration::from_secs(2);
const BLOCK_RETRY: Duration = Duration::from_millis(20);
/// Where a page names no amount, in cents.
const USUAL_CENTS: u128 = 10_000;

struct Counter {
    world: Arc<World>,
    lies: Arc<Lies>,
}

/// Opens this host. Its own state is what tests have its pages do.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    orders::open(world)?;
    onramp::open(world)?;
    let lies = Arc::new(lies::none());
    let state = Arc::new(Counter { world: Arc::clone(world), lies: Arc::clone(&lies) });
    let routes = Router::new()
        .route("/", get(front))
        .route("/{seller}", get(page))
        .route("/{seller}/decide", post(decide))
        .route("/{seller}/done", get(done))
        .route("/{seller}/logo", get(logo))
        .route("/style.css", get(style))
        .route("/done.js", get(script))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .with_state(state)
        .merge(Router::new().route("/__pay", post(tell)).with_state(Arc::clone(&lies)));
    Ok(vec![Host::new(ports::ONRAMP, csp::seller(), routes).with_reset(move || lies.end())])
}

async fn style() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("onramp/style.css"))
}

async fn script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("onramp/done.js"))
}

async fn logo(Path(id): Path<String>) -> Response {
    match sellers::seller(&id) {
        Some(seller) => images::seller(seller.id).into_response(),
        None => html::problem("There is no such seller"),
    }
}

/// Meld.io's address has no path: whoever comes with its query is led to its page.
async fn front(State(counter): State<Arc<Counter>>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    if !field(query.as_bytes(), "publicKey").is_empty() {
        return meld(&counter, &query).unwrap_or_else(html::problem);
    }
    html::page("Demo sellers", "<p>Providers of the onramp and exchanges, for the wallet-modal demo.</p>")
        .into_response()
}

/// The page of an order.
async fn page(
    State(counter): State<Arc<Counter>>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let query = query.unwrap_or_default();
    if id == "meld" && !field(query.as_bytes(), "publicKey").is_empty() {
        return meld(&counter, &query).unwrap_or_else(html::problem);
    }
    shown(&counter.world, &id, &field(query.as_bytes(), "order")).unwrap_or_else(html::problem)
}

fn shown(world: &World, seller: &str, id: &str) -> Result<Response, &'static str> {
    let placed = order(world, seller, id)?;
    orders::step(world, &placed.id, &[Stage::Open], Stage::Seen).map_err(|_| STORE)?;
    let open = matches!(placed.state, Stage::Open | Stage::Seen);
    Ok(if open { html::offer(world, &placed) } else { Redirect::to(&done_path(&placed)).into_response() })
}

const STORE: &str = "The database failed";

fn done_path(placed: &Placed) -> String {
    format!("/{}/done?order={}", placed.order.seller.id, placed.id)
}

fn order(world: &World, seller: &str, id: &str) -> Result<Placed, &'static str> {
    let found = orders::find(world, id).map_err(|_| STORE)?;
    found.filter(|placed| placed.order.seller.id == seller).ok_or("This order is not known here")
}

/// An order is placed by what its address says.
fn meld(counter: &Counter, query: &str) -> Result<Response, &'static str> {
    let (world, value) = (&counter.world, |name| field(query.as_bytes(), name));
    if projects::behaviour(&value("externalCustomerId")).is_none() {
        return Err("This project is not known");
    }
    if value("publicKey").len() > 128 {
        return Err("This key is not known");
    }
    let recipient =
        Address::parse(&value("walletAddress")).ok_or("There is no local ledger for this wallet")?;
    let code = value("destinationCurrencyCode");
    // What clients ask for on public networks; here the demo's dollar stands for it.
    let symbol = if code == "USDC" { "DUSD" } else { code.as_str() };
    let (chain, asset) = onramp::sold_on(world, symbol).next().ok_or("This currency is not sold here")?;
    let money = Money { cents: USUAL_CENTS, currency: "USD".to_owned() };
    let quote = onramp::quote(world, chain, &asset, money).map_err(|_| "This currency has no price")?;
    let order = Order {
        seller: sellers::seller("meld").ok_or("This seller is not here")?,
        chain: chain.caip2(),
        asset,
        recipient,
        units: quote.units,
        money: Some(quote.total),
        success: None,
        failure: None,
    };
    let id = orders::place(world, &order).map_err(|_| STORE)?;
    Ok(Redirect::to(&format!("/meld?order={id}")).into_response())
}

/// What was pressed.
async fn decide(
    State(counter): State<Arc<Counter>>,
    Path(seller): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    own_page(&headers)?;
    let decided = async {
        let placed = order(&counter.world, &seller, &field(&body, "order"))?;
        match field(&body, "decision").as_str() {
            "pay" => pay(&counter, &placed, &field(&body, "amount")).await?,
            "fail" => {
                end(&counter.world, &placed, Stage::Failed)?;
            }
            "cancel" => {
                end(&counter.world, &placed, Stage::Cancelled)?;
            }
            _ => return Err("Press one of the buttons".to_owned()),
        }
        Ok::<_, String>(Redirect::to(&done_path(&placed)).into_response())
    };
    Ok(decided.await.unwrap_or_else(|problem| html::problem(&problem)))
}

/// Without having paid. Only what a person paid for shows up in the history as failed.
fn end(world: &World, placed: &Placed, stage: Stage) -> Result<(), &'static str> {
    let ended = orders::step(world, &placed.id, &[Stage::Open, Stage::Seen], stage).map_err(|_| STORE)?;
    if ended && stage == Stage::Failed && placed.order.seller.kind == Kind::Onramp {
        history::note_failed(world, placed).map_err(|_| STORE)?;
    }
    Ok(())
}

/// Sends, once however often it is pressed.
async fn pay(counter: &Counter, placed: &Placed, amount: &str) -> Result<(), String> {
    let world = &counter.world;
    let order = &placed.order;
    let chain = world.chain(&order.chain).ok_or("This chain is not here")?;
    let mut units = order.units;
    if let Some(money) = &order.money {
        let cents = units::base_units(amount.trim(), 2).ok_or("This is no amount of money")?;
        if cents != money.cents {
            let money = Money { cents, currency: money.currency.clone() };
            let quote = onramp::quote(world, chain, &order.asset, money);
            units = quote.map_err(|refusal| refusal.to_string())?.units;
        }
    }
    let pressed = orders::step(world, &placed.id, &[Stage::Open, Stage::Seen], Stage::Paying);
    if !pressed.map_err(|_| STORE)? {
        return Ok(());
    }
    let mut due = Payment { asset: order.asset, to: order.recipient, units };
    match counter.lies.due(&Call::Pay, Some(&order.recipient.lower())) {
        Some(Lie::Pending) => return Ok(()),
        Some(Lie::Nothing) => {
            let hash = lies::unknown_hash(&placed.id);
            return orders::settle(world, &placed.id, Stage::Claimed, &hash).map_err(|_| STORE.to_owned());
        }
        Some(lie) => lie.bend(chain, &mut due),
        None => {}
    }
    match order.seller.pay(chain, &due.asset, &due.to, due.units).await {
        Ok(hash) => {
            orders::settle(world, &placed.id, Stage::Paid, &hash).map_err(|_| STORE)?;
            // Who is told that it was paid finds it on the chain, unless that makes its blocks slowly.
            let _block = timeout(BLOCK_WAIT, mined(chain, &hash)).await;
            Ok(())
        }
        Err(_) => {
            orders::step(world, &placed.id, &[Stage::Paying], Stage::Failed).map_err(|_| STORE)?;
            if order.seller.kind == Kind::Onramp {
                history::note_failed(world, placed).map_err(|_| STORE)?;
            }
            Ok(())
        }
    }
}

/// Waits until a transaction is in a block: a chain answers with the hash before that.
async fn mined(chain: &Chain, hash: &str) {
    while let Ok(Value::Null) = chain.call("eth_getTransactionReceipt", json!([hash])).await {
        sleep(BLOCK_RETRY).await;
    }
}

/// What is sent.
struct Payment {
    asset: Asset,
    to: Address,
    units: u128,
}

/// How it ended.
async fn done(
    State(counter): State<Arc<Counter>>,
    Path(seller): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let id = field(query.unwrap_or_default().as_bytes(), "order");
    match order(&counter.world, &seller, &id) {
        Ok(placed) => html::done(&counter.world, &placed),
        Err(problem) => html::problem(problem),
    }
}
