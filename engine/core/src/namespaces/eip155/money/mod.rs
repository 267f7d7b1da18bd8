//! Moving money on EVM chains: one transaction per transfer, requested from the wallet, and followed with the network's
//! node.

mod kept;
mod names;
mod operations;
mod own;
mod paid;
pub mod pools;
mod senders;

pub use operations::run as told;

use super::holdings;
use crate::amount::{self, Amount, DECIMALS_MAX};
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::constants::{CALLS_ID_MAX, GAS_LEAST, MAX_SEND_GAS_RESERVE, WALLET_ASSETS_MS, WALLET_SILENT_MS};
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::codec::changes;
use crate::namespaces::eip155::codec::transfer::{self, DECIMALS, TransferReturns, balance_of};
use crate::namespaces::money::{
    self, Allowance, Allowances, Batch, Batches, Contracts, Issued, Money, Names, Next, OnChain, Receipt,
    Replacement, Simulation, Since, Stand, Submitted,
};
use crate::namespaces::terms::Terms;
use crate::namespaces::transfer::{Change, RecipientKind, Transfer};
use crate::ports::Local;
use crate::signing::capabilities::capabilities;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use futures_util::future::join;
use serde_json::Value;

/// The money functions of eip155.
pub struct Eip155Money;

/// The feature's entry: provides the namespace's money functions.
pub fn run(cx: Cx, _: String, _: Value) -> Flow {
    money::provide(&cx, Namespace::Eip155, &Eip155Money)
}

/// The request without fields that nodes don't accept.
fn simulated(request: &Value) -> Value {
    let mut call = request.as_array().and_then(|list| list.first()).cloned().unwrap_or_default();
    if let Some(fields) = call.as_object_mut() {
        crate::json::take(fields, "chainId");
    }
    call
}

/// The calls of a batch (EIP-5792).
fn calls(request: &Value) -> Option<&[Value]> {
    Some(request.get(0)?.get("calls")?.as_array()?.as_slice())
}

/// The gas price. A node's zero is ignored, because the fee would be displayed as 0.
async fn gas_price(cx: &Cx, network: &Network) -> Result<U256> {
    let price = rpc::quantity(cx, network, "eth_gasPrice", &json!([])).await?;
    match price.is_zero() {
        true => Err(Error::EstimateFailed { details: None }),
        false => Ok(price),
    }
}

/// The gas limit of a request, at least [`GAS_LEAST`].
async fn gas(cx: &Cx, network: &Network, params: &Value) -> Result<U256> {
    let gas = rpc::quantity(cx, network, "eth_estimateGas", params).await?;
    match gas < U256::from(GAS_LEAST) {
        true => Err(Error::EstimateFailed { details: None }),
        false => Ok(gas),
    }
}

/// Whether another sender's call contains this call, in the way contract accounts execute it: the recipient followed by
/// the amount (`execute(address,uint256,bytes)`, alone, in a batch, or packed), and the data at any position.
fn wraps(sent: &Value, asked: &Value) -> bool {
    let hex =
        |of: &Value, name: &str| of.text(name).map(|text| text.trim_start_matches("0x").to_ascii_lowercase());
    let Some(input) = hex(sent, "input").or_else(|| hex(sent, "data")) else { return false };
    let (Some(to), Some(value)) = (hex(asked, "to"), amount::quantity(asked.text("value").unwrap_or("0x0")))
    else {
        return false;
    };
    let call = alloc::format!("{to}{value:064x}");
    let data = hex(asked, "data").unwrap_or_default();
    to.len() == 40 && input.contains(&call) && input.contains(&data)
}

fn address(of: &Value, name: &str) -> Option<Address> {
    super::parse(of.text(name)?).ok()
}

/// Parses a node's quantity.
fn whole(of: Option<&Value>) -> Option<u64> {
    u64::try_from(amount::quantity(of?.as_str()?)?).ok()
}

/// Whether a transaction of the requested sender matches the request: recipient, value and data.
fn is_same(sent: &Value, asked: &Value) -> bool {
    let value = |of: &Value| amount::quantity(of.text("value").unwrap_or("0x0"));
    address(sent, "to") == address(asked, "to")
        && value(sent) == value(asked)
        && kept::is_same_data(sent, asked)
}

impl Money for Eip155Money {
    fn prepare(&self, _: Cx, _: Network, transfer: Transfer) -> Local<Result<Value>> {
        Box::pin(async move { Ok(transfer::request(&transfer)) })
    }

