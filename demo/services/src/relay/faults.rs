//! What a test can make a relay do wrong: `POST /__relay` with any of these keys; those left out stay as they are. `POST /__reset` ends
//! all of it. What happens at once (`kill`, `send`, `empty`) is no state and is done by `Relay::steer`.

use serde::{Deserialize, Serialize};

use super::rpc::RpcError;

/// What stays until it is changed.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Faults {
    /// Client ids that all of this is for; nobody named = everybody. Tests that run at one time share the relay.
    pub only: Vec<String>,
    /// New sockets are accepted and closed with 3000 and this text.
    pub refuse: Option<String>,
    /// No socket opens, those that were open are gone.
    pub down: bool,
    /// Half open: sockets open and stay, and nothing is read or said.
    pub silent: bool,
    /// Whatever is said is said so much later.
    pub delay_ms: u64,
    /// So many times more than once each delivery is sent.
    pub duplicates: u32,
    /// So many deliveries are not sent (and so redelivered later).
    pub lose_deliveries: u32,
    /// Calls that are done and not answered.
    pub drop_acks: Vec<Counted>,
    /// Calls that fail.
    pub errors: Vec<Failing>,
    /// Methods this relay does not have.
    pub without: Vec<String>,
    /// When a delivery that nobody acknowledged is sent again; 0 = the usual time.
    pub redeliver_ms: u64,
}

/// A method, for so many calls; without `times` for all.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Counted {
    /// Its name, or `*`.
    pub method: String,
    /// How many calls more.
    pub times: Option<u32>,
}

/// A method that fails.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Failing {
    /// Its name, or `*`.
    pub method: String,
    /// How many calls more.
    pub times: Option<u32>,
    /// JSON-RPC code.
    pub code: i64,
    /// For people.
    pub message: String,
    /// The tag.
    pub data: Option<String>,
}

/// The body of `POST /__relay`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[allow(missing_docs)] // As in `Faults`.
pub struct Change {
    pub only: Option<Vec<String>>,
    /// `""` ends it.
    pub refuse: Option<String>,
    pub down: Option<bool>,
    pub silent: Option<bool>,
    pub delay_ms: Option<u64>,
    pub duplicates: Option<u32>,
    pub lose_deliveries: Option<u32>,
    pub drop_acks: Option<Vec<Counted>>,
    pub errors: Option<Vec<Failing>>,
    pub without: Option<Vec<String>>,
    pub redeliver_ms: Option<u64>,
    /// The clock of both relays is so much ahead: messages expire, tokens too.
    pub clock_ms: Option<i64>,
    /// Ends every open socket: with a close frame of this code and reason, or without one.
    pub kill: Option<Kill>,
    /// Sends this text to every open socket, as it is.
    pub send: Option<String>,
    /// Throws the messages of both relays away.
    #[serde(default)]
    pub empty: bool,
}

/// How sockets end. `{}` = the line is cut.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kill {
    /// Code of the close frame.
    pub code: Option<u16>,
    /// Its text.
    #[serde(default)]
    pub reason: String,
}

impl Faults {
    /// Takes over what a change names.
    pub fn change(&mut self, change: &Change) {
        fn set<T: Clone>(value: &mut T, given: &Option<T>) {
            if let Some(given) = given {
                value.clone_from(given);
            }
        }
        if let Some(text) = &change.refuse {
            self.refuse = (!text.is_empty()).then(|| text.clone());
        }
        set(&mut self.only, &change.only);
        set(&mut self.down, &change.down);
        set(&mut self.silent, &change.silent);
        set(&mut self.delay_ms, &change.delay_ms);
        set(&mut self.duplicates, &change.duplicates);
        set(&mut self.lose_deliveries, &change.lose_deliveries);
        set(&mut self.drop_acks, &change.drop_acks);
        set(&mut self.errors, &change.errors);
        set(&mut self.without, &change.without);
        set(&mut self.redeliver_ms, &change.redeliver_ms);
    }

    /// Whether a client is meant.
    pub fn meant(&self, client: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|named| named == client)
    }

    /// How this call fails, if it is to; counts down.
    pub fn failure(&mut self, method: &str) -> Option<RpcError> {
        let at = due(&mut self.errors, method, |failing| (&failing.method, &mut failing.times))?;
        let Failing { code, message, data, .. } = at;
        Some(RpcError { code, message, data })
    }

    /// Whether the answer to this call is lost; counts down.
    pub fn loses_answer(&mut self, method: &str) -> bool {
        due(&mut self.drop_acks, method, |counted| (&counted.method, &mut counted.times)).is_some()
    }

    /// Whether this delivery is lost; counts down.
    pub fn loses_delivery(&mut self) -> bool {
        let lost = self.lose_deliveries > 0;
        self.lose_deliveries = self.lose_deliveries.saturating_sub(1);
        lost
    }
}

/// The first of a list that is meant by a method. One that was due as often as it should is taken off.
fn due<T: Clone>(
    list: &mut Vec<T>,
    method: &str,
    parts: fn(&mut T) -> (&String, &mut Option<u32>),
) -> Option<T> {
    let at = list.iter_mut().position(|entry| {
        let name = parts(entry).0;
        name == "*" || name == method
    })?;
    let entry = list.get_mut(at)?;
    let found = entry.clone();
    match parts(entry).1 {
        Some(times) if *times > 1 => *times -= 1,
        Some(_) => drop(list.remove(at)),
        None => {}
    }
    Some(found)
}
