//! The download links of a wallet (10.32): its extension for this browser, its apps, its website. The URLs come from the directory and
//! must be web links (docs/spec/security.md H9).

use crate::device::{Device, Os};
use crate::features::directory::model::DownloadKind;
use crate::features::directory::model::DownloadLink;
use crate::qr;
use crate::services::Listing;
use crate::urls::is_web_url;
use alloc::vec::Vec;

/// The links in order. On a desktop the phone stores have a QR code, if QR codes are enabled. On a phone only its own store is listed.
#[must_use]
pub fn links(listing: &Listing, device: &Device, codes: bool) -> Vec<DownloadLink> {
    let here = |os| !device.mobile || device.os == os;
    let ways = [
        (DownloadKind::Extension, listing.chrome_store.as_ref(), device.takes_chrome_extensions()),
        (DownloadKind::Ios, listing.app_store.as_ref(), here(Os::Ios)),
        (DownloadKind::Android, listing.play_store.as_ref(), here(Os::Android)),
        (DownloadKind::Website, listing.homepage.as_ref(), true),
    ];
    let mut links = Vec::new();
    for (kind, url, is_useful) in ways {
        let Some(url) = url.filter(|url| is_useful && is_web_url(url)) else { continue };
        let is_store = matches!(kind, DownloadKind::Ios | DownloadKind::Android);
        let qr = if codes && is_store && !device.mobile { qr::encode(url) } else { None };
        links.push(DownloadLink { kind, url: url.clone(), qr });
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::Browser;
    use serde_json::json;

    fn listing() -> Listing {
        Listing::read(&json!({"id": "a", "name": "A", "chrome_store": "https://c.example/a", "app_store": "https://i.example/a",
            "play_store": "https://p.example/a", "homepage": "https://a.example"}))
        .unwrap()
    }

    fn kinds(device: Device) -> Vec<(DownloadKind, bool)> {
        links(&listing(), &device, true).iter().map(|link| (link.kind, link.qr.is_some())).collect()
    }

    // req: 10.32
    #[test]
    fn offers_each_device_its_own_download_links() {
        use DownloadKind::{Android, Extension, Ios, Website};
        let chrome = Device { browser: Browser::Chrome, ..Device::default() };
        let stores = [(Ios, true), (Android, true), (Website, false)];
        assert_eq!(kinds(chrome), [&[(Extension, false)][..], &stores].concat());
        assert_eq!(kinds(Device { browser: Browser::Firefox, ..chrome }), stores);
        let iphone = Device { mobile: true, os: Os::Ios, ..Device::default() };
        assert_eq!(kinds(iphone), [(Ios, false), (Website, false)]);
        let pixel = Device { os: Os::Android, browser: Browser::Chrome, ..iphone };
        assert_eq!(kinds(pixel), [(Android, false), (Website, false)]);
    }

    #[test]
    fn skips_links_that_arent_https() {
        for bad in
            ["javascript:alert(1)", "http://a.example", "data:text/html,x", "app://x", "https://u@a.example"]
        {
            let bad = Some(alloc::string::String::from(bad));
            let listing = Listing {
                chrome_store: bad.clone(),
                app_store: bad.clone(),
                play_store: bad.clone(),
                homepage: bad,
                ..listing()
            };
            let chrome = Device { browser: Browser::Chrome, ..Device::default() };
            assert_eq!(links(&listing, &chrome, true), []);
        }
    }
}
