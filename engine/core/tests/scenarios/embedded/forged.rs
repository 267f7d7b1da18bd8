//! Ten thousand messages that no one has asked for, from the frame's own place: whatever the page waits for, none of them is its answer
//! (docs/spec/embedded-frame.md section 3, docs/spec/security.md B5, R26). A failure names its seed, the call and the message.

use super::peer::*;
use super::waiting::{Waiting, all};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::flow::Join;

const MESSAGES: usize = 10_000;
/// Between two looks at everything; what is awaited is looked at every time.
const LOOK: usize = 25;
/// The frame's limits (docs/spec/embedded-frame.md section 3).
const TEXT_MAX: usize = 256 * 1024;
const DEPTH_MAX: usize = 16;

/// A payload that each call would take: for a forger who knows the protocol.
fn plausible(name: &str) -> Value {
    match name {
        "CONNECT_EMAIL" => json!({ "action": "CONNECT" }),
        "GET_USER" | "CONNECT_SOCIAL" => user(),
        "GET_SOCIAL_REDIRECT_URI" => json!({ "uri": "https://evil.example/" }),
        "GET_FARCASTER_URI" => json!({ "url": "https://evil.example/" }),
        "CONNECT_FARCASTER" => json!({ "userName": "eve" }),
        "SWITCH_NETWORK" => json!({ "chainId": 1 }),
        "GET_CHAIN_ID" => json!({ "chainId": 1 }),
        "IS_CONNECTED" => json!({ "isConnected": true }),
        "GET_SMART_ACCOUNT_ENABLED_NETWORKS" => json!({ "smartAccountEnabledNetworks": [1] }),
        "INIT_SMART_ACCOUNT" => json!({ "address": BOB, "isDeployed": true }),
        "SET_PREFERRED_ACCOUNT" => json!({ "type": "smartAccount", "address": BOB }),
        "RPC_REQUEST" => json!(format!("0x{}", "66".repeat(32))),
        "UPDATE_EMAIL" => json!({ "action": "VERIFY_SECONDARY_OTP" }),
        "UPDATE_EMAIL_SECONDARY_OTP" => json!({ "newEmail": "eve@example.org" }),
        _ => Value::Null,
    }
}

const NAMES: [&str; 25] = [
    "SWITCH_NETWORK",
    "CONNECT_EMAIL",
    "CONNECT_DEVICE",
    "CONNECT_OTP",
    "CONNECT_SOCIAL",
    "GET_SOCIAL_REDIRECT_URI",
    "GET_FARCASTER_URI",
    "CONNECT_FARCASTER",
    "GET_USER",
    "SIGN_OUT",
    "IS_CONNECTED",
    "GET_CHAIN_ID",
    "GET_SMART_ACCOUNT_ENABLED_NETWORKS",
    "INIT_SMART_ACCOUNT",
    "SET_PREFERRED_ACCOUNT",
    "RPC_REQUEST",
    "RPC_ABORT",
    "UPDATE_EMAIL",
    "UPDATE_EMAIL_PRIMARY_OTP",
    "UPDATE_EMAIL_SECONDARY_OTP",
    "AWAIT_UPDATE_EMAIL",
    "SYNC_THEME",
    "SYNC_DAPP_DATA",
    "RELOAD",
    "READY",
];

fn nested(depth: usize, objects: bool) -> Value {
    let mut value = json!(1);
    for _ in 0..depth {
        value = if objects { json!({ "a": value }) } else { json!([value]) };
    }
    value
}

