//! Cosmos, the light half: addresses and the RPC whitelist (docs/spec/rpc.md section 2).

use super::{AddressFault, MethodClass, NamespaceRules, encodings};
use crate::entities::AccountType;
use alloc::string::String;

/// cosmos.
pub struct Cosmos;

impl NamespaceRules for Cosmos {
    /// Bech32 with the prefix of any chain.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        if encodings::is_bech32(text) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn default_type(&self) -> AccountType {
        AccountType::Eoa
    }
}

/// What a session over a relay is asked for (docs/spec/rpc.md section 2).
pub const SESSION_METHODS: &[&str] = &["cosmos_getAccounts", "cosmos_signDirect", "cosmos_signAmino"];

/// The class of a method; nothing: refused (6.3).
#[must_use]
pub fn method(method: &str) -> Option<MethodClass> {
    match method {
        "cosmos_getAccounts" => Some(MethodClass::Wallet),
        "cosmos_signDirect" | "cosmos_signAmino" => Some(MethodClass::Approval),
        _ => None,
    }
}
