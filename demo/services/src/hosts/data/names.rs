//! `/v1/profile/…`: names, looked up both ways, suggested and registered (docs/spec/services.md A7, A9).

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, Path, RawQuery, State},
    http::StatusCode,
    routing::{get, post},
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    clock::Clock,
    ids::Address,
    lies::tell,
    names::{self, Asked, Attributes, Name},
    params::Key,
    reply::Refusal,
    world::World,
};

mod lies;

pub use lies::{Call, Lie, Lies, none};

/// Signatures of accounts that are not there yet carry their creation.
const BODY_MAX_BYTES: usize = 64 * 1024;

const VERSION: Key = Key { name: "apiVersion", required: true, valid: |text| text == "2" };
const SENDER: Key = Key { name: "sender", required: false, valid: |text| Address::parse(text).is_some() };
const ZONE: Key = Key { name: "zone", required: true, valid: |text| text == "reown.id" };

struct Names {
    world: Arc<World>,
    clock: Arc<Clock>,
    lies: Arc<Lies>,
}

/// The calls, and the control paths: lies, and names without a signature.
pub fn routes(world: &Arc<World>, clock: &Arc<Clock>, lies: &Arc<Lies>) -> Router {
    let state =
        Arc::new(Names { world: Arc::clone(world), clock: Arc::clone(clock), lies: Arc::clone(lies) });
    Router::new()
        .route("/v1/profile/account/{name}", get(account))
        .route("/v1/profile/account", post(register))
        .route("/v1/profile/reverse/{address}", get(reverse))
        .route("/v1/profile/suggestions/{label}", get(suggestions))
        .route("/__names/seed", post(seed))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .with_state(state)
        .merge(Router::new().route("/__names", post(tell)).with_state(Arc::clone(lies)))
}

/// Whom a name leads to. 404 where it is nobody's.
async fn account(
    State(names): State<Arc<Names>>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[VERSION])?;
    let name = name.to_ascii_lowercase();
    if !names::is_name(&name) {
        return Err(Refusal::bad("name", "is no name of this registry"));
    }
    let found = names::find(&names.world, &name).map_err(|error| Refusal::store(&error))?;
    let lie = names.lies.due(&Call::Account, Some(&name));
    let turned = |found: Name| if lie == Some(Lie::Address) { found.turned() } else { found };
    let mut fields = found
        .map(|found| turned(found).fields())
        .ok_or_else(|| Refusal::new(StatusCode::NOT_FOUND, "name", "This name is not registered"))?;
    if let Some(lie) = lie {
        lie.bend(&mut fields);
    }
    Ok(Json(fields))
}

/// What an account is called; the newest name first.
async fn reverse(
    State(names): State<Arc<Names>>,
    Path(address): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[VERSION, SENDER])?;
    let account = Address::parse(&address)
        .ok_or_else(|| Refusal::bad("address", "is no address of this chain family"))?;
    let found = names::of_account(&names.world, &account).map_err(|error| Refusal::store(&error))?;
    let mut fields: Value = found.iter().map(Name::fields).collect();
    if let Some(lie) = names.lies.due(&Call::Reverse, Some(&account.lower())) {
        lie.reverse(&account, &mut fields);
    }
    Ok(Json(fields))
}

async fn suggestions(
    State(names): State<Arc<Names>>,
    Path(label): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[ZONE])?;
    let label = label.to_ascii_lowercase();
    if !names::is_label(&label) {
        return Err(Refusal::bad("name", "A name has at least 4 letters, digits or hyphens"));
    }
    let near = names::suggestions(&names.world, &label).map_err(|error| Refusal::store(&error))?;
    let list: Vec<Value> =
        near.iter().map(|(name, registered)| json!({ "name": name, "registered": registered })).collect();
    let mut answer = json!({ "suggestions": list });
    if let Some(lie) = names.lies.due(&Call::Suggestions, None) {
        lie.bend(&mut answer);
    }
    Ok(Json(answer))
}

async fn register(
    State(names): State<Arc<Names>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Refusal> {
    admit(query.as_deref(), Common::Whole, &[])?;
    let asked: Asked =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    match names.lies.due(&Call::Register, Some(&asked.address)) {
        Some(Lie::Refused) => return Ok(Json(json!({ "success": false }))),
        Some(Lie::Taken) => return Err(Refusal::bad("name", "This name is taken")),
        Some(Lie::Odd) => return Err(Refusal::bad("name", crate::lies::ODD_TEXT)),
        // Said, and not done.
        Some(Lie::Lost) => return Ok(Json(json!({ "success": true }))),
        _ => {}
    }
    names::register(&names.world, &asked, names.clock.now_s()).await?;
    Ok(Json(json!({ "success": true })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Seed {
    name: String,
    address: String,
    #[serde(default)]
    chain_id: Option<u32>,
    avatar: Option<String>,
    bio: Option<String>,
}

/// `POST /__names/seed`: a name for an account that did not sign for it. It stays, also after a reset.
async fn seed(State(names): State<Arc<Names>>, body: Bytes) -> Result<StatusCode, Refusal> {
    let seed: Seed =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    let address = Address::parse(&seed.address).ok_or_else(|| Refusal::bad("address", "is no account"))?;
    if !names::is_name(&seed.name) {
        return Err(Refusal::bad("name", "is no name of this registry"));
    }
    let name = Name {
        name: seed.name,
        address,
        coin_type: names::coin_type(seed.chain_id.unwrap_or(1_337)),
        registered_s: names.clock.now_s(),
        attributes: Attributes { avatar: seed.avatar, bio: seed.bio },
    };
    if names::put(&names.world, &name).map_err(|error| Refusal::store(&error))? {
        return Ok(StatusCode::NO_CONTENT);
    }
    Err(Refusal::bad("name", "This name is taken"))
}
