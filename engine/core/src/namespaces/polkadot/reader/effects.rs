//! Reads the effects of a call (10.44). Each nested call (in a batch, a proxy, a multisig account) is a separate
//! effect. Unknown calls are displayed with their pallet, name and arguments.

use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Power, Risk, many_sent};
use crate::namespaces::polkadot::codec::ss58;
use crate::namespaces::polkadot::codec::values::{Call, Value};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use blake2::digest::consts::U32;
use blake2::{Blake2b, Digest};

/// The maximum nesting of calls. Deeper calls are displayed as unread.
const NESTED_MAX: usize = 8;
/// The maximum length of a call's text with its arguments.
const CALL_CHARS: usize = 2_000;
/// The proxy types that can't move assets.
const HARMLESS_PROXIES: [&str; 3] = ["Governance", "IdentityJudgement", "CancelProxy"];

/// The account and network that a call is read for.
pub struct Reader {
    /// The signing account.
    pub me: [u8; 32],
    /// The network's SS58 prefix.
    pub prefix: u16,
}

/// Reads the arguments of a call into effects.
struct CallReader<'a> {
    reader: &'a Reader,
    call: &'a Call,
    /// The account that the call acts for: the signer, or the account behind a proxy or multisig.
    caller: [u8; 32],
}

impl CallReader<'_> {
    fn written(&self, key: &[u8; 32]) -> String {
        ss58::written(self.reader.prefix, key)
    }

    fn account(&self, names: &[&str]) -> Option<String> {
        self.call.one_of(names)?.account().map(|key| self.written(&key))
    }

    /// Whether an argument names the signing account itself.
    fn is_me(&self, names: &[&str]) -> bool {
        let key = self.call.one_of(names).and_then(Value::account);
        key == Some(self.caller)
    }

    /// The text of an address argument of any type.
    fn party(&self, names: &[&str]) -> Option<String> {
        let value = self.call.one_of(names)?;
        value.account().map(|key| self.written(&key)).or_else(|| Some(self.text(value)))
    }

    fn text(&self, value: &Value) -> String {
        let mut text = String::new();
        value.write(self.reader.prefix, &mut text, CALL_CHARS);
        shown(text)
    }

    fn units(&self, names: &[&str]) -> Option<HowMuch> {
        self.call.one_of(names)?.number().map(HowMuch::Units)
    }

    /// "Assets 1984", "Nfts 7"
    fn token(&self, names: &[&str]) -> Option<Asset> {
        let id = self.text(self.call.one_of(names)?);
        Some(Asset::Token([&self.call.pallet, " ", &id].concat()))
    }

    fn piece(&self) -> Option<HowMuch> {
        let item = self.call.one_of(&["item", "instance"])?.number()?;
        Some(HowMuch::Piece(item, U256::from(1u8)))
    }

    /// The complete call as text.
    fn words(&self) -> Option<EffectText> {
        let mut text = String::new();
        self.call.write(self.reader.prefix, &mut text, CALL_CHARS);
        Some(EffectText::Invoked(shown(text)))
    }

    fn of(&self, kind: EffectKind, risk: Risk) -> Effect {
        let is_other = self.caller != self.reader.me;
        Effect { owner: is_other.then(|| self.written(&self.caller)), ..Effect::of(kind, risk) }
    }

    fn clause(&self, clause: Clause) -> Effect {
        self.of(clause.into(), clause.risk())
    }

    /// An effect with the complete call as text.
    fn whole(&self, kind: EffectKind, risk: Risk) -> Effect {
        Effect { words: self.words(), ..self.of(kind, risk) }
    }

    fn send(&self, asset: Option<Asset>, amount: Option<HowMuch>, to: Option<String>) -> Effect {
        let is_said = asset.is_some() && amount.is_some() && to.is_some();
        let risk = match amount {
            _ if !is_said => Risk::Warning,
            Some(HowMuch::Any) => Risk::Warning,
            _ => Risk::Normal,
        };
        Effect { asset, amount, party: to, ..self.of(EffectKind::Send, risk) }
    }

    /// A transfer to an address argument. If the address isn't a key (an index), the recipient depends on the network.
    fn send_to(&self, asset: Option<Asset>, amount: Option<HowMuch>, names: &[&str]) -> Effect {
        let effect = self.send(asset, amount, self.party(names));
        let least = if self.account(names).is_some() { Risk::Normal } else { Risk::Warning };
        Effect { risk: effect.risk.max(least), ..effect }
    }

    fn control(&self, power: Power, risk: Risk, to: Option<String>) -> Effect {
        Effect { power: Some(power), party: to, words: self.words(), ..self.of(EffectKind::Control, risk) }
    }

    /// The destination network.
    fn over(&self) -> Option<EffectText> {
        let dest = self.call.argument("dest")?;
        Some(EffectText::Text(["dest: ", &self.text(dest)].concat()))
    }

    fn stake(&self, names: &[&str]) -> Effect {
        let amount = self.units(names);
        Effect { asset: Some(Asset::Coin), amount, ..self.of(EffectKind::Stake, Risk::Normal) }
    }
}

