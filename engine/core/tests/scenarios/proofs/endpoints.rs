//! Every endpoint the engine asks. TABLE at the end: what is a good answer, who asks for it, and what of it can be seen. A new endpoint is
//! one row.

use crate::support::market::{Built, Market, NATIVE, ROUTER};
use crate::support::sign_in;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
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
    /// What may be seen instead: failures as they are said, and numbers that some mutation does say.
    pub may: &'static [(&'static str, &'static [&'static str])],
    /// Mutations that are another good answer of this endpoint.
    pub except: &'static [&'static str],
    /// A minute later, when the server is well again: what asks it once more. Then all is seen that is seen when all is well.
    pub again: Option<fn(&World)>,
}

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

fn history() -> Value {
    let entry = |id: &str, transfers: Value| {
        json!({"id": id, "metadata": {"operationType": "trade", "hash": hash(), "chain": "eip155:1337", "minedAt": "2023-11-14T22:08:20Z",
            "sentFrom": ALICE, "sentTo": BOB, "status": "confirmed", "nonce": 7}, "transfers": transfers})
    };
    let coin = |direction: &str, numeric: &str, symbol: &str| {
        json!({"direction": direction, "quantity": {"numeric": numeric}, "value": 1, "price": 1,
            "fungible_info": {"name": symbol, "symbol": symbol, "icon": {"url": "http://localhost:4002/x.png"}}})
    };
    let cat = json!({"direction": "in", "quantity": {"numeric": "1"}, "nft_info": {"name": "Cat #3",
        "content": {"preview": {"url": "http://localhost:4002/cat.png"}}, "flags": {"is_spam": false}}});
    json!({"data": [entry("a", json!([coin("out", "1.5", "ETH"), coin("in", "4250.125", "USDC")])), entry("b", json!([cat]))],
        "next": "c2"})
}

fn listings() -> Value {
    let listing = |n: usize| {
        json!({"id": format!("{n:064x}"), "name": format!("Wallet {n}"), "image_id": format!("image-{n}"), "chains": ["eip155:1337"],
            "badge_type": "certified", "rdns": format!("dev.w{n}"), "mobile_link": format!("w{n}://"), "homepage": "https://w.example",
            "desktop_link": null, "webapp_link": "https://w.example/app", "link_mode": null, "supports_wc": true, "order": n,
            "app_store": "https://apps.example/1", "play_store": "https://play.example/1", "chrome_store": "https://chrome.example/1"})
    };
    json!({"count": 45, "data": [listing(1), listing(2), listing(3)]})
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

fn moved(world: &World) -> Seen {
    let mut seen = Seen::new();
    for group in world.slice("activity")["groups"].as_array().unwrap() {
        for row in group["items"].as_array().unwrap() {
            for leg in row["legs"].as_array().unwrap().iter().filter(|leg| leg["nft"] == false) {
                let text = leg["text"].as_str().unwrap();
                seen.push(("leg".into(), text.split(' ').next().unwrap().into()));
            }
            for transfer in row["transfers"].as_array().unwrap() {
                let numeric = transfer["quantity"]["numeric"].as_str().unwrap();
                seen.push(("numeric".into(), numeric.into()));
            }
            seen.push(("network".into(), row["metadata"]["chain"].as_str().unwrap().into()));
            seen.extend(row["link"].as_str().map(|link| ("link".into(), link.into())));
        }
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

/// Sent, and then no node knows it any more.
fn forgotten(world: &World) {
    reviewed(world);
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    world.pass(2_000);
    world.chain.gone.set(true);
    world.pass(18_000);
}

fn token_page() -> World {
    World::with_token(6, "12.5")
}

fn token_reviewed(world: &World) {
    world.open("Account");
    let token = format!("eip155:1337:{USDC}");
    world.dispatch(json!({"type": "send.open", "token": token, "amount": "2.5", "to": BOB}));
    world.pass(2_000);
    world.dispatch(json!({"type": "send.review"}));
    world.pass(2_000);
}

/// A page that has no service to ask for a balance.
fn without_list() -> World {
    let chain = Chain::default();
    *chain.supported.borrow_mut() = Vec::new();
    World::over(options(), Default::default(), chain)
}

/// Nobody knows a price by the list.
fn without_prices() -> World {
    let world = World::new();
    world.chain.balance.set(10 * ETHER);
    world
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
        _ if row.contains("/v1/convert/") || row.ends_with("of a swap") => market().answer(request),
        _ => None,
    }
}

/// One where nothing may be taken yet, by the node's word.
fn market() -> Market {
    Market { held: Cell::new(500_000_000), price: Cell::new(3000), ..Market::default() }
}

fn at_the_market() -> World {
    World::market().0
}

/// Half an ether for dollars: previewed, and the wallet asked. What it sent is in no block yet.
fn coin_swapped(world: &World) {
    world.join();
    swapped(world, "native", USDC, "0.5");
}

/// Dollars for ether, which the router may not take yet.
fn token_swapped(world: &World) {
    world.join();
    swapped(world, USDC, "native", "250");
}

fn swapped(world: &World, from: &str, to: &str, amount: &str) {
    world.open("Account");
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "swap.open", "fromToken": from, "toToken": to, "amount": amount}));
    world.pass(2_000);
    world.dispatch(json!({"type": "swap.review"}));
    world.pass(2_000);
    world.swap_confirm();
    world.pass(2_000);
}

