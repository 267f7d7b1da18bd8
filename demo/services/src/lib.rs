//! The demo's services: every host that the modal talks to, in one local process.
//!
//! Where to start:
//! - [`hosts`]: the table of hosts, one row and one file each; what a host answers, and the state it keeps, is in its file;
//! - [`world`]: what they share; [`ports`]: where each of them is;
//! - [`wire`]: what surrounds every host: cross-origin rules, security headers, the request log and the faults of tests;
//! - [`admission`]: the strict checks that every API call passes first;
//! - [`relay`]: what the two relay hosts share: topics, mailbox, deliveries;
//! - [`secure`]: who logs in to the embedded wallet: users, devices, codes, mails, sessions;
//! - [`swaps`]: the router and the pools on the chains;
//! - [`ens`]: names, on a chain of their own;
//! - [`smart_sessions`]: what owners of smart accounts have granted to keys;
//! - [`sellers`]: who sells for money or pays from an account with them, and from where it is sent; [`orders`]: what was ordered of them;
//!   [`onramp`]: what it costs;
//! - [`names`]: the registry of `reown.id`;
//! - [`lies`], [`clock`]: what tests have hosts say and how late it is;
//! - [`start`]: wait for the chain, bind the ports, serve until told to stop.

pub mod abi;
pub mod admission;
pub mod args;
pub mod assets;
pub mod chain;
pub mod clock;
pub mod compiled;
pub mod control;
pub mod csp;
pub mod deploy;
pub mod ens;
pub mod files;
pub mod forms;
pub mod history;
pub mod host;
pub mod hosts;
pub mod ids;
pub mod images;
pub mod lies;
pub mod markup;
pub mod names;
pub mod networks;
pub mod onramp;
pub mod orders;
pub mod params;
pub mod ports;
pub mod projects;
pub mod reads;
pub mod registry;
pub mod relay;
pub mod reply;
pub mod secure;
pub mod sellers;
pub mod signatures;
pub mod smart_sessions;
pub mod start;
pub mod store;
pub mod swaps;
pub mod tokens;
pub mod units;
pub mod wire;
pub mod world;

#[cfg(test)]
mod contract;
