//! What a registry says of names.

use super::*;
use crate::embedded::peer::{Peer, logged_in};

fn record(name: &str, address: &str) -> Value {
    json!({"name": name, "registered_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z",
        "addresses": {"2147484985": {"address": address, "created": "2026-01-01T00:00:00Z"}},
        "attributes": [{"avatar": "http://localhost:4002/a.png", "bio": "Hello"}]})
}

fn paid_by_name(world: &World) {
    connected_at_the_account(world);
    world.form("1.5", "bobby.reown.id");
    world.pass(10_000);
}

fn looked_up_again(world: &World) {
    world.open("Account");
    world.form("1.5", "");
    world.form("1.5", "bobby.reown.id");
    world.pass(5_000);
}

fn looked_at_again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.pass(300_000);
    world.open("Account");
    world.pass(5_000);
}

fn typed(world: &World) {
    let opened = world.dispatch(json!({"type": "router.open", "view": "RegisterAccountName"}));
    assert!(world.settled(&opened).is_ok());
    world.dispatch(json!({"type": "names.type", "text": "alice"}));
    world.pass(20_000);
}

fn typed_again(world: &World) {
    world.dispatch(json!({"type": "names.retry"}));
    world.pass(5_000);
}

fn suggested(world: &World) -> Seen {
    let slice = world.slice("names");
    let of = |item: &Value| {
        ("suggestion".to_owned(), format!("{} {}", item["name"].as_str().unwrap(), item["taken"]))
    };
    let mut seen: Seen = slice["suggestions"].as_array().unwrap().iter().map(of).collect();
    seen.extend(failure(world, "/suggestError"));
    seen
}

/// Why something failed: in our words, or in those of the registry, which are its own.
fn failure(world: &World, pointer: &str) -> Seen {
    let mut seen = fields(world, "names", &[pointer]);
    for (_, text) in &mut seen {
        if !text.starts_with("Error ") {
            *text = "in its words".into();
        }
    }
    seen
}

fn registered(world: &World) {
    if world.slice("names")["label"] != "alice" || world.view() != "RegisterAccountName" {
        typed(world);
    }
    world.dispatch(json!({"type": "names.register"}));
    let peer = Peer(world);
    peer.answer_to(peer.requests("personal_sign").last().unwrap(), json!(format!("0x{}", "11".repeat(65))));
    world.pass(10_000);
}

fn called(world: &World) -> Seen {
    let mut seen = fields(world, "names", &["/name"]);
    seen.extend(failure(world, "/error"));
    seen.extend(
        fields(world, "account", &["/name"]).into_iter().map(|(_, name)| ("of the account".into(), name)),
    );
    seen
}

pub const ROWS: &[Row] = &[
    Row {
        name: "GET /v1/profile/account/{}",
        is: |request| request.url.contains("/v1/profile/account/"),
        good: || record("bobby.reown.id", BOB),
        page: World::new,
        walk: paid_by_name,
        seen: |world| fields(world, "send", &["/resolved"]),
        well: &[("/resolved", BOB)],
        may: &[],
        except: &[],
        again: Some(looked_up_again),
    },
    Row {
        name: "GET /v1/profile/reverse/{}",
        is: |request| request.url.contains("/v1/profile/reverse/"),
        good: || json!([record("alice.wcn.id", ALICE)]),
        page: || {
            let world = World::new();
            world.chain.leads.borrow_mut().push(("alice.wcn.id", ALICE));
            world
        },
        walk: connected_at_the_account,
        seen: |world| fields(world, "account", &["/name", "/address"]),
        well: &[("/name", "alice.wcn.id"), ("/address", ALICE)],
        may: &[],
        except: &[],
        again: Some(looked_at_again),
    },
    Row {
        name: "GET /v1/profile/suggestions/{}",
        is: |request| request.url.contains("/v1/profile/suggestions/"),
        good: || json!({"suggestions": [{"name": "alice.reown.id", "registered": true}, {"name": "the-alice.reown.id", "registered": false}]}),
        page: logged_in,
        walk: typed,
        seen: suggested,
        well: &[("suggestion", "alice.reown.id true"), ("suggestion", "the-alice.reown.id false")],
        may: &[
            ("/suggestError", &["Error fetching name suggestions", "in its words"]),
            // other names, and other words of whether they are someone's
            (
                "suggestion",
                &[
                    "alice.reown.id false",
                    "the-alice.reown.id true",
                    "-alice.reown.id true",
                    "-the-alice.reown.id false",
                ],
            ),
        ],
        except: &[],
        again: Some(typed_again),
    },
    Row {
        name: "POST /v1/profile/account",
        is: |request| request.url.contains("/v1/profile/account?"),
        good: || json!({"success": false}),
        page: logged_in,
        walk: registered,
        seen: called,
        well: &[("/error", "Error registering name")],
        may: &[("/error", &["in its words"])],
        except: &["true"],
        again: Some(registered),
    },
];
