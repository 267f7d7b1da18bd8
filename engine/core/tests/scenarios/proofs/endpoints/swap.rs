//! What a swap is made of.

use super::*;
use crate::support::market::{Built, Market, NATIVE, ROUTER};
use std::cell::Cell;

/// No one knows a price by the list.
fn without_prices() -> World {
    let world = World::new();
    world.chain.balance.set(10 * ETHER);
    world
}

/// One where nothing can be taken yet, by the node's word.
pub fn market() -> Market {
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
        value: None,
        chain: "eip155:1337".into(),
    }
}

pub const ROWS: &[Row] = &[
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
            // in the coin where no price is known
            ("/details/providerFee", &["0.00425", "$4.25,"]),
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
        // base units of a token that the list calls otherwise than its contract
        may: &[("/preview/gets", &["1,485,000,000"]), ("/preview/expected", &["1,500,000,000"])],
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
                "99,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999,999.99",
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
        // it says that all can be taken, and the node says that nothing may: whatever it says, the allowance is asked for
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
];
