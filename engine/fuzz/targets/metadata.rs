//! What a peer says of itself: within bounds, links of known kinds only, and the same when it is read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use walletconnect::client::Metadata;
use walletconnect::json;

fuzz_target!(|text: &str| {
    let Some(value) = json::message(text) else { return };
    let read = Metadata::read(&value);
    assert_eq!(Metadata::read(&read.value()), read);
    assert!(read.icons.iter().chain([&read.url]).all(|url| url.is_empty() || url.starts_with("https://")));
    let links = read.redirect.iter().flat_map(|redirect| redirect.native.iter().chain(&redirect.universal));
    assert!(links.into_iter().all(|link| !link.to_lowercase().starts_with("javascript:")));
    assert!(!read.name.chars().any(char::is_control));
});
