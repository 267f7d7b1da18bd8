//! Typed data that moves money on other chains and exchanges (10.12): Cosmos documents of chains with Ethereum
//! signatures (Ethermint, Injective, Evmos), Hyperliquid's actions, and messages from which a service derives an
//! account's keys (dYdX, Paradex). Their funds aren't on the wallet's network, so only these fields reveal the outgoing
//! assets.

use super::typed_fields;
use crate::amount::Amount;
use crate::json::Read;
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Asset, Effect, EffectKind, EffectText, HowMuch, Power, Risk};
use crate::namespaces::eip155::codec::abi;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// The maximum length of a name, and of an account on another chain.
const NAME_CHARS: usize = 64;
const ACCOUNT_CHARS: usize = 128;
/// The maximum number of decimals of Hyperliquid's dollar.
const DECIMALS: u8 = 8;
/// The maximum number of coins in one message.
const COINS_MAX: usize = 200;

/// The effects of such data. `None` for any other data.
pub(crate) fn read(domain: &Value, primary: &str, message: &Value) -> Option<Vec<Effect>> {
    if let Some(action) = primary.strip_prefix("HyperliquidTransaction:") {
        return Some([of_hyperliquid(action, message)].into());
    }
    if domain.text("name") == Some("Exchange")
        && primary == "Agent"
        && message.field("connectionId").is_some()
    {
        // the hash of an order, or of any other action
        return Some([unread("Agent", message)].into());
    }
    keys(primary, message).map(|effect| [effect].into()).or_else(|| cosmos(message))
}

fn label(of: &Value, name: &str, chars: usize) -> Option<String> {
    text::label(of.text(name)?, chars)
}

fn named(kind: EffectKind, risk: Risk, name: &str) -> Effect {
    Effect { words: text::label(name, NAME_CHARS).map(EffectText::Name), ..Effect::of(kind, risk) }
}

fn unread(name: &str, of: &Value) -> Effect {
    Effect { fields: typed_fields::written(of), ..named(EffectKind::Unread, Risk::Warning, name) }
}

fn coins(kind: EffectKind, token: &str, amount: Amount) -> Effect {
    Effect {
        asset: Some(Asset::Named(token.into())),
        amount: Some(HowMuch::Units(amount.units)),
        decimals: (amount.decimals > 0).then_some(amount.decimals),
        ..Effect::of(kind, Risk::Warning)
    }
}

/// The effects of an account's action at Hyperliquid, which the holder of the signature submits.
fn of_hyperliquid(action: &str, message: &Value) -> Effect {
    let amount = |name: &str| {
        let text = message.text(name)?;
        Amount::parse(text, DECIMALS).ok()
    };
    let wei = || Some(Amount::new(abi::number_of(message.field("wei")?)?, DECIMALS));
    // "PURR:0xc4bf3f870c0e9465323c0b6ed28096c2"
    let token = || {
        let name = message.text("token")?.split(':').next()?;
        text::label(name, NAME_CHARS)
    };
    let party = |name: &str| label(message, name, ACCOUNT_CHARS);
    let sent = |token: Option<String>, amount: Option<Amount>| {
        Some(Effect { party: Some(party("destination")?), ..coins(EffectKind::Send, &token?, amount?) })
    };
    let control = |power: Power, to: Option<String>| {
        let effect = named(EffectKind::Control, Risk::Critical, action);
        Some(Effect { power: Some(power), party: to, ..effect })
    };
    let read = match action {
        "UsdSend" | "Withdraw" => sent(Some("USDC".into()), amount("amount")),
        "SpotSend" | "SendAsset" => sent(token(), amount("amount")),
        "ApproveAgent" => control(Power::Module, party("agentAddress")),
        "ApproveBuilderFee" => {
            let rate = message.text("maxFeeRate").unwrap_or_default();
            let effect = named(Clause::Change.into(), Risk::Warning, &[action, " ", rate].concat());
            Some(Effect { party: party("builder"), ..effect })
        }
        "TokenDelegate" => wei().map(|amount| {
            let kind = match message.flag("isUndelegate") {
                Some(true) => Clause::Unstake.into(),
                _ => EffectKind::Stake,
            };
            Effect { party: party("validator"), ..coins(kind, "HYPE", amount) }
        }),
        "CDeposit" => wei().map(|amount| coins(EffectKind::Stake, "HYPE", amount)),
        "CWithdraw" => wei().map(|amount| coins(Clause::Unstake.into(), "HYPE", amount)),
        "ConvertToMultiSigUser" | "SendMultiSig" => control(Power::Signer, None),
        _ => None,
    };
    match read {
        Some(effect) => Effect { fields: typed_fields::written(message), ..effect },
        None => unread(action, message),
    }
}

