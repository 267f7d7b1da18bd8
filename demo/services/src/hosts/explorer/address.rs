//! `/address/{address}`: what one account holds on each local chain.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;

use super::{
    html::{Html, page, row},
    problem::{chain_failed, nothing},
};
use crate::{
    assets,
    chain::{Chain, ChainError},
    ids::Address,
    world::World,
};

/// The page of an account.
pub async fn address(State(world): State<Arc<World>>, Path(address): Path<String>) -> Response {
    let Some(address) = Address::parse(&address) else {
        return nothing(
            StatusCode::BAD_REQUEST,
            "No account",
            "This is not an address: one is 0x and 40 hex digits, with a right checksum where cases are mixed.",
        );
    };
    let mut rows = vec![row("Address", Html::code(&address.checksummed()))];
    if let Ok(Some(name)) = world.store.identity(&address).map(|identity| identity.name) {
        rows.push(row("Name", Html::text(&name)));
    }
    for chain in &world.chains {
        match holdings(chain, &address).await {
            Ok(more) => rows.extend(more),
            Err(error) => return chain_failed(&error),
        }
    }
    page("Account", Html::text("As the latest block has it"), &rows).into_response()
}

async fn holdings(chain: &Chain, address: &Address) -> Result<Vec<Html>, ChainError> {
    let latest = json!([address.lower(), "latest"]);
    let sent = chain.quantity("eth_getTransactionCount", latest.clone()).await?;
    let code = chain.call("eth_getCode", latest).await?;
    let kind =
        if code.as_str().is_some_and(|code| code.len() > 2) { "Contract" } else { "Account with a key" };
    let mut rows = vec![row("Network", Html::text(&format!("{} ({})", chain.name(), chain.caip2())))];
    for (asset, amount) in assets::holdings(chain, address).await? {
        rows.push(row(asset.name, Html::text(&asset.amount(amount))));
    }
    rows.push(row("Transactions sent", Html::text(&sent.to_string())));
    rows.push(row("Kind", Html::text(kind)));
    Ok(rows)
}
