//! The secure site: who may frame it, who may ask it, and what logging in takes.

use serde_json::{Value, json};

use crate::{
    proof::Key,
    support::{Running, form, host, real},
};

pub const PAGE: &str = "http://localhost:4000";
const TWIN: &str = "http://127.0.0.1:4000";
pub const DEVICE: &str = "00112233445566778899aabbccddeeff";
pub const OTHER_DEVICE: &str = "ffeeddccbbaa99887766554433221100";

/// Asks as the frame does; status and answer.
async fn ask(site: &Running, name: &str, fields: Value) -> (u16, Value) {
    let mut body = json!({ "origin": PAGE, "device": DEVICE });
    for (key, value) in fields.as_object().unwrap() {
        body[key] = value.clone();
    }
    let key = Key::of(body["device"].as_str().unwrap());
    let proof = key.proof(name, body["token"].as_str(), &nonce_of(site).await);
    let (status, answer, _) = send(site, name, &body, Some(&proof)).await;
    (status, answer)
}

/// The nonce for the next proof.
pub async fn nonce_of(site: &Running) -> String {
    send(site, "session", &json!({ "origin": PAGE, "device": DEVICE }), None).await.2
}

/// Asks with this proof; status, answer and the next nonce.
pub async fn send(site: &Running, name: &str, body: &Value, proof: Option<&str>) -> (u16, Value, String) {
    let mut request = site
        .http
        .post(format!("{}/api/{name}", site.url))
        .header("content-type", "application/json")
        .header("origin", &site.url);
    if let Some(proof) = proof {
        request = request.header("dpop", proof);
    }
    let answer = request.body(body.to_string()).send().await.unwrap();
    let nonce = answer.headers()["dpop-nonce"].to_str().unwrap().to_owned();
    (answer.status().as_u16(), answer.json().await.unwrap(), nonce)
}

pub async fn ok(site: &Running, name: &str, fields: Value) -> Value {
    let (status, answer) = ask(site, name, fields).await;
    assert_eq!(status, 200, "{name}: {answer}");
    answer
}

pub async fn refusal(site: &Running, name: &str, fields: Value) -> String {
    let (status, answer) = ask(site, name, fields).await;
    assert_eq!(status, 422, "{name}: {answer}");
    answer["message"].as_str().unwrap().to_owned()
}

/// The newest mail to an address.
pub async fn mail(site: &Running, address: &str) -> Value {
    site.json(&format!("/mailbox.json?address={address}")).await.1["mails"][0].clone()
}

/// Opens the link of a mail here: its own address is that of the usual port.
pub async fn open_link(site: &Running, mail: &Value) -> u16 {
    let link = mail["link"].as_str().unwrap().strip_prefix("http://localhost:4004").unwrap();
    site.get(link).await.status().as_u16()
}

pub async fn clock(site: &Running, ahead_ms: u64) {
    let body = json!({ "aheadMs": ahead_ms }).to_string();
    assert_eq!(site.post("/__clock", "application/json", body).await.status(), 204);
}

