//! Attacks, and invariants for any bytes.

#[cfg(test)]
mod attacks;
pub mod fuzz;
#[cfg(test)]
mod malicious_requests;
