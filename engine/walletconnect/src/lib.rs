//! The dapp's side of the WalletConnect v2 Sign protocol, without a socket, a clock or randomness. Time and random
//! bytes are arguments, and messages to send are outputs (docs/spec/walletconnect.md).
//!
//! # Where to start
//! - [`client`]: the state machine; [`relay`]: the state of its socket; [`message`]: the methods between peers
//! - [`uri`]: the pairing URI that a wallet scans; [`crypto`] and [`envelope`]: encryption between two peers
//! - [`namespaces`]: proposed and approved namespaces; [`cacao`]: the sign-in of a session
//! - [`ids`], [`json`], [`error`]: IDs in the form of peers, untrusted JSON within limits, all errors
//!
//! Bytes from peers never cause a panic. For invalid ones, a decoder returns `None` or an error of the protocol.

#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        clippy::panic,
        reason = "a test may stop at the first fault"
    )
)]

extern crate alloc;

pub mod base64;
pub mod cacao;
pub mod client;
pub mod crypto;
pub mod envelope;
pub mod error;
pub mod ids;
pub mod json;
pub mod map;
pub mod message;
pub mod namespaces;
pub mod relay;
pub mod uri;
