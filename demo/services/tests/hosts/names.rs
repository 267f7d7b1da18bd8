//! The registry of names: who signs for an account gives it a name, by key or by contract, also before that is there; nobody else does.

use std::time::{SystemTime, UNIX_EPOCH};

use demo_services::{deploy, ids::Address, names::coin_type, signatures::message_hash};
use serde_json::{Value, json};

use crate::{
    anvil::chains,
    exchange::{chain, trader},
    owner::Owner,
    support::{ALICE, BOB, COMMON, Running, real, start},
};

fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn message(name: &str, timestamp: u64) -> String {
    format!(r#"{{"name":"{name}","attributes":{{}},"timestamp":{timestamp}}}"#)
}

fn body(account: &Address, message: &str, signature: &str) -> Value {
    json!({
        "coin_type": coin_type(1337), "address": account.checksummed(), "message": message, "signature": signature,
    })
}

/// Signed by the key, for the key's own address.
fn signed(owner: &Owner, message: &str) -> Value {
    body(&owner.key(), message, &owner.sign(&message_hash(message.as_bytes())))
}

async fn register(data: &Running, body: &Value) -> (u16, Value) {
    let path = format!("/v1/profile/account?{COMMON}");
    let answer = data.post(&path, "application/json", body.to_string()).await;
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// Why it was refused.
async fn refusal(data: &Running, body: &Value) -> (String, String) {
    let (status, answer) = register(data, body).await;
    assert_eq!((status, &answer["status"]), (400, &json!(400)), "{answer}");
    let text = |field: &str| answer["reasons"][0][field].as_str().unwrap().to_owned();
    (text("name"), text("description"))
}

async fn lookup(data: &Running, name: &str) -> (u16, Value) {
    data.json(&format!("/v1/profile/account/{name}?{COMMON}&apiVersion=2")).await
}

async fn reverse(data: &Running, account: &str) -> Value {
    let (status, names) =
        data.json(&format!("/v1/profile/reverse/{account}?{COMMON}&apiVersion=2&sender={ALICE}")).await;
    assert_eq!(status, 200);
    names
}

async fn identity(data: &Running, account: &Address) -> Value {
    data.json(&format!("/v1/identity/{}?{COMMON}", account.checksummed())).await.1
}

async fn suggest(data: &Running, label: &str) -> (u16, Value) {
    data.json(&format!("/v1/profile/suggestions/{label}?{COMMON}&zone=reown.id")).await
}

#[tokio::test]
async fn finds_a_name_registered_by_a_key_both_ways_and_rejects_others() {
    let data = real("data").await;
    let (owner, other) = (Owner::new("names: ada"), Owner::new("names: eve"));
    assert_eq!(identity(&data, &owner.key()).await, json!({ "avatar": null, "name": null }));
    assert_eq!(lookup(&data, "ada-l.reown.id").await.0, 404);
    assert_eq!(
        suggest(&data, "ada-l").await.1["suggestions"][0],
        json!({ "name": "ada-l.reown.id", "registered": false })
    );
    let text = message("ada-l.reown.id", now_s());
    assert_eq!(register(&data, &signed(&owner, &text)).await, (200, json!({ "success": true })));
    let (status, found) = lookup(&data, "Ada-L.reown.id").await;
    let since = found["registered_at"].as_str().unwrap();
    assert_eq!(status, 200);
    assert_eq!(
        found,
        json!({
            "name": "ada-l.reown.id",
            "registered_at": since,
            "updated_at": since,
            "addresses": { "2147484985": { "address": owner.key().checksummed(), "created": since } },
            "attributes": [],
        })
    );
    assert_eq!(reverse(&data, &owner.key().lower()).await, json!([found]));
    assert_eq!(identity(&data, &owner.key()).await["name"], "ada-l.reown.id");
    let suggested = suggest(&data, "ADA-L").await.1["suggestions"].clone();
    assert_eq!(suggested[0]["registered"], true);
    assert!(
        suggested[1]["registered"] == false && suggested[1]["name"].as_str().unwrap().ends_with(".reown.id")
    );

    let taken = ("name".to_owned(), "This name is taken".to_owned());
    assert_eq!(refusal(&data, &signed(&other, &text)).await, taken);
    assert_eq!(refusal(&data, &signed(&owner, &text)).await, taken, "once");
    // What an account says of itself is in the message.
    let pictured = format!(
        r#"{{"name":"ada-2.reown.id","attributes":{{"avatar":"https://a.example/x.png","bio":"Hi"}},"timestamp":{}}}"#,
        now_s()
    );
    assert_eq!(register(&data, &signed(&owner, &pictured)).await.0, 200);
    assert_eq!(
        identity(&data, &owner.key()).await,
        json!({ "avatar": "https://a.example/x.png", "name": "ada-2.reown.id" })
    );
    assert_eq!(reverse(&data, &owner.key().lower()).await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_smart_account_registers_before_and_after_its_deployment() {
    let data = real("data").await;
    let (owner, other) = (Owner::new("names: smart"), Owner::new("names: not smart"));
    let of = |name: &str, sign: &dyn Fn(&[u8; 32]) -> String| {
        let text = message(name, now_s());
        body(&owner.account(), &text, &sign(&message_hash(text.as_bytes())))
    };
    // Nothing is there yet: the key's own signature is nobody's, and another's creation makes another account.
    let refused = "This was not signed by the account";
    for sign in
        [&(|hash: &[u8; 32]| owner.sign(hash)) as &dyn Fn(&[u8; 32]) -> String, &|hash| other.wrapped(hash)]
    {
        assert_eq!(refusal(&data, &of("early-bird.reown.id", sign)).await.1, refused);
    }
    let early = of("early-bird.reown.id", &|hash| owner.wrapped(hash));
    assert_eq!(register(&data, &early).await.0, 200);
    let node = chain(0).await;
    assert_eq!(
        node.call("eth_getCode", json!([owner.account().lower(), "latest"])).await.unwrap(),
        "0x",
        "only tried"
    );

    let sender = trader(&node, "creates a smart account").await;
    let factory = deploy::smart_accounts().unwrap().factory.lower();
    // More gas than a plain call is given: it creates a contract.
    let request =
        json!([{ "from": sender.lower(), "to": factory, "data": owner.creation(), "gas": "0x4c4b40" }]);
    let hash = node.call("eth_sendTransaction", request).await.unwrap();
    assert_eq!(crate::anvil::mined(&node, &hash).await["status"], "0x1");
    for (name, sign) in [
        ("late-bird.reown.id", &(|hash: &[u8; 32]| owner.sign(hash)) as &dyn Fn(&[u8; 32]) -> String),
        ("later-bird.reown.id", &|hash| owner.wrapped(hash)),
    ] {
        assert_eq!(register(&data, &of(name, sign)).await.0, 200, "{name}");
    }
    for sign in
        [&(|hash: &[u8; 32]| other.sign(hash)) as &dyn Fn(&[u8; 32]) -> String, &|hash| other.wrapped(hash)]
    {
        assert_eq!(refusal(&data, &of("last-bird.reown.id", sign)).await.1, refused);
    }
    assert_eq!(identity(&data, &owner.account()).await["name"], "later-bird.reown.id");
    // A contract that knows no signatures has not signed.
    let text = message("last-bird.reown.id", now_s());
    let token = crate::exchange::token("MDW").address();
    let foreign = body(&token, &text, &owner.sign(&message_hash(text.as_bytes())));
    assert_eq!(refusal(&data, &foreign).await.1, refused);
}

#[tokio::test]
async fn rejects_signatures_of_another_message() {
    let data = real("data").await;
    let owner = Owner::new("names: strict");
    let now = now_s();
    let good = message("strict.reown.id", now);
    let sign = |text: &str| signed(&owner, text);
    for (text, about) in [
        (format!(r#"{{"attributes":{{}},"name":"strict.reown.id","timestamp":{now}}}"#), "message"),
        (format!(r#"{{"name":"strict.reown.id","timestamp":{now},"attributes":{{}}}}"#), "message"),
        (good.replace(":", ": "), "message"),
        (good.replace("strict", "\\u0073trict"), "message"),
        (good.replace("{}", r#"{"more":1}"#), "message"),
        (format!("{good} "), "message"),
        (message("strict.reown.id", now - 301), "timestamp"),
        (message("strict.reown.id", now + 310), "timestamp"),
        (message("strict.reown.id", now * 1_000), "timestamp"),
        (message("abc.reown.id", now), "name"),
        (message("Strict.reown.id", now), "name"),
        (message("stri_ct.reown.id", now), "name"),
        (message("strict", now), "name"),
        (message("strict.wcn.id", now), "name"),
        (message("strict.eth", now), "name"),
        (message("bobby.reown.id", now), "name"),
        (good.replace("{}", r#"{"avatar":"javascript:x"}"#), "attributes"),
        (good.replace("{}", &format!(r#"{{"bio":"{}"}}"#, "x".repeat(513))), "attributes"),
    ] {
        assert_eq!(refusal(&data, &sign(&text)).await.0, about, "{text}");
    }
    for (field, value, about) in [
        ("coin_type", json!(60), "coin_type"),
        ("coin_type", json!(1337), "coin_type"),
        ("coin_type", json!(coin_type(424_242)), "coin_type"),
        ("coin_type", json!(1_u64 << 40), "coin_type"),
        ("address", json!("0x12"), "address"),
        ("address", json!(ALICE), "signature"),
        ("signature", json!("0x12"), "signature"),
        ("signature", json!("zz"), "signature"),
        ("signature", json!(format!("0x{}", "6492".repeat(16))), "signature"),
        ("signature", json!(format!("0x{}", "11".repeat(17_000))), "signature"),
        ("more", json!(1), "body"),
    ] {
        let mut body = sign(&good);
        body[field] = value.clone();
        assert_eq!(refusal(&data, &body).await.0, about, "{field} {value:.80}");
    }
    assert_eq!(lookup(&data, "strict.reown.id").await.0, 404);
    // The clock of the service, not of the one who signs.
    let clock = json!({ "aheadMs": 302_000 }).to_string();
    data.post("/__clock", "application/json", clock).await;
    assert_eq!(refusal(&data, &sign(&good)).await.0, "timestamp");
    data.post("/__reset", "application/json", "").await;
    assert_eq!(register(&data, &sign(&good)).await.0, 200);
}

#[tokio::test]
async fn has_the_names_of_the_table_and_rejects_invalid_calls() {
    let data = real("data").await;
    assert_eq!(lookup(&data, "bobby.reown.id").await.1["addresses"]["2147484985"]["address"], BOB);
    assert_eq!(reverse(&data, BOB).await[0]["name"], "bobby.reown.id");
    assert_eq!(lookup(&data, "carol.wcn.id").await.0, 200);
    assert_eq!(reverse(&data, ALICE).await, json!([]));
    for path in [
        "/v1/profile/account/alice.eth?apiVersion=2",
        "/v1/profile/account/alice.reown.id?apiVersion=1",
        "/v1/profile/account/alice.reown.id?",
        "/v1/profile/reverse/0x12?apiVersion=2",
        "/v1/profile/suggestions/abc?zone=reown.id",
        "/v1/profile/suggestions/alice?zone=eth",
        "/v1/profile/suggestions/al.ice?zone=reown.id",
    ] {
        assert_eq!(data.json(&format!("{path}&{COMMON}")).await.0, 400, "{path}");
    }
}

#[tokio::test]
async fn applies_lies_and_seeds() {
    let data = start("data", &chains()).await;
    let owner = Owner::new("names: lied to");
    let seed = json!({ "name": "lied-to.reown.id", "address": owner.key().checksummed(), "bio": "Hi" });
    let put =
        async || data.post("/__names/seed", "application/json", seed.to_string()).await.status().as_u16();
    assert_eq!((put().await, put().await), (204, 400));
    assert_eq!(identity(&data, &owner.key()).await["name"], "lied-to.reown.id");
    let tell = async |lie: &str, only: Option<&str>| {
        let body = json!({ "lie": lie, "times": 1, "only": only }).to_string();
        assert_eq!(data.post("/__names", "application/json", body).await.status(), 204, "{lie}");
    };
    let truth = lookup(&data, "lied-to.reown.id").await;
    for lie in ["address", "other-name", "nobody", "types", "many", "markup"] {
        tell(lie, Some("lied-to.reown.id")).await;
        assert_eq!(lookup(&data, "bobby.reown.id").await.1["name"], "bobby.reown.id", "{lie}: of others");
        let told = lookup(&data, "lied-to.reown.id").await;
        assert!(told.0 == 200 && told != truth, "{lie}");
        assert_eq!(lookup(&data, "lied-to.reown.id").await, truth, "{lie}");
    }
    let key = owner.key().lower();
    let truth = reverse(&data, &key).await;
    for lie in ["nobody", "types", "many", "markup", "stolen"] {
        tell(lie, Some(&key)).await;
        assert_ne!(reverse(&data, &key).await, truth, "{lie}");
        assert_eq!(reverse(&data, &key).await, truth, "{lie}");
    }
    let truth = suggest(&data, "lied-to").await;
    for lie in ["types", "many", "markup", "foreign", "short", "all-taken"] {
        tell(lie, None).await;
        assert_ne!(suggest(&data, "lied-to").await, truth, "{lie}");
        assert_eq!(suggest(&data, "lied-to").await, truth, "{lie}");
    }
    let good = signed(&owner, &message("in-the-end.reown.id", now_s()));
    for (lie, told) in
        [("refused", (200, json!({ "success": false }))), ("lost", (200, json!({ "success": true })))]
    {
        tell(lie, Some(&key)).await;
        assert_eq!(register(&data, &good).await, told, "{lie}");
    }
    for lie in ["taken", "odd"] {
        tell(lie, Some(&key)).await;
        assert_eq!(refusal(&data, &good).await.0, "name", "{lie}");
    }
    assert_eq!(lookup(&data, "in-the-end.reown.id").await.0, 404);
    assert_eq!(register(&data, &good).await.0, 200);
}
