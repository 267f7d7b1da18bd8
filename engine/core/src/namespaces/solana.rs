//! Solana, the light half: addresses and the RPC whitelist (docs/spec/rpc.md section 1).

use super::{AddressFault, Can, Local, MethodClass, NamespaceRules, encodings};
use crate::entities::AccountType;
use alloc::string::String;

/// solana.
pub struct Solana;

impl NamespaceRules for Solana {
    /// 32 bytes of base58 (5.17, C13).
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        if encodings::base58_bytes(text) == Some(32) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn default_type(&self) -> AccountType {
        AccountType::Eoa
    }

    fn can(&self, what: Can) -> bool {
        what == Can::Balance
    }
}

/// What a session over a relay is asked for (docs/spec/rpc.md section 2).
pub const SESSION_METHODS: &[&str] = &[
    "solana_signMessage",
    "solana_signTransaction",
    "solana_requestAccounts",
    "solana_getAccounts",
    "solana_signAllTransactions",
    "solana_signAndSendTransaction",
];

/// The class of a method; nothing: refused (6.3).
#[must_use]
pub fn method(method: &str) -> Option<MethodClass> {
    match method {
        "solana_getAccounts" => Some(MethodClass::Local(Local::Accounts)),
        "solana_requestAccounts" => Some(MethodClass::Local(Local::RequestAccounts)),
        "solana_signMessage"
        | "solana_signTransaction"
        | "solana_signAllTransactions"
        | "solana_signAndSendTransaction" => Some(MethodClass::Approval),
        _ => None,
    }
}
