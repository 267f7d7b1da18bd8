//! Signatures of contract accounts: the query for an existing account (ERC-1271) or a future one (ERC-6492), and its
//! valid result.

use alloc::vec::Vec;
use alloy_primitives::{Address, B256, hex};

/// The last 32 bytes of a signature of a future account.
const SUFFIX: [u8; 32] = hex!("6492649264926492649264926492649264926492649264926492649264926492");
/// `isValidSignature(bytes32,bytes)`, and the first bytes of the result for a valid signature.
const SELECTOR: [u8; 4] = hex!("1626ba7e");

/// A signature of a future account, with the call that creates the account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapped {
    /// The account's factory.
    pub factory: Address,
    /// The call data for the factory.
    pub creation: Vec<u8>,
    /// The signature in the account's own form.
    pub signature: Vec<u8>,
}

/// Whether a call returned exactly the ERC-1271 value. A comparison of its first bytes isn't enough, because any
/// contract could return them.
#[must_use]
pub fn is_magic(returned: &str) -> bool {
    let Some(digits) = returned.strip_prefix("0x") else { return false };
    let Some((magic, rest)) = digits.split_at_checked(8) else { return false };
    digits.len() == 64 && magic.eq_ignore_ascii_case("1626ba7e") && rest.bytes().all(|digit| digit == b'0')
}

/// A number as a 32-byte word.
fn word(number: usize) -> [u8; 32] {
    let mut word = [0u8; 32];
    if let Some(end) = word.last_chunk_mut::<8>() {
        *end = (number as u64).to_be_bytes();
    }
    word
}

/// The call data of `isValidSignature`.
#[must_use]
pub fn is_valid_signature(digest: &B256, signature: &[u8]) -> Vec<u8> {
    let mut call = Vec::from(SELECTOR);
    call.extend_from_slice(digest.as_slice());
    call.extend_from_slice(&word(64));
    call.extend_from_slice(&word(signature.len()));
    call.extend_from_slice(signature);
    call.resize(call.len() + (32 - signature.len() % 32) % 32, 0);
    call
}

/// Reads `(address factory, bytes creation, bytes signature)` with the suffix of ERC-6492. `None` for any other
/// signature.
#[must_use]
pub fn unwrap(signature: &[u8]) -> Option<Wrapped> {
    let fields = signature.strip_suffix(&SUFFIX)?;
    let number = |at: usize| -> Option<usize> {
        let (high, low) = fields.get(at..at.checked_add(32)?)?.split_last_chunk::<4>()?;
        high.iter().all(|byte| *byte == 0).then(|| usize::try_from(u32::from_be_bytes(*low)).ok()).flatten()
    };
    let bytes = |slot: usize| -> Option<Vec<u8>> {
        let at = number(slot)?;
        let start = at.checked_add(32)?;
        Some(fields.get(start..start.checked_add(number(at)?)?)?.to_vec())
    };
    let (padding, factory) = fields.get(..32)?.split_at_checked(12)?;
    padding.iter().all(|byte| *byte == 0).then_some(())?;
    Some(Wrapped { factory: Address::from_slice(factory), creation: bytes(32)?, signature: bytes(64)? })
}

/// A program for an `eth_call` without `to`. It deploys the account, and returns the account's verification result. It
/// consists of a few instructions of our own as creation code, whose return value is the result of the call.
#[must_use]
pub fn deployless(wrapped: &Wrapped, account: Address, digest: &B256) -> Vec<u8> {
    let question = is_valid_signature(digest, &wrapped.signature);
    // the data follows the program, whose length is fixed
    let length = program(wrapped, account, question.len(), 0).len();
    let mut code = program(wrapped, account, question.len(), length);
    code.extend_from_slice(&wrapped.creation);
    code.extend_from_slice(&question);
    code
}

