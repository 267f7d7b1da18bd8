//! Typed data that its holder can execute later (10.12): signed token transfers (EIP-3009), a Safe's transactions, user
//! operations of an entry point, calls through a forwarder, orders of exchanges, delegations (ERC-7710), and an
//! account's own typed data (ERC-7739). The signature has the effects of the call itself, so it is decoded the same
//! way. Data with one of these names and an invalid form is unreadable, not a harmless text.

use super::carried::{self, CarriedAction, Inner};
use crate::json::Read;
use crate::namespaces::effects::{Asset, Effect, EffectKind, HowMuch, Power, Risk, Until};
use crate::namespaces::eip155;
use crate::namespaces::eip155::codec::abi;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::{Address, U256, hex};
use serde_json::Value;

/// The effects of a signature.
pub(crate) struct Intent {
    /// The owner of the tokens, if it isn't the signer.
    pub owner: Option<String>,
    /// The effects. `None` if they are unreadable.
    pub told: Option<Vec<CarriedAction>>,
}

/// An exchange's order: the fields with the given and received amounts, the recipient and the expiry.
struct Form {
    gives: [&'static str; 2],
    gets: [&'static str; 2],
    receiver: Option<&'static str>,
    until: Option<&'static str>,
}

/// The Gnosis Protocol, 1inch's limit orders, 0x (limit and over the counter).
const ORDERS: [Form; 3] = [
    Form {
        gives: ["sellToken", "sellAmount"],
        gets: ["buyToken", "buyAmount"],
        receiver: Some("receiver"),
        until: Some("validTo"),
    },
    Form {
        gives: ["makerAsset", "makingAmount"],
        gets: ["takerAsset", "takingAmount"],
        receiver: Some("receiver"),
        until: None,
    },
    Form {
        gives: ["makerToken", "makerAmount"],
        gets: ["takerToken", "takerAmount"],
        receiver: None,
        until: Some("expiry"),
    },
];

/// Reads data of one of these kinds. `None` for any other. `signer` gets the proceeds of an order, `contract` checks
/// the signature.
pub(crate) fn read(contract: Option<&str>, signer: &str, primary: &str, message: &Value) -> Option<Intent> {
    let of = |told| Some(Intent { owner: None, told });
    let of_account = |account: Option<String>, told| Some(Intent { owner: account, told });
    match primary {
        "TransferWithAuthorization" | "ReceiveWithAuthorization" => of(transfer(contract, message)),
        "SafeTx" => of_account(contract.map(ToString::to_string), safe(contract, message)),
        "SafeOp" => {
            let account = party(message, "safe");
            of_account(
                account.clone(),
                account.and_then(|account| call(account, U256::ZERO, message, "callData")),
            )
        }
        "PackedUserOperation" | "UserOperation" => {
            let account = party(message, "sender").filter(|sender| sender != signer);
            let told = party(message, "sender").and_then(|to| call(to, U256::ZERO, message, "callData"));
            of_account(account, told)
        }
        // the contract calls itself for the signer
        "MetaTransaction" => {
            of(contract.and_then(|to| call(to.to_string(), U256::ZERO, message, "functionSignature")))
        }
        "ForwardRequest" => {
            of(party(message, "to").and_then(|to| call(to, number(message, "value")?, message, "data")))
        }
        "Delegation" if message.field("delegate").is_some() => of(delegation(contract, message)),
        // a digest of other data
        "SafeMessage" => of_account(contract.map(ToString::to_string), None),
        "Order" | "LimitOrder" | "OtcOrder" | "RfqOrder" => {
            let form = ORDERS
                .iter()
                .find(|form| form.gives.iter().chain(&form.gets).all(|name| message.field(name).is_some()))?;
            of(order(form, signer, message))
        }
        _ => None,
    }
}

fn party(of: &Value, name: &str) -> Option<String> {
    eip155::parse(of.text(name)?).ok().map(|address| address.to_checksum(None))
}

fn number(of: &Value, name: &str) -> Option<U256> {
    abi::number_of(of.field(name)?)
}

fn until(of: &Value, name: &str) -> Option<Until> {
    Some(u64::try_from(number(of, name)?).map_or(Until::Never, Until::Second))
}

fn data(of: &Value, name: &str) -> Option<Vec<u8>> {
    hex::decode(of.text(name)?.strip_prefix("0x")?).ok()
}

fn effect(effect: Effect) -> CarriedAction {
    CarriedAction::Effect(Box::new(effect))
}

fn call(to: String, value: U256, of: &Value, name: &str) -> Option<Vec<CarriedAction>> {
    Some([CarriedAction::Call(Inner { to, value, data: hex::encode(data(of, name)?) })].into())
}

/// Reads a signed token transfer (EIP-3009).
fn transfer(token: Option<&str>, of: &Value) -> Option<Vec<CarriedAction>> {
    let sent = Effect {
        asset: Some(Asset::Token(token?.to_string())),
        amount: Some(HowMuch::Units(number(of, "value")?)),
        party: Some(party(of, "to")?),
        until: Some(until(of, "validBefore")?),
        ..Effect::of(EffectKind::Send, Risk::Warning)
    };
    Some([effect(sent)].into())
}

/// Reads a Safe's transaction, with the same fields as `execTransaction`.
fn safe(account: Option<&str>, of: &Value) -> Option<Vec<CarriedAction>> {
    let account = account?;
    let kind = u64::try_from(number(of, "operation")?).ok()?;
    let (to, value) = (party(of, "to")?, number(of, "value")?);
    let mut all = carried::operation(account, kind, to, value, &data(of, "data")?)?;
    if !number(of, "gasPrice")?.is_zero() {
        all.push(carried::refund(account, party(of, "gasToken")?, party(of, "refundReceiver")?));
    }
    Some(all)
}

/// Reads a delegation. The delegate can then act for the account, within caveats of unknown contracts.
fn delegation(contract: Option<&str>, of: &Value) -> Option<Vec<CarriedAction>> {
    let effect_ = Effect::of(EffectKind::Control, Risk::Critical);
    let on = contract.map(ToString::to_string);
    Some(
        [effect(Effect { power: Some(Power::Module), on, party: Some(party(of, "delegate")?), ..effect_ })]
            .into(),
    )
}

fn order(form: &Form, signer: &str, of: &Value) -> Option<Vec<CarriedAction>> {
    let [gives, gets] = [form.gives, form.gets].map(|[token, amount]| {
        Some((Asset::Token(party(of, token)?), Some(HowMuch::Units(number(of, amount)?))))
    });
    let (gives, gets) = (gives?, gets?);
    let until = match form.until {
        Some(name) => Some(until(of, name)?),
        None => None,
    };
    let offered = Effect {
        asset: Some(gives.0),
        amount: gives.1,
        until,
        ..Effect::of(EffectKind::Send, Risk::Warning)
    };
    let nobody = Address::ZERO.to_checksum(None);
    let to = match form.receiver {
        Some(name) => party(of, name)?,
        None => nobody.clone(),
    };
    let is_paid = gets.1 != Some(HowMuch::Units(U256::ZERO)) && (to == nobody || to == signer);
    let comes = match is_paid {
        true => {
            Effect { asset: Some(gets.0), amount: gets.1, ..Effect::of(EffectKind::Receive, Risk::Review) }
        }
        false => Effect::of(EffectKind::Receive, Risk::Critical),
    };
    Some([effect(offered), effect(comes)].into())
}
