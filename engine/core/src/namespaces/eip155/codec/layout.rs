//! ABI data word by word, for the Ethereum Name Service. Untrusted bytes contain their own offsets, so every offset and
//! every length is checked against the size of the data.

use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};

/// The size of a word in bytes.
pub(crate) const WORD: usize = 32;

/// Reads the words of call data after its selector, or of a returned value.
#[derive(Clone, Copy)]
pub(crate) struct AbiWords<'a>(pub &'a [u8]);

impl<'a> AbiWords<'a> {
    pub fn word(self, index: usize) -> Option<&'a [u8]> {
        self.0.get(index.checked_mul(WORD)?..)?.get(..WORD)
    }

    /// A number that is an offset or a length within these bytes.
    pub fn size(self, index: usize) -> Option<usize> {
        let number = U256::try_from_be_slice(self.word(index)?)?;
        usize::try_from(number).ok().filter(|size| *size <= self.0.len())
    }

    /// The bytes from the offset in a word.
    pub fn at(self, index: usize) -> Option<Self> {
        self.0.get(self.size(index)?..).map(Self)
    }

    /// A length and that number of bytes.
    pub fn bytes(self) -> Option<&'a [u8]> {
        self.0.get(WORD..)?.get(..self.size(0)?)
    }

    /// A list of limited length: its count, and the offsets of its items.
    pub fn list(self, items_max: usize) -> Option<(usize, Self)> {
        let count = self.size(0).filter(|count| *count <= items_max)?;
        Some((count, Self(self.0.get(WORD..)?)))
    }

    /// The 20 bytes of an address. The higher bytes must be zero.
    pub fn address(self, index: usize) -> Option<&'a [u8]> {
        let (zeros, address) = self.word(index)?.split_at_checked(12)?;
        zeros.iter().all(|byte| *byte == 0).then_some(address)
    }
}

/// A value to encode.
pub(crate) enum Arg<'a> {
    /// One word.
    Word([u8; WORD]),
    /// `bytes` or `string`.
    Bytes(&'a [u8]),
    /// A list of values.
    List(Vec<Self>),
}

impl Arg<'_> {
    pub fn number(value: usize) -> Self {
        Self::Word(U256::from(value).to_be_bytes())
    }

    fn is_dynamic(&self) -> bool {
        !matches!(self, Self::Word(_))
    }

    fn tail(&self) -> Vec<u8> {
        match self {
            Self::Word(word) => word.to_vec(),
            Self::Bytes(bytes) => {
                let mut all = length(bytes.len());
                all.extend_from_slice(bytes);
                all.resize(all.len().next_multiple_of(WORD), 0);
                all
            }
            Self::List(items) => [length(items.len()), written(items)].concat(),
        }
    }
}

fn length(of: usize) -> Vec<u8> {
    U256::from(of).to_be_bytes_vec()
}

/// Encodes values side by side: each word or offset first, then the longer values.
pub(crate) fn written(args: &[Arg<'_>]) -> Vec<u8> {
    let (mut head, mut tails) = (Vec::new(), Vec::new());
    for arg in args {
        match arg.is_dynamic() {
            true => {
                head.extend(length(args.len() * WORD + tails.len()));
                tails.extend(arg.tail());
            }
            false => head.extend(arg.tail()),
        }
    }
    head.extend(tails);
    head
}

/// Encodes a call in the form of a node's request.
pub(crate) fn call(selector: [u8; 4], args: &[Arg<'_>]) -> String {
    hex::encode_prefixed([selector.to_vec(), written(args)].concat())
}
