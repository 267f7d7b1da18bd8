//! toy, in the shape that every namespace has ([`super`]).

pub mod money;
pub mod reader;
pub mod rules;
pub mod sign_in;

pub use rules::Toy;
