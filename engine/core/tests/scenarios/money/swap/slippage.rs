//! What can be lost to the price: chosen in the form, kept for this browser, a bound of what a service builds; and a swap that gives much
//! less than it is worth takes a tick.

use crate::support::market::*;
use crate::support::*;
use serde_json::{Value, json};

fn choose(world: &World, value: &str, own: bool) {
    let chosen = world.dispatch(json!({"type": "swap.slippage", "value": value, "own": own}));
    assert!(world.settled(&chosen).is_ok());
}

fn asked(world: &World) -> Value {
    let request = world.requests("/v1/convert/build-transaction").last().unwrap().clone();
    serde_json::from_str::<Value>(&request.body.unwrap().text).unwrap()["eip155"]["slippage"].clone()
}

fn of_form(world: &World) -> (Value, Value, bool, Value) {
    let slice = world.slice("swap");
    let is_high = slice["slippage"]["isHigh"].as_bool().unwrap();
    (slice["slippage"]["choice"].clone(), slice["slippage"]["text"].clone(), is_high, slice["check"].clone())
}

// req: 9.38
#[test]
fn passes_the_chosen_slippage_and_shows_the_minimum() {
    for (value, own, choice, text, is_high, least, wire) in [
        ("auto", false, "auto", "1%", false, "2,970", "1"),
        ("0.5", false, "half", "0.5%", false, "2,985", "0.5"),
        ("1", false, "one", "1%", false, "2,970", "1"),
        ("2.5", true, "own", "2.5%", false, "2,925", "2.5"),
        ("3", true, "own", "3%", false, "2,910", "3"),
        ("3.01", true, "own", "3.01%", true, "2,909.7", "3.01"),
        ("0.1", true, "own", "0.1%", false, "2,997", "0.1"),
        ("5", true, "own", "5%", true, "2,850", "5"),
    ] {
        let (world, _) = World::at_market();
        world.swap_form("native", "USDC", "1");
        choose(&world, value, own);
        assert_eq!(of_form(&world), (json!(choice), json!(text), is_high, json!("ready")), "{value}");
        let details = world.slice("swap")["details"].clone();
        assert_eq!(
            (&details["slippage"], &details["isSlippageHigh"]),
            (&json!(text), &json!(is_high)),
            "{value}"
        );
        assert!(details["minimum"].as_str().unwrap().starts_with(least), "{value}: {details}");
        assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok(), "{value}");
        assert_eq!(asked(&world).to_string(), wire, "{value}");
        let slice = world.slice("swap");
        assert!(slice["preview"]["gets"].as_str().unwrap().starts_with(least), "{value}");
        assert_eq!(slice["details"]["slippage"], text, "{value}");
        assert!(world.settled(&world.swap_confirm()).is_ok(), "{value}");
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1, "{value}");
    }
}

#[test]
fn blocks_a_build_below_the_chosen_slippage() {
    // (chosen, hundredths of a percent that the service keeps back, is it taken)
    for (chosen, kept_back, is_taken) in [
        ("0.5", 50, true),
        ("0.5", 51, false),
        ("0.5", 100, false),
        ("auto", 100, true),
        ("auto", 101, false),
        ("2.5", 250, true),
        ("2.5", 251, false),
        ("5", 501, false),
        ("0.1", 0, true),
    ] {
        let (world, market) = World::at_market();
        *market.lie.borrow_mut() = Some(Box::new(move |built| {
            built.minimum = 3_000_000_000 * (10_000 - kept_back) / 10_000;
        }));
        world.swap_form("native", "USDC", "1");
        choose(&world, chosen, !["auto", "0.5"].contains(&chosen));
        let reviewed = world.settled(&world.dispatch(json!({"type": "swap.review"})));
        assert_eq!(reviewed.is_ok(), is_taken, "{chosen} {kept_back}");
        if let Err(error) = reviewed {
            assert_eq!(error.to_string(), "This swap can't be checked");
        }
        assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    }
}

#[test]
fn blocks_the_review_for_an_invalid_slippage() {
    let (world, _) = World::at_market();
    world.swap_form("native", "USDC", "1");
    choose(&world, "2", true);
    for typed in ["", "0", "0.09", "5.01", "50", "1.234", "abc", "-1", "1e0", "99999999999999999999999"] {
        choose(&world, typed, true);
        let slice = world.slice("swap");
        assert_eq!(
            (&slice["check"], &slice["slippage"]["isWrong"]),
            (&json!("slippage"), &json!(true)),
            "{typed}"
        );
        assert_eq!((&slice["slippage"]["own"], &slice["slippage"]["text"]), (&json!(typed), &json!("2%")));
        assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_err(), "{typed}");
        assert_eq!(world.asked("build-transaction"), 0);
    }
    choose(&world, "0.5", false);
    assert_eq!(of_form(&world), (json!("half"), json!("0.5%"), false, json!("ready")));
}

