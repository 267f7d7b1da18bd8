//! The wallets of one user: the connected ones, and earlier ones (2.11, 10.19).

pub mod flow;
pub mod model;
