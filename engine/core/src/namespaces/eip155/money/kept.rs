//! The stored fields of a page's transaction while it is followed, for the comparison with the network's (10.27), in
//! one form. Large call data, such as a new contract, is stored as its hash.

use super::{address, calls};
use crate::amount;
use crate::json::Read;
use crate::json::json;
use alloc::string::{String, ToString};
use alloy_primitives::{hex, keccak256};
use serde_json::Value;

/// The maximum length of data that is stored unchanged, in hex digits.
const DATA_CHARS_MAX: usize = 8 * 1024;
/// The field with the hash of longer data. A page can't set it, because only this module writes stored fields.
const DATA_HASH: &str = "dataHash";

/// The call data of a transaction, under either of its names.
fn data(of: &Value) -> &str {
    of.text("input").or_else(|| of.text("data")).unwrap_or("0x")
}

fn hash(data: &str) -> Option<String> {
    Some(keccak256(hex::decode(data).ok()?).to_string())
}

/// The relevant fields of a page's transaction. `None` for a batch, or for unreadable fields.
pub(super) fn kept(request: &Value) -> Option<Value> {
    let asked = request.get(0).filter(|_| calls(request).is_none())?;
    let value = amount::quantity(asked.text("value").unwrap_or("0x0"))?;
    let mut kept =
        json!({ "from": address(asked, "from")?.to_checksum(None), "value": alloc::format!("{value:#x}") });
    let fields = kept.as_object_mut()?;
    if asked.field("to").is_some() {
        fields.insert("to".into(), address(asked, "to")?.to_checksum(None).into());
    }
    match data(asked) {
        "0x" | "" => {}
        data if data.len() > DATA_CHARS_MAX => {
            fields.insert(DATA_HASH.into(), hash(data)?.into());
        }
        data => {
            fields.insert("data".into(), data.into());
        }
    }
    for name in ["chainId", "authorizationList"] {
        if let Some(of) = asked.field(name) {
            fields.insert(name.into(), of.clone());
        }
    }
    Some(json!([kept]))
}

/// Whether only the hash of a request's data is stored.
pub(super) fn is_hashed(asked: &Value) -> bool {
    asked.field(DATA_HASH).is_some()
}

/// Whether a transaction has the data of a request.
pub(super) fn is_same_data(sent: &Value, asked: &Value) -> bool {
    match asked.text(DATA_HASH) {
        Some(kept) => hash(data(sent)).as_deref() == Some(kept),
        None => data(sent).eq_ignore_ascii_case(data(asked)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    // req: 10.27
    #[test]
    fn keeps_what_is_compared_in_one_form() {
        for (given, wanted) in [
            (
                json!({"from": ALICE.to_lowercase(), "to": BOB.to_lowercase(), "value": "0x01", "gas": "0x5208"}),
                json!([{"from": ALICE, "to": BOB, "value": "0x1"}]),
            ),
            (
                json!({"from": ALICE, "to": BOB, "data": "0x", "feeCurrency": BOB, "dataHash": "0x1"}),
                json!([{"from": ALICE, "to": BOB, "value": "0x0"}]),
            ),
            (
                json!({"from": ALICE, "input": "0x6001", "chainId": "0x1"}),
                json!([{"from": ALICE, "value": "0x0", "data": "0x6001", "chainId": "0x1"}]),
            ),
        ] {
            assert_eq!(kept(&json!([given])), Some(wanted), "{given}");
        }
        for given in [
            json!({"from": "x"}),
            json!({"from": ALICE, "to": "x"}),
            json!({"from": ALICE, "calls": []}),
            json!({"from": ALICE, "value": "lots"}),
            json!(null),
        ] {
            assert_eq!(kept(&json!([given])), None, "{given}");
        }
    }

    // req: 10.27
    #[test]
    fn compares_long_data_by_its_hash() {
        let data = ["0x", &"60".repeat(DATA_CHARS_MAX)].concat();
        let request = kept(&json!([{"from": ALICE, "data": data}])).unwrap();
        assert!(request.to_string().len() < 512 && is_hashed(&request[0]));
        assert!(is_same_data(&json!({ "input": data }), &request[0]));
        for other in [
            json!({ "input": [&*data, "61"].concat() }),
            json!({"input": "0x"}),
            json!({"input": "0x6"}),
            json!({}),
        ] {
            assert!(!is_same_data(&other, &request[0]));
        }
        assert!(is_same_data(&json!({"input": "0xAB"}), &json!({"data": "0xab"})));
        assert!(is_same_data(&json!({}), &json!({"data": "0x"})));
    }
}
