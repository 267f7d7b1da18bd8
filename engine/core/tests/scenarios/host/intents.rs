//! Typed data that someone else carries out later: what the signature is worth is read to the user before a wallet has it (10.12).

use crate::support::market::word_of;
use crate::support::*;
use serde_json::{Value, json};

const SIGN: &str = "eth_signTypedData_v4";
const ZERO: &str = "0x0000000000000000000000000000000000000000";

fn world() -> World {
    let world = World::with_token(6, "12.5");
    world.chain.code.set("0x6001");
    world
}

/// Whole data: `fields` are name, type and value of its message.
fn typed(contract: &str, primary: &str, fields: &[(&str, &str, Value)]) -> Value {
    let of = |(name, kind, _): &(&str, &str, Value)| json!({"name": name, "type": kind});
    let message: serde_json::Map<String, Value> =
        fields.iter().map(|(name, _, value)| ((*name).to_string(), value.clone())).collect();
    json!([ALICE, {"primaryType": primary, "domain": {"chainId": 1337, "verifyingContract": contract},
        "types": {"EIP712Domain": [{"name": "chainId", "type": "uint256"}, {"name": "verifyingContract", "type": "address"}],
            primary: fields.iter().map(of).collect::<Vec<_>>()},
        "message": message}])
}

fn safe_tx(to: &str, data: &str, operation: u8, gas_price: &str) -> Value {
    let fields = [
        ("to", "address", json!(to)),
        ("value", "uint256", json!("0")),
        ("data", "bytes", json!(data)),
        ("operation", "uint8", json!(operation)),
        ("safeTxGas", "uint256", json!("0")),
        ("baseGas", "uint256", json!("0")),
        ("gasPrice", "uint256", json!(gas_price)),
        ("gasToken", "address", json!(ZERO)),
        ("refundReceiver", "address", json!(BOB)),
        ("nonce", "uint256", json!("1")),
    ];
    typed(SAFE, "SafeTx", &fields)
}

const SAFE: &str = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

/// Data, the words of each line that must be there, and whether it takes a tick.
fn requests() -> Vec<(Value, &'static [&'static str], bool)> {
    let approve = format!("0x095ea7b3{}{}", word_of(BOB), "f".repeat(64));
    let owner = format!("0x0d582f13{}{:064x}", word_of(BOB), 1);
    let of_3009 = |primary: &str| {
        let fields = [
            ("from", "address", json!(ALICE)),
            ("to", "address", json!(BOB)),
            ("value", "uint256", json!("2500000")),
            ("validAfter", "uint256", json!("0")),
            ("validBefore", "uint256", json!("1800000000")),
            ("nonce", "bytes32", json!(format!("0x{:064x}", 1))),
        ];
        typed(USDC, primary, &fields)
    };
    let operation = [
        ("sender", "address", json!(ALICE)),
        ("nonce", "uint256", json!("1")),
        ("callData", "bytes", json!(owner)),
    ];
    let delegation = [("delegate", "address", json!(BOB)), ("delegator", "address", json!(ALICE))];
    let forward = [
        ("from", "address", json!(ALICE)),
        ("to", "address", json!(USDC)),
        ("value", "uint256", json!("0")),
        ("data", "bytes", json!(approve)),
    ];
    let meta = [
        ("nonce", "uint256", json!("0")),
        ("from", "address", json!(ALICE)),
        ("functionSignature", "bytes", json!(approve)),
    ];
    let order = |receiver: &str, wanted: &str| {
        let fields = [
            ("sellToken", "address", json!(USDC)),
            ("buyToken", "address", json!(SAFE)),
            ("receiver", "address", json!(receiver)),
            ("sellAmount", "uint256", json!("2500000")),
            ("buyAmount", "uint256", json!(wanted)),
            ("validTo", "uint32", json!(1_800_000_000)),
        ];
        typed(BOB, "Order", &fields)
    };
    vec![
        (of_3009("TransferWithAuthorization"), &["offer"], false),
        (of_3009("ReceiveWithAuthorization"), &["offer"], false),
        (typed(USDC, "TransferWithAuthorization", &[("to", "address", json!(BOB))]), &["unread"], false),
        (safe_tx(USDC, &approve, 0, "0"), &["permit_unlimited"], false),
        (safe_tx(SAFE, &owner, 0, "0"), &["control"], true),
        (safe_tx(BOB, "0xdeadbeef", 1, "0"), &["control", "unknown"], true),
        (safe_tx(BOB, "0x", 0, "1"), &["offer", "move"], false),
        (typed(SAFE, "SafeMessage", &[("message", "bytes", json!("0x12"))]), &["unread"], false),
        (typed(SAFE, "PackedUserOperation", &operation), &["control"], true),
        (typed(SAFE, "Delegation", &delegation), &["control"], true),
        (typed(SAFE, "ForwardRequest", &forward), &["permit_unlimited"], false),
        (typed(USDC, "MetaTransaction", &meta), &["permit_unlimited"], false),
        (order(ZERO, "7"), &["offer", "receive"], false),
        (order(BOB, "7"), &["offer", "receive_nothing"], true),
        (order(ZERO, "0"), &["offer", "receive_nothing"], true),
    ]
}

