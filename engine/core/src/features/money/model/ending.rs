//! The one ending of a journey that moves money: what has gone, what has come, and to whom. It stays until the user leaves it
//! (docs/spec/views.md section 6).

use super::send::SendParty;
use crate::namespaces::transfer::Added;
use alloc::string::String;
use serde::Serialize;

/// What was sent, swapped or bought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ending {
    /// What has gone, exact: "2 ETH"; nothing of a purchase, which is paid elsewhere.
    pub gave: Option<String>,
    /// What has come: "6,211.04 DUSD"; nothing of a send, and of a purchase whose amount no one says.
    pub got: Option<String>,
    /// Of what has come no more is known than its least.
    pub at_least: bool,
    /// Who was sent to.
    pub to: Option<SendParty>,
    /// What its wallet has added, its fee as people read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub added: Option<Added>,
    /// Its page.
    pub explorer_url: Option<String>,
}
