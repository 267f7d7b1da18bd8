//! `/tx/{hash}`: one transaction, on whichever local chain knows it.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderName, StatusCode},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use super::{
    html::{Html, page, row},
    problem::{chain_failed, nothing},
};
use crate::{
    assets::Asset,
    chain::{Chain, ChainError},
    ids::{Address, is_hash},
    tokens::transferred,
    units,
    world::World,
};

/// A transaction without a receipt has one within a block or two: the page looks again by itself.
const LOOK_AGAIN: (HeaderName, &str) = (HeaderName::from_static("refresh"), "2");

/// The page of a transaction.
pub async fn tx(State(world): State<Arc<World>>, Path(hash): Path<String>) -> Response {
    if !is_hash(&hash) {
        return nothing(
            StatusCode::BAD_REQUEST,
            "No transaction",
            "This is not the hash of a transaction: one is 0x and 64 hex digits.",
        );
    }
    for chain in &world.chains {
        match chain.call("eth_getTransactionByHash", json!([hash])).await {
            Ok(Value::Null) => {}
            Ok(transaction) => {
                return match show(chain, &hash, &transaction).await {
                    Ok(response) => response,
                    Err(error) => chain_failed(&error),
                };
            }
            Err(error) => return chain_failed(&error),
        }
    }
    let page = nothing(
        StatusCode::NOT_FOUND,
        "Not found",
        "No local chain knows this transaction. A new one can take a moment; this page looks again by itself.",
    );
    ([LOOK_AGAIN], page).into_response()
}

async fn show(chain: &Chain, hash: &str, transaction: &Value) -> Result<Response, ChainError> {
    let receipt = chain.call("eth_getTransactionReceipt", json!([hash])).await?;
    let mut rows = vec![
        row("Hash", Html::code(hash)),
        row("Network", Html::text(&format!("{} ({})", chain.name(), chain.caip2()))),
        row("From", account(text_of(transaction, "from"))),
    ];
    match text_of(transaction, "to") {
        "" => rows.push(row("Creates contract", account(text_of(&receipt, "contractAddress")))),
        to => rows.push(row("To", account(to))),
    }
    rows.push(row("Amount", Html::text(&chain.amount(number_of(transaction, "value")))));
    rows.push(row("Nonce", Html::text(&number_of(transaction, "nonce").to_string())));
    let input = text_of(transaction, "input");
    if input.len() > 2 {
        rows.push(row("Data", Html::folded(&format!("{} bytes", (input.len() - 2) / 2), input)));
    }
    if receipt.is_null() {
        let waiting = page("Transaction", Html::pill("wait", "Waiting for a block"), &rows);
        return Ok(([LOOK_AGAIN], waiting).into_response());
    }
    for log in receipt.get("logs").and_then(Value::as_array).into_iter().flatten() {
        if let Some((token, from, to, amount)) = transferred(log) {
            rows.push(row("Moved", Html::text(&Asset::token(token).amount(amount))));
            rows.push(row("Moved from", Html::account(&from.checksummed())));
            rows.push(row("Moved to", Html::account(&to.checksummed())));
        }
    }
    let fee = number_of(&receipt, "gasUsed").saturating_mul(number_of(&receipt, "effectiveGasPrice"));
    rows.push(row("Network fee", Html::text(&chain.amount(fee))));
    rows.push(row("Gas used", Html::text(&number_of(&receipt, "gasUsed").to_string())));
    let block = chain.call("eth_getBlockByNumber", json!([text_of(&receipt, "blockNumber"), false])).await?;
    let mined_at = units::utc_text(number_of(&block, "timestamp").try_into().unwrap_or_default());
    rows.push(row("Block", Html::text(&format!("{} at {mined_at}", number_of(&receipt, "blockNumber")))));
    let state = if number_of(&receipt, "status") == 1 {
        Html::pill("good", "Confirmed")
    } else {
        Html::pill("bad", "Failed")
    };
    Ok(page("Transaction", state, &rows).into_response())
}

fn account(text: &str) -> Html {
    Address::parse(text)
        .map_or_else(|| Html::text("unknown"), |address| Html::account(&address.checksummed()))
}

fn text_of<'a>(object: &'a Value, field: &str) -> &'a str {
    object.get(field).and_then(Value::as_str).unwrap_or_default()
}

fn number_of(object: &Value, field: &str) -> u128 {
    object.get(field).and_then(units::quantity).unwrap_or_default()
}
