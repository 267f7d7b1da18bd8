//! The origins that can offer the logins of a project (docs/spec/services.md A5): patterns of whole labels, and the
//! built-in ones.

use alloc::string::String;
use alloc::vec::Vec;

/// The longest label of the DNS.
const LABEL_MAX: usize = 63;

/// The patterns of every project (5.5-5.7).
const BUILT_IN: [&str; 9] = [
    "http://localhost:*",
    "https://localhost:*",
    "http://127.0.0.1:*",
    "https://127.0.0.1:*",
    "https://*.pages.dev",
    "https://*.vercel.app",
    "https://*.ngrok-free.app",
    "https://secure-mobile.walletconnect.com",
    "https://secure-mobile.walletconnect.org",
];

/// Whether one of the project's patterns or the built-in ones matches this origin.
pub(super) fn allows<'a>(patterns: impl Iterator<Item = &'a str>, origin: &str) -> bool {
    let Some(page) = Parts::of(origin).filter(|page| page.scheme.is_some()) else { return false };
    BUILT_IN.into_iter().chain(patterns).any(|pattern| fits(pattern, &page))
}

struct Parts {
    scheme: Option<String>,
    labels: Vec<String>,
    port: Option<String>,
}

impl Parts {
    /// Parses `[scheme://]host[:port][/path]`. `None` if invalid.
    fn of(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let (scheme, rest) = match text.split_once("://") {
            Some((scheme @ ("http" | "https"), rest)) => (Some(scheme.into()), rest),
            Some(_) => return None,
            None => (None, text.as_str()),
        };
        let host = rest.split('/').next().unwrap_or_default();
        let (host, port) = match host.rsplit_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (host, None),
        };
        let is_port = |port: &str| {
            port == "*" || (!port.is_empty() && port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit()))
        };
        // converts non-ASCII labels to `xn--`, as browsers write origins
        let labels: Vec<String> = host.split('.').map(punycode).collect::<Option<_>>()?;
        let is_label = |label: &String| {
            label == "*"
                || (!label.is_empty()
                    && label.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b)))
        };
        (port.is_none_or(is_port) && labels.iter().all(is_label)).then(|| Self {
            scheme,
            labels,
            port: port.map(String::from),
        })
    }
}

/// Converts a label to ASCII (RFC 3492). A non-ASCII label starts with `xn--`. `None` if the label is invalid.
fn punycode(label: &str) -> Option<String> {
    if label.is_ascii() {
        return Some(label.into());
    }
    let points: Vec<u32> = label.chars().map(u32::from).collect();
    if points.len() > LABEL_MAX {
        return None;
    }
    let mut out = String::from("xn--");
    out.extend(label.chars().filter(char::is_ascii));
    let basic = u32::try_from(out.len() - 4).ok()?;
    if basic > 0 {
        out.push('-');
    }
    let (mut n, mut delta, mut bias, mut done) = (128_u32, 0_u32, 72_u32, basic);
    while (done as usize) < points.len() {
        let next = points.iter().copied().filter(|point| *point >= n).min()?;
        delta = delta.checked_add((next - n).checked_mul(done + 1)?)?;
        n = next;
        for point in &points {
            if *point < n {
                delta += 1;
            }
            if *point != n {
                continue;
            }
            let (mut q, mut k) = (delta, 36_u32);
            loop {
                let t: u32 = k.saturating_sub(bias).clamp(1, 26);
                if q < t {
                    break;
                }
                out.push(digit(t + (q - t) % (36 - t)));
                q = (q - t) / (36 - t);
                k += 36;
            }
            out.push(digit(q));
            let mut rest = if done == basic { delta / 700 } else { delta / 2 };
            rest += rest / (done + 1);
            let mut steps = 0_u32;
            while rest > 455 {
                rest /= 35;
                steps += 36;
            }
            (bias, delta, done) = (steps + 36 * rest / (rest + 38), 0, done + 1);
        }
        (delta, n) = (delta + 1, n + 1);
    }
    (out.len() <= LABEL_MAX).then_some(out)
}

fn digit(value: u32) -> char {
    let from = if value < 26 { u32::from(b'a') } else { u32::from(b'0') - 26 };
    char::from_u32(from + value).unwrap_or_default()
}

