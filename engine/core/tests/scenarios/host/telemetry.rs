//! What is reported: nothing without consent; with it, what docs/spec/services.md A6 says and no more (10.2).

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::provider::ProviderFault;

fn consenting() -> Value {
    let mut options = options();
    options["features"] = json!({"analytics": true});
    options
}

fn with_consent() -> World {
    World::with(consenting(), Default::default())
}

fn to_analytics(world: &World) -> usize {
    world.asked("http://localhost:4003") + world.host.beacons.borrow().len()
}

/// Items of every batch so far.
fn reported(world: &World) -> Vec<Value> {
    let beacons = world.host.beacons.borrow();
    beacons.iter().flat_map(|(_, body)| serde_json::from_str::<Vec<Value>>(body).unwrap()).collect()
}

fn names(world: &World) -> Vec<String> {
    reported(world).iter().map(|item| item["props"]["event"].as_str().unwrap().to_owned()).collect()
}

fn use_it(world: &World) {
    world.join();
    world.open("Account");
    world.dispatch(json!({"type": "accounts.disconnect"}));
}

// req: 7.46, 10.2, 4.7
#[test]
fn reports_events_to_the_page_only_without_consent() {
    for analytics in [None, Some(false)] {
        let mut options = options();
        if let Some(on) = analytics {
            options["features"] = json!({"analytics": on});
        }
        let world = World::with(options, Default::default());
        use_it(&world);
        world.dispatch(json!({"type": "telemetry.flush"}));
        world.pass(60_000);
        assert_eq!(to_analytics(&world), 0);
        assert_eq!(world.requests("/getAnalyticsConfig").len(), 0);
        assert_eq!(world.tracked("INITIALIZE").len(), 1);
        for name in ["MODAL_OPEN", "SELECT_WALLET", "CONNECT_SUCCESS", "MODAL_CLOSE", "DISCONNECT_SUCCESS"] {
            assert!(!world.tracked(name).is_empty(), "{name}");
        }
        assert_eq!(world.tracked("DISCONNECT_SUCCESS")[0]["properties"]["namespace"], "eip155");
        assert_eq!(
            world.slice("state")["features"]["analytics"],
            analytics.unwrap_or(true),
            "9.35: reads true"
        );
    }
}

// req: 7.30, 10.2
#[test]
fn loads_the_analytics_settings_once_after_the_first_opening() {
    let world = with_consent();
    world.pass(3_600_000);
    assert!(world.http.seen.borrow().is_empty(), "a page load asks nobody");
    use_it(&world);
    world.open("Connect");
    world.pass(60_000);
    let asked = world.requests("/getAnalyticsConfig");
    assert_eq!(asked.len(), 1);
    assert!(asked[0].url.starts_with("http://localhost:4001/getAnalyticsConfig?projectId=demo&st="));
}

// req: 7.30, 7.46, 7.25
#[test]
fn sends_events_in_one_batch_after_10_seconds() {
    let world = with_consent();
    use_it(&world);
    world.pass(9_999);
    assert_eq!(world.host.beacons.borrow().len(), 0);
    world.pass(1);
    let (url, _) = world.host.beacons.borrow()[0].clone();
    assert!(url.starts_with("http://localhost:4003/batch?projectId=demo&st=wallet-modal&sv="), "{url}");
    assert_eq!(world.host.beacons.borrow().len(), 1);
    let names = names(&world);
    assert_eq!(names.first().map(String::as_str), Some("INITIALIZE"));
    assert!(names.contains(&"DISCONNECT_SUCCESS".into()) && names.contains(&"CONNECT_SUCCESS".into()));
    let item = &reported(&world)[0];
    assert_eq!((&item["url"], &item["domain"]), (&json!("https://app.example"), &json!("app.example")));
    assert_eq!(item["props"]["type"], "track");
    assert!(item["timestamp"].is_number());
    let ids: Vec<String> =
        reported(&world).iter().map(|item| item["eventId"].as_str().unwrap().to_owned()).collect();
    let is_v4 = |id: &String| id.len() == 36 && id.as_bytes()[14] == b'4' && "89ab".contains(&id[19..20]);
    assert!(ids.iter().all(is_v4), "{ids:?}");
    assert!(ids.iter().all(|id| ids.iter().filter(|other| *other == id).count() == 1));
    world.open("Connect");
    world.pass(10_000);
    assert_eq!(world.host.beacons.borrow().len(), 2, "what comes later goes later");
}

