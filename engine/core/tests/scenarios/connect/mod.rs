//! Wallets of this page: connecting, restoring, what is kept.

mod addresses;
mod at_once;
mod bitcoin;
mod closing;
mod connections;
mod cosmos;
mod cosmos_networks;
mod floods;
mod page_wallets;
mod polkadot;
mod profile;
mod restoring;
mod safe;
mod solana;
mod tabs;
