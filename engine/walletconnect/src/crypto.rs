//! Keys, topics, encryption and the client's identity (docs/spec/walletconnect.md sections 2 and 3).

use crate::json;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use base64ct::{Base64UrlUnpadded, Encoding};
use chacha20poly1305::aead::Aead as _;
use chacha20poly1305::{ChaCha20Poly1305, KeyInit as _};
use ed25519_dalek::{Signer as _, SigningKey};
use sha2::{Digest as _, Sha256};
use x25519_dalek::{PublicKey, StaticSecret};
use zeroize::Zeroize as _;

/// 32 bytes: a private, public or symmetric key, or a seed.
pub type Key = [u8; 32];

/// An X25519 key pair, new for each proposal. The private key is wiped when it is dropped.
pub struct KeyPair {
    /// The private key. It leaves the client only in the saved state.
    pub private: Key,
    /// The public key for the peer.
    pub public: Key,
}

impl Drop for KeyPair {
    fn drop(&mut self) {
        self.private.zeroize();
    }
}

impl KeyPair {
    /// Derives the pair from a private key.
    #[must_use]
    pub fn of(private: Key) -> Self {
        Self { private, public: PublicKey::from(&StaticSecret::from(private)).to_bytes() }
    }
}

/// Creates a new pair.
pub fn key_pair(random: &mut dyn FnMut(&mut [u8])) -> KeyPair {
    let mut private = [0; 32];
    random(&mut private);
    KeyPair::of(private)
}

/// The symmetric key of two peers. `None` if the peer's key forces a predictable secret (all zero,
/// docs/spec/security.md T5).
#[must_use]
pub fn derive(private: &Key, peer_public: &Key) -> Option<Key> {
    let shared = StaticSecret::from(*private).diffie_hellman(&PublicKey::from(*peer_public));
    if !shared.was_contributory() {
        return None;
    }
    let mut key = [0; 32];
    hkdf::Hkdf::<Sha256>::new(None, shared.as_bytes()).expand(&[], &mut key).ok()?;
    Some(key)
}

/// The topic of a symmetric key. For a public key, the topic of the response to a one-click sign-in.
#[must_use]
pub fn topic_of(key: &Key) -> String {
    sha256_hex(key)
}

/// Computes SHA-256 as hex.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Encodes bytes as lowercase hex.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or('0');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Decodes exactly 64 lowercase hex digits. Other forms are rejected, because topics are compared as strings.
#[must_use]
pub fn unhex32(text: &str) -> Option<Key> {
    let mut key = [0; 32];
    if text.len() != 64 {
        return None;
    }
    for (byte, pair) in key.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        for digit in pair {
            let half = match digit {
                b'0'..=b'9' => digit - b'0',
                b'a'..=b'f' => digit - b'a' + 10,
                _ => return None,
            };
            *byte = *byte << 4 | half;
        }
    }
    Some(key)
}

/// Encrypts with ChaCha20-Poly1305. Returns the ciphertext with its tag.
#[must_use]
pub fn seal(key: &Key, nonce: [u8; 12], plain: &[u8]) -> Vec<u8> {
    // can only fail above 256 GiB
    ChaCha20Poly1305::new(key.into()).encrypt(&nonce.into(), plain).unwrap_or_default()
}

/// Decrypts the result of [`seal`]. `None` if a single bit differs.
#[must_use]
pub fn open(key: &Key, nonce: &[u8; 12], sealed: &[u8]) -> Option<Vec<u8>> {
    ChaCha20Poly1305::new(key.into()).decrypt(nonce.into(), sealed).ok()
}

/// The client's ID: the did:key of its Ed25519 seed.
#[must_use]
pub fn did_key(seed: &Key) -> String {
    did_key_of(&SigningKey::from_bytes(seed))
}

fn did_key_of(key: &SigningKey) -> String {
    let mut bytes = [0; 34];
    bytes[..2].copy_from_slice(&[0xed, 0x01]);
    bytes[2..].copy_from_slice(key.verifying_key().as_bytes());
    format!("did:key:z{}", bs58::encode(bytes).into_string())
}

/// A token for the relay at `aud`, valid from `iat_s` to `exp_s` (Unix seconds). `sub` is a random string of this
/// start.
#[must_use]
pub fn jwt(seed: &Key, sub: &str, aud: &str, iat_s: u64, exp_s: u64) -> String {
    let key = SigningKey::from_bytes(seed);
    let claims = format!(
        "{{\"iss\":\"{}\",\"sub\":{},\"aud\":{},\"iat\":{iat_s},\"exp\":{exp_s}}}",
        did_key_of(&key),
        json::quoted(sub),
        json::quoted(aud)
    );
    // {"alg":"EdDSA","typ":"JWT"}
    let mut token = String::from("eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCJ9.");
    token.push_str(&Base64UrlUnpadded::encode_string(claims.as_bytes()));
    let signature = key.sign(token.as_bytes());
    token.push('.');
    token.push_str(&Base64UrlUnpadded::encode_string(&signature.to_bytes()));
    token
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_public_key_that_gives_a_zero_secret() {
        for public in [[0; 32], {
            let mut one = [0; 32];
            one[0] = 1;
            one
        }] {
            assert_eq!(derive(&[7; 32], &public), None);
        }
    }

    #[test]
    fn both_peers_derive_the_same_key() {
        let mut next = 0;
        let mut random = |bytes: &mut [u8]| {
            next += 1;
            bytes.fill(next);
        };
        let (ours, theirs) = (key_pair(&mut random), key_pair(&mut random));
        assert_ne!(ours.public, theirs.public);
        assert_eq!(derive(&ours.private, &theirs.public), derive(&theirs.private, &ours.public));
    }

    #[test]
    fn writes_keys_as_64_lower_case_hex_digits() {
        let key = unhex32(&"0f".repeat(32)).unwrap();
        assert_eq!((key, hex(&key)), ([15; 32], "0f".repeat(32)));
        for bad in ["", "0", &"0F".repeat(32), &"0g".repeat(32), &"0f".repeat(33), &"é".repeat(32)] {
            assert_eq!(unhex32(bad), None, "{bad}");
        }
    }
}
