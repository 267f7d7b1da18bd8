//! TABLE of what a test has the calls about smart sessions say instead of the truth (`POST /__sessions`); `only` is the plain address.

use serde_json::{Value, json};

use crate::lies::{self, ODD_TEXT};

/// Which call is lied in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    List,
    Revoke,
}

/// One way not to tell the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    Bare,
    Types,
    Many,
    Markup,
    Twice,
    Kinds,
    Huge,
    Times,
    Refused,
    Kept,
}

use Call::{List, Revoke};

/// The name of each lie, and the calls it is told in.
const TABLE: &lies::Table<Lie, Call> = &[
    // No lie: services may answer so (docs/spec/services.md A7).
    ("bare", Lie::Bare, &[List]),
    ("types", Lie::Types, &[List]),
    ("many", Lie::Many, &[List]),
    ("markup", Lie::Markup, &[List]),
    ("twice", Lie::Twice, &[List]),
    ("kinds", Lie::Kinds, &[List]),
    ("huge", Lie::Huge, &[List]),
    ("times", Lie::Times, &[List]),
    ("refused", Lie::Refused, &[Revoke]),
    ("kept", Lie::Kept, &[Revoke]),
];

/// The lies that are due.
pub type Lies = lies::Lies<Lie, Call>;

/// None yet.
pub fn none() -> Lies {
    Lies::new(TABLE)
}

/// How often something is there when it is there too often: the whole answer stays below 2 MiB.
const MANY: usize = 1_000;

impl Lie {
    /// What the list says wrong. Those that change an entry need one.
    pub fn bend(self, answer: &mut Value) {
        let first = answer.pointer("/pcis/0").cloned();
        let list = match (self, first) {
            (Self::Bare, _) => {
                *answer = answer.get_mut("pcis").map(Value::take).unwrap_or_default();
                return;
            }
            (Self::Types, _) => {
                json!([7, null, {}, { "pci": 7, "project": [] }, { "pci": "0x12", "expiry": "soon" }])
            }
            (Self::Many, Some(first)) => {
                (0..MANY).map(|number| with(&first, "/pci", json!(format!("0x{number:064x}")))).collect()
            }
            (Self::Twice, Some(first)) => json!([first, first]),
            (Self::Markup, Some(first)) => {
                let named = with(&first, "/project/name", json!(ODD_TEXT));
                json!([with(&named, "/project/url", json!("javascript:alert(1)"))])
            }
            (Self::Kinds, Some(first)) => {
                json!([with(
                    &first,
                    "/permissions",
                    json!([{ "type": "everything", "data": { "limit": "none" } }, 7])
                )])
            }
            (Self::Huge, Some(first)) => {
                let data =
                    json!({ "allowance": format!("0x{}", "f".repeat(100_000)), "start": -1, "period": 0 });
                let kind = json!({ "type": "native-token-recurring-allowance", "data": data });
                json!([with(&first, "/permissions", json!([kind]))])
            }
            (Self::Times, Some(first)) => {
                let early = with(&first, "/createdAt", json!(-1));
                json!([
                    with(&early, "/expiry", json!(9_007_199_254_740_993_u64)),
                    with(&first, "/expiry", json!(1e300))
                ])
            }
            _ => return,
        };
        *answer = json!({ "pcis": list });
    }
}

fn with(entry: &Value, pointer: &str, value: Value) -> Value {
    let mut entry = entry.clone();
    if let Some(field) = entry.pointer_mut(pointer) {
        *field = value;
    }
    entry
}
