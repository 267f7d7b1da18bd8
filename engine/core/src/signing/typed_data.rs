//! EIP-712 data before a wallet gets it: with all fields of its types (docs/spec/rpc.md section 3). A missing one would be signed as zero,
//! except a whole struct, which can be absent. Fields without a type aren't signed: they are passed on, and the review shows that
//! (`namespaces/eip155/reader/unread.rs`), and also if the data is for another network.

use crate::constants::RPC_BYTES_MAX;
use crate::json::{self, Read};
use serde_json::{Map, Value};

/// Checks that the data is complete.
///
/// # Errors
/// The invalid field.
pub fn check(data: Option<&Value>) -> Result<(), &'static str> {
    let parsed = match data {
        Some(Value::String(text)) => Some(json::parse(text, RPC_BYTES_MAX).map_err(|_| "typedData")?),
        _ => None,
    };
    let data = parsed.as_ref().or(data).ok_or("typedData")?;
    let types = data.field("types").and_then(Value::as_object).ok_or("types")?;
    let primary = data.filled("primaryType").filter(|name| types.contains_key(*name)).ok_or("primaryType")?;
    data.field("domain").and_then(Value::as_object).ok_or("domain")?;
    if types.contains_key("EIP712Domain") {
        is_of("EIP712Domain", data.field("domain").ok_or("domain")?, types).ok_or("domain")?;
    }
    if primary == "EIP712Domain" {
        return Ok(()); // only the domain is signed
    }
    is_of(primary, data.field("message").ok_or("message")?, types).ok_or("message")
}

/// Checks that a value has the shape of its type. The parser limits the depth.
fn is_of(name: &str, value: &Value, types: &Map<String, Value>) -> Option<()> {
    if let Some((item, length)) = name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
        let list = value.as_array()?;
        let fits = length.is_empty() || length.parse() == Ok(list.len());
        return list.iter().all(|value| is_of(item, value, types).is_some()).then_some(()).filter(|()| fits);
    }
    let Some(fields) = types.get(name).and_then(Value::as_array) else {
        // an elementary type: the wallet knows it better, but it isn't an object
        return (!value.is_object() && !value.is_array() && !value.is_null()).then_some(());
    };
    let given = value.as_object()?;
    for field in fields {
        let (of, name) = (field.text("type")?, field.text("name")?);
        match given.get(name).filter(|inner| !inner.is_null()) {
            Some(inner) => is_of(of, inner, types)?,
            // an absent struct is signed as absent
            None => drop(types.get(of)?),
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn mail() -> Value {
        json!({
            "types": {
                "EIP712Domain": [{"name": "name", "type": "string"}, {"name": "chainId", "type": "uint256"}],
                "Person": [{"name": "name", "type": "string"}, {"name": "wallets", "type": "address[]"}],
                "Mail": [{"name": "from", "type": "Person"}, {"name": "to", "type": "Person[]"}, {"name": "pair", "type": "uint8[2]"}],
            },
            "primaryType": "Mail",
            "domain": {"name": "Ether Mail", "chainId": 1337},
            "message": {
                "from": {"name": "Cow", "wallets": ["0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"]},
                "to": [{"name": "Bob", "wallets": []}],
                "pair": [1, 2],
            },
        })
    }

    #[test]
    fn requires_the_chain_and_all_typed_fields() {
        assert_eq!(check(Some(&mail())), Ok(()));
        assert_eq!(check(Some(&json!(mail().to_string()))), Ok(()), "as a text too");
        let with = |pointer: &str, value: Value| {
            let mut mail = mail();
            *mail.pointer_mut(pointer).unwrap() = value;
            check(Some(&mail))
        };
        assert_eq!(with("/primaryType", json!("Other")), Err("primaryType"));
        assert_eq!(with("/types", json!(null)), Err("types"));
        assert_eq!(
            with("/domain", json!({"name": "x", "chainId": "0x539", "extra": 1})),
            Ok(()),
            "not signed"
        );
        assert_eq!(with("/domain/chainId", json!(1)), Ok(()), "another network: the review says so");
        assert_eq!(with("/domain", json!({"name": "x", "chainId": "1337"})), Ok(()));
        assert_eq!(with("/message/from", json!({"name": "Cow"})), Err("message"), "a field is missing");
        let unknown = json!({"name": "Cow", "wallets": [], "more": 1});
        assert_eq!(with("/message/from", unknown), Ok(()), "a field is not in its type");
        assert_eq!(with("/message/from", json!(null)), Ok(()), "no structure");
        assert_eq!(with("/message/from/name", json!(null)), Err("message"), "no text");
        assert_eq!(with("/message/to", json!({"name": "Bob", "wallets": []})), Err("message"), "no list");
        assert_eq!(with("/message/pair", json!([1, 2, 3])), Err("message"), "too long");
        assert_eq!(with("/message/from/name", json!({"a": 1})), Err("message"));
        assert_eq!(check(Some(&json!("{"))), Err("typedData"));
        assert_eq!(check(None), Err("typedData"));
    }
}
