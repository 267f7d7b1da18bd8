//! Wallets of this page: connecting, restoring, what is kept.

mod connections;
mod page_wallets;
mod profile;
