//! Two thousand results that are none, from the window of a login and from one of before (docs/spec/embedded-frame.md section 6,
//! docs/spec/security.md T12, B5). A failure names its seed and the text.

use super::peer::*;
use crate::support::*;
use serde_json::json;

const RESULTS: usize = 2_000;
/// Between two looks at everything.
const LOOK: usize = 25;

fn forged_result(dice: &Dice, state: &str) -> (&'static str, String) {
    let good = format!("{SECURE}/provider/callback?code=1&wmState={state}");
    match dice.below(7) {
        0 => {
            let place = match dice.below(17) {
                0 => "https://secure.walletconnect.org.evil.example/",
                1 => "https://secure.walletconnect.org@evil.example/",
                2 => "https://secure.walletconnect.org:444/",
                3 => "https://secure.walletconnect.orgx/",
                4 => "http://secure.walletconnect.org/",
                5 => "https://evil.example/https://secure.walletconnect.org/",
                6 => "//secure.walletconnect.org/",
                7 => "https:\\\\secure.walletconnect.org/",
                8 => "https://secure.walletconnect.org\\evil.example/",
                9 => "javascript:alert(1)//https://secure.walletconnect.org/",
                10 => " https://secure.walletconnect.org/",
                11 => "https://secure.walletconnect.org%2eevil.example/",
                12 => "https://sub.secure.walletconnect.org/",
                13 => "data:text/html,https://secure.walletconnect.org/",
                14 => "blob:https://secure.walletconnect.org/",
                15 => "https://s\u{0435}cure.walletconnect.org/",
                _ => "https://app.example/",
            };
            ("origin", result(&format!("{place}callback?code=1&wmState={state}")))
        }
        1 => {
            let other = match dice.below(6) {
                0 => String::new(),
                1 => state.to_uppercase() + "A",
                2 => format!("{state}0"),
                3 => state[1..].to_owned(),
                4 => format!("{state}%00"),
                _ => dice.hex(),
            };
            let more = *dice.of(&["", "&error=access_denied", "#wmState=", "&a=1"]);
            ("state", result(&format!("{SECURE}/provider/callback?wmState={other}{more}")))
        }
        2 => ("size", result(&format!("{good}&a={}", "x".repeat(8_192 + dice.below(20_000))))),
        3 => {
            let wrong = [
                json!({}),
                json!([good]),
                json!(good),
                json!(null),
                json!({ "resultUri": null }),
                json!({ "resultUri": "" }),
                json!({ "resultUri": 7 }),
                json!({ "resultUri": [good] }),
                json!({ "resultUri": { "href": good } }),
                json!({ "resulturi": good }),
                json!({ "payload": { "resultUri": good } }),
                json!([{ "resultUri": good }]),
                json!({ "type": "@w3m-frame/CONNECT_SOCIAL_SUCCESS", "payload": { "address": ALICE, "chainId": 1337 } }),
            ];
            ("shape", dice.of(&wrong).to_string())
        }
        4 => {
            let text = result(&good);
            let cut = text[..dice.below(text.len())].to_owned();
            (
                "no message",
                dice.of(&[cut, format!("{text}{text}"), format!("\u{feff}{text}"), json!(text).to_string()])
                    .clone(),
            )
        }
        5 => ("depth", format!("{{\"resultUri\":{}\"{good}\"{}}}", "[".repeat(40), "]".repeat(40))),
        _ => ("a window of before", result(&good)),
    }
}

// Without the check of the origin, the state, the size or the window this fails.
// req: 4.16
#[test]
fn ignores_forged_window_messages_and_accepts_the_real_result() {
    let dice = Dice::new();
    let world = page();
    // one that was left: its window is of before
    let (world, left) = in_window(world);
    world.dispatch(json!({ "type": "router.close", "reason": "user" }));
    assert!(left.is_settled());
    world.open("Connect");
    let (world, asked) = in_window(world);
    let (state, windows) = (state_of(&world), world.popups.windows.borrow().clone());
    assert_eq!(windows.len(), 2);
    let before = everything(&world);
    let mut told = std::collections::BTreeMap::new();
    for count in 1..=RESULTS {
        let (flaw, text) = forged_result(&dice, &state);
        *told.entry(flaw).or_insert(0) += 1;
        windows[usize::from(flaw != "a window of before")].tell(&text);
        world.run();
        let short: String = text.chars().take(400).collect();
        assert!(!asked.is_settled(), "seed {SEED}, {flaw}: {short}");
        assert_eq!(Peer(&world).count("CONNECT_SOCIAL"), 0, "seed {SEED}, {flaw}: {short}");
        if count % LOOK == 0 {
            unchanged(&world, &before, &format!("seed {SEED}, {flaw}: {short}"));
        }
    }
    assert_eq!(told.len(), 7, "{told:?}");
    let good = format!("{SECURE}/provider/callback?code=1&wmState={state}");
    windows[1].tell(&result(&good));
    world.run();
    assert_eq!(Peer(&world).last("CONNECT_SOCIAL")["payload"]["uri"], good);
    // a second one, and what the provider says after that
    for late in [result(&format!("{SECURE}/?code=2")), result(&format!("{SECURE}/?error=x"))] {
        windows[1].tell(&late);
        world.run();
    }
    assert_eq!((Peer(&world).count("CONNECT_SOCIAL"), asked.is_settled()), (1, false));
    Peer(&world).answer("CONNECT_SOCIAL", user());
    world.pass(2_000);
    assert_eq!((world.status().as_str(), &world.slice("account")["address"]), ("connected", &json!(ALICE)));
}

// Without dropping what was said before, the first of these would end the login before the user has seen the provider.
// req: 4.16
#[test]
fn ignores_window_messages_before_the_redirect() {
    let world = page();
    let asked = social(&world, "google");
    let peer = Peer(&world);
    peer.ready();
    let window = world.popups.windows.borrow()[0].clone();
    let state = state_of(&world);
    for text in [format!("{SECURE}/callback?code=1&wmState={state}"), format!("{SECURE}/callback?error=x")] {
        window.tell(&result(&text));
    }
    world.run();
    peer.answer("GET_SOCIAL_REDIRECT_URI", json!({ "uri": "https://accounts.example/authorize" }));
    assert_eq!((peer.count("CONNECT_SOCIAL"), asked.is_settled()), (0, false));
    assert_eq!(world.slice("embedded")["social"], "waiting");
    window.tell(&result(&format!("{SECURE}/callback?code=2&wmState={state}")));
    world.run();
    assert_eq!(peer.count("CONNECT_SOCIAL"), 1);
}

// req: 5.3
#[test]
fn shares_a_state_between_window_and_frame_of_one_login() {
    let world = page();
    world.open("Connect");
    let of_window = |world: &World| {
        let window = world.slice("connect")["logins"]["window"].as_str().unwrap().to_owned();
        window.split_once("/loading?wmState=").unwrap().1.to_owned()
    };
    let first = of_window(&world);
    assert_eq!(first.len(), 32);
    social(&world, "google");
    assert_eq!((state_of(&world), of_window(&world)), (first.clone(), first.clone()));
    world.pass(60_000); // it never came
    social(&world, "google");
    assert_eq!(Peer(&world).frames(), 2);
    assert_ne!(state_of(&world), first);
    assert_eq!(state_of(&world), of_window(&world));
}
