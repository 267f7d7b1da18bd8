//! Which chain a wallet is on, by its own word.

use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::entities::WalletHandle;
use crate::error::Result;
use crate::flow::Cx;
use crate::json::json;
use crate::ports::Local;
use alloc::boxed::Box;

/// The chain a wallet is on, asked now: `Some(None)` when it names none that can be read. Nothing for a family whose wallets are on no
/// chain of their own: what they are asked for names it.
///
/// # Errors
/// As the wallet answers.
#[must_use]
pub fn of(cx: &Cx, namespace: Namespace, wallet: WalletHandle) -> Option<Local<Result<Option<ChainId>>>> {
    let method = super::chain_method(namespace)?;
    let cx = cx.clone();
    Some(Box::pin(async move {
        let answer = connectors::request(&cx, wallet, method, &json!([])).await?;
        Ok(ChainId::of_wallet_value(&answer))
    }))
}
