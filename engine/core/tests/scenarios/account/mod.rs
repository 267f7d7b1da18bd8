//! Balance, tokens, history, who an address is.

mod activity;
mod services;
mod tokens;
