//! What tests use to steer a host: set faults, forget them, read what was called (docs/spec/services.md A13 "control").
//! Each host has its own state: a fault on the data API does not touch the page.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{
    Json, Router,
    body::Bytes,
    extract::{Request, State},
    http::{StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde::{Deserialize, Serialize};

use crate::reply::Refusal;

const SEEN_MAX: usize = 10_000;
const DELAY_MAX_MS: u64 = 120_000;

/// The steering state of one host.
pub struct Control {
    inner: Mutex<Inner>,
    reset: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct Inner {
    faults: Vec<Fault>,
    seen: VecDeque<Seen>,
}

/// One fault as it is set. `path` is a prefix; without `times` it stays until a reset.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Fault {
    path: String,
    status: Option<u16>,
    delay_ms: Option<u64>,
    times: Option<u32>,
    body: Option<String>,
}

/// One request that reached the host.
#[derive(Debug, Clone, Serialize)]
struct Seen {
    method: String,
    path: String,
    query: String,
}

impl Fault {
    fn problem(&self) -> Option<(&'static str, &'static str)> {
        if !self.path.starts_with('/') {
            return Some(("path", "must start with /"));
        }
        if self.status.is_some_and(|status| !(200..=599).contains(&status)) {
            return Some(("status", "must be 200 to 599"));
        }
        if self.delay_ms.is_some_and(|delay| delay > DELAY_MAX_MS) {
            return Some(("delayMs", "must be at most 120000"));
        }
        if self.times == Some(0) {
            return Some(("times", "must be 1 or more"));
        }
        if self.status.is_none() && self.delay_ms.is_none() && self.body.is_none() {
            return Some(("fault", "needs a status, a delayMs or a body"));
        }
        None
    }
}

impl Control {
    /// The state of a host; `also` is what it puts back at a reset besides.
    pub fn new(also: Box<dyn Fn() + Send + Sync>) -> Self {
        Self { inner: Mutex::default(), reset: also }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes the request and takes the fault that is due for it. The fault set last wins.
    fn meet(&self, seen: Seen) -> Option<Fault> {
        let mut inner = self.lock();
        let at = inner.faults.iter().rposition(|fault| seen.path.starts_with(&fault.path));
        if inner.seen.len() == SEEN_MAX {
            inner.seen.pop_front();
        }
        inner.seen.push_back(seen);
        let fault = inner.faults.get_mut(at?)?;
        let met = fault.clone();
        match &mut fault.times {
            Some(times) if *times > 1 => *times -= 1,
            Some(_) => drop(inner.faults.remove(at?)),
            None => {}
        }
        Some(met)
    }
}

/// The control paths of a host.
pub fn routes(control: Arc<Control>) -> Router {
    Router::new()
        .route("/__fault", post(set_fault))
        .route("/__reset", post(reset))
        .route("/__requests", get(requests))
        .with_state(control)
}

async fn set_fault(State(control): State<Arc<Control>>, body: Bytes) -> Result<StatusCode, Refusal> {
    let fault: Fault =
        serde_json::from_slice(&body).map_err(|error| Refusal::bad("body", error.to_string()))?;
    if let Some((name, description)) = fault.problem() {
        return Err(Refusal::bad(name, description));
    }
    control.lock().faults.push(fault);
    Ok(StatusCode::NO_CONTENT)
}

async fn reset(State(control): State<Arc<Control>>) -> StatusCode {
    *control.lock() = Inner::default();
    (control.reset)();
    StatusCode::NO_CONTENT
}

async fn requests(State(control): State<Arc<Control>>) -> Json<serde_json::Value> {
    Json(serde_json::json!({ "requests": control.lock().seen }))
}

/// Stands before the routes of a host: notes each request and answers instead of the host where a fault is set.
pub async fn intercept(State(control): State<Arc<Control>>, request: Request, next: Next) -> Response {
    // A host's own controls are no part of what it is asked for.
    if request.uri().path().starts_with("/__") {
        return next.run(request).await;
    }
    let seen = Seen {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
    };
    let Some(fault) = control.meet(seen) else {
        return next.run(request).await;
    };
    if let Some(delay) = fault.delay_ms {
        tokio::time::sleep(Duration::from_millis(delay)).await;
    }
    let status = fault.status.and_then(|status| StatusCode::from_u16(status).ok());
    match (status, fault.body) {
        (None, None) => next.run(request).await,
        // Called JSON whatever it holds: a client that trusts the label must fail cleanly too.
        (status, Some(body)) => {
            (status.unwrap_or(StatusCode::OK), [(header::CONTENT_TYPE, "application/json")], body)
                .into_response()
        }
        (Some(status), None) => Refusal::new(status, "fault", "This failure was asked for").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone() -> Control {
        Control::new(Box::new(|| {}))
    }

    fn seen(path: &str) -> Seen {
        Seen { method: "GET".into(), path: path.into(), query: String::new() }
    }

    fn fault(path: &str, status: u16, times: Option<u32>) -> Fault {
        Fault { path: path.into(), status: Some(status), delay_ms: None, times, body: None }
    }

    #[test]
    fn ends_a_fault_after_its_count() {
        let control = alone();
        control.lock().faults.push(fault("/v1", 500, Some(2)));
        assert!(control.meet(seen("/other")).is_none());
        assert!(control.meet(seen("/v1/a")).is_some());
        assert!(control.meet(seen("/v1/b")).is_some());
        assert!(control.meet(seen("/v1/c")).is_none());
        assert_eq!(control.lock().seen.len(), 4);
    }

    #[test]
    fn keeps_the_last_fault_until_the_reset_without_a_count() {
        let control = alone();
        control.lock().faults.push(fault("/", 500, None));
        control.lock().faults.push(fault("/v1", 429, Some(1)));
        let status = |path| control.meet(seen(path)).and_then(|fault| fault.status);
        assert_eq!((status("/v1"), status("/v1"), status("/v1")), (Some(429), Some(500), Some(500)));
    }

    #[test]
    fn rejects_faults_without_effect() {
        assert!(fault("v1", 500, None).problem().is_some());
        assert!(fault("/v1", 99, None).problem().is_some());
        assert!(fault("/v1", 500, Some(0)).problem().is_some());
        assert!(Fault { status: None, ..fault("/v1", 500, None) }.problem().is_some());
    }
}
