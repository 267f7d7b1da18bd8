//! Scenarios: the whole engine over in-memory ports and a virtual clock, in folders by subject as in `src/features`. One binary, so
//! that the world (`support`) is compiled and linked once: `cargo test -p wallet-engine --test scenarios money::`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first fault"
)]
#![allow(clippy::too_many_lines, reason = "tables of cases")]

mod account;
mod bare;
mod buy;
mod connect;
mod directory;
mod embedded;
mod host;
mod money;
mod names;
mod networks;
mod paired;
mod pay;
mod permissions;
mod proofs;
mod relay;
mod several;
mod shell;
mod sign_in;
mod support;
mod toy;
