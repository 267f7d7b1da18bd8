//! The state of reviews (10.12): the waiting requests, the effects of each, and their rendering.

use crate::amount::Amount;
use crate::caip::ChainId;
use crate::constants::REVIEW_LINES_SHOWN;
use crate::features::account::model::accounts::asks_owners;
use crate::features::account::model::context::Move;
use crate::features::money::model::send::{SendChange, change};
use crate::format;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{
    Asset, Carries, Effect, EffectKind, EffectText, FactValue, Fails, HowMuch, Power, Risk, SiteDescription,
    Until,
};
use crate::namespaces::terms::{self, Count, Terms, TokenDoubt, TokenRule};
use crate::namespaces::transfer::Change;
use crate::store::State;
use crate::time;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;

/// How far a request is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReviewPhase {
    /// The user reads.
    #[default]
    Review,
    /// The wallet has the request.
    Waiting,
    /// The network has something else than what was shown (10.27).
    Differs,
}

/// A token that is named in a request, as far as it is known.
#[derive(Clone, Debug)]
pub struct TokenInfo {
    /// The contract, checksummed.
    pub address: String,
    /// As the contract reports them, through the network's node.
    pub decimals: Option<u8>,
    /// From the account's token list. A name that only the contract claims doesn't count.
    pub symbol: Option<String>,
    /// The token's rules, and how its amounts are counted.
    pub terms: Terms,
    /// The account's list and the network disagree about this token. Amounts are shown in base units, without a symbol.
    pub doubt: Option<TokenDoubt>,
}

/// A request that waits for a decision.
#[derive(Clone, Debug)]
pub struct Pending {
    /// Ours, counts up.
    pub id: u32,
    /// The method.
    pub method: String,
    /// The network.
    pub chain: ChainId,
    /// The account that signs.
    pub from: String,
    /// The effects of the request, the most critical first.
    pub effects: Vec<Effect>,
    /// It does several things with one yes.
    pub is_batch: bool,
    /// How many more effects were cut.
    pub left_out: usize,
    /// The request is too large to read, so the user can't approve it.
    pub is_too_large: bool,
    /// The tokens in it.
    pub tokens: Vec<TokenInfo>,
    /// The balance changes that the node simulated (10.14). Empty if it doesn't support that.
    pub changes: Vec<Change>,
    /// A node has tried it out; and why it would fail.
    pub tried: Option<Option<Fails>>,
    /// The very request, for who wants to read it.
    pub raw: String,
    /// How many bytes of the raw data were cut.
    pub raw_left_out: usize,
    /// The user has ticked what is given away.
    pub is_accepted: bool,
    /// The user's yes or no, once given.
    pub decided: Option<bool>,
}

impl Pending {
    /// Whether the user has to tick what is given away.
    #[must_use]
    pub fn is_critical(&self) -> bool {
        self.effects.iter().any(|effect| effect.risk >= Risk::Critical)
    }

    /// Whether a yes counts.
    #[must_use]
    pub fn can_continue(&self) -> bool {
        !self.is_too_large && (self.is_accepted || !self.is_critical())
    }

    /// The simulated changes, unless they only repeat the single effect.
    fn moves(&self) -> &[Change] {
        match (self.effects.as_slice(), self.changes.as_slice()) {
            ([effect], [change]) if says(effect, change) => &[],
            (_, all) => all,
        }
    }

    /// Harmless lines at the end that are drawn only when someone asks for them.
    fn folded(&self) -> usize {
        let is_read = |effect: &&Effect| effect.risk >= Risk::Review;
        let shown = self.effects.iter().filter(is_read).count().max(REVIEW_LINES_SHOWN);
        self.effects.len().saturating_sub(shown)
    }
}

/// Whether a line says just what leaves.
fn says(effect: &Effect, change: &Change) -> bool {
    let is_its_asset = match (&effect.asset, &change.token) {
        (Some(Asset::Coin), None) => true,
        (Some(Asset::Token(said)), Some(moved)) => said == moved,
        _ => false,
    };
    let is_out = !change.is_in && !change.is_item;
    effect.kind == EffectKind::Send
        && is_out
        && is_its_asset
        && effect.amount == Some(HowMuch::Units(change.units))
}

