//! What a service says of an account.

use super::*;

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

fn whose(world: &World) -> Seen {
    fields(world, "account", &["/address", "/balance/amount"])
}

fn history_again(world: &World) {
    world.dispatch(json!({"type": "activity.retry"}));
    world.pass(5_000);
}

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
        // what isn't a number is nothing (5.23); a direction is left away with what it was of
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
];
