//! The embedded wallet: its frame is the test.

mod assets;
mod away;
mod closed;
mod effects;
pub mod email;
pub mod families;
mod first;
mod forged;
mod grants;
mod methods;
pub mod peer;
mod project;
mod sign_in;
pub mod smart;
mod social;
mod tracked;
mod waiting;
mod windows;
