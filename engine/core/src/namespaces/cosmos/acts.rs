//! What one message of a document would do (10.44), whichever document it stands in ([`super::table`]). A message that somebody else has
//! let the account carry out (MsgExec) is that one's: it is said whose it is. What moves nothing that is known is said by its type.

use super::contracts;
use super::table::Tree;
use crate::json::{self, Read};
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Power, Until, Weight, Words};
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// MsgExec in MsgExec; what is deeper is passed on to no wallet.
const NESTED_MAX: usize = 8;
/// Bytes of a memo that are read as JSON.
const MEMO_BYTES_MAX: usize = 32_768;
/// Characters of a type.
const TYPE_CHARS: usize = 128;
/// The transfer authorization's word for "as much as there is": the largest number of 256 bits.
const ENDLESS: U256 = U256::MAX;

/// Messages that another may carry out without anything leaving: a grant of any other kind hands the account over.
const HARMLESS: [&str; 6] = [
    "/cosmos.gov.v1beta1.MsgVote",
    "/cosmos.gov.v1.MsgVote",
    "/cosmos.gov.v1beta1.MsgVoteWeighted",
    "/cosmos.gov.v1.MsgVoteWeighted",
    "/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward",
    "/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission",
];

/// Who is asked, for whom, at which message.
#[derive(Clone, Copy)]
pub(super) struct Act<'a> {
    /// The account that signs.
    pub from: &'a str,
    /// Whose money and rights are moved.
    pub signer: &'a str,
    /// Which message of the document.
    pub place: usize,
}

/// Whether two texts are one account: networks take bech32 in capitals, too.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b)
}

impl Act<'_> {
    /// A deed of it without particulars.
    pub fn of(&self, kind: DeedKind, weight: Weight) -> Deed {
        let owner = (!self.is_own(self.signer)).then(|| self.signer.into());
        Deed { place: self.place, owner, ..Deed::of(kind, weight) }
    }

    fn named(&self, kind: DeedKind, weight: Weight, name: &str) -> Deed {
        Deed { words: text::label(name, TYPE_CHARS).map(Words::Name), ..self.of(kind, weight) }
    }

    /// Said by its type alone.
    pub fn unread(&self, tree: &Tree) -> Deed {
        self.named(DeedKind::Unread, Weight::Risky, &tree.url)
    }

    fn is_own(&self, address: &str) -> bool {
        is_same(address, self.from)
    }

    /// Coins leave for `to`; of somebody else's account they are moved.
    fn sent(&self, coins: Vec<(String, U256)>, to: Option<&str>, weight: Weight) -> Vec<Deed> {
        let (kind, weight) = match self.is_own(self.signer) {
            true if to.is_some_and(|to| self.is_own(to)) => return Vec::new(),
            true => (DeedKind::Send, weight),
            false => (DeedKind::Move, weight.max(Weight::Look)),
        };
        let one = |(denom, units)| Deed {
            asset: Some(Asset::Token(denom)),
            amount: Some(HowMuch::Units(units)),
            party: to.map(String::from),
            ..self.of(kind, weight)
        };
        coins.into_iter().map(one).collect()
    }

    fn change(&self, weight: Weight, name: &str, party: Option<&str>) -> Deed {
        Deed { party: party.map(String::from), ..self.named(DeedKind::Change, weight, name) }
    }

    fn control(&self, power: Power, weight: Weight, party: Option<&str>, on: Option<&str>) -> Deed {
        Deed {
            power: Some(power),
            party: party.map(String::from),
            on: on.map(String::from),
            ..self.of(DeedKind::Control, weight)
        }
    }
}

/// "MsgSend" of a type url.
fn short(url: &str) -> &str {
    url.rsplit(['.', '/']).next().unwrap_or(url)
}

/// The one who signs a message that is known.
fn signer(tree: &Tree) -> Option<&str> {
    const SIGNERS: [&str; 7] =
        ["from_address", "sender", "delegator_address", "granter", "grantee", "voter", "depositor"];
    if tree.url.ends_with(".MsgMultiSend") {
        let mut inputs = tree.all("inputs").map(|of| of.text("address"));
        let first = inputs.next()??;
        return inputs.all(|of| of == Some(first)).then_some(first);
    }
    SIGNERS.iter().find_map(|name| tree.text(name)).or_else(|| tree.text("proposer"))
}

