//! State and slices of what moves money.

pub mod send;
pub mod transactions;
