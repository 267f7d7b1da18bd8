//! EVM networks: the encodings of calls, requests and responses.

pub mod abi;
pub mod approvals;
pub mod changes;
pub mod execution;
pub mod grants;
mod layout;
pub mod offchain;
pub mod resolver;
pub mod swap;
pub mod transfer;
pub mod unoswap;
pub mod words;
