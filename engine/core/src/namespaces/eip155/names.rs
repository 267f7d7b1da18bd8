//! Names of receivers (docs/spec/services.md A9): which are taken, and how the Ethereum Name Service is asked for one (EIP-137).
//!
//! ENSIP-15 lets in most scripts and knows which of their letters look alike; its tables are 50 kB. Here a label is small ASCII
//! letters, digits and hyphens, of which ENSIP-15 changes nothing (tests/vectors.rs); everything else is refused, not guessed.

use super::transfer::call;
use alloc::string::{String, ToString};
use alloy_primitives::{Address, B256, U256, address, keccak256};

/// What the registry's names end with (9.34). New ones get it.
pub const SUFFIX: &str = ".reown.id";
/// What they ended with before: such a name still leads to its account.
const LEGACY_SUFFIX: &str = ".wcn.id";
/// Of a label under one of them (5.13).
const OWN_LABEL_CHARS_MIN: usize = 4;
/// Ours: as in the DNS.
pub const OWN_LABEL_CHARS_MAX: usize = 63;
/// The registry, at the same address on every public chain that has one (EIP-137).
pub const REGISTRY: Address = address!("00000000000C2E074eC69A0dFb2997BA6C7d2e1e");
/// `resolver(bytes32)`
const RESOLVER: [u8; 4] = [0x01, 0x78, 0xb8, 0xbf];
/// `addr(bytes32)`
const ADDR: [u8; 4] = [0x3b, 0x3b, 0x57, 0xde];
/// Of Ether (SLIP-44), under which names have their address of Ethereum.
pub const ETHER: u32 = 60;

/// A name as it is hashed and asked for; nothing for what is not taken.
#[must_use]
pub fn normalised(typed: &str) -> Option<String> {
    let name = typed.to_ascii_lowercase();
    let is_of_label = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    // "xn--" and its like: letters hide in it that are not seen
    let is_label = |label: &str| {
        (1..=OWN_LABEL_CHARS_MAX).contains(&label.len())
            && label.bytes().all(is_of_label)
            && label.as_bytes().get(2..4) != Some(b"--")
    };
    (name.contains('.') && name.split('.').all(is_label)).then_some(name)
}

/// What stands before one of the registry's suffixes; nothing for other names.
#[must_use]
pub fn before_suffix(name: &str) -> Option<&str> {
    name.strip_suffix(SUFFIX).or_else(|| name.strip_suffix(LEGACY_SUFFIX))
}

/// Whether the registry is asked for it; nothing for one that it cannot have given out.
#[must_use]
pub fn is_own(name: &str) -> Option<bool> {
    before_suffix(name).map_or(Some(false), |own| label(own).map(|_| true))
}

/// What a name of the registry begins with, as it is written: "at least 4 characters of letters, digits or hyphens" (5.13).
#[must_use]
pub fn label(typed: &str) -> Option<String> {
    let fits = (OWN_LABEL_CHARS_MIN..=OWN_LABEL_CHARS_MAX).contains(&typed.len())
        && typed.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    fits.then(|| typed.to_ascii_lowercase())
}

/// The hash of a name, label by label from its end.
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

/// Asks the registry who knows of a name.
#[must_use]
pub fn resolver(node: B256) -> String {
    call(RESOLVER, &[node.0])
}

/// Asks that one for its address.
#[must_use]
pub fn addr(node: B256) -> String {
    call(ADDR, &[node.0])
}

/// An answer that is one address and nothing else: 32 bytes, and none set above it. The zero address says that there is none.
#[must_use]
pub fn answered(returned: &str) -> Option<Option<Address>> {
    let digits = returned.strip_prefix("0x").filter(|digits| digits.len() == 64)?;
    let word = U256::from_str_radix(digits, 16).ok().filter(|word| word.bit_len() <= 160)?;
    let address = Address::from_word(B256::from(word));
    Some((!address.is_zero()).then_some(address))
}

/// An address that the profile service gives.
#[must_use]
pub fn given(text: &str) -> Option<String> {
    super::parse(text)
        .ok()
        .filter(|address| !address.is_zero())
        .map(|address| address.to_checksum(None).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_labels_of_letters_digits_and_hyphens() {
        for (typed, name) in [
            ("alice.eth", "alice.eth"),
            ("Alice.ETH", "alice.eth"),
            ("carol.alice.eth", "carol.alice.eth"),
            ("0xbob.eth", "0xbob.eth"),
            ("-a-.x1", "-a-.x1"),
            ("a--b.eth", "a--b.eth"),
        ] {
            assert_eq!(normalised(typed).as_deref(), Some(name), "{typed}");
        }
        for typed in [
            "",
            ".",
            "alice",
            ".eth",
            "alice.",
            "a..eth",
            "a_b.eth",
            "al ice.eth",
            "xn--bcher-kva.eth",
            "XN--a.eth",
            "ab--c.eth",
            "b\u{fc}cher.eth",
            "\u{430}lice.eth",
            "alice\u{200d}.eth",
            "alice\u{3002}eth",
            "<b>.eth",
            "alice.eth/",
            "\u{1d41a}lice.eth",
        ] {
            assert_eq!(normalised(typed), None, "{typed}");
        }
    }

    // req: 5.13, 9.34
    #[test]
    fn own_names_have_one_label_and_one_of_two_suffixes() {
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
    fn a_label_has_four_letters_digits_or_hyphens() {
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
    fn a_name_is_hashed_label_by_label() {
        for (name, hash) in [
            ("eth", "0x93cdeb708b7545dc668eb9280176169d1c33cfd8ed6f04690a0bcc88a93fc4ae"),
            ("foo.eth", "0xde9b09fd7c5f901e23a3f19fecc54828e9c848539801e86591bd9801b019f84f"),
        ] {
            assert_eq!(alloc::format!("{}", node(name)), hash, "{name}");
        }
        assert_eq!(&resolver(node("foo.eth"))[..18], "0x0178b8bfde9b09fd");
        assert_eq!(&addr(node("foo.eth"))[..18], "0x3b3b57dede9b09fd");
    }

    #[test]
    fn an_answer_is_one_word_with_an_address() {
        let word = |tail: &str| alloc::format!("0x{tail:0>64}");
        let bob = "70997970c51812dc3a010c7d01b50e0d17dc79c8";
        let found = answered(&word(bob)).flatten().map(|address| address.to_checksum(None));
        assert_eq!(found.as_deref(), Some("0x70997970C51812dc3A010C7d01b50e0d17dc79C8"));
        assert_eq!(answered(&word("0")), Some(None));
        for bad in [
            "",
            "0x",
            bob,
            &word(bob)[..64],
            &alloc::format!("{}00", word(bob)),
            &word(&alloc::format!("1{bob}")),
        ] {
            assert_eq!(answered(bad), None, "{bad}");
        }
    }
}
