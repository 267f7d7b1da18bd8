//! What a request of a host would do, read from the very request (10.12): transfers, approvals, permits of EIP-2612 and of Permit2, typed
//! data, batches. What is not known here is said to be unknown; nothing is guessed. What the site says of it is said beside that
//! ([`super::descriptor`]).

use crate::amount;
use crate::constants::{FEE_LOOK, FEE_RISKY, REVIEW_BYTES_MAX, RPC_BYTES_MAX};
use crate::json::{self, Read};
use crate::namespaces::deeds::{
    Asset, Carries, Deed, DeedKind, HowMuch, Power, Says, Until, Weight, Words as Foreign,
};
use crate::namespaces::eip155::approvals::PERMIT2;
use crate::namespaces::eip155::carried::{self, Told};
use crate::namespaces::eip155::grants::Permission;
use crate::namespaces::eip155::{
    self, abi, bytes_of, control, execution, intents, is_blind, nfts, orders, typed_fields, venues,
    words::Loose,
};
use crate::text;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};
use serde_json::Value;

/// From here on an allowance is as good as unlimited: no token has so many.
const UNLIMITED_BITS: usize = 96;
/// Characters of foreign words.
const NAME_CHARS: usize = 64;

/// Whether so many base units are an allowance without an end.
#[must_use]
pub fn is_endless(units: &U256) -> bool {
    *units >= (U256::from(1u64) << UNLIMITED_BITS) - U256::from(1u64)
}

/// Native coin is sent.
fn send(to: &str, units: U256) -> Deed {
    Deed {
        asset: Some(Asset::Coin),
        amount: Some(HowMuch::Units(units)),
        party: Some(to.into()),
        ..Deed::of(DeedKind::Send, Weight::Plain)
    }
}

/// A token is sent.
fn transfer(token: &str, to: String, units: U256) -> Deed {
    Deed {
        asset: Some(Asset::Token(token.into())),
        amount: Some(HowMuch::Units(units)),
        party: Some(to),
        ..Deed::of(DeedKind::Send, Weight::Plain)
    }
}

/// A token, or an NFT, of an account is moved: by the call alone it is not known whose money that is.
pub(super) fn moved(token: &str, from: String, to: String, amount: HowMuch) -> Deed {
    Deed {
        asset: Some(Asset::Token(token.into())),
        amount: Some(amount),
        party: Some(to),
        owner: Some(from),
        ..Deed::of(DeedKind::Move, Weight::Risky)
    }
}

/// Data that stands behind a call: some contracts go by it.
pub(super) fn behind(on: &str, bytes: usize) -> Deed {
    let words = Some(Foreign::Name(bytes.to_string()));
    Deed { words, on: Some(on.into()), ..Deed::of(DeedKind::Behind, Weight::Risky) }
}

/// A call that is written in a way that contracts take differently.
fn odd(on: &str, name: &str) -> Deed {
    let words = Some(Foreign::Name(name.into()));
    Deed { words, on: Some(on.into()), ..Deed::of(DeedKind::Unread, Weight::Risky) }
}

pub(crate) fn how_much(units: U256) -> HowMuch {
    if is_endless(&units) { HowMuch::Any } else { HowMuch::Units(units) }
}

/// The spender may take a token from now on; zero takes that back.
fn approve(token: &str, spender: String, units: U256) -> Deed {
    let amount = how_much(units);
    let weight = if amount == HowMuch::Any { Weight::Risky } else { Weight::Plain };
    Deed {
        asset: Some(Asset::Token(token.into())),
        amount: Some(amount),
        number: Some(units),
        party: Some(spender),
        ..Deed::of(DeedKind::Allow, weight)
    }
}

/// The operator may take every piece of a collection, or no more.
fn approve_all(token: &str, operator: String, is_on: bool) -> Deed {
    let (weight, amount) = match is_on {
        true => (Weight::Grave, HowMuch::Any),
        false => (Weight::Plain, HowMuch::Units(U256::ZERO)),
    };
    Deed {
        asset: Some(Asset::Token(token.into())),
        amount: Some(amount),
        party: Some(operator),
        ..Deed::of(DeedKind::AllowAll, weight)
    }
}

