//! Reads the page's options: takes each valid field, and reports each invalid one once (docs/spec/public-api.md section
//! 1).

use super::names::{names_of, unknown};
use super::*;
use crate::alert::Alert;
use crate::caip::{ChainId, Namespace};
use crate::constants::{NAME_CHARS_MAX, NETWORKS_MAX};
use crate::entities::{Metadata, Network};
use crate::features::shell::model::theme::ThemeMode;
use crate::json::Read;
use crate::ports::host::Page;
use crate::text;
use crate::urls::{self, is_loopback, is_web_url};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

impl Options {
    /// Whether a feature is on.
    #[must_use]
    pub fn feature(&self, name: &str) -> bool {
        match self.value_of(name) {
            Some(FeatureValue::Flag(on)) => *on,
            Some(FeatureValue::List(list)) => !list.is_empty(),
            None => false,
        }
    }

    /// The effective list of a feature.
    #[must_use]
    pub fn listed(&self, name: &str) -> &[String] {
        match self.value_of(name) {
            Some(FeatureValue::List(list)) => list,
            _ => &[],
        }
    }

    /// The effective value of a feature. The project's settings override the page's (1.28).
    #[must_use]
    pub fn value_of(&self, name: &str) -> Option<&FeatureValue> {
        self.decided.get(name).or_else(|| self.features.get(name))
    }

    /// Whether the page orders the list of wallets by types of connectors (2.35).
    #[must_use]
    pub fn orders_wallets(&self) -> bool {
        matches!(self.value_of("connectorTypeOrder"), Some(FeatureValue::List(given)) if !given.is_empty())
    }

    /// Reads the page's options. Returns them with an alert for each error.
    #[must_use]
    pub fn read(value: &Value, page: &Page) -> (Self, Vec<Alert>) {
        let mut options = Self {
            debug: is_loopback(&page.origin),
            reaches_private: urls::reaches_private(&page.origin),
            timezone: page.timezone.clone(),
            ..Self::default()
        };
        options.metadata = Metadata {
            name: page.title.clone(),
            description: page.description.clone(),
            url: page.origin.clone(),
            icons: page.icon.iter().cloned().collect(),
        };
        let mut alerts = Vec::new();
        options.merge(value, &mut alerts);
        if value.field("networks").is_none() {
            options.networks.push(network::mainnet(&options));
        }
        // Without networks the modal uses mainnet, and only a project id gives mainnet an RPC URL.
        match (options.project_id.is_none(), value.field("networks")) {
            (true, None) => alerts.push(Alert::NetworksNotConfigured),
            // a page that passes null, or its own wallet list, omits the project ID on purpose
            (true, _) if value.get("projectId").is_some_and(Value::is_null) => {}
            (true, _) if !options.answers("wallets") => alerts.push(Alert::ProjectIdNotConfigured),
            _ => {}
        }
        (options, alerts)
    }

    /// Takes every valid field, at the start and for `updateOptions`.
    pub fn merge(&mut self, value: &Value, alerts: &mut Vec<Alert>) {
        if let Some(id) = value.field("projectId") {
            let is_one = |id: &&str| (1..=128).contains(&id.len());
            match id.as_str().map(str::trim).filter(is_one) {
                // a placeholder in the guide
                Some("YOUR_PROJECT_ID") => {
                    let text =
                        "projectId is still the placeholder YOUR_PROJECT_ID. Replace it with your own.";
                    wrong(alerts, text, "", "");
                }
                Some(id) => self.project_id = Some(id.into()),
                None => wrong(alerts, "projectId must be a string", "", ""),
            }
        }
        rest::check_shapes(value, alerts);
        rest::check_names(value, alerts);
        if value.field("siwx").is_some() && value.field("siweConfig").is_some() {
            wrong(alerts, "Both siwx and siweConfig are set. Ignoring siweConfig.", "", "");
        }
        self.merge_networks(value, alerts);
        self.merge_default_network(value, alerts);
        self.merge_texts(value, alerts);
        self.merge_features(value, alerts);
        self.merge_services(value, alerts);
        self.merge_flags(value);
        wallets::merge(self, value, alerts);
        rest::merge(self, value, alerts);
    }

