//! Solana, in the structure that every namespace has ([`super`]).

pub mod codec;
pub mod holdings;
pub mod money;
pub mod reader;
pub mod rules;
pub mod sign_in;
#[cfg(any(fuzzing, test, feature = "twins"))]
pub mod tests;

use rules::{SEND, SIGN, is_for};
pub use rules::{Solana, is_chain};
