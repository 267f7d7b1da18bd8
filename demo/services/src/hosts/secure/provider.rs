//! The six login providers, as one page that believes what it is told, and the callback that hands over the result.

use std::sync::Arc;

use axum::{
    body::Bytes,
    extract::{Path, RawQuery, State},
    http::{HeaderMap, StatusCode, Uri, header},
    response::{IntoResponse, Redirect, Response},
};

use super::{Site, html};
use crate::{
    forms::{field, own_page},
    markup::escape,
    reply::Refusal,
    secure::{Callback, Decision, Problem},
};

/// The consent page.
pub async fn authorize(
    State(site): State<Arc<Site>>,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
) -> Response {
    let state = field(query.unwrap_or_default().as_bytes(), "state");
    let request = match site.secure.social_request(&state) {
        Ok(request) if request.provider == name => request,
        Ok(_) => return html::problem(&Problem::Refused("This login is for another provider".to_owned())),
        Err(problem) => return html::problem(&problem),
    };
    let body = format!(
        "<p>The page <b data-testid=\"provider-origin\">{origin}</b> wants to know who you are. This stands for the login page of {name}.</p>\
         <form method=\"post\" action=\"/provider/{name}/decide\"><input type=\"hidden\" name=\"state\" value=\"{state}\">\
         <label>Name <input name=\"username\" value=\"Ada\" data-testid=\"provider-username\" autocomplete=\"off\"></label>\
         <label>Mail <input name=\"email\" type=\"email\" value=\"ada@{name}.example\" data-testid=\"provider-email\" autocomplete=\"off\"></label>\
         <div class=\"buttons\"><button name=\"decision\" value=\"cancel\" formnovalidate data-testid=\"provider-cancel\">Cancel</button>\
         <button name=\"decision\" value=\"fail\" formnovalidate data-testid=\"provider-fail\">Fail</button>\
         <button name=\"decision\" value=\"continue\" class=\"primary\" data-testid=\"provider-continue\">Continue</button></div></form>",
        origin = escape(&request.origin),
        name = escape(&request.provider),
        state = escape(&state),
    );
    html::page(&format!("Log in with {name}"), &body).into_response()
}

/// What was pressed there.
pub async fn decide(
    State(site): State<Arc<Site>>,
    Path(_): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, Refusal> {
    own_page(&headers)?;
    let (username, email) = (field(&body, "username"), field(&body, "email"));
    let decision = match field(&body, "decision").as_str() {
        "continue" => Decision::Continue { username: &username, email: &email },
        "cancel" => Decision::Cancel,
        "fail" => Decision::Fail,
        _ => return Err(Refusal::bad("decision", "must be continue, cancel or fail")),
    };
    Ok(match site.secure.decide(&field(&body, "state"), &decision) {
        Ok(query) => Redirect::to(&format!("/provider/callback?{query}")).into_response(),
        Err(problem) => html::problem(&problem),
    })
}

/// Hands the result to the window's opener, by a script, or leads back to the page that has no window.
pub async fn callback(State(site): State<Arc<Site>>, uri: Uri, headers: HeaderMap) -> Response {
    let state = field(uri.query().unwrap_or_default().as_bytes(), "state");
    let address = format!("{}{uri}", site.name(&headers));
    match site.secure.callback(&address, &state) {
        Ok(Callback::Page(page)) => (StatusCode::SEE_OTHER, [(header::LOCATION, page)]).into_response(),
        Ok(Callback::Opener(origin)) => {
            let body = format!(
                "<p id=\"note\" data-testid=\"callback-note\" data-origin=\"{}\">You can close this window.</p>\
                 <script type=\"module\" src=\"/callback.js\"></script>",
                escape(&origin)
            );
            html::page("Done", &body).into_response()
        }
        Err(problem) => html::problem(&problem),
    }
}