/// Requests that wait, in the order they came; the first is on the screen.
#[derive(Default)]
pub struct Review {
    /// Their value.
    pub list: Vec<Pending>,
    /// How far the first is.
    pub phase: ReviewPhase,
    /// The modal was opened for it: it closes with the last one.
    pub opened: bool,
    /// Where people look at what the network has instead.
    pub link: Option<String>,
    pub(crate) last_id: u32,
    /// Results of the description reader until the caller takes them. The key is a counter.
    pub(crate) said: Vec<(u64, Vec<Effect>)>,
    pub(crate) last_said: u64,
    /// Approved requests that need no second review.
    pub(crate) known: Vec<String>,
}

/// Which sentence a line is; the view has one for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[allow(missing_docs, reason = "the names of the sentences")]
pub enum EffectLabel {
    Send,
    /// The signature itself is an offer: the tokens leave when someone accepts it.
    Offer,
    Receive,
    /// Nothing comes for what leaves.
    ReceiveNothing,
    Move,
    Approve,
    ApproveUnlimited,
    /// One NFT of a collection.
    ApprovePiece,
    /// The network doesn't say whether the contract is a token or a collection.
    ApproveNumber,
    /// The spender loses its approval.
    Revoke,
    ApproveAll,
    RevokeAll,
    /// A signed approval (permit).
    Permit,
    PermitUnlimited,
    PermitPiece,
    Control,
    /// Another account may sign a message of this kind in this one's name.
    Grant,
    /// The same, with a maximum amount.
    GrantUpTo,
    Burn,
    Close,
    Timeless,
    Create,
    /// With coins that go along.
    CreateWith,
    Stake,
    /// A call that is not read.
    Unknown,
    /// A call that makes others, which are separate lines.
    Carries,
    /// One of which they are not.
    CarriesUnread,
    /// One of which some are.
    CarriesPart,
    /// A call of the network itself, with its arguments.
    Invoke,
    /// Typed data (EIP-712) is signed; the line has the names of its domain and primary type.
    Typed,
    /// The same, of data that names someone with an amount or a right.
    TypedMoves,
    /// Words are signed.
    Message,
    SignIn,
    /// On another site than the page's.
    SignInElsewhere,
    Fee,
    /// How much it is depends on what others add.
    FeeUnknown,
    /// Someone else pays it.
    Sponsored,
    Unread,
    /// A clause whose amount is known: an account is opened and funded.
    Fund,
    /// A note whose bytes aren't text.
    Data,
    /// The label of any other clause is that of its row.
    #[serde(untagged)]
    #[cfg_attr(test, ts(untagged))]
    Clause(Clause),
}

/// One line of the view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EffectLine {
    /// The common kind of the effect.
    pub effect: EffectKind,
    /// The risk.
    pub risk: Risk,
    /// The sentence.
    pub words: EffectLabel,
    /// "12.5 USDC", "12500000 units".
    pub amount: Option<String>,
    /// The whole balance of the token.
    pub all: bool,
    /// "0.5 USDC": the transfer fee that the token keeps.
    pub withheld: Option<String>,
    /// "12.5 USDC": the amount on the network, if the token counts amounts differently.
    pub uncounted: Option<String>,
    /// "USDC", if the token's symbol is known.
    pub symbol: Option<String>,
    /// The token or collection, whole.
    pub token: Option<String>,
    /// The recipient, spender or contract. The full address.
    pub party: Option<String>,
    /// Whose it is that is moved.
    pub owner: Option<String>,
    /// The contract that it is done to; whole.
    pub on: Option<String>,
    /// For control: the authority.
    pub power: Option<Power>,
    /// Which call of a batch, from 1 on.
    pub call: Option<usize>,
    /// "2026-01-02 03:04 UTC". Empty for a signed approval without an expiry.
    pub until: Option<String>,
    /// A selector, the name of typed data, the words of a message; foreign.
    pub text: Option<String>,
    /// Each field of data that nothing here knows, in a separate line; foreign.
    pub fields: Option<String>,
    /// The site's description, if the engine doesn't know the call.
    pub said: Option<SaidLine>,
}

