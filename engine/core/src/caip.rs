//! Chain IDs and account IDs (CAIP-2, CAIP-10), and the five namespaces. Parsed once, at the edge.

use crate::error::{Error, Result};
use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use serde::Serialize;

/// A namespace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Namespace {
    /// EVM chains.
    Eip155,
    /// Solana.
    Solana,
    /// Bitcoin and similar networks.
    Bip122,
    /// Polkadot.
    Polkadot,
    /// Cosmos.
    Cosmos,
    /// A namespace only for tests.
    #[cfg(any(test, feature = "twins"))]
    #[cfg_attr(test, ts(skip))]
    Toy,
    /// A second one, with as little as a namespace can have.
    #[cfg(any(test, feature = "twins"))]
    #[cfg_attr(test, ts(skip))]
    Bare,
}

/// The five namespaces, and the two for tests.
const FAMILIES: usize = if cfg!(any(test, feature = "twins")) { 7 } else { 5 };

impl Namespace {
    /// All namespaces, in the order in which they are tried.
    pub const ALL: [Self; FAMILIES] = [
        Self::Eip155,
        Self::Solana,
        Self::Bip122,
        Self::Polkadot,
        Self::Cosmos,
        #[cfg(any(test, feature = "twins"))]
        Self::Toy,
        #[cfg(any(test, feature = "twins"))]
        Self::Bare,
    ];

    /// The name in IDs.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Eip155 => "eip155",
            Self::Solana => "solana",
            Self::Bip122 => "bip122",
            Self::Polkadot => "polkadot",
            Self::Cosmos => "cosmos",
            #[cfg(any(test, feature = "twins"))]
            Self::Toy => "toy",
            #[cfg(any(test, feature = "twins"))]
            Self::Bare => "bare",
        }
    }

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Eip155 => "Ethereum",
            Self::Solana => "Solana",
            Self::Bip122 => "Bitcoin",
            Self::Polkadot => "Polkadot",
            Self::Cosmos => "Cosmos",
            #[cfg(any(test, feature = "twins"))]
            Self::Toy => "Toy",
            #[cfg(any(test, feature = "twins"))]
            Self::Bare => "Bare",
        }
    }

    /// Finds a namespace by its name in IDs.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|namespace| namespace.as_str() == text)
    }
}

impl crate::json::Json for Namespace {
    fn json(&self) -> serde_json::Value {
        self.as_str().into()
    }
}

impl fmt::Display for Namespace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A CAIP-2 chain ID: namespace and reference (5.19).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChainId {
    /// The namespace of the connection.
    pub namespace: Namespace,
    /// `[-_a-zA-Z0-9]{1,32}`. On EVM networks, a decimal number without a leading zero.
    pub reference: String,
}

impl ChainId {
    /// Parses `namespace:reference`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (namespace, reference) = text.split_once(':')?;
        Self::of(Namespace::parse(namespace)?, reference)
    }

    /// Builds a chain ID from its two parts.
    #[must_use]
    pub fn of(namespace: Namespace, reference: &str) -> Option<Self> {
        let fits = (1..=32).contains(&reference.len())
            && reference.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        let exact = namespace != Namespace::Eip155 || evm_reference(reference).is_some();
        (fits && exact).then(|| Self { namespace, reference: reference.to_owned() })
    }

    /// Builds the ID of an EVM chain from its number.
    #[must_use]
    pub fn evm(number: u64) -> Self {
        Self { namespace: Namespace::Eip155, reference: format!("{number}") }
    }

    /// The EVM chain number, 1 to 2^53 - 1.
    #[must_use]
    pub fn evm_number(&self) -> Option<u64> {
        (self.namespace == Namespace::Eip155).then(|| evm_reference(&self.reference)).flatten()
    }

    /// Parses a chain ID in any of the wallets' formats: hex text, decimal text or a number (docs/spec/page-wallets.md
    /// 1.2).
    #[must_use]
    pub fn of_wallet_value(value: &serde_json::Value) -> Option<Self> {
        let number = match value {
            serde_json::Value::Number(number) => number.as_u64()?,
            serde_json::Value::String(text) => {
                match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
                    Some(hex) => u64::from_str_radix(hex, 16).ok()?,
                    None if text.contains(':') => return Self::parse(text),
                    None => text.parse().ok()?,
                }
            }
            _ => return None,
        };
        (1..1 << 53).contains(&number).then(|| Self::evm(number))
    }

    /// The coin type of ENSIP-11 for names on this chain (5.25).
    ///
    /// # Errors
    /// 'Invalid chainId' for 2^31 and above.
    pub fn coin_type(&self) -> Result<u32> {
        let number = self.evm_number().ok_or(Error::InvalidChainId)?;
        let number = u32::try_from(number).ok().filter(|n| *n < 0x8000_0000).ok_or(Error::InvalidChainId)?;
        Ok(0x8000_0000 | number)
    }
}

