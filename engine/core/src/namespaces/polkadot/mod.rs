//! Polkadot, in the shape that every namespace has ([`super`]).

pub mod codec;
pub mod holdings;
pub mod reader;
pub mod rules;
pub mod sign_in;
#[cfg(test)]
mod tests;

pub(crate) use rules::SIGN_MESSAGE;
pub use rules::{Polkadot, SESSION_METHODS, method};
use rules::{is_first_block, is_for};
