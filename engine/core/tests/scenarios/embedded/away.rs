//! A provider's login inside a messaging app: the page itself goes there and comes back (docs/spec/embedded-frame.md section 8).

use super::email::{Site, page_options};
use crate::support::*;
use serde_json::json;
use wallet_engine::flow::Join;
use wallet_engine::ports::clock::Clock;

const SECURE: &str = "https://secure.walletconnect.org";
const PAGE: &str = "https://app.example/shop?item=7#top";

/// Someone at the provider: the world before, the address that was left for, and our word.
fn left() -> (World, String, String) {
    let world = World::with(page_options(), Default::default());
    in_app(&world, PAGE);
    world.open("Connect");
    let asked: Join = world.dispatch(json!({ "type": "embedded.social", "provider": "google" }));
    let site = Site(&world);
    site.ready();
    site.answer(
        "GET_SOCIAL_REDIRECT_URI",
        json!({ "uri": "https://accounts.google.example/auth?a=1&state=abc" }),
    );
    assert!(!asked.is_settled(), "the page goes");
    let (to, target) = world.host.gone.borrow().last().cloned().unwrap();
    assert_eq!(target, "_self");
    let word = world.record("social_return").unwrap()["state"].as_str().unwrap().to_string();
    (world, to, word)
}

fn in_app(world: &World, url: &str) {
    let mut page = world.host.page.borrow_mut();
    (page.telegram, page.url) = (true, url.into());
}

/// The page is loaded again with this address, so much later.
fn back(world: World, url: &str, ms: u64) -> World {
    let storage = world.storage.clone();
    let now = world.clock.now_ms() + ms;
    world.engine.destroy();
    World::arriving(now, url, page_options(), storage)
}

// req: 4.19
#[test]
fn redirects_to_the_provider_and_connects_on_return() {
    let (world, to, word) = left();
    assert!(world.popups.windows.borrow().is_empty());
    // the fragment stays in this browser
    let returns = format!("https://app.example/shop?item=7&wm_state={word}");
    let encoded: String = url_encoded(&format!("abc--{}", url_encoded(&returns)));
    assert_eq!(to, format!("https://accounts.google.example/auth?a=1&state={encoded}"));
    let result = url_encoded(&format!("{SECURE}/provider/callback?code=1"));
    let world =
        back(world, &format!("https://app.example/shop?item=7&wm_state={word}&result_uri={result}"), 30_000);
    assert_eq!(world.host.page.borrow().url, PAGE, "taken out before anything else");
    assert_eq!(world.record("social_return"), None, "once");
    let site = Site(&world);
    site.ready();
    assert_eq!(site.last("CONNECT_SOCIAL")["payload"]["uri"], format!("{SECURE}/provider/callback?code=1"));
    let accounts = json!([{ "address": ALICE, "type": "eoa" }]);
    site.answer(
        "CONNECT_SOCIAL",
        json!({ "address": ALICE, "chainId": 1337, "userName": "ada", "accounts": accounts }),
    );
    world.pass(2_000);
    assert_eq!(
        (world.status(), world.record("connected_social")),
        ("connected".into(), Some(json!("google")))
    );
}

// req: 4.19
#[test]
fn ignores_a_foreign_late_or_repeated_redirect_result() {
    let result = url_encoded(&format!("{SECURE}/provider/callback?code=1"));
    for (url, ms, is_touched) in [
        (format!("https://app.example/?wm_state=other&result_uri={result}"), 1_000, false),
        (format!("https://app.example/?result_uri={result}"), 1_000, false),
        ("https://app.example/?wm_state={word}".into(), 1_000, true),
        (format!("https://app.example/?wm_state={{word}}&result_uri={result}"), 600_000, true),
        (
            "https://app.example/?wm_state={word}&result_uri=https%3A%2F%2Fevil.example%2F%3Fcode%3D1".into(),
            1_000,
            true,
        ),
    ] {
        let (world, _, word) = left();
        let url = url.replace("{word}", &word);
        let world = back(world, &url, ms);
        world.pass(2_000);
        assert!(world.frames.0.borrow().is_empty(), "{url}");
        let now = world.host.page.borrow().url.clone();
        assert_eq!(now == url, !is_touched, "the host's own address is left alone: {url}");
        assert_eq!(world.record("social_return"), None, "{url}");
        // the same address once more
        let again = back(world, &url, 1_000);
        again.pass(2_000);
        assert!(again.frames.0.borrow().is_empty(), "{url}");
    }
}

// req: 4.17, 4.19
#[test]
fn shows_the_providers_rejection_after_a_redirect() {
    let (world, _, word) = left();
    let result = url_encoded(&format!("{SECURE}/provider/callback?error=access_denied"));
    let world = back(world, &format!("https://app.example/?wm_state={word}&result_uri={result}"), 1_000);
    world.pass(2_000);
    assert_eq!(
        (world.toasts(), world.status()),
        (vec!["Failed to connect".to_string()], "disconnected".into())
    );
}

fn url_encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b':' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
