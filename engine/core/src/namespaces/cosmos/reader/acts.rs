//! Reads the effects of one message in either form of the document (10.44, [`super::table`]). If a message acts for
//! another account (MsgExec), its effects name that owner. Unknown messages are displayed with their type.

use super::contracts;
use super::table::Tree;
use crate::amount::Amount;
use crate::json::{self, Read};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Power, Risk, Until};
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The maximum depth of nested MsgExec. A deeper one rejects the request.
const NESTED_MAX: usize = 8;
/// The maximum size of a memo that is read as JSON.
const MEMO_BYTES_MAX: usize = 32_768;
/// The maximum length of a type.
const TYPE_CHARS: usize = 128;
/// The vote options, by their number.
const OPTIONS: [&str; 4] = ["Yes", "Abstain", "No", "No with veto"];
/// The types of stake authorizations, by their number.
const STAKES: [&str; 4] =
    ["MsgDelegate", "MsgUndelegate", "MsgBeginRedelegate", "MsgCancelUnbondingDelegation"];
/// The amount that means "unlimited" in a transfer authorization: the largest number of 256 bits.
const ENDLESS: U256 = U256::MAX;

/// Messages that another account can execute without taking anything. A grant for any other message gives control of
/// the account.
const HARMLESS: [&str; 6] = [
    "/cosmos.gov.v1beta1.MsgVote",
    "/cosmos.gov.v1.MsgVote",
    "/cosmos.gov.v1beta1.MsgVoteWeighted",
    "/cosmos.gov.v1.MsgVoteWeighted",
    "/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward",
    "/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission",
];

/// A message with its signer and the owner of the account.
#[derive(Clone, Copy)]
pub(crate) struct Act<'a> {
    /// The signing account.
    pub from: &'a str,
    /// The owner of the assets and rights that the message moves.
    pub signer: &'a str,
    /// The index of the message in the document.
    pub place: usize,
}

/// Whether two strings are the same account. Networks also accept bech32 in uppercase.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

