//! `/sdk`: the document of the frame. Only a page whose origin is allowed for the project may frame it, and only that one is spoken to.

use std::sync::Arc;

use axum::{
    extract::{RawQuery, State},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Response},
};

use super::Site;
use crate::{csp, markup::escape, ports, projects};

/// What a frame can be told to do wrong (docs/spec/embedded-frame.md section 11).
const FAULTS: [&str; 6] =
    ["no-ready", "slow-ready", "bad-origin", "drop-answers", "double-ready", "wrong-id"];

/// How late `slow-ready` is; `faultMs` says otherwise.
const SLOW_MS: u32 = 3_000;

/// The frame's document. Which fault it has stands in it: a test adds the query where the request leaves the browser.
pub async fn sdk(State(site): State<Arc<Site>>, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let value = |name: &str| {
        form_urlencoded::parse(query.as_deref().unwrap_or_default().as_bytes())
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.into_owned())
            .unwrap_or_default()
    };
    if projects::behaviour(&value("projectId")).is_none() {
        return refusal("This project is not known", "'none'");
    }
    let ancestors = site.ancestors().join(" ");
    let (origin, fault) = (value("origin"), value("fault"));
    if !site.allows(&origin) {
        return refusal("This page's origin is not allowed for the project", &ancestors);
    }
    if !fault.is_empty() && !FAULTS.contains(&fault.as_str()) {
        return refusal("This fault is not known", &ancestors);
    }
    let late: u32 = value("faultMs").parse().unwrap_or(SLOW_MS);
    let (own, twin) = (site.world.origins.of(ports::SECURE), site.world.origins.twin_of(ports::SECURE));
    let other = if site.name(&headers) == own { twin } else { own };
    let policy = csp::secure_frame(&ancestors, if fault == "bad-origin" { &other } else { "'none'" });
    let document = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"wm-page\" content=\"{}\"><meta name=\"wm-fault\" content=\"{}\"><meta name=\"wm-other\" content=\"{}\"><meta name=\"wm-late\" content=\"{}\"><meta name=\"wm-proof\" content=\"{}\">\
         <title>Embedded wallet</title><link rel=\"stylesheet\" href=\"/sdk.css\"></head>\n\
         <body><script type=\"module\" src=\"/sdk.js\"></script></body>\n</html>\n",
        escape(&origin),
        escape(&fault),
        escape(&other),
        late,
        escape(&site.secure.nonce().unwrap_or_default()),
    );
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(document)).into_response()
}

fn refusal(words: &str, ancestors: &str) -> Response {
    let policy = csp::secure_frame(ancestors, "'none'");
    (StatusCode::FORBIDDEN, [(header::CONTENT_SECURITY_POLICY, policy)], words.to_owned()).into_response()
}

/// For the fault `bad-origin`: a document of the other name inside the frame, which speaks to the page instead of it.
pub async fn stranger(State(site): State<Arc<Site>>) -> Response {
    let own = [site.world.origins.of(ports::SECURE), site.world.origins.twin_of(ports::SECURE)];
    let ancestors = [own.join(" "), site.ancestors().join(" ")].join(" ");
    let policy = csp::secure_frame(&ancestors, "'none'");
    let document = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Stranger</title>\
                    <script type=\"module\" src=\"/stranger.js\"></script></head><body></body></html>\n";
    ([(header::CONTENT_SECURITY_POLICY, policy)], Html(document)).into_response()
}
