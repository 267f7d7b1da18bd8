//! A purchase that did not succeed: no chain knows it, and who paid looks for it.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;
use sha3::{Digest, Keccak256};

use super::activity::{Activity, Movement, write};
use crate::{orders::Placed, units, world::World};

/// Notes that an order has failed, now.
pub fn note_failed(world: &World, placed: &Placed) -> rusqlite::Result<()> {
    let order = &placed.order;
    let digest = Keccak256::digest(format!("order {}", placed.id).as_bytes());
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    let (sender, receiver) = (order.seller.account().lower(), order.recipient.lower());
    let what = json!({
        "quantity": { "numeric": units::decimal_text(order.units, order.asset.decimals.into()) },
        "fungible_info": {
            "name": order.asset.name,
            "symbol": order.asset.symbol,
            "icon": { "url": order.asset.icon_url(world) },
        },
    });
    let activity = Activity {
        id: format!("order-{}", placed.id),
        chain: order.chain.clone(),
        block: None,
        hash: format!("0x{digits}"),
        mined_at: SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
        sender: sender.clone(),
        receiver: receiver.clone(),
        operation: "receive".to_owned(),
        confirmed: false,
        nonce: 0,
        onramp: Some(order.seller.id.to_owned()),
        movements: vec![Movement { sender, receiver, what }],
    };
    write(&world.store.lock(), &activity)
}
