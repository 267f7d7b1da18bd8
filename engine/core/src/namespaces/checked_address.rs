//! Validates addresses completely: bytes, checksum, network (docs/spec/services.md B7; docs/spec/security.md C13-C15).
//! The light half of a namespace only checks the characters. This module checks the accounts that a wallet reports.

use crate::caip::ChainId;
use crate::entities::Network;
use crate::json::Read;
use crate::namespaces::polkadot::codec::ss58;
use alloc::vec::Vec;
use bech32::primitives::decode::CheckedHrpstring;
use sha2::{Digest, Sha256};

/// Whether an address that the light half accepted is valid on exactly this chain. `network` is the page's, if it has
/// the chain.
#[must_use]
pub fn is_address(chain: &ChainId, network: Option<&Network>, address: &str) -> bool {
    super::is_on_chain(chain.namespace, &chain.reference, network, address)
}

/// The address prefixes of a Bitcoin network. `None` for an unknown network. All test networks have the same.
pub(super) fn bitcoin_network(reference: &str) -> Option<(&'static str, [u8; 2])> {
    Some(match reference {
        "000000000019d6689c085ae165831e93" => ("bc", [0x00, 0x05]),
        // testnet3, testnet4, signet
        "000000000933ea01ad0ee984209779ba"
        | "00000000da84f2bafbbc53dee25a72ae"
        | "00000008819873e925422c1ff0f99f7c" => ("tb", [0x6f, 0xc4]),
        "0f9188f13cb7b2c71f2a335e3a4fc328" => ("bcrt", [0x6f, 0xc4]),
        _ => return None,
    })
}

/// The segwit prefix of a known network.
pub(super) fn bitcoin_prefix(reference: &str) -> Option<&'static str> {
    bitcoin_network(reference).map(|(prefix, _)| prefix)
}

/// Checks base58check of a hash, bech32 of a version 0 program, and bech32m of a later version (BIP-173, BIP-350).
pub(super) fn is_bitcoin(reference: &str, address: &str) -> bool {
    let network = bitcoin_network(reference);
    if let Ok((hrp, _, _)) = bech32::segwit::decode(address) {
        return network.is_none_or(|(prefix, _)| hrp.as_str().eq_ignore_ascii_case(prefix));
    }
    let bytes: Vec<u8> = bs58::decode(address).into_vec().unwrap_or_default();
    let Some((body, check)) = bytes.split_last_chunk::<4>() else { return false };
    body.len() == 21
        && Sha256::digest(Sha256::digest(body)).starts_with(check)
        && network.is_none_or(|(_, versions)| body.first().is_some_and(|version| versions.contains(version)))
}

/// Checks an SS58 address: one or two bytes of prefix, the key, two bytes of checksum. The prefix is the network's own,
/// or the generic one (42), which wallets use before they know a network.
pub(super) fn is_ss58(reference: &str, address: &str) -> Option<bool> {
    let (prefix, _) = ss58::read(address)?;
    let own = ss58::prefix_of(reference);
    Some(own.is_none_or(|own| prefix == own) || prefix == ss58::GENERIC)
}

/// The prefixes of well-known networks, for which a page doesn't have to state one.
fn cosmos_prefix(reference: &str) -> Option<&'static str> {
    match reference {
        "cosmoshub-4" => Some("cosmos"),
        "osmosis-1" => Some("osmo"),
        _ => None,
    }
}

/// Like [`is_cosmos`], with the prefix of the page's network, or of a well-known network.
pub(super) fn is_cosmos_on(reference: &str, network: Option<&Network>, address: &str) -> bool {
    let own = network.and_then(|network| network.cosmos.as_ref()?.filled("bech32Prefix"));
    is_cosmos(own.or(cosmos_prefix(reference)), address)
}

