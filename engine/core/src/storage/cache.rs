//! Cached service responses per account (3.24): portfolio and native balance for 30 s, names and identities for 5
//! minutes (9.2, 9.3). Entries keep their stored form, and each reader validates them. Names and identities aren't
//! stored, because a script of the page could write false ones (267).

use crate::constants::{CACHE_BYTES_MAX, CACHE_ENTRIES_MAX};
use crate::json::{self, Read};
use crate::map::Map;
use alloc::string::String;
use serde_json::Value;

/// One cache: the key is the address, and each entry has its `timestamp`.
#[derive(Default)]
pub struct Cache(Map<String, Value>);

impl Cache {
    /// The entry, unless it is older than `ttl_ms`. An entry of exactly that age is valid.
    #[must_use]
    pub fn fresh(&self, key: &str, now_ms: u64, ttl_ms: u64) -> Option<&Value> {
        let entry = self.0.get(key)?;
        let age_ms = now_ms.checked_sub(entry.whole("timestamp")?)?;
        (age_ms <= ttl_ms).then_some(entry)
    }

    /// Adds an entry, which contains its `timestamp`. Drops the oldest entries beyond the limits. A single entry beyond
    /// them isn't cached, and replaces no other.
    pub fn put(&mut self, key: &str, entry: Value) {
        if key.len() + json::text(&entry).len() > CACHE_BYTES_MAX {
            return self.forget(key);
        }
        self.0.insert(key.into(), entry);
        let mut bytes: usize = self.0.iter().map(|(key, entry)| key.len() + json::text(entry).len()).sum();
        while self.0.len() > CACHE_ENTRIES_MAX || bytes > CACHE_BYTES_MAX {
            let oldest =
                self.0.iter().min_by_key(|(_, entry)| entry.whole("timestamp")).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { return };
            if let Some(gone) = self.0.remove(&oldest) {
                bytes = bytes.saturating_sub(oldest.len() + json::text(&gone).len());
            }
        }
    }

    /// Removes an entry.
    pub fn forget(&mut self, key: &str) {
        self.0.remove(key);
    }

    /// The stored form.
    #[must_use]
    pub fn save(&self) -> Option<Value> {
        let mut all = serde_json::Map::new();
        for (key, entry) in self.0.iter() {
            all.insert(key.clone(), entry.clone());
        }
        (!all.is_empty()).then_some(Value::Object(all))
    }

    /// Restores the stored form.
    pub fn restore(&mut self, value: &Value) {
        for (key, entry) in value.as_object().into_iter().flatten().take(CACHE_ENTRIES_MAX) {
            if entry.whole("timestamp").is_some() {
                self.0.insert(key.clone(), entry.clone());
            }
        }
    }
}

/// All caches.
#[derive(Default)]
pub struct Caches {
    /// By CAIP-10: `{timestamp, balance: <the service's list>, caipAddress}`.
    pub portfolio: Cache,
    /// By CAIP-10: `{timestamp, balance: "1.5", symbol, caipAddress}`.
    pub native: Cache,
    /// By CAIP-10: when reading a balance failed (8.16), so that a reload doesn't shorten the wait.
    pub blocked: Cache,
    /// By CAIP-10: `{timestamp, value: "alice.eth"}`. By name and coin type: the resolved address.
    pub names: Cache,
    /// By CAIP-10: `{timestamp, value: {name, avatar}}`.
    pub identity: Cache,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::BALANCE_CACHE_MS;
    use serde_json::json;

    // req: 9.2
    #[test]
    fn expires_an_entry_after_its_last_millisecond() {
        let mut cache = Cache::default();
        cache.put("a", json!({"timestamp": 1_000, "balance": "1"}));
        assert!(cache.fresh("a", 31_000, BALANCE_CACHE_MS).is_some());
        assert!(cache.fresh("a", 31_001, BALANCE_CACHE_MS).is_none());
        assert!(cache.fresh("a", 999, BALANCE_CACHE_MS).is_none(), "a clock that went back proves nothing");
        assert!(cache.fresh("b", 1_000, BALANCE_CACHE_MS).is_none());
    }

    #[test]
    fn caps_the_cache_and_skips_invalid_entries() {
        let mut cache = Cache::default();
        for n in 0..CACHE_ENTRIES_MAX + 3 {
            cache.put(&alloc::format!("{n}"), json!({"timestamp": n}));
        }
        assert_eq!(cache.0.len(), CACHE_ENTRIES_MAX);
        assert!(cache.0.get("0").is_none(), "the oldest goes");
        cache.put("long", json!({"timestamp": 99, "balance": "9".repeat(CACHE_BYTES_MAX)}));
        assert_eq!(cache.0.len(), CACHE_ENTRIES_MAX, "it takes no other's place");
        let mut other = Cache::default();
        other.restore(&json!({"x": {"timestamp": "soon"}, "y": 7, "z": {"timestamp": 1}}));
        assert_eq!(other.0.len(), 1);
        other.restore(&json!("rubbish"));
        assert_eq!(other.save(), Some(json!({"z": {"timestamp": 1}})));
    }
}