/// What was sent is in a block by now, and the form is filled in once more.
fn swapped_again(world: &World, from: &str, to: &str, amount: &str) {
    world.chain.receipt.set(Some("0x1"));
    world.pass(20_000);
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    swapped(world, from, to, amount);
}

fn coin_swapped_again(world: &World) {
    swapped_again(world, "native", USDC, "0.5");
}

fn token_swapped_again(world: &World) {
    swapped_again(world, USDC, "native", "250");
}

/// Every number of the form and of the preview, and all that a wallet was asked to send.
fn exchanged(world: &World) -> Seen {
    let places = [
        "/max",
        "/sourceWorth",
        "/targetAmount",
        "/targetWorth",
        "/source/balance",
        "/source/decimals",
        "/target/balance",
        "/target/decimals",
        "/details/rate",
        "/details/impact",
        "/details/minimum",
        "/details/providerFee",
        "/preview/gives",
        "/preview/givesWorth",
        "/preview/gets",
        "/preview/getsWorth",
        "/preview/expected",
        "/preview/fee",
        "/preview/router",
    ];
    let mut seen = fields(world, "swap", &places);
    for (place, text) in &mut seen {
        // what a token is called is its maker's choice
        if ["rate", "minimum", "providerFee", "expected"].iter().any(|name| place.ends_with(name)) {
            let amount = text.split_once(" = ").map_or(&**text, |(_, gets)| gets);
            *text = amount.split(' ').next().unwrap().to_owned();
        }
    }
    for step in world.slice("swap")["preview"]["steps"].as_array().into_iter().flatten() {
        seen.push(("step".into(), step["kind"].as_str().unwrap().into()));
    }
    if let Some(asked) = world.wallets.last("eth_sendTransaction") {
        let text = |name: &str| asked[0][name].as_str().unwrap_or_default().to_owned();
        seen.push(("asked".into(), [text("to"), text("value"), text("data")].join(" ")));
    }
    seen
}

/// The swap that a good service builds of half an ether.
fn honest_swap() -> Built {
    Built {
        from: ALICE.into(),
        to: ROUTER.into(),
        source: NATIVE.into(),
        target: USDC.into(),
        receiver: ALICE.into(),
        amount: ETHER / 2,
        minimum: 1_485_000_000,
        flags: 0,
        data: None,
        chain: "eip155:1337".into(),
    }
}

fn consenting() -> World {
    let mut options = options();
    options["features"] = json!({"analytics": true});
    World::with(options, Default::default())
}

fn reported(world: &World) {
    connected_at_the_account(world);
    world.dispatch(json!({"type": "telemetry.flush"}));
    world.pass(60_000);
}

fn offering_logins() -> World {
    let mut options = options();
    options["authChains"] = json!(["eip155:1337"]);
    World::with(options, Default::default())
}

fn opened_twice(world: &World) {
    world.open("Connect");
    world.pass(5_000);
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.open("Connect");
}

