//! Unknown fields of a request (10.57). The wallet gets them unchanged, and the review lists them. They don't influence
//! the other lines. EIP-7702 is rejected under any name (decision 42, "Fields of a request, the first rules").

use super::effects::CAPABILITIES;
use crate::caip::ChainId;
use crate::constants::RPC_BYTES_MAX;
use crate::json::{self, Read, json};
use crate::namespaces::effects::{Effect, EffectKind, EffectText, Risk};
use crate::namespaces::eip155::TRANSACTION;
use crate::namespaces::eip155::rules::methods;
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// The maximum number of listed fields. The review mentions that more exist.
const NAMED_MAX: usize = 20;
/// The maximum length of a name.
const NAME_CHARS: usize = 64;
/// The fields that a typed data domain can have (EIP-712), if its types don't list them.
const DOMAIN: [&str; 5] = ["name", "version", "chainId", "verifyingContract", "salt"];
const BATCH: [&str; 7] = ["version", "id", "chainId", "from", "atomicRequired", "calls", "capabilities"];
const VERSIONS: [&str; 4] = ["2.0.0", "2.0", "1.0", "1.0.0"];
const CALL: [&str; 5] = ["to", "data", "value", "chainId", "capabilities"];

/// The part of a request that can be decoded. Fields without a type aren't signed, so they are ignored.
#[must_use]
pub fn read_of(method: &str, params: &Value) -> Option<Value> {
    let signer = params.get(0).filter(|_| methods::is_typed(method))?;
    Some(json!([signer, typed(params.get(1)?, &mut Vec::new())?]))
}

/// The effects for the parts that can't be decoded.
#[must_use]
pub fn effects(method: &str, params: &Value) -> Vec<Effect> {
    let first = params.get(0).unwrap_or(&Value::Null);
    match method {
        _ if methods::is_transaction(method) => transaction(first),
        "wallet_sendCalls" => batch(first),
        // a digest can be the hash of anything, including a transaction
        "eth_sign" => alloc::vec![Effect::of(EffectKind::Unread, Risk::Critical)],
        _ if methods::is_typed(method) => {
            let mut more = Vec::new();
            match params.get(1).and_then(|data| typed(data, &mut more)) {
                Some(read) => {
                    let mut effects = named(more, Risk::Review, 0);
                    // a wallet might use another network than the displayed one
                    let chain = read.field("domain").and_then(|domain| domain.field("chainId"));
                    if chain.is_some_and(|chain| ChainId::of_wallet_value(chain).is_none()) {
                        effects.extend(named(alloc::vec!["domain.chainId".into()], Risk::Warning, 0));
                    }
                    effects
                }
                // its first version, a list, or unreadable
                None => alloc::vec![Effect::of(EffectKind::Unread, Risk::Warning)],
            }
        }
        _ if methods::may_sign(method) => named(alloc::vec![method.to_string()], Risk::Warning, 0),
        _ => Vec::new(),
    }
}

fn named(names: Vec<String>, risk: Risk, place: usize) -> Vec<Effect> {
    let left_out = names.len().saturating_sub(NAMED_MAX);
    let more = (left_out > 0).then(|| alloc::format!("+{left_out}"));
    let names = names.into_iter().take(NAMED_MAX).chain(more);
    let of = |name: String| Effect {
        place,
        words: text::label(&name, NAME_CHARS).map(EffectText::Name),
        ..Effect::of(EffectKind::Unread, risk)
    };
    names.map(of).collect()
}

/// The names of fields that aren't known.
fn others<'a>(of: &'a Value, known: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    let fields = of.as_object().into_iter().flatten();
    let is_other = |(name, value): &(&String, &Value)| !value.is_null() && !known.contains(&name.as_str());
    fields.filter(is_other).map(|(name, _)| name.clone())
}

fn transaction(call: &Value) -> Vec<Effect> {
    // the included signature of the page's own delegate has its own line
    let mut names: Vec<String> =
        others(call, TRANSACTION).filter(|name| name != "authorizationList").collect();
    let kind = call.field("type").and_then(crate::namespaces::eip155::kind_of);
    if call.field("type").is_some() && !kind.is_some_and(|kind| kind <= 2 || kind == 4) {
        names.push(alloc::format!(
            "type {}",
            kind.map_or_else(|| "?".into(), |kind| alloc::format!("{kind:#x}"))
        ));
    }
    named(names, Risk::Warning, 0)
}