// req: 7.30
#[test]
fn sends_no_events_when_the_service_refuses_or_fails() {
    for fails in [false, true] {
        let world = with_consent();
        world.chain.analytics.set(false);
        if fails {
            world.served(|request| request.url.contains("/getAnalyticsConfig").then(|| status(500, "")));
        }
        use_it(&world);
        world.pass(60_000);
        world.open("Connect");
        world.dispatch(json!({"type": "telemetry.flush"}));
        world.pass(60_000);
        assert_eq!(to_analytics(&world), 0);
        assert_eq!(world.requests("/getAnalyticsConfig").len(), 1);
    }
}

// req: 10.2
#[test]
fn sends_no_personal_data() {
    let world = World::new();
    *world.host.page.borrow_mut() = wallet_engine::ports::host::Page {
        origin: "https://app.example".into(),
        path: format!("/of/{ALICE}/a@b.example"),
        ..Default::default()
    };
    world.dispatch(json!({"type": "telemetry.consent", "granted": true}));
    world.join();
    world.chain.history_status.set(500);
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    world.form("1", BOB);
    world.dispatch(json!({"type": "send.review"}));
    let words = format!("{BOB} owes a@b.example via wc:00aa@2?symKey=ff");
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| refuse(-32602, &words)));
    world.dispatch(json!({"type": "send.confirm"}));
    world.willing(1);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(30_000);
    let sent =
        world.host.beacons.borrow().iter().map(|(url, body)| format!("{url} {body}")).collect::<String>();
    for name in ["SEND_ERROR", "SEND_SUCCESS", "ERROR_FETCH_TRANSACTIONS"] {
        assert!(sent.contains(name), "{name}");
    }
    let lower = sent.to_lowercase();
    for secret in [&ALICE[2..], &BOB[2..], &hash()[2..], "a@b.example", "symkey", "wc:"] {
        assert!(!lower.contains(&secret.to_lowercase()), "{secret}");
    }
}

// req: 10.2
#[test]
fn counts_later_consent_and_drops_events_on_withdrawal() {
    for withdraw in [
        json!({"type": "telemetry.consent", "granted": false}),
        json!({"type": "options.features", "features": {"analytics": false}}),
        json!({"type": "options.update", "options": {"features": {"analytics": false}}}),
    ] {
        let world = World::new();
        world.join();
        world.dispatch(json!({"type": "telemetry.consent", "granted": true}));
        assert_eq!(world.slice("state")["features"]["analytics"], true);
        world.open("Account");
        world.pass(10_000);
        assert!(!names(&world).contains(&"CONNECT_SUCCESS".into()), "that was before");
        assert!(names(&world).contains(&"MODAL_OPEN".into()));
        let before = to_analytics(&world);
        world.dispatch(json!({"type": "accounts.disconnect"}));
        world.dispatch(withdraw.clone());
        world.dispatch(json!({"type": "telemetry.flush"}));
        world.pass(60_000);
        // fault 21
        assert_eq!(to_analytics(&world), before, "{withdraw}");
        assert_eq!(world.slice("state")["features"]["analytics"], false);
    }
}

// req: 7.46
#[test]
fn sends_pending_events_when_the_page_unloads() {
    let world = with_consent();
    use_it(&world);
    world.pass(1_000);
    world.dispatch(json!({"type": "telemetry.flush"}));
    assert!(names(&world).contains(&"DISCONNECT_SUCCESS".into()));
    let before = reported(&world).len();
    world.pass(60_000);
    assert_eq!(reported(&world).len(), before, "nothing twice");
}

