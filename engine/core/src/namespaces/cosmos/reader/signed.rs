//! Compares a wallet's signed document with the request (docs/spec/page-wallets.md section 5): only the fee and the
//! memo can differ.

use crate::json::Read;
use crate::namespaces::cosmos::codec::wire::{self, Field};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::base64;

/// The number of the memo field in a document's body.
const MEMO: u32 = 2;
/// The number of the fee field in the fee data.
const FEE: u32 = 2;

/// Whether a response contains nothing beyond the request. Without the signed document, the verification of the
/// signature decides.
pub fn is_answer(params: &Value, answer: &Value) -> bool {
    let (Some(asked), Some(signed)) = (params.field("signDoc"), answer.field("signed")) else { return true };
    match asked.field("bodyBytes").is_some() {
        true => is_direct(asked, signed).unwrap_or_default(),
        false => is_amino(asked, signed).unwrap_or_default(),
    }
}

fn is_amino(asked: &Value, signed: &Value) -> Option<bool> {
    let (asked, signed) = (asked.as_object()?, signed.as_object()?);
    let is_free = |name: &str| name == "fee" || name == "memo";
    let rest = |of: &serde_json::Map<String, Value>| of.keys().filter(|name| !is_free(name)).count();
    let is_same = |(name, value): (&String, &Value)| is_free(name) || signed.get(name) == Some(value);
    Some(rest(asked) == rest(signed) && asked.iter().all(is_same))
}

fn is_direct(asked: &Value, signed: &Value) -> Option<bool> {
    for name in ["chainId", "accountNumber"] {
        if asked.text(name)? != signed.text(name)? {
            return Some(false);
        }
    }
    let bytes = |of: &Value, name: &str| base64::decode(of.text(name)?);
    let is_same = |name: &str, free: u32| {
        let (asked, signed) = (bytes(asked, name)?, bytes(signed, name)?);
        let rest = |bytes| -> Option<Vec<(u32, Field<'_>)>> {
            Some(wire::fields(bytes)?.into_iter().filter(|(id, _)| *id != free).collect())
        };
        Some(rest(&asked)? == rest(&signed)?)
    };
    Some(is_same("bodyBytes", MEMO)? && is_same("authInfoBytes", FEE)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn direct(body: &[u8], auth: &[u8], chain: &str) -> Value {
        let (body, auth) = (base64::encode(body), base64::encode(auth));
        json!({ "bodyBytes": body, "authInfoBytes": auth, "chainId": chain, "accountNumber": "7" })
    }

    // req: 10.44
    #[test]
    fn accepts_a_signed_document_that_differs_in_fee_or_memo_only() {
        let is = |asked: &Value, signed: &Value| {
            is_answer(&json!({ "signDoc": asked }), &json!({ "signed": signed, "signature": {} }))
        };
        let amino =
            json!({ "chain_id": "a", "sequence": "1", "fee": { "gas": "1" }, "memo": "", "msgs": [1] });
        for (path, value, fits) in [
            ("/fee", json!({ "gas": "2" }), true),
            ("/memo", json!("hi"), true),
            ("/msgs", json!([2]), false),
            ("/chain_id", json!("b"), false),
            ("/sequence", json!("2"), false),
        ] {
            let mut signed = amino.clone();
            *signed.pointer_mut(path).unwrap() = value;
            assert_eq!(is(&amino, &signed), fits, "{path}");
        }
        let mut more = amino.clone();
        more["timeout_height"] = json!("9");
        assert!(!is(&amino, &more) && !is(&more, &amino) && !is(&amino, &json!("x")));
        let asked = direct(&[0x0a, 1, 1, 0x12, 1, b'x'], &[0x0a, 1, 1, 0x12, 1, 2], "a");
        for (signed, fits) in [
            (asked.clone(), true),
            (direct(&[0x0a, 1, 1, 0x12, 1, b'y'], &[0x0a, 1, 1, 0x12, 1, 3], "a"), true),
            (direct(&[0x0a, 1, 1], &[0x0a, 1, 1, 0x12, 1, 2], "a"), true),
            (direct(&[0x0a, 1, 2, 0x12, 1, b'x'], &[0x0a, 1, 1, 0x12, 1, 2], "a"), false),
            (direct(&[0x0a, 1, 1, 0x0a, 1, 1, 0x12, 1, b'x'], &[0x0a, 1, 1, 0x12, 1, 2], "a"), false),
            (direct(&[0x0a, 1, 1, 0x12, 1, b'x'], &[0x0a, 1, 2, 0x12, 1, 2], "a"), false),
            (direct(&[0x0a, 1, 1, 0x12, 1, b'x'], &[0x0a, 1, 1, 0x12, 1, 2], "b"), false),
            (direct(&[0x0a], &[], "a"), false),
        ] {
            assert_eq!(is(&asked, &signed), fits, "{signed}");
        }
        assert!(is_answer(&json!({ "data": "x" }), &json!({ "signature": "s" })));
    }
}
