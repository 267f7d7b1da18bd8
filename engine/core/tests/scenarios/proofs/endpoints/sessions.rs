//! What a smart account has granted, and taking it back.

use super::*;
use crate::permissions::support::{NOW_S, options_of_sessions, session, signature};

/// What lasts as long as a walk does, and longer.
fn granted() -> Value {
    session("a1", NOW_S, NOW_S + 999_999)
}

fn page() -> World {
    World::with(options_of_sessions(), Default::default())
}

fn shown(world: &World) {
    connected_at_the_account(world);
    look(world);
}

fn look(world: &World) {
    world.open("SmartSessionList");
    world.pass(5_000);
    if !world.slice("sessions")["months"].to_string().contains("\"lines\":[") {
        world.dispatch(json!({"type": "sessions.show", "pci": "a1"}));
    }
    world.pass(2_000);
}

fn again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    look(world);
}

fn revoked(world: &World) {
    shown(world);
    world.but(1, |method, _| (method == "personal_sign").then(|| ok(json!(signature()))));
    world.dispatch(json!({"type": "sessions.revoke", "pci": "a1"}));
    world.dispatch(json!({"type": "sessions.confirm", "pci": "a1"}));
    world.pass(20_000);
}

/// Counts, and of what is open every limit.
fn listed(world: &World) -> Seen {
    let mut seen = fields(world, "sessions", &["/counts/0", "/counts/1", "/counts/2"]);
    for month in world.slice("sessions")["months"].as_array().unwrap() {
        for row in month["rows"].as_array().unwrap() {
            seen.extend(row["expiry"].as_str().map(|text| ("until".into(), text.into())));
            for line in row["lines"].as_array().into_iter().flatten() {
                seen.push(("kind".into(), line["kind"].as_str().unwrap().into()));
                seen.extend(line["amount"].as_str().map(|text| ("amount".into(), text.into())));
                let every = &line["every"];
                seen.extend(
                    every["count"]
                        .as_str()
                        .map(|count| ("every".into(), format!("{count} {}", every["unit"]))),
                );
            }
        }
    }
    seen
}

/// What the page is served besides the endpoint of the row.
pub fn service(request: &HttpRequest) -> Option<Served> {
    let is_list = request.url.contains("/v1/sessions/") && request.body.is_none();
    is_list.then(|| status(200, &json!({ "pcis": [granted()] }).to_string()))
}

const WELL: &[(&str, &str)] =
    &[("/counts/0", "1"), ("kind", "spend"), ("amount", "0.5"), ("every", "1 \"day\"")];

pub const ROWS: &[Row] = &[
    Row {
        name: "GET /v1/sessions/{}",
        is: |request| request.url.contains("/v1/sessions/") && request.body.is_none(),
        good: || json!({ "pcis": [granted()] }),
        page,
        walk: shown,
        seen: listed,
        well: WELL,
        // what cannot be read isn't a session, or a permission that no one knows; it is never a smaller one
        may: &[
            ("/counts/0", &["0"]),
            ("/counts/1", &["1"]),
            ("/counts/2", &["1"]),
            ("kind", &["other", "unlimited"]),
        ],
        except: &[],
        again: Some(again),
    },
    Row {
        name: "POST /v1/sessions/{}/revoke",
        is: |request| request.url.contains("/revoke"),
        // it says no: the session is there, whatever becomes of that
        good: || json!({ "success": false }),
        page,
        walk: revoked,
        seen: listed,
        well: WELL,
        may: &[],
        except: &[],
        again: None,
    },
];
