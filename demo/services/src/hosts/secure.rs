//! The secure site (docs/spec/embedded-frame.md section 11): the frame of the embedded wallet, what the frame asks for, and the pages of
//! logging in. What it knows is in `crate::secure`; what runs in the frame is in `demo/secure`.

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Bytes,
    extract::{DefaultBodyLimit, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};

use crate::{
    csp, deploy, files,
    host::Host,
    networks, ports,
    reply::Refusal,
    secure::{Problem, Secure},
    world::World,
};

mod api;
mod assets;
mod farcaster;
mod frame;
mod grants;
mod html;
mod mailbox;
mod provider;
mod rpc;

/// A frame's message is at most 256 KiB (docs/spec/embedded-frame.md section 3).
const BODY_MAX_BYTES: usize = 256 * 1024;

/// What every handler of this host gets.
pub(super) struct Site {
    world: Arc<World>,
    secure: Secure,
}

/// Opens this host.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let site = Arc::new(Site { world: Arc::clone(world), secure: Secure::open(world)? });
    let reset = Arc::clone(&site);
    let routes = Router::new()
        .route("/sdk", get(frame::sdk))
        .route("/stranger", get(frame::stranger))
        .route("/{file}", get(file))
        .route("/images/favicon.png", get(favicon))
        .route("/config.json", get(config))
        .route("/assets.json", get(assets::assets))
        .route("/api/{name}", post(api::api))
        .route("/rpc/{chain}", post(rpc::rpc))
        .route("/sponsor/{chain}", post(rpc::sponsor))
        .route("/loading", get(html::loading))
        .route("/dashboard", get(html::dashboard))
        .route("/approve", get(html::approve))
        .route("/mailbox", get(mailbox::page))
        .route("/mailbox.json", get(mailbox::list))
        .route("/device", get(mailbox::device))
        .route("/provider/{name}/authorize", get(provider::authorize))
        .route("/provider/{name}/decide", post(provider::decide))
        .route("/provider/callback", get(provider::callback))
        .route("/farcaster/{code}", get(farcaster::page).post(farcaster::decide))
        .route("/__clock", post(clock))
        .layer(DefaultBodyLimit::max(BODY_MAX_BYTES))
        .with_state(site);
    Ok(vec![
        Host::new(ports::SECURE, csp::secure_page(world), routes)
            .with_reset(move || reset.secure.clock().set_ahead_ms(0)),
    ])
}

/// Scripts and styles, each named: nothing else of the folder is served.
async fn file(
    State(site): State<Arc<Site>>,
    axum::extract::Path(name): axum::extract::Path<String>,
    headers: HeaderMap,
) -> Response {
    let folders = &site.world.folders;
    match name.as_str() {
        "sdk.js" => files::serve(&folders.wallet_bundle, "sdk.js", &headers).await,
        "sdk.css" | "page.css" | "callback.js" | "stranger.js" => {
            files::serve(&folders.demo.join("secure"), &name, &headers).await
        }
        _ => Refusal::new(StatusCode::NOT_FOUND, "path", "There is no such file").into_response(),
    }
}

async fn favicon(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    files::serve(&site.world.folders.demo.join("secure"), "favicon.png", &headers).await
}

/// The networks a frame knows, and of what its smart accounts are made: never told by the page around it.
async fn config(State(site): State<Arc<Site>>) -> Json<Value> {
    let smart = deploy::smart_accounts().map(|accounts| {
        json!({
            "factory": accounts.factory.checksummed(),
            "accountCode": accounts.account_code,
            "entryPoint": accounts.entry_point.checksummed(),
            "sponsor": rpc::sponsor_address().checksummed(),
        })
    });
    Json(json!({ "networks": networks::all(&site.world), "smartAccounts": smart }))
}

/// For tests: what takes minutes.
async fn clock(State(site): State<Arc<Site>>, body: Bytes) -> Result<StatusCode, Refusal> {
    site.secure.clock().read(&body)
}

impl Site {
    /// The name under which a request asks for this host; its usual one where it is asked by another.
    fn name(&self, headers: &HeaderMap) -> String {
        let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let twin = self.world.origins.twin_of(ports::SECURE);
        if format!("http://{asked}") == twin { twin } else { self.world.origins.of(ports::SECURE) }
    }

    /// Whether pages of this origin may have the frame: those of the demo's page, under both of its names.
    fn allows(&self, origin: &str) -> bool {
        self.ancestors().iter().any(|allowed| allowed == origin)
    }

    fn ancestors(&self) -> [String; 2] {
        [self.world.origins.of(ports::PAGE), self.world.origins.twin_of(ports::PAGE)]
    }
}

/// A problem as the frame reads it.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Store(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Chain(_) => StatusCode::BAD_GATEWAY,
        };
        (status, Json(json!({ "message": self.to_string() }))).into_response()
    }
}
