//! Bitcoin, in the shape that every namespace has ([`super`]).

pub mod codec;
pub mod holdings;
pub mod money;
pub mod reader;
pub mod rules;
pub mod sign_in;
#[cfg(any(test, feature = "twins"))]
pub mod tests;

pub use rules::Bip122;
use rules::{SEND, SIGN_PSBT, is_for, transaction_id};
pub(crate) use rules::{SIGN_MESSAGE, is_taproot};
