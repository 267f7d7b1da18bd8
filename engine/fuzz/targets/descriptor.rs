//! A descriptor of ERC-7730, or a signature, in the first line; call data, or a message to be signed, in the second.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| wallet_engine::namespaces::eip155::reader::descriptor::fuzz::line(text));
