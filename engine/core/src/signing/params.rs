//! The parameters of a page's request in the form that a wallet gets (docs/spec/rpc.md section 3): exactly the elements
//! that are checked, reviewed and compared afterwards. A wallet could use an element that the engine doesn't read.

use crate::namespaces::eip155;
use alloy_primitives::hex;
use serde_json::Value;

/// The number of parameters of each EVM method. Methods of other namespaces take one object.
const ELEMENTS: [(&str, usize); 25] = [
    ("eth_sendTransaction", 1),
    ("eth_sendUserOperation", 2),
    ("eth_sign", 2),
    ("eth_signTransaction", 1),
    ("eth_signTypedData", 2),
    ("eth_signTypedData_v3", 2),
    ("eth_signTypedData_v4", 2),
    ("personal_sign", 2),
    ("wallet_addEthereumChain", 1),
    ("wallet_getAssets", 1),
    ("wallet_getCallsStatus", 1),
    ("wallet_getCapabilities", 2),
    ("wallet_getGrantedExecutionPermissions", 0),
    ("wallet_getPermissions", 0),
    ("wallet_getSupportedExecutionPermissions", 0),
    ("wallet_grantPermissions", 1),
    ("wallet_requestExecutionPermissions", usize::MAX),
    ("wallet_requestPermissions", 1),
    ("wallet_revokeExecutionPermission", 1),
    ("wallet_revokePermissions", 1),
    ("wallet_sendCalls", 1),
    ("wallet_sendTransaction", 1),
    ("wallet_showCallsStatus", 1),
    ("wallet_switchEthereumChain", 1),
    ("wallet_watchAsset", 1),
];

/// Removes the elements that a method doesn't have. Normalizes `personal_sign` to the message as hex, then the account.
/// A page can reverse the two if only the first one is an address.
#[must_use]
pub fn put_right(method: &str, mut params: Value) -> Value {
    let Some(elements) = params.as_array_mut() else { return params };
    if let Some((_, most)) = ELEMENTS.iter().find(|(name, _)| *name == method) {
        elements.truncate(*most);
    }
    if method == "personal_sign"
        && let [message, account] = elements.as_mut_slice()
    {
        let is_address = |value: &Value| value.as_str().is_some_and(|text| eip155::parse(text).is_ok());
        if is_address(message) && !is_address(account) {
            core::mem::swap(message, account);
        }
        let is_hex = |text: &str| text.starts_with("0x") && hex::decode(text).is_ok();
        if let Some(text) = message.as_str().filter(|text| !is_hex(text)) {
            *message = hex::encode_prefixed(text).into();
        }
    }
    params
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caip::Namespace;
    use crate::namespaces::{self, MethodClass};
    use crate::signing::check_request;
    use serde_json::json;

    const OURS: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const OTHER: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    // req: 7.36
    #[test]
    fn normalizes_personal_sign_parameters() {
        let right = |params: Value| put_right("personal_sign", params);
        let whole = json!(["0x6869", OURS]);
        for given in [whole.clone(), json!([OURS, "0x6869"]), json!(["hi", OURS]), json!([OURS, "hi"])] {
            assert_eq!(right(given.clone()), whole, "{given}");
        }
        // web3.js 1 writes a third element, a password
        for third in [json!(""), json!("password"), json!({ "to": OTHER })] {
            assert_eq!(right(json!([OURS, "hi", third])), json!(["0x6869", OURS]));
        }
        // two addresses stay in their order, so the first one is signed
        assert_eq!(right(json!([OTHER, OURS])), json!([OTHER, OURS]));
        for (text, hexed) in [
            ("", "0x"),
            ("0x", "0x"),
            ("0xabc", "0x3078616263"),
            ("0xzz", "0x30787a7a"),
            ("abcd", "0x61626364"),
            ("0X6869", "0x305836383639"),
            ("h\u{e9}\u{1f600}", "0x68c3a9f09f9880"),
        ] {
            assert_eq!(right(json!([text, OURS])), json!([hexed, OURS]), "{text}");
        }
        for strange in [json!(null), json!({}), json!([]), json!([OURS]), json!([7, OURS]), json!("hi")] {
            assert_eq!(right(strange.clone()), strange);
        }
        assert_eq!(put_right("eth_signTypedData_v4", json!([OURS, "x"])), json!([OURS, "x"]));
    }

    // req: 10.12
    #[test]
    fn passes_on_only_the_elements_that_a_method_has() {
        for class in [eip155::APPROVAL, eip155::WALLET] {
            for method in class {
                let row = ELEMENTS.iter().find(|(name, _)| name == method);
                let (_, most) = row.unwrap_or_else(|| panic!("{method} has no row"));
                let given: alloc::vec::Vec<Value> = (0..4).map(|place| json!({ "place": place })).collect();
                let passed = put_right(method, Value::Array(given.clone()));
                assert_eq!(passed.as_array().unwrap()[..], given[..(*most).min(4)], "{method}");
            }
        }
        let call = json!({ "from": OURS, "to": OTHER, "value": "0x1" });
        let approval = json!({ "from": OURS, "to": OTHER, "data": "0x095ea7b3" });
        let params = put_right("eth_sendTransaction", json!([call, approval]));
        assert_eq!(params, json!([call]));
        assert_eq!(check_request("eth_sendTransaction", &params, OURS, None, 1_700_000_000), Ok(()));
    }

    // req: 10.12
    #[test]
    fn other_namespaces_refuse_a_list_of_parameters() {
        let refused = Err(crate::error::Error::BadParams { field: "params".into() });
        let approvals = [
            (Namespace::Solana, "solana_signTransaction"),
            (Namespace::Solana, "solana_signAllTransactions"),
            (Namespace::Solana, "solana_signAndSendTransaction"),
            (Namespace::Polkadot, "polkadot_signMessage"),
            (Namespace::Polkadot, "polkadot_signTransaction"),
            (Namespace::Cosmos, "cosmos_signDirect"),
            (Namespace::Cosmos, "cosmos_signAmino"),
            (Namespace::Cosmos, "cosmos_signArbitrary"),
        ];
        for (namespace, method) in approvals {
            assert_eq!(namespaces::method_class(namespace, method), Ok(MethodClass::Approval), "{method}");
            for params in [json!([]), json!([{ "transaction": "AA==" }, { "transaction": "AQ==" }])] {
                assert_eq!(check_request(method, &params, "x", None, 0), refused, "{method}");
            }
            assert_eq!(check_request(method, &json!({}), "x", None, 0), Ok(()), "{method}");
        }
        for method in ["solana_signMessage", "signMessage", "signPsbt", "sendTransfer"] {
            assert!(check_request(method, &json!([{ "account": "x" }]), "x", None, 0).is_err(), "{method}");
        }
    }
}
