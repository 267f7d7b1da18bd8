//! Foreign JSON: the readers of the protocol crate, which the whole engine uses.

pub use walletconnect::json::*;
