//! Pairing URIs: a parsed URI encodes and parses to the same value.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::uri::PairingUri;

fuzz_target!(|text: &str| {
    if let Some(mut uri) = PairingUri::parse(text) {
        // names with signs in them are read leniently and are never written
        uri.methods.retain(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'));
        assert_eq!(PairingUri::parse(&uri.to_string()), Some(uri));
    }
});