/// An effect with a public text, and a mark if it is shortened.
fn shown(text: String) -> String {
    match text.len() > CALL_CHARS {
        true => [&text::in_boxes(&text::cut(text, CALL_CHARS)), "…"].concat(),
        false => text::in_boxes(&text),
    }
}

/// Visits a value and each of its parts.
fn parts<'a>(value: &'a Value, found: &mut dyn FnMut(&'a Value)) {
    found(value);
    match value {
        Value::List(all) => all.iter().for_each(|of| parts(of, found)),
        Value::Fields(all) | Value::Kind(_, all) => all.iter().for_each(|(_, of)| parts(of, found)),
        _ => {}
    }
}

/// The calls in the arguments, at any depth.
fn inner(call: &Call) -> Vec<&Call> {
    let mut found = Vec::new();
    for (_, value) in &call.arguments {
        parts(value, &mut |of| {
            if let Value::Call(call) = of {
                found.push(&**call);
            }
        });
    }
    found
}

/// An XCM location: how many networks up, and the path from there.
fn place(value: &Value) -> Option<(U256, Vec<&Value>)> {
    let fields = match value {
        // a version, or the location itself
        Value::Kind(_, fields) => match fields.as_slice() {
            [(_, inner)] => return place(inner),
            _ => return None,
        },
        Value::Fields(fields) => fields,
        _ => return None,
    };
    let [(up, Value::Number(parents)), (way, Value::Kind(name, steps))] = fields.as_slice() else {
        return None;
    };
    (up == "parents" && way == "interior").then_some(())?;
    let steps = steps.iter().flat_map(|(_, step)| match step {
        Value::List(steps) => steps.iter().collect(),
        one => alloc::vec![one],
    });
    let steps: Vec<&Value> = steps.collect();
    (steps.is_empty() == (name == "Here")).then_some((*parents, steps))
}

/// The account in a step of a path.
fn account_of(step: &Value, said: &CallReader<'_>) -> Option<String> {
    let Value::Kind(name, fields) = step else { return None };
    let (_, key) = fields.iter().find(|(name, _)| name == "id" || name == "key")?;
    match (name.as_str(), key) {
        ("AccountId32", Value::Bytes(key)) => Some(said.written(key.as_slice().try_into().ok()?)),
        ("AccountKey20", key) => Some(said.text(key)),
        _ => None,
    }
}

/// A transfer to another network: each asset with its amount, the recipient, and the network, which decides who owns
/// the recipient's account.
fn across(said: &CallReader<'_>) -> Vec<Effect> {
    let receiver = said.call.argument("beneficiary");
    // behind another network or account, it isn't that account
    let to = receiver.and_then(place).and_then(|(up, way)| match way.as_slice() {
        [step] if up.is_zero() => account_of(step, said),
        _ => None,
    });
    let (least, to) = match to {
        Some(to) => (Risk::Review, Some(to)),
        None => (Risk::Warning, receiver.map(|receiver| said.text(receiver))),
    };
    let mut sent = Vec::new();
    if let Some(assets) = said.call.argument("assets") {
        parts(assets, &mut |of| {
            let Value::Fields(fields) = of else { return };
            let field = |name: &str| fields.iter().find(|(of, _)| of == name).map(|(_, value)| value);
            let (Some(id), Some(Value::Kind(kind, amount))) = (field("id"), field("fun")) else { return };
            // the network's own coin, from its own point of view
            let is_coin = place(id).is_some_and(|(up, way)| up.is_zero() && way.is_empty());
            let asset = if is_coin { Asset::Coin } else { Asset::Token(said.text(id)) };
            let amount = match (kind.as_str(), amount.as_slice()) {
                ("Fungible", [(_, Value::Number(units))]) => Some(HowMuch::Units(*units)),
                _ => None,
            };
            sent.push((asset, amount));
        });
    }
    if sent.is_empty() {
        return [said.whole(EffectKind::Call, Risk::Warning)].into();
    }
    let send = |(asset, amount)| {
        let effect = said.send(Some(asset), amount, to.clone());
        Effect { risk: effect.risk.max(least), words: said.over(), ..effect }
    };
    sent.into_iter().map(send).collect()
}

