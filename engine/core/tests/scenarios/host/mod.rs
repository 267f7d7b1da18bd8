//! Options, requests and reports.

mod options;
mod options_live;
mod requests;
mod telemetry;
