//! Typed data by which other chains and exchanges move money (10.12): documents of Cosmos chains that take Ethereum's signatures (Ethermint,
//! Injective, Evmos), Hyperliquid's actions, and texts of which a service makes the keys of an account (dYdX, Paradex). Their money isn't on the network that
//! the wallet shows, so nothing but these fields says what leaves.

use super::abi;
use super::typed_fields;
use crate::amount::Amount;
use crate::json::Read;
use crate::namespaces::deeds::{Asset, Deed, DeedKind, HowMuch, Power, Weight, Words};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::Value;

/// Characters of a name, and of an account of another chain.
const NAME_CHARS: usize = 64;
const ACCOUNT_CHARS: usize = 128;
/// Hyperliquid counts its dollar in so many decimals at most.
const DECIMALS: u8 = 8;
/// Messages and coins of one document.
const MESSAGES_MAX: usize = 200;

/// What such data would do; nothing for any other.
pub(super) fn read(domain: &Value, primary: &str, message: &Value) -> Option<Vec<Deed>> {
    if let Some(action) = primary.strip_prefix("HyperliquidTransaction:") {
        return Some([of_hyperliquid(action, message)].into());
    }
    if domain.text("name") == Some("Exchange")
        && primary == "Agent"
        && message.field("connectionId").is_some()
    {
        // a hash of an order, or of any other action
        return Some([unread("Agent", message)].into());
    }
    keys(primary, message).map(|deed| [deed].into()).or_else(|| cosmos(message))
}

/// Whether data that nobody knows names somebody together with an amount, or with a right: it may move money.
pub(super) fn may_move(message: Option<&Value>) -> bool {
    const TO: [&str; 8] =
        ["destination", "recipient", "receiver", "to", "beneficiary", "target", "spender", "payee"];
    const HOW_MUCH: [&str; 8] = ["amount", "value", "wei", "quantity", "size", "amounts", "price", "shares"];
    const RIGHTS: [&str; 7] =
        ["agent", "signer", "delegate", "operator", "spender", "sessionkey", "publickey"];
    let mut found = (false, false, false);
    fn walk(value: &Value, depth: usize, see: &mut dyn FnMut(&str)) {
        match value {
            Value::Object(fields) if depth < 6 => {
                for (name, value) in fields {
                    see(name);
                    walk(value, depth + 1, see);
                }
            }
            Value::Array(items) if depth < 6 => items.iter().for_each(|of| walk(of, depth + 1, see)),
            _ => {}
        }
    }
    if let Some(message) = message {
        walk(message, 0, &mut |name| {
            let name = name.to_ascii_lowercase().replace(['_', '-'], "");
            let is = |all: &[&str]| all.iter().any(|of| name == *of || of.len() > 3 && name.contains(of));
            found = (found.0 || is(&TO), found.1 || is(&HOW_MUCH), found.2 || is(&RIGHTS));
        });
    }
    found.0 && found.1 || found.2
}

fn label(of: &Value, name: &str, chars: usize) -> Option<String> {
    text::label(of.text(name)?, chars)
}

fn named(kind: DeedKind, weight: Weight, name: &str) -> Deed {
    Deed { words: text::label(name, NAME_CHARS).map(Words::Name), ..Deed::of(kind, weight) }
}

fn unread(name: &str, of: &Value) -> Deed {
    Deed { fields: typed_fields::written(of), ..named(DeedKind::Unread, Weight::Risky, name) }
}

fn coins(kind: DeedKind, token: &str, amount: Amount) -> Deed {
    Deed {
        asset: Some(Asset::Named(token.into())),
        amount: Some(HowMuch::Units(amount.units)),
        decimals: (amount.decimals > 0).then_some(amount.decimals),
        ..Deed::of(kind, Weight::Risky)
    }
}

