//! Proofs as the frame makes them (RFC 9449), and ones that are wrong in one way.

use std::sync::atomic::{AtomicU64, Ordering};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::ecdsa::{Signature, SigningKey, signature::Signer};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The hosts of these tests stand for this one: the name in their links and in proofs.
pub const SITE: &str = "http://localhost:4004";

static COUNT: AtomicU64 = AtomicU64::new(0);

/// The key of a browser.
pub struct Key(SigningKey);

impl Key {
    /// Always the same for the same browser.
    pub fn of(device: &str) -> Self {
        Self(SigningKey::from_slice(&Sha256::digest(device.as_bytes())).unwrap())
    }

    pub fn header(&self) -> Value {
        let point = self.0.verifying_key().to_encoded_point(false);
        let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let (x, y) = (part(point.x().unwrap()), part(point.y().unwrap()));
        json!({ "typ": "dpop+jwt", "alg": "ES256", "jwk": { "kty": "EC", "crv": "P-256", "x": x, "y": y } })
    }

    /// Signs whatever it is given.
    pub fn sign(&self, header: &Value, claims: &Value) -> String {
        let content = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string()),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let signature: Signature = self.0.sign(content.as_bytes());
        format!("{content}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }

    /// The proof of a call.
    pub fn proof(&self, name: &str, token: Option<&str>, nonce: &str) -> String {
        self.sign(&self.header(), &claims(name, token, nonce))
    }
}

pub fn hash(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

/// What a proof of a call says.
pub fn claims(name: &str, token: Option<&str>, nonce: &str) -> Value {
    let jti = format!("t{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut claims = json!({
        "jti": jti, "htm": "POST", "htu": format!("{SITE}/api/{name}"), "iat": 1_700_000_000, "nonce": nonce,
    });
    if let Some(token) = token {
        claims["ath"] = json!(hash(token));
    }
    claims
}
