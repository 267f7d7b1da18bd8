//! The Universal Resolver of the Ethereum Name Service (ENSIP-23): one contract that finds and calls the resolver of a
//! name, in any version of the registry, and redirects a client to its gateways. This module encodes its calls and
//! decodes its responses; `money/names.rs` sends them.

use super::layout::{AbiWords, Arg, WORD, call};
use super::offchain::BATCH_GATEWAY;
use crate::constants::NAME_BYTES_MAX;
use crate::namespaces::eip155::rules::names::{ETHER, node};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, address, hex, keccak256};

/// The same address on Ethereum and Sepolia. It doesn't exist on other networks.
pub const UNIVERSAL: Address = address!("eEeEEEeE14D718C2B47D9923Deab1335E144EeEe");
/// `resolveWithGateways(bytes,bytes,string[])`
const RESOLVE: [u8; 4] = [0xa1, 0x47, 0x28, 0x44];
/// `reverseWithGateways(bytes,uint256,string[])` (ENSIP-19)
const REVERSE: [u8; 4] = [0xb7, 0xd6, 0xca, 0x64];
/// `addr(bytes32)`, which even the oldest resolvers support.
const ADDR: [u8; 4] = [0x3b, 0x3b, 0x57, 0xde];
/// `addr(bytes32,uint256)` (ENSIP-9)
const ADDR_OF_COIN: [u8; 4] = [0xf1, 0xcb, 0x7e, 0x06];
/// The maximum length of a label in the DNS format. Its hash replaces a longer one.
const LABEL_BYTES_MAX: usize = 255;

/// Errors of the Universal Resolver that mean that the record doesn't exist: `ResolverNotFound(bytes)`,
/// `ResolverNotContract(bytes,address)`, `UnsupportedResolverProfile(bytes4)`, `ReverseAddressMismatch(string,bytes)`.
const NOTHING: [[u8; 4]; 4] =
    [[0x77, 0x20, 0x9f, 0xe8], [0x1e, 0x95, 0x35, 0xf2], [0x7b, 0x1c, 0x46, 0x1b], [0xef, 0x9c, 0x03, 0xce]];

/// A name in the DNS format: each label after its length, and a zero at the end.
fn dns_encoded(name: &str) -> Vec<u8> {
    let mut all = Vec::with_capacity(name.len() + 2);
    for label in name.split('.') {
        let hashed;
        let label = match u8::try_from(label.len()) {
            Ok(_) => label,
            Err(_) => {
                hashed = ["[", &hex::encode(keccak256(label)), "]"].concat();
                &hashed
            }
        };
        all.push(u8::try_from(label.len().min(LABEL_BYTES_MAX)).unwrap_or(u8::MAX));
        all.extend_from_slice(label.as_bytes());
    }
    all.push(0);
    all
}

/// The call for the address of a name, with a coin type.
#[must_use]
pub fn address_of(name: &str, coin: u32) -> String {
    let node = node(name).0;
    let inner = match coin {
        ETHER => call(ADDR, &[Arg::Word(node)]),
        coin => call(ADDR_OF_COIN, &[Arg::Word(node), Arg::Word(U256::from(coin).to_be_bytes())]),
    };
    let inner = hex::decode(inner).unwrap_or_default();
    call(RESOLVE, &[Arg::Bytes(&dns_encoded(name)), Arg::Bytes(&inner), own_gateway()])
}

/// The list of gateways with only the client itself.
fn own_gateway() -> Arg<'static> {
    Arg::List(Vec::from([Arg::Bytes(BATCH_GATEWAY.as_bytes())]))
}

/// The call for the primary name of an account, with a coin type. The contract verifies that the name resolves back.
#[must_use]
pub fn name_of(account: &Address, coin: u32) -> String {
    let coin = Arg::Word(U256::from(coin).to_be_bytes());
    call(REVERSE, &[Arg::Bytes(account.as_slice()), coin, own_gateway()])
}

