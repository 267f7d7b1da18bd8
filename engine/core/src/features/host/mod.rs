//! The host's own calls: options, EIP-1193 requests; reports with consent.

pub mod model;
pub mod options;
pub mod requests;
pub mod telemetry;

pub(crate) use telemetry::failed;
