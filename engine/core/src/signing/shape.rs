//! The shape of wallet requests, in tables with every field (docs/spec/rpc.md section 3, docs/spec/services.md A10,
//! docs/spec/security.md C22). The data that a wallet displays to the user has to be complete, and unknown data never
//! reaches the wallet.

use crate::caip::ChainId;
use crate::json::Read;
use crate::namespaces::eip155;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum length of any list.
const ITEMS_MAX: usize = 100;
/// The maximum length of an ID, pci or name.
const TEXT_BYTES_MAX: usize = 4096;

/// The shape of a value.
pub enum Shape {
    /// A string that isn't empty.
    Text,
    /// One of these words.
    Word(&'static [&'static str]),
    /// An integer from this minimum on.
    Whole(u64),
    /// True or false.
    Flag,
    /// Any object: only the wallet interprets it.
    Record,
    /// `0x` and complete bytes, with a minimum length.
    Bytes(usize),
    /// `0x` and digits: a quantity or bytes.
    Hex,
    /// A time in the future, in seconds.
    Later,
    /// `0x` and a number of at most 256 bits, without a leading zero.
    Quantity,
    /// `0x` and an address. In mixed case, the checksum must match.
    Address,
    /// The account of the request.
    Account,
    /// The active chain, in hex.
    Chain,
    /// Any chain, in hex.
    AnyChain,
    /// A field that pages can't set.
    Never,
    /// A list of one shape, with a minimum, and at most [`ITEMS_MAX`].
    Each(usize, &'static Shape),
    /// An object with these fields. Other fields are passed on.
    Of(&'static [Field]),
    /// An object with only these fields.
    Only(&'static [Field]),
    /// An object with only `type` and `data`. The type determines the shape of the data.
    ByType(&'static [(&'static str, Shape)]),
}

