//! Revert data of contract calls (EIP-3668), and responses of name resolvers (ENSIP-10).
#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_engine::namespaces::eip155::codec::offchain::{OffchainLookup, bytes_returned, is_true};

fuzz_target!(|bytes: &[u8]| {
    if let Some(lookup) = OffchainLookup::read(bytes) {
        // nothing is read that is not there
        let all: usize = lookup.urls.iter().map(String::len).sum();
        assert!(lookup.urls.len() <= 16 && all <= 16 * 2_048 && lookup.call_data.len() <= bytes.len());
        for template in &lookup.urls {
            let (url, has_data) = lookup.url(template);
            assert_eq!(has_data, template.contains("{data}"));
            assert!(url.len() <= template.len() * (2 * bytes.len() + 42));
        }
        assert!(lookup.checked(bytes).len() >= 2 * bytes.len());
    }
    if let Ok(text) = core::str::from_utf8(bytes) {
        if let Some(inner) = bytes_returned(text) {
            assert!(inner.len() <= text.len() + 2);
        }
        assert!(!is_true(text) || text.len() >= 64);
    }
});
