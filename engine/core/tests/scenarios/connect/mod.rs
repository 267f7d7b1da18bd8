//! Wallets of this page: connecting, restoring, what is kept.

mod closing;
mod connections;
mod floods;
mod page_wallets;
mod profile;
mod restoring;
