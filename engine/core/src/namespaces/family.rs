//! The interface of a namespace, with the table of all namespaces ([`family`]). The guards against typos and imitated
//! addresses have no default, and the table has no wildcard, so a new [`Namespace`] doesn't compile without them
//! (docs/spec/security.md H11, B14). The other defaults fit a namespace whose wallets have no current chain.
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

/// The events that every namespace's sessions have.
pub const EVENTS: &[&str] = &["accountsChanged", "chainChanged"];

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
            #[cfg(any(test, feature = "twins"))]
            Namespace::Bare => {
                type $family = $crate::namespaces::bare::Bare;
                $answer
            }
        }
    };
}
pub(crate) use family;

/// Declares the trait, and beside it a function for each of its items, which calls the item of a namespace: `Family::is_same(a, b)` and
/// `is_same(namespace, a, b)`. A constant's row also names its function. A default follows `=`.
macro_rules! dispatched {
    (
        $(#[$of_trait:meta])*
        pub trait $family:ident;
        constants {
            $($(#[$of_const:meta])* const $constant:ident, $getter:ident: $kind:ty;)*
        }
        functions {
            $($(#[$of_function:meta])* fn $function:ident($($input:ident: $given:ty),*) -> $output:ty $(= $default:block)?;)*
        }
    ) => {
        $(#[$of_trait])*
        pub trait $family {
            $($(#[$of_const])* const $constant: $kind;)*
            $(dispatched!(@item $(#[$of_function])* fn $function($($input: $given),*) -> $output, $($default)?);)*
        }
        $(
            $(#[$of_const])*
            #[must_use]
            pub fn $getter(namespace: Namespace) -> $kind {
                family!(namespace, F => F::$constant)
            }
        )*
        $(
            $(#[$of_function])*
            #[must_use]
            pub fn $function(namespace: Namespace, $($input: $given),*) -> $output {
                family!(namespace, F => F::$function($($input),*))
            }
        )*
    };
    (@item $(#[$about:meta])* fn $function:ident($($input:ident: $given:ty),*) -> $output:ty,) => {
        $(#[$about])*
        fn $function($($input: $given),*) -> $output;
    };
    (@item $(#[$about:meta])* fn $function:ident($($input:ident: $given:ty),*) -> $output:ty, $default:block) => {
        $(#[$about])*
        #[allow(unused_variables)]
        fn $function($($input: $given),*) -> $output $default
    };
}

dispatched! {
    /// A namespace: its rules, its methods, and its guards for users.
    pub trait Family;
    constants {
        /// The rules that the first part of the binary needs.
        const RULES, of: &'static dyn NamespaceRules;
        /// The methods of a session proposal (docs/spec/rpc.md section 2).
        const SESSION_METHODS, session_methods: &'static [&'static str];
        /// Whether accounts of this namespace can sign in (4.37); its module `sign_in` has the requests.
        const SIGNS_IN, signs_in: bool;
        /// Whether wallets return the signed payload, so that the namespace's reader can compare it with the request.
        const RETURNS_SIGNED_PAYLOAD, returns_signed_payload: bool;
    }
    functions {
        /// The class of a method. `None` rejects it (6.3).
        fn method(method: &str) -> Option<MethodClass>;
        /// The class of a method for the embedded wallet, which has a list of its own.
        fn embedded_method(method: &str) -> Option<MethodClass> = { Self::method(method) };
        /// The chain that the request names. It can differ from the wallet's.
        fn named_chain(method: &str, params: &Value) -> Option<ChainId> = { None };
        /// Whether the method's response is, or contains, the ID of a broadcast transaction.
        fn sends_transaction(method: &str) -> bool;
        /// Whether this method can move money. The engine records the response of such a method, however late it is.
        fn moves_money(method: &str, params: &Value) -> bool;
        /// Whether some browser wallets can't receive every field of this method's requests. The engine rejects such a request before the
        /// user reviews it.
        fn is_told_in_parts(method: &str) -> bool = { false };
        /// Whether the user reviews a request before the wallet gets it (10.12), decided without loading the reader. `is_always` includes
        /// harmless requests (option `reviewRequests`). By default,
        /// every method that needs the approval of the user.
        fn is_read_first(method: &str, params: &Value, is_always: bool) -> bool = { Self::method(method) == Some(MethodClass::Approval) };
        /// The method that returns the wallet's chain. `None` for a namespace whose wallets don't have a current chain.
        fn chain_method() -> Option<&'static str> = { None };
        /// Whether this method acts on the wallet's current chain, or signs for it. The engine compares the wallet's chain before the user
        /// reviews the request, and again before the wallet gets it.
        fn is_of_chain(method: &str) -> bool = { false };
        /// Adds the chain to the request, if requests of this namespace can name one.
        fn on_chain(method: &str, params: Value, chain: &ChainId) -> Value = { params };
        /// The request for a browser wallet, with the account and the network filled in. Returns `None` if the request names another account
        /// or network.
        fn in_page(method: &str, params: Value, chain: &ChainId, address: &str) -> Option<Value>;
        /// The request for a wallet that is connected through WalletConnect. The session's request names the chain
        /// (docs/spec/walletconnect.md section 11).
        fn over_relay(params: Value) -> Value;
        /// The response without the fields that can't be compared with the request.
        fn comparable(response: Value) -> Value = { response };
        /// The events of a session proposal (docs/spec/rpc.md section 2).
        fn session_events() -> &'static [&'static str] = { EVENTS };
        /// Whether a wallet can add a network that the page describes (`wallet_addEthereumChain`).
        fn adds_networks() -> bool = { false };
        /// Whether an account has addresses for different purposes: payments, and others.
        fn has_purposes() -> bool = { false };
        /// The response to the namespace's request for accounts.
        fn accounts(addresses: &[String]) -> Value = { addresses.iter().map(|address| Value::from(address.as_str())).collect() };

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
        fn forms(reference: &str, address: &str) -> Option<(String, String)> = { None };
        /// The display form of an address from an untrusted list. Corrects case without a meaning.
        fn listed(address: &str) -> Option<String>;
        /// Reads a typed text as a name. `None` if no registry of the namespace can have it.
        fn name(typed: &str) -> Option<Written> = { None };
    }
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
