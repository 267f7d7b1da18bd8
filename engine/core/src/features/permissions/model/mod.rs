//! What is known of what others may do, and what is rendered of it.

pub mod lines;
pub mod permits;
pub mod sessions;
