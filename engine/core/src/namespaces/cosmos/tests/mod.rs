//! Attacks, and invariants of any document.

pub mod fuzz;
#[cfg(test)]
mod malicious_requests;
