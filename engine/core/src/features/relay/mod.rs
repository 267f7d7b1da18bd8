//! Wallets on another device (WalletConnect).

pub mod ask;
pub mod model;
pub mod pairing;
pub mod sessions;

use crate::flow::{Cx, Flow};
pub use model::*;
use serde_json::json;

/// Connects a wallet that is not in this page, by the id of its listing.
pub(crate) fn start(cx: &Cx, id: &str) -> Flow {
    cx.run("pairing", "start", json!({ "id": id }))
}
