//! What others may do with an account without asking again: the list of smart sessions, and taking one back.

mod list;
mod permits;
mod revoke;
pub mod support;
