//! Names of accounts (docs/spec/services.md A9): their valid forms, and the hash that identifies a name in the Ethereum
//! Name Service (EIP-137).
//!
//! All of ENSIP-15 is supported. ASCII names are handled here. The tables for all other characters are 24 kB in a
//! library, so the element normalizes such a name during its lookup ([`crate::ports::host::Host::normalized`]).
//! tests/vectors.rs compares both implementations.

use crate::caip::ChainId;
use crate::constants::NAME_BYTES_MAX;
use crate::namespaces::names::{NameFault, Written};
use alloc::string::{String, ToString};
use alloy_primitives::{B256, keccak256};

/// The suffix of the registry's new names (9.34).
pub const SUFFIX: &str = ".reown.id";
/// An earlier suffix, whose names still resolve.
const LEGACY_SUFFIX: &str = ".wcn.id";
/// The minimum length of a label with these suffixes (5.13).
const OWN_LABEL_CHARS_MIN: usize = 4;
/// Ours: the maximum length of a label, as in the DNS.
pub const OWN_LABEL_CHARS_MAX: usize = 63;
/// The coin type of Ether (SLIP-44), which is also that of addresses on Ethereum.
pub const ETHER: u32 = 60;
/// The chain ID of Ethereum.
const MAINNET: u64 = 1;

/// Reads a text as a name. `None` if it isn't meant as a name.
#[must_use]
pub fn read(typed: &str) -> Option<Written> {
    if !typed.contains('.') {
        return None;
    }
    if typed.len() > NAME_BYTES_MAX {
        return Some(Written::Wrong(NameFault::Long));
    }
    if !typed.is_ascii() {
        return Some(Written::Lettered(typed.into()));
    }
    let mut name = String::with_capacity(typed.len());
    for label in typed.split('.') {
        if !name.is_empty() {
            name.push('.');
        }
        if let Err(fault) = push_label(&mut name, label) {
            return Some(Written::Wrong(fault));
        }
    }
    Some(Written::Name(name))
}

/// Appends an ASCII label, normalized according to ENSIP-15: lowercase, and the typographic apostrophe.
fn push_label(name: &mut String, label: &str) -> Result<(), NameFault> {
    const APOSTROPHE: char = '\u{2019}';
    if label.is_empty() {
        return Err(NameFault::Empty);
    }
    let of_label = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '$' | '\'');
    if let Some(other) = label.chars().find(|c| !of_label(c)) {
        return Err(NameFault::Character(other));
    }
    let has_apostrophe = label.contains('\'');
    let is_fenced = label.starts_with('\'') || label.ends_with('\'') || label.contains("''");
    if label.trim_start_matches('_').contains('_') || is_fenced {
        return Err(NameFault::Place);
    }
    // "xn--" and similar prefixes can hide other letters
    if !has_apostrophe && label.as_bytes().get(2..4) == Some(b"--") {
        return Err(NameFault::Hyphens);
    }
    name.extend(label.chars().map(|c| if c == '\'' { APOSTROPHE } else { c.to_ascii_lowercase() }));
    Ok(())
}

/// The normalized form of an ASCII name. `None` if it is invalid.
#[must_use]
pub fn normalised(typed: &str) -> Option<String> {
    match read(typed)? {
        Written::Name(name) => Some(name),
        Written::Lettered(_) | Written::Wrong(_) => None,
    }
}

/// The part before a suffix of the registry. `None` for other names.
#[must_use]
pub fn before_suffix(name: &str) -> Option<&str> {
    name.strip_suffix(SUFFIX).or_else(|| name.strip_suffix(LEGACY_SUFFIX))
}

/// Whether the registry is queried for this name. `None` if it can't have issued the name.
#[must_use]
pub fn is_own(name: &str) -> Option<bool> {
    before_suffix(name).map_or(Some(false), |own| label(own).map(|_| true))
}

/// The first part of a registry name as written: "at least 4 characters of letters, digits or hyphens" (5.13).
#[must_use]
pub fn label(typed: &str) -> Option<String> {
    let fits = (OWN_LABEL_CHARS_MIN..=OWN_LABEL_CHARS_MAX).contains(&typed.len())
        && typed.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    fits.then(|| typed.to_ascii_lowercase())
}

/// The hash of a name, computed label by label from its end.
#[must_use]
pub fn node(name: &str) -> B256 {
    name.rsplit('.').fold(B256::ZERO, |node, label| {
        let mut both = [0; 64];
        let (parent, own) = both.split_at_mut(32);
        parent.copy_from_slice(node.as_slice());
        own.copy_from_slice(keccak256(label).as_slice());
        keccak256(both)
    })
}

/// The coin type of a name's address for a network (ENSIP-11). `None` if the network has none (5.25).
#[must_use]
pub fn coin(chain: &ChainId) -> Option<u32> {
    match chain.evm_number() {
        Some(MAINNET) => Some(ETHER),
        _ => chain.coin_type().ok(),
    }
}

