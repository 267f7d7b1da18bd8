//! The platform of the page, detected once from the browser's data (docs/spec/services.md B5 "phone test",
//! docs/spec/rpc.md section 7). It decides which links are offered and where they open, never what is allowed.

use crate::ports::host::Page;

/// The operating system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of systems")]
pub enum Os {
    Ios,
    Android,
    Windows,
    Mac,
    Linux,
    #[default]
    Other,
}

/// The browser, as far as it matters for extension stores. Browsers based on Chrome, such as Brave, identify as Chrome
/// and use its extensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "names of browsers")]
pub enum Browser {
    Chrome,
    Firefox,
    Safari,
    Edge,
    Opera,
    #[default]
    Other,
}

/// The page's platform. A desktop by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// The operating system.
    pub os: Os,
    /// The browser.
    pub browser: Browser,
    /// A phone or tablet, where wallets are apps.
    pub mobile: bool,
    /// The page is inside Telegram.
    pub telegram: bool,
    /// The page is inside a frame.
    pub framed: bool,
    /// The page is inside another app's browser.
    pub in_app: bool,
}

impl Device {
    /// Detects the page's platform.
    #[must_use]
    pub fn here(ports: &crate::ports::Ports) -> Self {
        ports
            .window
            .get()
            .map(|window| Self::of(&window.facts()))
            .unwrap_or_else(|| Self::of(&Page::default()))
    }

    /// Detects the platform from the page's data.
    #[must_use]
    pub fn of(page: &Page) -> Self {
        let has = |words: &[&str]| words.iter().any(|word| page.agent.contains(word));
        // an iPad identifies as a Mac, but no Mac has a touch screen
        let os = if has(&["iPhone", "iPad", "iPod"]) || (page.touch && has(&["Macintosh"])) {
            Os::Ios
        } else if has(&["Android"]) {
            Os::Android
        } else if has(&["Windows"]) {
            Os::Windows
        } else if has(&["Macintosh"]) {
            Os::Mac
        } else if has(&["Linux", "CrOS", "X11"]) {
            Os::Linux
        } else {
            Os::Other
        };
        // each browser also contains the names of those below it
        let browser = if has(&["Edg/", "EdgA/", "EdgiOS/"]) {
            Browser::Edge
        } else if has(&["OPR/", "OPT/", "OPiOS/", "Opera"]) {
            Browser::Opera
        } else if has(&["Firefox/", "FxiOS/"]) {
            Browser::Firefox
        } else if has(&["Chrome/", "CriOS/", "Chromium/"]) {
            Browser::Chrome
        } else if has(&["Safari/"]) {
            Browser::Safari
        } else {
            Browser::Other
        };
        Self {
            os,
            browser,
            mobile: page.coarse
                || matches!(os, Os::Ios | Os::Android)
                || has(&["webOS", "BlackBerry", "Opera Mini"]),
            telegram: page.telegram,
            framed: page.framed,
            in_app: (os == Os::Ios && !has(&["Safari/"])) || (os == Os::Android && has(&["; wv)"])),
        }
    }

    /// Whether this is Safari on a phone or tablet, which opens universal links only within a click.
    #[must_use]
    pub fn is_ios_safari(&self) -> bool {
        self.os == Os::Ios && self.browser == Browser::Safari && !self.in_app
    }

    /// Whether the browser can install extensions of the Chrome Web Store.
    #[must_use]
    pub fn takes_chrome_extensions(&self) -> bool {
        !self.mobile && matches!(self.browser, Browser::Chrome | Browser::Edge | Browser::Opera)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const IPHONE: &str =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
    const MAC: &str = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15";
    const WINDOWS: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Safari/537.36";
    const PIXEL: &str = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Mobile Safari/537.36";

    fn device(agent: &str) -> Device {
        Device::of(&Page { agent: agent.into(), ..Page::default() })
    }

    #[test]
    fn distinguishes_phones_from_desktops() {
        let of = |agent: &str| {
            let device = device(agent);
            (device.os, device.browser, device.mobile)
        };
        let safari = alloc::format!("{IPHONE} Version/17.4 Mobile/15E148 Safari/604.1");
        assert_eq!(of(&safari), (Os::Ios, Browser::Safari, true));
        let chrome = alloc::format!("{IPHONE} CriOS/124.0 Mobile/15E148 Safari/604.1");
        assert_eq!(of(&chrome), (Os::Ios, Browser::Chrome, true));
        assert_eq!(of(PIXEL), (Os::Android, Browser::Chrome, true));
        assert_eq!(of(MAC), (Os::Mac, Browser::Safari, false));
        assert_eq!(of(WINDOWS), (Os::Windows, Browser::Chrome, false));
        assert_eq!(of(&(WINDOWS.to_string() + " Edg/124.0")), (Os::Windows, Browser::Edge, false));
        assert_eq!(of(&(WINDOWS.to_string() + " OPR/110.0")), (Os::Windows, Browser::Opera, false));
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0";
        assert_eq!(of(firefox), (Os::Linux, Browser::Firefox, false));
        assert_eq!(of(""), (Os::Other, Browser::Other, false), "a desktop unless something says otherwise");
        assert!(device(&safari).is_ios_safari() && !device(&chrome).is_ios_safari());
    }

    #[test]
    fn detects_an_ipad_and_a_coarse_pointer_as_a_phone() {
        let ipad = Device::of(&Page { agent: MAC.into(), touch: true, ..Page::default() });
        assert_eq!((ipad.os, ipad.mobile), (Os::Ios, true));
        assert!(Device::of(&Page { agent: WINDOWS.into(), coarse: true, ..Page::default() }).mobile);
    }

    #[test]
    fn detects_the_browser_inside_an_app() {
        assert!(device(&alloc::format!("{IPHONE} Mobile/15E148 Instagram 320.0")).in_app);
        assert!(!device(&alloc::format!("{IPHONE} Version/17.4 Mobile/15E148 Safari/604.1")).in_app);
        assert!(device(&PIXEL.replace("Pixel 8)", "Pixel 8; wv)")).in_app);
        assert!(!device(PIXEL).in_app && !device(WINDOWS).in_app);
    }

    #[test]
    fn offers_extensions_only_to_desktop_chrome() {
        assert!(device(WINDOWS).takes_chrome_extensions());
        assert!(!device(PIXEL).takes_chrome_extensions() && !device(MAC).takes_chrome_extensions());
    }
}