    fn read(&self, request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
        transfer::read(request, decimals, token)
    }

    /// The wallet builds a batch, so its gas is unknown here.
    fn estimate(&self, cx: Cx, network: Network, request: Value) -> Local<Result<Amount>> {
        Box::pin(async move {
            if calls(&request).is_some() {
                return Err(Error::EstimateFailed { details: None });
            }
            let params = json!([simulated(&request)]);
            let (gas, price) = join(gas(&cx, &network, &params), gas_price(&cx, &network)).await;
            let units: Option<U256> = gas?.checked_mul(price?);
            units
                .map(|units| Amount::new(units, network.native_currency.decimals))
                .ok_or(Error::EstimateFailed { details: None })
        })
    }

    fn reserve(&self, cx: Cx, network: Network, _: String) -> Local<Result<Amount>> {
        Box::pin(async move {
            let units = gas_price(&cx, &network).await?.checked_mul(U256::from(MAX_SEND_GAS_RESERVE));
            let units = units.ok_or(Error::EstimateFailed { details: None })?;
            Ok(Amount::new(units, network.native_currency.decimals))
        })
    }

    fn native(&self, cx: Cx, network: Network, address: String) -> Local<Result<Amount>> {
        Box::pin(async move {
            let units = rpc::quantity(&cx, &network, "eth_getBalance", &json!([address, "latest"])).await?;
            Ok(Amount::new(units, network.native_currency.decimals))
        })
    }

    fn token(&self, cx: Cx, network: Network, address: String, token: String) -> Local<Result<Amount>> {
        Box::pin(async move {
            let owner = super::parse(&address).map_err(|_| Error::NoNetworkOrAccount)?;
            let call = |data: &str| json!([{ "to": token, "data": data }, "latest"]);
            let (units, decimals) = (call(&balance_of(owner)), call(DECIMALS));
            let units = rpc::quantity(&cx, &network, "eth_call", &units);
            let (units, decimals) = join(units, rpc::quantity(&cx, &network, "eth_call", &decimals)).await;
            let decimals = u8::try_from(decimals?).ok().filter(|decimals| *decimals <= DECIMALS_MAX);
            let decimals = decimals.ok_or_else(|| Error::Unreadable { from: network.name.clone() })?;
            Ok(Amount::new(units?, decimals))
        })
    }