/// All messages of a document. Nothing where one of them is not the account's, or is nested too deep: no wallet is asked for it.
pub(super) fn all<'a>(messages: impl Iterator<Item = &'a Tree>, from: &str) -> Option<Vec<Deed>> {
    let mut deeds = Vec::new();
    for (place, tree) in messages.enumerate() {
        // a validator's own message is signed by the account behind another prefix
        let is_of_validator = tree.url.ends_with(".MsgWithdrawValidatorCommission");
        if tree.is_known && !is_of_validator && signer(tree)? != from {
            return None;
        }
        one(tree, &Act { from, signer: from, place }, 0, &mut deeds)?;
    }
    Some(deeds)
}

fn one(tree: &Tree, act: &Act<'_>, depth: usize, deeds: &mut Vec<Deed>) -> Option<()> {
    if tree.is_strange() {
        deeds.push(act.unread(tree));
    }
    if short(&tree.url) == "MsgExec" && tree.is_known {
        (depth < NESTED_MAX).then_some(())?;
        for inner in tree.all("msgs") {
            let signer = signer(inner).unwrap_or(act.from);
            one(inner, &Act { signer, ..*act }, depth + 1, deeds)?;
        }
        return Some(());
    }
    match done(tree, act) {
        Some(mut done) if tree.is_known => deeds.append(&mut done),
        _ => deeds.push(act.unread(tree)),
    }
    Some(())
}

/// What a message that is known would do; nothing where it lacks what it needs.
fn done(tree: &Tree, act: &Act<'_>) -> Option<Vec<Deed>> {
    let text = |name: &str| tree.text(name);
    let staked = |kind, weight| -> Option<Vec<Deed>> {
        let (denom, units) = tree.coins("amount")?.into_iter().next()?;
        let words = match kind {
            DeedKind::Change => Some(Words::Name(short(&tree.url).into())),
            _ => None,
        };
        let party = text("validator_address").or(text("validator_dst_address")).map(String::from);
        let (asset, amount) = (Some(Asset::Token(denom)), Some(HowMuch::Units(units)));
        Some([Deed { asset, amount, party, words, ..act.of(kind, weight) }].into())
    };
    Some(match short(&tree.url) {
        "MsgSend" => act.sent(tree.coins("amount")?, Some(text("to_address")?), Weight::Plain),
        "MsgMultiSend" => {
            let mut all = Vec::new();
            for output in tree.all("outputs") {
                all.append(&mut act.sent(
                    output.coins("coins")?,
                    Some(output.text("address")?),
                    Weight::Look,
                ));
            }
            all
        }
        "MsgTransfer" => ibc(tree, act)?,
        "MsgDelegate" => staked(DeedKind::Stake, Weight::Look)?,
        "MsgUndelegate" | "MsgBeginRedelegate" | "MsgCancelUnbondingDelegation" => {
            staked(DeedKind::Change, Weight::Look)?
        }
        "MsgTokenizeShares" => {
            let owner = text("tokenized_share_owner")?;
            let weight = if act.is_own(owner) { Weight::Risky } else { Weight::Grave };
            let control = act.control(Power::Staker, weight, Some(owner), text("validator_address"));
            let mut deeds = staked(DeedKind::Change, Weight::Risky)?;
            deeds.push(control);
            deeds
        }
        "MsgTransferTokenizeShareRecord" => {
            let owner = text("new_owner")?;
            let weight = if act.is_own(owner) { Weight::Look } else { Weight::Grave };
            [act.control(Power::Staker, weight, Some(owner), None)].into()
        }
        name @ ("MsgEnableTokenizeShares" | "MsgDisableTokenizeShares") => {
            let weight = if name == "MsgEnableTokenizeShares" { Weight::Risky } else { Weight::Look };
            [act.change(weight, name, None)].into()
        }
        "MsgRedeemTokensForShares" => staked(DeedKind::Change, Weight::Look)?,
        name @ "MsgSetWithdrawAddress" => {
            let to = text("withdraw_address")?;
            let weight = if act.is_own(to) { Weight::Plain } else { Weight::Risky };
            [act.change(weight, name, Some(to))].into()
        }
        name @ ("MsgWithdrawDelegatorReward" | "MsgWithdrawValidatorCommission") => {
            [act.change(Weight::Plain, name, Some(text("validator_address")?))].into()
        }
        "MsgFundCommunityPool" | "MsgDeposit" => act.sent(tree.coins("amount")?, None, Weight::Look),
        name @ ("MsgVote" | "MsgVoteWeighted") => {
            let number = tree.whole("proposal_id")?.to_string();
            [act.change(Weight::Plain, &[name, " ", &number].concat(), None)].into()
        }
        name @ "MsgSubmitProposal" => {
            let mut deeds = act.sent(tree.coins("initial_deposit")?, None, Weight::Look);
            deeds.push(act.change(Weight::Look, name, None));
            deeds
        }
        "MsgGrant" => grant(tree, act)?,
        "MsgRevoke" => [act.change(Weight::Plain, text("msg_type_url")?, text("grantee"))].into(),
        "MsgGrantAllowance" => fees(tree.of("allowance")?, text("grantee")?, act),
        name @ "MsgRevokeAllowance" => [act.change(Weight::Plain, name, text("grantee"))].into(),
        "MsgCreateVestingAccount" | "MsgCreatePermanentLockedAccount" => {
            act.sent(tree.coins("amount")?, Some(text("to_address")?), Weight::Risky)
        }
        "MsgCreatePeriodicVestingAccount" => {
            let mut all = Vec::new();
            for period in tree.all("vesting_periods") {
                all.append(&mut act.sent(period.coins("amount")?, Some(text("to_address")?), Weight::Risky));
            }
            all
        }
        name @ ("MsgExecuteContract"
        | "MsgInstantiateContract"
        | "MsgInstantiateContract2"
        | "MsgMigrateContract"
        | "MsgUpdateAdmin"
        | "MsgClearAdmin") => wasm(name, tree, act)?,
        _ => return None,
    })
}

