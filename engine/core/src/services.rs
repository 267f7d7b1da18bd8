//! Typed service responses: balance lines, identities, wallet listings. Each untrusted body is parsed entry by entry,
//! and an invalid entry is dropped without the others (docs/spec/services.md).

pub mod onramp;

use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::{IMAGE_URL_CHARS_MAX, LISTING_CHAINS_MAX, NAME_CHARS_MAX};
use crate::json::Read;
use crate::json::json;
use crate::namespaces;
use crate::text;
use crate::urls::is_web_url;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// One line of a balance list (3.9, the fields that the service returns).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalanceItem {
    /// "Ether".
    pub name: String,
    /// "ETH".
    pub symbol: String,
    /// The chain of the balance.
    pub chain: ChainId,
    /// The token. `None` for the native coin.
    pub address: Option<AccountId>,
    /// The decimals of the token.
    pub decimals: u8,
    /// The amount as exact decimal text.
    pub numeric: String,
    /// The price of one token in US dollars, as decimal text.
    pub price: Option<String>,
    /// The value of the balance in US dollars, as decimal text.
    pub value: Option<String>,
    /// The URL of an icon, on any host.
    pub icon_url: Option<String>,
    /// The name comes only from the token itself.
    pub names_itself: bool,
}

impl BalanceItem {
    /// The service's form, which is also the cached one.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "symbol": self.symbol, "chainId": self.chain.to_string(),
            "address": self.address.as_ref().map(ToString::to_string),
            "quantity": { "decimals": self.decimals.to_string(), "numeric": self.numeric },
            "price": self.price, "value": self.value, "iconUrl": self.icon_url,
            "namesItself": self.names_itself,
        })
    }
}

/// The service's ID of a coin or token. The native coin has a pseudo-address (docs/spec/services.md B1).
#[must_use]
pub fn priced(chain: &ChainId, token: Option<&str>) -> AccountId {
    let native = if chain.namespace == Namespace::Solana { NATIVE_SOLANA } else { NATIVE_EVM };
    AccountId { chain: chain.clone(), address: token.unwrap_or(native).into() }
}

/// The pseudo-address of the EVM native coin.
pub(crate) const NATIVE_EVM: &str = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

/// The pseudo-address of the Solana native coin, one letter shorter than the mint of the wrapped coin.
const NATIVE_SOLANA: &str = "So11111111111111111111111111111111111111111";

/// Whether an address is a service's pseudo-address for the native coin. No account has it.
#[must_use]
pub fn is_native(address: &str) -> bool {
    address.eq_ignore_ascii_case(NATIVE_EVM) || address == NATIVE_SOLANA
}

/// Whether a service's contract field means the native coin: empty, zeros, or the pseudo-address.
#[must_use]
pub fn is_coin(address: &str) -> bool {
    let plain = address.rsplit(':').next().unwrap_or_default();
    is_native(plain) || plain.trim_start_matches("0x").bytes().all(|digit| digit == b'0')
}

/// A paused host, or a class of methods of a node, after "too many requests".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// When the pause ends.
    pub until_ms: u64,
    /// How many consecutive pauses it had.
    pub times: u32,
}

/// The chains that the data services support (7.3). Requested once. After a failure nothing is supported, and the next request follows 30 s
/// later (7.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SupportedChains {
    /// The chains, once the service has responded.
    pub(crate) http: Option<Vec<String>>,
    /// Not requested again before this time.
    pub(crate) blocked_until_ms: u64,
}

/// The URL of an icon, if it can be one.
pub(crate) fn picture(value: &Value, name: &str) -> Option<String> {
    let url = value.filled(name)?;
    (url.len() <= IMAGE_URL_CHARS_MAX && is_web_url(url)).then(|| url.into())
}

/// The readable entries of a balance list for this chain. Tokens without decimals are low quality and dropped (5.33). An entry without an
/// address is the native coin. Of two such entries, one is a token without its address, and both are dropped. All entries are read: a
/// partial total would be wrong, and the shown ones are chosen for their value, not their position. The response size is the limit.
#[must_use]
pub fn items(list: &[Value], chain: &ChainId) -> Vec<BalanceItem> {
    balance_of(list.iter().filter_map(|value| item_of(value, chain)).collect())
}