fn decided(world: &World) -> Seen {
    let state = world.slice("state");
    let names: Vec<&str> = state["features"].as_object().unwrap().keys().map(String::as_str).collect();
    let logins = world.slice("connect")["logins"]["socials"].clone();
    let known = ["google", "x", "farcaster", "discord", "apple", "github", "facebook"];
    let stranger = logins.as_array().unwrap().iter().find(|name| !known.contains(&name.as_str().unwrap()));
    vec![
        ("services".into(), world.settings()["services"].to_string()),
        ("features".into(), names.join(" ")),
        ("a stranger to log in with".into(), format!("{stranger:?}")),
    ]
}

fn list_is_open(world: &World) {
    world.open("Connect");
    world.pass(3_000);
    world.open("AllWallets");
    world.pass(3_000);
    world.dispatch(json!({"type": "directory.more"}));
    world.pass(3_000);
    world.dispatch(json!({"type": "directory.search", "text": "wallet"}));
    world.pass(5_000);
    for tile in world.slice("directory")["tiles"].as_array().unwrap().clone().iter().take(2) {
        world.dispatch(json!({"type": "directory.downloads", "id": tile["id"]}));
        world.pass(100);
    }
}

fn featuring() -> World {
    let mut options = options();
    options["featuredWalletIds"] =
        json!([format!("{:064x}", 1), format!("{:064x}", 2), format!("{:064x}", 3)]);
    World::with(options, Default::default())
}

fn listed(world: &World) -> Seen {
    fields(world, "directory", &["/allWallets"])
}

fn whose(world: &World) -> Seen {
    fields(world, "account", &["/address", "/balance/amount"])
}

const NEVER: &str = "0xffffffff00000000000000000000000000000000000000000000000000000000";

fn asking_to_sign(code: &'static str) -> World {
    let world = sign_in::over(false, sign_in::contract(code, None));
    sign_in::choose(&world);
    sign_in::signs(&world, || ok(json!(format!("0x{}", "ab".repeat(100)))));
    world
}

fn signed(world: &World) {
    sign_in::sign(world);
    world.pass(20_000);
}

fn sessions(world: &World) -> Seen {
    vec![("sessions".into(), world.chain.siwx.count("addSession").to_string())]
}

fn asked_of_the_node(world: &World) {
    connected_at_the_account(world);
    world.request("eth_blockNumber", json!([]));
    world.pass(20_000);
}

const FEE: &str = "0.000021 ETH, $0.07";
const TOTAL: &str = "1.500021 ETH, $4,500.07";
const FAILED: (&str, &[&str]) = ("/balance/amount", &["0.00"]);
/// A node that says nothing: no fee and no maximum.
const UNSENT: &[(&str, &[&str])] = &[("status", &["sent", "unknown", "differs"])];

fn balances_again(world: &World) {
    world.dispatch(json!({"type": "balances.refresh"}));
    world.pass(5_000);
}

fn history_again(world: &World) {
    world.dispatch(json!({"type": "activity.retry"}));
    world.pass(5_000);
}

fn review_again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    reviewed_form(world);
}

fn token_review_again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    token_reviewed(world);
}

