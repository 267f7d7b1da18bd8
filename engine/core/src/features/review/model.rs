//! What a host asks of a wallet, said in words first (10.12): the requests that wait, what each would do, and what is rendered of it.

use crate::amount::Amount;
use crate::caip::ChainId;
use crate::features::account::model::moved::Move;
use crate::features::money::model::send::{SendChange, change};
use crate::format;
use crate::namespaces::eip155::deeds::Deed;
use crate::namespaces::eip155::descriptor::{Said, Shown};
use crate::namespaces::transfer::Change;
use crate::store::State;
use crate::time;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::Serialize;

/// How far a request is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReviewPhase {
    /// The person reads.
    #[default]
    Review,
    /// The wallet is asked.
    Waiting,
    /// The network has something else than what was shown (10.27).
    Differs,
}

/// A token that is named in a request, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The contract, checksummed.
    pub address: String,
    /// By its own word at the network's node.
    pub decimals: Option<u8>,
    /// Of the account's list; what only calls itself so has none.
    pub symbol: Option<String>,
}

/// A request that waits for a decision.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Ours, counts up.
    pub id: u32,
    /// The method.
    pub method: String,
    /// Where.
    pub chain: ChainId,
    /// Who is asked to sign.
    pub from: String,
    /// What it would do.
    pub deeds: Vec<Deed>,
    /// The tokens in it.
    pub tokens: Vec<Named>,
    /// What the network's node says that it would move (10.14); nothing where it does not say.
    pub changes: Vec<Change>,
    /// The very request, for who wants to read it.
    pub raw: String,
    /// Yes or no, once somebody has said it.
    pub decided: Option<bool>,
}

/// Requests that wait, in the order they came; the first is on the screen.
#[derive(Default)]
pub struct Review {
    /// They.
    pub list: Vec<Pending>,
    /// How far the first is.
    pub phase: ReviewPhase,
    /// The modal was opened for it: it closes with the last one.
    pub opened: bool,
    /// Where people look at what the network has instead.
    pub link: Option<String>,
    pub(crate) last_id: u32,
    /// Requests in the words of the site, until who asked for them takes them; by a number that counts up.
    pub(crate) said: Vec<(u64, Vec<Deed>)>,
    pub(crate) last_said: u64,
    /// Calls the person has continued with: contract (CAIP-10) and selector.
    pub(crate) known: Vec<(String, String)>,
}

/// What kind of thing would happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DeedKind {
    /// Coins or tokens are sent.
    Send,
    /// Something of somebody is moved.
    Move,
    /// Somebody may take so much.
    Approve,
    /// Somebody may take any amount.
    ApproveUnlimited,
    /// Somebody may take nothing any more.
    Revoke,
    /// Somebody may take a whole collection.
    ApproveAll,
    /// Somebody may take a collection no more.
    RevokeAll,
    /// By a signature somebody may take so much.
    Permit,
    /// By a signature somebody may take any amount.
    PermitUnlimited,
    /// A contract is made.
    Create,
    /// Nobody knows.
    Unknown,
    /// Something with a name is signed.
    Typed,
    /// Words are signed.
    Message,
}

/// One line of the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeedLine {
    /// What kind.
    pub kind: DeedKind,
    /// "12.5 USDC", "12500000 units".
    pub amount: Option<String>,
    /// "USDC", where the token is known by its address.
    pub symbol: Option<String>,
    /// The token or collection, whole.
    pub token: Option<String>,
    /// Who receives, may take, or is called; whole.
    pub party: Option<String>,
    /// Whose it is that is moved.
    pub owner: Option<String>,
    /// "2026-01-02 03:04 UTC"; empty for an allowance by signature that has no end.
    pub until: Option<String>,
    /// A selector, the name of typed data, the words of a message; foreign.
    pub text: Option<String>,
    /// What the site says of it, where nobody else knows.
    pub said: Option<SaidLine>,
    /// Worth a second look.
    pub is_risky: bool,
}

/// In the words of the site (ERC-7730): nothing of it is known here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaidLine {
    /// "Stake"
    pub intent: String,
    /// Values, under its names.
    pub facts: Vec<SaidFact>,
    /// So many values of the request are not among them, or not in full.
    pub left_out: usize,
}

/// One of those values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaidFact {
    /// Foreign.
    pub label: String,
    /// Ready; nothing where it is an address alone.
    pub value: Option<String>,
    /// An address, whole: the value, or the token it is of, where that is not known by its symbol.
    pub address: Option<String>,
}

/// Slice `review`: the request on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "fields of the first request, ready to draw")]
pub struct ReviewSlice {
    pub id: Option<u32>,
    pub phase: ReviewPhase,
    pub method: String,
    pub lines: Vec<DeedLine>,
    pub from: Option<String>,
    pub network_name: Option<String>,
    /// What would leave and what would come; empty where no node says so.
    pub changes: Vec<SendChange>,
    pub raw: String,
    /// The first of so many.
    pub count: usize,
    pub link: Option<String>,
}

/// Another account or network: what was asked of the one before is refused.
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        state.review.said.clear();
        for pending in &mut state.review.list {
            pending.decided = pending.decided.or(Some(false));
        }
    }
}

