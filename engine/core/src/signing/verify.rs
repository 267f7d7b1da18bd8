//! Whether an account signed a sign-in (10.34). The result is yes or no, or an error if it can't be determined (a node
//! doesn't respond). This module displays and stores nothing.

use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::json;
use crate::namespaces;
use crate::namespaces::registry::Half;
use crate::ports::Local;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, hex};

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

/// The code of a contract. Empty for an account with a key.
///
/// # Errors
/// The node doesn't respond, or its response is invalid, so nothing is known about the account.
pub(crate) async fn code(cx: &Cx, network: &Network, account: Address) -> Result<Vec<u8>> {
    let code = rpc::call(cx, network, "eth_getCode", &json!([account.to_checksum(None), "latest"])).await?;
    let code = code.as_str().and_then(|code| hex::decode(code).ok());
    code.ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}
