//! Describes what a page's request does, in terms that all namespaces share: one [`Effect`] for each change. A namespace reads its requests
//! into effects ([`super::request_readers::Reads`]). The review and its view only use effects, so they need no code for a namespace.

use super::clauses::Clause;
use super::terms::TokenRule;
use super::transfer::Change;
use crate::constants::REVIEW_LINES_MAX;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;
use serde_json::Value;

/// The kinds of effects. Every namespace has these; what is more exact is a [`Clause`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EffectKind {
    /// Coins or tokens leave the account.
    Send,
    /// The account receives coins or tokens.
    Receive,
    /// Tokens of another account are moved.
    Move,
    /// An approval: the spender (`party`) can take an amount later.
    Allow,
    /// An approval for all NFTs of a collection.
    AllowAll,
    /// The party becomes an authority over the account or a token: owner, admin or key.
    Control,
    /// Tokens are destroyed.
    Burn,
    /// An account is closed. The party receives its balance.
    Close,
    /// The signature doesn't expire, or others can change its effect.
    OpenEnded,
    /// A contract or an account is created.
    Create,
    /// Coins are staked.
    Stake,
    /// A contract or program is called, and the engine can't read the call data.
    Call,
    /// A message or data is signed.
    Sign,
    /// The signed message is a sign-in message.
    SignIn,
    /// The network fee.
    Fee,
    /// The engine can't read this part of the request.
    Unread,
    /// More exact than these. A slice names the common kind instead.
    #[serde(untagged)]
    #[cfg_attr(test, ts(skip))]
    Clause(Clause),
}

impl EffectKind {
    /// The common kind.
    #[must_use]
    pub const fn common(self) -> Self {
        match self {
            Self::Clause(clause) => clause.common(),
            kind => kind,
        }
    }
}

/// How dangerous an effect is. The order counts: a later level is more dangerous.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Risk {
    /// The user expects it. A review isn't necessary.
    Normal,
    /// The user reviews it before the wallet gets the request.
    Review,
    /// The review shows a warning: the user can lose money, or the engine can't tell what happens.
    Warning,
    /// The review needs a separate confirmation: the user can lose the account, or all tokens of a kind.
    Critical,
    /// The engine rejects the request. No wallet gets it.
    Blocked,
}

/// The asset that moves or is approved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asset {
    /// The network's native coin.
    Coin,
    /// A token or collection: its contract or mint, as the namespace writes it.
    Token(String),
    /// A unit that only the request names: no contract is known for it.
    Named(String),
}

/// How much of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowMuch {
    /// Base units. Of an allowance zero revokes it.
    Units(U256),
    /// Any amount.
    Any,
    /// An amount of the NFT with this number in a collection.
    Piece(U256, U256),
    /// An amount from a collection: the spender chooses the NFTs.
    AnyPiece(U256),
    /// Base units of a token, or the number of an NFT: the network doesn't say what the contract is.
    Number(U256),
}

/// When an allowance ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Seconds since 1970.
    Second(u64),
    /// No expiry.
    Never,
}

/// The subject of an authority.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Power {
    /// Whose a contract is.
    Owner,
    /// The administrator, or a role.
    Admin,
    /// The code of a contract: its implementation.
    Program,
    /// The guard that checks each action of an account.
    Guard,
    /// A module that can act for an account without its keys.
    Module,
    /// The keys of an account, or its threshold.
    Signer,
    /// The program that the account itself becomes (EIP-7702).
    Delegate,
    /// The program that the account itself belongs to.
    Account,
    /// Whose a token account is, with all that is in it.
    Holding,
    /// The authority that can close a token account and receive the deposit.
    Closing,
    /// The authority that can mint a token, freeze it, reclaim it, or set its rules.
    Issuer,
    /// The authority over a nonce account.
    Nonce,
    /// The authority over staked coins, or over a validator's votes.
    Staker,
    /// The authority to replace a program.
    Upgrade,
    /// The message that another account can sign for this one, with an optional maximum amount.
    Message,
    /// The keys of an account at another service, which are made of the signature.
    Keys,
}

/// Further calls inside a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carries {
    /// It isn't such a call.
    #[default]
    Nothing,
    /// They are effects of the same request.
    Read,
    /// Some of them are; the others can't be read.
    Part,
    /// They are not, or not all of them: the same bytes again need not do the same.
    Unread,
}

/// Text from the request. It isn't trusted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectText {
    /// The name of a call (its selector), or of typed data (domain and primary type).
    Name(String),
    /// The whole message that is signed.
    Text(String),
    /// A call of the network itself: its name, and each argument in a separate line.
    Invoked(String),
}

/// A token's own influence on an effect. Most tokens have none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfToken {
    /// Base units that it keeps for itself.
    pub kept: Option<U256>,
    /// Notes about the token because of this effect.
    pub rules: Vec<TokenRule>,
}

