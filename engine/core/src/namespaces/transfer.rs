//! What a person sends: so much of a coin or token, to an address, on a chain; the same for every family.

use crate::amount::Amount;
use crate::caip::ChainId;
use alloc::string::String;

/// A transfer. Addresses as the family writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Who sends.
    pub from: String,
    /// Who gets it.
    pub to: String,
    /// The token's contract or mint; nothing for the native coin.
    pub token: Option<String>,
    /// Base units.
    pub amount: Amount,
    /// The chain it must happen on.
    pub chain: ChainId,
}
