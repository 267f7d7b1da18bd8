//! URLs in the options: whether the modal can contact or link to them. The entry file has validated origins with the
//! URL parser. This is the second check, without a parser. A node of a private network usually only has `http:`. It is
//! accepted if the page itself is on `http:` or on this device, because a browser blocks it for other pages (decision
//! 241, "Nodes in private networks").

use alloc::string::String;
use alloc::vec::Vec;

/// Whether a URL is `https:`, or `http:` on loopback, without characters that could end it inside a link.
#[must_use]
pub fn is_web_url(text: &str) -> bool {
    is_url(text, is_loopback)
}

/// Like [`is_web_url`], but also accepts `http:` in private networks for a page that can reach them
/// ([`reaches_private`]).
#[must_use]
pub fn is_node_url(text: &str, reaches_private: bool) -> bool {
    is_url(text, |text| is_loopback(text) || reaches_private && is_private(text))
}

/// Whether a browser lets a page of this origin contact `http:` in a private network.
#[must_use]
pub fn reaches_private(origin: &str) -> bool {
    origin.starts_with("http://") || is_loopback(origin)
}

/// Why a node's URL is rejected, for the page's developer.
#[must_use]
pub fn refused_node(text: &str) -> &'static str {
    match text.starts_with("http://") {
        true if is_private(text) => {
            "that is an http URL of a private network. Browsers block it for https pages. Open the page on http or localhost, or use https \
             for the node"
        }
        true => "that is an http URL of a public host. Use https",
        false => "that isn't an https URL",
    }
}

