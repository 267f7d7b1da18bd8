//! EVM networks, in the structure that every namespace has ([`super`]).

pub mod codec;
pub mod holdings;
pub mod money;
pub mod reader;
pub mod rules;
pub mod sign_in;

#[cfg(test)]
pub(crate) use rules::methods::WALLET;
pub(crate) use rules::methods::{APPROVAL, READ_ONLY};
pub use rules::methods::{SEND, is_send, is_transaction, is_typed};
pub use rules::{
    Eip155, SWAP_CHAINS, TRANSACTION, kind_of, lacks_checksum, named_chain, parse, signed_message,
    transaction_hash,
};
use rules::{bytes_of, is_blind};
