//! Verifies Polkadot signatures: sr25519, ed25519 or ecdsa, whichever matches the account of an address
//! (docs/spec/page-wallets.md section 4). An account doesn't state its key type. The networks accept any match, and so
//! does this code.

use super::Polkadot;
use crate::caip::Namespace;
use crate::error::Result;
use crate::flow::{Cx, Flow};
use crate::json::{Read, json};
use crate::namespaces::polkadot::codec::ss58;
use crate::ports::Local;
use crate::signing::sign_in::SignsIn;
use crate::signing::verify::{self, Signed, Verifies};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::hex;
use blake2::Blake2b;
use blake2::digest::consts::U32;
use blake2::digest::{Digest, FixedOutput};
use curve25519_dalek::ristretto::{CompressedRistretto, RistrettoPoint};
use curve25519_dalek::scalar::Scalar;
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use merlin::Transcript;
use serde_json::Value;

/// A browser wallet puts the text between `<Bytes>` and `</Bytes>`, a mobile wallet might not: both are signatures of this text.
impl SignsIn for Polkadot {
    fn request(text: &str, address: &str) -> Option<(&'static str, Value)> {
        Some((super::SIGN_MESSAGE, json!({ "address": address, "message": text })))
    }

    fn signature(answer: &Value) -> Option<String> {
        answer.text("signature").map(String::from)
    }
}

/// The feature's entry: provides the verifier of Polkadot signatures.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    verify::provide(&cx, Namespace::Polkadot, &Polkadot)
}

impl Verifies for Polkadot {
    fn signed(&self, _: Cx, of: Signed) -> Local<Result<bool>> {
        Box::pin(async move { Ok(signed(&of.address, of.message.as_bytes(), &of.signature)) })
    }
}

/// The maximum length of a signature: ecdsa with a byte for its type.
const SIGNATURE_BYTES_MAX: usize = 66;
/// The wrapper that a wallet adds around a page's bytes, so that they aren't a transaction.
const AROUND: (&[u8], &[u8]) = (b"<Bytes>", b"</Bytes>");
/// The context of sr25519 signatures in Polkadot.
const CONTEXT: &[u8] = b"substrate";

/// Whether the key of an address signed this message, unchanged or in the wrapper of browser wallets.
#[must_use]
pub fn signed(address: &str, message: &[u8], signature: &str) -> bool {
    let digits = signature.strip_prefix("0x").unwrap_or(signature);
    let bytes = (digits.len() <= SIGNATURE_BYTES_MAX * 2).then(|| hex::decode(digits).ok()).flatten();
    let (Some((_, account)), Some(bytes)) = (ss58::read(address), bytes) else { return false };
    if is_signed(&account, message, &bytes) {
        return true;
    }
    let (before, after) = AROUND;
    // a message that has the wrapper already is signed unchanged
    let is_wrapped = message.starts_with(before) && message.ends_with(after);
    !is_wrapped && is_signed(&account, &[before, message, after].concat(), &bytes)
}

/// Checks a signature with or without the byte for its type.
fn is_signed(account: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    match *signature {
        ref bare if bare.len() == 64 => {
            by_sr25519(account, message, bare) || by_ed25519(account, message, bare)
        }
        [0, ref of @ ..] if of.len() == 64 && by_ed25519(account, message, of) => true,
        [1, ref of @ ..] if of.len() == 64 && by_sr25519(account, message, of) => true,
        [2, ref of @ ..] if of.len() == 65 => by_ecdsa(account, message, of),
        ref bare if bare.len() == 65 => by_ecdsa(account, message, bare),
        _ => false,
    }
}

/// Schnorr over ristretto with a transcript of merlin: `s * G - k * A = R`, as schnorrkel signs.
fn by_sr25519(account: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    let check = || {
        let (commitment, response) = signature.split_first_chunk::<32>()?;
        let mut response: [u8; 32] = response.try_into().ok()?;
        // the highest bit distinguishes it from ed25519; signatures without it predate Polkadot
        let last = response.last_mut()?;
        (*last & 0x80 != 0).then_some(())?;
        *last &= 0x7f;
        let response = Option::<Scalar>::from(Scalar::from_canonical_bytes(response))?;
        let key = CompressedRistretto(*account).decompress()?;
        let mut transcript = Transcript::new(b"SigningContext");
        transcript.append_message(b"", CONTEXT);
        transcript.append_message(b"sign-bytes", message);
        transcript.append_message(b"proto-name", b"Schnorr-sig");
        transcript.append_message(b"sign:pk", account);
        transcript.append_message(b"sign:R", commitment);
        let mut challenge = [0; 64];
        transcript.challenge_bytes(b"sign:c", &mut challenge);
        let challenge = Scalar::from_bytes_mod_order_wide(&challenge);
        let found = RistrettoPoint::vartime_double_scalar_mul_basepoint(&challenge, &-key, &response);
        Some(found.compress().0 == *commitment)
    };
    check() == Some(true)
}

