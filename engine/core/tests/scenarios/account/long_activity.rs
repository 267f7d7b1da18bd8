//! A history of ten thousand transactions, and one whose pages are not as one would like them: what is kept, drawn and asked for.

use super::activity::{NOW, coin, entry, look, names, nft, open, page, rows};
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::constants::{ACTIVITY_MAX, ACTIVITY_WHOLE, ACTIVITY_WINDOW};
use wallet_engine::time;

const PAGE: usize = 500;
const DAY_MS: u64 = 86_400_000;

fn cursor(number: usize) -> &'static str {
    if number == 0 { "" } else { Box::leak(format!("p{number}").into_boxed_str()) }
}

/// So many transactions, five a day, in pages.
fn pages(count: usize) -> Vec<(&'static str, Value)> {
    let newest = time::parse(NOW).unwrap();
    let one = |number: usize| {
        let at = time::iso(newest - number as u64 * DAY_MS / 5);
        entry(&format!("t{number}"), &at, json!([coin("in", "1.5", "ETH")]))
    };
    let last = count.div_ceil(PAGE);
    let of = |number: usize| {
        let list = (number * PAGE..count.min((number + 1) * PAGE)).map(one).collect();
        page(list, if number + 1 < last { json!(cursor(number + 1)) } else { json!(null) })
    };
    (0..last).map(|number| (cursor(number), of(number))).collect()
}

/// All of them are read.
fn full(count: usize) -> World {
    let world = open(pages(count));
    while world.slice("activity")["hasMore"] == true {
        world.dispatch(json!({"type": "activity.more"}));
    }
    world
}

fn bytes(world: &World) -> usize {
    world.slice("activity").to_string().len()
}

/// Of all months: their titles, how many rows they have, and the ids of those that are drawn.
fn total(world: &World) -> usize {
    let groups = world.slice("activity")["groups"].clone();
    groups.as_array().unwrap().iter().map(|group| group["count"].as_u64().unwrap() as usize).sum()
}

fn look_at(world: &World, at: usize) -> Vec<String> {
    world.dispatch(json!({"type": "activity.look", "at": at}));
    names(world)
}

// docs/spec/performance.md, "growth": counts, no times
#[test]
fn renders_ten_thousand_transactions_at_the_cost_of_a_thousand() {
    let (some, many) = (full(1_000), full(10_000));
    assert_eq!((total(&some), total(&many)), (1_000, 10_000));
    for world in [&some, &many] {
        assert_eq!(names(world).len(), ACTIVITY_WINDOW, "near the top, nobody has looked further down");
        assert_eq!(look_at(world, 500).len(), ACTIVITY_WINDOW);
    }
    let (thousand, ten) = (bytes(&some), bytes(&many));
    assert!(ten < thousand * 3 / 2, "{thousand} bytes, then {ten}");
}

#[test]
fn renders_only_the_rows_near_the_viewed_one() {
    let world = full(1_200);
    let first = |ids: Vec<String>| (ids.first().cloned().unwrap(), ids.last().cloned().unwrap());
    let is = |from: usize, to: usize| (format!("t{from}"), format!("t{to}"));
    assert_eq!(first(names(&world)), is(0, 74));
    assert_eq!(first(look_at(&world, 607)), is(580, 654), "some before it, more behind it, by steps");
    assert_eq!(first(look_at(&world, 1_199)), is(1_125, 1_199), "to the end and no further");
    assert_eq!(first(look_at(&world, 99_999)), is(1_125, 1_199));
    // what is above and below keeps its place: month by month, nothing is missing
    look_at(&world, 607);
    let mut above = 0;
    for group in world.slice("activity")["groups"].as_array().unwrap() {
        let here = group["items"].as_array().unwrap();
        if let Some(item) = here.first() {
            let place = above + group["above"].as_u64().unwrap();
            assert_eq!(item["id"], format!("t{place}"), "{}", group["title"]);
        }
        above += group["count"].as_u64().unwrap();
    }
    // a step that is none announces nothing
    let before = world.host.details("wallet-state").len();
    look_at(&world, 609);
    assert_eq!(world.host.details("wallet-state").len(), before);
}

#[test]
fn renders_a_short_list_completely() {
    let world = full(ACTIVITY_WHOLE);
    look_at(&world, 100);
    assert_eq!(names(&world).len(), ACTIVITY_WHOLE);
    assert_eq!(names(&full(ACTIVITY_WHOLE + 1)).len(), ACTIVITY_WINDOW);
}

#[test]
fn stops_at_the_limit_of_stored_transactions_and_says_so() {
    let world = full(ACTIVITY_MAX + PAGE);
    let slice = world.slice("activity");
    assert_eq!((total(&world), &slice["full"]), (ACTIVITY_MAX, &json!("20,000")));
    assert_eq!(
        world.requests("/history?").len(),
        ACTIVITY_MAX / PAGE,
        "what would not be kept is not asked for"
    );
    assert_eq!(full(ACTIVITY_WHOLE).slice("activity")["full"], Value::Null);
}

