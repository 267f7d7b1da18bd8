//! A Cosmos document, as bytes or as amino: no bytes stop the reader, it is read in one way, and nothing critical is read as less.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_engine::namespaces::cosmos::tests::fuzz;

fuzz_target!(|bytes: &[u8]| fuzz::document(bytes));
