//! Every host, started in this process on a free port and asked over HTTP, with a chain that
//! answers from a table, or with real ones where the chain's data is the subject.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]
#![allow(clippy::too_many_lines, reason = "tables of cases")]

mod analytics;
mod anvil;
mod contracts;
mod control;
mod convert;
mod convert_refusals;
mod data;
mod demo_wallet;
mod ens;
mod exchange;
mod explorer;
mod history;
mod names;
mod onramp;
mod owner;
mod page;
mod pay;
mod pocket_wallet;
mod program;
mod proof;
mod registry;
mod relay;
mod relay_client;
mod relay_doors;
mod relay_faults;
mod secure;
mod secure_proofs;
mod smart_sessions;
mod support;
mod swap_lies;
mod wallet_services;