/// The same rules for entries that were parsed one by one ([`item_of`]).
#[must_use]
pub fn balance_of(mut items: Vec<BalanceItem>) -> Vec<BalanceItem> {
    if items.iter().filter(|item| item.address.is_none()).count() > 1 {
        items.retain(|item| item.address.is_some());
    }
    items
}

/// Parses a line of this chain, if it is valid.
#[must_use]
pub fn item_of(value: &Value, chain: &ChainId) -> Option<BalanceItem> {
    item(value).filter(|item| item.chain == *chain && item.decimals > 0)
}

/// Parses one line. `None` if it is invalid.
pub(crate) fn item(value: &Value) -> Option<BalanceItem> {
    let quantity = value.field("quantity")?;
    let chain = ChainId::parse(value.text("chainId")?)?;
    let address = match value.field("address") {
        Some(address) => {
            let id = AccountId::parse(address.as_str()?).filter(|id| id.chain == chain)?;
            let address = namespaces::of(chain.namespace).address(&id.address).ok()?;
            // some services use the pseudo-address for the native coin
            (!is_native(&address)).then_some(AccountId { address, ..id })
        }
        None => None,
    };
    Some(BalanceItem {
        name: crate::text::label(value.text("name")?, 32)?,
        symbol: crate::text::label(value.text("symbol")?, 12)?,
        chain,
        address,
        decimals: quantity.decimal("decimals")?.parse().ok().filter(|d| *d <= crate::amount::DECIMALS_MAX)?,
        numeric: quantity.decimal("numeric")?,
        price: value.decimal("price"),
        value: value.decimal("value"),
        icon_url: picture(value, "iconUrl"),
        names_itself: value.flag("namesItself") == Some(true),
    })
}

/// A token that can be swapped (docs/spec/services.md A7, "convert/tokens").
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwapToken {
    /// The contract's address, checksummed. `None` for the native coin.
    pub address: Option<String>,
    /// "USDC".
    pub symbol: String,
    /// "USD Coin".
    pub name: String,
    /// The decimals in the list. The contract must confirm them.
    pub decimals: u8,
    /// The URL of an icon, on any host.
    pub icon_url: Option<String>,
}

impl SwapToken {
    /// Parses one entry of a network's list. `None` if it is invalid.
    #[must_use]
    pub fn read(value: &Value, chain: &ChainId) -> Option<Self> {
        let id = AccountId::parse(value.text("address")?).filter(|id| id.chain == *chain)?;
        let address = namespaces::of(chain.namespace).address(&id.address).ok()?;
        Some(Self {
            address: (!address.eq_ignore_ascii_case(NATIVE_EVM)).then_some(address),
            symbol: crate::text::label(value.text("symbol")?, 12)?,
            name: crate::text::label(value.text("name")?, 32)?,
            decimals: value
                .decimal("decimals")?
                .parse()
                .ok()
                .filter(|d| (1..=crate::amount::DECIMALS_MAX).contains(d))?,
            icon_url: picture(value, "logoUri"),
        })
    }

    /// The ID for services and commands.
    #[must_use]
    pub fn id(&self, chain: &ChainId) -> String {
        match &self.address {
            Some(address) => alloc::format!("{chain}:{address}"),
            None => "native".into(),
        }
    }
}

/// An exchange that supports a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The service's ID.
    pub id: String,
    /// The name, sanitized.
    pub name: String,
    /// The URL of its icon.
    pub image_url: Option<String>,
    /// The domain of its pages, `host` or `host:port`. Other pages don't open.
    pub hosts: Vec<String>,
}

/// The message for a page that isn't on the exchange's listed domain.
pub const ELSEWHERE: &str = "The exchange's payment page is on an unexpected host";

/// The maximum number of hosts of one exchange.
const HOSTS_MAX: usize = 8;

impl Exchange {
    /// Parses one entry of the list. `None` if it is invalid.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
        let id = value.filled("id").filter(|id| id.len() <= 64 && id.bytes().all(is_plain))?;
        let name = crate::text::label(value.text("name")?, NAME_CHARS_MAX)?;
        let is_host = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, b'-' | b'.' | b':');
        let hosts = value.list("hosts").iter().filter_map(Value::as_str);
        let hosts = hosts.filter(|host| (1..=260).contains(&host.len()) && host.bytes().all(is_host));
        let hosts = hosts.take(HOSTS_MAX).map(Into::into).collect();
        Some(Self { id: id.into(), name, image_url: picture(value, "imageUrl"), hosts })
    }
}

