//! Reads the effects of a page's request from the exact request (10.12): transfers, approvals, permits of EIP-2612 and
//! Permit2, typed data, batches. Unknown calls are displayed as unknown, without guesses. The page's description is
//! added separately ([`super::descriptor`]).

use crate::amount;
use crate::constants::{FEE_LOOK, FEE_RISKY, REVIEW_BYTES_MAX, RPC_BYTES_MAX};
use crate::json::{self, Read};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{
    Asset, Carries, Effect, EffectKind, EffectText as Foreign, HowMuch, Power, Risk, Says, Until,
};
use crate::namespaces::eip155::codec::approvals::{PERMIT2, is_endless};
use crate::namespaces::eip155::codec::grants::Permission;
use crate::namespaces::eip155::codec::{abi, execution, words::Loose};
use crate::namespaces::eip155::reader::carried::{self, CarriedAction};
use crate::namespaces::eip155::reader::{control, intents, nfts, orders, typed_fields, venues};
use crate::namespaces::eip155::{self, bytes_of, is_blind};
use crate::text;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use serde_json::Value;

/// The maximum length of an untrusted name.
const NAME_CHARS: usize = 64;

/// The effect of sending the native coin.
fn send(to: &str, units: U256) -> Effect {
    Effect {
        asset: Some(Asset::Coin),
        amount: Some(HowMuch::Units(units)),
        party: Some(to.into()),
        ..Effect::of(EffectKind::Send, Risk::Normal)
    }
}

/// The effect of sending a token.
fn transfer(token: &str, to: String, units: U256) -> Effect {
    Effect {
        asset: Some(Asset::Token(token.into())),
        amount: Some(HowMuch::Units(units)),
        party: Some(to),
        ..Effect::of(EffectKind::Send, Risk::Normal)
    }
}

/// The effect of moving a token or an NFT of an account. The call doesn't name the owner.
pub(crate) fn moved(token: &str, from: String, to: String, amount: HowMuch) -> Effect {
    Effect {
        asset: Some(Asset::Token(token.into())),
        amount: Some(amount),
        party: Some(to),
        owner: Some(from),
        ..Effect::of(EffectKind::Move, Risk::Warning)
    }
}

/// The effect of data after a call, which some contracts use.
pub(crate) fn behind(on: &str, bytes: usize) -> Effect {
    let words = Some(Foreign::Name(bytes.to_string()));
    Effect { words, on: Some(on.into()), ..Clause::Behind.effect() }
}

/// The effect of an encoding that contracts read differently.
fn odd(on: &str, name: &str) -> Effect {
    let words = Some(Foreign::Name(name.into()));
    Effect { words, on: Some(on.into()), ..Effect::of(EffectKind::Unread, Risk::Warning) }
}

pub(crate) fn how_much(units: U256) -> HowMuch {
    if is_endless(&units) { HowMuch::Any } else { HowMuch::Units(units) }
}

/// The effect of an approval for a spender. Zero revokes it.
fn approve(token: &str, spender: String, units: U256) -> Effect {
    let amount = how_much(units);
    let risk = if amount == HowMuch::Any { Risk::Warning } else { Risk::Normal };
    Effect {
        asset: Some(Asset::Token(token.into())),
        amount: Some(amount),
        number: Some(units),
        party: Some(spender),
        ..Effect::of(EffectKind::Allow, risk)
    }
}

/// The effect of approving a whole collection for an operator, or of revoking that.
fn approve_all(token: &str, operator: String, is_on: bool) -> Effect {
    let (risk, amount) = match is_on {
        true => (Risk::Critical, HowMuch::Any),
        false => (Risk::Normal, HowMuch::Units(U256::ZERO)),
    };
    Effect {
        asset: Some(Asset::Token(token.into())),
        amount: Some(amount),
        party: Some(operator),
        ..Effect::of(EffectKind::AllowAll, risk)
    }
}

/// The effect of a signed approval for a spender, with an expiry.
fn permit_of(token: String, spender: String, units: U256, until_s: Option<u64>) -> Effect {
    Effect {
        asset: Some(Asset::Token(token)),
        amount: Some(how_much(units)),
        number: Some(units),
        party: Some(spender),
        until: Some(until_s.map_or(Until::Never, Until::Second)),
        is_by_signature: true,
        ..Effect::of(EffectKind::Allow, Risk::Warning)
    }
}

/// The effect of an unknown call, with its name: a selector, or the name of broken data.
fn unknown(to: Option<String>, name: String) -> Effect {
    Effect { party: to, words: Some(Foreign::Name(name)), ..Effect::of(EffectKind::Call, Risk::Warning) }
}

