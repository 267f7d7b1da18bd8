//! The page behind the code of a Farcaster login.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{Path, State},
    http::HeaderMap,
    response::{IntoResponse, Response},
};

use super::{Site, html};
use crate::{forms::own_page, markup::escape, reply::Refusal};

/// Who asks, and two buttons.
pub async fn page(State(site): State<Arc<Site>>, Path(code): Path<String>) -> Response {
    match site.secure.farcaster_origin(&code) {
        Err(problem) => html::problem(&problem),
        Ok(origin) => {
            let body = format!(
                "<p>The page <b data-testid=\"farcaster-origin\">{}</b> wants you to log in.</p><form method=\"post\" action=\"/farcaster/{}\">\
                 <label>Name <input name=\"username\" value=\"ada.eth\" data-testid=\"farcaster-username\" autocomplete=\"off\"></label>\
                 <div class=\"buttons\"><button name=\"decision\" value=\"decline\" data-testid=\"farcaster-decline\">Decline</button>\
                 <button name=\"decision\" value=\"approve\" class=\"primary\" data-testid=\"farcaster-approve\">Approve</button></div></form>",
                escape(&origin),
                escape(&code)
            );
            html::page("Log in with Farcaster", &body).into_response()
        }
    }
}

/// What was pressed there.
pub async fn decide(
    State(site): State<Arc<Site>>,
    Path(code): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    own_page(&headers)?;
    let value = |name: &str| {
        form_urlencoded::parse(&body).find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    let username = value("username").unwrap_or_default();
    let approved = match value("decision").as_deref() {
        Some("approve") => true,
        Some("decline") => false,
        _ => return Err(Refusal::bad("decision", "must be approve or decline")),
    };
    Ok(match site.secure.farcaster_decide(&code, approved.then_some(username.as_str())) {
        Ok(()) => {
            html::page("Done", "<p data-testid=\"farcaster-done\">Go back to the page you came from.</p>")
                .into_response()
        }
        Err(problem) => html::problem(&problem),
    })
}
