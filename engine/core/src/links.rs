//! Links to wallets (1.3, 10.36; docs/spec/rpc.md section 7, docs/spec/security.md H9). Their base URLs are untrusted:
//! they come from the directory, from the page, or from storage, and are checked before each use. This module opens
//! nothing.

use crate::caip::Namespace;
use crate::device::{Device, Os};
use crate::services::Listing;
use crate::urls::encoded;
use crate::urls::is_web_url;
use alloc::string::{String, ToString};
use walletconnect::base64;

/// The storage key of the chosen link. Other libraries of the page read it (1.3).
pub const CHOICE: &str = "WALLETCONNECT_DEEPLINK_CHOICE";

/// A link to a wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The stored choice (`WALLETCONNECT_DEEPLINK_CHOICE`).
    pub href: String,
    /// The URL to open.
    pub url: String,
}

/// The schemes that could run code in the page, or open something other than an app.
const REFUSED_SCHEMES: [&str; 10] = [
    "javascript",
    "data",
    "vbscript",
    "file",
    "blob",
    "about",
    "intent",
    "view-source",
    // web URLs have their own rule
    "http",
    "https",
];

fn is_scheme(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && (2..=41).contains(&text.len())
        && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'+' | b'.' | b'-'))
        && !REFUSED_SCHEMES.contains(&text)
}

/// A link's normalized base URL with a trailing slash, and whether it is a web URL.
fn base_of(base: &str) -> Option<(String, bool)> {
    let is_plain = |c: char| {
        c.is_ascii_graphic() && !matches!(c, '"' | '\'' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}')
    };
    if base.len() > 2048 || !base.chars().all(is_plain) {
        return None;
    }
    let is_web = is_web_url(base);
    let mut whole = if is_web {
        base.to_string()
    } else {
        let (scheme, rest) = match base.split_once("://") {
            Some((scheme, rest)) => (scheme.to_string(), rest),
            None => (base.replace(['/', ':'], ""), ""),
        };
        let scheme = scheme.to_ascii_lowercase();
        let first = base.split(':').next().unwrap_or_default().to_ascii_lowercase();
        if !is_scheme(&scheme) || REFUSED_SCHEMES.contains(&first.as_str()) {
            return None;
        }
        alloc::format!("{scheme}://{rest}")
    };
    if !whole.ends_with('/') {
        whole.push('/');
    }
    Some((whole, is_web))
}

/// Encodes like `encodeURIComponent`, or more.
fn component(text: &str) -> String {
    encoded(text).replace(':', "%3A")
}

/// The link that passes a pairing URI to a wallet, through its native scheme or its web URL. `None` for an invalid base
/// URL.
#[must_use]
pub fn wallet_link(base: &str, uri: &str, device: &Device) -> Option<Link> {
    let (href, is_web) = base_of(base)?;
    let mut uri = component(uri);
    if !is_web && device.telegram && device.os == Os::Android {
        uri = component(&uri); // decoded once more before the app gets it
    }
    let url = alloc::format!("{href}wc?uri={uri}");
    Some(Link { href, url })
}

/// The link to a listing's app. The universal link comes first if the page prefers it, or if another app's browser on
/// iOS wouldn't open a native one.
#[must_use]
pub fn mobile_link(listing: &Listing, uri: &str, device: &Device, prefer_universal: bool) -> Option<Link> {
    let universal_first = prefer_universal || (device.os == Os::Ios && device.in_app);
    let link = |base: &Option<String>| wallet_link(base.as_deref()?, uri, device);
    let universal = if universal_first { link(&listing.link_mode) } else { None };
    universal.or_else(|| link(&listing.mobile_link))
}

/// Whether two base URLs belong to the same link. Includes the path, because some hosts and apps separate their users'
/// pages with it.
#[must_use]
pub fn is_same(one: &str, other: &str) -> bool {
    base_of(one).is_some_and(|one| base_of(other) == Some(one))
}

