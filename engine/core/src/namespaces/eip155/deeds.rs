//! What a request of a host would do, read from the very request (10.12): transfers, approvals, permits of EIP-2612 and of Permit2, typed
//! data, batches. What nobody knows is said to be unknown; nothing is guessed. What the site says of it is said beside that ([`super::descriptor`]).

use crate::amount;
use crate::constants::RPC_BYTES_MAX;
use crate::json::{self, Read};
use crate::namespaces::eip155::approvals::PERMIT2;
use crate::namespaces::eip155::descriptor::Said;
use crate::namespaces::eip155::{self, abi, words::Words};
use crate::text;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, hex};
use serde_json::Value;

/// From here on an allowance is as good as unlimited: no token has so many.
const UNLIMITED_BITS: usize = 96;
/// Characters of foreign words.
const NAME_CHARS: usize = 64;
/// Characters of a message that is signed.
const MESSAGE_CHARS: usize = 2_000;

/// One thing that would happen. Addresses are checksummed, numbers are base units.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of the fields say it")]
pub enum Deed {
    /// Native coin is sent.
    Send { to: String, units: U256 },
    /// A token is sent.
    Transfer { token: String, to: String, units: U256 },
    /// A token, or collectible, of somebody is moved.
    Move { token: String, from: String, to: String },
    /// Somebody may take a token from now on; zero takes it back.
    Approve { token: String, spender: String, units: U256 },
    /// Somebody may take every piece of a collection; or no more.
    ApproveAll { token: String, operator: String, is_on: bool },
    /// Whoever has this signature may take a token, until then.
    Permit { token: String, spender: String, units: U256, until_s: Option<u64> },
    /// A contract is made.
    Create,
    /// Nobody here knows what that call does; the site may have words for it.
    Call { to: String, selector: String, said: Option<Box<Said>> },
    /// Something is signed that has a name; the site may have words for it.
    Typed { name: String, primary: String, contract: Option<String>, said: Option<Box<Said>> },
    /// Words are signed.
    Message { text: String },
}

/// Whether so many base units are an allowance without an end.
#[must_use]
pub fn is_endless(units: &U256) -> bool {
    *units >= (U256::from(1u64) << UNLIMITED_BITS) - U256::from(1u64)
}

impl Deed {
    /// An allowance without an end.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        match self {
            Self::Approve { units, .. } | Self::Permit { units, .. } => is_endless(units),
            _ => false,
        }
    }

    /// Worth a look before a wallet is asked, also of a host that is trusted (docs/spec/views.md section 7).
    #[must_use]
    pub fn is_risky(&self) -> bool {
        match self {
            Self::Approve { .. } => self.is_unlimited(),
            Self::ApproveAll { is_on, .. } => *is_on,
            Self::Permit { .. } | Self::Call { .. } | Self::Create | Self::Move { .. } => true,
            Self::Send { .. } | Self::Transfer { .. } | Self::Typed { .. } | Self::Message { .. } => false,
        }
    }
}

/// Who has words for what nobody here knows. By its kind and not by a flag, so that the reader of descriptors is in the binary only
/// where there are some.
pub trait Says {
    /// A call; `data` is hex without its prefix.
    fn of_call(&self, to: &str, value: U256, data: &str) -> Option<Said>;
    /// EIP-712 data.
    fn of_typed(&self, data: &Value) -> Option<Said>;
}

/// Who has none.
#[derive(Debug)]
pub struct Nobody;

impl Says for Nobody {
    fn of_call(&self, _: &str, _: U256, _: &str) -> Option<Said> {
        None
    }

    fn of_typed(&self, _: &Value) -> Option<Said> {
        None
    }
}

