//! Reads the effects of a PSBT (10.44): the user's spent inputs minus the outputs to the user's own addresses.
//! Everything that a signature leaves open is displayed as such. `None` rejects the request.

use super::amounts::{self, Previous, Signed, Spent};
use crate::caip::ChainId;
use crate::constants::PREVIOUS_MAX;
use crate::entities::{AccountEntry, AccountType};
use crate::json::Read;
use crate::namespaces::bip122::codec::psbt::{Psbt, all, field, of};
use crate::namespaces::bip122::codec::script::{self, OpReturn};
use crate::namespaces::bip122::codec::sighash::{self, Allowed, Leaves};
use crate::namespaces::bip122::codec::transaction::{Output, SATS_MAX};
use crate::namespaces::checked_address::is_bitcoin;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Risk, many_receivers};
use crate::text;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{U256, hex};
use serde_json::Value;
use walletconnect::base64;

/// The maximum length of a document. A longer one couldn't be displayed either.
pub const PSBT_CHARS_MAX: usize = 400_000;
/// The amounts that carry inscriptions and tokens, as their wallets use them.
const CARRIERS: [u64; 3] = [330, 546, 10_000];
/// A fee above this is a warning, because it is most likely a mistake.
const FEE_SATS_RISKY: u64 = 1_000_000;
/// A fee above this part of the payments to others is a warning.
const FEE_PART_RISKY: u64 = 4;
/// A fee rate above this is a warning, in sats per virtual byte.
const FEE_RATE_RISKY: u64 = 1_000;
/// The maximum number of displayed characters of data.
const DATA_CHARS_MAX: usize = 1_024;
/// The maximum length of a field name.
const NAME_CHARS: usize = 64;

/// The user's accounts for a request.
pub struct Own<'a> {
    /// The account of the request, and the other accounts of its connection.
    pub accounts: &'a [AccountEntry],
    /// The wallet has shared the accounts on this page. If false, an output only counts as the user's own if the wallet
    /// signs for its address (268).
    pub are_named: bool,
    /// The network.
    pub chain: &'a ChainId,
}

/// A script that the user's keys control.
struct Locked {
    script: Vec<u8>,
    is_of_collectibles: bool,
    /// Payments to the script certainly return to the user.
    is_proven: bool,
}

/// What the inputs of a PSBT spend.
struct Inputs {
    /// The amounts of the user's inputs.
    own: Vec<u64>,
    /// The amount of an input, or whether the input belongs to someone else, isn't proven.
    is_doubtful: bool,
    /// The spent output of every input is known.
    all_known: bool,
}

impl Own<'_> {
    /// The user's addresses on this network.
    fn locked(&self) -> Vec<Locked> {
        let here = self.accounts.iter().filter(|of| is_bitcoin(&self.chain.reference, &of.address));
        let one = |of: &AccountEntry| {
            Some(Locked {
                script: script::of_address(&of.address)?,
                is_of_collectibles: of.kind == AccountType::Ordinal,
                is_proven: self.are_named,
            })
        };
        here.filter_map(one).collect()
    }

    /// Whether an address is one of the user's on this network.
    pub fn has(&self, address: &str) -> bool {
        let script = script::of_address(address).filter(|_| is_bitcoin(&self.chain.reference, address));
        script.is_some() && self.locked().into_iter().any(|of| Some(of.script) == script)
    }
}

/// The effect for an unknown field, which a wallet might use.
pub fn strange(name: &str) -> Effect {
    let words = text::label(name, NAME_CHARS).map(EffectText::Name);
    Effect { words, ..Effect::of(EffectKind::Unread, Risk::Warning) }
}

/// The effects for the fields of a request that aren't in `known`.
pub fn others<'a>(params: &'a Value, known: &'a [&str]) -> impl Iterator<Item = Effect> + 'a {
    let names = params.as_object().into_iter().flat_map(|fields| fields.keys());
    names.filter(|name| !known.contains(&name.as_str())).map(|name| strange(name))
}

/// An effect with an amount of coins.
pub fn coins(kind: EffectKind, risk: Risk, sats: u64) -> Effect {
    let amount = Some(HowMuch::Units(U256::from(sats)));
    Effect { asset: Some(Asset::Coin), amount, ..Effect::of(kind, risk) }
}

/// The same, of a clause.
fn clause(clause: Clause, sats: u64) -> Effect {
    coins(clause.into(), clause.risk(), sats)
}

fn named(effect: Effect, name: String) -> Effect {
    Effect { words: Some(EffectText::Name(name)), ..effect }
}

