//! TABLE of the hosts. To add one: a port in `ports.rs`, a file in `hosts/` with an `open`, a row here.

use std::sync::Arc;

use crate::{host::Host, world::World};

mod analytics;
mod data;
mod demo_wallet;
mod explorer;
mod onramp;
mod page;
mod pocket_wallet;
mod relay;
mod secure;
mod wallet_services;

/// Makes a host, with the state and the tables that are its own, over what all share. Two hosts that share a state are one row.
type Open = fn(&Arc<World>) -> rusqlite::Result<Vec<Host>>;

const TABLE: &[Open] = &[
    page::open,
    wallet_services::open,
    data::open,
    analytics::open,
    secure::open,
    relay::open,
    onramp::open,
    explorer::open,
    demo_wallet::open,
    pocket_wallet::open,
];

/// Every host, each new.
pub fn open(world: &Arc<World>) -> rusqlite::Result<Vec<Host>> {
    let mut hosts = Vec::new();
    for row in TABLE {
        hosts.extend(row(world)?);
    }
    Ok(hosts)
}
