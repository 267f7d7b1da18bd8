//! Fills the history from the chains: each new block once, as it comes, and again from the start when a chain was set back.

use std::fmt;

use rusqlite::{OptionalExtension, params};
use serde_json::{Value, json};

use super::activity::{Activity, Movement, write};
use crate::{
    abi,
    assets::Asset,
    chain::{Chain, ChainError},
    ids::Address,
    reply::Refusal,
    sellers,
    swaps::{self, Swap, Swapped},
    tokens::transferred,
    units,
    world::World,
};

/// Why a chain could not be read into the history.
#[derive(Debug)]
pub enum IndexError {
    /// The chain failed.
    Chain(ChainError),
    /// The database failed.
    Store(rusqlite::Error),
}

impl fmt::Display for IndexError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chain(cause) => cause.fmt(out),
            Self::Store(cause) => cause.fmt(out),
        }
    }
}

impl std::error::Error for IndexError {}

impl From<ChainError> for IndexError {
    fn from(cause: ChainError) -> Self {
        Self::Chain(cause)
    }
}

impl From<rusqlite::Error> for IndexError {
    fn from(cause: rusqlite::Error) -> Self {
        Self::Store(cause)
    }
}

impl From<IndexError> for Refusal {
    fn from(error: IndexError) -> Self {
        match error {
            IndexError::Chain(cause) => Self::chain(&cause),
            IndexError::Store(cause) => Self::store(&cause),
        }
    }
}

/// Reads what a chain has and the history has not. Only one at a time may do so.
pub(super) async fn catch_up(world: &World, chain: &Chain) -> Result<(), IndexError> {
    let head = chain.quantity("eth_blockNumber", json!([])).await?;
    let head = u64::try_from(head).map_err(|_| ChainError::Malformed)?;
    let mut next = match last(world, chain)? {
        Some((block, hash)) if text(&header(chain, block).await?, "hash") == hash => block + 1,
        Some(_) => {
            forget(world, chain)?;
            0
        }
        None => 0,
    };
    while next <= head {
        let block = full_block(chain, next).await?;
        let activities = read(world, chain, next, &block).await?;
        let mut connection = world.store.lock();
        let transaction = connection.transaction()?;
        for activity in &activities {
            write(&transaction, activity)?;
        }
        transaction.execute(
            "INSERT OR REPLACE INTO indexed VALUES (?1, ?2, ?3)",
            params![chain.caip2(), next as i64, text(&block, "hash")],
        )?;
        transaction.commit()?;
        next += 1;
    }
    Ok(())
}

fn last(world: &World, chain: &Chain) -> rusqlite::Result<Option<(u64, String)>> {
    let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get(1)?));
    let query = "SELECT block, hash FROM indexed WHERE chain = ?1";
    world.store.lock().query_row(query, [chain.caip2()], read).optional()
}

/// Everything of a chain that was set back, or is a new one under an old id. What no chain has (the archive) stays.
fn forget(world: &World, chain: &Chain) -> rusqlite::Result<()> {
    let mut connection = world.store.lock();
    let transaction = connection.transaction()?;
    let mine = "SELECT id FROM activity WHERE chain = ?1 AND block IS NOT NULL";
    transaction.execute(&format!("DELETE FROM movement WHERE activity IN ({mine})"), [chain.caip2()])?;
    transaction.execute("DELETE FROM activity WHERE chain = ?1 AND block IS NOT NULL", [chain.caip2()])?;
    transaction.commit()
}

async fn header(chain: &Chain, block: u64) -> Result<Value, ChainError> {
    chain.call("eth_getBlockByNumber", json!([format!("{block:#x}"), false])).await
}

async fn full_block(chain: &Chain, block: u64) -> Result<Value, ChainError> {
    chain.call("eth_getBlockByNumber", json!([format!("{block:#x}"), true])).await
}

