//! What a request means and whether an answer can be one: the checks that stand between a host and a wallet.

pub mod bip322;
pub mod bitcoin;
pub mod capabilities;
pub mod contract_account;
pub mod ed25519;
pub mod recover;
pub mod typed_data;
pub mod verify;

use crate::caip::ChainId;
use crate::error::{Error, Result};
use crate::json::Read;
use crate::namespaces::eip155;
use serde_json::Value;

/// Refuses requests that name another account or chain than the connected one (docs/spec/rpc.md section 3).
///
/// # Errors
/// [`Error::BadParams`] with the field.
pub fn check_request(method: &str, params: &Value, address: &str, chain: Option<&ChainId>) -> Result<()> {
    let bad = |field: &str| Err(Error::BadParams { field: field.into() });
    let at = |index: usize| params.get(index);
    let is_ours = |value: Option<&Value>| {
        value.and_then(Value::as_str).and_then(|text| eip155::parse(text).ok()) == eip155::parse(address).ok()
    };
    match method {
        "personal_sign" => {
            // the reversed order is accepted when only the first is an address
            let first_is_address =
                at(0).and_then(Value::as_str).is_some_and(|text| eip155::parse(text).is_ok());
            let account = if first_is_address && !is_ours(at(1)) { at(0) } else { at(1) };
            if !is_ours(account) { bad("address") } else { Ok(()) }
        }
        "eth_signTypedData_v4" if !is_ours(at(0)) => bad("address"),
        "eth_signTypedData_v4" => typed_data::check(at(1), chain).or_else(bad),
        "wallet_sendCalls" => calls(at(0), chain, &is_ours).or_else(bad),
        "wallet_switchEthereumChain" => match at(0).and_then(|call| call.text("chainId")).map(is_chain_id) {
            Some(true) => Ok(()),
            _ => bad("chainId"),
        },
        "wallet_addEthereumChain" => added_chain(at(0)).or_else(bad),
        "solana_signMessage" if params.text("pubkey") != Some(address) => bad("pubkey"),
        "signMessage" | "signPsbt" | "sendTransfer" if params.text("account") != Some(address) => {
            bad("account")
        }
        "eth_sendTransaction" => {
            let Some(call) = at(0).filter(|call| call.is_object()) else { return bad("transaction") };
            if !is_ours(call.field("from")) {
                return bad("from");
            }
            if let Some(given) = call.field("chainId")
                && ChainId::of_wallet_value(given).as_ref() != chain
            {
                return bad("chainId");
            }
            for field in ["value", "gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce"] {
                if call.field(field).is_some_and(|v| v.as_str().and_then(crate::amount::quantity).is_none()) {
                    return bad(field);
                }
            }
            match call.field("to") {
                Some(to) if to.as_str().is_none_or(|to| eip155::parse(to).is_err()) => bad("to"),
                _ => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

/// `0x` and a number from 1 on, as the standard wants it.
fn is_chain_id(text: &str) -> bool {
    text.starts_with("0x") && ChainId::of_wallet_value(&Value::String(text.into())).is_some()
}

/// A batch (EIP-5792): of this account and chain, 1 to 100 calls.
fn calls(
    batch: Option<&Value>,
    chain: Option<&ChainId>,
    is_ours: &impl Fn(Option<&Value>) -> bool,
) -> core::result::Result<(), &'static str> {
    let batch = batch.filter(|batch| batch.is_object()).ok_or("calls")?;
    if batch.field("from").is_some() && !is_ours(batch.field("from")) {
        return Err("from");
    }
    if batch.field("chainId").is_some_and(|given| ChainId::of_wallet_value(given).as_ref() != chain) {
        return Err("chainId");
    }
    if batch.text("id").is_some_and(|id| id.len() > 4096) {
        return Err("id");
    }
    let list = batch.list("calls");
    let is_hex = |value: &Value| value.as_str().is_some_and(|text| text.starts_with("0x"));
    let fits = |call: &Value| {
        ["to", "data"].iter().all(|name| call.field(name).is_none_or(is_hex)) && call.is_object()
    };
    if (1..=100).contains(&list.len()) && list.iter().all(fits) { Ok(()) } else { Err("calls") }
}

/// What a wallet is asked to add (EIP-3085): it is shown to the person by the wallet, so it must be whole.
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
    let is_web = |url: &Value| url.as_str().is_some_and(crate::urls::is_web_url);
    if !urls.is_empty() && urls.iter().all(is_web) { Ok(()) } else { Err("rpcUrls") }
}

/// Refuses answers that cannot be one: a hash has 32 bytes, a signature at least 31 (docs/spec/rpc.md section 4).
///
/// # Errors
/// [`Error::Unreadable`].
pub fn check_answer(method: &str, answer: &Value) -> Result<()> {
    if method == "wallet_getCapabilities" {
        return capabilities::capabilities(answer).map(|_| ());
    }
    let text = answer.as_str().unwrap_or_default();
    let fits = match method {
        "eth_sendTransaction" | "eth_sendUserOperation" => eip155::transaction_hash(text).is_some(),
        "personal_sign" | "eth_signTypedData_v4" => eip155::signed_message(text).is_some(),
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
    fn a_request_for_another_account_or_chain_is_refused_here() {
        let chain = ChainId::evm(1337);
        let check = |method, params| check_request(method, &params, OURS, Some(&chain));
        assert_eq!(check("personal_sign", json!(["0x6869", OURS.to_lowercase()])), Ok(()));
        assert_eq!(check("personal_sign", json!([OURS, "0x6869"])), Ok(()));
        assert!(check("personal_sign", json!(["0x6869", OTHER])).is_err());
        assert!(check("personal_sign", json!({})).is_err());
        assert!(check("eth_signTypedData_v4", json!([OTHER, "{}"])).is_err());
        let call = json!({"from": OURS, "to": OTHER, "value": "0x1", "chainId": "0x539"});
        assert_eq!(check("eth_sendTransaction", json!([call.clone()])), Ok(()));
        for (field, value) in [
            ("from", json!(OTHER)),
            ("to", json!("x")),
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
    fn a_chain_to_switch_to_or_to_add_is_whole() {
        let check = |method, params| check_request(method, &params, OURS, None);
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
    fn a_batch_is_of_this_account_and_chain() {
        let chain = ChainId::evm(1337);
        let check = |batch| check_request("wallet_sendCalls", &json!([batch]), OURS, Some(&chain));
        let batch = json!({"version": "2.0.0", "from": OURS, "chainId": "0x539", "calls": [{"to": OTHER, "value": "0x1"}]});
        assert_eq!(check(batch.clone()), Ok(()));
        for (field, bad) in [
            ("from", json!(OTHER)),
            ("chainId", json!("0x1")),
            ("calls", json!([])),
            ("calls", json!([{"to": "abc"}])),
            ("calls", json!([7])),
            ("id", json!("x".repeat(5000))),
        ] {
            let mut batch = batch.clone();
            batch[field] = bad;
            assert_eq!(check(batch), Err(Error::BadParams { field: field.into() }), "{field}");
        }
    }

    #[test]
    fn answers_must_be_what_their_method_gives() {
        let hash = alloc::format!("0x{}", "a".repeat(64));
        assert_eq!(check_answer("eth_sendTransaction", &json!(hash)), Ok(()));
        for bad in [json!(null), json!("0x"), json!({"hash": hash}), json!("ok")] {
            assert!(check_answer("eth_sendTransaction", &bad).is_err());
            assert!(check_answer("personal_sign", &bad).is_err());
        }
    }
}
