//! A Solana transaction, as its bytes: nothing critical is read as less, and it is read in one way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet_engine::namespaces::solana::reader::instructions::Facts;
use wallet_engine::namespaces::solana::tests::fuzz;

fuzz_target!(|bytes: &[u8]| {
    fuzz::transaction(bytes, &Facts::default());
    fuzz::mint(bytes, 1_790_000_000);
});
