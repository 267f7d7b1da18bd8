//! TABLE of the hosts: each has its own port, because origins are what the product's rules are about.
//! To add a host: one file in `hosts/`, one row here.

use std::sync::Arc;

use axum::Router;

use crate::{csp, relay::Door, world::World};

pub mod analytics;
pub mod data;
pub mod demo_wallet;
pub mod explorer;
pub mod page;
pub mod pocket_wallet;
pub mod relay;
pub mod wallet_services;

/// One row of the table.
pub struct Host {
    /// Short name, for messages and tests.
    pub name: &'static str,
    /// Its port is the base port plus this.
    pub offset: u16,
    /// What it answers.
    pub routes: fn() -> Router<Arc<World>>,
    /// What `/__reset` puts back besides faults and log.
    pub reset: fn(&World),
    /// The content security policy of everything it sends.
    pub csp: fn(&World) -> String,
}

/// Every host that runs.
pub const HOSTS: &[Host] = &[
    Host { name: "page", offset: PAGE, routes: page::routes, reset: nothing, csp: csp::page },
    Host {
        name: "wallet services",
        offset: WALLET,
        routes: wallet_services::routes,
        reset: nothing,
        csp: csp::api,
    },
    Host { name: "data", offset: DATA, routes: data::routes, reset: nothing, csp: csp::api },
    Host {
        name: "analytics",
        offset: ANALYTICS,
        routes: analytics::routes,
        reset: |world| world.received.reset(),
        csp: csp::api,
    },
    Host {
        name: "relay",
        offset: RELAY,
        routes: relay::first,
        reset: |world| world.relay.reset(Door::First),
        csp: csp::api,
    },
    Host {
        name: "second relay",
        offset: SECOND_RELAY,
        routes: relay::second,
        reset: |world| world.relay.reset(Door::Second),
        csp: csp::api,
    },
    Host { name: "explorer", offset: EXPLORER, routes: explorer::routes, reset: nothing, csp: csp::explorer },
    Host {
        name: "demo wallet",
        offset: DEMO_WALLET,
        routes: demo_wallet::routes,
        reset: nothing,
        csp: csp::demo_wallet,
    },
    Host {
        name: "pocket wallet",
        offset: POCKET_WALLET,
        routes: pocket_wallet::routes,
        reset: nothing,
        csp: csp::pocket_wallet,
    },
];

/// What most hosts have to put back.
fn nothing(_: &World) {}

const PAGE: u16 = 0;
const WALLET: u16 = 1;
const DATA: u16 = 2;
const ANALYTICS: u16 = 3;
const SECURE: u16 = 4;
const RELAY: u16 = 5;
const ONRAMP: u16 = 6;
const EXPLORER: u16 = 7;
const DEMO_WALLET: u16 = 8;
const SECOND_RELAY: u16 = 9;
const POCKET_WALLET: u16 = 10;

/// The highest offset in use or reserved.
pub const LAST_OFFSET: u16 = POCKET_WALLET;

/// The origins of all hosts. Those without a row yet are named all the same: a page that left one out would fall back to a public host.
#[derive(Debug, Clone)]
pub struct Origins {
    /// The demo page.
    pub page: String,
    /// Wallet-services API.
    pub wallet: String,
    /// Blockchain-data API.
    pub data: String,
    /// Telemetry.
    pub analytics: String,
    /// Frame of the embedded wallet.
    pub secure: String,
    /// Pairing relay (a WebSocket).
    pub relay: String,
    /// The relay to turn to when that one is unreachable.
    pub second_relay: String,
    /// Onramp pages.
    pub onramp: String,
    /// Block explorer.
    pub explorer: String,
    /// The demo wallet's own origin.
    pub demo_wallet: String,
    /// The wallet that connects by a pairing.
    pub pocket_wallet: String,
}

impl Origins {
    /// The origins for a base port. They say `localhost`, the sockets are bound to 127.0.0.1.
    pub fn new(base_port: u16) -> Self {
        let http = |offset: u16| format!("http://localhost:{}", base_port.saturating_add(offset));
        let socket = |offset: u16| format!("ws://localhost:{}", base_port.saturating_add(offset));
        Self {
            page: http(PAGE),
            wallet: http(WALLET),
            data: http(DATA),
            analytics: http(ANALYTICS),
            secure: http(SECURE),
            relay: socket(RELAY),
            second_relay: socket(SECOND_RELAY),
            onramp: http(ONRAMP),
            explorer: http(EXPLORER),
            demo_wallet: http(DEMO_WALLET),
            pocket_wallet: http(POCKET_WALLET),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_hosts_share_a_port() {
        let mut offsets: Vec<u16> = HOSTS.iter().map(|host| host.offset).collect();
        offsets.sort_unstable();
        offsets.dedup();
        assert_eq!(offsets.len(), HOSTS.len());
        assert!(offsets.iter().all(|offset| *offset <= LAST_OFFSET));
    }

    #[test]
    fn origins_follow_the_base_port() {
        let origins = Origins::new(5000);
        assert_eq!(origins.page, "http://localhost:5000");
        assert_eq!(origins.relay, "ws://localhost:5005");
        assert_eq!(origins.second_relay, "ws://localhost:5009");
        assert_eq!(origins.pocket_wallet, "http://localhost:5010");
        assert_eq!(origins.demo_wallet, "http://localhost:5008");
    }
}
