//! What the page says of its own contracts (option `clearSigning`, ERC-7730): said as the site's words, if no one else knows; never instead
//! of what is known, never of another contract or network.

use crate::support::market::word_of;
use crate::support::*;
use serde_json::{Value, json};
use std::cell::Cell;
use wallet_engine::features::Later;
use wallet_engine::flow::{Join, Reply};

const POOL: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

/// Of `stake(uint256 amount,address to)`: 7acb7757.
fn descriptor() -> Value {
    json!({
        "context": {"contract": {"deployments": [{"chainId": 1337, "address": POOL}]}},
        "metadata": {"constants": {"usdc": USDC}},
        "display": {"formats": {"stake(uint256 amount,address to)": {"intent": "Stake\u{202e} it", "fields": [
            {"path": "amount", "label": "You stake", "format": "tokenAmount", "params": {"token": "$.metadata.constants.usdc"}},
            {"path": "to", "label": "For", "format": "addressName"}]}}},
    })
}

fn staking() -> String {
    format!("0x7acb7757{:064x}{}", 2_500_000, word_of(BOB))
}

fn with(descriptors: Value, review: &str) -> World {
    let mut options = options();
    options["clearSigning"] = descriptors;
    options["reviewRequests"] = json!(review);
    let world = World::with(options, Default::default());
    *world.chain.contract.borrow_mut() = vec![("0x313ce567", json!(format!("0x{:064x}", 6)))];
    world.join();
    world
}

fn send(world: &World, to: &str, data: &str) -> Join {
    world.request("eth_sendTransaction", json!([{"from": ALICE, "to": to, "data": data}]))
}

fn line(world: &World) -> Value {
    assert_eq!(world.view(), "ReviewRequest");
    world.slice("review")["lines"][0].clone()
}

fn alerts(world: &World) -> Vec<String> {
    let all = world.host.details("wallet-alert");
    all.iter().map(|alert| alert["detail"].as_str().unwrap().to_owned()).collect()
}

// req: 10.12
#[test]
fn describes_a_call_in_the_sites_words_and_still_warns() {
    let world = with(json!([descriptor()]), "risky");
    assert_eq!(alerts(&world), [""; 0]);
    let sent = send(&world, POOL, &staking());
    let line = line(&world);
    assert_eq!(
        (&line["words"], &line["risk"]),
        (&json!("unknown"), &json!("warning")),
        "it is not known here"
    );
    assert_eq!((&line["party"], &line["text"]), (&json!(POOL), &json!("7acb7757")));
    // of a token that is in no one's list the contract says the decimals, and its address stands beside
    let facts = json!([
        {"label": "You stake", "value": "2.5", "address": USDC},
        {"label": "For", "value": null, "address": BOB},
    ]);
    assert_eq!(line["said"], json!({"intent": "Stake it", "facts": facts, "leftOut": 0}));
    assert_eq!(world.wallets.count("eth_sendTransaction"), 0);
    world.dispatch(json!({"type": "review.confirm", "id": world.slice("review")["id"]}));
    assert_eq!(world.json(&sent), json!(hash()));
    world.pass(200);
    // once for each contract and selector, as any call that no one knows
    assert!(world.settled(&send(&world, POOL, &staking())).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 2);
}

#[test]
fn shows_a_token_symbol_only_if_the_contract_confirms_it() {
    let world = World::with_token(6, "12.5");
    let update =
        world.dispatch(json!({"type": "options.update", "options": {"clearSigning": [descriptor()]}}));
    assert!(world.settled(&update).is_ok());
    drop(send(&world, POOL, &staking()));
    assert_eq!(
        line(&world)["said"]["facts"][0],
        json!({"label": "You stake", "value": "2.5 USDC", "address": null})
    );
    world.dispatch(json!({"type": "review.cancel"}));
    world.chain.node_down.set(true);
    drop(send(&world, POOL, &staking()));
    world.pass(20_000);
    assert_eq!(line(&world)["said"]["facts"][0]["value"], "2,500,000 units", "a list is no witness");
}

