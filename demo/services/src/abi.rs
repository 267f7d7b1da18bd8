//! The few calls of a contract that the services make or read: encoding and decoding of the EIP-20 functions and events.
//! Amounts are at most 128 bits here; a larger one is refused, never cut.

use serde_json::Value;

use crate::ids::Address;

/// `transfer(address,uint256)`.
pub const TRANSFER: &str = "a9059cbb";
/// `approve(address,uint256)`.
pub const APPROVE: &str = "095ea7b3";
/// `balanceOf(address)`.
const BALANCE_OF: &str = "70a08231";
/// `allowance(address,address)`.
const ALLOWANCE: &str = "dd62ed3e";
/// Topic of `Transfer(address,address,uint256)`.
pub const TRANSFER_TOPIC: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/// Call data of `balanceOf`.
pub fn balance_of(account: &Address) -> String {
    format!("0x{BALANCE_OF}{}", address_word(account))
}

/// Call data of `transfer`.
pub fn transfer(to: &Address, amount: u128) -> String {
    format!("0x{TRANSFER}{}{amount:064x}", address_word(to))
}

/// Call data of `approve` for the highest number there is: without limit.
pub fn approve_all(spender: &Address) -> String {
    format!("0x{APPROVE}{}{}", address_word(spender), "f".repeat(64))
}

/// Call data of `allowance`.
pub fn allowance(owner: &Address, spender: &Address) -> String {
    format!("0x{ALLOWANCE}{}{}", address_word(owner), address_word(spender))
}

/// Arguments of a constructor `(string name, string symbol, uint8 decimals, uint256 supply)`, without `0x`.
pub fn token_arguments(name: &str, symbol: &str, decimals: u8, supply: u128) -> String {
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (name, symbol) = (tail(&hex(name)), tail(&hex(symbol)));
    let head = 4 * 32;
    let second = head + name.len() / 2;
    format!("{head:064x}{second:064x}{decimals:064x}{supply:064x}{name}{symbol}")
}

/// The bytes of `0x` and an even number of hex digits.
pub fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.strip_prefix("0x").filter(|digits| digits.is_ascii() && digits.len() % 2 == 0)?;
    digits
        .as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect()
}

/// The account in a word of 32 bytes, as topics and arguments carry it.
pub fn account_of_word(word: &str) -> Option<Address> {
    let digits = word.strip_prefix("0x").unwrap_or(word);
    let (zeros, address) = (digits.get(..24)?, digits.get(24..)?);
    if !zeros.bytes().all(|digit| digit == b'0') {
        return None;
    }
    Address::parse(&format!("0x{}", address.to_ascii_lowercase()))
}

/// The number in a word of 32 bytes; None above 128 bits.
pub fn number_of_word(word: &str) -> Option<u128> {
    let digits = word.strip_prefix("0x").unwrap_or(word);
    let (high, low) = (digits.get(..32)?, digits.get(32..64)?);
    if digits.len() != 64 || !high.bytes().all(|digit| digit == b'0') {
        return None;
    }
    u128::from_str_radix(low, 16).ok()
}

/// The number a contract answered with. None when it answered nothing, or too much.
pub fn answered_number(answer: &Value) -> Option<u128> {
    number_of_word(answer.as_str()?)
}

/// An account as a word of 32 bytes, without `0x`.
pub fn address_word(account: &Address) -> String {
    format!("{:0>64}", account.lower().trim_start_matches("0x"))
}

/// Bytes that are given as hex digits as the end of call data carries them: their count, then they, padded to whole words.
pub fn tail(digits: &str) -> String {
    let padded = digits.len().div_ceil(64) * 64;
    format!("{:064x}{digits:0<padded$}", digits.len() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn encodes_calls_by_the_abi() {
        let account = Address::parse("0x00000000000000000000000000000000000000ab").unwrap();
        assert_eq!(
            transfer(&account, 255),
            "0xa9059cbb00000000000000000000000000000000000000000000000000000000000000ab\
             00000000000000000000000000000000000000000000000000000000000000ff"
        );
        let arguments = token_arguments("ab", "c", 6, 1);
        let words: Vec<&str> = (0..8).map(|word| &arguments[word * 64..word * 64 + 64]).collect();
        assert_eq!(u32::from_str_radix(words[0], 16), Ok(0x80));
        assert_eq!(u32::from_str_radix(words[1], 16), Ok(0xc0));
        assert_eq!((words[2].trim_start_matches('0'), words[3].trim_start_matches('0')), ("6", "1"));
        assert!(words[4].ends_with("02") && words[5].starts_with("616200"));
        assert!(words[6].ends_with("01") && words[7].starts_with("6300"));
        assert_eq!(arguments.len(), 8 * 64);
    }

    #[test]
    fn rejects_words_with_dirty_padding() {
        let word = format!("0x{:064x}", 7);
        assert_eq!(answered_number(&json!(word)), Some(7));
        for wrong in ["0x", "", "0x07"] {
            assert_eq!(answered_number(&json!(wrong)), None, "{wrong}");
        }
        assert_eq!(number_of_word(&format!("0x1{:063x}", 0)), None);
        assert_eq!(account_of_word(&word).unwrap().lower(), "0x0000000000000000000000000000000000000007");
        assert!(account_of_word(&format!("0x1{:063x}", 0)).is_none());
    }
}