/// With this signature the spender may take a token, until then.
fn permit_of(token: String, spender: String, units: U256, until_s: Option<u64>) -> Deed {
    Deed {
        asset: Some(Asset::Token(token)),
        amount: Some(how_much(units)),
        number: Some(units),
        party: Some(spender),
        until: Some(until_s.map_or(Until::Never, Until::Second)),
        is_by_signature: true,
        ..Deed::of(DeedKind::Allow, Weight::Risky)
    }
}

/// A call that is not known here, by its name: a selector, or what broken data calls itself.
fn unknown(to: Option<String>, name: String) -> Deed {
    Deed { party: to, words: Some(Foreign::Name(name)), ..Deed::of(DeedKind::Call, Weight::Risky) }
}

/// What a request would do, in its order; nothing for a method that does nothing of this kind.
#[must_use]
pub fn read(method: &str, params: &Value, site: &dyn Says) -> Vec<Deed> {
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
                call(of, from.clone(), site).into_iter().map(move |deed| Deed { place, ..deed })
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

/// Capabilities of a batch that add nothing to what its calls do: who pays for it, funds from elsewhere, what goes on when one call fails,
/// all or nothing, an attribution.
pub(super) const CAPABILITIES: [&str; 7] = [
    "paymasterService",
    "auxiliaryFunds",
    "flowControl",
    "flow-control",
    "atomic",
    "atomicBatch",
    "dataSuffix",
];

/// Any other may be calls of its own, or keys that are let in.
fn capability(name: &str) -> Deed {
    let name = text::label(name, NAME_CHARS).unwrap_or_default();
    Deed { words: Some(Foreign::Name(name)), ..Deed::of(DeedKind::Unread, Weight::Risky) }
}

fn message(given: &str) -> Deed {
    if is_blind(given) {
        return Deed::of(DeedKind::Unread, Weight::Risky);
    }
    let bytes = bytes_of(given);
    let words = bytes.as_ref().and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or(given);
    let text = text::in_boxes(words);
    Deed { words: Some(Foreign::Text(text)), ..Deed::of(DeedKind::Sign, Weight::Plain) }
}

fn written(address: Address) -> String {
    address.to_checksum(None)
}

fn parsed(of: &Value, name: &str) -> Option<String> {
    eip155::parse(of.text(name)?).ok().map(written)
}

/// One call: what it pays, and what its data does.
fn call(of: &Value, from: Option<String>, site: &dyn Says) -> Vec<Deed> {
    let mut deeds: Vec<Deed> = of.list("authorizationList").iter().map(delegated).collect();
    deeds.extend(eip155::fee(of).map(paid));
    let value = of.text("value").and_then(amount::quantity).unwrap_or_default();
    let Some(to) = parsed(of, "to") else {
        let made = deeds.push_mut(Deed::of(DeedKind::Create, Weight::Risky));
        if !value.is_zero() {
            made.with_coins(Some(HowMuch::Units(value)));
        }
        return deeds;
    };
    let data = of.text("data").or_else(|| of.text("input")).unwrap_or("0x");
    let data = data.strip_prefix("0x").unwrap_or(data);
    let mut tree = Tree { site, from, deeds };
    tree.call(&to, value, data, 0);
    tree.deeds
}

/// What the page has the account pay for the transaction itself: whoever makes blocks has it, and so has who pays them for that.
fn paid(fee: U256) -> Deed {
    let weight = match fee {
        fee if fee >= U256::from(FEE_RISKY) => Weight::Risky,
        fee if fee >= U256::from(FEE_LOOK) => Weight::Look,
        _ => Weight::Plain,
    };
    Deed { asset: Some(Asset::Coin), amount: Some(HowMuch::Units(fee)), ..Deed::of(DeedKind::Fee, weight) }
}

/// EIP-7702: the account becomes the program of a delegate.
fn delegated(of: &Value) -> Deed {
    let deed = Deed::of(DeedKind::Control, Weight::Grave);
    Deed { power: Some(Power::Delegate), party: parsed(of, "address"), ..deed }
}

/// ERC-4337: what the account is told to do is a call to itself.
fn operation(of: &Value, site: &dyn Says) -> Vec<Deed> {
    let data = of.text("callData").and_then(|data| data.strip_prefix("0x")).unwrap_or_default();
    let Some(sender) = parsed(of, "sender").filter(|_| !data.is_empty()) else {
        return alloc::vec![Deed::of(DeedKind::Unread, Weight::Risky)];
    };
    let mut tree = Tree { site, from: Some(sender.clone()), deeds: Vec::new() };
    tree.call(&sender, U256::ZERO, data, 0);
    let is_new = ["initCode", "factory"].iter().any(|name| of.text(name).is_some_and(|code| code.len() > 2));
    if is_new {
        tree.deeds.push(Deed::of(DeedKind::Create, Weight::Risky));
    }
    tree.deeds
}

/// Permissions that are granted (ERC-7715 and its older name): what may be done from then on without asking again, over and over. What is
/// not known here may be everything.
fn granted(method: &str, params: &Value) -> Vec<Deed> {
    let is_newer = method == "wallet_requestExecutionPermissions";
    let of_one = |place: usize, of: &Value| -> Vec<Deed> {
        let until_s = match is_newer {
            true => execution::ends(of),
            false => of.whole("expiry"),
        };
        let deed = |permission: Permission| Deed {
            place,
            until: Some(until_s.map_or(Until::Never, Until::Second)),
            ..allowed(permission, parsed(of, "to"))
        };
        match is_newer {
            true => {
                alloc::vec![deed(of.field("permission").map_or_else(nothing_known, execution::permission))]
            }
            false => of.list("permissions").iter().map(|one| deed(Permission::read(one))).collect(),
        }
    };
    let all = params.as_array().into_iter().flatten().enumerate();
    all.flat_map(|(place, of)| of_one(place, of)).collect()
}

fn nothing_known() -> Permission {
    Permission::Other { kind: String::new() }
}

fn allowed(permission: Permission, to: Option<String>) -> Deed {
    match permission {
        Permission::Allowance { token, .. } => Deed {
            asset: Some(token.map_or(Asset::Coin, |token| Asset::Token(written(token)))),
            amount: Some(HowMuch::Any),
            party: to,
            ..Deed::of(DeedKind::Allow, Weight::Risky)
        },
        Permission::Call { contract, functions } => {
            let names: Vec<&str> = functions.iter().map(|of| of.name.as_str()).collect();
            let is_delegate = functions.iter().any(|of| of.is_delegate);
            let kind = if is_delegate { DeedKind::Control } else { DeedKind::Call };
            Deed {
                power: is_delegate.then_some(Power::Delegate),
                weight: if is_delegate { Weight::Grave } else { Weight::Risky },
                kind,
                ..unknown(Some(written(contract)), names.join(", "))
            }
        }
        Permission::Other { kind } => Deed {
            power: Some(Power::Module),
            party: to,
            words: Some(Foreign::Name(kind)),
            ..Deed::of(DeedKind::Control, Weight::Grave)
        },
    }
}

/// A call and all that it carries.
struct Tree<'a> {
    site: &'a dyn Says,
    from: Option<String>,
    deeds: Vec<Deed>,
}

