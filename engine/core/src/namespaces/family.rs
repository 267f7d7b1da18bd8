//! The interface of a namespace, with the table of all namespaces ([`family`]). No function has a default, and the
//! table has no wildcard, so a new [`Namespace`] doesn't compile without every function. Therefore, each namespace has
//! the guards against typos and imitated addresses (docs/spec/security.md H11, B14).
//!
//! These are static functions with direct calls, so each is linked into the part of the binary with its callers. As a
//! table of pointers in [`super::NamespaceRules`], all of them would be in the first part.

use super::names::Written;
use super::{MethodClass, NamespaceRules};
use crate::caip::{ChainId, Namespace};
use crate::entities::Network;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// A namespace: its rules, its methods, and its guards for users.
pub trait Family {
    /// The rules that the first part of the binary needs.
    const RULES: &'static dyn NamespaceRules;
    /// The methods and events of a session proposal (docs/spec/rpc.md section 2).
    const SESSION_METHODS: &'static [&'static str];
    /// Whether accounts of this namespace can sign in (4.37); `signing/sign_in.rs` has the requests.
    const SIGNS_IN: bool;
    /// Whether wallets return the signed payload, so that the namespace's reader can compare it with the request.
    const RETURNS_SIGNED_PAYLOAD: bool;

    /// The class of a method. `None` rejects it (6.3).
    fn method(method: &str) -> Option<MethodClass>;
    /// The class of a method for the embedded wallet, which has a list of its own.
    fn embedded_method(method: &str) -> Option<MethodClass>;
    /// The chain that the request names. It can differ from the wallet's.
    fn named_chain(method: &str, params: &Value) -> Option<ChainId>;
    /// Whether the method's response is, or contains, the ID of a broadcast transaction.
    fn sends_transaction(method: &str) -> bool;
    /// Whether this method can move money. The engine records the response of such a method, however late it is.
    fn moves_money(method: &str, params: &Value) -> bool;
    /// Whether some browser wallets can't receive every field of this method's requests. The engine rejects such a request before the
    /// user reviews it.
    fn is_told_in_parts(_: &str) -> bool {
        false
    }
    /// Whether the user reviews a request before the wallet gets it (10.12), decided without loading the reader. `is_always` includes
    /// harmless requests (option `reviewRequests`).
    fn is_read_first(method: &str, params: &Value, is_always: bool) -> bool;
    /// The method that returns the wallet's chain. `None` for a namespace whose wallets don't have a current chain.
    fn chain_method() -> Option<&'static str>;
    /// Whether this method acts on the wallet's current chain, or signs for it. The engine compares the wallet's chain before the user
    /// reviews the request, and again before the wallet gets it.
    fn is_of_chain(method: &str) -> bool;
    /// Adds the chain to the request, if requests of this namespace can name one.
    fn on_chain(method: &str, params: Value, chain: &ChainId) -> Value;
    /// The request for a browser wallet, with the account and the network filled in. Returns `None` if the request names another account
    /// or network.
    fn in_page(method: &str, params: Value, chain: &ChainId, address: &str) -> Option<Value>;
    /// The request for a wallet that is connected through WalletConnect. The session's request names the chain
    /// (docs/spec/walletconnect.md section 11).
    fn over_relay(params: Value) -> Value;
    /// The response to the namespace's request for accounts.
    fn accounts(addresses: &[String]) -> Value;

    /// Whether an address that [`NamespaceRules::address`] accepted is valid on this chain: its checksum, its prefix. `network` is the
    /// page's, if it has the chain.
    fn is_on_chain(reference: &str, network: Option<&Network>, address: &str) -> bool;
    /// Whether no key can spend from this address, because it consists of zeros.
    fn is_burn_address(address: &str) -> bool;
    /// Whether the address has no checksum, so that a typo can be another valid address (H11).
    fn lacks_checksum(typed: &str) -> bool;
    /// The differing positions of two different addresses that look alike (10.13). They are positions in the first
    /// address, counted after `0x` if it has that prefix. `None` for equal addresses, or clearly different ones.
    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>>;
    /// Whether two strings are the same address. Case only counts if it has a meaning.
    fn is_same(a: &str, b: &str) -> bool;
    /// The address in this network's form and in the network-independent form, if networks of the namespace write the
    /// same account differently.
    fn forms(reference: &str, address: &str) -> Option<(String, String)>;
    /// The display form of an address from an untrusted list. Corrects case without a meaning.
    fn listed(address: &str) -> Option<String>;
    /// Reads a typed text as a name. `None` if no registry of the namespace can have it.
    fn name(typed: &str) -> Option<Written>;
}

