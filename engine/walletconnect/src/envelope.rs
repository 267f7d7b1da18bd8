//! The envelope of messages between two peers: a type byte, the sender's key if needed, a nonce and the ciphertext, as
//! base64 (docs/spec/walletconnect.md section 2).
//!
//! Type 2 isn't encrypted and only used for links between apps. It is rejected here, like every unknown type, because a
//! relay must not be able to turn encryption off (docs/spec/security.md T5).

use crate::base64;
use crate::crypto::{self, Key, KeyPair};
use crate::json::MESSAGE_BYTES_MAX;
use alloc::string::String;
use alloc::vec::Vec;

/// A well-formed envelope that isn't decrypted yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Envelope {
    /// Encrypted with the key of its topic.
    Sealed0 {
        /// Used once.
        nonce: [u8; 12],
        /// The ciphertext with its tag.
        sealed: Vec<u8>,
    },
    /// Encrypted with a key that is derived from the sender's: the first message to a peer with only a public key.
    Sealed1 {
        /// The sender's public key.
        sender: Key,
        /// Used once.
        nonce: [u8; 12],
        /// The ciphertext with its tag.
        sealed: Vec<u8>,
    },
}

impl Envelope {
    /// Decodes the base64 text.
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

    /// The envelope as bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Self::Sealed0 { nonce, sealed } => [&[0], nonce.as_slice(), sealed].concat(),
            Self::Sealed1 { sender, nonce, sealed } => [&[1], sender.as_slice(), nonce, sealed].concat(),
        }
    }
}

/// Encrypts a text with the key of a topic.
#[must_use]
pub fn encode0(key: &Key, nonce: [u8; 12], text: &str) -> String {
    base64::encode(&Envelope::Sealed0 { nonce, sealed: crypto::seal(key, nonce, text.as_bytes()) }.bytes())
}

/// Encrypts a text for the owner of a public key. `None` for an invalid key. Tests use it as the wallet's side.
#[must_use]
pub fn encode1(pair: &KeyPair, peer_public: &Key, nonce: [u8; 12], text: &str) -> Option<String> {
    let key = crypto::derive(&pair.private, peer_public)?;
    let sealed = crypto::seal(&key, nonce, text.as_bytes());
    Some(base64::encode(&Envelope::Sealed1 { sender: pair.public, nonce, sealed }.bytes()))
}

/// Decrypts an envelope of type 0.
#[must_use]
pub fn decode(text: &str, key: &Key) -> Option<String> {
    match Envelope::read(text)? {
        Envelope::Sealed0 { nonce, sealed } => String::from_utf8(crypto::open(key, &nonce, &sealed)?).ok(),
        Envelope::Sealed1 { .. } => None,
    }
}

/// Decrypts an envelope of type 1. Returns the sender's public key and the text.
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

/// The identity of a message: SHA-256 of the envelope's text, with padding. Otherwise, the relay could deliver one
/// message twice, with and without padding.
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