/// One thing that would happen. Addresses are as the namespace writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The kind.
    pub kind: EffectKind,
    /// The risk.
    pub risk: Risk,
    /// Which call, message or instruction of the request, counted from 0.
    pub place: usize,
    /// Whether it carries further calls.
    pub carries: Carries,
    /// The asset that moves or is approved.
    pub asset: Option<Asset>,
    /// The amount. `None` if the request doesn't contain one.
    pub amount: Option<HowMuch>,
    /// Of an allowance: the number in the request. It is an amount of a token, or the number of an NFT.
    pub number: Option<U256>,
    /// Of the token, if the request says them and the network compares: no node's word counts before that.
    pub decimals: Option<u8>,
    /// The token's influence.
    pub of_token: Option<Box<OfToken>>,
    /// The recipient, spender, new authority or called contract.
    pub party: Option<String>,
    /// The owner, if it isn't the account of the request.
    pub owner: Option<String>,
    /// The contract that it is done to, where neither the party nor the asset says so.
    pub on: Option<String>,
    /// For control: the authority.
    pub power: Option<Power>,
    /// Of an allowance: its end.
    pub until: Option<Until>,
    /// The signature itself allows it; nothing is sent now.
    pub is_by_signature: bool,
    /// Not trusted.
    pub words: Option<EffectText>,
    /// Of data that nothing here knows: each field in a separate line.
    pub fields: Option<Box<str>>,
    /// The site's description, if the engine doesn't know the call.
    pub said: Option<Box<SiteDescription>>,
}

impl Effect {
    /// Whether it is this clause.
    #[must_use]
    pub fn is(&self, clause: Clause) -> bool {
        self.kind == EffectKind::Clause(clause)
    }

    /// Without any particulars.
    #[must_use]
    pub fn of(kind: EffectKind, risk: Risk) -> Self {
        debug_assert!(!matches!(kind, EffectKind::Clause(clause) if risk < clause.risk()));
        Self {
            kind,
            risk,
            place: 0,
            carries: Carries::Nothing,
            asset: None,
            amount: None,
            number: None,
            decimals: None,
            of_token: None,
            party: None,
            owner: None,
            on: None,
            power: None,
            until: None,
            is_by_signature: false,
            words: None,
            fields: None,
            said: None,
        }
    }

    /// Sets the recipient, spender or authority. These functions aren't inlined: about a hundred places create effects, and a struct
    /// literal with all fields would quadruple the size.
    #[inline(never)]
    pub fn with_party(&mut self, party: Option<&str>) -> &mut Self {
        self.party = party.map(String::from);
        self
    }

    /// Sets what it is done to.
    #[inline(never)]
    pub fn with_on(&mut self, on: Option<&str>) -> &mut Self {
        self.on = on.map(String::from);
        self
    }

    /// Sets its token and how much of it.
    #[inline(never)]
    pub fn with_token(&mut self, token: &str, amount: HowMuch) -> &mut Self {
        self.asset = Some(Asset::Token(token.into()));
        self.amount = Some(amount);
        self
    }

    /// Sets its name.
    #[inline(never)]
    pub fn with_name(&mut self, name: &str) -> &mut Self {
        self.words = Some(EffectText::Name(name.into()));
        self
    }

    /// Sets the coins that it is about.
    #[inline(never)]
    pub fn with_coins(&mut self, amount: Option<HowMuch>) -> &mut Self {
        self.asset = Some(Asset::Coin);
        self.amount = amount;
        self
    }

    /// Its token, if it has one.
    #[must_use]
    pub fn token(&self) -> Option<&String> {
        match &self.asset {
            Some(Asset::Token(token)) => Some(token),
            _ => None,
        }
    }

    /// The name of the call or of the typed data. `None` without one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.words {
            Some(EffectText::Name(name)) => Some(name),
            _ => None,
        }
    }
}

/// From this number of outgoing transfers on, the user reviews the request.
const SENT_LOOK: usize = 3;

/// Several outgoing transfers need a review, because a large one is easily overlooked between small ones.
pub fn many_sent(effects: &mut [Effect]) {
    let is_sent = |effect: &&mut Effect| effect.kind == EffectKind::Send;
    if effects.iter_mut().filter(is_sent).count() >= SENT_LOOK {
        effects.iter_mut().filter(is_sent).for_each(|effect| effect.risk = effect.risk.max(Risk::Review));
    }
}

/// The same if one recipient can get several transfers: for several recipients, or several assets for one. Different token accounts of one
/// owner count separately.
pub fn many_receivers(effects: &mut [Effect]) {
    let mut sent: Vec<(&Option<Asset>, Option<&String>)> = Vec::new();
    for effect in effects.iter().filter(|effect| effect.kind == EffectKind::Send) {
        let one = (&effect.asset, effect.on.as_ref().or(effect.party.as_ref()));
        if sent.len() < SENT_LOOK && !sent.contains(&one) {
            sent.push(one);
        }
    }
    if sent.len() >= SENT_LOOK {
        let sends = effects.iter_mut().filter(|effect| effect.kind == EffectKind::Send);
        sends.for_each(|effect| effect.risk = effect.risk.max(Risk::Review));
    }
}

