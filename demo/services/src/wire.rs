//! What surrounds every host, from the outside in: cross-origin rules, security headers, control paths, faults and log, the host's routes.

use std::sync::Arc;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};

use crate::{
    control::{self, Control},
    host::Host,
    reply,
};

/// The whole service of one host.
pub fn service(host: Host) -> Router {
    let control = Arc::new(Control::new(host.reset));
    let policy = HeaderValue::from_str(&host.csp).unwrap_or(HeaderValue::from_static("default-src 'none'"));
    host.routes
        .fallback(reply::not_found)
        .method_not_allowed_fallback(reply::wrong_method)
        .layer(middleware::from_fn_with_state(Arc::clone(&control), control::intercept))
        .merge(control::routes(control))
        .layer(middleware::from_fn_with_state(policy, security_headers))
        .layer(middleware::from_fn(cross_origin))
}

/// On every answer, also on errors and faults: a page must not lose its policy because something went wrong.
async fn security_headers(State(policy): State<HeaderValue>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // A host may have another policy for one of its pages; it never has none.
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(policy);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("strict-origin"));
    // An answer from the browser's cache would hide a call from the log of a test.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Any origin may read: these are public APIs, called without credentials. Preflights are answered here and not logged.
async fn cross_origin(request: Request, next: Next) -> Response {
    let preflight = request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
    let mut response =
        if preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    allow_any(response.headers_mut(), preflight);
    response
}

fn allow_any(headers: &mut HeaderMap, preflight: bool) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    if preflight {
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD, POST"));
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static("content-type"));
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    }
}
