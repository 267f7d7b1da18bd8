//! Verifies another sender's transaction as a payment, through the balances before and after it.

use super::{key, senders};
use crate::entities::Network;
use crate::flow::Cx;
use crate::json::Read;
use crate::namespaces::transfer::Transfer;
use alloy_primitives::U256;
use serde_json::Value;

/// Whether the transaction succeeded in a block that is new enough, and paid at least this amount of this asset to this
/// recipient.
pub(super) async fn pays(
    cx: &Cx,
    network: &Network,
    id: &str,
    wanted: &Transfer,
    since_ms: u64,
) -> Option<bool> {
    let (given, found) = senders::found(cx, network, id).await?;
    let meta = found.field("meta")?;
    // the transaction of an earlier payment of the same amount isn't this payment
    let is_old = found.whole("blockTime")?.saturating_mul(1_000) < since_ms;
    if meta.get("err") != Some(&Value::Null) || is_old {
        return Some(false);
    }
    let units = wanted.amount.units;
    let (before, after) = match &wanted.token {
        Some(token) => {
            let of = |name: &str| -> Option<U256> {
                meta.list(name).iter().try_fold(U256::ZERO, |sum, of| {
                    let is_it = of.text("mint") == Some(token) && of.text("owner") == Some(&wanted.to);
                    match is_it {
                        true => sum.checked_add(of.field("uiTokenAmount")?.text("amount")?.parse().ok()?),
                        false => Some(sum),
                    }
                })
            };
            (of("preTokenBalances")?, of("postTokenBalances")?)
        }
        None => {
            let keys = senders::accounts(&given.message, &found);
            let to = key(&wanted.to)?;
            let Some(at) = keys.iter().position(|of| *of == to) else { return Some(false) };
            let of = |name: &str| meta.list(name).get(at).and_then(Value::as_u64).map(U256::from);
            (of("preBalances")?, of("postBalances")?)
        }
    };
    Some(after.saturating_sub(before) >= units)
}
