//! State and slices of money journeys.

pub mod described;
pub mod ending;
pub mod fault;
pub mod kind;
pub mod preview;
pub mod revoke;
pub mod send;
pub mod stage;
pub mod swap;
pub mod timeline;
pub mod transactions;
pub mod watched;