fn program(wrapped: &Wrapped, account: Address, question: usize, length: usize) -> Vec<u8> {
    let mut code = Vec::new();
    let push3 = |code: &mut Vec<u8>, number: usize| {
        let [_, rest @ ..] = u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
        code.push(0x62);
        code.extend_from_slice(&rest);
    };
    let copy = |code: &mut Vec<u8>, from: usize, bytes: usize| {
        push3(code, bytes);
        push3(code, from);
        code.extend_from_slice(&hex!("6000 39")); // CODECOPY to 0
    };
    copy(&mut code, length, wrapped.creation.len());
    code.extend_from_slice(&hex!("6000 6000")); // the factory's return value is ignored
    push3(&mut code, wrapped.creation.len());
    code.extend_from_slice(&hex!("6000 6000 73")); // from 0, without value, PUSH20
    code.extend_from_slice(wrapped.factory.as_slice());
    code.extend_from_slice(&hex!("5a f1 50")); // GAS CALL POP: fails if the account already exists, which is fine
    copy(&mut code, length + wrapped.creation.len(), question);
    code.extend_from_slice(&hex!("6000 6000"));
    push3(&mut code, question);
    code.extend_from_slice(&hex!("6000 73"));
    code.extend_from_slice(account.as_slice());
    code.extend_from_slice(&hex!("5a fa 60")); // GAS STATICCALL PUSH1
    let after = u8::try_from(code.len() + 3).unwrap_or_default();
    code.push(after);
    code.extend_from_slice(&hex!("57 00 5b")); // JUMPI STOP JUMPDEST: a call that reverts returns nothing
    code.extend_from_slice(&hex!("3d 6000 6000 3e 3d 6000 f3")); // returns everything
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::{address, keccak256};

    // req: 10.34
    #[test]
    fn accepts_only_the_exact_magic_value() {
        let yes = alloc::format!("0x1626ba7e{}", "0".repeat(56));
        assert!(is_magic(&yes));
        for bad in [
            "0x1626ba7e".into(),
            alloc::format!("0x1626ba7e{}", "0".repeat(54)),
            alloc::format!("0x1626ba7e{}1", "0".repeat(55)),
            alloc::format!("{yes}{}", "0".repeat(64)),
            alloc::format!("0xffffffff{}", "0".repeat(56)),
            alloc::format!("0x{}1626ba7e", "0".repeat(56)),
            yes.replace("0x", ""),
            "0x1626ba7é".into(),
            alloc::string::String::new(),
        ] {
            assert!(!is_magic(&bad), "{bad}");
        }
    }

    #[test]
    fn encodes_the_erc_1271_call() {
        let call = is_valid_signature(&keccak256("x"), &[7; 65]);
        assert_eq!(call.len(), 4 + 32 * 3 + 96);
        assert_eq!(call[..4], SELECTOR);
        assert_eq!(call[4..36], keccak256("x")[..]);
        assert_eq!((call[67], call[99]), (64, 65));
        assert_eq!(is_valid_signature(&keccak256("x"), &[7; 64]).len(), 4 + 32 * 3 + 64);
    }

    fn wrap(factory: Address, creation: &[u8], signature: &[u8]) -> Vec<u8> {
        let padded = |bytes: &[u8]| {
            let mut all = word(bytes.len()).to_vec();
            all.extend_from_slice(bytes);
            all.resize(all.len().next_multiple_of(32), 0);
            all
        };
        let (first, second) = (padded(creation), padded(signature));
        let mut all = factory.into_word().to_vec();
        all.extend_from_slice(&word(96));
        all.extend_from_slice(&word(96 + first.len()));
        for part in [first, second, SUFFIX.to_vec()] {
            all.extend_from_slice(&part);
        }
        all
    }

    // req: 10.34
    #[test]
    fn unwraps_only_a_complete_erc_6492_signature() {
        let factory = address!("f39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
        let wrapped = wrap(factory, b"create", &[9; 65]);
        let read = unwrap(&wrapped).unwrap();
        assert_eq!(read, Wrapped { factory, creation: b"create".to_vec(), signature: [9; 65].to_vec() });
        assert_eq!(unwrap(&[9; 65]), None);
        assert_eq!(unwrap(&SUFFIX), None);
        // changes every byte of the head, and every length: no panic, and no untrusted lengths
        for at in 0..96 {
            let mut broken = wrapped.clone();
            broken[at] = 0xff;
            let _ = unwrap(&broken);
        }
        for end in 0..wrapped.len() {
            let mut cut = wrapped[..end].to_vec();
            cut.extend_from_slice(&SUFFIX);
            let _ = unwrap(&cut);
        }
        let mut far = wrapped.clone();
        far[63] = 0xe0;
        far[62] = 0xff;
        assert_eq!(unwrap(&far), None);
    }

    #[test]
    fn builds_a_program_with_correct_data_offsets() {
        let factory = address!("f39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
        let wrapped = Wrapped { factory, creation: b"create".to_vec(), signature: [9; 65].to_vec() };
        let account = address!("70997970C51812dc3A010C7d01b50e0d17dc79C8");
        let code = deployless(&wrapped, account, &keccak256("x"));
        let question = is_valid_signature(&keccak256("x"), &[9; 65]);
        let length = code.len() - question.len() - 6;
        assert!(code.ends_with(&question));
        assert_eq!(code[length..length + 6], *b"create");
        assert_eq!(code[1..4], [0, 0, 6]);
        assert_eq!(usize::from(code[7]), length, "the offset of the creation");
        let target = code.iter().position(|byte| *byte == 0x5b).unwrap();
        assert_eq!(usize::from(code[target - 3]), target, "the jump");
    }
}