/// Notes about a token of the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TokenNote {
    /// "USDC", if the symbol is known.
    pub symbol: Option<String>,
    /// The full address.
    pub token: String,
    /// In the order in which they are shown.
    pub rules: Vec<TokenRule>,
    /// The account's list and the network differ about it.
    pub doubt: Option<TokenDoubt>,
}

/// The site's own description (ERC-7730) of an unknown call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaidLine {
    /// "Stake"
    pub intent: String,
    /// Values, under its names.
    pub facts: Vec<SaidFact>,
    /// How many values of the request are missing or shortened.
    pub left_out: usize,
}

/// One of those values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SaidFact {
    /// Not trusted.
    pub label: String,
    /// The formatted value. `None` for a plain address.
    pub value: Option<String>,
    /// The full address: the value itself, or its token if the symbol isn't known.
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
    /// The most critical first.
    pub lines: Vec<EffectLine>,
    /// How many lines at the end are folded until the user opens them.
    pub folded: usize,
    /// How many lines were cut. If any were, the request is too large.
    pub left_out: usize,
    /// The request is too large to read, so there is no button to continue.
    pub too_large: bool,
    /// Something is given away that needs a separate tick.
    pub critical: bool,
    /// That tick is set.
    pub accepted: bool,
    pub from: Option<String>,
    /// The wallet of that account: the page may show another account.
    pub wallet: Option<String>,
    /// That wallet proposes requests to the owners of the account.
    pub proposes: bool,
    pub network_name: Option<String>,
    /// The tokens of the request that have notes.
    pub tokens: Vec<TokenNote>,
    /// The simulated balance changes. Empty if no node supports that.
    pub changes: Vec<SendChange>,
    /// The network's node has tried it out: a program may do otherwise when it is sent for real.
    pub tried: bool,
    /// It would fail.
    pub fails: Option<Fails>,
    pub raw: String,
    /// How many bytes were cut.
    pub raw_left_out: usize,
    /// The number of the first one.
    pub count: usize,
    pub link: Option<String>,
}

/// Rejects the reviews of a namespace whose account or network changed. Reviews for other namespaces stay.
pub fn forget(state: &mut State, moved: &Move) {
    if moved.is_page {
        state.review.said.clear();
    }
    let is_of_it = |pending: &&mut Pending| moved.is_other && pending.chain.namespace == moved.namespace;
    for pending in state.review.list.iter_mut().filter(is_of_it) {
        pending.decided = pending.decided.or(Some(false));
    }
}

