//! SCALE parsing with limits: missing bytes are an error, and lengths are checked before they are used.

use alloy_primitives::U256;

/// The unread bytes.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a>(pub &'a [u8]);

impl<'a> Input<'a> {
    /// Reads this number of bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (head, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(head)
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// Reads a little-endian integer of this number of bytes, at most 32.
    pub fn whole(&mut self, bytes: usize) -> Option<U256> {
        U256::try_from_le_slice(self.take(bytes)?)
    }

    /// Reads a compact number.
    pub fn compact(&mut self) -> Option<U256> {
        let first = self.byte()?;
        let above = |value: usize| value << 6;
        Some(match first & 3 {
            0 => U256::from(first >> 2),
            1 => U256::from(usize::from(first >> 2) | above(usize::from(self.byte()?))),
            2 => {
                let rest =
                    self.take(3)?.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
                U256::from(u64::from(first >> 2) | rest << 6)
            }
            _ => self.whole(usize::from(first >> 2) + 4)?,
        })
    }

    /// Reads the number of items that follow.
    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// Reads a small compact number.
    pub fn number(&mut self) -> Option<u32> {
        u32::try_from(self.compact()?).ok()
    }

    /// Reads a string.
    pub fn text(&mut self) -> Option<&'a str> {
        let count = self.count()?;
        core::str::from_utf8(self.take(count)?).ok()
    }

    /// Skips bytes with a length prefix.
    pub fn skip_bytes(&mut self) -> Option<()> {
        let count = self.count()?;
        self.take(count).map(|_| ())
    }

    /// Reads each item of a list with a count.
    pub fn each(&mut self, mut one: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        let count = self.count()?;
        for _ in 0..count {
            // each item has at least one byte, so a wrong count ends with the bytes
            if self.0.is_empty() {
                return None;
            }
            one(self)?;
        }
        Some(())
    }

    /// Reads an optional value.
    pub fn option<T>(&mut self, one: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.byte()? {
            0 => Some(None),
            1 => one(self).map(Some),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_compact_numbers_as_specified() {
        for (bytes, number) in [
            (&[0x00][..], 0u64),
            (&[0x04], 1),
            (&[0xa8], 42),
            (&[0xfc], 63),
            (&[0x15, 0x01], 69),
            (&[0xfe, 0xff, 0x03, 0x00], 65_535),
            (&[0xfe, 0xff, 0xff, 0xff], 1_073_741_823),
            (&[0x03, 0x00, 0x00, 0x00, 0x40], 1_073_741_824),
            (&[0x0b, 0x00, 0x40, 0x7a, 0x10, 0xf3, 0x5a], 100_000_000_000_000),
        ] {
            let mut input = Input(bytes);
            assert_eq!(input.compact(), Some(U256::from(number)), "{bytes:x?}");
            assert!(input.0.is_empty());
            // a shortened one is invalid
            let short = bytes.get(..bytes.len() - 1).unwrap();
            assert_eq!(Input(short).compact(), None, "{short:x?}");
        }
        assert_eq!(Input(&[0xff; 80]).compact(), None, "wider than any number");
    }
}
