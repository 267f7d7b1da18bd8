//! The history of the account: pages, rows, collectibles, and what is said when it cannot be had.

use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::provider::WalletEvent;

/// The world stands at 2023-11-14T22:13:20Z.
pub(super) fn entry(id: &str, mined_at: &str, transfers: Value) -> Value {
    json!({"id": id, "metadata": {"operationType": "send", "hash": hash(), "chain": "eip155:1337", "minedAt": mined_at,
        "sentFrom": ALICE, "sentTo": BOB, "status": "confirmed", "nonce": 7}, "transfers": transfers})
}

pub(super) fn coin(direction: &str, numeric: &str, symbol: &str) -> Value {
    json!({"direction": direction, "quantity": {"numeric": numeric},
        "fungible_info": {"name": symbol, "symbol": symbol, "icon": {"url": format!("http://localhost:4002/{symbol}.png")}}})
}

pub(super) fn nft(direction: &str, name: &str, spam: bool) -> Value {
    json!({"direction": direction, "quantity": {"numeric": "1"}, "nft_info": {"name": name,
        "content": {"preview": {"url": format!("http://localhost:4002/{name}.png")}}, "flags": {"is_spam": spam}}})
}

/// The tab is open on these pages.
pub(super) fn open(pages: Vec<(&'static str, Value)>) -> World {
    let world = World::with_chain(|chain| *chain.history.borrow_mut() = pages);
    look(&world);
    world
}

pub(super) fn look(world: &World) {
    world.open("Account");
    world.dispatch(json!({"type": "accounts.tab", "tab": "activity"}));
}

// req: 2.24
#[test]
fn loads_the_history_when_its_own_view_opens() {
    let pages = vec![("", page(vec![entry("one", NOW, json!([]))], Value::Null))];
    let world = World::with_chain(|chain| *chain.history.borrow_mut() = pages);
    world.open("Activity");
    assert_eq!((world.view().as_str(), names(&world)), ("Activity", vec!["one".to_owned()]));
}

pub(super) fn page(list: Vec<Value>, next: Value) -> Value {
    json!({"data": list, "next": next})
}

pub(super) fn rows(world: &World) -> Vec<Value> {
    let groups = world.slice("activity")["groups"].clone();
    groups.as_array().unwrap().iter().flat_map(|group| group["items"].as_array().unwrap().clone()).collect()
}

pub(super) fn names(world: &World) -> Vec<String> {
    rows(world).iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

pub(super) const NOW: &str = "2023-11-14T22:08:20Z";

// req: 3.11, 3.12, 7.5, 9.21, 9.26, 2.32
#[test]
fn shows_amounts_time_and_counterparty_in_each_row() {
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
    assert_eq!(row["time"].as_str().map(str::len), Some(5), "and the time of day");
    let opened = world.dispatch(json!({"type": "transactions.open", "id": hash()}));
    assert!(world.settled(&opened).is_ok());
    let shown = world.slice("transactions")["shown"].clone();
    assert_eq!(world.view(), "Transaction", "each row has its own view");
    assert_eq!(
        [
            &shown["verb"],
            &shown["amount"],
            &shown["symbol"],
            &shown["to"],
            &shown["phase"],
            &shown["explorerUrl"]
        ],
        [
            &json!("sent"),
            &json!("1,234.56789"),
            &json!("ETH"),
            &json!(BOB),
            &json!("confirmed"),
            &json!(format!("http://localhost:4007/tx/{}", hash()))
        ]
    );
    assert_eq!(
        shown["timeline"],
        json!([{"step": "confirmed", "state": "done"}]),
        "who signed it is not known"
    );
    world.dispatch(json!({"type": "router.back"}));
    assert_eq!(row["link"], format!("http://localhost:4007/tx/{}", hash()));
    assert_eq!(row["testId"], format!("wm-tx-{}", hash()));
    let cat = &rows(&world)[1]["transfers"][0]["nft_info"];
    assert_eq!((&cat["name"], &rows(&world)[2]["legs"][0]["text"]), (&json!("Cat"), &json!("+0.000 USDC")));
    assert_eq!(world.slice("account")["tabs"], json!(["tokens", "nfts", "activity"]));
}

// req: 3.11, 3.12
#[test]
fn passes_transfers_to_the_page_with_the_fields_of_the_spec() {
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

// Without the second look at what is known it stays pending.
#[test]
fn updates_a_pending_row_when_the_first_page_reloads() {
    let of = |status: &str, numeric: &str| {
        let mut entry = entry("a", NOW, json!([coin("out", numeric, "ETH")]));
        entry["metadata"]["status"] = json!(status);
        let older = self::entry("b", "2023-11-02T00:00:00Z", json!([]));
        vec![("", page(vec![entry, older], json!(null)))]
    };
    let world = open(of("pending", "abc"));
    let shown = |world: &World| {
        let row = rows(world)[0].clone();
        (names(world), row["metadata"]["status"].clone(), row["legs"][0]["text"].clone())
    };
    let both = || vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(shown(&world), (both(), json!("pending"), json!("-0.000 ETH")));
    *world.chain.history.borrow_mut() = of("confirmed", "2");
    world.dispatch(json!({"type": "activity.retry"}));
    assert_eq!(shown(&world), (both(), json!("confirmed"), json!("-2.000 ETH")), "in its place, once");
}

// req: 7.5
#[test]
fn loads_pages_by_cursor_and_lists_each_row_once() {
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
fn shows_an_error_and_the_empty_state_when_the_history_fails() {
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
fn keeps_loaded_rows_when_a_later_page_fails() {
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
fn skips_malformed_entries_one_by_one() {
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
fn hides_entries_of_another_network() {
    let mut other = entry("other", NOW, json!([coin("in", "1", "ETH")]));
    other["metadata"]["chain"] = json!("eip155:1");
    let world = open(vec![("", page(vec![other], json!(null)))]);
    // fault 18
    assert_eq!(rows(&world), [Value::Null; 0], "what is of another network is none of this history");
}

// req: 3.12
#[test]
fn hides_spam_until_requested_and_lists_only_nfts_still_owned() {
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
    assert_eq!(world.slice("activity")["nfts"], json!([]), "of the other tab");
    world.dispatch(json!({"type": "accounts.tab", "tab": "nfts"}));
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
fn counts_the_nfts_beyond_the_listed_ones() {
    let named = |n: usize| nft("in", &format!("Cat {n}"), false);
    let rows = (0..60).map(|row| {
        entry(&format!("e{row}"), NOW, Value::Array((0..10).map(|n| named(row * 10 + n)).collect()))
    });
    let world = open(vec![("", page(rows.collect(), json!(null)))]);
    world.dispatch(json!({"type": "accounts.tab", "tab": "nfts"}));
    let activity = world.slice("activity");
    assert_eq!((activity["nfts"].as_array().unwrap().len(), &activity["nftsMore"]), (500, &json!("100")));
}

#[test]
fn never_shows_the_history_of_another_account() {
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
fn reloads_the_history_after_a_send_and_keeps_its_place() {
    let of_another = |id: &str, mined_at: &str| {
        let mut entry = entry(id, mined_at, json!([coin("in", "1", "ETH")]));
        entry["metadata"]["hash"] = json!(format!("0x{}", "cd".repeat(32)));
        entry
    };
    let old = of_another("old", "2023-11-01T00:00:00Z");
    let world = open(vec![
        ("", page(vec![old.clone()], json!("2"))),
        ("2", page(vec![of_another("older", "2023-10-01T00:00:00Z")], json!(null))),
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
fn loads_the_history_only_when_viewed_on_a_served_network() {
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

/// The legs of one entry, as they are rendered.
fn legs(operation: &str, transfers: Value) -> Vec<String> {
    let mut entry = entry("a", NOW, transfers);
    entry["metadata"]["operationType"] = json!(operation);
    let world = open(vec![("", page(vec![entry], Value::Null))]);
    let legs = rows(&world)[0]["legs"].clone();
    legs.as_array().unwrap().iter().map(|leg| leg["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn hides_only_small_two_way_transfers_of_one_token() {
    // a tenth of the other way and a hundredth of the largest, and less of both: left out
    for (transfers, shown) in [
        (json!([coin("out", "1000", "USDC"), coin("in", "9.9", "USDC")]), vec!["-1,000.000 USDC"]),
        (
            json!([coin("out", "1000", "USDC"), coin("in", "10", "USDC")]),
            vec!["-1,000.000 USDC", "+10.000 USDC"],
        ),
        (json!([coin("out", "9.9", "USDC"), coin("in", "1000", "USDC")]), vec!["+1,000.000 USDC"]),
        // little of another token is what someone got for it
        (
            json!([coin("out", "1000", "USDC"), coin("in", "0.3", "ETH")]),
            vec!["-1,000.000 USDC", "+0.300 ETH"],
        ),
        (
            json!([coin("out", "0.001", "ETH"), coin("in", "5000", "USDC")]),
            vec!["-0.001 ETH", "+5,000.000 USDC"],
        ),
        // change beside what was bought
        (
            json!([coin("out", "1000", "USDC"), coin("in", "2", "USDC"), coin("in", "0.3", "ETH")]),
            vec!["-1,000.000 USDC", "+0.300 ETH"],
        ),
        // little beside much the same way is more of it, and a hundredth counts of the largest of all
        (json!([coin("out", "1000", "USDC"), coin("out", "1", "USDC")]), vec!["-1,001.000 USDC"]),
        (
            json!([coin("out", "100", "USDC"), coin("in", "5", "USDC"), coin("in", "9000", "DAI")]),
            vec!["-100.000 USDC", "+9,000.000 DAI"],
        ),
        (json!([coin("out", "100", "USDC"), coin("in", "5", "USDC")]), vec!["-100.000 USDC", "+5.000 USDC"]),
    ] {
        assert_eq!(legs("trade", transfers.clone()), shown, "{transfers}");
    }
}

// Decision 28, "Activity"
#[test]
fn takes_the_sign_of_a_transfer_from_its_direction() {
    for operation in
        ["withdraw", "repay", "burn", "receive", "deposit", "borrow", "claim", "send", "anything"]
    {
        assert_eq!(legs(operation, json!([coin("in", "1", "ETH")])), ["+1.000 ETH"], "{operation}");
        assert_eq!(legs(operation, json!([coin("out", "1", "ETH")])), ["-1.000 ETH"], "{operation}");
        assert_eq!(legs(operation, json!([coin("self", "1", "ETH")])), ["1.000 ETH"], "{operation}");
        let both = json!([coin("in", "1", "ETH"), coin("out", "2", "DAI")]);
        assert_eq!(legs(operation, both), ["-2.000 DAI", "+1.000 ETH"], "{operation}");
    }
}

/// Group and date of one entry, seen at that moment from a place so many minutes ahead of UTC.
fn seen(now: &str, mined_at: &str, minutes: impl Fn(u64) -> i64 + 'static) -> (String, String) {
    let world = World::with_chain(|chain| {
        *chain.history.borrow_mut() =
            vec![("", page(vec![entry("a", mined_at, json!([coin("in", "1", "ETH")]))], Value::Null))];
    });
    world.clock.move_to(wallet_engine::time::parse(now).unwrap());
    world.clock.stand_at(minutes);
    look(&world);
    let group = world.slice("activity")["groups"][0].clone();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&group["title"]), text(&group["items"][0]["date"]))
}

// req: 2.40
// C20, decision 28, "Activity"
#[test]
fn groups_by_month_in_the_users_time_zone() {
    let now = "2024-06-15T12:00:00Z";
    let at = |mined_at: &str, minutes: i64| seen(now, mined_at, move |_| minutes);
    let is = |title: &str, date: &str| (title.to_owned(), date.to_owned());
    for (mined_at, minutes, title, date) in [
        ("2024-03-31T23:30:00Z", 0, "March", "31 Mar"),
        ("2024-03-31T23:30:00Z", 29, "March", "31 Mar"),
        ("2024-03-31T23:30:00Z", 30, "April", "01 Apr"),
        ("2024-03-31T23:30:00Z", 840, "April", "01 Apr"),
        ("2024-04-01T09:59:59Z", -600, "March", "31 Mar"),
        ("2024-04-01T10:00:00Z", -600, "April", "01 Apr"),
        ("2024-04-01T05:44:00Z", -345, "March", "31 Mar"),
        ("2024-02-29T20:00:00Z", 330, "March", "01 Mar"),
        ("2024-02-29T18:00:00Z", 330, "February", "29 Feb"),
        ("2024-01-01T00:15:00Z", -300, "December 2023", "31 Dec"),
        ("2024-01-01T00:15:00Z", 0, "January", "01 Jan"),
        ("2023-12-31T18:30:00Z", 345, "January", "01 Jan"),
        ("2023-12-31T18:00:00Z", 345, "December 2023", "31 Dec"),
        ("1970-01-01T00:30:00Z", -720, "January 1970", "01 Jan"),
    ] {
        assert_eq!(at(mined_at, minutes), is(title, date), "{mined_at} {minutes}");
    }
    // midnight of the new year here: what was yesterday is of last year already, or still of this one
    let new_year = |minutes| seen("2023-12-31T23:30:00Z", "2023-12-31T10:00:00Z", move |_| minutes);
    assert_eq!(new_year(0), is("December", "31 Dec"));
    assert_eq!(new_year(60), is("December 2023", "31 Dec"));
    // each moment by the clocks of its own day: an hour more in summer
    let summer = wallet_engine::time::parse("2024-03-31T01:00:00Z").unwrap();
    let berlin = move |at: u64| if at < summer { 60 } else { 120 };
    assert_eq!(seen(now, "2024-02-29T22:30:00Z", berlin), is("February", "29 Feb"));
    assert_eq!(seen(now, "2024-02-29T23:30:00Z", berlin), is("March", "01 Mar"));
    assert_eq!(seen(now, "2024-04-30T22:30:00Z", berlin), is("May", "01 May"));
}

// req: 10.12
#[test]
fn names_the_coin_by_its_network_and_marks_tokens_that_copy_it() {
    let of = |symbol: &str, name: &str, address: Value| {
        json!({"direction": "in", "quantity": {"numeric": "1"},
            "fungible_info": {"name": name, "symbol": symbol, "address": address}})
    };
    let native = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
    for (transfer, text, is_marked) in [
        (of("DAI", "Dai", json!(native)), "+1.000 ETH", false),
        (of("DAI", "Dai", json!(format!("eip155:1337:{native}"))), "+1.000 ETH", false),
        (of("ETH", "Ether", json!(USDC)), "+1.000 ETH", true),
        (of("\u{415}TH", "x", json!(USDC)), "+1.000 \u{415}TH", true),
        (of("E", "Ethereum", json!(format!("eip155:1337:{USDC}"))), "+1.000 E", true),
        (of("USDC", "USD Coin", json!(USDC)), "+1.000 USDC", false),
        (of("ETH", "Ether", Value::Null), "+1.000 ETH", false),
    ] {
        let world = open(vec![("", page(vec![entry("e", NOW, json!([transfer]))], Value::Null))]);
        let leg = rows(&world)[0]["legs"][0].clone();
        assert_eq!((&leg["text"], &leg["unverified"]), (&json!(text), &json!(is_marked)), "{transfer}");
    }
}
