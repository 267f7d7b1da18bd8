//! The wallet-services API (services.md A3): one function a call.

use super::{Call, ask};
use crate::error::Result;
use crate::flow::Cx;
use alloc::vec::Vec;
use serde_json::Value;

/// `GET /appkit/v1/config` -> the body; what it means is a rule of `features::remote_config` (7.26).
///
/// # Errors
/// As [`ask`].
pub async fn config(cx: &Cx) -> Result<Value> {
    let base = cx.read(|s| s.options.services.wallet.clone());
    ask(cx, Call { base: &base, path: "/appkit/v1/config".into(), query: Vec::new(), body: None }).await
}
