//! Polkadot, the light half: addresses and the RPC whitelist (docs/spec/rpc.md section 2).

use super::{AddressFault, MethodClass, NamespaceRules, encodings};
use crate::entities::AccountType;
use alloc::string::String;

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

/// What a session over a relay is asked for (docs/spec/rpc.md section 2).
pub const SESSION_METHODS: &[&str] = &["polkadot_signTransaction", "polkadot_signMessage"];

/// The class of a method; nothing: refused (6.3).
#[must_use]
pub fn method(method: &str) -> Option<MethodClass> {
    matches!(method, "polkadot_signTransaction" | "polkadot_signMessage").then_some(MethodClass::Approval)
}