/// The effect of a message whose signature generates a service's keys: the holder of the signature gets them.
fn keys(primary: &str, message: &Value) -> Option<Effect> {
    let action = label(message, "action", NAME_CHARS)?;
    let lower = action.to_ascii_lowercase();
    let is_keys =
        primary == "dYdX" || ["stark key", "starkkey", "onboarding"].iter().any(|of| lower.contains(of));
    is_keys
        .then(|| Effect { power: Some(Power::Keys), ..named(EffectKind::Control, Risk::Critical, &action) })
}

/// The effects of a Cosmos chain's document. Its messages are a list, or have separate names (msg0, msg1). All of them
/// are decoded, and the review mentions those beyond its limit.
fn cosmos(message: &Value) -> Option<Vec<Effect>> {
    let fields = message.as_object()?;
    fields.contains_key("chain_id").then_some(())?;
    // some write the whole list as a string
    if let Some(list) = message.field("msgs").filter(|list| !list.is_array()) {
        return Some([unread("msgs", list)].into());
    }
    let number = |name: &str| name.strip_prefix("msg")?.parse::<u32>().ok();
    let mut own: Vec<(u32, &Value)> =
        fields.iter().filter_map(|(name, value)| Some((number(name)?, value))).collect();
    own.sort_by_key(|(number, _)| *number);
    let msgs = message.list("msgs").iter().chain(own.into_iter().map(|(_, msg)| msg));
    let mut effects = Vec::new();
    for (place, msg) in msgs.enumerate() {
        let first = effects.len();
        if of_message(msg, &mut effects).is_none() {
            effects.truncate(first);
            effects.push(unread(msg.text("type").unwrap_or("msg"), msg));
        }
        effects.iter_mut().skip(first).for_each(|effect| effect.place = place);
    }
    if effects.is_empty() {
        return None;
    }
    if let Some(fee) = message.field("fee") {
        match fee.field("amount").map_or(Some(Vec::new()), coins_of) {
            Some(paid) => effects.extend(paid.into_iter().map(|(denom, units)| {
                let effect = coins(EffectKind::Fee, &denom, Amount::new(units, 0));
                Effect { risk: Risk::Review, ..effect }
            })),
            None => effects.push(unread("fee", fee)),
        }
    }
    if let Some(memo) = message.filled("memo") {
        let words = Some(EffectText::Text(text::in_boxes(memo)));
        effects.push(Effect { words, ..Clause::Note.effect() });
    }
    Some(effects)
}

/// The coins of a list, or the only coin.
fn coins_of(of: &Value) -> Option<Vec<(String, U256)>> {
    let one =
        |coin: &Value| Some((label(coin, "denom", ACCOUNT_CHARS)?, abi::number_of(coin.field("amount")?)?));
    match of.as_array() {
        Some(list) if list.len() > COINS_MAX => None,
        Some(list) => list.iter().map(one).collect(),
        None => Some([one(of)?].into()),
    }
}

