//! EVM chains, the light half: addresses (EIP-55), and everything about a request that needs no reader.

pub mod lookalike;
pub mod methods;
pub mod names;

use self::methods::{is_send, is_transaction, is_typed};
use crate::caip::ChainId;
use crate::constants::FEE_LOOK;
use crate::entities::Network;
use crate::json::Read;
use crate::namespaces::names::Written;
use crate::namespaces::{AddressFault, Can, Family, MethodClass, NamespaceRules};
use crate::text::WANTS;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, hex};
use serde_json::Value;

/// The EVM networks with swaps (6.11): Ethereum, Arbitrum, Optimism, zkSync Era, Base, BNB, Polygon, Gnosis, Avalanche,
/// Fantom, Klaytn, Aurora.
pub const SWAP_CHAINS: [u64; 12] =
    [1, 42_161, 10, 324, 8_453, 56, 137, 100, 43_114, 250, 8_217, 1_313_161_554];

/// The namespace eip155.
pub struct Eip155;

/// The known fields of a page's transaction. Other fields are passed on and listed (`reader/unread.rs`), except a list of
/// authorizations (EIP-7702): it delegates the account permanently, so a page can only request a delegate of its own
/// options ([`crate::signing::delegates`]).
pub const TRANSACTION: &[&str] = &[
    "from",
    "to",
    "value",
    "data",
    "input",
    "gas",
    "gasLimit",
    "gasPrice",
    "maxFeePerGas",
    "maxPriorityFeePerGas",
    "nonce",
    "chainId",
    "type",
    "accessList",
];

/// The type of a transaction, from text or a number.
#[must_use]
pub fn kind_of(given: &Value) -> Option<u64> {
    let digits = given.as_str().and_then(|text| text.strip_prefix("0x"));
    given.as_u64().or_else(|| u64::from_str_radix(digits?, 16).ok())
}

/// The chain that a request names, which can differ from the wallet's: the chain of a batch, or of typed data.
#[must_use]
pub fn named_chain(method: &str, params: &Value) -> Option<ChainId> {
    let given = match method {
        "wallet_sendCalls" => params.get(0)?.field("chainId").cloned(),
        _ if methods::is_typed(method) => match params.get(1)? {
            Value::String(text) => {
                let data = crate::json::parse(text, crate::constants::RPC_BYTES_MAX).ok()?;
                data.field("domain")?.field("chainId").cloned()
            }
            data => data.field("domain")?.field("chainId").cloned(),
        },
        _ => None,
    };
    ChainId::of_wallet_value(&given?)
}

impl NamespaceRules for Eip155 {
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        parse(text).map(|address| address.to_checksum(None))
    }

    fn can(&self, what: Can) -> bool {
        matches!(what, Can::Balance | Can::Listed | Can::Send | Can::History | Can::Pay)
    }

    fn asset_id(&self, chain: &ChainId, token: Option<&str>) -> Option<String> {
        Some(match token {
            Some(token) => alloc::format!("{chain}/erc20:{token}"),
            None => alloc::format!("{chain}/slip44:60"),
        })
    }

    fn transaction_id(&self, text: &str) -> Option<String> {
        transaction_hash(text)
    }
}

