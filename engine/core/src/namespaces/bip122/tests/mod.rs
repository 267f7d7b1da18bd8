//! Requests, attacks, vectors of other libraries, and the documents for them.

#[cfg(test)]
mod malicious_requests;
#[cfg(test)]
mod requests;
#[cfg(test)]
mod vectors;
pub mod written;