// req: 10.12
#[test]
fn never_lets_a_descriptor_override_a_known_call() {
    let mut harmless = descriptor();
    harmless["context"]["contract"]["deployments"] = json!([{"chainId": 1337, "address": USDC}]);
    harmless["display"]["formats"] = json!({
        "approve(address spender,uint256 amount)": {
            "intent": "Claim your reward", "fields": [], "excluded": ["spender", "amount"]},
        "safeTransferFrom(address from,address to,uint256 id,bytes data)": {
            "intent": "Claim your reward", "fields": [], "excluded": ["from", "to", "id", "data"]},
    });
    let world = with(json!([harmless]), "risky");
    let all = "f".repeat(64);
    drop(send(&world, USDC, &format!("0x095ea7b3{}{all}", word_of(BOB))));
    let approval = line(&world);
    assert_eq!((&approval["words"], &approval["said"]), (&json!("approve_unlimited"), &Value::Null));
    world.dispatch(json!({"type": "review.cancel"}));
    // with a word more a token still takes it for an approval: it is read as one, and no site has words for that
    drop(send(&world, USDC, &format!("0x095ea7b3{}{all}{all}", word_of(BOB))));
    let longer = line(&world);
    assert_eq!(
        (&longer["words"], &longer["said"], &longer["risk"]),
        (&json!("approve_unlimited"), &Value::Null, &approval["risk"])
    );
    world.dispatch(json!({"type": "review.cancel"}));
    // and no site has words for a way to move an NFT
    let words = [word_of(ALICE), word_of(BOB), format!("{:064x}{:064x}{:064x}", 3, 128, 0)].concat();
    drop(send(&world, USDC, &format!("0xb88d4fde{words}")));
    assert_eq!((&line(&world)["words"], &line(&world)["said"]), (&json!("move"), &Value::Null));
}

// req: 10.12
#[test]
fn treats_a_call_as_unknown_when_no_descriptor_fits() {
    let elsewhere = |chain: u64, address: &str| {
        let mut file = descriptor();
        file["context"]["contract"]["deployments"] = json!([{"chainId": chain, "address": address}]);
        json!([file])
    };
    for (descriptors, data) in [
        (elsewhere(1338, POOL), staking()),
        (elsewhere(1337, BOB), staking()),
        (json!([descriptor()]), staking() + "00"),
        (json!([descriptor()]), staking().replace("7acb7757", "7acb7758")),
        (json!([]), staking()),
    ] {
        let world = with(descriptors.clone(), "risky");
        drop(send(&world, POOL, &data));
        let line = line(&world);
        assert_eq!(
            (&line["words"], &line["said"]),
            (&json!("unknown"), &Value::Null),
            "{descriptors} {data}"
        );
    }
}

// req: 10.12
#[test]
fn describes_batch_calls_and_typed_data_separately() {
    let world = with(json!([descriptor()]), "risky");
    let calls = json!([{"to": BOB, "value": "0x1"}, {"to": POOL, "data": staking()}]);
    let batch = json!([{"version": "2.0.0", "from": ALICE, "chainId": "0x539", "atomicRequired": false, "calls": calls}]);
    drop(world.request("wallet_sendCalls", batch));
    let lines = world.slice("review")["lines"].clone();
    // what is worth a look stands first
    assert_eq!((&lines[0]["words"], &lines[0]["said"]["intent"]), (&json!("unknown"), &json!("Stake it")));
    assert_eq!((&lines[1]["words"], &lines[1]["said"]), (&json!("send"), &Value::Null));

    let mut file = descriptor();
    file["context"] = json!({"eip712": {"deployments": [{"chainId": 1337, "address": POOL}]}});
    file["display"]["formats"] = json!({
        "Order(uint256 price)": {"intent": "Sell", "fields": [{"path": "price", "label": "Price", "format": "amount"}]},
        "Permit": {"intent": "Sign in", "fields": [], "excluded": ["spender", "value"]},
    });
    let world = with(json!([file]), "always");
    let typed = |primary: &str, fields: Value, message: Value| {
        json!([ALICE, {"types": {"EIP712Domain": [{"name": "verifyingContract", "type": "address"}], primary: fields},
            "primaryType": primary, "domain": {"verifyingContract": POOL}, "message": message}])
    };
    let order =
        typed("Order", json!([{"name": "price", "type": "uint256"}]), json!({"price": "500000000000000000"}));
    drop(world.request("eth_signTypedData_v4", order));
    let order = line(&world);
    assert_eq!((&order["words"], &order["said"]["intent"]), (&json!("typed"), &json!("Sell")));
    assert_eq!(order["said"]["facts"], json!([{"label": "Price", "value": "0.5 ETH", "address": null}]));
    world.dispatch(json!({"type": "review.cancel"}));
    // a permit stays one, and so does what only calls itself so
    let fields = json!([{"name": "spender", "type": "address"}, {"name": "value", "type": "uint256"}]);
    for (spender, kind) in [(json!(BOB), "permit"), (json!(1), "unknown")] {
        drop(world.request(
            "eth_signTypedData_v4",
            typed("Permit", fields.clone(), json!({"spender": spender, "value": "7"})),
        ));
        let permit = line(&world);
        assert_eq!(
            (&permit["words"], &permit["said"], &permit["risk"]),
            (&json!(kind), &Value::Null, &json!("warning"))
        );
        world.dispatch(json!({"type": "review.cancel"}));
    }
}

