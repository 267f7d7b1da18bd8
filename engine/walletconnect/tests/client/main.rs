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
mod bounds;
mod chaos;
mod connect;
mod hostile;
mod network;
mod order;
mod request;
mod restart;
mod session;
mod settle;
#[path = "../support/mod.rs"]
mod support;
