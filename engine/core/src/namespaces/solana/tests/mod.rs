//! Attacks, and invariants of any bytes.

#[cfg(test)]
mod attacks;
pub mod fuzz;
#[cfg(test)]
mod malicious_requests;
