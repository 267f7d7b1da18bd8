//! The page's options (docs/spec/public-api.md section 1), validated once. An invalid option falls back to its default
//! with an alert, and the page continues. The entry file validates those that must throw immediately, before the engine
//! loads.
//!
//! # Departures from the specification
//!
//! - A bare `<wallet-button>` without `networks` gets Ethereum; `createWalletModal` without them throws.
//! - Only `createWalletModal` throws option errors early. On a bare element, the engine reports them as alerts (330
//!   bytes).

mod names;
mod network;
mod read;
mod rest;
mod wallets;

pub use names::names_of;
pub use network::read as read_network;
pub use wallets::{AllWallets, CustomWallet, TokenOption, WalletOptions, is_listing};

use crate::caip::{ChainId, Namespace};
use crate::entities::{Metadata, Network};
use crate::features::shell::model::theme::ThemeMode;
use crate::map::Map;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// The origins of the services, without a trailing slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Services {
    /// The wallet services API.
    pub wallet: String,
    /// The blockchain data API.
    pub data: String,
    /// The site of the embedded wallet's frame.
    pub secure: String,
    /// The service for telemetry, with consent.
    pub analytics: String,
    /// The origin of Meld.io's pages.
    pub onramp: String,
    /// The relays, in the order in which they are tried (10.28). Unchanged, because their tokens contain the URL.
    pub relay: Vec<String>,
}

impl Default for Services {
    fn default() -> Self {
        Self {
            wallet: "https://api.web3modal.org".into(),
            data: "https://rpc.walletconnect.org".into(),
            secure: "https://secure.walletconnect.org".into(),
            analytics: "https://pulse.walletconnect.org".into(),
            onramp: "https://meldcrypto.com".into(),
            relay: alloc::vec!["wss://relay.walletconnect.org".into()],
        }
    }
}

/// The value of a feature in the page's options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
pub enum FeatureValue {
    /// On or off.
    Flag(bool),
    /// On, with these values.
    List(Vec<String>),
}

/// The page's options, validated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "docs/spec/public-api.md section 1 describes each option")]
pub struct Options {
    pub project_id: Option<String>,
    pub networks: Vec<Network>,
    /// The networks with `readOnly`, which the engine reads from but never lists (decision 277, "Read-only networks,
    /// and pages without a project").
    pub read_only: Vec<Network>,
    pub default_network: Option<ChainId>,
    pub metadata: Metadata,
    pub features: Map<String, FeatureValue>,
    /// The names of the features that the page has set itself.
    pub set_features: Vec<String>,
    /// The project's settings, which override the page's (docs/spec/services.md A4). [`Options::features`] is the result.
    pub decided: Map<&'static str, FeatureValue>,
    pub theme_mode: ThemeMode,
    pub theme_variables: Map<String, String>,
    pub services: Services,
    pub custom_rpc_urls: Map<String, Vec<String>>,
    pub terms_conditions_url: Option<String>,
    pub privacy_policy_url: Option<String>,
    pub debug: bool,
    pub test_mode: bool,
    pub mobile_full_screen: bool,
    pub enable_eip6963: bool,
    pub enable_injected: bool,
    pub enable_reconnect: bool,
    pub locale: Option<String>,
    pub wallets: WalletOptions,
    pub tokens: Map<String, TokenOption>,
    pub adapters: Option<Vec<Namespace>>,
    pub siwx: bool,
    pub enable_embedded: bool,
    pub disable_append: bool,
    /// `features.analytics`, if the page has set it (docs/spec/services.md A6).
    pub analytics_consent: Option<bool>,
    /// The page can use `http:` nodes of a private network.
    pub reaches_private: bool,
    /// The page's time zone (IANA, 9.37).
    pub timezone: String,
    /// All other valid options, by name.
    pub rest: Map<&'static str, Value>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            project_id: None,
            networks: Vec::new(),
            read_only: Vec::new(),
            default_network: None,
            metadata: Metadata::default(),
            features: default_features(),
            set_features: Vec::new(),
            decided: Map::default(),
            theme_mode: ThemeMode::System,
            theme_variables: Map::default(),
            services: Services::default(),
            custom_rpc_urls: Map::default(),
            terms_conditions_url: None,
            privacy_policy_url: None,
            debug: false,
            reaches_private: false,
            test_mode: false,
            mobile_full_screen: false,
            enable_eip6963: true,
            enable_injected: true,
            enable_reconnect: true,
            locale: None,
            wallets: WalletOptions::default(),
            tokens: Map::default(),
            adapters: None,
            siwx: false,
            enable_embedded: false,
            disable_append: false,
            analytics_consent: None,
            timezone: String::new(),
            rest: Map::default(),
        }
    }
}

