//! EVM chains: the wallet request of a swap, and its decoded form (docs/spec/security.md T8). The call data comes from
//! a service. It is decoded completely here, and rejected if any part is unknown.
//!
//! The router is the aggregation router v6 of 1inch. The engine decodes its published calls `swap` and `unoswap*`.
//! `swap` measures the received amount itself (`returnAmount` is the router's own balance), so it enforces its minimum.
//! `unoswap*` trusts its pools, so the engine verifies them first ([`crate::namespaces::eip155::money::pools`]).
//! `clipperSwap*` trusts an exchange that the builder chooses and no factory knows, so the engine rejects it.

use super::transfer::call;
use super::unoswap::{self, Pool};
use super::words::CallWords;
use crate::amount::{self, Amount};
use crate::caip::ChainId;
use crate::constants::SWAP_DATA_MAX;
use crate::json::Read;
use crate::json::json;
use alloc::string::String;
use alloy_primitives::{Address, U256, address};
use serde_json::Value;

/// `swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)`
const SWAP: [u8; 4] = [0x07, 0xed, 0x23, 0x79];
/// `approve(address,uint256)`
const APPROVE: [u8; 4] = [0x09, 0x5e, 0xa7, 0xb3];
/// `allowance(address,address)`
const ALLOWANCE: [u8; 4] = [0xdd, 0x62, 0xed, 0x3e];
/// The address that routers and services use for the native coin.
pub const NATIVE: Address = address!("eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
/// The aggregation router v6 (1inch's documentation of its contracts). The same on every chain except zkSync Era.
const ROUTER: Address = address!("111111125421ca6dc452d289314280a0f8842a65");
/// The aggregation router v6 on zkSync Era.
const ROUTER_ZKSYNC: Address = address!("6fd4383cb451173d5f9304f041c7bcbf27d561ff");

/// The pinned router of a network (decision 1, "Swap routers").
#[must_use]
pub fn router(chain: &ChainId) -> Option<Address> {
    match chain.evm_number()? {
        324 => Some(ROUTER_ZKSYNC),
        number => crate::namespaces::eip155::SWAP_CHAINS.contains(&number).then_some(ROUTER),
    }
}

/// A swap decoded from its call data. Addresses are checksummed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swap {
    /// The account that pays and receives.
    pub from: Address,
    /// The network.
    pub chain: ChainId,
    /// The called contract.
    pub router: Address,
    /// The source. `None` for the native coin.
    pub source: Option<Address>,
    /// The target. `None` for the native coin.
    pub target: Option<Address>,
    /// The source amount, in base units.
    pub amount: U256,
    /// The minimum target amount, in base units.
    pub minimum: U256,
}

/// The call data of `allowance(owner, spender)`.
#[must_use]
pub fn allowance(owner: Address, spender: Address) -> String {
    call(ALLOWANCE, &[owner.into_word().0, spender.into_word().0])
}

/// Builds a request of `eth_sendTransaction`.
#[must_use]
pub fn transaction(from: Address, to: Address, value: U256, data: &str, chain: &ChainId) -> Value {
    json!([{
        "from": from.to_checksum(None),
        "to": to.to_checksum(None),
        "value": Amount::new(value, 0).to_quantity(),
        "data": data,
        "chainId": alloc::format!("{:#x}", chain.evm_number().unwrap_or_default()),
    }])
}

/// Builds the request of `approve(spender, units)`, with exactly the needed amount (decision 2, "Build-approve").
#[must_use]
pub fn approve(from: Address, token: Address, spender: Address, units: U256, chain: &ChainId) -> Value {
    let data = call(APPROVE, &[spender.into_word().0, units.to_be_bytes::<32>()]);
    transaction(from, token, U256::ZERO, &data, chain)
}

/// A field's unchanged value. Null if it is missing.
fn of(object: &Value, name: &str) -> Value {
    object.get(name).cloned().unwrap_or_default()
}

/// Combines several requests of `eth_sendTransaction` into one of `wallet_sendCalls` (EIP-5792), which executes all of
/// them or none.
#[must_use]
pub fn batch(requests: &[&Value]) -> Value {
    let first = requests.first().and_then(|request| request.get(0)).cloned().unwrap_or_default();
    let calls = requests
        .iter()
        .filter_map(|request| request.get(0))
        .map(|call| json!({ "to": of(call, "to"), "value": of(call, "value"), "data": of(call, "data") }));
    json!([{
        "version": "2.0.0",
        "from": of(&first, "from"),
        "chainId": of(&first, "chainId"),
        "atomicRequired": true,
        "calls": calls.collect::<Value>(),
    }])
}

/// The requests in a batch, each in the form of a single request.
#[must_use]
pub fn of_batch(request: &Value) -> Option<alloc::vec::Vec<Value>> {
    let batch = request.as_array().filter(|list| list.len() == 1)?.first()?;
    let known = ["version", "from", "chainId", "atomicRequired", "calls"];
    let is_all = batch.as_object()?.keys().all(|name| known.contains(&name.as_str()));
    if !is_all || batch.flag("atomicRequired") != Some(true) {
        return None;
    }
    let calls = batch.list("calls").iter().map(|call| {
        let mut call = call.as_object()?.clone();
        call.insert("from".into(), of(batch, "from"));
        call.insert("chainId".into(), of(batch, "chainId"));
        Some(Value::Array(alloc::vec![Value::Object(call)]))
    });
    calls.collect()
}

