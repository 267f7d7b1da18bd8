//! Proofs of possession, as in DPoP (RFC 9449): the frame signs each call with a key that can't leave its origin, and a session belongs to
//! that key. So a session token alone opens nothing.

use std::collections::{HashSet, VecDeque};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, VerifyingKey, signature::Verifier};
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Problem, Secure, random_hex};

/// The time in which a nonce is handed out; it counts for twice as long.
const NONCE_MS: i64 = 5 * 60 * 1000;
/// The proofs that are remembered of one nonce. At the next one a new nonce begins.
const USED_MAX: usize = 10_000;
const PROOF_MAX_BYTES: usize = 2048;
const JTI_MAX: usize = 64;

/// The reason why a call has no proof that counts; the names are those of RFC 9449 and RFC 6750.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unproven {
    /// The proof is missing, is for another call or token, or was used before.
    Proof,
    /// The proof needs the site's current nonce.
    Nonce,
    /// The token isn't that of a session of this page and this key.
    Token,
}

impl Unproven {
    /// The code of the error.
    pub fn code(self) -> &'static str {
        match self {
            Self::Proof => "invalid_dpop_proof",
            Self::Nonce => "use_dpop_nonce",
            Self::Token => "invalid_token",
        }
    }

    /// The same in words.
    pub fn message(self) -> &'static str {
        match self {
            Self::Proof | Self::Nonce => "This call needs a proof by the key of this browser",
            Self::Token => "Nobody is logged in",
        }
    }
}

/// The call that a proof must name.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// HTTP method.
    pub method: &'a str,
    /// The whole URL.
    pub url: &'a str,
    /// The session token that comes with the call.
    pub token: Option<&'a str>,
}

#[derive(Deserialize)]
struct Header {
    typ: String,
    alg: String,
    jwk: Jwk,
}

/// A public P-256 key. A private part (`d`) or any other field is refused.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Jwk {
    kty: String,
    crv: String,
    x: String,
    y: String,
}

#[derive(Deserialize)]
struct Claims {
    jti: String,
    htm: String,
    htu: String,
    #[serde(rename = "iat")]
    _iat: i64,
    ath: Option<String>,
    nonce: Option<String>,
}

fn decoded(part: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(part).ok()
}

fn digest(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(bytes))
}

impl Jwk {
    /// The key and its thumbprint (RFC 7638).
    fn read(&self) -> Option<(VerifyingKey, String)> {
        let (x, y) = (decoded(&self.x)?, decoded(&self.y)?);
        if self.kty != "EC" || self.crv != "P-256" || x.len() != 32 || y.len() != 32 {
            return None;
        }
        let key = VerifyingKey::from_sec1_bytes(&[&[4], x.as_slice(), y.as_slice()].concat()).ok()?;
        let (x, y) = (URL_SAFE_NO_PAD.encode(x), URL_SAFE_NO_PAD.encode(y));
        let text = format!("{{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"{x}\",\"y\":\"{y}\"}}");
        Some((key, digest(text.as_bytes())))
    }
}

/// The claims and the thumbprint of the key that signed them.
fn signed(proof: &str) -> Option<(Claims, String)> {
    if proof.len() > PROOF_MAX_BYTES {
        return None;
    }
    let (content, signature) = proof.rsplit_once('.')?;
    let (header, claims) = content.split_once('.')?;
    let header: Header = serde_json::from_slice(&decoded(header)?).ok()?;
    if header.typ != "dpop+jwt" || header.alg != "ES256" {
        return None;
    }
    let (key, thumbprint) = header.jwk.read()?;
    let signature = Signature::from_slice(&decoded(signature)?).ok()?;
    key.verify(content.as_bytes(), &signature).ok()?;
    Some((serde_json::from_slice(&decoded(claims)?).ok()?, thumbprint))
}

/// The claims of a proof for exactly this call, and the thumbprint of its key.
fn read(proof: &str, call: &Call<'_>) -> Option<(Claims, String)> {
    let (claims, thumbprint) = signed(proof)?;
    let fits = claims.htm == call.method
        && claims.htu == call.url
        && claims.ath == call.token.map(|token| digest(token.as_bytes()))
        && (1..=JTI_MAX).contains(&claims.jti.len());
    fits.then_some((claims, thumbprint))
}

/// A nonce and the proofs that were made with it.
struct Window {
    nonce: String,
    made_ms: i64,
    used: HashSet<String>,
}

impl Window {
    fn is_within(&self, now_ms: i64, life_ms: i64) -> bool {
        (0..life_ms).contains(&now_ms.saturating_sub(self.made_ms))
    }
}

/// The nonces that count, the newest first. A proof is remembered as long as its nonce counts, so the memory has a limit.
#[derive(Default)]
pub(super) struct Nonces(VecDeque<Window>);

