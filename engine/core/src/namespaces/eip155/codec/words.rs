//! Call data as words of 32 bytes after a selector.

use alloc::string::String;
use alloy_primitives::{Address, U256, hex};
use core::cell::Cell;

/// The words of one call.
pub struct CallWords<'a>(&'a str);

impl<'a> CallWords<'a> {
    /// Reads data without its prefix. `None` if it is another call, or has incomplete words.
    #[must_use]
    pub fn of(data: &'a str, selector: [u8; 4]) -> Option<Self> {
        let (head, words) = data.split_at_checked(8)?;
        let is_hex = words.bytes().all(|byte| byte.is_ascii_hexdigit());
        (head.eq_ignore_ascii_case(&hex::encode(selector)) && is_hex && words.len() % 64 == 0)
            .then_some(Self(words))
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len() / 64
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number.
    #[must_use]
    pub fn number(&self, at: usize) -> Option<U256> {
        U256::from_str_radix(self.0.get(at * 64..(at + 1) * 64)?, 16).ok()
    }

    /// A number that fits into memory sizes.
    #[must_use]
    pub fn small(&self, at: usize) -> Option<usize> {
        usize::try_from(u64::try_from(self.number(at)?).ok()?).ok()
    }

    /// An address. The higher bytes must be zero.
    #[must_use]
    pub fn address(&self, at: usize) -> Option<Address> {
        let (padding, address) = self.0.get(at * 64..(at + 1) * 64)?.split_at_checked(24)?;
        address.parse().ok().filter(|_| padding.bytes().all(|byte| byte == b'0'))
    }

    /// A boolean, exactly true or false.
    #[must_use]
    pub fn flag(&self, at: usize) -> Option<bool> {
        match self.small(at)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// Whether a bytes argument ends the data: its length, the bytes, zero padding.
    #[must_use]
    pub fn is_bytes_to_the_end(&self, at: usize) -> bool {
        let Some(length) = self.small(at) else { return false };
        let rest = self.0.get((at + 1) * 64..).unwrap_or_default();
        length.div_ceil(32).checked_mul(64) == Some(rest.len())
            && rest.get(length * 2..).is_some_and(|padding| padding.bytes().all(|byte| byte == b'0'))
    }
}

/// The words of a call as a lenient contract reads them: missing bytes are zeros, and the low bytes of a word are the
/// address. Some contracts accept what others reject, so the risk of such a call isn't lower.
pub struct Loose {
    words: String,
    /// The number of unused bytes.
    pub behind: usize,
    is_odd: Cell<bool>,
}

impl Loose {
    /// Reads data without its prefix. `None` if it is another call, or isn't hex.
    #[must_use]
    pub fn of(data: &str, selector: u32, count: usize) -> Option<Self> {
        let (head, given) = data.split_at_checked(8)?;
        let is_it = u32::from_str_radix(head, 16) == Ok(selector);
        (is_it && given.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(())?;
        let digits = count * 64;
        let mut words = String::from(given.get(..digits).unwrap_or(given));
        let is_odd = Cell::new(words.len() < digits);
        while words.len() < digits {
            words.push('0');
        }
        Some(Self { words, behind: given.len().saturating_sub(digits).div_ceil(2), is_odd })
    }

    /// A number.
    #[must_use]
    pub fn number(&self, at: usize) -> U256 {
        let word = self.words.get(at * 64..(at + 1) * 64);
        word.and_then(|word| U256::from_str_radix(word, 16).ok()).unwrap_or_default()
    }

    /// An address.
    #[must_use]
    pub fn address(&self, at: usize) -> Address {
        let number = self.number(at);
        self.is_odd.set(self.is_odd.get() || number.bit_len() > 160);
        Address::from_word(number.to_be_bytes().into())
    }

    /// A boolean. Older contracts treat any nonzero value as true.
    #[must_use]
    pub fn flag(&self, at: usize) -> bool {
        let number = self.number(at);
        self.is_odd.set(self.is_odd.get() || number.bit_len() > 1);
        !number.is_zero()
    }

    /// Whether not every contract accepts the encoding of the words read so far.
    #[must_use]
    pub fn is_odd(&self) -> bool {
        self.is_odd.get()
    }
}