#[test]
fn splits_events_into_small_batches_without_loss() {
    let world = with_consent();
    world.open("Connect");
    for _ in 0..200 {
        world.dispatch(json!({"type": "router.close"}));
        world.open("Connect");
    }
    world.pass(20_000);
    // fault 22: 45 KB or 10 s (docs/spec/services.md A6); sendBeacon takes 64 KiB
    assert!(world.host.beacons.borrow().iter().all(|(_, body)| body.len() <= 60 * 1024));
    assert_eq!(names(&world).iter().filter(|name| *name == "MODAL_OPEN").count(), 201);
}

#[test]
fn bounds_the_events_of_a_page_that_never_opens_the_modal() {
    let world = with_consent();
    world.willing(1);
    world.announce(1, "Demo Wallet", Some("dev.demo"));
    for _ in 0..300 {
        world.dispatch(json!({"type": "connect.start", "connectorId": "dev.demo"}));
        world.dispatch(json!({"type": "accounts.disconnect"}));
    }
    world.pass(60_000);
    assert_eq!(to_analytics(&world), 0);
    world.open("Connect");
    world.pass(10_000);
    assert!(world.host.beacons.borrow().iter().all(|(_, body)| body.len() <= 60 * 1024));
}

#[test]
fn reports_nothing_without_a_project() {
    let mut options = consenting();
    options["projectId"] = json!(null);
    let world = World::with(options, Default::default());
    use_it(&world);
    world.dispatch(json!({"type": "telemetry.flush"}));
    world.pass(60_000);
    assert_eq!(to_analytics(&world), 0);
    // fault 23
    assert_eq!(
        world.requests("/getAnalyticsConfig").len(),
        0,
        "no service is called without a project (5.1)"
    );
}

// req: 7.34, 7.46, 7.25
#[test]
fn reports_an_internal_error_with_consent() {
    // an engine without storage goes on, and says so; with consent it is reported (7.34, 8.34)
    let storage = wallet_engine::ports::storage::MemoryStorage::default();
    let world = World::with(consenting(), storage);
    *world.host.page.borrow_mut() = wallet_engine::ports::host::Page {
        origin: "https://app.example".into(),
        path: "/trade".into(),
        url: "https://app.example/trade?token=secret#part".into(),
        ..Default::default()
    };
    world.open("Connect");
    world.pass(1);
    world.storage.broken.set(true);
    world.join();
    // fault 1: what a fault of ours is, is the lead's to say; this asks for at least one that can happen
    assert_eq!(world.tracked("INTERNAL_SDK_ERROR").len(), 1);
    assert_eq!(world.host.details("wallet-error").len(), 1);
    let sent = world.requests("http://localhost:4003/e?");
    assert_eq!(sent.len(), 1);
    let (_, query) = sent[0].url.split_once('?').unwrap();
    let version = concat!("sv=html-core-", env!("CARGO_PKG_VERSION"));
    let mut query: Vec<&str> = query.split('&').collect();
    query.sort_unstable();
    assert_eq!(query, ["projectId=demo", "st=wallet-modal", version]);
    let body: Value = serde_json::from_str(&sent[0].body.as_ref().unwrap().text).unwrap();
    let id = body["eventId"].as_str().unwrap();
    assert!(id.len() == 36 && id.as_bytes()[14] == b'4' && "89ab".contains(&id[19..20]), "{id}");
    assert_eq!(
        (&body["url"], &body["domain"]),
        (&json!("https://app.example/trade"), &json!("app.example")),
        "no query, no hash"
    );
    assert_eq!(body["timestamp"], "2023-11-14T22:13:20.001Z");
    let fault = world.host.details("wallet-error")[0].clone();
    assert_eq!(
        body["props"],
        json!({"type": "error", "event": "INTERNAL_SDK_ERROR", "errorType": fault["name"], "errorMessage": fault["message"],
            "stackTrace": fault["details"]})
    );
}

/// Someone is at work in the page: the wallet was asked for something else than the engine asked.
fn fails(world: &World) {
    world.but(1, |method, _| (method == "personal_sign").then(|| refuse(ProviderFault::TAMPERED, "")));
    drop(world.request("personal_sign", json!(["0x68656c6c6f", ALICE])));
}