/// The effects of a request, in order. Empty for a method without effects.
#[must_use]
pub fn read(method: &str, params: &Value, site: &dyn Says) -> Vec<Effect> {
    let at = |index: usize| params.get(index);
    match method {
        _ if eip155::is_transaction(method) => {
            at(0).map(|of| call(of, parsed(of, "from"), site)).unwrap_or_default()
        }
        "eth_sendUserOperation" => at(0).map(|of| operation(of, site)).unwrap_or_default(),
        "wallet_sendCalls" => {
            let calls = at(0).map(|batch| batch.list("calls")).unwrap_or_default();
            let from = at(0).and_then(|batch| parsed(batch, "from"));
            let of = |(place, of)| {
                call(of, from.clone(), site).into_iter().map(move |effect| Effect { place, ..effect })
            };
            let capable = at(0).and_then(|batch| batch.field("capabilities")).and_then(Value::as_object);
            let names = capable.into_iter().flat_map(|of| of.keys());
            let unread =
                names.filter(|name| !CAPABILITIES.contains(&name.as_str())).map(|name| capability(name));
            calls.iter().enumerate().flat_map(of).chain(unread).collect()
        }
        _ if eip155::is_typed(method) => {
            let signer = at(0).and_then(Value::as_str).and_then(|text| eip155::parse(text).ok()).map(written);
            at(1).map(|data| typed(data, &signer.unwrap_or_default(), site)).unwrap_or_default()
        }
        "wallet_grantPermissions" | "wallet_requestExecutionPermissions" => granted(method, params),
        "personal_sign" => at(0).and_then(Value::as_str).map(message).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The capabilities of a batch that have no effects: a sponsor, outside funds, continuing after a failed call,
/// atomicity, an attribution.
pub(crate) const CAPABILITIES: [&str; 7] = [
    "paymasterService",
    "auxiliaryFunds",
    "flowControl",
    "flow-control",
    "atomic",
    "atomicBatch",
    "dataSuffix",
];

/// The effect of any other capability, which can contain calls, or keys that get access.
fn capability(name: &str) -> Effect {
    let name = text::label(name, NAME_CHARS).unwrap_or_default();
    Effect { words: Some(Foreign::Name(name)), ..Effect::of(EffectKind::Unread, Risk::Warning) }
}

fn message(given: &str) -> Effect {
    if is_blind(given) {
        return Effect::of(EffectKind::Unread, Risk::Warning);
    }
    let bytes = bytes_of(given);
    let words = bytes.as_ref().and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or(given);
    let text = text::in_boxes(words);
    Effect { words: Some(Foreign::Text(text)), ..Effect::of(EffectKind::Sign, Risk::Normal) }
}

fn written(address: Address) -> String {
    address.to_checksum(None)
}

fn parsed(of: &Value, name: &str) -> Option<String> {
    eip155::parse(of.text(name)?).ok().map(written)
}

/// The effects of one call: its value, and those of its data.
fn call(of: &Value, from: Option<String>, site: &dyn Says) -> Vec<Effect> {
    let mut effects: Vec<Effect> = of.list("authorizationList").iter().map(delegated).collect();
    effects.extend(eip155::rules::fee(of).map(paid));
    let value = of.text("value").and_then(amount::quantity).unwrap_or_default();
    let Some(to) = parsed(of, "to") else {
        let made = effects.push_mut(Effect::of(EffectKind::Create, Risk::Warning));
        if !value.is_zero() {
            made.with_coins(Some(HowMuch::Units(value)));
        }
        return effects;
    };
    let data = of.text("data").or_else(|| of.text("input")).unwrap_or("0x");
    let data = data.strip_prefix("0x").unwrap_or(data);
    let mut tree = Tree { site, from, effects };
    tree.call(&to, value, data, 0);
    tree.effects
}

/// The fee that the page's request sets, which goes to block producers.
fn paid(fee: U256) -> Effect {
    let risk = match fee {
        fee if fee >= U256::from(FEE_RISKY) => Risk::Warning,
        fee if fee >= U256::from(FEE_LOOK) => Risk::Review,
        _ => Risk::Normal,
    };
    Effect {
        asset: Some(Asset::Coin),
        amount: Some(HowMuch::Units(fee)),
        ..Effect::of(EffectKind::Fee, risk)
    }
}

/// The effect of a delegation (EIP-7702), which runs a delegate's code as the account.
fn delegated(of: &Value) -> Effect {
    let effect = Effect::of(EffectKind::Control, Risk::Critical);
    Effect { power: Some(Power::Delegate), party: parsed(of, "address"), ..effect }
}

/// The effects of a user operation (ERC-4337), whose instructions are a call to the account itself.
fn operation(of: &Value, site: &dyn Says) -> Vec<Effect> {
    let data = of.text("callData").and_then(|data| data.strip_prefix("0x")).unwrap_or_default();
    let Some(sender) = parsed(of, "sender").filter(|_| !data.is_empty()) else {
        return alloc::vec![Effect::of(EffectKind::Unread, Risk::Warning)];
    };
    let mut tree = Tree { site, from: Some(sender.clone()), effects: Vec::new() };
    tree.call(&sender, U256::ZERO, data, 0);
    let is_new = ["initCode", "factory"].iter().any(|name| of.text(name).is_some_and(|code| code.len() > 2));
    if is_new {
        tree.effects.push(Effect::of(EffectKind::Create, Risk::Warning));
    }
    tree.effects
}

/// The effects of granted permissions (ERC-7715 and its older name): actions that are then possible repeatedly without
/// confirmation. An unknown permission can be anything.
fn granted(method: &str, params: &Value) -> Vec<Effect> {
    let is_newer = method == "wallet_requestExecutionPermissions";
    let of_one = |place: usize, of: &Value| -> Vec<Effect> {
        let until_s = match is_newer {
            true => execution::ends(of),
            false => of.whole("expiry"),
        };
        let effect = |permission: Permission| Effect {
            place,
            until: Some(until_s.map_or(Until::Never, Until::Second)),
            ..allowed(permission, parsed(of, "to"))
        };
        match is_newer {
            true => {
                alloc::vec![effect(of.field("permission").map_or_else(nothing_known, execution::permission))]
            }
            false => of.list("permissions").iter().map(|one| effect(Permission::read(one))).collect(),
        }
    };
    let all = params.as_array().into_iter().flatten().enumerate();
    all.flat_map(|(place, of)| of_one(place, of)).collect()
}

fn nothing_known() -> Permission {
    Permission::Other { kind: String::new() }
}

fn allowed(permission: Permission, to: Option<String>) -> Effect {
    match permission {
        Permission::Allowance { token, .. } => Effect {
            asset: Some(token.map_or(Asset::Coin, |token| Asset::Token(written(token)))),
            amount: Some(HowMuch::Any),
            party: to,
            ..Effect::of(EffectKind::Allow, Risk::Warning)
        },
        Permission::Call { contract, functions } => {
            let names: Vec<&str> = functions.iter().map(|of| of.name.as_str()).collect();
            let is_delegate = functions.iter().any(|of| of.is_delegate);
            let kind = if is_delegate { EffectKind::Control } else { EffectKind::Call };
            Effect {
                power: is_delegate.then_some(Power::Delegate),
                risk: if is_delegate { Risk::Critical } else { Risk::Warning },
                kind,
                ..unknown(Some(written(contract)), names.join(", "))
            }
        }
        Permission::Other { kind } => Effect {
            power: Some(Power::Module),
            party: to,
            words: Some(Foreign::Name(kind)),
            ..Effect::of(EffectKind::Control, Risk::Critical)
        },
    }
}

/// Decodes a call and all calls inside it.
struct Tree<'a> {
    site: &'a dyn Says,
    from: Option<String>,
    effects: Vec<Effect>,
}

impl Tree<'_> {
    fn call(&mut self, to: &str, value: U256, data: &str, depth: usize) {
        if !value.is_zero() || data.is_empty() {
            self.effects.push(send(to, value));
        }
        if data.is_empty() {
            return;
        }
        if known(to, data, &mut self.effects).is_some() {
            return;
        }
        let carrier = carried::name(data);
        let is_deep = carrier.is_some() && depth >= carried::DEPTH_MAX;
        let is_read = carrier.is_some() && !is_deep && data.len() / 2 <= REVIEW_BYTES_MAX;
        let told = if is_read { carried::told(to, data) } else { None };
        let name = carrier.map_or_else(
            || text::label(data.get(..8).unwrap_or(data), 8).unwrap_or_default(),
            ToString::to_string,
        );
        self.effects.push(Effect {
            carries: match (carrier, &told) {
                (None, _) => Carries::Nothing,
                (_, Some(told)) if told.is_part && told.told.is_empty() => Carries::Unread,
                (_, Some(told)) if told.is_part => Carries::Part,
                (_, Some(_)) => Carries::Read,
                (_, None) => Carries::Unread,
            },
            // deeper calls are unread, and unusual
            risk: if is_deep { Risk::Critical } else { Risk::Warning },
            said: self.site.of_call(to, value, data).map(Box::new),
            ..unknown(Some(to.to_string()), name)
        });
        let told = told.unwrap_or_default();
        self.told(told.told, depth);
        if told.behind > 0 {
            self.effects.push(behind(to, told.behind));
        }
    }

    /// Adds the actions of an outer call.
    fn told(&mut self, all: Vec<CarriedAction>, depth: usize) {
        for told in all {
            match told {
                CarriedAction::Call(inner) => self.call(&inner.to, inner.value, &inner.data, depth + 1),
                // a transfer to the account itself doesn't leave it
                CarriedAction::Effect(effect)
                    if effect.kind == EffectKind::Send
                        && effect.party.is_some()
                        && effect.party == self.from => {}
                CarriedAction::Effect(effect) => self.effects.push(*effect),
            }
        }
    }
}