impl Act<'_> {
    /// Adds an effect without details.
    #[inline(never)]
    pub fn adds<'d>(&self, effects: &'d mut Vec<Effect>, kind: EffectKind, risk: Risk) -> &'d mut Effect {
        let effect = effects.push_mut(Effect::of(kind, risk));
        effect.place = self.place;
        effect.owner = (!self.is_own(self.signer)).then(|| self.signer.into());
        effect
    }

    /// Adds the effect of a clause.
    fn clause<'d>(&self, effects: &'d mut Vec<Effect>, clause: Clause) -> &'d mut Effect {
        self.adds(effects, clause.into(), clause.risk())
    }

    /// Adds an effect with an untrusted name.
    #[inline(never)]
    fn names<'d>(
        &self,
        effects: &'d mut Vec<Effect>,
        kind: EffectKind,
        risk: Risk,
        name: &str,
    ) -> &'d mut Effect {
        let effect = self.adds(effects, kind, risk);
        effect.words = text::label(name, TYPE_CHARS).map(EffectText::Name);
        effect
    }

    /// Adds the effect for an unknown message, with only its type.
    pub fn unread(&self, effects: &mut Vec<Effect>, tree: &Tree) {
        self.names(effects, EffectKind::Unread, Risk::Warning, &tree.url);
    }

    fn is_own(&self, address: &str) -> bool {
        is_same(address, self.from)
    }

    /// Selects the risk: `own` if the other account belongs to the user, otherwise `others`.
    fn risk(&self, other: &str, own: Risk, others: Risk) -> Risk {
        if self.is_own(other) { own } else { others }
    }

    /// Coins are sent to `to`. If they belong to another account, the effect is a move.
    #[inline(never)]
    fn sent(
        &self,
        effects: &mut Vec<Effect>,
        (tree, coins): (&Tree, &str),
        to: Option<&str>,
        risk: Risk,
    ) -> Option<()> {
        let coins = tree.coins(coins)?;
        let (kind, risk) = match self.is_own(self.signer) {
            true if to.is_some_and(|to| self.is_own(to)) => return Some(()),
            true => (EffectKind::Send, risk),
            false => (EffectKind::Move, risk.max(Risk::Review)),
        };
        for (denom, units) in coins {
            self.adds(effects, kind, risk).with_party(to).with_token(&denom, HowMuch::Units(units));
        }
        Some(())
    }

    /// Coins are deposited for a proposal. Without a number, for the proposal that the message creates.
    #[inline(never)]
    fn deposits(
        &self,
        effects: &mut Vec<Effect>,
        (tree, coins): (&Tree, &str),
        proposal: Option<&str>,
    ) -> Option<()> {
        for (denom, units) in tree.coins(coins)? {
            let effect = self.clause(effects, Clause::Deposit);
            effect.with_token(&denom, HowMuch::Units(units)).words =
                proposal.map(|number| EffectText::Name(number.into()));
        }
        Some(())
    }

    /// A permission ends.
    #[inline(never)]
    fn ends(&self, effects: &mut Vec<Effect>, name: &str, party: Option<&str>) {
        self.names(effects, Clause::EndGrant.into(), Clause::EndGrant.risk(), name).with_party(party);
    }

    /// A setting changes. The effect has its name.
    #[inline(never)]
    fn changes(&self, effects: &mut Vec<Effect>, risk: Risk, name: &str, party: Option<&str>) {
        self.names(effects, Clause::Change.into(), risk, name).with_party(party);
    }

    /// An account gets authority.
    #[inline(never)]
    fn control<'d>(
        &self,
        effects: &'d mut Vec<Effect>,
        power: Power,
        risk: Risk,
        party: Option<&str>,
        on: Option<&str>,
    ) -> &'d mut Effect {
        let effect = self.adds(effects, EffectKind::Control, risk);
        effect.power = Some(power);
        effect.with_party(party).with_on(on)
    }
}

/// The short name of a type URL, such as "MsgSend".
fn short(url: &str) -> &str {
    // both separators are one byte long
    url.get(url.bytes().rposition(|of| of == b'.' || of == b'/').map_or(0, |at| at + 1)..).unwrap_or(url)
}

/// The signer of a known message.
fn signer(tree: &Tree) -> Option<&str> {
    const SIGNERS: [&str; 8] = [
        "from_address",
        "sender",
        "delegator_address",
        "granter",
        "grantee",
        "voter",
        "depositor",
        "proposer",
    ];
    if tree.url.ends_with(".MsgMultiSend") {
        let mut inputs = tree.all("inputs").map(|of| of.text("address"));
        let first = inputs.next()??;
        return inputs.all(|of| of == Some(first)).then_some(first);
    }
    SIGNERS.iter().find_map(|name| tree.text(name))
}

/// The effects of all messages in a document. `None` rejects the request, because a message belongs to another account
/// or is nested too deep.
pub(crate) fn all<'a>(
    effects: &mut Vec<Effect>,
    messages: impl Iterator<Item = &'a Tree>,
    from: &str,
) -> Option<()> {
    for (place, tree) in messages.enumerate() {
        // a validator's own message uses its account with another prefix
        let is_of_validator = tree.url.ends_with(".MsgWithdrawValidatorCommission");
        if tree.is_known && !is_of_validator && signer(tree)? != from {
            return None;
        }
        one(tree, &Act { from, signer: from, place }, 0, effects)?;
    }
    Some(())
}

fn one(tree: &Tree, act: &Act<'_>, depth: usize, effects: &mut Vec<Effect>) -> Option<()> {
    if tree.is_strange() {
        act.unread(effects, tree);
    }
    if short(&tree.url) == "MsgExec" && tree.is_known {
        (depth < NESTED_MAX).then_some(())?;
        for inner in tree.all("msgs") {
            let signer = signer(inner).unwrap_or(act.from);
            one(inner, &Act { signer, ..*act }, depth + 1, effects)?;
        }
        return Some(());
    }
    let before = effects.len();
    if !tree.is_known || done(tree, act, effects).is_none() {
        effects.truncate(before);
        act.unread(effects, tree);
    }
    Some(())
}