/// TABLE: the namespaces. Dispatches a call for one namespace.
macro_rules! family {
    ($namespace:expr, $family:ident => $answer:expr) => {
        match $namespace {
            Namespace::Eip155 => {
                type $family = $crate::namespaces::eip155::Eip155;
                $answer
            }
            Namespace::Solana => {
                type $family = $crate::namespaces::solana::Solana;
                $answer
            }
            Namespace::Bip122 => {
                type $family = $crate::namespaces::bip122::Bip122;
                $answer
            }
            Namespace::Polkadot => {
                type $family = $crate::namespaces::polkadot::Polkadot;
                $answer
            }
            Namespace::Cosmos => {
                type $family = $crate::namespaces::cosmos::Cosmos;
                $answer
            }
            #[cfg(any(test, feature = "twins"))]
            Namespace::Toy => {
                type $family = $crate::namespaces::toy::Toy;
                $answer
            }
        }
    };
}
pub(crate) use family;

/// Dispatches [`Family::RULES`].
#[must_use]
pub fn of(namespace: Namespace) -> &'static dyn NamespaceRules {
    family!(namespace, F => F::RULES)
}

/// Dispatches [`Family::SESSION_METHODS`].
#[must_use]
pub fn session_methods(namespace: Namespace) -> &'static [&'static str] {
    family!(namespace, F => F::SESSION_METHODS)
}

/// Dispatches [`Family::method`].
#[must_use]
pub fn method(namespace: Namespace, method: &str) -> Option<MethodClass> {
    family!(namespace, F => F::method(method))
}

/// Dispatches [`Family::embedded_method`].
#[must_use]
pub fn embedded_method(namespace: Namespace, method: &str) -> Option<MethodClass> {
    family!(namespace, F => F::embedded_method(method))
}

/// Dispatches [`Family::named_chain`].
#[must_use]
pub fn named_chain(namespace: Namespace, method: &str, params: &Value) -> Option<ChainId> {
    family!(namespace, F => F::named_chain(method, params))
}

/// Dispatches [`Family::sends_transaction`].
#[must_use]
pub fn sends_transaction(namespace: Namespace, method: &str) -> bool {
    family!(namespace, F => F::sends_transaction(method))
}

/// Dispatches [`Family::moves_money`].
#[must_use]
pub fn moves_money(namespace: Namespace, method: &str, params: &Value) -> bool {
    family!(namespace, F => F::moves_money(method, params))
}

/// Dispatches [`Family::is_told_in_parts`].
#[must_use]
pub fn is_told_in_parts(namespace: Namespace, method: &str) -> bool {
    family!(namespace, F => F::is_told_in_parts(method))
}

/// Dispatches [`Family::is_read_first`].
#[must_use]
pub fn is_read_first(namespace: Namespace, method: &str, params: &Value, is_always: bool) -> bool {
    family!(namespace, F => F::is_read_first(method, params, is_always))
}

/// Dispatches [`Family::chain_method`].
#[must_use]
pub fn chain_method(namespace: Namespace) -> Option<&'static str> {
    family!(namespace, F => F::chain_method())
}

/// Dispatches [`Family::is_of_chain`].
#[must_use]
pub fn is_of_chain(namespace: Namespace, method: &str) -> bool {
    family!(namespace, F => F::is_of_chain(method))
}

/// Dispatches [`Family::on_chain`].
#[must_use]
pub fn on_chain(namespace: Namespace, method: &str, params: Value, chain: &ChainId) -> Value {
    family!(namespace, F => F::on_chain(method, params, chain))
}

/// Dispatches [`Family::in_page`].
#[must_use]
pub fn in_page(
    namespace: Namespace,
    method: &str,
    params: Value,
    chain: &ChainId,
    address: &str,
) -> Option<Value> {
    family!(namespace, F => F::in_page(method, params, chain, address))
}

/// Dispatches [`Family::over_relay`].
#[must_use]
pub fn over_relay(namespace: Namespace, params: Value) -> Value {
    family!(namespace, F => F::over_relay(params))
}

/// Dispatches [`Family::RETURNS_SIGNED_PAYLOAD`].
#[must_use]
pub fn returns_signed_payload(namespace: Namespace) -> bool {
    family!(namespace, F => F::RETURNS_SIGNED_PAYLOAD)
}

/// Dispatches [`Family::accounts`].
#[must_use]
pub fn accounts(namespace: Namespace, addresses: &[String]) -> Value {
    family!(namespace, F => F::accounts(addresses))
}

/// Dispatches [`Family::is_on_chain`].
#[must_use]
pub fn is_on_chain(namespace: Namespace, reference: &str, network: Option<&Network>, address: &str) -> bool {
    family!(namespace, F => F::is_on_chain(reference, network, address))
}

