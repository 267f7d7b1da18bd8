//! Reads the transactions of the data service (3.11, 3.12, docs/spec/services.md A7).

use super::kept::Entry;
use super::*;
use crate::amount;
use crate::caip::ChainId;
use crate::constants::{ACTIVITY_AHEAD_MS, IMAGE_URL_CHARS_MAX, NAME_CHARS_MAX, TRANSFER_DECIMALS};
use crate::entities::NativeCurrency;
use crate::features::account::model::tokens;
use crate::features::directory::model::lookalikes::skeleton;
use crate::json::Read;
use crate::namespaces;
use crate::ports::clock::Clock;
use crate::services::is_coin;
use crate::store::State;
use crate::{text, time};
use alloc::string::ToString;
use alloc::vec::Vec;
use serde_json::Value;

/// The longest accepted time: nanoseconds and a time zone, with some reserve.
const MINED_AT_CHARS_MAX: usize = 48;

/// Converts a time to the user's time zone on that day (decision 28, "Activity").
pub(crate) fn local_ms(clock: &dyn Clock, ms: u64) -> u64 {
    ms.saturating_add_signed(clock.zone_ms(ms))
}

/// Reads one transaction of the service. `None` if it is invalid.
pub(crate) fn entry(value: &Value, state: &State, clock: &dyn Clock) -> Option<Entry> {
    let about = value.field("metadata")?;
    let mined_at = about.text("minedAt").filter(|text| text.len() <= MINED_AT_CHARS_MAX)?;
    let mined_ms = time::parse(mined_at).filter(|at| *at <= clock.now_ms() + ACTIVITY_AHEAD_MS)?;
    let address = |name| about.text(name).and_then(|text| text::label(text, 64)).unwrap_or_default();
    let operation_type = text::label(about.text("operationType")?, 32)?;
    let status = match about.text("status") {
        Some("failed") => "failed",
        Some("pending") => "pending",
        _ => "confirmed",
    };
    let chain = ChainId::parse(about.text("chain").unwrap_or_default());
    // the request was for one network, so entries of another one are dropped
    if chain.as_ref().zip(state.activity.of.as_ref()).is_some_and(|(chain, of)| *chain != of.chain) {
        return None;
    }
    let network = chain.as_ref().and_then(|chain| state.networks.find(chain));
    let coin = network.map(|network| &network.native_currency);
    let transfers = value.list("transfers").iter().take(50).filter_map(|one| transfer(one, coin));
    let transfers: Vec<Transfer> = transfers.collect();
    let rules = namespaces::of(
        chain.as_ref().map_or_else(|| state.networks.active_namespace(), |chain| Some(chain.namespace))?,
    );
    let id = value.filled("id").filter(|id| id.len() <= 200 && !id.contains(text::hidden))?;
    let local_ms = local_ms(clock, mined_ms);
    let about = ActivityMetadata {
        hash: about.text("hash").and_then(|text| rules.transaction_id(text)),
        mined_at: mined_at.into(),
        chain: chain.map(|chain| chain.to_string()).unwrap_or_default(),
        status,
        operation_type,
        sent_from: address("sentFrom"),
        sent_to: address("sentTo"),
    };
    Some(Entry::of(id, about, transfers, mined_ms, local_ms))
}

/// Reads one transfer. If the service marks a token as the native coin, its symbol comes from the network's
/// configuration. A contract that imitates the coin's name is marked.
fn transfer(value: &Value, coin: Option<&NativeCurrency>) -> Option<Transfer> {
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
        let said = text::label(token.text("symbol")?, 12)?;
        let is_coin = token.text("address").map(is_coin);
        let is_called_so = || {
            let called = tokens::called(coin);
            [Some(said.as_str()), token.text("name")]
                .into_iter()
                .flatten()
                .any(|name| called.contains(&skeleton(name)))
        };
        let unverified = is_coin == Some(false) && is_called_so();
        let symbol = match coin {
            Some(coin) if is_coin == Some(true) => coin.symbol.clone(),
            _ => said,
        };
        Some(FungibleInfo { symbol, icon: token.field("icon").and_then(url), unverified })
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
    // an amount that isn't a number becomes empty (5.23); strings have a limit
    let numeric = amount::listed_value(&numeric, TRANSFER_DECIMALS).to_decimal();
    Some(Transfer { direction, quantity: TransferQuantity { numeric }, fungible_info, nft_info })
}