/// The risk of an added proxy. It has no access to funds only if its type is known.
fn proxy_risk(said: &CallReader<'_>) -> Risk {
    match said.call.argument("proxy_type") {
        Some(Value::Kind(kind, _)) if HARMLESS_PROXIES.contains(&kind.as_str()) => Risk::Warning,
        _ => Risk::Critical,
    }
}

/// The recipient of rewards: the account itself, or another one.
fn payee(said: &CallReader<'_>) -> Option<Effect> {
    let Some(Value::Kind(kind, fields)) = said.call.argument("payee") else { return None };
    let key = match (kind.as_str(), fields.as_slice()) {
        ("Account", [(_, value)]) => value.account(),
        _ => return None,
    };
    let is_other = key != Some(said.caller);
    is_other.then(|| Effect {
        party: key.map(|key| said.written(&key)),
        ..said.of(Clause::Payee.into(), Risk::Warning)
    })
}

/// The effect of a vote: its subject, its option, and the coins that are locked meanwhile.
fn vote(said: &CallReader<'_>) -> Option<Effect> {
    let Value::Kind(kind, fields) = said.call.argument("vote")? else { return None };
    let number = |name: &str| fields.iter().find(|(of, _)| of == name).and_then(|(_, value)| value.number());
    let (what, units) = match kind.as_str() {
        "Standard" => {
            // the highest bit means yes, and the others are the weight of the coins
            let vote = u8::try_from(number("vote")?).ok()?;
            let (word, times) = (if vote & 0x80 != 0 { "Aye" } else { "Nay" }, vote & 0x7f);
            let times = if times == 0 { "0.1".into() } else { alloc::format!("{times}") };
            ([word, ", ", &times, "x"].concat(), number("balance")?)
        }
        kind => {
            let all = ["aye", "nay", "abstain"].map(|name| number(name).unwrap_or_default());
            (kind.into(), all.into_iter().fold(U256::ZERO, U256::saturating_add))
        }
    };
    let poll = said.text(said.call.argument("poll_index")?);
    let words = Some(EffectText::Name([&poll, ": ", &what].concat()));
    let amount = Some(HowMuch::Units(units));
    Some(Effect { asset: Some(Asset::Coin), amount, words, ..said.clause(Clause::Vote) })
}

/// The coins that are locked for another account with a vesting schedule.
fn locked(said: &CallReader<'_>) -> Option<HowMuch> {
    let Value::Fields(fields) = said.call.argument("schedule")? else { return None };
    fields.iter().find(|(name, _)| name == "locked")?.1.number().map(HowMuch::Units)
}

/// Whether a pallet is one of the token pallets, which have several names.
fn is_of_assets(pallet: &str) -> bool {
    matches!(pallet, "Assets" | "ForeignAssets" | "PoolAssets")
}

/// The effects of a known call. `None` for an unknown one.
fn known(said: &CallReader<'_>) -> Option<Vec<Effect>> {
    let one = || coins(said).or_else(|| assets(said)).or_else(|| pieces(said)).or_else(|| powers(said));
    staking(said)
        .or_else(|| to_other_networks(said))
        .or_else(|| one().or_else(|| changes(said)).map(|one| [one].into()))
}

/// Coins, and tokens of pallets that have only transfers.
fn coins(said: &CallReader<'_>) -> Option<Effect> {
    let (pallet, name) = (said.call.pallet.as_str(), said.call.name.as_str());
    Some(match (pallet, name) {
        ("Balances", "transfer" | "transfer_allow_death" | "transfer_keep_alive") => {
            said.send_to(Some(Asset::Coin), said.units(&["value"]), &["dest"])
        }
        ("Balances", "transfer_all") => said.send_to(Some(Asset::Coin), Some(HowMuch::Any), &["dest"]),
        ("Balances", "burn") => {
            let amount = said.units(&["value"]);
            Effect { asset: Some(Asset::Coin), amount, ..said.of(EffectKind::Burn, Risk::Warning) }
        }
        ("Vesting", "vested_transfer") => said.send_to(Some(Asset::Coin), locked(said), &["target"]),
        ("Tokens" | "Currencies", "transfer") => {
            said.send_to(said.token(&["currency_id"]), said.units(&["amount"]), &["dest"])
        }
        _ => return None,
    })
}