impl Tree<'_> {
    fn call(&mut self, to: &str, value: U256, data: &str, depth: usize) {
        if !value.is_zero() || data.is_empty() {
            self.deeds.push(send(to, value));
        }
        if data.is_empty() {
            return;
        }
        if known(to, data, &mut self.deeds).is_some() {
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
        self.deeds.push(Deed {
            carries: match (carrier, &told) {
                (None, _) => Carries::Nothing,
                (_, Some(told)) if told.is_part && told.told.is_empty() => Carries::Unread,
                (_, Some(told)) if told.is_part => Carries::Part,
                (_, Some(_)) => Carries::Read,
                (_, None) => Carries::Unread,
            },
            // nobody here knows what is deeper, and nobody needs it so deep
            weight: if is_deep { Weight::Grave } else { Weight::Risky },
            said: self.site.of_call(to, value, data).map(Box::new),
            ..unknown(Some(to.to_string()), name)
        });
        let told = told.unwrap_or_default();
        self.told(told.told, depth);
        if told.behind > 0 {
            self.deeds.push(behind(to, told.behind));
        }
    }

    /// What somebody is told to do.
    fn told(&mut self, all: Vec<Told>, depth: usize) {
        for told in all {
            match told {
                Told::Call(inner) => self.call(&inner.to, inner.value, &inner.data, depth + 1),
                // what goes to the account itself does not leave it
                Told::Deed(deed)
                    if deed.kind == DeedKind::Send && deed.party.is_some() && deed.party == self.from => {}
                Told::Deed(deed) => self.deeds.push(*deed),
            }
        }
    }
}

