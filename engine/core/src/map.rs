//! Maps for a handful of entries: those of the protocol crate.

pub use walletconnect::map::*;
