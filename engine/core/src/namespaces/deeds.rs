//! What a request of a host would do, in words that every family has: one [`Deed`] for each thing that would happen. A family reads its
//! requests into deeds ([`super::request_readers::Reads`]); the view, and the rule when it is shown, know these words and no family.

use super::terms::TokenRule;
use super::transfer::Change;
use crate::constants::REVIEW_LINES_MAX;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde::Serialize;
use serde_json::Value;

/// What kind of thing would happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum DeedKind {
    /// Coins or tokens leave the account.
    Send,
    /// Coins or tokens come.
    Receive,
    /// Something of another account is moved.
    Move,
    /// The party may take so much later.
    Allow,
    /// The party may take so much more later than it may already.
    Raise,
    /// The party may take every piece of a collection later.
    AllowAll,
    /// The party gets an authority over the account or over a token: owner, admin, key.
    Control,
    /// Something is destroyed.
    Burn,
    /// An account is closed, and what is in it goes to the party.
    Close,
    /// What is signed stays usable without an end, or others can change what it does.
    Timeless,
    /// A contract or an account is made.
    Create,
    /// Coins are locked up for a reward.
    Stake,
    /// A program is called whose data is not read.
    Call,
    /// Words or data are signed.
    Sign,
    /// The words are those of a sign-in.
    SignIn,
    /// So much is paid for the transaction.
    Fee,
    /// An account is opened, and so much is put into it.
    Open,
    /// More of a token is made.
    Mint,
    /// A token account is frozen.
    Freeze,
    /// A token account is frozen no more.
    Thaw,
    /// Words that everybody can read go along.
    Note,
    /// What is signed can be sent at any time later.
    Durable,
    /// Accounts are in a list on the network that is closed, about to be, or not known.
    Lookup,
    /// The rules of an account or a token change.
    Change,
    /// So much leaves in all.
    Total,
    /// How much leaves cannot be known: so much at most.
    AtMost,
    /// So much is worth what the site says alone.
    Unproven,
    /// What is spent may carry a collectible.
    Collectible,
    /// Others put something in, too.
    Joint,
    /// Others may put something in once it is signed.
    Joinable,
    /// An input is signed with what it gets, and nothing else: it is sold.
    Listing,
    /// One output is signed; the others may change.
    Partial,
    /// Whoever has the signature decides where it goes.
    Blank,
    /// What is left goes to the party.
    Rest,
    /// It is sent as soon as it is signed.
    AtOnce,
    /// A wallet is given what it checks the network's own words by. They weren't compared with it here.
    Checked,
    /// The same, and what is signed covers the metadata that the call was read by.
    Proven,
    /// The same, and what is signed covers other metadata.
    Differs,
    /// It cannot be read.
    Unread,
    /// It names another network than the one that the wallet is on.
    Elsewhere,
    /// More data follows than the call takes: nothing of it is read.
    Behind,
    /// Staked coins are released; they come back later.
    Unstake,
    /// Staked coins go from one validator to another.
    Restake,
    /// Rewards are paid out.
    Claim,
    /// A vote is cast.
    Vote,
    /// Coins are put on a proposal.
    Deposit,
    /// Rewards go to another address from now on.
    Payee,
    /// A permission that was granted ends.
    EndGrant,
    /// An allowance is of so much at most in each period.
    Period,
    /// An input is signed by a script of several that it can be spent by.
    Script,
}

/// How much attention a deed wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Weight {
    /// What people expect.
    Plain,
    /// Read before the wallet is asked.
    Look,
    /// The same, with a warning: money can be lost, or what happens is not known.
    Risky,
    /// The same, with the strongest one: the account itself, or all of a kind, can be lost.
    Grave,
    /// Never passed on to a wallet.
    Refused,
}

/// What is moved or allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asset {
    /// The network's native coin.
    Coin,
    /// A token or collection: its contract or mint, as the family writes it.
    Token(String),
    /// A unit that only the request names: no contract is known for it.
    Named(String),
}

/// How much of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowMuch {
    /// Base units. Of an allowance zero takes it back.
    Units(U256),
    /// Any amount.
    Any,
    /// So many of one piece of a collection, which has this number.
    Piece(U256, U256),
    /// So many of a collection: whoever takes them chooses which.
    AnyPiece(U256),
    /// Base units of a token, or the number of an NFT: the network doesn't say what the contract is.
    Number(U256),
}

/// When an allowance ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Seconds since 1970.
    Second(u64),
    /// Not by itself.
    Never,
}