/// The label of an effect.
pub(super) fn words(effect: &Effect) -> EffectLabel {
    let is_zero = matches!(effect.amount, Some(HowMuch::Units(units)) if units.is_zero());
    match (effect.kind, effect.amount) {
        (EffectKind::Send, _) if effect.is_by_signature => EffectLabel::Offer,
        (EffectKind::Send, _) => EffectLabel::Send,
        (EffectKind::Receive, None) if effect.asset.is_none() => EffectLabel::ReceiveNothing,
        (EffectKind::Receive, _) => EffectLabel::Receive,
        (EffectKind::Move, _) => EffectLabel::Move,
        (EffectKind::Allow, Some(HowMuch::Piece(..))) if effect.is_by_signature => EffectLabel::PermitPiece,
        (EffectKind::Allow, Some(HowMuch::Piece(..))) => EffectLabel::ApprovePiece,
        (EffectKind::Allow, None) if named_piece(effect).is_some() => EffectLabel::ApprovePiece,
        (EffectKind::Allow, Some(HowMuch::Any)) if effect.is_by_signature => EffectLabel::PermitUnlimited,
        (EffectKind::Allow, _) if effect.is_by_signature => EffectLabel::Permit,
        (EffectKind::Allow, Some(HowMuch::Any)) => EffectLabel::ApproveUnlimited,
        (EffectKind::Allow, Some(HowMuch::Number(_))) => EffectLabel::ApproveNumber,
        (EffectKind::Allow, _) if is_zero => EffectLabel::Revoke,
        (EffectKind::Allow, _) => EffectLabel::Approve,
        (EffectKind::AllowAll, _) if is_zero => EffectLabel::RevokeAll,
        (EffectKind::AllowAll, _) => EffectLabel::ApproveAll,
        (EffectKind::Control, Some(HowMuch::Units(_))) if effect.power == Some(Power::Message) => {
            EffectLabel::GrantUpTo
        }
        (EffectKind::Control, _) if effect.power == Some(Power::Message) && effect.name().is_some() => {
            EffectLabel::Grant
        }
        (EffectKind::Control, _) => EffectLabel::Control,
        (EffectKind::Burn, _) => EffectLabel::Burn,
        (EffectKind::Close, _) => EffectLabel::Close,
        (EffectKind::OpenEnded, _) => EffectLabel::Timeless,
        (EffectKind::Create, Some(_)) => EffectLabel::CreateWith,
        (EffectKind::Create, None) => EffectLabel::Create,
        (EffectKind::Stake, _) => EffectLabel::Stake,
        (EffectKind::Call, _) if is_invoked(effect) => EffectLabel::Invoke,
        (EffectKind::Call, _) => match effect.carries {
            Carries::Nothing => EffectLabel::Unknown,
            Carries::Read => EffectLabel::Carries,
            Carries::Part => EffectLabel::CarriesPart,
            Carries::Unread => EffectLabel::CarriesUnread,
        },
        (EffectKind::Sign, _) => match effect.words {
            Some(EffectText::Name(_)) if effect.risk >= Risk::Warning => EffectLabel::TypedMoves,
            Some(EffectText::Name(_)) => EffectLabel::Typed,
            _ => EffectLabel::Message,
        },
        (EffectKind::SignIn, _) if effect.risk >= Risk::Warning => EffectLabel::SignInElsewhere,
        (EffectKind::SignIn, _) => EffectLabel::SignIn,
        (EffectKind::Fee, _) if effect.owner.is_some() => EffectLabel::Sponsored,
        (EffectKind::Fee, None) => EffectLabel::FeeUnknown,
        (EffectKind::Fee, _) => EffectLabel::Fee,
        (EffectKind::Unread, _) => EffectLabel::Unread,
        // the four clauses with a second form
        (EffectKind::Clause(Clause::Raise), Some(HowMuch::Any)) => EffectLabel::ApproveUnlimited,
        (EffectKind::Clause(Clause::Open), Some(_)) => EffectLabel::Fund,
        (EffectKind::Clause(Clause::Note), _) if effect.name().is_some() => EffectLabel::Data,
        (EffectKind::Clause(Clause::Change), _) if is_invoked(effect) => EffectLabel::Invoke,
        (EffectKind::Clause(clause), _) => EffectLabel::Clause(clause),
    }
}

/// A call of the network itself, with its arguments.
const fn is_invoked(effect: &Effect) -> bool {
    matches!(effect.words, Some(EffectText::Invoked(_)))
}

/// The name of an NFT without a number.
fn named_piece(effect: &Effect) -> Option<&str> {
    let is_moved = matches!(effect.kind, EffectKind::Send | EffectKind::Move | EffectKind::Allow);
    effect.name().filter(|_| is_moved && effect.amount.is_none() && effect.token().is_some())
}

/// "NFT #7", "3 × NFT #7". Without a number the recipient chooses the NFT.
fn pieces(id: Option<U256>, count: U256) -> String {
    let number = |of: U256| Amount::new(of, 0).to_decimal();
    let one = match id {
        Some(id) => ["NFT #", &number(id)].concat(),
        None => "any NFT".into(),
    };
    match count == U256::from(1u8) {
        true => one,
        false => [&number(count), " × ", &one].concat(),
    }
}

/// "7 units or NFT #7", for a contract of unknown kind.
fn units_or_piece(number: U256) -> String {
    let units = format::separated(&Amount::new(number, 0).to_decimal());
    [&units, " units or ", &pieces(Some(number), U256::from(1u8))].concat()
}

