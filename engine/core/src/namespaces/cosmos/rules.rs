//! Cosmos, the light half: addresses and the RPC whitelist (docs/spec/rpc.md section 2).

use crate::caip::ChainId;
use crate::entities::Network;
use crate::json::Read;
use crate::namespaces::cosmos::codec::denoms;
use crate::namespaces::{
    AddressFault, Can, Family, MethodClass, NamespaceRules, checked_address, encodings, lookalikes,
};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The namespace cosmos.
pub struct Cosmos;

/// Whether a request is for the current account and network.
pub(crate) fn is_for(params: &Value, from: &str, chain: &ChainId) -> bool {
    let is_or_absent = |name: &str, is: &dyn Fn(&str) -> bool| {
        params.field(name).is_none_or(|given| given.as_str().is_some_and(is))
    };
    is_or_absent("signerAddress", &|given| given == from)
        && is_or_absent("chainId", &|given| given == chain.reference)
}

impl NamespaceRules for Cosmos {
    /// Accepts bech32 with the prefix of any chain.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        if encodings::is_bech32(text) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    /// Each network has its own address prefix, and many have their own derivation path.
    fn is_of_one_chain(&self) -> bool {
        true
    }

    fn can(&self, what: Can) -> bool {
        matches!(what, Can::Balance | Can::Tokens)
    }

    /// The balance comes from the REST node, and requires the coin's denomination.
    fn says_balance(&self, network: &Network) -> bool {
        network.cosmos.as_ref().is_some_and(|of| of.filled("rest").is_some())
            && denoms::own(network).is_some()
    }
}

impl Family for Cosmos {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] =
        &["cosmos_getAccounts", "cosmos_signDirect", "cosmos_signAmino"];
    const SIGNS_IN: bool = true;
    const RETURNS_SIGNED_PAYLOAD: bool = true;

    fn method(method: &str) -> Option<MethodClass> {
        match method {
            "cosmos_getAccounts" => Some(MethodClass::Wallet),
            "cosmos_signDirect" | "cosmos_signAmino" | "cosmos_signArbitrary" => Some(MethodClass::Approval),
            _ => None,
        }
    }

    /// A browser wallet gets the network's own name and the account with each request.
    fn in_page(_: &str, mut params: Value, chain: &ChainId, address: &str) -> Option<Value> {
        is_for(&params, address, chain).then_some(())?;
        let fields = params.as_object_mut()?;
        fields.insert("signerAddress".into(), address.into());
        fields.insert("chainId".into(), chain.reference.as_str().into());
        Some(params)
    }

    fn over_relay(params: Value) -> Value {
        params
    }

    fn is_on_chain(reference: &str, network: Option<&Network>, address: &str) -> bool {
        checked_address::is_cosmos_on(reference, network, address)
    }

    /// The account of zeros, with any prefix.
    fn is_burn_address(address: &str) -> bool {
        address.rsplit_once('1').is_some_and(|(_, data)| encodings::is_zero_bech32(data))
    }

    /// bech32 has a checksum.
    fn lacks_checksum(_: &str) -> bool {
        false
    }

    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        lookalikes::lookalike(a, b, a.rfind('1').map_or(0, |separator| separator + 1))
    }

    fn is_same(a: &str, b: &str) -> bool {
        a == b
    }

    fn listed(address: &str) -> Option<String> {
        Cosmos.address(address).ok()
    }

    /// The wallet signs, and the page broadcasts.
    fn sends_transaction(_: &str) -> bool {
        false
    }

    fn moves_money(_: &str, _: &Value) -> bool {
        false
    }
}
