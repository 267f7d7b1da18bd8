//! What a site says of its own calls (ERC-7730), from one seed: call data is read one way only, a descriptor that is broken anywhere says
//! nothing wrong and breaks nothing, and no call data that was changed anywhere passes for the one it was.

use super::mutations::{MUTATIONS, apply, places_of};
use super::{Dice, seed, times};
use alloy_primitives::{Address, U256, hex};
use serde_json::{Value, json};
use wallet_engine::namespaces::eip155::codec::abi::{Function, Kind, Node, Param, Value as Of, decode};
use wallet_engine::namespaces::eip155::reader::descriptor::fuzz::{CONTRACT, call, encode, function, typed};

fn bytes(dice: &Dice, count: usize) -> Vec<u8> {
    (0..count).map(|_| u8::try_from(dice.below(256)).unwrap()).collect()
}

/// A type, and how it is written.
fn kind(dice: &Dice, depth: usize) -> String {
    let bits = (dice.below(32) + 1) * 8;
    match dice.below(if depth < 3 { 11 } else { 7 }) {
        0 => format!("uint{bits}"),
        1 => format!("int{bits}"),
        2 => "address".into(),
        3 => "bool".into(),
        4 => format!("bytes{}", dice.below(32) + 1),
        5 => "bytes".into(),
        6 => "string".into(),
        7 | 8 => format!("{}[]", kind(dice, depth + 1)),
        9 => format!("{}[{}]", kind(dice, depth + 1), dice.below(3) + 1),
        _ => format!("({})", params(dice, depth + 1, 1)),
    }
}

fn params(dice: &Dice, depth: usize, least: usize) -> String {
    let all: Vec<String> =
        (0..dice.below(4) + least).map(|at| format!("{} p{at}", kind(dice, depth))).collect();
    all.join(",")
}

fn value(dice: &Dice, of: &Kind) -> Node {
    Node::new(match of {
        Kind::Uint(bits) => Of::Number(U256::from_be_slice(&bytes(dice, bits / 8))),
        Kind::Int(bits) => {
            let number = U256::from_be_slice(&bytes(dice, bits / 8)) >> 1usize;
            match dice.below(2) {
                0 => Of::Number(number),
                _ => Of::Negative(number + U256::from(1u64)),
            }
        }
        Kind::Address => Of::Address(Address::from_slice(&bytes(dice, 20))),
        Kind::Bool => Of::Flag(dice.below(2) == 0),
        Kind::Bytes(length) => Of::Bytes(bytes(dice, length.unwrap_or(dice.below(70)))),
        Kind::Text => {
            Of::Text((0..dice.below(50)).map(|_| *dice.of(&['a', '\u{e9}', '\u{202e}', '<'])).collect())
        }
        Kind::List(item, length) => {
            Of::List((0..length.unwrap_or(dice.below(4))).map(|_| value(dice, item)).collect())
        }
        Kind::Tuple(params) => Of::Tuple(fields(dice, params)),
    })
}

fn fields(dice: &Dice, params: &[Param]) -> Vec<(String, Node)> {
    params.iter().map(|param| (param.name.clone(), value(dice, &param.kind))).collect()
}

// Without the look at offsets, paddings or the end this fails.
// req: 10.12
#[test]
fn decodes_call_data_in_exactly_one_way() {
    let dice = Dice::new("call data");
    let (mut read, mut changed, mut other) = (0, 0, 0);
    while read < 500 * times() {
        let signature = format!("f({})", params(&dice, 0, 0));
        let parsed = Function::parse(&signature).unwrap_or_else(|| panic!("{signature}, seed {}", seed()));
        let meant = fields(&dice, &parsed.params);
        let data = encode(&parsed.params, &meant.iter().map(|(_, node)| node).collect::<Vec<_>>());
        let back = decode(&parsed.params, &data).unwrap_or_else(|| panic!("{signature}, seed {}", seed()));
        assert_eq!(back.value, Of::Tuple(meant), "{signature}, seed {}", seed());
        read += 1;
        for _ in 0..8 {
            let mut wrong = data.clone();
            match dice.below(4) {
                0 => wrong.push(0),
                1 => wrong.extend([0; 32]),
                2 => drop(wrong.pop()),
                _ if wrong.is_empty() => {}
                _ => {
                    let at = dice.below(wrong.len());
                    wrong[at] ^= 1 << dice.below(8);
                }
            }
            if wrong != data {
                changed += 1;
                // what is read after all is another value, and only that value is written so
                other += usize::from(function(&signature, &wrong));
                assert!(wrong.len() == data.len() || decode(&parsed.params, &wrong).is_none(), "{signature}");
            }
        }
    }
    println!("{read} calls, {changed} changed, {other} of them another call, seed {}", seed());
}

const SIGNATURE: &str =
    "fill((address token,uint256 amount)[] orders,bytes path,address to,uint64 until,uint8 mode,string note)";