fn of_message(msg: &Value, effects: &mut Vec<Effect>) -> Option<()> {
    let url = msg.text("type").or(msg.text("@type"))?;
    let value = msg.field("value").unwrap_or(msg);
    let name = url.rsplit(['/', '.']).next()?;
    let any = |names: &[&str]| names.iter().find_map(|name| label(value, name, ACCOUNT_CHARS));
    let (kind, to, of) = match name {
        "MsgSend" => (EffectKind::Send, any(&["to_address", "toAddress"])?, value.field("amount")),
        "MsgTransfer" => (EffectKind::Send, any(&["receiver"])?, value.field("token")),
        "MsgDelegate" => {
            (EffectKind::Stake, any(&["validator_address", "validatorAddress"])?, value.field("amount"))
        }
        "MsgUndelegate" => {
            (Clause::Unstake.into(), any(&["validator_address", "validatorAddress"])?, value.field("amount"))
        }
        "MsgBeginRedelegate" => (
            Clause::Restake.into(),
            any(&["validator_dst_address", "validatorDstAddress"])?,
            value.field("amount"),
        ),
        "MsgGrant" => {
            let what = value.field("grant").and_then(|of| of.field("authorization"));
            let what = what.and_then(|of| of.field("value").unwrap_or(of).text("msg")).unwrap_or(url);
            let effect = named(EffectKind::Control, Risk::Critical, what);
            effects.push(Effect {
                power: Some(Power::Message),
                party: Some(any(&["grantee"])?),
                fields: typed_fields::written(value),
                ..effect
            });
            return Some(());
        }
        _ => return None,
    };
    // other data, such as a memo that forwards the coins, is displayed unchanged
    let mut fields = typed_fields::written(value);
    let all = coins_of(of?).filter(|all| !all.is_empty())?;
    for (denom, units) in all {
        let effect = coins(kind, &denom, Amount::new(units, 0));
        effects.push(Effect { party: Some(to.clone()), fields: fields.take(), ..effect });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::effects::SaysNothing;
    use crate::namespaces::eip155::reader::effects;
    use serde_json::json;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    fn signed(domain: &Value, primary: &str, message: &Value) -> Vec<Effect> {
        let data = json!({ "domain": domain, "primaryType": primary, "types": {}, "message": message });
        let of_text = effects::read("eth_signTypedData_v4", &json!([ALICE, data.to_string()]), &SaysNothing);
        assert_eq!(effects::read("eth_signTypedData_v4", &json!([ALICE, data]), &SaysNothing), of_text);
        of_text
    }

    fn said(effect: &Effect) -> (EffectKind, Risk, Option<&str>) {
        (effect.kind, effect.risk, effect.party.as_deref())
    }

    fn hyperliquid(action: &str, message: &Value) -> Effect {
        let domain = json!({ "name": "HyperliquidSignTransaction", "version": "1", "chainId": 42161,
            "verifyingContract": "0x0000000000000000000000000000000000000000" });
        signed(&domain, &["HyperliquidTransaction:", action].concat(), message).remove(0)
    }

    // req: 10.12
    #[test]
    fn describes_hyperliquid_actions_with_amounts_and_rights() {
        use Clause::{Change, Unstake};
        use EffectKind::{Control, Send, Stake, Unread};
        use Risk::{Critical, Warning};
        for (action, message, expected) in [
            (
                "UsdSend",
                json!({ "destination": BOB, "amount": "100.5", "time": 1 }),
                (Send, Warning, Some(BOB)),
            ),
            ("Withdraw", json!({ "destination": BOB, "amount": "1", "time": 1 }), (Send, Warning, Some(BOB))),
            (
                "SpotSend",
                json!({ "destination": BOB, "token": "PURR:0x12", "amount": "0.1" }),
                (Send, Warning, Some(BOB)),
            ),
            (
                "SendAsset",
                json!({ "destination": BOB, "sourceDex": "", "token": "USDC", "amount": "7" }),
                (Send, Warning, Some(BOB)),
            ),
            ("ApproveAgent", json!({ "agentAddress": BOB, "agentName": "" }), (Control, Critical, Some(BOB))),
            (
                "ApproveBuilderFee",
                json!({ "maxFeeRate": "0.1%", "builder": BOB }),
                (Change.into(), Warning, Some(BOB)),
            ),
            (
                "TokenDelegate",
                json!({ "validator": BOB, "wei": 9, "isUndelegate": false }),
                (Stake, Warning, Some(BOB)),
            ),
            (
                "TokenDelegate",
                json!({ "validator": BOB, "wei": 9, "isUndelegate": true }),
                (Unstake.into(), Warning, Some(BOB)),
            ),
            ("ConvertToMultiSigUser", json!({ "signers": "{}" }), (Control, Critical, None)),
            ("UsdSend", json!({ "destination": BOB, "amount": "many" }), (Unread, Warning, None)),
            ("SomethingNew", json!({ "destination": BOB }), (Unread, Warning, None)),
        ] {
            let effect = hyperliquid(action, &message);
            assert_eq!(said(&effect), expected, "{action}");
            assert!(effect.fields.is_some(), "{action}");
        }
        let sent = hyperliquid("UsdSend", &json!({ "destination": BOB, "amount": "100.5" }));
        assert_eq!(sent.asset, Some(Asset::Named("USDC".into())));
        assert_eq!(
            (sent.amount, sent.decimals),
            (Some(HowMuch::Units(U256::from(10_050_000_000u64))), Some(8))
        );
        let order = signed(
            &json!({ "name": "Exchange", "chainId": 1337 }),
            "Agent",
            &json!({ "source": "a", "connectionId": "0x00" }),
        );
        assert_eq!(said(&order[0]), (Unread, Warning, None));
    }

    // req: 10.12
    #[test]
    fn reads_cosmos_documents_signed_as_typed_data() {
        use Clause::Note;
        use EffectKind::{Control, Fee, Send, Stake, Unread};
        let domain = json!({ "name": "Injective Web3", "version": "1.0.0", "chainId": "0x1", "salt": "0", "verifyingContract": "cosmos" });
        let coin = json!({ "denom": "inj", "amount": "100000000000000000000" });
        let send = json!({ "type": "cosmos-sdk/MsgSend", "value": { "from_address": "inj1me", "to_address": "inj1thief", "amount": [coin] } });
        let stake = json!({ "type": "cosmos-sdk/MsgDelegate", "value": { "delegator_address": "inj1me", "validator_address": "injvaloper1x", "amount": coin } });
        let grant = json!({ "type": "cosmos-sdk/MsgGrant", "value": { "granter": "inj1me", "grantee": "inj1thief",
            "grant": { "authorization": { "type": "cosmos-sdk/GenericAuthorization", "value": { "msg": "/cosmos.bank.v1beta1.MsgSend" } } } } });
        let other = json!({ "type": "exchange/MsgCreateSpotLimitOrder", "value": { "sender": "inj1me" } });
        let document = |msgs: Value| {
            json!({ "account_number": "1", "chain_id": "injective-1", "sequence": "1", "memo": "hi", "timeout_height": "0",
                "fee": { "amount": [{ "denom": "inj", "amount": "5" }], "gas": "200000" }, "msgs": msgs })
        };
        let effects = signed(&domain, "Tx", &document(json!([send, stake, grant, other])));
        let kinds: Vec<_> = effects.iter().map(|effect| (effect.kind, effect.place)).collect();
        assert_eq!(kinds, [(Send, 0), (Stake, 1), (Control, 2), (Unread, 3), (Fee, 0), (Note.into(), 0)]);
        assert_eq!(said(&effects[0]), (Send, Risk::Warning, Some("inj1thief")));
        assert_eq!(effects[0].asset, Some(Asset::Named("inj".into())));
        assert_eq!(
            (effects[2].risk, effects[2].name()),
            (Risk::Critical, Some("/cosmos.bank.v1beta1.MsgSend"))
        );
        assert!(effects[3].fields.is_some() && effects[3].risk == Risk::Warning);
        // newer libraries write each message under a separate name
        let mut flat = document(json!([]));
        let fields = flat.as_object_mut().unwrap();
        fields.remove("msgs");
        fields.insert("msg0".into(), send.clone());
        assert_eq!(signed(&domain, "Tx", &flat)[0].kind, Send);
        let broken = document(
            json!([{ "type": "cosmos-sdk/MsgSend", "value": { "to_address": "inj1thief", "amount": "all" } }]),
        );
        assert_eq!(said(&signed(&domain, "Tx", &broken)[0]), (Unread, Risk::Warning, None));
    }

    // req: 10.12
    #[test]
    fn reads_every_message_of_a_cosmos_document() {
        use EffectKind::{Control, Fee, Send, Unread};
        let domain = json!({ "name": "Injective Web3", "chainId": "0x1" });
        let coin = json!({ "denom": "inj", "amount": "7" });
        let send = |amount: Value| json!({ "type": "cosmos-sdk/MsgSend", "value": { "to_address": "inj1thief", "amount": amount } });
        let grant = json!({ "type": "cosmos-sdk/MsgGrant", "value": { "grantee": "inj1thief" } });
        let kinds = |message: &Value| -> Vec<(EffectKind, usize)> {
            signed(&domain, "Tx", message).iter().map(|effect| (effect.kind, effect.place)).collect()
        };
        // after many harmless messages
        let mut many = alloc::vec![send(json!([])); 300];
        many.push(grant.clone());
        let found = kinds(&json!({ "chain_id": "x", "msgs": many }));
        assert_eq!((found.len(), found[0], found[300]), (301, (Unread, 0), (Control, 300)));
        // in a list and next to it, in the order of their numbers
        let mut both = json!({ "chain_id": "x", "msgs": [send(json!([coin]))] });
        both["msg2"] = send(json!([coin]));
        both["msg10"] = grant;
        assert_eq!(kinds(&both), [(Send, 0), (Send, 1), (Control, 2)]);
        // an unreadable fee, and an invalid one
        let with = |fee: Value| kinds(&json!({ "chain_id": "x", "msgs": [send(json!([coin]))], "fee": fee }));
        assert_eq!(with(json!({ "amount": "all" })), [(Send, 0), (Unread, 0)]);
        assert_eq!(with(json!({ "amount": [coin, coin] })), [(Send, 0), (Fee, 0), (Fee, 0)]);
        assert_eq!(with(json!({ "amount": [], "gas": "1" })), [(Send, 0)]);
        // the other data of a message is displayed unchanged
        let transfer = json!({ "type": "cosmos-sdk/MsgTransfer", "value": { "receiver": "osmo1x", "token": coin, "memo": "forward to a thief" } });
        let effects = signed(&domain, "Tx", &json!({ "chain_id": "x", "msgs": [transfer] }));
        assert!(effects[0].fields.as_deref().unwrap().contains("memo: forward to a thief"));
    }

    // req: 10.12
    #[test]
    fn treats_a_key_derivation_message_as_critical() {
        for (primary, action) in
            [("dYdX", "dYdX Chain Onboarding"), ("dYdX", "dYdX STARK Key"), ("Constant", "STARK Key")]
        {
            let effects =
                signed(&json!({ "name": primary, "chainId": 1 }), primary, &json!({ "action": action }));
            let effect = &effects[0];
            assert_eq!(
                (effect.power, effect.risk, effect.name()),
                (Some(Power::Keys), Risk::Critical, Some(action))
            );
        }
    }

    // req: 10.12
    #[test]
    fn warns_about_unknown_typed_data_with_money_or_rights() {
        let domain = json!({ "name": "N", "chainId": 1 });
        for (message, risk) in [
            (json!({ "text": "hi" }), Risk::Review),
            (json!({ "from": "a", "contents": "b" }), Risk::Review),
            (json!({ "receiver": BOB, "amount": "7" }), Risk::Warning),
            (
                json!({ "tx": { "withdraw_to": "x", "recipientAddress": BOB, "usdAmount": "7" } }),
                Risk::Warning,
            ),
            (json!({ "agentAddress": BOB }), Risk::Warning),
            (json!({ "orderlyPublicKey": "x" }), Risk::Warning),
            (json!({ "linked_signer": BOB }), Risk::Warning),
            (json!({ "a": "b".repeat(5_000) }), Risk::Warning),
            (json!({ "a": { "a": { "a": { "a": { "a": { "a": { "text": "hi" } } } } } } }), Risk::Warning),
            (json!({ "a": { "a": { "a": { "a": { "a": { "text": "hi" } } } } } }), Risk::Review),
        ] {
            let effects = signed(&domain, "Withdrawal", &message);
            assert_eq!((effects[0].kind, effects[0].risk), (EffectKind::Sign, risk), "{message}");
            assert!(effects[0].fields.is_some());
        }
        let deep = (0..200).fold(json!({ "amount": 1, "to": 2 }), |inner, _| json!({ "a": inner }));
        let data = json!({ "domain": domain, "primaryType": "Deep", "types": {}, "message": deep });
        for data in [json!(data.to_string()), data] {
            let effects = effects::read("eth_signTypedData_v4", &json!([ALICE, data]), &SaysNothing);
            assert!(effects[0].risk >= Risk::Review);
        }
    }
}
