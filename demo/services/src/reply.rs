//! The one shape of a refusal (docs/spec/services.md A7 "Errors"): `{status, reasons: [{name, description}]}`.

use std::fmt;

use axum::{
    Json,
    http::{StatusCode, Uri},
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// A refused or failed call.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    reasons: Vec<Reason>,
}

#[derive(Debug, Serialize)]
struct Reason {
    name: String,
    description: String,
}

impl Refusal {
    /// A refusal with one reason: which field or part is meant, and what is wrong with it.
    pub fn new(status: StatusCode, name: &str, description: impl Into<String>) -> Self {
        Self { status, reasons: vec![Reason { name: name.to_owned(), description: description.into() }] }
    }

    /// The caller sent something wrong.
    pub fn bad(name: &str, description: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, name, description)
    }

    /// All the reasons of a call that is wrong in several ways.
    pub fn bad_in(wrong: Vec<(String, String)>) -> Self {
        let reasons = wrong.into_iter().map(|(name, description)| Reason { name, description }).collect();
        Self { status: StatusCode::BAD_REQUEST, reasons }
    }

    /// The database behind us failed.
    pub fn store(error: &rusqlite::Error) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "store", error.to_string())
    }

    /// The chain behind us failed.
    pub fn chain(error: &crate::chain::ChainError) -> Self {
        Self::new(StatusCode::BAD_GATEWAY, "chain", error.to_string())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reasons: Vec<&str> = self.reasons.iter().map(|reason| reason.description.as_str()).collect();
        out.write_str(&reasons.join("; "))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::json!({ "status": self.status.as_u16(), "reasons": self.reasons });
        (self.status, Json(body)).into_response()
    }
}

/// The answer to a path that does not exist.
pub async fn not_found(uri: Uri) -> Refusal {
    Refusal::new(StatusCode::NOT_FOUND, "path", format!("There is nothing at {}", uri.path()))
}

/// The answer to a path that exists with another method.
pub async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method", "This path takes another method")
}
