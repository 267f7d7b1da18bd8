//! Verifies Bitcoin signatures: a "Bitcoin Signed Message" (one recoverable ECDSA signature, BIP-137 and its variants)
//! or a BIP-322 witness. The address decides which one, and is derived again from the signing key.

mod bip322;

use super::Bip122;
use crate::caip::Namespace;
use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::json::{Read, json};
use crate::ports::Local;
use crate::signing::sign_in::SignsIn;
use crate::signing::verify::{self, Signed, Verifies};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use ripemd::Ripemd160;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// Both signature types prove a key, so the wallet can choose: Leather only supports BIP-322. A taproot key requires
/// BIP-322. A wallet that signs its own envelope has signed another text.
impl SignsIn for Bip122 {
    fn request(text: &str, address: &str) -> Option<(&'static str, Value)> {
        let mut params = json!({ "account": address, "message": text });
        if let Some(fields) = params.as_object_mut().filter(|_| super::is_taproot(address)) {
            fields.insert("protocol".into(), "bip322".into());
        }
        Some((super::SIGN_MESSAGE, params))
    }

    fn signature(answer: &Value) -> Option<String> {
        answer.field("signedMessage").is_none().then(|| answer.text("signature").map(String::from))?
    }
}

/// The feature's entry: provides the verifier of Bitcoin signatures.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    verify::provide(&cx, Namespace::Bip122, &Bip122)
}

impl Verifies for Bip122 {
    fn signed(&self, _: Cx, of: Signed) -> Local<Result<bool>> {
        Box::pin(async move { Ok(signed(&of.address, of.message.as_bytes(), &of.signature)) })
    }
}

/// The maximum length of a signature.
const SIGNATURE_CHARS_MAX: usize = 4_096;

/// The output script of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payee {
    /// P2PKH: the hash of a key.
    Key([u8; 20]),
    /// P2SH: the hash of a script. Here, only that of a P2WPKH program.
    Script([u8; 20]),
    /// P2WPKH.
    Witness([u8; 20]),
    /// P2TR: the key itself.
    Taproot([u8; 32]),
}

/// Computes SHA-256.
#[must_use]
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Computes SHA-256 twice.
#[must_use]
pub fn sha256d(bytes: &[u8]) -> [u8; 32] {
    sha256(&sha256(bytes))
}

/// Computes RIPEMD-160 of SHA-256.
#[must_use]
pub fn hash160(bytes: &[u8]) -> [u8; 20] {
    Ripemd160::digest(sha256(bytes)).into()
}

/// The script hash of a P2WPKH program inside P2SH.
#[must_use]
pub fn nested(key_hash: &[u8; 20]) -> [u8; 20] {
    let mut program = alloc::vec![0, 20];
    program.extend_from_slice(key_hash);
    hash160(&program)
}

/// Parses an address of Bitcoin or its test networks.
#[must_use]
pub fn payee(address: &str) -> Option<Payee> {
    if address.len() > 90 {
        return None;
    }
    if let Ok((hrp, version, program)) = bech32::segwit::decode(address) {
        let known = ["bc", "tb", "bcrt"].iter().any(|known| hrp.as_str().eq_ignore_ascii_case(known));
        return match (version.to_u8(), program.len()) {
            (0, 20) => program.try_into().ok().map(Payee::Witness),
            (1, 32) => program.try_into().ok().map(Payee::Taproot),
            _ => None,
        }
        .filter(|_| known);
    }
    let bytes = bs58::decode(address).into_vec().ok()?;
    let (body, check) = bytes.split_last_chunk::<4>()?;
    let (version, hash) = body.split_first()?;
    sha256d(body).starts_with(check).then_some(())?;
    let hash: [u8; 20] = hash.try_into().ok()?;
    match version {
        0x00 | 0x6f => Some(Payee::Key(hash)),
        0x05 | 0xc4 => Some(Payee::Script(hash)),
        _ => None,
    }
}

/// Appends a length in Bitcoin's variable-length form.
pub fn push_length(bytes: &mut Vec<u8>, length: usize) {
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(length @ 0..=0xfc), _) => bytes.push(length),
        (_, Ok(length)) => {
            bytes.push(0xfd);
            bytes.extend_from_slice(&length.to_le_bytes());
        }
        _ => {
            bytes.push(0xfe);
            bytes.extend_from_slice(&u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
        }
    }
}

/// The signed hash of a "Bitcoin Signed Message".
fn digest(message: &[u8]) -> [u8; 32] {
    let mut text = Vec::from(b"\x18Bitcoin Signed Message:\n");
    push_length(&mut text, message.len());
    text.extend_from_slice(message);
    sha256d(&text)
}

/// Decodes base64, or hex as WalletConnect wallets use it.
fn bytes(signature: &str) -> Option<Vec<u8>> {
    if signature.len() > SIGNATURE_CHARS_MAX {
        return None;
    }
    let digits = signature.strip_prefix("0x").unwrap_or(signature);
    let by_hex = alloy_primitives::hex::decode(digits).ok().filter(|bytes| bytes.len() >= 64);
    by_hex.or_else(|| walletconnect::base64::decode(signature).filter(|_| signature.len().is_multiple_of(4)))
}

/// Whether the key of an address signed this message.
#[must_use]
pub fn signed(address: &str, message: &[u8], signature: &str) -> bool {
    let (Some(payee), Some(signature)) = (payee(address), bytes(signature)) else { return false };
    match signature.as_slice() {
        // a signature with a header; a witness of 65 bytes begins with 1 or 2, the number of its items
        [header @ 27..=42, rs @ ..] if rs.len() == 64 => recovered(&payee, message, *header, rs).is_some(),
        witness => bip322::signed(&payee, message, witness),
    }
}

/// The header selects the key and the address kind: 27 uncompressed, 31 compressed (also used for all other kinds), 35 P2WPKH in P2SH, 39
/// P2WPKH.
fn recovered(payee: &Payee, message: &[u8], header: u8, rs: &[u8]) -> Option<()> {
    let header = header.checked_sub(27)?;
    let (kind, id) = (header / 4, RecoveryId::from_byte(header % 4)?);
    let signature = Signature::from_slice(rs).ok()?;
    let key = VerifyingKey::recover_from_prehash(&digest(message), &signature, id).ok()?;
    let hash = hash160(key.to_encoded_point(kind != 0).as_bytes());
    let fits = match (payee, kind) {
        (Payee::Key(wanted), 0 | 1) | (Payee::Witness(wanted), 1 | 3) => hash == *wanted,
        (Payee::Script(wanted), 1 | 2) => nested(&hash) == *wanted,
        _ => false,
    };
    fits.then_some(())
}