    /// Whether a namespace is enabled: the page names it, or uses one of its networks.
    #[must_use]
    pub fn has_adapter(&self, namespace: Namespace) -> bool {
        match &self.adapters {
            Some(named) => named.contains(&namespace),
            None => self.networks.iter().any(|network| network.chain_namespace == namespace),
        }
    }

    /// Reads a flag of the options by its public name.
    #[must_use]
    pub fn is_set(&self, name: &str) -> bool {
        self.rest.get(name).and_then(Value::as_bool).unwrap_or_else(|| rest::default_flag(name))
    }

    /// Whether the page has its own data under this name (option `data`).
    #[must_use]
    pub fn answers(&self, name: &str) -> bool {
        self.rest.get("data").is_some_and(|given| given.flag(name) == Some(true))
    }

    /// Whether the engine must not store anything.
    #[must_use]
    pub fn is_memory_only(&self) -> bool {
        self.rest.get("storage").and_then(Value::as_str) == Some("memory")
    }

    /// The page's icon of a network (`chainImages`) or connector (`connectorImages`).
    #[must_use]
    pub fn picture(&self, option: &str, id: &str) -> Option<&str> {
        self.rest.get(option)?.text(id)
    }

    /// All icons of such an option.
    pub fn pictures(&self, option: &str) -> impl Iterator<Item = &str> {
        let named = self.rest.get(option).and_then(Value::as_object);
        named.into_iter().flat_map(|all| all.values().filter_map(Value::as_str))
    }

    /// Sets `features.analytics`.
    pub fn set_analytics(&mut self, on: bool) {
        self.analytics_consent = Some(on);
        self.features.insert("analytics".into(), FeatureValue::Flag(on));
    }

    fn merge_networks(&mut self, value: &Value, alerts: &mut Vec<Alert>) {
        let Some(given) = value.field("networks").and_then(Value::as_array) else { return };
        let (mut networks, mut read_only): (Vec<Network>, Vec<Network>) = Default::default();
        if given.len() > NETWORKS_MAX {
            let text = "networks has * entries. Only the first * are used.";
            wrong(alerts, text, &given.len().to_string(), &NETWORKS_MAX.to_string());
        }
        for (index, item) in first(given, NETWORKS_MAX).iter().enumerate() {
            let at = index.to_string();
            match network::read(item, self.reaches_private) {
                Ok(network)
                    if networks
                        .iter()
                        .chain(&read_only)
                        .any(|n| n.caip_network_id == network.caip_network_id) =>
                {
                    wrong(
                        alerts,
                        "Ignoring networks[*]: networks lists * more than once",
                        &at,
                        &network.caip_network_id,
                    );
                }
                Ok(network) => {
                    network::say_lost(item, &network, self.reaches_private, &mut |lost| {
                        wrong(alerts, lost, &at, "")
                    });
                    match item.flag("readOnly") {
                        Some(true) => read_only.push(network),
                        _ => networks.push(network),
                    }
                }
                Err(field) => {
                    wrong(alerts, "Ignoring networks[*]: * is missing or invalid", &at, field);
                }
            }
        }
        if networks.is_empty() {
            let text = match read_only.is_empty() {
                true => "networks must list at least one network",
                false => "networks must list at least one network without readOnly",
            };
            wrong(alerts, text, "", "");
        }
        // a running page is never left without a network
        if !networks.is_empty() || self.networks.is_empty() {
            (self.networks, self.read_only) = (networks, read_only);
        }
    }

