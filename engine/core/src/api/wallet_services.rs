//! The wallet-services API (services.md A3): one function a call, typed request and answer.

use super::{Call, ask};
use crate::caip::ChainId;
use crate::constants::{LISTING_CHAINS_MAX, NAME_CHARS_MAX};
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::store::State;
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// What is asked of the directory; empty fields are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "services.md A3 describes each field")]
pub struct WalletQuery {
    pub page: usize,
    pub entries: usize,
    pub include: Vec<String>,
    pub exclude: Vec<String>,
    pub chains: Vec<String>,
    pub search: String,
    pub certified: bool,
}

/// One wallet of the directory, as far as it is used (3.18). Links are as the directory has them: they are checked where
/// they are used (links.rs, security.md H9).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "services.md A3 describes each field")]
pub struct Listing {
    /// 64 hex digits; whatever the host chose, for a wallet of its own.
    pub id: String,
    /// A label.
    pub name: String,
    /// Reverse DNS, where it is known.
    pub rdns: Option<String>,
    /// Of the picture.
    pub image_id: Option<String>,
    /// Where the picture is, as of the time the listing came.
    pub picture: Option<String>,
    /// What it serves.
    pub chains: Vec<ChainId>,
    /// Carries the directory's mark.
    pub certified: bool,
    /// Whether it can be paired with, where that is known.
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

impl Listing {
    /// Reads one entry; what does not fit is left out, and without id and name it is none.
    #[must_use]
    pub fn read(value: &Value) -> Option<Self> {
        let short = |name| value.filled(name).filter(|text| text.len() <= 128).map(ToString::to_string);
        let link = |name| value.filled(name).filter(|link| link.len() <= 2048).map(ToString::to_string);
        let chains = value.list("chains").iter().take(LISTING_CHAINS_MAX);
        Some(Self {
            id: short("id")?,
            name: text::label(value.text("name")?, NAME_CHARS_MAX)?,
            rdns: short("rdns"),
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
    /// What could be read.
    pub data: Vec<Listing>,
    /// Before paging.
    pub count: u64,
}

/// `GET /getWallets` (7.28).
///
/// # Errors
/// As [`ask`].
pub async fn wallets(cx: &Cx, query: &WalletQuery) -> Result<Listings> {
    let base = cx.read(|s| s.options.services.wallet.clone());
    let number = |n: usize| if n == 0 { String::new() } else { n.to_string() };
    let call = Call {
        base: &base,
        path: "/getWallets".into(),
        query: alloc::vec![
            ("page", number(query.page)),
            ("entries", number(query.entries)),
            ("search", query.search.trim().into()),
            ("include", query.include.join(",")),
            ("exclude", query.exclude.join(",")),
            ("chains", query.chains.join(",")),
            ("badge_type", if query.certified { "certified".into() } else { String::new() }),
        ],
        body: None,
    };
    let answer = ask(cx, call).await?;
    let data = answer.field("data").and_then(Value::as_array).ok_or(Error::Unreadable { from: base })?;
    // more than was asked for is not taken
    let mut data: Vec<Listing> = data.iter().filter_map(Listing::read).take(query.entries).collect();
    cx.read(|s| {
        for listing in &mut data {
            listing.picture = listing.image_id.as_deref().and_then(|id| image_url(s, ImageKind::Wallet, id));
        }
    });
    Ok(Listings { count: answer.whole("count").unwrap_or(0), data })
}

/// `GET /getAnalyticsConfig` (7.30).
///
/// # Errors
/// As [`ask`]; it means no.
pub async fn is_analytics_enabled(cx: &Cx) -> Result<bool> {
    let base = cx.read(|s| s.options.services.wallet.clone());
    let call = Call { base: &base, path: "/getAnalyticsConfig".into(), query: Vec::new(), body: None };
    Ok(ask(cx, call).await?.flag("isAnalyticsEnabled") == Some(true))
}

/// A picture of the wallet services.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageKind {
    /// `/getWalletImage/{id}`
    Wallet,
    /// `/public/getAssetImage/{id}`: a network or connector.
    Asset,
    /// `/public/getCurrencyImage/{code}`
    Currency,
    /// `/public/getTokenImage/{symbol}`
    Token,
}

/// Whether a url is of the services the host configured, or named by the host itself: pictures of other hosts are not
/// fetched, because whoever keeps them would learn what a visitor owns.
#[must_use]
pub fn is_ours(state: &State, url: &str) -> bool {
    let options = &state.options;
    let named = options.tokens.values().filter_map(|token| token.image.as_deref());
    let named = named.chain(options.pictures("chainImages")).chain(options.pictures("connectorImages"));
    crate::options::same_origin(url, &options.services.wallet)
        || crate::options::same_origin(url, &options.services.data)
        || named.into_iter().any(|named| named == url)
}

/// Where a picture is (7.29); nothing without a project, because then no service is asked.
#[must_use]
pub fn image_url(state: &State, kind: ImageKind, id: &str) -> Option<String> {
    let project_id = state.options.project_id.as_deref()?;
    let folder = match kind {
        ImageKind::Wallet => "/getWalletImage/",
        ImageKind::Asset => "/public/getAssetImage/",
        ImageKind::Currency => "/public/getCurrencyImage/",
        ImageKind::Token => "/public/getTokenImage/",
    };
    let call = Call {
        base: &state.options.services.wallet,
        path: alloc::format!("{folder}{}", super::encoded(id)),
        query: Vec::new(),
        body: None,
    };
    Some(call.url(project_id, state.life.client_id.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // req: 3.18
    #[test]
    fn a_listing_is_read_whole_and_what_does_not_fit_is_left_out() {
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
        assert_eq!(Listing::read(&json!({"id": "a1"})), None);
        assert_eq!(Listing::read(&json!({"name": "A"})), None);
    }

    // req: 7.25, 7.29
    #[test]
    fn a_picture_is_asked_for_like_every_other_call() {
        let mut state = State::default();
        assert_eq!(image_url(&state, ImageKind::Asset, "a"), None, "no project, no service");
        state.options.project_id = Some("p 1".into());
        state.options.services.wallet = "https://w.example".into();
        let query = alloc::format!("?projectId=p%201&st=wallet-modal&sv={}", crate::constants::SDK_VERSION);
        for (kind, path) in [
            (ImageKind::Wallet, "/getWalletImage/a%2Fb"),
            (ImageKind::Asset, "/public/getAssetImage/a%2Fb"),
            (ImageKind::Currency, "/public/getCurrencyImage/a%2Fb"),
            (ImageKind::Token, "/public/getTokenImage/a%2Fb"),
        ] {
            let url = image_url(&state, kind, "a/b");
            assert_eq!(url, Some(alloc::format!("https://w.example{path}{query}")));
        }
    }
}
