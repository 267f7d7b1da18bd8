//! The stored part of the sessions: one encrypted record.

use super::Sessions;
use crate::constants::{RECORD_BYTES_MAX, STORAGE_MS};
use crate::error::{Error, Result};
use crate::json::json;
use crate::json::{self, Read};
use crate::ports::storage::Write;
use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use walletconnect::client::{Client, SAVED_BYTES_MAX};

/// Everything the protocol must remember (docs/spec/services.md C: pairings, sessions, keychain, client_seed).
const RECORD: &str = crate::storage::keys::SESSIONS;

// a saved record can always be read back: encrypted, it is at most twice as long, plus a short wrapper
const _: () = assert!(2 * SAVED_BYTES_MAX + 1_024 <= RECORD_BYTES_MAX);

impl Sessions {
    /// The record, or `None` if it doesn't exist or can't be decrypted.
    ///
    /// # Errors
    /// The storage doesn't respond, or the record has a newer version. Continuing without it would overwrite it (R4).
    pub(super) async fn load(&self) -> Result<Option<Vec<u8>>> {
        let silent = || Error::Internal { details: Some("Couldn't read the WalletConnect sessions".into()) };
        let found = self.cx.within(STORAGE_MS, self.cx.ports().storage.load()).await.ok_or_else(silent)?;
        let text = found.into_iter().find(|(key, _)| key == RECORD).map(|(_, text)| text);
        let Some(record) = text.and_then(|text| json::parse(&text, RECORD_BYTES_MAX).ok()) else {
            return Ok(None);
        };
        if record.whole("v").is_some_and(|version| version > 1) {
            return Err(silent());
        }
        let Some(sealed) = record.filled("value") else { return Ok(None) };
        self.cx.within(STORAGE_MS, self.outside.seal.open(sealed.to_owned())).await.ok_or_else(silent)
    }

    /// Stores the client's state. If that fails, the page continues in memory, and a reload loses the session. A record
    /// that couldn't be read back is never written; the previous one stays.
    pub(super) async fn save(&self) {
        let Some(plain) = self.client.borrow().as_ref().map(Client::save) else { return };
        let (storage, seal) = (self.cx.ports().storage.clone(), self.outside.seal.clone());
        let write = async move {
            let sealed = seal.seal(plain).await?;
            let record = crate::json::text(&json!({ "v": 1, "seq": 1, "value": sealed }));
            let record = Some(record).filter(|record| record.len() <= RECORD_BYTES_MAX)?;
            let write = Write { key: RECORD.into(), record: Some(record), mirrored: false };
            storage.commit(alloc::vec![write]).await.ok()
        };
        let written = self.cx.within(STORAGE_MS, write).await.flatten().is_some();
        if !written && self.sealed.replace(false) {
            self.cx.log("Couldn't save WalletConnect sessions, so the wallet won't reconnect after a reload");
        }
    }
}
