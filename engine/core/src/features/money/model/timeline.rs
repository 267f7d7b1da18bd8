//! The view of one transaction: its progress step by step, and its content (docs/spec/views.md section 7, Transaction; 10.31).

use super::transactions::{self, TransactionItem, TransactionKind, TransactionStatus};
use crate::amount::{self, Amount};
use crate::caip::ChainId;
use crate::entities::Network;
use crate::format;
use crate::json::Read;
use crate::namespaces;
use crate::namespaces::transfer::Added;
use crate::store::State;
use crate::time;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// The maximum number of listed calls of a batch.
const CALLS_MAX: usize = 100;

/// The transaction in the view.
pub struct OpenTransaction {
    /// The ID of the entry.
    pub id: String,
    /// The time of the request, in the user's time zone: "02 Jan 2026, 14:05".
    pub date: String,
    /// For an entry of the history that wasn't sent from this modal.
    pub past: Option<Past>,
}

/// The history's data about a transaction.
pub struct Past {
    /// The label, as in the history.
    pub verb: String,
    /// An incoming transaction.
    pub came: bool,
    /// The data of an entry.
    pub item: TransactionItem,
}

/// The progress of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TransactionPhase {
    /// The wallet has the request.
    Waiting,
    /// It is unknown whether the transaction was broadcast.
    Unanswered,
    /// The wallet accepted the transaction, but hasn't returned a hash.
    Signed,
    /// A hash is known.
    Sent,
    /// A hash is known, but no node can report the result.
    Untold,
    /// Not in a block after 25 s. The engine still follows it.
    Unknown,
    /// The transaction is in a block.
    Confirmed,
    /// The transaction had no effect.
    Failed,
    /// Another transaction replaced it.
    Replaced,
    /// The network has another transaction.
    Differs,
    /// The wallet signed something else, which hasn't appeared on the network.
    Altered,
    /// The transaction is in a block, but its effect can't be read.
    Unread,
}

/// A step of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TimelineStep {
    /// The wallet accepted it.
    Signed,
    /// The network has it.
    Sent,
    /// The transaction is in a block.
    Confirmed,
    /// It had no effect.
    Failed,
    /// Another transaction replaced it.
    Replaced,
    /// The network has another transaction.
    Differs,
    /// The wallet signed something else.
    Altered,
    /// Its effect can't be read.
    Unread,
}

/// The state of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum StepState {
    /// Done.
    Done,
    /// In progress.
    Now,
    /// In progress, for longer than usual.
    Slow,
    /// Not started.
    Todo,
    /// The final step, with an unwanted result.
    Bad,
}

/// One line of the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TimelineLine {
    /// The step.
    pub step: TimelineStep,
    /// The state of the step.
    pub state: StepState,
}

/// One call of a batch (EIP-5792).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BatchCall {
    /// The called contract, checksummed.
    pub to: String,
    /// The value in the native coin: "0.5 ETH". `None` for zero.
    pub value: Option<String>,
}

/// A transaction, ready to render.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransactionView {
    /// The ID of the entry.
    pub id: String,
    /// The kind of transaction.
    pub kind: TransactionKind,
    /// The history's label, for a transaction that wasn't sent from this modal.
    pub verb: Option<String>,
    /// The transaction's block was replaced, and it waits for another one.
    pub dropped: bool,
    /// The page's label.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub description: Option<String>,
    /// An incoming transaction from `to`.
    pub came: bool,
    /// The state of the step.
    pub phase: TransactionPhase,
    /// The steps in order.
    pub timeline: Vec<TimelineLine>,
    /// The exact amount, "1,234.5".
    pub amount: String,
    /// "ETH".
    pub symbol: String,
    /// The recipient, or the contract that swaps or gets the approval. Checksummed.
    pub to: String,
    /// The calls of a batch. Empty for a single transaction.
    pub calls: Vec<BatchCall>,
    /// The parts that the wallet added, with a formatted fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub added: Option<Added>,
    /// "Ethereum". `None` if the network is no longer configured.
    pub network_name: Option<String>,
    /// The time of the request, formatted.
    pub date: String,
    /// The time of the request in ISO 8601.
    pub iso: String,
    /// The transaction's page in the block explorer.
    pub explorer_url: Option<String>,
}

