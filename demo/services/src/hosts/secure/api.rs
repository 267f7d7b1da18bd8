//! `POST /api/{name}`: what the frame asks the site for. One body for all: who asks, and what belongs to the call. Each call brings a proof by
//! the key of its browser (header `DPoP`), and a session counts only beside its own key.

use std::sync::Arc;

use axum::{
    Json,
    body::Bytes,
    extract::{Path, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Site, grants};
use crate::{
    forms::own_page,
    reply::Refusal,
    secure::{Call, Login, Problem, Unproven, User, Visitor, refusal_json},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    origin: String,
    device: String,
    token: Option<String>,
    #[serde(default)]
    email: String,
    #[serde(default)]
    otp: String,
    #[serde(default)]
    provider: String,
    #[serde(default)]
    uri: String,
    #[serde(default)]
    secret: String,
    nonce: Option<String>,
    sealed: Option<String>,
    /// The text of what is granted.
    #[serde(default)]
    pub(super) grant: String,
    /// What was granted, by its id.
    #[serde(default)]
    pub(super) pci: String,
    /// Of the owner of a smart account.
    #[serde(default)]
    pub(super) signature: String,
}

/// The header of a proof.
const PROOF: &str = "dpop";
/// The header of the nonce for the next proofs.
const NONCE: &str = "dpop-nonce";

/// Answers 200 with JSON, 422 with a message for the person, or 401 where the proof or the session is missing.
pub async fn api(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let answer = answered(&site, &name, &headers, &body).await;
    match site.secure.nonce() {
        Ok(nonce) => ([(NONCE, nonce)], answer).into_response(),
        Err(problem) => problem.into_response(),
    }
}

/// The one proof of a call.
fn proof(headers: &HeaderMap) -> Option<&str> {
    let mut all = headers.get_all(PROOF).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

fn unproven(why: Unproven) -> Response {
    let challenge = format!("DPoP error=\"{}\", algs=\"ES256\"", why.code());
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, challenge)], Json(refusal_json(why)))
        .into_response()
}

async fn answered(
    site: &Site,
    name: &str,
    headers: &HeaderMap,
    body: &[u8],
) -> Result<Json<Value>, Response> {
    own_page(headers).map_err(IntoResponse::into_response)?;
    let bad = |name: &str, why: &str| Refusal::bad(name, why).into_response();
    let ask: Ask = serde_json::from_slice(body).map_err(|error| bad("body", &error.to_string()))?;
    if !site.allows(&ask.origin) {
        let status = StatusCode::FORBIDDEN;
        return Err(Refusal::new(status, "origin", "This page's origin is not allowed").into_response());
    }
    if !is_hex(&ask.device, 32) || ask.nonce.as_ref().is_some_and(|nonce| !is_nonce(nonce)) {
        return Err(bad("device", "device or nonce has the wrong form"));
    }
    let own = site.name(headers);
    let (url, token) = (format!("{own}/api/{name}"), ask.token.as_deref());
    // The nonce that a refusal hands over must be one that counts.
    site.secure.nonce().map_err(IntoResponse::into_response)?;
    let key =
        (site.secure).prove(proof(headers), &Call { method: "POST", url: &url, token }).map_err(unproven)?;
    let who = Visitor { site: &own, origin: &ask.origin, device: &ask.device, key: &key, token };
    if token.is_some() && site.secure.session(&who).map_err(IntoResponse::into_response)?.is_none() {
        return Err(unproven(Unproven::Token));
    }
    let answer = match grants::answer(site, name, &who, &ask).await {
        Some(answer) => Some(answer),
        None => answer(site, name, &who, &ask),
    };
    match answer {
        Some(answer) => answer.map(Json).map_err(IntoResponse::into_response),
        None => Err(Refusal::new(StatusCode::NOT_FOUND, "path", "There is no such call").into_response()),
    }
}

fn answer(site: &Site, name: &str, who: &Visitor<'_>, ask: &Ask) -> Option<Result<Value, Problem>> {
    let secure = &site.secure;
    Some(match name {
        "session" => secure.session(who).map(|user| json!({ "user": user.as_ref().map(user_json) })),
        "seed" => secure
            .sealed_seed(who, ask.sealed.as_deref())
            .map(|(user, sealed)| json!({ "user": user_json(&user), "sealed": sealed })),
        "email" => secure.connect_email(who, &ask.email).map(|action| json!({ "action": action })),
        "device" => secure.device_is_known(who, &ask.email).map(|known| json!({ "known": known })),
        "otp" => secure.connect_otp(who, &ask.email, &ask.otp).map(|login| login_json(&login)),
        "out" => secure.sign_out(who).map(|()| json!({})),
        "update" => secure.update_email(who, &ask.email).map(|action| json!({ "action": action })),
        "update-old" => secure.update_email_old(who, &ask.otp).map(|()| json!({})),
        "update-new" => secure.update_email_new(who, &ask.otp).map(|email| json!({ "newEmail": email })),
        "social-uri" => {
            secure.social_uri(who, &ask.provider, ask.nonce.as_deref()).map(|uri| json!({ "uri": uri }))
        }
        "social" => secure.connect_social(who, &ask.uri).map(|login| login_json(&login)),
        "farcaster" => secure.farcaster(who).map(|asked| json!({ "url": asked.url, "secret": asked.secret })),
        "farcaster-wait" => secure
            .connect_farcaster(who, &ask.secret)
            .map(|login| login.as_ref().map_or(json!({}), login_json)),
        _ => return None,
    })
}

fn user_json(user: &User) -> Value {
    json!({ "id": user.id, "email": user.email, "username": user.username, "provider": user.provider })
}

fn login_json(login: &Login) -> Value {
    json!({ "token": login.token, "user": user_json(&login.user) })
}

fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_nonce(text: &str) -> bool {
    (8..=128).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
