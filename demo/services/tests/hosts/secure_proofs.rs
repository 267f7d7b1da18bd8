//! A session of the embedded wallet belongs to a key that can't leave the frame's origin: its token opens nothing without a proof by that key.

use serde_json::{Value, json};

use crate::{
    proof::{Key, SITE, claims, hash},
    secure::{DEVICE, OTHER_DEVICE, PAGE, clock, login, mail, nonce_of, ok, open_link, refusal, send},
    support::{Running, form, host},
};

/// All calls that use a session.
const OF_A_SESSION: [&str; 9] =
    ["session", "seed", "out", "update", "update-old", "update-new", "grant", "granted", "revoke"];
/// All calls that log in or prepare it.
const OF_A_LOGIN: [&str; 7] =
    ["email", "device", "otp", "social-uri", "social", "farcaster", "farcaster-wait"];

fn body(token: Option<&str>) -> Value {
    // What a thief knows of a browser, and more: its device too.
    let mut body = json!({ "origin": PAGE, "device": DEVICE, "email": "eve@mail.example", "otp": "123456" });
    if let Some(token) = token {
        body["token"] = json!(token);
    }
    body
}

async fn asked(site: &Running, name: &str, token: Option<&str>, proof: &str) -> (u16, Value) {
    let (status, answer, _) = send(site, name, &body(token), Some(proof)).await;
    (status, answer)
}

async fn is_live(site: &Running, token: &str) -> bool {
    let proof = Key::of(DEVICE).proof("session", Some(token), &nonce_of(site).await);
    let (status, answer) = asked(site, "session", Some(token), &proof).await;
    status == 200 && answer["user"]["email"] == "ada@mail.example"
}

#[tokio::test]
async fn rejects_a_stolen_token_without_its_browsers_key() {
    let site = host("secure").await;
    let token = login(&site, "ada@mail.example").await;
    ok(&site, "seed", json!({ "token": token, "sealed": "aa.01" })).await;
    let no_token = json!({ "error": "invalid_token", "message": "Nobody is logged in" });
    for name in OF_A_SESSION.iter().chain(&OF_A_LOGIN) {
        // by another key
        let theirs = Key::of(OTHER_DEVICE).proof(name, Some(&token), &nonce_of(&site).await);
        assert_eq!(asked(&site, name, Some(&token), &theirs).await, (401, no_token.clone()), "{name}");
        // by none
        let (status, answer, _) = send(&site, name, &body(Some(&token)), None).await;
        assert_eq!((status, &answer["error"]), (401, &json!("invalid_dpop_proof")), "{name}");
        assert_eq!(answer.as_object().unwrap().len(), 2, "{name}: {answer}");
    }
    // by its own key, of another page
    let nonce = nonce_of(&site).await;
    let mut twin = body(Some(&token));
    twin["origin"] = json!("http://127.0.0.1:4000");
    let (status, answer, _) =
        send(&site, "seed", &twin, Some(&Key::of(DEVICE).proof("seed", Some(&token), &nonce))).await;
    assert_eq!((status, answer), (401, no_token));
    assert!(is_live(&site, &token).await, "nothing of that has ended it");
    assert_eq!(ok(&site, "seed", json!({ "token": token })).await["sealed"], "aa.01");
}

#[tokio::test]
async fn rejects_a_login_without_a_key() {
    let site = host("secure").await;
    for name in OF_A_LOGIN {
        let (status, answer, _) = send(&site, name, &body(None), None).await;
        assert_eq!((status, &answer["error"]), (401, &json!("invalid_dpop_proof")), "{name}");
    }
    assert_eq!(site.json("/mailbox.json").await.1, json!({ "mails": [] }));
}

