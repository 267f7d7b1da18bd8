//! How accounts are emptied or taken over, each way alone and hidden: what is said of it must not be less for that (10.44).

use super::deeds::read;
use crate::caip::ChainId;
use crate::namespaces::deeds::{Deed, DeedKind, HowMuch, Until, Weight, Words};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Value, json};

pub(super) const ME: &str = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
const THIEF: &str = "cosmos1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3ejpezd";
const VICTIM: &str = "cosmos1yg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zcpgmch";
const CONTRACT: &str = "cosmos1xvenxvenxvenxvenxvenxvenxvenxvenxvenxvenxvenxvenxvenqyv5l6r";

fn chain() -> ChainId {
    ChainId::parse("cosmos:cosmoshub-4").unwrap()
}

fn coin(amount: &str) -> Value {
    json!({ "denom": "uatom", "amount": amount })
}

fn of(kind: &str, value: Value) -> Value {
    json!({ "type": kind, "value": value })
}

fn sdk(kind: &str, value: Value) -> Value {
    of(&alloc::format!("cosmos-sdk/{kind}"), value)
}

fn send(to: &str, amount: &str) -> Value {
    sdk("MsgSend", json!({ "from_address": ME, "to_address": to, "amount": [coin(amount)] }))
}

fn grant(authorization: Value, end: Option<&str>) -> Value {
    let grant = json!({ "authorization": authorization, "expiration": end });
    sdk("MsgGrant", json!({ "granter": ME, "grantee": THIEF, "grant": grant }))
}

fn generic(what: &str) -> Value {
    grant(sdk("GenericAuthorization", json!({ "msg": what })), Some("2027-01-01T00:00:00Z"))
}

fn told(message: Value) -> Value {
    let value = json!({ "sender": ME, "contract": CONTRACT, "msg": message, "funds": [] });
    of("wasm/MsgExecuteContract", value)
}

fn asked(msgs: &[Value]) -> Value {
    let fee = json!({ "amount": [coin("500")], "gas": "200000" });
    let document = json!({
        "chain_id": "cosmoshub-4", "account_number": "7", "sequence": "3", "fee": fee, "msgs": msgs, "memo": "",
    });
    json!({ "signerAddress": ME, "signDoc": document })
}

fn said(msgs: &[Value]) -> Vec<Deed> {
    read("cosmos_signAmino", &asked(msgs), ME, &chain()).deeds
}

