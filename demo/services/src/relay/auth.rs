//! The token a client proves its identity with (docs/spec/walletconnect.md section 3): a compact JWT, signed with the Ed25519 key that is
//! the client's id. Nobody registers keys: the token carries its own, and a mailbox belongs to whoever holds it.

use std::fmt;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use ed25519_dalek::{Signature, VerifyingKey};
use serde::{Deserialize, de::DeserializeOwned};

/// Clocks differ: so much is forgiven at both ends.
const LEEWAY_S: u64 = 120;
/// Multicodec of an Ed25519 public key.
const ED25519: [u8; 2] = [0xed, 0x01];
const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Why a token is not accepted. The texts are those of the public relay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JwtError {
    /// There is none.
    Missing,
    /// Not three parts of base64url, or not the documented JSON.
    Format,
    /// Another algorithm.
    Header,
    /// `iss` is not the did:key of an Ed25519 key.
    Issuer,
    /// Made for another relay.
    Audience,
    /// `iat` lies in the future.
    NotYetValid,
    /// `exp` is over.
    Expired,
    /// Not signed by the key it names.
    Signature,
}

impl fmt::Display for JwtError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Missing => "JWT Token is missing",
            Self::Format => "Invalid format",
            Self::Header => "Unsupported JWT header",
            Self::Issuer => "Invalid issuer",
            Self::Audience => "Invalid audience",
            Self::NotYetValid => "JWT Token is not yet valid",
            Self::Expired => "JWT Token is expired",
            Self::Signature => "Invalid signature",
        })
    }
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    typ: String,
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: String,
    iat: u64,
    exp: u64,
}

/// The client id (its did:key) of a valid token for the relay at `relay` (`ws://host:port`).
pub fn client(token: &str, relay: &str, now_s: u64) -> Result<String, JwtError> {
    let (signed, signature) = token.rsplit_once('.').ok_or(JwtError::Format)?;
    let (header, claims) = signed.split_once('.').ok_or(JwtError::Format)?;
    let header: Header = part(header)?;
    if header.alg != "EdDSA" || header.typ != "JWT" {
        return Err(JwtError::Header);
    }
    let claims: Claims = part(claims)?;
    let key = key(&claims.iss).ok_or(JwtError::Issuer)?;
    let signature: [u8; 64] = bytes(signature)?.try_into().map_err(|_| JwtError::Signature)?;
    key.verify_strict(signed.as_bytes(), &Signature::from_bytes(&signature))
        .map_err(|_| JwtError::Signature)?;
    if claims.sub.is_empty() {
        return Err(JwtError::Format);
    }
    if claims.aud.strip_suffix('/').unwrap_or(&claims.aud) != relay {
        return Err(JwtError::Audience);
    }
    if claims.iat > now_s.saturating_add(LEEWAY_S) {
        return Err(JwtError::NotYetValid);
    }
    if claims.exp.saturating_add(LEEWAY_S) < now_s {
        return Err(JwtError::Expired);
    }
    Ok(claims.iss)
}

fn bytes(text: &str) -> Result<Vec<u8>, JwtError> {
    URL_SAFE_NO_PAD.decode(text).map_err(|_| JwtError::Format)
}

fn part<T: DeserializeOwned>(text: &str) -> Result<T, JwtError> {
    serde_json::from_slice(&bytes(text)?).map_err(|_| JwtError::Format)
}

fn key(did: &str) -> Option<VerifyingKey> {
    let decoded = base58(did.strip_prefix("did:key:z")?)?;
    let key: [u8; 32] = decoded.strip_prefix(&ED25519)?.try_into().ok()?;
    VerifyingKey::from_bytes(&key).ok()
}

/// base58btc. None for other letters, and for more than a key needs.
fn base58(text: &str) -> Option<Vec<u8>> {
    if text.len() > 64 {
        return None;
    }
    // Least significant byte first.
    let mut number: Vec<u8> = Vec::new();
    for letter in text.bytes() {
        let mut carry = u32::try_from(BASE58.iter().position(|known| *known == letter)?).ok()?;
        for byte in &mut number {
            carry += u32::from(*byte) * 58;
            *byte = u8::try_from(carry & 0xff).ok()?;
            carry >>= 8;
        }
        while carry > 0 {
            number.push(u8::try_from(carry & 0xff).ok()?);
            carry >>= 8;
        }
    }
    let zeros = text.bytes().take_while(|letter| *letter == b'1').count();
    number.extend(std::iter::repeat_n(0, zeros));
    number.reverse();
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_the_known_base58_examples() {
        // Of the draft RFC "The Base58 Encoding Scheme".
        assert_eq!(base58("2NEpo7TZRRrLZSi2U").unwrap(), b"Hello World!");
        assert_eq!(base58("11233QC4").unwrap(), [0, 0, 0x28, 0x7f, 0xb4, 0xcd]);
        assert_eq!(base58("0OIl"), None);
        assert_eq!(base58(&"z".repeat(65)), None);
    }

    #[test]
    fn rejects_malformed_tokens() {
        for text in ["", ".", "..", "a.b.c", "e30.e30.e30"] {
            assert_eq!(client(text, "ws://localhost:1", 0), Err(JwtError::Format), "{text}");
        }
        assert!(key("did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK").is_some());
        // A key of another curve, and no key at all.
        assert!(key("did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme").is_none());
        assert!(key("did:key:z").is_none() && key("did:web:example.com").is_none());
    }
}
