//! The options with a single value of a known type. The table below names the feature that uses each. This module only
//! validates them (docs/spec/public-api.md section 1).

use super::read::{short, wrong};
use super::{Options, names};
use crate::alert::Alert;
use crate::caip::{ChainId, Namespace};
use crate::entities::AccountType;
use crate::json::Read;
use crate::map::Map;
use crate::namespaces::eip155;
use crate::urls::{is_web_url, origin};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The type of an option.
#[derive(Clone, Copy)]
enum Kind {
    /// Any value, which its own reader validates.
    Any,
    /// True or false, with the default.
    Flag(bool),
    /// One of these words, separated by commas.
    OneOf(&'static str),
    /// A string.
    Text,
    /// A URL: https, or on this device.
    Url,
    /// A list of strings or numbers.
    List,
    /// A list of chain IDs (CAIP-2).
    Chains,
    /// An object.
    Object,
    /// A list of any items, which its own reader validates.
    Items,
    /// `{id: url}`. An invalid URL is dropped.
    Pictures,
    /// Where records are stored: a word, or an object with `get`, `set` and `remove`, which stays in the element.
    Storage,
    /// An object `{namespace: account type}`.
    AccountTypes,
    /// An object `{CAIP-2: address[]}`, only with EVM chains.
    Routers,
    /// A list of origins to contact, or that can frame the page.
    Origins,
    /// A list of ERC-7730 descriptors, which `review` validates further.
    Descriptors,
    /// The page's own data functions. They stay in the element, which passes `true` for each.
    Answers,
}

/// TABLE: every option with its type.
const TABLE: &[(&str, Kind)] = &[
    ("enableWallets", Kind::Flag(true)),
    ("enableWalletGuide", Kind::Flag(true)),
    ("enableCoinbase", Kind::Flag(false)),
    ("enableNetworkSwitch", Kind::Flag(true)),
    ("allowUnsupportedChain", Kind::Flag(false)),
    ("preferUniversalLinks", Kind::Flag(false)),
    ("manualPairing", Kind::Flag(false)),
    ("basic", Kind::Flag(false)),
    ("announceProvider", Kind::Flag(false)),
    ("remoteConfig", Kind::Flag(true)),
    ("restrictByTimezone", Kind::Flag(true)),
    ("coinbasePreference", Kind::OneOf("all, smartWalletOnly, eoaOnly")),
    ("coinbaseKeysUrl", Kind::Url),
    ("prefetch", Kind::OneOf("idle, intent")),
    ("reviewRequests", Kind::OneOf("risky, always, never")),
    ("migrateFrom", Kind::Text),
    ("wasmUrl", Kind::Text),
    ("authChains", Kind::Chains),
    ("experimentalSwapNetworks", Kind::Chains),
    ("swapRouters", Kind::Routers),
    ("accountDelegates", Kind::Routers),
    ("ccipGateways", Kind::Origins),
    ("trustedFrameOrigins", Kind::Origins),
    ("clearSigning", Kind::Descriptors),
    ("safeHosts", Kind::List),
    ("defaultAccountTypes", Kind::AccountTypes),
    ("chainImages", Kind::Pictures),
    ("connectorImages", Kind::Pictures),
    ("storage", Kind::Storage),
    ("pairing", Kind::Object),
    ("data", Kind::Answers),
    ("onrampKeys", Kind::Object),
    ("pendingTransactions", Kind::Object),
    ("messages", Kind::Object),
];

/// The options that another module reads, with their type.
const SHAPES: &[(&str, Kind)] = &[
    ("networks", Kind::Items),
    ("adapters", Kind::Items),
    ("customWallets", Kind::Items),
    ("includeWalletIds", Kind::Items),
    ("excludeWalletIds", Kind::Items),
    ("featuredWalletIds", Kind::Items),
    ("metadata", Kind::Object),
    ("themeVariables", Kind::Object),
    ("features", Kind::Object),
    ("services", Kind::Object),
    ("customRpcUrls", Kind::Object),
    ("tokens", Kind::Object),
    ("locale", Kind::Text),
    ("termsConditionsUrl", Kind::Url),
    ("privacyPolicyUrl", Kind::Url),
    ("enableEmbedded", Kind::Flag(false)),
    ("disableAppend", Kind::Flag(false)),
    ("enableEIP6963", Kind::Flag(false)),
    ("enableInjected", Kind::Flag(false)),
    ("enableReconnect", Kind::Flag(false)),
    ("mobileFullScreen", Kind::Flag(false)),
    ("debug", Kind::Flag(false)),
    ("testMode", Kind::Flag(false)),
    ("projectId", Kind::Any),
    ("defaultNetwork", Kind::Any),
    ("themeMode", Kind::Any),
    ("allWallets", Kind::Any),
    ("siwx", Kind::Any),
    ("siweConfig", Kind::Any),
    ("root", Kind::Any),
];

/// Reports each unknown option.
pub fn check_names(value: &Value, alerts: &mut Vec<Alert>) {
    let known = || TABLE.iter().chain(SHAPES).map(|(name, _)| *name);
    for (name, _) in value.as_object().into_iter().flatten() {
        if !known().any(|one| one == name) {
            names::unknown(alerts, "*", name, &mut known());
        }
    }
    names::check_inner(value, alerts);
}

/// The default of a flag.
pub fn default_flag(name: &str) -> bool {
    TABLE.iter().any(|(known, kind)| *known == name && matches!(kind, Kind::Flag(true)))
}

/// All options of the table: the effective flags, and the others if set.
pub fn all(options: &Options) -> Map<&'static str, Value> {
    let mut all = options.rest.clone();
    for (name, kind) in TABLE {
        if matches!(kind, Kind::Flag(_)) {
            all.insert(name, options.is_set(name).into());
        }
    }
    all
}