/// What a request would do, in its order; nothing for a method that does nothing of this kind.
#[must_use]
pub fn read(method: &str, params: &Value, site: &impl Says) -> Vec<Deed> {
    let at = |index: usize| params.get(index);
    match method {
        "eth_sendTransaction" => at(0).map(|of| call(of, site)).unwrap_or_default(),
        "wallet_sendCalls" => {
            let calls = at(0).map(|batch| batch.list("calls")).unwrap_or_default();
            calls.iter().flat_map(|of| call(of, site)).collect()
        }
        "eth_signTypedData_v4" => at(1).map(|data| typed(data, site)).unwrap_or_default(),
        "personal_sign" => at(0).and_then(Value::as_str).map(message).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Whether a request is worth a look: any of what it does, or that it does several things at once.
#[must_use]
pub fn is_risky(method: &str, deeds: &[Deed]) -> bool {
    method == "wallet_sendCalls" || deeds.iter().any(Deed::is_risky)
}

fn message(given: &str) -> Deed {
    let bytes = hex::decode(given).ok().filter(|_| given.starts_with("0x"));
    let words = match &bytes {
        Some(bytes) => core::str::from_utf8(bytes).unwrap_or(given),
        None => given,
    };
    let text: String =
        words.chars().filter(|c| *c == '\n' || !text::hidden(*c)).take(MESSAGE_CHARS).collect();
    Deed::Message { text }
}

fn written(address: Address) -> String {
    address.to_checksum(None)
}

fn parsed(of: &Value, name: &str) -> Option<String> {
    eip155::parse(of.text(name)?).ok().map(written)
}

/// One call: what it pays, and what its data does.
fn call(of: &Value, site: &impl Says) -> Vec<Deed> {
    let mut deeds = Vec::new();
    let value = of.text("value").and_then(amount::quantity).unwrap_or_default();
    let data = of.text("data").or_else(|| of.text("input")).unwrap_or("0x");
    let data = data.strip_prefix("0x").unwrap_or(data);
    let Some(to) = parsed(of, "to") else { return alloc::vec![Deed::Create] };
    if !value.is_zero() || data.is_empty() {
        deeds.push(Deed::Send { to: to.clone(), units: value });
    }
    if !data.is_empty() {
        deeds.push(known(&to, data).unwrap_or_else(|| Deed::Call {
            selector: text::label(data.get(..8).unwrap_or(data), 8).unwrap_or_default(),
            said: site.of_call(&to, value, data).map(Box::new),
            to,
        }));
    }
    deeds
}

/// A call of the table; read to its end, or it is not that call.
fn known(to: &str, data: &str) -> Option<Deed> {
    let token = to.to_string();
    let words = |selector: u32, count: usize| {
        Words::of(data, selector.to_be_bytes()).filter(|words| words.len() == count)
    };
    if let Some(words) = words(0xa905_9cbb, 2) {
        // transfer(address,uint256)
        return Some(Deed::Transfer { token, to: written(words.address(0)?), units: words.number(1)? });
    }
    // approve(address,uint256), increaseAllowance(address,uint256)
    if let Some(words) = words(0x095e_a7b3, 2).or_else(|| words(0x3950_9351, 2)) {
        return Some(Deed::Approve { token, spender: written(words.address(0)?), units: words.number(1)? });
    }
    if let Some(words) = words(0xa22c_b465, 2) {
        // setApprovalForAll(address,bool)
        return Some(Deed::ApproveAll { token, operator: written(words.address(0)?), is_on: words.flag(1)? });
    }
    // transferFrom(address,address,uint256), safeTransferFrom(address,address,uint256)
    if let Some(words) = words(0x23b8_72dd, 3).or_else(|| words(0x4284_2e0e, 3)) {
        return Some(Deed::Move { token, from: written(words.address(0)?), to: written(words.address(1)?) });
    }
    if to == written(PERMIT2)
        && let Some(words) = words(0x8751_7c45, 4)
    {
        // approve(address token, address spender, uint160 amount, uint48 expiration)
        return Some(Deed::Permit {
            token: written(words.address(0)?),
            spender: written(words.address(1)?),
            units: words.number(2)?,
            until_s: words.small(3).and_then(|until| u64::try_from(until).ok()),
        });
    }
    None
}

/// A number as wallets take it: decimal or hex text, or a JSON number.
fn number(of: &Value, name: &str) -> Option<U256> {
    abi::number_of(of.field(name)?)
}

fn seconds(of: &Value, name: &str) -> Option<u64> {
    u64::try_from(number(of, name)?).ok()
}

/// EIP-712 data.
fn typed(given: &Value, site: &impl Says) -> Vec<Deed> {
    let parsed_text = match given {
        Value::String(text) => json::parse(text, RPC_BYTES_MAX).ok(),
        _ => None,
    };
    let data = parsed_text.as_ref().unwrap_or(given);
    let primary = data.text("primaryType").unwrap_or_default();
    let (Some(domain), Some(message)) = (data.field("domain"), data.field("message")) else {
        return alloc::vec![other(data, site)];
    };
    let contract = parsed(domain, "verifyingContract");
    let permits = match primary {
        // EIP-2612; the older kind of DAI allows everything or nothing
        "Permit" => permit(message, contract.as_deref()),
        "PermitSingle" | "PermitBatch" if contract == Some(written(PERMIT2)) => details(message),
        name if name.starts_with("Permit") && contract == Some(written(PERMIT2)) => transfers(message),
        _ => None,
    };
    permits.unwrap_or_else(|| alloc::vec![other(data, site)])
}

fn permit(message: &Value, token: Option<&str>) -> Option<Vec<Deed>> {
    let units = match message.flag("allowed") {
        Some(true) => U256::MAX,
        Some(false) => U256::ZERO,
        None => number(message, "value")?,
    };
    Some(alloc::vec![Deed::Permit {
        token: token?.to_string(),
        spender: parsed(message, "spender")?,
        units,
        until_s: seconds(message, "deadline").or_else(|| seconds(message, "expiry")),
    }])
}

/// Several of one thing, or that thing alone.
fn each<'a>(of: &'a Value, name: &str) -> Option<Vec<&'a Value>> {
    let all = of.field(name)?;
    Some(all.as_array().map_or_else(|| alloc::vec![all], |list| list.iter().collect()))
}

