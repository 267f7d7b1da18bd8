//! Requests to an Esplora indexer for Bitcoin: an address (`/address/{a}`, `/utxo`, `/txs`), a transaction
//! (`/tx/{id}`), fees (`/fee-estimates`). Amounts are integers in sats.

use crate::amount::{Amount, of_number};
use crate::api::rest;
use crate::constants::OTHERS_MAX;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use alloc::string::ToString;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The maximum supply in sats. A larger amount is invalid.
pub(crate) const SATS_MAX: u64 = 2_100_000_000_000_000;

/// The maximum number of outputs of a transaction that are summed.
const OUTPUTS_MAX: usize = 1_000;

pub(crate) fn unreadable(network: &Network) -> Error {
    Error::Unreadable { from: network.name.clone() }
}

/// Converts sats to an amount of the network's coin.
pub(crate) fn sats(units: u64, network: &Network) -> Amount {
    Amount::new(U256::from(units), network.native_currency.decimals)
}

/// The received and spent totals of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Had {
    got: u64,
    spent: u64,
    transactions: u64,
}

fn had(of: &Value) -> Option<Had> {
    let (got, spent) = (of.whole("funded_txo_sum")?, of.whole("spent_txo_sum")?);
    let is_sum = |sum: u64| sum <= SATS_MAX.saturating_mul(1_000);
    let all = Had { got, spent, transactions: of.whole("tx_count")? };
    (is_sum(got) && is_sum(spent)).then_some(all)
}

/// The totals of an address, confirmed and pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AddressTotals {
    in_blocks: Had,
    pending: Had,
}

impl AddressTotals {
    /// The amount that is certainly spendable: confirmed funds minus pending spends.
    pub(crate) fn settled(&self) -> u64 {
        let all =
            (self.in_blocks.got + self.pending.got).saturating_sub(self.in_blocks.spent + self.pending.spent);
        self.in_blocks.got.saturating_sub(self.in_blocks.spent).min(all)
    }

    /// The pending incoming amount, minus its own inputs.
    pub(crate) fn arriving(&self) -> u64 {
        let all =
            (self.in_blocks.got + self.pending.got).saturating_sub(self.in_blocks.spent + self.pending.spent);
        all.saturating_sub(self.settled())
    }

    /// Whether a block contains a transaction of the address.
    pub(crate) fn is_in_blocks(&self) -> bool {
        self.in_blocks.transactions > 0
    }

    /// The number of transactions of the address, including pending ones.
    pub(crate) fn transactions(&self) -> u64 {
        self.in_blocks.transactions.saturating_add(self.pending.transactions)
    }
}

pub(crate) async fn held(cx: &Cx, network: &Network, address: &str) -> Result<AddressTotals> {
    let answer = rest::get(cx, network, &["/address/", address].concat()).await?;
    let read = || {
        let (in_blocks, pending) = (had(answer.field("chain_stats")?)?, had(answer.field("mempool_stats")?)?);
        Some(AddressTotals { in_blocks, pending })
    };
    read().ok_or_else(|| unreadable(network))
}

/// The number of unspent outputs of an address in blocks.
pub(crate) async fn pieces(cx: &Cx, network: &Network, address: &str) -> Result<u64> {
    let answer = rest::get(cx, network, &["/address/", address, "/utxo"].concat()).await?;
    let list = answer.as_array().ok_or_else(|| unreadable(network))?;
    let is_settled =
        |of: &&Value| of.field("status").and_then(|status| status.flag("confirmed")) == Some(true);
    Ok(list.iter().filter(is_settled).count() as u64)
}

/// The fee rate for one of the next two blocks, in sats per thousand virtual bytes.
pub(crate) async fn rate(cx: &Cx, network: &Network) -> Result<u64> {
    let answer = rest::get(cx, network, "/fee-estimates").await?;
    // sats per virtual byte, as a JSON number
    let found = ["2", "1", "3"].into_iter().find_map(|blocks| answer.get(blocks).filter(|of| of.is_number()));
    let rate = found.and_then(|of| of_number(&of.to_string(), 3));
    let rate = rate.and_then(|rate| u64::try_from(rate.units).ok()).filter(|rate| *rate <= RATE_MAX);
    // an empty chain returns no estimates, and nodes don't relay lower fees
    Ok(rate.unwrap_or(RATE_MIN).max(RATE_MIN))
}

/// The minimum relay fee, in sats per thousand virtual bytes.
const RATE_MIN: u64 = 1_000;
/// The maximum fee rate. A node's higher estimate isn't used.
const RATE_MAX: u64 = 10_000_000;

/// The fields of a transaction that the engine needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Transaction {
    pub(crate) id: alloc::string::String,
    /// The sending addresses, if the indexer knows them.
    pub(crate) from: Vec<alloc::string::String>,
    /// The recipients and their amounts.
    pub(crate) to: Vec<(alloc::string::String, u64)>,
    /// The sum of outputs without an address.
    unnamed: u64,
    /// The time of its block, in milliseconds since 1970. `None` while it isn't in a block.
    block_ms: Option<u64>,
    /// The height of its block.
    pub(crate) height: Option<u64>,
}

impl Transaction {
    fn read(of: &Value) -> Option<Self> {
        let address = |of: &Value| of.text("scriptpubkey_address").map(ToString::to_string);
        let from = of.list("vin").iter().filter_map(|of| address(of.field("prevout")?)).collect();
        let (mut to, mut unnamed) = (Vec::new(), 0u64);
        for (who, sats) in of.list("vout").iter().filter_map(|of| Some((address(of), of.whole("value")?))) {
            match who {
                Some(who) => to.push((who, sats)),
                None => unnamed = unnamed.saturating_add(sats),
            }
        }
        let block_s = of.field("status").and_then(|status| status.whole("block_time"));
        let block_ms = block_s.map(|seconds| seconds.saturating_mul(1_000));
        let height = of.field("status").and_then(|status| status.whole("block_height"));
        Some(Self {
            id: crate::namespaces::bip122::transaction_id(of.text("txid")?)?,
            from,
            to,
            unnamed,
            block_ms,
            height,
        })
    }