/// A call of the table, with what stands behind it; nothing for any other.
fn known(to: &str, data: &str, deeds: &mut Vec<Deed>) -> Option<()> {
    let (deed, loose) = match simple(to, data) {
        Some(found) => found,
        None => {
            return nfts::read(to, data, deeds).or_else(|| {
                let (deed, read) = control::read(to, data)?;
                deeds.push(deed);
                match read {
                    Some(read) if read.is_odd => deeds.push(odd(to, "parameters")),
                    Some(read) if read.behind > 0 => deeds.push(behind(to, read.behind)),
                    Some(_) => {}
                    None => deeds.push(odd(to, "parameters")),
                }
                Some(())
            });
        }
    };
    let is_odd = loose.is_odd();
    let weight = if is_odd { deed.weight.max(Weight::Risky) } else { deed.weight };
    deeds.push(Deed { weight, ..deed });
    if is_odd {
        deeds.push(odd(to, "parameters"));
    }
    if loose.behind > 0 {
        deeds.push(behind(to, loose.behind));
    }
    Some(())
}

/// A call whose parameters are words.
fn simple(to: &str, data: &str) -> Option<(Deed, Loose)> {
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
    let deed = match selector {
        // transfer(address,uint256)
        0xa905_9cbb => transfer(to, address(0), words.number(1)),
        // approve(address,uint256)
        0x095e_a7b3 => approve(to, address(0), words.number(1)),
        // increaseAllowance(address,uint256), increaseApproval(address,uint256): what may be taken already is not said
        0x3950_9351 | 0xd73d_d623 => {
            let more = approve(to, address(0), words.number(1));
            Deed { kind: DeedKind::Raise, weight: Weight::Risky, ..more }
        }
        // setApprovalForAll(address,bool)
        0xa22c_b465 => approve_all(to, address(0), words.flag(1)),
        // transferFrom(address,address,uint256): an amount, or the number of an NFT
        0x23b8_72dd => {
            let number = words.number(2);
            let deed = moved(to, address(0), address(1), HowMuch::Units(number));
            Deed { number: Some(number), ..deed }
        }
        // safeTransferFrom(address,address,uint256)
        0x4284_2e0e => {
            let piece = HowMuch::Piece(words.number(2), U256::from(1u8));
            moved(to, address(0), address(1), piece)
        }
        // Permit2: approve(address token, address spender, uint160 amount, uint48 expiration)
        0x8751_7c45 => {
            let until_s = u64::try_from(words.number(3)).ok();
            let deed = permit_of(address(0), address(1), words.number(2), until_s);
            Deed { is_by_signature: false, ..deed }
        }
        // Permit2: transferFrom(address from, address to, uint160 amount, address token)
        0x36c7_8516 => moved(&address(3), address(0), address(1), HowMuch::Units(words.number(2))),
        // authorizeOperator(address): ERC-777, all of a token
        0x959b_8c3f => approve(to, address(0), U256::MAX),
        // permit(owner, spender, value, deadline, v, r, s), and the older kind of DAI: a signature is handed in
        _ => {
            let is_dai = selector == 0x8fcb_af0c;
            let units = match is_dai {
                true if words.flag(4) => U256::MAX,
                true => U256::ZERO,
                false => words.number(2),
            };
            Deed { owner: Some(address(0)), ..approve(to, address(1), units) }
        }
    };
    Some((deed, words))
}