/// docs/spec/public-api.md section 1.1; lists of docs/spec/services.md A4.
fn default_features() -> Map<String, FeatureValue> {
    let list = |names: &[&str]| FeatureValue::List(names.iter().map(|name| (*name).into()).collect());
    let mut features = Map::default();
    for (name, on) in [
        ("email", true),
        ("activity", true),
        ("reownBranding", true),
        ("receive", true),
        ("send", true),
        ("analytics", true),
        ("allWallets", true),
        ("emailShowWallets", true),
        ("legalCheckbox", false),
        ("smartSessions", false),
        ("collapseWallets", false),
        ("pay", false),
    ] {
        features.insert(name.to_owned(), FeatureValue::Flag(on));
    }
    let socials = ["google", "x", "farcaster", "discord", "apple", "github", "facebook"];
    for (name, value) in [
        ("socials", list(&socials)),
        ("swaps", list(&["1inch"])),
        ("onramp", list(&["meld", "coinbase"])),
        ("connectMethodsOrder", list(&["email", "social", "wallet"])),
        ("walletFeaturesOrder", list(&["onramp", "swaps", "receive", "send"])),
        // without the page's options: features/directory/model/list.rs
        ("connectorTypeOrder", list(&[])),
    ] {
        features.insert(name.to_owned(), value);
    }
    features
}

/// The slice of the options for views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/public-api.md section 1 describes each option")]
pub struct OptionsSlice {
    pub terms_conditions_url: Option<String>,
    pub privacy_policy_url: Option<String>,
    pub enable_wallet_guide: bool,
    pub enable_network_switch: bool,
}

/// All effective options: the result of `options.read`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/public-api.md section 1 describes each option")]
pub struct Settings {
    pub project_id: Option<String>,
    pub debug: bool,
    pub test_mode: bool,
    pub terms_conditions_url: Option<String>,
    pub privacy_policy_url: Option<String>,
    pub mobile_full_screen: bool,
    pub locale: Option<String>,
    pub networks: Vec<String>,
    pub default_network: Option<String>,
    pub metadata: Metadata,
    #[serde(flatten)]
    #[cfg_attr(test, ts(flatten))]
    pub wallets: WalletOptions,
    #[cfg_attr(test, ts(as = "alloc::collections::BTreeMap<String, TokenOption>"))]
    pub tokens: Map<String, TokenOption>,
    pub adapters: Option<Vec<Namespace>>,
    pub siwx: bool,
    pub enable_embedded: bool,
    pub disable_append: bool,
    pub theme_mode: ThemeMode,
    /// All other options: the effective flags, and the rest if set and valid.
    #[serde(flatten)]
    #[cfg_attr(test, ts(skip))]
    pub rest: Map<&'static str, Value>,
}

impl Options {
    /// Builds the slice.
    #[must_use]
    pub fn slice(&self) -> OptionsSlice {
        OptionsSlice {
            terms_conditions_url: self.terms_conditions_url.clone(),
            privacy_policy_url: self.privacy_policy_url.clone(),
            enable_wallet_guide: self.is_set("enableWalletGuide"),
            enable_network_switch: self.is_set("enableNetworkSwitch"),
        }
    }

    /// All effective options.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings {
            project_id: self.project_id.clone(),
            debug: self.debug,
            test_mode: self.test_mode,
            terms_conditions_url: self.terms_conditions_url.clone(),
            privacy_policy_url: self.privacy_policy_url.clone(),
            mobile_full_screen: self.mobile_full_screen,
            locale: self.locale.clone(),
            networks: self.networks.iter().map(|network| network.caip_network_id.clone()).collect(),
            default_network: self.default_network.as_ref().map(ToString::to_string),
            metadata: self.metadata.clone(),
            wallets: self.wallets.clone(),
            tokens: self.tokens.clone(),
            adapters: self.adapters.clone(),
            siwx: self.siwx,
            enable_embedded: self.enable_embedded,
            disable_append: self.disable_append,
            theme_mode: self.theme_mode,
            rest: rest::all(self),
        }
    }
}
