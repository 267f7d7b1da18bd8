//! Bitcoin's binary encoding: little-endian numbers, and length prefixes. Lengths are untrusted: reading beyond the end
//! fails, and no memory is allocated in advance.

/// The unread bytes.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// Reads this number of bytes.
    pub fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    /// Reads bytes as an array.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// Reads 4 bytes as a number.
    pub fn word(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// Reads a length in its shortest form. Other readers reject longer forms.
    pub fn length(&mut self) -> Option<usize> {
        let (number, least) = match self.array::<1>()? {
            [0xfd] => (u64::from(u16::from_le_bytes(self.array()?)), 0xfd),
            [0xfe] => (u64::from(self.word()?), 0x1_0000),
            [0xff] => (u64::from_le_bytes(self.array()?), 0x1_0000_0000),
            [short] => (u64::from(short), 0),
        };
        usize::try_from(number).ok().filter(|_| number >= least)
    }

    /// Reads a length and that number of bytes.
    pub fn counted(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }

    /// Checks that no bytes are left.
    pub fn ends(&self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

/// Parses bytes that are exactly one 4-byte number.
pub fn word(bytes: &[u8]) -> Option<u32> {
    bytes.try_into().ok().map(u32::from_le_bytes)
}

/// Parses bytes that are exactly one length.
pub fn length(bytes: &[u8]) -> Option<usize> {
    let mut bytes = Bytes(bytes);
    let length = bytes.length()?;
    bytes.ends()?;
    Some(length)
}
