//! The known permissions, and their rendering.

pub mod lines;
pub mod permits;
pub mod sessions;