/// Adds the effects of a known call, with any trailing data. `None` for any other call.
fn known(to: &str, data: &str, effects: &mut Vec<Effect>) -> Option<()> {
    let (effect, loose) = match simple(to, data) {
        Some(found) => found,
        None => {
            return nfts::read(to, data, effects).or_else(|| {
                let (effect, read) = control::read(to, data)?;
                effects.push(effect);
                match read {
                    Some(read) if read.is_odd => effects.push(odd(to, "parameters")),
                    Some(read) if read.behind > 0 => effects.push(behind(to, read.behind)),
                    Some(_) => {}
                    None => effects.push(odd(to, "parameters")),
                }
                Some(())
            });
        }
    };
    let is_odd = loose.is_odd();
    let risk = if is_odd { effect.risk.max(Risk::Warning) } else { effect.risk };
    effects.push(Effect { risk, ..effect });
    if is_odd {
        effects.push(odd(to, "parameters"));
    }
    if loose.behind > 0 {
        effects.push(behind(to, loose.behind));
    }
    Some(())
}

/// The effect of a call whose parameters are words.
fn simple(to: &str, data: &str) -> Option<(Effect, Loose)> {
    let selector = u32::from_str_radix(data.get(..8)?, 16).ok()?;
    let is_permit2 = to == written(PERMIT2);
    let count = match selector {
        0xa22c_b465 | 0xa905_9cbb | 0x095e_a7b3 | 0x3950_9351 | 0xd73d_d623 => 2,
        0x23b8_72dd | 0x4284_2e0e => 3,
        0x8751_7c45 | 0x36c7_8516 if is_permit2 => 4,
        0x959b_8c3f => 1,
        0xd505_accf => 7,
        0x8fcb_af0c => 8,
        _ => return None,
    };
    let words = Loose::of(data, selector, count)?;
    let address = |at: usize| written(words.address(at));
    let effect = match selector {
        // transfer(address,uint256)
        0xa905_9cbb => transfer(to, address(0), words.number(1)),
        // approve(address,uint256)
        0x095e_a7b3 => approve(to, address(0), words.number(1)),
        // increaseAllowance(address,uint256), increaseApproval(address,uint256): the call doesn't contain the existing
        // amount
        0x3950_9351 | 0xd73d_d623 => {
            let more = approve(to, address(0), words.number(1));
            Effect { kind: Clause::Raise.into(), risk: Clause::Raise.risk(), ..more }
        }
        // setApprovalForAll(address,bool)
        0xa22c_b465 => approve_all(to, address(0), words.flag(1)),
        // transferFrom(address,address,uint256): an amount, or the number of an NFT
        0x23b8_72dd => {
            let number = words.number(2);
            let effect = moved(to, address(0), address(1), HowMuch::Units(number));
            Effect { number: Some(number), ..effect }
        }
        // safeTransferFrom(address,address,uint256)
        0x4284_2e0e => {
            let piece = HowMuch::Piece(words.number(2), U256::from(1u8));
            moved(to, address(0), address(1), piece)
        }
        // Permit2: approve(address token, address spender, uint160 amount, uint48 expiration)
        0x8751_7c45 => {
            let until_s = u64::try_from(words.number(3)).ok();
            let effect = permit_of(address(0), address(1), words.number(2), until_s);
            Effect { is_by_signature: false, ..effect }
        }
        // Permit2: transferFrom(address from, address to, uint160 amount, address token)
        0x36c7_8516 => moved(&address(3), address(0), address(1), HowMuch::Units(words.number(2))),
        // authorizeOperator(address): ERC-777, for all of a token
        0x959b_8c3f => approve(to, address(0), U256::MAX),
        // permit(owner, spender, value, deadline, v, r, s), and DAI's older form: submits a signature
        _ => {
            let is_dai = selector == 0x8fcb_af0c;
            let units = match is_dai {
                true if words.flag(4) => U256::MAX,
                true => U256::ZERO,
                false => words.number(2),
            };
            Effect { owner: Some(address(0)), ..approve(to, address(1), units) }
        }
    };
    Some((effect, words))
}

