//! What can go wrong with a swap: a service that fails, a wallet that refuses, a network that reverts, an account that changes meanwhile.

use crate::support::market::Market;
use crate::support::*;
use serde_json::{Value, json};

/// The same page and market once more.
fn reloaded(world: World, market: &std::rc::Rc<Market>) -> World {
    let world = world.reload_with(crate::support::market::options_of_market());
    let serves = market.clone();
    world.served(move |request| serves.answer(request));
    world
}

fn confirm(world: &World) -> wallet_engine::flow::Join {
    world.swap_confirm()
}

#[test]
fn shows_a_failed_quote_and_allows_a_retry() {
    let (world, market) = World::at_market();
    market.trouble.borrow_mut().push(("/v1/convert/quotes", 500));
    world.swap_form("native", "USDC", "1");
    let slice = world.slice("swap");
    assert_eq!((&slice["quotePhase"], &slice["check"]), (&json!("failed"), &json!("no_quote")));
    assert!(slice["quoteError"]["message"].as_str().unwrap().contains("500"), "{slice}");
    market.trouble.borrow_mut().clear();
    world.dispatch(json!({"type": "swap.reload"}));
    world.pass(200);
    assert_eq!(world.slice("swap")["check"], "ready");
}

#[test]
fn reports_a_missing_token_list_and_reloads_it() {
    let (world, market) = World::at_market();
    market.trouble.borrow_mut().push(("/v1/convert/tokens", 400));
    world.open("Swap");
    assert_eq!(world.slice("swap")["tokensPhase"], "failed");
    market.trouble.borrow_mut().clear();
    world.dispatch(json!({"type": "swap.reload"}));
    assert_eq!(world.slice("swap")["tokensPhase"], "ready");
}

#[test]
fn hides_only_value_and_impact_without_a_price() {
    let (world, market) = World::at_market();
    market.bodies.borrow_mut().push(("/v1/fungible/price", json!({"fungibles": []})));
    world.swap_form("native", "USDC", "1");
    let slice = world.slice("swap");
    assert_eq!((&slice["check"], &slice["isPriceMissing"]), (&json!("ready"), &json!(true)));
    assert_eq!((&slice["sourceWorth"], &slice["details"]["impact"]), (&Value::Null, &Value::Null));
    assert_eq!(slice["details"]["minimum"], "2,970 USDC");
}

// req: 8.26, 7.2
#[test]
fn loads_nothing_on_an_unserved_network() {
    let (world, market) = World::at_market();
    world.swap_form("native", "USDC", "1");
    let quotes = world.asked("/v1/convert/quotes");
    let world = reloaded(world, &market);
    world.chain.supported.borrow_mut().clear();
    world.returns();
    world.open("Account");
    world.open("Swap");
    world.pass(200);
    assert_eq!((&world.slice("swap")["others"], world.asked("/v1/convert/")), (&json!([]), 0), "{quotes}");
}

#[test]
fn returns_to_the_preview_quietly_after_a_rejection() {
    let (world, _) = World::at_market();
    world.swap_previewed("USDC", "native", "250");
    world.but(1, |method, _| (method == "eth_sendTransaction").then(|| refuse(4001, "no")));
    assert!(world.settled(&confirm(&world)).is_err());
    let slice = world.slice("swap");
    assert_eq!((&slice["phase"], &slice["error"]), (&json!("review"), &Value::Null));
    assert_eq!(world.toasts(), Vec::<String>::new());
    assert_eq!(world.slice("transactions")["list"], json!([]));
    assert_eq!(world.tracked("SWAP_APPROVAL_ERROR").len(), 1);
    world.willing(1);
    assert!(world.settled(&confirm(&world)).is_ok());
}

#[test]
fn reports_a_predicted_revert_before_it_asks_the_wallet() {
    let (world, market) = World::at_market();
    market.reverts.set(true);
    world.swap_form("native", "USDC", "1");
    let reviewed = world.dispatch(json!({"type": "swap.review"}));
    assert!(world.settled(&reviewed).is_err());
    let slice = world.slice("swap");
    assert_eq!((world.view().as_str(), &slice["fault"]["cause"]), ("Swap", &json!("reverted")));
    assert_eq!(slice["fault"]["reason"], "Return amount is not enough");
    market.reverts.set(false);
    assert!(world.settled(&world.dispatch(json!({"type": "swap.review"}))).is_ok());
}