#[test]
fn remembers_the_slippage_in_this_browser() {
    let (world, _) = World::at_market();
    world.swap_form("native", "USDC", "1");
    choose(&world, "2.5", true);
    choose(&world, "2.5x", true);
    let world = world.reload_with(options_of_market());
    let market = std::rc::Rc::new(Market {
        held: std::cell::Cell::new(500),
        price: std::cell::Cell::new(3000),
        ..Market::default()
    });
    world.served(move |request| market.answer(request));
    world.join();
    world.open("Account");
    world.swap_form("native", "USDC", "1");
    let slice = world.slice("swap");
    assert_eq!(
        (&slice["slippage"]["choice"], &slice["slippage"]["own"], &slice["details"]["minimum"]),
        (&json!("own"), &json!("2.5"), &json!("2,925 USDC"))
    );
    choose(&world, "auto", false);
    assert_eq!(of_form(&world).0, "auto");
    for forged in [json!("7"), json!("0"), json!(250), json!({}), json!("1e1")] {
        let record = json!({"v": 1, "seq": 900, "value": forged}).to_string();
        world.storage.records.borrow_mut().insert("swap_slippage".into(), record);
        let again = World::with(options_of_market(), world.storage.clone());
        again.join();
        again.open("Account");
        again.dispatch(json!({"type": "swap.open"}));
        again.pass(200);
        let slice = again.slice("swap");
        assert_eq!(
            (&slice["slippage"]["choice"], &slice["slippage"]["text"]),
            (&json!("auto"), &json!("1%")),
            "{forged}"
        );
    }
}

#[test]
fn keeps_a_previews_slippage_after_a_change() {
    let (world, _) = World::at_market();
    world.swap_form("native", "USDC", "1");
    choose(&world, "0.5", false);
    assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok());
    choose(&world, "5", true);
    let slice = world.slice("swap");
    assert_eq!((&slice["details"]["slippage"], &slice["slippage"]["text"]), (&json!("0.5%"), &json!("0.5%")));
    // built again it is built with the same
    world.pass(10_000);
    assert_eq!(asked(&world).to_string(), "0.5");
    assert_eq!(world.slice("swap")["preview"]["gets"], "2,985");
    assert!(world.settled(&world.swap_confirm()).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

#[test]
fn drops_a_review_prepared_with_an_older_slippage() {
    let (world, market) = World::at_market();
    world.swap_form("native", "USDC", "1");
    let (open, gate) = Gate::new();
    world.served(move |request| {
        let answer = market.answer(request)?;
        Some(if request.url.contains("build-transaction") { gate.hold(answer) } else { answer })
    });
    let reviewed = world.dispatch(json!({"type": "swap.review"}));
    world.run();
    choose(&world, "0.5", false);
    open.send(()).unwrap();
    world.run();
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!((world.view().as_str(), world.slice("swap")["phase"].as_str()), ("Swap", Some("editing")));
}

/// One ether is quoted so many dollars, while it is worth 3,000.
fn at_impact(gets: u128) -> (World, std::rc::Rc<Market>) {
    let (world, market) = World::at_market();
    market.price.set(gets);
    let prices = json!({"fungibles": [{"price": 3000}, {"price": 1}, {"price": 3000}]});
    market.bodies.borrow_mut().push(("/v1/fungible/price", prices));
    world.swap_form("native", "USDC", "1");
    (world, market)
}

fn tick(world: &World, revision: u64, accepted: bool) {
    world.dispatch(json!({"type": "swap.accept", "revision": revision, "accepted": accepted}));
}

#[test]
fn requires_a_tick_from_ten_percent_price_impact() {
    for (gets, impact, is_high, is_critical) in [
        (2_911, "2.96%", false, false),
        (2_851, "4.96%", false, false),
        (2_850, "5%", true, false),
        (2_701, "9.96%", true, false),
        (2_700, "10%", true, true),
        (1_500, "50%", true, true),
    ] {
        let (world, _) = at_impact(gets);
        let details = world.slice("swap")["details"].clone();
        assert_eq!((&details["impact"], &details["isImpactHigh"]), (&json!(impact), &json!(is_high)));
        assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok());
        let preview = || world.slice("swap")["preview"].clone();
        assert_eq!(
            (&preview()["isCritical"], &preview()["isAccepted"]),
            (&json!(is_critical), &json!(false)),
            "{impact}"
        );
        world.swap_confirm();
        world.run();
        assert_eq!(world.wallets.count("eth_sendTransaction"), usize::from(!is_critical), "{impact}");
        if is_critical {
            assert_eq!(world.slice("swap")["phase"], "review");
            tick(&world, 1, true);
            assert_eq!(preview()["isAccepted"], false, "a tick of another price");
            tick(&world, 0, true);
            tick(&world, 0, false);
            world.swap_confirm();
            world.run();
            assert_eq!(world.wallets.count("eth_sendTransaction"), 0, "taken back");
            tick(&world, 0, true);
            assert!(world.settled(&world.swap_confirm()).is_ok());
            assert_eq!(world.wallets.count("eth_sendTransaction"), 1, "{impact}");
        }
    }
}

