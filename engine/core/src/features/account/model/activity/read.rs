//! Reads the transactions of the data service and makes them ready to render (3.12, docs/spec/services.md A7).

use super::*;
use crate::amount::{self, Amount};
use crate::caip::ChainId;
use crate::constants::{IMAGE_URL_CHARS_MAX, NAME_CHARS_MAX, TRANSACTION_DECIMALS};
use crate::json::Read;
use crate::namespaces;
use crate::ports::clock::Clock;
use crate::store::State;
use crate::{format, text, time};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// Reads one transaction of the service; nothing when it does not fit.
pub(crate) fn item(value: &Value, state: &State, clock: &dyn Clock) -> Option<ActivityItem> {
    let now_ms = clock.now_ms();
    // days and months are the visitor's (docs/spec/decisions.md 28), each by the clocks of that day
    let here = |ms: u64| ms.saturating_add_signed(clock.zone_ms(ms));

    let about = value.field("metadata")?;
    let mined_at = about.text("minedAt")?;
    let mined_ms = time::parse(mined_at)?;
    let address = |name| about.text(name).and_then(|text| text::label(text, 64)).unwrap_or_default();
    let transfers: Vec<Transfer> = value.list("transfers").iter().take(50).filter_map(transfer).collect();
    let operation = text::label(about.text("operationType")?, 32)?;
    let status = match about.text("status") {
        Some("failed") => "failed",
        Some("pending") => "pending",
        _ => "confirmed",
    };
    let chain = ChainId::parse(about.text("chain").unwrap_or_default());
    let rules = namespaces::of(
        chain.as_ref().map_or_else(|| state.networks.active_namespace(), |chain| Some(chain.namespace))?,
    );
    let hash = about.text("hash").and_then(|text| rules.transaction_id(text));
    let network = chain.and_then(|chain| state.networks.find(&chain));
    let (sent_from, sent_to) = (address("sentFrom"), address("sentTo"));
    let legs = legs(&transfers);
    let came = legs.first().map(|leg| leg.direction == TransferDirection::In);
    let other = if came == Some(true) { &sent_from } else { &sent_to };
    // for a token transfer the service names the contract that was called: a contract is no counterparty
    let is_token = state.tokens.list.iter().any(|token| {
        let address = token.address.as_deref().and_then(|id| id.rsplit(':').next());
        address.is_some_and(|address| address.eq_ignore_ascii_case(other))
    });
    let id = value.filled("id").filter(|id| id.len() <= 200)?;
    Some(ActivityItem {
        id: id.into(),
        verb: verb(&operation),
        counterparty: (!other.is_empty() && !is_token).then(|| format::truncated(other)),
        date: time::short(here(mined_ms)),
        ago: time::relative(mined_ms, now_ms),
        month: time::month_title(here(mined_ms), here(now_ms)),
        link: network.zip(hash.as_deref()).and_then(|(network, hash)| network.transaction_url(hash)),
        test_id: alloc::format!("wm-tx-{}", hash.as_deref().unwrap_or(id)),
        metadata: ActivityMetadata {
            hash,
            mined_at: mined_at.into(),
            chain: text::label(about.text("chain").unwrap_or_default(), 80).unwrap_or_default(),
            status,
            operation_type: operation,
            sent_from,
            sent_to,
        },
        transfers,
        legs,
    })
}

