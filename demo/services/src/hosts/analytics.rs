//! The analytics host (docs/spec/services.md A6, A13): takes tracked events and error reports, strictly, and lists what it got.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, RawQuery, State},
    http::{HeaderMap, StatusCode, header},
    routing::{get, post},
};
use serde_json::{Value, json};

use crate::{
    admission::{Common, admit},
    csp,
    host::Host,
    ports,
    reply::Refusal,
    world::World,
};

mod item;

/// The oldest go first when a page sends for ever.
const RECEIVED_MAX: usize = 10_000;
/// A beacon carries at most 64 KiB; a batch is sent at 45.
const BODY_MAX_BYTES: usize = 64 * 1024;
const BATCH_MAX: usize = 1_000;

/// What has arrived since the start or the last reset.
#[derive(Default)]
struct Received(Mutex<Vec<Value>>);

impl Received {
    fn lock(&self) -> MutexGuard<'_, Vec<Value>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, items: Vec<Value>) {
        let mut all = self.lock();
        all.extend(items);
        let surplus = all.len().saturating_sub(RECEIVED_MAX);
        all.drain(..surplus);
    }

    fn reset(&self) {
        self.lock().clear();
    }
}

/// Opens this host. Its own state is what it was sent.
pub fn open(_: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let kept = Arc::new(Received::default());
    let routes = Router::new()
        .route("/e", post(one))
        .route("/batch", post(batch))
        .route("/received", get(received))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .with_state(Arc::clone(&kept));
    Ok(vec![Host::new(ports::ANALYTICS, csp::api(), routes).with_reset(move || kept.reset())])
}

async fn one(
    State(kept): State<Arc<Received>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let item = read(query.as_deref(), &headers, &body)?;
    item::check(&item)?;
    kept.keep(vec![item]);
    Ok(StatusCode::ACCEPTED)
}

/// All or none: a batch with one wrong item is refused.
async fn batch(
    State(kept): State<Arc<Received>>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let Value::Array(items) = read(query.as_deref(), &headers, &body)? else {
        return Err(Refusal::bad("body", "must be a list of items"));
    };
    if items.is_empty() || items.len() > BATCH_MAX {
        return Err(Refusal::bad("body", "must hold 1 to 1000 items"));
    }
    items.iter().try_for_each(item::check)?;
    kept.keep(items);
    Ok(StatusCode::ACCEPTED)
}

/// For tests: every item, oldest first.
async fn received(State(kept): State<Arc<Received>>) -> Json<Value> {
    Json(json!({ "items": kept.lock().clone() }))
}

fn read(query: Option<&str>, headers: &HeaderMap, body: &Bytes) -> Result<Value, Refusal> {
    admit(query, Common::Whole, &[])?;
    // A beacon may not name JSON without a preflight that it cannot make: plain text is the same.
    let media_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    if !matches!(media_type, "application/json" | "text/plain") {
        return Err(Refusal::bad("content-type", "must be application/json or text/plain"));
    }
    serde_json::from_slice(body).map_err(|error| Refusal::bad("body", error.to_string()))
}