// req: 10.12
#[test]
fn reviews_typed_data_that_others_can_execute() {
    for (params, words, is_critical) in requests() {
        let world = world();
        let asked = world.request(SIGN, params.clone());
        world.run();
        assert_eq!((world.wallets.count(SIGN), world.view().as_str()), (0, "ReviewRequest"), "{params}");
        let slice = world.slice("review");
        let lines = slice["lines"].as_array().unwrap();
        for words in words {
            let line = lines.iter().find(|line| line["words"] == *words);
            let line = line.unwrap_or_else(|| panic!("{words} of {params}: {lines:?}"));
            let is_calm = *words == "receive";
            assert_eq!(line["risk"] == "review", is_calm, "{line}");
        }
        assert_eq!(slice["critical"], is_critical, "{params}");
        world.dispatch(json!({"type": "review.cancel"}));
        assert!(world.settled(&asked).is_err());
        assert_eq!(world.wallets.count(SIGN), 0);
    }
    let world = world();
    drop(world.request(SIGN, requests().remove(0).0));
    let line = world.slice("review")["lines"][0].clone();
    assert_eq!(
        (&line["amount"], &line["party"], &line["token"]),
        (&json!("2.5 USDC"), &json!(BOB), &json!(USDC))
    );
}

/// ERC-7739: an account signs it for itself, and it is a permit all the same.
// req: 10.12
#[test]
fn reviews_the_inner_data_of_a_nested_account_signature() {
    let world = world();
    let field = |name: &str, kind: &str| json!({"name": name, "type": kind});
    let params = json!([ALICE, {"primaryType": "TypedDataSign", "domain": {"chainId": 1337, "verifyingContract": USDC},
        "types": {"EIP712Domain": [field("chainId", "uint256"), field("verifyingContract", "address")],
            "TypedDataSign": [field("contents", "Permit"), field("name", "string"), field("verifyingContract", "address")],
            "Permit": [field("owner", "address"), field("spender", "address"), field("value", "uint256"),
                field("nonce", "uint256"), field("deadline", "uint256")]},
        "message": {"name": "Account", "verifyingContract": SAFE, "contents": {"owner": SAFE, "spender": BOB,
            "value": format!("0x{}", "f".repeat(64)), "nonce": 0, "deadline": "9999999999"}}}]);
    drop(world.request(SIGN, params));
    assert_eq!((world.wallets.count(SIGN), world.view().as_str()), (0, "ReviewRequest"));
    assert_eq!(world.slice("review")["lines"][0]["words"], "permit_unlimited");
}