/// A number in the wallets' form: decimal or hex text, or a JSON number.
fn number(of: &Value, name: &str) -> Option<U256> {
    abi::number_of(of.field(name)?)
}

fn seconds(of: &Value, name: &str) -> Option<u64> {
    u64::try_from(number(of, name)?).ok()
}

/// The effects of EIP-712 data.
fn typed(given: &Value, signer: &str, site: &dyn Says) -> Vec<Effect> {
    let parsed_text = match given {
        Value::String(text) => json::parse(text, RPC_BYTES_MAX).ok(),
        _ => None,
    };
    let data = parsed_text.as_ref().unwrap_or(given);
    if let Some(inner) = contents(data) {
        return typed(&inner, signer, site);
    }
    let primary = data.text("primaryType").unwrap_or_default();
    let (Some(domain), Some(message)) = (data.field("domain"), data.field("message")) else {
        return alloc::vec![other(data, site)];
    };
    let contract = parsed(domain, "verifyingContract");
    if let Some(orders) = orders::read(domain, primary, message) {
        return orders.into_iter().map(|effect| Effect { on: contract.clone(), ..effect }).collect();
    }
    if let Some(effects) = venues::read(domain, primary, message) {
        return effects;
    }
    if let Some(intent) = intents::read(contract.as_deref(), signer, primary, message) {
        return intended(intent, contract, primary, site);
    }
    let permits = match primary {
        // EIP-2612; DAI's older form approves everything or nothing
        "Permit" if message.field("tokenId").is_some() => permit_of_piece(message, contract.as_deref()),
        "Permit" => permit(message, contract.as_deref()),
        "PermitForAll" => permit_of_all(message, contract.as_deref()),
        "PermitSingle" | "PermitBatch" if contract == Some(written(PERMIT2)) => details(message),
        name if name.starts_with("Permit") && contract == Some(written(PERMIT2)) => transfers(message),
        _ => None,
    };
    permits.unwrap_or_else(|| alloc::vec![other(data, site)])
}