/// Tokens of the token pallets.
fn assets(said: &CallReader<'_>) -> Option<Effect> {
    let (pallet, name) = (said.call.pallet.as_str(), said.call.name.as_str());
    Some(match (pallet, name) {
        (of, "transfer" | "transfer_keep_alive") if is_of_assets(of) => {
            said.send_to(said.token(&["id"]), said.units(&["amount"]), &["target"])
        }
        (of, "transfer_all") if is_of_assets(of) => {
            said.send_to(said.token(&["id"]), Some(HowMuch::Any), &["dest"])
        }
        (of, "approve_transfer") if is_of_assets(of) => Effect {
            asset: said.token(&["id"]),
            amount: said.units(&["amount"]),
            party: said.party(&["delegate"]),
            ..said.of(EffectKind::Allow, Risk::Warning)
        },
        (of, "cancel_approval") if is_of_assets(of) => Effect {
            asset: said.token(&["id"]),
            amount: Some(HowMuch::Units(U256::ZERO)),
            party: said.party(&["delegate"]),
            ..said.of(EffectKind::Allow, Risk::Normal)
        },
        (of, "transfer_approved") if is_of_assets(of) => Effect {
            asset: said.token(&["id"]),
            amount: said.units(&["amount"]),
            party: said.party(&["destination"]),
            owner: said.party(&["owner"]),
            ..said.of(EffectKind::Move, Risk::Review)
        },
        (of, "burn") if is_of_assets(of) => {
            let amount = said.units(&["amount"]);
            Effect { asset: said.token(&["id"]), amount, ..said.of(EffectKind::Burn, Risk::Warning) }
        }
        (of, "mint") if is_of_assets(of) => Effect {
            asset: said.token(&["id"]),
            amount: said.units(&["amount"]),
            party: said.party(&["beneficiary"]),
            ..said.clause(Clause::Mint)
        },
        (of, "transfer_ownership" | "set_team") if is_of_assets(of) => {
            let to = said.party(&["owner", "admin", "new_owner"]);
            Effect { asset: said.token(&["id"]), ..said.control(Power::Issuer, Risk::Critical, to) }
        }
        _ => return None,
    })
}

/// NFTs.
fn pieces(said: &CallReader<'_>) -> Option<Effect> {
    let (pallet, name) = (said.call.pallet.as_str(), said.call.name.as_str());
    Some(match (pallet, name) {
        ("Nfts" | "Uniques", "transfer") => {
            said.send_to(said.token(&["collection"]), said.piece(), &["dest"])
        }
        ("Nfts" | "Uniques", "approve_transfer") => Effect {
            asset: said.token(&["collection"]),
            amount: said.piece(),
            party: said.party(&["delegate"]),
            ..said.of(EffectKind::Allow, Risk::Warning)
        },
        ("Nfts" | "Uniques", "burn") => {
            let amount = said.piece();
            Effect { asset: said.token(&["collection"]), amount, ..said.of(EffectKind::Burn, Risk::Warning) }
        }
        ("Nfts" | "Uniques", "transfer_ownership" | "set_team") => {
            let to = said.party(&["new_owner", "owner", "admin"]);
            Effect { asset: said.token(&["collection"]), ..said.control(Power::Owner, Risk::Critical, to) }
        }
        ("Nfts" | "Uniques", "buy_item") => {
            said.send(Some(Asset::Coin), said.units(&["bid_price"]), said.party(&["collection"]))
        }
        _ => return None,
    })
}