#[test]
fn fetches_images_only_for_rendered_rows() {
    let mut all = pages(400);
    for (_, page) in &mut all {
        for (at, entry) in page["data"].as_array_mut().unwrap().iter_mut().enumerate() {
            entry["transfers"] = json!([nft("in", &format!("Cat{at}"), false)]);
        }
    }
    let world = open(all);
    assert_eq!(world.requests("/Cat").len(), ACTIVITY_WINDOW);
    assert_eq!(world.requests("/Cat300.png").len(), 0);
    look_at(&world, 300);
    assert_eq!(world.requests("/Cat300.png").len(), 1);
    let before = world.requests("/Cat").len();
    look_at(&world, 0);
    assert_eq!(world.requests("/Cat").len(), before, "once each");
}

// req: 2.39
#[test]
fn sorts_years_and_months_from_newest_to_oldest() {
    let at = ["2022-12-31T10:00:00Z", "2023-11-02T00:00:00Z", "2023-01-15T00:00:00Z", "2023-11-09T00:00:00Z"];
    let late = ["2022-01-15T00:00:00Z", "2023-01-20T00:00:00Z", "2021-12-01T00:00:00Z"];
    let of = |times: &[&str]| times.iter().map(|at| entry(at, at, json!([coin("in", "1", "ETH")]))).collect();
    let world = open(vec![("", page(of(&at), json!("2"))), ("2", page(of(&late), json!(null)))]);
    world.dispatch(json!({"type": "activity.more"}));
    let groups = world.slice("activity")["groups"].clone();
    let titles: Vec<&str> = groups.as_array().unwrap().iter().map(|g| g["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["November", "January", "December 2022", "January 2022", "December 2021"]);
    assert_eq!(names(&world), [at[3], at[1], late[1], at[2], at[0], late[0], late[2]]);
}

#[test]
fn lists_a_month_once_when_an_hour_repeats() {
    let twice =
        ["2023-11-01T00:50:00Z", "2023-11-01T00:10:00Z", "2023-10-31T23:50:00Z", "2023-10-31T23:10:00Z"];
    let list = twice.iter().map(|at| entry(at, at, json!([]))).collect();
    let world = World::with_chain(|chain| *chain.history.borrow_mut() = vec![("", page(list, json!(null)))]);
    let turn = time::parse("2023-11-01T00:00:00Z").unwrap();
    // summer ends here at midnight: what was November for half an hour is October again
    world.clock.stand_at(move |at| if at < turn { 60 } else { 0 });
    look(&world);
    let groups = world.slice("activity")["groups"].clone();
    let titles: Vec<&str> = groups.as_array().unwrap().iter().map(|g| g["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["November"], "by these clocks all of it is of November");
    let turn = time::parse("2023-11-01T00:30:00Z").unwrap();
    world.clock.stand_at(move |at| if at < turn { 0 } else { -60 });
    world.dispatch(json!({"type": "activity.retry"}));
    let groups = world.slice("activity")["groups"].clone();
    let titles: Vec<&str> = groups.as_array().unwrap().iter().map(|g| g["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["October"]);
}

// req: 5.32
#[test]
fn loads_no_history_without_an_account() {
    let world = World::new();
    *world.chain.history.borrow_mut() = vec![("", page(vec![entry("a", NOW, json!([]))], json!("2")))];
    let asked = |world: &World| {
        for action in ["retry", "more", "renew"] {
            world.run_own("activity", action, json!(null));
        }
        world.open("Activity");
        world.requests("/history").len()
    };
    assert_eq!((asked(&world), &world.slice("activity")["phase"]), (0, &json!("none")));
    // the same commands with an account
    world.join();
    assert_eq!(asked(&world), 2);
    let urls = world.requests("/history");
    assert!(urls.iter().all(|request| request.url.contains(&format!("/v1/account/{ALICE}/history?"))));
    // and once it is gone
    world.dispatch(json!({"type": "accounts.disconnect"}));
    assert_eq!((asked(&world), &world.slice("activity")["phase"]), (2, &json!("none")));
}

// req: 1.23
#[test]
fn shows_the_history_after_the_user_connects() {
    let world = World::new();
    *world.chain.history.borrow_mut() =
        vec![("", page(vec![entry("sent", NOW, json!([coin("out", "2", "ETH")]))], json!(null)))];
    world.open("Activity");
    assert_eq!(world.view(), "Connect", "there is no account yet");
    world.join();
    world.open("Activity");
    assert_eq!((world.view().as_str(), names(&world)), ("Activity", vec!["sent".to_owned()]));
    assert_eq!(
        (&rows(&world)[0]["verb"], &rows(&world)[0]["legs"][0]["text"]),
        (&json!("sent"), &json!("-2.000 ETH"))
    );
}

#[test]
fn fills_the_gap_when_more_than_a_page_is_new() {
    let day = |n: u8| entry(&format!("d{n}"), &format!("2023-11-{n:02}T00:00:00Z"), json!([]));
    let world = open(vec![("", page(vec![day(2), day(1)], json!(null)))]);
    assert_eq!(names(&world), ["d2", "d1"]);
    // two pages have come since, of which the first is all new
    *world.chain.history.borrow_mut() = vec![
        ("", page(vec![day(6), day(5)], json!("2"))),
        ("2", page(vec![day(4), day(3)], json!("3"))),
        ("3", page(vec![day(2), day(1)], json!(null))),
    ];
    world.dispatch(json!({"type": "activity.retry"}));
    assert_eq!(
        (names(&world), &world.slice("activity")["hasMore"]),
        (vec!["d6".into(), "d5".into()], &json!(true))
    );
    world.dispatch(json!({"type": "activity.more"}));
    world.dispatch(json!({"type": "activity.more"}));
    assert_eq!(names(&world), ["d6", "d5", "d4", "d3", "d2", "d1"]);
}

#[test]
fn drops_a_page_that_arrives_after_a_reload_of_the_list() {
    let day = |n: u8| entry(&format!("d{n}"), &format!("2023-11-{n:02}T00:00:00Z"), json!([]));
    let world = open(vec![("", page(vec![day(4)], json!("old"))), ("old", page(vec![day(1)], json!(null)))]);
    let (open, gate) = Gate::new();
    let chain = world.chain.clone();
    world.served(move |request| {
        let answer = respond(&chain, request);
        request.url.contains("cursor=old").then(|| gate.hold(Box::pin(async move { answer })))
    });
    world.dispatch(json!({"type": "activity.more"}));
    *world.chain.history.borrow_mut() =
        vec![("", page(vec![day(9)], json!("new"))), ("old", page(vec![day(1)], json!(null)))];
    world.dispatch(json!({"type": "activity.retry"}));
    assert_eq!(names(&world), ["d9"]);
    open.send(()).unwrap();
    world.run();
    let slice = world.slice("activity");
    assert_eq!(
        (names(&world), &slice["hasMore"], &slice["loadingMore"]),
        (vec!["d9".into()], &json!(true), &json!(false))
    );
}

#[test]
fn stops_loading_after_pages_without_visible_rows() {
    let spam = |id: &str| entry(id, "2023-11-01T00:00:00Z", json!([nft("in", "Prize", true)]));
    let world = open(vec![
        ("", page(vec![entry("a", NOW, json!([]))], json!("2"))),
        ("2", page(vec![spam("s1"), spam("s2")], json!("3"))),
        ("3", page(vec![entry("b", "2023-10-01T00:00:00Z", json!([]))], json!("4"))),
        ("4", page(vec![entry("c", "2023-09-01T00:00:00Z", json!([]))], json!("4"))),
    ]);
    let seen = |world: &World| {
        world.dispatch(json!({"type": "activity.more"}));
        let slice = world.slice("activity");
        (names(world).len(), slice["stalled"].clone(), slice["hasMore"].clone())
    };
    assert_eq!(world.slice("activity")["stalled"], false);
    assert_eq!(seen(&world), (1, json!(true), json!(true)), "only what is hidden has come");
    assert_eq!(seen(&world), (2, json!(false), json!(true)));
    assert_eq!(seen(&world), (3, json!(false), json!(false)), "a cursor that leads to itself is the end");
}

#[test]
fn shows_new_entries_when_the_user_returns_after_30_seconds() {
    let old = entry("old", "2023-11-01T00:00:00Z", json!([]));
    let world = open(vec![("", page(vec![old.clone()], json!(null)))]);
    world.dispatch(json!({"type": "router.close"}));
    *world.chain.history.borrow_mut() =
        vec![("", page(vec![entry("new", NOW, json!([])), old], json!(null)))];
    world.pass(29_000);
    look(&world);
    assert_eq!((names(&world), world.requests("/history?").len()), (vec!["old".into()], 1));
    world.dispatch(json!({"type": "router.close"}));
    world.pass(1_001);
    look(&world);
    assert_eq!((names(&world), world.requests("/history?").len()), (vec!["new".into(), "old".into()], 2));
    // that failed: what is there stays
    world.dispatch(json!({"type": "router.close"}));
    world.chain.history_status.set(500);
    world.pass(30_001);
    look(&world);
    assert_eq!((names(&world).len(), &world.slice("activity")["phase"]), (2, &json!("ready")));
}

#[test]
fn skips_transactions_dated_far_in_the_future() {
    let list = ["2023-11-20T00:00:00Z", "2025-01-01T00:00:00Z", "9999-12-31T23:59:59Z"];
    let list = list.iter().map(|at| entry(at, at, json!([]))).collect();
    let world = open(vec![("", page(list, json!(null)))]);
    assert_eq!(names(&world), ["2023-11-20T00:00:00Z"], "a clock that is some days behind is none");
}
