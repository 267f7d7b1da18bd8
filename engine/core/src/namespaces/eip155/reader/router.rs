//! The commands of the Universal Router: the outgoing assets of each, and their recipients. Incoming assets aren't
//! derived, because only its call data identifies the router. The simulation displays the changes (10.14).

use super::carried::{Carried, CarriedAction, address, bytes, flag, list, number, tuple};
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, Risk, Until};
use crate::namespaces::eip155::codec::abi::{self, Function, Node};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256};

/// The encoded recipients that mean the sender, and the router itself.
const CALLER: u64 = 1;
const ROUTER: u64 = 2;
/// The maximum share of a swap's output that counts as a fee for another recipient, in hundredths of a percent.
const FEE_BIPS_MAX: u64 = 100;
/// The maximum nesting of plans.
const PLANS_MAX: usize = 3;
/// The command whose input is more commands.
const PLAN: u8 = 0x21;

/// Like [`super::carried::told`]. An unknown or unreadable command is displayed as unread.
pub(crate) fn told(on: &str, commands: &[u8], inputs: &[Node]) -> Carried {
    let mut plan = Plan { on, all: Vec::new(), is_part: false };
    plan.run(commands, inputs, 0);
    let told = plan.all.into_iter().map(|effect| CarriedAction::Effect(Box::new(effect))).collect();
    Carried { told, is_part: plan.is_part, behind: 0 }
}

/// The state while commands are decoded.
struct Plan<'a> {
    on: &'a str,
    all: Vec<Effect>,
    is_part: bool,
}

impl Plan<'_> {
    fn run(&mut self, commands: &[u8], inputs: &[Node], depth: usize) {
        self.is_part |= commands.len() != inputs.len();
        for (command, input) in commands.iter().zip(inputs) {
            // the highest bit allows the rest to continue if this command fails
            let command = command & 0x7f;
            let input = bytes(input).unwrap_or_default();
            let is_done = match command {
                PLAN => self.within(input, depth),
                _ => one(self.on, command, input).map(|effects| self.all.extend(effects)),
            };
            if is_done.is_none() {
                self.unread(command, Risk::Warning);
            }
        }
    }

    /// Decodes a plan inside a plan. One beyond the maximum depth is critical, because no swap needs it.
    fn within(&mut self, input: &[u8], depth: usize) -> Option<()> {
        if depth >= PLANS_MAX {
            self.unread(PLAN, Risk::Critical);
            return Some(());
        }
        let loose = abi::loose(&Function::parse("f(bytes,bytes[])")?.params, input)?;
        let fields = tuple(&loose.read)?;
        self.is_part |= loose.is_odd || loose.behind > 0;
        self.run(bytes(fields.first()?)?, list(fields.get(1)?)?, depth + 1);
        Some(())
    }

    fn unread(&mut self, command: u8, risk: Risk) {
        self.is_part = true;
        let words = Some(EffectText::Name(alloc::format!("0x{command:02x}")));
        self.all.push(Effect { words, on: Some(self.on.into()), ..Effect::of(EffectKind::Unread, risk) });
    }
}

/// The effects of a swap: its input if the account pays, and its output for another recipient.
fn swapped(on: &str, command: u8, fields: &[&Node]) -> Option<Vec<Effect>> {
    let at = |index: usize| fields.get(index).copied();
    let mut all = Vec::new();
    let path = match command {
        0x00 | 0x01 => packed_path(bytes(at(3)?)?)?,
        _ => list(at(3)?)?.iter().map(address).collect::<Option<Vec<_>>>()?,
    };
    // with an exact output, the maximum input; a path of version 3 is reversed
    let (first, last) = (path.first()?.clone(), path.last()?.clone());
    let (token, output, most) = match command {
        0x01 => (last, first, number(at(2)?)?),
        0x09 => (first, last, number(at(2)?)?),
        _ => (first, last, number(at(1)?)?),
    };
    if flag(at(4)?)? {
        let effect = Effect::of(EffectKind::Send, Risk::Review);
        all.push(Effect { amount: Some(super::effects::how_much(most)), ..moved(effect, token, on.into()) });
    }
    if let Some(other) = other(at(0)?)? {
        all.push(moved(Effect::of(EffectKind::Send, Risk::Warning), output, other));
    }
    Some(all)
}