/// Dispatches [`Family::is_burn_address`].
#[must_use]
pub fn is_burn_address(namespace: Namespace, address: &str) -> bool {
    family!(namespace, F => F::is_burn_address(address))
}

/// Dispatches [`Family::lacks_checksum`].
#[must_use]
pub fn lacks_checksum(namespace: Namespace, typed: &str) -> bool {
    family!(namespace, F => F::lacks_checksum(typed))
}

/// Dispatches [`Family::lookalike`].
#[must_use]
pub fn lookalike(namespace: Namespace, a: &str, b: &str) -> Option<Vec<u8>> {
    family!(namespace, F => F::lookalike(a, b))
}

/// Dispatches [`Family::is_same`].
#[must_use]
pub fn is_same(namespace: Namespace, a: &str, b: &str) -> bool {
    family!(namespace, F => F::is_same(a, b))
}

/// Dispatches [`Family::forms`].
#[must_use]
pub fn forms(namespace: Namespace, reference: &str, address: &str) -> Option<(String, String)> {
    family!(namespace, F => F::forms(reference, address))
}

/// Dispatches [`Family::listed`].
#[must_use]
pub fn listed(namespace: Namespace, address: &str) -> Option<String> {
    family!(namespace, F => F::listed(address))
}

/// Dispatches [`Family::name`].
#[must_use]
pub fn name(namespace: Namespace, typed: &str) -> Option<Written> {
    family!(namespace, F => F::name(typed))
}

