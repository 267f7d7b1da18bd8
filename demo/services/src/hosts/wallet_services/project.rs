//! What every call to this host passes first: the strict checks, and the behaviour of the project it names.

use axum::http::StatusCode;
use tokio::time::sleep;

use crate::{
    admission::{Admitted, Common, admit},
    params::Key,
    projects::Behaviour,
    reply::Refusal,
};

/// Checks a call and lets its project behave as it does: refuse, wait, or go on.
pub async fn admitted(query: Option<&str>, own: &[Key]) -> Result<Admitted, Refusal> {
    let mut admitted = admit(query, Common::Whole, own)?;
    match admitted.behaviour {
        Behaviour::Status(status) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            Err(Refusal::new(status, "projectId", "This project always fails"))
        }
        Behaviour::Slow(time) => {
            sleep(time).await;
            admitted.behaviour = Behaviour::AllOn;
            Ok(admitted)
        }
        _ => Ok(admitted),
    }
}

/// A call without keys of its own.
pub async fn project(query: Option<&str>) -> Result<Behaviour, Refusal> {
    Ok(admitted(query, &[]).await?.behaviour)
}