    fn merge_default_network(&mut self, value: &Value, alerts: &mut Vec<Alert>) {
        let Some(given) = value.field("defaultNetwork") else { return };
        let id = given.as_str().or_else(|| given.text("caipNetworkId"));
        // a viem chain only has a number
        let read = || network::read(given, true).ok().and_then(|network| network.chain());
        let chain = id.and_then(ChainId::parse).or_else(read);
        let Some(chain) = chain else {
            let all = names_of(&self.networks);
            return wrong(
                alerts,
                "defaultNetwork must be an entry of networks or its CAIP-2 ID: *",
                &all,
                "",
            );
        };
        let id = chain.to_string();
        if self.networks.iter().any(|network| network.caip_network_id == id) {
            self.default_network = Some(chain);
            return;
        }
        if self.read_only.iter().any(|network| network.caip_network_id == id) {
            return wrong(
                alerts,
                "Ignoring defaultNetwork *: it's readOnly, so users can't switch to it",
                &id,
                "",
            );
        }
        // an invalid network was already reported: the list is too long, or the network couldn't be read
        let is_given = value.list("networks").iter().any(|one| {
            let number = one.field("id").and_then(Value::as_u64).map(|number| number.to_string());
            one.text("caipNetworkId") == Some(id.as_str())
                || number.is_some_and(|number| id.strip_prefix("eip155:") == Some(number.as_str()))
        });
        if is_given {
            return wrong(alerts, "Ignoring defaultNetwork *: its entry in networks was ignored", &id, "");
        }
        let network = [&short(&id), " (defaultNetwork)"].concat();
        alerts.push(Alert::NetworkNotFound { network, known: names_of(&self.networks) });
    }

    fn merge_texts(&mut self, value: &Value, alerts: &mut Vec<Alert>) {
        if let Some(given) = value.field("metadata") {
            for name in ["name", "description", "url"] {
                if given.field(name).is_some_and(|text| !text.is_string()) {
                    wrong(alerts, "metadata.* must be a string", name, "");
                }
            }
            let is_url = |icon: &Value| icon.as_str().is_some_and(is_web_url);
            if given
                .field("icons")
                .is_some_and(|all| !all.as_array().is_some_and(|all| all.iter().all(is_url)))
            {
                wrong(alerts, "metadata.icons must be an array of URLs", "", "");
            }
            if let Some(name) = given.text("name").and_then(|name| text::label(name, NAME_CHARS_MAX)) {
                self.metadata.name = name;
            }
            if let Some(description) = given.text("description").and_then(|text| text::label(text, 300)) {
                self.metadata.description = description;
            }
            if let Some(url) = given.filled("url") {
                if !self.metadata.url.is_empty() && !urls::same_origin(url, &self.metadata.url) {
                    let text =
                        "metadata.url doesn't match this page's origin, so wallets will show a warning";
                    wrong(alerts, text, "", "");
                }
                self.metadata.url = url.into();
            }
            if given.field("icons").is_some() {
                self.metadata.icons = each(first(given.list("icons"), 4), &owned);
            }
        }
        if let Some(mode) = value.field("themeMode") {
            match mode.as_str().and_then(ThemeMode::parse) {
                Some(mode) => self.theme_mode = mode,
                None => wrong(alerts, "themeMode must be light, dark or system", "", ""),
            }
        }
        if let Some(variables) = value.field("themeVariables").and_then(Value::as_object) {
            for (name, given) in variables {
                match crate::features::shell::model::theme::variable(name, given) {
                    Some((name, given)) => {
                        self.theme_variables.insert(name, given);
                    }
                    None => wrong(
                        alerts,
                        "Ignoring themeVariables[*]: unknown name or unsafe value",
                        &short(name),
                        "",
                    ),
                }
            }
        }
        for (name, slot) in [
            ("termsConditionsUrl", &mut self.terms_conditions_url),
            ("privacyPolicyUrl", &mut self.privacy_policy_url),
        ] {
            if let Some(url) = value.text(name).filter(|url| is_web_url(url)) {
                *slot = Some(url.into());
            }
        }
        match value.filled("locale") {
            Some(locale) if is_tag(locale) => self.locale = Some(locale.into()),
            Some(_) => wrong(alerts, "locale must be a BCP 47 tag, such as en or de-CH", "", ""),
            None => {}
        }
    }

