//! The checks between a page and a wallet: what a request means, and whether its response is plausible.

pub mod capabilities;
pub mod contract_account;
pub mod delegates;
pub mod params;
pub mod recover;
pub mod shape;
pub mod sign_in;
pub mod typed_data;
pub mod verify;

use crate::caip::{ChainId, Namespace};
use crate::error::{Error, Result};
use crate::json::Read;
use crate::namespaces::{self, eip155};
use crate::text;
use alloy_primitives::hex;
use serde_json::Value;

/// Rejects requests that name another account or chain than the connected one (docs/spec/rpc.md section 3).
///
/// # Errors
/// [`Error::BadParams`] with the field.
pub fn check_request(
    method: &str,
    params: &Value,
    address: &str,
    chain: Option<&ChainId>,
    now_s: u64,
) -> Result<()> {
    let bad = |field: &str| Err(Error::BadParams { field: field.into() });
    let at = |index: usize| params.get(index);
    let is_ours = |value: Option<&Value>| {
        value.and_then(Value::as_str).and_then(|text| eip155::parse(text).ok()) == eip155::parse(address).ok()
    };
    match method {
        "personal_sign" if !at(0).is_some_and(Value::is_string) => bad("message"),
        "personal_sign" if !is_ours(at(1)) => bad("address"),
        "personal_sign" => Ok(()),
        "eth_sign" if !is_ours(at(0)) => bad("address"),
        "eth_sign" if !at(1).and_then(Value::as_str).is_some_and(has_prefix) => bad("message"),
        "eth_sign" => Ok(()),
        // the first version of the method: a list, then the account
        "eth_signTypedData" if at(0).is_some_and(Value::is_array) && is_ours(at(1)) => Ok(()),
        _ if eip155::is_typed(method) && !is_ours(at(0)) => bad("address"),
        _ if eip155::is_typed(method) => typed_data::check(at(1)).or_else(bad),
        "wallet_sendCalls"
        | "wallet_grantPermissions"
        | "wallet_revokePermissions"
        | "wallet_requestExecutionPermissions"
        | "wallet_revokeExecutionPermission" => {
            let asked = shape::RequestContext { account: address, chain, now_s };
            asked.check(method, params).map_err(|field| Error::BadParams { field })
        }
        "wallet_switchEthereumChain" => match at(0).and_then(|call| call.text("chainId")).map(is_chain_id) {
            Some(true) => Ok(()),
            _ => bad("chainId"),
        },
        "wallet_addEthereumChain" => added_chain(at(0)).or_else(bad),
        "solana_signMessage" if params.text("pubkey") != Some(address) => bad("pubkey"),
        "signMessage" | "signPsbt" | "sendTransfer"
            if !params
                .text("account")
                .is_some_and(|given| namespaces::is_same(Namespace::Bip122, given, address)) =>
        {
            bad("account")
        }
        "eth_sendUserOperation" => user_operation(params, is_ours),
        _ if eip155::is_transaction(method) => transaction(at(0), chain, is_ours).or_else(bad),
        // the methods of these namespaces take one object with all fields
        "solana_signMessage"
        | "solana_signTransaction"
        | "solana_signAllTransactions"
        | "solana_signAndSendTransaction"
        | "signMessage"
        | "signPsbt"
        | "sendTransfer"
        | "polkadot_signMessage"
        | "polkadot_signTransaction"
        | "cosmos_signDirect"
        | "cosmos_signAmino"
        | "cosmos_signArbitrary"
            if !params.is_object() =>
        {
            bad("params")
        }
        _ => Ok(()),
    }
}

