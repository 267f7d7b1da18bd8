//! bare: its addresses and methods.

use crate::caip::ChainId;
use crate::entities::Network;
use crate::namespaces::{AddressFault, Can, Family, MethodClass, NamespaceRules, lookalikes};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// bare.
pub struct Bare;

/// The prefix of every address.
const PREFIX: &str = "bare-";
/// Digits after it.
const DIGITS: usize = 20;

/// Asks a wallet to pay an address.
pub(super) const SEND: &str = "bare_send";

impl NamespaceRules for Bare {
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        let digits = text.strip_prefix(PREFIX).ok_or(AddressFault::Form)?;
        let is_complete = digits.len() == DIGITS && digits.bytes().all(|digit| digit.is_ascii_digit());
        is_complete.then(|| text.into()).ok_or(AddressFault::Form)
    }

    fn can(&self, what: Can) -> bool {
        matches!(what, Can::Balance | Can::Listed | Can::Send)
    }

    fn transaction_id(&self, text: &str) -> Option<String> {
        let number = text.strip_prefix("bare-tx-")?;
        (number.len() == 8 && number.bytes().all(|digit| digit.is_ascii_digit())).then(|| text.into())
    }
}

impl Family for Bare {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] = &[SEND];
    const SIGNS_IN: bool = false;
    const RETURNS_SIGNED_PAYLOAD: bool = false;

    fn method(method: &str) -> Option<MethodClass> {
        (method == SEND).then_some(MethodClass::Approval)
    }

    fn sends_transaction(method: &str) -> bool {
        method == SEND
    }

    fn moves_money(method: &str, _: &Value) -> bool {
        method == SEND
    }

    fn in_page(_: &str, params: Value, _: &ChainId, _: &str) -> Option<Value> {
        Some(params)
    }

    fn over_relay(params: Value) -> Value {
        params
    }

    fn is_on_chain(_: &str, _: Option<&Network>, address: &str) -> bool {
        Bare.address(address).is_ok()
    }

    fn is_burn_address(address: &str) -> bool {
        address.strip_prefix(PREFIX).is_some_and(|digits| digits == "0".repeat(DIGITS))
    }

    fn lacks_checksum(_: &str) -> bool {
        true
    }

    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        lookalikes::lookalike(a, b, PREFIX.len())
    }

    fn is_same(a: &str, b: &str) -> bool {
        a == b
    }

    fn listed(address: &str) -> Option<String> {
        Bare.address(address).ok()
    }
}