    fn merge_features(&mut self, value: &Value, alerts: &mut Vec<Alert>) {
        let Some(given) = value.field("features").and_then(Value::as_object) else { return };
        for (name, given) in given {
            let name = if name == "history" { "activity" } else { name.as_str() };
            let Some(known) = self.features.get(name) else {
                unknown(alerts, "features.*", name, &mut self.features.keys().map(String::as_str));
                continue;
            };
            let value = match (given, known) {
                (Value::Bool(on), FeatureValue::Flag(_)) => Some(FeatureValue::Flag(*on)),
                (Value::Bool(false), FeatureValue::List(_)) => Some(FeatureValue::List(Vec::new())),
                (Value::Bool(true), FeatureValue::List(_)) => default_features().get(name).cloned(),
                (Value::Array(items), FeatureValue::List(_)) => {
                    let mut list = each(items, &owned);
                    list.truncate(32);
                    Some(FeatureValue::List(list))
                }
                _ => None,
            };
            // the defaults of these lists contain all possible values
            if let Some(FeatureValue::List(list)) = &value
                && let Some(FeatureValue::List(known)) = default_features().get(name)
                && !known.is_empty()
            {
                for item in list.iter().filter(|item| !known.contains(item)) {
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    let text = [name, ". Use ", &known.join(", ")].concat();
                    wrong(alerts, "Ignoring * in features.*", &short(item), &text);
                }
            }
            match value {
                Some(value) => {
                    if let ("analytics", FeatureValue::Flag(on)) = (name, &value) {
                        self.analytics_consent = Some(*on);
                    }
                    self.features.insert(name.into(), value);
                    self.set_features.retain(|known| known != name);
                    self.set_features.push(name.into());
                }
                None => wrong(alerts, "Ignoring features.*: wrong type", name, ""),
            }
        }
    }

    fn merge_services(&mut self, value: &Value, alerts: &mut Vec<Alert>) {
        if let Some(given) = value.field("services") {
            for (name, slot) in [
                ("wallet", &mut self.services.wallet),
                ("data", &mut self.services.data),
                ("analytics", &mut self.services.analytics),
                ("secure", &mut self.services.secure),
                ("onramp", &mut self.services.onramp),
            ] {
                match given.field(name).map(|url| url.as_str().and_then(urls::origin)) {
                    Some(Some(url)) => *slot = url,
                    Some(None) => wrong(alerts, "services.* must be an origin", name, ""),
                    None => {}
                }
            }
        }
        if let Some(given) = value.field("services").and_then(|services| services.field("relay")) {
            let all = given.as_array().map_or(core::slice::from_ref(given), Vec::as_slice);
            let urls = each(all, &|url| urls::relay(url.as_str()?));
            if urls.is_empty() || urls.len() < all.len() {
                wrong(alerts, "services.relay must be one or more wss:// origins", "", "");
            }
            if !urls.is_empty() {
                self.services.relay = urls;
            }
        }
        let Some(given) = value.field("customRpcUrls").and_then(Value::as_object) else { return };
        for (chain, list) in given {
            let given = list.as_array().map_or(&[][..], Vec::as_slice);
            let reaches = self.reaches_private;
            let is_node = |url: &&str| urls::is_node_url(url, reaches);
            let urls = each(given, &|item| item.text("url").filter(is_node).map(ToString::to_string));
            let mut lost = given.iter().map(|item| item.text("url").unwrap_or_default());
            if let Some(lost) = lost.find(|url| !is_node(url))
                && (!urls.is_empty() || lost.starts_with("http://"))
            {
                let text = "Ignoring an entry in customRpcUrls[*] *";
                wrong(alerts, text, &short(chain), urls::refused_node(lost));
                if urls.is_empty() {
                    continue; // reported with its cause
                }
            }
            match ChainId::parse(chain).filter(|_| !urls.is_empty()) {
                Some(chain) => {
                    self.custom_rpc_urls.insert(chain.to_string(), urls);
                }
                None => {
                    let text = "Ignoring customRpcUrls[*]: it must map a CAIP-2 ID, such as eip155:1, to an array of { url }";
                    wrong(alerts, text, &short(chain), "");
                }
            }
        }
    }

    fn merge_flags(&mut self, value: &Value) {
        for (name, slot) in [
            ("debug", &mut self.debug),
            ("testMode", &mut self.test_mode),
            ("mobileFullScreen", &mut self.mobile_full_screen),
            ("enableEIP6963", &mut self.enable_eip6963),
            ("enableInjected", &mut self.enable_injected),
            ("enableReconnect", &mut self.enable_reconnect),
            ("enableEmbedded", &mut self.enable_embedded),
            ("disableAppend", &mut self.disable_append),
        ] {
            if let Some(on) = value.flag(name) {
                *slot = on;
            }
        }
    }
}

