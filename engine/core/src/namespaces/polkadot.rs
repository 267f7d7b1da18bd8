//! Polkadot, the light half: addresses and the RPC whitelist (docs/spec/rpc.md section 2).

use super::{AddressFault, Family, MethodClass, NamespaceRules, checked_address, encodings, lookalikes};
use crate::caip::ChainId;
use crate::entities::{AccountType, Network};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// polkadot.
pub struct Polkadot;

impl NamespaceRules for Polkadot {
    /// SS58: one or two bytes of prefix, the key, two bytes of checksum.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        if encodings::is_base58(text, 34..=50) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn default_type(&self) -> AccountType {
        AccountType::Eoa
    }
}

impl Family for Polkadot {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] = SESSION_METHODS;
    const SIGNS_IN: bool = false;

    fn method(name: &str) -> Option<MethodClass> {
        method(name)
    }

    /// Whatever asks for a signature.
    fn is_read_first(method: &str, _: &Value, _: bool) -> bool {
        Self::method(method) == Some(MethodClass::Approval)
    }

    fn chain_method() -> Option<&'static str> {
        None
    }

    /// Its wallets are on no chain of their own.
    fn is_of_chain(_: &str) -> bool {
        false
    }

    fn on_chain(_: &str, params: Value, _: &ChainId) -> Value {
        params
    }

    fn in_page(_: &str, params: Value, _: &ChainId, _: &str) -> Option<Value> {
        Some(params)
    }

    fn over_relay(params: Value) -> Value {
        params
    }

    fn is_on_chain(reference: &str, _: Option<&Network>, address: &str) -> bool {
        checked_address::is_ss58(reference, address).unwrap_or_default()
    }

    /// The key of zeros, with the prefix of Polkadot, of Kusama, and of no network.
    fn is_nobodys(address: &str) -> bool {
        const ZEROS: [&str; 3] = [
            "111111111111111111111111111111111HC1",
            "CaKWz5omakTK7ovp4m3koXrHyHb7NG3Nt7GENHbviByZpKp",
            "5C4hrfjw9DjXZTzV3MwzrrAr9P1MJhSrvWGWqi1eSuyUpnhM",
        ];
        ZEROS.contains(&address)
    }

    /// SS58 has one.
    fn lacks_checksum(_: &str) -> bool {
        false
    }

    /// The first letter is the network's.
    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        lookalikes::lookalike(a, b, 1)
    }

    fn is_same(a: &str, b: &str) -> bool {
        a == b
    }

    fn listed(address: &str) -> Option<String> {
        Polkadot.address(address).ok()
    }

    /// No registry of names is asked in this family yet.
    fn name(_: &str) -> Option<String> {
        None
    }

    fn accounts(addresses: &[String]) -> Value {
        addresses.iter().map(|address| Value::from(address.as_str())).collect()
    }

    /// A wallet signs; the page sends.
    fn sends_transaction(_: &str) -> bool {
        false
    }

    fn moves_money(_: &str) -> bool {
        false
    }
}

/// What a session over a relay is asked for (docs/spec/rpc.md section 2).
pub const SESSION_METHODS: &[&str] = &["polkadot_signTransaction", "polkadot_signMessage"];

/// The class of a method; nothing: refused (6.3).
#[must_use]
pub fn method(method: &str) -> Option<MethodClass> {
    matches!(method, "polkadot_signTransaction" | "polkadot_signMessage").then_some(MethodClass::Approval)
}