/// Logs in; the session's token.
pub async fn login(site: &Running, email: &str) -> String {
    let action = ok(site, "email", json!({ "email": email })).await["action"].clone();
    if action == "VERIFY_DEVICE" {
        assert_eq!(open_link(site, &mail(site, email).await).await, 200);
    }
    let otp = mail(site, email).await["code"].clone();
    let answer = ok(site, "otp", json!({ "email": email, "otp": otp })).await;
    answer["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn allows_framing_only_by_pages_of_the_project() {
    let site = host("secure").await;
    for (query, status, ancestors) in [
        ("projectId=demo&origin=http://localhost:4000", 200, "http://localhost:4000 http://127.0.0.1:4000"),
        ("projectId=demo&origin=http://127.0.0.1:4000", 200, "http://localhost:4000 http://127.0.0.1:4000"),
        ("projectId=demo&origin=http://localhost:4007", 403, "http://localhost:4000 http://127.0.0.1:4000"),
        ("projectId=demo&origin=http://localhost:4000.evil.example", 403, "http://localhost:4000"),
        ("projectId=demo", 403, "http://localhost:4000"),
        ("projectId=nobody&origin=http://localhost:4000", 403, "'none'"),
        ("projectId=demo&origin=http://localhost:4000&fault=other", 403, "http://localhost:4000"),
    ] {
        let answer = site.get(&format!("/sdk?{query}")).await;
        assert_eq!(answer.status(), status, "{query}");
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains(&format!("frame-ancestors {ancestors}")), "{query}: {policy}");
        assert!(policy.contains("script-src 'self';") && !policy.contains("unsafe"), "{policy}");
    }
    // Every other page is framed by nobody.
    for path in ["/mailbox", "/loading", "/dashboard", "/approve", "/nothing"] {
        let answer = site.get(path).await;
        let policy = answer.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn accepts_calls_from_its_own_pages_for_allowed_origins() {
    let site = host("secure").await;
    let body = json!({ "origin": PAGE, "device": DEVICE }).to_string();
    for origin in [None, Some(PAGE), Some("null")] {
        let mut request = site.http.post(format!("{}/api/session", site.url)).body(body.clone());
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        assert_eq!(request.send().await.unwrap().status(), 403, "{origin:?}");
    }
    assert_eq!(ask(&site, "session", json!({})).await, (200, json!({ "user": null })));
    assert_eq!(ask(&site, "session", json!({ "origin": "http://localhost:4007" })).await.0, 403);
    assert_eq!(ask(&site, "session", json!({ "device": "short" })).await.0, 400);
    assert_eq!(ask(&site, "nothing", json!({})).await.0, 404);
}

#[tokio::test]
async fn requires_a_link_and_a_code_on_a_new_device_and_a_code_on_a_known_one() {
    let site = host("secure").await;
    let email = "ada@mail.example";
    assert_eq!(ok(&site, "email", json!({ "email": email })).await["action"], "VERIFY_DEVICE");
    assert_eq!(ok(&site, "device", json!({ "email": email })).await["known"], false);
    let link = mail(&site, email).await;
    assert_eq!(open_link(&site, &link).await, 200);
    assert_eq!(open_link(&site, &link).await, 422, "a link opens once");
    assert_eq!(ok(&site, "device", json!({ "email": email })).await["known"], true);
    let otp = mail(&site, email).await["code"].clone();
    // The code is this browser's: it helps nobody else.
    let elsewhere = json!({ "email": email, "otp": otp, "device": OTHER_DEVICE });
    assert_eq!(ask(&site, "otp", elsewhere).await.0, 422);
    let login = ok(&site, "otp", json!({ "email": email, "otp": otp })).await;
    assert_eq!(login["user"]["email"], email);
    let token = login["token"].as_str().unwrap();
    assert_eq!(token.len(), 64);
    assert_eq!(ask(&site, "otp", json!({ "email": email, "otp": otp })).await.0, 422, "a code counts once");
    assert_eq!(
        ok(&site, "email", json!({ "email": "ADA@mail.example", "token": token })).await["action"],
        "CONNECT"
    );
    assert_eq!(ok(&site, "email", json!({ "email": email })).await["action"], "VERIFY_OTP");
    let there = json!({ "email": email, "device": OTHER_DEVICE });
    assert_eq!(ok(&site, "email", there).await["action"], "VERIFY_DEVICE");
}

#[tokio::test]
async fn binds_a_session_to_one_origin_and_ends_it() {
    let site = host("secure").await;
    let token = login(&site, "grace@mail.example").await;
    let own = json!({ "token": token });
    assert_eq!(ok(&site, "session", own.clone()).await["user"]["email"], "grace@mail.example");
    assert_eq!(ask(&site, "session", json!({ "token": token, "origin": TWIN })).await.0, 401);
    ok(&site, "out", own.clone()).await;
    assert_eq!(ask(&site, "session", own).await.0, 401);
    assert_eq!(ok(&site, "session", json!({})).await["user"], Value::Null);
}

#[tokio::test]
async fn limits_codes_by_cooldown_and_lifetime() {
    let site = host("secure").await;
    let email = "late@mail.example";
    login(&site, email).await;
    ok(&site, "email", json!({ "email": email })).await;
    let said = refusal(&site, "email", json!({ "email": email })).await;
    assert!(
        ["29", "30"].map(|left| format!("Please try again after {left} seconds")).contains(&said),
        "{said}"
    );
    let none = refusal(&site, "email", json!({ "email": "nobody" })).await;
    assert_eq!(none, "This is not a valid email address");
    clock(&site, 30_000).await;
    ok(&site, "email", json!({ "email": email })).await;
    let otp = mail(&site, email).await["code"].clone();
    clock(&site, 30_000 + 20 * 60 * 1000 + 1_000).await;
    let late = refusal(&site, "otp", json!({ "email": email, "otp": otp })).await;
    assert_eq!(late, "This code is no longer valid. Request a new code");
    site.post("/__reset", "application/json", "").await;
}

#[tokio::test]
async fn ends_a_code_after_five_wrong_tries() {
    let site = host("secure").await;
    let email = "wrong@mail.example";
    login(&site, email).await;
    ok(&site, "email", json!({ "email": email })).await;
    let right = mail(&site, email).await["code"].clone();
    let wrong = if right == "000000" { "000001" } else { "000000" };
    let over = "This code is no longer valid. Request a new code";
    for tries in 1..=5 {
        let said = refusal(&site, "otp", json!({ "email": email, "otp": wrong })).await;
        assert_eq!(said, if tries < 5 { "That code isn't right" } else { over }, "{tries}");
    }
    assert_eq!(refusal(&site, "otp", json!({ "email": email, "otp": right })).await, over);
}

#[tokio::test]
async fn keeps_the_first_sealed_seed() {
    let site = host("secure").await;
    let token = login(&site, "seed@mail.example").await;
    assert_eq!(ok(&site, "seed", json!({ "token": token })).await["sealed"], Value::Null);
    assert_eq!(ok(&site, "seed", json!({ "token": token, "sealed": "aa.01" })).await["sealed"], "aa.01");
    assert_eq!(ok(&site, "seed", json!({ "token": token, "sealed": "bb.02" })).await["sealed"], "aa.01");
    assert_eq!(refusal(&site, "seed", json!({})).await, "Nobody is logged in");
    refusal(&site, "seed", json!({ "token": token, "sealed": "<b>" })).await;
}

#[tokio::test]
async fn changes_an_email_address_with_two_codes_and_keeps_the_account() {
    let site = host("secure").await;
    let (old, new) = ("old@mail.example", "new@mail.example");
    login(&site, "taken@mail.example").await;
    let token = login(&site, old).await;
    refusal(&site, "update", json!({ "token": token, "email": "taken@mail.example" })).await;
    refusal(&site, "update-old", json!({ "token": token, "otp": "123456" })).await;
    let action = ok(&site, "update", json!({ "token": token, "email": new })).await["action"].clone();
    assert_eq!(action, "VERIFY_PRIMARY_OTP");
    let early = refusal(&site, "update-new", json!({ "token": token, "otp": "123456" })).await;
    assert_eq!(early, "The code from the old address comes first");
    assert_eq!(mail(&site, new).await, Value::Null, "not before the old address has agreed");
    let otp = mail(&site, old).await["code"].clone();
    ok(&site, "update-old", json!({ "token": token, "otp": otp })).await;
    let otp = mail(&site, new).await["code"].clone();
    assert_eq!(ok(&site, "update-new", json!({ "token": token, "otp": otp })).await["newEmail"], new);
    assert_eq!(ok(&site, "session", json!({ "token": token })).await["user"]["email"], new);
}

#[tokio::test]
async fn completes_a_provider_login_only_in_the_browser_that_started_it() {
    let site = host("secure").await;
    assert_eq!(ask(&site, "social-uri", json!({ "provider": "myspace" })).await.0, 422);
    let uri = ok(&site, "social-uri", json!({ "provider": "google", "nonce": "abcdef12" })).await;
    let uri = uri["uri"].as_str().unwrap();
    let (_, state) = uri.split_once("state=").unwrap();
    let page = site.get(&format!("/provider/google/authorize?state={state}")).await;
    assert!(page.text().await.unwrap().contains(PAGE));
    assert_eq!(site.get(&format!("/provider/github/authorize?state={state}")).await.status(), 422);

    let fields = format!("state={state}&username=Ada&email=ada%40work.example&decision=continue");
    let decided = form(&site, "/provider/google/decide", &fields).await;
    assert_eq!(decided.status(), 303);
    let back = decided.headers()["location"].to_str().unwrap();
    assert!(back.contains("wmState=abcdef12"), "{back}");
    assert!(site.get(back).await.text().await.unwrap().contains("data-origin=\"http://localhost:4000\""));
    assert_eq!(site.get(back).await.status(), 422, "a callback comes once");

    let result = format!("http://localhost:4004{back}");
    for elsewhere in [
        json!({ "uri": result, "device": OTHER_DEVICE }),
        json!({ "uri": result, "origin": TWIN }),
        json!({ "uri": format!("http://evil.example{back}") }),
        json!({ "uri": format!("{PAGE}/?code=1") }),
    ] {
        let is_begun = elsewhere["uri"] == result;
        let said = refusal(&site, "social", elsewhere).await;
        assert_eq!(said.contains("begun elsewhere"), is_begun, "{said}");
    }
    let login = ok(&site, "social", json!({ "uri": result })).await;
    assert_eq!((&login["user"]["username"], &login["user"]["provider"]), (&json!("Ada"), &json!("google")));
    refusal(&site, "social", json!({ "uri": result })).await;
}

#[tokio::test]
async fn returns_the_providers_error() {
    let site = host("secure").await;
    for (decision, error) in [("cancel", "access_denied"), ("fail", "server_error")] {
        let uri = ok(&site, "social-uri", json!({ "provider": "github" })).await;
        let (_, state) = uri["uri"].as_str().unwrap().split_once("state=").unwrap().to_owned();
        let fields = format!("state={state}&username=Ada&email=&decision={decision}");
        let decided = form(&site, "/provider/github/decide", &fields).await;
        let back = decided.headers()["location"].to_str().unwrap();
        assert!(back.contains(&format!("error={error}")), "{back}");
        let result = json!({ "uri": format!("http://localhost:4004{back}") });
        assert_eq!(refusal(&site, "social", result).await, format!("The provider says: {error}"));
    }
}

#[tokio::test]
async fn redirects_without_a_window_only_to_the_requesting_page() {
    let site = host("secure").await;
    for (page, status) in [
        ("http%253A%252F%252Flocalhost%253A4000%252Fx%253Fa%253D1", 303),
        ("https%253A%252F%252Fevil.example%252F", 422),
        ("javascript%253Aalert(1)", 422),
    ] {
        let uri = ok(&site, "social-uri", json!({ "provider": "x" })).await;
        let (_, state) = uri["uri"].as_str().unwrap().split_once("state=").unwrap().to_owned();
        let fields = format!("state={state}--{page}&username=Ada&email=&decision=continue");
        let decided = form(&site, "/provider/x/decide", &fields).await;
        let back = decided.headers()["location"].to_str().unwrap();
        let client = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        let answer = client.get(format!("{}{back}", site.url)).send().await.unwrap();
        assert_eq!(answer.status(), status, "{page}");
        if status == 303 {
            let target = answer.headers()["location"].to_str().unwrap();
            assert!(target.starts_with("http://localhost:4000/x?a=1&result_uri=http%3A%2F%2F"), "{target}");
            let target = url::Url::parse(target).unwrap();
            let (_, result) = target.query_pairs().find(|(name, _)| name == "result_uri").unwrap();
            ok(&site, "social", json!({ "uri": result })).await;
        } else {
            assert!(answer.text().await.unwrap().contains("not the one that asked"), "{page}");
        }
    }
}

#[tokio::test]
async fn completes_a_farcaster_login_for_its_requester_after_the_approval() {
    let site = host("secure").await;
    let asked = ok(&site, "farcaster", json!({})).await;
    let secret = asked["secret"].clone();
    let path = asked["url"].as_str().unwrap().strip_prefix("http://localhost:4004").unwrap().to_owned();
    assert_eq!(ok(&site, "farcaster-wait", json!({ "secret": secret })).await, json!({}));
    assert!(site.get(&path).await.text().await.unwrap().contains(PAGE));
    assert_eq!(form(&site, &path, "username=ada.eth&decision=approve").await.status(), 200);
    assert_eq!(form(&site, &path, "username=eve.eth&decision=approve").await.status(), 422);
    refusal(&site, "farcaster-wait", json!({ "secret": secret, "origin": TWIN })).await;
    let login = ok(&site, "farcaster-wait", json!({ "secret": secret })).await;
    assert_eq!((&login["user"]["username"], &login["user"]["email"]), (&json!("ada.eth"), &Value::Null));
    refusal(&site, "farcaster-wait", json!({ "secret": secret })).await;
    assert_eq!(site.get(&path).await.status(), 422, "the page is used up");

    let asked = ok(&site, "farcaster", json!({})).await;
    let path = asked["url"].as_str().unwrap().strip_prefix("http://localhost:4004").unwrap().to_owned();
    assert_eq!(form(&site, &path, "decision=decline").await.status(), 200);
    let declined = refusal(&site, "farcaster-wait", json!({ "secret": asked["secret"] })).await;
    assert_eq!(declined, "The login was declined");
}

#[tokio::test]
async fn allows_its_own_pages_only_chain_reads() {
    let site = host("secure").await;
    let call = |method: &str, own: bool| {
        let mut request = site.http.post(format!("{}/rpc/1337", site.url));
        if own {
            request = request.header("origin", &site.url);
        }
        request.body(json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": [] }).to_string()).send()
    };
    let answer: Value = call("eth_blockNumber", true).await.unwrap().json().await.unwrap();
    assert_eq!(answer["result"], "0x2a");
    let refused: Value = call("eth_sendTransaction", true).await.unwrap().json().await.unwrap();
    assert_eq!(refused["error"]["code"], -32601);
    assert_eq!(call("eth_blockNumber", false).await.unwrap().status(), 403);
    // there is no node of solana behind these hosts
    let solana = site.http.post(format!("{}/rpc/solana", site.url)).header("origin", &site.url);
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": [] });
    assert_eq!(solana.body(body.to_string()).send().await.unwrap().status(), 400);
}

#[tokio::test]
async fn sponsors_only_calls_of_smart_accounts() {
    let site = real("secure").await;
    let (_, config) = site.json("/config.json").await;
    assert_eq!(config["smartAccounts"]["factory"].as_str().unwrap().len(), 42);
    let send = async |data: &str, own: bool| {
        let mut request = site.http.post(format!("{}/sponsor/1337", site.url));
        if own {
            request = request.header("origin", &site.url);
        }
        let answer = request.body(json!({ "data": data }).to_string()).send().await.unwrap();
        (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
    };
    assert_eq!(send("0xa9059cbb", true).await.0, 400);
    // an account's own calls name the account
    assert_eq!(send("0xe9ae5c53", true).await.0, 400);
    assert_eq!(send("0x9ed93318", false).await.0, 403);
    // Nothing in it, so the factory itself, or the entry point, refuses: it is there, and what would fail is not sent.
    for data in ["0x9ed93318", "0x765e827f"] {
        let (status, answer) = send(data, true).await;
        assert_eq!(status, 200);
        assert!(answer["error"]["message"].as_str().unwrap().contains("revert"), "{answer}");
    }
}

#[tokio::test]
async fn uses_the_entry_point_of_the_factory() {
    let site = real("secure").await;
    let (_, config) = site.json("/config.json").await;
    let accounts = &config["smartAccounts"];
    // `entryPoint()`
    let call = json!([{ "to": accounts["factory"], "data": "0xb0d691fe" }, "latest"]);
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "eth_call", "params": call }).to_string();
    let request = site.http.post(format!("{}/rpc/1337", site.url)).header("origin", &site.url);
    let answer: Value = request.body(body).send().await.unwrap().json().await.unwrap();
    let word = answer["result"].as_str().unwrap();
    let named = accounts["entryPoint"].as_str().unwrap().to_lowercase();
    assert_eq!(format!("0x{}", &word[26..]), named);
}

#[tokio::test]
async fn lists_the_assets_of_each_chain_with_prices() {
    let site = real("secure").await;
    let (_, assets) = site.json("/assets.json").await;
    let first = &assets["0x539"];
    assert_eq!(
        first[0],
        json!({ "address": "native", "metadata": {
            "name": "Ether", "symbol": "ETH", "decimals": 18, "price": 3120.45,
            "iconUrl": "http://localhost:4002/images/token/ETH",
        } })
    );
    let symbols: Vec<&str> =
        first.as_array().unwrap().iter().map(|asset| asset["metadata"]["symbol"].as_str().unwrap()).collect();
    assert_eq!(symbols, ["ETH", "DUSD", "MDW", "QGLD", "TICK", "SHY"]);
    assert!(first[5]["metadata"].get("price").is_none(), "nobody sells it");
    assert_eq!(assets["0x53a"].as_array().unwrap().len(), 6);
}

#[tokio::test]
async fn escapes_typed_text() {
    let site = host("secure").await;
    let page = site.get("/mailbox?address=%22%3E%3Cscript%3E").await.text().await.unwrap();
    assert!(page.contains("&quot;&gt;&lt;script&gt;") && !page.contains("<script>"), "{page}");
    for path in ["/keys.ts", "/sdk.ts", "/rollup.entry.mjs", "/secure%2Fsdk.css"] {
        assert_eq!(site.get(path).await.status(), 404, "{path}");
    }
    assert_eq!(site.get("/images/favicon.png").await.headers()["content-type"], "image/png");
}
