//! The form: tokens named by a host, typed amounts, a quote that follows what is typed, turning round, where swaps are offered.

use crate::support::market::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::ports::host::Page;

fn check(world: &World) -> String {
    world.slice("swap")["check"].as_str().unwrap().to_owned()
}

// req: 2.20, 7.7
#[test]
fn reports_the_first_error_and_lists_swappable_tokens() {
    let (world, market) = World::at_market();
    world.open("Swap");
    world.pass(200);
    let slice = world.slice("swap");
    assert_eq!((&slice["source"]["symbol"], &slice["target"]), (&json!("ETH"), &Value::Null));
    assert_eq!(check(&world), "select_token");
    world.dispatch(json!({"type": "swap.select", "side": "toToken"}));
    assert_eq!(world.view(), "SwapSelectToken");
    let symbols = |of: &str| -> Vec<String> {
        let slice = world.slice("swap");
        slice[of].as_array().unwrap().iter().map(|row| row["symbol"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(symbols("suggested"), ["ETH", "DAI", "USDC"]);
    assert_eq!(
        (symbols("held"), symbols("others")),
        (vec!["ETH".into(), "USDC".into()], vec!["DAI".to_owned()])
    );
    world.dispatch(json!({"type": "swap.search", "text": "dai"}));
    assert_eq!(
        (symbols("suggested"), symbols("held"), symbols("others")),
        (vec![], vec![], vec!["DAI".to_owned()])
    );
    let usdc = format!("eip155:1337:{USDC}");
    assert!(world.settled(&world.dispatch(json!({"type": "swap.token", "id": usdc}))).is_ok());
    assert_eq!((world.view().as_str(), check(&world).as_str()), ("Swap", "enter_amount"));
    for (amount, expected) in [
        ("abc", "invalid_amount"),
        ("0", "invalid_amount"),
        ("1e3", "invalid_amount"),
        ("0.0000000000000000001", "invalid_amount"),
        ("11", "insufficient_balance"),
        ("1", "no_quote"),
    ] {
        world.dispatch(json!({"type": "swap.amount", "value": amount}));
        assert_eq!(check(&world), expected, "{amount}");
    }
    world.pass(200);
    assert_eq!(check(&world), "ready");
    market.bodies.borrow_mut().push(("/v1/convert/quotes", json!({"quotes": []})));
    world.dispatch(json!({"type": "swap.amount", "value": "2"}));
    world.pass(200);
    assert_eq!(check(&world), "no_route");
    assert_eq!(world.tracked("CLICK_SELECT_TOKEN_TO_SWAP").len(), 1);
}

#[test]
fn takes_tokens_and_amount_from_the_page() {
    let open = |arguments: Value| {
        let (world, _) = World::at_market();
        let opened = world.dispatch(json!({"type": "router.open", "view": "Swap", "arguments": arguments}));
        let result = world.settled(&opened).map(|_| ()).map_err(|error| error.to_string());
        let slice = world.slice("swap");
        (
            result,
            slice["source"]["symbol"].clone(),
            slice["target"]["symbol"].clone(),
            slice["amount"].clone(),
        )
    };
    let caip = format!("eip155:1337:{DAI}");
    for (arguments, source, target, amount) in [
        (json!({"fromToken": "native", "toToken": USDC}), "ETH", json!("USDC"), ""),
        (json!({"fromToken": "USDC", "toToken": caip, "amount": "2.5"}), "USDC", json!("DAI"), "2.5"),
        (json!({"fromToken": USDC.to_lowercase(), "amount": 7}), "USDC", Value::Null, "7"),
        (json!({"toToken": "DAI"}), "ETH", json!("DAI"), ""),
    ] {
        let found = open(arguments.clone());
        assert_eq!(found, (Ok(()), json!(source), target, json!(amount)), "{arguments}");
    }
    let (result, source, target, _) = open(json!({"fromToken": "PEPE", "toToken": "DAI", "amount": "50"}));
    assert_eq!(result, Err("Unknown token: PEPE".into()));
    assert_eq!((source, target), (Value::Null, json!("DAI")), "50 of the coin would be another swap");
    let (result, ..) = open(json!({"toToken": format!("eip155:1338:{USDC}")}));
    assert!(result.is_err(), "a token of another network");
}

#[test]
fn drops_a_late_quote_for_an_older_amount() {
    let (world, market) = World::at_market();
    world.swap_form("native", "USDC", "1");
    let (open, gate) = Gate::new();
    world.served(move |request| {
        let answer = market.answer(request)?;
        Some(if request.url.contains("amount=2000000000000000000&") { gate.hold(answer) } else { answer })
    });
    world.dispatch(json!({"type": "swap.amount", "value": "2"}));
    world.pass(200);
    assert_eq!(world.slice("swap")["quotePhase"], "loading");
    world.dispatch(json!({"type": "swap.amount", "value": "3"}));
    world.pass(200);
    assert_eq!(world.slice("swap")["targetAmount"], "9,000");
    open.send(()).unwrap();
    world.run();
    assert_eq!(world.slice("swap")["targetAmount"], "9,000", "a late answer is dropped");
}

#[test]
fn debounces_quotes_and_refreshes_them_while_visible() {
    let (world, _) = World::at_market();
    world.swap_form("native", "USDC", "");
    let quotes = || world.asked("/v1/convert/quotes");
    for typed in ["1", "12", "1.2", "1.23"] {
        world.dispatch(json!({"type": "swap.amount", "value": typed}));
        world.pass(150);
    }
    assert_eq!(quotes(), 0, "somebody types");
    world.pass(50);
    assert_eq!(quotes(), 1);
    world.pass(10_000);
    assert_eq!(quotes(), 2);
    world.dispatch(json!({"type": "swap.looked", "at": false}));
    world.pass(60_000);
    assert_eq!(quotes(), 2, "nobody looks");
    world.dispatch(json!({"type": "swap.looked", "at": true}));
    world.pass(0);
    assert_eq!(quotes(), 3);
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    world.pass(60_000);
    assert_eq!(quotes(), 3, "the modal is closed");
}

#[test]
fn reverses_the_swap() {
    let (world, _) = World::at_market();
    world.swap_form("native", "USDC", "0.1");
    world.dispatch(json!({"type": "swap.turn"}));
    world.pass(200);
    let slice = world.slice("swap");
    assert_eq!((&slice["source"]["symbol"], &slice["target"]["symbol"]), (&json!("USDC"), &json!("ETH")));
    assert_eq!((&slice["amount"], &slice["targetAmount"]), (&json!("300"), &json!("0.1")));
    world.dispatch(json!({"type": "swap.select", "side": "sourceToken"}));
    assert!(world.settled(&world.dispatch(json!({"type": "swap.token", "id": "native"}))).is_ok());
    let slice = world.slice("swap");
    assert_eq!(
        (&slice["source"]["symbol"], &slice["target"]["symbol"]),
        (&json!("ETH"), &json!("USDC")),
        "never the same twice"
    );
    assert_eq!(slice["amount"], "");
}

#[test]
fn deducts_the_network_fee_from_the_maximum() {
    let (world, _) = World::at_market();
    world.swap_form("native", "USDC", "");
    world.dispatch(json!({"type": "swap.max"}));
    assert_eq!(world.slice("swap")["amount"], "9.999935");
    world.swap_form("USDC", "native", "");
    world.dispatch(json!({"type": "swap.max"}));
    assert_eq!(world.slice("swap")["amount"], "500");
}

// req: 6.11
#[test]
fn offers_swaps_only_on_listed_networks() {
    let offered = |id: u64| {
        let network = json!({"id": id, "chainNamespace": "eip155", "caipNetworkId": format!("eip155:{id}"), "name": "N",
            "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18},
            "rpcUrls": {"default": {"http": ["http://localhost:8545"]}}});
        let world = World::with(json!({"projectId": "demo", "networks": [network]}), Default::default());
        world.chain.stands.set(id);
        world.join();
        world.open("Account");
        world.slice("account")["actions"].as_array().unwrap().contains(&json!("swaps"))
    };
    for id in [1, 42_161, 10, 324, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554] {
        assert!(offered(id), "{id}");
    }
    for id in [5, 1101, 1337, 59_144, 11_155_111] {
        assert!(!offered(id), "{id}");
    }
}

// req: 9.37
#[test]
fn hides_swaps_in_restricted_time_zones() {
    let offered = |zone: &str, restrict: bool| {
        let mut options = options_of_market();
        options["restrictByTimezone"] = json!(restrict);
        let page = Page { origin: "https://app.example".into(), timezone: zone.into(), ..Page::default() };
        let world = World::of_page(page, options);
        world.join();
        world.open("Account");
        world.slice("account")["actions"].as_array().unwrap().contains(&json!("swaps"))
    };
    for zone in ["Asia/Shanghai", "Asia/Hong_Kong", "asia/macau", "ASIA/URUMQI", "Asia/Harbin"] {
        assert!(!offered(zone, true), "{zone}");
        assert!(offered(zone, false), "{zone}, by the host's word");
    }
    for zone in ["Asia/Tokyo", "Europe/Berlin", "", "America/Shanghai"] {
        assert!(offered(zone, true), "{zone}");
    }
}

#[test]
fn estimates_the_network_fee_before_the_review() {
    let (world, market) = World::at_market();
    world.swap_form("native", "USDC", "1");
    let fee = || world.slice("swap")["details"]["networkFee"].clone();
    // 150,000 of gas at the node's price of a gwei
    assert_eq!(fee(), "0.00015 ETH, $0.45");
    market.trouble.borrow_mut().push(("/v1/fungible/price", 500));
    world.swap_form("native", "USDC", "2");
    assert_eq!(fee(), "0.00015 ETH");
    market.trouble.borrow_mut().clear();
    // without a node's word there is the service's
    world.chain.node_down.set(true);
    market
        .bodies
        .borrow_mut()
        .push(("/v1/convert/gas-price", json!({"standard": "2000000000", "fast": "1", "instant": "1"})));
    world.swap_form("native", "USDC", "3");
    assert_eq!(fee(), "0.0003 ETH, $0.90");
    market.trouble.borrow_mut().push(("/v1/convert/gas-price", 500));
    world.swap_form("native", "USDC", "4");
    assert_eq!(fee(), Value::Null);
}

#[test]
fn keeps_the_full_figure_next_to_a_shortened_one() {
    let (world, market) = World::at_market();
    market.price.set(3_001);
    world.swap_form("USDC", "native", "250");
    let slice = world.slice("swap");
    assert_eq!(
        (&slice["targetAmount"], &slice["targetWhole"]),
        (&json!("0.0833055"), &json!("0.083305564811729423"))
    );
    let details = &slice["details"];
    assert_eq!(details["minimum"], "0.0824725 ETH");
    assert_eq!(details["minimumWhole"], "0.082472509163612128 ETH");
    assert!(details["rateWhole"].as_str().unwrap().len() > details["rate"].as_str().unwrap().len());
    market.price.set(2_500);
    world.swap_form("USDC", "native", "250");
    let slice = world.slice("swap");
    assert_eq!((&slice["targetAmount"], &slice["targetWhole"]), (&json!("0.1"), &Value::Null));
    assert_eq!(slice["details"]["minimumWhole"], Value::Null);
}

#[test]
fn keeps_the_form_for_another_account_but_not_another_network() {
    let typed = |world: &World| {
        let slice = world.slice("swap");
        let symbol = |side: &str| slice[side]["symbol"].clone();
        (symbol("source"), symbol("target"), slice["amount"].clone())
    };
    let all = (json!("ETH"), json!("USDC"), json!("1"));
    let form = || {
        let (world, _) = World::at_market();
        world.swap_form("native", "USDC", "1");
        assert_eq!(typed(&world), all);
        world
    };
    let none = || (Value::Null, Value::Null, json!(""));
    let world = form();
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB])));
    world.pass(1_000);
    assert_eq!(typed(&world), all, "the same network, another account");
    let world = form();
    world.wanders(1338);
    world.pass(1_000);
    assert_eq!(typed(&world), none(), "tokens are of a network");
    let world = form();
    world.dispatch(json!({"type": "accounts.disconnect"}));
    world.pass(5_000);
    assert_eq!(typed(&world), none(), "it was of this account");
}
