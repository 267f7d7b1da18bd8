//! Every host, started in this process on a free port and asked over HTTP, with a chain that answers from a table.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod control;
mod data;
mod demo_wallet;
mod explorer;
mod page;
mod program;
mod support;
mod wallet_services;
