//! Balances that the wallet itself reports (3.10, docs/spec/services.md A11). The engine queries a wallet that discovers assets before
//! any service.

use crate::amount::{self, Amount};
use crate::caip::{AccountId, ChainId, Namespace};
use crate::connectors;
use crate::constants::{FRAME_ASSETS_MS, NAME_CHARS_MAX, WALLET_ASSETS_MS};
use crate::entities::Status;
use crate::entities::WalletHandle;
use crate::error::Error;
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155;
use crate::services::BalanceItem;
use crate::signing::capabilities::capabilities;
use crate::urls::is_web_url;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The kind of asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssetType {
    /// The network's native coin.
    Native,
    /// A token contract.
    Erc20,
}

/// One asset as `wallet_getAssets` gives it (3.10).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The checksummed contract address. `None` for the native coin.
    pub address: Option<String>,
    /// In base units.
    pub balance: Amount,
    /// `NATIVE` or `ERC20`.
    pub kind: AssetType,
    /// "USD Coin"
    pub name: String,
    /// "USDC"
    pub symbol: String,
    /// The price of one token in US dollars, as decimal text.
    pub price: Option<String>,
    /// The value of the balance in US dollars, as decimal text.
    pub value: Option<String>,
    /// The URL of the token's icon.
    pub icon_url: Option<String>,
}

/// Reads one asset. `None` if a field is missing or invalid.
#[must_use]
pub fn read(value: &Value) -> Option<Asset> {
    let about = value.field("metadata")?;
    let kind = match value.text("type")? {
        "NATIVE" | "native" => AssetType::Native,
        "ERC20" | "erc20" => AssetType::Erc20,
        _ => return None,
    };
    let decimals = about.decimal("decimals")?.parse().ok().filter(|d| *d <= amount::DECIMALS_MAX)?;
    let address = match kind {
        AssetType::Native => None,
        AssetType::Erc20 => Some(eip155::parse(value.text("address")?).ok()?.to_checksum(None)),
    };
    Some(Asset {
        address,
        balance: Amount::of_quantity(value.text("balance")?, decimals)?,
        kind,
        name: crate::text::label(about.text("name")?, NAME_CHARS_MAX)?,
        symbol: crate::text::label(about.text("symbol")?, 12)?,
        price: about.decimal("price"),
        value: about.decimal("value"),
        icon_url: about.filled("iconUrl").filter(|url| is_web_url(url)).map(ToString::to_string),
    })
}

/// The balances that the wallet itself reports. `None` if it doesn't support `wallet_getAssets` or doesn't respond in time. A WalletConnect
/// wallet isn't queried: the user didn't request it, and a wallet with an open request shows no other (decision 26, "Capabilities").
pub async fn of_wallet(cx: &Cx, account: &AccountId) -> Option<Vec<BalanceItem>> {
    if account.chain.namespace != Namespace::Eip155 {
        return None;
    }
    let namespace = account.chain.namespace;
    let (handle, generation) = cx.read(|s| {
        let generation = s.moves.generation(namespace);
        let connected = s.accounts.by.get(&namespace)?;
        let able = connected.status == Status::Connected && connected.lists_no_assets != Some(generation);
        let is_asked =
            |handle: &WalletHandle| matches!(handle, WalletHandle::Page(_) | WalletHandle::Embedded(_));
        Some((connected.handle.filter(|handle| able && is_asked(handle))?, generation))
    })?;
    match ask_wallet(cx, handle, account).await {
        WalletAssets::List(list) => Some(list),
        WalletAssets::No => {
            cx.update(|s| {
                let is_same = s.moves.generation(namespace) == generation;
                if let Some(connected) =
                    s.accounts.by.get_mut(&namespace).filter(|a| a.handle == Some(handle) && is_same)
                {
                    connected.lists_no_assets = Some(generation); // no second request on this network
                }
            });
            None
        }
        WalletAssets::Silence => None,
    }
}

