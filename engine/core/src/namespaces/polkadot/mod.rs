//! Polkadot, in the shape that every namespace has ([`super`]).

pub mod codec;
pub mod holdings;
pub mod reader;
pub mod rules;
pub mod sign_in;
#[cfg(test)]
mod tests;

pub use rules::Polkadot;
pub(crate) use rules::SIGN_MESSAGE;
use rules::{is_first_block, is_for};