/// Allowances of Permit2: `{details: {token, amount, expiration, nonce} or a list of them, spender, sigDeadline}`.
fn details(message: &Value) -> Option<Vec<Deed>> {
    let spender = parsed(message, "spender")?;
    let of = |one: &Value| {
        Some(Deed::Permit {
            token: parsed(one, "token")?,
            spender: spender.clone(),
            units: number(one, "amount")?,
            until_s: seconds(one, "expiration"),
        })
    };
    each(message, "details")?.into_iter().map(of).collect()
}

/// Transfers by signature of Permit2: `{permitted: {token, amount} or a list of them, spender, nonce, deadline}`.
fn transfers(message: &Value) -> Option<Vec<Deed>> {
    let spender = parsed(message, "spender")?;
    let of = |one: &Value| {
        Some(Deed::Permit {
            token: parsed(one, "token")?,
            spender: spender.clone(),
            units: number(one, "amount")?,
            until_s: seconds(message, "deadline"),
        })
    };
    each(message, "permitted")?.into_iter().map(of).collect()
}

/// Data that is no permit; one that calls itself so, and cannot be read as one, is as risky as a call nobody knows.
fn other(data: &Value, site: &impl Says) -> Deed {
    let primary = data.text("primaryType").and_then(|name| text::label(name, NAME_CHARS)).unwrap_or_default();
    let domain = data.field("domain");
    let contract = domain.and_then(|domain| parsed(domain, "verifyingContract"));
    if primary.starts_with("Permit") {
        return Deed::Call { to: contract.unwrap_or_default(), selector: primary, said: None };
    }
    let name = domain.and_then(|domain| domain.text("name")).and_then(|name| text::label(name, NAME_CHARS));
    Deed::Typed { name: name.unwrap_or_default(), primary, contract, said: site.of_typed(data).map(Box::new) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(method: &str, params: &Value) -> Vec<Deed> {
        super::read(method, params, &Nobody)
    }

    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    fn word(address: &str) -> String {
        alloc::format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
    }

    fn sent(data: &str) -> Vec<Deed> {
        read("eth_sendTransaction", &json!([{ "from": ALICE, "to": USDC, "data": data }]))
    }

    // req: 10.12
    #[test]
    fn calls_of_tokens_and_collections_are_read_to_their_end() {
        let amount = alloc::format!("{:064x}", 7);
        let approve = alloc::format!("0x095ea7b3{}{amount}", word(BOB));
        let deed = Deed::Approve { token: USDC.into(), spender: BOB.into(), units: U256::from(7u64) };
        assert_eq!(sent(&approve), core::slice::from_ref(&deed));
        assert!(!deed.is_risky());
        let all = alloc::format!("0x095ea7b3{}{}", word(BOB), "f".repeat(64));
        assert!(sent(&all)[0].is_unlimited() && sent(&all)[0].is_risky());
        assert_eq!(
            sent(&alloc::format!("0xa9059cbb{}{amount}", word(BOB))),
            [Deed::Transfer { token: USDC.into(), to: BOB.into(), units: U256::from(7u64) }]
        );
        let on = sent(&alloc::format!("0xa22cb465{}{:064x}", word(BOB), 1));
        assert_eq!(on, [Deed::ApproveAll { token: USDC.into(), operator: BOB.into(), is_on: true }]);
        assert!(on[0].is_risky());
        assert!(!sent(&alloc::format!("0xa22cb465{}{:064x}", word(BOB), 0))[0].is_risky());
        // a byte more or less, or a flag that is none: that call is not known
        for data in [
            alloc::format!("{approve}00"),
            alloc::format!("{approve}{amount}"),
            approve[..approve.len() - 2].into(),
            alloc::format!("0xa22cb465{}{:064x}", word(BOB), 2),
            alloc::format!("0x095ea7b3{}{amount}", "f".repeat(64)),
            "0x".to_string() + &"ab".repeat(100),
            "0x12".into(),
        ] {
            assert!(matches!(sent(&data)[..], [Deed::Call { .. }]), "{data}");
            assert!(is_risky("eth_sendTransaction", &sent(&data)), "{data}");
        }
    }

    #[test]
    fn what_is_paid_is_said_beside_what_is_called() {
        let request = json!([{ "from": ALICE, "to": BOB, "value": "0x10", "data": "0xdeadbeef" }]);
        assert_eq!(
            read("eth_sendTransaction", &request),
            [
                Deed::Send { to: BOB.into(), units: U256::from(16u64) },
                Deed::Call { to: BOB.into(), selector: "deadbeef".into(), said: None }
            ]
        );
        let plain = read("eth_sendTransaction", &json!([{ "from": ALICE, "to": BOB, "value": "0x10" }]));
        assert!(!is_risky("eth_sendTransaction", &plain));
        assert_eq!(read("eth_sendTransaction", &json!([{ "from": ALICE, "data": "0x60" }])), [Deed::Create]);
        let batch = json!([{ "calls": [{ "to": BOB, "value": "0x1" }, { "to": BOB, "value": "0x2" }] }]);
        assert_eq!(read("wallet_sendCalls", &batch).len(), 2);
        assert!(is_risky("wallet_sendCalls", &read("wallet_sendCalls", &batch)));
    }

    // req: 10.12
    #[test]
    fn permits_are_found_in_typed_data() {
        let sign = |primary: &str, contract: &str, message: Value| {
            let data = json!({ "primaryType": primary, "domain": { "name": "N", "verifyingContract": contract }, "message": message });
            let as_text = read("eth_signTypedData_v4", &json!([ALICE, data.to_string()]));
            assert_eq!(read("eth_signTypedData_v4", &json!([ALICE, data])), as_text);
            as_text
        };
        let permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
        let permit = |units: u64, until_s| Deed::Permit {
            token: USDC.into(),
            spender: BOB.into(),
            units: U256::from(units),
            until_s,
        };
        let of_2612 = json!({ "owner": ALICE, "spender": BOB, "value": "7", "nonce": 0, "deadline": 99 });
        assert_eq!(sign("Permit", USDC, of_2612), [permit(7, Some(99))]);
        let of_dai = json!({ "holder": ALICE, "spender": BOB, "nonce": 0, "expiry": 0, "allowed": true });
        assert!(sign("Permit", USDC, of_dai)[0].is_unlimited());
        let one = json!({ "token": USDC, "amount": "0x7", "expiration": "1700000000", "nonce": 0 });
        let single = json!({ "details": one, "spender": BOB, "sigDeadline": 5 });
        assert_eq!(sign("PermitSingle", permit2, single), [permit(7, Some(1_700_000_000))]);
        let batch = json!({ "details": [one, one], "spender": BOB, "sigDeadline": 5 });
        assert_eq!(sign("PermitBatch", permit2, batch).len(), 2);
        let transfer = json!({ "permitted": { "token": USDC, "amount": 7 }, "spender": BOB, "nonce": 0, "deadline": 5, "witness": {} });
        assert_eq!(sign("PermitWitnessTransferFrom", permit2, transfer), [permit(7, Some(5))]);
        // one that cannot be read is no harmless text
        let broken = sign("Permit", USDC, json!({ "spender": "x", "value": 1 }));
        assert!(broken[0].is_risky(), "{broken:?}");
        let mail = sign("Mail", USDC, json!({ "text": "hi" }));
        assert_eq!(
            mail,
            [Deed::Typed {
                name: "N".into(),
                primary: "Mail".into(),
                contract: Some(USDC.into()),
                said: None
            }]
        );
        assert!(!mail[0].is_risky());
    }

    #[test]
    fn foreign_bytes_never_panic() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20_000 {
            let mut next = || {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                seed
            };
            let selectors = ["095ea7b3", "a9059cbb", "a22cb465", "23b872dd", "87517c45", "39509351", ""];
            let mut data = String::from("0x") + selectors[(next() % 7) as usize];
            for _ in 0..next() % 300 {
                data.push(char::from(b"0123456789abcdefgG\xc3"[(next() % 18) as usize]));
            }
            for to in [USDC, "0x000000000022D473030F116dDEE9F6B43aC78BA3", "", "0x"] {
                drop(read("eth_sendTransaction", &json!([{ "to": to, "data": data, "value": data }])));
            }
            drop(read("personal_sign", &json!([data])));
        }
    }
}