/// TABLE.
pub const ROWS: &[Row] = &[
    Row {
        name: "GET /v1/supported-chains",
        is: |request| request.url.contains("/v1/supported-chains"),
        good: || json!({"http": ["eip155:1337", "eip155:1338"], "ws": []}),
        page: World::new,
        walk: connected_at_the_account,
        seen: owned,
        well: &[("/balance/amount", "10.000"), ("worth", "$30,000.00")],
        may: &[FAILED],
        except: &[],
        again: None,
    },
    Row {
        name: "GET /v1/account/{}/balance",
        is: |request| request.url.contains("/balance?"),
        good: balances,
        page: World::new,
        walk: connected_at_the_account,
        seen: owned,
        well: &[
            ("/balance/amount", "10.000"),
            ("token", "12.500"),
            ("token", "7.250"),
            ("worth", "$30,000.00"),
        ],
        // an exponent is a number where a number is due: 1e3 dollars each, or in all
        may: &[FAILED, ("worth", &["$1,000.00", "$10,000.00", "$7,250.00"]), ("price", &["1000"])],
        except: &[],
        again: Some(balances_again),
    },
    Row {
        name: "GET /v1/account/{}/history",
        is: |request| request.url.contains("/history?"),
        good: history,
        page: World::new,
        walk: activity,
        seen: moved,
        well: &[
            ("leg", "-1.500"),
            ("leg", "+4,250.125"),
            ("numeric", "1.5"),
            (
                "link",
                "http://localhost:4007/tx/0xabababababababababababababababababababababababababababababababab",
            ),
        ],
        // what is no number is nothing (5.23); a direction is left away with what it was of
        may: &[
            ("leg", &["-0.000", "+0.000", "-1,000.000", "+1,000.000"]),
            ("numeric", &["0", "1000"]),
            ("network", &[""]),
        ],
        except: &[],
        again: Some(history_again),
    },
    Row {
        name: "GET /v1/identity/{}",
        is: |request| request.url.contains("/v1/identity/"),
        good: || json!({"name": "alice.example", "avatar": "http://localhost:4002/alice.png"}),
        page: World::new,
        walk: connected_at_the_account,
        seen: whose,
        well: &[("/balance/amount", "10.000"), ("/address", ALICE)],
        may: &[],
        except: &[],
        again: Some(balances_again),
    },
    Row {
        name: "POST /v1/fungible/price",
        is: |request| request.url.contains("/v1/fungible/price"),
        good: || json!({"fungibles": [{"name": "Ether", "symbol": "ETH", "iconUrl": "", "price": 3000}]}),
        page: without_prices,
        walk: reviewed,
        seen: sent,
        well: &[("/networkBalanceInUSD", "$30,000.00"), ("/preview/fee", FEE), ("/preview/total", TOTAL)],
        may: &[
            ("/preview/fee", &["0.000021 ETH", "0.000021 ETH, $0.03"]),
            ("/preview/total", &["1.500021 ETH", "1.500021 ETH, $1,500.03"]),
            ("/networkBalanceInUSD", &["$10,000.00"]),
            ("/worth", &["$1,500.00"]),
            ("/preview/worth", &["$1,500.00"]),
        ],
        except: &[],
        again: Some(review_again),
    },
    Row {
        name: "POST /v1/fungible/price, of a swap",
        is: |request| request.url.contains("/v1/fungible/price"),
        good: || {
            let of = |token: &str, price: u32| json!({"address": format!("eip155:1337:{token}"), "name": "T", "symbol": "T", "iconUrl": "", "price": price});
            json!({"fungibles": [of(NATIVE, 3000), of(USDC, 1), of(NATIVE, 3000)]})
        },
        page: at_the_market,
        walk: coin_swapped,
        seen: exchanged,
        well: &[("/preview/givesWorth", "$1,500.00"), ("/details/impact", "0%")],
        may: &[
            ("/sourceWorth", &["$500.00"]),
            ("/targetWorth", &["$1,500,000.00"]),
            ("/preview/givesWorth", &["$500.00"]),
            ("/preview/getsWorth", &["$1,485,000.00"]),
            ("/preview/fee", &["0.000021 ETH", "0.000021 ETH, $0.03"]),
        ],
        except: &[],
        again: None,
    },
    Row {
        name: "GET /v1/convert/tokens",
        is: |request| request.url.contains("/v1/convert/tokens"),
        good: || {
            let of = |token: &str, symbol: &str, decimals: u8| {
                json!({"name": symbol, "symbol": symbol, "address": format!("eip155:1337:{token}"), "decimals": decimals,
                    "logoUri": format!("http://localhost:4002/{symbol}.png")})
            };
            json!({"tokens": [of(NATIVE, "ETH", 18), of(USDC, "USDC", 6)]})
        },
        page: at_the_market,
        walk: coin_swapped,
        seen: exchanged,
        well: &[("/preview/gives", "0.5"), ("/preview/gets", "1,485"), ("/preview/expected", "1,500")],
        may: &[],
        except: &[],
        // asked once for each network, as long as the page lives
        again: None,
    },
    Row {
        name: "GET /v1/convert/quotes",
        is: |request| request.url.contains("/v1/convert/quotes"),
        good: || {
            json!({"quotes": [{"id": "q", "fromAmount": (ETHER / 2).to_string(), "fromAccount": format!("eip155:1337:{NATIVE}"),
                "toAmount": "1500000000", "toAccount": format!("eip155:1337:{USDC}")}]})
        },
        page: at_the_market,
        walk: coin_swapped,
        seen: exchanged,
        well: &[("/targetAmount", "1,500"), ("/preview/gets", "1,485")],
        // an offer is the service's own word; what it builds for one like that is blocked
        may: &[(
            "/targetAmount",
            &[
                "99,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999.999999",
            ],
        )],
        except: &[],
        again: Some(coin_swapped_again),
    },
    Row {
        name: "GET /v1/convert/gas-price",
        is: |request| request.url.contains("/v1/convert/gas-price"),
        good: || json!({"standard": "1000000000", "fast": "2000000000", "instant": "3000000000"}),
        page: at_the_market,
        walk: coin_swapped,
        seen: exchanged,
        well: &[("/preview/gets", "1,485"), ("step", "swap")],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "GET /v1/convert/allowance",
        is: |request| request.url.contains("/v1/convert/allowance"),
        // it says that all may be taken, and the node says that nothing may: whatever it says, the allowance is asked for
        good: || json!({"allowance": u128::MAX.to_string()}),
        page: at_the_market,
        walk: token_swapped,
        seen: exchanged,
        well: &[("/preview/gives", "250"), ("step", "approve"), ("step", "swap")],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "POST /v1/convert/build-transaction",
        is: |request| request.url.contains("/v1/convert/build-transaction"),
        good: || {
            let built = honest_swap();
            json!({"tx": {"from": format!("eip155:1337:{ALICE}"), "to": format!("eip155:1337:{ROUTER}"), "data": built.data(),
                "amount": built.minimum.to_string(), "eip155": {"gas": "150000", "gasPrice": "1000000000"}}})
        },
        page: at_the_market,
        walk: coin_swapped,
        seen: exchanged,
        well: &[("/preview/gives", "0.5"), ("/preview/gets", "1,485"), ("/preview/router", ROUTER)],
        may: &[],
        except: &[],
        again: Some(coin_swapped_again),
    },
    Row {
        name: "GET /v1/convert/build-approve",
        is: |request| request.url.contains("/v1/convert/build-approve"),
        good: || {
            let data = format!("0x095ea7b3{:0>64}{:064x}", ROUTER[2..].to_lowercase(), u128::MAX);
            json!({"tx": {"from": format!("eip155:1337:{ALICE}"), "to": format!("eip155:1337:{USDC}"), "data": data, "value": "0",
                "eip155": {"gas": 60000, "gasPrice": "1000000000"}}})
        },
        page: at_the_market,
        walk: token_swapped,
        seen: exchanged,
        // exactly what is needed is asked for, whatever the service says of the allowance
        well: &[("/preview/gives", "250"), ("step", "approve"), ("step", "swap")],
        may: &[],
        except: &[],
        again: Some(token_swapped_again),
    },
    Row {
        name: "GET /getWallets, the first of all",
        is: |request| request.url.contains("/getWallets") && request.url.contains("entries=4&"),
        good: listings,
        page: World::new,
        walk: list_is_open,
        seen: listed,
        well: &[("/allWallets", "40+")],
        // a count that cannot be read is how many have come
        may: &[("/allWallets", &["", "0", "1", "2", "3", "4"])],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getWallets, a page",
        is: |request| request.url.contains("/getWallets") && request.url.contains("entries=40&"),
        good: listings,
        page: World::new,
        walk: list_is_open,
        seen: listed,
        well: &[],
        may: &[],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getWallets, a search",
        is: |request| request.url.contains("/getWallets") && request.url.contains("search="),
        good: listings,
        page: World::new,
        walk: list_is_open,
        seen: listed,
        well: &[],
        may: &[],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getWallets, by ids",
        is: |request| request.url.contains("/getWallets") && request.url.contains("include="),
        good: listings,
        page: featuring,
        walk: list_is_open,
        seen: listed,
        well: &[],
        may: &[("/allWallets", &["", "0", "1", "2"])],
        // how many wallets there are is of no network
        except: &["another network with other numbers"],
        again: None,
    },
    Row {
        name: "GET /getAnalyticsConfig",
        is: |request| request.url.contains("/getAnalyticsConfig"),
        good: || json!({"isAnalyticsEnabled": false}),
        page: consenting,
        walk: reported,
        seen: |world| vec![("reports".into(), world.host.beacons.borrow().len().to_string())],
        well: &[("reports", "0")],
        may: &[],
        except: &["true"],
        again: None,
    },
    Row {
        name: "GET /appkit/v1/config",
        is: |request| request.url.contains("/appkit/v1/config"),
        good: || {
            json!({"features": [{"id": "social_login", "isEnabled": true, "config": ["email", "google"]},
                {"id": "swap", "isEnabled": true, "config": ["1inch"]}, {"id": "onramp", "isEnabled": false, "config": []},
                {"id": "activity", "isEnabled": true, "config": null}, {"id": "reown_branding", "isEnabled": true, "config": []}]})
        },
        page: offering_logins,
        walk: opened_twice,
        seen: decided,
        well: &[("a stranger to log in with", "None")],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "GET /projects/v1/origins",
        is: |request| request.url.contains("/projects/v1/origins"),
        good: || json!({"allowedOrigins": ["https://other.example", "https://*.another.example"]}),
        page: offering_logins,
        walk: |world| {
            world.open("Connect");
            world.pass(20_000);
        },
        seen: |world| fields(world, "connect", &["/logins/refused"]),
        well: &[("/logins/refused", "true")],
        may: &[],
        // too busy to say is not no: asked again with the next opening
        except: &["429", "500 with other numbers"],
        again: None,
    },
    Row {
        name: "POST /e",
        is: |request| request.url.starts_with("http://localhost:4003/e"),
        good: || json!({}),
        page: consenting,
        walk: |world| {
            world.open("Connect");
            world.pass(1);
            world.storage.broken.set(true);
            world.join();
            world.pass(20_000);
        },
        seen: |world| vec![("status".into(), world.status())],
        well: &[],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getBalance",
        is: |request| is_call(request, "eth_getBalance"),
        good: || rpc(json!("0x8ac7230489e80000")),
        page: without_list,
        walk: connected_at_the_account,
        seen: owned,
        well: &[("/balance/amount", "10.000")],
        may: &[FAILED],
        except: &[],
        again: Some(balances_again),
    },
    Row {
        name: "eth_getBalance, of the form",
        is: |request| is_call(request, "eth_getBalance"),
        good: || rpc(json!("0x8ac7230489e80000")),
        page: World::new,
        walk: reviewed,
        seen: sent,
        well: &[("/token/balance", "10.000"), ("/preview/total", TOTAL)],
        may: UNSENT,
        except: &[],
        again: Some(review_again),
    },
    Row {
        name: "eth_gasPrice",
        is: |request| is_call(request, "eth_gasPrice"),
        good: || rpc(json!("0x3b9aca00")),
        page: World::new,
        walk: reviewed,
        seen: sent,
        well: &[("/preview/fee", FEE), ("/preview/total", TOTAL), ("/max", "9.999935")],
        may: UNSENT,
        except: &[],
        again: Some(review_again),
    },
    Row {
        name: "eth_estimateGas",
        is: |request| is_call(request, "eth_estimateGas"),
        good: || rpc(json!("0x5208")),
        page: World::new,
        walk: reviewed,
        seen: sent,
        well: &[("/preview/fee", FEE), ("/preview/total", TOTAL)],
        may: UNSENT,
        except: &[],
        again: Some(review_again),
    },
    Row {
        name: "eth_call balanceOf",
        is: |request| is_eth_call(request, "0x70a08231"),
        good: || rpc(json!(format!("{:#066x}", 12_500_000))),
        page: token_page,
        walk: token_reviewed,
        seen: sent,
        well: &[("/token/balance", "12.500"), ("/preview/amount", "2.5")],
        may: UNSENT,
        except: &[],
        again: Some(token_review_again),
    },
    Row {
        name: "eth_call decimals",
        is: |request| is_eth_call(request, "0x313ce567"),
        good: || rpc(json!(format!("{:#066x}", 6))),
        page: token_page,
        walk: token_reviewed,
        seen: sent,
        well: &[("/token/balance", "12.500"), ("/token/decimals", "6")],
        may: UNSENT,
        except: &[],
        again: Some(token_review_again),
    },
    Row {
        name: "eth_call transfer",
        is: |request| is_eth_call(request, "0xa9059cbb"),
        // it says no: whatever becomes of that is no preview
        good: || rpc(json!(format!("{:#066x}", 0))),
        page: token_page,
        walk: token_reviewed,
        seen: sent,
        well: &[("/token/balance", "12.500")],
        may: &[("/preview/amount", &["2.5"]), ("/preview/fee", &[FEE]), ("/preview/worth", &["$2.50"])],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getTransactionByHash",
        is: |request| is_call(request, "eth_getTransactionByHash"),
        good: || {
            rpc(
                json!({"from": ALICE.to_lowercase(), "to": BOB.to_lowercase(), "value": "0x14d1120d7b160000", "input": "0x",
                "hash": hash(), "chainId": "0x539", "nonce": "0x1", "gas": "0x5208", "blockHash": hash()}),
            )
        },
        page: World::new,
        walk: confirmed,
        seen: sent,
        well: &[("status", "confirmed"), ("sent", "1.5")],
        may: &[
            ("status", &["sent", "unknown", "differs"]),
            ("/preview/amount", &["1.5"]),
            ("/preview/fee", &[FEE]),
            ("/preview/total", &[TOTAL]),
            ("/preview/worth", &["$4,500.00"]),
            ("/worth", &["$4,500.00"]),
            ("/max", &["9.999935"]),
            ("/token/balance", &["10.000"]),
            ("/networkBalanceInUSD", &["$30,000.00"]),
        ],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getTransactionReceipt",
        is: |request| is_call(request, "eth_getTransactionReceipt"),
        // reverted: nothing makes a success of it
        good: || {
            rpc(
                json!({"blockHash": hash(), "transactionHash": hash(), "status": "0x0", "gasUsed": "0x5208", "logs": []}),
            )
        },
        page: World::new,
        walk: confirmed,
        seen: sent,
        well: &[("status", "failed"), ("sent", "1.5")],
        may: &[
            ("status", &["sent", "unknown"]),
            ("/preview/amount", &["1.5"]),
            ("/preview/fee", &[FEE]),
            ("/preview/total", &[TOTAL]),
            ("/preview/worth", &["$4,500.00"]),
            ("/worth", &["$4,500.00"]),
            ("/max", &["9.999935"]),
            ("/token/balance", &["10.000"]),
            ("/networkBalanceInUSD", &["$30,000.00"]),
        ],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getTransactionCount",
        is: |request| is_call(request, "eth_getTransactionCount"),
        // its place is free: only a number beyond it makes it replaced
        good: || rpc(json!("0x7")),
        page: World::new,
        walk: forgotten,
        seen: sent,
        well: &[("status", "sent"), ("sent", "1.5")],
        may: &[
            ("status", &["replaced"]),
            ("/preview/amount", &["1.5"]),
            ("/preview/fee", &[FEE]),
            ("/preview/total", &[TOTAL]),
            ("/preview/worth", &["$4,500.00"]),
            ("/worth", &["$4,500.00"]),
            ("/max", &["9.999935"]),
            ("/token/balance", &["10.000"]),
            ("/networkBalanceInUSD", &["$30,000.00"]),
        ],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_blockNumber, for the page",
        is: |request| is_call(request, "eth_blockNumber"),
        good: || rpc(json!("0x10")),
        page: World::new,
        walk: asked_of_the_node,
        seen: owned,
        well: &[("/balance/amount", "10.000")],
        may: &[],
        except: &[],
        again: Some(balances_again),
    },
    Row {
        name: "eth_call isValidSignature",
        is: |request| is_eth_call(request, "0x1626ba7e"),
        good: || rpc(json!(NEVER)),
        page: || asking_to_sign("0x6000"),
        walk: signed,
        seen: sessions,
        well: &[("sessions", "0")],
        may: &[],
        except: &[],
        again: None,
    },
    Row {
        name: "eth_getCode",
        is: |request| is_call(request, "eth_getCode"),
        good: || rpc(json!("0x")),
        page: || asking_to_sign("0x"),
        walk: signed,
        seen: sessions,
        well: &[("sessions", "0")],
        may: &[],
        except: &[],
        again: None,
    },
];
