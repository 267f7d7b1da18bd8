//! Whether an account with code executed exactly the displayed calls, in a transaction that anyone might have sent
//! (decision 188, "The account's own call data").
//!
//! Call data alone proves nothing: a bundle contains operations of many accounts, and any contract accepts any bytes.
//! So the call is only accepted if the account itself was instructed to make it: in its own operation of an entry point
//! (ERC-4337), in a Safe's own transaction, or in a call to the account. There, it must be the complete instruction.

use super::{address, wraps};
use crate::amount;
use crate::error::Error;
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use crate::namespaces::eip155::codec::abi::{self, Function};
use crate::namespaces::eip155::codec::changes;
use crate::namespaces::eip155::parse;
use crate::namespaces::eip155::reader::carried;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, B256, U256, address, hex};
use serde_json::Value;

/// The entry points of ERC-4337, versions 0.6 to 0.9. Any other contract could emit the event for an account that did
/// nothing.
const ENTRY_POINTS: [Address; 4] = [
    address!("5FF137D4b0FDCD49DcA30c7CF57E578a026d2789"),
    address!("0000000071727De22E5E9d8BAf0edAc6f37da032"),
    address!("4337084D9E255Ff0702461CF8895CE9E3b5Ff108"),
    address!("433709009B8330FDa32311DF1C2AFA402eD8D009"),
];
/// The input of an entry point: version 0.6, and the packed form from version 0.7 on. Sender, nonce and call data have
/// the same positions.
const BUNDLES: [(&str, &str); 2] = [
    (
        "1fad948c",
        "handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)",
    ),
    ("765e827f", "handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)"),
];
/// The prefix of call data for an account that gets the whole operation (`executeUserOp`, from version 0.7 on).
const WITH_OPERATION: &str = "8dd7712f";
/// The maximum size of one transaction's call data, which is the networks' limit.
const INPUT_BYTES_MAX: usize = 128 * 1024;
/// `UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)`: the account is the third topic, and the
/// data begins with nonce and success.
const OPERATION: &str = "0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f";
/// `ExecutionSuccess(bytes32,uint256)` of a Safe. Older versions don't index the hash.
const EXECUTED: &str = "0x442e715f626346e8c54381002da614f62bee8d27386535b2521ec8540898556e";

/// A transaction and its receipt, with one account whose actions are checked.
struct AccountOperation<'a> {
    sent: &'a Value,
    receipt: &'a Value,
    account: Address,
    has_code: bool,
    /// The hash of the proposal to the account's owners, if any.
    named: Option<B256>,
}

/// Whether the account of a command executed its calls, for `own.rs`: `true` or `false`.
pub fn run(_: Cx, _: String, command: Value) -> Flow {
    Box::pin(async move {
        let wrong = || Error::BadParams { field: "command".into() };
        let (sent, receipt) = command.field("sent").zip(command.field("receipt")).ok_or_else(wrong)?;
        let account = address(&command, "account").ok_or_else(wrong)?;
        let has_code = command.field("hasCode").and_then(Value::as_bool).ok_or_else(wrong)?;
        let named = command.text("named").and_then(|named| named.parse().ok());
        let told = AccountOperation { sent, receipt, account, has_code, named };
        Ok(Reply::Json(told.is_carried_out(command.list("calls")).to_string()))
    })
}