#[tokio::test]
async fn accepts_a_proof_only_for_its_own_call_and_token() {
    let site = host("secure").await;
    let token = login(&site, "ada@mail.example").await;
    let key = Key::of(DEVICE);
    let nonce = nonce_of(&site).await;
    let with = |field: &str, value: Value| {
        let mut claims = claims("seed", Some(&token), &nonce);
        claims[field] = value;
        key.sign(&key.header(), &claims)
    };
    let without = |field: &str| {
        let mut claims = claims("seed", Some(&token), &nonce);
        claims.as_object_mut().unwrap().remove(field);
        key.sign(&key.header(), &claims)
    };
    let headed = |field: &str, value: Value| {
        let mut header = key.header();
        header[field] = value;
        key.sign(&header, &claims("seed", Some(&token), &nonce))
    };
    let good = key.proof("seed", Some(&token), &nonce);
    let (content, signature) = good.rsplit_once('.').unwrap();
    let mut private = key.header()["jwk"].clone();
    private["d"] = json!("AA");
    for (what, proof, error) in [
        ("of another call", with("htu", json!(format!("{SITE}/api/session"))), "invalid_dpop_proof"),
        ("of another site", with("htu", json!("http://evil.example/api/seed")), "invalid_dpop_proof"),
        ("of another method", with("htm", json!("GET")), "invalid_dpop_proof"),
        ("of another token", with("ath", json!(hash("another"))), "invalid_dpop_proof"),
        ("of no token", without("ath"), "invalid_dpop_proof"),
        ("without an ID", with("jti", json!("")), "invalid_dpop_proof"),
        ("with a long ID", with("jti", json!("j".repeat(65))), "invalid_dpop_proof"),
        ("with the nonce of somebody", with("nonce", json!("0".repeat(32))), "use_dpop_nonce"),
        ("without a nonce", without("nonce"), "use_dpop_nonce"),
        ("of no algorithm", headed("alg", json!("none")), "invalid_dpop_proof"),
        ("of a shared secret", headed("alg", json!("HS256")), "invalid_dpop_proof"),
        ("of another kind", headed("typ", json!("jwt")), "invalid_dpop_proof"),
        ("with a private key", headed("jwk", private), "invalid_dpop_proof"),
        (
            "signed by another key",
            Key::of(OTHER_DEVICE).sign(&key.header(), &claims("seed", Some(&token), &nonce)),
            "invalid_dpop_proof",
        ),
        ("with a changed signature", format!("{content}.A{}", &signature[1..]), "invalid_dpop_proof"),
        ("twice", format!("{good}, {good}"), "invalid_dpop_proof"),
    ] {
        // A signature can begin with this letter.
        let proof = if proof == good { format!("{content}.B{}", &signature[1..]) } else { proof };
        let (status, answer) = asked(&site, "seed", Some(&token), &proof).await;
        assert_eq!((status, &answer["error"]), (401, &json!(error)), "{what}");
    }
    assert_eq!(asked(&site, "seed", Some(&token), &good).await.0, 200);
    let (status, answer) = asked(&site, "seed", Some(&token), &good).await;
    assert_eq!((status, &answer["error"]), (401, &json!("invalid_dpop_proof")), "a proof counts once");
}

#[tokio::test]
async fn sends_a_nonce_with_each_response_and_expires_it() {
    let site = host("secure").await;
    let token = login(&site, "ada@mail.example").await;
    let key = Key::of(DEVICE);
    let old = nonce_of(&site).await;
    let unused = key.proof("session", Some(&token), &old);
    clock(&site, 10 * 60 * 1000).await;
    let (status, answer, next) = send(&site, "session", &body(Some(&token)), Some(&unused)).await;
    assert_eq!((status, &answer["error"]), (401, &json!("use_dpop_nonce")), "made earlier, used late");
    assert_ne!(next, old);
    let proof = key.proof("session", Some(&token), &next);
    let (status, _, again) = send(&site, "session", &body(Some(&token)), Some(&proof)).await;
    assert_eq!((status, again), (200, next.clone()));
    // The document of the frame has it too, so the first call need not be made twice.
    let document = site.get(&format!("/sdk?projectId=demo&origin={PAGE}")).await.text().await.unwrap();
    assert!(document.contains(&format!("<meta name=\"wm-proof\" content=\"{next}\">")), "{document}");
}