    fn submit(&self, cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<Submitted>> {
        Box::pin(async move {
            let method = if calls(&request).is_some() { "wallet_sendCalls" } else { super::SEND };
            let answer = connectors::send(&cx, wallet, method, &request, &id).await?;
            let submitted = money::submitted(&cx, Namespace::Eip155, &request, &answer)?;
            Ok(match submitted {
                // the wallet reports its status, as for a batch
                Submitted::Hash(hash) if cx.read(|s| s.wallets.proposes(wallet)) => Submitted::Calls(hash),
                submitted => submitted,
            })
        })
    }

    /// The second version of EIP-5792 returns an object with the batch's ID, the first one only a string.
    fn submitted(&self, request: &Value, answer: &Value) -> Option<Result<Submitted>> {
        match calls(request) {
            Some(_) => {
                let id = answer.as_str().or_else(|| answer.text("id"))?;
                (1..=CALLS_ID_MAX).contains(&id.len()).then(|| Ok(Submitted::Calls(id.into())))
            }
            None => super::transaction_hash(answer.as_str()?).map(|hash| Ok(Submitted::Hash(hash))),
        }
    }

    fn kept(&self, request: &Value) -> Option<Value> {
        kept::kept(request)
    }

    fn carries(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        request: Value,
        since: Since,
    ) -> Local<Option<OnChain>> {
        Box::pin(async move { own::carries(&cx, &network, &id, &request, since).await })
    }

    fn pays(
        &self,
        cx: Cx,
        network: Network,
        id: String,
        wanted: Transfer,
        since_ms: u64,
    ) -> Local<Option<bool>> {
        Box::pin(async move { paid::pays(&cx, &network, &id, &wanted, since_ms).await })
    }

    fn receipt(&self, cx: Cx, network: Network, id: String) -> Local<Option<Receipt>> {
        Box::pin(async move {
            let receipt =
                rpc::of_money(&cx, &network, "eth_getTransactionReceipt", &json!([id])).await.ok()?;
            receipt.filled("blockHash")?;
            // a receipt of another transaction isn't a response
            receipt.text("transactionHash").filter(|hash| hash.eq_ignore_ascii_case(&id))?;
            match receipt.text("status") {
                Some("0x1") => Some(Receipt::Confirmed),
                Some("0x0") => Some(Receipt::Reverted),
                _ => None,
            }
        })
    }

    fn depth(&self, cx: Cx, network: Network, id: String) -> Local<Option<u64>> {
        Box::pin(async move {
            let (asked, newest) = (json!([id]), json!([]));
            let receipt = rpc::of_money(&cx, &network, "eth_getTransactionReceipt", &asked);
            let head = rpc::of_money(&cx, &network, "eth_blockNumber", &newest);
            let (receipt, head) = join(receipt, head).await;
            let (receipt, head) = (receipt.ok()?, whole(head.ok().as_ref())?);
            if receipt.filled("blockHash").is_none() {
                return Some(0);
            }
            receipt.text("transactionHash").filter(|hash| hash.eq_ignore_ascii_case(&id))?;
            Some(head.saturating_sub(whole(receipt.field("blockNumber"))?).saturating_add(1))
        })
    }

    fn is_reorganized(&self) -> bool {
        true
    }

    fn is_refused(&self, chain: &ChainId, words: &str) -> bool {
        senders::is_refused(chain, words)
    }

    fn stand(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Stand>> {
        Box::pin(async move { senders::stand(&cx, &network, &request).await })
    }

    fn next(&self, cx: Cx, network: Network, request: Value, since: Stand) -> Local<Option<Next>> {
        Box::pin(async move { senders::next(&cx, &network, &request, since).await })
    }

    fn simulation(&self) -> Option<&dyn Simulation> {
        Some(self)
    }

    fn contracts(&self) -> Option<&dyn Contracts> {
        Some(self)
    }

    fn batches(&self) -> Option<&dyn Batches> {
        Some(self)
    }

    fn issued(&self) -> Option<&dyn Issued> {
        Some(self)
    }

    fn allowances(&self) -> Option<&dyn Allowances> {
        Some(self)
    }

    fn replacement(&self) -> Option<&dyn Replacement> {
        Some(self)
    }

    fn names(&self) -> Option<&dyn Names> {
        Some(self)
    }
}

impl Simulation for Eip155Money {
    /// Simulates the token transfer at the token's contract (9.30).
    fn try_out(&self, cx: Cx, network: Network, transfer: Transfer, request: Value) -> Local<Result<()>> {
        Box::pin(async move {
            let Some(token) = &transfer.token else { return Ok(()) };
            let params = json!([simulated(&request), "latest"]);
            match rpc::of_money(&cx, &network, "eth_call", &params).await {
                Ok(returned)
                    if !TransferReturns::of(token).is_success(returned.as_str().unwrap_or_default()) =>
                {
                    Err(Error::rpc(3, "The token rejects this transfer"))
                }
                Err(reverted @ Error::Rpc { .. }) => Err(reverted),
                _ => Ok(()),
            }
        })
    }

    fn changes(&self, cx: Cx, network: Network, request: Value) -> Local<Option<Vec<Change>>> {
        Box::pin(async move {
            let (question, account) = (changes::question(&request)?, changes::asks(&request)?);
            let answer = rpc::of_money(&cx, &network, "eth_simulateV1", &question).await.ok()?;
            changes::read(&answer, account)
        })
    }

    fn moved(&self, cx: Cx, network: Network, id: String, account: String) -> Local<Option<Vec<Change>>> {
        Box::pin(async move {
            let receipt = own::receipt(&cx, &network, &id).await?;
            changes::of_receipt(&receipt, super::parse(&account).ok()?)
        })
    }
}

impl Issued for Eip155Money {
    /// Reads the contract's own name.
    fn terms(&self, cx: Cx, network: Network, _: String, token: String) -> Local<Result<Terms>> {
        Box::pin(async move {
            let symbol = holdings::symbol(&cx, &network, &token).await;
            let symbol = symbol.ok_or_else(|| Error::Unreadable { from: network.name.clone() })?;
            Ok(Terms { symbol, ..Terms::default() })
        })
    }
}

impl Contracts for Eip155Money {
    fn place(&self, cx: Cx, network: Network, address: String) -> Local<Option<RecipientKind>> {
        Box::pin(async move {
            let is_contract = holdings::is_contract(&cx, &network, &address).await?;
            is_contract.then_some(RecipientKind::Contract)
        })
    }
}

impl Allowances for Eip155Money {
    fn allowance(&self, cx: Cx, network: Network, of: Allowance) -> Local<Result<U256>> {
        Box::pin(async move {
            let parse = |text: &str, field: &str| {
                super::parse(text).map_err(|_| Error::BadParams { field: field.into() })
            };
            let (owner, spender) = (parse(&of.owner, "owner")?, parse(&of.spender, "spender")?);
            holdings::allowance(&cx, &network, &of.token, owner, spender).await
        })
    }

    fn is_taken(&self, cx: Cx, network: Network, approve: Value) -> Local<bool> {
        Box::pin(async move { holdings::is_taken(&cx, &network, &approve).await })
    }
}

impl Batches for Eip155Money {
    /// Uses EIP-5792. A WalletConnect wallet isn't asked (decision 26, "Capabilities").
    fn is_atomic(&self, cx: Cx, wallet: WalletHandle, network: Network, address: String) -> Local<bool> {
        Box::pin(async move {
            let Some(chain) = network.chain().filter(|_| !matches!(wallet, WalletHandle::Relay(_))) else {
                return false;
            };
            let number = alloc::format!("{:#x}", chain.evm_number().unwrap_or_default());
            let params = json!([address, [number]]);
            let asked = connectors::request(&cx, wallet, "wallet_getCapabilities", &params);
            let Some(Ok(answer)) = cx.within(WALLET_ASSETS_MS, asked).await else { return false };
            let is_able = |able: &Value| {
                let atomic = able.field("atomic").and_then(|atomic| atomic.text("status"));
                let older = able.field("atomicBatch").and_then(|batch| batch.flag("supported"));
                atomic == Some("supported") || (atomic.is_none() && older == Some(true))
            };
            capabilities(&answer).is_ok_and(|able| {
                able.iter().any(|(of, able)| of.as_ref().is_none_or(|of| *of == chain) && is_able(able))
            })
        })
    }

    fn as_batch(&self, request: Value) -> Value {
        match (calls(&request), request.get(0)) {
            (None, Some(call)) => json!([{ "from": call["from"], "calls": [call] }]),
            _ => request,
        }
    }

    /// Codes of EIP-5792: 1xx pending; 2xx in a block; 4xx never; 5xx reverted; 6xx partly reverted. The first version
    /// used words.
    fn batch(&self, cx: Cx, wallet: WalletHandle, calls: String) -> Local<Option<Batch>> {
        Box::pin(async move {
            let params = json!([calls]);
            let asked = connectors::request(&cx, wallet, "wallet_getCallsStatus", &params);
            let answer = cx.within(WALLET_SILENT_MS, asked).await?.ok()?;
            match (answer.whole("status"), answer.text("status")) {
                (Some(200..300), _) | (None, Some("CONFIRMED")) => {
                    let last = answer.list("receipts").last()?;
                    super::transaction_hash(last.text("transactionHash")?).map(Batch::Mined)
                }
                (Some(400..600), _) => Some(Batch::Failed),
                // a part was executed, so repeating everything would be wrong
                (Some(600..700), _) => {
                    let last = answer.list("receipts").last()?;
                    super::transaction_hash(last.text("transactionHash")?).map(Batch::Mined)
                }
                _ => None,
            }
        })
    }
}

impl Replacement for Eip155Money {
    /// Requests the count of confirmed transactions first, so the node of the second request knows at least those.
    fn is_replaced(&self, cx: Cx, network: Network, id: String, request: Value, place: u64) -> Local<bool> {
        Box::pin(async move {
            let Some(from) = request.get(0).and_then(|asked| asked.text("from")) else { return false };
            let count =
                rpc::of_money(&cx, &network, "eth_getTransactionCount", &json!([from, "latest"])).await;
            let count = count.ok().and_then(|count| amount::quantity(count.as_str()?));
            if count.is_none_or(|count| count <= U256::from(place)) {
                return false;
            }
            let known = rpc::of_money(&cx, &network, "eth_getTransactionByHash", &json!([id])).await;
            known.is_ok_and(|known| known.is_null())
        })
    }

    /// Requires the nonce of an account without code. A batch has no nonce.
    fn instead(&self, cx: Cx, network: Network, _: String, request: Value, at: Stand) -> Local<Option<Next>> {
        Box::pin(async move { senders::next(&cx, &network, &request, at).await })
    }
}