impl AccountOperation<'_> {
    /// Whether the account executed all of these calls, and no others.
    fn is_carried_out(&self, all: &[Value]) -> bool {
        let Some(input) = self.input() else { return false };
        let Some(to) = address(self.sent, "to") else { return false };
        if ENTRY_POINTS.contains(&to) {
            return self.operations(to, input).iter().any(|data| self.is_exactly(data, all));
        }
        let hashes = self.hashes();
        if let Some(named) = self.named.filter(|_| !hashes.is_empty()) {
            // an execution at the Safe that someone else sent is the proposal with that hash
            let is_there = to == self.account && self.is_exactly(input, all)
                || to != self.account && all.iter().all(|call| wraps(self.sent, call));
            return hashes.contains(&named) && is_there;
        }
        let is_own = self.has_code && address(self.sent, "from") == Some(self.account);
        to == self.account
            && (is_own || !hashes.is_empty() || self.is_paid(all))
            && self.is_exactly(input, all)
    }

    /// The call data, without a prefix.
    fn input(&self) -> Option<&str> {
        let input = self.sent.text("input").or_else(|| self.sent.text("data"))?;
        input.strip_prefix("0x").filter(|input| input.len() <= 2 * INPUT_BYTES_MAX)
    }

    fn logs(&self, kind: &'static str, by: Address) -> impl Iterator<Item = &Value> {
        let is_it = move |log: &&Value| {
            address(log, "address") == Some(by)
                && log.list("topics").first().and_then(Value::as_str) == Some(kind)
        };
        self.receipt.list("logs").iter().filter(is_it)
    }

    /// The hashes of the Safe's successful transactions.
    fn hashes(&self) -> Vec<B256> {
        let hash = |log: &Value| -> Option<B256> {
            let topic = log.list("topics").get(1).and_then(Value::as_str);
            topic.or_else(|| log.text("data")?.get(..66))?.parse().ok()
        };
        self.logs(EXECUTED, self.account).filter_map(hash).collect()
    }

    /// The call data of the account's own successful operations. An entry point uses each nonce of an account once.
    fn operations(&self, point: Address, input: &str) -> Vec<String> {
        let succeeded = |log: &Value| -> Option<U256> {
            let sender = log.list("topics").get(2)?.as_str()?.get(26..)?;
            let data = log.text("data")?.strip_prefix("0x")?;
            let word = |at: usize| U256::from_str_radix(data.get(64 * at..64 * (at + 1))?, 16).ok();
            let is_it = parse(&["0x", sender].concat()).ok()? == self.account && word(1)? == U256::ONE;
            is_it.then(|| word(0)).flatten()
        };
        let nonces: Vec<U256> = self.logs(OPERATION, point).filter_map(succeeded).collect();
        bundle(input).unwrap_or_default().into_iter().fold(Vec::new(), |mut own, (sender, nonce, data)| {
            if sender == self.account && nonces.contains(&nonce) {
                own.push(data);
            }
            own
        })
    }

    /// Whether call data instructs the account to make exactly these calls.
    fn is_exactly(&self, data: &str, all: &[Value]) -> bool {
        let data = data.strip_prefix(WITH_OPERATION).unwrap_or(data);
        let Some(made) = carried::made(&self.account.to_checksum(None), data) else { return false };
        let is_same = |(made, call): (&carried::Inner, &Value)| {
            let value = amount::quantity(call.text("value").unwrap_or("0x0"));
            let data = call.text("data").unwrap_or("0x");
            // the zero address can mean the account itself (ERC-7821)
            address(call, "to").is_some_and(|to| to != Address::ZERO && to.to_checksum(None) == made.to)
                && value == Some(made.value)
                && data.strip_prefix("0x").is_some_and(|data| data.eq_ignore_ascii_case(&made.data))
        };
        made.len() == all.len() && made.iter().zip(all).all(is_same)
    }

    /// Whether a token of the account left in this transaction, if the calls pay no coins. Coins leave no trace in a
    /// receipt.
    fn is_paid(&self, all: &[Value]) -> bool {
        let value = |call: &Value| call.text("value").and_then(amount::quantity).unwrap_or_default();
        let left = changes::of_receipt(self.receipt, self.account).unwrap_or_default();
        all.iter().all(|call| value(call) == U256::ZERO)
            && left.iter().any(|change| !change.is_in && change.units > U256::ZERO)
    }
}

/// The operations of a bundle: sender, nonce and call data of each. `None` if it isn't a bundle, or is partly
/// unreadable.
fn bundle(input: &str) -> Option<Vec<(Address, U256, String)>> {
    let selector = input.get(..8)?;
    let (_, signature) = BUNDLES.iter().find(|(of, _)| selector.eq_ignore_ascii_case(of))?;
    let read = abi::decode(&Function::parse(signature)?.params, &hex::decode(input.get(8..)?).ok()?)?;
    let fields = carried::tuple(&read)?;
    let of = |operation: &abi::Node| {
        let of = carried::tuple(operation)?;
        let sender = parse(&carried::address(of.first()?)?).ok()?;
        Some((sender, carried::number(of.get(1)?)?, hex::encode(carried::bytes(of.get(3)?)?)))
    };
    carried::list(fields.first()?)?.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.59
    #[test]
    fn has_the_selector_of_each_signature() {
        for (selector, signature) in BUNDLES {
            assert_eq!(hex::encode(Function::parse(signature).unwrap().selector()), selector);
        }
    }

    // req: 10.59
    #[test]
    fn rejects_arbitrary_bytes_as_a_bundle() {
        for input in ["", "1fad948c", "765e827f00", "zz", "a9059cbb"] {
            assert!(bundle(input).is_none(), "{input}");
        }
        for at in 0..400 {
            let mut bytes = alloc::vec![0x76, 0x5e, 0x82, 0x7f];
            bytes.extend((0..at).map(|of: usize| [0, 1, 0x20, 0x40, 0xff][(of * at + of) % 5]));
            let _ = bundle(&hex::encode(bytes));
        }
    }
}