/// The effects of a known message. `None` if a required field is missing.
fn done(tree: &Tree, act: &Act<'_>, effects: &mut Vec<Effect>) -> Option<()> {
    let text = |name: &str| tree.text(name);
    let amount = (tree, "amount");
    let name = short(&tree.url);
    match name {
        "MsgSend" => act.sent(effects, amount, Some(text("to_address")?), Risk::Normal)?,
        "MsgMultiSend" => {
            for output in tree.all("outputs") {
                act.sent(effects, (output, "coins"), Some(output.text("address")?), Risk::Review)?;
            }
        }
        "MsgTransfer" => ibc(tree, act, effects)?,
        "MsgDelegate" => {
            staked(tree, act, effects, EffectKind::Stake, Risk::Review)?;
        }
        // the coins are staked again
        "MsgCancelUnbondingDelegation" => staked(tree, act, effects, EffectKind::Stake, Risk::Review)?,
        "MsgUndelegate" => staked(tree, act, effects, Clause::Unstake.into(), Risk::Review)?,
        "MsgBeginRedelegate" => staked(tree, act, effects, Clause::Restake.into(), Risk::Review)?,
        "MsgRedeemTokensForShares" => staked(tree, act, effects, Clause::Change.into(), Risk::Review)?,
        "MsgTokenizeShares" => {
            let owner = text("tokenized_share_owner")?;
            staked(tree, act, effects, Clause::Change.into(), Risk::Warning)?;
            let risk = act.risk(owner, Risk::Warning, Risk::Critical);
            act.control(effects, Power::Staker, risk, Some(owner), text("validator_address"));
        }
        "MsgTransferTokenizeShareRecord" => {
            let owner = text("new_owner")?;
            let risk = act.risk(owner, Risk::Review, Risk::Critical);
            act.control(effects, Power::Staker, risk, Some(owner), None);
        }
        "MsgEnableTokenizeShares" => act.changes(effects, Risk::Warning, name, None),
        "MsgDisableTokenizeShares" => act.changes(effects, Risk::Review, name, None),
        "MsgSetWithdrawAddress" => {
            let to = text("withdraw_address")?;
            let risk = act.risk(to, Risk::Normal, Risk::Warning);
            act.adds(effects, Clause::Payee.into(), risk).with_party(Some(to));
        }
        "MsgWithdrawDelegatorReward" | "MsgWithdrawValidatorCommission" => {
            act.clause(effects, Clause::Claim).with_party(Some(text("validator_address")?));
        }
        "MsgFundCommunityPool" => act.sent(effects, amount, None, Risk::Review)?,
        "MsgDeposit" => act.deposits(effects, amount, Some(&tree.whole("proposal_id")?.to_string()))?,
        "MsgVote" | "MsgVoteWeighted" => voted(tree, act, effects)?,
        "MsgSubmitProposal" => {
            act.deposits(effects, (tree, "initial_deposit"), None)?;
            act.changes(effects, Risk::Review, name, None);
        }
        "MsgGrant" => grant(tree, act, effects)?,
        "MsgRevoke" => act.ends(effects, text("msg_type_url")?, text("grantee")),
        "MsgGrantAllowance" => fees(tree.of("allowance")?, text("grantee")?, act, effects),
        "MsgRevokeAllowance" => act.ends(effects, name, text("grantee")),
        "MsgCreateVestingAccount" | "MsgCreatePermanentLockedAccount" => {
            act.sent(effects, amount, Some(text("to_address")?), Risk::Warning)?;
        }
        "MsgCreatePeriodicVestingAccount" => {
            let to = text("to_address")?;
            let first = effects.len();
            for period in tree.all("vesting_periods") {
                act.sent(effects, (period, "amount"), Some(to), Risk::Warning)?;
            }
            summed(effects, first);
        }
        "MsgExecuteContract"
        | "MsgInstantiateContract"
        | "MsgInstantiateContract2"
        | "MsgMigrateContract"
        | "MsgUpdateAdmin"
        | "MsgClearAdmin" => wasm(name, tree, act, effects)?,
        _ => return None,
    }
    Some(())
}