impl Family for Eip155 {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] = &[
        "eth_accounts",
        "eth_requestAccounts",
        "eth_sendRawTransaction",
        "eth_sign",
        "eth_signTransaction",
        "eth_signTypedData",
        "eth_signTypedData_v3",
        "eth_signTypedData_v4",
        "eth_sendTransaction",
        "personal_sign",
        "wallet_switchEthereumChain",
        "wallet_addEthereumChain",
        "wallet_getPermissions",
        "wallet_requestPermissions",
        "wallet_registerOnboarding",
        "wallet_watchAsset",
        "wallet_scanQRCode",
        "wallet_getCallsStatus",
        "wallet_showCallsStatus",
        "wallet_sendCalls",
        "wallet_getCapabilities",
        "wallet_grantPermissions",
        "wallet_revokePermissions",
        "wallet_getGrantedExecutionPermissions",
        "wallet_revokeExecutionPermission",
        "wallet_getAssets",
    ];
    const SIGNS_IN: bool = true;
    const RETURNS_SIGNED_PAYLOAD: bool = false;

    fn method(name: &str) -> Option<MethodClass> {
        methods::class(name)
    }

    fn embedded_method(name: &str) -> Option<MethodClass> {
        methods::of_embedded(name)
    }

    fn named_chain(method: &str, params: &Value) -> Option<ChainId> {
        named_chain(method, params)
    }

    /// A transaction that pays and has no call data needs no review.
    fn is_read_first(method: &str, params: &Value, is_always: bool) -> bool {
        match method {
            _ if is_send(method) && !is_always => {
                let call = params.get(0);
                let data = call.and_then(|call| call.text("data").or_else(|| call.text("input")));
                let is_plain = |call: &Value| {
                    let is_dear = fee(call).is_some_and(|fee| fee >= U256::from(FEE_LOOK));
                    let is_known = |(name, value): (&String, &Value)| {
                        value.is_null()
                            || name != "type" && TRANSACTION.contains(&name.as_str())
                            || name == "type" && kind_of(value).is_some_and(|kind| kind <= 2)
                    };
                    let is_read = call.as_object().is_none_or(|fields| fields.iter().all(is_known));
                    call.field("to").is_some() && is_read && !is_dear
                };
                data.is_some_and(|data| data.len() > 2) || !call.is_some_and(is_plain)
            }
            "wallet_sendCalls"
            | "eth_sendUserOperation"
            | "eth_sign"
            | "wallet_grantPermissions"
            | "wallet_requestExecutionPermissions" => true,
            _ if is_transaction(method) || is_typed(method) => true,
            "personal_sign" => {
                let is_due = |message: &str| is_blind(message) || may_sign_in(message);
                is_always || params.get(0).and_then(Value::as_str).is_some_and(is_due)
            }
            _ => methods::may_sign(method),
        }
    }

    fn chain_method() -> Option<&'static str> {
        Some("eth_chainId")
    }

    /// A message of `personal_sign` doesn't depend on a chain.
    fn is_of_chain(method: &str) -> bool {
        matches!(
            method,
            "wallet_sendCalls"
                | "eth_sendUserOperation"
                | "wallet_grantPermissions"
                | "wallet_requestExecutionPermissions"
        ) || is_transaction(method)
            || is_typed(method)
    }

    /// A batch and a grant always name their chain, and a user operation has no field for it.
    fn on_chain(method: &str, mut params: Value, chain: &ChainId) -> Value {
        if is_transaction(method)
            && let Some(call) = params.get_mut(0).and_then(Value::as_object_mut)
            && let Some(number) = chain.evm_number()
        {
            call.insert("chainId".into(), alloc::format!("{number:#x}").into());
        }
        params
    }

    /// EIP-1193 also has `message`. A wallet that doesn't support it omits it from the session.
    fn session_events() -> &'static [&'static str] {
        &["accountsChanged", "chainChanged", "message"]
    }

    fn adds_networks() -> bool {
        true
    }

    fn in_page(_: &str, params: Value, _: &ChainId, _: &str) -> Option<Value> {
        Some(params)
    }

    fn over_relay(params: Value) -> Value {
        params
    }

    /// An address is valid on every chain, and its EIP-55 checksum was verified before.
    fn is_on_chain(_: &str, _: Option<&Network>, _: &str) -> bool {
        true
    }

    fn is_burn_address(address: &str) -> bool {
        parse(address).is_ok_and(|address| address.is_zero())
    }

    fn lacks_checksum(typed: &str) -> bool {
        lacks_checksum(typed)
    }

    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        lookalike::lookalike(a, b)
    }

    /// Case is only the checksum, and services use any.
    fn is_same(a: &str, b: &str) -> bool {
        let (a, b) = (a.strip_prefix("0x").unwrap_or(a), b.strip_prefix("0x").unwrap_or(b));
        a.len() == 40 && a.eq_ignore_ascii_case(b)
    }

    fn listed(address: &str) -> Option<String> {
        parse(&crate::text::lower(address)).ok().map(|address| address.to_checksum(None))
    }

    fn name(typed: &str) -> Option<Written> {
        names::read(typed)
            .filter(|read| !matches!(read, Written::Name(name) if names::is_own(name).is_none()))
    }

    /// In lowercase, because page libraries compare them.
    fn accounts(addresses: &[String]) -> Value {
        addresses.iter().map(|address| Value::from(address.to_ascii_lowercase())).collect()
    }

    fn sends_transaction(method: &str) -> bool {
        is_send(method)
    }

    fn moves_money(method: &str, _: &Value) -> bool {
        is_send(method) || matches!(method, "wallet_sendCalls" | "eth_sendUserOperation")
    }
}

/// Parses 40 hex characters, with an optional lowercase `0x`. Mixed case requires a correct EIP-55 checksum (5.16).
///
/// # Errors
/// [`AddressFault`].
pub fn parse(text: &str) -> Result<Address, AddressFault> {
    let hex = text.strip_prefix("0x").unwrap_or(text);
    if hex.len() != 40 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Err(AddressFault::Form);
    }
    let address: Address = hex.parse().map_err(|_| AddressFault::Form)?;
    let mixed = hex.bytes().any(|b| b.is_ascii_lowercase()) && hex.bytes().any(|b| b.is_ascii_uppercase());
    let checksummed = address.to_checksum(None);
    if mixed && checksummed.strip_prefix("0x") != Some(hex) {
        return Err(AddressFault::Checksum);
    }
    Ok(address)
}

/// Whether an address has no mixed case, so a typo can't be detected (H11).
#[must_use]
pub fn lacks_checksum(text: &str) -> bool {
    let hex = text.strip_prefix("0x").unwrap_or(text);
    !(hex.bytes().any(|b| b.is_ascii_lowercase()) && hex.bytes().any(|b| b.is_ascii_uppercase()))
        && hex.bytes().any(|b| b.is_ascii_alphabetic())
}