/// Checks the length of a service's payment ID, which is stored and sent back.
#[must_use]
pub fn session_id(given: &str) -> Option<String> {
    let fits = (1..=256).contains(&given.len()) && given.bytes().all(|b| b.is_ascii_graphic());
    fits.then(|| given.into())
}

/// The service's data about an address. Empty fields are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// A name that resolves to the address.
    pub name: Option<String>,
    /// The URL of an avatar.
    pub avatar: Option<String>,
}

impl Identity {
    /// Reads a response, or the cached form.
    #[must_use]
    pub fn read(value: &Value) -> Self {
        Self {
            name: value.text("name").and_then(|name| crate::text::label(name, NAME_CHARS_MAX)),
            avatar: picture(value, "avatar"),
        }
    }
}

/// The parameters of a directory request. Empty fields are omitted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "docs/spec/services.md A3 describes each field")]
pub struct WalletQuery {
    pub page: usize,
    pub entries: usize,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub chains: Vec<String>,
    pub search: String,
    pub certified: bool,
}

/// One wallet of the directory, with the used fields (3.18). Its links are unchanged, and checked before each use
/// (links.rs, docs/spec/security.md H9).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "docs/spec/services.md A3 describes each field")]
pub struct Listing {
    /// 64 hex digits. Any ID for a page's own wallet.
    pub id: String,
    /// The wallet's name.
    pub name: String,
    /// The reverse DNS name, if known.
    pub rdns: Option<String>,
    /// The name that a wallet without a reverse DNS name announces, in the form of an ID: `solana:nova-wallet`.
    pub injected: Vec<String>,
    /// The ID of the icon.
    pub image_id: Option<String>,
    /// The icon's URL, set when the listing arrived.
    pub picture: Option<String>,
    /// The supported chains.
    pub chains: Vec<ChainId>,
    /// The directory lists it as certified.
    pub certified: bool,
    /// Whether the wallet supports WalletConnect, if known.
    pub supports_wc: Option<bool>,
    pub homepage: Option<String>,
    pub mobile_link: Option<String>,
    pub desktop_link: Option<String>,
    pub webapp_link: Option<String>,
    pub link_mode: Option<String>,
    pub app_store: Option<String>,
    pub play_store: Option<String>,
    pub chrome_store: Option<String>,
}

