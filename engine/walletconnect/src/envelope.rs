//! What travels between two peers: a type byte, the sender's key or not, a nonce and the sealed text, as base64
//! (docs/spec/walletconnect.md section 2).
//!
//! Type 2, which is not sealed, belongs to links between apps and is refused here, as is every unknown type: a relay
//! must not be able to turn sealing off (docs/spec/security.md T5).

use crate::base64;
use crate::crypto::{self, Key, KeyPair};
use crate::json::MESSAGE_BYTES_MAX;
use alloc::string::String;
use alloc::vec::Vec;

/// An envelope that is well formed, not yet opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Envelope {
    /// Sealed with the key of its topic.
    Sealed0 {
        /// Used once.
        nonce: [u8; 12],
        /// Ciphertext and tag.
        sealed: Vec<u8>,
    },
    /// Sealed with a key derived from the sender's: the first message to a peer known only by a public key.
    Sealed1 {
        /// The sender's public key.
        sender: Key,
        /// Used once.
        nonce: [u8; 12],
        /// Ciphertext and tag.
        sealed: Vec<u8>,
    },
}

impl Envelope {
    /// Takes the base64 text apart.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > MESSAGE_BYTES_MAX {
            return None;
        }
        let bytes = base64::decode(text)?;
        let (kind, rest) = bytes.split_first()?;
        match kind {
            0 => {
                let (nonce, sealed) = rest.split_first_chunk()?;
                Some(Self::Sealed0 { nonce: *nonce, sealed: sealed.into() })
            }
            1 => {
                let (sender, rest) = rest.split_first_chunk()?;
                let (nonce, sealed) = rest.split_first_chunk()?;
                Some(Self::Sealed1 { sender: *sender, nonce: *nonce, sealed: sealed.into() })
            }
            _ => None,
        }
    }

    /// The bytes, before they become a text.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Sealed0 { nonce, sealed } => [&[0], nonce.as_slice(), sealed].concat(),
            Self::Sealed1 { sender, nonce, sealed } => [&[1], sender.as_slice(), nonce, sealed].concat(),
        }
    }
}

/// Seals a text with the key of a topic.
#[must_use]
pub fn encode0(key: &Key, nonce: [u8; 12], text: &str) -> String {
    base64::encode(&Envelope::Sealed0 { nonce, sealed: crypto::seal(key, nonce, text.as_bytes()) }.bytes())
}

/// Seals a text for the holder of a public key; nothing for a key that is none. A wallet's side, for tests.
#[must_use]
pub fn encode1(pair: &KeyPair, peer_public: &Key, nonce: [u8; 12], text: &str) -> Option<String> {
    let key = crypto::derive(&pair.private, peer_public)?;
    let sealed = crypto::seal(&key, nonce, text.as_bytes());
    Some(base64::encode(&Envelope::Sealed1 { sender: pair.public, nonce, sealed }.bytes()))
}

/// Opens an envelope of type 0.
#[must_use]
pub fn decode(text: &str, key: &Key) -> Option<String> {
    match Envelope::read(text)? {
        Envelope::Sealed0 { nonce, sealed } => String::from_utf8(crypto::open(key, &nonce, &sealed)?).ok(),
        Envelope::Sealed1 { .. } => None,
    }
}

/// Opens an envelope of type 1: the sender's public key and the text.
#[must_use]
pub fn decode1(text: &str, private: &Key) -> Option<(Key, String)> {
    match Envelope::read(text)? {
        Envelope::Sealed1 { sender, nonce, sealed } => {
            let key = crypto::derive(private, &sender)?;
            Some((sender, String::from_utf8(crypto::open(&key, &nonce, &sealed)?).ok()?))
        }
        Envelope::Sealed0 { .. } => None,
    }
}

/// What tells one message from another: SHA-256 of the envelope's text. Padding is put back first, else the relay
/// could deliver one message twice, once with and once without it.
#[must_use]
pub fn hash(text: &str) -> String {
    let bare = text.trim_end_matches('=');
    let mut padded = String::from(bare);
    while !padded.len().is_multiple_of(4) {
        padded.push('=');
    }
    crypto::sha256_hex(padded.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: Key = [9; 32];

    #[test]
    fn opens_a_sealed_envelope_and_rejects_changed_ones() {
        let text = encode0(&KEY, [1; 12], "{\"é\":1}");
        assert_eq!(decode(&text, &KEY).as_deref(), Some("{\"é\":1}"));
        assert_eq!(decode(&text, &[8; 32]), None);
        for position in 0..text.len() {
            let mut bytes = text.clone().into_bytes();
            bytes[position] = if bytes[position] == b'A' { b'B' } else { b'A' };
            assert_eq!(decode(&String::from_utf8(bytes).unwrap(), &KEY), None, "changed at {position}");
        }
        for end in 0..text.trim_end_matches('=').len() {
            assert_eq!(decode(&text[..end], &KEY), None, "cut at {end}");
        }
    }

    #[test]
    fn opens_and_hashes_an_envelope_without_padding() {
        for inner in ["", "a", "ab", "abc"] {
            let text = encode0(&KEY, [1; 12], inner);
            let bare = text.trim_end_matches('=');
            assert_eq!(decode(bare, &KEY).as_deref(), Some(inner));
            assert_eq!(hash(bare), hash(&text));
            assert_eq!(hash(&text), crypto::sha256_hex(text.as_bytes()));
        }
    }

    #[test]
    fn rejects_envelope_types_other_than_0_and_1() {
        let sealed = Envelope::read(&encode0(&KEY, [1; 12], "x")).unwrap().bytes();
        for kind in 2..=255 {
            let mut bytes = sealed.clone();
            bytes[0] = kind;
            assert_eq!(Envelope::read(&base64::encode(&bytes)), None, "{kind}");
        }
        assert_eq!(Envelope::read(&"A".repeat(MESSAGE_BYTES_MAX + 4)), None);
        assert_eq!(Envelope::read(""), None);
    }

    #[test]
    fn reads_the_sender_of_a_type_1_envelope() {
        let (ours, theirs) = (KeyPair::of([3; 32]), KeyPair::of([4; 32]));
        let text = encode1(&theirs, &ours.public, [2; 12], "hello").unwrap();
        assert_eq!(decode1(&text, &ours.private), Some((theirs.public, "hello".into())));
        assert_eq!(decode1(&text, &theirs.private), None);
        assert_eq!(decode(&text, &KEY), None, "types do not stand for each other");
        assert_eq!(decode1(&encode0(&KEY, [1; 12], "x"), &ours.private), None);
        assert_eq!(encode1(&theirs, &[0; 32], [2; 12], "hello"), None);
    }
}