/// The displayed transaction. `None` if it isn't in the list any more.
#[must_use]
pub fn shown(state: &State) -> Option<TransactionView> {
    let shown = state.transactions.shown.as_ref()?;
    let past = shown.past.as_ref();
    let item = past.map_or_else(|| state.transactions.get(&shown.id), |past| Some(&past.item))?;
    let network = ChainId::parse(&item.chain).and_then(|chain| state.networks.find(&chain));
    let phase = match phase(item) {
        TransactionPhase::Sent if past.is_none() && !transactions::is_told(state, item) => {
            TransactionPhase::Untold
        }
        phase => phase,
    };
    Some(TransactionView {
        id: item.id.clone(),
        kind: item.kind,
        verb: past.map(|past| past.verb.clone()),
        dropped: item.dropped.is_some(),
        description: item.description.clone(),
        came: past.is_some_and(|past| past.came),
        phase,
        // the sender of an incoming transfer is unknown
        timeline: timeline(phase, item.hash.is_some())
            .into_iter()
            .filter(|line| past.is_none() || !matches!(line.step, TimelineStep::Signed | TimelineStep::Sent))
            .collect(),
        amount: format::separated(&item.amount),
        symbol: item.symbol.clone(),
        to: item.to.clone(),
        calls: network.map(|network| calls(&item.request, network)).unwrap_or_default(),
        added: item.added.as_ref().zip(network).map(|(added, network)| {
            added.in_words(&|amount| Some([amount, " ", &*network.native_currency.symbol].concat()))
        }),
        network_name: network.map(|network| network.name.clone()),
        date: shown.date.clone(),
        iso: time::iso(item.created_at),
        explorer_url: item.explorer_url.clone(),
    })
}

fn phase(item: &TransactionItem) -> TransactionPhase {
    match item.status {
        TransactionStatus::Confirmed => TransactionPhase::Confirmed,
        TransactionStatus::Failed => TransactionPhase::Failed,
        TransactionStatus::Replaced => TransactionPhase::Replaced,
        TransactionStatus::Differs => TransactionPhase::Differs,
        TransactionStatus::Altered => TransactionPhase::Altered,
        TransactionStatus::Unread => TransactionPhase::Unread,
        TransactionStatus::Unknown if item.is_answered() => TransactionPhase::Unknown,
        TransactionStatus::Unknown if item.told => TransactionPhase::Unanswered,
        TransactionStatus::Unknown => TransactionPhase::Waiting,
        TransactionStatus::Sent if item.hash.is_none() => TransactionPhase::Signed,
        TransactionStatus::Sent => TransactionPhase::Sent,
    }
}

/// Builds the timeline. `has_hash`: a batch gets its hash from the wallet later, and can end without one.
fn timeline(phase: TransactionPhase, has_hash: bool) -> Vec<TimelineLine> {
    use StepState::{Bad, Done, Now, Slow, Todo};
    use TimelineStep::{Altered, Confirmed, Differs, Failed, Replaced, Sent, Signed, Unread};
    let wanted =
        |signed, sent, confirmed| alloc::vec![(Signed, signed), (Sent, sent), (Confirmed, confirmed)];
    let bad = |end| alloc::vec![(Signed, Done), (Sent, Done), (end, Bad)];
    let steps = match phase {
        TransactionPhase::Waiting => wanted(Now, Todo, Todo),
        TransactionPhase::Unanswered => wanted(Slow, Todo, Todo),
        TransactionPhase::Signed => wanted(Done, Now, Todo),
        TransactionPhase::Sent => wanted(Done, Done, Now),
        TransactionPhase::Untold => alloc::vec![(Signed, Done), (Sent, Done)],
        TransactionPhase::Unknown if has_hash => wanted(Done, Done, Slow),
        TransactionPhase::Unknown => wanted(Done, Slow, Todo),
        TransactionPhase::Confirmed => wanted(Done, Done, Done),
        TransactionPhase::Failed if !has_hash => alloc::vec![(Signed, Done), (Failed, Bad)],
        TransactionPhase::Failed => bad(Failed),
        TransactionPhase::Replaced => bad(Replaced),
        TransactionPhase::Differs => bad(Differs),
        TransactionPhase::Altered => alloc::vec![(Altered, Bad)],
        TransactionPhase::Unread => alloc::vec![(Signed, Done), (Sent, Done), (Unread, Bad)],
    };
    steps.into_iter().map(|(step, state)| TimelineLine { step, state }).collect()
}

fn calls(request: &Value, network: &Network) -> Vec<BatchCall> {
    let list = request.get(0).map_or(&[][..], |batch| batch.list("calls"));
    let rules = namespaces::of(network.chain_namespace);
    let coin = &network.native_currency;
    let call = |call: &Value| {
        let units = amount::quantity(call.text("value").unwrap_or("0x0"))?;
        let value = (!units.is_zero()).then(|| {
            let amount = Amount::new(units, coin.decimals).to_decimal();
            [&*format::separated(&amount), " ", &*coin.symbol].concat()
        });
        Some(BatchCall { to: rules.address(call.text("to")?).ok()?, value })
    };
    list.iter().take(CALLS_MAX).filter_map(call).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use serde_json::json;

    #[test]
    fn caps_the_listed_calls_of_a_batch() {
        let given = json!({"id": 1, "chainNamespace": "eip155", "caipNetworkId": "eip155:1", "name": "Ethereum",
            "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18}, "rpcUrls": {}});
        let network = crate::options::read_network(&given, false).unwrap();
        let call = json!({ "to": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "value": "0x1" });
        for (count, listed) in [(99, 99), (100, 100), (101, 100)] {
            assert_eq!(calls(&json!([{ "calls": vec![call.clone(); count] }]), &network).len(), listed);
        }
    }
}