/// The wallet's response to `wallet_getAssets`.
enum WalletAssets {
    /// The balances that the wallet lists.
    List(Vec<BalanceItem>),
    /// The wallet doesn't list assets of this account.
    No,
    /// No response yet. The embedded wallet's frame can be busy or restarting, so the engine retries. A browser wallet that didn't respond
    /// never will, and each retry would cost a full timeout.
    Silence,
}

async fn ask_wallet(cx: &Cx, handle: WalletHandle, account: &AccountId) -> WalletAssets {
    let is_frame = matches!(handle, WalletHandle::Embedded(_));
    let limit_ms = if is_frame { FRAME_ASSETS_MS } else { WALLET_ASSETS_MS };
    let ask = async |method: &str, params: Value| {
        let answer = cx.within(limit_ms, connectors::request(cx, handle, method, &params)).await;
        match answer.unwrap_or(Err(Error::FrameFailed)) {
            Ok(answer) => Ok(answer),
            Err(_) if is_frame => Err(WalletAssets::Silence),
            Err(_) => Err(WalletAssets::No),
        }
    };
    let listed = async {
        let chain = alloc::format!("{:#x}", account.chain.evm_number().ok_or(WalletAssets::No)?);
        let able = ask("wallet_getCapabilities", json!([account.address, [chain]])).await?;
        let able = capabilities(&able).map_err(|_| WalletAssets::No)?;
        let is_here =
            |of: &&(Option<ChainId>, Value)| of.0.as_ref().is_none_or(|chain| *chain == account.chain);
        let lists = |of: &(Option<ChainId>, Value)| {
            of.1.field("assetDiscovery").and_then(|discovery| discovery.flag("supported")) == Some(true)
        };
        if !able.iter().filter(is_here).any(lists) {
            return Err(WalletAssets::No);
        }
        let answer =
            ask("wallet_getAssets", json!([{ "account": account.address, "chainFilter": [chain] }])).await?;
        let list = answer.field(&chain).and_then(Value::as_array).ok_or(WalletAssets::No)?;
        let assets = list.iter().filter_map(read).filter(|asset| asset.balance.decimals > 0);
        Ok(assets.map(|asset| line(asset, &account.chain)).collect())
    };
    listed.await.map_or_else(|word| word, WalletAssets::List)
}

fn line(asset: Asset, chain: &ChainId) -> BalanceItem {
    BalanceItem {
        name: asset.name,
        symbol: asset.symbol,
        chain: chain.clone(),
        address: asset.address.map(|address| AccountId { chain: chain.clone(), address }),
        decimals: asset.balance.decimals,
        numeric: asset.balance.to_decimal(),
        price: asset.price,
        value: asset.value,
        icon_url: asset.icon_url,
        names_itself: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 3.10
    #[test]
    fn rejects_an_asset_with_any_invalid_field() {
        let usdc = json!({"address": "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", "balance": "0xbebc20", "type": "ERC20",
            "metadata": {"name": "USD Coin", "symbol": "USDC", "decimals": 6, "price": 1, "iconUrl": "https://a.example/u.png"}});
        let asset = read(&usdc).unwrap();
        assert_eq!(asset.address.as_deref(), Some("0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"));
        assert_eq!((asset.balance.to_decimal().as_str(), asset.kind), ("12.5", AssetType::Erc20));
        assert_eq!((asset.price.as_deref(), asset.symbol.as_str()), (Some("1"), "USDC"));
        let ether = json!({"address": "native", "balance": "0xde0b6b3a7640000", "type": "NATIVE",
            "metadata": {"name": "Ether", "symbol": "ETH", "decimals": 18}});
        let asset = read(&ether).unwrap();
        assert_eq!((asset.address, asset.balance.to_decimal().as_str()), (None, "1"));
        for (field, bad) in [
            ("balance", json!("12")),
            ("type", json!("ERC721")),
            ("address", json!("0x12")),
            ("metadata", json!(7)),
        ] {
            let mut asset = usdc.clone();
            asset[field] = bad;
            assert_eq!(read(&asset), None, "{field}");
        }
    }
}
