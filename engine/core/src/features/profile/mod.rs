//! The wallets of one person: those that are connected, and those that were (2.11, 10.19).

pub mod flow;
pub mod model;