/// Parses an address from the profile service.
#[must_use]
pub fn given(text: &str) -> Option<String> {
    crate::namespaces::eip155::parse(text)
        .ok()
        .filter(|address| !address.is_zero())
        .map(|address| address.to_checksum(None).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.56
    #[test]
    fn reads_an_ascii_name_without_tables() {
        let long = ["a".repeat(300), ".eth".into()].concat();
        for (typed, name) in [
            ("alice.eth", "alice.eth"),
            ("NICK.eth", "nick.eth"),
            ("carol.alice.eth", "carol.alice.eth"),
            ("0xbob.eth", "0xbob.eth"),
            ("-a-.x1", "-a-.x1"),
            ("a--b.eth", "a--b.eth"),
            ("__nick.eth", "__nick.eth"),
            ("$$$.eth", "$$$.eth"),
            ("Nick's.eth", "nick\u{2019}s.eth"),
            ("ab--'c.eth", "ab--\u{2019}c.eth"),
            (long.as_str(), long.as_str()),
        ] {
            assert_eq!(read(typed), Some(Written::Name(name.into())), "{typed}");
        }
    }

    // req: 10.56
    #[test]
    fn rejects_an_invalid_name_with_its_reason() {
        let long = "a.".repeat(NAME_BYTES_MAX);
        for (typed, fault) in [
            (".", NameFault::Empty),
            (".eth", NameFault::Empty),
            ("alice.", NameFault::Empty),
            ("a..eth", NameFault::Empty),
            ("a_b.eth", NameFault::Place),
            ("_a_.eth", NameFault::Place),
            ("'nick.eth", NameFault::Place),
            ("nick'.eth", NameFault::Place),
            ("ni''ck.eth", NameFault::Place),
            ("al ice.eth", NameFault::Character(' ')),
            ("<b>.eth", NameFault::Character('<')),
            ("alice.eth/", NameFault::Character('/')),
            ("a\u{7}b.eth", NameFault::Character('\u{7}')),
            ("xn--bcher-kva.eth", NameFault::Hyphens),
            ("XN--a.eth", NameFault::Hyphens),
            ("ab--c.eth", NameFault::Hyphens),
            (long.as_str(), NameFault::Long),
        ] {
            assert_eq!(read(typed), Some(Written::Wrong(fault)), "{typed}");
        }
        for typed in ["", "alice", "@alice", "b\u{fc}cher"] {
            assert_eq!(read(typed), None, "{typed}");
        }
        for typed in ["b\u{fc}cher.eth", "\u{430}lice.eth", "alice\u{200d}.eth", "a..\u{e9}"] {
            assert_eq!(read(typed), Some(Written::Lettered(typed.into())), "{typed}");
            assert_eq!(normalised(typed), None, "{typed}");
        }
    }

    // req: 5.13, 9.34
    #[test]
    fn accepts_own_names_of_one_label_and_a_known_suffix() {
        for (name, own) in [
            ("alice.reown.id", Some(true)),
            ("alice.wcn.id", Some(true)),
            ("abc.reown.id", None),
            ("al.ice.reown.id", None),
            ("alice.eth", Some(false)),
            ("reown.id", Some(false)),
            ("alice.reown.id.eth", Some(false)),
            ("alice.wcn.id.reown.id", None),
        ] {
            assert_eq!(is_own(name), own, "{name}");
        }
    }

    // req: 5.13
    #[test]
    fn requires_four_letters_digits_or_hyphens_in_a_label() {
        let longest = "a".repeat(OWN_LABEL_CHARS_MAX);
        for good in ["abcd", "1234", "----", "a-1Z", &longest] {
            assert_eq!(label(good), Some(good.to_ascii_lowercase()));
        }
        for bad in ["", "abc", "ab c", "ab.c", "ab_c", "\u{e4}bcd", "abcd ", &[&longest, "a"].concat()] {
            assert_eq!(label(bad), None, "{bad}");
        }
    }

    /// The examples of EIP-137.
    #[test]
    fn hashes_a_name_label_by_label() {
        for (name, hash) in [
            ("eth", "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae"),
            ("foo.eth", "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"),
        ] {
            assert_eq!(alloc::format!("{}", node(name)), hash, "{name}");
        }
    }

    // req: 10.56
    #[test]
    fn derives_the_coin_type_of_a_network() {
        assert_eq!(coin(&ChainId::evm(1)), Some(60));
        assert_eq!(coin(&ChainId::evm(10)), Some(0x8000_000a));
        assert_eq!(coin(&ChainId::evm(8453)), Some(0x8000_2105));
        assert_eq!(coin(&ChainId::evm(0x8000_0000)), None);
    }
}
