//! Pages of the explorer that have nothing to show, and say why.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};

use super::html::{Html, page};
use crate::chain::ChainError;

/// A page that says in one sentence why there is nothing to show.
pub fn nothing(status: StatusCode, title: &str, sentence: &str) -> Response {
    (status, page(title, Html::text(sentence), &[])).into_response()
}

/// The chain gave no answer.
pub fn chain_failed(error: &ChainError) -> Response {
    nothing(StatusCode::BAD_GATEWAY, "No answer", &format!("Sorry, {error}. Try again in a moment."))
}