/// A message that is not the answer, by exactly what its first word says, and the frame it comes from.
fn forged(dice: &Dice, of: &Waiting) -> (&'static str, usize, String) {
    let peer = Peer(&of.world);
    let last = peer.frames() - 1;
    let (name, id) = (of.name(), of.call["id"].as_str().unwrap().to_owned());
    // what it would take; a refusal is one, too
    let mut message = match dice.below(3) {
        0 => refusal(&of.call, "User rejected the request"),
        _ => answer(&of.call, of.good.clone()),
    };
    let kind = message["type"].as_str().unwrap().to_owned();
    let flaw = match dice.below(100) {
        0..14 => {
            message["type"] = match dice.below(16) {
                0 => json!(format!(" {kind}")),
                1 => json!(format!("{kind} ")),
                2 => json!(format!("{kind}\0")),
                3 => json!(kind.to_lowercase()),
                4 => json!(kind.replace("@w3m-frame/", "@w3m-app/")),
                5 => json!(kind.replace("@w3m-frame/", "")),
                6 => json!(format!("https://evil.example/{kind}")),
                7 => json!(format!("{kind}_SUCCESS")),
                8 => json!(kind.rsplit_once('_').unwrap().0),
                9 => json!([kind]),
                10 => json!({ "type": kind }),
                11 => json!(kind.replace('_', "\u{ff3f}")),
                12 => json!(kind.replace('E', "\u{0415}")),
                13 => json!(format!("@w3m-frame/{kind}")),
                14 => json!(kind.len()),
                _ => Value::Null,
            };
            "type"
        }
        14..30 => {
            message["id"] = match dice.below(15) {
                0 => Value::Null,
                1 => json!(7),
                2 => json!(true),
                3 => json!([id]),
                4 => json!({ "id": id }),
                5 => json!(""),
                6 => json!(format!(" {id}")),
                7 => json!(format!("{id} ")),
                8 => json!(format!("{id}\0")),
                9 => json!(format!("{}x", &id[..31])),
                10 => json!(&id[..31]),
                11 => json!(format!("{id}{id}")),
                12 => json!("__proto__"),
                13 => json!("constructor"),
                _ => json!(dice.hex()),
            };
            "id"
        }
        30..42 if !of.bad.is_empty() => {
            message = answer(&of.call, dice.of(&of.bad).clone());
            "payload"
        }
        30..50 => {
            let other = loop {
                let other = dice.of(&NAMES);
                if **other != *name {
                    break *other;
                }
            };
            message = answer(&json!({ "type": format!("@w3m-app/{other}"), "id": id }), plausible(other));
            if dice.below(3) == 0 {
                message = refusal(&json!({ "type": format!("@w3m-app/{other}"), "id": id }), "no");
            }
            "another call's name"
        }
        50..62 => {
            // everything that was ever asked of a frame of this page, except what is awaited now
            let mut before: Vec<Value> = (0..=last).flat_map(|frame| peer.asked_of(frame)).collect();
            before.retain(|call| call["id"] != of.call["id"] && call["id"].is_string());
            if before.is_empty() {
                before.push(json!({ "type": "@w3m-app/CONNECT_OTP", "id": dice.hex() }));
            }
            let call = dice.of(&before);
            let name = call["type"].as_str().unwrap().replace("@w3m-app/", "");
            message = match dice.below(3) {
                0 => refusal(call, "User rejected the request"),
                _ => answer(call, plausible(&name)),
            };
            "a call that has its answer"
        }
        62..70 => {
            let (word, value) = (*dice.of(&["__proto__", "constructor"]), json!({ "isConnected": true }));
            match dice.below(4) {
                0 => message[word] = value,
                1 => message["more"] = json!([{ "a": { word: value } }]),
                2 => {
                    message["payload"] =
                        json!({ word: value, "address": ALICE, "chainId": 1337, "action": "CONNECT" })
                }
                _ => message["payload"] = json!([[{ word: 1 }]]),
            }
            "a field that is none"
        }
        70..76 => {
            let depth = *dice.of(&[DEPTH_MAX, DEPTH_MAX + 1, 31, 32, 33, 60]);
            message["more"] = nested(depth, dice.below(2) == 0);
            "depth"
        }
        76 => {
            message["more"] = json!("x".repeat(TEXT_MAX + dice.below(64)));
            "size"
        }
        77..85 => {
            let nonce = peer.nonce();
            let wrong = match dice.below(8) {
                0 => json!(""),
                1 => json!(0),
                2 => json!(false),
                3 => json!([nonce]),
                4 => json!(nonce.to_uppercase() + "A"),
                5 => json!(&nonce[1..]),
                6 => json!(format!("{nonce} ")),
                _ => json!(dice.hex()),
            };
            message["nonce"] = wrong;
            "nonce"
        }
        85..89 => {
            let call = json!({ "type": format!("@w3m-app/{}", dice.of(&NAMES)), "id": dice.hex() });
            message =
                answer(&call, plausible(call["type"].as_str().unwrap().trim_start_matches("@w3m-app/")));
            "asked by nobody"
        }
        89..93 => {
            let payload = match dice.below(9) {
                0 => Value::Null,
                1 => json!({}),
                2 => json!({ "token": "" }),
                3 => json!({ "token": 7 }),
                4 => json!({ "token": ["t"] }),
                5 => json!({ "token": null }),
                6 => json!({ "token": "t", "nonce": "other" }),
                7 => json!({ "token": "t", "constructor": 1 }),
                _ => json!("t"),
            };
            message = json!({ "type": "@w3m-frame/SESSION_UPDATE", "payload": payload });
            "a session that is none"
        }
        93..95 => {
            message = match dice.below(5) {
                0 => json!({ "type": "@w3m-frame/READY", "nonce": "other" }),
                1 => json!({ "type": "@w3m-frame/READY", "payload": { "__proto__": {} } }),
                2 => json!({ "type": "@w3m-frame/READY", "payload": nested(DEPTH_MAX, true) }),
                3 => json!({ "type": "@w3m-frame/READY_SUCCESS", "id": id }),
                _ => json!({ "type": "@w3m-frame/READY ", "id": id }),
            };
            "a word that is none"
        }
        95..98 => {
            let text = message.to_string();
            let end = dice.below(text.len());
            let cut = match dice.below(6) {
                0 => text.get(..end).unwrap_or_default().to_owned(),
                1 => format!("[{text}]"),
                2 => json!(text).to_string(),
                3 => format!("{text}{text}"),
                4 => format!("{text}}}"),
                _ => format!("\u{feff}{text}"),
            };
            return ("no message", last, cut);
        }
        _ => {
            // the true answer, from the document of a frame that is no more
            if last == 0 {
                message["id"] = json!(dice.hex());
            }
            return ("a frame of before", 0, message.to_string());
        }
    };
    (flaw, last, message.to_string())
}

