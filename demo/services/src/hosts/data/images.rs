//! `/images/...`: the pictures that this host's answers name. Plain addresses without a query: a browser asks for them.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};

use crate::{
    ids::{Address, is_symbol},
    images::{self, Svg},
    reply::Refusal,
    sellers,
    world::World,
};

/// A token or coin.
pub async fn token(Path(symbol): Path<String>) -> Result<Svg, Refusal> {
    if !is_symbol(&symbol) {
        return Err(Refusal::new(StatusCode::NOT_FOUND, "symbol", "There is no such token"));
    }
    Ok(images::token(&symbol))
}

/// An account. Also for one without a name: the picture follows from the address.
pub async fn avatar(Path(address): Path<String>) -> Result<Svg, Refusal> {
    let address = Address::parse(&address)
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "address", "There is no such account"))?;
    Ok(images::avatar(&address.lower()))
}

/// Who sells.
pub async fn seller(Path(id): Path<String>) -> Result<Svg, Refusal> {
    let known = sellers::seller(&id).map(|seller| images::seller(seller.id));
    known.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "id", "There is no such seller"))
}

/// The NFT of this number.
pub async fn nft(Path(piece): Path<u32>) -> Svg {
    images::avatar(&format!("nft {piece}"))
}

/// One of the demo's networks, by its number.
pub async fn network(State(world): State<Arc<World>>, Path(id): Path<u64>) -> Result<Svg, Refusal> {
    let place = world.chains.iter().position(|chain| chain.id() == id);
    let place = place.ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "id", "There is no such network"))?;
    Ok(images::network(&format!("eip155:{id}"), u32::try_from(place + 1).unwrap_or(1)))
}
