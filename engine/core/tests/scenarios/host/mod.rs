//! Options, requests and reports.

mod bip122;
mod descriptors;
mod errors;
mod intents;
mod options;
mod options_live;
mod own_data;
mod passed_on;
mod polkadot;
mod polkadot_hash;
mod requests;
mod review;
mod sends;
mod solana;
mod solana_attacks;
mod solana_tried;
mod telemetry;
mod tracked;