fn fits(pattern: &str, page: &Parts) -> bool {
    if pattern.trim() == "*" {
        return true;
    }
    let Some(pattern) = Parts::of(pattern) else { return false };
    let default = match page.scheme.as_deref() {
        Some("https") => "443",
        _ => "80",
    };
    let is_port = match pattern.port.as_deref() {
        Some("*") => true,
        port => port.unwrap_or(default) == page.port.as_deref().unwrap_or(default),
    };
    let is_scheme = pattern.scheme.is_none() || pattern.scheme == page.scheme;
    let is_host = pattern.labels.len() == page.labels.len()
        && pattern.labels.iter().zip(&page.labels).all(|(label, of)| label == "*" || label == of);
    is_scheme && is_port && is_host
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 5.3
    #[test]
    fn matches_origin_patterns_by_whole_labels() {
        let table = [
            ("https://example.com", "https://example.com", true),
            ("https://example.com", "http://example.com", false),
            ("https://example.com", "https://example.com:8443", false),
            ("https://example.com:8443", "https://example.com:8443", true),
            ("https://example.com:8443", "https://example.com", false),
            ("https://example.com:*", "https://example.com:9000", true),
            ("https://example.com:*", "https://example.com", true),
            ("example.com", "http://example.com", true),
            ("example.com", "https://example.com", true),
            ("example.com", "https://www.example.com", false),
            ("https://example.com/app", "https://example.com", true),
            ("https://EXAMPLE.com", "https://example.com", true),
            ("https://*.example.com", "https://shop.example.com", true),
            ("https://*.example.com", "https://example.com", false),
            ("https://*.example.com", "https://a.shop.example.com", false),
            ("https://*.*.example.com", "https://a.shop.example.com", true),
            ("https://*.example.com", "https://evilexample.com", false),
            ("https://*.example.com", "https://shop.example.com.evil.io", false),
            ("https://shop-*.example.com", "https://shop-1.example.com", false),
            ("https://app.*.example.com", "https://app.eu.example.com", true),
            ("http://localhost:*", "http://localhost.evil.io", false),
            ("*", "https://anybody.example", true),
            ("*", "null", false),
            ("*", "file://", false),
            ("*", "", false),
            ("https://example.com.", "https://example.com", false),
            ("https://user@example.com", "https://example.com", false),
            ("ftp://example.com", "https://example.com", false),
            ("https://example.com:80", "http://example.com:80", false),
            ("example.com:443", "https://example.com", true),
            ("https://example.com:123456", "https://example.com:123456", false),
            ("https://example.com:80a", "https://example.com:80a", false),
            ("https://example.com:", "https://example.com:", false),
            ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example", true),
            ("https://bücher.example", "https://xn--bcher-kva.example", true),
            ("*.münchen.example", "https://shop.xn--mnchen-3ya.example", true),
            ("https://例え.テスト", "https://xn--r8jz45g.xn--zckzah", true),
            ("https://faß-ü-ö.example", "https://xn--bcher-kva.example", false),
            ("https://*", "https://localdomain", true),
            ("https://*", "https://example.com", false),
            ("", "https://example.com", false),
        ];
        for (pattern, origin, expected) in table {
            assert_eq!(allows([pattern].into_iter(), origin), expected, "{pattern} {origin}");
        }
    }

    // req: 5.5, 5.6, 5.7
    #[test]
    fn allows_local_and_preview_origins_for_every_project() {
        for origin in [
            "http://localhost:5173",
            "https://localhost",
            "http://127.0.0.1:4300",
            "https://my-app.vercel.app",
            "https://a.pages.dev",
            "https://x.ngrok-free.app",
            "https://secure-mobile.walletconnect.com",
            "https://secure-mobile.walletconnect.org",
        ] {
            assert!(allows([].into_iter(), origin), "{origin}");
        }
        for origin in [
            "https://evilvercel.app",
            "https://preview.site.pages.dev",
            "http://my-app.vercel.app",
            "http://localhost.evil.io",
            "https://secure-mobile.walletconnect.com.evil.io",
            "https://example.com",
        ] {
            assert!(!allows([].into_iter(), origin), "{origin}");
        }
    }
}