fn batch(batch: &Value) -> Vec<Effect> {
    let mut names: Vec<String> = others(batch, &BATCH).collect();
    if batch.text("version").is_some_and(|version| !VERSIONS.contains(&version)) {
        names.push("version".into());
    }
    let mut effects = named(names, Risk::Warning, 0);
    for (place, call) in batch.list("calls").iter().enumerate() {
        let capable = call.field("capabilities").into_iter().flat_map(|of| others(of, &CAPABILITIES));
        let mut names: Vec<String> = others(call, &CALL).chain(capable).collect();
        if call.field("chainId").is_some_and(|chain| batch.field("chainId") != Some(chain)) {
            names.push("chainId".into());
        }
        effects.extend(named(names, Risk::Warning, place));
    }
    effects
}

/// Typed data with only its typed fields. `more` gets the names of the others.
fn typed(given: &Value, more: &mut Vec<String>) -> Option<Value> {
    let parsed = match given {
        Value::String(text) => Some(json::parse(text, RPC_BYTES_MAX).ok()?),
        _ => None,
    };
    let data = parsed.as_ref().unwrap_or(given);
    let types = data.field("types")?.as_object()?;
    let domain = match types.contains_key("EIP712Domain") {
        true => of_type("EIP712Domain", data.field("domain")?, types, "domain", more),
        false => only(data.field("domain")?.as_object()?, &DOMAIN, "domain", more),
    };
    let message = data
        .field("message")
        .map(|message| of_type(data.text("primaryType").unwrap_or_default(), message, types, "", more));
    Some(json!({
        "types": types, "primaryType": data.field("primaryType"), "domain": domain, "message": message,
    }))
}

fn only(given: &Map<String, Value>, known: &[&str], at: &str, more: &mut Vec<String>) -> Value {
    let mut kept = Map::new();
    for (name, value) in given {
        match known.contains(&name.as_str()) {
            true => drop(kept.insert(name.clone(), value.clone())),
            false => more.push(path(at, name)),
        }
    }
    Value::Object(kept)
}

fn path(at: &str, name: &str) -> String {
    if at.is_empty() { name.into() } else { [at, ".", name].concat() }
}

