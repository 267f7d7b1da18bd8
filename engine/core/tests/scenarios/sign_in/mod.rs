//! Signing in with the wallet.

mod bitcoin;
mod bitcoin_messages;
mod cosmos;
mod ends;
mod journey;
mod one_tap;
mod parts;
mod polkadot;
mod solana;
mod unhappy;
mod walks;
