//! `GET /v1/sessions/{account}` and `POST /v1/sessions/{address}/revoke`: what smart accounts have granted. The embedded wallet writes it
//! (`hosts/secure/grants.rs`), and tests do (`POST /__sessions/seed`).

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, RawQuery, State},
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    clock::Clock,
    ids::{Address, is_caip10},
    lies::tell,
    reply::Refusal,
    secure::Problem,
    smart_sessions::{self, Seed},
    world::World,
};

mod lies;

pub use lies::{Call, Lie, Lies, none};

/// A signature of an account that is not there yet carries its creation.
const BODY_MAX_BYTES: usize = 64 * 1024;

struct Sessions {
    world: Arc<World>,
    clock: Arc<Clock>,
    lies: Arc<Lies>,
}

/// The calls, and the control paths: lies, and sessions that nobody signed for.
pub fn routes(world: &Arc<World>, clock: &Arc<Clock>, lies: &Arc<Lies>) -> Router {
    let state =
        Arc::new(Sessions { world: Arc::clone(world), clock: Arc::clone(clock), lies: Arc::clone(lies) });
    Router::new()
        .route("/v1/sessions/{account}", get(list))
        .route("/v1/sessions/{account}/revoke", post(revoke))
        .route("/__sessions/seed", post(seed))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .with_state(state)
        .merge(Router::new().route("/__sessions", post(tell)).with_state(Arc::clone(lies)))
}

/// All of an account, by its CAIP-10 id.
async fn list(
    State(sessions): State<Arc<Sessions>>,
    Path(account): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[])?;
    let (chain, address) =
        named(&account).ok_or_else(|| Refusal::bad("account", "is no account of this chain family"))?;
    let pcis = smart_sessions::of_account(&sessions.world, chain, &address);
    let mut answer = json!({ "pcis": pcis.map_err(|error| Refusal::store(&error))? });
    if let Some(lie) = sessions.lies.due(&Call::List, Some(&address.lower())) {
        lie.bend(&mut answer);
    }
    Ok(Json(answer))
}

/// The chain and the address in a CAIP-10 id.
fn named(account: &str) -> Option<(&str, Address)> {
    let (chain, address) = account.rsplit_once(':').filter(|_| is_caip10(account))?;
    Some((chain, Address::parse(address)?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Revoked {
    pci: String,
    signature: String,
}

/// Takes one back that the account's owner has signed; `success` says whether.
async fn revoke(
    State(sessions): State<Arc<Sessions>>,
    Path(address): Path<String>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[])?;
    let account = Address::parse(&address)
        .ok_or_else(|| Refusal::bad("address", "is no address of this chain family"))?;
    let Revoked { pci, signature } =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    match sessions.lies.due(&Call::Revoke, Some(&account.lower())) {
        Some(Lie::Refused) => return Ok(Json(json!({ "success": false }))),
        // Said, and not done.
        Some(Lie::Kept) => return Ok(Json(json!({ "success": true }))),
        _ => {}
    }
    let now_s = sessions.clock.now_s();
    match smart_sessions::revoke(&sessions.world, Some(&account), &pci, &signature, now_s).await {
        Ok(()) => Ok(Json(json!({ "success": true }))),
        Err(Problem::Refused(_)) => Ok(Json(json!({ "success": false }))),
        Err(Problem::Store(error)) => Err(Refusal::store(&error)),
        Err(Problem::Chain(error)) => Err(Refusal::chain(&error)),
    }
}

/// `POST /__sessions/seed`: one that nobody signed for; its id.
async fn seed(State(sessions): State<Arc<Sessions>>, body: Bytes) -> Result<Json<Value>, Refusal> {
    let seed: Seed =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    let account = seed.account.clone();
    let (chain, address) = named(&account)
        .and_then(|(chain, address)| Some((sessions.world.chain(chain)?, address)))
        .ok_or_else(|| Refusal::bad("account", "is no account of the demo's chains"))?;
    match smart_sessions::seed(&sessions.world, chain, &address, seed, sessions.clock.now_s()) {
        Ok(pci) => Ok(Json(json!({ "pci": pci }))),
        Err(problem) => Err(Refusal::bad("seed", problem.to_string())),
    }
}