/// Decodes the response to [`name_of`]: the name, `Some(None)` if the account has none, `None` if the response is
/// invalid.
#[must_use]
pub fn name_in(returned: &str) -> Option<Option<String>> {
    let returned = hex::decode(returned).ok()?;
    let name = AbiWords(&returned).at(0)?.bytes().filter(|name| name.len() <= NAME_BYTES_MAX)?;
    let name = core::str::from_utf8(name).ok()?;
    Some((!name.is_empty()).then(|| name.into()))
}

/// Decodes the response to [`address_of`]: the address, `Some(None)` if the name has none, `None` if the response is
/// invalid.
#[must_use]
pub fn address_in(returned: &str, coin: u32) -> Option<Option<String>> {
    let returned = hex::decode(returned).ok()?;
    let record = AbiWords(&returned).at(0)?.bytes()?;
    let bytes = match coin {
        // a resolver without a record can return no bytes
        _ if record.is_empty() => return Some(None),
        ETHER => AbiWords(record).address(0).filter(|_| record.len() == WORD)?,
        _ => AbiWords(record).at(0)?.bytes()?,
    };
    let address = match bytes.len() {
        0 => return Some(None),
        20 => Address::from_slice(bytes),
        _ => return None,
    };
    Some((!address.is_zero()).then(|| address.to_checksum(None).to_string()))
}

/// Whether a revert means that the record doesn't exist.
#[must_use]
pub fn has_nothing(reverted: &[u8]) -> bool {
    reverted.first_chunk().is_some_and(|selector| NOTHING.contains(selector))
}

#[cfg(test)]
mod tests {
    use super::super::layout::written;
    use super::*;

    // req: 10.56
    #[test]
    fn encodes_a_name_for_dns_and_hashes_a_long_label() {
        assert_eq!(dns_encoded("a.eth"), [1, b'a', 3, b'e', b't', b'h', 0]);
        let long = "a".repeat(256);
        let written = dns_encoded(&[&long, ".eth"].concat());
        let hash = ["[", &hex::encode(keccak256(&long)), "]"].concat();
        assert_eq!((written[0], &written[1..67]), (66, hash.as_bytes()));
        assert_eq!(dns_encoded(&["a".repeat(255), ".eth".into()].concat())[0], 255);
    }

    // req: 10.56
    #[test]
    fn accepts_one_address_or_none_and_rejects_other_responses() {
        let bob = hex::decode("70997970c51812dc3a010c7d01b50e0d17dc79c8").unwrap();
        let word = [Vec::from([0; 12]), bob.clone()].concat();
        let answer = |record: &[u8]| hex::encode_prefixed(written(&[Arg::Bytes(record), Arg::number(7)]));
        let of_coin = |bytes: &[u8]| answer(&written(&[Arg::Bytes(bytes)]));
        let found = Some(Some("0x70997970C51812dc3A010C7d01b50e0d17dc79C8".to_string()));
        assert_eq!(address_in(&answer(&word), ETHER), found);
        assert_eq!(address_in(&of_coin(&bob), 0x8000_000a), found);
        for (returned, coin) in [
            (answer(&[]), ETHER),
            (answer(&[0; 32]), ETHER),
            (answer(&[]), 0x8000_000a),
            (of_coin(&[]), 0x8000_000a),
            (of_coin(&[0; 20]), 0x8000_000a),
        ] {
            assert_eq!(address_in(&returned, coin), Some(None), "{returned}");
        }
        for (returned, coin) in [
            (String::new(), ETHER),
            ("0x".into(), ETHER),
            ("0xzz".into(), ETHER),
            (answer(&bob), ETHER),
            (answer(&[0xff; 32]), ETHER),
            (answer(&[word.clone(), word.clone()].concat()), ETHER),
            (of_coin(&word), 0x8000_000a),
            (of_coin(&bob[..19]), 0x8000_000a),
            (answer(&bob), 0x8000_000a),
        ] {
            assert_eq!(address_in(&returned, coin), None, "{returned}");
        }
    }
}
