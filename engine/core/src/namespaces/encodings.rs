//! Address formats outside EVM chains: quick checks that recognize an address. The expensive checks (checksums) run
//! when a wallet reports its accounts ([`super::checked_address`]).

use core::ops::RangeInclusive;

/// Whether a string is base58 with a length in this range.
#[must_use]
pub fn is_base58(text: &str, length: RangeInclusive<usize>) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() && !b"0OIl".contains(&letter);
    length.contains(&text.len()) && text.bytes().all(is_letter)
}

/// The number of bytes in a base58 string of at most 44 characters. `None` if it is invalid.
#[must_use]
pub fn base58_bytes(text: &str) -> Option<usize> {
    const LETTERS: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let (mut number, mut used) = ([0u8; 33], 0);
    let zeros = text.bytes().take_while(|letter| *letter == b'1').count();
    for letter in text.bytes().skip(zeros) {
        let mut carry = LETTERS.iter().position(|known| *known == letter)?;
        for (at, byte) in number.iter_mut().enumerate() {
            carry += usize::from(*byte) * 58;
            *byte = carry as u8;
            carry >>= 8;
            if *byte > 0 {
                used = used.max(at + 1);
            }
        }
        if carry > 0 {
            return None; // longer than any address here
        }
    }
    Some(zeros + used)
}

/// Whether a lowercase string has the form `prefix1data` (BIP-173).
#[must_use]
pub fn is_bech32(text: &str) -> bool {
    let is_letter =
        |letter: u8| (letter.is_ascii_digit() || letter.is_ascii_lowercase()) && !b"1bio".contains(&letter);
    let is_prefix = |prefix: &str| !prefix.is_empty() && prefix.bytes().all(|b| b.is_ascii_lowercase());
    text.len() <= 90
        && text.rsplit_once('1').is_some_and(|(prefix, data)| {
            is_prefix(prefix) && data.len() >= 11 && data.bytes().all(is_letter)
        })
}

/// Whether the data part of a bech32 string consists of zeros: `q` is 0, and the last six characters are the checksum.
#[must_use]
pub fn is_zero_bech32(data: &str) -> bool {
    let bytes = data.len().checked_sub(6).and_then(|end| data.as_bytes().get(..end));
    bytes.is_some_and(|bytes| bytes.len() >= 32 && bytes.iter().all(|letter| *letter == b'q'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_base58_characters() {
        assert!(is_base58("9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g", 32..=44));
        assert!(is_base58(&"1".repeat(32), 32..=44));
        for wrong in
            ["1".repeat(31), "1".repeat(45), "0".repeat(32), "l".repeat(32), "é".repeat(16), String::new()]
        {
            assert!(!is_base58(&wrong, 32..=44), "{wrong}");
        }
    }

    #[test]
    fn counts_the_bytes_of_base58_up_to_the_longest_address() {
        for (text, bytes) in [
            ("", Some(0)),
            ("1111", Some(4)),
            ("2", Some(1)),
            ("5Q", Some(1)),
            ("5R", Some(2)),
            (&*"z".repeat(44), Some(33)),
            (&*"z".repeat(45), Some(33)),
            (&*"z".repeat(46), None),
            ("0", None),
        ] {
            assert_eq!(base58_bytes(text), bytes, "{text}");
        }
    }

    #[test]
    fn requires_a_bech32_prefix_and_its_characters() {
        // BIP-173 and BIP-350
        assert!(is_bech32("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"));
        assert!(is_bech32("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"));
        assert!(is_bech32("cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq"));
        for wrong in [
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tb",
            "1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            "bc1qw508d6q",
            "",
        ] {
            assert!(!is_bech32(wrong), "{wrong}");
        }
    }
}