/// A field: its name, whether it is optional, and its shape.
pub struct Field(&'static str, bool, Shape);

const fn must(name: &'static str, shape: Shape) -> Field {
    Field(name, false, shape)
}
const fn may(name: &'static str, shape: Shape) -> Field {
    Field(name, true, shape)
}

/// `wallet_sendCalls` (EIP-5792). Fields that aren't listed here are passed on, and the review shows them as unread
/// (`namespaces/eip155/reader/unread.rs`).
pub const BATCH: Shape = Shape::Of(&[
    must("version", Shape::Text),
    may("id", Shape::Text),
    must("chainId", Shape::AnyChain),
    may("from", Shape::Account),
    may("atomicRequired", Shape::Flag),
    must(
        "calls",
        Shape::Each(
            1,
            &Shape::Of(&[
                may("to", Shape::Address),
                may("data", Shape::Bytes(0)),
                may("value", Shape::Quantity),
                may("chainId", Shape::AnyChain),
                may("capabilities", Shape::Record),
                may("authorizationList", Shape::Never),
                may("eip7702Auth", Shape::Never),
            ]),
        ),
    ),
    may("capabilities", Shape::Record),
    may("authorizationList", Shape::Never),
    may("eip7702Auth", Shape::Never),
]);

const FUNCTION: Shape = Shape::Only(&[
    must("functionName", Shape::Text),
    may(
        "args",
        Shape::Each(
            0,
            &Shape::Only(&[
                must("operator", Shape::Word(&["EQUAL", "GREATER_THAN", "LESS_THAN"])),
                must("value", Shape::Hex),
            ]),
        ),
    ),
    may("valueLimit", Shape::Quantity),
    may("operation", Shape::Word(&["Call", "DelegateCall"])),
]);

/// `wallet_grantPermissions` (docs/spec/services.md A10).
const GRANT: Shape = Shape::Only(&[
    must("chainId", Shape::Chain),
    may("address", Shape::Account),
    must("expiry", Shape::Later),
    must(
        "signer",
        Shape::ByType(&[(
            "keys",
            Shape::Only(&[must(
                "keys",
                Shape::Each(
                    1,
                    &Shape::Only(&[
                        must("type", Shape::Word(&["secp256r1", "secp256k1"])),
                        must("publicKey", Shape::Bytes(32)),
                    ]),
                ),
            )]),
        )]),
    ),
    must(
        "permissions",
        Shape::Each(
            1,
            &Shape::ByType(&[
                (
                    "contract-call",
                    Shape::Only(&[
                        must("address", Shape::Address),
                        must("abi", Shape::Each(0, &Shape::Record)),
                        must("functions", Shape::Each(1, &FUNCTION)),
                    ]),
                ),
                (
                    "native-token-recurring-allowance",
                    Shape::Only(&[
                        must("allowance", Shape::Quantity),
                        must("start", Shape::Whole(0)),
                        must("period", Shape::Whole(1)),
                    ]),
                ),
                (
                    "erc20-recurring-allowance",
                    Shape::Only(&[
                        must("token", Shape::Address),
                        must("allowance", Shape::Quantity),
                        must("start", Shape::Whole(0)),
                        must("period", Shape::Whole(1)),
                    ]),
                ),
            ]),
        ),
    ),
    must("policies", Shape::Each(0, &Shape::Only(&[must("type", Shape::Text), must("data", Shape::Record)]))),
]);

/// `wallet_requestExecutionPermissions`, the newer name of the method, whose params are the list
/// (docs/spec/page-wallets.md section 2).
const EXECUTION: Shape = Shape::Only(&[
    must("chainId", Shape::Chain),
    may("from", Shape::Account),
    must("to", Shape::Address),
    must(
        "permission",
        Shape::Only(&[
            must("type", Shape::Text),
            must("isAdjustmentAllowed", Shape::Flag),
            must("data", Shape::Record),
        ]),
    ),
    may(
        "rules",
        Shape::Each(0, &Shape::ByType(&[("expiry", Shape::Only(&[must("timestamp", Shape::Later)]))])),
    ),
]);

/// `wallet_revokeExecutionPermission`.
const REVOKED_EXECUTION: Shape = Shape::Only(&[must("permissionContext", Shape::Bytes(1))]);

/// The target of a revocation: a session's ID, under several names, or the access to accounts (EIP-2255).
const REVOKED: [Shape; 3] = [
    Shape::Only(&[must("pci", Shape::Text)]),
    Shape::Only(&[must("permissionsContext", Shape::Bytes(1))]),
    Shape::Only(&[must("eth_accounts", Shape::Only(&[]))]),
];

/// The account and the chain for checking a request.
pub struct RequestContext<'a> {
    /// The account, in the form of its namespace.
    pub account: &'a str,
    /// The active chain.
    pub chain: Option<&'a ChainId>,
    /// The current time in seconds since 1970.
    pub now_s: u64,
}