/// Over a channel to another chain. What stands in its memo may send on from there, or call a contract.
fn ibc(tree: &Tree, act: &Act<'_>) -> Option<Vec<Deed>> {
    let receiver = tree.text("receiver")?;
    let mut deeds = act.sent(tree.coins("token")?, Some(receiver), Weight::Look);
    // of another chain: it may be any text
    let shown = text::in_boxes(receiver);
    // to the same address here it still leaves for another chain
    if deeds.is_empty() {
        let (denom, units) = tree.coins("token")?.into_iter().next()?;
        let (asset, amount) = (Some(Asset::Token(denom)), Some(HowMuch::Units(units)));
        deeds.push(Deed { asset, amount, ..act.of(DeedKind::Send, Weight::Look) });
    }
    deeds.iter_mut().for_each(|deed| deed.party = Some(shown.clone()));
    if let Some(channel) = tree.text("source_channel") {
        deeds.iter_mut().for_each(|deed| deed.on = text::label(channel, TYPE_CHARS));
    }
    if let Some(memo) = tree.text("memo") {
        let told = json::parse(memo, MEMO_BYTES_MAX).ok();
        // whoever reads it on its way reads JSON alone, and what is not read here may be read there
        let is_told = told.as_ref().is_some_and(Value::is_object) || memo.trim_start().starts_with('{');
        if is_told {
            let fields = told.as_ref().and_then(Value::as_object);
            let name = fields.and_then(|fields| fields.keys().next()).map_or("memo", String::as_str);
            let wasm = told.as_ref().and_then(|of| of.field("wasm"));
            let party = wasm.and_then(|of| of.text("contract")).map(String::from);
            deeds.push(Deed { party, ..act.named(DeedKind::Call, Weight::Risky, name) });
            deeds.iter_mut().for_each(|deed| deed.weight = deed.weight.max(Weight::Risky));
        }
        let words = Some(Words::Text(text::in_boxes(memo)));
        deeds.push(Deed { words, ..act.of(DeedKind::Note, Weight::Plain) });
    }
    Some(deeds)
}

/// When a grant ends.
fn until(tree: &Tree) -> Option<Until> {
    Some(tree.whole("expiration").map_or(Until::Never, Until::Second))
}

/// An allowance of each coin.
fn allowed(coins: Vec<(String, U256)>, to: &str, until: Option<Until>, act: &Act<'_>) -> Vec<Deed> {
    let party = Some(String::from(to));
    if coins.is_empty() {
        let amount = Some(HowMuch::Any);
        return [Deed { party, amount, until, ..act.of(DeedKind::Allow, Weight::Grave) }].into();
    }
    let one = |(denom, units)| {
        let (amount, weight) = match units == ENDLESS {
            true => (HowMuch::Any, Weight::Grave),
            false => (HowMuch::Units(units), Weight::Risky),
        };
        let (asset, amount) = (Some(Asset::Token(denom)), Some(amount));
        Deed { asset, amount, until, party: party.clone(), ..act.of(DeedKind::Allow, weight) }
    };
    coins.into_iter().map(one).collect()
}

