//! What people order of a seller: of an onramp for money, of an exchange from what they have there. Written by the data host's calls, carried
//! out by the seller's page on the onramp host.

use rusqlite::{OptionalExtension, Row, params};
use serde_json::{Value, json};

use crate::{
    assets::Asset,
    chain::{Chain, ChainError},
    ids::Address,
    sellers::{self, Seller},
    store::random_hex,
    units,
    world::World,
};

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS seller_order (
        id TEXT PRIMARY KEY, seller TEXT NOT NULL, chain TEXT NOT NULL, symbol TEXT NOT NULL, recipient TEXT NOT NULL, units TEXT NOT NULL,
        cents INTEGER, currency TEXT, success TEXT, failure TEXT, state TEXT NOT NULL, hash TEXT
    ) STRICT;
";

/// How far an order is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nobody has looked at its page.
    Open,
    /// Its page is open.
    Seen,
    /// Pay was pressed.
    Paying,
    /// It was sent; whether that succeeded the chain says.
    Paid,
    /// For tests: said to be paid, and nothing was sent.
    Claimed,
    /// It did not succeed.
    Failed,
    /// The person did not want it.
    Cancelled,
}

const STATES: [(State, &str); 7] = [
    (State::Open, "open"),
    (State::Seen, "seen"),
    (State::Paying, "paying"),
    (State::Paid, "paid"),
    (State::Claimed, "claimed"),
    (State::Failed, "failed"),
    (State::Cancelled, "cancelled"),
];

impl State {
    /// Its name.
    pub fn text(self) -> &'static str {
        STATES.iter().find(|(state, _)| *state == self).map_or("failed", |(_, text)| text)
    }

    fn parse(text: &str) -> Self {
        STATES.iter().find(|(_, name)| *name == text).map_or(Self::Failed, |(state, _)| *state)
    }
}

/// What money is paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Money {
    /// Hundredths.
    pub cents: u128,
    /// Of this currency, by its code.
    pub currency: String,
}

/// What is ordered.
#[derive(Debug, Clone)]
pub struct Order {
    /// Of whom.
    pub seller: &'static Seller,
    /// CAIP-2 id of the chain.
    pub chain: String,
    /// What.
    pub asset: Asset,
    /// For whom.
    pub recipient: Address,
    /// How much, in base units.
    pub units: u128,
    /// For which money; None at an exchange.
    pub money: Option<Money>,
    /// Where the page leads to at the end, when it was told.
    pub success: Option<String>,
    /// The same for an end without success.
    pub failure: Option<String>,
}

/// An order that was placed.
#[derive(Debug, Clone)]
pub struct Placed {
    /// Unguessable.
    pub id: String,
    /// What it is.
    pub order: Order,
    /// How far it is.
    pub state: State,
    /// The transaction that paid it.
    pub hash: Option<String>,
}

/// Makes the table.
pub fn open(world: &World) -> rusqlite::Result<()> {
    world.store.lock().execute_batch(TABLES)
}

/// Places an order; its id.
pub fn place(world: &World, order: &Order) -> rusqlite::Result<String> {
    let connection = world.store.lock();
    let id = random_hex(&connection, 16)?;
    connection.execute(
        "INSERT INTO seller_order VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'open', NULL)",
        params![
            id,
            order.seller.id,
            order.chain,
            order.asset.symbol,
            order.recipient.lower(),
            order.units.to_string(),
            order.money.as_ref().and_then(|money| i64::try_from(money.cents).ok()),
            order.money.as_ref().map(|money| &money.currency),
            order.success,
            order.failure,
        ],
    )?;
    Ok(id)
}

/// The order of this id.
pub fn find(world: &World, id: &str) -> rusqlite::Result<Option<Placed>> {
    let connection = world.store.lock();
    let found = connection
        .query_row("SELECT * FROM seller_order WHERE id = ?1", [id], |row| read(world, row))
        .optional()?;
    Ok(found.flatten())
}

/// None for an order of a chain or a seller that is no more.
fn read(world: &World, row: &Row<'_>) -> rusqlite::Result<Option<Placed>> {
    let text = |name: &str| row.get::<_, String>(name);
    let (chain, symbol) = (text("chain")?, text("symbol")?);
    let asset = world.chain(&chain).and_then(|chain| Asset::called(chain, &symbol));
    let found = (sellers::seller(&text("seller")?), asset, Address::parse(&text("recipient")?));
    let (Some(seller), Some(asset), Some(recipient)) = found else { return Ok(None) };
    let (cents, currency): (Option<i64>, Option<String>) = (row.get("cents")?, row.get("currency")?);
    let money =
        cents.zip(currency).map(|(cents, currency)| Money { cents: cents.unsigned_abs().into(), currency });
    let order = Order {
        seller,
        chain,
        asset,
        recipient,
        units: text("units")?.parse().unwrap_or_default(),
        money,
        success: row.get("success")?,
        failure: row.get("failure")?,
    };
    Ok(Some(Placed { id: text("id")?, order, state: State::parse(&text("state")?), hash: row.get("hash")? }))
}

/// From one of these states to another; whether it was in one of them. Of two presses one succeeds.
pub fn step(world: &World, id: &str, from: &[State], to: State) -> rusqlite::Result<bool> {
    let from: Vec<String> = from.iter().map(|state| format!("'{}'", state.text())).collect();
    let sql = format!("UPDATE seller_order SET state = ?2 WHERE id = ?1 AND state IN ({})", from.join(","));
    Ok(world.store.lock().execute(&sql, params![id, to.text()])? == 1)
}

/// What was sent for it in the end.
pub fn settle(world: &World, id: &str, to: State, hash: &str) -> rusqlite::Result<()> {
    let sql = "UPDATE seller_order SET state = ?2, hash = ?3 WHERE id = ?1";
    world.store.lock().execute(sql, params![id, to.text(), hash])?;
    Ok(())
}

impl Placed {
    /// Its status as exchanges say it: `{status, txHash?}` (docs/spec/services.md A12).
    pub async fn status(&self, chain: &Chain) -> Result<Value, ChainError> {
        let status = match (self.state, &self.hash) {
            (State::Open, _) => "UNKNOWN",
            (State::Seen | State::Paying, _) => "IN_PROGRESS",
            (State::Claimed, _) => "SUCCESS",
            (State::Paid, Some(hash)) => {
                let receipt = chain.call("eth_getTransactionReceipt", json!([hash])).await?;
                match receipt.get("status").and_then(units::quantity) {
                    None => "IN_PROGRESS",
                    Some(1) => "SUCCESS",
                    Some(_) => "FAILED",
                }
            }
            (State::Paid | State::Failed | State::Cancelled, _) => "FAILED",
        };
        let mut answer = json!({ "status": status });
        if let (Some(hash), Some(fields)) = (&self.hash, answer.as_object_mut()) {
            fields.insert("txHash".to_owned(), json!(hash));
        }
        Ok(answer)
    }
}