impl RequestContext<'_> {
    /// Checks the parameters of a method that has a table here.
    ///
    /// # Errors
    /// The name of the invalid field.
    pub fn check(&self, method: &str, params: &Value) -> Result<(), String> {
        let list = params.as_array().map_or(&[][..], Vec::as_slice);
        match method {
            "wallet_requestExecutionPermissions" => self.is(params, &Shape::Each(1, &EXECUTION)),
            "wallet_revokeExecutionPermission" => {
                let given = list.first().filter(|_| list.len() == 1).unwrap_or(params);
                self.is(given, &REVOKED_EXECUTION)
            }
            "wallet_revokePermissions" => {
                let given = list.first().filter(|_| list.len() == 1).unwrap_or(params);
                let fits = REVOKED.iter().any(|shape| self.is(given, shape).is_ok());
                if fits { Ok(()) } else { Err(None) }
            }
            "wallet_sendCalls" => match list {
                [given] => self.is(given, &BATCH).and_then(|()| {
                    // a call without a recipient creates a contract, so it needs data
                    let makes = |call: &Value| call.text("data").is_some_and(|data| data.len() > 2);
                    let is_complete = |call: &Value| call.field("to").is_some() || makes(call);
                    if given.list("calls").iter().all(is_complete) { Ok(()) } else { Err(Some("to")) }
                }),
                _ => Err(None),
            },
            _ => match list {
                [given] => self.is(given, &GRANT),
                _ => Err(None),
            },
        }
        .map_err(|field| crate::text::label(field.unwrap_or("params"), 64).unwrap_or_default())
    }

    /// Checks a value. Returns the invalid field, or `None` if it is the value itself.
    fn is<'v>(&self, value: &'v Value, shape: &Shape) -> Result<(), Option<&'v str>> {
        let text = value.as_str();
        let digits = text.and_then(|text| text.strip_prefix("0x"));
        let hex = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let fits = match shape {
            Shape::Text => text.is_some_and(|text| !text.is_empty() && text.len() <= TEXT_BYTES_MAX),
            Shape::Word(words) => text.is_some_and(|text| words.contains(&text)),
            Shape::Whole(least) => value.as_u64().is_some_and(|number| number >= *least),
            Shape::Flag => value.is_boolean(),
            Shape::Record => value.is_object(),
            Shape::Bytes(least) => hex.is_some_and(|hex| hex.len() % 2 == 0 && hex.len() / 2 >= *least),
            Shape::Hex => hex.is_some_and(|hex| !hex.is_empty() && hex.len() <= TEXT_BYTES_MAX),
            Shape::Later => value.as_u64().is_some_and(|s| s > self.now_s),
            Shape::Quantity => {
                hex.is_some_and(|hex| (1..=64).contains(&hex.len()) && (hex == "0" || !hex.starts_with('0')))
            }
            Shape::Address => hex.is_some() && text.is_some_and(|text| eip155::parse(text).is_ok()),
            Shape::Account => {
                let given = text.and_then(|text| eip155::parse(text).ok());
                hex.is_some() && given.is_some() && given == eip155::parse(self.account).ok()
            }
            Shape::Chain => {
                hex.is_some()
                    && ChainId::of_wallet_value(value).is_some_and(|chain| self.chain == Some(&chain))
            }
            Shape::AnyChain => hex.is_some() && ChainId::of_wallet_value(value).is_some(),
            Shape::Never => false,
            Shape::Each(least, shape) => {
                let list = value.as_array().filter(|list| (*least..=ITEMS_MAX).contains(&list.len()));
                for item in list.ok_or(None)? {
                    self.is(item, shape)?;
                }
                true
            }
            Shape::Of(fields) | Shape::Only(fields) => {
                let given = value.as_object().ok_or(None)?;
                for Field(name, may, shape) in *fields {
                    match value.field(name) {
                        Some(field) => self.is(field, shape).map_err(|inner| inner.or(Some(*name)))?,
                        // null isn't an account, and not the requested one
                        None if matches!(shape, Shape::Account) && value.get(*name).is_some() => {
                            return Err(Some(*name));
                        }
                        None if *may => {}
                        None => return Err(Some(*name)),
                    }
                }
                let is_known = |name: &&String| fields.iter().any(|field| field.0 == name.as_str());
                match given.keys().find(|name| !is_known(name)) {
                    Some(name) if matches!(shape, Shape::Only(_)) => return Err(Some(name)),
                    _ => true,
                }
            }
            Shape::ByType(kinds) => {
                let kind =
                    kinds.iter().find(|kind| Some(kind.0) == value.text("type")).ok_or(Some("type"))?;
                let data = value.field("data").ok_or(Some("data"))?;
                self.is(data, &kind.1).map_err(|inner| inner.or(Some("data")))?;
                match value
                    .as_object()
                    .and_then(|given| given.keys().find(|name| !["type", "data"].contains(&name.as_str())))
                {
                    Some(name) => return Err(Some(name)),
                    None => true,
                }
            }
        };
        if fits { Ok(()) } else { Err(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec;
    use serde_json::json;

    const OURS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const OTHER: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    fn check(method: &str, params: &Value) -> Result<(), String> {
        let chain = ChainId::evm(1337);
        RequestContext { account: OURS, chain: Some(&chain), now_s: 1_700_000_000 }.check(method, params)
    }

    fn grant() -> Value {
        json!({"chainId": "0x539", "address": OURS, "expiry": 1_795_000_000_u64,
            "signer": {"type": "keys", "data": {"keys": [{"type": "secp256k1", "publicKey": format!("0x{}", "02".repeat(33))}]}},
            "permissions": [
                {"type": "contract-call", "data": {"address": OTHER, "abi": [{"type": "function"}], "functions": [
                    {"functionName": "mint", "args": [{"operator": "EQUAL", "value": "0x01"}], "valueLimit": "0x0", "operation": "Call"}]}},
                {"type": "native-token-recurring-allowance", "data": {"allowance": "0x1", "start": 0, "period": 86_400}},
                {"type": "erc20-recurring-allowance", "data": {"token": OTHER, "allowance": "0xff", "start": 1, "period": 1}}],
            "policies": [{"type": "rate-limit", "data": {"count": 3}}]})
    }

    fn execution() -> Value {
        json!({"chainId": "0x539", "from": OURS, "to": OTHER,
            "permission": {"type": "native-token-periodic", "isAdjustmentAllowed": true, "data": {"periodAmount": "0x1"}},
            "rules": [{"type": "expiry", "data": {"timestamp": 1_795_000_000_u64}}]})
    }

    fn batch() -> Value {
        json!({"version": "2.0.0", "id": "x", "chainId": "0x539", "from": OURS, "atomicRequired": true,
            "calls": [{"to": OTHER, "data": "0xab", "value": "0x1"}, {"to": OTHER}], "capabilities": {"paymasterService": {}}})
    }

    /// Collects the JSON pointer of every value inside a value.
    fn places(value: &Value, at: &str, all: &mut Vec<String>) {
        all.push(at.into());
        match value {
            Value::Object(fields) => {
                fields.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), all))
            }
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(index, value)| places(value, &format!("{at}/{index}"), all));
            }
            _ => {}
        }
    }

    /// Any value: only the wallet interprets it.
    fn is_free(at: &str) -> bool {
        ["/policies/0/data/", "/abi/0/", "/permission/data/", "/capabilities/"]
            .iter()
            .any(|part| at.contains(part))
    }

    // req: 7.39
    #[test]
    fn rejects_an_invalid_value_in_any_field() {
        let nonsense = [
            json!(null),
            json!(7.5),
            json!(-1),
            json!(true),
            json!(""),
            json!("x"),
            json!("0x"),
            json!("0xzz"),
            json!("1"),
            json!([]),
            json!([7]),
            json!({}),
            json!({"a": 1}),
            json!("0x00"),
            json!("0xABCDEFG"),
            json!(" 0x1"),
        ];
        for (method, good) in [
            ("wallet_grantPermissions", json!([grant()])),
            ("wallet_requestExecutionPermissions", json!([execution()])),
            ("wallet_requestExecutionPermissions", json!([execution(), execution()])),
            ("wallet_sendCalls", json!([batch()])),
            ("wallet_revokePermissions", json!([{"pci": "a"}])),
        ] {
            assert_eq!(check(method, &good), Ok(()), "{method}");
            let mut all = Vec::new();
            places(&good, "", &mut all);
            for at in all.iter().filter(|at| !is_free(at)) {
                let before = good.pointer(at).unwrap().clone();
                for wrong in &nonsense {
                    let mut params = good.clone();
                    *params.pointer_mut(at).unwrap() = wrong.clone();
                    // another value of the same type is valid, and so is a missing optional one
                    let is_fine = params == good
                        || wrong.is_null() && is_optional(at) && !is_account(at)
                        || is_same_kind(at, wrong, &before);
                    assert_eq!(check(method, &params).is_ok(), is_fine, "{method} {at} = {wrong}");
                }
            }
        }
    }

    fn is_optional(at: &str) -> bool {
        let last = at.rsplit('/').next().unwrap_or_default();
        let always =
            ["id", "from", "atomicRequired", "capabilities", "valueLimit", "operation", "args", "rules"];
        let in_a_call =
            at.contains("/calls/") && ["data", "value"].contains(&last) || at.ends_with("/calls/0/to");
        always.contains(&last) || in_a_call || at.ends_with("/0/address")
    }

    /// The account of the request. Null isn't the same as missing.
    fn is_account(at: &str) -> bool {
        at.ends_with("/from") || at.ends_with("/0/address")
    }

    // req: 7.39
    #[test]
    fn requires_the_own_account_and_a_future_expiry_in_a_grant() {
        let check_grant = |field: &str, value: Value| {
            let mut grant = grant();
            grant[field] = value;
            check("wallet_grantPermissions", &json!([grant]))
        };
        let is = |field: &str, value: Value| check_grant(field, value);
        assert_eq!(is("expiry", json!(1_700_000_001_u64)), Ok(()));
        for past in [json!(1_700_000_000_u64), json!(1), json!(0), json!("1795000000")] {
            assert_eq!(is("expiry", past.clone()), Err("expiry".into()), "{past}");
        }
        assert_eq!(is("address", json!(null)), Err("address".into()));
        assert_eq!(is("address", json!(OURS.trim_start_matches("0x"))), Err("address".into()));
        let mut past = execution();
        past["rules"][0]["data"]["timestamp"] = json!(1_700_000_000_u64);
        assert!(check("wallet_requestExecutionPermissions", &json!([past])).is_err());
        let mut batch = batch();
        batch["from"] = json!(null);
        assert_eq!(check("wallet_sendCalls", &json!([batch])), Err("from".into()));
    }

    // req: 7.39
    #[test]
    fn requires_quantities_in_a_grants_values() {
        let at = "/permissions/0/data/functions/0/args/0/value";
        for (value, fits) in [
            (json!("0x1"), true),
            (json!("0x0"), true),
            (json!("0x01"), true),
            (json!("0xabc"), true),
            (json!("0x"), false),
            (json!("1"), false),
            (json!(1), false),
        ] {
            let mut grant = grant();
            *grant.pointer_mut(at).unwrap() = value.clone();
            let expected = if fits { Ok(()) } else { Err("value".into()) };
            assert_eq!(check("wallet_grantPermissions", &json!([grant])), expected, "{value}");
        }
    }

    fn is_same_kind(at: &str, wrong: &Value, before: &Value) -> bool {
        let last = at.rsplit('/').next().unwrap_or_default();
        match last {
            "id" | "pci" | "functionName" | "version" => wrong.is_string() && wrong != "",
            "type" => {
                (at.contains("/policies/") || at.contains("/permission/")) && wrong.is_string() && wrong != ""
            }
            "atomicRequired" | "isAdjustmentAllowed" => wrong.is_boolean(),
            "data" if at.contains("/calls/") => wrong == "0x" || wrong == "0x00",
            "data" if before.get("count").or(before.get("periodAmount")).is_some() => wrong.is_object(),
            "value" if at.contains("/args/") => wrong == "0x00",
            "0" if at.contains("/abi/") => wrong.is_object(),
            "capabilities" => wrong.is_object(),
            "abi" | "args" | "policies" | "rules" => wrong.as_array().is_some_and(Vec::is_empty),
            _ => false,
        }
    }

    // req: 7.39
    #[test]
    fn names_an_unknown_or_missing_field() {
        for (method, good) in
            [("wallet_grantPermissions", grant()), ("wallet_requestExecutionPermissions", execution())]
        {
            let mut all = Vec::new();
            places(&good, "", &mut all);
            for at in all
                .iter()
                .filter(|at| !is_free(&format!("{at}/")) && good.pointer(at).is_some_and(Value::is_object))
            {
                let mut more = good.clone();
                more.pointer_mut(at).unwrap()["stranger"] = json!(1);
                assert_eq!(check(method, &json!([more])), Err("stranger".into()), "{method} {at}");
                for name in good.pointer(at).unwrap().as_object().unwrap().keys() {
                    let mut less = good.clone();
                    less.pointer_mut(at).unwrap().as_object_mut().unwrap().remove(name);
                    let left_out = format!("/0{at}/{name}");
                    let expected = if is_optional(&left_out) { Ok(()) } else { Err(name.clone()) };
                    assert_eq!(check(method, &json!([less])), expected, "{method} {at}/{name}");
                }
            }
        }
    }

    // req: 5.24
    #[test]
    fn requires_the_own_account_chain_and_complete_calls_in_a_batch() {
        for (field, bad) in [
            ("from", json!(OTHER)),
            ("chainId", json!("0x0")),
            ("chainId", json!(1337)),
            ("chainId", json!("1337")),
            ("calls", json!([])),
            ("calls", json!([7])),
            ("to", json!([{}])),
            ("id", json!("x".repeat(5000))),
            ("version", json!("")),
            ("to", json!([{"data": "0x"}])),
            ("authorizationList", json!([])),
            ("eip7702Auth", json!({})),
            ("to", json!([{"to": "abc"}])),
            ("to", json!([{"to": OTHER.strip_prefix("0x")}])),
            ("to", json!([{"to": "0x70997970c51812dc3A010C7d01b50e0d17dc79C8"}])),
            ("data", json!([{"to": OTHER, "data": "0xabc"}])),
            ("value", json!([{"to": OTHER, "value": "lots"}])),
            ("value", json!([{"to": OTHER, "value": "0x"}])),
            ("value", json!([{"to": OTHER, "value": "0x01"}])),
            ("value", json!([{"to": OTHER, "value": 1}])),
            ("value", json!([{"to": OTHER, "value": "1"}])),
            ("value", json!([{"to": OTHER, "value": format!("0x1{}", "0".repeat(64))}])),
        ] {
            let mut wrong = batch();
            let of_call = ["to", "data", "value"].contains(&field);
            wrong[if of_call { "calls" } else { field }] = bad;
            assert_eq!(check("wallet_sendCalls", &json!([wrong])), Err(field.into()), "{field}");
        }
        // the review displays these: another network, contract creation, unknown fields
        for (field, passed) in [
            ("chainId", json!("0x1")),
            ("version", json!("3")),
            ("more", json!(1)),
            ("calls", json!([{"data": "0x60", "value": "0x1"}])),
            ("calls", json!([{"to": OTHER, "gas": "0x1", "capabilities": {"x": {}}}])),
        ] {
            let mut batch = batch();
            batch[field] = passed;
            assert_eq!(check("wallet_sendCalls", &json!([batch])), Ok(()), "{field}");
        }
        let many = |count| {
            let mut batch = batch();
            batch["calls"] = json!(vec![json!({"to": OTHER}); count]);
            json!([batch])
        };
        assert_eq!(check("wallet_sendCalls", &many(100)), Ok(()));
        assert!(check("wallet_sendCalls", &many(101)).is_err());
        assert!(check("wallet_sendCalls", &json!([])).is_err());
        assert!(check("wallet_sendCalls", &json!([batch(), batch()])).is_err());
    }

    // req: 7.39
    #[test]
    fn accepts_three_ways_to_name_a_revocation() {
        for good in [
            json!([{"pci": "a"}]),
            json!({"pci": "a"}),
            json!([{"permissionsContext": "0x01"}]),
            json!([{"eth_accounts": {}}]),
        ] {
            assert_eq!(check("wallet_revokePermissions", &good), Ok(()), "{good}");
        }
        for bad in [
            json!([]),
            json!({}),
            json!([{}]),
            json!("a"),
            json!(["a"]),
            json!([{"pci": ""}]),
            json!([{"pci": "a", "more": 1}]),
            json!([{"pci": "a"}, {"pci": "b"}]),
            json!([{"permissionsContext": "x"}]),
            json!([{"eth_accounts": {"a": 1}}]),
        ] {
            assert!(check("wallet_revokePermissions", &bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn survives_values_of_any_shape_without_a_panic() {
        // a small custom generator: the same values on every run
        let mut seed = 0x5eed_u64;
        let mut next = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize
        };
        fn any(next: &mut impl FnMut() -> usize, depth: usize) -> Value {
            const NAMES: [&str; 12] = [
                "chainId",
                "calls",
                "type",
                "data",
                "signer",
                "permissions",
                "keys",
                "policies",
                "expiry",
                "to",
                "é\u{202e}",
                "",
            ];
            let name = |next: &mut dyn FnMut() -> usize| NAMES[next() % NAMES.len()];
            match next() % if depth > 5 { 5 } else { 7 } {
                0 => json!(null),
                1 => json!(next()),
                2 => json!(["0x539", "0x", "0x\u{0}", "keys", "", OURS][next() % 6]),
                3 => json!(next().is_multiple_of(2)),
                4 => json!(-1.5e300),
                5 => Value::Array((0..next() % 4).map(|_| any(next, depth + 1)).collect()),
                _ => Value::Object(
                    (0..next() % 5).map(|_| (name(next).into(), any(next, depth + 1))).collect(),
                ),
            }
        }
        for _ in 0..20_000 {
            let params = json!([any(&mut next, 0)]);
            for method in [
                "wallet_grantPermissions",
                "wallet_requestExecutionPermissions",
                "wallet_sendCalls",
                "wallet_revokePermissions",
            ] {
                drop(check(method, &params));
            }
        }
    }
}
