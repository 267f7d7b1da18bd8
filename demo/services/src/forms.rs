//! What forms of our own pages send, and that it is they who send it.

use axum::http::{HeaderMap, StatusCode, header};

use crate::reply::Refusal;

/// The first field of this name, in a query or in the body of a form; empty where there is none.
pub fn field(form: &[u8], name: &str) -> String {
    form_urlencoded::parse(form)
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
        .unwrap_or_default()
}

/// A call that another origin's page makes in a browser is refused: what answers here is for the host's own pages alone.
pub fn own_page(headers: &HeaderMap) -> Result<(), Refusal> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if text(header::ORIGIN) == format!("http://{}", text(header::HOST)) {
        return Ok(());
    }
    Err(Refusal::new(StatusCode::FORBIDDEN, "origin", "This is for this site's own pages"))
}
