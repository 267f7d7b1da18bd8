//! Sign-in over WalletConnect: what is asked (CAIP-122), the signed object that comes back (CAIP-74) and the
//! permissions in it (ReCaps, EIP-5573).

use crate::error::{Error, PeerError};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// What a wallet is asked to sign.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuthRequest {
    /// The page's host.
    pub domain: String,
    /// The page's URI.
    pub aud: String,
    /// At least 8 letters and digits.
    pub nonce: String,
    /// CAIP-2 ids.
    pub chains: Vec<String>,
    /// One line of ASCII.
    pub statement: Option<String>,
    /// ISO 8601.
    pub iat: String,
    /// ISO 8601.
    pub exp: Option<String>,
    /// ISO 8601.
    pub nbf: Option<String>,
    /// The host's.
    pub request_id: Option<String>,
    /// URIs.
    pub resources: Vec<String>,
    /// For a one-click sign-in: what the session shall be able to do.
    pub methods: Vec<String>,
}

impl AuthRequest {
    /// Whether a wallet would take it.
    pub fn check(&self, one_click: bool) -> Result<(), Error> {
        let _ = one_click;
        Ok(())
    }

    /// As it goes into a proposal, or with `one_click` into `authPayload`, the permissions among its resources.
    pub fn payload(&self, one_click: bool) -> Value {
        let _ = one_click;
        Value::Null
    }
}

/// How a signature is to be verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureKind {
    /// By a key: recover.
    Eip191,
    /// By a contract: ask it.
    Eip1271,
    /// Of another family.
    Other,
}

/// A signed sign-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cacao {
    /// `did:pkh:` and a CAIP-10 id.
    pub iss: String,
    /// CAIP-2.
    pub chain: String,
    /// The plain address.
    pub address: String,
    /// The text that was signed, rebuilt.
    pub message: String,
    /// How it was signed.
    pub kind: SignatureKind,
    /// The signature, as the wallet wrote it.
    pub signature: String,
    /// The resources; the last may carry permissions, see [`granted`].
    pub resources: Vec<String>,
    /// All of it.
    pub raw: Value,
}

/// Reads a signed sign-in and rebuilds its text.
pub fn read_cacao(value: &Value) -> Option<Cacao> {
    let _ = value;
    None
}
/// Whether it is the answer to what was asked. The signature is for somebody else to verify.
pub fn bind(asked: &AuthRequest, cacao: &Cacao, now_ms: u64) -> Result<(), PeerError> {
    let _ = (asked, cacao, now_ms);
    Ok(())
}

/// The permissions of a ReCap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recap {
    /// Method names.
    pub methods: Vec<String>,
    /// CAIP-2 ids, each once.
    pub chains: Vec<String>,
}
/// The permissions that resources carry in their last item.
pub fn granted(resources: &[String]) -> Recap {
    let _ = resources;
    Recap::default()
}
