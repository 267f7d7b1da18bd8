//! Solana, the light half: addresses and the RPC whitelist (rpc.md section 1).

use super::{AddressFault, MethodClass, NamespaceRules, encodings};
use crate::caip::Namespace;
use crate::entities::AccountType;
use alloc::string::String;

/// solana.
pub struct Solana;

impl NamespaceRules for Solana {
    fn namespace(&self) -> Namespace {
        Namespace::Solana
    }

    /// 32 bytes in base58 (5.17).
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        if encodings::base58_bytes(text) == Some(32) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn method(&self, method: &str) -> Option<MethodClass> {
        match method {
            "solana_getAccounts" | "solana_requestAccounts" => Some(MethodClass::Local),
            "solana_signMessage"
            | "solana_signTransaction"
            | "solana_signAllTransactions"
            | "solana_signAndSendTransaction" => Some(MethodClass::Approval),
            _ => None,
        }
    }

    fn default_type(&self) -> AccountType {
        AccountType::Eoa
    }
}
