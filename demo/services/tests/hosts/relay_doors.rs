//! Who the relay lets in, and what it says to the others.

use serde_json::json;

use crate::{
    relay_client::{Client, Key, connect, doors, now_s, publication, report, topic, try_connect, ws},
    support::Running,
};

const NOT_ALLOWED: &str = "Unauthorized: origin not allowed";
const INVALID_KEY: &str = "Unauthorized: invalid key";
const TOKEN: &str = "Authorization error: JWT validation error: ";

/// Code and reason of a refusal that a page can read.
async fn told(relay: &Running, query: &str, origin: Option<&str>) -> (u16, String) {
    let mut client: Client =
        try_connect(relay, &format!("{query}&useOnCloseEvent=true"), origin).await.unwrap();
    client.end().await.unwrap()
}

#[tokio::test]
async fn accepts_valid_tokens() {
    let relay = doors().await.first;
    let key = Key::new();
    let url = ws(&relay);
    for audience in [url.clone(), format!("{url}/")] {
        let token = key.token(&audience, |_| {});
        for origin in [None, Some("http://localhost:4000"), Some("http://127.0.0.1:5173")] {
            let query = format!("auth={token}&projectId=demo&ua=wc-2%2Fjs-2.25.0&useOnCloseEvent=true");
            let mut client = try_connect(&relay, &query, origin).await.unwrap();
            client.call("irn_subscribe", json!({ "topic": topic() })).await;
        }
    }
    let open = connect(&relay, &key).await;
    assert_eq!(report(&relay).await["clients"], json!([key.did()]));
    drop(open);
    // Within what clocks may differ.
    for (iat, exp) in [(now_s() + 100, now_s() + 200), (now_s() - 500, now_s() - 100)] {
        let token = key.token(&url, |claims| {
            claims["iat"] = json!(iat);
            claims["exp"] = json!(exp);
        });
        let mut client = try_connect(&relay, &format!("auth={token}&projectId=demo"), None).await.unwrap();
        client.call("irn_subscribe", json!({ "topic": topic() })).await;
    }
}

#[tokio::test]
async fn rejects_invalid_tokens_with_the_reason() {
    let relay = doors().await.first;
    let (key, other, url) = (Key::new(), Key::new(), ws(&relay));
    let not_mine = other.did();
    let good = key.token(&url, |_| {});
    let (signed, signature) = good.rsplit_once('.').unwrap();
    let cases = [
        (key.token(&url, |claims| claims["iat"] = json!(now_s() + 130)), "JWT Token is not yet valid"),
        (key.token(&url, |claims| claims["exp"] = json!(now_s() - 130)), "JWT Token is expired"),
        (key.token("ws://relay.example", |_| {}), "Invalid audience"),
        (key.token(&format!("{url}/?x"), |_| {}), "Invalid audience"),
        (key.token(&url, |claims| claims["iss"] = json!(not_mine)), "Invalid signature"),
        (format!("{signed}.{}A", &signature[..signature.len() - 2]), "Invalid format"),
        (key.token(&url, |claims| claims["iss"] = json!("did:web:x")), "Invalid issuer"),
        ("nonsense".to_owned(), "Invalid format"),
    ];
    for (token, expected) in cases {
        let (code, reason) = told(&relay, &format!("auth={token}&projectId=demo"), None).await;
        // A changed last letter is no base64url or another signature.
        let fits = reason == format!("{TOKEN}{expected}") || reason == format!("{TOKEN}Invalid signature");
        assert!(code == 3000 && fits, "{expected}: {reason}");
        assert_eq!(try_connect(&relay, &format!("auth={token}&projectId=demo"), None).await.err(), Some(401));
    }
    assert_eq!(told(&relay, "projectId=demo", None).await.1, format!("{TOKEN}JWT Token is missing"));
    assert_eq!(report(&relay).await["sockets"], 0);
}

#[tokio::test]
async fn rejects_projects_and_origins_with_the_providers_texts() {
    let relay = doors().await.first;
    let token = Key::new().token(&ws(&relay), |_| {});
    let auth = format!("auth={token}");
    for (project, expected) in [
        ("demo-origin", NOT_ALLOWED),
        ("demo-key", INVALID_KEY),
        ("nobody", INVALID_KEY),
        ("demo-clock", "Authorization error: JWT validation error: JWT Token is not yet valid"),
    ] {
        let query = format!("{auth}&projectId={project}");
        assert_eq!(told(&relay, &query, None).await, (3000, expected.to_owned()), "{project}");
    }
    assert_eq!(told(&relay, &auth, None).await.1, INVALID_KEY);
    for origin in ["https://example.com", "null", "http://localhost.example.com"] {
        let query = format!("{auth}&projectId=demo");
        assert_eq!(told(&relay, &query, Some(origin)).await.1, NOT_ALLOWED, "{origin}");
        assert_eq!(try_connect(&relay, &query, Some(origin)).await.err(), Some(403));
    }
}

#[tokio::test]
async fn clients_of_both_addresses_reach_each_other() {
    let relay = doors().await;
    let (mut page, mut wallet) =
        (connect(&relay.first, &Key::new()).await, connect(&relay.second, &Key::new()).await);
    let topic = topic();
    wallet.call("irn_subscribe", json!({ "topic": topic })).await;
    page.call("irn_publish", publication(&topic, "over there")).await;
    assert_eq!(wallet.hears().await, "over there");
    // A token for one door does not open the other.
    let token = Key::new().token(&ws(&relay.first), |_| {});
    let told = told(&relay.second, &format!("auth={token}&projectId=demo"), None).await;
    assert_eq!(told.1, format!("{TOKEN}Invalid audience"));
}
