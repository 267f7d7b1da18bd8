//! EVM chains: queries to nodes about tokens and approvals. Only this module knows their encoding.

use crate::amount::{self, DECIMALS_MAX};
use crate::api::rpc;
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::json;
use crate::namespaces::eip155::codec::approvals::{self, Allowed, Book, Pair};
use crate::namespaces::eip155::codec::offchain;
use crate::namespaces::eip155::codec::swap;
use crate::namespaces::eip155::codec::transfer::{DECIMALS, balance_of};
use crate::namespaces::terms::{OwnSymbol, TokenWords};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, hex};
use futures_util::future::{join, join3};
use serde_json::Value;

/// A token's own decimals. `None` if no node responds, or the value is invalid.
pub async fn decimals(cx: &Cx, network: &Network, token: &str) -> Option<u8> {
    let params = json!([{ "to": token, "data": DECIMALS }, "latest"]);
    let answer = rpc::quantity(cx, network, "eth_call", &params).await.ok()?;
    u8::try_from(answer).ok().filter(|decimals| *decimals <= DECIMALS_MAX)
}

/// `symbol()`
const SYMBOL: &str = "0x95d89b41";
/// The maximum length of a symbol, as for services.
const SYMBOL_CHARS: usize = 12;

/// A token's own name. `None` if no node responds.
pub async fn symbol(cx: &Cx, network: &Network, token: &str) -> Option<OwnSymbol> {
    let returned = says(cx, network, token, SYMBOL).await?;
    Some(read_symbol(&returned).map_or(OwnSymbol::Silent, OwnSymbol::Is))
}

/// A token's own decimals and symbol, for the comparison with a list.
pub async fn words(cx: &Cx, network: &Network, token: &str) -> TokenWords {
    let (decimals, symbol) = join(decimals(cx, network, token), symbol(cx, network, token)).await;
    TokenWords { decimals, symbol: symbol.unwrap_or(OwnSymbol::Silent) }
}

/// Reads a string. Older tokens return only its 32 bytes.
fn read_symbol(returned: &str) -> Option<String> {
    let string = offchain::bytes_returned(returned);
    let bytes = hex::decode(string.as_deref().unwrap_or(returned)).ok()?;
    let bytes = match string {
        None => bytes.get(..32).filter(|_| bytes.len() == 32)?,
        Some(_) => bytes.as_slice(),
    };
    let text = core::str::from_utf8(bytes).ok()?;
    text::label(text.trim_end_matches('\0'), SYMBOL_CHARS)
}

/// Whether an address has code. `None` if no node responds. An account that delegates its calls (EIP-7702) still belongs to a key.
pub async fn is_contract(cx: &Cx, network: &Network, address: &str) -> Option<bool> {
    let code = rpc::of_money(cx, network, "eth_getCode", &json!([address, "latest"])).await.ok()?;
    let code = code.as_str()?.strip_prefix("0x")?;
    let is_handed_on = code.len() == 46 && code.starts_with("ef0100");
    Some(!is_handed_on && !code.is_empty())
}

/// The kind of assets that a contract manages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Amounts of a fungible token.
    Amounts,
    /// Single NFTs, each with its number.
    Pieces,
}

/// `supportsInterface(0x80ac58cd)` (EIP-165): whether a contract is an ERC-721.
const IS_721: &str = "0x01ffc9a780ac58cd00000000000000000000000000000000000000000000000000000000";
/// The selector of `ownerOf(uint256)`, which older collections have without EIP-165.
const OWNER_OF: [u8; 4] = [0x63, 0x52, 0x21, 0x1e];

/// Detects what a contract manages. One with an owner for the number, or with ERC-721 support, manages NFTs. One
/// without either, but with decimals, manages amounts. `None` if no node responds, because silence isn't a negative
/// result.
pub async fn keeps(cx: &Cx, network: &Network, token: &str, number: U256) -> Option<Keeps> {
    let owner_of = crate::namespaces::eip155::codec::transfer::call(OWNER_OF, &[number.to_be_bytes()]);
    let asked = join3(
        says(cx, network, token, IS_721),
        says(cx, network, token, &owner_of),
        decimals(cx, network, token),
    );
    let (is_721, owner, decimals) = asked.await;
    let word = |said: &Option<String>| {
        said.as_deref().filter(|said| said.len() == 66).and_then(amount::quantity).unwrap_or_default()
    };
    if word(&is_721) == U256::from(1u8) || !word(&owner).is_zero() {
        return Some(Keeps::Pieces);
    }
    is_721.and(owner).and(decimals).map(|_| Keeps::Amounts)
}

