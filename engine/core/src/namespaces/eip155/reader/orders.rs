//! Signed orders (10.12): Seaport, including OpenSea's trees of orders, and Blur. The holder of the signature can take
//! the offered assets, so each is a warning, with the outgoing assets and the signer's proceeds. The taker makes
//! payments to others. An order with only a root, or with an invalid form, is unreadable.

use crate::json::Read;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Risk, Until};
use crate::namespaces::eip155;
use crate::namespaces::eip155::codec::abi;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use serde_json::Value;

/// The maximum depth of a tree of orders. Seaport accepts at most 2 ^ 24 orders.
const TREE_MAX: usize = 24;
const BLUR: &str = "Blur Exchange";

/// The given and received assets of an order. `None` if the data isn't an order.
#[must_use]
pub fn read(domain: &Value, primary: &str, message: &Value) -> Option<Vec<Effect>> {
    let is_blur = domain.text("name").is_some_and(|name| name.starts_with(BLUR));
    let read = match primary {
        "OrderComponents" => seaport(message),
        "BulkOrder" => message.field("tree").and_then(|tree| bulk(tree, 0)),
        "Order" if is_blur => blur(message),
        _ if is_blur => None,
        // a root can be the hash of anything
        "Root" | "OrderRoot" => None,
        _ => return None,
    };
    Some(read.unwrap_or_else(|| {
        let words = text::label(primary, 64).map(EffectText::Name);
        [Effect { words, is_by_signature: true, ..Effect::of(EffectKind::Unread, Risk::Warning) }].into()
    }))
}

/// The effects of many orders in nested lists. Padding items of a tree offer nothing.
fn bulk(tree: &Value, depth: usize) -> Option<Vec<Effect>> {
    let Some(branches) = tree.as_array() else { return seaport(tree) };
    if depth > TREE_MAX || branches.is_empty() {
        return None;
    }
    let all: Vec<Vec<Effect>> =
        branches.iter().map(|branch| bulk(branch, depth + 1)).collect::<Option<_>>()?;
    Some(all.concat())
}

fn party(of: &Value, name: &str) -> Option<String> {
    eip155::parse(of.text(name)?).ok().map(|address| address.to_checksum(None))
}

fn number(of: &Value, name: &str) -> Option<U256> {
    abi::number_of(of.field(name)?)
}

/// The moved asset and its amount, as a maximum or minimum.
fn item(of: &Value, is_most: bool) -> Option<(Asset, Option<HowMuch>)> {
    let (start, end) = (number(of, "startAmount")?, number(of, "endAmount")?);
    let units = if is_most { start.max(end) } else { start.min(end) };
    let token = || Some(Asset::Token(party(of, "token")?));
    Some(match u8::try_from(number(of, "itemType")?).ok()? {
        0 => (Asset::Coin, Some(HowMuch::Units(units))),
        1 => (token()?, Some(HowMuch::Units(units))),
        2 | 3 => (token()?, Some(HowMuch::Piece(number(of, "identifierOrCriteria")?, units))),
        // any NFT of a collection, or one of several
        4 | 5 => (token()?, Some(HowMuch::AnyPiece(units))),
        _ => return None,
    })
}

fn seaport(message: &Value) -> Option<Vec<Effect>> {
    let offerer = party(message, "offerer")?;
    let until = until(number(message, "endTime")?);
    let (offer, wanted) = (message.field("offer")?.as_array()?, message.field("consideration")?.as_array()?);
    let gives = |of: &Value| {
        let (asset, amount) = item(of, true)?;
        Some(offered(asset, amount, until))
    };
    let mut all: Vec<Effect> = offer.iter().map(gives).collect::<Option<_>>()?;
    let mut is_paid = all.is_empty();
    for of in wanted {
        let recipient = party(of, "recipient")?;
        let (asset, amount) = item(of, false)?;
        if recipient == offerer {
            is_paid |= amount != Some(HowMuch::Units(U256::ZERO));
            all.push(comes(asset, amount));
        }
    }
    if !is_paid {
        all.push(nothing());
    }
    Some(all)
}

/// The effects of Blur's first version: one NFT for one price. Later versions sign roots.
fn blur(message: &Value) -> Option<Vec<Effect>> {
    let until = until(number(message, "expirationTime")?);
    let collection = Asset::Token(party(message, "collection")?);
    let piece = HowMuch::Piece(number(message, "tokenId")?, number(message, "amount")?);
    let price = number(message, "price")?;
    let paid = match party(message, "paymentToken")? {
        zero if zero == Address::ZERO.to_checksum(None) => Asset::Coin,
        token => Asset::Token(token),
    };
    Some(match u8::try_from(number(message, "side")?).ok()? {
        0 => [offered(paid, Some(HowMuch::Units(price)), until), comes(collection, Some(piece))].into(),
        1 if price.is_zero() => [offered(collection, Some(piece), until), nothing()].into(),
        1 => [offered(collection, Some(piece), until), comes(paid, Some(HowMuch::Units(price)))].into(),
        _ => return None,
    })
}

fn until(second: U256) -> Until {
    u64::try_from(second).map_or(Until::Never, Until::Second)
}

fn offered(asset: Asset, amount: Option<HowMuch>, until: Until) -> Effect {
    let effect = Effect::of(EffectKind::Send, Risk::Warning);
    Effect { asset: Some(asset), amount, until: Some(until), is_by_signature: true, ..effect }
}

fn comes(asset: Asset, amount: Option<HowMuch>) -> Effect {
    let effect = Effect::of(EffectKind::Receive, Risk::Review);
    Effect { asset: Some(asset), amount, is_by_signature: true, ..effect }
}