impl Nonces {
    fn current<E>(&mut self, now_ms: i64, fresh: impl FnOnce() -> Result<String, E>) -> Result<&str, E> {
        let is_current = |window: &Window| window.is_within(now_ms, NONCE_MS) && window.used.len() < USED_MAX;
        if !self.0.front().is_some_and(is_current) {
            self.0.push_front(Window { nonce: fresh()?, made_ms: now_ms, used: HashSet::new() });
            self.0.truncate(2);
        }
        self.0.retain(|window| window.is_within(now_ms, 2 * NONCE_MS));
        Ok(self.0.front().map_or("", |window| &window.nonce))
    }

    /// Takes a proof, once.
    fn take(&mut self, claims: Claims) -> Result<(), Unproven> {
        let window = self.0.iter_mut().find(|window| claims.nonce.as_ref() == Some(&window.nonce));
        let window = window.ok_or(Unproven::Nonce)?;
        match window.used.contains(&claims.jti) {
            true => Err(Unproven::Proof),
            // Also of the older one: a flood of proofs with it doesn't fill the memory.
            false if window.used.len() >= USED_MAX => Err(Unproven::Nonce),
            false => {
                window.used.insert(claims.jti);
                Ok(())
            }
        }
    }
}

impl Secure {
    /// The nonce for the next proofs.
    pub fn nonce(&self) -> Result<String, Problem> {
        let mut nonces = self.nonces.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let current = nonces.current(self.now_ms(), || random_hex(&self.lock(), 16))?;
        Ok(current.to_owned())
    }

    /// Takes the proof of a call. Returns the thumbprint of its key.
    pub fn prove(&self, proof: Option<&str>, call: &Call<'_>) -> Result<String, Unproven> {
        let (claims, thumbprint) = proof.and_then(|proof| read(proof, call)).ok_or(Unproven::Proof)?;
        self.nonces.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take(claims)?;
        Ok(thumbprint)
    }
}

/// A refusal as JSON.
pub fn refusal_json(why: Unproven) -> Value {
    serde_json::json!({ "error": why.code(), "message": why.message() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(nonce: &str, jti: &str) -> Claims {
        let text = |text: &str| text.to_owned();
        Claims {
            jti: text(jti),
            htm: String::new(),
            htu: String::new(),
            _iat: 0,
            ath: None,
            nonce: Some(text(nonce)),
        }
    }

    fn current(nonces: &mut Nonces, now_ms: i64) -> String {
        let count = now_ms.to_string();
        nonces.current(now_ms, || Ok::<_, ()>(count)).unwrap().to_owned()
    }

    #[test]
    fn accepts_a_nonce_until_the_next_one_expires() {
        let mut nonces = Nonces::default();
        assert_eq!(nonces.take(claims("", "a")), Err(Unproven::Nonce), "there is none yet");
        let first = current(&mut nonces, 0);
        assert_eq!(current(&mut nonces, NONCE_MS - 1), first);
        assert_eq!(nonces.take(claims(&first, "a")), Ok(()));
        let second = current(&mut nonces, NONCE_MS);
        assert_ne!(second, first);
        assert_eq!(nonces.take(claims(&first, "a")), Err(Unproven::Proof), "used before");
        assert_eq!(nonces.take(claims(&first, "b")), Ok(()));
        current(&mut nonces, 2 * NONCE_MS);
        assert_eq!(nonces.take(claims(&first, "c")), Err(Unproven::Nonce));
        // A clock that was set back or far ahead: only nonces of its own time count.
        for now in [50 * NONCE_MS, 0] {
            current(&mut nonces, now);
            assert_eq!(nonces.0.len(), 1, "{now}");
        }
    }

    #[test]
    fn ends_a_nonce_after_a_flood_and_rejects_repeated_proofs() {
        let mut nonces = Nonces::default();
        for round in 0..3 {
            let nonce = current(&mut nonces, round);
            for at in 0..USED_MAX {
                assert_eq!(nonces.take(claims(&nonce, &at.to_string())), Ok(()));
            }
            assert_ne!(current(&mut nonces, round + 1), nonce);
            assert_eq!(nonces.take(claims(&nonce, "1")), Err(Unproven::Proof));
            assert_eq!(
                nonces.take(claims(&nonce, "one more")),
                Err(Unproven::Nonce),
                "the older one is full"
            );
        }
        assert_eq!(nonces.0.len(), 2);
        assert!(nonces.0.iter().all(|window| window.used.len() <= USED_MAX));
    }

    #[test]
    fn rejects_malformed_proofs() {
        let call = Call { method: "POST", url: "http://s/api/seed", token: None };
        let part = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let zero = URL_SAFE_NO_PAD.encode([0; 32]);
        let key = format!("{{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"{zero}\",\"y\":\"{zero}\"}}");
        let header = format!("{{\"typ\":\"dpop+jwt\",\"alg\":\"ES256\",\"jwk\":{key}}}");
        for proof in [
            String::new(),
            "..".into(),
            "a.b.c".into(),
            format!("{}.{}.{}", part("{}"), part("{}"), part("x")),
            format!("{}.{}.{}", part(&header), part("{}"), URL_SAFE_NO_PAD.encode([1; 64])),
            "a".repeat(PROOF_MAX_BYTES + 1),
        ] {
            assert!(read(&proof, &call).is_none(), "{proof}");
        }
    }
}