    /// Whether its block is at most at this height, or not newer than this time. An older time alone proves nothing: a
    /// miner can set one from two hours before, and our clock can be fast.
    pub(crate) fn is_older(&self, than_ms: u64, height: Option<u64>) -> Option<bool> {
        let is_below = self.height.zip(height).is_some_and(|(of, height)| of <= height);
        if is_below {
            return Some(true);
        }
        let is_in_block = self.height.is_some() || self.block_ms.is_some();
        let is_told = self.height.and(height).is_some() || self.block_ms.is_some_and(|at| at >= than_ms);
        (!is_in_block || is_told).then_some(false)
    }

    /// Whether it pays exactly this amount to an address.
    pub(crate) fn pays(&self, to: &str, units: u64) -> bool {
        self.to.iter().any(|(who, sats)| who == to && *sats == units)
    }

    /// Its other outputs to unknown addresses: each address once, the largest first. Those beyond [`OTHERS_MAX`], and
    /// those without an address, are one sum.
    pub(crate) fn beside(
        &self,
        to: &str,
        units: u64,
        own: &[alloc::string::String],
    ) -> Vec<(Option<&str>, u64)> {
        let payment = self.to.iter().position(|(who, sats)| who == to && *sats == units);
        let mut sums: Vec<(Option<&str>, u64)> = Vec::new();
        let mut rest = self.unnamed;
        let foreign = |(at, (who, sats)): &(usize, &(_, u64))| {
            Some(*at) != payment && *sats > 0 && own.iter().all(|known| known != who)
        };
        for (_, (who, sats)) in self.to.iter().enumerate().filter(foreign) {
            let has_room = sums.len() < OUTPUTS_MAX;
            match sums.iter_mut().find(|(known, _)| *known == Some(&**who)) {
                Some((_, sum)) => *sum = sum.saturating_add(*sats),
                None if has_room => sums.push((Some(who), *sats)),
                None => rest = rest.saturating_add(*sats),
            }
        }
        let mut first = Vec::new();
        while first.len() < OTHERS_MAX
            && let Some(at) = (0..sums.len()).max_by_key(|at| sums.get(*at).map(|(_, sum)| *sum))
        {
            first.push(sums.swap_remove(at));
        }
        rest = sums.iter().fold(rest, |rest, (_, sum)| rest.saturating_add(*sum));
        first.extend((rest > 0).then_some((None, rest)));
        first
    }
}

/// The network's transaction with this ID. `None` while it is unknown.
///
/// # Errors
/// No node responded.
pub(crate) async fn transaction(cx: &Cx, network: &Network, id: &str) -> Result<Option<Transaction>> {
    match rest::get(cx, network, &["/tx/", id].concat()).await {
        Ok(answer) => {
            let found = Transaction::read(&answer).filter(|of| of.id == id);
            found.map(Some).ok_or_else(|| unreadable(network))
        }
        Err(Error::Http { status: 404, .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether the transaction is in a block. `None` if no node responds.
pub(crate) async fn is_in_block(cx: &Cx, network: &Network, id: &str) -> Option<bool> {
    let status = rest::get(cx, network, &["/tx/", id, "/status"].concat()).await.ok()?;
    // one field isn't enough, because a confirmed transaction also has a block hash
    let has_block =
        || status.text("block_hash").and_then(crate::namespaces::bip122::transaction_id).is_some();
    Some(status.flag("confirmed")? && has_block())
}

/// The newest transactions of an address, pending ones first.
pub(crate) async fn newest(cx: &Cx, network: &Network, address: &str) -> Option<Vec<Transaction>> {
    let answer = rest::get(cx, network, &["/address/", address, "/txs"].concat()).await.ok()?;
    answer.as_array()?.iter().map(Transaction::read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(chain: [u64; 2], pending: [u64; 2]) -> AddressTotals {
        let had = |[got, spent]: [u64; 2]| Had { got, spent, transactions: 1 };
        AddressTotals { in_blocks: had(chain), pending: had(pending) }
    }

    // req: 10.44
    #[test]
    fn counts_outgoing_pending_coins_as_spent_and_incoming_as_arriving() {
        assert_eq!(of([900, 300], [0, 0]).settled(), 600);
        assert_eq!(of([900, 300], [500, 0]).settled(), 600, "it may be replaced");
        assert_eq!(of([900, 300], [0, 400]).settled(), 200);
        // a spend of 600, of which 150 return
        assert_eq!(of([900, 300], [150, 600]).settled(), 150);
        assert_eq!(of([0, 0], [0, 9]).settled(), 0);
        assert_eq!(of([900, 300], [500, 0]).arriving(), 500);
        assert_eq!(of([900, 300], [150, 600]).arriving(), 0, "what comes back of a piece was there before");
        assert_eq!(of([900, 300], [0, 400]).arriving(), 0);
    }

    #[test]
    fn rejects_impossible_sums() {
        let stats = |got: Value| json!({"funded_txo_sum": got, "spent_txo_sum": 0, "tx_count": 1});
        assert!(had(&stats(json!(7))).is_some());
        for wrong in [json!(-7), json!(1.5), json!("7"), json!(u64::MAX), Value::Null] {
            assert_eq!(had(&stats(wrong.clone())), None, "{wrong}");
        }
    }
}
