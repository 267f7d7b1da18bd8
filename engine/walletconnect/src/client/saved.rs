//! Reads saved bytes without a client: the tabs of a browser share one record, but only one of them has the client.

use super::store::Records;
use crate::crypto;
use crate::error::PeerError;
use alloc::string::String;
use serde_json::Value;

/// The result of a request with a token: the wallet's response, or `None` if it is unknown.
pub type Ended = Option<Result<Value, PeerError>>;

/// The state in saved bytes.
pub struct Saved(Records);

impl Saved {
    /// Reads the result of [`super::Client::save`]. `None` for damaged or foreign bytes.
    #[must_use]
    pub fn read(saved: &[u8], now_ms: u64) -> Option<Self> {
        Records::read(saved, now_ms).map(Self)
    }

    /// Like [`super::Client::shared_secret`].
    #[must_use]
    pub fn shared_secret(&self) -> String {
        secret(&self.0)
    }

    /// The result of a request with this token. `None` while it is pending, or if it doesn't exist.
    #[must_use]
    pub fn ended(&self, id: u64, topic: &str, token: &str) -> Option<Ended> {
        let mut waiting = self.0.waiting.iter();
        let waiting =
            waiting.find(|one| one.id == id && one.topic == topic && one.token.as_deref() == Some(token))?;
        (!waiting.is_open()).then(|| waiting.outcome.clone())
    }
}

/// A secret that only readers of these records have.
pub(super) fn secret(records: &Records) -> String {
    crypto::sha256_hex([b"words of tabs", &records.seed.0[..]].concat().as_slice())
}
