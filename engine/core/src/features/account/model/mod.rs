//! State and slices of the account.

pub mod accounts;
pub mod activity;
pub mod balances;
pub mod context;
pub mod identity;
pub mod receive;
pub mod tokens;