/// A digest is signed as a message by owners of a Safe and by keys of accounts: no one can read what it stands for.
// req: 10.12
#[test]
fn reviews_a_message_that_isnt_text() {
    let digest = format!("0x{}", "9f".repeat(32));
    for (message, is_blind) in [
        (digest.as_str(), true),
        ("0x00", true),
        ("0x68656c6c6f01", true),
        ("0x68656c6c6f", false),
        ("hello\n\tworld", false),
        ("0x", false),
        ("größe", false),
    ] {
        for reviews in ["risky", "never"] {
            let mut options = options();
            options["reviewRequests"] = json!(reviews);
            let world = World::with(options, Default::default());
            world.join();
            drop(world.request("personal_sign", json!([message, ALICE])));
            let is_read = is_blind && reviews == "risky";
            assert_eq!(world.wallets.count("personal_sign"), usize::from(!is_read), "{message} {reviews}");
            if is_read {
                let line = world.slice("review")["lines"][0].clone();
                assert_eq!(
                    (&line["words"], &line["risk"]),
                    (&json!("unread"), &json!("warning")),
                    "{message}"
                );
            }
        }
    }
}

/// EIP-7702 by another name (libraries write `authorization`), and whatever else no one has read.
// req: 10.12
#[test]
fn rejects_a_user_operation_with_fields_beyond_its_standard() {
    let good = json!({"sender": ALICE, "nonce": "0x1", "callData": "0xdeadbeef", "callGasLimit": "0x1",
        "paymasterAndData": "0x", "signature": "0x", "eip7702Auth": null, "factory": null});
    for (name, value) in [
        ("authorization", json!({"address": BOB, "chainId": "0x539", "nonce": "0x0"})),
        ("authorizationList", json!([{"address": BOB}])),
        ("calls", json!([{"to": BOB, "value": "0x1"}])),
        ("to", json!(BOB)),
        ("callData", json!(["0x"])),
        ("initCode", json!({})),
    ] {
        let world = world();
        let mut operation = good.clone();
        operation[name] = value;
        let asked = world.request("eth_sendUserOperation", json!([operation, BOB]));
        world.run();
        let error = world.settled(&asked).unwrap_err();
        assert_eq!(error, wallet_engine::error::Error::BadParams { field: name.into() });
    }
    let world = world();
    drop(world.request("eth_sendUserOperation", json!([good, BOB])));
    assert_eq!(world.view(), "ReviewRequest");
}

/// What a key may do from then on without asking again is read as an allowance, or as control, before a wallet grants it.
// req: 10.12
#[test]
fn reviews_a_permission_grant_before_the_wallet() {
    let older = |permission: Value| {
        json!([{"chainId": "0x539", "address": ALICE, "expiry": 1_800_000_000_u64, "policies": [],
            "signer": {"type": "keys", "data": {"keys": [{"type": "secp256k1", "publicKey": format!("0x{}", "02".repeat(33))}]}},
            "permissions": [permission]}])
    };
    let newer = |kind: &str, data: Value| {
        json!([{"chainId": "0x539", "from": ALICE, "to": BOB,
            "permission": {"type": kind, "isAdjustmentAllowed": true, "data": data},
            "rules": [{"type": "expiry", "data": {"timestamp": 1_800_000_000_u64}}]}])
    };
    let call = |operation: &str| {
        json!({"type": "contract-call", "data": {"address": BOB, "abi": [],
            "functions": [{"functionName": "play", "operation": operation}]}})
    };
    let spend = json!({"type": "erc20-recurring-allowance", "data": {"token": USDC, "allowance": "0xff", "start": 0, "period": 60}});
    let periodic =
        json!({"tokenAddress": USDC, "periodAmount": "0xff", "periodDuration": 60, "startTime": 0});
    let stream = json!({"amountPerSecond": "0x1", "maxAmount": "0xffff", "startTime": 0});
    for (method, params, words, is_critical) in [
        ("wallet_grantPermissions", older(spend), "approve_unlimited", false),
        ("wallet_grantPermissions", older(call("Call")), "unknown", false),
        ("wallet_grantPermissions", older(call("DelegateCall")), "control", true),
        (
            "wallet_requestExecutionPermissions",
            newer("erc20-token-periodic", periodic),
            "approve_unlimited",
            false,
        ),
        (
            "wallet_requestExecutionPermissions",
            newer("native-token-stream", stream),
            "approve_unlimited",
            false,
        ),
        ("wallet_requestExecutionPermissions", newer("everything", json!({})), "control", true),
    ] {
        let world = world();
        let asked = world.request(method, params.clone());
        world.run();
        assert_eq!((world.wallets.count(method), world.view().as_str()), (0, "ReviewRequest"), "{params}");
        let slice = world.slice("review");
        assert_eq!(
            (&slice["lines"][0]["words"], &slice["critical"]),
            (&json!(words), &json!(is_critical)),
            "{params}"
        );
        world.dispatch(json!({"type": "review.cancel"}));
        assert!(world.settled(&asked).is_err());
        assert_eq!(world.wallets.count(method), 0);
    }
}

