//! Cosmos, the light half: addresses and the RPC whitelist (rpc.md section 2).

use super::{AddressFault, MethodClass, NamespaceRules, encodings};
use crate::caip::Namespace;
use crate::entities::AccountType;
use alloc::string::String;

/// cosmos.
pub struct Cosmos;

impl NamespaceRules for Cosmos {
    fn namespace(&self) -> Namespace {
        Namespace::Cosmos
    }

    /// Bech32 with the prefix of any chain.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        encodings::bech32_prefix(text).map(|_| text.into()).ok_or(AddressFault::Form)
    }

    fn method(&self, method: &str) -> Option<MethodClass> {
        match method {
            "cosmos_getAccounts" => Some(MethodClass::Wallet),
            "cosmos_signDirect" | "cosmos_signAmino" => Some(MethodClass::Approval),
            _ => None,
        }
    }

    fn default_type(&self) -> AccountType {
        AccountType::Eoa
    }
}
