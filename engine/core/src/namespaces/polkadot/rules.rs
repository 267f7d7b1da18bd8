//! Polkadot, the light half: addresses and the RPC methods (docs/spec/rpc.md section 2). [`super::reader`] reads calls with the network's own
//! metadata.

use crate::caip::ChainId;
use crate::entities::Network;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::polkadot::codec::ss58;
use crate::namespaces::{
    AddressFault, Can, Family, MethodClass, NamespaceRules, checked_address, encodings, lookalikes,
};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The namespace polkadot.
pub struct Polkadot;

/// The method that signs a text or data.
pub(crate) const SIGN_MESSAGE: &str = "polkadot_signMessage";
/// The method that signs a transaction.
pub(crate) const SIGN: &str = "polkadot_signTransaction";

/// Whether a request is for the current account and network.
pub(crate) fn is_for(params: &Value, from: &str, chain: &ChainId) -> bool {
    let is_from = |of: &Value| {
        of.field("address")
            .is_none_or(|given| given.as_str().is_some_and(|given| Polkadot::is_same(given, from)))
    };
    let payload = params.field("transactionPayload");
    is_from(params) && payload.is_none_or(|payload| is_from(payload) && is_genesis(payload, chain))
}

/// Whether a transaction is for this network. The reference of a network is the beginning of its genesis hash
/// (CAIP-13).
fn is_genesis(payload: &Value, chain: &ChainId) -> bool {
    payload.text("genesisHash").is_some_and(|hash| is_first_block(hash, chain))
}

pub(crate) fn is_first_block(hash: &str, chain: &ChainId) -> bool {
    hash.strip_prefix("0x").is_some_and(|hash| {
        hash.len() == 64 && hash.get(..32).is_some_and(|of| of.eq_ignore_ascii_case(&chain.reference))
    })
}

impl NamespaceRules for Polkadot {
    /// Accepts SS58: one or two bytes of prefix, the key, two bytes of checksum.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        if encodings::is_base58(text, 34..=50) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn can(&self, what: Can) -> bool {
        matches!(what, Can::Balance | Can::Tokens)
    }

    /// Locked wallets of this namespace don't respond.
    fn is_silent_when_locked(&self) -> bool {
        true
    }
}

impl Family for Polkadot {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] = &["polkadot_signTransaction", "polkadot_signMessage"];
    const SIGNS_IN: bool = true;
    const RETURNS_SIGNED_PAYLOAD: bool = false;

    fn method(method: &str) -> Option<MethodClass> {
        matches!(method, SIGN | SIGN_MESSAGE).then_some(MethodClass::Approval)
    }

    /// A browser wallet gets hex, because it treats such a text as bytes. It signs the request itself, so a field that
    /// allows it to return another transaction is removed.
    fn in_page(method: &str, mut params: Value, chain: &ChainId, address: &str) -> Option<Value> {
        is_for(&params, address, chain).then_some(())?;
        if method == SIGN_MESSAGE {
            let data = alloc::format!("0x{}", walletconnect::crypto::hex(params.text("message")?.as_bytes()));
            return Some(json!({ "address": address, "data": data }));
        }
        let payload = crate::json::take(params.as_object_mut()?, "transactionPayload")?;
        let Value::Object(mut payload) = payload else { return None };
        crate::json::take(&mut payload, "withSignedTransaction");
        payload.insert("address".into(), address.into());
        Some(json!({ "address": address, "transactionPayload": payload }))
    }

    /// As for a browser wallet, removes the field that allows the wallet to return another transaction.
    fn over_relay(mut params: Value) -> Value {
        if let Some(payload) = params.get_mut("transactionPayload").and_then(Value::as_object_mut) {
            crate::json::take(payload, "withSignedTransaction");
        }
        params
    }

    /// The signed transaction can't be compared, and the signed message was displayed.
    fn comparable(mut response: Value) -> Value {
        if let Some(fields) = response.as_object_mut() {
            crate::json::take(fields, "signedTransaction");
        }
        response
    }

    fn is_on_chain(reference: &str, _: Option<&Network>, address: &str) -> bool {
        checked_address::is_ss58(reference, address).unwrap_or_default()
    }

    /// The key of zeros, with the prefix of Polkadot, of Kusama, or the generic one.
    fn is_burn_address(address: &str) -> bool {
        const ZEROS: [&str; 3] = [
            "111111111111111111111111111111111HC1",
            "CaKWz5omakTK7ovp4m3koXrHyHb7NG3Nt7GENHbviByZpKp",
            "5C4hrfjw9DjXZTzV3MwzrrAr9P1MJhSrvWGWqi1eSuyUpnhM",
        ];
        ZEROS.contains(&address)
    }

    /// SS58 has a checksum.
    fn lacks_checksum(_: &str) -> bool {
        false
    }

    /// The first letter depends on the network.
    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        lookalikes::lookalike(a, b, 1)
    }

    /// A key is the same account with any network's prefix.
    fn is_same(a: &str, b: &str) -> bool {
        let key = |address: &str| ss58::read(address).map(|(_, key)| key);
        a == b || key(a).is_some_and(|a| key(b) == Some(a))
    }

    /// Uses the network's prefix, if it is known.
    fn forms(reference: &str, address: &str) -> Option<(String, String)> {
        let (prefix, key) = ss58::read(address)?;
        let own = ss58::prefix_of(reference).unwrap_or(prefix);
        Some((ss58::written(own, &key), ss58::written(ss58::GENERIC, &key)))
    }

    fn listed(address: &str) -> Option<String> {
        Polkadot.address(address).ok()
    }

    /// The wallet signs, and the page broadcasts.
    fn sends_transaction(_: &str) -> bool {
        false
    }

    fn moves_money(_: &str, _: &Value) -> bool {
        false
    }
}