/// The effect of staking a coin, or of changing a stake.
#[inline(never)]
fn staked(tree: &Tree, act: &Act<'_>, effects: &mut Vec<Effect>, kind: EffectKind, risk: Risk) -> Option<()> {
    let (denom, units) = tree.coins("amount")?.into_iter().next()?;
    let party = tree.text("validator_address").or(tree.text("validator_dst_address"));
    let effect = act.adds(effects, kind, risk).with_party(party).with_token(&denom, HowMuch::Units(units));
    effect.with_on(tree.text("validator_src_address"));
    if kind == Clause::Change.into() {
        effect.with_name(short(&tree.url));
    }
    Some(())
}

/// Merges effects with the same denomination into one with their sum.
fn summed(effects: &mut Vec<Effect>, first: usize) {
    let mut sums: Vec<Effect> = Vec::new();
    for effect in effects.split_off(first) {
        match (sums.iter_mut().find(|sum| sum.asset == effect.asset), effect.amount) {
            (Some(Effect { amount: Some(HowMuch::Units(sum)), .. }), Some(HowMuch::Units(units))) => {
                *sum = sum.saturating_add(units);
            }
            _ => sums.push(effect),
        }
    }
    effects.append(&mut sums);
}

/// The vote option, from its number or its name.
fn option(tree: &Tree) -> String {
    let number = tree.whole("option").unwrap_or_default();
    let known = number.checked_sub(1).and_then(|at| OPTIONS.get(usize::try_from(at).ok()?));
    match (known, tree.text("option")) {
        (Some(name), _) => (*name).into(),
        (None, Some(text)) => text.strip_prefix("VOTE_OPTION_").unwrap_or(text).into(),
        (None, None) => number.to_string(),
    }
}

/// A share of a vote. Some wallets write it as an integer with 18 decimals.
fn share(text: &str) -> Option<String> {
    let decimals = if text.contains('.') { None } else { text.parse().ok() };
    Some(match decimals {
        Some(units) => Amount::new(units, 18).to_decimal(),
        None => Amount::parse(text, 18).ok()?.to_decimal(),
    })
}

/// The effect of a vote, with its proposal.
fn voted(tree: &Tree, act: &Act<'_>, effects: &mut Vec<Effect>) -> Option<()> {
    let number = tree.whole("proposal_id")?.to_string();
    let parts: Vec<String> = tree
        .all("options")
        .map(|of| Some([&option(of), " ", &share(of.text("weight")?)?].concat()))
        .collect::<Option<_>>()?;
    let what = if parts.is_empty() { option(tree) } else { parts.join(", ") };
    act.names(effects, Clause::Vote.into(), Clause::Vote.risk(), &[&number, ": ", &what].concat());
    Some(())
}

