//! EVM: simulates a request (10.14). The network's node executes it without storing it (`eth_simulateV1`) and lists the transfers. Native
//! transfers appear as transfers of a reserved token address (`traceTransfers`).

use super::swap::{NATIVE, of_batch};
use crate::amount;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::transfer::Change;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use serde_json::Value;

/// `Transfer(address,address,uint256)` of tokens, and with a fourth topic of NFTs (ERC-20, ERC-721).
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// `Approval(address,address,uint256)` with owner and spender (ERC-20).
const APPROVAL: &str = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
/// `ApprovalForAll(address,address,bool)`.
const APPROVAL_FOR_ALL: &str = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
/// `TransferSingle(address,address,address,uint256,uint256)` (ERC-1155).
const SINGLE: &str = "0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62";
/// `TransferBatch(address,address,address,uint256[],uint256[])`.
const MANY: &str = "0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb";
/// The maximum number of logs of one request. A response with more is invalid.
const LOGS_MAX: usize = 1_000;

/// The parameters of the simulation: all calls of a request in order, in one separate block.
#[must_use]
pub fn question(request: &Value) -> Option<Value> {
    let requests = of_batch(request).unwrap_or_else(|| alloc::vec![request.clone()]);
    let calls = requests.iter().map(|request| {
        let call = request.get(0).filter(|_| request.as_array().is_some_and(|list| list.len() == 1))?;
        let fields = ["from", "to", "value", "data"];
        let kept = fields.into_iter().filter_map(|name| Some((name.to_string(), call.get(name)?.clone())));
        Some(Value::Object(kept.collect()))
    });
    let calls: Value = calls.collect::<Option<Vec<Value>>>()?.into();
    let block =
        json!({ "blockStateCalls": [{ "calls": calls }], "validation": false, "traceTransfers": true });
    Some(json!([block, "latest"]))
}

/// The sender of a request of either kind.
#[must_use]
pub fn asks(request: &Value) -> Option<Address> {
    crate::namespaces::eip155::parse(request.get(0)?.text("from")?).ok()
}

/// The outgoing and incoming amounts of `account`, summed per token, outgoing first. `None` if the response is invalid,
/// or the request would fail.
#[must_use]
pub fn read(answer: &Value, account: Address) -> Option<Vec<Change>> {
    let [block] = answer.as_array()?.as_slice() else { return None };
    let calls = block.list("calls");
    if calls.is_empty() || !calls.iter().all(|call| call.text("status") == Some("0x1")) {
        return None;
    }
    of_logs(calls.iter().flat_map(|call| call.list("logs")).collect(), account)
}

/// The token changes of a confirmed transaction. Native transfers leave no log there.
#[must_use]
pub fn of_receipt(receipt: &Value, account: Address) -> Option<Vec<Change>> {
    of_logs(receipt.list("logs").iter().collect(), account)
}

fn of_logs(logs: Vec<&Value>, account: Address) -> Option<Vec<Change>> {
    let mut sums: Vec<Sum> = Vec::new();
    if logs.len() > LOGS_MAX {
        return None;
    }
    for log in logs {
        let Some(moved) = moved(log) else { continue };
        if moved.from == moved.to || (moved.from != account && moved.to != account) {
            continue;
        }
        let same = |sum: &&mut Sum| sum.token == moved.token && sum.is_item == moved.is_item;
        let sum = match sums.iter_mut().find(same) {
            Some(sum) => sum,
            None => {
                let (token, is_item) = (moved.token, moved.is_item);
                sums.push(Sum { token, is_item, gone: U256::ZERO, come: U256::ZERO });
                sums.last_mut()?
            }
        };
        let side = if moved.from == account { &mut sum.gone } else { &mut sum.come };
        *side = side.checked_add(moved.units)?;
    }
    let (come, mut gone): (Vec<Change>, Vec<Change>) =
        sums.into_iter().filter_map(Sum::change).partition(|change| change.is_in);
    gone.extend(come);
    Some(gone)
}

/// How often a receipt has a transfer of exactly this amount of this token between these accounts.
#[must_use]
pub fn moves(receipt: &Value, token: Address, from: Address, to: Address, units: U256) -> usize {
    count(receipt, TRANSFER, (token, from, to, units))
}

