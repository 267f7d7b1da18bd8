//! Validates the page's wallets, namespaces and tokens. Invalid ones are reported and dropped.

use super::Options;
use super::read::{each, first, owned, short, wrong};
use crate::alert::Alert;
use crate::caip::{ChainId, Namespace};
use crate::constants::{NAME_CHARS_MAX, NETWORKS_MAX};
use crate::json::Read;
use crate::urls::is_web_url;
use crate::{namespaces, text};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;
use serde_json::Value;

/// The option `allWallets`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum AllWallets {
    /// Users can open the whole directory.
    #[default]
    Show,
    /// Users can't open the directory.
    Hide,
    /// Users can open the directory on phones only.
    OnlyMobile,
}

/// A wallet that the page adds. Its links are checked before each use (docs/spec/rpc.md section 7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/public-api.md section 1 describes each field")]
pub struct CustomWallet {
    pub id: String,
    pub name: String,
    pub homepage: Option<String>,
    pub image_url: Option<String>,
    pub mobile_link: Option<String>,
    pub desktop_link: Option<String>,
    pub webapp_link: Option<String>,
    pub link_mode: Option<String>,
    pub rdns: Option<String>,
    pub app_store: Option<String>,
    pub play_store: Option<String>,
    pub chrome_store: Option<String>,
}

/// One entry of the option `tokens`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenOption {
    /// The contract's address, in the namespace's display form.
    pub address: String,
    /// The URL of its icon.
    pub image: Option<String>,
}

/// The options of the list of wallets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "docs/spec/public-api.md section 1 describes each option")]
pub struct WalletOptions {
    pub all_wallets: AllWallets,
    pub include_wallet_ids: Vec<String>,
    pub exclude_wallet_ids: Vec<String>,
    pub featured_wallet_ids: Vec<String>,
    pub custom_wallets: Vec<CustomWallet>,
}

impl WalletOptions {
    /// Whether the list contains reverse DNS names.
    #[must_use]
    pub fn names_wallets(list: &[String]) -> bool {
        list.iter().any(|id| !is_listing(id))
    }
}

/// Whether an ID has the form of the directory's IDs.
#[must_use]
pub fn is_listing(id: &str) -> bool {
    id.len() == 64 && id.bytes().all(|b| b.is_ascii_hexdigit())
}

fn custom(value: &Value) -> Option<CustomWallet> {
    let link = |name| value.filled(name).filter(|link| link.len() <= 2048).map(ToString::to_string);
    let web = |name| link(name).filter(|url| is_web_url(url));
    Some(CustomWallet {
        id: value.filled("id").filter(|id| id.len() <= 128)?.into(),
        name: value.text("name").and_then(|name| text::label(name, NAME_CHARS_MAX))?,
        homepage: web("homepage"),
        image_url: web("image_url"),
        mobile_link: link("mobile_link"),
        desktop_link: link("desktop_link"),
        webapp_link: link("webapp_link"),
        link_mode: link("link_mode"),
        rdns: link("rdns"),
        app_store: web("app_store"),
        play_store: web("play_store"),
        chrome_store: web("chrome_store"),
    })
}

/// Takes every valid field.
pub fn merge(options: &mut Options, value: &Value, alerts: &mut Vec<Alert>) {
    match value.field("allWallets").map(Value::as_str) {
        Some(Some("SHOW")) => options.wallets.all_wallets = AllWallets::Show,
        Some(Some("HIDE")) => options.wallets.all_wallets = AllWallets::Hide,
        Some(Some("ONLY_MOBILE")) => options.wallets.all_wallets = AllWallets::OnlyMobile,
        Some(_) => wrong(alerts, "allWallets must be SHOW, HIDE or ONLY_MOBILE", "", ""),
        None => {}
    }
    for (name, slot) in [
        ("includeWalletIds", &mut options.wallets.include_wallet_ids),
        ("excludeWalletIds", &mut options.wallets.exclude_wallet_ids),
        ("featuredWalletIds", &mut options.wallets.featured_wallet_ids),
    ] {
        if let Some(given) = value.field(name).and_then(Value::as_array) {
            *slot = each(first(given, 256), &|id| owned(id).filter(|id| id.len() <= 128));
            if slot.len() < given.len() {
                wrong(alerts, "* must list at most 256 IDs. Invalid entries are ignored.", name, "");
            }
        }
    }
    if let Some(given) = value.field("customWallets").and_then(Value::as_array) {
        options.wallets.custom_wallets.clear();
        for (index, item) in first(given, 64).iter().enumerate() {
            let at = index.to_string();
            let Some(wallet) = custom(item) else {
                wrong(alerts, "Ignoring customWallets[*]: it needs an id and a name", &at, "");
                continue;
            };
            for name in ["homepage", "image_url", "app_store", "play_store", "chrome_store"] {
                if item.filled(name).is_some_and(|url| !is_web_url(url)) {
                    wrong(alerts, "customWallets[*].* must be an https URL", &at, name);
                }
            }
            options.wallets.custom_wallets.push(wallet);
        }
    }
    for (chain, token) in
        value.field("tokens").and_then(Value::as_object).into_iter().flatten().take(NETWORKS_MAX)
    {
        let read = ChainId::parse(chain).and_then(|chain| {
            let address = namespaces::of(chain.namespace).address(token.text("address")?).ok()?;
            let image = token.text("image").filter(|url| is_web_url(url)).map(ToString::to_string);
            Some((chain.to_string(), TokenOption { address, image }))
        });
        match read {
            Some((chain, token)) => options.tokens.insert(chain, token),
            None => {
                let text = "Ignoring tokens[*]: it must map a CAIP-2 ID, such as eip155:1, to { address }";
                wrong(alerts, text, &short(chain), "");
            }
        }
    }
    if let Some(list) = value.field("adapters").and_then(Value::as_array) {
        let namespace = |item: &Value| Namespace::parse(item.as_str().or_else(|| item.text("namespace"))?);
        let named: Vec<Namespace> = list.iter().filter_map(namespace).collect();
        if named.len() < list.len() {
            let text = "adapters has an unknown namespace. Use eip155, solana, bip122, polkadot or cosmos.";
            wrong(alerts, text, "", "");
        }
        options.adapters = (!named.is_empty()).then_some(named);
    }
    // the object itself stays in the element; only its existence is known here
    options.siwx |= value.field("siwx").is_some() || value.field("siweConfig").is_some();
}
