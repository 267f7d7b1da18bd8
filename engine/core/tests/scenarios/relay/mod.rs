//! Wallets on another device.

mod attacks;
mod families;
mod pairing;
mod proof;
mod secrets;
mod tabs;
