//! The history of the account: pages, rows, collectibles, and what is said when it cannot be had.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::provider::WalletEvent;

/// The world stands at 2023-11-14T22:13:20Z.
fn entry(id: &str, mined_at: &str, transfers: Value) -> Value {
    json!({"id": id, "metadata": {"operationType": "send", "hash": hash(), "chain": "eip155:1337", "minedAt": mined_at,
        "sentFrom": ALICE, "sentTo": BOB, "status": "confirmed", "nonce": 7}, "transfers": transfers})
}

fn coin(direction: &str, numeric: &str, symbol: &str) -> Value {
    json!({"direction": direction, "quantity": {"numeric": numeric},
        "fungible_info": {"name": symbol, "symbol": symbol, "icon": {"url": format!("http://localhost:4002/{symbol}.png")}}})
}

fn nft(direction: &str, name: &str, spam: bool) -> Value {
    json!({"direction": direction, "quantity": {"numeric": "1"}, "nft_info": {"name": name,
        "content": {"preview": {"url": format!("http://localhost:4002/{name}.png")}}, "flags": {"is_spam": spam}}})
}

/// The tab is open on these pages.
fn open(pages: Vec<(&'static str, Value)>) -> World {
    let world = World::with_chain(|chain| *chain.history.borrow_mut() = pages);
    look(&world);
    world
}

fn look(world: &World) {
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
}

fn page(list: Vec<Value>, next: Value) -> Value {
    json!({"data": list, "next": next})
}

fn rows(world: &World) -> Vec<Value> {
    let groups = world.slice("activity")["groups"].clone();
    groups.as_array().unwrap().iter().flat_map(|group| group["items"].as_array().unwrap().clone()).collect()
}

fn names(world: &World) -> Vec<String> {
    rows(world).iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

const NOW: &str = "2023-11-14T22:08:20Z";

// req: 3.11, 3.12, 7.5, 9.21, 9.26, 2.32
#[test]
fn a_row_says_what_moved_when_and_with_whom() {
    let world = open(vec![(
        "",
        page(
            vec![
                entry("a", NOW, json!([coin("out", "1234.56789", "ETH")])),
                entry("b", "2023-11-02T00:00:00Z", json!([nft("in", "Cat", false)])),
                entry("c", "2022-12-31T23:59:59Z", json!([coin("in", "0.0009", "USDC")])),
            ],
            json!(null),
        ),
    )]);
    let asked = world.requests("/history?").pop().unwrap();
    assert!(
        asked.url.starts_with(&format!("http://localhost:4002/v1/account/{ALICE}/history?projectId=demo&"))
    );
    assert!(asked.url.ends_with("&chainId=eip155:1337"), "no empty cursor: {}", asked.url);
    let slice = world.slice("activity");
    assert_eq!((&slice["phase"], &slice["hasMore"]), (&json!("ready"), &json!(false)));
    let titles: Vec<&str> =
        slice["groups"].as_array().unwrap().iter().map(|g| g["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["November", "December 2022"]);
    let row = &rows(&world)[0];
    assert_eq!(
        row["metadata"],
        json!({"hash": hash(), "minedAt": NOW, "chain": "eip155:1337", "status": "confirmed", "operationType": "send",
            "sentFrom": ALICE, "sentTo": BOB})
    );
    assert_eq!(row["transfers"][0]["quantity"]["numeric"], "1234.56789");
    assert_eq!(row["transfers"][0]["fungible_info"]["symbol"], "ETH");
    assert_eq!(
        (&row["verb"], &row["ago"], &row["date"]),
        (&json!("sent"), &json!("5 min"), &json!("14 Nov"))
    );
    assert_eq!(row["legs"][0]["text"], "-1,234.567 ETH");
    assert_eq!(row["counterparty"], "0x70…dc79C8");
    assert_eq!(row["link"], format!("http://localhost:4007/tx/{}", hash()));
    assert_eq!(row["testId"], format!("wm-tx-{}", hash()));
    let cat = &rows(&world)[1]["transfers"][0]["nft_info"];
    assert_eq!((&cat["name"], &rows(&world)[2]["legs"][0]["text"]), (&json!("Cat"), &json!("+0.000 USDC")));
    assert_eq!(world.slice("account")["tabs"], json!(["tokens", "nfts", "activity"]));
}

// req: 3.11, 3.12
#[test]
fn what_moved_has_the_names_of_the_specification() {
    let world = open(vec![(
        "",
        page(vec![entry("a", NOW, json!([nft("in", "Cat", true), coin("out", "1", "ETH")]))], json!(null)),
    )]);
    let transfers = rows(&world)[0]["transfers"].clone();
    // fault 17: as the service gives it (docs/spec/services.md A7), as contract-helper.ts has it
    assert_eq!(transfers[0]["nft_info"]["content"]["preview"]["url"], "http://localhost:4002/Cat.png");
    assert_eq!(transfers[0]["nft_info"]["flags"]["is_spam"], true);
    assert_eq!(transfers[1]["fungible_info"]["icon"]["url"], "http://localhost:4002/ETH.png");
}

// req: 7.5
#[test]
fn pages_follow_by_their_cursor_and_a_row_stands_once() {
    let at = |n: u8| format!("2023-11-{n:02}T00:00:00Z");
    let of = |ids: &[(&str, u8)]| {
        ids.iter().map(|(id, day)| entry(id, &at(*day), json!([coin("in", "1", "ETH")]))).collect::<Vec<_>>()
    };
    let world = open(vec![
        ("", page(of(&[("a", 9), ("b", 8)]), json!("p/2"))),
        ("p%2F2", page(of(&[("b", 8), ("c", 7)]), json!("p3"))),
        ("p3", page(of(&[("d", 6)]), json!(null))),
    ]);
    assert_eq!(
        (names(&world), &world.slice("activity")["hasMore"]),
        (vec!["a".into(), "b".into()], &json!(true))
    );
    for _ in 0..3 {
        drop(world.engine.dispatch(json!({"type": "activity.more"})));
    }
    world.run();
    assert_eq!(names(&world), ["a", "b", "c"]);
    assert_eq!(world.requests("/history?").len(), 2, "clicks join");
    world.dispatch(json!({"type": "activity.more"}));
    assert_eq!((names(&world).len(), &world.slice("activity")["hasMore"]), (4, &json!(false)));
    world.dispatch(json!({"type": "activity.more"}));
    assert_eq!(world.requests("/history?").len(), 3, "the end is the end");
}

// req: 8.17
#[test]
fn a_history_that_cannot_be_had_says_so_and_shows_the_empty_state() {
    let world = World::with_chain(|chain| chain.history_status.set(500));
    look(&world);
    assert_eq!(world.toasts(), ["Failed to fetch transactions"]);
    assert_eq!(world.host.details("wallet-toast")[0]["variant"], "error");
    assert_eq!(world.tracked("ERROR_FETCH_TRANSACTIONS").len(), 1);
    let slice = world.slice("activity");
    assert_eq!(
        (&slice["phase"], &slice["groups"], &slice["hasMore"]),
        (&json!("failed"), &json!([]), &json!(false))
    );
    world.chain.history_status.set(200);
    *world.chain.history.borrow_mut() = vec![("", page(vec![entry("a", NOW, json!(null))], json!(null)))];
    world.dispatch(json!({"type": "activity.retry"}));
    assert_eq!((names(&world), world.toasts().len()), (vec!["a".into()], 1));
}

#[test]
fn a_later_page_that_does_not_come_keeps_what_is_there() {
    let world = open(vec![
        ("", page(vec![entry("a", NOW, json!([coin("in", "1", "ETH")]))], json!("2"))),
        ("2", page(vec![entry("b", NOW, json!([coin("in", "1", "ETH")]))], json!(null))),
    ]);
    world.chain.history_status.set(503);
    world.dispatch(json!({"type": "activity.more"}));
    world.pass(10_000);
    let slice = world.slice("activity");
    assert_eq!(
        (&slice["phase"], &slice["moreFailed"], &slice["loadingMore"]),
        (&json!("ready"), &json!(true), &json!(false))
    );
    assert_eq!((names(&world).len(), world.toasts().len()), (1, 1));
    world.chain.history_status.set(200);
    world.dispatch(json!({"type": "activity.more"}));
    assert_eq!((names(&world).len(), &world.slice("activity")["moreFailed"]), (2, &json!(false)));
}

#[test]
fn what_does_not_fit_is_left_out_one_by_one() {
    let good = entry("good", NOW, json!([coin("in", "1", "ETH")]));
    let change = |field: &str, value: Value| {
        let mut bad = entry(&format!("bad {field} {value}"), NOW, json!([coin("in", "1", "ETH")]));
        bad["metadata"][field] = value;
        bad
    };
    let mut list = vec![
        json!(null),
        json!(7),
        json!("x"),
        json!({}),
        json!({"id": "x"}),
        json!({"id": "", "metadata": {}}),
    ];
    list.extend([
        change("minedAt", json!("yesterday")),
        change("minedAt", json!(7)),
        change("operationType", json!(null)),
    ]);
    list.push(good);
    list.push(entry("odd", NOW, json!([null, 7, {"direction": "up"}, {"direction": "in", "quantity": {"numeric": "1"}},
        {"direction": "in", "quantity": {"numeric": "abc"}, "fungible_info": {"symbol": "ETH"}},
        {"direction": "in", "quantity": {"numeric": "1"}, "fungible_info": {"symbol": "<b>", "icon": {"url": "javascript:x"}}}])));
    let mut strange = entry("strange", NOW, json!(null));
    strange["metadata"] = json!({"operationType": "teleport", "minedAt": NOW, "hash": "0x12", "status": 7});
    list.push(strange);
    let world = open(vec![("", page(list, json!(7)))]);
    assert_eq!(names(&world), ["good", "odd", "strange"]);
    let all = rows(&world);
    assert_eq!(all[1]["transfers"].as_array().unwrap().len(), 2);
    assert_eq!(all[1]["legs"][0]["text"], "+0.000 ETH", "what is no number is nothing (5.23)");
    assert_eq!(all[1]["legs"][1]["text"], "+1.000 <b>");
    assert_eq!((&all[2]["verb"], &all[2]["link"]), (&json!("teleport"), &Value::Null));
    assert_eq!(world.slice("activity")["hasMore"], false);
}

#[test]
fn an_entry_of_another_chain_is_not_linked_to_this_one() {
    let mut other = entry("other", NOW, json!([coin("in", "1", "ETH")]));
    other["metadata"]["chain"] = json!("eip155:1");
    let world = open(vec![("", page(vec![other], json!(null)))]);
    // fault 18
    assert!(rows(&world).iter().all(|row| row["link"].is_null()), "the explorer of another network");
}

// req: 3.12
#[test]
fn spam_is_hidden_until_asked_for_and_collectibles_are_what_is_still_there() {
    let world = open(vec![(
        "",
        page(
            vec![
                entry("left", "2023-11-09T00:00:00Z", json!([nft("out", "Dog", false)])),
                entry("spam", "2023-11-08T00:00:00Z", json!([nft("in", "Prize", true)])),
                entry(
                    "mixed",
                    "2023-11-07T00:00:00Z",
                    json!([nft("in", "Gift", true), coin("in", "1", "ETH")]),
                ),
                entry(
                    "came",
                    "2023-11-06T00:00:00Z",
                    json!([nft("in", "Dog", false), nft("in", "Cat", false)]),
                ),
            ],
            json!(null),
        ),
    )]);
    assert_eq!((names(&world).len(), &world.slice("activity")["spam"]), (3, &json!(1)));
    let nfts = world.slice("activity")["nfts"].clone();
    let names_of: Vec<&str> =
        nfts.as_array().unwrap().iter().map(|nft| nft["name"].as_str().unwrap()).collect();
    assert_eq!(names_of, ["Cat"], "the dog has left, and a prize is no collectible");
    world.dispatch(json!({"type": "activity.spam", "shown": true}));
    assert_eq!(names(&world).len(), 4);
    world.dispatch(json!({"type": "activity.spam", "shown": false}));
    assert_eq!(names(&world).len(), 3);
}

#[test]
fn the_history_of_one_account_is_never_shown_for_another() {
    let world =
        open(vec![("", page(vec![entry("alice", NOW, json!([coin("in", "1", "ETH")]))], json!("2")))]);
    let (open, gate) = Gate::new();
    let chain = world.chain.clone();
    world.served(move |request| {
        let answer = respond(&chain, request);
        request.url.contains("/history?").then(|| gate.hold(Box::pin(async move { answer })))
    });
    world.dispatch(json!({"type": "activity.more"}));
    *world.chain.history.borrow_mut() =
        vec![("", page(vec![entry("bob", NOW, json!([coin("in", "1", "ETH")]))], json!(null)))];
    world.wallets.tell(1, &WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!(names(&world), ["bob"], "read anew, because the tab is open");
    open.send(()).unwrap();
    world.run();
    assert_eq!((names(&world), &world.slice("activity")["loadingMore"]), (vec!["bob".into()], &json!(false)));
    world.wanders(1338);
    assert!(world.requests("/history?").pop().unwrap().url.ends_with("chainId=eip155:1338"));
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!((names(&world), &world.slice("activity")["phase"]), (vec![], &json!("none")));
}

#[test]
fn after_a_send_the_history_is_read_again_and_keeps_its_place() {
    let old = entry("old", "2023-11-01T00:00:00Z", json!([coin("in", "1", "ETH")]));
    let world = open(vec![
        ("", page(vec![old.clone()], json!("2"))),
        ("2", page(vec![entry("older", "2023-10-01T00:00:00Z", json!(null))], json!(null))),
    ]);
    world.dispatch(json!({"type": "activity.more"}));
    world.form("1", BOB);
    world.dispatch(json!({"type": "send.review"}));
    world.chain.receipt.set(None);
    world.dispatch(json!({"type": "send.confirm"}));
    assert_eq!(world.slice("activity")["pending"][0]["hash"], hash(), "on top, until it is settled");
    world.chain.receipt.set(Some("0x1"));
    world.chain.history.borrow_mut()[0].1 =
        page(vec![entry("new", NOW, json!([coin("out", "1", "ETH")])), old], json!("2"));
    world.pass(1_000);
    assert_eq!(world.slice("activity")["pending"], json!([]));
    assert_eq!(names(&world), ["new", "old", "older"]);
    assert_eq!(world.slice("activity")["hasMore"], false);
}

// req: 7.2
#[test]
fn nothing_is_asked_before_somebody_looks_or_where_nobody_serves() {
    let world = World::connected();
    world.open("Account");
    assert_eq!(world.requests("/history?").len(), 0, "the tokens are shown");
    for _ in 0..2 {
        world.dispatch(json!({"type": "accounts.tab", "tab": "nfts"}));
        world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
    }
    assert_eq!(world.requests("/history?").len(), 1);
    let world = World::with_chain(|chain| chain.supported.borrow_mut().clear());
    look(&world);
    assert_eq!(world.requests("/history?").len(), 0);
    assert_eq!(world.slice("activity")["phase"], "ready", "empty, and no failure");
}
