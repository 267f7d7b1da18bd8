//! Wallets on another device (WalletConnect).

pub mod ask;
pub mod model;
mod offer;
pub mod pairing;
mod requests;
pub mod sessions;

use crate::flow::{Cx, Flow};
pub use model::*;
use serde_json::json;

/// Connects a wallet that is not in this page, by the id of its listing: the attempt of this number.
pub(crate) fn start(cx: &Cx, id: &str, round: u32) -> Flow {
    cx.run("pairing", "start", json!({ "id": id, "round": round }))
}
