//! Wallets that are not in this page.

pub mod flow;
pub mod load;
pub mod model;

use crate::flow::{Cx, Flow};
pub use model::*;
use serde_json::json;

/// Loads the listing of an id.
pub(crate) fn load_listing(cx: &Cx, id: &str) -> Flow {
    cx.run("directory", "load", json!({ "id": id }))
}