/// A number as wallets take it: decimal or hex text, or a JSON number.
fn number(of: &Value, name: &str) -> Option<U256> {
    abi::number_of(of.field(name)?)
}

fn seconds(of: &Value, name: &str) -> Option<u64> {
    u64::try_from(number(of, name)?).ok()
}

/// EIP-712 data.
fn typed(given: &Value, signer: &str, site: &dyn Says) -> Vec<Deed> {
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
        return orders.into_iter().map(|deed| Deed { on: contract.clone(), ..deed }).collect();
    }
    if let Some(deeds) = venues::read(domain, primary, message) {
        return deeds;
    }
    if let Some(intent) = intents::read(contract.as_deref(), signer, primary, message) {
        return intended(intent, contract, primary, site);
    }
    let permits = match primary {
        // EIP-2612; the older kind of DAI allows everything or nothing
        "Permit" if message.field("tokenId").is_some() => permit_of_piece(message, contract.as_deref()),
        "Permit" => permit(message, contract.as_deref()),
        "PermitForAll" => permit_of_all(message, contract.as_deref()),
        "PermitSingle" | "PermitBatch" if contract == Some(written(PERMIT2)) => details(message),
        name if name.starts_with("Permit") && contract == Some(written(PERMIT2)) => transfers(message),
        _ => None,
    };
    permits.unwrap_or_else(|| alloc::vec![other(data, site)])
}

/// What an account signs for itself (ERC-7739) is what is inside of it, for the contract that it names itself.
fn contents(data: &Value) -> Option<Value> {
    let message = data.field("message").filter(|_| data.text("primaryType") == Some("TypedDataSign"))?;
    let fields = data.field("types")?.list("TypedDataSign").iter();
    let inner = fields.filter(|field| field.text("name") == Some("contents")).find_map(|f| f.text("type"))?;
    if inner == "TypedDataSign" {
        return None; // inside of itself without an end
    }
    Some(crate::json::json!({
        "types": data.field("types"), "domain": data.field("domain"), "primaryType": inner,
        "message": message.field("contents"),
    }))
}

/// Each thing that somebody can do with a signature, and the data that says so where it is more than one thing.
fn intended(intent: intents::Intent, contract: Option<String>, primary: &str, site: &dyn Says) -> Vec<Deed> {
    let words = text::label(primary, NAME_CHARS).map(Foreign::Name);
    let Some(told) = intent.told else {
        let unread = Deed::of(DeedKind::Unread, Weight::Risky);
        return alloc::vec![Deed {
            words,
            on: contract,
            owner: intent.owner,
            is_by_signature: true,
            ..unread
        }];
    };
    let mut tree = Tree { site, from: None, deeds: Vec::new() };
    tree.told(told, 0);
    let signed = |deed: Deed| Deed {
        // for who is paid by it, nothing is plain
        weight: if deed.kind == DeedKind::Receive { deed.weight } else { deed.weight.max(Weight::Risky) },
        owner: deed.owner.or_else(|| intent.owner.clone()),
        on: deed.on.or_else(|| contract.clone()),
        is_by_signature: true,
        ..deed
    };
    tree.deeds.into_iter().map(signed).collect()
}

