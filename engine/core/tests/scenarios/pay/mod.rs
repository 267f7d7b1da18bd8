//! Paying: what a host may want paid, from the wallet, with an exchange, and what can go wrong.

mod attacks;
mod exchange;
mod options;
mod wallet;