/// The sum of amounts. `None` above the maximum supply.
fn sum(all: impl Iterator<Item = u64>) -> Option<u64> {
    all.map(u128::from).sum::<u128>().try_into().ok().filter(|sum| *sum <= SATS_MAX)
}

/// Data in hex, shortened if long.
pub fn shown(data: &[u8]) -> String {
    let digits = hex::encode(data);
    match digits.len() > DATA_CHARS_MAX {
        true => [&text::cut(digits, DATA_CHARS_MAX), "…"].concat(),
        false => digits,
    }
}

/// The previous transactions that a document doesn't contain completely.
pub fn bare(params: &Value) -> Vec<crate::namespaces::bip122::codec::transaction::Txid> {
    let mut all = Vec::new();
    let bytes = params.text("psbt").filter(|of| of.len() <= PSBT_CHARS_MAX).and_then(base64::decode);
    let Some(psbt) = bytes.as_deref().and_then(Psbt::read) else { return all };
    for (map, input) in psbt.inputs.iter().zip(&psbt.transaction.inputs) {
        if of(map, field::WHOLE).is_none() && !all.contains(&input.txid) && all.len() < PREVIOUS_MAX {
            all.push(input.txid);
        }
    }
    all
}

/// The effects of `signPsbt`.
#[must_use]
pub fn read(params: &Value, own: &Own<'_>, previous: &Previous) -> Option<Vec<Effect>> {
    let text = params.text("psbt")?;
    if text.len() > PSBT_CHARS_MAX {
        return Some([Effect::of(EffectKind::Unread, Risk::Warning)].into());
    }
    let bytes = base64::decode(text)?;
    let psbt = Psbt::read(&bytes)?;
    let (mut locked, spent) = (own.locked(), amounts::spent(&psbt, previous)?);
    for entry in params.list("signInputs") {
        let index = usize::try_from(entry.whole("index")?).ok()?;
        let Some(Some(spent)) = spent.get(index) else { continue };
        for of in locked.iter_mut().filter(|of| of.script == spent.output.script) {
            of.is_proven = true;
        }
    }
    let document = Document { spent, psbt, locked, own };
    let mut effects = document.effects(params.list("signInputs"))?;
    match params.field("broadcast").map(Value::as_bool) {
        None | Some(Some(false)) => {}
        Some(Some(true)) => effects.push(Clause::Broadcast.effect()),
        Some(None) => return None,
    }
    effects.extend(others(params, &["account", "chain", "chainId", "psbt", "signInputs", "broadcast"]));
    for entry in params.list("signInputs") {
        effects.extend(others(entry, &["address", "index", "sighashTypes"]));
    }
    many_receivers(&mut effects);
    Some(effects)
}

struct Document<'a> {
    psbt: Psbt<'a>,
    spent: Vec<Option<Spent>>,
    locked: Vec<Locked>,
    own: &'a Own<'a>,
}

/// An input that the user is asked to sign.
struct InputToSign {
    index: usize,
    value: u64,
    allowed: Allowed,
    signed: Signed,
}