fn one(on: &str, command: u8, input: &[u8]) -> Option<Vec<Effect>> {
    let signature = match command {
        0x00 | 0x01 => "f(address,uint256,uint256,bytes,bool)",
        0x02 | 0x04 | 0x05 | 0x06 => "f(address,address,uint256)",
        0x03 => "f(((address,uint160,uint48,uint48)[],address,uint256),bytes)",
        0x08 | 0x09 => "f(address,uint256,uint256,address[],bool)",
        0x0a => "f(((address,uint160,uint48,uint48),address,uint256),bytes)",
        0x0b | 0x0c => "f(address,uint256)",
        0x0e => return Some(Vec::new()), // only checks a balance
        _ => return None,
    };
    // the router ignores trailing data, and data in the padding
    let loose = abi::loose(&Function::parse(signature)?.params, input)?;
    let fields = tuple(&loose.read)?;
    let at = |index: usize| fields.get(index).copied();
    let mut all = Vec::new();
    match command {
        0x00 | 0x01 | 0x08 | 0x09 => {
            all = swapped(on, command, &fields)?;
        }
        0x02 => {
            let recipient = match other(at(1)?)? {
                Some(other) => (other, Risk::Warning),
                None => (on.to_string(), Risk::Review),
            };
            let amount = Some(super::effects::how_much(number(at(2)?)?));
            let effect = Effect::of(EffectKind::Send, recipient.1);
            all.push(Effect { amount, ..moved(effect, address(at(0)?)?, recipient.0) });
        }
        0x04..=0x06 => {
            if let Some(other) = other(at(1)?)? {
                let is_fee = command == 0x06 && number(at(2)?)? <= U256::from(FEE_BIPS_MAX);
                let risk = if is_fee { Risk::Review } else { Risk::Warning };
                all.push(moved(Effect::of(EffectKind::Send, risk), address(at(0)?)?, other));
            }
        }
        0x0b | 0x0c => {
            if let Some(other) = other(at(0)?)? {
                let effect = Effect::of(EffectKind::Send, Risk::Warning);
                all.push(Effect { asset: Some(Asset::Coin), party: Some(other), ..effect });
            }
        }
        _ => {
            let permit = tuple(at(0)?)?;
            let spender = address(permit.get(1)?)?;
            let details = match command {
                0x03 => list(permit.first()?)?.iter().collect(),
                _ => alloc::vec![*permit.first()?],
            };
            for one in details {
                all.push(allowed(one, spender.clone())?);
            }
        }
    }
    Some(all)
}

fn moved(effect: Effect, token: String, party: String) -> Effect {
    let is_coin = token == Address::ZERO.to_checksum(None);
    let asset = if is_coin { Asset::Coin } else { Asset::Token(token) };
    Effect { asset: Some(asset), party: Some(party), ..effect }
}

/// The effect of a Permit2 approval that was signed before.
fn allowed(details: &Node, spender: String) -> Option<Effect> {
    let of = tuple(details)?;
    let units = number(of.get(1)?)?;
    let until = u64::try_from(number(of.get(2)?)?).ok()?;
    Some(Effect {
        amount: Some(super::effects::how_much(units)),
        until: Some(Until::Second(until)),
        ..moved(Effect::of(EffectKind::Allow, Risk::Warning), address(of.first()?)?, spender)
    })
}

/// An account other than the sender and the router.
#[allow(clippy::option_option, reason = "no address, or one that is nobody else's")]
fn other(recipient: &Node) -> Option<Option<String>> {
    let written = address(recipient)?;
    let is = |number: u64| written == Address::left_padding_from(&number.to_be_bytes()).to_checksum(None);
    Some(if is(CALLER) || is(ROUTER) { None } else { Some(written) })
}

/// Decodes addresses with a fee of three bytes between each two.
fn packed_path(path: &[u8]) -> Option<Vec<String>> {
    let is_complete = path.len() >= 43 && (path.len() - 20).is_multiple_of(23);
    let token = |chunk: &[u8]| Some(Address::from(*chunk.first_chunk::<20>()?).to_checksum(None));
    path.chunks(23).map(token).collect::<Option<Vec<_>>>().filter(|_| is_complete)
}