#[tokio::test]
async fn logs_in_again_after_a_browser_lost_its_key() {
    let site = host("secure").await;
    let email = "ada@mail.example";
    let lost = login(&site, email).await;
    // The same device with a new key.
    let key = Key::of("a new one");
    let nonce = nonce_of(&site).await;
    let (status, _) = asked(&site, "session", Some(&lost), &key.proof("session", Some(&lost), &nonce)).await;
    assert_eq!(status, 401);
    let mut fields = json!({ "origin": PAGE, "device": DEVICE, "email": email });
    let begun = send(&site, "email", &fields, Some(&key.proof("email", None, &nonce))).await;
    assert_eq!(begun.1["action"], "VERIFY_OTP");
    let (_, mails) = site.json(&format!("/mailbox.json?address={email}")).await;
    fields["otp"] = mails["mails"][0]["code"].clone();
    let (_, again, _) = send(&site, "otp", &fields, Some(&key.proof("otp", None, &nonce))).await;
    let token = again["token"].as_str().unwrap();
    let proof = key.proof("session", Some(token), &nonce);
    assert_eq!(asked(&site, "session", Some(token), &proof).await.1["user"]["email"], email);
    assert_eq!(refusal(&site, "seed", json!({})).await, "Nobody is logged in");
}

/// A call of this browser, which has lost its device and all else, by a key that is not its own.
async fn by_thief(site: &Running, name: &str, fields: Value) -> (u16, Value) {
    let mut body = json!({ "origin": PAGE, "device": DEVICE });
    for (key, value) in fields.as_object().unwrap() {
        body[key] = value.clone();
    }
    let proof = Key::of("thief").proof(name, None, &nonce_of(site).await);
    let (status, answer, _) = send(site, name, &body, Some(&proof)).await;
    (status, answer)
}

#[tokio::test]
async fn completes_an_email_login_only_with_the_key_that_started_it() {
    let site = host("secure").await;
    let email = "ada@mail.example";
    ok(&site, "email", json!({ "email": email })).await;
    assert_eq!(open_link(&site, &mail(&site, email).await).await, 200);
    let otp = mail(&site, email).await["code"].clone();
    let fields = json!({ "email": email, "otp": otp });
    for _ in 0..6 {
        let (status, answer) = by_thief(&site, "otp", fields.clone()).await;
        assert_eq!((status, answer.get("token")), (422, None), "{answer}");
    }
    // and those tries don't end the code of the browser that asked for it
    assert!(ok(&site, "otp", fields).await["token"].is_string());
}

#[tokio::test]
async fn completes_a_provider_login_only_with_the_key_that_started_it() {
    let site = host("secure").await;
    let uri = ok(&site, "social-uri", json!({ "provider": "google" })).await;
    let (_, state) = uri["uri"].as_str().unwrap().split_once("state=").unwrap();
    let fields = format!("state={state}&username=Ada&email=&decision=continue");
    let decided = form(&site, "/provider/google/decide", &fields).await;
    let back = decided.headers()["location"].to_str().unwrap();
    // scripts of the page read the result in the window's message
    let result = json!({ "uri": format!("{SITE}{back}") });
    let (status, answer) = by_thief(&site, "social", result.clone()).await;
    assert_eq!((status, answer.get("token")), (422, None), "{answer}");
    assert!(ok(&site, "social", result).await["token"].is_string());
}

#[tokio::test]
async fn completes_a_farcaster_login_only_with_the_key_that_started_it() {
    let site = host("secure").await;
    let asked = ok(&site, "farcaster", json!({})).await;
    let path = asked["url"].as_str().unwrap().strip_prefix(SITE).unwrap();
    let fields = json!({ "secret": asked["secret"] });
    assert_eq!(
        by_thief(&site, "farcaster-wait", fields.clone()).await.0,
        422,
        "nor learns when it is approved"
    );
    assert_eq!(form(&site, path, "username=ada.eth&decision=approve").await.status(), 200);
    let (status, answer) = by_thief(&site, "farcaster-wait", fields.clone()).await;
    assert_eq!((status, answer.get("token")), (422, None), "{answer}");
    assert!(ok(&site, "farcaster-wait", fields).await["token"].is_string());
}

#[tokio::test]
async fn accepts_one_of_many_calls_with_one_proof() {
    let site = host("secure").await;
    let token = login(&site, "ada@mail.example").await;
    let proof = Key::of(DEVICE).proof("session", Some(&token), &nonce_of(&site).await);
    let asks = (0..8).map(|_| asked(&site, "session", Some(&token), &proof));
    let answers = futures_util::future::join_all(asks).await;
    let taken = answers.iter().filter(|(status, _)| *status == 200).count();
    assert_eq!(taken, 1, "{answers:?}");
    assert!(answers.iter().all(|(status, answer)| *status == 200 || answer["error"] == "invalid_dpop_proof"));
}