/// What another may do in the account's name from now on.
fn grant(tree: &Tree, act: &Act<'_>) -> Option<Vec<Deed>> {
    let to = tree.text("grantee")?;
    let given = tree.of("grant")?;
    let end = until(given);
    let authorization = given.of("authorization")?;
    let may = |name: &str, weight: Weight, on: Option<&str>| {
        let words = text::label(name, TYPE_CHARS).map(Words::Name);
        Deed { words, until: end, ..act.control(Power::Module, weight, Some(to), on) }
    };
    if !authorization.is_known || authorization.is_strange() || given.is_strange() {
        return Some([may(&authorization.url, Weight::Grave, None)].into());
    }
    Some(match short(&authorization.url) {
        "GenericAuthorization" => {
            let what = authorization.text("msg")?;
            let weight = if HARMLESS.contains(&what) { Weight::Look } else { Weight::Grave };
            [may(what, weight, None)].into()
        }
        "SendAuthorization" => allowed(authorization.coins("spend_limit")?, to, end, act),
        "TransferAuthorization" => {
            let mut all = Vec::new();
            for allocation in authorization.all("allocations") {
                all.append(&mut allowed(allocation.coins("spend_limit")?, to, end, act));
            }
            (!all.is_empty()).then_some(all)?
        }
        "StakeAuthorization" => {
            let deed = may(&authorization.url, Weight::Risky, None);
            [Deed { power: Some(Power::Staker), ..deed }].into()
        }
        "ContractExecutionAuthorization" | "ContractMigrationAuthorization" => {
            let each = authorization.all("grants");
            let all: Vec<Deed> =
                each.map(|of| may(&authorization.url, Weight::Grave, of.text("contract"))).collect();
            (!all.is_empty()).then_some(all)?
        }
        // a message that is no authorization
        name => [may(name, Weight::Grave, None)].into(),
    })
}

/// Fees that another may pay out of the account.
fn fees(tree: &Tree, to: &str, act: &Act<'_>) -> Vec<Deed> {
    let basic = match short(&tree.url) {
        "PeriodicAllowance" => tree.of("basic"),
        "BasicAllowance" => Some(tree),
        "AllowedMsgAllowance" => match tree.of("allowance") {
            Some(inner) => return fees(inner, to, act),
            None => None,
        },
        _ => None,
    };
    let limit = basic.filter(|of| of.is_known && !of.is_strange()).and_then(|of| of.coins("spend_limit"));
    let deeds = allowed(limit.unwrap_or_default(), to, basic.and_then(until), act);
    let named = |deed| Deed { words: Some(Words::Name(short(&tree.url).into())), ..deed };
    deeds.into_iter().map(named).collect()
}

/// A contract is called, made or handed over.
fn wasm(name: &str, tree: &Tree, act: &Act<'_>) -> Option<Vec<Deed>> {
    let contract = tree.text("contract");
    let mut deeds = match tree.coins("funds")? {
        funds if funds.is_empty() => Vec::new(),
        funds => act.sent(funds, contract, Weight::Look),
    };
    match name {
        "MsgExecuteContract" => deeds.extend(contracts::told(tree.json("msg"), act, contract?)),
        "MsgMigrateContract" => {
            deeds.push(act.control(Power::Program, Weight::Grave, None, Some(contract?)));
            deeds.push(contracts::written(tree.json("msg"), act));
        }
        "MsgUpdateAdmin" => {
            let admin = tree.text("new_admin")?;
            let weight = if act.is_own(admin) { Weight::Plain } else { Weight::Grave };
            deeds.push(act.control(Power::Admin, weight, Some(admin), Some(contract?)));
        }
        "MsgClearAdmin" => deeds.push(act.control(Power::Admin, Weight::Risky, None, Some(contract?))),
        _ => {
            let label = tree.text("label").unwrap_or_default();
            deeds.push(act.named(DeedKind::Create, Weight::Risky, label));
            // whoever administers it may replace it, and has what is in it
            if let Some(admin) = tree.text("admin").filter(|admin| !act.is_own(admin)) {
                deeds.push(act.control(Power::Admin, Weight::Risky, Some(admin), None));
            }
            deeds.push(contracts::written(tree.json("msg"), act));
        }
    }
    Some(deeds)
}