/// A contract's return value. `0x` for a reverted call.
async fn says(cx: &Cx, network: &Network, contract: &str, data: &str) -> Option<String> {
    let params = json!([{ "to": contract, "data": data }, "latest"]);
    match rpc::of_money(cx, network, "eth_call", &params).await {
        Ok(returned) => returned.as_str().map(Into::into),
        Err(error) => is_revert(&error).then(|| "0x".into()),
    }
}

/// Whether a contract reverted the call. Any other node error doesn't come from the contract.
fn is_revert(error: &Error) -> bool {
    matches!(error, Error::Rpc { code, message, .. }
        if *code == 3 || message.contains("revert") || message.contains("invalid opcode"))
}

/// An account's balance of a token. `None` if no node responds.
pub async fn holding(cx: &Cx, network: &Network, token: &str, owner: &str) -> Option<U256> {
    let owner = super::parse(owner).ok()?;
    let params = json!([{ "to": token, "data": balance_of(owner) }, "latest"]);
    rpc::quantity(cx, network, "eth_call", &params).await.ok()
}

/// A spender's approved amount of a token.
///
/// # Errors
/// The node's errors.
pub async fn allowance(
    cx: &Cx,
    network: &Network,
    token: &str,
    owner: Address,
    spender: Address,
) -> Result<U256> {
    let params = json!([{ "to": token, "data": swap::allowance(owner, spender) }, "latest"]);
    rpc::quantity(cx, network, "eth_call", &params).await
}

/// Whether a token would accept this approval now, because some tokens only allow changing one to zero. True if no node
/// responds.
pub async fn is_taken(cx: &Cx, network: &Network, approve: &Value) -> bool {
    let mut call = approve.get(0).cloned().unwrap_or_default();
    if let Some(fields) = call.as_object_mut() {
        crate::json::take(fields, "chainId");
    }
    match rpc::of_money(cx, network, "eth_call", &json!([call, "latest"])).await {
        Ok(returned) => {
            let text = returned.as_str().unwrap_or_default();
            text == "0x" || amount::quantity(text).is_some_and(|flag| !flag.is_zero())
        }
        Err(Error::Rpc { .. }) => false,
        Err(_) => true,
    }
}

/// The current approval of a pair. `None` if it is zero, or if the contract has no such function.
///
/// # Errors
/// The node's errors.
pub async fn allowed(cx: &Cx, network: &Network, owner: Address, pair: &Pair) -> Result<Option<Allowed>> {
    let now_s = cx.ports().clock.now_ms() / 1_000;
    let answer = match rpc::of_money(cx, network, "eth_call", &approvals::question(owner, pair)).await {
        // reverted, because the contract is of another kind; any other node error says nothing about the approval
        Err(error) if is_revert(&error) => return Ok(None),
        answer => answer?,
    };
    if answer.as_str() == Some("0x") {
        return Ok(None); // no contract at the address
    }
    let allowed = approvals::allowed(&answer, pair.book, now_s)
        .ok_or_else(|| Error::Unreadable { from: network.name.clone() })?;
    Ok(Some(allowed).filter(|allowed| !allowed.units.is_zero()))
}

/// The approval in a transaction. `None` if it has none, or the node doesn't know it.
pub async fn approval_of(cx: &Cx, network: &Network, hash: &str, owner: Address) -> Option<Pair> {
    let known = rpc::of_money(cx, network, "eth_getTransactionByHash", &json!([hash])).await;
    approvals::of_transaction(&known.ok()?, owner)
}

/// The number of the newest block.
///
/// # Errors
/// The node's errors.
pub async fn newest_block(cx: &Cx, network: &Network) -> Result<u64> {
    let number = rpc::quantity(cx, network, "eth_blockNumber", &json!([])).await?;
    u64::try_from(number).map_err(|_| Error::Unreadable { from: network.name.clone() })
}

/// The approvals of an owner in these blocks.
///
/// # Errors
/// The node's errors.
pub async fn approvals_in(
    cx: &Cx,
    network: &Network,
    owner: Address,
    (from, to): (u64, u64),
    book: Book,
) -> Result<Vec<Pair>> {
    let filter = approvals::filter(owner, from, to, book);
    let answer = rpc::of_money(cx, network, "eth_getLogs", &filter).await?;
    approvals::logs(&answer, owner).ok_or_else(|| Error::Unreadable { from: network.name.clone() })
}
