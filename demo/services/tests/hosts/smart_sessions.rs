//! What an owner grants is kept as it was signed, listed in the documented shape, and taken back by a signature alone.

use std::time::{SystemTime, UNIX_EPOCH};

use demo_services::signatures::{keccak, message_hash};
use serde_json::{Value, json};

use crate::{
    anvil,
    owner::Owner,
    secure::{PAGE, clock, login, ok, refusal},
    support::{COMMON, Running, hosts, real, serve_host},
};

/// Far away.
const EXPIRY: i64 = 4_000_000_000;

/// What an owner grants.
trait Grants {
    fn granted(&self) -> Value;
    fn ask(&self, token: &str, granted: &Value) -> Value;
}

impl Grants for Owner {
    fn granted(&self) -> Value {
        json!({
            "origin": PAGE,
            "projectId": "demo",
            "nonce": "1",
            "chainId": "0x539",
            "address": self.account().checksummed(),
            "expiry": EXPIRY,
            "signer": { "type": "keys", "data": { "keys": [{ "type": "secp256k1", "publicKey": "0x02" }] } },
            "permissions": [{ "type": "native-token-recurring-allowance", "data": { "allowance": "0x1", "start": 0, "period": 60 } }],
            "policies": [{ "type": "call-limit", "data": { "count": 3 } }],
        })
    }

    /// What the frame sends, signed.
    fn ask(&self, token: &str, granted: &Value) -> Value {
        let text = granted.to_string();
        json!({ "token": token, "signature": self.sign(&keccak(text.as_bytes())), "grant": text })
    }
}

/// The secure site and the data host over one database and the real chains.
async fn both() -> (Running, Running) {
    let mut all = hosts(&anvil::chains(), ":memory:").await;
    (serve_host("secure", &mut all).await, serve_host("data", &mut all).await)
}

async fn listed(data: &Running, owner: &Owner) -> Value {
    let account = format!("eip155:1337:{}", owner.account().checksummed());
    let (status, answer) = data.json(&format!("/v1/sessions/{account}?{COMMON}")).await;
    assert_eq!(status, 200, "{answer}");
    answer["pcis"].clone()
}

/// What is signed to take one back.
fn revokes(pci: &str) -> String {
    format!("Revoke smart session: {pci}")
}

async fn revoke(data: &Running, owner: &Owner, pci: &str, signature: &str) -> Value {
    let path = format!("/v1/sessions/{}/revoke?{COMMON}", owner.account().lower());
    let body = json!({ "pci": pci, "signature": signature }).to_string();
    data.post(&path, "application/json", body).await.json().await.unwrap()
}

#[tokio::test]
async fn lists_a_permission_until_its_owner_revokes_it() {
    let (site, data) = both().await;
    let token = login(&site, "grants@mail.example").await;
    let (owner, other) = (Owner::new("ada"), Owner::new("eve"));
    assert_eq!(listed(&data, &owner).await, json!([]));
    let granted = owner.granted();
    let pci = ok(&site, "grant", owner.ask(&token, &granted)).await["context"].as_str().unwrap().to_owned();
    let list = listed(&data, &owner).await;
    let created = list[0]["createdAt"].as_i64().unwrap();
    assert_eq!(
        list,
        json!([{
            "pci": pci,
            "createdAt": created,
            "expiry": EXPIRY,
            "project": { "id": "demo", "name": "localhost:4000", "url": PAGE },
            "context": pci,
            "permissions": granted["permissions"],
            "policies": [{ "id": "call-limit" }],
        }])
    );
    assert_eq!(listed(&data, &other).await, json!([]));

    let signed = |by: &Owner| by.sign(&message_hash(revokes(&pci).as_bytes()));
    let bare = owner.sign(&message_hash(pci.as_bytes()));
    let refused = json!({ "success": false });
    assert_eq!(revoke(&data, &owner, &pci, &signed(&other)).await, refused);
    assert_eq!(revoke(&data, &other, &pci, &signed(&owner)).await, refused);
    assert_eq!(revoke(&data, &owner, "0x12", &signed(&owner)).await, refused);
    assert_eq!(revoke(&data, &owner, &pci, "0x1234").await, refused);
    assert_eq!(revoke(&data, &owner, &pci, &bare).await, refused, "the bare id says nothing");
    assert_eq!(listed(&data, &owner).await, list);
    assert_eq!(revoke(&data, &owner, &pci, &signed(&owner)).await, json!({ "success": true }));
    let revoked = listed(&data, &owner).await[0]["revokedAt"].as_i64().unwrap();
    assert!(revoked >= created);
    assert_eq!(revoke(&data, &owner, &pci, &signed(&owner)).await, refused, "once");
    assert_eq!(
        refusal(&site, "granted", json!({ "token": token, "pci": pci })).await,
        "This permission was revoked already"
    );
}

