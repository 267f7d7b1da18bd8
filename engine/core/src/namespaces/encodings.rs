//! How addresses are written outside of EVM chains, no more than it takes to tell one from something else. Checksums that
//! need a hash are looked at where money moves.

/// How many bytes a base58 text stands for; nothing when it is none, or longer than any address.
#[must_use]
pub fn base58_bytes(text: &str) -> Option<usize> {
    const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut number = [0_u8; 66]; // little-endian
    if text.len() > 90 {
        return None;
    }
    for letter in text.bytes() {
        let mut carry = ALPHABET.iter().position(|known| *known == letter)?;
        for byte in &mut number {
            carry = carry.saturating_add(usize::from(*byte).saturating_mul(58));
            *byte = (carry & 255) as u8;
            carry >>= 8;
        }
        if carry > 0 {
            return None;
        }
    }
    let zeros = text.bytes().take_while(|letter| *letter == b'1').count();
    let length = number.iter().rposition(|byte| *byte > 0).map_or(0, |last| last.saturating_add(1));
    Some(length.saturating_add(zeros))
}

/// Whether a lower-case text is `prefix1data` with its checksum (BIP-173, BIP-350); gives the prefix.
#[must_use]
pub fn bech32_prefix(text: &str) -> Option<&str> {
    const ALPHABET: &[u8; 32] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    const BECH32M: u32 = 0x2bc8_30a3;
    let (prefix, data) = text.rsplit_once('1')?;
    if prefix.is_empty() || data.len() < 7 || text.len() > 90 {
        return None;
    }
    let mut sum = 1_u32;
    let mut add = |value: u32| {
        let top = sum >> 25;
        sum = (sum & 0x01ff_ffff) << 5 ^ value;
        let generators = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];
        for (bit, generator) in generators.into_iter().enumerate() {
            sum ^= if top >> bit & 1 == 1 { generator } else { 0 };
        }
    };
    prefix.bytes().for_each(|letter| add(u32::from(letter) >> 5));
    add(0);
    prefix.bytes().for_each(|letter| add(u32::from(letter) & 31));
    for letter in data.bytes() {
        add(ALPHABET.iter().position(|known| *known == letter)? as u32);
    }
    (sum == 1 || sum == BECH32M).then_some(prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base58_has_its_letters_and_its_length() {
        assert_eq!(base58_bytes("11111111111111111111111111111111"), Some(32)); // solana's system program
        assert_eq!(base58_bytes("9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g"), Some(32));
        assert_eq!(base58_bytes("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"), Some(25));
        assert_eq!(base58_bytes("15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"), Some(35));
        assert_eq!(base58_bytes(""), Some(0));
        for wrong in ["0", "O", "I", "l", "é", "ab c"] {
            assert_eq!(base58_bytes(wrong), None, "{wrong}");
        }
        assert_eq!(base58_bytes(&"z".repeat(91)), None);
        assert_eq!(base58_bytes(&"z".repeat(90)), Some(66));
    }

    #[test]
    fn bech32_has_its_checksum() {
        // BIP-173 and BIP-350
        assert_eq!(bech32_prefix("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"), Some("bc"));
        assert_eq!(bech32_prefix("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"), Some("bc"));
        assert_eq!(bech32_prefix("cosmos1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3fj3ll4").is_some(), false);
        for wrong in ["bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", "bc1", "1qqqqqqqq", "", "bc1bqqqqqqq"] {
            assert_eq!(bech32_prefix(wrong), None, "{wrong}");
        }
    }
}
