//! Every host, started in this process on a free port and asked over HTTP, with a chain that
//! answers from a table, or with real ones where the chain's data is the subject.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod analytics;
mod anvil;
mod contracts;
mod control;
mod data;
mod demo_wallet;
mod explorer;
mod history;
mod page;
mod pocket_wallet;
mod program;
mod registry;
mod relay;
mod relay_client;
mod relay_doors;
mod relay_faults;
mod support;
mod wallet_services;
