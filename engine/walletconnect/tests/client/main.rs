//! Scenarios of the WalletConnect client against a relay and wallets in memory, on a virtual clock.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at the first fault"
)]

mod auth;
mod connect;
mod network;
mod request;
mod restart;
mod session;
#[path = "../support/mod.rs"]
mod support;
