//! EVM networks: the request for a signature, and whether a key or a contract made it (EIP-191, ERC-1271, ERC-6492).

use super::{Eip155, parse};
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::json;
use crate::ports::Local;
use crate::signing::sign_in::SignsIn;
use crate::signing::verify::{self, Signed, Verifies, code};
use crate::signing::{contract_account, recover};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use serde_json::Value;

/// The maximum length of a signature. One of a future account includes its deployment.
const SIGNATURE_BYTES_MAX: usize = 16 * 1024;

impl SignsIn for Eip155 {
    fn request(text: &str, address: &str) -> Option<(&'static str, Value)> {
        Some(("personal_sign", json!([hex::encode_prefixed(text), address])))
    }

    fn signature(answer: &Value) -> Option<String> {
        answer.as_str().map(String::from)
    }
}

/// The feature's entry for EVM networks.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    verify::provide(&cx, Namespace::Eip155, &Eip155)
}

impl Verifies for Eip155 {
    fn signed(&self, cx: Cx, of: Signed) -> Local<Result<bool>> {
        Box::pin(async move { by_evm_account(&cx, &of.chain, &of.address, &of.message, &of.signature).await })
    }
}

/// Tries in the order of ERC-6492: a wrapped signature, the contract, the key.
async fn by_evm_account(
    cx: &Cx,
    chain: &ChainId,
    address: &str,
    message: &str,
    signature: &str,
) -> Result<bool> {
    let (Ok(account), Some(signature)) = (parse(address), bytes(signature)) else { return Ok(false) };
    let digest = recover::personal_digest(message.as_bytes());
    let by_key = recover::signer(digest.as_slice(), &signature) == Some(account);
    let network = cx.read(|s| s.networks.readable(chain).cloned());
    let Some(network) = network else {
        // an unconfigured chain has no RPC URL, so only a key can be verified
        return if by_key { Ok(true) } else { Err(Error::NetworkNotFound) };
    };
    let ask = async |call: Value| rpc::call(cx, &network, "eth_call", &json!([call, "latest"])).await;
    let code = code(cx, &network, account).await;
    let unwrapped = contract_account::unwrap(&signature);
    let inner = unwrapped.as_ref().map_or(&signature, |wrapped| &wrapped.signature);
    if let Some(code) = code.as_ref().ok().filter(|code| !code.is_empty()) {
        // an account that delegates to a contract (EIP-7702) still has its key
        if unwrapped.is_none() && by_key && code.starts_with(&[0xef, 0x01, 0x00]) {
            return Ok(true);
        }
        let call = contract_account::is_valid_signature(&digest, inner);
        let call = json!({ "to": account.to_checksum(None), "data": hex::encode_prefixed(call) });
        if confirmed(ask(call).await)? {
            return Ok(true);
        }
    }
    match (unwrapped, code) {
        (Some(wrapped), _) => {
            let program = contract_account::deployless(&wrapped, account, &digest);
            confirmed(ask(json!({ "data": hex::encode_prefixed(program) })).await)
        }
        (None, Ok(code)) => Ok(code.is_empty() && by_key),
        (None, Err(_)) if by_key => Ok(true),
        (None, Err(error)) => Err(error),
    }
}

/// Decodes hex with `0x`.
fn bytes(signature: &str) -> Option<Vec<u8>> {
    let digits = signature.strip_prefix("0x").filter(|digits| digits.len() <= SIGNATURE_BYTES_MAX * 2)?;
    hex::decode(digits).ok()
}

/// Whether the contract confirmed the signature with the magic value of ERC-1271. A reverted call means no; a busy node
/// is an error.
fn confirmed(answer: Result<Value>) -> Result<bool> {
    match answer {
        Ok(answer) => Ok(answer.as_str().is_some_and(contract_account::is_magic)),
        Err(Error::Rpc { code: 3 | -32000 | -32003 | -32015 | -32603, .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treats_only_a_revert_as_a_rejection() {
        let of = |code| confirmed(Err(Error::rpc(code, "x")));
        assert_eq!(of(3), Ok(false));
        assert_eq!(of(-32000), Ok(false));
        assert!(of(-32005).is_err(), "too many requests");
        assert!(of(-32601).is_err());
        assert!(confirmed(Err(Error::Unreachable { host: "x".into() })).is_err());
        assert_eq!(confirmed(Ok(json!(null))), Ok(false));
    }
}
