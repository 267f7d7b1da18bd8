//! The entities of the specification (section 3) that several features use. The contract has the same field names.

use crate::caip::{ChainId, Namespace};
use crate::map::Map;
use crate::ports::provider::PageWallet;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The coin that pays the fees of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NativeCurrency {
    /// "Ether".
    pub name: String,
    /// "ETH".
    pub symbol: String,
    /// The decimals, 18 on EVM networks.
    pub decimals: u8,
}

/// The endpoints in one entry of `rpcUrls`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RpcUrls {
    /// The URLs, in the order in which they are tried.
    pub http: Vec<String>,
    /// Only for the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub web_socket: Option<Vec<String>>,
}

/// A block explorer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BlockExplorer {
    /// "Etherscan".
    pub name: String,
    /// `https:`, or `http:` on loopback. Without a trailing slash.
    pub url: String,
}

/// A configured network (3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Network {
    /// The chain's number on EVM networks, otherwise the reference.
    pub id: NetworkId,
    /// The namespace.
    pub chain_namespace: Namespace,
    /// The chain ID (CAIP-2).
    pub caip_network_id: String,
    /// "Ethereum".
    pub name: String,
    /// The coin for fees.
    pub native_currency: NativeCurrency,
    /// The URLs by name. The engine uses `default`.
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, RpcUrls>"))]
    pub rpc_urls: Map<String, RpcUrls>,
    /// The explorers by name. The engine uses `default`.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<alloc::collections::BTreeMap<String, BlockExplorer>>"))]
    pub block_explorers: Map<String, BlockExplorer>,
    /// A test network. Its balances aren't fetched (9.25).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub testnet: bool,
    /// A deprecated chain ID of the same network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub deprecated_caip_network_id: Option<String>,
    /// A Cosmos network's own data (decision 231, "Cosmos networks and prefixes"), from the page's options.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "Record<string, unknown>"))]
    pub cosmos: Option<serde_json::Value>,
}

/// The `id` of a network, as the page wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
pub enum NetworkId {
    /// An EVM chain's number.
    #[cfg_attr(test, ts(type = "number"))]
    Number(u64),
    /// The reference of any other chain.
    Text(String),
}

impl Network {
    /// The parsed chain id.
    #[must_use]
    pub fn chain(&self) -> Option<ChainId> {
        ChainId::parse(&self.caip_network_id)
    }

    /// The URL of the block explorer, without a trailing slash.
    #[must_use]
    pub fn explorer(&self) -> Option<&str> {
        self.block_explorers
            .get("default")
            .or_else(|| self.block_explorers.values().next())
            .map(|e| e.url.as_str())
    }

    /// A transaction's explorer page. The hash is validated hex, so it needs no encoding.
    #[must_use]
    pub fn transaction_url(&self, hash: &str) -> Option<String> {
        self.explorer().map(|base| alloc::format!("{base}/tx/{hash}"))
    }

    /// An account's explorer page.
    #[must_use]
    pub fn account_url(&self, address: &str) -> Option<String> {
        self.explorer().map(|base| alloc::format!("{base}/address/{address}"))
    }

    /// A deprecated ID of the same chain that wallets might still use: from the page's options, or the known one of a
    /// Solana network.
    #[must_use]
    pub fn older_id(&self) -> Option<&str> {
        self.deprecated_caip_network_id.as_deref().or(match self.caip_network_id.as_str() {
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" => Some("solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ"),
            "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1" => Some("solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K"),
            _ => None,
        })
    }

    /// The network's own RPC URLs, in order.
    #[must_use]
    pub fn http_urls(&self) -> &[String] {
        self.rpc_urls.get("default").or_else(|| self.rpc_urls.values().next()).map_or(&[], |urls| &urls.http)
    }
}

/// The kind of an account (3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AccountType {
    /// An account with a key.
    Eoa,
    /// A smart account, which is a contract.
    SmartAccount,
    /// Bitcoin: the payment account.
    Payment,
    /// Bitcoin: the account for ordinals.
    Ordinal,
    /// A Stacks account.
    Stx,
}

impl AccountType {
    /// The name in wallets' responses and in storage.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Eoa => "eoa",
            Self::SmartAccount => "smartAccount",
            Self::Payment => "payment",
            Self::Ordinal => "ordinal",
            Self::Stx => "stx",
        }
    }

    /// Parses the name in wallets' responses and in storage.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "eoa" => Self::Eoa,
            "smartAccount" => Self::SmartAccount,
            "payment" => Self::Payment,
            "ordinal" => Self::Ordinal,
            "stx" => Self::Stx,
            _ => return None,
        })
    }
}

/// One account of a connected wallet (3.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountEntry {
    /// The namespace of the connection.
    pub namespace: Namespace,
    /// The address in its display form, checksummed on EVM networks.
    pub address: String,
    /// The type of account.
    #[serde(rename = "type")]
    pub kind: AccountType,
    /// The user's name for it in the wallet, if the wallet shares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub label: Option<String>,
    /// `sr25519`, `ed25519` or `ecdsa`, if the wallet reports it (Polkadot).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub algorithm: Option<String>,
    /// The public key in hex, if the wallet reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub public_key: Option<String>,
    /// The derivation path, if the wallet reports it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub path: Option<String>,
    /// The only network (CAIP-2) of the address. `None` if the address is valid on every network of the namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub chain: Option<String>,
}

/// A wallet, with its connector. Another kind is a new variant here and a row in `connectors/mod.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalletHandle {
    /// A browser wallet's object.
    Page(PageWallet),
    /// The WalletConnect session, for one namespace.
    Relay(Namespace),
    /// The embedded wallet, for one namespace.
    Embedded(Namespace),
}

/// The status of a connection (4.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Status {
    /// A wallet has a request, or a stored connection waits for its wallet.
    Connecting,
    /// The wallet responded.
    Connected,
    /// No connection.
    #[default]
    Disconnected,
    /// The stored wallet was found and has a silent request.
    Reconnecting,
}

/// The page's metadata (3.21).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Metadata {
    /// The name. By default, the page's title.
    pub name: String,
    /// The description. By default, the page's own.
    pub description: String,
    /// The URL. By default, the page's origin.
    pub url: String,
    /// Icon URLs.
    pub icons: Vec<String>,
}

/// The tag of a wallet row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum WalletTag {
    /// Connected through a QR code.
    QrCode,
    /// The wallet is on this page.
    Installed,
    /// Used recently.
    Recent,
    /// Connected now.
    Connected,
}

/// A wallet, ready to render as a row or a logo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalletRow {
    /// The connector ID: the value for `connect.select`.
    pub id: String,
    /// The wallet's name, which doesn't identify it.
    pub name: String,
    /// The icon as a `blob:` URL, once it has loaded.
    pub icon: Option<String>,
    /// The reverse DNS name that the wallet announced.
    pub rdns: Option<String>,
    /// The tag.
    pub tag: Option<WalletTag>,
    /// Another provider claims the same reverse DNS name or uuid (10.33).
    pub conflict: bool,
    /// The `data-testid` of the row.
    pub test_id: String,
    /// The namespaces that the wallet supports.
    pub namespaces: Vec<Namespace>,
}
