//! Parses the page's payment once and completely (docs/spec/services.md A12, decision 14, "Pay"): asset, amount, recipient. Each
//! error has its own code, and nothing opens.

use crate::amount::{self, Amount};
use crate::caip::{AccountId, ChainId};
use crate::entities::Network;
use crate::error::{Error, Result};
use crate::json::Read;
use crate::namespaces::{self, Can};
use crate::services;
use crate::text;
use crate::urls::is_web_url;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The maximum number of exchanges that a page can name.
const NAMED_MAX: usize = 64;
/// The maximum number of reference keys in a transfer, which must fit into one packet.
const REFERENCES_MAX: usize = 8;

/// The asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The network.
    pub chain: ChainId,
    /// The contract, checksummed. `None` for the native coin.
    pub address: Option<String>,
    /// The symbol, "USDC". For the native coin, the network's symbol.
    pub symbol: String,
    /// "USD Coin"
    pub name: String,
}

/// Which exchanges the list offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Only these exchanges.
    pub include_only: Option<Vec<String>>,
    /// All but these exchanges.
    pub exclude: Option<Vec<String>>,
}

/// The page's payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRequest {
    /// The asset.
    pub asset: Asset,
    /// The exact amount.
    pub amount: Amount,
    /// The recipient, checksummed.
    pub recipient: String,
    /// The reference keys of the transfer, with which the page finds it.
    pub references: Vec<String>,
    /// An exchange's page opens in a tab. If false, in a window.
    pub in_tab: bool,
    /// The return URLs for an exchange's page: `{success?, failure?}`.
    pub redirect: Option<Value>,
    /// Which exchanges the list offers.
    pub limits: Limits,
}

impl Asset {
    /// The CAIP-19 ID in the service's form.
    #[must_use]
    pub fn caip(&self) -> String {
        let rules = namespaces::of(self.chain.namespace);
        rules.asset_id(&self.chain, self.address.as_deref()).unwrap_or_default()
    }
}

/// A payment error with its code. `why` is for the page's developer.
#[must_use]
pub fn error(code: &'static str, why: &'static str) -> Error {
    Error::Payment { code, message: why.into() }
}

const CONFIG: &str = "INVALID_PAYMENT_CONFIG";
const ASSET: &str = "INVALID_ASSET";
const RECIPIENT: &str = "INVALID_RECIPIENT";
const AMOUNT: &str = "INVALID_AMOUNT";
/// The error code for an asset outside the page's networks, or one that differs from the page's data.
pub const NOT_SUPPORTED: &str = "ASSET_NOT_SUPPORTED";

impl PaymentRequest {
    /// Parses the options of a payment. `network` finds a network of this page by its ID.
    ///
    /// # Errors
    /// [`Error::Payment`] with a code for the invalid field.
    pub fn read(options: &Value, network: impl Fn(&ChainId) -> Option<Network>) -> Result<Self> {
        let asset = options.field("paymentAsset").filter(|asset| asset.is_object());
        let asset = asset.ok_or(error(CONFIG, "paymentAsset is missing"))?;
        let chain = asset.text("network").and_then(ChainId::parse);
        let chain =
            chain.ok_or(error(CONFIG, "paymentAsset.network must be a CAIP-2 ID, such as eip155:8453"))?;
        if !namespaces::of(chain.namespace).can(Can::Pay) {
            return Err(error("INVALID_CHAIN_NAMESPACE", "Payments aren't supported on this network type"));
        }
        let metadata = asset.field("metadata").filter(|about| about.is_object());
        let metadata = metadata.ok_or(error(CONFIG, "paymentAsset.metadata is missing"))?;
        let decimals = metadata.whole("decimals").and_then(|d| u8::try_from(d).ok());
        let decimals = decimals.filter(|decimals| *decimals <= amount::DECIMALS_MAX);
        let decimals = decimals
            .ok_or(error(ASSET, "paymentAsset.metadata.decimals must be a whole number from 0 to 77"))?;
        let symbol = metadata.text("symbol").and_then(|text| text::label(text, 12));
        let symbol = symbol.ok_or(error(ASSET, "paymentAsset.metadata.symbol is missing"))?;
        let name =
            metadata.text("name").and_then(|text| text::label(text, 32)).unwrap_or_else(|| symbol.clone());
        let address = contract(asset.text("asset").unwrap_or_default(), &chain)?;
        let recipient = recipient(options.text("recipient").unwrap_or_default(), &chain)?;
        if address.as_ref() == Some(&recipient) {
            return Err(error(RECIPIENT, "recipient is the token's own contract"));
        }
        let references = references(options, &chain)?;
        let amount = exact(options, decimals)?;
        let redirect = redirect(options)?;
        let limits = limits(options)?;
        let in_tab = match options.field("openInNewTab") {
            None => false,
            Some(given) => given.as_bool().ok_or(error(CONFIG, "openInNewTab must be a boolean"))?,
        };
        let network = network(&chain)
            .ok_or(error(NOT_SUPPORTED, "paymentAsset.network isn't one of this page's networks"))?;
        let (symbol, name) = match address {
            Some(_) => (symbol, name),
            None if network.native_currency.decimals != decimals => {
                return Err(error(ASSET, "paymentAsset.metadata.decimals doesn't match the network's coin"));
            }
            None => (network.native_currency.symbol, network.native_currency.name),
        };
        let asset = Asset { chain, address, symbol, name };
        Ok(Self { asset, amount, recipient, references, in_tab, redirect, limits })
    }
}