/// The inner data of an account's own typed data (ERC-7739), with the contract in it.
fn contents(data: &Value) -> Option<Value> {
    let message = data.field("message").filter(|_| data.text("primaryType") == Some("TypedDataSign"))?;
    let fields = data.field("types")?.list("TypedDataSign").iter();
    let inner = fields.filter(|field| field.text("name") == Some("contents")).find_map(|f| f.text("type"))?;
    if inner == "TypedDataSign" {
        return None; // nested in itself without end
    }
    Some(crate::json::json!({
        "types": data.field("types"), "domain": data.field("domain"), "primaryType": inner,
        "message": message.field("contents"),
    }))
}

/// The effects of a signature, with the data of each if there are several.
fn intended(
    intent: intents::Intent,
    contract: Option<String>,
    primary: &str,
    site: &dyn Says,
) -> Vec<Effect> {
    let words = text::label(primary, NAME_CHARS).map(Foreign::Name);
    let Some(told) = intent.told else {
        let unread = Effect::of(EffectKind::Unread, Risk::Warning);
        return alloc::vec![Effect {
            words,
            on: contract,
            owner: intent.owner,
            is_by_signature: true,
            ..unread
        }];
    };
    let mut tree = Tree { site, from: None, effects: Vec::new() };
    tree.told(told, 0);
    let signed = |effect: Effect| Effect {
        // receiving keeps its risk, every other effect is at least a warning
        risk: if effect.kind == EffectKind::Receive { effect.risk } else { effect.risk.max(Risk::Warning) },
        owner: effect.owner.or_else(|| intent.owner.clone()),
        on: effect.on.or_else(|| contract.clone()),
        is_by_signature: true,
        ..effect
    };
    tree.effects.into_iter().map(signed).collect()
}

fn permit(message: &Value, token: Option<&str>) -> Option<Vec<Effect>> {
    let units = match message.flag("allowed") {
        Some(true) => U256::MAX,
        Some(false) => U256::ZERO,
        None => number(message, "value")?,
    };
    let until_s = seconds(message, "deadline").or_else(|| seconds(message, "expiry"));
    Some(alloc::vec![permit_of(token?.to_string(), parsed(message, "spender")?, units, until_s)])
}

