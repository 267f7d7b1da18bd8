//! Every endpoint the engine asks, in files by subject: what is a good answer, who asks for it, and what of it can be seen. A new endpoint is
//! one row, a new subject a file and its place in `SUBJECTS`.

mod account;
mod approvals;
mod bitcoin;
mod buy;
mod cosmos;
mod directory;
mod names;
mod node;
mod pay;
mod polkadot;
mod sessions;
mod signing;
mod solana;
mod swap;

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::http::HttpRequest;

/// What is seen, by the place it is seen at.
pub type Seen = Vec<(String, String)>;

/// One endpoint.
pub struct Row {
    pub name: &'static str,
    /// Whether a request is to it.
    pub is: fn(&HttpRequest) -> bool,
    /// A good answer of it. Where a yes would be worth forging it is a no, so that no mutation may make a yes of it.
    pub good: fn() -> Value,
    /// A page before the endpoint is asked.
    pub page: fn() -> World,
    /// Everything that leads to its being asked and shown.
    pub walk: fn(&World),
    /// Numbers and decisions that can be seen then.
    pub seen: fn(&World) -> Seen,
    /// What is seen when all is well: at least this.
    pub well: &'static [(&'static str, &'static str)],
    /// What can be seen instead: failures as they are said, and numbers that some mutation does say.
    pub may: &'static [(&'static str, &'static [&'static str])],
    /// Mutations that are another good answer of this endpoint.
    pub except: &'static [&'static str],
    /// A minute later, when the server is well again: what asks it once more. Then all is seen that is seen when all is well.
    pub again: Option<fn(&World)>,
}

/// What a service calls something is its own word, whatever it is (`proofs::texts` has what becomes of it).
pub const WORDS: &[&str] = &["*"];

fn is_call(request: &HttpRequest, method: &str) -> bool {
    request.body.as_ref().is_some_and(|body| body.text.contains(&format!("\"method\":\"{method}\"")))
}

fn is_eth_call(request: &HttpRequest, selector: &str) -> bool {
    is_call(request, "eth_call") && request.body.as_ref().is_some_and(|body| body.text.contains(selector))
}

fn rpc(result: Value) -> Value {
    json!({"id": 1, "jsonrpc": "2.0", "result": result})
}

/// The text at a place of a slice; nothing for null and what is not there.
fn at(world: &World, slice: &str, pointer: &str) -> Option<String> {
    match world.slice(slice).pointer(pointer)? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}

fn fields(world: &World, slice: &str, pointers: &[&str]) -> Seen {
    let found =
        pointers.iter().filter_map(|pointer| Some(((*pointer).to_owned(), at(world, slice, pointer)?)));
    found.collect()
}

const DAI: &str = "0x6B175474E89094C44Da98b954EedeAC495271d0F";

fn balances() -> Value {
    json!({"balances": [
        {"name": "Dai", "symbol": "DAI", "chainId": "eip155:1337", "address": format!("eip155:1337:{DAI}"), "price": 1, "value": 12.5,
            "quantity": {"decimals": "18", "numeric": "12.5"}, "iconUrl": "http://localhost:4002/dai.png"},
        {"name": "Ether", "symbol": "ETH", "chainId": "eip155:1337", "price": 3000, "quantity": {"decimals": "18", "numeric": "10"}},
        {"name": "USD Coin", "symbol": "USDC", "chainId": "eip155:1337", "address": format!("eip155:1337:{USDC}"), "price": 1,
            "quantity": {"decimals": "6", "numeric": "7.25"}, "iconUrl": null},
    ]})
}

fn connected_at_the_account(world: &World) {
    world.join();
    world.open("Account");
    world.pass(5_000);
}

fn activity(world: &World) {
    connected_at_the_account(world);
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    world.pass(5_000);
    world.dispatch(json!({"type": "activity.spam", "shown": true}));
    world.dispatch(json!({"type": "activity.more"}));
    world.pass(5_000);
}

/// The native balance and the tokens.
fn owned(world: &World) -> Seen {
    let mut seen = fields(world, "account", &["/balance/amount"]);
    for item in world.slice("tokens")["list"].as_array().unwrap() {
        let text = |name: &str| item[name].as_str().map(ToString::to_string);
        seen.push(("token".into(), text("amount").unwrap()));
        seen.extend(text("worth").map(|worth| ("worth".into(), worth)));
        seen.extend(text("price").map(|price| ("price".into(), price)));
    }
    seen
}

