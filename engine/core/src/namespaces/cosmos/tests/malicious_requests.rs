//! Attacks that empty or take over an account, alone and hidden among other messages. Hiding one must not lower its
//! risk (10.44).

use crate::caip::ChainId;
use crate::namespaces::clauses::Clause;
use crate::namespaces::cosmos::reader::effects::read;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, HowMuch, Risk, Until};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Value, json};

pub(crate) const ME: &str = "cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq";
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

fn said(msgs: &[Value]) -> Vec<Effect> {
    read("cosmos_signAmino", &asked(msgs), ME, &chain()).effects
}

/// A name, the message, and its expected effect and risk.
fn drains() -> Vec<(&'static str, Value, EffectKind, Risk)> {
    use Clause::{Payee, Raise};
    use EffectKind::{Allow, AllowAll, Burn, Call, Control, Send, Unread};
    use Risk::{Critical, Normal, Review, Warning};
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
        ("all of it is sent", send(THIEF, "900000000"), Send, Normal),
        (
            "to many at once",
            sdk(
                "MsgMultiSend",
                json!({ "inputs": [{ "address": ME, "coins": [coin("9")] }], "outputs": [{ "address": THIEF, "coins": [coin("9")] }] })
            ),
            Send,
            Review,
        ),
        ("a grant to send", generic("/cosmos.bank.v1beta1.MsgSend"), Control, Critical),
        ("a grant to grant", generic("/cosmos.authz.v1beta1.MsgGrant"), Control, Critical),
        ("a grant to carry out", generic("/cosmos.authz.v1beta1.MsgExec"), Control, Critical),
        ("a grant for what nobody knows", generic("/some.chain.v1.MsgAnything"), Control, Critical),
        ("a grant of an unknown kind", grant(of("x/Authorization", json!({})), None), Control, Critical),
        (
            "a grant with a limit",
            grant(spend(json!([coin("5")])), Some("2027-01-01T00:00:00Z")),
            Allow,
            Warning
        ),
        ("a grant without", grant(spend(json!([])), None), Allow, Critical),
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
            Critical,
        ),
        (
            "a grant over stake",
            grant(sdk("StakeAuthorization", json!({ "authorization_type": 3 })), None),
            Control,
            Warning
        ),
        (
            "a grant over a contract",
            grant(
                of("wasm/ContractExecutionAuthorization", json!({ "grants": [{ "contract": CONTRACT }] })),
                None
            ),
            Control,
            Critical,
        ),
        ("fees without a limit", allowance(sdk("BasicAllowance", json!({}))), Allow, Critical),
        ("fees of an unknown kind", allowance(of("x/Allowance", json!({}))), Allow, Critical),
        (
            "fees again and again",
            allowance(sdk("PeriodicAllowance", json!({ "basic": {}, "period_spend_limit": [coin("1")] }))),
            Allow,
            Critical,
        ),
        (
            "rewards go elsewhere",
            sdk("MsgModifyWithdrawAddress", json!({ "delegator_address": ME, "withdraw_address": THIEF })),
            Payee.into(),
            Warning
        ),
        ("stake becomes another's", shares(THIEF), Control, Critical),
        ("stake becomes transferable", shares(ME), Control, Warning),
        (
            "a record of stake is given away",
            sdk(
                "MsgTransferTokenizeShareRecord",
                json!({ "tokenize_share_record_id": "4", "sender": ME, "new_owner": THIEF })
            ),
            Control,
            Critical,
        ),
        (
            "coins are locked up for another",
            sdk(
                "MsgCreateVestingAccount",
                json!({ "from_address": ME, "to_address": THIEF, "amount": [coin("9")], "end_time": "1900000000", "delayed": true })
            ),
            Send,
            Warning,
        ),
        ("another chain sends on", ibc(r#"{"forward":{"receiver":"x"}}"#), Call, Warning),
        ("a contract there is called", ibc(r#"{"wasm":{"contract":"x","msg":{}}}"#), Call, Warning),
        ("broken words for another chain", ibc(r#"{"wasm":"#), Call, Warning),
        (
            "an endless allowance",
            told(json!({ "increase_allowance": { "spender": THIEF, "amount": u128::MAX.to_string() } })),
            Raise.into(),
            Critical
        ),
        (
            "an allowance",
            told(json!({ "increase_allowance": { "spender": THIEF, "amount": "5" } })),
            Raise.into(),
            Warning
        ),
        ("every NFT", told(json!({ "approve_all": { "operator": THIEF } })), AllowAll, Critical),
        ("one NFT", told(json!({ "approve": { "spender": THIEF, "token_id": "5" } })), Allow, Warning),
        (
            "an NFT is sent",
            told(json!({ "transfer_nft": { "recipient": THIEF, "token_id": "five" } })),
            Send,
            Review
        ),
        (
            "a token is sent to a contract",
            told(json!({ "send": { "contract": THIEF, "amount": "5", "msg": "e30=" } })),
            Call,
            Warning
        ),
        ("a token is destroyed", told(json!({ "burn": { "amount": "5" } })), Burn, Warning),
        ("who makes a token", told(json!({ "update_minter": { "new_minter": THIEF } })), Control, Critical),
        ("a contract nobody knows", told(json!({ "execute_swap": { "to": THIEF } })), Call, Warning),
        (
            "who administers a contract",
            of("wasm/MsgUpdateAdmin", json!({ "sender": ME, "new_admin": THIEF, "contract": CONTRACT })),
            Control,
            Critical
        ),
        (
            "a contract that somebody else may replace",
            of(
                "wasm/MsgInstantiateContract",
                json!({ "sender": ME, "admin": THIEF, "code_id": "6", "label": "vault", "msg": {}, "funds": [coin("9")] })
            ),
            Control,
            Warning
        ),
        (
            "what a contract does",
            of(
                "wasm/MsgMigrateContract",
                json!({ "sender": ME, "contract": CONTRACT, "code_id": "6", "msg": {} })
            ),
            Control,
            Critical
        ),
        ("nobody knows", of("x/MsgDrain", json!({ "from": ME })), Unread, Warning),
    ]
}

fn is_said(effects: &[Effect], kind: EffectKind, risk: Risk) -> bool {
    effects.iter().any(|effect| effect.kind == kind && effect.risk >= risk)
}

fn exec(msgs: &[Value]) -> Value {
    sdk("MsgExec", json!({ "grantee": ME, "msgs": msgs }))
}

// req: 10.44
#[test]
fn detects_a_drain_that_is_single_nested_or_behind_dust() {
    for (name, drain, kind, risk) in drains() {
        let alone = said(core::slice::from_ref(&drain));
        assert!(is_said(&alone, kind, risk), "{name}: {alone:#?}");
        assert!(alone.iter().all(|effect| effect.risk != Risk::Blocked), "{name}");
        let vote = sdk("MsgVote", json!({ "proposal_id": "1", "voter": ME, "option": 1 }));
        let mut thirty = alloc::vec![vote; 29];
        thirty.push(drain.clone());
        let last = said(&thirty);
        assert!(is_said(&last, kind, risk), "{name}, the last of thirty");
        assert!(last.iter().any(|effect| effect.place == 29), "{name}: which one");
        let mut dust = alloc::vec![send(VICTIM, "1"); 40];
        dust.push(drain.clone());
        assert!(is_said(&said(&dust), kind, risk), "{name}, behind dust");
        let mut nested = drain.clone();
        for depth in 1..=8 {
            nested = exec(&[nested]);
            let effects = said(core::slice::from_ref(&nested));
            assert!(is_said(&effects, kind, risk), "{name}, {depth} deep: {effects:#?}");
        }
        let deeper = said(&[exec(&[nested])]);
        assert_eq!(deeper[0].risk, Risk::Blocked, "{name}: deeper than is read");
    }
}

// req: 10.44
#[test]
fn blocks_foreign_or_ambiguous_documents() {
    let refused =
        |params: &Value| read("cosmos_signAmino", params, ME, &chain()).effects[0].risk == Risk::Blocked;
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
            read("cosmos_signAmino", params, ME, &chain())
                .effects
                .iter()
                .any(|of| of.kind == EffectKind::Unread)
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
fn reports_fields_that_no_message_has() {
    for path in ["/signDoc", "/signDoc/fee", "/signDoc/msgs/0/value", "/signDoc/msgs/0/value/amount/0"] {
        let mut params = asked(&[send(THIEF, "1")]);
        params.pointer_mut(path).unwrap()["also"] = json!("more");
        let effects = read("cosmos_signAmino", &params, ME, &chain()).effects;
        assert!(is_said(&effects, EffectKind::Unread, Risk::Warning), "{path}: {effects:#?}");
        assert!(is_said(&effects, EffectKind::Send, Risk::Normal), "{path}");
    }
}

// req: 10.44
#[test]
fn shows_limit_and_expiry_of_a_grant_and_the_owner_of_a_move() {
    let limit = sdk("SendAuthorization", json!({ "spend_limit": [coin("5000000")] }));
    let effects = said(&[grant(limit.clone(), Some("2027-01-01T00:00:00Z"))]);
    let allow = &effects[0];
    assert_eq!(allow.amount, Some(HowMuch::Units(alloy_primitives::U256::from(5_000_000))));
    assert_eq!((allow.party.as_deref(), allow.until), (Some(THIEF), Some(Until::Second(1_798_761_600))));
    assert_eq!(said(&[grant(limit, None)])[0].until, Some(Until::Never));
    let others = sdk("MsgSend", json!({ "from_address": VICTIM, "to_address": ME, "amount": [coin("9")] }));
    let moved = &said(&[exec(core::slice::from_ref(&others))])[0];
    assert_eq!((moved.kind, moved.owner.as_deref()), (EffectKind::Move, Some(VICTIM)));
    assert_eq!(said(&[others])[0].risk, Risk::Blocked, "not without a grant");
}

/// The first effect of a message: kind, risk, units, other account, changed account, name.
type Line = (EffectKind, Risk, Option<u64>, Option<String>, Option<String>, Option<String>);

fn line(effect: &Effect) -> Line {
    let units = match effect.amount {
        Some(HowMuch::Units(units)) => Some(units.to()),
        _ => None,
    };
    let name = effect.name().map(String::from);
    (effect.kind, effect.risk, units, effect.party.clone(), effect.on.clone(), name)
}

// req: 10.44
#[test]
fn shows_action_amount_and_recipient_of_each_message() {
    use Clause::{Change, Claim, Deposit, EndGrant, Payee, Period, Unstake, Vote};
    use EffectKind::{Control, Create, Send, Stake};
    use Risk::{Critical, Normal, Review, Warning};
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
    let named = |kind, risk, name: &str| (kind, risk, None, None, None, some(name));
    let valoper = || some("cosmosvaloper1a");
    for (message, at, expected) in [
        (staked("MsgDelegate"), 0, (Stake, Review, Some(9), valoper(), None, None)),
        (staked("MsgUndelegate"), 0, (Unstake.into(), Review, Some(9), valoper(), None, None)),
        (staked("MsgCancelUnbondingDelegation"), 0, (Stake, Review, Some(9), valoper(), None, None)),
        (redelegated, 0, (Clause::Restake.into(), Review, Some(9), some("to"), some("from"), None)),
        (
            sdk(
                "MsgWithdrawDelegationReward",
                json!({ "delegator_address": ME, "validator_address": "cosmosvaloper1a" }),
            ),
            0,
            (Claim.into(), Normal, None, valoper(), None, None),
        ),
        (
            sdk("MsgModifyWithdrawAddress", json!({ "delegator_address": ME, "withdraw_address": THIEF })),
            0,
            (Payee.into(), Warning, None, some(THIEF), None, None),
        ),
        (vote(json!(1)), 0, named(Vote.into(), Normal, "42: Yes")),
        (vote(json!(4)), 0, named(Vote.into(), Normal, "42: No with veto")),
        (vote(json!("VOTE_OPTION_NO")), 0, named(Vote.into(), Normal, "42: NO")),
        (vote(json!(9)), 0, named(Vote.into(), Normal, "42: 9")),
        (weighted("0.700000000000000000", "0.3"), 0, named(Vote.into(), Normal, "42: Yes 0.7, No 0.3")),
        (
            weighted("700000000000000000", "300000000000000000"),
            0,
            named(Vote.into(), Normal, "42: Yes 0.7, No 0.3"),
        ),
        (
            sdk("MsgDeposit", json!({ "proposal_id": "42", "depositor": ME, "amount": [coin("9")] })),
            0,
            (Deposit.into(), Review, Some(9), None, None, some("42")),
        ),
        (
            sdk(
                "MsgSubmitProposal",
                json!({ "content": {}, "initial_deposit": [coin("9")], "proposer": ME }),
            ),
            0,
            (Deposit.into(), Review, Some(9), None, None, None),
        ),
        (
            generic("/cosmos.gov.v1.MsgVote"),
            0,
            (Control, Review, None, some(THIEF), None, some("/cosmos.gov.v1.MsgVote")),
        ),
        (
            generic("/cosmos.bank.v1beta1.MsgSend"),
            0,
            (Control, Critical, None, some(THIEF), None, some("/cosmos.bank.v1beta1.MsgSend")),
        ),
        (stake(json!(1), coin("9")), 0, (Control, Warning, Some(9), some(THIEF), None, some("MsgDelegate"))),
        (stake(json!(2), json!(null)), 0, (Control, Warning, None, some(THIEF), None, some("MsgUndelegate"))),
        (
            stake(json!(3), coin("9")),
            0,
            (Control, Warning, Some(9), some(THIEF), None, some("MsgBeginRedelegate")),
        ),
        (
            sdk(
                "MsgRevoke",
                json!({ "granter": ME, "grantee": THIEF, "msg_type_url": "/cosmos.gov.v1.MsgVote" }),
            ),
            0,
            (EndGrant.into(), Normal, None, some(THIEF), None, some("/cosmos.gov.v1.MsgVote")),
        ),
        (
            sdk("MsgRevokeAllowance", json!({ "granter": ME, "grantee": THIEF })),
            0,
            (EndGrant.into(), Normal, None, some(THIEF), None, some("MsgRevokeAllowance")),
        ),
        (
            sdk("MsgGrantAllowance", json!({ "granter": ME, "grantee": THIEF, "allowance": fees })),
            1,
            (Period.into(), Normal, Some(1), None, None, some("7 d")),
        ),
        (sdk("MsgCreatePeriodVestAccount", vesting), 0, (Send, Warning, Some(9), some(THIEF), None, None)),
        (
            contract("MsgInstantiateContract", json!({ "label": "vault", "admin": ME, "funds": [] })),
            0,
            named(Create, Warning, "vault · code 6"),
        ),
        (
            contract("MsgMigrateContract", json!({ "contract": CONTRACT })),
            0,
            (Control, Critical, None, None, some(CONTRACT), some("code 6")),
        ),
        (
            sdk("MsgRedeemTokensForShares", json!({ "delegator_address": ME, "amount": coin("9") })),
            0,
            (Change.into(), Review, Some(9), None, None, some("MsgRedeemTokensForShares")),
        ),
    ] {
        let effects = said(core::slice::from_ref(&message));
        assert_eq!(effects.get(at).map(line), Some(expected), "{message}");
    }
}

// req: 10.44
#[test]
fn requires_a_numeric_account_number() {
    let read = |number: Value| {
        let mut params = direct(&field(2, &field(1, &coin_bytes("500"))));
        params["signDoc"]["accountNumber"] = number;
        read("cosmos_signDirect", &params, ME, &chain()).effects[0].risk
    };
    for number in [json!("7"), json!(7), json!("18446744073709551615")] {
        assert_ne!(read(number.clone()), Risk::Blocked, "{number}");
    }
    for bad in ["", "seven", "0x7", "+7", "7.0", " 7", "18446744073709551616"] {
        assert_eq!(read(json!(bad)), Risk::Blocked, "{bad}");
    }
    for bad in [json!(-1), json!(1.5), json!([7]), json!({})] {
        assert_eq!(read(bad.clone()), Risk::Blocked, "{bad}");
    }
    // the same vote, decoded from its bytes, names its proposal
    let effects = crate::namespaces::cosmos::reader::effects::read(
        "cosmos_signDirect",
        &direct(&field(2, &field(1, &coin_bytes("500")))),
        ME,
        &chain(),
    )
    .effects;
    assert_eq!(effects[0].name(), Some("1: Yes"));
}

// req: 10.44
#[test]
fn reads_an_adr36_document_as_text() {
    use walletconnect::base64;
    let of = |data: &str| {
        let value = json!({ "data": base64::encode(data.as_bytes()), "signer": ME });
        json!({ "signerAddress": ME, "signDoc": {
            "account_number": "0", "chain_id": "", "fee": { "amount": [], "gas": "0" }, "memo": "",
            "msgs": [{ "type": "sign/MsgSignData", "value": value }], "sequence": "0",
        } })
    };
    let read = |params: &Value| read("cosmos_signAmino", params, ME, &chain()).effects;
    let effects = read(&of("Hello"));
    assert_eq!(
        (effects[0].kind, &effects[0].words),
        (EffectKind::Sign, &Some(EffectText::Text("Hello".into())))
    );
    for (path, value) in [
        ("/signDoc/msgs/0/value/signer", json!(THIEF)),
        ("/signDoc/fee/gas", json!("1")),
        ("/signDoc/memo", json!("x")),
        ("/signDoc/msgs/0/type", json!("cosmos-sdk/MsgSend")),
        ("/signDoc/sequence", json!("1")),
    ] {
        let mut params = of("Hello");
        *params.pointer_mut(path).unwrap() = value;
        assert_eq!(read(&params)[0].risk, Risk::Blocked, "{path}");
    }
    let mut more = of("Hello");
    more["signDoc"]["timeout_height"] = json!("1");
    assert_eq!(read(&more)[0].risk, Risk::Blocked);
}

// req: 10.44
#[test]
fn reports_text_that_is_a_document() {
    let words = |data: &str| {
        let params = json!({ "signerAddress": ME, "data": data });
        read("cosmos_signArbitrary", &params, ME, &chain()).effects
    };
    let plain = words("Hello");
    assert_eq!((plain[0].kind, plain[0].risk), (EffectKind::Sign, Risk::Normal));
    assert_eq!(plain[0].words, Some(EffectText::Text("Hello".into())));
    let document = crate::json::text(&asked(&[send(THIEF, "1")])["signDoc"]);
    let hidden = walletconnect::base64::encode(document.as_bytes());
    for data in [document, hidden, String::from(r#"{"body_bytes":"","auth_info_bytes":""}"#)] {
        let effects = words(&data);
        assert_eq!((effects[0].kind, effects[0].risk), (EffectKind::Sign, Risk::Warning), "{data}");
    }
    assert_eq!(words(&"a".repeat(70_000))[0].kind, EffectKind::Unread);
    let other = json!({ "signerAddress": THIEF, "data": "Hello" });
    assert_eq!(read("cosmos_signArbitrary", &other, ME, &chain()).effects[0].risk, Risk::Blocked);
}

// req: 10.44
#[test]
fn shows_who_pays_the_fee() {
    let mut params = asked(&[send(THIEF, "1")]);
    let fee = |params: &Value| read("cosmos_signAmino", params, ME, &chain()).effects.pop().unwrap();
    assert_eq!((fee(&params).kind, fee(&params).owner), (EffectKind::Fee, None));
    params["signDoc"]["fee"]["granter"] = json!(VICTIM);
    assert_eq!(fee(&params).owner.as_deref(), Some(VICTIM));
}

/// Encodes a protobuf field of at most 127 bytes.
fn field(id: u8, bytes: &[u8]) -> Vec<u8> {
    [&[id << 3 | 2, u8::try_from(bytes.len()).unwrap()][..], bytes].concat()
}

fn coin_bytes(amount: &str) -> Vec<u8> {
    [field(1, b"uatom"), field(2, amount.as_bytes())].concat()
}

/// A vote as bytes, with fee data.
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
fn recognizes_the_own_account_in_capitals() {
    let loud = ME.to_ascii_uppercase();
    let inner =
        sdk("MsgSend", json!({ "from_address": loud, "to_address": THIEF, "amount": [coin("9000000")] }));
    let sent = &said(&[exec(core::slice::from_ref(&inner))])[0];
    assert_eq!((sent.kind, &sent.owner), (EffectKind::Send, &None), "the person's own coins: {sent:#?}");
    assert_eq!(said(&[inner])[0].risk, Risk::Blocked);
    for name in ["granter", "payer"] {
        let mut params = asked(&[send(THIEF, "1")]);
        params["signDoc"]["fee"][name] = json!(loud);
        let fee = read("cosmos_signAmino", &params, ME, &chain()).effects.pop().unwrap();
        let amount = Some(HowMuch::Units(alloy_primitives::U256::from(500)));
        assert_eq!((fee.kind, fee.owner, fee.amount), (EffectKind::Fee, None, amount), "{name}");
    }
}

// req: 10.44
#[test]
fn shows_a_tip_as_its_cost() {
    let fee = field(2, &field(1, &coin_bytes("500")));
    let said = |auth: &[u8]| read("cosmos_signDirect", &direct(auth), ME, &chain()).effects;
    assert!(said(&fee).iter().all(|effect| effect.risk == Risk::Normal));
    let tip = field(3, &[field(1, &coin_bytes("9000000")), field(2, ME.as_bytes())].concat());
    let effects = said(&[fee.clone(), tip].concat());
    let tip = effects.iter().find(|effect| effect.risk == Risk::Warning).unwrap();
    assert_eq!(tip.amount, Some(HowMuch::Units(alloy_primitives::U256::from(9_000_000))));
    let other = field(3, &[field(1, &coin_bytes("9")), field(2, VICTIM.as_bytes())].concat());
    let effects = said(&[fee, other].concat());
    assert!(effects.iter().any(|effect| effect.owner.as_deref() == Some(VICTIM)), "{effects:#?}");
}

// req: 10.44
#[test]
fn rejects_a_direct_document_with_extra_fields() {
    let is_refused =
        |params: &Value| read("cosmos_signDirect", params, ME, &chain()).effects[0].risk == Risk::Blocked;
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
fn reviews_large_payments_among_dust() {
    let mut many = alloc::vec![send(VICTIM, "1"); 2];
    assert!(said(&many).iter().all(|effect| effect.risk == Risk::Normal));
    many.push(send(THIEF, "900000000"));
    let sends = said(&many).into_iter().filter(|effect| effect.kind == EffectKind::Send);
    assert!(sends.clone().count() == 3 && sends.clone().all(|effect| effect.risk == Risk::Review));
}

// req: 10.44
#[test]
fn shows_hidden_characters_of_a_recipient_and_nft_ids_exactly() {
    let value = json!({ "source_port": "transfer", "source_channel": "channel-1", "token": coin("9"), "sender": ME, "receiver": "osmo1x\u{202e}y" });
    assert_eq!(said(&[sdk("MsgTransfer", value)])[0].party.as_deref(), Some("osmo1x\u{25a1}y"));
    let piece = |id: &str| {
        said(&[told(json!({ "transfer_nft": { "recipient": THIEF, "token_id": id } }))])[0].clone()
    };
    let one = alloy_primitives::U256::from(1);
    assert_eq!(piece("7").amount, Some(HowMuch::Piece(alloy_primitives::U256::from(7), one)));
    assert_eq!((piece("07").amount, piece("07").words), (None, Some(EffectText::Name("07".into()))));
}
