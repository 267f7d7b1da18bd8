//! Bitcoin and its like, the light half: addresses and the RPC whitelist (rpc.md sections 1 and 2).

use super::{AddressFault, MethodClass, NamespaceRules, encodings};
use crate::caip::Namespace;
use crate::entities::AccountType;
use alloc::string::String;

/// bip122.
pub struct Bip122;

impl NamespaceRules for Bip122 {
    fn namespace(&self) -> Namespace {
        Namespace::Bip122
    }

    /// A segwit address in lower case, or one of the older ones as it is.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        let lower = text.to_ascii_lowercase();
        if matches!(encodings::bech32_prefix(&lower), Some("bc" | "tb" | "bcrt")) {
            return Ok(lower);
        }
        if encodings::base58_bytes(text) == Some(25) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn method(&self, method: &str) -> Option<MethodClass> {
        match method {
            "getAccountAddresses" => Some(MethodClass::Wallet),
            "sendTransfer" | "signMessage" | "signPsbt" => Some(MethodClass::Approval),
            _ => None,
        }
    }

    fn default_type(&self) -> AccountType {
        AccountType::Payment
    }
}
