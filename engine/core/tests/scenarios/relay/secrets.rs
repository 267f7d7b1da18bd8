//! No secret of a pairing or session in a url, on the console, in an error, an event or a report (docs/spec/security.md B19, T18).

use crate::paired::Paired;
use crate::paired::wallet::Wallet;
use crate::support;
use crate::support::World;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};

/// A key as someone could write it.
fn written(key: &[u8; 32]) -> [String; 3] {
    let hex = alloy_primitives::hex::encode(key);
    [hex, STANDARD.encode(key), URL_SAFE_NO_PAD.encode(key)]
}

/// Everything that was said to anyone but the views and the relay.
fn said(world: &World) -> String {
    let mut said = Vec::new();
    let requests = world.http.seen.borrow();
    said.extend(requests.iter().map(|request| format!("{} {:?}", request.url, request.body)));
    said.extend(world.host.lines.borrow().iter().cloned());
    said.extend(world.host.beacons.borrow().iter().map(|(url, body)| format!("{url} {body}")));
    let events = world.host.events.borrow();
    said.extend(events.iter().map(|(name, detail)| format!("{name} {detail}")));
    for slice in ["toast", "alerts", "state", "router", "account", "accounts", "connections"] {
        said.push(world.slice(slice).to_string());
    }
    // records that lie open; the session's own is sealed
    said.extend(world.storage.records.borrow().iter().map(|(key, record)| format!("{key} {record}")));
    said.join("\n")
}

fn quiet(it: &Paired, wallet: &Wallet, what: &str) {
    let said = said(&it.world);
    let keys = [Some(wallet.uri.sym_key), wallet.proposal.map(|_| wallet.key())];
    for secret in keys.into_iter().flatten().flat_map(|key| written(&key)) {
        assert!(!said.contains(&secret), "{what}: a key was said");
    }
    for word in ["symKey", "wc:", &wallet.uri.topic] {
        assert!(!said.contains(word), "{what}: {word} was said");
    }
}

// B19, T18
#[test]
fn never_reveals_a_key_or_link_of_a_pairing() {
    let mut options = support::options();
    options["features"] = json!({"analytics": true});
    options["debug"] = json!(true);
    let mut it = Paired::over(World::with(options, Default::default()));
    it.world.dispatch(json!({"type": "telemetry.consent", "granted": true}));
    // a code that runs out, one that is refused, one that is closed
    it.choose();
    let first = it.scan();
    it.pass(300_000);
    quiet(&it, &first, "a code that has run out");
    it.world.dispatch(json!({"type": "pairing.retry"}));
    it.pump();
    let mut refuses = it.scan();
    refuses.say_no(&mut it.relay, 5000, "User rejected.");
    it.pump();
    quiet(&it, &refuses, "refused");
    it.world.dispatch(json!({"type": "router.close", "reason": "user"}));
    it.pass(1_000);
    // a session, with an error of each side, to its end
    let mut wallet = it.connect(&[1337]);
    quiet(&it, &wallet, "connected");
    let asked =
        it.world.engine.request("eip155", "personal_sign", json!(["0x6869", crate::paired::wallet::ADDRESS]));
    it.pump();
    wallet.request(&mut it.relay, "wc_nonsense", json!({}));
    let garbage = wallet.key();
    wallet.send(&mut it.relay, &Value::String("no request at all".into()), 1108);
    it.pump();
    it.relay.hang_up();
    it.cut();
    it.pass(120_000);
    quiet(&it, &wallet, "after faults");
    assert_eq!(garbage, wallet.key());
    drop(asked);
    it.world.dispatch(json!({"type": "accounts.disconnect"}));
    it.pass(60_000);
    quiet(&it, &wallet, "disconnected");
    assert!(!said(&it.world).is_empty());
}