/// An IBC transfer to another chain. Its memo can forward it or call a contract.
fn ibc(tree: &Tree, act: &Act<'_>, effects: &mut Vec<Effect>) -> Option<()> {
    let receiver = tree.text("receiver")?;
    let before = effects.len();
    // a transfer to the same address still leaves for another chain
    act.sent(effects, (tree, "token"), None, Risk::Review)?;
    let own = effects.get_mut(before..).filter(|own| !own.is_empty())?;
    for effect in own {
        // an address on another chain, which can be any string
        effect.with_party(Some(&text::in_boxes(receiver)));
        effect.on = tree.text("source_channel").and_then(|channel| text::label(channel, TYPE_CHARS));
    }
    let Some(memo) = tree.text("memo") else { return Some(()) };
    let told = json::parse(memo, MEMO_BYTES_MAX).ok();
    let fields = told.as_ref().and_then(Value::as_object);
    // relayers parse it as JSON, and might accept invalid JSON
    if fields.is_some() || memo.trim_start().starts_with('{') {
        let name = fields.and_then(|fields| fields.keys().next()).map_or("memo", String::as_str);
        let party = told.as_ref().and_then(|of| of.field("wasm")).and_then(|of| of.text("contract"));
        act.names(effects, EffectKind::Call, Risk::Warning, name).with_party(party);
        for effect in effects.iter_mut().skip(before) {
            effect.risk = effect.risk.max(Risk::Warning);
        }
    }
    act.clause(effects, Clause::Note).words = Some(EffectText::Text(text::in_boxes(memo)));
    Some(())
}

/// When a grant expires.
fn until(tree: &Tree) -> Option<Until> {
    Some(tree.whole("expiration").map_or(Until::Never, Until::Second))
}

/// The approval of each coin. Without any, of everything.
#[inline(never)]
fn allowed(
    effects: &mut Vec<Effect>,
    coins: Vec<(String, U256)>,
    to: &str,
    until: Option<Until>,
    act: &Act<'_>,
) {
    let mut one = |denom: Option<&str>, units: U256| {
        let (amount, risk) = match units == ENDLESS {
            true => (HowMuch::Any, Risk::Critical),
            false => (HowMuch::Units(units), Risk::Warning),
        };
        let effect = act.adds(effects, EffectKind::Allow, risk).with_party(Some(to));
        effect.asset = denom.map(|denom| Asset::Token(denom.into()));
        (effect.amount, effect.until) = (Some(amount), until);
    };
    if coins.is_empty() {
        one(None, ENDLESS);
    }
    for (denom, units) in &coins {
        one(Some(denom), *units);
    }
}

/// A permission to act for the account.
fn grant(tree: &Tree, act: &Act<'_>, effects: &mut Vec<Effect>) -> Option<()> {
    let to = tree.text("grantee")?;
    let given = tree.of("grant")?;
    let end = until(given);
    let authorization = given.of("authorization")?;
    let mut may = |power: Power, name: &str, risk: Risk, on: Option<&str>| {
        let effect = act.control(effects, power, risk, Some(to), on);
        effect.words = text::label(name, TYPE_CHARS).map(EffectText::Name);
        effect.until = end;
    };
    let url = authorization.url.as_str();
    if !authorization.is_known || authorization.is_strange() || given.is_strange() {
        may(Power::Module, url, Risk::Critical, None);
        return Some(());
    }
    match short(url) {
        "GenericAuthorization" => {
            let what = authorization.text("msg")?;
            let risk = if HARMLESS.contains(&what) { Risk::Review } else { Risk::Critical };
            may(Power::Message, what, risk, None);
        }
        "SendAuthorization" => allowed(effects, authorization.coins("spend_limit")?, to, end, act),
        "TransferAuthorization" => {
            authorization.of("allocations")?;
            for allocation in authorization.all("allocations") {
                allowed(effects, allocation.coins("spend_limit")?, to, end, act);
            }
        }
        "StakeAuthorization" => {
            let kind = authorization.whole("authorization_type").and_then(|of| of.checked_sub(1));
            let kind = kind.and_then(|at| STAKES.get(usize::try_from(at).ok()?)).copied();
            // some wallets write its name
            let kind = kind.or(authorization.text("authorization_type")).unwrap_or(url);
            may(Power::Message, kind, Risk::Warning, None);
            let most = authorization.coins("max_tokens")?.into_iter().next();
            if let (Some((denom, units)), Some(effect)) = (most, effects.last_mut()) {
                effect.with_token(&denom, HowMuch::Units(units));
            }
        }
        "ContractExecutionAuthorization" | "ContractMigrationAuthorization" => {
            authorization.of("grants")?;
            for of in authorization.all("grants") {
                may(Power::Module, url, Risk::Critical, of.text("contract"));
            }
        }
        // a message that isn't an authorization
        name => may(Power::Module, name, Risk::Critical, None),
    }
    Some(())
}

