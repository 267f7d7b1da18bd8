//! Cosmos: Protobuf, and denominations.

pub mod denoms;
pub mod wire;