/// Dispatches [`Family::SIGNS_IN`].
#[must_use]
pub fn signs_in(namespace: Namespace) -> bool {
    family!(namespace, F => F::SIGNS_IN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Namespace::{Bip122, Cosmos, Eip155, Polkadot, Solana};

    // req: 10.13
    #[test]
    fn detects_burn_addresses() {
        for (namespace, zeros, other) in [
            (
                Eip155,
                "0x0000000000000000000000000000000000000000",
                "0x0000000000000000000000000000000000000001",
            ),
            (Solana, "11111111111111111111111111111111", "11111111111111111111111111111112"),
            (
                Solana,
                "1nc1nerator11111111111111111111111111111111",
                "SysvarC1ock11111111111111111111111111111111",
            ),
            (Bip122, "1111111111111111111114oLvT2", "11111111111111111111BZbvjr"),
            (Bip122, "31h1vYVSYuKP6AhS86fbRdMw9XHieotbST", "35hK24tcLEWcgNA4JxpvbkNkoAcDGqQPsP"),
            (Bip122, "mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"),
            (Bip122, "2MsFDzHRUAMpjHxKyoEHU3aMCMsVtMqs1PV", "2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc"),
            (
                Bip122,
                "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs",
                "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
            ),
            (
                Bip122,
                "bc1pqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpqqenm",
                "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
            ),
            (
                Bip122,
                "tb1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq0l98cr",
                "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx",
            ),
            (
                Polkadot,
                "111111111111111111111111111111111HC1",
                "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
            ),
            (
                Polkadot,
                "CaKWz5omakTK7ovp4m3koXrHyHb7NG3Nt7GENHbviByZpKp",
                "HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F",
            ),
            (
                Polkadot,
                "5C4hrfjw9DjXZTzV3MwzrrAr9P1MJhSrvWGWqi1eSuyUpnhM",
                "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY",
            ),
            (
                Cosmos,
                "cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a",
                "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq",
            ),
            (
                Cosmos,
                "osmo1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmcn030",
                "osmo1vqpjljwsynsn58dugz0w8ut7kun7t8ls5gm5pv",
            ),
        ] {
            assert!(of(namespace).address(zeros).is_ok(), "{zeros} is written as an address");
            assert!(is_burn_address(namespace, zeros), "{zeros}");
            assert!(!is_burn_address(namespace, other) && !is_burn_address(namespace, ""), "{other}");
        }
    }

    /// The address with another character at these positions.
    fn but(address: &str, places: impl IntoIterator<Item = usize>) -> String {
        let mut all: Vec<char> = address.chars().collect();
        places.into_iter().for_each(|at| all[at] = if all[at] == 'w' { 'x' } else { 'w' });
        all.into_iter().collect()
    }

    // req: 10.13
    #[test]
    fn detects_lookalike_addresses_in_each_namespace() {
        for (namespace, address, prefix) in [
            (Solana, "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g", 0),
            (Bip122, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", 1),
            (Bip122, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", 4),
            (Bip122, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", 4),
            (Polkadot, "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5", 1),
            (Cosmos, "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq", 7),
        ] {
            let end = address.len();
            let middle = but(address, prefix + 6..end - 6);
            let places: Vec<u8> = (prefix + 6..end - 6).map(|at| at as u8).collect();
            assert_eq!(lookalike(namespace, address, &middle), Some(places), "six and six of {address}");
            let four = but(address, prefix + 4..end - 4);
            assert!(lookalike(namespace, address, &four).is_some(), "four and four of {address}");
            let labelled = but(address, prefix + 2..end - 6);
            assert!(lookalike(namespace, address, &labelled).is_some(), "two and six of {address}");
            let one = prefix + 8;
            assert_eq!(lookalike(namespace, address, &but(address, [one])), Some(alloc::vec![one as u8]));
            assert_eq!(lookalike(namespace, address, address), None);
            let both = but(address, (prefix + 3..end - 4).chain([]));
            assert_eq!(lookalike(namespace, address, &both), None, "three and four of {address}");
            let start = but(address, prefix + 6..end);
            assert_eq!(lookalike(namespace, address, &start), None, "the beginning alone of {address}");
            // a prefix that all addresses share is ignored
            assert_eq!(lookalike(namespace, address, &but(address, prefix..end - 6)), None, "{address}");
            for short in ["", "1", "w", &address[..prefix + 5]] {
                assert_eq!(lookalike(namespace, address, short), None, "{short}");
                assert_eq!(lookalike(namespace, short, address), None, "{short}");
            }
        }
        // with different lengths, the end is counted from the last character
        let (long, short) =
            ("9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g", "9B5XszxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxtJ6Ns6g");
        let differs = lookalike(Solana, long, &short.replacen("xx", "x", 1)).unwrap();
        assert!(!differs.contains(&0) && !differs.contains(&43) && differs.contains(&20), "{differs:?}");
        // lowercase instead of uppercase: another address, but users think it is the same
        assert!(lookalike(Solana, long, &long.to_lowercase()).is_some());
        assert!(lookalike(Eip155, "0x1", "0x2").is_none());
    }

    #[test]
    fn ignores_letter_case_only_in_eip155_and_segwit() {
        let evm = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
        assert!(is_same(Eip155, evm, &evm.to_lowercase()) && !is_same(Eip155, "x", "x"));
        assert_eq!(listed(Eip155, &evm.to_uppercase().replace("0X", "0x")).as_deref(), Some(evm));
        let segwit = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
        assert!(is_same(Bip122, segwit, &segwit.to_uppercase()));
        for (namespace, address) in [
            (Solana, "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g"),
            (Bip122, "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"),
            (Polkadot, "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"),
        ] {
            assert!(
                is_same(namespace, address, address) && !is_same(namespace, address, &address.to_lowercase())
            );
            assert_eq!(listed(namespace, address).as_deref(), Some(address));
        }
    }

    // req: 10.13
    #[test]
    fn reports_a_missing_checksum_only_for_eip155() {
        for (namespace, typed, lacks) in [
            (Eip155, "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", true),
            (Eip155, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", false),
            (Solana, "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g", true),
            (Bip122, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", false),
            (Polkadot, "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5", false),
            (Cosmos, "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq", false),
        ] {
            assert_eq!(lacks_checksum(namespace, typed), lacks, "{typed}");
        }
    }

    #[test]
    fn knows_the_sending_and_money_moving_methods_per_namespace() {
        let all = [
            (Eip155, "eth_sendTransaction", true, true),
            (Eip155, "wallet_sendCalls", false, true),
            (Eip155, "eth_sendUserOperation", false, true),
            (Eip155, "personal_sign", false, false),
            (Solana, "solana_signAndSendTransaction", true, true),
            (Solana, "solana_signTransaction", false, false),
            (Bip122, "sendTransfer", true, true),
            (Bip122, "signPsbt", false, false),
            (Polkadot, "polkadot_signTransaction", false, false),
            (Cosmos, "cosmos_signDirect", false, false),
        ];
        for (namespace, method, sends, moves) in all {
            let found = (sends_transaction(namespace, method), moves_money(namespace, method, &Value::Null));
            assert_eq!(found, (sends, moves), "{method}");
            // another namespace's setting doesn't apply here
            for other in Namespace::ALL.into_iter().filter(|other| *other != namespace) {
                assert!(
                    !sends_transaction(other, method) && !moves_money(other, method, &Value::Null),
                    "{other} {method}"
                );
            }
        }
        for (broadcast, moves) in [(true, true), (false, false)] {
            let params = serde_json::json!({ "psbt": "", "broadcast": broadcast });
            assert_eq!(moves_money(Bip122, "signPsbt", &params), moves, "{broadcast}");
        }
    }
}
