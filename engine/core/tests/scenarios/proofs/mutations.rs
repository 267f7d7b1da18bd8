//! What a hostile or broken server makes of a good answer. TABLE at the end: each is applied to each endpoint, those of one place to
//! every place in turn (docs/spec/security.md T7).

use crate::support::{BOB, USDC};
use serde_json::{Value, json};
use wallet_engine::constants::HTTP_BODY_BYTES_MAX;
use wallet_engine::ports::http::{HttpFault, HttpResponse};

/// Where it is applied.
pub enum Mutate {
    /// To one value; nothing takes it away.
    Place(fn(&Value) -> Option<Value>),
    /// To one field of an object, as raw text: its name and its value.
    Field(fn(&str, &str) -> String),
    /// To the whole body.
    Body(fn(&Value) -> String),
    /// To the whole answer.
    Answer(fn(&Value) -> Result<HttpResponse, HttpFault>),
}
use Mutate::{Answer, Body, Field, Place};

/// Where a raw text goes.
const HERE: &str = "\u{1}here\u{1}";

/// Pointers to every value below the body itself, in their order.
pub fn places(body: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut follow = |path: String, value: &Value| {
        found.push(path.clone());
        found.extend(places(value).into_iter().map(|inner| format!("{path}{inner}")));
    };
    match body {
        Value::Array(list) => list.iter().enumerate().for_each(|(at, value)| follow(format!("/{at}"), value)),
        Value::Object(fields) => {
            let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
            fields.iter().for_each(|(name, value)| follow(format!("/{}", escaped(name)), value));
        }
        _ => {}
    }
    found
}

fn is_field(body: &Value, place: &str) -> bool {
    let (parent, _) = place.rsplit_once('/').unwrap();
    body.pointer(parent).is_some_and(Value::is_object)
}

/// The places that a mutation has in a body; one that is of the whole body has one.
pub fn places_of(mutate: &Mutate, body: &Value) -> Vec<String> {
    match mutate {
        Place(_) => places(body),
        Field(_) => places(body).into_iter().filter(|place| is_field(body, place)).collect(),
        Body(_) | Answer(_) => vec![String::new()],
    }
}

fn said(body: String) -> Result<HttpResponse, HttpFault> {
    Ok(HttpResponse::new(200, body))
}

/// The answer as it is sent; nothing if the mutation changes nothing.
pub fn apply(mutate: &Mutate, good: &Value, place: &str) -> Option<Result<HttpResponse, HttpFault>> {
    let mut body = good.clone();
    Some(match mutate {
        Place(change) => {
            let at = body.pointer_mut(place).unwrap();
            match change(at) {
                Some(value) if value == *at => return None,
                Some(value) => *at = value,
                None => {
                    let (parent, name) = place.rsplit_once('/').unwrap();
                    match body.pointer_mut(parent).unwrap() {
                        Value::Array(list) => drop(list.remove(name.parse().unwrap())),
                        Value::Object(fields) => {
                            drop(fields.remove(&name.replace("~1", "/").replace("~0", "~")))
                        }
                        _ => unreachable!("only these have places"),
                    }
                }
            }
            said(body.to_string())
        }
        Field(write) => {
            let was = body.pointer(place).unwrap().to_string();
            *body.pointer_mut(place).unwrap() = json!(HERE);
            let (_, name) = place.rsplit_once('/').unwrap();
            let name = json!(name.replace("~1", "/").replace("~0", "~")).to_string();
            let marked = format!("{name}:{}", json!(HERE));
            let text = body.to_string();
            assert!(text.contains(&marked), "{place}");
            said(text.replacen(&marked, &write(&name, &was), 1))
        }
        Body(write) => said(write(good)),
        Answer(make) => make(good),
    })
}

/// A text that reads as a decimal or a hex quantity: a word in its place isn't a lie about a number.
fn is_number(value: &Value) -> bool {
    match value {
        Value::Number(_) => true,
        Value::String(text) => {
            !text.is_empty()
                && text.trim_start_matches("0x").bytes().all(|b| b.is_ascii_hexdigit() || b == b'.')
        }
        _ => false,
    }
}

/// The text inside a value, or a word.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => "word".into(),
    }
}

fn raw(text: &str) -> Option<Value> {
    Some(serde_json::from_str(text).unwrap())
}