/// The effect of an order that offers assets for nothing.
fn nothing() -> Effect {
    Effect { is_by_signature: true, ..Effect::of(EffectKind::Receive, Risk::Critical) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::effects::SaysNothing;
    use serde_json::json;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const EVE: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const APES: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
    const SEAPORT: &str = "0x0000000000000068F116a894984e2DB1123eB395";
    const ZERO: &str = "0x0000000000000000000000000000000000000000";

    fn sign(name: &str, primary: &str, message: Value) -> Vec<Effect> {
        let data = json!({ "primaryType": primary, "domain": { "name": name, "verifyingContract": SEAPORT }, "message": message });
        super::super::effects::read("eth_signTypedData_v4", &json!([ALICE, data]), &SaysNothing)
    }

    fn of_item(kind: u8, token: &str, id: u64, start: &str, end: &str, to: &str) -> Value {
        json!({ "itemType": kind, "token": token, "identifierOrCriteria": id.to_string(), "startAmount": start, "endAmount": end, "recipient": to })
    }

    fn order(offer: &[Value], wanted: &[Value]) -> Value {
        json!({ "offerer": ALICE, "zone": ZERO, "offer": offer, "consideration": wanted, "orderType": 0,
            "startTime": "1700000000", "endTime": "1800000000", "salt": "1", "counter": "0" })
    }

    // req: 10.12
    #[test]
    fn describes_what_a_seaport_order_gives_and_gets() {
        let apes = of_item(2, APES, 7, "1", "1", ALICE);
        let price = of_item(0, ZERO, 0, "100", "60", ALICE);
        let fee = of_item(0, ZERO, 0, "3", "3", EVE);
        let effects = sign(
            "Seaport",
            "OrderComponents",
            order(core::slice::from_ref(&apes), &[price.clone(), fee.clone()]),
        );
        let piece = HowMuch::Piece(U256::from(7), U256::from(1));
        assert_eq!(
            effects.iter().map(|effect| (effect.kind, effect.risk, effect.amount)).collect::<Vec<_>>(),
            [
                (EffectKind::Send, Risk::Warning, Some(piece)),
                (EffectKind::Receive, Risk::Review, Some(HowMuch::Units(U256::from(60)))),
            ]
        );
        assert_eq!(
            (effects[0].token().map(String::as_str), effects[0].until),
            (Some(APES), Some(Until::Second(1_800_000_000)))
        );
        assert_eq!(effects[0].on.as_deref(), Some(SEAPORT));
        // for nothing, or for a payment to someone else
        for wanted in [&[][..], &[fee], &[of_item(0, ZERO, 0, "100", "0", ALICE)]] {
            let effects = sign("Seaport", "OrderComponents", order(core::slice::from_ref(&apes), wanted));
            assert_eq!(
                effects.last().map(|effect| (effect.kind, effect.risk)),
                Some((EffectKind::Receive, Risk::Critical)),
                "{wanted:?}"
            );
        }
        // many orders in a padded tree
        let one = order(&[apes], &[price]);
        let none = order(&[], &[]);
        let tree = json!({ "tree": [[one, one], [one, none]] });
        assert_eq!(
            sign("Seaport", "BulkOrder", tree)
                .iter()
                .filter(|effect| effect.kind == EffectKind::Send)
                .count(),
            3
        );
        let deep = (0..40).fold(one.clone(), |tree, _| json!([tree]));
        for unread in [
            json!({}),
            json!({ "tree": [] }),
            json!({ "tree": deep }),
            json!({ "tree": [one, { "offer": 7 }] }),
        ] {
            let effects = sign("Seaport", "BulkOrder", unread);
            assert_eq!(
                (effects[0].kind, effects[0].risk, effects.len()),
                (EffectKind::Unread, Risk::Warning, 1)
            );
        }
    }

    // req: 10.12
    #[test]
    fn describes_a_blur_order_but_leaves_its_roots_unread() {
        let order = |side: u8, price: &str| {
            json!({ "trader": ALICE, "side": side, "matchingPolicy": EVE, "collection": APES, "tokenId": "7", "amount": "1",
                "paymentToken": ZERO, "price": price, "listingTime": "1", "expirationTime": "1800000000", "fees": [], "salt": "1", "extraParams": "0x", "nonce": "0" })
        };
        let sold = sign("Blur Exchange", "Order", order(1, "60"));
        assert_eq!(
            (sold[0].kind, sold[0].risk, sold[1].kind),
            (EffectKind::Send, Risk::Warning, EffectKind::Receive)
        );
        assert_eq!(sign("Blur Exchange", "Order", order(1, "0"))[1].risk, Risk::Critical);
        let bought = sign("Blur Exchange", "Order", order(0, "60"));
        assert_eq!((&bought[0].asset, bought[0].risk), (&Some(Asset::Coin), Risk::Warning));
        let listed =
            json!({ "trader": ALICE, "collection": APES, "listingsRoot": "0x11", "numberOfListings": "3" });
        for (name, primary, message) in [
            ("Blur Exchange", "Root", json!({ "root": "0x11" })),
            ("Blur Exchange", "Order", listed),
            ("Blur Exchange", "Order", order(2, "1")),
            ("Another", "Root", json!({ "root": "0x11" })),
        ] {
            let effects = sign(name, primary, message);
            assert_eq!(
                (effects[0].kind, effects[0].risk, effects.len()),
                (EffectKind::Unread, Risk::Warning, 1),
                "{name} {primary}"
            );
        }
        let mail = sign("Mail", "Order", json!({ "text": "hi" }));
        assert_eq!(mail[0].kind, EffectKind::Sign, "somebody else's order");
    }
}
