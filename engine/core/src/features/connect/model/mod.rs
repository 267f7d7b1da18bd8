//! State and slices of connecting.

pub mod attempt;
pub mod connections;
pub mod merged;
pub mod page_wallets;
