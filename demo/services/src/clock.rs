//! A host's clock. A test puts it ahead (`POST /__clock {"aheadMs": 1200000}`) for what takes minutes; a reset sets it right.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{body::Bytes, extract::State, http::StatusCode};
use serde::Deserialize;

use crate::reply::Refusal;

/// The time, and how far it is ahead.
#[derive(Debug, Default)]
pub struct Clock {
    ahead_ms: AtomicI64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Ahead {
    ahead_ms: i64,
}

impl Clock {
    /// Puts it ahead by so much of the real time.
    pub fn set_ahead_ms(&self, ahead: i64) {
        self.ahead_ms.store(ahead, Ordering::Relaxed);
    }

    /// Milliseconds since 1970.
    pub fn now_ms(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        i64::try_from(now).unwrap_or(i64::MAX).saturating_add(self.ahead_ms.load(Ordering::Relaxed))
    }

    /// Seconds since 1970.
    pub fn now_s(&self) -> i64 {
        self.now_ms() / 1_000
    }

    /// Reads what `POST /__clock` is told.
    pub fn read(&self, body: &[u8]) -> Result<StatusCode, Refusal> {
        let Ahead { ahead_ms } =
            serde_json::from_slice(body).map_err(|error| Refusal::bad("body", error.to_string()))?;
        self.set_ahead_ms(ahead_ms);
        Ok(StatusCode::NO_CONTENT)
    }
}

/// `POST /__clock`.
pub async fn set(State(clock): State<Arc<Clock>>, body: Bytes) -> Result<StatusCode, Refusal> {
    clock.read(&body)
}