/// Whether a string has the form of a BCP 47 tag. The language doesn't have to exist.
fn is_tag(text: &str) -> bool {
    text.len() <= 35 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
}

/// Reports an option and its error: `first` and `second` replace the stars. One function for all of them: formatting each text in place
/// would add code to the first download each time.
#[inline(never)]
pub(super) fn wrong(alerts: &mut Vec<Alert>, text: &str, first: &str, second: &str) {
    let mut detail = String::new();
    let mut words = [first, second].into_iter();
    for (at, piece) in text.split('*').enumerate() {
        if at > 0 {
            detail.push_str(words.next().unwrap_or_default());
        }
        detail.push_str(piece);
    }
    alerts.push(Alert::InvalidOption { detail });
}

/// Reads the items of a list. One loop for all of them: each collected iterator type would be separate code.
#[inline(never)]
pub(super) fn each(items: &[Value], read: &dyn Fn(&Value) -> Option<String>) -> Vec<String> {
    let mut all = Vec::new();
    for item in items {
        all.extend(read(item));
    }
    all
}

/// The first items of a list.
pub(super) fn first(items: &[Value], count: usize) -> &[Value] {
    items.get(..count).unwrap_or(items)
}

/// Reads an item that is a string.
pub(super) fn owned(item: &Value) -> Option<String> {
    item.as_str().map(ToString::to_string)
}

