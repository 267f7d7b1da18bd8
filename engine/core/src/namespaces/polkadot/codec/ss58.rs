//! SS58 addresses: one or two bytes of prefix, the key, two bytes of checksum.

use alloc::string::String;
use alloc::vec::Vec;
use blake2::{Blake2b512, Digest};

/// The maximum length of an address: two bytes of prefix, the key, the checksum.
const LETTERS_MAX: usize = 50;

/// The generic prefix, which wallets use before they know a network.
pub const GENERIC: u16 = 42;

/// The prefix of a network, by the beginning of its genesis hash (paritytech/ss58-registry). `None` for an unknown
/// network.
#[must_use]
pub fn prefix_of(reference: &str) -> Option<u16> {
    Some(match reference {
        // Polkadot and its hub
        "91b171bb158e2d3848fa23a9f1c25182" | "68d56f15f85d3136970ec16946040bc1" => 0,
        // Kusama and its hub
        "b0a8d493285c2df73290dfb7e61f870f" | "48239ef607d7928874027a43a6768920" => 2,
        _ => return None,
    })
}

fn checksum(body: &[u8]) -> [u8; 2] {
    let hash = Blake2b512::new().chain_update(b"SS58PRE").chain_update(body).finalize();
    [hash.first().copied().unwrap_or_default(), hash.get(1).copied().unwrap_or_default()]
}

/// The prefix and the key of an address. `None` if it is invalid.
#[must_use]
pub fn read(address: &str) -> Option<(u16, [u8; 32])> {
    // longer input isn't decoded, because that takes quadratic time
    (address.len() <= LETTERS_MAX).then_some(())?;
    let bytes: Vec<u8> = bs58::decode(address).into_vec().ok()?;
    let (body, check) = bytes.split_last_chunk::<2>()?;
    let (prefix, key) = match *body {
        [prefix @ 0..64, ref key @ ..] => (u16::from(prefix), key),
        [high @ 64..128, low, ref key @ ..] => {
            (u16::from(high & 0x3f) << 2 | u16::from(low >> 6) | u16::from(low & 0x3f) << 8, key)
        }
        _ => return None,
    };
    (checksum(body) == *check).then_some((prefix, key.try_into().ok()?))
}

/// Encodes an address with a prefix.
#[must_use]
pub fn written(prefix: u16, key: &[u8; 32]) -> String {
    let mut body = Vec::with_capacity(36);
    if prefix < 64 {
        body.push(prefix as u8);
    } else {
        body.push(((prefix & 0xfc) >> 2) as u8 | 0x40);
        body.push((prefix >> 8) as u8 | ((prefix & 3) << 6) as u8);
    }
    body.extend_from_slice(key);
    let check = checksum(&body);
    body.extend_from_slice(&check);
    bs58::encode(body).into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    // C15
    #[test]
    fn decodes_each_prefix_that_it_encodes() {
        for prefix in [0, 2, 42, 63, 64, 69, 255, 256, 1284, 2032, 16_383] {
            let address = written(prefix, &[7; 32]);
            assert_eq!(read(&address), Some((prefix, [7; 32])), "{address}");
        }
        let alice = read("5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY").unwrap();
        assert_eq!(written(0, &alice.1), "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5");
        assert_eq!(read("5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQZ"), None);
    }
}