fn evm_reference(text: &str) -> Option<u64> {
    let canonical = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    text.parse::<u64>().ok().filter(|n| canonical && (1..1 << 53).contains(n))
}

impl fmt::Display for ChainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.namespace, self.reference)
    }
}

/// A CAIP-10 account ID: three parts that aren't empty, with a known namespace (5.18). The address isn't changed,
/// because each namespace validates its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AccountId {
    /// The chain of the balance.
    pub chain: ChainId,
    /// The plain address.
    pub address: String,
}

impl AccountId {
    /// Parses `namespace:reference:address`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (chain, address) = text.rsplit_once(':')?;
        let chain = ChainId::parse(chain)?;
        let fits = (1..=128).contains(&address.len())
            && address.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'%' | b'_'));
        fits.then(|| Self { chain, address: address.to_owned() })
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.chain, self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    // req: 5.18
    #[test]
    fn parses_account_ids_of_known_namespaces_only() {
        let id = AccountId::parse("eip155:1337:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb").unwrap();
        assert_eq!(id.to_string(), "eip155:1337:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb");
        for bad in [
            "",
            "eip155:1",
            "eip155::0xab",
            "eip155:1:",
            ":1:0xab",
            "near:1:0xab",
            "eip155:1:0x ab",
            "a:b:c:d",
        ] {
            assert_eq!(AccountId::parse(bad), None, "{bad}");
        }
    }

    // req: 5.19
    #[test]
    fn parses_chain_ids_of_two_parts() {
        assert_eq!(ChainId::parse("eip155:1").unwrap().evm_number(), Some(1));
        assert!(ChainId::parse("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp").is_some());
        for bad in [
            "eip155",
            "eip155:",
            ":1",
            "eip155:01",
            "eip155:0",
            "eip155:0x1",
            "eip155:1:2",
            "near:mainnet",
            "EIP155:1",
            "eip155:9007199254740992",
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpX",
        ] {
            assert_eq!(ChainId::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn parses_chain_ids_in_the_three_forms_of_wallets() {
        for text in ["\"0x539\"", "\"1337\"", "1337", "\"eip155:1337\"", "\"0X0539\""] {
            let value = serde_json::from_str(text).unwrap();
            assert_eq!(ChainId::of_wallet_value(&value), Some(ChainId::evm(1337)), "{text}");
        }
        for text in ["\"\"", "0", "-1", "1.5", "null", "\"0x\"", "\"0xffffffffffffffffff\"", "{}"] {
            let value = serde_json::from_str(text).unwrap();
            assert_eq!(ChainId::of_wallet_value(&value), None, "{text}");
        }
    }

    // req: 5.25
    #[test]
    fn rejects_a_coin_type_from_two_to_the_31() {
        assert_eq!(ChainId::evm(10).coin_type(), Ok(0x8000_000a));
        assert_eq!(ChainId::evm(0x7fff_ffff).coin_type(), Ok(0xffff_ffff));
        assert_eq!(ChainId::evm(0x8000_0000).coin_type().unwrap_err().to_string(), "Invalid chainId");
    }
}
