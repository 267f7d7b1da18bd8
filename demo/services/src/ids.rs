//! The grammars of addresses, hashes, chain ids and symbols (docs/spec/services.md B7). Parsed at the edge, once.

use sha3::{Digest, Keccak256};

/// An EVM account or contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Address([u8; 20]);

impl Address {
    /// The account whose public identity is the end of this hash: how an address is made of a key, or here of a word.
    pub fn of_word(word: &str) -> Self {
        Self::end_of(&Keccak256::digest(word.as_bytes()))
    }

    /// The address of these bytes.
    pub const fn of_bytes(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// Where the contract comes to lie that `self` creates as its transaction number `nonce`, below 128.
    pub fn creates(&self, nonce: u8) -> Self {
        // RLP of the list [address, nonce]; zero is the empty text.
        let mut list = vec![0xd6, 0x94];
        list.extend(self.0);
        list.push(if nonce == 0 { 0x80 } else { nonce });
        Self::end_of(&Keccak256::digest(&list))
    }

    /// Where the contract comes to lie that `self` creates of this code with a salt of zeros (EIP-1014).
    pub fn creates_of(&self, code: &[u8]) -> Self {
        let mut list = vec![0xff];
        list.extend(self.0);
        list.extend([0; 32]);
        list.extend(Keccak256::digest(code));
        Self::end_of(&Keccak256::digest(&list))
    }

    fn end_of(hash: &[u8]) -> Self {
        let mut bytes = [0_u8; 20];
        for (byte, hashed) in bytes.iter_mut().rev().zip(hash.iter().rev()) {
            *byte = *hashed;
        }
        Self(bytes)
    }

    /// Reads `0x` and 40 hex digits. Mixed case must carry a right EIP-55 checksum; one case alone carries none.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 40)?;
        let mut bytes = [0_u8; 20];
        for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().chunks(2)) {
            *byte = pair.iter().try_fold(0, |sum, digit| Some(sum * 16 + hex_value(*digit)?))?;
        }
        let address = Self(bytes);
        let mixed = digits.contains(|c: char| c.is_ascii_uppercase())
            && digits.contains(|c: char| c.is_ascii_lowercase());
        (!mixed || address.checksummed() == text).then_some(address)
    }

    /// Lower-case text with `0x`: the form it is stored and compared in.
    pub fn lower(&self) -> String {
        let mut text = String::from("0x");
        for byte in self.0 {
            text.push_str(&format!("{byte:02x}"));
        }
        text
    }

    /// The form people read (EIP-55).
    pub fn checksummed(&self) -> String {
        let lower = self.lower();
        let digits = lower.trim_start_matches("0x");
        let hash = Keccak256::digest(digits.as_bytes());
        let nibbles = hash.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let mixed: String = digits
            .chars()
            .zip(nibbles)
            .map(|(digit, nibble)| if nibble >= 8 { digit.to_ascii_uppercase() } else { digit })
            .collect();
        format!("0x{mixed}")
    }
}

fn hex_value(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|value| value.try_into().ok())
}

/// A 32-byte hash: `0x` and 64 hex digits.
pub fn is_hash(text: &str) -> bool {
    text.strip_prefix("0x")
        .is_some_and(|digits| digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// A CAIP-2 chain id of one of the five families.
pub fn is_caip2(text: &str) -> bool {
    text.split_once(':').is_some_and(|(namespace, reference)| {
        matches!(namespace, "eip155" | "solana" | "bip122" | "polkadot" | "cosmos")
            && (1..=32).contains(&reference.len())
            && reference.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
    })
}

/// A CAIP-10 account or token id. An EVM address inside it is checked like any other.
pub fn is_caip10(text: &str) -> bool {
    let Some((chain, address)) = text.rsplit_once(':') else {
        return false;
    };
    if !is_caip2(chain) {
        return false;
    }
    if chain.starts_with("eip155:") {
        return Address::parse(address).is_some();
    }
    (1..=128).contains(&address.len())
        && address
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'%'))
}

/// What can be the short name of a token in an address.
pub fn is_symbol(text: &str) -> bool {
    (1..=16).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_checksums_by_eip55() {
        // The examples of the EIP.
        for text in
            ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"]
        {
            assert_eq!(Address::parse(text).unwrap().checksummed(), text);
            assert!(Address::parse(&text.to_lowercase()).is_some());
        }
        assert!(Address::parse("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed").is_none());
    }

    #[test]
    fn computes_the_address_of_a_created_contract() {
        // The first contracts of the development mnemonic's first account: the best known addresses of any local chain.
        let first = Address::parse("0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266").unwrap();
        assert_eq!(first.creates(0).checksummed(), "0x5FbDB2315678afecb367f032d93F642f64180aa3");
        assert_eq!(first.creates(1).checksummed(), "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512");
    }

    #[test]
    fn computes_the_address_of_create2() {
        // EIP-1014, examples 0 and 1.
        for (from, place) in [
            ("0x0000000000000000000000000000000000000000", "0x4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38"),
            ("0xdeadbeef00000000000000000000000000000000", "0xB928f69Bb1D91Cd65274e3c79d8986362984fDA3"),
        ] {
            assert_eq!(Address::parse(from).unwrap().creates_of(&[0]).checksummed(), place);
        }
    }

    #[test]
    fn rejects_text_that_is_not_an_address() {
        for text in [
            "",
            "0x",
            "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae",
            "0xzzaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0x+1aeb6053f3e94c9b9a09f33669435e7ef1beaed",
        ] {
            assert!(Address::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn reads_chain_ids_and_account_ids() {
        assert!(is_caip2("eip155:1337") && is_caip2("solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"));
        assert!(!is_caip2("eip155:") && !is_caip2("foo:1") && !is_caip2("eip155:1 "));
        assert!(is_caip10("eip155:1:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"));
        assert!(!is_caip10("eip155:1:0x12") && !is_caip10("eip155:1"));
    }
}