/// Checks bech32 of 20 bytes, or of 32 for accounts without a single key.
fn is_cosmos(prefix: Option<&str>, address: &str) -> bool {
    let Ok(read) = CheckedHrpstring::new::<bech32::Bech32>(address) else { return false };
    prefix.is_none_or(|prefix| read.hrp().as_str() == prefix) && matches!(read.byte_iter().len(), 20 | 32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces;
    use alloc::string::String;
    use blake2::Blake2b512;
    use serde_json::json;

    const MAIN: &str = "bip122:000000000019d6689c085ae165831e93";
    const TEST: &str = "bip122:000000000933ea01ad0ee984209779ba";
    const POLKADOT: &str = "polkadot:91b171bb158e2d3848fa23a9f1c25182";
    const KUSAMA: &str = "polkadot:b0a8d493285c2df73290dfb7e61f870f";
    const HUB: &str = "cosmos:cosmoshub-4";

    /// Checks an address with both halves, like an account of a wallet.
    fn is_of(chain: &str, address: &str) -> bool {
        let chain = ChainId::parse(chain).unwrap();
        let light = namespaces::of(chain.namespace).address(address);
        light.is_ok_and(|address| is_address(&chain, None, &address))
    }

    // C14: the addresses that are valid in both BIP-173 and BIP-350
    #[test]
    fn validates_segwit_addresses_of_bip_350() {
        for (chain, valid) in [
            (MAIN, "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"),
            (TEST, "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7"),
            (MAIN, "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y"),
            (MAIN, "BC1SW50QGDZ25J"),
            (MAIN, "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs"),
            (TEST, "tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy"),
            (TEST, "tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c"),
            (MAIN, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"),
        ] {
            assert!(is_of(chain, valid), "{valid}");
            assert!(!is_of(if chain == MAIN { TEST } else { MAIN }, valid), "{valid} of the other network");
        }
        for invalid in [
            // BIP-350
            "tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd",
            "tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf",
            "BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL",
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh",
            "tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47",
            "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4",
            "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R",
            "bc1pw5dgrnzv",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav",
            "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P",
            "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq",
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf",
            "tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j",
            "bc1gmk9yu",
            // BIP-173
            "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5",
            "BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2",
            "bc1rw5uspcuh",
            "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7",
            "bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du",
            // a version 0 program with the checksum of BIP-350, and a taproot one with that of BIP-173
            "bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx",
        ] {
            assert!(!is_of(MAIN, invalid) && !is_of(TEST, invalid), "{invalid}");
        }
    }

    // C14
    #[test]
    fn validates_legacy_bitcoin_addresses_per_network() {
        for (chain, valid) in [
            (MAIN, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"),
            (MAIN, "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy"),
            (MAIN, "1111111111111111111114oLvT2"),
            (TEST, "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"),
            (TEST, "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"),
        ] {
            assert!(is_of(chain, valid), "{valid}");
            assert!(!is_of(if chain == MAIN { TEST } else { MAIN }, valid), "{valid} of the other network");
            // a change of any letter is detected
            for at in 0..valid.len() {
                let mut wrong: Vec<u8> = valid.into();
                wrong[at] = if wrong[at] == b'z' { b'y' } else { b'z' };
                assert!(!is_of(chain, &String::from_utf8(wrong).unwrap()), "{valid} at {at}");
            }
        }
        // a private key, and a Solana account
        assert!(!is_of(MAIN, "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"));
        assert!(!is_of(MAIN, "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g"));
        // on an unknown network, only the checksum is verified
        assert!(is_of("bip122:12a765e31ffd4059bada1e25190f6e98", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"));
        assert!(!is_of("bip122:12a765e31ffd4059bada1e25190f6e98", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3"));
    }

    /// The key of the development account "Alice", and a key of zeros, with the registry's prefixes.
    #[test]
    fn validates_ss58_addresses_with_the_networks_prefix() {
        let own = [
            (POLKADOT, "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"),
            (KUSAMA, "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F"),
            (POLKADOT, "111111111111111111111111111111111HC1"),
        ];
        for (chain, valid) in own {
            assert!(is_of(chain, valid), "{valid}");
            assert!(!is_of(if chain == POLKADOT { KUSAMA } else { POLKADOT }, valid), "{valid} elsewhere");
            assert!(
                is_of("polkadot:00000000000000000000000000000000", valid),
                "of a chain nobody here knows"
            );
            for at in 0..valid.len() {
                let mut wrong: Vec<u8> = valid.into();
                wrong[at] = if wrong[at] == b'z' { b'y' } else { b'z' };
                assert!(!is_of(chain, &String::from_utf8(wrong).unwrap()), "{valid} at {at}");
            }
        }
        // without a known network
        for chain in [POLKADOT, KUSAMA] {
            assert!(is_of(chain, "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY"));
        }
        // every prefix of one or two bytes is read as it was written
        for prefix in (0u16..64).chain([64, 255, 1284, 2032, 16383]) {
            let mut bytes: Vec<u8> = match prefix {
                0..64 => [prefix as u8].into(),
                _ => [((prefix & 0xfc) >> 2) as u8 | 0x40, (prefix >> 8) as u8 | ((prefix & 3) << 6) as u8]
                    .into(),
            };
            bytes.extend([7; 32]);
            let hash = Blake2b512::new().chain_update(b"SS58PRE").chain_update(&bytes).finalize();
            bytes.extend(&hash[..2]);
            let text = bs58::encode(&bytes).into_string();
            assert!(is_of("polkadot:00000000000000000000000000000000", &text), "{prefix} {text}");
            assert_eq!(is_of(POLKADOT, &text), matches!(prefix, 0 | 42), "{prefix}");
            assert_eq!(is_of(KUSAMA, &text), matches!(prefix, 2 | 42), "{prefix}");
        }
        // a wrong length with a correct checksum
        for length in [31, 33] {
            let mut bytes: Vec<u8> = [0].into();
            bytes.extend(core::iter::repeat_n(9, length));
            let hash = Blake2b512::new().chain_update(b"SS58PRE").chain_update(&bytes).finalize();
            bytes.extend(&hash[..2]);
            assert!(!is_of(POLKADOT, &bs58::encode(&bytes).into_string()), "{length}");
        }
    }

    // C15
    #[test]
    fn validates_cosmos_addresses_with_the_chains_prefix() {
        let valid = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
        assert!(is_of(HUB, valid));
        assert!(!is_of("cosmos:osmosis-1", valid));
        assert!(is_of("cosmos:other-1", valid), "of a chain nobody here knows the sum alone is looked at");
        for at in 0..valid.len() {
            let mut wrong: Vec<u8> = valid.into();
            wrong[at] = if wrong[at] == b'q' { b'p' } else { b'q' };
            assert!(!is_of(HUB, &String::from_utf8(wrong).unwrap()), "at {at}");
        }
        assert!(!is_of("cosmos:other-1", "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsp"));
        let written = |length: usize, is_m: bool| {
            let (hrp, bytes) = (bech32::Hrp::parse("cosmos").unwrap(), alloc::vec![7u8; length]);
            let text = match is_m {
                true => bech32::encode::<bech32::Bech32m>(hrp, &bytes),
                false => bech32::encode::<bech32::Bech32>(hrp, &bytes),
            };
            text.unwrap()
        };
        assert!(is_of(HUB, &written(20, false)) && is_of(HUB, &written(32, false)));
        assert!(!is_of(HUB, &written(20, true)), "bech32m");
        assert!(!is_of(HUB, &written(19, false)) && !is_of(HUB, &written(21, false)));
        // the page's network states its prefix (decision 231, "Cosmos networks and prefixes")
        let network = |prefix: &str| {
            let network = json!({"id": "juno-1", "caipNetworkId": "cosmos:juno-1", "chainNamespace": "cosmos", "name": "J",
                "nativeCurrency": {"name": "C", "symbol": "C", "decimals": 6}, "cosmos": {"bech32Prefix": prefix}});
            crate::options::read_network(&network, false).unwrap()
        };
        let chain = ChainId::parse("cosmos:juno-1").unwrap();
        assert!(is_address(&chain, Some(&network("cosmos")), valid));
        assert!(!is_address(&chain, Some(&network("juno")), valid));
        assert!(!is_address(&ChainId::parse(HUB).unwrap(), Some(&network("juno")), valid));
    }

    // req: 5.17
    // C13
    #[test]
    fn accepts_solana_addresses_of_32_bytes() {
        const SUN: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
        for length in 0..50usize {
            for byte in [0u8, 1, 7, 255] {
                let text = bs58::encode(alloc::vec![byte; length]).into_string();
                assert_eq!(is_of(SUN, &text), length == 32, "{length} bytes: {text}");
            }
        }
        for text in ["11111111111111111111111111111111", "So11111111111111111111111111111111111111112"] {
            assert!(is_of(SUN, text), "{text}");
        }
        // 44 characters with 33 bytes, 32 with fewer, characters outside base58
        for text in
            ["z".repeat(44), "2".repeat(32), "1".repeat(33), "0".repeat(43), "é".repeat(16), String::new()]
        {
            assert!(!is_of(SUN, &text), "{text}");
        }
    }
}