#[tokio::test]
async fn revokes_with_the_accounts_signature_before_its_deployment() {
    let (site, data) = both().await;
    let token = login(&site, "early@mail.example").await;
    let owner = Owner::new("early");
    let granted = owner.granted();
    let pci = ok(&site, "grant", owner.ask(&token, &granted)).await["context"].as_str().unwrap().to_owned();
    let asked = json!({ "token": token, "pci": pci });
    assert_eq!(ok(&site, "granted", asked.clone()).await["grant"], json!(granted.to_string()));
    let wrapped = owner.wrapped(&message_hash(revokes(&pci).as_bytes()));
    let mut asked = asked;
    asked["signature"] = json!(wrapped);
    ok(&site, "revoke", asked.clone()).await;
    assert!(listed(&data, &owner).await[0]["revokedAt"].is_i64());
    assert_eq!(refusal(&site, "revoke", asked).await, "This permission was revoked already");
}

#[tokio::test]
async fn rejects_an_impossible_permission_with_a_reason() {
    let (site, data) = both().await;
    let token = login(&site, "refused@mail.example").await;
    let owner = Owner::new("refused");
    let good = owner.granted();
    let with = |field: &str, value: Value| {
        let mut granted = good.clone();
        granted[field] = value;
        owner.ask(&token, &granted)
    };
    for (ask, words) in [
        (with("expiry", json!(1_000)), "ended already"),
        (
            with("permissions", json!([{ "type": "erc721-token-transfer", "data": {} }])),
            "erc721-token-transfer",
        ),
        (with("permissions", json!([])), "says what it may do"),
        (with("signer", json!({ "type": "account", "data": {} })), "to a key"),
        (with("origin", json!("http://localhost:4007")), "another page"),
        (with("projectId", json!("nobody")), "another page"),
        (with("chainId", json!("0x1")), "not supported"),
        (with("address", json!(owner.key().checksummed())), "Only a smart account"),
        (with("more", json!(1)), "cannot be read"),
        (Owner::new("eve").ask(&token, &good), "only its owner"),
    ] {
        let said = refusal(&site, "grant", ask).await;
        assert!(said.contains(words), "{said}");
    }
    let mut nobody = owner.ask(&token, &good);
    nobody["token"] = Value::Null;
    assert_eq!(refusal(&site, "grant", nobody).await, "Nobody is logged in");
    assert_eq!(listed(&data, &owner).await, json!([]));
    assert_eq!(
        refusal(&site, "granted", json!({ "token": token, "pci": "0x12" })).await,
        "This permission is not known"
    );

    let mut short = good.clone();
    short["expiry"] = json!(i64::from(u32::MAX));
    let pci = ok(&site, "grant", owner.ask(&token, &short)).await["context"].clone();
    clock(&site, 4_000_000_000_000).await;
    assert_eq!(
        refusal(&site, "granted", json!({ "token": token, "pci": pci })).await,
        "This permission has ended already"
    );
}

#[tokio::test]
async fn lists_permissions_by_the_whole_account_id() {
    let (_, data) = both().await;
    for account in ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "eip155:1337:0x12", "solana:x:y"] {
        assert_eq!(data.get(&format!("/v1/sessions/{account}?{COMMON}")).await.status(), 400, "{account}");
    }
}