fn everywhere(value: &Value, from: &str, to: &str) -> Value {
    serde_json::from_str(&value.to_string().replace(from, to)).unwrap()
}

/// The same answer with every number another one, and every no a yes: whatever of it is shown was not to be believed.
fn otherwise(value: &Value) -> Value {
    let turned = |c: char| c.to_digit(10).map_or(c, |d| char::from_digit((d + 1) % 10, 10).unwrap());
    let other = |digits: &str| -> String { digits.chars().map(turned).collect() };
    match value {
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) => {
            let text = other(&number.to_string());
            serde_json::from_str(text.trim_start_matches('0')).unwrap_or_else(|_| json!(5))
        }
        // quantities and words, and no addresses
        Value::String(text) if is_number(value) && text.len() != 42 => match text.strip_prefix("0x") {
            Some(digits) => json!(format!("0x{}", other(digits))),
            None => json!(other(text)),
        },
        Value::Array(list) => list.iter().map(otherwise).collect(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), otherwise(value))).collect()
        }
        other => other.clone(),
    }
}

fn deep(depth: usize) -> String {
    format!("{}1{}", "[".repeat(depth), "]".repeat(depth))
}

pub const MARKUP: &str = "<img src=x onerror=alert(1)><script>alert(1)</script>";
pub const HIDDEN: &str = "\u{202e}\u{2066}\u{200b}\u{200f}\u{feff}\u{0}\u{1b}[31m\u{e0041}\u{2028}\u{61c}";

