//! What a host wants paid: each option that is wrong has its code, and nothing is opened for it.

use crate::support::shop::*;
use crate::support::*;
use serde_json::{Value, json};
use wallet_engine::error::Code;
use wallet_engine::flow::Join;

fn code(world: &World, join: &Join) -> String {
    match world.settled(join).unwrap_err().code() {
        Code::Word(word) => word.into(),
        Code::Number(number) => number.to_string(),
    }
}

fn with(pointer: &str, value: Value) -> Value {
    let mut options = bill();
    let (parent, name) = pointer.rsplit_once('/').unwrap();
    options.pointer_mut(parent).unwrap()[name] = value;
    options
}

// req: 1.8, 2.25
#[test]
fn rejects_each_invalid_option_with_its_code_without_opening() {
    let asset = |value: &str| with("/paymentAsset/asset", json!(value));
    let to = |value: Value| with("/recipient", value);
    let amount = |value: Value| with("/amount", value);
    let lower = BOB.to_lowercase();
    let wrong_case = BOB.replace('C', "c");
    for (name, options, expected) in [
        ("nothing", json!(null), "INVALID_PAYMENT_CONFIG"),
        ("a text", json!("25 USDC"), "INVALID_PAYMENT_CONFIG"),
        ("no asset", with("/paymentAsset", json!(null)), "INVALID_PAYMENT_CONFIG"),
        ("no metadata", with("/paymentAsset/metadata", json!(null)), "INVALID_PAYMENT_CONFIG"),
        ("no network", with("/paymentAsset/network", json!("1337")), "INVALID_PAYMENT_CONFIG"),
        ("another tab", with("/openInNewTab", json!("yes")), "INVALID_PAYMENT_CONFIG"),
        (
            "a script",
            with("/redirectUrl", json!({"success": "javascript:alert(1)"})),
            "INVALID_PAYMENT_CONFIG",
        ),
        ("a file", with("/redirectUrl", json!({"failure": "file:///etc/passwd"})), "INVALID_PAYMENT_CONFIG"),
        ("no pages", with("/redirectUrl", json!("https://shop.example")), "INVALID_PAYMENT_CONFIG"),
        ("no ids", with("/payWithExchange", json!({"includeOnly": "harbour"})), "INVALID_PAYMENT_CONFIG"),
        ("odd ids", with("/payWithExchange", json!({"exclude": [1]})), "INVALID_PAYMENT_CONFIG"),
        ("cosmos", with("/paymentAsset/network", json!("cosmos:cosmoshub-4")), "INVALID_CHAIN_NAMESPACE"),
        (
            "bitcoin",
            with("/paymentAsset/network", json!("bip122:000000000019d6689c085ae165831e93")),
            "INVALID_CHAIN_NAMESPACE",
        ),
        ("not ours", with("/paymentAsset/network", json!("eip155:8453")), "ASSET_NOT_SUPPORTED"),
        ("a symbol", asset("USDC"), "INVALID_ASSET"),
        ("empty", asset(""), "INVALID_ASSET"),
        ("zero", asset(&format!("0x{}", "0".repeat(40))), "INVALID_ASSET"),
        ("the pseudo address", asset(market::NATIVE), "INVALID_ASSET"),
        ("elsewhere", asset(&format!("eip155:1:{USDC}")), "INVALID_ASSET"),
        ("its checksum", asset(&USDC.replace('A', "a")), "INVALID_ASSET"),
        ("no decimals", with("/paymentAsset/metadata/decimals", json!(null)), "INVALID_ASSET"),
        ("300 decimals", with("/paymentAsset/metadata/decimals", json!(300)), "INVALID_ASSET"),
        ("no symbol", with("/paymentAsset/metadata/symbol", json!("\u{202e}\u{200b}")), "INVALID_ASSET"),
        ("nobody", to(json!(null)), "INVALID_RECIPIENT"),
        ("a name", to(json!("bob.eth")), "INVALID_RECIPIENT"),
        ("zero", to(json!(format!("0x{}", "0".repeat(40)))), "INVALID_RECIPIENT"),
        ("its checksum", to(json!(wrong_case)), "INVALID_RECIPIENT"),
        ("too short", to(json!(&BOB[..41])), "INVALID_RECIPIENT"),
        ("elsewhere", to(json!(format!("eip155:1338:{BOB}"))), "INVALID_RECIPIENT"),
        ("the token itself", to(json!(USDC.to_lowercase())), "INVALID_RECIPIENT"),
        ("nothing", amount(json!(null)), "INVALID_AMOUNT"),
        ("zero", amount(json!("0.0")), "INVALID_AMOUNT"),
        ("zero as a number", amount(json!(0)), "INVALID_AMOUNT"),
        ("negative", amount(json!("-25")), "INVALID_AMOUNT"),
        ("negative as a number", amount(json!(-0.5)), "INVALID_AMOUNT"),
        ("not a number", amount(json!("NaN")), "INVALID_AMOUNT"),
        ("with a comma", amount(json!("1,5")), "INVALID_AMOUNT"),
        ("hex", amount(json!("0x19")), "INVALID_AMOUNT"),
        ("too precise", amount(json!("0.0000001")), "INVALID_AMOUNT"),
        ("too precise as a number", amount(serde_json::from_str("1e-7").unwrap()), "INVALID_AMOUNT"),
        ("beyond 256 bits", amount(json!("1e75")), "INVALID_AMOUNT"),
        ("beyond reason", amount(json!("1e999999999")), "INVALID_AMOUNT"),
    ] {
        let (world, _) = World::with_shop();
        let payment = world.pay(options.clone());
        assert_eq!(code(&world, &payment), expected, "{name}");
        let opened = world.dispatch(json!({"type": "router.open", "view": "Pay", "arguments": options}));
        assert_eq!(code(&world, &opened), expected, "{name}");
        assert!(!world.is_open() && world.host.details("wallet-open").is_empty(), "{name}");
        assert!(world.http.seen.borrow().iter().all(|asked| !asked.url.contains("json-rpc")), "{name}");
    }
    let (world, _) = World::with_shop();
    let payment = world.pay(to(json!(lower)));
    assert!(world.is_pending(&payment) && world.view() == "Pay");
    assert_eq!(world.slice("pay")["to"]["address"], BOB, "shown whole, with its checksum");
}

