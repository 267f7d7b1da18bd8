//! What happened to the account (3.11, 3.12, 7.5, 8.17): its history as the data service has it, eip155 only (2.41), and
//! the collectibles that can be seen in it. Rows are made ready to draw when a page arrives.

use super::unknown_action;
use crate::amount::{self, Amount};
use crate::api::{blockchain, wallet_services};
use crate::caip::{AccountId, ChainId, Namespace};
use crate::constants::{ACTIVITY_MAX, IMAGE_URL_CHARS_MAX, NAME_CHARS_MAX, TRANSACTION_DECIMALS};
use crate::entities::Status;
use crate::error::Error;
use crate::event::Event;
use crate::features::accounts::AccountTab;
use crate::features::moved::Move;
use crate::features::router::View;
use crate::features::transactions::{self, TransactionItem};
use crate::features::{images, toasts};
use crate::flow::{Cx, Flow, Reply, ScopeId};
use crate::json::Read;
use crate::namespaces::eip155;
use crate::store::State;
use crate::{format, options, text, time};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;
use serde_json::Value;

/// Where the list stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ActivityPhase {
    /// Not asked for.
    #[default]
    None,
    /// The first page is on its way.
    Loading,
    /// There.
    Ready,
    /// The first page did not come.
    Failed,
}

/// Of a transaction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "services.md A7 describes each field")]
pub struct ActivityMetadata {
    pub hash: Option<String>,
    pub mined_at: String,
    pub chain: String,
    #[cfg_attr(test, ts(type = "\"confirmed\" | \"failed\" | \"pending\""))]
    pub status: &'static str,
    pub operation_type: String,
    pub sent_from: String,
    pub sent_to: String,
}

/// What moved: so much of a token, or a collectible (3.12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "services.md A7 describes each field")]
pub struct Transfer {
    pub direction: TransferDirection,
    /// Decimal text.
    pub quantity: TransferQuantity,
    pub fungible_info: Option<FungibleInfo>,
    pub nft_info: Option<NftInfo>,
}

/// `quantity` of a transfer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TransferQuantity {
    /// Decimal text.
    pub numeric: String,
}

/// Seen from the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TransferDirection {
    /// To the account.
    In,
    /// From it.
    Out,
    /// To itself.
    #[serde(rename = "self")]
    Own,
}

/// Where a picture is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureUrl {
    /// Of any host.
    pub url: String,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FungibleInfo {
    /// "ETH"
    pub symbol: String,
    /// Its picture.
    pub icon: Option<PictureUrl>,
}

/// A collectible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftInfo {
    /// "Cool Cat #3"
    pub name: String,
    /// What it is.
    pub content: NftContent,
    /// What the service thinks of it.
    pub flags: NftFlags,
}

/// `content` of a collectible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftContent {
    /// A small picture.
    pub preview: Option<PictureUrl>,
}

/// `flags` of a collectible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftFlags {
    /// Nobody asked for it.
    pub is_spam: bool,
}

impl NftInfo {
    fn preview(&self) -> Option<&str> {
        self.content.preview.as_ref().map(|picture| picture.url.as_str())
    }
}

/// One side of a row, ready to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leg {
    /// Seen from the account.
    pub direction: TransferDirection,
    /// "+0.500 ETH", "Cool Cat #3"
    pub text: String,
    /// A `blob:` url, once it is there.
    pub image: Option<String>,
    /// A collectible.
    pub nft: bool,
    #[serde(skip)]
    source: Option<String>,
}

/// One row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivityItem {
    /// Of the service.
    pub id: String,
    /// What it says of it.
    pub metadata: ActivityMetadata,
    /// What moved.
    pub transfers: Vec<Transfer>,
    /// Past tense; a word we do not know stays as it is.
    pub verb: String,
    /// At most two, out before in.
    pub legs: Vec<Leg>,
    /// "0x71…d8976F"
    pub counterparty: Option<String>,
    /// "02 Jan"
    pub date: String,
    /// "5 min"
    pub ago: String,
    /// Its page.
    pub link: Option<String>,
    /// `data-testid` of its row.
    pub test_id: String,
    #[serde(skip)]
    month: String,
}