/// Strict, so that no weak key is valid for every message.
fn by_ed25519(account: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    let check = || {
        let key = ed25519_dalek::VerifyingKey::from_bytes(account).ok()?;
        let signature = ed25519_dalek::Signature::from_slice(signature).ok()?;
        key.verify_strict(message, &signature).ok()
    };
    check().is_some()
}

fn blake2b_256(bytes: &[u8]) -> [u8; 32] {
    Blake2b::<U32>::new().chain_update(bytes).finalize_fixed().into()
}

/// Checks that the account is the hash of the key that signed the hash of the message.
fn by_ecdsa(account: &[u8; 32], message: &[u8], signature: &[u8]) -> bool {
    let check = || {
        let (id, rs) = signature.split_last()?;
        // some wallets use Ethereum's form
        let id = RecoveryId::from_byte(id.checked_sub(27).unwrap_or(*id))?;
        let signature = Signature::from_slice(rs).ok()?;
        let key = VerifyingKey::recover_from_prehash(&blake2b_256(message), &signature, id).ok()?;
        let key: Vec<u8> = key.to_encoded_point(true).as_bytes().into();
        Some(blake2b_256(&key) == *account)
    };
    check() == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Read;
    use alloc::format;

    /// Generated with @polkadot/util-crypto (scripts/vectors.mjs polkadot-signed): keys of each type, addresses of
    /// several networks, messages of many lengths, with and without the wrapper and the byte for the type.
    fn vectors() -> Value {
        serde_json::from_str(include_str!("../../../tests/vectors/polkadot-signed.json")).unwrap()
    }

    // req: 10.34, 4.37
    #[test]
    fn verifies_signatures_of_each_key_type() {
        let vectors = vectors();
        let cases = vectors.list("cases");
        assert!(cases.len() >= 90);
        for (at, case) in cases.iter().enumerate() {
            let field = |name: &str| case.text(name).unwrap();
            let message = hex::decode(field("message")).unwrap();
            let signature = field("signature");
            assert!(signed(field("address"), &message, signature), "{at}: {case}");
            assert!(signed(field("address"), &message, &signature[2..]), "{at}: without 0x");
            let mut other = message.clone();
            other.push(b'!');
            assert!(!signed(field("address"), &other, signature), "{at}: another text");
            let stranger = field("stranger");
            assert!(!signed(stranger, &message, signature), "{at}: another account");
            // flipping any bit makes the signature invalid, except in the byte for the type and the highest bit of s
            let bytes = hex::decode(signature).unwrap();
            for bit in [8, 77, 200, 300, 430, 503] {
                let mut turned = bytes.clone();
                let place = bytes.len() - 64 + bit / 8 - usize::from(bytes.len() != 64);
                turned[place] ^= 1 << (bit % 8);
                assert!(
                    !signed(field("address"), &message, &hex::encode_prefixed(turned)),
                    "{at}: bit {bit}"
                );
            }
        }
    }

    #[test]
    fn rejects_a_doubly_wrapped_message() {
        let vectors = vectors();
        for case in vectors.list("refused") {
            let field = |name: &str| case.text(name).unwrap();
            let message = hex::decode(field("message")).unwrap();
            assert!(!signed(field("address"), &message, field("signature")), "{case}");
        }
    }

    #[test]
    fn rejects_text_that_isnt_an_address_or_signature() {
        let alice = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";
        for bad in ["", "0x", "0x0", "é", &"1".repeat(5_000), &format!("0x{}", "00".repeat(64)), alice] {
            assert!(!signed(alice, b"", bad), "{bad}");
            assert!(!signed(bad, b"", bad), "{bad}");
        }
        // a lenient verifier accepts the neutral point as a universal key; ed25519 is strict here, and for sr25519 its
        // signature lacks the mark
        let mut weak = [0; 32];
        weak[0] = 1;
        let mut of_weak = [0; 64];
        of_weak[0] = 1;
        assert!(!signed(&ss58::written(42, &weak), b"anything", &hex::encode_prefixed(of_weak)));
    }
}