// req: 9.10
#[test]
fn explains_a_reverted_swap_and_reviews_it_again() {
    let (world, market) = World::at_market();
    world.swap_previewed("native", "USDC", "1");
    world.chain.receipt.set(Some("0x0"));
    assert!(world.settled(&confirm(&world)).is_ok());
    market.reverts.set(true);
    world.pass(1_000);
    let slice = world.slice("swap");
    assert_eq!((&slice["phase"], world.view().as_str()), (&json!("failed"), "SwapPreview"));
    world.pass(1_000);
    assert_eq!(world.slice("toast")["toast"]["key"], "toast.swap_failed");
    market.reverts.set(false);
    world.chain.receipt.set(Some("0x1"));
    assert!(world.settled(&confirm(&world)).is_ok());
    assert_eq!(
        (world.slice("swap")["phase"].as_str(), world.wallets.count("eth_sendTransaction")),
        (Some("review"), 1)
    );
    assert!(world.settled(&confirm(&world)).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 2);
}

// req: 9.10
#[test]
fn marks_a_swap_unknown_after_25_seconds_and_keeps_tracking() {
    let (world, _) = World::at_market();
    world.swap_previewed("native", "USDC", "1");
    world.chain.receipt.set(None);
    assert!(world.settled(&confirm(&world)).is_ok());
    world.pass(26_000);
    assert_eq!(world.slice("swap")["phase"], "unknown");
    assert!(world.settled(&confirm(&world)).is_err(), "never twice");
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
    world.chain.receipt.set(Some("0x1"));
    world.pass(12_000);
    world.left_ending();
    assert_eq!(world.view(), "Account");
}

#[test]
fn never_asks_a_silent_wallet_twice() {
    let (world, _) = World::at_market();
    world.swap_previewed("native", "USDC", "1");
    world.but(1, |method, _| (method == "eth_sendTransaction").then(never));
    let asked = confirm(&world);
    assert_eq!(world.slice("swap")["phase"], "waiting");
    world.pass(300_000);
    assert!(world.settled(&asked).is_err());
    assert_eq!(world.slice("swap")["phase"], "unknown");
    assert!(world.settled(&confirm(&world)).is_err());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 1);
}

#[test]
fn requires_another_confirmation_when_the_price_falls() {
    let (world, market) = World::at_market();
    world.swap_previewed("native", "USDC", "1");
    assert_eq!(world.slice("swap")["preview"]["gets"], "2,970");
    market.price.set(3_100);
    world.pass(10_000);
    let preview = world.slice("swap")["preview"].clone();
    assert_eq!((&preview["gets"], &preview["revision"]), (&json!("3,069"), &json!(0)), "more is no news");
    market.price.set(2_900);
    world.pass(10_000);
    let preview = world.slice("swap")["preview"].clone();
    assert_eq!((&preview["gets"], &preview["revision"]), (&json!("2,871"), &json!(1)));
    assert_eq!(world.slice("swap")["details"]["rate"], "1 ETH = 2,900 USDC", "of the same moment");
    assert!(world.settled(&confirm(&world)).is_ok());
    let asked = world.wallets.last("eth_sendTransaction").unwrap();
    assert!(
        asked[0]["data"].as_str().unwrap().contains(&format!("{:064x}", 2_871_000_000u64)),
        "what was shown last"
    );
}

#[test]
fn drops_the_preview_when_the_account_or_network_changes() {
    let (world, _) = World::at_market();
    world.swap_previewed("native", "USDC", "1");
    world.wanders(1338);
    assert_eq!(world.slice("swap")["preview"], Value::Null);
    assert_ne!(world.view(), "SwapPreview");
    assert!(world.settled(&confirm(&world)).is_err());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);

    let (world, _) = World::at_market();
    world.swap_previewed("native", "USDC", "1");
    world.wallets.tell(1, &wallet_engine::ports::provider::WalletEvent::Accounts(json!([BOB])));
    world.run();
    assert_eq!((world.slice("swap")["preview"].clone(), world.view().as_str()), (Value::Null, "Swap"));
    assert!(world.settled(&confirm(&world)).is_err());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
}

