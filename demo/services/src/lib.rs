//! The demo's services: every host that the modal talks to, in one local process.
//!
//! Where to start:
//! - [`hosts`]: the table of hosts, one row and one file each; what a host answers, and the state it keeps, is in its file;
//! - [`world`]: what they share; [`ports`]: where each of them is;
//! - [`wire`]: what surrounds every host: cross-origin rules, security headers, the request log and the faults of tests;
//! - [`admission`]: the strict checks that every API call passes first;
//! - [`relay`]: what the two relay hosts share: topics, mailbox, deliveries;
//! - [`start`]: wait for the chain, bind the ports, serve until told to stop.

pub mod abi;
pub mod admission;
pub mod args;
pub mod assets;
pub mod chain;
pub mod control;
pub mod csp;
pub mod deploy;
pub mod files;
pub mod history;
pub mod host;
pub mod hosts;
pub mod ids;
pub mod images;
pub mod networks;
pub mod params;
pub mod ports;
pub mod projects;
pub mod registry;
pub mod relay;
pub mod reply;
pub mod start;
pub mod store;
pub mod tokens;
pub mod units;
pub mod wire;
pub mod world;

#[cfg(test)]
mod contract;