pub(crate) fn transfer(value: &Value) -> Option<Transfer> {
    let direction = match value.text("direction")? {
        "in" => TransferDirection::In,
        "out" => TransferDirection::Out,
        "self" => TransferDirection::Own,
        _ => return None,
    };
    let url = |value: &Value| {
        let url = value
            .filled("url")
            .filter(|url| url.len() <= IMAGE_URL_CHARS_MAX && crate::urls::is_web_url(url));
        url.map(|url| PictureUrl { url: url.into() })
    };
    let fungible_info = value.field("fungible_info").and_then(|token| {
        Some(FungibleInfo {
            symbol: text::label(token.text("symbol")?, 12)?,
            icon: token.field("icon").and_then(url),
        })
    });
    let nft_info = value.field("nft_info").and_then(|nft| {
        let preview = nft.field("content").and_then(|content| content.field("preview"));
        Some(NftInfo {
            name: text::label(nft.text("name")?, NAME_CHARS_MAX)?,
            content: NftContent { preview: preview.and_then(url) },
            flags: NftFlags {
                is_spam: nft.field("flags").and_then(|flags| flags.flag("is_spam")).unwrap_or(false),
            },
        })
    });
    if fungible_info.is_none() && nft_info.is_none() {
        return None;
    }
    let numeric = value.field("quantity").and_then(|quantity| quantity.decimal("numeric"))?;
    Some(Transfer { direction, quantity: TransferQuantity { numeric }, fungible_info, nft_info })
}

/// What is drawn of the transfers: one token in one direction is summed, what is only a fee is left out, at most two,
/// out before in (docs/spec/views.md section 6, "Activity").
pub(crate) fn legs(transfers: &[Transfer]) -> Vec<Leg> {
    let mut sums: Vec<(TransferDirection, &FungibleInfo, Amount)> = Vec::new();
    let mut found: Vec<Leg> = Vec::new();
    for transfer in transfers {
        if let Some(nft) = &transfer.nft_info {
            let text = nft.name.clone();
            let source = nft.preview().map(ToString::to_string);
            found.push(Leg { direction: transfer.direction, text, image: None, nft: true, source });
        } else if let Some(token) = &transfer.fungible_info {
            let amount = amount::listed_value(&transfer.quantity.numeric, 18);
            let same = |(direction, known, _): &&mut (TransferDirection, &FungibleInfo, Amount)| {
                *direction == transfer.direction && known.symbol == token.symbol
            };
            match sums.iter_mut().find(same) {
                Some((_, _, sum)) => *sum = sum.checked_add(&amount).unwrap_or(*sum),
                None => sums.push((transfer.direction, token, amount)),
            }
        }
    }
    let whole = sums.clone();
    let largest = whole.iter().map(|(_, _, sum)| sum.units).max().unwrap_or_default();
    for (direction, token, sum) in sums {
        // the same token in both directions, and one amount is negligible: change or a fee
        let other = whole.iter().find(|(way, known, _)| *way != direction && known.symbol == token.symbol);
        let below = |part: u64, of: U256| sum.units.checked_mul(U256::from(part)).is_some_and(|n| n < of);
        if other.is_some_and(|(_, _, other)| below(10, other.units)) && below(100, largest) {
            continue;
        }
        let sign = match direction {
            TransferDirection::In => "+",
            TransferDirection::Out => "-",
            TransferDirection::Own => "",
        };
        let shown = format::separated(&sum.to_floored(TRANSACTION_DECIMALS));
        let text = alloc::format!("{sign}{shown} {}", token.symbol);
        found.push(Leg {
            direction,
            text,
            image: None,
            nft: false,
            source: token.icon.as_ref().map(|icon| icon.url.clone()),
        });
    }
    // outgoing legs come first
    let (gone, come): (Vec<Leg>, Vec<Leg>) =
        found.into_iter().partition(|leg| leg.direction == TransferDirection::Out);
    gone.into_iter().chain(come).take(2).collect()
}

pub(crate) fn verb(operation: &str) -> String {
    let known = match operation {
        "approve" => "approved",
        "borrow" => "borrowed",
        "burn" => "burnt",
        "buy" => "bought",
        "cancel" => "canceled",
        "claim" => "claimed",
        "deploy" => "deployed",
        "deposit" => "deposited",
        "execute" => "executed",
        "mint" => "minted",
        "receive" => "received",
        "repay" => "repaid",
        "sell" => "sold",
        "send" => "sent",
        "stake" => "staked",
        "trade" | "swap" => "swapped",
        "unstake" => "unstaked",
        "withdraw" => "withdrawn",
        other => other,
    };
    known.into()
}
