//! A namespace for tests only, to show the parts of a namespace (docs/recipes.md): its wallets name no chain, its accounts have a unique
//! address form, its nodes speak REST, and it has no batches, nonces or names. It never ships.

use crate::caip::ChainId;
use crate::entities::Network;
use crate::namespaces::{AddressFault, Can, Family, MethodClass, NamespaceRules, lookalikes};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The namespace toy.
pub struct Toy;

/// The prefix of every address.
const PREFIX: &str = "toy-";
/// How many characters follow the prefix. The last one is the checksum.
const LETTERS: usize = 24;

/// The checksum of an address: the sum of the other characters, each times its position.
fn check(letters: &[u8]) -> u8 {
    let sum = letters.iter().zip(1u32..).map(|(letter, place)| u32::from(*letter) * place).sum::<u32>();
    let letter = (sum % 26) as u8;
    b'a' + letter
}

impl NamespaceRules for Toy {
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        let letters = text.strip_prefix(PREFIX).ok_or(AddressFault::Form)?.as_bytes();
        let is_letter = |letter: &u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
        match letters.split_last() {
            Some((last, others)) if letters.len() == LETTERS && letters.iter().all(is_letter) => {
                if *last == check(others) { Ok(text.into()) } else { Err(AddressFault::Checksum) }
            }
            _ => Err(AddressFault::Form),
        }
    }

    fn can(&self, what: Can) -> bool {
        matches!(what, Can::Balance | Can::Listed | Can::Send)
    }

    fn transaction_id(&self, text: &str) -> Option<String> {
        let number = text.strip_prefix("tx-")?;
        (number.len() == 8 && number.bytes().all(|b| b.is_ascii_digit())).then(|| text.into())
    }
}

impl Family for Toy {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] = &["toy_send", "toy_signMessage"];
    const SIGNS_IN: bool = true;
    const RETURNS_SIGNED_PAYLOAD: bool = false;

    fn method(method: &str) -> Option<MethodClass> {
        match method {
            "toy_getAccounts" => Some(MethodClass::Wallet),
            "toy_send" | "toy_handOver" | "toy_signMessage" => Some(MethodClass::Approval),
            _ => None,
        }
    }

    fn sends_transaction(method: &str) -> bool {
        method == "toy_send"
    }

    fn moves_money(method: &str, _: &Value) -> bool {
        method == "toy_send"
    }

    fn in_page(_: &str, params: Value, _: &ChainId, _: &str) -> Option<Value> {
        Some(params)
    }

    fn over_relay(params: Value) -> Value {
        params
    }

    /// Addresses are the same on every chain.
    fn is_on_chain(_: &str, _: Option<&Network>, address: &str) -> bool {
        Toy.address(address).is_ok()
    }

    fn is_burn_address(address: &str) -> bool {
        address.strip_prefix(PREFIX).is_some_and(|letters| letters.starts_with(&"0".repeat(LETTERS - 1)))
    }

    fn lacks_checksum(_: &str) -> bool {
        false
    }

    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        lookalikes::lookalike(a, b, PREFIX.len())
    }

    fn is_same(a: &str, b: &str) -> bool {
        a == b
    }

    fn listed(address: &str) -> Option<String> {
        Toy.address(address).ok()
    }
}
