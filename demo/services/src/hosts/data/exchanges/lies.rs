//! TABLE of what a test has the exchanges' calls say instead of the truth (`POST /__exchanges`). `only` is the address that is to be paid; the list is
//! about nobody. What a page then does otherwise is the onramp host's (`POST /__pay`).

use serde_json::{Value, json};

use crate::lies::{self, ODD_TEXT};

/// Which call is lied in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    List,
    Url,
    Status,
}

/// One way not to tell the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    /// An error of JSON-RPC.
    Fails,
    None,
    Types,
    Many,
    Markup,
    Twice,
    Unsupported,
    Script,
    Elsewhere,
    Userinfo,
    NoUrl,
    NoSession,
    NeverFinal,
    Unknown,
    Failed,
    NoHash,
    OtherHash,
    OddStatus,
}

use Call::{List, Status, Url};

/// The name of each lie, and the calls it is told in: `list-fails`, `url-fails` and `status-fails` are one lie of three calls.
const TABLE: &lies::Table<Lie, Call> = &[
    ("list-fails", Lie::Fails, &[List]),
    ("none", Lie::None, &[List]),
    ("types", Lie::Types, &[List]),
    ("many", Lie::Many, &[List]),
    ("markup", Lie::Markup, &[List]),
    ("twice", Lie::Twice, &[List]),
    ("url-fails", Lie::Fails, &[Url]),
    ("unsupported", Lie::Unsupported, &[Url]),
    ("script", Lie::Script, &[Url]),
    ("elsewhere", Lie::Elsewhere, &[Url]),
    ("userinfo", Lie::Userinfo, &[Url]),
    ("no-url", Lie::NoUrl, &[Url]),
    ("no-session", Lie::NoSession, &[Url]),
    ("status-fails", Lie::Fails, &[Status]),
    ("never-final", Lie::NeverFinal, &[Status]),
    ("unknown", Lie::Unknown, &[Status]),
    ("failed", Lie::Failed, &[Status]),
    ("no-hash", Lie::NoHash, &[Status]),
    ("other-hash", Lie::OtherHash, &[Status]),
    ("odd-status", Lie::OddStatus, &[Status]),
];

/// The lies that are due.
pub type Lies = lies::Lies<Lie, Call>;

/// None yet.
pub fn none() -> Lies {
    Lies::new(TABLE)
}

/// How often something is there when it is there too often: the whole answer stays below 2 MiB.
const MANY: usize = 3_000;

impl Lie {
    /// What the list says wrong.
    pub fn list(self, answer: &mut Value) {
        let first = answer.pointer("/exchanges/0").cloned().unwrap_or_default();
        let named = |id: &str, name: &str, url: &str| json!({ "id": id, "name": name, "imageUrl": url });
        let picture = first.get("imageUrl").and_then(Value::as_str).unwrap_or_default();
        let list = match self {
            Self::None => json!([]),
            Self::Types => json!([7, null, { "id": 7, "name": [] }, { "name": "No id" }]),
            Self::Many => (0..MANY).map(|number| named(&format!("many-{number}"), "Many", picture)).collect(),
            Self::Markup => json!([
                named("markup", ODD_TEXT, "javascript:alert(1)"),
                named("<b>", "Odd id", "https://pictures.invalid/x.svg"),
            ]),
            Self::Twice => json!([first, first]),
            _ => return,
        };
        let total = list.as_array().map_or(0, Vec::len);
        *answer = json!({ "exchanges": list, "total": total });
    }

    /// Where it leads instead.
    pub fn url(self, answer: &mut Value) {
        let url = answer.get("url").and_then(Value::as_str).unwrap_or_default();
        let (field, value) = match self {
            Self::Script => ("url", json!("javascript:alert(1)")),
            Self::Elsewhere => ("url", json!("https://exchange.invalid/pay")),
            Self::Userinfo => ("url", json!(url.replacen("://", "://exchange.invalid@", 1))),
            Self::NoUrl => ("url", json!("")),
            Self::NoSession => ("sessionId", Value::Null),
            _ => return,
        };
        if let Some(fields) = answer.as_object_mut() {
            fields.insert(field.to_owned(), value);
        }
    }

    /// What it says of a payment.
    pub fn status(self, answer: &mut Value) {
        *answer = match self {
            Self::NeverFinal => json!({ "status": "IN_PROGRESS" }),
            Self::Unknown => json!({ "status": "UNKNOWN" }),
            Self::Failed => json!({ "status": "FAILED" }),
            Self::NoHash => json!({ "status": "SUCCESS" }),
            Self::OtherHash => json!({ "status": "SUCCESS", "txHash": format!("0x{}", "5a".repeat(32)) }),
            Self::OddStatus => json!({ "status": "DONE", "txHash": 7 }),
            _ => return,
        };
    }
}