/// The link that opens the wallet for a request of a session, from the stored `href`.
#[must_use]
pub fn later_link(href: &str, request_id: u64, topic: &str) -> Option<String> {
    // in the compared form, because without its scheme it would be a page
    let (whole, _) = base_of(href)?;
    let query = alloc::format!("requestId={request_id}&sessionTopic={}", component(topic));
    let base = whole.strip_suffix('/').unwrap_or(&whole);
    if base == "https://t.me" || base.starts_with("https://t.me/") {
        let mark = if base.contains('?') { '&' } else { '?' };
        return Some(alloc::format!("{base}{mark}startapp={}", base64::encode_unpadded(query.as_bytes())));
    }
    Some(alloc::format!("{base}/wc?{query}"))
}

/// The target of a link. On a desktop, a web page would replace this one.
#[must_use]
pub fn target(device: &Device, url: &str) -> &'static str {
    match device {
        Device { telegram: true, .. } => "_blank",
        Device { framed: true, .. } => "_top",
        Device { mobile: false, .. } if is_web_url(url) => "_blank",
        _ => "_self",
    }
}

/// The link that opens this page inside a listing's wallet (10.36), without a relay. For wallets that aren't on this
/// page.
#[must_use]
pub fn browse_link(listing_id: &str, namespace: Namespace, page_url: &str, origin: &str) -> Option<String> {
    let (page, origin) = (component(page_url), component(origin));
    Some(match (listing_id, namespace) {
        (PHANTOM, Namespace::Eip155 | Namespace::Solana) => {
            alloc::format!("https://phantom.app/ul/browse/{page}?ref={origin}")
        }
        (SOLFLARE, Namespace::Solana) => {
            alloc::format!("https://solflare.com/ul/v1/browse/{page}?ref={page}")
        }
        (COINBASE | COINBASE_LATER, Namespace::Solana) => {
            alloc::format!("https://go.cb-w.com/dapp?cb_url={page}")
        }
        (COINBASE | COINBASE_LATER, Namespace::Eip155) => alloc::format!("cbwallet://miniapp?url={page}"),
        (BINANCE | BINANCE_LATER, Namespace::Bip122) => {
            let path = base64::encode(b"/pages/browser/index");
            let query = base64::encode(alloc::format!("url={page}&defaultChainId=1").as_bytes());
            let app = alloc::format!(
                "bnc://app.binance.com/mp/app?appId={BINANCE_APP}&startPagePath={path}&startPageQuery={query}"
            );
            alloc::format!("https://app.binance.com/en/download?_dp={}", base64::encode(app.as_bytes()))
        }
        _ => return None,
    })
}

