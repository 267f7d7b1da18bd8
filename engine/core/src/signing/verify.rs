//! Whether an account signed a sign-in (10.34). The result is yes or no, or an error if it can't be determined (a node
//! doesn't respond). This module displays and stores nothing.

use super::contract_account;
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::json;
use crate::namespaces::registry::Half;
use crate::namespaces::{self, eip155};
use crate::ports::Local;
use crate::signing::recover;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, hex};
use serde_json::Value;

/// The maximum length of a signature. One of a future account includes its deployment.
const SIGNATURE_BYTES_MAX: usize = 16 * 1024;

/// A signed message: the claimed signer, the text, the chain.
pub struct Signed {
    /// The chain the message names.
    pub chain: ChainId,
    /// The account that claims to have signed it.
    pub address: String,
    /// The text.
    pub message: String,
    /// The signature in the wallet's form.
    pub signature: String,
}

/// Verifies the signed messages of a namespace.
pub trait Verifies {
    /// Whether the address signed the message.
    ///
    /// # Errors
    /// The node's error, if the result is unknown.
    fn signed(&self, cx: Cx, of: Signed) -> Local<Result<bool>>;
}

pub(crate) static VERIFIERS: Half<dyn Verifies> = Half::new("verifiers", "Signed");

/// Registers the verifier of a namespace, whose row is `<namespace>Signed`. Its curve and addresses are in a separate
/// part.
#[must_use]
pub fn provide(cx: &Cx, namespace: Namespace, verifier: &'static dyn Verifies) -> Flow {
    VERIFIERS.provide(cx, namespace, verifier)
}

/// Prefetches the verifier during the wallet's request.
pub fn prefetch(cx: &Cx, namespace: Namespace) {
    let load = VERIFIERS.load(cx, namespace);
    cx.background(ScopeId::App, async move {
        load.await;
        Ok(Reply::Done)
    });
}

/// Whether `address` signed `message` on a chain, with the rules of its namespace.
///
/// # Errors
/// The errors of [`Verifies::signed`]. [`Error::AdapterNotFound`] without a verifier for the namespace.
/// [`Error::PartNotLoaded`] if its part failed to load.
pub async fn signed(cx: &Cx, chain: &ChainId, address: &str, message: &str, signature: &str) -> Result<bool> {
    let of = Signed {
        chain: chain.clone(),
        address: address.into(),
        message: message.into(),
        signature: signature.into(),
    };
    VERIFIERS.load(cx, chain.namespace).await;
    match VERIFIERS.of(cx, chain.namespace) {
        Some(verifier) => verifier.signed(cx.clone(), of).await,
        None if namespaces::signs_in(chain.namespace) => Err(Error::PartNotLoaded),
        None => Err(Error::AdapterNotFound),
    }
}

/// Verifies EIP-191 signatures of a key or a contract (ERC-1271, ERC-6492).
struct OfEip155;

/// The feature's entry for EVM networks.
pub fn eip155(cx: Cx, _: String, _: Value) -> Flow {
    provide(&cx, Namespace::Eip155, &OfEip155)
}

impl Verifies for OfEip155 {
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
    let (Ok(account), Some(signature)) = (eip155::parse(address), bytes(signature)) else { return Ok(false) };
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

/// The code of a contract. Empty for an account with a key.
///
/// # Errors
/// The node doesn't respond, or its response is invalid, so nothing is known about the account.
pub(crate) async fn code(cx: &Cx, network: &Network, account: Address) -> Result<Vec<u8>> {
    let code = rpc::call(cx, network, "eth_getCode", &json!([account.to_checksum(None), "latest"])).await?;
    let code = code.as_str().and_then(|code| hex::decode(code).ok());
    code.ok_or_else(|| Error::Unreadable { from: network.name.clone() })
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