#[tokio::test]
async fn seeds_permissions_that_the_accounts_signer_can_revoke() {
    let data = real("data").await;
    let owner = Owner::new("seeded");
    // A plain account, and a smart one.
    for account in [owner.key(), owner.account()] {
        let id = format!("eip155:1337:{}", account.checksummed());
        let seed = async |body: Value| {
            let answer = data.post("/__sessions/seed", "application/json", body.to_string()).await;
            (answer.status().as_u16(), answer.json::<Value>().await.unwrap())
        };
        let put = async |state: &str| {
            let (status, answer) = seed(json!({ "account": id, "state": state })).await;
            assert_eq!(status, 200, "{answer}");
            answer["pci"].as_str().unwrap().to_owned()
        };
        let list = async || {
            let listed = data.json(&format!("/v1/sessions/{id}?{COMMON}")).await.1["pcis"].clone();
            listed.as_array().unwrap().clone()
        };
        let (expired, revoked, active) = (put("expired").await, put("revoked").await, put("active").await);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() as i64;
        let listed = list().await;
        let ids: Vec<&str> = listed.iter().map(|one| one["pci"].as_str().unwrap()).collect();
        assert_eq!(ids, [&active, &revoked, &expired], "the newest first");
        assert!(listed[0]["expiry"].as_i64().unwrap() > now && listed[0]["revokedAt"].is_null());
        assert!(
            listed[1]["revokedAt"].as_i64().unwrap() < now && listed[2]["expiry"].as_i64().unwrap() < now
        );
        let kinds: Vec<&Value> =
            listed[0]["permissions"].as_array().unwrap().iter().map(|one| &one["type"]).collect();
        assert_eq!(kinds, ["contract-call", "native-token-recurring-allowance", "erc20-recurring-allowance"]);

        let take = async |pci: &str, signature: &str| {
            let path = format!("/v1/sessions/{}/revoke?{COMMON}", account.lower());
            let body = json!({ "pci": pci, "signature": signature }).to_string();
            data.post(&path, "application/json", body).await.json::<Value>().await.unwrap()["success"] == true
        };
        let signed = |pci: &str| owner.sign(&message_hash(revokes(pci).as_bytes()));
        let foreign = Owner::new("not the seeded").sign(&message_hash(revokes(&active).as_bytes()));
        assert!(!take(&active, &foreign).await && !take(&expired, &signed(&expired)).await);
        assert!(!take(&revoked, &signed(&revoked)).await && !take(&active, &signed(&expired)).await);

        let tell = async |lie: &str| {
            let body = json!({ "lie": lie, "times": 1, "only": account.lower() }).to_string();
            assert_eq!(data.post("/__sessions", "application/json", body).await.status(), 204, "{lie}");
        };
        tell("refused").await;
        assert!(!take(&active, &signed(&active)).await);
        tell("kept").await;
        assert!(take(&active, &signed(&active)).await && list().await[0]["revokedAt"].is_null());
        assert!(take(&active, &signed(&active)).await && list().await[0]["revokedAt"].is_i64());

        let whole = async || data.json(&format!("/v1/sessions/{id}?{COMMON}")).await.1;
        let truth = whole().await;
        for lie in ["bare", "types", "many", "markup", "twice", "kinds", "huge", "times"] {
            tell(lie).await;
            assert_ne!(whole().await, truth, "{lie}");
            assert_eq!(whole().await, truth, "{lie}");
        }
        tell("bare").await;
        assert_eq!(whole().await, truth["pcis"]);
        for wrong in [
            json!({ "account": id, "state": "lost" }),
            json!({ "account": "eip155:1:0x12", "state": "active" }),
            json!({ "account": id, "state": "active", "permissions": [1] }),
            json!({ "account": id, "state": "active", "more": 1 }),
        ] {
            assert_eq!(seed(wrong.clone()).await.0, 400, "{wrong}");
        }
    }
}