async fn read(world: &World, chain: &Chain, number: u64, block: &Value) -> Result<Vec<Activity>, IndexError> {
    let transactions = block.get("transactions").and_then(Value::as_array).ok_or(ChainError::Malformed)?;
    let mined_at = quantity(block, "timestamp");
    let mut activities = Vec::new();
    for transaction in transactions {
        let hash = text(transaction, "hash");
        let receipt = chain.call("eth_getTransactionReceipt", json!([hash])).await?;
        let confirmed = quantity(&receipt, "status") == 1;
        let movements = if confirmed { movements(world, chain, transaction, &receipt) } else { Vec::new() };
        let created = text(transaction, "to").is_empty();
        let sender = text(transaction, "from").to_ascii_lowercase();
        activities.push(Activity {
            id: format!("{}-{hash}", chain.id()),
            chain: chain.caip2(),
            block: Some(number),
            mined_at,
            receiver: text(
                if created { &receipt } else { transaction },
                if created { "contractAddress" } else { "to" },
            )
            .to_ascii_lowercase(),
            operation: operation(transaction).to_owned(),
            confirmed,
            nonce: quantity(transaction, "nonce"),
            onramp: sellers::onramp_of(&sender).map(str::to_owned),
            sender,
            hash,
            movements,
        });
    }
    Ok(activities)
}

fn operation(transaction: &Value) -> &'static str {
    let (to, input) = (text(transaction, "to"), text(transaction, "input"));
    match input.get(2..10) {
        _ if to.is_empty() => "deploy",
        None => "send",
        Some(abi::TRANSFER) => "send",
        Some(abi::APPROVE) => "approve",
        Some(_) if is_swap(&to, &input) => "trade",
        Some(_) => "execute",
    }
}

fn is_swap(to: &str, input: &str) -> bool {
    Swap::is_in(input) && Address::parse(to).is_some_and(|to| swaps::router() == Some(to))
}

/// The native amount, then what the tokens and the router report. Other transfers of coins inside contracts are not seen: a chain does
/// not report them.
fn movements(world: &World, chain: &Chain, transaction: &Value, receipt: &Value) -> Vec<Movement> {
    let mut movements = Vec::new();
    let value = transaction.get("value").and_then(units::quantity).unwrap_or_default();
    let native = Asset::native(chain);
    let (from, to) = (text(transaction, "from"), text(transaction, "to"));
    if let (Some(from), Some(to), true) = (Address::parse(&from), Address::parse(&to), value > 0) {
        movements.push(moved(world, native, &from, &to, value));
    }
    let logs = receipt.get("logs").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    movements.extend(logs.iter().filter_map(|log| token_movement(world, log)));
    movements.extend(logs.iter().filter_map(|log| coins_of_swap(world, native, log)));
    movements
}

fn token_movement(world: &World, log: &Value) -> Option<Movement> {
    let (token, from, to, amount) = transferred(log)?;
    Some(moved(world, Asset::token(token), &from, &to, amount))
}

/// The coins that a swap has paid out. Tokens report themselves.
fn coins_of_swap(world: &World, native: Asset, log: &Value) -> Option<Movement> {
    let swapped = Swapped::of(log).filter(|swapped| swapped.target == native.place())?;
    Some(moved(world, native, &swaps::router()?, &swapped.receiver, swapped.returned))
}

fn moved(world: &World, asset: Asset, from: &Address, to: &Address, amount: u128) -> Movement {
    let price = asset.price_usd(world).unwrap_or_default();
    let what = json!({
        "quantity": { "numeric": units::decimal_text(amount, asset.decimals.into()) },
        "value": units::worth(amount, asset.decimals.into(), &price),
        "price": price.parse::<f64>().unwrap_or_default(),
        "fungible_info": {
            "name": asset.name,
            "symbol": asset.symbol,
            "icon": { "url": asset.icon_url(world) },
        },
    });
    Movement { sender: from.lower(), receiver: to.lower(), what }
}

fn text(object: &Value, field: &str) -> String {
    object.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn quantity(object: &Value, field: &str) -> u64 {
    object.get(field).and_then(units::quantity).and_then(|number| number.try_into().ok()).unwrap_or_default()
}