/// Stakes and nomination pools.
fn staking(said: &CallReader<'_>) -> Option<Vec<Effect>> {
    let (pallet, name) = (said.call.pallet.as_str(), said.call.name.as_str());
    let one = match (pallet, name) {
        ("Staking", "bond") => {
            let mut all = [said.stake(&["value"])].to_vec();
            all.extend(payee(said));
            if said.call.argument("controller").is_some() && !said.is_me(&["controller"]) {
                all.push(said.control(Power::Staker, Risk::Warning, said.party(&["controller"])));
            }
            return Some(all);
        }
        ("Staking", "bond_extra") => said.stake(&["max_additional"]),
        ("Staking", "rebond") => said.stake(&["value"]),
        ("Staking", "set_payee") => {
            payee(said).unwrap_or_else(|| said.whole(Clause::Change.into(), Risk::Warning))
        }
        ("Staking", "set_controller") => {
            said.control(Power::Staker, Risk::Warning, said.party(&["controller"]))
        }
        ("NominationPools", "join") => {
            let pool = said.call.argument("pool_id").map(|id| ["pool_id: ", &said.text(id)].concat());
            Effect { words: pool.map(EffectText::Text), ..said.stake(&["amount"]) }
        }
        ("Staking" | "NominationPools", "unbond") => {
            let amount = said.units(&["value", "unbonding_points"]);
            Effect { asset: Some(Asset::Coin), amount, ..said.clause(Clause::Unstake) }
        }
        ("Staking" | "NominationPools", "payout_stakers" | "payout_stakers_by_page" | "claim_payout") => {
            Effect { party: said.party(&["validator_stash"]), ..said.clause(Clause::Claim) }
        }
        _ => return None,
    };
    Some([one].into())
}

/// Transfers to other networks.
fn to_other_networks(said: &CallReader<'_>) -> Option<Vec<Effect>> {
    let (pallet, name) = (said.call.pallet.as_str(), said.call.name.as_str());
    let one = match (pallet, name) {
        ("XTokens", "transfer") => {
            // to an account on another network, or on the network above
            let (up, way) = place(said.call.argument("dest")?)?;
            let to = match way.as_slice() {
                [step] if up == U256::from(1u8) => account_of(step, said),
                [Value::Kind(over, _), step] if up == U256::from(1u8) && over == "Parachain" => {
                    account_of(step, said)
                }
                _ => None,
            };
            let effect = said.send(said.token(&["currency_id"]), said.units(&["amount"]), to);
            Effect { risk: effect.risk.max(Risk::Review), words: said.over(), ..effect }
        }
        (
            "XcmPallet" | "PolkadotXcm",
            "reserve_transfer_assets"
            | "limited_reserve_transfer_assets"
            | "teleport_assets"
            | "limited_teleport_assets"
            | "transfer_assets",
        ) => return Some(across(said)),
        _ => return None,
    };
    Some([one].into())
}

/// Calls that give others power over the account, and calls with unknown effects.
fn powers(said: &CallReader<'_>) -> Option<Effect> {
    let (pallet, name) = (said.call.pallet.as_str(), said.call.name.as_str());
    Some(match (pallet, name) {
        ("NominationPools", "update_roles") => said.control(Power::Admin, Risk::Critical, None),
        ("Proxy", "add_proxy") => said.control(Power::Module, proxy_risk(said), said.party(&["delegate"])),
        // a keyless account without proxies can't be reached any more
        ("Proxy", "kill_pure" | "kill_anonymous" | "remove_proxies") => {
            said.whole(EffectKind::Close, Risk::Critical)
        }
        // only the hash or unread bytes of a call that it executes, so its effects are unknown
        ("Multisig", "approve_as_multi" | "as_multi")
        | ("XcmPallet" | "PolkadotXcm", "execute" | "execute_blob") => {
            Effect { owner: None, ..said.whole(EffectKind::Unread, Risk::Critical) }
        }
        ("Recovery", "create_recovery" | "set_recovered") => {
            said.control(Power::Signer, Risk::Critical, said.account(&["rescuer"]))
        }
        ("Recovery", "vouch_recovery") => {
            said.control(Power::Signer, Risk::Warning, said.party(&["rescuer"]))
        }
        ("Session", "set_keys") => said.control(Power::Signer, Risk::Critical, None),
        ("Sudo", "set_key") => said.control(Power::Admin, Risk::Critical, said.party(&["new"])),
        ("System", "set_code" | "set_code_without_checks" | "authorize_upgrade") => {
            said.control(Power::Program, Risk::Critical, None)
        }
        _ => return None,
    })
}