// The service that quotes says the prices too, or says none: neither rules out that much is lost.
// req: 10.12
#[test]
fn requires_a_tick_without_a_second_price_and_says_why() {
    for (prices, doubt) in [(None, "one_price"), (Some(json!({"fungibles": []})), "no_price")] {
        let (world, market) = World::at_market();
        market.bodies.borrow_mut().extend(prices.map(|body| ("/v1/fungible/price", body)));
        world.swap_previewed("native", "USDC", "1");
        let preview = || world.slice("swap")["preview"].clone();
        assert_eq!((&preview()["isCritical"], &preview()["doubt"]), (&json!(false), &json!(doubt)));
        let confirm = || world.dispatch(json!({"type": "swap.confirm", "step": 0, "revision": 0}));
        assert!(world.settled(&confirm()).is_ok());
        assert_eq!(world.wallets.count("eth_sendTransaction"), 0, "{doubt}");
        tick(&world, 0, true);
        assert!(world.settled(&confirm()).is_ok());
        assert_eq!(world.wallets.count("eth_sendTransaction"), 1, "{doubt}");
    }
}

#[test]
fn clears_the_tick_when_the_price_gets_worse() {
    let (world, market) = at_impact(2_000);
    assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok());
    tick(&world, 0, true);
    market.price.set(1_000);
    world.pass(10_000);
    let preview = world.slice("swap")["preview"].clone();
    assert_eq!((&preview["revision"], &preview["isAccepted"]), (&json!(1), &json!(false)));
    world.swap_confirm();
    world.run();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    tick(&world, 1, true);
    // it has become no worse: the tick stands
    market.price.set(1_100);
    world.pass(10_000);
    assert_eq!(world.slice("swap")["preview"]["isAccepted"], true);
    assert!(world.settled(&world.swap_confirm()).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

#[test]
fn requires_a_tick_when_the_impact_becomes_critical() {
    let (world, market) = at_impact(3_000);
    assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok());
    market.price.set(2_000);
    world.pass(10_000);
    assert_eq!(world.slice("swap")["preview"]["isCritical"], true);
    world.swap_confirm();
    world.run();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

// a step that allows is of the same bargain
#[test]
fn requires_one_tick_for_the_approval_and_swap_of_a_bad_price() {
    let (world, market) = World::at_market();
    let prices = json!({"fungibles": [{"price": 1}, {"price": 4000}, {"price": 4000}]});
    market.bodies.borrow_mut().push(("/v1/fungible/price", prices));
    // an ether costs 4,500 here
    market.price.set(4_500);
    world.swap_previewed("USDC", "native", "250");
    assert_eq!(world.slice("swap")["preview"]["isCritical"], true);
    world.swap_confirm();
    world.run();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    tick(&world, 0, true);
    assert!(world.settled(&world.swap_confirm()).is_ok());
    market.allowance.set(250_000_000);
    world.pass(1_000);
    assert_eq!(world.slice("swap")["preview"]["isAccepted"], true);
    assert!(world.settled(&world.swap_confirm()).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 2);
}

// from a preview that was reverted there is no quote of now: what it is worth is read with the new one
#[test]
fn recalculates_the_impact_in_a_second_review() {
    let (world, market) = at_impact(3_000);
    assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok());
    world.chain.receipt.set(Some("0x0"));
    assert!(world.settled(&world.swap_confirm()).is_ok());
    world.pass(2_000);
    assert_eq!(world.slice("swap")["phase"], "failed");
    market.price.set(1_000);
    world.swap_confirm();
    world.pass(1_000);
    let preview = world.slice("swap")["preview"].clone();
    assert_eq!((&preview["gets"], &preview["isCritical"]), (&json!("990"), &json!(true)));
    world.swap_confirm();
    world.run();
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}
