//! Recovers signers: EIP-191 messages, and the secp256k1 key of a signature.
//!
//! A contract account signs differently (ERC-1271). The caller must look for code before it treats a signature as
//! wrong.

use alloc::vec::Vec;
use alloy_primitives::{Address, B256, keccak256};
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};

/// The signed hash of `personal_sign` (EIP-191).
#[must_use]
pub fn personal_digest(message: &[u8]) -> B256 {
    let mut text = Vec::from(alloc::format!("\x19Ethereum Signed Message:\n{}", message.len()));
    text.extend_from_slice(message);
    keccak256(text)
}

/// The account whose key made an EIP-191 `personal_sign` signature (r, s and v of 0, 1, 27 or 28).
#[must_use]
pub fn personal_signer(message: &[u8], signature: &[u8]) -> Option<Address> {
    signer(personal_digest(message).as_slice(), signature)
}

/// The account whose key signed this digest. A high s is rejected.
#[must_use]
pub fn signer(digest: &[u8], signature: &[u8]) -> Option<Address> {
    let (rs, v) = signature.split_at_checked(64)?;
    let &[v] = v else { return None };
    let id = RecoveryId::from_byte(if v >= 27 { v - 27 } else { v }).filter(|id| !id.is_x_reduced())?;
    let signature = Signature::from_slice(rs).ok()?;
    if signature.normalize_s().is_some() {
        return None;
    }
    let key = VerifyingKey::recover_from_prehash(digest, &signature, id).ok()?;
    let point = key.to_encoded_point(false);
    let hash = keccak256(point.as_bytes().get(1..)?);
    Some(Address::from_slice(hash.as_slice().get(12..)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::{address, hex};
    use k256::ecdsa::SigningKey;

    #[test]
    fn recovers_the_signer_of_a_message() {
        let key =
            SigningKey::from_slice(&hex!("ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"))
                .unwrap();
        let message = b"hello";
        let mut text = Vec::from("\x19Ethereum Signed Message:\n5".as_bytes());
        text.extend_from_slice(message);
        let (signature, id) = key.sign_prehash_recoverable(keccak256(text).as_slice()).unwrap();
        let mut bytes: Vec<u8> = signature.to_bytes().to_vec();
        bytes.push(27 + id.to_byte());
        let owner = address!("f39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
        assert_eq!(personal_signer(message, &bytes), Some(owner));
        assert_ne!(personal_signer(b"hellp", &bytes), Some(owner));
        bytes.pop();
        assert_eq!(personal_signer(message, &bytes), None);
        bytes.push(9);
        assert_eq!(personal_signer(message, &bytes), None);
        assert_eq!(personal_signer(message, &[]), None);
        assert_eq!(personal_signer(message, &[0u8; 65]), None);
    }
}
