//! EVM chains, what moves money: one transaction for one transfer, asked of the wallet, followed at the network's node.

use super::transfer::{self, DECIMALS, TransferReturns, balance_of};
use crate::amount::{self, Amount, DECIMALS_MAX};
use crate::api::rpc;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::constants::MAX_SEND_GAS_RESERVE;
use crate::entities::{Network, WalletHandle};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::namespaces::money::{self, Money, Receipt};
use crate::namespaces::transfer::Transfer;
use crate::ports::Local;
use alloc::boxed::Box;
use alloc::string::String;
use alloy_primitives::U256;
use futures_util::future::join;
use serde_json::{Value, json};

/// eip155.
pub struct Eip155Money;

/// The request without what a node does not take.
fn simulated(request: &Value) -> Value {
    let mut call = request.as_array().and_then(|list| list.first()).cloned().unwrap_or_default();
    if let Some(fields) = call.as_object_mut() {
        fields.remove("chainId");
    }
    call
}

async fn gas_price(cx: &Cx, network: &Network) -> Result<U256> {
    rpc::quantity(cx, network, "eth_gasPrice", &json!([])).await
}

impl Money for Eip155Money {
    fn prepare(_: Cx, _: Network, transfer: Transfer) -> Local<Result<Value>> {
        Box::pin(async move { Ok(transfer::request(&transfer)) })
    }

    fn read(request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
        transfer::read(request, decimals, token)
    }

    /// A token is asked whether it would let the transfer through (9.30).
    fn try_out(cx: Cx, network: Network, transfer: Transfer, request: Value) -> Local<Result<()>> {
        Box::pin(async move {
            let Some(token) = &transfer.token else { return Ok(()) };
            let params = json!([simulated(&request), "latest"]);
            match rpc::of_money(&cx, &network, "eth_call", &params).await {
                Ok(returned)
                    if !TransferReturns::of(token).is_success(returned.as_str().unwrap_or_default()) =>
                {
                    Err(Error::Rpc { code: 3, message: "The token refuses this transfer".into() })
                }
                Err(reverted @ Error::Rpc { .. }) => Err(reverted),
                _ => Ok(()),
            }
        })
    }

    fn estimate(cx: Cx, network: Network, request: Value) -> Local<Result<Amount>> {
        Box::pin(async move {
            let params = json!([simulated(&request)]);
            let gas = rpc::quantity(&cx, &network, "eth_estimateGas", &params);
            let (gas, price) = join(gas, gas_price(&cx, &network)).await;
            let units: Option<U256> = gas?.checked_mul(price?);
            units
                .map(|units| Amount::new(units, network.native_currency.decimals))
                .ok_or(Error::EstimateFailed { details: None })
        })
    }

    fn reserve(cx: Cx, network: Network) -> Local<Result<Amount>> {
        Box::pin(async move {
            let units = gas_price(&cx, &network).await?.checked_mul(U256::from(MAX_SEND_GAS_RESERVE));
            let units = units.ok_or(Error::EstimateFailed { details: None })?;
            Ok(Amount::new(units, network.native_currency.decimals))
        })
    }

    fn native(cx: Cx, network: Network, address: String) -> Local<Result<Amount>> {
        Box::pin(async move {
            let units = rpc::quantity(&cx, &network, "eth_getBalance", &json!([address, "latest"])).await?;
            Ok(Amount::new(units, network.native_currency.decimals))
        })
    }

    fn token(cx: Cx, network: Network, address: String, token: String) -> Local<Result<Amount>> {
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

    fn chain_of(cx: Cx, wallet: WalletHandle) -> Local<Result<Option<ChainId>>> {
        Box::pin(async move {
            let answer = connectors::request(&cx, wallet, "eth_chainId", &json!([])).await?;
            Ok(ChainId::of_wallet_value(&answer))
        })
    }

    fn submit(cx: Cx, wallet: WalletHandle, request: Value, id: String) -> Local<Result<String>> {
        Box::pin(async move {
            let answer = connectors::send(&cx, wallet, super::SEND, &request, &id).await?;
            money::sent(Namespace::Eip155, &answer)
        })
    }

    /// Receiver, value and data as the node has them. Sent by another address, it is another transaction, unless ours is a contract:
    /// then others carry what it does, and the outermost transaction is not what was asked for. A node that does not know the method
    /// at all is no witness.
    fn carries(cx: Cx, network: Network, id: String, request: Value) -> Local<Option<bool>> {
        Box::pin(async move {
            let sent = match rpc::of_money(&cx, &network, "eth_getTransactionByHash", &json!([id])).await {
                Err(Error::Rpc { code: -32601, .. }) => return Some(true),
                sent => sent.ok().filter(Value::is_object)?,
            };
            let asked = request.get(0)?;
            let address = |of: &Value, name| of.text(name).and_then(|text| super::parse(text).ok());
            let from = address(&sent, "from")?;
            if address(asked, "from").is_some_and(|asked| asked != from) {
                let code = rpc::of_money(&cx, &network, "eth_getCode", &json!([asked["from"], "latest"]))
                    .await
                    .ok()?;
                return Some(code.as_str().is_some_and(|code| code.len() > 2));
            }
            let value = |of: &Value| amount::quantity(of.text("value").unwrap_or("0x0"));
            let data = |of: &Value| {
                let data = of.text("input").or_else(|| of.text("data"));
                data.unwrap_or("0x").to_ascii_lowercase()
            };
            let is_same = address(&sent, "to") == address(asked, "to") && value(&sent) == value(asked);
            Some(is_same && data(&sent) == data(asked))
        })
    }

    fn receipt(cx: Cx, network: Network, id: String) -> Local<Option<Receipt>> {
        Box::pin(async move {
            let receipt =
                rpc::of_money(&cx, &network, "eth_getTransactionReceipt", &json!([id])).await.ok()?;
            receipt.filled("blockHash")?;
            match receipt.text("status") {
                Some("0x1") => Some(Receipt::Confirmed),
                Some("0x0") => Some(Receipt::Reverted),
                _ => None,
            }
        })
    }
}