/// A value with only its typed fields. The parser limits the depth.
fn of_type(name: &str, value: &Value, types: &Map<String, Value>, at: &str, more: &mut Vec<String>) -> Value {
    if let (Some((item, _)), Some(list)) =
        (name.strip_suffix(']').and_then(|name| name.rsplit_once('[')), value.as_array())
    {
        return list.iter().map(|one| of_type(item, one, types, at, more)).collect();
    }
    let (Some(fields), Some(given)) = (types.get(name).and_then(Value::as_array), value.as_object()) else {
        return value.clone();
    };
    let known: Vec<&str> = fields.iter().filter_map(|field| field.text("name")).collect();
    let mut kept = only(given, &known, at, more);
    if let Some(kept) = kept.as_object_mut() {
        for field in fields {
            let (Some(name), Some(of)) = (field.text("name"), field.text("type")) else { continue };
            if let Some(inner) = kept.get_mut(name) {
                *inner = of_type(of, inner, types, &path(at, name), more);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(effects: &[Effect]) -> Vec<String> {
        effects.iter().map(|effect| effect.name().unwrap_or("-").to_string()).collect()
    }

    // req: 10.57
    #[test]
    fn names_fields_of_other_transaction_types() {
        for (call, found) in [
            (
                json!({"to": "0x", "value": "0x1", "type": "0x2", "accessList": [], "gasLimit": "0x1"}),
                &[][..],
            ),
            (json!({"feeCurrency": "0x1", "type": "0x7b"}), &["feeCurrency", "type 0x7b"]),
            (json!({"eip712Meta": {"gasPerPubdata": "0x1"}, "type": "0x71"}), &["eip712Meta", "type 0x71"]),
            (
                json!({"blobs": [], "maxFeePerBlobGas": "0x1", "type": "0x03"}),
                &["blobs", "maxFeePerBlobGas", "type 0x3"],
            ),
            (json!({"type": "0x02"}), &[]),
            (json!({"type": 2}), &[]),
            (json!({"type": null, "feeCurrency": null}), &[]),
            (json!({"type": "eip1559"}), &["type ?"]),
            (json!({"type": {}, "x\u{202e}y": 1}), &["xy", "type ?"]),
        ] {
            for method in ["eth_sendTransaction", "wallet_sendTransaction", "eth_signTransaction"] {
                let effects = effects(method, &json!([call]));
                assert_eq!(names(&effects), found, "{call}");
                assert!(effects.iter().all(|effect| effect.risk == Risk::Warning));
            }
        }
        let many: Value = Value::Object((0..30).map(|n| (alloc::format!("f{n:02}"), json!(1))).collect());
        assert_eq!(effects("eth_sendTransaction", &json!([many])).len(), 21);
    }

    // req: 10.57
    #[test]
    fn names_unread_batch_fields_with_their_call() {
        let batch = json!([{
            "version": "9", "chainId": "0x1", "more": true, "capabilities": {"unknown": {}},
            "calls": [{"to": "0x", "gas": "0x1"}, {"data": "0x", "capabilities": {"paymasterService": {}, "keys": {}}}, {"chainId": "0x2"}],
        }]);
        let effects = effects("wallet_sendCalls", &batch);
        let found: Vec<(usize, &str)> =
            effects.iter().map(|effect| (effect.place, effect.name().unwrap())).collect();
        assert_eq!(found, [(0, "more"), (0, "version"), (0, "gas"), (1, "keys"), (2, "chainId")]);
    }

    // req: 10.57
    #[test]
    fn ignores_fields_that_no_type_has() {
        let data = json!({
            "types": {"Permit": [{"name": "value", "type": "uint256"}, {"name": "in", "type": "In[]"}], "In": [{"name": "a", "type": "uint8"}]},
            "primaryType": "Permit", "domain": {"name": "N", "extra": 1},
            "message": {"value": "1", "spender": "0x1", "in": [{"a": 1, "b": 2}, null]},
        });
        for given in [data.clone(), json!(data.to_string())] {
            let params = json!(["0x", given]);
            let found = effects("eth_signTypedData_v4", &params);
            assert_eq!(names(&found), ["domain.extra", "spender", "in.b"]);
            let read = read_of("eth_signTypedData_v4", &params).unwrap();
            assert_eq!(read[1]["message"], json!({"value": "1", "in": [{"a": 1}, null]}));
            assert_eq!(read[1]["domain"], json!({"name": "N"}));
        }
        let typed =
            json!({"types": {"EIP712Domain": []}, "primaryType": "EIP712Domain", "domain": {"chainId": 1}});
        assert_eq!(names(&effects("eth_signTypedData_v4", &json!(["0x", typed]))), ["domain.chainId"]);
        // an unreadable network: a wallet might use another one than the displayed one
        for (chain, found) in [
            (json!(137), &[][..]),
            (json!("0x89"), &[]),
            (json!("137"), &[]),
            (json!(null), &[]),
            (json!(" 137"), &["domain.chainId"]),
            (json!("137.0"), &["domain.chainId"]),
            (json!([137]), &["domain.chainId"]),
        ] {
            let data =
                json!({"types": {"A": []}, "primaryType": "A", "domain": {"chainId": chain}, "message": {}});
            let unread = effects("eth_signTypedData_v4", &json!(["0x", data]));
            assert_eq!(names(&unread), found, "{chain}");
            assert!(unread.iter().all(|effect| effect.risk == Risk::Warning));
        }
        for first in [json!([{"type": "string", "name": "x", "value": "y"}]), json!("{"), Value::Null] {
            let unread = effects("eth_signTypedData", &json!([first, "0x"]));
            assert_eq!((unread.len(), unread[0].risk), (1, Risk::Warning), "{first}");
        }
    }
}