/// A way, what is said of it, and how loudly.
fn drains() -> Vec<(&'static str, Value, DeedKind, Weight)> {
    use DeedKind::{Allow, AllowAll, Burn, Call, Control, Payee, Raise, Send, Unread};
    use Weight::{Grave, Look, Plain, Risky};
    let shares = |owner: &str| {
        let value = json!({ "delegator_address": ME, "validator_address": "v", "amount": coin("9"), "tokenized_share_owner": owner });
        sdk("MsgTokenizeShares", value)
    };
    let ibc = |memo: &str| {
        let value = json!({ "source_port": "transfer", "source_channel": "channel-1", "token": coin("9"), "sender": ME, "receiver": "osmo1x", "memo": memo });
        sdk("MsgTransfer", value)
    };
    let spend = |limit: Value| sdk("SendAuthorization", json!({ "spend_limit": limit, "allow_list": [] }));
    let allowance =
        |of: Value| sdk("MsgGrantAllowance", json!({ "granter": ME, "grantee": THIEF, "allowance": of }));
    let max = alloy_primitives::U256::MAX.to_string();
    alloc::vec![
        ("all of it is sent", send(THIEF, "900000000"), Send, Plain),
        (
            "to many at once",
            sdk(
                "MsgMultiSend",
                json!({ "inputs": [{ "address": ME, "coins": [coin("9")] }], "outputs": [{ "address": THIEF, "coins": [coin("9")] }] })
            ),
            Send,
            Look,
        ),
        ("a grant to send", generic("/cosmos.bank.v1beta1.MsgSend"), Control, Grave),
        ("a grant to grant", generic("/cosmos.authz.v1beta1.MsgGrant"), Control, Grave),
        ("a grant to carry out", generic("/cosmos.authz.v1beta1.MsgExec"), Control, Grave),
        ("a grant for what nobody knows", generic("/some.chain.v1.MsgAnything"), Control, Grave),
        ("a grant of an unknown kind", grant(of("x/Authorization", json!({})), None), Control, Grave),
        (
            "a grant with a limit",
            grant(spend(json!([coin("5")])), Some("2027-01-01T00:00:00Z")),
            Allow,
            Risky
        ),
        ("a grant without", grant(spend(json!([])), None), Allow, Grave),
        (
            "a grant to send all to another chain",
            grant(
                sdk(
                    "TransferAuthorization",
                    json!({ "allocations": [{ "source_port": "transfer", "source_channel": "channel-0", "spend_limit": [{ "denom": "uatom", "amount": max }], "allow_list": [] }] })
                ),
                None
            ),
            Allow,
            Grave,
        ),
        (
            "a grant over stake",
            grant(sdk("StakeAuthorization", json!({ "authorization_type": 3 })), None),
            Control,
            Risky
        ),
        (
            "a grant over a contract",
            grant(
                of("wasm/ContractExecutionAuthorization", json!({ "grants": [{ "contract": CONTRACT }] })),
                None
            ),
            Control,
            Grave,
        ),
        ("fees without a limit", allowance(sdk("BasicAllowance", json!({}))), Allow, Grave),
        ("fees of an unknown kind", allowance(of("x/Allowance", json!({}))), Allow, Grave),
        (
            "fees again and again",
            allowance(sdk("PeriodicAllowance", json!({ "basic": {}, "period_spend_limit": [coin("1")] }))),
            Allow,
            Grave,
        ),
        (
            "rewards go elsewhere",
            sdk("MsgModifyWithdrawAddress", json!({ "delegator_address": ME, "withdraw_address": THIEF })),
            Payee,
            Risky
        ),
        ("stake becomes another's", shares(THIEF), Control, Grave),
        ("stake becomes transferable", shares(ME), Control, Risky),
        (
            "a record of stake is given away",
            sdk(
                "MsgTransferTokenizeShareRecord",
                json!({ "tokenize_share_record_id": "4", "sender": ME, "new_owner": THIEF })
            ),
            Control,
            Grave,
        ),
        (
            "coins are locked up for another",
            sdk(
                "MsgCreateVestingAccount",
                json!({ "from_address": ME, "to_address": THIEF, "amount": [coin("9")], "end_time": "1900000000", "delayed": true })
            ),
            Send,
            Risky,
        ),
        ("another chain sends on", ibc(r#"{"forward":{"receiver":"x"}}"#), Call, Risky),
        ("a contract there is called", ibc(r#"{"wasm":{"contract":"x","msg":{}}}"#), Call, Risky),
        ("broken words for another chain", ibc(r#"{"wasm":"#), Call, Risky),
        (
            "an endless allowance",
            told(json!({ "increase_allowance": { "spender": THIEF, "amount": u128::MAX.to_string() } })),
            Raise,
            Grave
        ),
        (
            "an allowance",
            told(json!({ "increase_allowance": { "spender": THIEF, "amount": "5" } })),
            Raise,
            Risky
        ),
        ("every NFT", told(json!({ "approve_all": { "operator": THIEF } })), AllowAll, Grave),
        ("one NFT", told(json!({ "approve": { "spender": THIEF, "token_id": "5" } })), Allow, Risky),
        (
            "an NFT is sent",
            told(json!({ "transfer_nft": { "recipient": THIEF, "token_id": "five" } })),
            Send,
            Look
        ),
        (
            "a token is sent to a contract",
            told(json!({ "send": { "contract": THIEF, "amount": "5", "msg": "e30=" } })),
            Call,
            Risky
        ),
        ("a token is destroyed", told(json!({ "burn": { "amount": "5" } })), Burn, Risky),
        ("who makes a token", told(json!({ "update_minter": { "new_minter": THIEF } })), Control, Grave),
        ("a contract nobody knows", told(json!({ "execute_swap": { "to": THIEF } })), Call, Risky),
        (
            "who administers a contract",
            of("wasm/MsgUpdateAdmin", json!({ "sender": ME, "new_admin": THIEF, "contract": CONTRACT })),
            Control,
            Grave
        ),
        (
            "a contract that somebody else may replace",
            of(
                "wasm/MsgInstantiateContract",
                json!({ "sender": ME, "admin": THIEF, "code_id": "6", "label": "vault", "msg": {}, "funds": [coin("9")] })
            ),
            Control,
            Risky
        ),
        (
            "what a contract does",
            of(
                "wasm/MsgMigrateContract",
                json!({ "sender": ME, "contract": CONTRACT, "code_id": "6", "msg": {} })
            ),
            Control,
            Grave
        ),
        ("nobody knows", of("x/MsgDrain", json!({ "from": ME })), Unread, Risky),
    ]
}

fn is_said(deeds: &[Deed], kind: DeedKind, weight: Weight) -> bool {
    deeds.iter().any(|deed| deed.kind == kind && deed.weight >= weight)
}

fn exec(msgs: &[Value]) -> Value {
    sdk("MsgExec", json!({ "grantee": ME, "msgs": msgs }))
}

// req: 10.44
#[test]
fn a_drain_is_said_alone_as_the_last_of_thirty_nested_and_behind_dust() {
    for (name, drain, kind, weight) in drains() {
        let alone = said(core::slice::from_ref(&drain));
        assert!(is_said(&alone, kind, weight), "{name}: {alone:#?}");
        assert!(alone.iter().all(|deed| deed.weight != Weight::Refused), "{name}");
        let vote = sdk("MsgVote", json!({ "proposal_id": "1", "voter": ME, "option": 1 }));
        let mut thirty = alloc::vec![vote; 29];
        thirty.push(drain.clone());
        let last = said(&thirty);
        assert!(is_said(&last, kind, weight), "{name}, the last of thirty");
        assert!(last.iter().any(|deed| deed.place == 29), "{name}: which one");
        let mut dust = alloc::vec![send(VICTIM, "1"); 40];
        dust.push(drain.clone());
        assert!(is_said(&said(&dust), kind, weight), "{name}, behind dust");
        let mut nested = drain.clone();
        for depth in 1..=8 {
            nested = exec(&[nested]);
            let deeds = said(core::slice::from_ref(&nested));
            assert!(is_said(&deeds, kind, weight), "{name}, {depth} deep: {deeds:#?}");
        }
        let deeper = said(&[exec(&[nested])]);
        assert_eq!(deeper[0].weight, Weight::Refused, "{name}: deeper than is read");
    }
}

// req: 10.44
#[test]
fn what_is_not_the_persons_or_can_be_read_in_two_ways_reaches_no_wallet() {
    let refused =
        |params: &Value| read("cosmos_signAmino", params, ME, &chain()).deeds[0].weight == Weight::Refused;
    let with = |path: &str, value: Value| {
        let mut params = asked(&[send(THIEF, "1")]);
        *params.pointer_mut(path).unwrap() = value;
        params
    };
    assert!(!refused(&asked(&[send(THIEF, "1")])));
    for (path, value) in [
        ("/signerAddress", json!(THIEF)),
        ("/signDoc/chain_id", json!("osmosis-1")),
        ("/signDoc/chain_id", json!("")),
        ("/signDoc/msgs", json!([])),
        ("/signDoc/msgs", json!({})),
        ("/signDoc/fee", json!(null)),
        ("/signDoc/sequence", json!("1e3")),
        ("/signDoc", json!("{\"chain_id\":\"cosmoshub-4\",\"chain_id\":\"osmosis-1\"}")),
        ("/signDoc/msgs/0/value/from_address", json!(VICTIM)),
        ("/signDoc/msgs/0/value/amount", json!(coin("1"))),
        ("/signDoc/msgs/0/value/amount/0/amount", json!("-1")),
        ("/signDoc/msgs/0/value/amount/0/amount", json!("1.5")),
    ] {
        let is_unread = |params: &Value| {
            read("cosmos_signAmino", params, ME, &chain()).deeds.iter().any(|of| of.kind == DeedKind::Unread)
        };
        let params = with(path, value.clone());
        assert!(
            refused(&params) || path.ends_with("/amount/0/amount") && is_unread(&params),
            "{path} {value}"
        );
    }
    let mut beside = asked(&[send(THIEF, "1")]);
    beside["preferNoSetFee"] = json!(true);
    assert!(refused(&beside), "a field beside the document");
}

// req: 10.44
#[test]
fn a_field_that_no_message_has_is_said() {
    for path in ["/signDoc", "/signDoc/fee", "/signDoc/msgs/0/value", "/signDoc/msgs/0/value/amount/0"] {
        let mut params = asked(&[send(THIEF, "1")]);
        params.pointer_mut(path).unwrap()["also"] = json!("more");
        let deeds = read("cosmos_signAmino", &params, ME, &chain()).deeds;
        assert!(is_said(&deeds, DeedKind::Unread, Weight::Risky), "{path}: {deeds:#?}");
        assert!(is_said(&deeds, DeedKind::Send, Weight::Plain), "{path}");
    }
}

// req: 10.44
#[test]
fn a_grant_has_its_limit_and_its_end_and_what_is_anothers_says_whose_it_is() {
    let limit = sdk("SendAuthorization", json!({ "spend_limit": [coin("5000000")] }));
    let deeds = said(&[grant(limit.clone(), Some("2027-01-01T00:00:00Z"))]);
    let allow = &deeds[0];
    assert_eq!(allow.amount, Some(HowMuch::Units(alloy_primitives::U256::from(5_000_000))));
    assert_eq!((allow.party.as_deref(), allow.until), (Some(THIEF), Some(Until::Second(1_798_761_600))));
    assert_eq!(said(&[grant(limit, None)])[0].until, Some(Until::Never));
    let others = sdk("MsgSend", json!({ "from_address": VICTIM, "to_address": ME, "amount": [coin("9")] }));
    let moved = &said(&[exec(core::slice::from_ref(&others))])[0];
    assert_eq!((moved.kind, moved.owner.as_deref()), (DeedKind::Move, Some(VICTIM)));
    assert_eq!(said(&[others])[0].weight, Weight::Refused, "not without a grant");
}

/// The first line of a message: its kind, its weight, the units, the other account, the account that it changes, its name.
type Line = (DeedKind, Weight, Option<u64>, Option<String>, Option<String>, Option<String>);

fn line(deed: &Deed) -> Line {
    let units = match deed.amount {
        Some(HowMuch::Units(units)) => Some(units.to()),
        _ => None,
    };
    let name = deed.name().map(String::from);
    (deed.kind, deed.weight, units, deed.party.clone(), deed.on.clone(), name)
}

// req: 10.44
#[test]
fn each_message_shows_its_action_amount_and_recipient() {
    use DeedKind::{
        Change, Claim, Control, Create, Deposit, EndGrant, Payee, Period, Send, Stake, Unstake, Vote,
    };
    use Weight::{Grave, Look, Plain, Risky};
    let staked = |kind: &str| {
        sdk(
            kind,
            json!({ "delegator_address": ME, "validator_address": "cosmosvaloper1a", "amount": coin("9") }),
        )
    };
    let redelegated = sdk(
        "MsgBeginRedelegate",
        json!({ "delegator_address": ME, "validator_src_address": "from", "validator_dst_address": "to", "amount": coin("9") }),
    );
    let vote = |option: Value| sdk("MsgVote", json!({ "proposal_id": "42", "voter": ME, "option": option }));
    let weighted = |a: &str, b: &str| {
        let options = json!([{ "option": 1, "weight": a }, { "option": 3, "weight": b }]);
        sdk("MsgVoteWeighted", json!({ "proposal_id": "42", "voter": ME, "options": options }))
    };
    let stake = |kind: Value, most: Value| {
        grant(sdk("StakeAuthorization", json!({ "authorization_type": kind, "max_tokens": most })), None)
    };
    let vesting = json!({ "from_address": ME, "to_address": THIEF, "start_time": "1", "vesting_periods": [
        { "length": "1", "amount": [coin("4")] }, { "length": "1", "amount": [coin("5")] } ] });
    let fees = sdk(
        "PeriodicAllowance",
        json!({ "basic": {}, "period": "604800000000000", "period_spend_limit": [coin("1")], "period_can_spend": [coin("1")] }),
    );
    let contract = |kind: &str, more: Value| {
        let mut value = json!({ "sender": ME, "code_id": "6", "msg": {} });
        value.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        of(&alloc::format!("wasm/{kind}"), value)
    };
    let some = |text: &str| Some(String::from(text));
    let named = |kind, weight, name: &str| (kind, weight, None, None, None, some(name));
    let valoper = || some("cosmosvaloper1a");
    for (message, at, expected) in [
        (staked("MsgDelegate"), 0, (Stake, Look, Some(9), valoper(), None, None)),
        (staked("MsgUndelegate"), 0, (Unstake, Look, Some(9), valoper(), None, None)),
        (staked("MsgCancelUnbondingDelegation"), 0, (Stake, Look, Some(9), valoper(), None, None)),
        (redelegated, 0, (DeedKind::Restake, Look, Some(9), some("to"), some("from"), None)),
        (
            sdk(
                "MsgWithdrawDelegationReward",
                json!({ "delegator_address": ME, "validator_address": "cosmosvaloper1a" }),
            ),
            0,
            (Claim, Plain, None, valoper(), None, None),
        ),
        (
            sdk("MsgModifyWithdrawAddress", json!({ "delegator_address": ME, "withdraw_address": THIEF })),
            0,
            (Payee, Risky, None, some(THIEF), None, None),
        ),
        (vote(json!(1)), 0, named(Vote, Plain, "42: Yes")),
        (vote(json!(4)), 0, named(Vote, Plain, "42: No with veto")),
        (vote(json!("VOTE_OPTION_NO")), 0, named(Vote, Plain, "42: NO")),
        (vote(json!(9)), 0, named(Vote, Plain, "42: 9")),
        (weighted("0.700000000000000000", "0.3"), 0, named(Vote, Plain, "42: Yes 0.7, No 0.3")),
        (weighted("700000000000000000", "300000000000000000"), 0, named(Vote, Plain, "42: Yes 0.7, No 0.3")),
        (
            sdk("MsgDeposit", json!({ "proposal_id": "42", "depositor": ME, "amount": [coin("9")] })),
            0,
            (Deposit, Look, Some(9), None, None, some("42")),
        ),
        (
            sdk(
                "MsgSubmitProposal",
                json!({ "content": {}, "initial_deposit": [coin("9")], "proposer": ME }),
            ),
            0,
            (Deposit, Look, Some(9), None, None, None),
        ),
        (
            generic("/cosmos.gov.v1.MsgVote"),
            0,
            (Control, Look, None, some(THIEF), None, some("/cosmos.gov.v1.MsgVote")),
        ),
        (
            generic("/cosmos.bank.v1beta1.MsgSend"),
            0,
            (Control, Grave, None, some(THIEF), None, some("/cosmos.bank.v1beta1.MsgSend")),
        ),
        (stake(json!(1), coin("9")), 0, (Control, Risky, Some(9), some(THIEF), None, some("MsgDelegate"))),
        (stake(json!(2), json!(null)), 0, (Control, Risky, None, some(THIEF), None, some("MsgUndelegate"))),
        (
            stake(json!(3), coin("9")),
            0,
            (Control, Risky, Some(9), some(THIEF), None, some("MsgBeginRedelegate")),
        ),
        (
            sdk(
                "MsgRevoke",
                json!({ "granter": ME, "grantee": THIEF, "msg_type_url": "/cosmos.gov.v1.MsgVote" }),
            ),
            0,
            (EndGrant, Plain, None, some(THIEF), None, some("/cosmos.gov.v1.MsgVote")),
        ),
        (
            sdk("MsgRevokeAllowance", json!({ "granter": ME, "grantee": THIEF })),
            0,
            (EndGrant, Plain, None, some(THIEF), None, some("MsgRevokeAllowance")),
        ),
        (
            sdk("MsgGrantAllowance", json!({ "granter": ME, "grantee": THIEF, "allowance": fees })),
            1,
            (Period, Plain, Some(1), None, None, some("7 d")),
        ),
        (sdk("MsgCreatePeriodVestAccount", vesting), 0, (Send, Risky, Some(9), some(THIEF), None, None)),
        (
            contract("MsgInstantiateContract", json!({ "label": "vault", "admin": ME, "funds": [] })),
            0,
            named(Create, Risky, "vault · code 6"),
        ),
        (
            contract("MsgMigrateContract", json!({ "contract": CONTRACT })),
            0,
            (Control, Grave, None, None, some(CONTRACT), some("code 6")),
        ),
        (
            sdk("MsgRedeemTokensForShares", json!({ "delegator_address": ME, "amount": coin("9") })),
            0,
            (Change, Look, Some(9), None, None, some("MsgRedeemTokensForShares")),
        ),
    ] {
        let deeds = said(core::slice::from_ref(&message));
        assert_eq!(deeds.get(at).map(line), Some(expected), "{message}");
    }
}

// req: 10.44
#[test]
fn the_number_of_an_account_is_a_number() {
    let read = |number: Value| {
        let mut params = direct(&field(2, &field(1, &coin_bytes("500"))));
        params["signDoc"]["accountNumber"] = number;
        read("cosmos_signDirect", &params, ME, &chain()).deeds[0].weight
    };
    for number in [json!("7"), json!(7), json!("18446744073709551615")] {
        assert_ne!(read(number.clone()), Weight::Refused, "{number}");
    }
    for bad in ["", "seven", "0x7", "+7", "7.0", " 7", "18446744073709551616"] {
        assert_eq!(read(json!(bad)), Weight::Refused, "{bad}");
    }
    for bad in [json!(-1), json!(1.5), json!([7]), json!({})] {
        assert_eq!(read(bad.clone()), Weight::Refused, "{bad}");
    }
    // the same vote by its bytes says what it is for
    let deeds = super::deeds::read(
        "cosmos_signDirect",
        &direct(&field(2, &field(1, &coin_bytes("500")))),
        ME,
        &chain(),
    )
    .deeds;
    assert_eq!(deeds[0].name(), Some("1: Yes"));
}

// req: 10.44
#[test]
fn words_in_a_document_of_no_chain_are_words() {
    use walletconnect::base64;
    let of = |data: &str| {
        let value = json!({ "data": base64::encode(data.as_bytes()), "signer": ME });
        json!({ "signerAddress": ME, "signDoc": {
            "account_number": "0", "chain_id": "", "fee": { "amount": [], "gas": "0" }, "memo": "",
            "msgs": [{ "type": "sign/MsgSignData", "value": value }], "sequence": "0",
        } })
    };
    let read = |params: &Value| read("cosmos_signAmino", params, ME, &chain()).deeds;
    let deeds = read(&of("Hello"));
    assert_eq!((deeds[0].kind, &deeds[0].words), (DeedKind::Sign, &Some(Words::Text("Hello".into()))));
    for (path, value) in [
        ("/signDoc/msgs/0/value/signer", json!(THIEF)),
        ("/signDoc/fee/gas", json!("1")),
        ("/signDoc/memo", json!("x")),
        ("/signDoc/msgs/0/type", json!("cosmos-sdk/MsgSend")),
        ("/signDoc/sequence", json!("1")),
    ] {
        let mut params = of("Hello");
        *params.pointer_mut(path).unwrap() = value;
        assert_eq!(read(&params)[0].weight, Weight::Refused, "{path}");
    }
    let mut more = of("Hello");
    more["signDoc"]["timeout_height"] = json!("1");
    assert_eq!(read(&more)[0].weight, Weight::Refused);
}

// req: 10.44
#[test]
fn words_that_are_a_document_say_so() {
    let words = |data: &str| {
        let params = json!({ "signerAddress": ME, "data": data });
        read("cosmos_signArbitrary", &params, ME, &chain()).deeds
    };
    let plain = words("Hello");
    assert_eq!((plain[0].kind, plain[0].weight), (DeedKind::Sign, Weight::Plain));
    assert_eq!(plain[0].words, Some(Words::Text("Hello".into())));
    let document = crate::json::text(&asked(&[send(THIEF, "1")])["signDoc"]);
    let hidden = walletconnect::base64::encode(document.as_bytes());
    for data in [document, hidden, String::from(r#"{"body_bytes":"","auth_info_bytes":""}"#)] {
        let deeds = words(&data);
        assert_eq!((deeds[0].kind, deeds[0].weight), (DeedKind::Sign, Weight::Risky), "{data}");
    }
    assert_eq!(words(&"a".repeat(70_000))[0].kind, DeedKind::Unread);
    let other = json!({ "signerAddress": THIEF, "data": "Hello" });
    assert_eq!(read("cosmos_signArbitrary", &other, ME, &chain()).deeds[0].weight, Weight::Refused);
}

// req: 10.44
#[test]
fn who_pays_the_fee_is_said() {
    let mut params = asked(&[send(THIEF, "1")]);
    let fee = |params: &Value| read("cosmos_signAmino", params, ME, &chain()).deeds.pop().unwrap();
    assert_eq!((fee(&params).kind, fee(&params).owner), (DeedKind::Fee, None));
    params["signDoc"]["fee"]["granter"] = json!(VICTIM);
    assert_eq!(fee(&params).owner.as_deref(), Some(VICTIM));
}

/// A field of protobuf; nothing here is longer than 127 bytes.
fn field(id: u8, bytes: &[u8]) -> Vec<u8> {
    [&[id << 3 | 2, u8::try_from(bytes.len()).unwrap()][..], bytes].concat()
}

fn coin_bytes(amount: &str) -> Vec<u8> {
    [field(1, b"uatom"), field(2, amount.as_bytes())].concat()
}

/// A vote as its bytes, with what pays for it.
fn direct(auth: &[u8]) -> Value {
    use walletconnect::base64;
    let message = [&[0x08, 1][..], &field(2, ME.as_bytes()), &[0x18, 1]].concat();
    let vote = [field(1, b"/cosmos.gov.v1beta1.MsgVote"), field(2, &message)].concat();
    json!({ "signDoc": {
        "bodyBytes": base64::encode(&field(1, &vote)), "authInfoBytes": base64::encode(auth),
        "chainId": "cosmoshub-4", "accountNumber": "7",
    } })
}

// req: 10.44
#[test]
fn the_own_account_in_capitals_is_no_others() {
    let loud = ME.to_ascii_uppercase();
    let inner =
        sdk("MsgSend", json!({ "from_address": loud, "to_address": THIEF, "amount": [coin("9000000")] }));
    let sent = &said(&[exec(core::slice::from_ref(&inner))])[0];
    assert_eq!((sent.kind, &sent.owner), (DeedKind::Send, &None), "the person's own coins: {sent:#?}");
    assert_eq!(said(&[inner])[0].weight, Weight::Refused);
    for name in ["granter", "payer"] {
        let mut params = asked(&[send(THIEF, "1")]);
        params["signDoc"]["fee"][name] = json!(loud);
        let fee = read("cosmos_signAmino", &params, ME, &chain()).deeds.pop().unwrap();
        let amount = Some(HowMuch::Units(alloy_primitives::U256::from(500)));
        assert_eq!((fee.kind, fee.owner, fee.amount), (DeedKind::Fee, None, amount), "{name}");
    }
}

// req: 10.44
#[test]
fn a_tip_is_said_as_what_it_costs() {
    let fee = field(2, &field(1, &coin_bytes("500")));
    let said = |auth: &[u8]| read("cosmos_signDirect", &direct(auth), ME, &chain()).deeds;
    assert!(said(&fee).iter().all(|deed| deed.weight == Weight::Plain));
    let tip = field(3, &[field(1, &coin_bytes("9000000")), field(2, ME.as_bytes())].concat());
    let deeds = said(&[fee.clone(), tip].concat());
    let tip = deeds.iter().find(|deed| deed.weight == Weight::Risky).unwrap();
    assert_eq!(tip.amount, Some(HowMuch::Units(alloy_primitives::U256::from(9_000_000))));
    let other = field(3, &[field(1, &coin_bytes("9")), field(2, VICTIM.as_bytes())].concat());
    let deeds = said(&[fee, other].concat());
    assert!(deeds.iter().any(|deed| deed.owner.as_deref() == Some(VICTIM)), "{deeds:#?}");
}

// req: 10.44
#[test]
fn a_direct_document_has_its_four_fields_and_no_other() {
    let is_refused =
        |params: &Value| read("cosmos_signDirect", params, ME, &chain()).deeds[0].weight == Weight::Refused;
    let auth = field(2, &field(1, &coin_bytes("500")));
    let good = direct(&auth);
    assert!(!is_refused(&good));
    for name in ["body_bytes", "auth_info_bytes", "chain_id", "signDoc"] {
        let mut params = good.clone();
        params["signDoc"][name] = good["signDoc"]["bodyBytes"].clone();
        assert!(is_refused(&params), "{name}");
    }
}

// req: 10.44
#[test]
fn what_leaves_among_dust_is_read_first() {
    let mut many = alloc::vec![send(VICTIM, "1"); 2];
    assert!(said(&many).iter().all(|deed| deed.weight == Weight::Plain));
    many.push(send(THIEF, "900000000"));
    let sends = said(&many).into_iter().filter(|deed| deed.kind == DeedKind::Send);
    assert!(sends.clone().count() == 3 && sends.clone().all(|deed| deed.weight == Weight::Look));
}

// req: 10.44
#[test]
fn a_receiver_elsewhere_shows_what_is_hidden_and_a_piece_is_named_by_its_digits() {
    let value = json!({ "source_port": "transfer", "source_channel": "channel-1", "token": coin("9"), "sender": ME, "receiver": "osmo1x\u{202e}y" });
    assert_eq!(said(&[sdk("MsgTransfer", value)])[0].party.as_deref(), Some("osmo1x\u{25a1}y"));
    let piece = |id: &str| {
        said(&[told(json!({ "transfer_nft": { "recipient": THIEF, "token_id": id } }))])[0].clone()
    };
    let one = alloy_primitives::U256::from(1);
    assert_eq!(piece("7").amount, Some(HowMuch::Piece(alloy_primitives::U256::from(7), one)));
    assert_eq!((piece("07").amount, piece("07").words), (None, Some(Words::Name("07".into()))));
}
