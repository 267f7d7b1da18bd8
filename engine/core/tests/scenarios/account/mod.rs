//! Balance, tokens, history, who an address is.

mod activity;
mod bursts;
mod confirmed;
pub mod cosmos;
mod long_activity;
mod moved;
mod planted;
pub mod polkadot;
mod receive;
mod sent_from_here;
mod services;
mod solana;
mod tokens;
