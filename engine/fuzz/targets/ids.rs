//! Ids of peers: echoed exactly.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::ids::Id;

fuzz_target!(|text: &str| {
    let Some(id) = Id::parse(text) else { return };
    let written = id.to_string();
    assert_eq!(id.value().to_string(), written);
    assert_eq!(Id::parse(&written).as_ref(), Some(&id));
    if let Some(number) = id.number() {
        assert_eq!(
            id.ms(),
            (number >= 1_000 || written.trim_matches('"').len() > 3).then_some(number / 1_000)
        );
    }
});