// Without the check of the id, the name, the payload, the nonce, the fields, the depth or the frame's life this fails.
#[test]
fn ignores_forged_frame_messages_and_accepts_the_real_response() {
    let waiting = all();
    let (each, dice) = (MESSAGES.div_ceil(waiting.len()), Dice::new());
    let mut told = std::collections::BTreeMap::new();
    for of in waiting {
        let (name, world) = (of.name(), &of.world);
        world.pass(0);
        let before = everything(world);
        let open = |at: &str| {
            assert!(of.asked.iter().all(|asked| !asked.is_settled()), "{name} is settled, seed {SEED}: {at}");
        };
        open("before");
        let (timers, tasks) = (world.clock.waiting(), world.tasks.running());
        let mut latest = Vec::new();
        for count in 1..=each {
            let (flaw, frame, text) = forged(&dice, &of);
            *told.entry(flaw).or_insert(0) += 1;
            Peer(world).says(frame, &text);
            let short: String = text.chars().take(400).collect();
            open(&format!("{flaw}: {short}"));
            latest.push(format!("{flaw}: {short}"));
            if count % LOOK == 0 || count == each {
                unchanged(world, &before, &format!("{name}, seed {SEED}, one of:\n{}", latest.join("\n")));
                latest.clear();
            }
        }
        // nothing waits that did not: the next ten thousand cost no more
        assert_eq!(world.clock.waiting(), timers, "{name}");
        assert!(world.tasks.running() <= tasks, "{name}");
        Peer(world).answer_to(&of.call, of.good.clone());
        (of.then)(world);
    }
    assert!(told.len() == 14 && told.values().sum::<usize>() >= MESSAGES, "{told:?}");
}

// Without the end that every call has beside its answer, who asked would wait forever.
// req: 7.45
#[test]
fn ends_each_call_on_an_error_without_connecting_anyone() {
    for of in all() {
        let (name, world) = (of.name(), &of.world);
        if name == "SYNC_DAPP_DATA" {
            continue; // a site that takes no names is spoken to all the same
        }
        let was = world.status();
        Peer(world).tell(&refusal(&of.call, "The site says no"));
        world.pass(10_000); // a switch looks once more where the wallet stands
        for asked in &of.asked {
            assert!(world.settled(asked).is_err(), "{name}");
        }
        let is = world.status();
        assert!(is == was || (name == "IS_CONNECTED" && is == "disconnected"), "{name}: {was}, {is}");
    }
}