/// How often a receipt has an approval of exactly this amount of this token for a spender.
#[must_use]
pub fn allowed(receipt: &Value, token: Address, owner: Address, spender: Address, units: U256) -> usize {
    count(receipt, APPROVAL, (token, owner, spender, units))
}

fn count(receipt: &Value, kind: &str, of: (Address, Address, Address, U256)) -> usize {
    let is_it = |one: &Moved| (one.token, one.from, one.to, one.units) == of && !one.is_item;
    receipt.list("logs").iter().take(LOGS_MAX).filter_map(|log| of_kind(log, kind)).filter(is_it).count()
}

/// How often a receipt has an outgoing transfer or approval of an account. `None` if it has too many logs.
#[must_use]
pub fn acts(receipt: &Value, account: Address) -> Option<usize> {
    let logs = receipt.list("logs");
    let is_act = |log: &&Value| {
        let topics: Vec<&str> = log.list("topics").iter().filter_map(Value::as_str).collect();
        let is_kind = |kind: &str| topics.first().is_some_and(|topic| topic.eq_ignore_ascii_case(kind));
        let owner = topics.get(1).and_then(|topic| amount::quantity(topic));
        let is_owner = owner == Some(U256::from_be_bytes(account.into_word().0));
        moved(log).is_some_and(|of| of.from == account && of.to != account)
            || is_owner && (is_kind(APPROVAL) || is_kind(APPROVAL_FOR_ALL))
    };
    (logs.len() <= LOGS_MAX).then(|| logs.iter().filter(is_act).count())
}

struct Sum {
    token: Address,
    is_item: bool,
    gone: U256,
    come: U256,
}

impl Sum {
    /// The difference of incoming and outgoing. For NFTs, an incoming one doesn't offset an outgoing one.
    fn change(self) -> Option<Change> {
        let is_in = if self.is_item { self.gone.is_zero() } else { self.come > self.gone };
        let units = match is_in {
            true => self.come.saturating_sub(self.gone),
            false if self.is_item => self.gone,
            false => self.gone.saturating_sub(self.come),
        };
        let token = (self.token != NATIVE).then(|| self.token.to_checksum(None));
        (!units.is_zero()).then_some(Change { token, units, is_in, is_item: self.is_item })
    }
}

struct Moved {
    token: Address,
    from: Address,
    to: Address,
    units: U256,
    is_item: bool,
}

/// Parses a log of a transfer.
fn moved(log: &Value) -> Option<Moved> {
    of_kind(log, TRANSFER)
}