#[test]
fn reports_a_crashed_engine_only_to_the_service() {
    for consents in [true, false] {
        let world = if consents { with_consent() } else { World::new() };
        world.dispatch(json!({"type": "telemetry.trapped"}));
        world.pass(1_000);
        assert_eq!(world.requests("http://localhost:4003/e?").len(), usize::from(consents));
        assert_eq!(world.host.details("wallet-error").len(), 0);
    }
}

// req: 7.35
#[test]
fn counts_reports_of_other_tabs() {
    let reports = |by_others: Value| {
        let world = World::with(consenting(), Default::default());
        world.join();
        let record = json!({"v": 1, "seq": 9, "value": by_others}).to_string();
        world.storage.records.borrow_mut().insert("telemetry_window".into(), record);
        for _ in 0..8 {
            fails(&world);
        }
        world.requests("http://localhost:4003/e?").len()
    };
    let now = 1_700_000_000_000u64;
    assert_eq!(reports(json!([])), 5);
    assert_eq!(reports(json!([now - 3, now - 2, now - 1])), 2);
    assert_eq!(reports(json!([now - 60_000, now - 60_000, now - 60_000])), 5);
    assert_eq!(reports(json!("rubbish")), 5);
}

// req: 7.35
#[test]
fn reports_no_error_without_consent() {
    for analytics in [Value::Null, json!(false)] {
        let mut options = options();
        options["features"] = json!({"analytics": analytics});
        let world = World::with(options, Default::default());
        world.join();
        fails(&world);
        world.pass(60_000);
        assert_eq!(world.host.details("wallet-error").len(), 1, "the host hears it");
        assert_eq!(to_analytics(&world), 0);
    }
}

// req: 7.35, 7.46
#[test]
fn reports_at_most_five_errors_a_minute_across_reloads() {
    let now = 1_700_000_000_000u64;
    let reports = |ages_ms: [u64; 5]| {
        let window: Vec<u64> = ages_ms.iter().map(|age| now - age).collect();
        let storage = wallet_engine::ports::storage::MemoryStorage::default();
        let record = json!({"v": 1, "seq": 1, "value": window}).to_string();
        storage.records.borrow_mut().insert("telemetry_window".into(), record);
        let world = World::with(consenting(), storage);
        world.storage.broken.set(true);
        world.join();
        assert_eq!(world.host.details("wallet-error").len(), 1, "the host hears it in any case");
        world.requests("http://localhost:4003/e?").len()
    };
    assert_eq!(reports([10, 20, 30, 40, 50]), 0);
    assert_eq!(reports([10, 20, 30, 40, 59_999]), 0);
    assert_eq!(reports([10, 20, 30, 40, 60_000]), 1);
    // a report that was made is noted for the next page
    let world = World::with(consenting(), Default::default());
    world.storage.broken.set(true);
    world.join();
    world.storage.broken.set(false);
    world.dispatch(json!({"type": "options.update", "options": {"debug": true}}));
    assert_eq!(world.record("telemetry_window"), Some(json!([now])));
}

// req: 7.34, 7.35
#[test]
fn reports_a_failed_service_by_category_but_never_telemetry() {
    for (body, code, category) in
        [("{}", 500, "API_ERROR"), ("no json", 200, "DATA_PARSING_ERROR"), ("{}", 403, "API_ERROR")]
    {
        for consents in [true, false] {
            let mut options = options();
            options["features"] = json!({"analytics": consents});
            let world = World::with(options, Default::default());
            world.served(move |request| {
                let is_asked = request.url.contains("/balance?") || request.url.contains("4003/e?");
                is_asked.then(|| status(code, body))
            });
            world.join();
            let reports = world.requests("http://localhost:4003/e?");
            let kinds: Vec<Value> = reports
                .iter()
                .map(|report| {
                    let body: Value = serde_json::from_str(&report.body.as_ref().unwrap().text).unwrap();
                    body["props"]["event"].clone()
                })
                .collect();
            assert_eq!(kinds, if consents { vec![json!(category)] } else { Vec::new() }, "{code}");
            assert_eq!(world.host.details("wallet-error").len(), 0, "a service's fault is shown, not thrown");
        }
    }
}
