//! What guards people in each family, called with anything: no text stops it, and it says the same of two addresses in either order.

use super::{Dice, times};
use wallet_engine::caip::Namespace;
use wallet_engine::namespaces;

/// Addresses of every family, from which most cases are made.
const SEEDS: &[&str] = &[
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0x0000000000000000000000000000000000000000",
    "9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g",
    "1nc1nerator11111111111111111111111111111111",
    "11111111111111111111111111111111",
    "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
    "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq",
    "toy-aaaaaaaaaaaaaaaaaaaaaaak",
    "alice.eth",
    "",
];

/// Letters that are no letters of an address, and those that end a prefix.
const ODD: &[&str] =
    &["1", "0x", "0X", "é", "\u{202e}", "\u{0}", "1é", "𝒳", " ", "\n", "q", "%2F", "toy-", "I", "l"];

fn text(dice: &Dice) -> String {
    let mut letters: Vec<char> = dice.of(SEEDS).chars().collect();
    for _ in 0..dice.below(4) {
        let at = dice.below(letters.len() + 1);
        match dice.below(5) {
            0 => drop(letters.splice(at..at, dice.of(ODD).chars())),
            1 => letters.truncate(at),
            2 => drop(letters.drain(..at)),
            3 => letters.extend(std::iter::repeat_n(*dice.of(&['1', 'q', 'é']), dice.below(300))),
            _ => letters.reverse(),
        }
    }
    letters.into_iter().collect()
}

// req: 10.13
#[test]
fn guards_accept_any_text_and_compare_symmetrically() {
    let dice = Dice::new("guards");
    for case in 0..5_000 * times() {
        let (a, b) = (text(&dice), text(&dice));
        for namespace in Namespace::ALL {
            let rules = namespaces::of(namespace);
            let named = format!("case {case}: {namespace} {a:?} {b:?}");
            drop((
                rules.transaction_id(&a),
                namespaces::name(namespace, &a),
                namespaces::lacks_checksum(namespace, &a),
                ["1", "cosmoshub-4", "000000000019d6689c085ae165831e93", &b]
                    .map(|reference| namespaces::is_on_chain(namespace, reference, None, &a)),
            ));
            if let Some(differs) = namespaces::lookalike(namespace, &a, &b) {
                assert!(differs.iter().all(|at| usize::from(*at) < a.len()), "{named}");
                assert!(!namespaces::is_same(namespace, &a, &b) || rules.address(&a).is_err(), "{named}");
            }
            assert_eq!(namespaces::lookalike(namespace, &a, &a), None, "{named}");
            let same = (namespaces::is_same(namespace, &a, &b), namespaces::is_same(namespace, &b, &a));
            assert_eq!(same.0, same.1, "{named}");
            // what is listed is an address, as it is stored
            if let Some(listed) = namespaces::listed(namespace, &a) {
                assert_eq!(rules.address(&listed).as_ref(), Ok(&listed), "{named}");
                assert!(namespaces::is_same(namespace, &listed, &listed), "{named}");
                assert_eq!(
                    namespaces::is_burn_address(namespace, &listed),
                    namespaces::is_burn_address(namespace, &a),
                    "{named}"
                );
            }
        }
    }
}
