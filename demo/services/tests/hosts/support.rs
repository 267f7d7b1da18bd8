//! The fake chain, and one running host.

use std::{path::PathBuf, sync::Arc};

use axum::{Json, Router, routing::post};
use demo_services::{
    chain::Chain,
    host::Host,
    hosts,
    ports::Origins,
    store::Store,
    wire,
    world::{Folders, World},
};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use url::Url;

use crate::anvil;

pub const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
pub const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
/// No test moves anything of hers: her balances are compared whole.
pub const CAROL: &str = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
pub const COMMON: &str = "projectId=demo&st=wallet-modal&sv=html-core-1.0.0";
pub const HASH: &str = "0x1111111111111111111111111111111111111111111111111111111111111111";
pub const PENDING: &str = "0x2222222222222222222222222222222222222222222222222222222222222222";

/// A host that runs until the test ends.
pub struct Running {
    pub url: String,
    pub http: Client,
}

impl Running {
    pub async fn get(&self, path: &str) -> Response {
        self.http.get(format!("{}{path}", self.url)).send().await.unwrap()
    }

    pub async fn post(&self, path: &str, media_type: &str, body: impl Into<String>) -> Response {
        self.http
            .post(format!("{}{path}", self.url))
            .header("content-type", media_type)
            .body(body.into())
            .send()
            .await
            .unwrap()
    }

    /// Status and JSON of a GET.
    pub async fn json(&self, path: &str) -> (u16, Value) {
        let answer = self.get(path).await;
        (answer.status().as_u16(), answer.json().await.unwrap())
    }
}

/// Sends a form of the host's own page; where that leads is not followed.
pub async fn form(host: &Running, path: &str, body: &str) -> Response {
    let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    client
        .post(format!("{}{path}", host.url))
        .header("content-type", "application/x-www-form-urlencoded")
        .header("origin", &host.url)
        .body(body.to_owned())
        .send()
        .await
        .unwrap()
}

/// The text of the element with this test id.
pub fn value_of<'a>(html: &'a str, id: &str) -> &'a str {
    let (_, from) = html.split_once(&format!("data-testid=\"{id}\"")).unwrap_or_else(|| panic!("{id}"));
    from.split_once('>').unwrap().1.split('<').next().unwrap()
}

/// Starts the host of this name over a chain that answers from a table.
pub async fn host(name: &str) -> Running {
    start(name, &[chain().await]).await
}

/// Starts the host of this name over the real chains.
pub async fn real(name: &str) -> Running {
    start(name, &anvil::chains()).await
}

/// Starts a host over the chains at these addresses.
pub async fn start(name: &str, addresses: &[Url]) -> Running {
    serve_host(name, &mut hosts(addresses, ":memory:").await).await
}

/// Every host over these chains, with the database in this file; none of them is served yet.
pub async fn hosts(addresses: &[Url], data: &str) -> Vec<Host> {
    hosts_with(addresses, None, data).await
}

/// The same with a chain that stands for Ethereum.
pub async fn hosts_with(addresses: &[Url], mainnet: Option<Chain>, data: &str) -> Vec<Host> {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let origins = Origins::new(4000);
    let store = Store::open(data, &origins).unwrap();
    let mut chains = Vec::new();
    for (index, address) in addresses.iter().enumerate() {
        chains.push(Chain::connect(address, index).await.unwrap());
    }
    // The bundle is not built for these tests: any folder does.
    let folders = Folders { dist: demo.join("wallets"), wallet_bundle: demo.clone(), demo };
    hosts::open(&Arc::new(World { origins, chains, mainnet, nodes: Vec::new(), store, folders })).unwrap()
}

/// Takes the host of this name and starts it. What it shares with the others they go on sharing.
pub async fn serve_host(name: &str, hosts: &mut Vec<Host>) -> Running {
    let place = hosts.iter().position(|host| host.port.name == name).unwrap();
    let host = hosts.remove(place);
    Running { url: serve(wire::service(host)).await, http: Client::builder().no_proxy().build().unwrap() }
}

/// Starts a chain that knows two accounts and two transactions.
pub async fn chain() -> Url {
    Url::parse(&serve(Router::new().route("/", post(answer))).await).unwrap()
}

async fn serve(router: Router) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    url
}

async fn answer(Json(request): Json<Value>) -> Json<Value> {
    let first = request["params"][0].as_str().unwrap_or_default();
    let result = match request["method"].as_str().unwrap() {
        "eth_chainId" => json!("0x539"),
        "eth_blockNumber" => json!("0x2a"),
        // 1.500000000000000001 ETH
        "eth_getBalance" => json!("0x14d1120d7b160001"),
        "eth_getTransactionCount" => json!("0x7"),
        "eth_getCode" => json!("0x"),
        "eth_getTransactionByHash" if [HASH, PENDING].contains(&first) => {
            json!({ "from": ALICE.to_lowercase(), "to": BOB.to_lowercase(), "value": "0xde0b6b3a7640000", "nonce": "0x1", "input": "0xa9059cbb" })
        }
        "eth_getTransactionReceipt" if first == HASH => {
            json!({ "status": "0x1", "gasUsed": "0x5208", "effectiveGasPrice": "0x3b9aca00", "blockNumber": "0x2a" })
        }
        "eth_getTransactionByHash" | "eth_getTransactionReceipt" => Value::Null,
        "eth_getBlockByNumber" => json!({ "timestamp": "0x6955b900" }),
        // No contracts: nothing is held of any token.
        "eth_call" if request["params"][0]["to"].is_string() => json!("0x"),
        _ => {
            return Json(
                json!({ "jsonrpc": "2.0", "id": request["id"], "error": { "code": -32000, "message": "reverted" } }),
            );
        }
    };
    Json(json!({ "jsonrpc": "2.0", "id": request["id"], "result": result }))
}