/// Votes, notes, and settings of the account that move nothing.
fn changes(said: &CallReader<'_>) -> Option<Effect> {
    let (pallet, name) = (said.call.pallet.as_str(), said.call.name.as_str());
    Some(match (pallet, name) {
        ("ConvictionVoting", "vote") => vote(said)?,
        ("Staking" | "NominationPools", "nominate" | "chill" | "withdraw_unbonded" | "bond_extra")
        | ("ConvictionVoting", "remove_vote" | "unlock" | "undelegate")
        | ("Vesting", "vest")
        | ("Identity", "set_identity" | "set_subs" | "clear_identity" | "add_sub" | "remove_sub")
        | ("Proxy", "remove_proxy" | "reject_announcement" | "remove_announcement")
        | ("Multisig", "cancel_as_multi") => said.whole(Clause::Change.into(), Risk::Normal),
        ("System", "remark" | "remark_with_event") => {
            let words = match said.call.argument("remark") {
                Some(Value::Bytes(bytes)) => {
                    core::str::from_utf8(bytes).ok().map(|text| EffectText::Text(shown(text.into())))
                }
                _ => None,
            };
            Effect { words: words.or_else(|| said.words()), ..said.clause(Clause::Note) }
        }
        _ => return None,
    })
}

/// A keyless account that another account controls: the hash of how it was created.
fn derived(of: &[u8]) -> [u8; 32] {
    Blake2b::<U32>::new().chain_update(b"modlpy/utilisuba").chain_update(of).finalize().into()
}

/// A multisig account, from the signer, the other signatories and the threshold.
fn shared(call: &Call, caller: [u8; 32]) -> Option<[u8; 32]> {
    let threshold = match call.argument("threshold") {
        Some(threshold) => u16::try_from(threshold.number()?).ok()?,
        None => 1,
    };
    let Some(Value::List(others)) = call.argument("other_signatories") else { return None };
    let mut all: Vec<[u8; 32]> = others.iter().map(Value::account).collect::<Option<_>>()?;
    all.push(caller);
    all.sort_unstable();
    let count = u8::try_from(all.len()).ok().filter(|count| *count < 64)?;
    let mut of = [count << 2].to_vec();
    all.iter().for_each(|key| of.extend_from_slice(key));
    of.extend_from_slice(&threshold.to_le_bytes());
    Some(derived(&of))
}

/// The account for which a call runs its inner calls, if it does nothing else. `None` for any other call, or if the
/// account is unknown.
fn carries(call: &Call, caller: [u8; 32]) -> Option<[u8; 32]> {
    match (call.pallet.as_str(), call.name.as_str()) {
        ("Utility", "batch" | "batch_all" | "force_batch" | "with_weight" | "if_else") => Some(caller),
        ("Utility", "as_derivative") => {
            let index = u16::try_from(call.argument("index")?.number()?).ok()?;
            Some(derived(&[&caller[..], &index.to_le_bytes()].concat()))
        }
        ("Proxy", "proxy" | "proxy_announced") => call.argument("real")?.account(),
        ("Recovery", "as_recovered") => call.argument("account")?.account(),
        ("Multisig", "as_multi" | "as_multi_threshold_1") => shared(call, caller),
        _ => None,
    }
}

impl Reader {
    fn each(&self, call: &Call, caller: [u8; 32], depth: usize, all: &mut Vec<Effect>) {
        let said = CallReader { reader: self, call, caller };
        let calls = inner(call);
        if calls.is_empty() {
            let done = known(&said);
            all.extend(done.unwrap_or_else(|| [said.whole(EffectKind::Call, Risk::Warning)].into()));
            return;
        }
        let Some(deeper) = depth.checked_sub(1) else {
            all.push(said.of(EffectKind::Unread, Risk::Critical));
            return;
        };
        let (caller, is_carrier) = match carries(call, caller) {
            Some(caller) => (caller, true),
            None => (caller, false),
        };
        let first = all.len();
        for inner in calls {
            self.each(inner, caller, deeper, all);
        }
        if !is_carrier {
            // the call might run them later or for another account, so their effects are displayed with a note that the
            // list is incomplete
            let carried = all.get_mut(first..).unwrap_or_default();
            carried.iter_mut().for_each(|effect| effect.risk = effect.risk.max(Risk::Warning));
            all.push(said.whole(EffectKind::Call, Risk::Warning));
        }
    }

    /// The effects of a call, in order.
    #[must_use]
    pub fn effects(&self, call: &Call) -> Vec<Effect> {
        let mut all = Vec::new();
        self.each(call, self.me, NESTED_MAX, &mut all);
        many_sent(&mut all);
        all
    }
}
