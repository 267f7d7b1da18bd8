//! TABLE of what a test has the names' calls say instead of the truth (`POST /__names`). `only` is the name for a lookup, the account for a reverse
//! lookup and a registration; suggestions are about nobody.

use serde_json::{Value, json};

use crate::{
    ids::Address,
    lies::{self, ODD_TEXT, stranger},
};

/// Which call is lied in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Account,
    Reverse,
    Suggestions,
    Register,
}

/// One way not to tell the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    /// Leads to a stranger.
    Address,
    OtherName,
    Nobody,
    Types,
    Many,
    Markup,
    /// Names that lead to somebody else.
    Stolen,
    Foreign,
    Short,
    AllTaken,
    Refused,
    Taken,
    Odd,
    Lost,
}

use Call::{Account, Register, Reverse, Suggestions};

/// The name of each lie, and the calls it is told in.
const TABLE: &lies::Table<Lie, Call> = &[
    ("address", Lie::Address, &[Account]),
    ("other-name", Lie::OtherName, &[Account]),
    ("nobody", Lie::Nobody, &[Account, Reverse]),
    ("types", Lie::Types, &[Account, Reverse, Suggestions]),
    ("many", Lie::Many, &[Account, Reverse, Suggestions]),
    ("markup", Lie::Markup, &[Account, Reverse, Suggestions]),
    ("stolen", Lie::Stolen, &[Reverse]),
    ("foreign", Lie::Foreign, &[Suggestions]),
    ("short", Lie::Short, &[Suggestions]),
    ("all-taken", Lie::AllTaken, &[Suggestions]),
    ("refused", Lie::Refused, &[Register]),
    ("taken", Lie::Taken, &[Register]),
    ("odd", Lie::Odd, &[Register]),
    ("lost", Lie::Lost, &[Register]),
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
    /// What a record or a list of suggestions says wrong.
    pub fn bend(self, answer: &mut Value) {
        let suggests = answer.get("suggestions").is_some();
        match self {
            Self::OtherName => set(answer, "name", json!("somebody-else.reown.id")),
            Self::Nobody => set(answer, "addresses", json!({})),
            Self::Types if suggests => {
                set(answer, "suggestions", json!([7, null, { "name": 1 }, { "registered": "no" }]))
            }
            Self::Types => {
                set(answer, "addresses", json!([]));
                set(answer, "attributes", json!("none"));
            }
            Self::Many if suggests => set(
                answer,
                "suggestions",
                (0..MANY).map(|number| suggestion(&format!("many-{number}.reown.id"))).collect(),
            ),
            Self::Many => {
                let one = |number: usize| {
                    (number.to_string(), json!({ "address": stranger().checksummed(), "created": "" }))
                };
                set(answer, "addresses", Value::Object((0..MANY).map(one).collect()));
            }
            Self::Markup if suggests => set(answer, "suggestions", json!([suggestion(ODD_TEXT)])),
            Self::Markup => {
                set(answer, "name", json!(format!("{ODD_TEXT}.reown.id")));
                set(answer, "attributes", json!([{ "avatar": "javascript:alert(1)", "bio": ODD_TEXT }]));
            }
            Self::Foreign => {
                set(answer, "suggestions", json!([suggestion("alice.eth"), suggestion("alice.wcn.id")]))
            }
            Self::Short => {
                set(answer, "suggestions", json!([suggestion("abc.reown.id"), suggestion(".reown.id")]))
            }
            Self::AllTaken => {
                for one in answer.get_mut("suggestions").and_then(Value::as_array_mut).into_iter().flatten() {
                    set(one, "registered", json!(true));
                }
            }
            _ => {}
        }
    }

    /// What the names of an account say wrong.
    pub fn reverse(self, account: &Address, answer: &mut Value) {
        let named = |name: String, address: &Address| {
            json!({
                "name": name,
                "registered_at": "2026-01-01T00:00:00Z",
                "updated_at": "2026-01-01T00:00:00Z",
                "addresses": { "2147484985": { "address": address.checksummed(), "created": "2026-01-01T00:00:00Z" } },
                "attributes": [],
            })
        };
        *answer = match self {
            Self::Nobody => json!([]),
            Self::Types => json!([7, { "name": 7, "addresses": [] }, null]),
            Self::Many => {
                (0..MANY / 2).map(|number| named(format!("many-{number}.reown.id"), account)).collect()
            }
            Self::Markup => json!([named(format!("{ODD_TEXT}.reown.id"), account)]),
            // It says so itself: whoever looks at the address in it sees that it is another's.
            Self::Stolen => json!([named("bobby.reown.id".to_owned(), &stranger())]),
            _ => return,
        };
    }
}

fn suggestion(name: &str) -> Value {
    json!({ "name": name, "registered": false })
}

fn set(object: &mut Value, field: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(field.to_owned(), value);
    }
}
