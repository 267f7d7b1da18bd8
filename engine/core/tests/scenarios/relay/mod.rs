//! Mobile wallets.

mod addresses;
mod attacks;
mod families;
mod pairing;
mod proof;
mod secrets;
mod tabs;