fn is_url(text: &str, is_http: impl Fn(&str) -> bool) -> bool {
    let rest = match text.split_once("://") {
        Some(("https", rest)) => rest,
        Some(("http", rest)) if is_http(text) => rest,
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

/// Reads a web URL without a path: an origin without a trailing slash.
pub fn origin(text: &str) -> Option<String> {
    let text = text.strip_suffix('/').unwrap_or(text);
    let (_, rest) = text.split_once("://")?;
    (is_web_url(text) && !rest.contains(['/', '?', '#'])).then(|| text.into())
}

/// Reads a relay's URL: `wss:`, or `ws:` on loopback, without a trailing slash.
pub fn relay(text: &str) -> Option<String> {
    let rest = text.strip_prefix("ws")?;
    origin(&alloc::format!("http{rest}")).map(|_| text.strip_suffix('/').unwrap_or(text).into())
}

/// The decoded value of a URL's query parameter. The first one, if there are several.
#[must_use]
pub fn query(url: &str, name: &str) -> Option<String> {
    let (_, query) = url.split('#').next()?.split_once('?')?;
    let value = query.split('&').find_map(|pair| match pair.split_once('=') {
        Some((of, value)) => (of == name).then_some(value),
        None => (pair == name).then_some(""),
    })?;
    Some(decoded(value))
}

/// Adds a query parameter to a URL.
#[must_use]
pub fn with(url: &str, name: &str, value: &str) -> String {
    let (base, hash) = match url.split_once('#') {
        Some((base, hash)) => (base, ["#", hash].concat()),
        None => (url, String::new()),
    };
    let mark = if base.contains('?') { "&" } else { "?" };
    [base, mark, name, "=", &encoded(value), &hash].concat()
}

/// Removes query parameters from a URL. All others stay unchanged.
#[must_use]
pub fn without(url: &str, names: &[&str]) -> String {
    let (base, hash) = match url.split_once('#') {
        Some((base, hash)) => (base, ["#", hash].concat()),
        None => (url, String::new()),
    };
    let Some((path, query)) = base.split_once('?') else { return url.into() };
    let of = |pair: &&str| !names.contains(&pair.split('=').next().unwrap_or_default());
    let left: Vec<&str> = query.split('&').filter(of).collect();
    let mark = if left.is_empty() { "" } else { "?" };
    [path, mark, &left.join("&"), &hash].concat()
}

/// Decodes percent-encoding. Invalid sequences stay, and a value that isn't valid text becomes empty.
fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().replace('+', " ").into_bytes();
    for part in parts {
        let digit = |at: usize| part.chars().nth(at).and_then(|digit| digit.to_digit(16));
        let code = digit(0).zip(digit(1)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        let rest = match code {
            Some(byte) => {
                bytes.push(byte);
                part.get(2..).unwrap_or_default()
            }
            None => {
                bytes.push(b'%');
                part
            }
        };
        bytes.extend(rest.replace('+', " ").bytes());
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The host of a web URL in lowercase, with its port unless it is the default one.
#[must_use]
pub fn host(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://").filter(|_| is_web_url(url))?;
    let host = rest.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let usual = if scheme == "https" { ":443" } else { ":80" };
    Some(host.strip_suffix(usual).map(Into::into).unwrap_or(host))
}

/// Whether two URLs have the same origin.
pub fn same_origin(url: &str, other: &str) -> bool {
    url.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// The names that resolvers of a local network answer.
const LOCAL: &[&str] =
    &["localhost", "local", "internal", "intranet", "lan", "home", "corp", "private", "arpa"];

/// Whether an untrusted URL leads over https to a host of the public DNS, never to an IP address in any notation, to
/// this device or to a name of a local network. The DNS can still return a private address for such a host, which only
/// the browser sees.
#[must_use]
pub fn is_public(url: &str) -> bool {
    let Some(host) = host(url).filter(|_| url.starts_with("https://")) else { return false };
    let (name, port) = host.split_once(':').unwrap_or((&host, "0"));
    let name = name.strip_suffix('.').unwrap_or(name);
    let is_label = |label: &str| {
        let of_label = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        (1..=63).contains(&label.len()) && label.bytes().all(of_label)
    };
    // if the last label begins with a digit, browsers treat the host as an IP address
    let top = name.rsplit_once('.').map_or("", |(_, top)| top);
    top.starts_with(|c: char| c.is_ascii_alphabetic())
        && !LOCAL.contains(&top)
        && name.split('.').all(is_label)
        && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the host is localhost, 127.0.0.0/8 or [::1], with any port.
#[must_use]
pub fn is_loopback(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = host.split(['/', '?', '#']).next().unwrap_or_default();
    let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(rest) = host.strip_prefix("[::1]") {
        return rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port);
    }
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    if !is_port(port) {
        return false;
    }
    let is_127 = || {
        let parts: Vec<&str> = name.split('.').collect();
        parts.len() == 4
            && parts.first() == Some(&"127")
            && parts.iter().all(|part| part.parse::<u8>().is_ok())
    };
    name == "localhost" || is_127()
}

/// Whether a host is in a private network, according to its name or number: RFC 1918 and related ranges, `.local`, a
/// name without a dot (such as a container's).
#[must_use]
pub fn is_private(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest).split(['/', '?', '#']).next();
    let host = host.unwrap_or_default().to_ascii_lowercase();
    let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((address, rest)) = host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        let is_local =
            ["fc", "fd", "fe8", "fe9", "fea", "feb"].iter().any(|start| address.starts_with(start));
        let is_address = address.contains(':') && address.bytes().all(|b| b.is_ascii_hexdigit() || b == b':');
        return is_local && is_address && (rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port));
    }
    let (name, port) = host.split_once(':').unwrap_or((&host, ""));
    if !is_port(port) || name.is_empty() {
        return false;
    }
    let parts: Vec<Option<u8>> = name.split('.').map(|part| part.parse().ok()).collect();
    if let [Some(first), Some(second), Some(_), Some(_)] = *parts.as_slice() {
        return match (first, second) {
            (10, _) | (192, 168) | (169, 254) => true,
            (172, second) => (16..32).contains(&second),
            (100, second) => (64..128).contains(&second),
            _ => false,
        };
    }
    let is_name = |part: &str| {
        part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_') && !part.is_empty()
    };
    let is_number = |part: &str| part.bytes().all(|b| b.is_ascii_digit()) || part.starts_with("0x");
    let of_network = ["local", "lan", "internal", "home.arpa", "localhost"].iter().any(|end| {
        name.strip_suffix(end).and_then(|name| name.strip_suffix('.')).is_some_and(|rest| !rest.is_empty())
    });
    name.split('.').all(is_name) && (of_network || !name.contains('.') && !is_number(name))
}

/// Percent-encodes a value or path segment. Colons stay, so that CAIP IDs are readable in a log.
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
    fn reads_and_replaces_query_values() {
        let url = "https://a.example/p?x=1&y=a%20b+c&z#part?y=2";
        assert_eq!(query(url, "y").as_deref(), Some("a b c"));
        assert_eq!((query(url, "z").as_deref(), query(url, "w")), (Some(""), None));
        assert_eq!(query("https://a.example/?q=%zz%4", "q").as_deref(), Some("%zz%4"));
        assert_eq!(without(url, &["y", "z"]), "https://a.example/p?x=1#part?y=2");
        assert_eq!(without("https://a.example/?y=1", &["y"]), "https://a.example/");
        assert_eq!(without("https://a.example/#y=1", &["y"]), "https://a.example/#y=1");
        assert_eq!(with("https://a.example/#h", "s", "1&2"), "https://a.example/?s=1%262#h");
        assert_eq!(with("https://a.example/?a", "s", "1"), "https://a.example/?a&s=1");
    }

    // req: 10.56
    #[test]
    fn accepts_only_public_dns_names_as_public_hosts() {
        for good in [
            "https://gateway.example",
            "https://gateway.example:8443/x",
            "https://a.b.gateway.example./x",
            "https://GATEWAY.EXAMPLE?x",
            "https://xn--bcher-kva.xn--p1ai/",
        ] {
            assert!(is_public(good), "{good}");
        }
        for bad in [
            "http://gateway.example",
            "http://localhost:7701",
            "https://localhost/x",
            "https://a.localhost",
            "https://router.local/x",
            "https://printer.lan",
            "https://gateway",
            "https://metadata.google.internal",
            "https://1.0.0.127.in-addr.arpa",
            "https://127.0.0.1",
            "https://10.0.0.1:8443",
            "https://192.168.1.1.",
            "https://2130706433",
            "https://0x7f.1",
            "https://127.0x1",
            "https://0177.0.0.01",
            "https://[::1]/",
            "https://[fd00::1]",
            "https://user@gateway.example",
            "https://gateway.example@10.0.0.1",
            "https://gateway..example",
            "https://.example",
            "https://gate%2eway.example",
            "https://gateway.example:80x",
            "https://gateway.example/{",
            "https://\u{ff11}27.0.0.1",
            "ftp://gateway.example",
            "data:,x",
            "",
        ] {
            assert!(!is_public(bad), "{bad}");
        }
    }

    // req: 10.57
    #[test]
    fn allows_http_for_private_nodes_only_from_a_private_page() {
        for local in [
            "http://192.168.0.10:8545",
            "http://10.1.2.3/rpc?key=1",
            "http://172.16.0.1",
            "http://172.31.255.255:1",
            "http://169.254.1.1",
            "http://100.64.0.1",
            "http://[fd00::1]:8545",
            "http://[fe80::1]",
            "http://node.local:8545/",
            "http://Box.LAN",
            "http://geth",
            "http://local",
            "http://my-node_1:8545",
            "http://host.docker.internal:8545",
        ] {
            assert!(is_node_url(local, true) && !is_node_url(local, false) && !is_web_url(local), "{local}");
            assert!(refused_node(local).contains("private network"), "{local}");
        }
        for other in [
            "http://node.example",
            "http://192.169.0.1",
            "http://172.32.0.1",
            "http://172.15.0.1",
            "http://100.128.0.1",
            "http://8.8.8.8",
            "http://[2001:db8::1]",
            "http://[fd00::1].evil.example",
            "http://192.168.0.1.evil.example",
            "http://local.evil.example",
            "http://.local",
            "http://user@geth",
            "http://3232235777",
            "http://0xc0a80001",
            "http://geth:80x",
            "http://",
        ] {
            assert!(!is_node_url(other, true), "{other}");
        }
        assert!(is_node_url("https://node.example", false) && is_node_url("http://localhost:8545", false));
        for origin in [
            "http://app.example",
            "http://192.168.0.2:3000",
            "http://localhost:3000",
            "https://localhost:3000",
        ] {
            assert!(reaches_private(origin), "{origin}");
        }
        assert!(!reaches_private("https://app.example") && !reaches_private(""));
        assert!(refused_node("http://node.example").contains("Use https"));
        assert!(refused_node("node.example").contains("isn't an https URL"));
    }

    #[test]
    fn accepts_only_https_or_loopback_urls() {
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
            "http://localhost:a:4002/",
            "http://127.0.0.1:80x",
            "http://10.0.0.1",
            "http://127.0.0",
            "http://127.0.0.256",
            "http://[::1].evil.example",
            "https://a.example/\"x",
            "ftp://localhost",
            "",
        ] {
            assert!(!is_web_url(bad), "{bad}");
        }
    }
}