/// The rows of a month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivityGroup {
    /// "November", "December 2025"
    pub title: String,
    /// Newest first.
    pub items: Vec<ActivityItem>,
}

/// A collectible that came in and did not leave, as far as the history was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NftItem {
    /// For lists.
    pub id: String,
    /// "Cool Cat #3"
    pub name: String,
    /// A `blob:` url, once it is there.
    pub image: Option<String>,
}

/// What is known.
#[derive(Default)]
pub struct Activity {
    of: Option<AccountId>,
    phase: ActivityPhase,
    items: Vec<ActivityItem>,
    next: Option<String>,
    loading_more: bool,
    more_failed: bool,
    show_spam: bool,
}

/// The slice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ActivitySlice {
    /// Where the list stands.
    pub phase: ActivityPhase,
    /// By month, newest first.
    pub groups: Vec<ActivityGroup>,
    /// Sent from here and not settled.
    pub pending: Vec<TransactionItem>,
    /// There is another page.
    pub has_more: bool,
    /// It is on its way.
    pub loading_more: bool,
    /// It did not come: it is asked for again by hand only.
    pub more_failed: bool,
    /// Rows that are hidden because all they moved is spam.
    pub spam: usize,
    /// They are shown all the same.
    pub show_spam: bool,
    /// Collectibles.
    pub nfts: Vec<NftItem>,
}

impl Activity {
    /// Somebody has looked at it.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.phase == ActivityPhase::Ready
    }
}

fn is_spam(item: &ActivityItem) -> bool {
    let spam = |transfer: &Transfer| transfer.nft_info.as_ref().is_some_and(|nft| nft.flags.is_spam);
    !item.transfers.is_empty() && item.transfers.iter().all(spam)
}

/// The slice.
#[must_use]
pub fn slice(state: &State) -> ActivitySlice {
    let activity = &state.activity;
    let mut groups: Vec<ActivityGroup> = Vec::new();
    let shown = activity.items.iter().filter(|item| activity.show_spam || !is_spam(item));
    for item in shown {
        let mut item = item.clone();
        for leg in &mut item.legs {
            leg.image = leg.source.as_deref().and_then(|source| state.images.get(source));
        }
        match groups.last_mut().filter(|group| group.title == item.month) {
            Some(group) => group.items.push(item),
            None => groups.push(ActivityGroup { title: item.month.clone(), items: alloc::vec![item] }),
        }
    }
    let chain = activity.of.as_ref().map(|of| of.chain.to_string());
    let is_pending =
        |item: &&TransactionItem| transactions::is_open(item) && Some(&item.chain) == chain.as_ref();
    ActivitySlice {
        phase: activity.phase,
        groups,
        pending: state.transactions.list.iter().filter(is_pending).cloned().collect(),
        has_more: activity.next.is_some(),
        loading_more: activity.loading_more,
        more_failed: activity.more_failed,
        spam: activity.items.iter().filter(|item| is_spam(item)).count(),
        show_spam: activity.show_spam,
        nfts: nfts(state),
    }
}

/// Newest first: the first thing seen of a collectible says whether it is still there.
fn nfts(state: &State) -> Vec<NftItem> {
    let mut seen: Vec<&str> = Vec::new();
    let mut held = Vec::new();
    for item in state.activity.items.iter().filter(|item| item.metadata.status == "confirmed") {
        for transfer in &item.transfers {
            let Some(nft) = transfer.nft_info.as_ref().filter(|nft| !nft.flags.is_spam) else { continue };
            if seen.contains(&nft.name.as_str()) {
                continue;
            }
            seen.push(&nft.name);
            if transfer.direction != TransferDirection::Out {
                held.push(NftItem {
                    id: alloc::format!("{}/{}", item.id, nft.name),
                    name: nft.name.clone(),
                    image: nft.preview().and_then(|url| state.images.get(url)),
                });
            }
        }
    }
    held
}