/// Checks a transaction: its sender and network are the connected ones, and its fields have only one meaning.
fn transaction(
    call: Option<&Value>,
    chain: Option<&ChainId>,
    is_ours: impl Fn(Option<&Value>) -> bool,
) -> core::result::Result<(), &'static str> {
    let call = call.filter(|call| call.is_object()).ok_or("transaction")?;
    if !is_ours(call.field("from")) {
        return Err("from");
    }
    // other unknown fields are listed in the review (10.57)
    for field in ["authorizationList", "eip7702Auth"] {
        if call.field(field).is_some() {
            return Err(field);
        }
    }
    if call.field("type").and_then(eip155::kind_of) == Some(4) {
        return Err("type");
    }
    if let Some(given) = call.field("chainId")
        && ChainId::of_wallet_value(given).as_ref() != chain
    {
        return Err("chainId");
    }
    for field in ["value", "gas", "gasLimit", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce"] {
        if call.field(field).is_some_and(|v| v.as_str().and_then(crate::amount::quantity).is_none()) {
            return Err(field);
        }
    }
    for field in ["data", "input"] {
        let is_hex = |v: &Value| v.as_str().is_some_and(|text| hex::decode(text).is_ok());
        if call.field(field).is_some_and(|v| !v.as_str().is_some_and(has_prefix) || !is_hex(v)) {
            return Err(field);
        }
    }
    // two names for the same field: wallets could differ in the one they use
    if let (Some(data), Some(input)) = (call.text("data"), call.text("input"))
        && !data.eq_ignore_ascii_case(input)
    {
        return Err("input");
    }
    match call.field("to") {
        Some(to) if !to.as_str().is_some_and(|to| has_prefix(to) && eip155::parse(to).is_ok()) => Err("to"),
        _ => Ok(()),
    }
}

/// The fields of a user operation besides its sender, in all versions of the entry point. Delegating the account to a
/// contract (EIP-7702) isn't among them.
const OPERATION: [&str; 16] = [
    "nonce",
    "initCode",
    "factory",
    "factoryData",
    "callData",
    "callGasLimit",
    "verificationGasLimit",
    "preVerificationGas",
    "maxFeePerGas",
    "maxPriorityFeePerGas",
    "paymasterAndData",
    "paymaster",
    "paymasterData",
    "paymasterVerificationGasLimit",
    "paymasterPostOpGasLimit",
    "signature",
];

/// Checks a user operation (ERC-4337), whose fields are all hex.
fn user_operation(params: &Value, is_ours: impl Fn(Option<&Value>) -> bool) -> Result<()> {
    let bad = |field: &str| Err(Error::BadParams { field: text::label(field, 40).unwrap_or_default() });
    let Some(Value::Object(operation)) = params.get(0) else { return bad("userOperation") };
    if !is_ours(operation.get("sender")) {
        return bad("sender");
    }
    let is_hex = |text: &str| has_prefix(text) && text.bytes().skip(2).all(|b| b.is_ascii_hexdigit());
    let is_right = |name: &str, value: &Value| match name {
        "sender" => true,
        _ if value.is_null() => true,
        name => OPERATION.contains(&name) && value.as_str().is_some_and(is_hex),
    };
    if let Some((name, _)) = operation.iter().find(|(name, value)| !is_right(name, value)) {
        return bad(name);
    }
    let point = params.get(1);
    match point.is_some_and(|point| point.as_str().is_none_or(|text| eip155::parse(text).is_err())) {
        true => bad("entryPoint"),
        false => Ok(()),
    }
}

fn has_prefix(text: &str) -> bool {
    text.starts_with("0x")
}

/// Whether a string is `0x` and a number from 1 on, as the standard requires.
fn is_chain_id(text: &str) -> bool {
    text.starts_with("0x") && ChainId::of_wallet_value(&Value::String(text.into())).is_some()
}

/// The parameters for adding a network (EIP-3085). The wallet displays them to the user, so they have to be complete.
fn added_chain(call: Option<&Value>) -> core::result::Result<(), &'static str> {
    let call = call.ok_or("chainId")?;
    call.text("chainId").filter(|id| is_chain_id(id)).ok_or("chainId")?;
    call.filled("chainName").ok_or("chainName")?;
    let currency = call.field("nativeCurrency").ok_or("nativeCurrency")?;
    currency
        .filled("name")
        .and(currency.filled("symbol"))
        .and(currency.whole("decimals"))
        .ok_or("nativeCurrency")?;
    let urls = call.list("rpcUrls");
    let is_web = |url: &Value| url.as_str().is_some_and(|url| crate::urls::is_node_url(url, true));
    if !urls.is_empty() && urls.iter().all(is_web) { Ok(()) } else { Err("rpcUrls") }
}

