//! Who signed: the chain's own precompile answers, so no cryptography is ours.

use serde_json::{Value, json};
use sha3::{Digest, Keccak256};

use crate::{
    abi,
    chain::{Chain, ChainError},
    ids::Address,
};

/// `ecrecover`.
const RECOVER: &str = "0x0000000000000000000000000000000000000001";
/// What a signature ends with that brings its account's creation along (ERC-6492).
const CREATED_MARK: [u8; 2] = [0x64, 0x92];
const WORD: usize = 32;
/// `isValidSignature(bytes32,bytes)`; the word of a yes begins so too (ERC-1271).
const IS_VALID: &str = "0x1626ba7e";
/// More than any wallet makes.
const SIGNATURE_MAX_BYTES: usize = 16 * 1024;

/// The hash of bytes, as Ethereum takes it.
pub fn keccak(bytes: &[u8]) -> [u8; 32] {
    Keccak256::digest(bytes).into()
}

/// What is signed of a message by `personal_sign` (EIP-191).
pub fn message_hash(message: &[u8]) -> [u8; 32] {
    let mut whole = format!("\x19Ethereum Signed Message:\n{}", message.len()).into_bytes();
    whole.extend(message);
    keccak(&whole)
}

/// `0x` and the digits of bytes.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold("0x".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

/// A signature that brings its account's creation along (ERC-6492).
#[derive(Debug, PartialEq, Eq)]
struct Created<'a> {
    factory: Address,
    creation: &'a [u8],
    signature: &'a [u8],
}

/// Whether the bytes end as such a signature does, and what stands before that.
fn marked(signature: &[u8]) -> (&[u8], bool) {
    let ends = signature.len().checked_sub(WORD).and_then(|at| signature.split_at_checked(at));
    match ends {
        Some((body, mark)) if mark == CREATED_MARK.repeat(WORD / CREATED_MARK.len()) => (body, true),
        _ => (signature, false),
    }
}

/// (address factory, bytes call, bytes signature)
fn created(body: &[u8]) -> Option<Created<'_>> {
    let word = |at: usize| Some(hex(body.get(at..at.checked_add(WORD)?)?));
    let number = |at: usize| usize::try_from(abi::number_of_word(&word(at)?)?).ok();
    let bytes = |slot: usize| {
        let at = number(slot)?;
        let start = at.checked_add(WORD)?;
        body.get(start..start.checked_add(number(at)?)?)
    };
    let factory = abi::account_of_word(&word(0)?)?;
    Some(Created { factory, creation: bytes(WORD)?, signature: bytes(2 * WORD)? })
}

/// The key's own signature within one that creates the account first (ERC-6492); any other as it is.
pub fn unwrapped(signature: &[u8]) -> Option<&[u8]> {
    match marked(signature) {
        (body, true) => Some(created(body)?.signature),
        (signature, false) => Some(signature).filter(|signature| signature.len() >= WORD),
    }
}

/// Whether an account says that this is its signature of a hash, in the order of ERC-6492: one that creates the account first, then the
/// contract (ERC-1271), then the key.
pub async fn is_signed_by(
    chain: &Chain,
    account: &Address,
    hash: &[u8; 32],
    signature: &[u8],
) -> Result<bool, ChainError> {
    if signature.len() > SIGNATURE_MAX_BYTES {
        return Ok(false);
    }
    let code = chain.call("eth_getCode", json!([account.lower(), "latest"])).await?;
    let there = code.as_str().is_some_and(|code| code.len() > 2);
    let ask = |signature| json!({ "to": account.lower(), "data": is_valid_signature(hash, signature) });
    match marked(signature) {
        (body, true) => {
            let Some(Created { factory, creation, signature }) = created(body) else { return Ok(false) };
            if there {
                return said_yes(chain.call("eth_call", json!([ask(signature), "latest"])).await);
            }
            let create = json!({ "to": factory.lower(), "data": hex(creation) });
            let block = json!({ "blockStateCalls": [{ "calls": [create, ask(signature)] }] });
            let said = chain.call("eth_simulateV1", json!([block, "latest"])).await;
            said_yes(said.map(|blocks| blocks.pointer("/0/calls/1/returnData").cloned().unwrap_or_default()))
        }
        (signature, false) if there => {
            said_yes(chain.call("eth_call", json!([ask(signature), "latest"])).await)
        }
        (signature, false) => Ok(signer(chain, hash, signature).await?.as_ref() == Some(account)),
    }
}

/// Call data of `isValidSignature(bytes32,bytes)`.
fn is_valid_signature(hash: &[u8; 32], signature: &[u8]) -> String {
    let digits = |bytes| hex(bytes).trim_start_matches("0x").to_owned();
    format!("{IS_VALID}{}{:064x}{}", digits(hash), 2 * WORD, abi::tail(&digits(signature)))
}

/// The whole word of ERC-1271 and nothing else; a contract that fails has not said yes.
fn said_yes(answer: Result<Value, ChainError>) -> Result<bool, ChainError> {
    match answer {
        Ok(word) => Ok(word.as_str() == Some(&format!("{IS_VALID:0<66}"))),
        Err(ChainError::Refused(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whose key made this signature of a hash; None when it is none.
pub async fn signer(chain: &Chain, hash: &[u8; 32], signature: &[u8]) -> Result<Option<Address>, ChainError> {
    let ([r_s @ .., v], 65) = (signature, signature.len()) else {
        return Ok(None);
    };
    let data = format!("{}{v:064x}{}", hex(hash), hex(r_s).trim_start_matches("0x"));
    let answer = chain.call("eth_call", json!([{ "to": RECOVER, "data": data }, "latest"])).await?;
    // What is no signature has no answer.
    Ok(answer.as_str().filter(|word| word.len() == 2 + 2 * WORD).and_then(abi::account_of_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_a_message_as_wallets_do() {
        // The example of ethers' hashMessage.
        assert_eq!(
            hex(&message_hash(b"Hello World")),
            "0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2"
        );
    }

    #[test]
    fn finds_the_inner_signature_of_erc6492() {
        let word = |number: u8| [[0_u8; 31].as_slice(), &[number]].concat();
        let mut whole = [word(7), word(96), word(160), word(1), vec![9; 32], word(65)].concat();
        whole.extend([5; 65]);
        whole.extend([0; 31]);
        whole.extend(CREATED_MARK.repeat(16));
        assert_eq!(unwrapped(&whole), Some([5; 65].as_slice()));
        assert_eq!(unwrapped(&[5; 65]), Some([5; 65].as_slice()));
        assert_eq!(unwrapped(&CREATED_MARK.repeat(16)), None, "nothing inside");
        assert_eq!(unwrapped(&[1; 3]), None);
        whole[95] = 0xff;
        assert_eq!(unwrapped(&whole), None, "it leads out of the bytes");
    }
}
