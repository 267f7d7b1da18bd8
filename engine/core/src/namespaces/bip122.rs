//! Bitcoin and its like, the light half: addresses and the RPC whitelist (docs/spec/rpc.md sections 1 and 2).

use super::{AddressFault, MethodClass, NamespaceRules, encodings};
use crate::entities::AccountType;
use alloc::string::String;

/// bip122.
pub struct Bip122;

impl NamespaceRules for Bip122 {
    /// A segwit address in lower case, or one of the older ones as it is.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        let lower = text.to_ascii_lowercase();
        // of one case: BIP-173 refuses both in one address
        if encodings::is_bech32(&lower) && (lower == text || text.to_ascii_uppercase() == text) {
            return Ok(lower);
        }
        if encodings::is_base58(text, 26..=35) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn default_type(&self) -> AccountType {
        AccountType::Payment
    }
}

/// What a session over a relay is asked for (docs/spec/rpc.md section 2).
pub const SESSION_METHODS: &[&str] = &["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"];

/// The class of a method; nothing: refused (6.3).
#[must_use]
pub fn method(method: &str) -> Option<MethodClass> {
    match method {
        "getAccountAddresses" => Some(MethodClass::Wallet),
        "sendTransfer" | "signMessage" | "signPsbt" => Some(MethodClass::Approval),
        _ => None,
    }
}
