//! Bitcoin: the encodings of transactions, scripts and PSBTs.

pub mod psbt;
pub mod script;
pub mod sighash;
pub mod transaction;
pub mod wire;