/// What an authority is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Power {
    /// Whose a contract is.
    Owner,
    /// Who administers it, or has a role at it.
    Admin,
    /// What a contract does at all: the program behind it.
    Program,
    /// What looks at everything an account does.
    Guard,
    /// What may act for an account without its keys.
    Module,
    /// Whose key, or how many of them, an account obeys.
    Signer,
    /// The program that the account itself becomes (EIP-7702).
    Delegate,
    /// The program that the account itself belongs to.
    Account,
    /// Whose a token account is, with all that is in it.
    Holding,
    /// Who may close a token account and take what is paid back.
    Closing,
    /// Who makes more of a token, freezes it, takes it back, or sets its rules.
    Issuer,
    /// Who decides about a nonce account.
    Nonce,
    /// Who decides about staked coins, or about a validator's votes.
    Staker,
    /// Who may replace a program.
    Upgrade,
    /// Which message another account may sign in this one's name; with an amount up to so much of it.
    Message,
    /// The keys of an account at another service, which are made of the signature.
    Keys,
}

/// What a call says of further calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carries {
    /// It is no such call.
    #[default]
    Nothing,
    /// They are deeds of the same request.
    Read,
    /// Some of them are; the others can't be read.
    Part,
    /// They are not, or not all of them: the same bytes again need not do the same.
    Unread,
}

/// Foreign words of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// The name of a call (its selector), or of typed data (domain and primary type).
    Name(String),
    /// The whole message that is signed.
    Text(String),
    /// A call of the network itself: its name, and each argument in a line of its own.
    Invoked(String),
}

/// What a token does to a deed about it; most do nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OfToken {
    /// Base units that it keeps for itself.
    pub kept: Option<U256>,
    /// What is to be said of it, because of this deed.
    pub rules: Vec<TokenRule>,
}

/// One thing that would happen. Addresses are as the family writes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// What.
    pub kind: DeedKind,
    /// How much attention it wants.
    pub weight: Weight,
    /// Which call, message or instruction of the request, counted from 0.
    pub place: usize,
    /// Whether it carries further calls.
    pub carries: Carries,
    /// What is moved or allowed.
    pub asset: Option<Asset>,
    /// How much of it; nothing where the request does not say.
    pub amount: Option<HowMuch>,
    /// Of an allowance: the number in the request. It is an amount of a token, or the number of an NFT.
    pub number: Option<U256>,
    /// Of the token, where the request says them and the network compares: no node's word counts before that.
    pub decimals: Option<u8>,
    /// What its token does to it.
    pub of_token: Option<Box<OfToken>>,
    /// Who receives, may take, gets control, or is called.
    pub party: Option<String>,
    /// Whose it is, where that is not the account that is asked.
    pub owner: Option<String>,
    /// The contract that it is done to, where neither the party nor the asset says so.
    pub on: Option<String>,
    /// Of control: over what.
    pub power: Option<Power>,
    /// Of an allowance: its end.
    pub until: Option<Until>,
    /// The signature itself allows it; nothing is sent now.
    pub is_by_signature: bool,
    /// Foreign.
    pub words: Option<Words>,
    /// Of data that nothing here knows: each field in a line of its own.
    pub fields: Option<Box<str>>,
    /// What the site says of it, where nothing here knows more.
    pub said: Option<Box<Said>>,
}

impl Deed {
    /// Without any particulars.
    #[must_use]
    pub fn of(kind: DeedKind, weight: Weight) -> Self {
        Self {
            kind,
            weight,
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

    /// Sets who receives, may take, or gets control. Out of line, as those below: deeds are made at some hundred places, and one that
    /// is written out with its particulars takes four times as much of the binary.
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
        self.words = Some(Words::Name(name.into()));
        self
    }

    /// Sets the coins that it is about.
    #[inline(never)]
    pub fn with_coins(&mut self, amount: Option<HowMuch>) -> &mut Self {
        self.asset = Some(Asset::Coin);
        self.amount = amount;
        self
    }

    /// Its token, where it has one.
    #[must_use]
    pub fn token(&self) -> Option<&String> {
        match &self.asset {
            Some(Asset::Token(token)) => Some(token),
            _ => None,
        }
    }

    /// The name of the call or of the typed data; nothing where the request has none.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match &self.words {
            Some(Words::Name(name)) => Some(name),
            _ => None,
        }
    }
}

/// So many things that leave at once are read first.
const SENT_LOOK: usize = 3;

/// Several things that leave at once are read first: among dust one that is large is easily passed over.
pub fn many_sent(deeds: &mut [Deed]) {
    let is_sent = |deed: &&mut Deed| deed.kind == DeedKind::Send;
    if deeds.iter_mut().filter(is_sent).count() >= SENT_LOOK {
        deeds.iter_mut().filter(is_sent).for_each(|deed| deed.weight = deed.weight.max(Weight::Look));
    }
}

/// The same where one receiver may get something several times: for several receivers, or of several kinds for one. What is done to one account
/// of an owner isn't what is done to another.
pub fn many_receivers(deeds: &mut [Deed]) {
    let mut sent: Vec<(&Option<Asset>, Option<&String>)> = Vec::new();
    for deed in deeds.iter().filter(|deed| deed.kind == DeedKind::Send) {
        let one = (&deed.asset, deed.on.as_ref().or(deed.party.as_ref()));
        if sent.len() < SENT_LOOK && !sent.contains(&one) {
            sent.push(one);
        }
    }
    if sent.len() >= SENT_LOOK {
        let sends = deeds.iter_mut().filter(|deed| deed.kind == DeedKind::Send);
        sends.for_each(|deed| deed.weight = deed.weight.max(Weight::Look));
    }
}

