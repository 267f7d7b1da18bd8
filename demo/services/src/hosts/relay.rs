//! The pairing relay's two hosts (docs/spec/walletconnect.md section 3): who may open a socket, and `/__relay` for tests. What a socket can do
//! then is in `crate::relay`.

use std::{borrow::Cow, sync::Arc};

use axum::{
    Extension, Json, Router,
    body::Bytes,
    extract::{
        RawQuery, State,
        ws::{WebSocketUpgrade, rejection::WebSocketUpgradeRejection},
    },
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde_json::Value;

use crate::{
    csp,
    host::Host,
    ports, projects,
    relay::{
        Door, Relay,
        auth::{self, JwtError},
        faults::Change,
        socket,
    },
    reply::Refusal,
    world::World,
};

/// Frames above this end the socket; those above the payload limit are answered with a refusal.
const FRAME_MAX_BYTES: usize = 4 * 1024 * 1024;

/// Opens both hosts: two doors of one relay, which is the state they have in common.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let relay = Arc::new(Relay::new(Arc::clone(world))?);
    let host = |port, door| {
        let (there, reset) = (Arc::clone(&relay), Arc::clone(&relay));
        Host::new(port, csp::api(), routes(there, door)).with_reset(move || reset.reset(door))
    };
    Ok(vec![host(ports::RELAY, Door::First), host(ports::SECOND_RELAY, Door::Second)])
}

fn routes(relay: Arc<Relay>, door: Door) -> Router {
    Router::new()
        .route("/", get(connect))
        .route("/__relay", get(report).post(steer))
        .layer(Extension(door))
        .with_state(relay)
}

async fn report(
    State(relay): State<Arc<Relay>>,
    Extension(door): Extension<Door>,
) -> Result<Json<Value>, Refusal> {
    relay.report(door).map(Json).map_err(|error| Refusal::store(&error))
}

async fn steer(
    State(relay): State<Arc<Relay>>,
    Extension(door): Extension<Door>,
    body: Bytes,
) -> Result<StatusCode, Refusal> {
    let change: Change =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    relay.steer(door, &change).map_err(|error| Refusal::store(&error))?;
    Ok(StatusCode::NO_CONTENT)
}

/// Why a client is not let in.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Unwelcome {
    status: StatusCode,
    /// The provider's text (8.11-8.13 look for these).
    text: Cow<'static, str>,
}

impl Unwelcome {
    fn origin() -> Self {
        Self { status: StatusCode::FORBIDDEN, text: "Unauthorized: origin not allowed".into() }
    }

    fn project() -> Self {
        Self { status: StatusCode::UNAUTHORIZED, text: "Unauthorized: invalid key".into() }
    }

    fn token(error: JwtError) -> Self {
        let text = format!("Authorization error: JWT validation error: {error}");
        Self { status: StatusCode::UNAUTHORIZED, text: text.into() }
    }
}

async fn connect(
    State(relay): State<Arc<Relay>>,
    Extension(door): Extension<Door>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade.max_message_size(FRAME_MAX_BYTES).max_frame_size(FRAME_MAX_BYTES),
        Err(rejection) => return rejection.into_response(),
    };
    let query = query.unwrap_or_default();
    let asked = |name: &str| {
        form_urlencoded::parse(query.as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
    };
    let now_s = u64::try_from(relay.now_ms() / 1000).unwrap_or_default();
    let welcome = welcome(&headers, asked("projectId").as_deref(), asked("auth").as_deref(), now_s);
    let (down, refuse) = relay.shut(door, welcome.as_deref().unwrap_or_default());
    if down {
        return Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "relay", "This relay is down").into_response();
    }
    let refused = refuse.map(|text| Unwelcome { status: StatusCode::UNAUTHORIZED, text: text.into() });
    let welcome = refused.map_or(welcome, Err);
    match welcome {
        Ok(client) => upgrade.on_upgrade(move |opened| socket::serve(relay, door, client, opened)),
        Err(Unwelcome { status, text }) => {
            relay.refused(door);
            if asked("useOnCloseEvent").as_deref() == Some("true") {
                return upgrade.on_upgrade(move |opened| socket::refuse(opened, text.into_owned()));
            }
            Refusal::new(status, "relay", text).into_response()
        }
    }
}

/// The id of a client that may come in.
fn welcome(
    headers: &HeaderMap,
    project_id: Option<&str>,
    token: Option<&str>,
    now_s: u64,
) -> Result<String, Unwelcome> {
    let said = |name| headers.get(name).and_then(|value| value.to_str().ok());
    // Programs have no origin. Pages are this machine's.
    if said(header::ORIGIN).is_some_and(|origin| !is_local(origin)) {
        return Err(Unwelcome::origin());
    }
    match project_id {
        Some("demo-origin") => return Err(Unwelcome::origin()),
        Some("demo-clock") => return Err(Unwelcome::token(JwtError::NotYetValid)),
        Some(known) if known != "demo-key" && projects::behaviour(known).is_some() => {}
        _ => return Err(Unwelcome::project()),
    }
    let bearer = said(header::AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
    let token = token.or(bearer).ok_or(Unwelcome::token(JwtError::Missing))?;
    // What the client calls this relay is what it has connected to.
    let relay = format!("ws://{}", said(header::HOST).unwrap_or_default());
    auth::client(token, &relay, now_s).map_err(Unwelcome::token)
}

fn is_local(origin: &str) -> bool {
    url::Url::parse(origin).is_ok_and(|origin| matches!(origin.host_str(), Some("localhost" | "127.0.0.1")))
}