/// Listings whose apps can open pages (docs/spec/services.md B3).
const PHANTOM: &str = "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393";
const SOLFLARE: &str = "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79";
const COINBASE: &str = "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa";
const COINBASE_LATER: &str = "d0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8";
const BINANCE: &str = "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25";
const BINANCE_LATER: &str = "8a0ee50d1f22f6651afcae7eb4253e52a3310b90af5daef78a8c4929a9bb99d4";
/// The ID of the browser in Binance's app.
const BINANCE_APP: &str = "yFK5FCqYprrXDiVFbhyRx7";

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const BINANCE_LINK: &str = "https://app.binance.com/en/download?_dp=Ym5jOi8vYXBwLmJpbmFuY2UuY29tL21wL2FwcD9hcHBJZD15Rks1RkNxWXBy\
        clhEaVZGYmh5Ung3JnN0YXJ0UGFnZVBhdGg9TDNCaFoyVnpMMkp5YjNkelpYSXZhVzVrWlhnPSZzdGFydFBhZ2VRdWVyeT1kWEpz\
        UFdoMGRIQnpKVE5CSlRKR0pUSkdZUzVsZUdGdGNHeGxKVEpHZUNVelJua2xNMFF4Sm1SbFptRjFiSFJEYUdGcGJrbGtQVEU9";
    const URI: &str = "wc:7f6e@2?relay-protocol=irn&symKey=ab";
    const ENCODED: &str = "wc%3A7f6e%402%3Frelay-protocol%3Dirn%26symKey%3Dab";

    fn desktop() -> Device {
        Device::default()
    }

    fn listing(mobile: Option<&str>, link_mode: Option<&str>) -> Listing {
        let value = json!({"id": "a", "name": "A", "mobile_link": mobile, "link_mode": link_mode});
        Listing::read(&value).unwrap()
    }

    // req: 1.3, 10.36
    #[test]
    fn adds_the_uri_to_a_native_or_universal_link() {
        for (base, href) in [
            ("metamask://", "metamask://"),
            ("trust:", "trust://"),
            ("trust", "trust://"),
            ("https://rnbwapp.com", "https://rnbwapp.com/"),
            ("https://rnbwapp.com/", "https://rnbwapp.com/"),
            ("rainbow://x", "rainbow://x/"),
            ("Trust://", "trust://"),
        ] {
            let link = wallet_link(base, URI, &desktop()).unwrap();
            assert_eq!((link.href.as_str(), link.url), (href, alloc::format!("{href}wc?uri={ENCODED}")));
        }
    }

    // req: 10.36
    #[test]
    fn encodes_a_native_uri_twice_for_telegram_on_android() {
        let telegram = Device { telegram: true, os: Os::Android, ..desktop() };
        let url = |base, device: &Device| wallet_link(base, URI, device).unwrap().url;
        let twice = ENCODED.replace('%', "%25");
        assert_eq!(url("trust:", &telegram), alloc::format!("trust://wc?uri={twice}"));
        assert_eq!(url("https://a.example", &telegram), alloc::format!("https://a.example/wc?uri={ENCODED}"));
        let ios = Device { os: Os::Ios, ..telegram };
        assert_eq!(url("trust:", &ios), alloc::format!("trust://wc?uri={ENCODED}"));
    }

    #[test]
    fn rejects_links_that_could_run_code_or_lead_elsewhere() {
        for bad in [
            "javascript:alert(1)",
            "javascript:",
            "JavaScript://",
            "java/script:",
            " javascript:",
            "java\nscript:",
            "data:text/html,x",
            "data://x",
            "vbscript:",
            "file://etc",
            "blob:x",
            "about:blank",
            "about:",
            "intent://x#Intent;end",
            "view-source:",
            "http://a.example",
            "HTTPS://a.example",
            "https://u:p@a.example",
            "https://",
            "://",
            "",
            "a:",
            "1ab:",
            "a b://",
            "wallet://\"onclick",
            &"x".repeat(42),
            &alloc::format!("wallet://{}", "x".repeat(2048)),
        ] {
            assert_eq!(wallet_link(bad, URI, &desktop()), None, "{bad}");
            assert_eq!(later_link(bad, 1, "t"), None, "{bad}");
        }
    }

    // req: 10.36
    #[test]
    fn prefers_the_universal_link_where_required() {
        let both = listing(Some("app://"), Some("https://app.example"));
        let href = |listing: &Listing, device: &Device, prefer| {
            mobile_link(listing, URI, device, prefer).map(|link| link.href)
        };
        let in_app = Device { os: Os::Ios, in_app: true, ..desktop() };
        assert_eq!(href(&both, &desktop(), false).as_deref(), Some("app://"));
        assert_eq!(href(&both, &desktop(), true).as_deref(), Some("https://app.example/"));
        assert_eq!(href(&both, &in_app, false).as_deref(), Some("https://app.example/"));
        assert_eq!(href(&listing(Some("app://"), None), &desktop(), true).as_deref(), Some("app://"));
        let hostile = listing(Some("app://"), Some("javascript:alert(1)"));
        assert_eq!(href(&hostile, &desktop(), true).as_deref(), Some("app://"));
        assert_eq!(href(&listing(None, Some("https://app.example")), &desktop(), false), None);
    }

    // The `deeplinks` of walletconnect-vectors.json.
    // req: 1.3
    #[test]
    fn links_a_later_request_to_the_chosen_wallet() {
        let topic = "59c972aedb6c86a0b0671be5ab622856e50ac00d51dc80c084e3b2a2f035d434";
        let query = alloc::format!("requestId=1700000000000123&sessionTopic={topic}");
        let startapp = "startapp=cmVxdWVzdElkPTE3MDAwMDAwMDAwMDAxMjMmc2Vzc2lvblRvcGljPTU5Yzk3MmFlZGI2Yzg2YTBiMDY3MWJlNWFiNjIyODU2ZTUwYWMwMGQ1MWRjODBjMDg0ZTNiMmEyZjAzNWQ0MzQ";
        for (href, expected) in [
            ("offw://", alloc::format!("offw://wc?{query}")),
            ("https://wallet.example", alloc::format!("https://wallet.example/wc?{query}")),
            ("https://wallet.example/", alloc::format!("https://wallet.example/wc?{query}")),
            ("https://t.me/bot", alloc::format!("https://t.me/bot?{startapp}")),
            ("https://t.me/bot?x=1", alloc::format!("https://t.me/bot?x=1&{startapp}")),
            ("https://t.me.example/bot", alloc::format!("https://t.me.example/bot/wc?{query}")),
        ] {
            assert_eq!(later_link(href, 1_700_000_000_000_123, topic), Some(expected));
        }
    }

    // req: 10.33
    #[test]
    fn compares_links_by_scheme_host_and_path() {
        for (one, other, is_one) in [
            ("trust:", "trust://", true),
            ("Trust://", "trust", true),
            ("https://a.example", "https://a.example/", true),
            ("https://t.me/wallet", "https://t.me/wallet/", true),
            ("https://t.me/wallet", "https://t.me/evil", false),
            ("https://a.example", "https://a.example.evil.example", false),
            ("https://a.example", "https://a.example/open?url=https://evil.example", false),
            ("metamask://", "metamask://dapp/evil.example", false),
            ("metamask://", "trust://", false),
            ("javascript:x", "javascript:x", false),
            ("", "", false),
        ] {
            assert_eq!((is_same(one, other), is_same(other, one)), (is_one, is_one), "{one} {other}");
        }
    }

    // req: 10.36
    #[test]
    fn opens_a_link_without_leaving_the_page() {
        let phone = Device { mobile: true, ..desktop() };
        assert_eq!(target(&phone, "trust://"), "_self");
        assert_eq!(target(&phone, "https://a.example/wc"), "_self");
        assert_eq!(target(&Device { framed: true, ..phone }, "trust://"), "_top");
        assert_eq!(target(&Device { framed: true, telegram: true, ..phone }, "trust://"), "_blank");
        assert_eq!(target(&desktop(), "https://a.example/wc"), "_blank");
        assert_eq!(target(&desktop(), "app-desktop://wc"), "_self");
    }

    // req: 10.36
    #[test]
    fn builds_links_to_a_wallets_own_browser() {
        let link = |id, namespace| browse_link(id, namespace, "https://a.example/x?y=1", "https://a.example");
        assert_eq!(
            link(PHANTOM, Namespace::Solana).as_deref(),
            Some(
                "https://phantom.app/ul/browse/https%3A%2F%2Fa.example%2Fx%3Fy%3D1?ref=https%3A%2F%2Fa.example"
            )
        );
        assert_eq!(
            link(COINBASE, Namespace::Eip155).as_deref(),
            Some("cbwallet://miniapp?url=https%3A%2F%2Fa.example%2Fx%3Fy%3D1")
        );
        assert!(
            link(COINBASE_LATER, Namespace::Solana).unwrap().starts_with("https://go.cb-w.com/dapp?cb_url=")
        );
        assert!(link(SOLFLARE, Namespace::Solana).is_some());
        // https://app.binance.com/en/download?_dp= with
        // bnc://app.binance.com/mp/app?appId=…&startPagePath=…&startPageQuery=…
        assert_eq!(link(BINANCE, Namespace::Bip122).as_deref(), Some(BINANCE_LINK));
        assert_eq!(link(BINANCE_LATER, Namespace::Bip122).as_deref(), Some(BINANCE_LINK));
        assert_eq!(link(BINANCE, Namespace::Eip155), None);
        assert_eq!(link(SOLFLARE, Namespace::Eip155), None);
        assert_eq!(link("ab", Namespace::Eip155), None);
    }
}
