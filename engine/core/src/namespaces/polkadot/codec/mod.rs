//! Polkadot: the encodings of addresses, metadata and calls.

pub mod digest;
pub mod metadata;
pub mod scale;
pub mod ss58;
pub mod values;