fn sent(world: &World) -> Seen {
    let mut seen = fields(
        world,
        "send",
        &[
            "/max",
            "/worth",
            "/networkBalanceInUSD",
            "/token/balance",
            "/token/decimals",
            "/preview/amount",
            "/preview/fee",
            "/preview/total",
            "/preview/worth",
        ],
    );
    for item in world.slice("transactions")["list"].as_array().unwrap() {
        seen.push(("status".into(), item["status"].as_str().unwrap().into()));
        seen.push(("sent".into(), item["amount"].as_str().unwrap().into()));
    }
    seen
}

fn reviewed(world: &World) {
    connected_at_the_account(world);
    reviewed_form(world);
}

fn reviewed_form(world: &World) {
    world.open("Account");
    world.form("1.5", BOB);
    world.pass(2_000);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(2_000);
}

fn confirmed(world: &World) {
    reviewed(world);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(20_000);
}

/// The account of a wallet of another family.
fn at_account_of(world: &World, wallet: &str) {
    world.connect(wallet);
    world.open("Account");
    world.pass(5_000);
}

/// A send of another family: from the account of `wallet`, which is known to have come out after `settles_ms`.
struct Sender {
    wallet: &'static str,
    amount: &'static str,
    to: &'static str,
    settles_ms: u64,
}

impl Sender {
    fn form(&self, world: &World) {
        world.open("Account");
        world.form(self.amount, self.to);
        world.pass(4_000);
        world.dispatch(json!({"type": "send.review"}));
        world.pass(4_000);
    }

    fn reviewed(&self, world: &World) {
        world.connect(self.wallet);
        self.form(world);
    }

    fn again(&self, world: &World) {
        world.dispatch(json!({"type": "router.close", "reason": "host"}));
        self.form(world);
    }

    fn confirmed(&self, world: &World) {
        self.reviewed(world);
        world.dispatch(json!({"type": "send.confirm"}));
        world.pass(self.settles_ms);
    }
}

fn no_prices(request: &HttpRequest) -> Option<Served> {
    request.url.contains("/balance?").then(|| {
        let list = json!([{"name": "Ether", "symbol": "ETH", "chainId": "eip155:1337", "quantity": {"decimals": "18", "numeric": "10"}}]);
        status(200, &json!({ "balances": list }).to_string())
    })
}

/// What the page is served besides the endpoint of the row.
pub fn beside(row: &str, request: &HttpRequest) -> Option<Served> {
    match row {
        "POST /v1/fungible/price" => no_prices(request),
        _ if row.contains("/v1/json-rpc") || row.ends_with("of what is paid") => {
            pay::beside_it().answer(request)
        }
        _ if row.ends_with("of bitcoin") => bitcoin::node(request),
        _ if row.ends_with("of solana") => solana::node(request),
        _ if row.ends_with("of cosmos") => cosmos::node(request),
        _ if row.ends_with("of polkadot") => polkadot::node(request),
        _ if row.ends_with("of approvals") => approvals::node(request),
        _ if row.contains("/v1/sessions/") => sessions::service(request),
        _ if row.contains("/v1/convert/") || row.ends_with("of a swap") => swap::market().answer(request),
        _ if row.contains("onramp") => buy::shop().answer(request),
        _ => None,
    }
}

const FEE: &str = "0.000021 ETH, $0.07";
const TOTAL: &str = "1.500021 ETH, $4,500.07";
const FAILED: (&str, &[&str]) = ("/balance/amount", &["0.00"]);

fn balances_again(world: &World) {
    world.dispatch(json!({"type": "balances.refresh"}));
    world.pass(5_000);
}

fn review_again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    reviewed_form(world);
}

/// The subjects.
pub const SUBJECTS: &[&[Row]] = &[
    account::ROWS,
    buy::ROWS,
    swap::ROWS,
    directory::ROWS,
    names::ROWS,
    node::ROWS,
    bitcoin::ROWS,
    solana::ROWS,
    polkadot::ROWS,
    cosmos::ROWS,
    pay::ROWS,
    signing::ROWS,
    sessions::ROWS,
    approvals::ROWS,
];

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    SUBJECTS.iter().copied().flatten()
}
