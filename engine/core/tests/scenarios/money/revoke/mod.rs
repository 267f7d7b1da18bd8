//! Allowances of tokens: found, said by the node, taken back (10.37).

mod confirm;
pub use confirm::previewed;
mod list;
mod relay;
pub mod support;