/// A recipient's address in the namespace's form, also from a CAIP-10 of this network.
fn plain(text: &str, chain: &ChainId) -> Option<String> {
    let account = AccountId::parse(text);
    let address = match &account {
        Some(account) => (account.chain == *chain).then_some(account.address.as_str())?,
        None => text,
    };
    let address = namespaces::of(chain.namespace).address(address).ok()?;
    let is_burn_address =
        namespaces::is_burn_address(chain.namespace, &address) || services::is_native(&address);
    (!is_burn_address).then_some(address)
}

fn contract(text: &str, chain: &ChainId) -> Result<Option<String>> {
    if text == "native" {
        return Ok(None);
    }
    let wrong = error(ASSET, "paymentAsset.asset must be native or a token address on this network");
    plain(text, chain).map(Some).ok_or(wrong)
}

fn recipient(text: &str, chain: &ChainId) -> Result<String> {
    plain(text, chain).ok_or(error(RECIPIENT, "recipient isn't a valid address for this network"))
}

/// The reference keys of the transfer (Solana Pay's `reference`): without duplicates, and without keys that the
/// transfer contains anyway.
fn references(options: &Value, chain: &ChainId) -> Result<Vec<String>> {
    let Some(given) = options.field("references") else { return Ok(Vec::new()) };
    let wrong = || error(CONFIG, "references must be at most 8 Solana public keys");
    let rules = namespaces::of(chain.namespace);
    let list = given.as_array().filter(|list| list.len() <= REFERENCES_MAX && rules.can(Can::References));
    let mut all: Vec<String> = Vec::new();
    for key in list.ok_or_else(wrong)? {
        let key = key.as_str().and_then(|key| rules.address(key).ok()).ok_or_else(wrong)?;
        if all.contains(&key) || namespaces::is_burn_address(chain.namespace, &key) {
            return Err(wrong());
        }
        all.push(key);
    }
    Ok(all)
}

/// A decimal string, or a number in its shortest decimal form. More decimals than the asset's are invalid.
fn exact(options: &Value, decimals: u8) -> Result<Amount> {
    let text = options.decimal("amount").and_then(|text| amount::without_exponent(&text));
    let amount = text.and_then(|text| Amount::parse(&text, decimals).ok()).filter(|amount| !amount.is_zero());
    amount.ok_or(error(AMOUNT, "amount isn't valid for this asset"))
}

/// The return URLs. Only http and https URLs are valid, because a service redirects users to them.
fn redirect(options: &Value) -> Result<Option<Value>> {
    let Some(given) = options.field("redirectUrl") else { return Ok(None) };
    let is_page = |text: &str| {
        let of_http = text.strip_prefix("http://").map(|rest| ["https://", rest].concat());
        is_web_url(text) || of_http.is_some_and(|text| is_web_url(&text))
    };
    let wrong = || error(CONFIG, "redirectUrl must contain valid URLs");
    let mut pages = serde_json::Map::new();
    for name in ["success", "failure"] {
        if let Some(page) = given.field(name) {
            let page = page.as_str().filter(|page| is_page(page)).ok_or_else(wrong)?;
            pages.insert(name.into(), page.into());
        }
    }
    match given.is_object() {
        true => Ok((!pages.is_empty()).then_some(Value::Object(pages))),
        false => Err(wrong()),
    }
}

fn limits(options: &Value) -> Result<Limits> {
    let Some(given) = options.field("payWithExchange") else { return Ok(Limits::default()) };
    let wrong =
        || error(CONFIG, "payWithExchange must be { includeOnly?, exclude? } with lists of exchange IDs");
    let ids = |name: &str| -> Result<Option<Vec<String>>> {
        let Some(list) = given.field(name) else { return Ok(None) };
        let list = list.as_array().filter(|list| list.len() <= NAMED_MAX).ok_or_else(wrong)?;
        let id = |id: &Value| id.as_str().filter(|id| (1..=64).contains(&id.len())).map(Into::into);
        list.iter().map(id).collect::<Option<Vec<String>>>().map(Some).ok_or_else(wrong)
    };
    if !given.is_object() {
        return Err(wrong());
    }
    Ok(Limits { include_only: ids("includeOnly")?, exclude: ids("exclude")? })
}