/// Parses a token's log with two accounts and an amount, and logs of NFTs with [`TRANSFER`].
fn of_kind(log: &Value, kind: &str) -> Option<Moved> {
    let token = crate::namespaces::eip155::parse(&log.text("address")?.to_ascii_lowercase()).ok()?;
    let topics: Vec<&str> = log.list("topics").iter().filter_map(Value::as_str).collect();
    let party = |topic: &&str| -> Option<Address> {
        amount::quantity(topic)
            .filter(|word| word.bit_len() <= 160)
            .map(|word| Address::from_word(word.into()))
    };
    let is_kind = |kind: &str| topics.first().is_some_and(|topic| topic.eq_ignore_ascii_case(kind));
    let one = U256::from(1u64);
    let (from, to, units, is_item) = match topics.as_slice() {
        [_, from, to] if is_kind(kind) => {
            let data: String = log.text("data")?.chars().take(66).collect();
            (party(from)?, party(to)?, amount::quantity(&data)?, false)
        }
        [_, from, to, _] if kind == TRANSFER && is_kind(TRANSFER) => (party(from)?, party(to)?, one, true),
        [_, _, from, to] if kind == TRANSFER && (is_kind(SINGLE) || is_kind(MANY)) => {
            (party(from)?, party(to)?, one, true)
        }
        _ => return None,
    };
    Some(Moved { token, from, to, units, is_item })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const ETHER: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

    fn word(address: &str) -> String {
        alloc::format!("0x{:0>64}", address.trim_start_matches("0x").to_ascii_lowercase())
    }

    fn log(token: &str, from: &str, to: &str, units: u64) -> Value {
        json!({ "address": token, "topics": [TRANSFER, word(from), word(to)], "data": alloc::format!("{units:#066x}") })
    }

    /// The token, the units, whether they are incoming, and whether it is an NFT.
    type Line = (Option<String>, u64, bool, bool);

    fn of(logs: &[Value]) -> Option<Vec<Line>> {
        let answer = json!([{ "calls": [{ "status": "0x1", "logs": logs }] }]);
        let changes = read(&answer, crate::namespaces::eip155::parse(ALICE).unwrap())?;
        Some(
            changes
                .into_iter()
                .map(|c| (c.token, u64::try_from(c.units).unwrap(), c.is_in, c.is_item))
                .collect(),
        )
    }

    // req: 10.14
    #[test]
    fn sums_transfers_by_token_and_direction() {
        let usdc = Some(USDC.to_string());
        let of_ether = |units, is_in| (None, units, is_in, false);
        assert_eq!(of(&[log(ETHER, ALICE, BOB, 5)]), Some(alloc::vec![of_ether(5, false)]));
        assert_eq!(
            of(&[
                log(&USDC.to_lowercase(), BOB, ALICE, 7),
                log(ETHER, ALICE, BOB, 5),
                log(ETHER, BOB, ALICE, 2)
            ]),
            Some(alloc::vec![of_ether(3, false), (usdc.clone(), 7, true, false)]),
            "what leaves first, and change is taken off"
        );
        assert_eq!(of(&[log(ETHER, ALICE, BOB, 5), log(ETHER, BOB, ALICE, 5)]), Some(Vec::new()));
        assert_eq!(of(&[log(USDC, BOB, USDC, 9)]), Some(Vec::new()), "of others");
        assert_eq!(of(&[log(ETHER, ALICE, ALICE, 9)]), Some(Vec::new()), "to oneself");
        let mut item = log(USDC, ALICE, BOB, 0);
        item["topics"].as_array_mut().unwrap().push(json!(word("0x7")));
        let other =
            json!({ "address": USDC, "topics": [SINGLE, word(BOB), word(BOB), word(ALICE)], "data": "0x" });
        assert_eq!(of(&[item.clone()]), Some(alloc::vec![(usdc.clone(), 1, false, true)]), "a collectible");
        assert_eq!(of(&[item, other]), Some(alloc::vec![(usdc, 1, false, true)]), "one is not another");
    }

    #[test]
    fn ignores_a_malformed_simulation_response() {
        let account = crate::namespaces::eip155::parse(ALICE).unwrap();
        let call = |status: &str, logs: Value| json!([{ "calls": [{ "status": status, "logs": logs }] }]);
        let (max, odd) = (json!([log(ETHER, ALICE, BOB, 1)]), json!([{ "address": 5 }, "x", null]));
        assert_eq!(read(&call("0x0", max.clone()), account), None, "it would be reverted");
        assert_eq!(read(&call("0x1", odd), account), Some(Vec::new()));
        for none in [json!(null), json!([]), json!({}), json!([{}]), json!([{ "calls": [] }])] {
            assert_eq!(read(&none, account), None, "{none}");
        }
        for (count, is_read) in [(1_000, true), (1_001, false)] {
            let flood: Vec<Value> = (0..count).map(|_| log(ETHER, ALICE, BOB, 1)).collect();
            assert_eq!(read(&call("0x1", flood.into()), account).is_some(), is_read, "{count}");
        }
        let mut all = log(ETHER, ALICE, BOB, 1);
        all["data"] = json!(alloc::format!("0x{}", "f".repeat(64)));
        assert_eq!(read(&call("0x1", json!([all.clone(), all])), account), None, "more than there can be");
    }

    #[test]
    fn simulates_a_call_or_a_batch_in_one_block() {
        let one = json!([{ "from": ALICE, "to": BOB, "value": "0x1", "chainId": "0x539" }]);
        let block = |calls: Value| json!([{ "blockStateCalls": [{ "calls": calls }], "validation": false, "traceTransfers": true }, "latest"]);
        assert_eq!(question(&one), Some(block(json!([{ "from": ALICE, "to": BOB, "value": "0x1" }]))));
        let batch = super::super::swap::batch(&[&one, &one]);
        let call = json!({ "from": ALICE, "to": BOB, "value": "0x1", "data": null });
        assert_eq!(question(&batch), Some(block(json!([call, call]))));
        assert_eq!(
            (asks(&one), asks(&batch)),
            (crate::namespaces::eip155::parse(ALICE).ok(), crate::namespaces::eip155::parse(ALICE).ok())
        );
        assert_eq!(question(&json!({})), None);
    }
}