/// The effects of a signed approval of one NFT (ERC-4494, and the form of Uniswap's positions).
fn permit_of_piece(message: &Value, token: Option<&str>) -> Option<Vec<Effect>> {
    let (spender, piece) = (parsed(message, "spender")?, number(message, "tokenId")?);
    let effect = permit_of(token?.to_string(), spender, piece, seconds(message, "deadline"));
    let amount = Some(HowMuch::Piece(piece, U256::from(1u8)));
    Some(alloc::vec![Effect { amount, number: None, ..effect }])
}

/// The effects of a signed approval of a whole collection, or of its revocation.
fn permit_of_all(message: &Value, token: Option<&str>) -> Option<Vec<Effect>> {
    let operator = parsed(message, "operator")?;
    let effect = approve_all(token?, operator, message.flag("approved")?);
    let until = Some(seconds(message, "deadline").map_or(Until::Never, Until::Second));
    Some(alloc::vec![Effect { until, is_by_signature: true, risk: effect.risk.max(Risk::Warning), ..effect }])
}

/// The items of a list, or the only item.
fn each<'a>(of: &'a Value, name: &str) -> Option<Vec<&'a Value>> {
    let all = of.field(name)?;
    Some(all.as_array().map_or_else(|| alloc::vec![all], |list| list.iter().collect()))
}

/// The effects of Permit2 approvals: `{details: {token, amount, expiration, nonce} or a list of them, spender,
/// sigDeadline}`.
fn details(message: &Value) -> Option<Vec<Effect>> {
    let spender = parsed(message, "spender")?;
    let of = |one: &Value| {
        let until_s = seconds(one, "expiration");
        Some(permit_of(parsed(one, "token")?, spender.clone(), number(one, "amount")?, until_s))
    };
    each(message, "details")?.into_iter().map(of).collect()
}

/// The effects of Permit2 transfers by signature: `{permitted: {token, amount} or a list of them, spender, nonce,
/// deadline}`.
fn transfers(message: &Value) -> Option<Vec<Effect>> {
    let spender = parsed(message, "spender")?;
    let of = |one: &Value| {
        let until_s = seconds(message, "deadline");
        Some(permit_of(parsed(one, "token")?, spender.clone(), number(one, "amount")?, until_s))
    };
    each(message, "permitted")?.into_iter().map(of).collect()
}

