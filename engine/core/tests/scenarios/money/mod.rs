//! Sending and swapping.

pub mod bitcoin;
pub mod bundles;
mod changes;
mod counted;
mod dollars;
mod following;
mod moments;
mod name_gateways;
mod names;
mod ours;
mod outcomes;
mod pending;
mod receivers;
mod relay_send;
pub mod revoke;
mod same_task;
mod send;
mod shown;
pub mod solana;
mod solana_attacks;
mod solana_relay;
mod sped_up;
mod swap;
mod timeline;
mod token_send;
mod token_send_races;
mod two_tabs;