// req: 2.25
#[test]
fn parses_amounts_exactly_in_any_notation() {
    for (given, shown) in [
        ("\"25\"", "25"),
        ("25", "25"),
        ("25.0", "25"),
        ("0.1", "0.1"),
        ("1e-6", "0.000001"),
        ("2.5e-3", "0.0025"),
        ("\"1.5E+3\"", "1,500"),
        ("1e21", "1,000,000,000,000,000,000,000"),
        ("\"1250000.000001\"", "1,250,000.000001"),
    ] {
        let (world, _) = World::with_shop();
        world.pay(with("/amount", serde_json::from_str(given).unwrap()));
        assert_eq!(world.slice("pay")["amount"], shown, "{given}");
    }
}

// req: 2.25
#[test]
fn rejects_a_payment_if_the_feature_is_off() {
    let world = World::new();
    let payment = world.pay(bill());
    assert_eq!(code(&world, &payment), "INVALID_PAYMENT_CONFIG");
    let opened = world.dispatch(json!({"type": "router.open", "view": "Pay", "arguments": bill()}));
    assert_eq!(code(&world, &opened), "INVALID_PAYMENT_CONFIG");
    assert!(!world.is_open());
}

// T7
#[test]
fn rejects_a_token_with_other_decimals_than_its_contract() {
    for decimals in [0, 5, 7, 18] {
        let (world, _) = World::with_shop();
        world.chain.contract.borrow_mut()[0].1 = json!(format!("0x{decimals:064x}"));
        let payment = world.pay(bill());
        assert_eq!(code(&world, &payment), "ASSET_NOT_SUPPORTED");
        let slice = world.slice("pay");
        assert_eq!(
            (&slice["refused"], &slice["error"]["code"]),
            (&json!(true), &json!("ASSET_NOT_SUPPORTED"))
        );
        for way in [json!({"type": "pay.wallet"}), json!({"type": "pay.exchange", "id": "harbour"})] {
            assert!(world.settled(&world.dispatch(way)).is_err());
        }
        assert_eq!(world.requests("json-rpc").len(), 1, "only the list");
    }
}

#[test]
fn reloads_the_token_check_after_a_silent_node() {
    let (world, _) = World::with_shop();
    world.chain.contract.borrow_mut().clear();
    let payment = world.pay(bill());
    world.pass(20_000);
    let slice = world.slice("pay");
    assert_eq!((&slice["checked"], &slice["refused"]), (&json!("failed"), &json!(false)));
    assert!(world.is_pending(&payment), "not the host's mistake");
    let paid = world.pays_with("harbour");
    assert!(world.settled(&paid).is_err(), "nothing is paid before");
    assert!(world.popups.windows.borrow().is_empty(), "and no window opens");
    world.chain.contract.borrow_mut().extend([
        ("0x313ce567", json!(format!("0x{:064x}", 6))),
        ("0x70a08231", json!(format!("0x{:064x}", 1))),
    ]);
    world.dispatch(json!({"type": "pay.reload"}));
    assert_eq!(world.slice("pay")["checked"], "ready");
}

#[test]
fn replaces_an_untouched_payment() {
    let (world, _) = World::with_shop();
    let first = world.pay(bill());
    let second = world.pay(coins("1"));
    assert_eq!(code(&world, &first), "4001");
    assert!(world.is_pending(&second));
    assert_eq!(
        (world.slice("pay")["symbol"].as_str(), world.slice("pay")["amount"].as_str()),
        (Some("ETH"), Some("1"))
    );
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert_eq!(code(&world, &second), "4001");
}

#[test]
fn reopens_the_pending_payment_by_view_name() {
    let (world, _) = World::with_shop();
    let opened = world.dispatch(json!({"type": "router.open", "view": "Pay"}));
    assert_eq!(code(&world, &opened), "INVALID_PAYMENT_CONFIG");
    assert!(!world.is_open());
    let opened = world.dispatch(json!({"type": "router.open", "view": "Pay", "arguments": bill()}));
    assert!(world.settled(&opened).is_ok());
    world.dispatch(json!({"type": "router.close", "reason": "user"}));
    assert!(!world.is_open());
    let opened = world.dispatch(json!({"type": "router.open", "view": "Pay"}));
    assert!(world.settled(&opened).is_ok());
    assert_eq!((world.view().as_str(), &world.slice("pay")["amount"]), ("Pay", &json!("25")));
}