fn permit(message: &Value, token: Option<&str>) -> Option<Vec<Deed>> {
    let units = match message.flag("allowed") {
        Some(true) => U256::MAX,
        Some(false) => U256::ZERO,
        None => number(message, "value")?,
    };
    let until_s = seconds(message, "deadline").or_else(|| seconds(message, "expiry"));
    Some(alloc::vec![permit_of(token?.to_string(), parsed(message, "spender")?, units, until_s)])
}

/// With this signature the spender may take one NFT (ERC-4494, and as Uniswap's positions have it).
fn permit_of_piece(message: &Value, token: Option<&str>) -> Option<Vec<Deed>> {
    let (spender, piece) = (parsed(message, "spender")?, number(message, "tokenId")?);
    let deed = permit_of(token?.to_string(), spender, piece, seconds(message, "deadline"));
    let amount = Some(HowMuch::Piece(piece, U256::from(1u8)));
    Some(alloc::vec![Deed { amount, number: None, ..deed }])
}

/// With this signature the operator may take every NFT of a collection, or no more.
fn permit_of_all(message: &Value, token: Option<&str>) -> Option<Vec<Deed>> {
    let operator = parsed(message, "operator")?;
    let deed = approve_all(token?, operator, message.flag("approved")?);
    let until = Some(seconds(message, "deadline").map_or(Until::Never, Until::Second));
    Some(alloc::vec![Deed { until, is_by_signature: true, weight: deed.weight.max(Weight::Risky), ..deed }])
}

/// Several of one thing, or that thing alone.
fn each<'a>(of: &'a Value, name: &str) -> Option<Vec<&'a Value>> {
    let all = of.field(name)?;
    Some(all.as_array().map_or_else(|| alloc::vec![all], |list| list.iter().collect()))
}

/// Allowances of Permit2: `{details: {token, amount, expiration, nonce} or a list of them, spender, sigDeadline}`.
fn details(message: &Value) -> Option<Vec<Deed>> {
    let spender = parsed(message, "spender")?;
    let of = |one: &Value| {
        let until_s = seconds(one, "expiration");
        Some(permit_of(parsed(one, "token")?, spender.clone(), number(one, "amount")?, until_s))
    };
    each(message, "details")?.into_iter().map(of).collect()
}

/// Transfers by signature of Permit2: `{permitted: {token, amount} or a list of them, spender, nonce, deadline}`.
fn transfers(message: &Value) -> Option<Vec<Deed>> {
    let spender = parsed(message, "spender")?;
    let of = |one: &Value| {
        let until_s = seconds(message, "deadline");
        Some(permit_of(parsed(one, "token")?, spender.clone(), number(one, "amount")?, until_s))
    };
    each(message, "permitted")?.into_iter().map(of).collect()
}

