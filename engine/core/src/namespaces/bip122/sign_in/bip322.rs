//! BIP-322, the simple form: a message signature is the witness of an invalid transaction. Only single keys: P2WPKH (also in P2SH) and P2TR
//! with its key.

use crate::namespaces::bip122::sign_in::{Payee, hash160, nested, sha256, sha256d};
use alloc::vec::Vec;
use k256::ecdsa::signature::hazmat::PrehashVerifier as _;
use k256::ecdsa::{Signature, VerifyingKey};
use k256::schnorr;
use sha2::{Digest, Sha256};

/// An output without value that can't be spent: `OP_RETURN`.
const OUTPUT: [u8; 10] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 0x6a];
const SIGHASH_ALL: u8 = 1;

/// A tagged hash (BIP-340).
fn tagged(tag: &str, parts: &[&[u8]]) -> [u8; 32] {
    let tag = sha256(tag.as_bytes());
    let mut hash = Sha256::new_with_prefix(tag);
    hash.update(tag);
    parts.iter().for_each(|part| hash.update(part));
    hash.finalize().into()
}

/// The script of an address's output.
fn script(payee: &Payee) -> Vec<u8> {
    let (head, hash, tail): (&[u8], &[u8], &[u8]) = match payee {
        Payee::Key(hash) => (&[0x76, 0xa9, 20], hash, &[0x88, 0xac]),
        Payee::Script(hash) => (&[0xa9, 20], hash, &[0x87]),
        Payee::Witness(hash) => (&[0, 20], hash, &[]),
        Payee::Taproot(key) => (&[0x51, 32], key, &[]),
    };
    [head, hash, tail].concat()
}

/// The ID of the first transaction, whose only output is then "spent". It commits to message and address.
fn to_spend(message: &[u8], script: &[u8]) -> [u8; 32] {
    let mut bytes = Vec::from([0u8; 4]); // version 0
    bytes.push(1);
    bytes.extend_from_slice(&[0; 32]);
    bytes.extend_from_slice(&[0xff; 4]);
    bytes.extend_from_slice(&[34, 0, 32]);
    bytes.extend_from_slice(&tagged("BIP0322-signed-message", &[message]));
    bytes.extend_from_slice(&[0; 4]); // sequence
    bytes.push(1);
    bytes.extend_from_slice(&[0; 8]);
    bytes.push(u8::try_from(script.len()).unwrap_or_default());
    bytes.extend_from_slice(script);
    bytes.extend_from_slice(&[0; 4]); // lock time
    sha256d(&bytes)
}

/// The outpoint of the first transaction's output.
fn outpoint(message: &[u8], script: &[u8]) -> [u8; 36] {
    let mut outpoint = [0u8; 36];
    if let Some(id) = outpoint.first_chunk_mut::<32>() {
        *id = to_spend(message, script);
    }
    outpoint
}

/// The signed hash for a version 0 witness (BIP-143).
fn digest_v0(message: &[u8], script: &[u8], key_hash: &[u8; 20]) -> [u8; 32] {
    let outpoint = outpoint(message, script);
    let code = [&[25, 0x76, 0xa9, 20][..], key_hash, &[0x88, 0xac]].concat();
    let parts: [&[u8]; 10] = [
        &[0; 4],
        &sha256d(&outpoint),
        &sha256d(&[0; 4]),
        &outpoint,
        &code,
        &[0; 8],
        &[0; 4],
        &sha256d(&OUTPUT),
        &[0; 4],
        &[SIGHASH_ALL, 0, 0, 0],
    ];
    sha256d(&parts.concat())
}

/// The signed hash for a version 1 witness (BIP-341, key path).
fn digest_v1(message: &[u8], script: &[u8], kind: u8) -> [u8; 32] {
    let mut of_output = alloc::vec![34];
    of_output.extend_from_slice(script);
    tagged(
        "TapSighash",
        &[
            &[0, kind],
            &[0; 8], // version, lock time
            &sha256(&outpoint(message, script)),
            &sha256(&[0; 8]),
            &sha256(&of_output),
            &sha256(&[0; 4]),
            &sha256(&OUTPUT),
            &[0; 5], // no annex, by key; the first input
        ],
    )
}

/// Splits a witness into its items. With a single key, each is shorter than 253 bytes.
fn items(witness: &[u8]) -> Option<Vec<&[u8]>> {
    let (count, mut rest) = witness.split_first()?;
    let mut items = Vec::new();
    for _ in 0..*count {
        let (length, after) = rest.split_first().filter(|(length, _)| **length < 253)?;
        let (item, after) = after.split_at_checked(usize::from(*length))?;
        items.push(item);
        rest = after;
    }
    rest.is_empty().then_some(items)
}

/// Whether the key of an address made this witness for the message.
#[must_use]
pub fn signed(payee: &Payee, message: &[u8], witness: &[u8]) -> bool {
    match (payee, items(witness).as_deref()) {
        (Payee::Witness(_) | Payee::Script(_), Some([signature, key])) => {
            by_hash(payee, message, signature, key).is_some()
        }
        (Payee::Taproot(key), Some([signature])) => by_key(payee, key, message, signature).is_some(),
        _ => false,
    }
}

fn by_hash(payee: &Payee, message: &[u8], signature: &[u8], key: &[u8]) -> Option<()> {
    let hash = hash160(key);
    let fits = match payee {
        Payee::Witness(wanted) => hash == *wanted,
        Payee::Script(wanted) => nested(&hash) == *wanted,
        _ => false,
    };
    let (kind, der) = signature.split_last()?;
    (fits && key.len() == 33 && *kind == SIGHASH_ALL).then_some(())?;
    let signature = Signature::from_der(der).ok()?;
    let key = VerifyingKey::from_sec1_bytes(key).ok()?;
    key.verify_prehash(&digest_v0(message, &script(payee), &hash), &signature).ok()
}

fn by_key(payee: &Payee, key: &[u8; 32], message: &[u8], signature: &[u8]) -> Option<()> {
    let (signature, kind) = match signature.split_at_checked(64)? {
        (signature, []) => (signature, 0),
        (signature, [SIGHASH_ALL]) => (signature, SIGHASH_ALL),
        _ => return None,
    };
    let signature = schnorr::Signature::try_from(signature).ok()?;
    let key = schnorr::VerifyingKey::from_bytes(key).ok()?;
    key.verify_prehash(&digest_v1(message, &script(payee), kind), &signature).ok()
}