pub(super) fn short(text: &str) -> String {
    text::label(text, 40).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn page() -> Page {
        Page { origin: "https://app.example".into(), title: "App".into(), ..Page::default() }
    }

    fn mainnet() -> Value {
        json!({"id": 1, "chainNamespace": "eip155", "caipNetworkId": "eip155:1", "name": "Ethereum",
            "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18},
            "rpcUrls": {"default": {"http": ["https://rpc.example"]}},
            "blockExplorers": {"default": {"name": "Scan", "url": "https://scan.example/"}}})
    }

    // req: 3.1
    #[test]
    fn reads_a_network_completely_and_builds_its_links() {
        let (options, alerts) = Options::read(&json!({"projectId": "p", "networks": [mainnet()]}), &page());
        assert_eq!(alerts, []);
        let network = &options.networks[0];
        assert_eq!(network.caip_network_id, "eip155:1");
        assert_eq!(network.native_currency.symbol, "ETH");
        assert_eq!(network.http_urls(), ["https://rpc.example"]);
        assert_eq!(network.transaction_url("0xab").as_deref(), Some("https://scan.example/tx/0xab"));
        assert!(!network.testnet);
        // B12: the name of its currency has a length limit
        let mut long = mainnet();
        long["nativeCurrency"] = json!({"name": "N".repeat(40), "symbol": "S".repeat(40), "decimals": 36});
        let (options, _) = Options::read(&json!({"projectId": "p", "networks": [long]}), &page());
        let currency = &options.networks[0].native_currency;
        assert_eq!((currency.name.len(), currency.symbol.len(), currency.decimals), (32, 12, 36));
    }

    fn chains(count: u64) -> Value {
        let chain = |id: u64| {
            let mut chain = mainnet();
            (chain["id"], chain["caipNetworkId"]) = (json!(id), json!(alloc::format!("eip155:{id}")));
            chain
        };
        (1..=count).map(chain).collect()
    }

    #[test]
    fn reads_up_to_1024_networks_and_reports_the_rest() {
        let read = |count, default: &str| {
            let value = json!({"projectId": "p", "networks": chains(count), "defaultNetwork": default});
            Options::read(&value, &page())
        };
        for count in [700, 1_024] {
            let (options, alerts) = read(count, &alloc::format!("eip155:{count}"));
            assert_eq!((options.networks.len() as u64, alerts), (count, alloc::vec![]));
            assert_eq!(options.default_network.unwrap().to_string(), alloc::format!("eip155:{count}"));
        }
        let (options, alerts) = read(1_030, "eip155:1025");
        assert_eq!((options.networks.len(), options.default_network), (1_024, None));
        let said: Vec<String> = alerts.iter().map(Alert::detail).collect();
        assert_eq!(said[0], "networks has 1030 entries. Only the first 1024 are used.");
        assert_eq!(said[1], "Ignoring defaultNetwork eip155:1025: its entry in networks was ignored");
    }

    #[test]
    fn explains_why_a_default_network_is_missing() {
        let said = |networks: Value, default: Value| {
            let value = json!({"projectId": "p", "networks": networks, "defaultNetwork": default});
            let (_, alerts) = Options::read(&value, &page());
            alerts.last().unwrap().detail()
        };
        let left_out = "Ignoring defaultNetwork eip155:5: its entry in networks was ignored";
        let not_there = "Network eip155:5 (defaultNetwork) isn't configured. Add it to the networks array, which has eip155:1.";
        let no_network = "defaultNetwork must be an entry of networks or its CAIP-2 ID: eip155:1";
        for (networks, default, why) in [
            (json!([mainnet()]), json!("eip155:5"), not_there),
            (json!([mainnet(), {"id": 5}]), json!("eip155:5"), left_out),
            (json!([mainnet()]), json!("mainnet"), no_network),
            (json!([mainnet()]), json!(5), no_network),
        ] {
            assert_eq!(said(networks, default), why);
        }
    }

    // req: 5.1, 8.7
    #[test]
    fn raises_only_an_alert_for_a_missing_project_id() {
        let (options, alerts) = Options::read(&json!({"networks": [mainnet()]}), &page());
        assert_eq!(alerts, [Alert::ProjectIdNotConfigured]);
        assert_eq!(alerts[0].title(), "Project ID Not Configured");
        assert_eq!(options.networks.len(), 1);
    }

    #[test]
    fn replaces_and_names_each_invalid_option() {
        let value = json!({
            "projectId": "p", "networks": [mainnet(), mainnet(), {"id": 5}], "defaultNetwork": "eip155:5",
            "themeMode": "pink", "themeVariables": {"--wm-accent": "red;}", "--wm-text": "#123456"},
            "termsConditionsUrl": "javascript:alert(1)", "debug": "yes",
            "features": {"sent": true, "send": false, "socials": ["google"], "email": "on"},
            "services": {"data": "https://x.example/path"}
        });
        let (options, alerts) = Options::read(&value, &page());
        let texts: Vec<String> = alerts.iter().map(Alert::detail).collect();
        assert_eq!(alerts.len(), 10, "{texts:?}");
        assert_eq!(options.networks.len(), 1);
        assert_eq!(options.theme_mode, ThemeMode::System);
        assert_eq!(options.theme_variables.len(), 1);
        assert_eq!(options.terms_conditions_url, None);
        assert!(!options.feature("send"));
        assert!(options.feature("email"));
        assert_eq!(
            *options.features.get("socials").unwrap(),
            FeatureValue::List(alloc::vec!["google".into()])
        );
        assert_eq!(options.services, Services::default());
    }

    #[test]
    fn keeps_data_in_memory_only_for_the_value_memory() {
        for (given, is_memory) in [
            (Value::Null, false),
            (json!("memory"), true),
            (json!("local"), false),
            (json!("cookie"), false),
            (json!("Memory"), false),
            (json!(""), false),
            (json!(true), false),
            (json!({"get": "memory"}), false),
        ] {
            let mut options = json!({"projectId": "p", "networks": [mainnet()]});
            options["storage"] = given.clone();
            assert_eq!(Options::read(&options, &page()).0.is_memory_only(), is_memory, "{given}");
        }
        let (unset, _) = Options::read(&json!({"projectId": "p", "networks": [mainnet()]}), &page());
        assert!(!unset.is_memory_only());
    }

    #[test]
    fn adds_ethereum_if_a_page_names_no_networks() {
        let (options, _) = Options::read(&json!({"projectId": "p 1"}), &page());
        assert_eq!(options.networks[0].caip_network_id, "eip155:1");
        let sv = crate::constants::SDK_VERSION;
        let rpc = alloc::format!(
            "https://rpc.walletconnect.org/v1?chainId=eip155:1&projectId=p%201&st=wallet-modal&sv={sv}"
        );
        assert_eq!(options.networks[0].http_urls(), [rpc]);
        let (options, _) = Options::read(&json!({"projectId": "p", "networks": [{"id": 5}]}), &page());
        assert!(options.networks.is_empty(), "wrong ones are named, not replaced");
    }

    // req: 3.21
    #[test]
    fn takes_metadata_from_the_page_if_none_is_given() {
        let (options, _) = Options::read(&json!({"projectId": "p"}), &page());
        assert_eq!(
            (options.metadata.name.as_str(), options.metadata.url.as_str()),
            ("App", "https://app.example")
        );
        let given = json!({"projectId": "p", "metadata": {"name": "Other", "url": "https://evil.example", "icons": ["https://evil.example/i.png"]}});
        let (options, alerts) = Options::read(&given, &page());
        assert_eq!(options.metadata.name, "Other");
        assert_eq!(options.metadata.icons, ["https://evil.example/i.png"]);
        assert_eq!(alerts.len(), 1);
    }

    // req: 3.23
    #[test]
    fn reads_each_specified_option_and_returns_it() {
        let dai = "0x6B175474E89094C44Da98b954EedeAC495271d0F";
        let given = json!({
            "projectId": "p", "networks": [mainnet()], "defaultNetwork": "eip155:1", "adapters": ["eip155", {"namespace": "solana"}],
            "features": {"send": false}, "tokens": {"eip155:1": {"address": dai.to_lowercase(), "image": "https://a.example/dai.png"},
            "eip155:5": {"address": "0x12"}}, "themeMode": "dark", "themeVariables": {"--wm-accent": "#123456"},
            "allWallets": "ONLY_MOBILE", "includeWalletIds": ["a"], "excludeWalletIds": ["io.bad"], "featuredWalletIds": ["b", 7],
            "customWallets": [{"id": "mine", "name": "Mine", "mobile_link": "mine://", "homepage": "https://mine.example"}, {"id": "x"}],
            "termsConditionsUrl": "https://a.example/terms", "privacyPolicyUrl": "https://a.example/privacy", "siwx": {},
            "enableEmbedded": true, "disableAppend": true,
        });
        let (options, alerts) = Options::read(&given, &page());
        assert_eq!(
            alerts.len(),
            3,
            "the bad token, the wallet without a name, the number among ids: {alerts:?}"
        );
        let slice = serde_json::to_value(options.settings()).unwrap();
        for (name, value) in [
            ("projectId", json!("p")),
            ("networks", json!(["eip155:1"])),
            ("defaultNetwork", json!("eip155:1")),
            ("adapters", json!(["eip155", "solana"])),
            ("tokens", json!({"eip155:1": {"address": dai, "image": "https://a.example/dai.png"}})),
            ("allWallets", json!("ONLY_MOBILE")),
            ("includeWalletIds", json!(["a"])),
            ("excludeWalletIds", json!(["io.bad"])),
            ("featuredWalletIds", json!(["b"])),
            ("termsConditionsUrl", json!("https://a.example/terms")),
            ("privacyPolicyUrl", json!("https://a.example/privacy")),
            ("siwx", json!(true)),
            ("enableEmbedded", json!(true)),
            ("disableAppend", json!(true)),
        ] {
            assert_eq!(slice[name], value, "{name}");
        }
        assert_eq!(slice["customWallets"][0]["name"], "Mine");
        assert_eq!(
            (options.theme_mode, options.theme_variables.len(), options.feature("send")),
            (ThemeMode::Dark, 1, false)
        );
    }

    // req: 9.35, 9.36
    #[test]
    fn has_the_specified_feature_defaults() {
        let options = Options::default();
        for on in ["receive", "send", "analytics", "allWallets"] {
            assert!(options.feature(on), "{on}");
        }
        for off in ["legalCheckbox", "smartSessions", "collapseWallets", "pay"] {
            assert!(!options.feature(off), "{off}");
        }
    }
}