/// Formats the amounts of a request, from the known tokens and the network's coin.
struct Written<'a> {
    tokens: &'a [TokenInfo],
    coin: (&'a str, u8),
    is_batch: bool,
}

impl Written<'_> {
    fn named(&self, token: &String) -> Option<&TokenInfo> {
        self.tokens.iter().find(|named| named.address == *token)
    }

    fn symbol(&self, token: &String) -> Option<String> {
        self.named(token)?.symbol.clone()
    }

    /// How a token is counted.
    fn count(&self, token: &String) -> Option<&Count> {
        self.named(token)?.terms.count.as_ref()
    }

    /// "12.5 USDC", "12.5", "12500000 units": as people know it.
    fn units(&self, token: &String, units: U256, decimals: Option<u8>) -> String {
        self.counted(token, units, decimals, self.count(token))
    }

    fn counted(&self, token: &String, units: U256, decimals: Option<u8>, count: Option<&Count>) -> String {
        let named = self.named(token);
        let is_sure = named.is_none_or(|named| named.doubt.is_none());
        match decimals.or(named.and_then(|named| named.decimals)).filter(|_| is_sure) {
            Some(decimals) => {
                let amount = terms::shown(count, &Amount::new(units, decimals));
                let amount = format::separated(&amount.to_decimal());
                match named.and_then(|named| named.symbol.as_ref()) {
                    Some(symbol) => [&amount, " ", symbol].concat(),
                    None => amount,
                }
            }
            None => [&terms::base_units(units), " units"].concat(),
        }
    }

    /// A simulated change of a token without a known symbol, or with its own way to count amounts.
    fn moved(&self, of: &Change) -> Option<SendChange> {
        let token = of.token.as_ref().filter(|_| !of.is_item)?;
        if self.named(token)?.symbol.is_none() {
            return Some(SendChange { text: None, token: Some(token.clone()), incoming: of.is_in });
        }
        self.count(token)?;
        let sign = if of.is_in { "+" } else { "-" };
        let text = Some([sign, &self.units(token, of.units, None)].concat());
        Some(SendChange { text, token: None, incoming: of.is_in })
    }

    fn coins(&self, units: U256) -> String {
        [&format::separated(&Amount::new(units, self.coin.1).to_decimal()), " ", self.coin.0].concat()
    }

    /// "12.5 USDC", "100 uatom": of a unit that only the request names.
    fn of_name(&self, name: &str, units: U256, decimals: Option<u8>) -> String {
        let amount = Amount::new(units, decimals.unwrap_or_default());
        [&format::separated(&amount.to_decimal()), " ", name].concat()
    }

    fn amount(&self, effect: &Effect, is_counted: bool) -> Option<String> {
        let units_of = |units: U256| match &effect.asset {
            Some(Asset::Token(token)) if is_counted => Some(self.units(token, units, effect.decimals)),
            Some(Asset::Named(name)) => Some(self.of_name(name, units, effect.decimals)),
            Some(Asset::Coin) => Some(self.coins(units)),
            _ => None,
        };
        if let Some(piece) = named_piece(effect) {
            return Some(["NFT ", piece].concat());
        }
        match effect.amount? {
            HowMuch::Units(units) => units_of(units),
            HowMuch::Piece(id, count) => Some(pieces(Some(id), count)),
            HowMuch::AnyPiece(count) => Some(pieces(None, count)),
            HowMuch::Number(number) => Some(units_or_piece(number)),
            HowMuch::Any => None,
        }
    }

    fn said(&self, said: &SiteDescription) -> SaidLine {
        let fact = |shown: &FactValue| match shown {
            FactValue::Text(text) => (Some(text.clone()), None),
            FactValue::Address(address) => (None, Some(address.clone())),
            FactValue::Coin(units) => (Some(self.coins(*units)), None),
            FactValue::Token { units, token, note } => {
                let amount = self.units(token, *units, None);
                let value = match note {
                    Some(note) => [note, " (", &amount, ")"].concat(),
                    None => amount,
                };
                (Some(value), Some(token.clone()).filter(|token| self.symbol(token).is_none()))
            }
        };
        let facts = said.facts.iter().map(|of| {
            let (value, address) = fact(&of.shown);
            SaidFact { label: of.label.clone(), value, address }
        });
        SaidLine { intent: said.intent.clone(), facts: facts.collect(), left_out: said.left_out }
    }

    fn line(&self, effect: &Effect) -> EffectLine {
        let token = effect.token().cloned();
        let units = match effect.amount {
            Some(HowMuch::Units(units)) => token.as_ref().zip(Some(units)),
            _ => None,
        };
        // a whole collection has no amount and no symbol: its address identifies it
        let is_counted = effect.kind != EffectKind::AllowAll;
        EffectLine {
            effect: effect.kind.common(),
            risk: effect.risk,
            words: words(effect),
            amount: self.amount(effect, is_counted),
            all: effect.amount == Some(HowMuch::Any) && is_counted,
            withheld: token
                .as_ref()
                .zip(effect.of_token.as_ref().and_then(|of| of.kept))
                .map(|(token, kept)| self.units(token, kept, effect.decimals)),
            uncounted: units
                .filter(|(token, _)| self.count(token).is_some())
                .map(|(token, units)| self.counted(token, units, effect.decimals, None)),
            symbol: match &effect.asset {
                Some(Asset::Coin) => Some(self.coin.0.into()),
                Some(Asset::Named(name)) => Some(name.clone()),
                Some(Asset::Token(token)) if is_counted => self.symbol(token),
                _ => None,
            },
            token,
            party: effect.party.clone(),
            owner: effect.owner.clone(),
            on: effect.on.clone(),
            power: effect.power,
            call: self.is_batch.then_some(effect.place + 1),
            until: effect.until.map(|until| match until {
                Until::Second(second) => time::utc_minute(second).unwrap_or_default(),
                Until::Never => String::new(),
            }),
            text: effect.words.as_ref().filter(|_| named_piece(effect).is_none()).map(|words| match words {
                EffectText::Name(text) | EffectText::Text(text) | EffectText::Invoked(text) => text.clone(),
            }),
            fields: effect.fields.as_deref().map(String::from),
            said: effect.said.as_deref().map(|said| self.said(said)),
        }
    }
}

