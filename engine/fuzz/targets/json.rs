//! Foreign JSON: it is read as `serde_json` reads it, written and read again as the same; every reader is total.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::error::PeerError;
use walletconnect::json::{self, Read as _};

fuzz_target!(|text: &str| {
    // a field of this name is what serde_json calls its numbers: it makes a number of the object
    if !text.contains("private::Number") {
        assert_eq!(json::read(text), serde_json::from_str(text).ok());
    }
    let Some(value) = json::message(text) else { return };
    assert_eq!(json::message(&value.to_string()).as_ref(), Some(&value));
    for key in ["id", "params", "a"] {
        let _ =
            (value.text(key), value.filled(key), value.whole(key), value.flag(key), value.list(key).len());
        let _ = json::texts(value.field(key));
    }
    let error = PeerError::read(&value);
    assert_eq!(PeerError::read(&error.value()), error);
});