/// The gas of a transaction without a limit of its own: for a payment, and for most calls.
const GAS: [u64; 2] = [21_000, 1_000_000];

/// The maximum fee of a transaction with the price in the page's request. `None` if the wallet chooses the price.
pub(crate) fn fee(call: &Value) -> Option<U256> {
    let number = |name: &str| call.text(name).and_then(crate::amount::quantity);
    let prices = ["gasPrice", "maxFeePerGas", "maxPriorityFeePerGas"];
    let price = prices.into_iter().filter_map(number).max()?;
    let has_data = ["data", "input"].iter().any(|name| call.text(name).is_some_and(|data| data.len() > 2));
    let [plain, of_call] = GAS;
    // two names for the same field, and wallets differ in the one they use
    let gas = ["gas", "gasLimit"].into_iter().filter_map(number).max();
    let gas = gas.unwrap_or_else(|| U256::from(if has_data { of_call } else { plain }));
    Some(price.saturating_mul(gas))
}

/// The bytes of a hex message. `None` if it is a text.
pub(crate) fn bytes_of(message: &str) -> Option<Vec<u8>> {
    hex::decode(message).ok().filter(|_| message.starts_with("0x"))
}

/// Whether a message isn't readable text. Owners of a Safe and keys of accounts sign digests this way, and a digest can
/// be the hash of anything.
pub(crate) fn is_blind(message: &str) -> bool {
    let is_text =
        |text: &str| !text.chars().any(|c| c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t'));
    bytes_of(message).is_some_and(|bytes| !core::str::from_utf8(&bytes).is_ok_and(is_text))
}

/// Whether a message can be a sign-in, which is a critical risk for another site.
fn may_sign_in(message: &str) -> bool {
    let bytes = bytes_of(message);
    bytes.as_deref().unwrap_or(message.as_bytes()).windows(WANTS.len()).any(|of| of == WANTS.as_bytes())
}

/// Parses a transaction hash: `0x` and 64 hex digits (5.20). Keeps the case.
#[must_use]
pub fn transaction_hash(text: &str) -> Option<String> {
    let hex = text.strip_prefix("0x")?;
    (hex.len() == 64 && hex.bytes().all(|b| b.is_ascii_hexdigit())).then(|| text.to_string())
}

/// Parses a signature or other signed message: `0x` and at least 62 hex digits (5.21).
#[must_use]
pub fn signed_message(text: &str) -> Option<String> {
    let hex = text.strip_prefix("0x")?;
    (hex.len() >= 62 && hex.bytes().all(|b| b.is_ascii_hexdigit())).then(|| text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHECKSUMMED: &str = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

    // req: 5.16
    #[test]
    fn validates_addresses_by_length_and_checksum() {
        for good in [
            CHECKSUMMED,
            "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED",
        ] {
            assert_eq!(Eip155.address(good).as_deref(), Ok(CHECKSUMMED), "{good}");
        }
        for bad in [
            "",
            "0x",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd",
            "0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaeg",
            " 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae",
        ] {
            assert_eq!(Eip155.address(bad), Err(AddressFault::Form), "{bad}");
        }
        assert_eq!(Eip155.address("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeaED"), Err(AddressFault::Checksum));
        assert!(lacks_checksum("0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"));
        assert!(!lacks_checksum(CHECKSUMMED));
    }

    // req: 10.12
    #[test]
    fn calculates_the_fee_from_the_highest_named_gas_limit() {
        let fee = |call: serde_json::Value| fee(&call).map(|fee| fee.to::<u64>());
        let json =
            |gas: &str, limit: &str| crate::json::json!({ "gasPrice": "0x2", "gas": gas, "gasLimit": limit });
        assert_eq!(fee(json("0xa", "0x64")), Some(200));
        assert_eq!(fee(json("0x64", "0xa")), Some(200));
        assert_eq!(fee(crate::json::json!({ "gasPrice": "0x2", "gasLimit": "0x64" })), Some(200));
    }

    // req: 5.20
    #[test]
    fn accepts_a_transaction_hash_of_32_bytes() {
        let hash = alloc::format!("0x{}", "aB".repeat(32));
        assert_eq!(transaction_hash(&hash).as_deref(), Some(hash.as_str()));
        for bad in ["", "0x", "0xab", &hash[2..], &alloc::format!("{hash}0"), &hash.replace('a', "g")] {
            assert_eq!(transaction_hash(bad), None, "{bad}");
        }
    }

    // req: 5.21
    #[test]
    fn requires_62_digits_in_a_signed_message() {
        assert!(signed_message(&alloc::format!("0x{}", "1".repeat(62))).is_some());
        assert!(signed_message(&alloc::format!("0x{}", "1".repeat(61))).is_none());
        assert!(signed_message(&alloc::format!("0x{}g", "1".repeat(62))).is_none());
    }
}