/// A page that names the price of gas has the account pay it: to whoever makes blocks, which can be the page's own friend.
// req: 10.12
#[test]
fn warns_about_a_high_network_fee_from_the_page() {
    let gwei = |of: u64| json!(format!("{:#x}", of * 1_000_000_000));
    for (fields, amount, risk) in [
        (json!({"gas": "0x5208", "gasPrice": gwei(60_000)}), Some("1.26 ETH"), "warning"),
        (json!({"gas": "0x5208", "maxFeePerGas": gwei(1_000)}), Some("0.021 ETH"), "review"),
        (json!({"maxPriorityFeePerGas": gwei(1_000), "maxFeePerGas": "0x1"}), Some("0.021 ETH"), "review"),
        (json!({"gasLimit": "0x5208", "gasPrice": gwei(100)}), None, ""),
        (json!({"gas": "0xffffff"}), None, ""),
    ] {
        let world = world();
        let mut call = json!({"from": ALICE, "to": BOB, "value": "0x1"});
        call.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        drop(world.request("eth_sendTransaction", json!([call])));
        world.run();
        assert_eq!(world.wallets.count("eth_sendTransaction"), usize::from(amount.is_none()), "{call}");
        let Some(amount) = amount else { continue };
        let slice = world.slice("review");
        let fee = slice["lines"].as_array().unwrap().iter().find(|line| line["words"] == "fee").unwrap();
        assert_eq!((&fee["amount"], &fee["risk"]), (&json!(amount), &json!(risk)), "{call}");
    }
}

/// A capability of a batch can be calls that are made before it, or keys that are let in: what is not known is said.
// req: 10.12
#[test]
fn warns_about_an_unknown_batch_capability() {
    let world = world();
    let batch = json!([{"version": "2.0.0", "chainId": "0x539", "from": ALICE, "atomicRequired": true,
        "calls": [{"to": BOB, "value": "0x1"}], "capabilities": {"preCalls": [{"to": BOB, "data": "0xdeadbeef"}]}}]);
    drop(world.request("wallet_sendCalls", batch));
    let slice = world.slice("review");
    let is_risky = |line: &Value| line["risk"] == "warning" || line["risk"] == "critical";
    assert!(slice["lines"].as_array().unwrap().iter().any(is_risky), "{}", slice["lines"]);
    world.dispatch(json!({"type": "review.cancel"}));
    let known = json!([{"version": "2.0.0", "chainId": "0x539", "from": ALICE, "atomicRequired": true,
        "calls": [{"to": BOB, "value": "0x1"}], "capabilities": {"paymasterService": {"url": "https://example.com"}}}]);
    drop(world.request("wallet_sendCalls", known));
    assert!(!world.slice("review")["lines"].as_array().unwrap().iter().any(is_risky));
}

// An exchange's `ApproveAgent` hands over control of the account there, orders and withdrawals of others move money. An unknown call is read
// first, and so is data that a contract or an exchange acts on.
// req: 10.12
#[test]
fn reviews_unknown_typed_data_for_a_contract_or_an_exchange() {
    let agent = [
        ("hyperliquidChain", "string", json!("Mainnet")),
        ("agentAddress", "address", json!(BOB)),
        ("agentName", "string", json!("")),
        ("nonce", "uint64", json!(1)),
    ];
    let withdraw = [
        ("destination", "string", json!(BOB)),
        ("amount", "string", json!("1000000")),
        ("time", "uint64", json!(1)),
    ];
    for params in [typed(ZERO, "ApproveAgent", &agent), typed(ZERO, "Withdraw", &withdraw)] {
        let world = world();
        drop(world.request(SIGN, params.clone()));
        world.run();
        assert_eq!((world.wallets.count(SIGN), world.view().as_str()), (0, "ReviewRequest"), "{params}");
    }
}