/// The heaviest first; of what is as heavy, the order of the request stays, but for what leaves or moves of one asset: there the largest is
/// first. Weights below `least` count as one.
pub fn heaviest_first(deeds: &mut [Deed], least: Weight) {
    deeds.sort_by_key(|deed| core::cmp::Reverse(deed.weight.max(least)));
    // a share of an amount can't be compared with a piece, and one asset's units not with another's
    let units = |deed: &Deed| match deed.amount {
        Some(HowMuch::Any) => Some(U256::MAX),
        Some(HowMuch::Units(units) | HowMuch::Number(units)) => Some(units),
        _ => None,
    };
    let is_of_one = |a: &Deed, b: &Deed| {
        a.weight.max(least) == b.weight.max(least) && a.kind == b.kind && a.asset == b.asset
    };
    for at in 0..deeds.len().min(REVIEW_LINES_MAX) {
        let Some(of) = deeds.get(at).filter(|of| matches!(of.kind, DeedKind::Send | DeedKind::Move)).cloned()
        else {
            continue;
        };
        let later = deeds.iter().enumerate().skip(at).filter(|(_, deed)| is_of_one(deed, &of));
        // of two that are as large the one that comes first
        let most = later.filter_map(|(at, deed)| Some((units(deed)?, core::cmp::Reverse(at)))).max();
        if let Some((_, core::cmp::Reverse(most))) = most.filter(|_| units(&of).is_some()) {
            deeds.swap(at, most);
        }
    }
}

/// What a request would do, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Each thing; empty for a request that does nothing of this kind.
    pub deeds: Vec<Deed>,
    /// The wallet does several things with one yes: shown whatever they are.
    pub is_batch: bool,
}

/// What the network's node says of a request that it has tried out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// What would move.
    pub changes: Vec<Change>,
    /// It would not be carried out.
    pub fails: Option<Fails>,
    /// What is to be said of a token, because of an account for it that is written.
    pub rules: Vec<(String, TokenRule)>,
}

/// Why the network would not carry a request out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Fails {
    /// An account would have less than it has to keep.
    Rent,
    /// There is not enough of what it moves, or for the fee.
    Funds,
    /// Something else.
    Other,
}

/// What a site says of a call, or of data to be signed: its own words, nothing of it is known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// "Stake"
    pub intent: String,
    /// Values under names of the site's.
    pub facts: Vec<Fact>,
    /// So many values are not among them, or not in full.
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
    /// Whole.
    Address(String),
    /// Of the native coin.
    Coin(U256),
    /// Of a token, which is known by its address; and what the site calls so much.
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
    fn of_call(&self, to: &str, value: U256, data: &str) -> Option<Said>;
    /// EIP-712 data.
    fn of_typed(&self, data: &Value) -> Option<Said>;
}

/// The source without any.
#[derive(Debug)]
pub struct SaysNothing;

impl Says for SaysNothing {
    fn of_call(&self, _: &str, _: U256, _: &str) -> Option<Said> {
        None
    }

    fn of_typed(&self, _: &Value) -> Option<Said> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.12
    #[test]
    fn the_heaviest_and_the_largest_stand_first() {
        let sent = |token: &str, units: u64, weight: Weight| {
            let mut deed = Deed::of(DeedKind::Send, weight);
            deed.with_token(token, HowMuch::Units(U256::from(units)));
            deed
        };
        let mut all: Vec<Deed> = (1..=40).map(|at| sent("A", at, Weight::Look)).collect();
        all.insert(7, sent("B", 1, Weight::Look));
        all.push(Deed::of(DeedKind::Note, Weight::Plain));
        all.push(sent("A", 5, Weight::Risky));
        all.push(sent("A", 900, Weight::Look));
        all.push(Deed { amount: Some(HowMuch::Any), ..sent("A", 0, Weight::Look) });
        heaviest_first(&mut all, Weight::Plain);
        let units = |deed: &Deed| match deed.amount {
            Some(HowMuch::Units(units)) => units.to::<u64>(),
            _ => u64::MAX,
        };
        assert_eq!((all[0].weight, units(&all[0])), (Weight::Risky, 5));
        let of_a = all.iter().skip(1).filter(|deed| deed.token().map(String::as_str) == Some("A"));
        let of_a: Vec<u64> = of_a.map(units).collect();
        assert!(of_a.is_sorted_by(|a, b| a >= b), "{of_a:?}");
        assert_eq!((of_a.len(), of_a[0], of_a[1]), (42, u64::MAX, 900));
        assert_eq!(all.last().map(|deed| deed.kind), Some(DeedKind::Note));
    }
}
