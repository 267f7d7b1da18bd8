//! The engine of wallet-modal: all rules and all state. It never uses a browser type, the clock, randomness or I/O
//! directly.
//!
//! # Where to start
//! - [`features`]: the product on one screen, with one folder per subject; [`features::money::send`] is one complete
//!   journey
//! - [`engine`]: dispatches commands, reads slices; only routing
//! - [`flow`]: the interface for flows, and their cancellation
//! - [`store`]: the state tree; [`snapshot`]: its slices; [`event`]: its events
//! - [`ports`]: the only way to the outside; [`connectors`], [`namespaces`]: wallets and namespaces
//! - [`error`], [`alert`], [`constants`]: every text and every limit of the specification, once
//!
//! `engine/web` is the browser's side. `tests/` has scenarios that drive the engine with a virtual clock.

#![cfg_attr(
    test,
    allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop at the first fault")
)]
#![cfg_attr(test, allow(clippy::too_many_lines, reason = "tables of cases"))]
#![cfg_attr(
    test,
    allow(missing_docs, reason = "command types exist for the contract, which carries their variants' docs")
)]

extern crate alloc;

pub mod alert;
pub mod amount;
pub mod api;
pub mod caip;
pub mod command;
pub mod connectors;
pub mod constants;
pub mod device;
pub mod engine;
pub mod entities;
pub mod error;
pub mod event;
pub mod features;
pub mod flow;
pub mod format;
pub mod json;
pub mod links;
pub mod map;
pub mod namespaces;
pub mod options;
pub mod ports;
pub mod qr;
pub mod services;
pub mod signing;
pub mod snapshot;
pub mod storage;
pub mod store;
pub mod text;
pub mod time;
pub mod urls;

#[cfg(test)]
mod contract;

#[cfg(test)]
mod repo_checks;

#[cfg(test)]
mod layers;

#[cfg(test)]
mod spec;