/// An entry of `injected` for a namespace without reverse DNS names: the directory contains the name (`Nova Wallet`), or the flag that such
/// a wallet sets (`isNovaWallet`).
fn injected(entry: &Value) -> Option<String> {
    let family = Namespace::parse(entry.text("namespace")?).filter(|family| *family != Namespace::Eip155)?;
    let written = text::label(entry.text("injected_id")?, NAME_CHARS_MAX)?;
    let flag =
        written.strip_prefix("is").filter(|name| name.starts_with(|first: char| first.is_ascii_uppercase()));
    let mut slug = String::new();
    let mut before = ' ';
    for letter in flag.unwrap_or(&written).chars() {
        // `NovaWallet` is two words
        let parts = flag.is_some() && before.is_ascii_lowercase() && letter.is_ascii_uppercase();
        // Only a browser knows the symbols and capitals of other scripts; here, they would need 20 kB of tables. Such a
        // name isn't looked up.
        let is_sign = letter.is_ascii() && !letter.is_ascii_alphanumeric();
        if (parts || is_sign) && !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
        if !is_sign {
            slug.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    let slug = slug.trim_end_matches('-');
    (!slug.is_empty()).then(|| alloc::format!("{family}:{slug}"))
}

/// The prefix of the package's own drawings, followed by the ID of a wallet or network. Neither pages nor services can
/// use it, because their icons are https URLs.
pub const DRAWN: &str = "drawn:";

impl Listing {
    /// Whether the listing ships with the package (decision 274, "The package's own wallets"). A listing of the
    /// directory takes precedence.
    #[must_use]
    pub fn is_shipped(&self) -> bool {
        self.picture.as_deref().is_some_and(|source| source.starts_with(DRAWN))
    }

    /// Parses one entry, without invalid fields. `None` without an ID and a name.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let is_plain = |text: &&str| text.len() <= 128 && !text.contains(text::hidden);
        let short = |name| value.filled(name).filter(is_plain).map(ToString::to_string);
        let link = |name| value.filled(name).filter(|link| link.len() <= 2048).map(ToString::to_string);
        let chains = value.list("chains").iter().take(LISTING_CHAINS_MAX);
        Some(Self {
            id: short("id")?,
            name: text::label(value.text("name")?, NAME_CHARS_MAX)?,
            rdns: short("rdns"),
            injected: value.list("injected").iter().take(Namespace::ALL.len()).filter_map(injected).collect(),
            image_id: short("image_id"),
            picture: None,
            chains: chains.filter_map(|chain| ChainId::parse(chain.as_str()?)).collect(),
            certified: value.text("badge_type") == Some("certified"),
            supports_wc: value.flag("supports_wc"),
            homepage: link("homepage"),
            mobile_link: link("mobile_link"),
            desktop_link: link("desktop_link"),
            webapp_link: link("webapp_link"),
            link_mode: link("link_mode"),
            app_store: link("app_store"),
            play_store: link("play_store"),
            chrome_store: link("chrome_store"),
        })
    }
}

/// A page of the directory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listings {
    /// The valid listings.
    pub data: Vec<Listing>,
    /// The number of listings on all pages.
    pub count: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 3.18
    #[test]
    fn reads_a_listing_and_drops_invalid_fields() {
        let texts =
            ["rdns", "image_id", "homepage", "mobile_link", "desktop_link", "webapp_link", "link_mode"];
        let stores = ["app_store", "play_store", "chrome_store"];
        let mut given = json!({"id": "a1", "name": "A", "chains": ["eip155:1", "solana:x", "nonsense", 7, "eip155:"],
            "badge_type": "certified", "supports_wc": true, "order": 3});
        for name in texts.iter().chain(&stores) {
            given[name] = json!(alloc::format!("{name} of a"));
        }
        let of = |listing: &Listing| {
            let listing = listing.clone();
            alloc::vec![
                listing.rdns,
                listing.image_id,
                listing.homepage,
                listing.mobile_link,
                listing.desktop_link,
                listing.webapp_link,
                listing.link_mode,
                listing.app_store,
                listing.play_store,
                listing.chrome_store,
            ]
        };
        let listing = Listing::read(&given).unwrap();
        assert_eq!((listing.id.as_str(), listing.name.as_str(), listing.certified), ("a1", "A", true));
        assert_eq!(listing.supports_wc, Some(true));
        let chains: Vec<String> = listing.chains.iter().map(ToString::to_string).collect();
        assert_eq!(chains, ["eip155:1", "solana:x"]);
        let expected = texts.iter().chain(&stores).map(|name| Some(alloc::format!("{name} of a")));
        assert_eq!(of(&listing), expected.collect::<Vec<_>>());
        for bad in [json!(null), json!(7), json!([]), json!({"a": 1}), json!(""), json!("x".repeat(3_000))] {
            let mut given =
                json!({"id": "a1", "name": "A", "chains": bad, "badge_type": bad, "supports_wc": bad});
            for name in texts.iter().chain(&stores) {
                given[name] = bad.clone();
            }
            let listing = Listing::read(&given).unwrap();
            assert!(of(&listing).iter().all(Option::is_none) && listing.chains.is_empty(), "{bad}");
            assert_eq!((listing.certified, listing.supports_wc), (false, None), "{bad}");
        }
        // the longest accepted value, and one more byte
        let sized = |field: &str, bytes: usize| {
            let mut given = json!({"id": "a1", "name": "A"});
            given[field] = json!("x".repeat(bytes));
            Listing::read(&given).unwrap()
        };
        let links = [2_048, 2_049].map(|bytes| sized("homepage", bytes).homepage.is_some());
        let names = [128, 129].map(|bytes| sized("rdns", bytes).rdns.is_some());
        assert_eq!((links, names), ([true, false], [true, false]));
        assert_eq!(Listing::read(&json!({"id": "a\u{202e}1", "name": "A"})), None, "it is on a slice");
        assert_eq!(Listing::read(&json!({"id": "a1"})), None);
        assert_eq!(Listing::read(&json!({"name": "A"})), None);
    }
}