/// Adds the effect of a fee allowance, which lets another account pay fees from this one.
fn fees(mut tree: &Tree, to: &str, act: &Act<'_>, effects: &mut Vec<Effect>) {
    let mut periodic = None;
    let basic = loop {
        match short(&tree.url) {
            "PeriodicAllowance" => {
                periodic = Some(tree);
                break tree.of("basic");
            }
            "BasicAllowance" => break Some(tree),
            "AllowedMsgAllowance" => match tree.of("allowance") {
                Some(inner) => tree = inner,
                None => break None,
            },
            _ => break None,
        }
    };
    let limit = basic.filter(|of| of.is_known && !of.is_strange()).and_then(|of| of.coins("spend_limit"));
    let before = effects.len();
    allowed(effects, limit.unwrap_or_default(), to, basic.and_then(until), act);
    for effect in effects.iter_mut().skip(before) {
        effect.with_name(short(&tree.url));
    }
    let Some(of) = periodic.filter(|of| of.is_known && !of.is_strange()) else { return };
    for (denom, units) in of.coins("period_spend_limit").unwrap_or_default() {
        let effect = act.clause(effects, Clause::Period);
        effect
            .with_token(&denom, HowMuch::Units(units))
            .with_name(&long(of.whole("period").unwrap_or_default()));
    }
}

/// A duration: "7 d", "12 h", "90 s".
fn long(seconds: u64) -> String {
    let (count, unit) = match seconds {
        of if of > 0 && of.is_multiple_of(86_400) => (of / 86_400, " d"),
        of if of > 0 && of.is_multiple_of(3_600) => (of / 3_600, " h"),
        of => (of, " s"),
    };
    [&count.to_string(), unit].concat()
}

/// The ID of a contract's code.
fn code(tree: &Tree) -> Option<String> {
    Some(["code ", &tree.whole("code_id")?.to_string()].concat())
}

/// The effects of calling, creating or transferring a contract.
fn wasm(name: &str, tree: &Tree, act: &Act<'_>, effects: &mut Vec<Effect>) -> Option<()> {
    let contract = tree.text("contract");
    act.sent(effects, (tree, "funds"), contract, Risk::Review)?;
    match name {
        "MsgExecuteContract" => contracts::told(effects, tree.json("msg"), act, contract?),
        "MsgMigrateContract" => {
            act.control(effects, Power::Program, Risk::Critical, None, Some(contract?))
                .with_name(&code(tree).unwrap_or_default());
            contracts::written(effects, tree.json("msg"), act);
        }
        "MsgUpdateAdmin" => {
            let admin = tree.text("new_admin")?;
            let risk = act.risk(admin, Risk::Normal, Risk::Critical);
            act.control(effects, Power::Admin, risk, Some(admin), Some(contract?));
        }
        "MsgClearAdmin" => {
            act.control(effects, Power::Admin, Risk::Warning, None, Some(contract?));
        }
        _ => {
            let names = [tree.text("label").map(String::from), code(tree)];
            let name = names.into_iter().flatten().collect::<Vec<_>>().join(" · ");
            act.names(effects, EffectKind::Create, Risk::Warning, &name);
            // the admin can replace the contract and take its funds
            if let Some(admin) = tree.text("admin").filter(|admin| !act.is_own(admin)) {
                act.control(effects, Power::Admin, Risk::Warning, Some(admin), None);
            }
            contracts::written(effects, tree.json("msg"), act);
        }
    }
    Some(())
}