impl Document<'_> {
    /// The user's own script of an output.
    fn own(&self, output: &Output) -> Option<&Locked> {
        self.locked.iter().find(|of| of.script == output.script)
    }

    /// Whether an output pays back to the user.
    fn comes_back(&self, output: &Output) -> bool {
        self.own(output).is_some_and(|of| of.is_proven)
    }

    /// The inputs to sign. `None` unless each belongs to the user and has a known type.
    fn asked(&self, list: &[Value]) -> Option<Vec<InputToSign>> {
        let mut asked: Vec<InputToSign> = Vec::new();
        for entry in list {
            let index = usize::try_from(entry.whole("index")?).ok()?;
            let map = self.psbt.inputs.get(index)?;
            let spent = self.spent.get(index)?.as_ref()?;
            let address = entry.text("address")?;
            let own = self.own(&spent.output)?;
            let is_it = script::of_address(address).as_ref() == Some(&own.script);
            (is_it && is_bitcoin(&self.own.chain.reference, address)).then_some(())?;
            let signed = amounts::signed(map, spent)?;
            // without a witness, only the complete previous transaction proves the amount
            (signed != Signed::Older || spent.has_whole).then_some(())?;
            let is_over = of(map, field::FINAL_SCRIPT).or(of(map, field::FINAL_WITNESS)).is_some();
            let allowed = Allowed::read(map, sighash::asked(entry))?;
            (!is_over && allowed.have(map)).then_some(())?;
            self.is_of_this(index, signed, &allowed).then_some(())?;
            asked.iter().all(|one| one.index != index).then_some(())?;
            asked.push(InputToSign { index, value: spent.output.value, allowed, signed });
        }
        (!asked.is_empty()).then_some(asked)
    }

    /// Whether a signature covers this transaction. Without a witness, a signature with no output at its index signs
    /// the number 1. Its holder can then spend every coin of that key, now and later.
    fn is_of_this(&self, index: usize, signed: Signed, allowed: &Allowed) -> bool {
        let is_there = index < self.psbt.transaction.outputs.len();
        signed != Signed::Older || is_there || !allowed.are_of_own_place()
    }

    fn effects(&self, list: &[Value]) -> Option<Vec<Effect>> {
        let asked = self.asked(list)?;
        let mut before = Vec::new();
        for input in &self.psbt.transaction.inputs {
            let coin = (input.txid, input.index);
            (!before.contains(&coin)).then_some(())?;
            before.push(coin);
        }
        let paid = sum(self.psbt.transaction.outputs.iter().map(|output| output.value))?;
        let mut effects = Vec::new();
        for one in &asked {
            effects.extend(self.left(one.index, one.value, &one.allowed));
            effects.extend(self.by_script(one.index));
        }
        let is_complete = asked.iter().all(|one| one.allowed.leaves() == Leaves::Nothing);
        if asked.iter().any(|one| one.allowed.leaves() == Leaves::Inputs) {
            effects.push(Clause::Joinable.effect());
        }
        let Inputs { own, is_doubtful, all_known } = self.inputs(&asked, &mut effects)?;
        effects.extend(self.paid());
        let outputs = self.psbt.transaction.outputs.iter();
        let back = sum(outputs.filter(|output| self.comes_back(output)).map(|output| output.value))?;
        let put_in = self.spent.iter().map(|spent| spent.as_ref().map(|spent| spent.output.value));
        let put_in = sum(put_in.collect::<Option<Vec<u64>>>().unwrap_or_default().into_iter())?;
        // the network would reject it
        (!(is_complete && all_known && put_in < paid)).then_some(())?;
        let spent = sum(own.into_iter())?;
        effects.push(match spent.checked_sub(back) {
            // unverifiable inputs of others might be the user's own, so the returned amount might come from those
            _ if !is_complete || is_doubtful && back > 0 => {
                let most = sum(asked.iter().map(|one| one.value))?;
                clause(Clause::AtMost, most)
            }
            Some(leaves) => clause(Clause::Total, leaves),
            None => coins(EffectKind::Receive, Risk::Review, back - spent),
        });
        effects.push(match is_complete && all_known {
            true => self.fee(put_in - paid, paid - back),
            false => Effect::of(EffectKind::Fee, Risk::Review),
        });
        Some(effects)
    }

    /// Adds the effects of the inputs. `None` if an input is already signed for something else.
    fn inputs(&self, asked: &[InputToSign], effects: &mut Vec<Effect>) -> Option<Inputs> {
        // a taproot signature over all amounts is invalid if one of them is false
        let is_sealed = asked.iter().any(|one| {
            let leaves = one.allowed.leaves();
            one.signed == Signed::Taproot && matches!(leaves, Leaves::Nothing | Leaves::OtherOutputs)
        });
        let all_known = self.spent.iter().all(Option::is_some);
        let is_proven = |index: usize, spent: &Spent| {
            let is_own = asked.iter().any(|one| one.index == index && one.signed == Signed::Taproot);
            spent.is_proven || is_own || is_sealed && all_known
        };
        let (mut own, mut unproven, mut others, mut doubtful) = (Vec::new(), Vec::new(), 0, false);
        for (index, spent) in self.spent.iter().enumerate() {
            let Some(spent) = spent else {
                (others, doubtful) = (others + 1, true);
                continue;
            };
            let value = spent.output.value;
            if self.own(&spent.output).is_none() {
                (others, doubtful) = (others + 1, doubtful || !is_proven(index, spent));
                continue;
            }
            if !asked.iter().any(|one| one.index == index) {
                effects.extend(self.beside(index, spent)?);
            }
            own.push(value);
            if !is_proven(index, spent) {
                unproven.push(value);
            }
            if self.is_of_collectibles(&spent.output) || CARRIERS.contains(&value) {
                let carries = clause(Clause::Collectible, value);
                effects.push(named(carries, (index + 1).to_string()));
            }
        }
        if !unproven.is_empty() {
            effects.push(clause(Clause::Unproven, sum(unproven.into_iter())?));
        }
        if others > 0 {
            effects.push(match doubtful {
                true => Clause::JointUnproven.effect(),
                false => Clause::Joint.effect(),
            });
        }
        Some(Inputs { own, is_doubtful: doubtful, all_known })
    }

    /// Whether an account for collectibles controls the output. An address can also be a payment address.
    fn is_of_collectibles(&self, output: &Output) -> bool {
        self.locked.iter().any(|of| of.script == output.script && of.is_of_collectibles)
    }

    /// The effect of a user's input that the request doesn't name, because some wallets sign every input that they can.
    /// `None` if it is already signed for something else.
    fn beside(&self, index: usize, spent: &Spent) -> Option<Option<Effect>> {
        let map = self.psbt.inputs.get(index)?;
        let allowed = Allowed::read(map, None).filter(|allowed| allowed.have(map))?;
        // a script that doesn't match is treated as the worst type
        let signed = amounts::signed(map, spent).unwrap_or(Signed::Older);
        self.is_of_this(index, signed, &allowed).then_some(())?;
        Some(self.left(index, spent.output.value, &allowed))
    }

    /// Whether an input is signed through a taproot script instead of its key. The script's further conditions aren't
    /// read.
    fn by_script(&self, index: usize) -> Option<Effect> {
        let map = self.psbt.inputs.get(index)?;
        let is_script = all(map, field::TAP_LEAF).chain(all(map, field::TAP_SCRIPT)).next().is_some();
        is_script.then(|| named(Clause::Script.effect(), (index + 1).to_string()))
    }

    /// The effect for the parts that an input's signature leaves open.
    fn left(&self, index: usize, value: u64, allowed: &Allowed) -> Option<Effect> {
        let blank = clause(Clause::OpenSignature, value);
        let clause = match allowed.leaves() {
            Leaves::Nothing | Leaves::Inputs => return None,
            Leaves::Outputs => return Some(blank),
            Leaves::OtherOutputs => Clause::Partial,
            Leaves::OtherOutputsAndInputs => Clause::Listing,
        };
        let output = self.psbt.transaction.outputs.get(index);
        let Some(output) = output.filter(|output| self.comes_back(output)) else { return Some(blank) };
        // less than the inputs returns to the user, and the holder of the document gets the rest
        let risk = if output.value < value { Risk::Critical } else { Risk::Warning };
        Some(named(coins(clause.into(), risk, output.value), (index + 1).to_string()))
    }

    /// The payments to others, and the data outputs.
    fn paid(&self) -> Vec<Effect> {
        let mut effects = Vec::new();
        for output in &self.psbt.transaction.outputs {
            if self.comes_back(output) {
                continue;
            }
            match script::said(&output.script) {
                Some(said) => {
                    if output.value > 0 {
                        effects.push(coins(EffectKind::Burn, Risk::Warning, output.value));
                    }
                    effects.push(match said {
                        OpReturn::Text(words) => written(EffectText::Text(text::in_boxes(&words))),
                        OpReturn::Data(data) => written(EffectText::Name(shown(&data))),
                        OpReturn::Runes => strange("Runestone"),
                    });
                }
                None => {
                    let party = script::address(&output.script, &self.own.chain.reference);
                    let words = party.is_none().then(|| EffectText::Text(shown(&output.script)));
                    let risk = if party.is_none() { Risk::Warning } else { Risk::Normal };
                    effects.push(Effect { party, words, ..coins(EffectKind::Send, risk, output.value) });
                }
            }
        }
        effects
    }

    /// The fee, with the fee rate if the size is known.
    fn fee(&self, sats: u64, paid: u64) -> Effect {
        let size = amounts::size(&self.psbt.transaction, &self.spent, &self.psbt.inputs);
        let size = size.and_then(|size| u64::try_from(size).ok()).filter(|size| *size > 0);
        // if everything returns to the account, a percentage has no meaning
        let is_share = paid > 0 && sats.saturating_mul(FEE_PART_RISKY) > paid;
        let is_high =
            is_share || sats >= FEE_SATS_RISKY || size.is_some_and(|size| sats / size >= FEE_RATE_RISKY);
        let risk = if is_high { Risk::Warning } else { Risk::Normal };
        let rate = size.map(|size| {
            let tenths = sats.saturating_mul(10) / size;
            alloc::format!("≈ {}.{} sat/vB", tenths / 10, tenths % 10)
        });
        Effect { words: rate.map(EffectText::Text), ..coins(EffectKind::Fee, risk, sats) }
    }
}

/// The effect for text or data that everyone can read.
pub fn written(words: EffectText) -> Effect {
    Effect { words: Some(words), ..Clause::Note.effect() }
}
