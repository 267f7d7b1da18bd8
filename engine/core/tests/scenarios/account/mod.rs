//! Balance, tokens, history, who an address is.

mod activity;
mod moved;
mod services;
mod tokens;
