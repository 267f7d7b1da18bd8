//! Call data as words of 32 bytes after a selector.

use alloy_primitives::{Address, U256, hex};

/// The words of one call.
pub struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// Of data without its prefix; nothing when it is another call, or no whole words.
    #[must_use]
    pub fn of(data: &'a str, selector: [u8; 4]) -> Option<Self> {
        let (head, words) = data.split_at_checked(8)?;
        let is_hex = words.bytes().all(|byte| byte.is_ascii_hexdigit());
        (head.eq_ignore_ascii_case(&hex::encode(selector)) && is_hex && words.len() % 64 == 0)
            .then_some(Self(words))
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len() / 64
    }

    /// None at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A number.
    #[must_use]
    pub fn number(&self, at: usize) -> Option<U256> {
        U256::from_str_radix(self.0.get(at * 64..(at + 1) * 64)?, 16).ok()
    }

    /// A number that can be counted to.
    #[must_use]
    pub fn small(&self, at: usize) -> Option<usize> {
        usize::try_from(u64::try_from(self.number(at)?).ok()?).ok()
    }

    /// An address: nothing stands above it.
    #[must_use]
    pub fn address(&self, at: usize) -> Option<Address> {
        let (padding, address) = self.0.get(at * 64..(at + 1) * 64)?.split_at_checked(24)?;
        address.parse().ok().filter(|_| padding.bytes().all(|byte| byte == b'0'))
    }

    /// True or false, and nothing else.
    #[must_use]
    pub fn flag(&self, at: usize) -> Option<bool> {
        match self.small(at)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// From here on a list of bytes, and nothing after it: its length, the bytes, zeros up to the next word.
    #[must_use]
    pub fn is_bytes_to_the_end(&self, at: usize) -> bool {
        let Some(length) = self.small(at) else { return false };
        let rest = self.0.get((at + 1) * 64..).unwrap_or_default();
        length.div_ceil(32).checked_mul(64) == Some(rest.len())
            && rest.get(length * 2..).is_some_and(|padding| padding.bytes().all(|byte| byte == b'0'))
    }
}
