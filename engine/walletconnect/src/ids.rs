//! JSON-RPC IDs: ours, which strictly increase, and those of peers, which are echoed exactly
//! (docs/spec/walletconnect.md section 2).

use alloc::string::{String, ToString};
use core::fmt;
use serde_json::Value;

/// The last millisecond whose IDs are below 2^53, the limit of exact integers in JavaScript.
const CLIENT_MS_MAX: u64 = (1 << 53) / 1_000 - 1;
/// The maximum length of a peer's ID, far more than any wallet uses.
const ID_CHARS_MAX: usize = 64;

/// Creates IDs. A client has only one.
#[derive(Clone, Debug, Default)]
pub struct Ids {
    client: u64,
    relay: u64,
}

impl Ids {
    /// Continues after the IDs from before a restart.
    #[must_use]
    pub fn after(client: u64, relay: u64) -> Self {
        Self { client, relay }
    }

    /// The last client ID and the last relay ID.
    #[must_use]
    pub fn last(&self) -> (u64, u64) {
        (self.client, self.relay)
    }

    /// The ID of a message to a wallet: ms * 1000 plus 0 to 999. Also increases if the clock stands still or goes back.
    pub fn client(&mut self, now_ms: u64, random: &mut dyn FnMut(&mut [u8])) -> u64 {
        let fresh = now_ms.min(CLIENT_MS_MAX) * 1_000 + below(1_000, random);
        self.client = fresh.max(self.client.saturating_add(1));
        self.client
    }

    /// The ID of a message to the relay: ms * 10^6 plus 0 to 999,999, 19 digits.
    pub fn relay(&mut self, now_ms: u64, random: &mut dyn FnMut(&mut [u8])) -> u64 {
        let fresh = now_ms.saturating_mul(1_000_000).saturating_add(below(1_000_000, random));
        self.relay = fresh.max(self.relay.saturating_add(1));
        self.relay
    }
}

fn below(limit: u64, random: &mut dyn FnMut(&mut [u8])) -> u64 {
    let mut bytes = [0; 8];
    random(&mut bytes);
    u64::from_le_bytes(bytes) % limit
}

/// A peer's ID as JSON text: an integer of any length, or a string. Two IDs are equal if their texts are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id(String);

impl Id {
    /// Reads the `id` of a message. Fractions, signs and other types are invalid.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let inner = match value {
            Value::Number(number) => {
                Some(number.to_string()).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?
            }
            Value::String(text) => text.clone(),
            _ => return None,
        };
        (1..=ID_CHARS_MAX).contains(&inner.len()).then(|| Self(value.to_string()))
    }

    /// Parses the output of `Display`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::read(&crate::json::message(text)?)
    }

    /// One of our IDs.
    #[must_use]
    pub fn of(id: u64) -> Self {
        Self(id.to_string())
    }

    /// Converts the ID to JSON, for a response.
    #[must_use]
    pub fn value(&self) -> Value {
        crate::json::read(&self.0).unwrap_or_default()
    }

    /// The number, if it fits, even if it was written as a string.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        self.digits()?.parse().ok()
    }

    /// The time in the ID: the number without its last three digits. Only IDs of the same peer are comparable, because
    /// peers use different lengths.
    #[must_use]
    pub fn ms(&self) -> Option<u64> {
        let digits = self.digits()?;
        digits.get(..digits.len().checked_sub(3)?)?.parse().ok()
    }

    fn digits(&self) -> Option<&str> {
        Some(self.0.trim_matches('"')).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ids_grow_although_the_clock_stops_or_goes_back() {
        let mut ids = Ids::default();
        let mut high = |bytes: &mut [u8]| bytes.fill(0xff);
        let first = ids.client(1_700_000_000_000, &mut high);
        assert_eq!(first / 1_000, 1_700_000_000_000);
        assert_eq!(ids.client(1_700_000_000_000, &mut high), first + 1);
        assert_eq!(ids.client(5, &mut high), first + 2);
        let relay = ids.relay(1_700_000_000_000, &mut high);
        assert_eq!(relay / 1_000_000, 1_700_000_000_000);
        assert_eq!(relay.to_string().len(), 19);
        assert_eq!(ids.relay(0, &mut high), relay + 1);
        let mut again = Ids::after(ids.last().0, ids.last().1);
        assert_eq!(again.client(0, &mut high), first + 3);
        assert!(Ids::default().client(u64::MAX, &mut high) < 1 << 53);
        assert_eq!(Ids::after(0, u64::MAX).relay(u64::MAX, &mut high), u64::MAX);
    }

    #[test]
    fn echoes_peer_ids_of_any_width_exactly() {
        for text in [
            "1700000000000123",
            "1795000000123456789",
            "184467440737095516159",
            "\"1795\"",
            "\"a\\\"b\"",
            "0",
        ] {
            let id = Id::parse(text).unwrap();
            assert_eq!(id.to_string(), text);
            assert_eq!(id.value().to_string(), text);
        }
        for bad in [
            json!(null),
            json!(-1),
            json!(1.5),
            json!([]),
            json!({}),
            json!(""),
            json!(true),
            json!("x".repeat(65)),
        ] {
            assert_eq!(Id::read(&bad), None, "{bad}");
        }
        assert_eq!(Id::parse("1e3"), None);
    }

    #[test]
    fn reads_the_time_of_an_id_without_its_last_three_digits() {
        assert_eq!(Id::of(1_700_000_000_000_123).ms(), Some(1_700_000_000_000));
        assert_eq!(Id::parse("\"1700000000000123\"").unwrap().ms(), Some(1_700_000_000_000));
        assert_eq!(Id::parse("1795000000123456789").unwrap().ms(), Some(1_795_000_000_123_456));
        for odd in ["12", "\"é\"", "\"abcd\"", "123", "\"+123\"", "\"+12345\""] {
            assert_eq!(Id::parse(odd).unwrap().ms(), None, "{odd}");
        }
        assert_eq!(Id::of(7).number(), Some(7));
        assert_eq!(Id::parse("\"+7\"").unwrap().number(), None);
    }
}
