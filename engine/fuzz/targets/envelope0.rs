//! Envelopes of type 0: any text, and any bytes sealed under the right key.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::crypto;
use walletconnect::envelope::{self, Envelope};

const KEY: crypto::Key = [9; 32];

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = core::str::from_utf8(bytes) {
        // no bytes are sealed by chance
        assert_eq!(envelope::decode(text, &KEY), None);
        let _ = envelope::hash(text);
        if let Some(envelope) = Envelope::read(text) {
            assert!(envelope.bytes().first().is_some_and(|kind| *kind <= 1));
        }
        let sealed = envelope::encode0(&KEY, [1; 12], text);
        assert_eq!(envelope::decode(&sealed, &KEY).as_deref(), Some(text));
        let bare = sealed.trim_end_matches('=');
        assert_eq!(envelope::decode(bare, &KEY).as_deref(), Some(text));
        assert_eq!(envelope::hash(bare), envelope::hash(&sealed));
    }
    let sealed = crypto::seal(&KEY, [1; 12], bytes);
    assert_eq!(crypto::open(&KEY, &[1; 12], &sealed).as_deref(), Some(bytes));
});
