//! The result view of a journey that moves money: the sent and received amounts, and the recipient. It stays until the user leaves it
//! (docs/spec/views.md section 6).

use super::preview::SendParty;
use crate::namespaces::transfer::Added;
use alloc::string::String;
use serde::Serialize;

/// The kind: sent, swapped or bought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ending {
    /// The exact amount sent: "2 ETH". `None` for a purchase, which is paid elsewhere.
    pub gave: Option<String>,
    /// The amount received: "6,211.04 DUSD". `None` for a send, and for a purchase of unknown amount.
    pub got: Option<String>,
    /// `got` is only a minimum, because the exact amount is unknown.
    pub at_least: bool,
    /// The recipient.
    pub to: Option<SendParty>,
    /// The parts that the wallet added, with a formatted fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub added: Option<Added>,
    /// The transaction's page in the block explorer.
    pub explorer_url: Option<String>,
}