/// Sorts in descending risk. Effects of the same level keep the order of the request, except that amounts of one asset are sorted with the
/// largest first. Levels below `least` are treated as equal.
pub fn highest_risk_first(effects: &mut [Effect], least: Risk) {
    effects.sort_by_key(|effect| core::cmp::Reverse(effect.risk.max(least)));
    // a share of an amount can't be compared with a piece, and one asset's units not with another's
    let units = |effect: &Effect| match effect.amount {
        Some(HowMuch::Any) => Some(U256::MAX),
        Some(HowMuch::Units(units) | HowMuch::Number(units)) => Some(units),
        _ => None,
    };
    let is_of_one = |a: &Effect, b: &Effect| {
        a.risk.max(least) == b.risk.max(least) && a.kind == b.kind && a.asset == b.asset
    };
    for at in 0..effects.len().min(REVIEW_LINES_MAX) {
        let Some(of) =
            effects.get(at).filter(|of| matches!(of.kind, EffectKind::Send | EffectKind::Move)).cloned()
        else {
            continue;
        };
        let later = effects.iter().enumerate().skip(at).filter(|(_, effect)| is_of_one(effect, &of));
        // of two that are as large the one that comes first
        let most = later.filter_map(|(at, effect)| Some((units(effect)?, core::cmp::Reverse(at)))).max();
        if let Some((_, core::cmp::Reverse(most))) = most.filter(|_| units(&of).is_some()) {
            effects.swap(at, most);
        }
    }
}

/// The effects of a request, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The effects. Empty for a request without any.
    pub effects: Vec<Effect>,
    /// The wallet does several things with one yes: shown whatever they are.
    pub is_batch: bool,
}

/// The node's simulation of a request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// The balance changes.
    pub changes: Vec<Change>,
    /// It would fail.
    pub fails: Option<Fails>,
    /// A note about a token, because of a writable account for it.
    pub rules: Vec<(String, TokenRule)>,
}

/// Why the network would not carry a request out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Fails {
    /// An account would have less than it has to keep.
    Rent,
    /// The balance isn't sufficient for the transfer or the fee.
    Funds,
    /// Something else.
    Other,
}

/// The site's own description of a call or of typed data (ERC-7730). The engine can't verify it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteDescription {
    /// "Stake"
    pub intent: String,
    /// Values with the labels that the site chose.
    pub facts: Vec<Fact>,
    /// How many values are missing or shortened.
    pub left_out: usize,
}

/// One value with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Of the site.
    pub label: String,
    /// The value.
    pub shown: FactValue,
}

/// A value as it is to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// Ready.
    Text(String),
    /// In full.
    Address(String),
    /// Of the native coin.
    Coin(U256),
    /// An amount of a token known through its address, with the site's label.
    Token {
        /// Base units.
        units: U256,
        /// The contract, checksummed.
        token: String,
        /// "Unlimited"
        note: Option<String>,
    },
}

/// A source of words for what nothing here knows.
pub trait Says {
    /// A call; `data` is hex without its prefix.
    fn of_call(&self, to: &str, value: U256, data: &str) -> Option<SiteDescription>;
    /// EIP-712 data.
    fn of_typed(&self, data: &Value) -> Option<SiteDescription>;
}

/// The source without any.
#[derive(Debug)]
pub struct SaysNothing;

impl Says for SaysNothing {
    fn of_call(&self, _: &str, _: U256, _: &str) -> Option<SiteDescription> {
        None
    }

    fn of_typed(&self, _: &Value) -> Option<SiteDescription> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.12
    #[test]
    fn sorts_effects_by_risk_then_amount() {
        let sent = |token: &str, units: u64, risk: Risk| {
            let mut effect = Effect::of(EffectKind::Send, risk);
            effect.with_token(token, HowMuch::Units(U256::from(units)));
            effect
        };
        let mut all: Vec<Effect> = (1..=40).map(|at| sent("A", at, Risk::Review)).collect();
        all.insert(7, sent("B", 1, Risk::Review));
        all.push(Clause::Note.effect());
        all.push(sent("A", 5, Risk::Warning));
        all.push(sent("A", 900, Risk::Review));
        all.push(Effect { amount: Some(HowMuch::Any), ..sent("A", 0, Risk::Review) });
        highest_risk_first(&mut all, Risk::Normal);
        let units = |effect: &Effect| match effect.amount {
            Some(HowMuch::Units(units)) => units.to::<u64>(),
            _ => u64::MAX,
        };
        assert_eq!((all[0].risk, units(&all[0])), (Risk::Warning, 5));
        let of_a = all.iter().skip(1).filter(|effect| effect.token().map(String::as_str) == Some("A"));
        let of_a: Vec<u64> = of_a.map(units).collect();
        assert!(of_a.is_sorted_by(|a, b| a >= b), "{of_a:?}");
        assert_eq!((of_a.len(), of_a[0], of_a[1]), (42, u64::MAX, 900));
        assert_eq!(all.last().map(|effect| effect.kind), Some(Clause::Note.into()));
    }
}
