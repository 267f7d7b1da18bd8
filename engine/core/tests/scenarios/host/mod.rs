//! Options, requests and reports.

mod descriptors;
mod options;
mod options_live;
mod requests;
mod review;
mod telemetry;
mod tracked;
