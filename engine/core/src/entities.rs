//! The nouns of the specification (section 3) that more than one feature knows. Field names are the contract's.

use crate::caip::{ChainId, Namespace};
use crate::map::Map;
use crate::ports::provider::PageWallet;
use alloc::string::String;
use alloc::vec::Vec;
use serde::Serialize;

/// The coin that pays for transactions of a network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NativeCurrency {
    /// "Ether".
    pub name: String,
    /// "ETH".
    pub symbol: String,
    /// 18 on EVM networks.
    pub decimals: u8,
}

/// Endpoints of one entry of `rpcUrls`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RpcUrls {
    /// Asked in order.
    pub http: Vec<String>,
    /// Only passed on to the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub web_socket: Option<Vec<String>>,
}

/// A place where people look at transactions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BlockExplorer {
    /// "Etherscan".
    pub name: String,
    /// `https:`, or `http:` on loopback; without a final slash.
    pub url: String,
}

/// A configured chain (3.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Network {
    /// The number on EVM networks, else the reference.
    pub id: NetworkId,
    /// The namespace.
    pub chain_namespace: Namespace,
    /// CAIP-2.
    pub caip_network_id: String,
    /// "Ethereum".
    pub name: String,
    /// The coin for fees.
    pub native_currency: NativeCurrency,
    /// By name; `default` is used.
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, RpcUrls>"))]
    pub rpc_urls: Map<String, RpcUrls>,
    /// By name; `default` is used.
    #[serde(skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<alloc::collections::BTreeMap<String, BlockExplorer>>"))]
    pub block_explorers: Map<String, BlockExplorer>,
    /// Balances of testnets are not fetched (9.25).
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub testnet: bool,
    /// An older id of the same network.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub deprecated_caip_network_id: Option<String>,
    /// A Cosmos network's own data (decision 231, "Cosmos networks and prefixes"), from the page's options.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "Record<string, unknown>"))]
    pub cosmos: Option<serde_json::Value>,
}

/// `id` of a network as its host wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
pub enum NetworkId {
    /// eip155.
    #[cfg_attr(test, ts(type = "number"))]
    Number(u64),
    /// The other namespaces.
    Text(String),
}

impl Network {
    /// The parsed chain id.
    #[must_use]
    pub fn chain(&self) -> Option<ChainId> {
        ChainId::parse(&self.caip_network_id)
    }

    /// Where people look at this network; without a final slash.
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

    /// An older id of the same chain, which wallets might still use: from the page's options, or the known one of a Solana network.
    #[must_use]
    pub fn older_id(&self) -> Option<&str> {
        self.deprecated_caip_network_id.as_deref().or(match self.caip_network_id.as_str() {
            "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp" => Some("solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ"),
            "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1" => Some("solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K"),
            _ => None,
        })
    }

    /// The network's own endpoints, in order.
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
    /// A plain key.
    Eoa,
    /// A contract account.
    SmartAccount,
    /// Bitcoin: the payment account.
    Payment,
    /// Bitcoin: inscriptions.
    Ordinal,
    /// Stacks.
    Stx,
}

impl AccountType {
    /// As written by wallets and in storage.
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

    /// As written by wallets and in storage.
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
    /// The namespace.
    pub namespace: Namespace,
    /// As people read it: checksummed on EVM networks.
    pub address: String,
    /// Its kind.
    #[serde(rename = "type")]
    pub kind: AccountType,
    /// The user's name for it in the wallet, if the wallet shares it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub label: Option<String>,
    /// `sr25519`, `ed25519` or `ecdsa`, if the wallet says so (Polkadot).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub algorithm: Option<String>,
    /// Hex, if the wallet tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub public_key: Option<String>,
    /// Derivation path, if the wallet tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub path: Option<String>,
    /// CAIP-2 of the one network that the address belongs to; none if an address is good on every network of the namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub chain: Option<String>,
}

/// A wallet, with its connector. A further kind is a variant here and a row in `connectors/mod.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalletHandle {
    /// An object of the page.
    Page(PageWallet),
    /// A namespace's part of the WalletConnect session.
    Relay(Namespace),
    /// A namespace's part of the embedded wallet.
    Embedded(Namespace),
}

/// 4.1
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Status {
    /// A wallet has a request, or a stored connection waits for its wallet.
    Connecting,
    /// The wallet answered.
    Connected,
    /// Empty.
    #[default]
    Disconnected,
    /// The stored wallet was found and is being asked silently.
    Reconnecting,
}

/// App metadata (3.21).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Metadata {
    /// The page's title unless given.
    pub name: String,
    /// The page's description unless given.
    pub description: String,
    /// The page's origin unless given.
    pub url: String,
    /// Icon URLs.
    pub icons: Vec<String>,
}

/// How a wallet row is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum WalletTag {
    /// Connected through a QR code.
    QrCode,
    /// Found in this page.
    Installed,
    /// Used before.
    Recent,
    /// In use now.
    Connected,
}

/// One wallet, ready to be drawn as a row or a logo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct WalletRow {
    /// The connector id: the value for `connect.select`.
    pub id: String,
    /// A label, never an identity.
    pub name: String,
    /// A `blob:` url, or `None`.
    pub icon: Option<String>,
    /// As announced.
    pub rdns: Option<String>,
    /// Its mark.
    pub tag: Option<WalletTag>,
    /// Another provider claims the same rdns or uuid (10.33).
    pub conflict: bool,
    /// `data-testid` of the row.
    pub test_id: String,
    /// Namespaces it serves.
    pub namespaces: Vec<Namespace>,
}
