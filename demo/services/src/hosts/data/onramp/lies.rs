//! TABLE of what a test has the onramp's calls say instead of the truth (`POST /__onramp`). `only`, the wallet, counts for the page's address and the
//! history; options and quotes know no wallet.

use serde_json::{Value, json};

use crate::lies::{self, ODD_TEXT};

/// Which call is lied in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    Options,
    Quote,
    Url,
    /// The history of an account, when it is asked for purchases.
    History,
}

/// One way not to tell the truth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lie {
    Empty,
    Types,
    Many,
    Turned,
    Markup,
    Zero,
    Negative,
    Precise,
    NotNumber,
    Numbers,
    Huge,
    OtherAsset,
    OtherMoney,
    Total,
    NoId,
    Script,
    Elsewhere,
    Userinfo,
    NoUrl,
    Pending,
    Failed,
    Unseen,
}

use Call::{History, Options, Quote, Url};

/// The name of each lie, and the calls it is told in.
const TABLE: &lies::Table<Lie, Call> = &[
    ("empty", Lie::Empty, &[Options]),
    ("types", Lie::Types, &[Options, Quote]),
    ("many", Lie::Many, &[Options]),
    ("turned", Lie::Turned, &[Options]),
    ("markup", Lie::Markup, &[Options, Quote]),
    ("zero", Lie::Zero, &[Quote]),
    ("negative", Lie::Negative, &[Quote]),
    ("precise", Lie::Precise, &[Quote]),
    ("not-number", Lie::NotNumber, &[Quote]),
    ("numbers", Lie::Numbers, &[Quote]),
    ("huge", Lie::Huge, &[Quote]),
    ("other-asset", Lie::OtherAsset, &[Quote]),
    ("other-money", Lie::OtherMoney, &[Quote]),
    ("total", Lie::Total, &[Quote]),
    ("no-id", Lie::NoId, &[Quote]),
    ("script", Lie::Script, &[Url]),
    ("elsewhere", Lie::Elsewhere, &[Url]),
    ("userinfo", Lie::Userinfo, &[Url]),
    ("no-url", Lie::NoUrl, &[Url]),
    ("pending", Lie::Pending, &[History]),
    ("failed", Lie::Failed, &[History]),
    ("unseen", Lie::Unseen, &[History]),
];

/// The lies that are due.
pub type Lies = lies::Lies<Lie, Call>;

/// None yet.
pub fn none() -> Lies {
    Lies::new(TABLE)
}

/// How often something is there when it is there too often: the whole answer stays below 2 MiB.
const MANY: usize = 2_000;

impl Lie {
    /// What options or a quote say wrong.
    pub fn bend(self, answer: &mut Value) {
        match self {
            Self::Empty => *answer = json!({ "paymentCurrencies": [], "purchaseCurrencies": [] }),
            Self::Types if answer.get("quoteId").is_some() => {
                set(answer, "/purchaseAmount", json!("100"));
                set(answer, "/quoteId", json!(7));
            }
            Self::Types => {
                set(answer, "/paymentCurrencies/0/payment_method_limits", json!("none"));
                set(answer, "/purchaseCurrencies/0", json!(null));
            }
            Self::Many => {
                for list in ["paymentCurrencies", "purchaseCurrencies"] {
                    let first = answer.pointer(&format!("/{list}/0")).cloned().unwrap_or_default();
                    let again = (0..MANY).map(|number| {
                        let mut one = first.clone();
                        set(&mut one, "/id", json!(format!("many-{number}")));
                        one
                    });
                    set(answer, &format!("/{list}"), again.collect());
                }
            }
            Self::Turned => {
                set(answer, "/paymentCurrencies/0/payment_method_limits/0/min", json!("5000.00"));
                set(answer, "/paymentCurrencies/0/payment_method_limits/0/max", json!("5.00"));
            }
            Self::Markup => {
                set(answer, "/purchaseCurrencies/0/name", json!(ODD_TEXT));
                set(answer, "/purchaseCurrencies/0/networks/0/display_name", json!(ODD_TEXT));
                set(answer, "/purchaseAmount/currency", json!(ODD_TEXT));
            }
            Self::Zero => set(answer, "/purchaseAmount/amount", json!("0")),
            Self::Negative => set(answer, "/purchaseAmount/amount", json!("-1")),
            Self::Precise => set(answer, "/purchaseAmount/amount", json!(format!("1.{}", "3".repeat(60)))),
            Self::NotNumber => set(answer, "/purchaseAmount/amount", json!("many")),
            Self::Numbers => set(answer, "/purchaseAmount/amount", json!(1e21)),
            Self::Huge => set(answer, "/purchaseAmount/amount", json!("9".repeat(100_000))),
            Self::OtherAsset => set(answer, "/purchaseAmount/currency", json!("WBTC")),
            Self::OtherMoney => set(answer, "/paymentTotal/currency", json!("JPY")),
            Self::Total => set(answer, "/paymentTotal/amount", json!("99999.00")),
            Self::NoId => drop(answer.as_object_mut().and_then(|quote| quote.remove("quoteId"))),
            _ => {}
        }
    }

    /// Where it leads instead.
    pub fn lead(self, url: &mut String) {
        match self {
            Self::Script => *url = "javascript:alert(1)".to_owned(),
            Self::Elsewhere => *url = "https://provider.invalid/buy".to_owned(),
            Self::Userinfo => *url = url.replacen("://", "://provider.invalid@", 1),
            Self::NoUrl => url.clear(),
            _ => {}
        }
    }

    /// What it says of purchases.
    pub fn tell(self, entries: &mut Vec<Value>) {
        match self {
            Self::Unseen => entries.clear(),
            Self::Pending | Self::Failed => {
                let status = if self == Self::Failed { "failed" } else { "pending" };
                for entry in entries {
                    set(entry, "/metadata/status", json!(status));
                }
            }
            _ => {}
        }
    }
}

/// Changes what is there already.
fn set(answer: &mut Value, pointer: &str, value: Value) {
    if let Some(field) = answer.pointer_mut(pointer) {
        *field = value;
    }
}