/// What an action of an account at Hyperliquid would do. Whoever has the signature hands it in.
fn of_hyperliquid(action: &str, message: &Value) -> Deed {
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
        Some(Deed { party: Some(party("destination")?), ..coins(DeedKind::Send, &token?, amount?) })
    };
    let control = |power: Power, to: Option<String>| {
        let deed = named(DeedKind::Control, Weight::Grave, action);
        Some(Deed { power: Some(power), party: to, ..deed })
    };
    let read = match action {
        "UsdSend" | "Withdraw" => sent(Some("USDC".into()), amount("amount")),
        "SpotSend" | "SendAsset" => sent(token(), amount("amount")),
        "ApproveAgent" => control(Power::Module, party("agentAddress")),
        "ApproveBuilderFee" => {
            let rate = message.text("maxFeeRate").unwrap_or_default();
            let deed = named(DeedKind::Change, Weight::Risky, &[action, " ", rate].concat());
            Some(Deed { party: party("builder"), ..deed })
        }
        "TokenDelegate" => wei().map(|amount| {
            let kind = match message.flag("isUndelegate") {
                Some(true) => DeedKind::Unstake,
                _ => DeedKind::Stake,
            };
            Deed { party: party("validator"), ..coins(kind, "HYPE", amount) }
        }),
        "CDeposit" => wei().map(|amount| coins(DeedKind::Stake, "HYPE", amount)),
        "CWithdraw" => wei().map(|amount| coins(DeedKind::Unstake, "HYPE", amount)),
        "ConvertToMultiSigUser" | "SendMultiSig" => control(Power::Signer, None),
        _ => None,
    };
    match read {
        Some(deed) => Deed { fields: typed_fields::written(message), ..deed },
        None => unread(action, message),
    }
}

/// A text of which a service makes keys: who has the signature has them too.
fn keys(primary: &str, message: &Value) -> Option<Deed> {
    let action = label(message, "action", NAME_CHARS)?;
    let lower = action.to_ascii_lowercase();
    let is_keys =
        primary == "dYdX" || ["stark key", "starkkey", "onboarding"].iter().any(|of| lower.contains(of));
    is_keys.then(|| Deed { power: Some(Power::Keys), ..named(DeedKind::Control, Weight::Grave, &action) })
}

/// A document of a Cosmos chain. Its messages stand in a list, or each under a name of its own (msg0, msg1).
fn cosmos(message: &Value) -> Option<Vec<Deed>> {
    let fields = message.as_object()?;
    fields.contains_key("chain_id").then_some(())?;
    let is_one = |name: &str| {
        name.strip_prefix("msg").is_some_and(|at| !at.is_empty() && at.bytes().all(|of| of.is_ascii_digit()))
    };
    let own = fields.iter().filter(|(name, _)| is_one(name)).map(|(_, value)| value);
    let msgs: Vec<&Value> = match message.field("msgs") {
        // some write the whole list as a text
        Some(Value::String(text)) => return Some([unread("msgs", &Value::String(text.clone()))].into()),
        Some(_) => message.list("msgs").iter().collect(),
        None => own.collect(),
    };
    (!msgs.is_empty()).then_some(())?;
    let mut deeds = Vec::new();
    for (place, msg) in msgs.into_iter().take(MESSAGES_MAX).enumerate() {
        let first = deeds.len();
        if of_message(msg, &mut deeds).is_none() {
            deeds.truncate(first);
            deeds.push(unread(msg.text("type").unwrap_or("msg"), msg));
        }
        deeds.iter_mut().skip(first).for_each(|deed| deed.place = place);
    }
    let fee = message.field("fee");
    for (denom, units) in fee.map(|fee| amounts(fee.field("amount"))).unwrap_or_default().unwrap_or_default()
    {
        let deed = coins(DeedKind::Fee, &denom, Amount::new(units, 0));
        deeds.push(Deed { weight: Weight::Look, ..deed });
    }
    if let Some(memo) = message.filled("memo") {
        let words = Some(Words::Text(text::in_boxes(memo)));
        deeds.push(Deed { words, ..Deed::of(DeedKind::Note, Weight::Plain) });
    }
    Some(deeds)
}

/// Coins: one, or a list of them.
fn amounts(of: Option<&Value>) -> Option<Vec<(String, U256)>> {
    let of = of?;
    let list: Vec<&Value> = of.as_array().map_or_else(|| alloc::vec![of], |list| list.iter().collect());
    let one =
        |coin: &Value| Some((label(coin, "denom", ACCOUNT_CHARS)?, abi::number_of(coin.field("amount")?)?));
    (list.len() <= MESSAGES_MAX).then(|| list.into_iter().map(one).collect())?
}