/// Data that is no permit; one that calls itself so, and cannot be read as one, is as risky as an unknown call.
fn other(data: &Value, site: &dyn Says) -> Deed {
    let primary = data.text("primaryType").and_then(|name| text::label(name, NAME_CHARS)).unwrap_or_default();
    let domain = data.field("domain");
    let contract = domain.and_then(|domain| parsed(domain, "verifyingContract"));
    if primary.starts_with("Permit") {
        let fields = data.field("message").and_then(typed_fields::written);
        return Deed { fields, ..unknown(contract, primary) };
    }
    let name = domain.and_then(|domain| domain.text("name")).and_then(|name| text::label(name, NAME_CHARS));
    let names = [name.unwrap_or_default(), primary];
    let names: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
    // what is done with it isn't known here: its fields are shown, with a warning where they may move money
    let shown = data.field("message").unwrap_or(data);
    let weight = if typed_fields::may_move(shown) { Weight::Risky } else { Weight::Look };
    Deed {
        party: contract,
        words: Some(Foreign::Name(names.join(" · "))),
        fields: typed_fields::written(shown),
        said: site.of_typed(data).map(Box::new),
        ..Deed::of(DeedKind::Sign, weight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::deeds::SaysNothing;
    use serde_json::json;

    fn read(method: &str, params: &Value) -> Vec<Deed> {
        super::read(method, params, &SaysNothing)
    }

    fn is_risky(deed: &Deed) -> bool {
        deed.weight == Weight::Risky
    }

    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";

    fn word(address: &str) -> String {
        alloc::format!("{:0>64}", address.trim_start_matches("0x").to_lowercase())
    }

    fn sent(data: &str) -> Vec<Deed> {
        read("eth_sendTransaction", &json!([{ "from": ALICE, "to": USDC, "data": data }]))
    }

    // req: 10.12
    #[test]
    fn calls_of_tokens_and_collections_are_read_to_their_end() {
        let amount = alloc::format!("{:064x}", 7);
        let approve = alloc::format!("0x095ea7b3{}{amount}", word(BOB));
        let deed = super::approve(USDC, BOB.into(), U256::from(7u64));
        assert_eq!(sent(&approve), core::slice::from_ref(&deed));
        assert!(!is_risky(&deed));
        let all = alloc::format!("0x095ea7b3{}{}", word(BOB), "f".repeat(64));
        assert!(sent(&all)[0].amount == Some(HowMuch::Any) && is_risky(&sent(&all)[0]));
        assert_eq!(
            sent(&alloc::format!("0xa9059cbb{}{amount}", word(BOB))),
            [transfer(USDC, BOB.into(), U256::from(7u64))]
        );
        let on = sent(&alloc::format!("0xa22cb465{}{:064x}", word(BOB), 1));
        assert_eq!(on, [approve_all(USDC, BOB.into(), true)]);
        assert_eq!(on[0].weight, Weight::Grave);
        assert!(!is_risky(&sent(&alloc::format!("0xa22cb465{}{:064x}", word(BOB), 0))[0]));
        for data in ["0x".to_string() + &"ab".repeat(100), "0x12".into()] {
            let deeds = sent(&data);
            assert_eq!(deeds.iter().map(|deed| deed.kind).collect::<Vec<_>>(), [DeedKind::Call], "{data}");
            assert!(is_risky(&deeds[0]), "{data}");
        }
    }

    // req: 10.12
    #[test]
    fn what_stands_behind_a_call_takes_nothing_of_its_risk() {
        let on = alloc::format!("0xa22cb465{}{:064x}", word(BOB), 1);
        let swap = alloc::format!("0xe318b52b{}{}{}", word("0x1"), word(USDC), word(BOB));
        let move_ = alloc::format!("0x23b872dd{}{}{:064x}", word(ALICE), word(BOB), 7);
        let approve = alloc::format!("0x095ea7b3{}{:064x}", word(BOB), 7);
        for call in [&on, &swap, &move_, &approve] {
            let alone = sent(call);
            assert_eq!(alone.len(), 1, "{call}");
            for (more, bytes) in [("0", 1), ("00", 1), (&*"0".repeat(64), 32), (&*"ab".repeat(40), 40)] {
                let deeds = sent(&[call.as_str(), more].concat());
                assert_eq!(deeds[0], alone[0], "{call} {more}");
                let behind = (deeds[1].kind, deeds[1].weight, deeds[1].name());
                assert_eq!(behind, (DeedKind::Behind, Weight::Risky, Some(&*bytes.to_string())), "{more}");
                assert_eq!(deeds.len(), 2);
            }
        }
        // data that some contracts refuse and others take: a flag that is neither, bits above an address, a byte less
        for odd in [
            alloc::format!("0xa22cb465{}{:064x}", word(BOB), 2),
            alloc::format!("0xa22cb465{}{:064x}", word(BOB), 256),
            alloc::format!("0xa22cb465{}{}{:064x}", "f".repeat(24), &word(BOB)[24..], 1),
        ] {
            let deeds = sent(&odd);
            let said = (deeds[0].kind, deeds[0].weight, deeds[0].party.as_deref());
            assert_eq!(said, (DeedKind::AllowAll, Weight::Grave, Some(BOB)), "{odd}");
            assert_eq!((deeds[1].kind, deeds[1].weight), (DeedKind::Unread, Weight::Risky), "{odd}");
        }
        let short = sent(&approve[..approve.len() - 2]);
        assert_eq!((short[0].kind, short[0].weight), (DeedKind::Allow, Weight::Risky));
        assert_eq!(short[1].kind, DeedKind::Unread);
    }

    // req: 10.12
    #[test]
    fn what_is_moved_or_goes_along_is_said_with_its_amount() {
        let of = |data: &str| sent(data).remove(0);
        let token = of(&alloc::format!("0x23b872dd{}{}{:064x}", word(ALICE), word(BOB), 7));
        assert_eq!((token.amount, token.number), (Some(HowMuch::Units(U256::from(7))), Some(U256::from(7))));
        let one = of(&alloc::format!("0x42842e0e{}{}{:064x}", word(ALICE), word(BOB), 7));
        assert_eq!(one.amount, Some(HowMuch::Piece(U256::from(7), U256::from(1))));
        let made = read("eth_sendTransaction", &json!([{ "from": ALICE, "value": "0x10", "data": "0x60" }]));
        assert_eq!((made[0].kind, made[0].amount), (DeedKind::Create, Some(HowMuch::Units(U256::from(16)))));
        // a signature that is handed in, and an allowance of Permit2 that is sent, are no signatures that are given now
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
            (DeedKind::Allow, Some(HowMuch::Any), false)
        );
        let permit2 = "0x000000000022D473030F116dDEE9F6B43aC78BA3";
        let data = alloc::format!("0x87517c45{}{}{:064x}{:064x}", word(USDC), word(BOB), 7, 99);
        let sent = read("eth_sendTransaction", &json!([{ "from": ALICE, "to": permit2, "data": data }]));
        assert_eq!((sent[0].is_by_signature, sent[0].until), (false, Some(Until::Second(99))));
    }

    #[test]
    fn what_is_paid_is_said_beside_what_is_called() {
        let request = json!([{ "from": ALICE, "to": BOB, "value": "0x10", "data": "0xdeadbeef" }]);
        assert_eq!(
            read("eth_sendTransaction", &request),
            [send(BOB, U256::from(16u64)), unknown(Some(BOB.into()), "deadbeef".into()),]
        );
        let plain = read("eth_sendTransaction", &json!([{ "from": ALICE, "to": BOB, "value": "0x10" }]));
        assert_eq!(plain, [send(BOB, U256::from(16u64))]);
        assert!(!is_risky(&plain[0]));
        let made = read("eth_sendTransaction", &json!([{ "from": ALICE, "data": "0x60" }]));
        assert_eq!(made, [Deed::of(DeedKind::Create, Weight::Risky)]);
        let batch = json!([{ "calls": [{ "to": BOB, "value": "0x1" }, { "to": BOB, "value": "0x2" }] }]);
        let places: Vec<usize> = read("wallet_sendCalls", &batch).iter().map(|deed| deed.place).collect();
        assert_eq!(places, [0, 1]);
    }

    // req: 10.12
    #[test]
    fn permits_are_found_in_typed_data() {
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
        // one that cannot be read is no harmless text
        let broken = sign("Permit", USDC, json!({ "spender": "x", "value": 1 }));
        assert!(is_risky(&broken[0]), "{broken:?}");
        let mail = sign("Mail", USDC, json!({ "text": "hi" }));
        assert_eq!((mail[0].kind, mail[0].name()), (DeedKind::Sign, Some("N · Mail")));
        assert_eq!((mail[0].party.as_deref(), mail.len()), (Some(USDC), 1));
        assert_eq!((mail[0].weight, mail[0].fields.as_deref()), (Weight::Look, Some("text: hi")));
    }

    #[test]
    fn foreign_bytes_never_panic() {
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