#[test]
fn shows_no_preview_when_closed_during_preparation() {
    let (world, market) = World::at_market();
    world.swap_form("native", "USDC", "1");
    let (open, gate) = Gate::new();
    world.served(move |request| {
        let answer = market.answer(request)?;
        Some(if request.url.contains("build-transaction") { gate.hold(answer) } else { answer })
    });
    let reviewed = world.dispatch(json!({"type": "swap.review"}));
    assert_eq!(world.slice("swap")["phase"], "preparing");
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    open.send(()).ok();
    world.run();
    assert!(world.settled(&reviewed).is_err());
    assert_eq!((world.slice("swap")["phase"].as_str(), world.is_open()), (Some("editing"), false));
}

#[test]
fn tracks_a_pending_approval_after_a_reload() {
    let (world, _) = World::at_market();
    world.swap_previewed("USDC", "native", "250");
    world.chain.receipt.set(None);
    assert!(world.settled(&confirm(&world)).is_ok());
    world.pass(2_000);
    let world = world.reload();
    world.chain.receipt.set(Some("0x1"));
    world.returns();
    world.open("Account");
    world.pass(2_000);
    let item = world.slice("transactions")["list"][0].clone();
    assert_eq!((&item["kind"], &item["status"]), (&json!("approve"), &json!("confirmed")));
}

/// A preview whose fee the node could not say; estimates are held from then on.
fn without_fee() -> (World, HeldResponses) {
    let (world, market) = World::at_market();
    world.swap_form("native", "USDC", "1");
    let (held, is_away) = (HeldResponses::default(), std::rc::Rc::new(std::cell::Cell::new(true)));
    let (holds, away) = (held.clone(), is_away.clone());
    world.served(move |request| {
        let is_estimate = request.body.as_ref().is_some_and(|body| body.text.contains("eth_estimateGas"));
        match (is_estimate, away.get()) {
            (true, true) => Some(status(503, "{}")),
            (true, false) => {
                let body = json!({"id": 1, "jsonrpc": "2.0", "result": "0x5208"}).to_string();
                Some(holds.hold(status(200, &body)))
            }
            _ => market.answer(request),
        }
    });
    let reviewed = world.dispatch(json!({"type": "swap.review"}));
    world.pass(5_000);
    assert!(world.settled(&reviewed).is_ok());
    assert_eq!(fee(&world), (Value::Null, json!("failed")));
    is_away.set(false);
    (world, held)
}

fn fee(world: &World) -> (Value, Value) {
    let preview = world.slice("swap")["preview"].clone();
    (preview["fee"].clone(), preview["feePhase"].clone())
}

#[test]
fn reloads_a_fee_that_failed_to_load() {
    let (world, held) = without_fee();
    world.dispatch(json!({"type": "swap.fee"}));
    assert_eq!(fee(&world), (Value::Null, json!("loading")));
    held.let_go();
    world.run();
    assert_eq!(fee(&world), (json!("0.000021 ETH, $0.07"), json!("ready")));
    assert_eq!(world.slice("swap")["preview"]["revision"], 0, "nothing else has changed");
    // nothing to ask about
    world.dispatch(json!({"type": "swap.cancel"}));
    world.dispatch(json!({"type": "swap.amount", "value": "2"}));
    let again = world.dispatch(json!({"type": "swap.fee"}));
    assert!(world.settled(&again).is_err());
}

#[test]
fn keeps_a_fee_that_arrives_while_the_wallet_is_asked() {
    let (world, held) = without_fee();
    world.dispatch(json!({"type": "swap.fee"}));
    let (open, gate) = Gate::new();
    world.but(1, move |method, _| (method == "eth_sendTransaction").then(|| gate.hold(refuse(4001, "no"))));
    let swapped = confirm(&world);
    assert_eq!(world.slice("swap")["phase"], "waiting");
    held.let_go();
    world.run();
    open.send(()).unwrap();
    world.run();
    assert!(world.settled(&swapped).is_err());
    assert_eq!(world.slice("swap")["phase"], "review");
    assert_eq!(fee(&world), (json!("0.000021 ETH, $0.07"), json!("ready")));
}

#[test]
fn names_the_account_and_the_sold_contract_in_the_preview() {
    let (world, _) = World::at_market();
    world.swap_previewed("USDC", "native", "250");
    let preview = world.slice("swap")["preview"].clone();
    assert_eq!(
        (&preview["from"]["address"], &preview["from"]["short"]),
        (&json!(ALICE), &json!("0xf3…b92266"))
    );
    assert_eq!((&preview["givesToken"], &preview["getsToken"]), (&json!(USDC), &Value::Null));
}