/// Reads one transaction of the service; nothing when it does not fit.
fn item(value: &Value, state: &State, now_ms: u64) -> Option<ActivityItem> {
    let about = value.field("metadata")?;
    let mined_at = about.text("minedAt")?;
    let mined_ms = time::parse(mined_at)?;
    let hash = about.text("hash").and_then(eip155::transaction_hash);
    let address = |name| about.text(name).and_then(|text| text::label(text, 64)).unwrap_or_default();
    let transfers: Vec<Transfer> = value.list("transfers").iter().take(50).filter_map(transfer).collect();
    let operation = text::label(about.text("operationType")?, 32)?;
    let status = match about.text("status") {
        Some("failed") => "failed",
        Some("pending") => "pending",
        _ => "confirmed",
    };
    let chain = ChainId::parse(about.text("chain").unwrap_or_default());
    let network = chain.and_then(|chain| state.networks.find(&chain));
    let (sent_from, sent_to) = (address("sentFrom"), address("sentTo"));
    let legs = legs(&transfers);
    let came = legs.first().map(|leg| leg.direction == TransferDirection::In);
    let other = if came == Some(true) { &sent_from } else { &sent_to };
    // of a token transfer the service only says which contract was called: that is nobody's counterparty
    let is_token = state.tokens.list.iter().any(|token| {
        let address = token.address.as_deref().and_then(|id| id.rsplit(':').next());
        address.is_some_and(|address| address.eq_ignore_ascii_case(other))
    });
    let id = value.filled("id").filter(|id| id.len() <= 200)?;
    Some(ActivityItem {
        id: id.into(),
        verb: verb(&operation),
        counterparty: (!other.is_empty() && !is_token).then(|| format::truncated(other)),
        date: time::short(mined_ms),
        ago: time::relative(mined_ms, now_ms),
        month: time::month_title(mined_ms, now_ms),
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

fn transfer(value: &Value) -> Option<Transfer> {
    let direction = match value.text("direction")? {
        "in" => TransferDirection::In,
        "out" => TransferDirection::Out,
        "self" => TransferDirection::Own,
        _ => return None,
    };
    let url = |value: &Value| {
        let url =
            value.filled("url").filter(|url| url.len() <= IMAGE_URL_CHARS_MAX && options::is_web_url(url));
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
/// out before in (views.md section 6, "Activity").
fn legs(transfers: &[Transfer]) -> Vec<Leg> {
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
        // the same token both ways, and one way is next to nothing: change or a fee
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
    // what went comes first
    let (gone, come): (Vec<Leg>, Vec<Leg>) =
        found.into_iter().partition(|leg| leg.direction == TransferDirection::Out);
    gone.into_iter().chain(come).take(2).collect()
}

fn verb(operation: &str) -> String {
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

/// Another account or network: nothing of the one before stays (R22).
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        *state.activity = Activity::default();
    }
}

/// Whether somebody looks at it.
#[must_use]
pub fn is_shown(state: &State) -> bool {
    state.router.open
        && state.router.view() == Some(View::Account)
        && state.accounts.tab != AccountTab::Tokens
}

fn account(state: &State) -> Option<AccountId> {
    let network = state.networks.active_network().filter(|n| n.chain_namespace == Namespace::Eip155)?;
    let account = state.accounts.by.get(&Namespace::Eip155)?;
    let entry = account.current().filter(|_| account.status == Status::Connected)?;
    Some(AccountId { chain: network.chain()?, address: entry.address.clone() })
}

/// Loads the first page unless it is there; after something was sent, again.
pub fn refresh(cx: &Cx, again: bool) {
    let Some(account) = cx.read(account) else { return };
    let is_there = cx.read(|s| {
        s.activity.of.as_ref() == Some(&account)
            && matches!(s.activity.phase, ActivityPhase::Ready | ActivityPhase::Loading)
    });
    if is_there && !again {
        return;
    }
    cx.update(|s| {
        if s.activity.of.as_ref() != Some(&account) || s.activity.phase != ActivityPhase::Ready {
            *s.activity = Activity { of: Some(account.clone()), ..Activity::default() };
            s.activity.phase = ActivityPhase::Loading;
        }
    });
    load(cx, account, None);
}

/// Loads the page that follows; a second call joins the first.
fn more(cx: &Cx) {
    let (account, next) = cx.read(|s| (account(s), s.activity.next.clone()));
    let (Some(account), Some(next)) = (account, next) else { return };
    cx.update(|s| (s.activity.loading_more, s.activity.more_failed) = (true, false));
    load(cx, account, Some(next));
}

fn load(cx: &Cx, account: AccountId, cursor: Option<String>) {
    let generation = cx.read(|s| s.moves.generation(account.chain.namespace));
    let key = alloc::format!("activity {generation} {account} {}", cursor.as_deref().unwrap_or_default());
    let flow_cx = cx.clone();
    drop(cx.single(ScopeId::Connection(account.chain.namespace), &key, async move {
        let cx = flow_cx;
        let page = blockchain::history(&cx, &account, cursor.as_deref()).await;
        if cx.read(|s| s.moves.generation(account.chain.namespace)) != generation {
            return Ok(Reply::Done); // of another account or network by now (R22)
        }
        let now_ms = cx.ports().clock.now_ms();
        let failed = page.is_err();
        let wanted = cx.update(|s| {
            s.activity.loading_more = false;
            let Ok(page) = page else {
                if s.activity.phase == ActivityPhase::Loading {
                    s.activity.phase = ActivityPhase::Failed;
                }
                s.activity.more_failed = cursor.is_some();
                s.tell(Event::track("ERROR_FETCH_TRANSACTIONS", &[("address", &account.address)]));
                return None;
            };
            let fresh: Vec<ActivityItem> =
                page.data.iter().filter_map(|value| item(value, s, now_ms)).collect();
            let known = |item: &ActivityItem| s.activity.items.iter().any(|known| known.id == item.id);
            let is_first = cursor.is_none();
            let new: Vec<ActivityItem> = fresh.into_iter().filter(|item| !known(item)).collect();
            let urls: Vec<String> = new
                .iter()
                .flat_map(|item| {
                    let nfts = item
                        .transfers
                        .iter()
                        .filter_map(|t| Some(t.nft_info.as_ref()?.preview()?.to_string()));
                    item.legs.iter().filter_map(|leg| leg.source.clone()).chain(nfts)
                })
                .filter(|url| wallet_services::is_ours(s, url))
                .collect();
            // a first page that is read again only brings what is new, and keeps the place in the list
            let is_again = is_first && s.activity.phase == ActivityPhase::Ready;
            let at = if is_again { 0 } else { s.activity.items.len() };
            s.activity.items.splice(at..at, new);
            let full = s.activity.items.len() >= ACTIVITY_MAX;
            s.activity.items.truncate(ACTIVITY_MAX);
            if !is_again {
                s.activity.next = page.next.filter(|_| !full);
            }
            s.activity.phase = ActivityPhase::Ready;
            Some(urls)
        });
        if failed {
            toasts::show_error(&cx, &Error::TransactionsFailed);
        }
        images::want(&cx, wanted.unwrap_or_default());
        Ok(Reply::Done)
    }));
}

/// Commands of the activity.
#[cfg(test)]
#[derive(ts_rs::TS)]
#[ts(tag = "type")]
#[allow(dead_code)]
pub enum ActivityCommand {
    /// The page that follows.
    #[ts(rename = "activity.more")]
    More {},
    /// The first page once more.
    #[ts(rename = "activity.retry")]
    Retry {},
    /// Shows or hides what is only spam.
    #[ts(rename = "activity.spam")]
    Spam { shown: bool },
}

/// Runs a command.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        match action.as_str() {
            "more" => more(&cx),
            "retry" => refresh(&cx, true),
            "renew" => refresh(&cx, false),
            "spam" => {
                let shown = command.flag("shown").unwrap_or(false);
                cx.update(|s| s.activity.show_spam = shown);
            }
            _ => return Err(unknown_action("activity", &action)),
        }
        Ok(Reply::Done)
    })
}