fn line(pending: &Pending, coin: (&str, u8), deed: &Deed) -> DeedLine {
    let named = |token: &String| pending.tokens.iter().find(|named| named.address == *token);
    let of = |token: &String, units: alloy_primitives::U256| match named(token) {
        Some(Named { decimals: Some(decimals), symbol, .. }) => {
            let amount = format::separated(&Amount::new(units, *decimals).to_decimal());
            match symbol {
                Some(symbol) => [&amount, " ", symbol].concat(),
                None => amount,
            }
        }
        _ => [&format::separated(&Amount::new(units, 0).to_decimal()), " units"].concat(),
    };
    let blank = DeedLine {
        kind: DeedKind::Unknown,
        amount: None,
        symbol: None,
        token: None,
        party: None,
        owner: None,
        until: None,
        text: None,
        said: None,
        is_risky: deed.is_risky(),
    };
    let symbol = |token: &String| named(token).and_then(|named| named.symbol.clone());
    let is_unlimited = deed.is_unlimited();
    let coins = |units: alloy_primitives::U256| {
        [&format::separated(&Amount::new(units, coin.1).to_decimal()), " ", coin.0].concat()
    };
    let words = |said: &Said| {
        let fact = |shown: &Shown| match shown {
            Shown::Text(text) => (Some(text.clone()), None),
            Shown::Address(address) => (None, Some(address.clone())),
            Shown::Coin(units) => (Some(coins(*units)), None),
            Shown::Token { units, token, note } => {
                let amount = of(token, *units);
                let value = match note {
                    Some(note) => [note, " (", &amount, ")"].concat(),
                    None => amount,
                };
                (Some(value), Some(token.clone()).filter(|token| symbol(token).is_none()))
            }
        };
        let facts = said.facts.iter().map(|of| {
            let (value, address) = fact(&of.shown);
            SaidFact { label: of.label.clone(), value, address }
        });
        SaidLine { intent: said.intent.clone(), facts: facts.collect(), left_out: said.left_out }
    };
    match deed {
        Deed::Send { to, units } => DeedLine {
            kind: DeedKind::Send,
            amount: Some(coins(*units)),
            symbol: Some(coin.0.into()),
            party: Some(to.clone()),
            ..blank
        },
        Deed::Transfer { token, to, units } => DeedLine {
            kind: DeedKind::Send,
            amount: Some(of(token, *units)),
            symbol: symbol(token),
            token: Some(token.clone()),
            party: Some(to.clone()),
            ..blank
        },
        Deed::Move { token, from, to } => DeedLine {
            kind: DeedKind::Move,
            symbol: symbol(token),
            token: Some(token.clone()),
            party: Some(to.clone()),
            owner: Some(from.clone()),
            ..blank
        },
        Deed::Approve { token, spender, units } => DeedLine {
            kind: match (units.is_zero(), is_unlimited) {
                (true, _) => DeedKind::Revoke,
                (_, true) => DeedKind::ApproveUnlimited,
                _ => DeedKind::Approve,
            },
            amount: (!is_unlimited).then(|| of(token, *units)),
            symbol: symbol(token),
            token: Some(token.clone()),
            party: Some(spender.clone()),
            ..blank
        },
        Deed::ApproveAll { token, operator, is_on } => DeedLine {
            kind: if *is_on { DeedKind::ApproveAll } else { DeedKind::RevokeAll },
            token: Some(token.clone()),
            party: Some(operator.clone()),
            ..blank
        },
        Deed::Permit { token, spender, units, until_s } => DeedLine {
            kind: if is_unlimited { DeedKind::PermitUnlimited } else { DeedKind::Permit },
            amount: (!is_unlimited).then(|| of(token, *units)),
            symbol: symbol(token),
            token: Some(token.clone()),
            party: Some(spender.clone()),
            until: Some(until_s.and_then(time::utc_minute).unwrap_or_default()),
            ..blank
        },
        Deed::Create => DeedLine { kind: DeedKind::Create, ..blank },
        Deed::Call { to, selector, said } => DeedLine {
            party: Some(to.clone()).filter(|to| !to.is_empty()),
            text: Some(selector.clone()),
            said: said.as_deref().map(words),
            ..blank
        },
        Deed::Typed { name, primary, contract, said } => DeedLine {
            kind: DeedKind::Typed,
            said: said.as_deref().map(words),
            party: contract.clone(),
            text: Some(
                [name.as_str(), primary]
                    .into_iter()
                    .filter(|t| !t.is_empty())
                    .collect::<Vec<_>>()
                    .join(" · "),
            ),
            ..blank
        },
        Deed::Message { text } => DeedLine { kind: DeedKind::Message, text: Some(text.clone()), ..blank },
    }
}

/// Builds the slice `review`.
#[must_use]
pub fn slice(state: &State) -> ReviewSlice {
    let review = &*state.review;
    let Some(pending) = review.list.first() else {
        return ReviewSlice { phase: review.phase, link: review.link.clone(), ..ReviewSlice::default() };
    };
    let network = state.networks.find(&pending.chain);
    let coin = network.map_or(("", 0), |network| {
        (network.native_currency.symbol.as_str(), network.native_currency.decimals)
    });
    ReviewSlice {
        id: Some(pending.id),
        phase: review.phase,
        method: pending.method.clone(),
        lines: pending.deeds.iter().map(|deed| line(pending, coin, deed)).collect(),
        from: Some(pending.from.clone()),
        changes: network
            .map(|network| pending.changes.iter().map(|moved| change(state, network, moved)).collect())
            .unwrap_or_default(),
        network_name: network.map(|network| network.name.to_string()),
        raw: pending.raw.clone(),
        count: review.list.len(),
        link: review.link.clone(),
    }
}
