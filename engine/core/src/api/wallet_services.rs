//! The wallet services API (docs/spec/services.md A3): one function per call, with typed request and response.

use super::{Call, ask, own, parsed};
use crate::constants::ORIGINS_MAX;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::options::is_listing;
use crate::ports::http::HttpRequest;
use crate::services::*;
use crate::store::State;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The call for a page of wallets. The directory knows the IDs of listings. With `named`, also requests wallets by
/// reverse DNS names.
fn call<'a>(base: &'a str, query: &WalletQuery, named: bool) -> Call<'a> {
    let number = |n: usize| if n == 0 { String::new() } else { n.to_string() };
    let ids = |all: &[String]| {
        let known: Vec<&str> = all.iter().map(String::as_str).filter(|id| named || is_listing(id)).collect();
        known.join(",")
    };
    Call {
        base,
        path: "/getWallets".into(),
        query: alloc::vec![
            ("page", number(query.page)),
            ("entries", number(query.entries)),
            ("search", query.search.trim().into()),
            ("include", ids(&query.include)),
            ("exclude", ids(&query.exclude)),
            ("chains", query.chains.join(",")),
            ("badge_type", if query.certified { "certified".into() } else { String::new() }),
        ],
        body: None,
    }
}

/// Parses a page of wallets, at most as many as requested. `picture`: the URL of an icon.
fn read(
    answer: &Value,
    entries: usize,
    from: String,
    picture: impl Fn(&Value, &Listing) -> Option<String>,
) -> Result<Listings> {
    let data = answer.field("data").and_then(Value::as_array).ok_or(Error::Unreadable { from })?;
    let read = |value: &Value| {
        let listing = Listing::read(value)?;
        Some(Listing { picture: picture(value, &listing), ..listing })
    };
    let data: Vec<Listing> = data.iter().filter_map(read).take(entries).collect();
    Ok(Listings { count: answer.whole("count").unwrap_or(0), data })
}

/// `GET /getWallets` (7.28). If the page provides it, the page also names the icons.
///
/// # Errors
/// The errors of [`ask`].
pub async fn wallets(cx: &Cx, query: &WalletQuery) -> Result<Listings> {
    let base = cx.read(|s| s.options.services.wallet.clone());
    let answer = ask(cx, call(&base, query, false)).await?;
    let is_own = own::has(cx, "wallets");
    read(&answer, query.entries, base, |value, listing| match (is_own, &listing.image_id) {
        (true, _) => picture(value, "image_url"),
        (_, Some(id)) => cx.read(|s| image_url(s, ImageKind::Wallet, id)),
        _ => None,
    })
}

/// The same query for the few wallets that ship with the package (decision 274, "The package's own wallets"), with the
/// package's own drawings. They are read like the directory's listings.
///
/// # Errors
/// [`Error::Unreachable`] if their file couldn't be loaded.
pub async fn shipped(cx: &Cx, query: &WalletQuery) -> Result<Listings> {
    let request = HttpRequest::new(call("https://wallets", query, true).url("", None), None);
    let answer = parsed(&own::ask(cx, "known", &request).await?, "known")?;
    read(&answer, query.entries, "known".into(), |_, listing| Some(alloc::format!("{DRAWN}{}", listing.id)))
}

/// `GET /getAnalyticsConfig` (7.30).
///
/// # Errors
/// The errors of [`ask`], which mean no.
pub async fn is_analytics_enabled(cx: &Cx) -> Result<bool> {
    let base = cx.read(|s| s.options.services.wallet.clone());
    let call = Call { base: &base, path: "/getAnalyticsConfig".into(), query: Vec::new(), body: None };
    Ok(ask(cx, call).await?.flag("isAnalyticsEnabled") == Some(true))
}

/// `GET /appkit/v1/config` (7.26), unparsed.
///
/// # Errors
/// The errors of [`ask`].
pub async fn configuration(cx: &Cx) -> Result<Value> {
    let base = cx.read(|s| s.options.services.wallet.clone());
    ask(cx, Call { base: &base, path: "/appkit/v1/config".into(), query: Vec::new(), body: None }).await
}

/// `GET /projects/v1/origins` (7.27): the patterns of allowed origins.
///
/// # Errors
/// The errors of [`ask`].
pub async fn allowed_origins(cx: &Cx) -> Result<Vec<String>> {
    let base = cx.read(|s| s.options.services.wallet.clone());
    let call = Call { base: &base, path: "/projects/v1/origins".into(), query: Vec::new(), body: None };
    let answer = ask(cx, call).await?;
    let list =
        answer.field("allowedOrigins").and_then(Value::as_array).ok_or(Error::Unreadable { from: base })?;
    Ok(list
        .iter()
        .take(ORIGINS_MAX)
        .filter_map(|pattern| pattern.as_str().map(ToString::to_string))
        .collect())
}

/// An image of the wallet services.
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

/// Whether a URL belongs to the configured services, the page's options, or the page itself if it provides the data
/// (otherwise a service could make the browser contact the page's own host). Icons of other hosts aren't fetched,
/// because their servers would learn what the user owns.
#[must_use]
pub fn is_ours(state: &State, url: &str) -> bool {
    let options = &state.options;
    let named = options.tokens.values().filter_map(|token| token.image.as_deref());
    let named = named.chain(options.pictures("chainImages")).chain(options.pictures("connectorImages"));
    crate::urls::same_origin(url, &options.services.wallet)
        || (options.rest.get("data").is_some() && crate::urls::same_origin(url, &options.metadata.url))
        || crate::urls::same_origin(url, &options.services.data)
        || named.into_iter().any(|named| named == url)
}

/// The URL of an icon (7.29). `None` without a project id, because no service is used then, and if the page provides the directory itself.
#[must_use]
pub fn image_url(state: &State, kind: ImageKind, id: &str) -> Option<String> {
    let project_id = state.options.project_id.as_deref().filter(|_| !state.options.answers("wallets"))?;
    let folder = match kind {
        ImageKind::Wallet => "/getWalletImage/",
        ImageKind::Asset => "/public/getAssetImage/",
        ImageKind::Currency => "/public/getCurrencyImage/",
        ImageKind::Token => "/public/getTokenImage/",
    };
    let call = Call {
        base: &state.options.services.wallet,
        path: alloc::format!("{folder}{}", crate::urls::encoded(id)),
        query: Vec::new(),
        body: None,
    };
    Some(call.url(project_id, state.lifecycle.client_id.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // req: 10.43
    #[test]
    fn loads_images_from_the_pages_host_only_if_it_serves_data() {
        let mut state = State::default();
        state.options.metadata.url = "https://app.example".into();
        let ours = |state: &State| {
            let urls =
                ["https://app.example/a.png", "https://app.example.evil.io/a.png", "https://x.example/a.png"];
            urls.map(|url| is_ours(state, url))
        };
        assert_eq!(ours(&state), [false, false, false]);
        state.options.rest.insert("data", json!({ "balances": true }));
        assert_eq!(ours(&state), [true, false, false]);
    }

    // req: 7.25, 7.29
    #[test]
    fn builds_image_urls_with_the_project_parameters() {
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
