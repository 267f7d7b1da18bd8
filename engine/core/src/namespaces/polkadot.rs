//! Polkadot, the light half: addresses and the RPC whitelist (rpc.md section 2).

use super::{AddressFault, MethodClass, NamespaceRules, encodings};
use crate::caip::Namespace;
use crate::entities::AccountType;
use alloc::string::String;

/// polkadot.
pub struct Polkadot;

impl NamespaceRules for Polkadot {
    fn namespace(&self) -> Namespace {
        Namespace::Polkadot
    }

    /// SS58: one or two bytes of prefix, the key, two bytes of checksum.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        match encodings::base58_bytes(text) {
            Some(35 | 36) => Ok(text.into()),
            _ => Err(AddressFault::Form),
        }
    }

    fn method(&self, method: &str) -> Option<MethodClass> {
        matches!(method, "polkadot_signTransaction" | "polkadot_signMessage").then_some(MethodClass::Approval)
    }

    fn default_type(&self) -> AccountType {
        AccountType::Eoa
    }
}
