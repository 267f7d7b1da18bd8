//! What long lists take: the memory of WebAssembly only grows, so the most that is ever held counts, not what is kept alone. Bytes are
//! counted natively, where an address is twice as wide as in a browser (docs/performance.md, "What stays in memory").

use super::counted::{held, most};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::time;

const ROWS: usize = 10_000;
const PAGE: usize = 500;
const TOKENS: usize = 5_000;

fn forget(world: &World) {
    world.http.seen.take();
    world.host.events.take();
    world.tasks.forget();
}

/// A transaction as the demo's service has it, with an id, its own hash and one of a hundred others.
fn row(number: usize) -> Value {
    let newest = time::parse("2023-11-14T22:08:20Z").unwrap();
    let mined = time::iso(newest - number as u64 * 3_600_000).replace(".000Z", "Z");
    json!({"id": format!("{number:064x}"), "metadata": {"operationType": "send", "hash": format!("0x{number:064x}"),
        "chain": "eip155:1337", "minedAt": mined, "sentFrom": ALICE, "sentTo": format!("0x{:040x}", number % 100),
        "status": "confirmed", "nonce": 7},
        "transfers": [{"direction": "out", "quantity": {"numeric": "1.5"}, "fungible_info": {"name": "Ether", "symbol": "ETH",
            "icon": {"url": "http://localhost:4002/images/token/ETH"}}}]})
}

// req: 10.29
#[test]
fn stores_ten_thousand_transactions_in_a_third_of_a_kilobyte_each() {
    let pages: Vec<String> = (0..ROWS / PAGE)
        .map(|number| {
            let list: Vec<Value> = (number * PAGE..(number + 1) * PAGE).map(row).collect();
            let next = (number + 1 < ROWS / PAGE).then(|| format!("p{}", number + 1));
            json!({"data": list, "next": next}).to_string()
        })
        .collect();
    let page_bytes = pages[0].len();
    let world = World::connected();
    world.served(move |request| {
        let (_, query) = request.url.split_once("/history?")?;
        let cursor = query.split('&').find_map(|part| part.strip_prefix("cursor=p"));
        Some(status(200, &pages[cursor.map_or(0, |number| number.parse().unwrap())]))
    });
    world.open("Account");
    forget(&world);
    let before = held();
    most();
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    while world.slice("activity")["hasMore"] == true {
        world.dispatch(json!({"type": "activity.more"}));
        forget(&world);
    }
    let (kept, peak) = (held() - before, most() - before);
    println!("{ROWS} transactions: {kept} bytes are kept, {peak} at most; a page has {page_bytes}");
    let groups = world.slice("activity")["groups"].clone();
    let count: u64 = groups.as_array().unwrap().iter().map(|group| group["count"].as_u64().unwrap()).sum();
    assert_eq!(count, ROWS as u64);
    assert!(kept < 333 * ROWS as isize, "{kept} bytes");
    assert!(peak - kept < 4 * page_bytes as isize, "{peak} bytes at most, {kept} are kept");
}

// req: 10.29
#[test]
fn bounds_the_memory_for_reloading_five_thousand_tokens() {
    let one = |n: usize| {
        json!({"name": format!("Token {n}"), "symbol": format!("T{n}"), "chainId": "eip155:1337", "price": 1,
            "address": format!("eip155:1337:0x{n:040x}"), "quantity": {"decimals": "18", "numeric": format!("{n}.5")},
            "iconUrl": format!("http://localhost:4002/images/token/T{n}")})
    };
    let body = json!({"balances": (1..=TOKENS).map(one).collect::<Vec<_>>()}).to_string();
    let text = isize::try_from(body.len()).unwrap();
    let world = World::connected();
    world.open("Account");
    world.served(move |request| request.url.contains("/balance?").then(|| status(200, &body)));
    forget(&world);
    let before = held();
    let read = || {
        most();
        world.pass(31_000);
        world.dispatch(json!({"type": "balances.refresh"}));
        world.pass(1_000);
        forget(&world);
        (held() - before, most() - before)
    };
    let (first, again) = (read(), read());
    println!("{TOKENS} tokens, a text of {text}: (kept, at most) {first:?}, read again {again:?}");
    let more = world.slice("tokens")["more"].clone();
    assert_eq!(more, "4,900");
    for (kept, peak) in [first, again] {
        assert!(kept < text * 3 / 2, "{kept} bytes are kept");
        assert!(peak < again.1 + text / 10, "{peak} bytes at most");
    }
    assert!(
        again.1 - again.0 < text * 3 / 2,
        "those of before make room for the ones that are read: {again:?}"
    );
}
