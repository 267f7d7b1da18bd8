//! What buying for money is made of.

use super::*;
use crate::support::onramp::{PAGE, Shop, options_of_shop, quote_of};

pub fn shop() -> Shop {
    let shop = Shop::default();
    shop.writes("e-old", "confirmed", "DUSD", "1");
    shop
}

fn priced(world: &World) {
    world.join();
    world.open("Account");
    world.buys("100");
}

fn priced_again(world: &World) {
    world.dispatch(json!({"type": "router.close", "reason": "host"}));
    world.open("Account");
    world.buys("100");
}

/// A tap on Coinbase; its window opens.
fn gone(world: &World) {
    world.dispatch(json!({"type": "buy.choose"}));
    world.taps("coinbase", true);
    world.pass(20_000);
}

fn at_coinbase(world: &World) {
    priced(world);
    gone(world);
}

fn at_coinbase_again(world: &World) {
    priced_again(world);
    gone(world);
}

/// What can be bought and paid in, and what it costs.
fn offered(world: &World) -> Seen {
    let mut seen = fields(
        world,
        "onramp",
        &[
            "/check",
            "/paymentCurrency/id",
            "/purchaseCurrency/symbol",
            "/purchaseAmount",
            "/quote/got",
            "/quote/isEstimate",
            "/quote/paymentTotal",
            "/quote/paymentSubtotal",
            "/quote/networkFee",
            "/quote/providerFee",
            "/limit",
        ],
    );
    for method in world.onramp()["methods"].as_array().unwrap() {
        seen.push(("range".into(), method["range"].as_str().unwrap().into()));
    }
    seen
}

/// Where a window went, and what was said to have come.
fn bought(world: &World) -> Seen {
    let windows = world.popups.windows.borrow();
    let mut seen: Seen = vec![("phase".into(), world.phase_of_buying())];
    seen.extend(windows.iter().flat_map(|window| {
        let urls: Vec<String> = window.urls.borrow().clone();
        // the rest of an address is the provider's own
        let origin = |url: String| url.split('/').take(3).collect::<Vec<_>>().join("/");
        urls.into_iter().map(move |url| ("gone to".to_owned(), origin(url)))
    }));
    seen.extend(world.toasts().into_iter().map(|text| ("toast".to_owned(), text)));
    seen
}

/// No price: what stands in for one is called that, and the button is off.
const NO_PRICE: &[(&str, &[&str])] = &[
    ("/check", &["no_quote"]),
    ("/quote/isEstimate", &["true"]),
    ("/purchaseAmount", &["100"]),
    ("/quote/paymentSubtotal", &["$100"]),
];

pub const ROWS: &[Row] = &[
    Row {
        name: "GET /v1/onramp/options",
        is: |request| request.url.contains("/v1/onramp/options"),
        good: options_of_shop,
        page: World::new,
        walk: priced,
        seen: offered,
        well: &[
            ("/check", "ready"),
            ("/quote/got", "98"),
            ("range", "$5 - $5,000"),
            ("range", "$20 - $20,000"),
        ],
        may: &[
            // the sample, which is not sold on this network; or lists of which something is left
            ("/check", &["unavailable", "loading"]),
            ("/purchaseCurrency/symbol", WORDS),
            ("/paymentCurrency/id", &["EUR"]),
            ("range", &["$10 - $7,500", "$10 - $25,000", "€5 - €4,500"]),
            ("/quote/paymentTotal", &["€100"]),
            ("/quote/paymentSubtotal", &["€98"]),
            ("/quote/networkFee", &["€0.35"]),
            ("/quote/providerFee", &["€1.65"]),
        ],
        except: &[],
        // asked once, as long as the page lives, if there was a list
        again: None,
    },
    Row {
        name: "POST /v1/onramp/quote",
        is: |request| request.url.contains("/v1/onramp/quote"),
        good: || {
            let asked = json!({"amount": "100.00", "paymentCurrency": {"id": "USD"}, "purchaseCurrency": {"symbol": "DUSD"}});
            quote_of(&asked)
        },
        page: World::new,
        walk: priced,
        seen: offered,
        well: &[("/check", "ready"), ("/quote/got", "98"), ("/quote/networkFee", "$0.35")],
        may: NO_PRICE,
        except: &[],
        again: Some(priced_again),
    },
    Row {
        name: "POST /v1/generators/onrampurl",
        is: |request| request.url.contains("/v1/generators/onrampurl"),
        good: || json!({ "url": PAGE }),
        page: World::new,
        walk: at_coinbase,
        seen: bought,
        well: &[("phase", "waiting"), ("gone to", "https://pay.example")],
        may: &[("phase", &["failed", "preparing"])],
        except: &[],
        again: Some(at_coinbase_again),
    },
    Row {
        name: "GET /v1/account/{account}/history, of onramp purchases",
        is: |request| request.url.contains("onramp=coinbase"),
        // nothing that is new: no mutation may make a purchase of it
        good: || json!({ "data": *shop().entries.borrow(), "next": null }),
        page: World::new,
        walk: at_coinbase,
        seen: bought,
        well: &[("phase", "waiting"), ("gone to", "https://pay.example")],
        // its first answer is waited for
        may: &[("phase", &["preparing", "ready"])],
        except: &[],
        again: Some(at_coinbase_again),
    },
];