fn note(of: &TokenInfo) -> Option<TokenNote> {
    let rules = of.terms.rules.clone();
    let doubt = of.doubt.clone();
    let (symbol, token) = (of.symbol.clone(), of.address.clone());
    (!rules.is_empty() || doubt.is_some()).then_some(TokenNote { symbol, token, rules, doubt })
}

/// Builds the slice `review`.
#[must_use]
pub fn slice(state: &State) -> ReviewSlice {
    let review = &*state.review;
    let Some(pending) = review.list.first() else {
        return ReviewSlice { phase: review.phase, link: review.link.clone(), ..ReviewSlice::default() };
    };
    let network = state.networks.find(&pending.chain);
    let account = state.accounts.by.get(&pending.chain.namespace);
    let coin = network.map_or(("", 0), |network| {
        (network.native_currency.symbol.as_str(), network.native_currency.decimals)
    });
    let written = Written { tokens: &pending.tokens, coin, is_batch: pending.is_batch };
    ReviewSlice {
        id: Some(pending.id),
        phase: review.phase,
        method: pending.method.clone(),
        lines: pending.effects.iter().map(|effect| written.line(effect)).collect(),
        tokens: pending.tokens.iter().filter_map(note).collect(),
        folded: pending.folded(),
        left_out: pending.left_out,
        too_large: pending.is_too_large,
        critical: pending.is_critical(),
        accepted: pending.is_accepted,
        from: Some(pending.from.clone()),
        wallet: account.and_then(|account| account.wallet_name.clone()),
        proposes: asks_owners(state, pending.chain.namespace),
        changes: network
            .map(|network| {
                let moves = pending.moves().iter();
                moves.map(|of| written.moved(of).unwrap_or_else(|| change(state, network, of))).collect()
            })
            .unwrap_or_default(),
        tried: pending.tried == Some(None),
        fails: pending.tried.flatten(),
        network_name: Some(network.map_or_else(|| pending.chain.to_string(), |of| of.name.to_string())),
        raw: pending.raw.clone(),
        raw_left_out: pending.raw_left_out,
        count: review.list.len(),
        link: review.link.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.12
    #[test]
    fn says_by_signature_only_for_effects_of_a_signature() {
        let amounts = [
            None,
            Some(HowMuch::Any),
            Some(HowMuch::Units(U256::ZERO)),
            Some(HowMuch::Units(U256::from(7u8))),
            Some(HowMuch::Piece(U256::from(7u8), U256::from(1u8))),
            Some(HowMuch::AnyPiece(U256::from(1u8))),
            Some(HowMuch::Number(U256::from(7u8))),
        ];
        let by_signature =
            [EffectLabel::Offer, EffectLabel::Permit, EffectLabel::PermitUnlimited, EffectLabel::PermitPiece];
        for kind in [
            EffectKind::Send,
            EffectKind::Allow,
            Clause::Raise.into(),
            EffectKind::AllowAll,
            EffectKind::Move,
        ] {
            for amount in amounts {
                for is_by_signature in [true, false] {
                    let effect = Effect { amount, is_by_signature, ..Effect::of(kind, Risk::Warning) };
                    let is_said = by_signature.contains(&words(&effect));
                    assert!(!is_said || is_by_signature, "{kind:?} {amount:?}");
                }
            }
        }
    }

    // req: 10.12
    #[test]
    fn shows_an_nft_without_a_number_by_its_name() {
        let written = Written { tokens: &[], coin: ("ATOM", 6), is_batch: false };
        for (kind, is) in [
            (EffectKind::Send, EffectLabel::Send),
            (EffectKind::Move, EffectLabel::Move),
            (EffectKind::Allow, EffectLabel::ApprovePiece),
        ] {
            let asset = Some(Asset::Token("cosmos1x".into()));
            let words = Some(EffectText::Name("five".into()));
            let line = written.line(&Effect { asset, words, ..Effect::of(kind, Risk::Review) });
            assert_eq!((line.words, line.amount.as_deref(), line.text), (is, Some("NFT five"), None));
        }
    }

    // req: 10.12
    #[test]
    fn formats_amounts_with_their_unit_or_as_nfts() {
        let written = Written { tokens: &[], coin: ("ETH", 18), is_batch: false };
        let line = |asset: Option<Asset>, amount: Option<HowMuch>, decimals: Option<u8>| {
            let line = written.line(&Effect {
                asset,
                amount,
                decimals,
                ..Effect::of(EffectKind::Move, Risk::Review)
            });
            (line.amount, line.all, line.symbol)
        };
        let token = || Some(Asset::Token("0x1".into()));
        let seven = U256::from(7u8);
        let some = |text: &str| Some(String::from(text));
        for (asset, amount, decimals, expected) in [
            (token(), HowMuch::Units(seven), None, (some("7 units"), false, None)),
            (token(), HowMuch::Piece(seven, U256::from(1u8)), None, (some("NFT #7"), false, None)),
            (token(), HowMuch::Piece(seven, seven), None, (some("7 × NFT #7"), false, None)),
            (token(), HowMuch::AnyPiece(U256::from(1u8)), None, (some("any NFT"), false, None)),
            (token(), HowMuch::Number(seven), None, (some("7 units or NFT #7"), false, None)),
            (token(), HowMuch::Any, None, (None, true, None)),
            (Some(Asset::Coin), HowMuch::Any, None, (None, true, some("ETH"))),
            (
                Some(Asset::Named("USDC".into())),
                HowMuch::Units(U256::from(10_050u16)),
                Some(2),
                (some("100.5 USDC"), false, some("USDC")),
            ),
            (
                Some(Asset::Named("inj".into())),
                HowMuch::Units(U256::from(1_000_000u32)),
                None,
                (some("1,000,000 inj"), false, some("inj")),
            ),
        ] {
            assert_eq!(line(asset, Some(amount), decimals), expected, "{amount:?}");
        }
    }
}
