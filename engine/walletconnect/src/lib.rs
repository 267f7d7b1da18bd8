//! The dApp side of the WalletConnect v2 Sign protocol, as a crate without a socket, a clock or randomness: time and
//! random bytes are arguments, what is to be sent comes out (docs/spec/walletconnect.md).
//!
//! # Where to start
//! - [`client`]: the state machine; [`relay`]: the state of its socket; [`message`]: the methods that peers speak
//! - [`uri`]: what a wallet scans; [`crypto`] and [`envelope`]: what stands between two peers
//! - [`namespaces`]: what is asked of a wallet and what it grants; [`cacao`]: the sign-in that comes with a session
//! - [`ids`], [`json`], [`error`]: ids as peers write them, foreign JSON within bounds, every refusal
//!
//! Bytes of peers never panic: each decoder gives nothing, or an error a peer understands, for what it cannot read.

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
