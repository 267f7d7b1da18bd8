//! Queries the chain that a wallet reports.

use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::entities::WalletHandle;
use crate::error::Result;
use crate::flow::Cx;
use crate::json::json;
use crate::ports::Local;
use alloc::boxed::Box;

/// Queries the wallet's current chain: `Some(None)` if its response is unreadable. `None` in a namespace whose wallets
/// have no current chain, because each request names one.
///
/// # Errors
/// The wallet's errors.
#[must_use]
pub fn of(cx: &Cx, namespace: Namespace, wallet: WalletHandle) -> Option<Local<Result<Option<ChainId>>>> {
    let method = super::chain_method(namespace)?;
    let cx = cx.clone();
    Some(Box::pin(async move {
        let answer = connectors::request(&cx, wallet, method, &json!([])).await?;
        Ok(ChainId::of_wallet_value(&answer))
    }))
}
