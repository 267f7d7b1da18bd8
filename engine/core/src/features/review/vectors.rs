//! The table of deeds as others read it: each request, what is said of it and with which weight. The secure site of the demo has a reader of its
//! own (`demo/secure/deeds.ts`), and its tests read the same file. `WRITE_DEEDS=1` writes it.

use super::model::words;
use crate::namespaces::deeds::{Deed, DeedKind, HowMuch, SaysNothing, Until, Weight};
use crate::namespaces::eip155::{control, deeds, weights};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::{Value, json};

const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const PERMIT2: &str = "0x000000000022D473030F116dDEE9F6B43aC78BA3";

fn word(address: &str) -> String {
    alloc::format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
}

fn number(units: u64) -> String {
    alloc::format!("{units:064x}")
}

fn deed(deed: &Deed) -> Value {
    let amount = match deed.amount {
        Some(HowMuch::Any) => json!("any"),
        Some(HowMuch::Units(units)) => json!(units.to_string()),
        Some(HowMuch::Piece(of, piece)) => json!([of.to_string(), piece.to_string()]),
        None => Value::Null,
    };
    let until = match deed.until {
        Some(Until::Second(second)) => json!(second.to_string()),
        Some(Until::Never) => json!("never"),
        None => Value::Null,
    };
    json!({
        "words": words(deed), "weight": deed.weight, "place": deed.place, "token": deed.token(), "party": deed.party,
        "amount": amount, "power": deed.power, "on": deed.on, "until": until,
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
        let said: Vec<Value> = deeds::read(method, &params, &SaysNothing).iter().map(deed).collect();
        json!({ "name": name, "method": method, "params": params, "deeds": said })
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
    all
}

/// What the network knows of an allowance, and the weight it has by that.
fn standings() -> Vec<Value> {
    let mut all = Vec::new();
    for amount in [HowMuch::Any, HowMuch::Units(U256::from(7u64))] {
        for holding in [None, Some(0u64), Some(7), Some(8)] {
            for is_contract in [None, Some(false), Some(true)] {
                let deed = Deed {
                    amount: Some(amount),
                    ..Deed::of(
                        DeedKind::Allow,
                        if amount == HowMuch::Any { Weight::Risky } else { Weight::Plain },
                    )
                };
                let weight = deed.weight.max(weights::weight_of(&deed, holding.map(U256::from), is_contract));
                all.push(json!({
                    "amount": if amount == HowMuch::Any { "any" } else { "7" },
                    "holding": holding.map(|of| of.to_string()), "isContract": is_contract, "weight": weight,
                }));
            }
        }
    }
    all
}

// req: 10.12
#[test]
fn the_table_of_deeds_that_others_read_is_this_one() {
    let about = "What each request does, and with which weight: written by WRITE_DEEDS=1 cargo test -p wallet-engine --lib deeds_that_others_read";
    let made = json!({ "about": about, "requests": requests(), "standings": standings() });
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/deeds.json");
    if std::env::var_os("WRITE_DEEDS").is_some() {
        let text = serde_json::to_string_pretty(&made).unwrap();
        std::fs::write(path, [&text, "\n"].concat()).unwrap();
    }
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    assert_eq!(kept, made, "WRITE_DEEDS=1 writes it");
}
