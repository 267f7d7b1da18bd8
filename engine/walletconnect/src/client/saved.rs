//! What saved bytes say, read by a client that did not write them: the tabs of a browser share one record, and only one of them has the
//! client.

use super::store::Records;
use crate::crypto;
use crate::error::PeerError;
use alloc::string::String;
use serde_json::Value;

/// How a request with a token has ended: by the wallet's own word, or nothing if no one knows what became of it.
pub type Ended = Option<Result<Value, PeerError>>;

/// The state in saved bytes.
pub struct Saved(Records);

impl Saved {
    /// Reads what [`super::Client::save`] gave. Nothing for damaged or foreign bytes.
    #[must_use]
    pub fn read(saved: &[u8], now_ms: u64) -> Option<Self> {
        Records::read(saved, now_ms).map(Self)
    }

    /// As [`super::Client::shared_secret`].
    #[must_use]
    pub fn shared_secret(&self) -> String {
        secret(&self.0)
    }

    /// How this request of this token has ended. Nothing while it is open, and of a request that is not there.
    #[must_use]
    pub fn ended(&self, id: u64, topic: &str, token: &str) -> Option<Ended> {
        let mut waiting = self.0.waiting.iter();
        let waiting =
            waiting.find(|one| one.id == id && one.topic == topic && one.token.as_deref() == Some(token))?;
        (!waiting.is_open()).then(|| waiting.outcome.clone())
    }
}

/// A secret of those who can read these records.
pub(super) fn secret(records: &Records) -> String {
    crypto::sha256_hex([b"words of tabs", &records.seed.0[..]].concat().as_slice())
}
