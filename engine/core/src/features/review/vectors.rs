//! The table of effects for other implementations: each request, its effects and their risks. The demo's secure site has its own reader
//! (`demo/secure/effects.ts`), and its tests use the same file. `WRITE_EFFECTS=1` writes it.

use super::model::words;
use crate::namespaces::effects::{Asset, Effect, EffectKind, HowMuch, Risk, SaysNothing, Until};
use crate::namespaces::eip155::holdings::Keeps;
use crate::namespaces::eip155::reader::{allowance_risk, carried, control, effects};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::{Value, json};

const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const ZERO: &str = "0x0000000000000000000000000000000000000000";
const PERMIT2: &str = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

fn word(address: &str) -> String {
    alloc::format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

fn number(units: u64) -> String {
    alloc::format!("{units:064x}")
}

fn effect(effect: &Effect) -> Value {
    let amount = match effect.amount {
        Some(HowMuch::Any) => json!("any"),
        Some(HowMuch::Units(units)) => json!(units.to_string()),
        Some(HowMuch::Piece(of, piece)) => json!([of.to_string(), piece.to_string()]),
        Some(HowMuch::AnyPiece(count)) => json!({ "any": count.to_string() }),
        Some(HowMuch::Number(of)) => json!({ "number": of.to_string() }),
        None => Value::Null,
    };
    let until = match effect.until {
        Some(Until::Second(second)) => json!(second.to_string()),
        Some(Until::Never) => json!("never"),
        None => Value::Null,
    };
    json!({
        "words": words(effect), "risk": effect.risk, "place": effect.place, "token": effect.token(), "party": effect.party,
        "amount": amount, "power": effect.power, "on": effect.on, "until": until,
    })
}

/// Calls and what they are called.
fn calls() -> Vec<(String, String)> {
    let f = |count: usize| "f".repeat(count);
    let near = [&f(63), "e"].concat();
    let ends = [
        ("approve 7", ["095ea7b3", &word(BOB), &number(7)].concat()),
        ("approve nothing", ["095ea7b3", &word(BOB), &number(0)].concat()),
        ("approve 2^256 - 1", ["095ea7b3", &word(BOB), &f(64)].concat()),
        ("approve 2^256 - 2", ["095ea7b3", &word(BOB), &near].concat()),
        ("approve 2^96 - 1", ["095ea7b3", &word(BOB), &"0".repeat(40), &f(24)].concat()),
        ("approve 2^96 - 2", ["095ea7b3", &word(BOB), &"0".repeat(40), &f(23), "e"].concat()),
        ("approve and a byte more", ["095ea7b3", &word(BOB), &f(64), "00"].concat()),
        ("approve of no address", ["095ea7b3", &f(64), &f(64)].concat()),
        ("increaseAllowance 7", ["39509351", &word(BOB), &number(7)].concat()),
        ("increaseAllowance 0", ["39509351", &word(BOB), &number(0)].concat()),
        ("increaseAllowance 2^256 - 2", ["39509351", &word(BOB), &near].concat()),
        ("increaseApproval 7", ["d73dd623", &word(BOB), &number(7)].concat()),
        ("setApprovalForAll true", ["a22cb465", &word(BOB), &number(1)].concat()),
        ("setApprovalForAll false", ["a22cb465", &word(BOB), &number(0)].concat()),
        ("setApprovalForAll 2", ["a22cb465", &word(BOB), &number(2)].concat()),
        ("transfer 7", ["a9059cbb", &word(BOB), &number(7)].concat()),
        ("transferFrom", ["23b872dd", &word(ALICE), &word(BOB), &number(7)].concat()),
        ("safeTransferFrom", ["42842e0e", &word(ALICE), &word(BOB), &number(7)].concat()),
        ("unknown", "deadbeef".into()),
        ("a selector cut short", "095ea7".into()),
        ("transferOwnership with broken data", ["F2FDE38B", "00"].concat()),
        (
            "approve of Permit2, not at Permit2",
            ["87517c45", &word(USDC), &word(BOB), &number(7), &number(99)].concat(),
        ),
    ];
    let mut all: Vec<(String, String)> =
        ends.into_iter().map(|(name, data)| (name.to_string(), data)).collect();
    for (selector, signature, _, party) in control::TABLE {
        let inner = signature.split_once('(').map(|(_, of)| of.trim_end_matches(')')).unwrap_or_default();
        let kinds: Vec<&str> = inner.split(',').filter(|kind| !kind.is_empty()).collect();
        let words = kinds.iter().enumerate().map(|(at, kind)| match *kind {
            _ if Some(at) == *party => word(BOB),
            "bytes" => alloc::format!("{:064x}", kinds.len() * 32),
            _ => number(0),
        });
        // bytes stand behind the others: none
        let rest = if kinds.contains(&"bytes") { number(0) } else { String::new() };
        let data = [alloc::format!("{selector:08x}"), words.collect(), rest].concat();
        all.push((signature.to_string(), data.clone()));
        all.push(([signature, " and more"].concat(), [&data, "00"].concat()));
    }
    all
}

fn requests() -> Vec<Value> {
    let request = |name: &str, method: &str, params: Value| {
        let said: Vec<Value> = effects::read(method, &params, &SaysNothing).iter().map(effect).collect();
        json!({ "name": name, "method": method, "params": params, "effects": said })
    };
    let sent = |name: &str, to: &str, value: &str, data: &str| {
        let data = ["0x", data].concat();
        request(
            name,
            "eth_sendTransaction",
            json!([{ "from": ALICE, "to": to, "value": value, "data": data }]),
        )
    };
    let signed = |name: &str, primary: &str, contract: &str, message: Value| {
        let data = json!({
            "primaryType": primary, "domain": { "name": "N", "verifyingContract": contract }, "message": message,
        });
        request(name, "eth_signTypedData_v4", json!([ALICE, data]))
    };
    let most = ["0x", &"f".repeat(64)].concat();
    let most_of_permit2 = ["0x", &"f".repeat(40)].concat();
    let mut all = vec![
        sent("coins", BOB, "0x10", ""),
        sent("coins and a call", BOB, "0x10", "deadbeef"),
        sent(
            "approve of Permit2",
            PERMIT2,
            "0x0",
            &["87517c45", &word(USDC), &word(BOB), &number(7), &number(99)].concat(),
        ),
        request("a contract", "eth_sendTransaction", json!([{ "from": ALICE, "data": "0x60" }])),
    ];
    for (name, data) in calls() {
        all.push(sent(&name, USDC, "0x0", &data));
    }
    let both: Vec<Value> =
        calls().iter().take(16).map(|(_, data)| json!({ "to": USDC, "data": format!("0x{data}") })).collect();
    all.push(request("a batch", "wallet_sendCalls", json!([{ "calls": both }])));
    let of_2612 =
        |value: Value| json!({ "owner": ALICE, "spender": BOB, "value": value, "nonce": 0, "deadline": 99 });
    all.push(signed("permit 7", "Permit", USDC, of_2612(json!("7"))));
    all.push(signed("permit 2^256 - 1", "Permit", USDC, of_2612(json!(most))));
    all.push(signed("permit nothing", "Permit", USDC, of_2612(json!(0))));
    all.push(signed("permit of no number", "Permit", USDC, of_2612(json!("many"))));
    let dai = |allowed: bool| json!({ "holder": ALICE, "spender": BOB, "nonce": 0, "expiry": 0, "allowed": allowed });
    all.push(signed("permit of DAI", "Permit", USDC, dai(true)));
    all.push(signed("permit of DAI, back", "Permit", USDC, dai(false)));
    let one =
        |amount: &str| json!({ "token": USDC, "amount": amount, "expiration": "1700000000", "nonce": 0 });
    let details = |of: Value| json!({ "details": of, "spender": BOB, "sigDeadline": 5 });
    all.push(signed("permit2, one", "PermitSingle", PERMIT2, details(one(&most_of_permit2))));
    all.push(signed(
        "permit2, several",
        "PermitBatch",
        PERMIT2,
        details(json!([one("7"), one(&most_of_permit2)])),
    ));
    all.push(signed("permit2 elsewhere", "PermitSingle", USDC, details(one("7"))));
    let permitted = json!({ "token": USDC, "amount": 7 });
    let transfer =
        json!({ "permitted": permitted, "spender": BOB, "nonce": 0, "deadline": 5, "witness": {} });
    all.push(signed("permit2, a transfer", "PermitWitnessTransferFrom", PERMIT2, transfer));
    all.push(signed("mail", "Mail", USDC, json!({ "text": "hi" })));
    for (name, data) in carried::tests::examples() {
        all.push(sent(&name, USDC, "0x0", &data));
    }
    for (name, primary, message) in intents().into_iter().chain(orders()) {
        all.push(signed(&name, primary, USDC, message));
    }
    let blur = |side: u8, price: u8, paid: &str| {
        json!({ "trader": ALICE, "side": side, "collection": USDC, "tokenId": "7", "amount": "1", "paymentToken": paid,
            "price": price, "expirationTime": "1800000000" })
    };
    for (name, primary, message) in [
        ("Blur: sells", "Order", blur(1, 9, ZERO)),
        ("Blur: gives", "Order", blur(1, 0, ZERO)),
        ("Blur: buys", "Order", blur(0, 9, PERMIT2)),
        ("Blur: neither", "Order", blur(2, 9, ZERO)),
        ("Blur: a root", "Root", json!({ "root": "0x00" })),
        ("Blur: something else", "Listing", json!({})),
    ] {
        let domain = json!({ "name": "Blur Exchange", "verifyingContract": USDC });
        let data = json!({ "primaryType": primary, "domain": domain, "message": message });
        all.push(request(name, "eth_signTypedData_v4", json!([ALICE, data])));
    }
    for (name, contents, inner) in [
        ("an account's own, of an allowance", "Permit", of_2612(json!("7"))),
        ("an account's own, of a text", "Mail", json!({ "text": "hi" })),
        ("an account's own, of itself", "TypedDataSign", json!({})),
    ] {
        let data = json!({
            "primaryType": "TypedDataSign", "domain": { "name": "N", "verifyingContract": USDC },
            "types": { "TypedDataSign": [{ "name": "contents", "type": contents }, { "name": "name", "type": "string" }] },
            "message": { "contents": inner, "name": "A" },
        });
        all.push(request(name, "eth_signTypedData_v4", json!([ALICE, data])));
    }
    all
}

/// Typed data that someone else carries out later, by its primary type.
fn intents() -> Vec<(String, &'static str, Value)> {
    let data = |of: &[&str]| ["0x", &of.concat()].concat();
    let approve = data(&["095ea7b3", &word(BOB), &"f".repeat(64)]);
    let owner = data(&["0d582f13", &word(BOB), &number(1)]);
    let sent = data(&["a9059cbb", &word(BOB), &number(7)]);
    let more = data(&["39509351", &word(BOB), &"f".repeat(64)]);
    let many = data(&[&carried::tests::examples()[0].1]);
    let of_3009 = |value: Value| json!({ "from": ALICE, "to": BOB, "value": value, "validAfter": 0, "validBefore": 1_800_000_000 });
    let safe = |to: &str, data: &str, operation: u8, gas_price: &str| {
        json!({ "to": to, "value": "0", "data": data, "operation": operation, "safeTxGas": "0", "baseGas": "0",
            "gasPrice": gas_price, "gasToken": ZERO, "refundReceiver": BOB, "nonce": 1 })
    };
    let operation = |sender: &str, data: &str| json!({ "sender": sender, "nonce": "1", "callData": data });
    let forward =
        |value: &str, data: &str| json!({ "from": ALICE, "to": USDC, "value": value, "data": data });
    [
        ("3009: transfer", "TransferWithAuthorization", of_3009(json!("7"))),
        ("3009: receive", "ReceiveWithAuthorization", of_3009(json!("0x7"))),
        ("3009: of no number", "TransferWithAuthorization", of_3009(json!("many"))),
        ("Safe: allows", "SafeTx", safe(USDC, &approve, 0, "0")),
        ("Safe: takes an owner", "SafeTx", safe(PERMIT2, &owner, 0, "0")),
        ("Safe: sends", "SafeTx", safe(USDC, &sent, 0, "0")),
        ("Safe: lets take more", "SafeTx", safe(USDC, &more, 0, "0")),
        ("Safe: foreign code", "SafeTx", safe(BOB, "0x", 1, "0")),
        ("Safe: pays gas back", "SafeTx", safe(BOB, "0x", 0, "1")),
        ("Safe: no such operation", "SafeTx", safe(BOB, "0x", 2, "0")),
        ("Safe: a message", "SafeMessage", json!({ "message": "0x00" })),
        ("Safe: an operation", "SafeOp", json!({ "safe": PERMIT2, "callData": approve })),
        ("4337: many calls", "PackedUserOperation", operation(ALICE, &many)),
        ("4337: of another", "UserOperation", operation(PERMIT2, &approve)),
        ("4337: no data", "PackedUserOperation", operation(ALICE, "none")),
        ("a forwarder: allows", "ForwardRequest", forward("0", &approve)),
        ("a forwarder: pays", "ForwardRequest", forward("9", "0x")),
        ("a forwarder: of no number", "ForwardRequest", forward("some", "0x")),
        (
            "in the signer's name",
            "MetaTransaction",
            json!({ "nonce": 0, "from": ALICE, "functionSignature": approve }),
        ),
        ("7710: a delegate", "Delegation", json!({ "delegate": BOB, "delegator": ALICE })),
        ("7710: no delegate", "Delegation", json!({ "delegate": "Bob" })),
        ("no 7710", "Delegation", json!({ "delegatee": BOB })),
    ]
    .map(|(name, primary, message)| (name.to_string(), primary, message))
    .into()
}

/// Orders of exchanges.
fn orders() -> Vec<(String, &'static str, Value)> {
    let gnosis = |receiver: &str, amount: &str| json!({ "sellToken": USDC, "sellAmount": "7", "buyToken": PERMIT2, "buyAmount": amount, "receiver": receiver, "validTo": 99 });
    let inch = json!({ "makerAsset": USDC, "makingAmount": "7", "takerAsset": PERMIT2, "takingAmount": "9", "receiver": ZERO });
    let zero = json!({ "makerToken": USDC, "makerAmount": "7", "takerToken": PERMIT2, "takerAmount": "9", "expiry": "99" });
    let item = |kind: u8, start: &str, end: &str| json!({ "itemType": kind, "token": USDC, "identifierOrCriteria": "7", "startAmount": start, "endAmount": end, "recipient": ALICE });
    let seaport = |offer: Value, wanted: Value| json!({ "offerer": ALICE, "offer": offer, "consideration": wanted, "endTime": "1800000000" });
    let mut fee = item(0, "3", "3");
    fee["recipient"] = json!(BOB);
    let sold = seaport(json!([item(2, "1", "1")]), json!([item(0, "100", "60"), fee]));
    [
        ("Gnosis", "Order", gnosis(ZERO, "9")),
        ("Gnosis, for the signer", "Order", gnosis(ALICE, "9")),
        ("Gnosis, for another", "Order", gnosis(BOB, "9")),
        ("Gnosis, for nothing", "Order", gnosis(ZERO, "0")),
        ("Gnosis, of no number", "Order", gnosis(ZERO, "some")),
        ("1inch", "Order", inch),
        ("0x, limit", "LimitOrder", zero.clone()),
        ("0x, over the counter", "OtcOrder", zero),
        ("an order of nobody known", "Order", json!({ "text": "hi" })),
        ("Seaport: sells", "OrderComponents", sold.clone()),
        ("Seaport: gives", "OrderComponents", seaport(json!([item(3, "2", "5")]), json!([]))),
        (
            "Seaport: any piece",
            "OrderComponents",
            seaport(json!([item(4, "1", "1")]), json!([item(1, "9", "9")])),
        ),
        (
            "Seaport: for zero",
            "OrderComponents",
            seaport(json!([item(1, "9", "4")]), json!([item(0, "9", "0")])),
        ),
        ("Seaport: no such item", "OrderComponents", seaport(json!([item(6, "1", "1")]), json!([]))),
        ("Seaport: many", "BulkOrder", json!({ "tree": [[sold, seaport(json!([]), json!([]))]] })),
        ("Seaport: none", "BulkOrder", json!({ "tree": [] })),
        ("a root", "OrderRoot", json!({ "root": "0x00" })),
    ]
    .map(|(name, primary, message)| (name.to_string(), primary, message))
    .into()
}

/// What the network knows of an allowance, and the words and the risk it has by that.
fn standings() -> Vec<Value> {
    let of = |units: U256| {
        let amount = effects::how_much(units);
        let is_any = amount == HowMuch::Any;
        Effect {
            asset: Some(Asset::Token(USDC.into())),
            amount: Some(amount),
            number: Some(units),
            party: Some(BOB.into()),
            ..Effect::of(EffectKind::Allow, if is_any { Risk::Warning } else { Risk::Normal })
        }
    };
    let mut all = Vec::new();
    for units in [U256::MAX, U256::from(7u64), U256::ZERO] {
        for keeps in [None, Some(Keeps::Amounts), Some(Keeps::Pieces)] {
            for holding in [None, Some(0u64), Some(7), Some(8)] {
                for is_contract in [None, Some(false), Some(true)] {
                    let settled =
                        allowance_risk::settled(of(units), keeps, holding.map(U256::from), is_contract);
                    all.push(json!({
                        "number": units.to_string(),
                        "keeps": keeps.map(|of| if of == Keeps::Pieces { "pieces" } else { "amounts" }),
                        "holding": holding.map(|of| of.to_string()), "isContract": is_contract,
                        "risk": settled.risk, "words": words(&settled),
                    }));
                }
            }
        }
    }
    all
}

// req: 10.12
#[test]
fn committed_effects_that_others_read_match_the_readers() {
    let about = "What each request does, and with which risk: written by WRITE_EFFECTS=1 cargo test -p wallet-engine --lib effects_that_others_read";
    let made = json!({ "about": about, "requests": requests(), "standings": standings() });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/effects.json");
    if std::env::var_os("WRITE_EFFECTS").is_some() {
        std::fs::write(path, crate::json::case_lines(&made)).unwrap();
    }
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(kept, made, "WRITE_EFFECTS=1 writes it");
}