/// Rejects impossible responses: a hash has 32 bytes, a signature at least 31 (docs/spec/rpc.md section 4).
///
/// # Errors
/// [`Error::Unreadable`].
pub fn check_answer(method: &str, answer: &Value) -> Result<()> {
    if method == "wallet_getCapabilities" {
        return capabilities::capabilities(answer).map(|_| ());
    }
    let text = answer.as_str().unwrap_or_default();
    let fits = match method {
        "eth_sendUserOperation" => eip155::transaction_hash(text).is_some(),
        "personal_sign" | "eth_sign" => eip155::signed_message(text).is_some(),
        _ if eip155::is_send(method) => eip155::transaction_hash(text).is_some(),
        _ if eip155::is_typed(method) => eip155::signed_message(text).is_some(),
        _ => true,
    };
    if fits { Ok(()) } else { Err(Error::Unreadable { from: "the wallet".into() }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const OURS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const OTHER: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    #[test]
    fn requires_the_own_account_and_hex_in_a_user_operation() {
        let check = |params| check_request("eth_sendUserOperation", &params, OURS, None, 1_700_000_000);
        let good =
            json!({ "sender": OURS.to_lowercase(), "callData": "0x", "nonce": "0x1", "eip7702Auth": null });
        assert_eq!(check(json!([good, OTHER])), Ok(()));
        assert_eq!(check(json!([good])), Ok(()), "the wallet has an entry point of its own");
        for (field, params) in [
            ("userOperation", json!([])),
            ("sender", json!([{ "callData": "0x" }])),
            ("sender", json!([{ "sender": OTHER, "callData": "0x" }])),
            ("callData", json!([{ "sender": OURS, "callData": "hello" }])),
            ("nonce", json!([{ "sender": OURS, "nonce": "1" }])),
            ("entryPoint", json!([good, "0x1"])),
            ("entryPoint", json!([good, 7])),
        ] {
            assert_eq!(check(params), Err(Error::BadParams { field: field.into() }), "{field}");
        }
    }

    // req: 10.12, 10.57
    #[test]
    fn rejects_an_account_delegation_but_no_unknown_field() {
        let chain = ChainId::evm(1337);
        let check = |method, params| check_request(method, &params, OURS, Some(&chain), 1_700_000_000);
        let refused = |field: &str| Err(Error::BadParams { field: field.into() });
        let good = json!({"from": OURS, "to": OTHER, "value": "0x1", "data": "0x", "gas": "0x5208", "type": "0x2", "accessList": []});
        for method in ["eth_sendTransaction", "wallet_sendTransaction", "eth_signTransaction"] {
            assert_eq!(check(method, json!([good])), Ok(()));
            for (field, value) in [
                ("authorizationList", json!([{"address": OTHER}])),
                ("authorizationList", json!([])),
                ("eip7702Auth", json!({})),
                ("type", json!("0x4")),
                ("type", json!("0x04")),
                ("type", json!(4)),
                ("from", json!(OTHER)),
                ("chainId", json!("0x1")),
                ("gasLimit", json!(30_000_000)),
                ("gasLimit", json!("30000000")),
            ] {
                let mut call = good.clone();
                call[field] = value;
                assert_eq!(check(method, json!([call])), refused(field), "{method} {field}");
            }
            for (field, value) in [
                ("type", json!("0x7b")),
                ("type", json!("0x02")),
                ("type", json!(2)),
                ("feeCurrency", json!(OTHER)),
                ("maxFeePerBlobGas", json!("0x1")),
                ("eip712Meta", json!({"gasPerPubdata": "0x1"})),
                ("authorizationList", json!(null)),
            ] {
                let mut call = good.clone();
                call[field] = value;
                assert_eq!(check(method, json!([call])), Ok(()), "{method} {field}");
            }
        }
        let operation = json!({"sender": OURS, "eip7702Auth": {"address": OTHER}});
        assert_eq!(check("eth_sendUserOperation", json!([operation])), refused("eip7702Auth"));
    }

    // req: 10.57
    #[test]
    fn requires_the_connected_account_in_legacy_signing_methods() {
        let check = |method, params| check_request(method, &params, OURS, None, 1_700_000_000);
        let typed = json!({"types": {"A": [{"name": "b", "type": "uint8"}]}, "primaryType": "A", "domain": {}, "message": {"b": 1}});
        let first = json!([{"type": "string", "name": "x", "value": "y"}]);
        for (method, good, bad) in [
            ("eth_sign", json!([OURS, "0x00"]), json!([OTHER, "0x00"])),
            ("eth_sign", json!([OURS.to_lowercase(), "0x"]), json!([OURS, "hi"])),
            ("eth_signTypedData_v3", json!([OURS, typed]), json!([OTHER, typed])),
            ("eth_signTypedData", json!([OURS, typed.to_string()]), json!([OURS, "{"])),
            ("eth_signTypedData", json!([first, OURS]), json!([first, OTHER])),
        ] {
            assert_eq!(check(method, good), Ok(()), "{method}");
            assert!(check(method, bad).is_err(), "{method}");
        }
    }

    #[test]
    fn rejects_a_request_for_another_account_or_chain() {
        let chain = ChainId::evm(1337);
        let check = |method, params| check_request(method, &params, OURS, Some(&chain), 1_700_000_000);
        assert_eq!(check("personal_sign", json!(["0x6869", OURS.to_lowercase()])), Ok(()));
        assert!(
            check("personal_sign", json!([OURS, OTHER])).is_err(),
            "both are addresses: no reversed order"
        );
        assert!(check("personal_sign", json!([{"text": "hi"}, OURS])).is_err());
        assert!(check("personal_sign", json!(["0x6869", OTHER])).is_err());
        assert!(check("personal_sign", json!({})).is_err());
        assert!(check("eth_signTypedData_v4", json!([OTHER, "{}"])).is_err());
        let call = json!({"from": OURS, "to": OTHER, "value": "0x1", "chainId": "0x539"});
        assert_eq!(check("eth_sendTransaction", json!([call.clone()])), Ok(()));
        for (field, value) in [
            ("from", json!(OTHER)),
            ("to", json!("x")),
            ("to", json!(OTHER.strip_prefix("0x"))),
            ("data", json!("0xabc")),
            ("data", json!("abcd")),
            ("input", json!("0xzz")),
            ("data", json!(7)),
            ("value", json!("1.5")),
            ("value", json!(1)),
            ("chainId", json!("0x1")),
        ] {
            let mut call = call.clone();
            call[field] = value;
            let refused = check("eth_sendTransaction", json!([call]));
            assert_eq!(refused, Err(Error::BadParams { field: field.into() }), "{field}");
        }
    }

    // req: 7.37
    #[test]
    fn requires_complete_chains_to_switch_to_or_add() {
        let check = |method, params| check_request(method, &params, OURS, None, 1_700_000_000);
        assert_eq!(check("wallet_switchEthereumChain", json!([{"chainId": "0x53a"}])), Ok(()));
        for bad in
            [json!([]), json!([{"chainId": "1338"}]), json!([{"chainId": 1338}]), json!([{"chainId": "0x0"}])]
        {
            assert_eq!(
                check("wallet_switchEthereumChain", bad),
                Err(Error::BadParams { field: "chainId".into() })
            );
        }
        let chain = json!({"chainId": "0x53a", "chainName": "Second", "rpcUrls": ["http://localhost:8546"],
            "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18}});
        assert_eq!(check("wallet_addEthereumChain", json!([chain.clone()])), Ok(()));
        for (field, bad) in [
            ("chainId", json!("53a")),
            ("chainName", json!("")),
            ("nativeCurrency", json!({"name": "Ether"})),
            ("rpcUrls", json!([])),
            ("rpcUrls", json!(["http://evil.example"])),
        ] {
            let mut chain = chain.clone();
            chain[field] = bad;
            let refused = check("wallet_addEthereumChain", json!([chain]));
            assert_eq!(refused, Err(Error::BadParams { field: field.into() }), "{field}");
        }
    }

    #[test]
    fn rejects_a_response_of_the_wrong_type() {
        let hash = alloc::format!("0x{}", "a".repeat(64));
        assert_eq!(check_answer("eth_sendTransaction", &json!(hash)), Ok(()));
        for bad in [json!(null), json!("0x"), json!({"hash": hash}), json!("ok")] {
            assert!(check_answer("eth_sendTransaction", &bad).is_err());
            assert!(check_answer("personal_sign", &bad).is_err());
        }
    }
}
