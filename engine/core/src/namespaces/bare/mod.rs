//! A second namespace for tests only, with as little as a namespace with send can have: addresses without a checksum, no sign-in, no memo,
//! no counted transactions, and every default of [`super::Family`]. It never ships. Adding it changed five existing files: `caip.rs`,
//! [`super`], [`super::family`], `features/mod.rs` and `tests/scenarios/main.rs`.

pub mod money;
pub mod reader;
pub mod rules;
pub mod sign_in;

pub use rules::Bare;