/// The effect of data that isn't a permit. Data with the name of a permit that can't be read as one is as risky as an
/// unknown call.
fn other(data: &Value, site: &dyn Says) -> Effect {
    let primary = data.text("primaryType").and_then(|name| text::label(name, NAME_CHARS)).unwrap_or_default();
    let domain = data.field("domain");
    let contract = domain.and_then(|domain| parsed(domain, "verifyingContract"));
    if primary.starts_with("Permit") {
        let fields = data.field("message").and_then(typed_fields::written);
        return Effect { fields, ..unknown(contract, primary) };
    }
    let name = domain.and_then(|domain| domain.text("name")).and_then(|name| text::label(name, NAME_CHARS));
    let names = [name.unwrap_or_default(), primary];
    let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    // its use is unknown, so the fields are displayed, with a warning if they can move money
    let shown = data.field("message").unwrap_or(data);
    let risk = if typed_fields::may_move(shown) { Risk::Warning } else { Risk::Review };
    Effect {
        party: contract,
        words: Some(Foreign::Name(names.join(" · "))),
        fields: typed_fields::written(shown),
        said: site.of_typed(data).map(Box::new),
        ..Effect::of(EffectKind::Sign, risk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::effects::SaysNothing;
    use serde_json::json;

    fn read(method: &str, params: &Value) -> Vec<Effect> {
        super::read(method, params, &SaysNothing)
    }

    fn is_risky(effect: &Effect) -> bool {
        effect.risk == Risk::Warning
    }

    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    fn word(address: &str) -> String {
        alloc::format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
    }

    fn sent(data: &str) -> Vec<Effect> {
        read("eth_sendTransaction", &json!([{ "from": ALICE, "to": USDC, "data": data }]))
    }

    // req: 10.12
    #[test]
    fn reads_token_and_nft_calls_completely() {
        let amount = alloc::format!("{:064x}", 7);
        let approve = alloc::format!("0x095ea7b3{}{amount}", word(BOB));
        let effect = super::approve(USDC, BOB.into(), U256::from(7u64));
        assert_eq!(sent(&approve), core::slice::from_ref(&effect));
        assert!(!is_risky(&effect));
        let all = alloc::format!("0x095ea7b3{}{}", word(BOB), "f".repeat(64));
        assert!(sent(&all)[0].amount == Some(HowMuch::Any) && is_risky(&sent(&all)[0]));
        assert_eq!(
            sent(&alloc::format!("0xa9059cbb{}{amount}", word(BOB))),
            [transfer(USDC, BOB.into(), U256::from(7u64))]
        );
        let on = sent(&alloc::format!("0xa22cb465{}{:064x}", word(BOB), 1));
        assert_eq!(on, [approve_all(USDC, BOB.into(), true)]);
        assert_eq!(on[0].risk, Risk::Critical);
        assert!(!is_risky(&sent(&alloc::format!("0xa22cb465{}{:064x}", word(BOB), 0))[0]));
        for data in ["0x".to_string() + &"ab".repeat(100), "0x12".into()] {
            let effects = sent(&data);
            assert_eq!(
                effects.iter().map(|effect| effect.kind).collect::<Vec<_>>(),
                [EffectKind::Call],
                "{data}"
            );
            assert!(is_risky(&effects[0]), "{data}");
        }
    }

    // req: 10.12
    #[test]
    fn keeps_the_risk_of_a_call_with_trailing_data() {
        let on = alloc::format!("0xa22cb465{}{:064x}", word(BOB), 1);
        let swap = alloc::format!("0xe318b52b{}{}{}", word("0x1"), word(USDC), word(BOB));
        let move_ = alloc::format!("0x23b872dd{}{}{:064x}", word(ALICE), word(BOB), 7);
        let approve = alloc::format!("0x095ea7b3{}{:064x}", word(BOB), 7);
        for call in [&on, &swap, &move_, &approve] {
            let alone = sent(call);
            assert_eq!(alone.len(), 1, "{call}");
            for (more, bytes) in [("0", 1), ("00", 1), (&*"0".repeat(64), 32), (&*"ab".repeat(40), 40)] {
                let effects = sent(&[call.as_str(), more].concat());
                assert_eq!(effects[0], alone[0], "{call} {more}");
                let behind = (effects[1].kind, effects[1].risk, effects[1].name());
                assert_eq!(
                    behind,
                    (Clause::Behind.into(), Risk::Warning, Some(&*bytes.to_string())),
                    "{more}"
                );
                assert_eq!(effects.len(), 2);
            }
        }
        // data that some contracts reject and others accept: an invalid boolean, bits above an address, a missing byte
        for odd in [
            alloc::format!("0xa22cb465{}{:064x}", word(BOB), 2),
            alloc::format!("0xa22cb465{}{:064x}", word(BOB), 256),
            alloc::format!("0xa22cb465{}{}{:064x}", "f".repeat(24), &word(BOB)[24..], 1),
        ] {
            let effects = sent(&odd);
            let said = (effects[0].kind, effects[0].risk, effects[0].party.as_deref());
            assert_eq!(said, (EffectKind::AllowAll, Risk::Critical, Some(BOB)), "{odd}");
            assert_eq!((effects[1].kind, effects[1].risk), (EffectKind::Unread, Risk::Warning), "{odd}");
        }
        let short = sent(&approve[..approve.len() - 2]);
        assert_eq!((short[0].kind, short[0].risk), (EffectKind::Allow, Risk::Warning));
        assert_eq!(short[1].kind, EffectKind::Unread);
    }

    // req: 10.12
    #[test]
    fn shows_moved_and_attached_amounts() {
        let of = |data: &str| sent(data).remove(0);
        let token = of(&alloc::format!("0x23b872dd{}{}{:064x}", word(ALICE), word(BOB), 7));
        assert_eq!((token.amount, token.number), (Some(HowMuch::Units(U256::from(7))), Some(U256::from(7))));
        let one = of(&alloc::format!("0x42842e0e{}{}{:064x}", word(ALICE), word(BOB), 7));
        assert_eq!(one.amount, Some(HowMuch::Piece(U256::from(7), U256::from(1))));
        let made = read("eth_sendTransaction", &json!([{ "from": ALICE, "value": "0x10", "data": "0x60" }]));
        assert_eq!(
            (made[0].kind, made[0].amount),
            (EffectKind::Create, Some(HowMuch::Units(U256::from(16))))
        );
        // an included signature, and a Permit2 approval in a transaction, aren't new signatures
        let handed = of(&alloc::format!(
            "0xd505accf{}{}{}{:064x}{}",
            word(ALICE),
            word(BOB),
            "f".repeat(64),
            99,
            "0".repeat(192)
        ));
        assert_eq!(
            (handed.kind, handed.amount, handed.is_by_signature),
            (EffectKind::Allow, Some(HowMuch::Any), false)
        );
        let permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
        let data = alloc::format!("0x87517c45{}{}{:064x}{:064x}", word(USDC), word(BOB), 7, 99);
        let sent = read("eth_sendTransaction", &json!([{ "from": ALICE, "to": permit2, "data": data }]));
        assert_eq!((sent[0].is_by_signature, sent[0].until), (false, Some(Until::Second(99))));
    }

    #[test]
    fn shows_a_payment_together_with_its_call() {
        let request = json!([{ "from": ALICE, "to": BOB, "value": "0x10", "data": "0xdeadbeef" }]);
        assert_eq!(
            read("eth_sendTransaction", &request),
            [send(BOB, U256::from(16u64)), unknown(Some(BOB.into()), "deadbeef".into()),]
        );
        let plain = read("eth_sendTransaction", &json!([{ "from": ALICE, "to": BOB, "value": "0x10" }]));
        assert_eq!(plain, [send(BOB, U256::from(16u64))]);
        assert!(!is_risky(&plain[0]));
        let made = read("eth_sendTransaction", &json!([{ "from": ALICE, "data": "0x60" }]));
        assert_eq!(made, [Effect::of(EffectKind::Create, Risk::Warning)]);
        let batch = json!([{ "calls": [{ "to": BOB, "value": "0x1" }, { "to": BOB, "value": "0x2" }] }]);
        let places: Vec<usize> = read("wallet_sendCalls", &batch).iter().map(|effect| effect.place).collect();
        assert_eq!(places, [0, 1]);
    }

    // req: 10.12
    #[test]
    fn detects_permits_in_typed_data() {
        let sign = |primary: &str, contract: &str, message: Value| {
            let data = json!({ "primaryType": primary, "domain": { "name": "N", "verifyingContract": contract }, "message": message });
            let as_text = read("eth_signTypedData_v4", &json!([ALICE, data.to_string()]));
            assert_eq!(read("eth_signTypedData_v4", &json!([ALICE, data])), as_text);
            as_text
        };
        let permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
        let permit = |units: u64, until_s| permit_of(USDC.into(), BOB.into(), U256::from(units), until_s);
        let of_2612 = json!({ "owner": ALICE, "spender": BOB, "value": "7", "nonce": 0, "deadline": 99 });
        assert_eq!(sign("Permit", USDC, of_2612), [permit(7, Some(99))]);
        let of_dai = json!({ "holder": ALICE, "spender": BOB, "nonce": 0, "expiry": 0, "allowed": true });
        assert_eq!(sign("Permit", USDC, of_dai)[0].amount, Some(HowMuch::Any));
        let one = json!({ "token": USDC, "amount": "0x7", "expiration": "1700000000", "nonce": 0 });
        let single = json!({ "details": one, "spender": BOB, "sigDeadline": 5 });
        assert_eq!(sign("PermitSingle", permit2, single), [permit(7, Some(1_700_000_000))]);
        let batch = json!({ "details": [one, one], "spender": BOB, "sigDeadline": 5 });
        assert_eq!(sign("PermitBatch", permit2, batch).len(), 2);
        let transfer = json!({ "permitted": { "token": USDC, "amount": 7 }, "spender": BOB, "nonce": 0, "deadline": 5, "witness": {} });
        assert_eq!(sign("PermitWitnessTransferFrom", permit2, transfer), [permit(7, Some(5))]);
        // an unreadable one isn't a harmless text
        let broken = sign("Permit", USDC, json!({ "spender": "x", "value": 1 }));
        assert!(is_risky(&broken[0]), "{broken:?}");
        let mail = sign("Mail", USDC, json!({ "text": "hi" }));
        assert_eq!((mail[0].kind, mail[0].name()), (EffectKind::Sign, Some("N · Mail")));
        assert_eq!((mail[0].party.as_deref(), mail.len()), (Some(USDC), 1));
        assert_eq!((mail[0].risk, mail[0].fields.as_deref()), (Risk::Review, Some("text: hi")));
    }

    #[test]
    fn survives_arbitrary_bytes_without_a_panic() {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..20_000 {
            let mut next = || {
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                seed
            };
            let selectors = ["095ea7b3", "a9059cbb", "a22cb465", "23b872dd", "87517c45", "39509351", ""];
            let mut data = String::from("0x") + selectors[(next() % 7) as usize];
            for _ in 0..next() % 300 {
                data.push(char::from(b"0123456789abcdefgG\xc3"[(next() % 18) as usize]));
            }
            for to in [USDC, "0x000000000022D473030F116dDEE9F6B43aC78BA3", "", "0x"] {
                drop(read("eth_sendTransaction", &json!([{ "to": to, "data": data, "value": data }])));
            }
            drop(read("personal_sign", &json!([data])));
        }
    }
}