impl Kind {
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Any => true,
            Self::Flag(_) => value.is_boolean(),
            Self::OneOf(known) => value.as_str().is_some_and(|text| known.split(", ").any(|one| one == text)),
            Self::Text => value.as_str().is_some_and(|text| (1..=2048).contains(&text.len())),
            Self::Url => value.as_str().is_some_and(is_web_url),
            Self::List => value.as_array().is_some_and(|list| {
                list.len() <= 256 && list.iter().all(|item| item.is_string() || item.is_number())
            }),
            Self::Chains => value.as_array().is_some_and(|list| {
                let is_chain = |item: &Value| item.as_str().and_then(ChainId::parse).is_some();
                list.len() <= 256 && list.iter().all(is_chain)
            }),
            Self::Origins => value.as_array().is_some_and(|list| {
                list.len() <= 64
                    && list
                        .iter()
                        .all(|item| item.as_str().is_some_and(|url| origin(url).as_deref() == Some(url)))
            }),
            Self::Object | Self::Pictures => value.is_object(),
            Self::Items => value.is_array(),
            Self::Storage => {
                value.is_object()
                    || value.as_str().is_some_and(|t| ["local", "cookie", "memory"].contains(&t))
            }
            Self::Descriptors => {
                value.as_array().is_some_and(|list| list.len() <= 32 && list.iter().all(Value::is_object))
            }
            Self::Answers => {
                value.as_object().is_some_and(|all| all.values().all(|one| *one == Value::Bool(true)))
            }
            Self::Routers => value.as_object().is_some_and(|all| {
                let is_router = |text: &Value| text.as_str().is_some_and(|text| eip155::parse(text).is_ok());
                all.iter().all(|(chain, list)| {
                    ChainId::parse(chain).is_some()
                        && list.as_array().is_some_and(|list| list.len() <= 16 && list.iter().all(is_router))
                })
            }),
            Self::AccountTypes => value.as_object().is_some_and(|types| {
                let is_type = |kind: &Value| kind.as_str().and_then(AccountType::parse).is_some();
                types.iter().all(|(name, kind)| Namespace::parse(name).is_some() && is_type(kind))
            }),
        }
    }

    fn report(self, name: &str, alerts: &mut Vec<Alert>) {
        let text = if let Self::OneOf(_) = self { "* must be one of *" } else { "* must be *" };
        wrong(alerts, text, name, self.words());
    }

    fn words(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Flag(_) => "true or false",
            Self::OneOf(known) => known,
            Self::Text => "a string",
            Self::Url => "an https URL",
            Self::List | Self::Items => "an array",
            Self::Chains => "an array of CAIP-2 IDs, such as eip155:1",
            Self::Object | Self::Pictures => "an object",
            Self::Storage => "local, cookie, memory or an object with get, set and remove",
            Self::AccountTypes => "an object of account types by namespace",
            Self::Routers => "an object of address arrays by CAIP-2 ID",
            Self::Origins => "an array of at most 64 origins, such as https://gateway.example",
            Self::Descriptors => "an array of at most 32 objects",
            Self::Answers => "an object of functions; wallets may also be a file URL",
        }
    }
}

/// Reports options of a wrong type. Their readers ignore such a value.
pub fn check_shapes(value: &Value, alerts: &mut Vec<Alert>) {
    for (name, kind) in SHAPES {
        if value.field(name).is_some_and(|given| !kind.fits(given)) {
            kind.report(name, alerts);
        }
    }
}

/// Takes every valid field.
pub fn merge(options: &mut Options, value: &Value, alerts: &mut Vec<Alert>) {
    for (name, kind) in TABLE {
        match value.field(name) {
            Some(given) if kind.fits(given) => {
                let given = if let (Kind::Pictures, Value::Object(urls)) = (kind, given) {
                    pictures(name, urls, alerts)
                } else {
                    given.clone()
                };
                options.rest.insert(name, given);
            }
            Some(_) => {
                kind.report(name, alerts);
                // an invalid restriction never allows everything
                if *name == "ccipGateways" {
                    options.rest.insert(name, Value::Array(Vec::new()));
                }
            }
            None => {}
        }
    }
}

/// The valid icons of an option, as a new object: removing fields from one costs 2.5 kB.
fn pictures(name: &str, given: &serde_json::Map<String, Value>, alerts: &mut Vec<Alert>) -> Value {
    let mut kept = serde_json::Map::new();
    for (id, url) in given {
        if url.as_str().is_some_and(is_web_url) {
            kept.insert(id.clone(), url.clone());
        } else {
            wrong(alerts, "*[*] must be an https URL", name, &short(id));
        }
    }
    Value::Object(kept)
}
