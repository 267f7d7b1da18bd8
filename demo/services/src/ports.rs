//! TABLE of the ports: each host has its own, because origins are what the product's rules are about. It is below everything else,
//! so that any part can name the address of any host without knowing that host.

/// The port of one host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Port {
    /// The host's short name, for messages and tests.
    pub name: &'static str,
    /// Its port is the base port plus this.
    pub offset: u16,
    scheme: &'static str,
}

/// The demo page.
pub const PAGE: Port = http("page", 0);
/// Wallet-services API.
pub const WALLETS: Port = http("wallets", 1);
/// Blockchain-data API.
pub const DATA: Port = http("data", 2);
/// Telemetry.
pub const ANALYTICS: Port = http("analytics", 3);
/// Frame of the embedded wallet, its login pages and mailbox.
pub const SECURE: Port = http("secure", 4);
/// Pairing relay.
pub const RELAY: Port = socket("relay", 5);
/// Pages of those who sell: providers of the onramp, exchanges.
pub const ONRAMP: Port = http("onramp", 6);
/// Block explorer.
pub const EXPLORER: Port = http("explorer", 7);
/// The demo wallet's own origin.
pub const DEMO_WALLET: Port = http("demo wallet", 8);
/// The relay to turn to when the first is unreachable.
pub const SECOND_RELAY: Port = socket("second relay", 9);
/// The wallet that connects by a pairing.
pub const POCKET_WALLET: Port = http("pocket wallet", 10);

/// All of them, by offset.
pub const ALL: &[Port] = &[
    PAGE,
    WALLETS,
    DATA,
    ANALYTICS,
    SECURE,
    RELAY,
    ONRAMP,
    EXPLORER,
    DEMO_WALLET,
    SECOND_RELAY,
    POCKET_WALLET,
];

/// A run takes this many ports from the base port on.
pub const COUNT: u16 = ALL.len() as u16;

const fn http(name: &'static str, offset: u16) -> Port {
    Port { name, offset, scheme: "http" }
}

const fn socket(name: &'static str, offset: u16) -> Port {
    Port { name, offset, scheme: "ws" }
}

/// The origins of all hosts of one run.
#[derive(Debug, Clone, Copy)]
pub struct Origins {
    base_port: u16,
}

impl Origins {
    /// The origins for a base port.
    pub fn new(base_port: u16) -> Self {
        Self { base_port }
    }

    /// The origin of a host. It says `localhost`, the socket is bound to 127.0.0.1.
    pub fn of(&self, port: Port) -> String {
        format!("{}://localhost:{}", port.scheme, self.number(port))
    }

    /// The same host under its other name: to a browser another site.
    pub fn twin_of(&self, port: Port) -> String {
        format!("{}://127.0.0.1:{}", port.scheme, self.number(port))
    }

    /// The number of a port in this run.
    pub fn number(&self, port: Port) -> u16 {
        self.base_port.saturating_add(port.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_follow_the_order_of_the_table() {
        for (place, port) in ALL.iter().enumerate() {
            assert_eq!(usize::from(port.offset), place, "{}", port.name);
        }
    }

    #[test]
    fn origins_follow_the_base_port() {
        let origins = Origins::new(5000);
        assert_eq!(origins.of(PAGE), "http://localhost:5000");
        assert_eq!(origins.of(RELAY), "ws://localhost:5005");
        assert_eq!(origins.of(SECOND_RELAY), "ws://localhost:5009");
        assert_eq!(origins.of(POCKET_WALLET), "http://localhost:5010");
        assert_eq!(origins.of(DEMO_WALLET), "http://localhost:5008");
    }
}