/// A descriptor with everything in it.
fn good() -> Value {
    let format = json!({"intent": "Fill", "required": ["to"], "excluded": ["path"], "fields": [
        {"path": "orders.[]", "fields": [
            {"path": "amount", "$ref": "$.display.definitions.amount", "params": {"tokenPath": "token"}}]},
        {"path": "path.[0:20]", "label": "By", "format": "addressName"},
        {"path": "#.to", "label": "To", "format": "addressName"},
        {"path": "until", "label": "Until", "format": "date", "params": {"encoding": "timestamp"}},
        {"path": "mode", "label": "Mode", "format": "enum", "params": {"$ref": "$.metadata.enums.mode"}},
        {"path": "note", "label": "Note", "format": "raw"},
        {"path": "@.value", "label": "Paid", "format": "amount"},
        {"value": "$.metadata.constants.fee", "label": "Fee", "format": "unit", "params": {"base": "%", "decimals": 2}},
    ]});
    json!({
        "context": {"contract": {"deployments": [{"chainId": 1337, "address": CONTRACT}]}},
        "metadata": {"constants": {"fee": 25, "most": "0xffff"}, "enums": {"mode": {"0": "Whole", "1": "Part"}}},
        "display": {
            "definitions": {"amount": {"label": "Amount", "format": "tokenAmount", "params": {"threshold": "$.metadata.constants.most", "message": "All"}}},
            "formats": {SIGNATURE: format},
        },
    })
}

fn data(dice: &Dice) -> String {
    let parsed = Function::parse(SIGNATURE).unwrap();
    let text = |node: Of| Node::new(node);
    let mut meant = fields(dice, &parsed.params);
    meant[1].1 = text(Of::Bytes(bytes(dice, 43)));
    meant[4].1 = text(Of::Number(U256::from(dice.below(2))));
    let encoded = encode(&parsed.params, &meant.iter().map(|(_, node)| node).collect::<Vec<_>>());
    hex::encode([&parsed.selector()[..], &encoded].concat())
}

// req: 10.12
#[test]
fn survives_broken_descriptors_without_a_wrong_description() {
    let dice = Dice::new("descriptors");
    let (mut cases, mut said) = (0, 0);
    let good = good();
    for _ in 0..20 * times() {
        assert!(call(&good, &data(&dice)).is_some(), "seed {}", seed());
    }
    for (name, mutate) in MUTATIONS {
        let places = places_of(mutate, &good);
        for _ in 0..(20 * times()).min(places.len()) {
            let place = dice.of(&places);
            let Some(Ok(answer)) = apply(mutate, &good, place) else { continue };
            let Ok(file) = wallet_engine::json::parse(&answer.body, usize::MAX) else { continue };
            let words = call(&file, &data(&dice));
            cases += 1;
            said += usize::from(words.is_some());
            // what binds it to its contract and network cannot be left out
            let of = |pointer: &str| file.pointer(pointer) == good.pointer(pointer);
            if words.is_some() && !name.starts_with("twice") {
                assert!(of("/context/contract/deployments/0/chainId"), "{name} at {place}");
                assert!(
                    !place.starts_with("/context/contract/deployments/0/address") || of(place) || {
                        let given = file.pointer("/context/contract/deployments/0/address");
                        given.and_then(Value::as_str).is_some_and(|text| {
                            text.trim_start_matches("0x").eq_ignore_ascii_case(&CONTRACT[2..])
                        })
                    },
                    "{name} at {place}"
                );
            }
        }
    }
    println!("{cases} descriptors, {said} of them still say something, seed {}", seed());
    assert!(said > 0 && said < cases);
}

#[test]
fn describes_a_changed_message_by_its_name_or_its_own_values() {
    let types = json!({
        "Order": [{"name": "maker", "type": "Maker"}, {"name": "lots", "type": "uint256[]"}, {"name": "raw", "type": "bytes"}],
        "Maker": [{"name": "owner", "type": "address"}, {"name": "name", "type": "string"}],
    });
    let signed = json!({"types": types, "primaryType": "Order", "domain": {"verifyingContract": CONTRACT},
        "message": {"maker": {"owner": CONTRACT, "name": "M"}, "lots": ["1", 2], "raw": "0x1234"}});
    let fields = json!([{"path": "maker.owner", "label": "Maker"}, {"path": "maker.name", "label": "Name"},
        {"path": "lots.[]", "label": "Lot"}, {"path": "raw", "label": "Raw"}]);
    let file = json!({
        "context": {"eip712": {"deployments": [{"chainId": 1337, "address": CONTRACT}]}},
        "display": {"formats": {"Order": {"intent": "Sell", "fields": fields}}},
    });
    assert!(typed(&file, &signed).is_some());
    let dice = Dice::new("messages");
    let mut cases = 0;
    for (_, mutate) in MUTATIONS {
        for of in [&file, &signed] {
            let places = places_of(mutate, of);
            for _ in 0..(10 * times()).min(places.len()) {
                let place: &String = dice.of(&places);
                let Some(Ok(answer)) = apply(mutate, of, place) else { continue };
                let Ok(changed) = wallet_engine::json::parse(&answer.body, usize::MAX) else { continue };
                match core::ptr::eq(of, &file) {
                    true => drop(typed(&changed, &signed)),
                    false => drop(typed(&file, &changed)),
                }
                cases += 1;
            }
        }
    }
    println!("{cases} messages and their descriptors, seed {}", seed());
}
