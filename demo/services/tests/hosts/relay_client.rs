//! A client of the relay for its tests: a key, tokens, and a socket that asks and hears.

use std::{
    collections::VecDeque,
    sync::atomic::{AtomicU8, AtomicU64, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use demo_services::host::Host;
use ed25519_dalek::{Signer, SigningKey};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Error, Message, client::IntoClientRequest},
};

use crate::support::{Running, hosts, serve_host};

/// Long for a message on its way, short for one that does not come.
const COMES: Duration = Duration::from_secs(10);
pub const QUIET: Duration = Duration::from_millis(300);

/// A client's key.
#[derive(Clone)]
pub struct Key(SigningKey);

impl Key {
    /// Each call another one.
    pub fn new() -> Self {
        static NEXT: AtomicU8 = AtomicU8::new(1);
        Self(SigningKey::from_bytes(&[NEXT.fetch_add(1, Ordering::Relaxed); 32]))
    }

    pub fn did(&self) -> String {
        let mut bytes = vec![0xed, 0x01];
        bytes.extend(self.0.verifying_key().as_bytes());
        format!("did:key:z{}", base58(&bytes))
    }

    /// A token that is right, but for what `change` makes of its claims.
    pub fn token(&self, audience: &str, change: impl Fn(&mut Value)) -> String {
        let now = now_s();
        let mut claims = json!({ "iss": self.did(), "sub": "ab".repeat(32), "aud": audience, "iat": now, "exp": now + 86_400 });
        change(&mut claims);
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(&json!({ "alg": "EdDSA", "typ": "JWT" })), part(&claims));
        let signature = URL_SAFE_NO_PAD.encode(self.0.sign(signed.as_bytes()).to_bytes());
        format!("{signed}.{signature}")
    }
}

pub fn now_s() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs()
}

fn base58(bytes: &[u8]) -> String {
    let letters = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut digits: Vec<u32> = Vec::new();
    for byte in bytes {
        let mut carry = u32::from(*byte);
        for digit in &mut digits {
            carry += *digit << 8;
            *digit = carry % 58;
            carry /= 58;
        }
        while carry > 0 {
            digits.push(carry % 58);
            carry /= 58;
        }
    }
    digits.iter().rev().map(|digit| char::from(letters[*digit as usize])).collect()
}

/// Both doors of one relay.
pub struct Doors {
    pub first: Running,
    pub second: Running,
}

pub async fn doors() -> Doors {
    doors_of(hosts(&[], ":memory:").await).await
}

pub async fn doors_of(mut hosts: Vec<Host>) -> Doors {
    Doors {
        first: serve_host("relay", &mut hosts).await,
        second: serve_host("second relay", &mut hosts).await,
    }
}

pub fn ws(door: &Running) -> String {
    door.url.replace("http://", "ws://")
}

pub async fn steer(door: &Running, change: Value) {
    let answer = door.post("/__relay", "application/json", change.to_string()).await;
    assert_eq!(answer.status(), 204, "{change}");
}

pub async fn report(door: &Running) -> Value {
    door.json("/__relay").await.1
}

/// A socket, and what it has heard and nobody has looked at yet.
pub struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    heard: VecDeque<Value>,
    pub acks: bool,
}

/// What came of trying to connect.
pub async fn try_connect(door: &Running, query: &str, origin: Option<&str>) -> Result<Client, u16> {
    let mut request = format!("{}/?{query}", ws(door)).into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    match connect_async(request).await {
        Ok((socket, _)) => Ok(Client { socket, heard: VecDeque::new(), acks: true }),
        Err(Error::Http(answer)) => Err(answer.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}

pub async fn connect(door: &Running, key: &Key) -> Client {
    let token = key.token(&ws(door), |_| {});
    try_connect(door, &format!("auth={token}&projectId=demo"), None).await.unwrap()
}

pub fn next_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1_795_000_000_000_000_001);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Client {
    pub async fn say(&mut self, text: impl Into<String>) {
        self.socket.send(Message::Text(text.into().into())).await.unwrap();
    }

    /// The next frame; None when there is none in time, and for the end.
    async fn frame(&mut self, limit: Duration) -> Option<Value> {
        loop {
            match timeout(limit, self.socket.next()).await.ok()?? {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                Ok(_) | Err(_) => return None,
            }
        }
    }

    /// Sends a call and waits for its answer; deliveries on the way are kept (and acknowledged).
    pub async fn call_as(&mut self, id: &Value, method: &str, params: Value) -> Option<Value> {
        self.say(json!({ "id": id, "jsonrpc": "2.0", "method": method, "params": params }).to_string()).await;
        loop {
            let frame = self.frame(COMES).await?;
            if frame.get("method").is_some() {
                self.took(frame).await;
            } else {
                return Some(frame);
            }
        }
    }

    /// The result of a call.
    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.call_as(&next_id().into(), method, params).await.unwrap();
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    /// Code and tag of a call that fails.
    pub async fn refused(&mut self, method: &str, params: Value) -> (i64, String) {
        let answer = self.call_as(&next_id().into(), method, params).await.unwrap();
        let error = &answer["error"];
        (error["code"].as_i64().unwrap(), error["data"].as_str().unwrap_or_default().to_owned())
    }

    async fn took(&mut self, frame: Value) {
        if self.acks {
            self.say(json!({ "id": frame["id"], "jsonrpc": "2.0", "result": true }).to_string()).await;
        }
        self.heard.push_back(frame);
    }

    /// The next delivery, whole.
    pub async fn delivery(&mut self, limit: Duration) -> Option<Value> {
        if let Some(kept) = self.heard.pop_front() {
            return Some(kept);
        }
        let frame = self.frame(limit).await?;
        self.took(frame).await;
        self.heard.pop_front()
    }

    /// The text of the next message.
    pub async fn hears(&mut self) -> String {
        let delivery = self.delivery(COMES).await.unwrap();
        assert_eq!(delivery["method"], "irn_subscription");
        delivery["params"]["data"]["message"].as_str().unwrap().to_owned()
    }

    pub async fn hears_nothing(&mut self) {
        let delivery = self.delivery(QUIET).await;
        assert!(delivery.is_none(), "{delivery:?}");
    }

    /// Code and reason of the end; None for a line that was cut.
    pub async fn end(&mut self) -> Option<(u16, String)> {
        loop {
            match timeout(COMES, self.socket.next()).await.unwrap() {
                Some(Ok(Message::Close(frame))) => {
                    return frame.map(|frame| (frame.code.into(), frame.reason.as_str().to_owned()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }
}

/// A topic nobody else has.
pub fn topic() -> String {
    format!("{:064x}", next_id())
}

pub fn publication(topic: &str, message: &str) -> Value {
    json!({ "topic": topic, "message": message, "ttl": 300, "tag": 1108, "prompt": true })
}
