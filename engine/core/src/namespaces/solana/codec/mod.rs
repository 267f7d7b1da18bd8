//! Solana: the encoding of transactions.

pub mod wire;
pub mod written;
