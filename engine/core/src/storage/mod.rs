//! Stored records, which are derived from the state with the table in [`keys`], and only there.
//!
//! A record is `{v, seq, value}`. `commit` writes the keys whose values have changed since the last write, as one
//! batch. A damaged record is ignored. A record of a newer version isn't changed (R4).

pub mod cache;
pub mod keys;

use crate::constants::{RECORD_BYTES_MAX, RECORD_VERSION};
use crate::json::{self, Read};
use crate::map::Map;
use crate::ports::storage::Write;
use crate::store::State;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The value of a record of our version.
pub(crate) fn value_of(record: &str) -> Option<Value> {
    let record = json::parse(record, RECORD_BYTES_MAX).ok()?;
    (record.whole("v") == Some(RECORD_VERSION)).then(|| record.field("value").cloned())?
}

/// The known content of the storage. Writes wait for the first read, because an empty start must never replace the
/// records of a slow browser.
#[derive(Default)]
pub struct Records {
    written: Map<&'static str, Value>,
    newer: Vec<&'static str>,
    seq: u64,
    read: bool,
    told: bool,
}

impl Records {
    /// Loads the stored records into the state at start. If a key exists twice (database and mirror), the later one applies. If the user
    /// has already connected (slow storage), only consistent data is loaded.
    pub fn restore(&mut self, found: &[(String, String)], state: &mut State) {
        let is_fresh = state.accounts.by.values().all(|account| account.connector_id.is_none());
        let mut latest: Map<&'static str, (u64, Value)> = Map::default();
        for (name, text) in found {
            if name == keys::TRANSACTIONS {
                // added, without replacing anything
                state.transactions.stored = Some(text.clone());
                continue;
            }
            let Some(key) = keys::KEYS.iter().find(|key| key.name == name) else { continue };
            let Ok(record) = json::parse(text, RECORD_BYTES_MAX) else { continue };
            match record.whole("v") {
                Some(RECORD_VERSION) => {}
                Some(version) if version > RECORD_VERSION => {
                    self.newer.push(key.name);
                    continue;
                }
                _ => continue,
            }
            let (Some(value), seq) = (record.field("value"), record.whole("seq").unwrap_or(0)) else {
                continue;
            };
            self.seq = self.seq.max(seq);
            if latest.get(key.name).is_none_or(|(known, _)| *known < seq) {
                latest.insert(key.name, (seq, value.clone()));
            }
        }
        // in the order of the table, because a key can depend on an earlier one
        for key in keys::KEYS {
            let Some((_, value)) = latest.remove(key.name) else { continue };
            if is_fresh {
                key.restore(state, &value);
            }
            self.written.insert(key.name, value);
        }
        self.read = true;
    }

    /// The batch that writes the changed state.
    pub fn changes(&mut self, state: &State) -> Vec<Write> {
        let mut batch = Vec::new();
        if !self.read {
            return batch;
        }
        for key in keys::KEYS.iter().filter(|key| !self.newer.contains(&key.name)) {
            let value = key.save(state);
            if self.written.get(key.name) == value.as_ref() {
                continue;
            }
            self.seq += 1;
            let record = value.as_ref().map(|value| {
                let value = json::text(value);
                alloc::format!(r#"{{"v":{RECORD_VERSION},"seq":{},"value":{value}}}"#, self.seq)
            });
            batch.push(Write { key: key.name.into(), record, mirrored: key.mirrored });
            match value {
                Some(value) => self.written.insert(key.name, value),
                None => {
                    self.written.remove(key.name);
                }
            }
        }
        batch
    }

    /// Handles a failed batch: the next one writes its keys again. Returns true the first time, for a single log line.
    pub fn failed(&mut self, batch: &[Write]) -> bool {
        self.again(batch);
        !core::mem::replace(&mut self.told, true)
    }

    /// Handles a batch with an unknown result: the next one writes its keys again.
    pub fn again(&mut self, batch: &[Write]) {
        for key in keys::KEYS.iter().filter(|key| batch.iter().any(|write| write.key == key.name)) {
            self.written.insert(key.name, Value::Null); // no key is ever stored as null
        }
    }
}
