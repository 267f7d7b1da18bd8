//! Cosmos, in the shape that every namespace has ([`super`]).

pub mod codec;
pub mod holdings;
pub mod reader;
pub mod rules;
pub mod sign_in;
#[cfg(any(fuzzing, test, feature = "twins"))]
pub mod tests;

pub use rules::Cosmos;
use rules::is_for;
