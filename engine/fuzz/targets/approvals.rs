//! What a node says of allowances: logs, transactions, amounts; and requests that take one back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_engine::namespaces::eip155::codec::approvals::{
    Book, allowed, logs, of_transaction, read_revoke, revoke,
};
use wallet_engine::namespaces::eip155::parse;

const OWNER: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

fuzz_target!(|text: &str| {
    let Ok(value) = wallet_engine::json::parse(text, 256 * 1024) else { return };
    let Ok(owner) = parse(OWNER) else { return };
    let lower = text.to_ascii_lowercase();
    let is_said = |address: &dyn core::fmt::Debug| {
        let hex = format!("{address:?}").to_ascii_lowercase();
        lower.contains(hex.trim_start_matches("0x"))
    };
    for pair in logs(&value, owner).into_iter().flatten().chain(of_transaction(&value, owner)) {
        // only pairs that the node has named
        assert!(is_said(&pair.token) && is_said(&pair.spender), "{pair:?}");
        assert!(is_said(&owner));
    }
    for book in [Book::Token, Book::Permit2] {
        if let Some(found) = allowed(&value, book, 1_700_000_000) {
            let words = value.as_str().expect("a text").len() - 2;
            assert_eq!(words, if book == Book::Token { 64 } else { 192 });
            assert!(found.until_s.is_none_or(|until| until >= 1_700_000_000 || found.units.is_zero()));
        }
    }
    if let Some((from, pair, chain)) = read_revoke(&value) {
        let again = revoke(from, &pair, &chain);
        assert_eq!(read_revoke(&again), Some((from, pair, chain)));
        let data = |request: &serde_json::Value| request[0]["data"].as_str().map(str::to_ascii_lowercase);
        assert_eq!(data(&again), data(&value), "to the last byte");
    }
});
