//! Envelopes of type 1: any text, and any sender's key with any bytes behind it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::envelope::{self, Envelope};

const PRIVATE: [u8; 32] = [9; 32];

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = core::str::from_utf8(bytes) {
        assert_eq!(envelope::decode1(text, &PRIVATE), None);
    }
    if let Some((sender, sealed)) = bytes.split_first_chunk() {
        let envelope = Envelope::Sealed1 { sender: *sender, nonce: [1; 12], sealed: sealed.into() };
        let text = fuzz::base64(&envelope.bytes());
        assert_eq!(Envelope::read(&text), Some(envelope));
        assert_eq!(envelope::decode1(&text, &PRIVATE), None);
    }
});