// req: 3.23, 8.10
#[test]
fn warns_once_about_each_invalid_descriptor() {
    let mut without = descriptor();
    without["display"]["formats"] = json!({});
    let mut included = descriptor();
    included["includes"] = json!("https://example.com/more.json");
    let world = with(json!([without, descriptor(), included]), "risky");
    let told = [
        "Ignoring clearSigning[0]: it needs display.formats",
        "Ignoring clearSigning[2]: it includes another file. Includes aren't supported",
    ];
    assert_eq!(alerts(&world), told);
    assert_eq!(world.requests("example.com").len(), 0);
    drop(send(&world, POOL, &staking()));
    assert_eq!(line(&world)["said"]["intent"], "Stake it", "the others are none the worse");
    assert_eq!(alerts(&world), told);
    for bad in [json!({}), json!(["x"]), json!(vec![json!({}); 33])] {
        assert_eq!(alerts(&with(bad, "risky")), ["clearSigning must be an array of at most 32 objects"]);
    }
}

/// A page that cannot fetch the part: the browser's loader answers so for one that says nothing then.
fn without_the_part(descriptors: Value, asked: fn(&str)) -> World {
    thread_local!(static ASKED: Cell<fn(&str)> = const { Cell::new(|_| ()) });
    ASKED.set(asked);
    let later = Later {
        descriptors: |_, _, action, _| {
            ASKED.get()(&action);
            Box::pin(async { Ok(Reply::Done) })
        },
        ..Later::native()
    };
    let mut options = options();
    options["clearSigning"] = descriptors;
    let world = World::in_parts(later, options);
    world.join();
    world
}

// req: 10.12
#[test]
fn reviews_as_unknown_when_the_descriptor_part_fails() {
    let world = without_the_part(json!([descriptor()]), |_| ());
    drop(send(&world, POOL, &staking()));
    let line = line(&world);
    assert_eq!((&line["words"], &line["risk"]), (&json!("unknown"), &json!("warning")));
    assert_eq!((&line["text"], &line["said"]), (&json!("7acb7757"), &Value::Null));
}

#[test]
fn loads_the_descriptor_part_only_for_unknown_calls() {
    let none = without_the_part(json!([]), |action| panic!("no words, but {action}"));
    drop(send(&none, POOL, &staking()));
    assert_eq!(line(&none)["words"], "unknown");
    let world = without_the_part(json!([descriptor()]), |action| assert_eq!(action, "check", "it is known"));
    drop(send(&world, USDC, &format!("0x095ea7b3{}{}", word_of(BOB), "f".repeat(64))));
    assert_eq!(line(&world)["words"], "approve_unlimited");
}

#[test]
fn opens_the_review_when_the_descriptor_part_never_loads() {
    let never = Later { descriptors: |_, _, _, _| Box::pin(std::future::pending()), ..Later::native() };
    let mut options = options();
    options["clearSigning"] = json!([descriptor()]);
    let world = World::in_parts(never, options);
    world.join();
    drop(send(&world, POOL, &staking()));
    assert!(!world.is_open(), "it may still come");
    world.pass(5_000);
    assert_eq!((&line(&world)["words"], &line(&world)["said"]), (&json!("unknown"), &Value::Null));
}

#[test]
fn reads_no_descriptor_again_for_a_confirmed_call() {
    let world = without_the_part(json!([descriptor()]), |action| {
        thread_local!(static READ: Cell<u32> = const { Cell::new(0) });
        READ.set(READ.get() + u32::from(action == "read"));
        assert!(READ.get() < 2, "it is not shown a second time");
    });
    let sent = send(&world, POOL, &staking());
    world.dispatch(json!({"type": "review.confirm", "id": world.slice("review")["id"]}));
    assert_eq!(world.json(&sent), json!(hash()));
    world.pass(200);
    assert!(world.settled(&send(&world, POOL, &staking())).is_ok());
    assert_eq!(world.wallets.count("eth_sendTransaction"), 2);
}
