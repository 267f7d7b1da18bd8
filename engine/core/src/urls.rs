//! Urls of the options: which may be asked or linked to. The entry has checked origins with the URL parser; this is the
//! second look, total and without one.

use alloc::string::String;
use alloc::vec::Vec;

/// `https:`, or `http:` on loopback; nothing that could leave its place in a link.
#[must_use]
pub fn is_web_url(text: &str) -> bool {
    let rest = match text.split_once("://") {
        Some(("https", rest)) => rest,
        Some(("http", rest)) if is_loopback(text) => rest,
        _ => return false,
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    !host.is_empty()
        && !host.contains('@')
        && text.len() <= 2048
        && text.chars().all(|c| {
            c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}')
        })
}

/// A web url without path: an origin, without a final slash.
pub fn origin(text: &str) -> Option<String> {
    let text = text.strip_suffix('/').unwrap_or(text);
    let (_, rest) = text.split_once("://")?;
    (is_web_url(text) && !rest.contains(['/', '?', '#'])).then(|| text.into())
}

/// A relay: `wss:`, or `ws:` on loopback; without a final slash.
pub fn relay(text: &str) -> Option<String> {
    let rest = text.strip_prefix("ws")?;
    origin(&alloc::format!("http{rest}")).map(|_| text.strip_suffix('/').unwrap_or(text).into())
}

/// Whether a url is of this origin.
pub fn same_origin(url: &str, other: &str) -> bool {
    url.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// localhost, 127.0.0.0/8 and [::1], with any port.
#[must_use]
pub fn is_loopback(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    if host.starts_with("[::1]") {
        return true;
    }
    let name = host.split(':').next().unwrap_or_default();
    let is_127 = || {
        let parts: Vec<&str> = name.split('.').collect();
        parts.len() == 4
            && parts.first() == Some(&"127")
            && parts.iter().all(|part| part.parse::<u8>().is_ok())
    };
    name == "localhost" || is_127()
}

/// Percent-encodes one value or path segment; a colon stays, so that CAIP ids can be read in a log.
#[must_use]
pub fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b':' => {
                out.push(char::from(byte))
            }
            _ => out.push_str(&alloc::format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn web_urls_are_https_or_loopback() {
        for good in
            ["https://a.example/x?y=1", "http://localhost:8545", "http://127.0.0.1:1", "http://[::1]:9"]
        {
            assert!(is_web_url(good), "{good}");
        }
        for bad in [
            "http://a.example",
            "javascript:alert(1)",
            "https://",
            "https://u:p@a.example",
            "http://127.0.0.1.evil.example",
            "http://localhost.evil.example",
            "https://a.example/\"x",
            "ftp://localhost",
            "",
        ] {
            assert!(!is_web_url(bad), "{bad}");
        }
    }
}