/// TABLE: the name, and what is done.
pub const MUTATIONS: &[(&str, Mutate)] = &[
    // wrong types and nothing at all, at every depth
    ("missing", Place(|_| None)),
    ("null", Place(|_| Some(Value::Null))),
    ("true", Place(|_| Some(json!(true)))),
    ("false", Place(|_| Some(json!(false)))),
    ("an empty list", Place(|_| Some(json!([])))),
    ("an empty object", Place(|_| Some(json!({})))),
    ("an empty text", Place(|_| Some(json!("")))),
    ("a list of it", Place(|value| Some(json!([value])))),
    ("an object of it", Place(|value| Some(json!({ "value": value, "0": value })))),
    ("a number for a text", Place(|value| Some(if is_number(value) { json!(false) } else { json!(7) }))),
    ("a word", Place(|value| Some(json!(if value == "word" { "other" } else { "word" })))),
    // numbers that are none, or none that can be shown
    ("NaN", Place(|_| Some(json!("NaN")))),
    ("Infinity", Place(|_| Some(json!("Infinity")))),
    ("-Infinity", Place(|_| Some(json!("-Infinity")))),
    ("1e999", Place(|_| raw("1e999"))),
    ("1e-999", Place(|_| raw("1e-999"))),
    ("1e9999999999999999999", Place(|_| raw("1e9999999999999999999"))),
    ("negative", Place(|value| Some(json!(format!("-{}", text_of(value)))))),
    ("a negative number", Place(|_| raw("-1.5"))),
    ("77 digits", Place(|_| raw(&"9".repeat(77)))),
    ("a text of 77 digits", Place(|_| Some(json!("9".repeat(77))))),
    ("hex of 65 digits", Place(|_| Some(json!(format!("0x{}", "f".repeat(65)))))),
    ("an exponent", Place(|_| raw("1e3"))),
    ("an exponent in a text", Place(|_| Some(json!("1e3")))),
    ("a comma", Place(|value| Some(json!(format!("{},5", text_of(value)))))),
    ("digits of another script", Place(|_| Some(json!("\u{661}\u{660}")))),
    // text that attacks
    ("markup", Place(|_| Some(json!(MARKUP)))),
    ("markup behind it", Place(|value| Some(json!(format!("{}{MARKUP}", text_of(value)))))),
    ("hidden characters", Place(|_| Some(json!(HIDDEN)))),
    (
        "hidden characters around it",
        Place(|value| Some(json!(format!("{HIDDEN}{}{HIDDEN}", text_of(value))))),
    ),
    ("a flood of marks", Place(|_| Some(json!(format!("Z{}", "\u{301}\u{334}".repeat(5_000)))))),
    ("a text without end", Place(|_| Some(json!("A".repeat(200_000))))),
    (
        "behind it a text without end",
        Place(|value| Some(json!(format!("{}{}", text_of(value), "0".repeat(200_000))))),
    ),
    ("__proto__", Place(|value| Some(json!({ "__proto__": value, "constructor": { "prototype": value } })))),
    ("the name of a prototype", Place(|_| Some(json!("__proto__")))),
    ("ten thousand of it", Place(|value| Some(Value::Array(vec![value.clone(); 10_000])))),
    (
        "a time beyond all clocks",
        Place(|value| {
            Some(json!(format!("{}+9223372036854775807:59", text_of(value).trim_end_matches('Z'))))
        }),
    ),
    (
        "a fraction of a second without end",
        Place(|value| {
            Some(json!(format!("{}.{}Z", text_of(value).trim_end_matches('Z'), "0".repeat(100_000))))
        }),
    ),
    // of someone else
    ("another account", Place(|value| Some(everywhere(value, crate::support::ALICE, BOB)))),
    ("another network", Place(|value| Some(everywhere(value, "eip155:1337", "eip155:1338")))),
    (
        "a network of another family",
        Place(|value| Some(everywhere(value, "eip155:1337", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"))),
    ),
    ("another token", Place(|value| Some(everywhere(value, USDC, BOB)))),
    (
        "another network with other numbers",
        Body(|good| match good.to_string().contains("eip155:1337") {
            true => everywhere(&otherwise(good), "eip155:1337", "eip155:1338").to_string(),
            false => good.to_string(),
        }),
    ),
    // twice the same name: the last one counts, and nothing of both
    ("twice, wrong first", Field(|name, value| format!("{name}:[\"x\"],{name}:{value}"))),
    ("twice, wrong last", Field(|name, value| format!("{name}:{value},{name}:[\"x\"]"))),
    ("NaN as JavaScript writes it", Field(|name, _| format!("{name}:NaN"))),
    ("half a character", Field(|name, _| format!("{name}:\"\\ud800\""))),
    // the body
    (
        "truncated",
        Body(|good| {
            let text = good.to_string();
            text.chars().take(text.chars().count() * 2 / 3).collect()
        }),
    ),
    ("no JSON", Body(|_| "<!doctype html><h1>It works!</h1>".into())),
    ("of another content type", Body(|good| format!("<?xml version=\"1.0\"?><answer>{good}</answer>"))),
    ("a mark of byte order", Body(|good| format!("\u{feff}{good}"))),
    ("empty", Body(|_| String::new())),
    (
        "2 MiB and one byte",
        Body(|good| {
            let text = good.to_string();
            format!("{text}{}", " ".repeat(HTTP_BODY_BYTES_MAX + 1 - text.len()))
        }),
    ),
    ("33 deep", Body(|_| deep(33))),
    ("500,000 deep", Body(|_| deep(500_000))),
    (
        "deep inside",
        Body(|good| format!("{{\"deep\":{},{}", deep(40), good.to_string().trim_start_matches('{'))),
    ),
    ("a list for an object", Body(|good| json!([good]).to_string())),
    ("a text of it", Body(|good| json!(good.to_string()).to_string())),
    ("null for it", Body(|_| "null".into())),
    ("twice the body", Body(|good| format!("{good}{good}"))),
    (
        "an error inside 200",
        Body(|_| {
            json!({"error": {"code": -32000, "message": format!("{MARKUP}{HIDDEN}{}", "x".repeat(9_000))},
            "status": "FAILURE", "reasons": [{"name": "x", "description": MARKUP}]})
            .to_string()
        }),
    ),
    // the answer
    ("204", Answer(|_| Ok(HttpResponse::new(204, String::new())))),
    ("too large for the port", Answer(|_| Err(HttpFault::TooLarge))),
    ("no answer", Answer(|_| Err(HttpFault::Network))),
    ("500 with other numbers", Answer(|good| Ok(HttpResponse::new(500, otherwise(good).to_string())))),
    (
        "403 with words",
        Answer(|_| {
            let body = json!({"reasons": [{"name": "x", "description": format!("{HIDDEN}{MARKUP}{}", "x".repeat(9_000))}]});
            Ok(HttpResponse::new(403, body.to_string()))
        }),
    ),
    ("429", Answer(|_| Ok(HttpResponse::new(429, "[]".into())))),
    ("302 with other numbers", Answer(|good| Ok(HttpResponse::new(302, otherwise(good).to_string())))),
    ("status 0 with other numbers", Answer(|good| Ok(HttpResponse::new(0, otherwise(good).to_string())))),
];