/// A transaction of a request, with exactly these five fields.
pub(crate) struct Transaction<'a> {
    pub(crate) from: Address,
    pub(crate) to: Address,
    pub(crate) value: U256,
    pub(crate) chain: ChainId,
    pub(crate) data: &'a str,
}

pub(crate) fn read_transaction(request: &Value) -> Option<Transaction<'_>> {
    let call = request.as_array().filter(|list| list.len() == 1)?.first()?;
    let known = ["from", "to", "value", "data", "chainId"];
    if call.as_object()?.keys().any(|name| !known.contains(&name.as_str())) {
        return None;
    }
    let address = |name| crate::namespaces::eip155::parse(call.text(name)?).ok();
    Some(Transaction {
        from: address("from")?,
        to: address("to")?,
        value: call.text("value").and_then(amount::quantity)?,
        chain: call.field("chainId").and_then(ChainId::of_wallet_value)?,
        data: call.text("data")?.strip_prefix("0x")?,
    })
}

/// Decodes an approval: from, token, spender, units, chain.
#[must_use]
pub fn read_approve(request: &Value) -> Option<(Address, Address, Address, U256, ChainId)> {
    let sent = read_transaction(request)?;
    let (spender, units) = approval(sent.data)?;
    sent.value.is_zero().then_some((sent.from, sent.to, spender, units, sent.chain))
}

/// Decodes `approve(spender, units)` without any other data. `data` has no prefix.
#[must_use]
pub fn approval(data: &str) -> Option<(Address, U256)> {
    let words = CallWords::of(data, APPROVE)?;
    (words.len() == 2).then_some(())?;
    Some((words.address(0)?, words.number(1)?))
}

/// Decodes a swap. `None` for any other call, or if it pays another account, fills partially, or takes the source
/// another way. `pools` are verified, for calls that only name their pools.
#[must_use]
pub fn read(request: &Value, pools: &[Pool]) -> Option<Swap> {
    let sent = read_transaction(request)?;
    if sent.data.len() > SWAP_DATA_MAX {
        return None;
    }
    described(&sent).or_else(|| unoswap::read(&sent, pools))
}

/// Decodes `swap`, which states its tokens itself.
fn described(sent: &Transaction<'_>) -> Option<Swap> {
    let words = CallWords::of(sent.data, SWAP)?;
    // the executor decides how a call runs, but the router enforces the limits of source and target
    let (source, target) = (words.address(1)?, words.address(2)?);
    let receiver = words.address(4)?;
    let (amount, minimum, flags) = (words.number(5)?, words.number(6)?, words.number(7)?);
    words.address(0)?;
    words.address(3)?;
    let token = |address: Address| (address != NATIVE).then_some(address);
    let (source, target) = (token(source), token(target));
    let pays = if source.is_none() { amount } else { U256::ZERO };
    // 1: can swap only a part; 4: takes the source through Permit2. The other known flag (2) requires more coins than
    // the swap, which the value above excludes.
    let is_plain = flags.is_zero();
    let is_complete = words.small(8) == Some(9 * 32) && words.is_bytes_to_the_end(9);
    let is_ours = receiver == sent.from || receiver.is_zero(); // zero means the sender
    (is_plain && is_complete && is_ours && sent.value == pays && source != target && !minimum.is_zero()).then(
        || Swap {
            from: sent.from,
            chain: sent.chain.clone(),
            router: sent.to,
            source,
            target,
            amount,
            minimum,
        },
    )
}

/// The limits of a swap: exactly the selected and quoted values.
pub struct Bounds {
    /// The account that swaps.
    pub from: Address,
    /// The network.
    pub chain: ChainId,
    /// The allowed contracts.
    pub routers: alloc::vec::Vec<Address>,
    /// The source. `None` for the native coin.
    pub source: Option<Address>,
    /// The target. `None` for the native coin.
    pub target: Option<Address>,
    /// The source amount.
    pub amount: U256,
    /// The quoted target amount.
    pub quoted: U256,
    /// The slippage, in hundredths of a percent.
    pub slippage: u64,
}

/// Decodes a swap within its limits. `None` otherwise.
#[must_use]
pub fn bounded(request: &Value, may: &Bounds, pools: &[Pool]) -> Option<Swap> {
    let read = read(request, pools)?;
    let fits = read.from == may.from
        && read.chain == may.chain
        && may.routers.contains(&read.router)
        && read.source == may.source
        && read.target == may.target
        && read.amount == may.amount
        && is_enough(read.minimum, may.quoted, may.slippage);
    fits.then_some(read)
}

/// Whether an amount is at least the quote minus the slippage (9.38). A service can round the division down.
#[must_use]
pub fn is_enough(minimum: U256, quoted: U256, slippage: u64) -> bool {
    let all = U256::from(10_000u64);
    let at_least = quoted.checked_mul(U256::from(10_000u64.saturating_sub(slippage)));
    let has = minimum.checked_mul(all).and_then(|has| has.checked_add(U256::from(9_999u64)));
    matches!((has, at_least), (Some(has), Some(at_least)) if has >= at_least)
}