// Two things see to it, so that it takes both being gone to fail: the id is used up, and no one waits for it any more.
#[test]
fn accepts_each_response_only_once() {
    for of in all() {
        let (name, world, peer) = (of.name(), &of.world, Peer(&of.world));
        peer.answer_to(&of.call, of.good.clone());
        (of.then)(world);
        world.pass(100);
        let before = everything(world);
        for again in [
            answer(&of.call, of.good.clone()),
            answer(&of.call, plausible(&name)),
            refusal(&of.call, "User rejected the request"),
            refusal(&of.call, "Something went wrong"),
        ] {
            peer.tell(&again);
            unchanged(world, &before, &format!("{name}: {again}"));
        }
    }
}

// Without an end to each call this fails.
#[test]
fn ignores_a_response_after_its_deadline() {
    for of in all() {
        let (name, world, peer) = (of.name(), &of.world, Peer(&of.world));
        if ["CONNECT_FARCASTER", "RPC_REQUEST"].contains(&name.as_str()) {
            continue; // a person has all the time
        }
        world.pass(121_000);
        assert!(of.asked.iter().all(Join::is_settled), "{name} has ended");
        world.pass(30_000);
        let before = everything(world);
        for late in [answer(&of.call, of.good.clone()), refusal(&of.call, "no")] {
            peer.tell(&late);
            unchanged(world, &before, &format!("{name}: {late}"));
        }
    }
}

// Without the limit on beginning again, each of these would refuse what waits and tell the frame about the page.
#[test]
fn gives_up_a_frame_that_restarts_too_often() {
    let world = logged_in();
    let peer = Peer(&world);
    let signed = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    let (asked, tasks) = (peer.asked().len(), world.tasks.running());
    for _ in 0..1_000 {
        peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    }
    assert!(signed.is_settled(), "what it was asked is gone with it");
    assert!(peer.asked().len() <= asked + 1 && world.tasks.running() <= tasks + 4, "a thousand are one");
    world.pass(500);
    peer.synced();
    let again = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    for _ in 0..1_000 {
        peer.tell(&json!({ "type": "@w3m-frame/READY" }));
    }
    assert!(again.is_settled());
    assert_eq!(world.alerts().iter().filter(|key| *key == "iframe_load_failed").count(), 1);
    world.pass(130_000);
    assert_eq!((peer.frames(), world.tasks.running() <= tasks), (1, true), "nobody is left behind");
    assert_eq!(world.status(), "connected", "the account is still whose it was");
    // who asks next has another frame
    let next = world.request("personal_sign", json!(["0x68656c6c6f", ALICE]));
    assert_eq!(peer.frames(), 2);
    peer.ready();
    peer.answer("RPC_REQUEST", json!(format!("0x{}", "11".repeat(65))));
    assert!(next.is_settled());
}

// What the site knows the user by is the last word it gave, sealed; nothing else follows from it.
#[test]
fn stores_only_the_last_session_token() {
    let world = logged_in();
    let peer = Peer(&world);
    let mut before = everything(&world);
    for n in 0..200 {
        let payload = json!({ "token": format!("token-{n}"), "more": 1 });
        peer.tell(&json!({ "type": "@w3m-frame/SESSION_UPDATE", "payload": payload }));
    }
    let mut after = everything(&world);
    let records = |of: &mut Value| of["records"].as_object_mut().unwrap().remove("frame:session_token");
    let kept = records(&mut after);
    records(&mut before);
    assert!(kept.is_some_and(|kept| !kept.to_string().contains("token-199")), "not as it is");
    assert_eq!(after, before);
    let world = world.reload_with(super::email::page_options());
    world.pass(700);
    Peer(&world).ready();
    assert_eq!(
        Peer(&world).last("IS_CONNECTED")["payload"],
        json!({ "token": "token-199" }),
        "the last one counts"
    );
}