fn of_message(msg: &Value, deeds: &mut Vec<Deed>) -> Option<()> {
    let url = msg.text("type").or(msg.text("@type"))?;
    let value = msg.field("value").unwrap_or(msg);
    let name = url.rsplit(['/', '.']).next()?;
    let any = |names: &[&str]| names.iter().find_map(|name| label(value, name, ACCOUNT_CHARS));
    let (kind, to, of) = match name {
        "MsgSend" => (DeedKind::Send, any(&["to_address", "toAddress"])?, value.field("amount")),
        "MsgTransfer" => (DeedKind::Send, any(&["receiver"])?, value.field("token")),
        "MsgDelegate" => {
            (DeedKind::Stake, any(&["validator_address", "validatorAddress"])?, value.field("amount"))
        }
        "MsgUndelegate" => {
            (DeedKind::Unstake, any(&["validator_address", "validatorAddress"])?, value.field("amount"))
        }
        "MsgBeginRedelegate" => (
            DeedKind::Restake,
            any(&["validator_dst_address", "validatorDstAddress"])?,
            value.field("amount"),
        ),
        "MsgGrant" => {
            let what = value.field("grant").and_then(|of| of.field("authorization"));
            let what = what.and_then(|of| of.field("value").unwrap_or(of).text("msg")).unwrap_or(url);
            let deed = named(DeedKind::Control, Weight::Grave, what);
            deeds.push(Deed { power: Some(Power::Message), party: Some(any(&["grantee"])?), ..deed });
            return Some(());
        }
        _ => return None,
    };
    for (denom, units) in amounts(of)? {
        let deed = coins(kind, &denom, Amount::new(units, 0));
        deeds.push(Deed { party: Some(to.clone()), ..deed });
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::namespaces::deeds::SaysNothing;
    use crate::namespaces::eip155::deeds;
    use serde_json::json;

    const ALICE: &str = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    fn signed(domain: &Value, primary: &str, message: &Value) -> Vec<Deed> {
        let data = json!({ "domain": domain, "primaryType": primary, "types": {}, "message": message });
        let of_text = deeds::read("eth_signTypedData_v4", &json!([ALICE, data.to_string()]), &SaysNothing);
        assert_eq!(deeds::read("eth_signTypedData_v4", &json!([ALICE, data]), &SaysNothing), of_text);
        of_text
    }

    fn said(deed: &Deed) -> (DeedKind, Weight, Option<&str>) {
        (deed.kind, deed.weight, deed.party.as_deref())
    }

    fn hyperliquid(action: &str, message: &Value) -> Deed {
        let domain = json!({ "name": "HyperliquidSignTransaction", "version": "1", "chainId": 42161,
            "verifyingContract": "0x0000000000000000000000000000000000000000" });
        signed(&domain, &["HyperliquidTransaction:", action].concat(), message).remove(0)
    }

    // req: 10.12
    #[test]
    fn actions_of_hyperliquid_say_what_leaves_and_who_gets_a_right() {
        use DeedKind::{Change, Control, Send, Stake, Unread, Unstake};
        use Weight::{Grave, Risky};
        for (action, message, expected) in [
            (
                "UsdSend",
                json!({ "destination": BOB, "amount": "100.5", "time": 1 }),
                (Send, Risky, Some(BOB)),
            ),
            ("Withdraw", json!({ "destination": BOB, "amount": "1", "time": 1 }), (Send, Risky, Some(BOB))),
            (
                "SpotSend",
                json!({ "destination": BOB, "token": "PURR:0x12", "amount": "0.1" }),
                (Send, Risky, Some(BOB)),
            ),
            (
                "SendAsset",
                json!({ "destination": BOB, "sourceDex": "", "token": "USDC", "amount": "7" }),
                (Send, Risky, Some(BOB)),
            ),
            ("ApproveAgent", json!({ "agentAddress": BOB, "agentName": "" }), (Control, Grave, Some(BOB))),
            (
                "ApproveBuilderFee",
                json!({ "maxFeeRate": "0.1%", "builder": BOB }),
                (Change, Risky, Some(BOB)),
            ),
            (
                "TokenDelegate",
                json!({ "validator": BOB, "wei": 9, "isUndelegate": false }),
                (Stake, Risky, Some(BOB)),
            ),
            (
                "TokenDelegate",
                json!({ "validator": BOB, "wei": 9, "isUndelegate": true }),
                (Unstake, Risky, Some(BOB)),
            ),
            ("ConvertToMultiSigUser", json!({ "signers": "{}" }), (Control, Grave, None)),
            ("UsdSend", json!({ "destination": BOB, "amount": "many" }), (Unread, Risky, None)),
            ("SomethingNew", json!({ "destination": BOB }), (Unread, Risky, None)),
        ] {
            let deed = hyperliquid(action, &message);
            assert_eq!(said(&deed), expected, "{action}");
            assert!(deed.fields.is_some(), "{action}");
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
        assert_eq!(said(&order[0]), (Unread, Risky, None));
    }

    // req: 10.12
    #[test]
    fn documents_of_cosmos_chains_are_read_whatever_they_are_signed_by() {
        use DeedKind::{Control, Fee, Note, Send, Stake, Unread};
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
        let deeds = signed(&domain, "Tx", &document(json!([send, stake, grant, other])));
        let kinds: Vec<_> = deeds.iter().map(|deed| (deed.kind, deed.place)).collect();
        assert_eq!(kinds, [(Send, 0), (Stake, 1), (Control, 2), (Unread, 3), (Fee, 0), (Note, 0)]);
        assert_eq!(said(&deeds[0]), (Send, Weight::Risky, Some("inj1thief")));
        assert_eq!(deeds[0].asset, Some(Asset::Named("inj".into())));
        assert_eq!((deeds[2].weight, deeds[2].name()), (Weight::Grave, Some("/cosmos.bank.v1beta1.MsgSend")));
        assert!(deeds[3].fields.is_some() && deeds[3].weight == Weight::Risky);
        // as newer libraries write it, each message under a name of its own
        let mut flat = document(json!([]));
        let fields = flat.as_object_mut().unwrap();
        fields.remove("msgs");
        fields.insert("msg0".into(), send.clone());
        assert_eq!(signed(&domain, "Tx", &flat)[0].kind, Send);
        let broken = document(
            json!([{ "type": "cosmos-sdk/MsgSend", "value": { "to_address": "inj1thief", "amount": "all" } }]),
        );
        assert_eq!(said(&signed(&domain, "Tx", &broken)[0]), (Unread, Weight::Risky, None));
    }

    // req: 10.12
    #[test]
    fn a_text_of_which_keys_are_made_hands_them_over() {
        for (primary, action) in
            [("dYdX", "dYdX Chain Onboarding"), ("dYdX", "dYdX STARK Key"), ("Constant", "STARK Key")]
        {
            let deeds =
                signed(&json!({ "name": primary, "chainId": 1 }), primary, &json!({ "action": action }));
            let deed = &deeds[0];
            assert_eq!(
                (deed.power, deed.weight, deed.name()),
                (Some(Power::Keys), Weight::Grave, Some(action))
            );
        }
    }

    // req: 10.12
    #[test]
    fn unknown_data_is_seen_with_its_fields_and_warned_of_where_it_names_somebody_with_money_or_a_right() {
        let domain = json!({ "name": "N", "chainId": 1 });
        for (message, weight) in [
            (json!({ "text": "hi" }), Weight::Look),
            (json!({ "from": "a", "contents": "b" }), Weight::Look),
            (json!({ "receiver": BOB, "amount": "7" }), Weight::Risky),
            (
                json!({ "tx": { "withdraw_to": "x", "recipientAddress": BOB, "usdAmount": "7" } }),
                Weight::Risky,
            ),
            (json!({ "agentAddress": BOB }), Weight::Risky),
            (json!({ "orderlyPublicKey": "x" }), Weight::Risky),
            (json!({ "linked_signer": BOB }), Weight::Risky),
        ] {
            let deeds = signed(&domain, "Withdrawal", &message);
            assert_eq!((deeds[0].kind, deeds[0].weight), (DeedKind::Sign, weight), "{message}");
            assert!(deeds[0].fields.is_some());
        }
        let deep = (0..200).fold(json!({ "amount": 1, "to": 2 }), |inner, _| json!({ "a": inner }));
        let data = json!({ "domain": domain, "primaryType": "Deep", "types": {}, "message": deep });
        for data in [json!(data.to_string()), data] {
            let deeds = deeds::read("eth_signTypedData_v4", &json!([ALICE, data]), &SaysNothing);
            assert!(deeds[0].weight >= Weight::Look);
        }
    }
}
