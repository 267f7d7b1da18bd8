//! Methods that are almost one of the whitelist, on every family, and each that is one (docs/spec/rpc.md section 1, H15).

use super::peer::*;
use crate::support::ALICE;
use serde_json::{Value, json};
use wallet_engine::error::Error;

/// docs/spec/rpc.md section 1, manually.
const APPROVED: [(&str, &str); 11] = [
    ("eip155", "personal_sign"),
    ("eip155", "eth_signTypedData_v4"),
    ("eip155", "eth_sendTransaction"),
    ("eip155", "wallet_sendCalls"),
    ("eip155", "wallet_grantPermissions"),
    ("eip155", "wallet_revokePermissions"),
    ("eip155", "eth_sendUserOperation"),
    ("solana", "solana_signMessage"),
    ("solana", "solana_signTransaction"),
    ("solana", "solana_signAllTransactions"),
    ("solana", "solana_signAndSendTransaction"),
];

const READ: &str = "eth_accounts eth_blockNumber eth_call eth_chainId eth_estimateGas eth_feeHistory eth_gasPrice eth_getAccount \
    eth_getBalance eth_getBlockByHash eth_getBlockByNumber eth_getBlockReceipts eth_getBlockTransactionCountByHash \
    eth_getBlockTransactionCountByNumber eth_getCode eth_getFilterChanges eth_getFilterLogs eth_getLogs eth_getProof \
    eth_getStorageAt eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex eth_getTransactionByHash \
    eth_getTransactionCount eth_getTransactionReceipt eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber \
    eth_maxPriorityFeePerGas eth_newBlockFilter eth_newFilter eth_newPendingTransactionFilter eth_sendRawTransaction eth_syncing \
    eth_uninstallFilter wallet_getCapabilities wallet_getCallsStatus eth_getUserOperationReceipt eth_estimateUserOperationGas \
    eth_getUserOperationByHash eth_supportedEntryPoints wallet_getAssets";

/// Almost a method.
fn almost(method: &str) -> Vec<String> {
    let (start, end) = method.split_once('_').unwrap();
    let mut all = vec![
        method.to_uppercase(),
        method.to_lowercase(),
        format!("{}{}", method[..1].to_uppercase(), &method[1..]),
        end.to_owned(),
        format!("{end}_{start}"),
        method.replace('_', "-"),
        method.replace('_', "."),
        method.replace('_', "__"),
        method.replace('_', "\u{ff3f}"),
        format!("{method}/../eth_sign"),
        format!("x{method}"),
        format!("{method}x"),
        format!("{method}_v4"),
        format!("{method},eth_sign"),
        method[..method.len() - 1].to_owned(),
        method.chars().rev().collect(),
        method.replace('e', "\u{0435}"),
        method.replace('o', "\u{043e}"),
        method.replace('a', "\u{0430}"),
        method.chars().map(|c| char::from_u32(c as u32 + 0xfee0).unwrap()).collect(),
        format!("admin_{end}"),
        format!("debug_{end}"),
    ];
    for unseen in [
        "\0", " ", "\t", "\n", "\r\n", "\u{a0}", "\u{200b}", "\u{feff}", "\u{202e}", "\u{ad}", "%00", "\\0",
        "\u{301}",
    ] {
        all.push(format!("{method}{unseen}"));
        all.push(format!("{unseen}{method}"));
        all.push(format!("{start}{unseen}_{end}"));
    }
    all.retain(|other| other != method);
    all
}

const OTHERS: [&str; 16] = [
    "eth_sign",
    "eth_signTransaction",
    "eth_signTypedData",
    "eth_signTypedData_v3",
    "wallet_watchAsset",
    "wallet_scanQRCode",
    "wallet_registerOnboarding",
    "admin_peers",
    "debug_traceCall",
    "signMessage",
    "signPsbt",
    "sendTransfer",
    "cosmos_signDirect",
    "polkadot_signMessage",
    "toString",
    "__proto__",
];

const FAMILIES: [&str; 5] = ["eip155", "solana", "bip122", "polkadot", "cosmos"];

// Without the exact comparison, or with one list for all families, this fails.
// req: 6.3, 6.4, 6.5, 6.6
#[test]
fn blocks_methods_that_nearly_match_the_allowed_list() {
    let world = logged_in();
    let peer = Peer(&world);
    let reads: Vec<&str> = READ.split_whitespace().collect();
    assert_eq!(reads.len(), 41);
    let approved: Vec<&str> = APPROVED.iter().map(|(_, method)| *method).collect();
    let known: Vec<&str> = reads.iter().chain(&approved).copied().collect();
    let is_of = |family: &str, method: &str| {
        APPROVED.contains(&(family, method)) || (family == "eip155" && reads.contains(&method))
    };
    let mut tried = 0;
    let asked = peer.asked().len();
    for family in FAMILIES {
        let mut methods: Vec<String> = known.iter().flat_map(|method| almost(method)).collect();
        methods.extend(OTHERS.iter().chain(&known).map(|method| (*method).to_owned()));
        methods.push(String::new());
        methods.retain(|method| !is_of(family, method));
        for method in methods {
            tried += 1;
            // as the connector asks, and as a page does
            let command = json!({ "namespace": family, "method": method, "params": [] });
            let refused = world.run_own("embedded", "request", command);
            let error = world.settled(&refused).unwrap_err().to_string();
            let is_said = error == "Requested RPC call is not allowed" || method.is_empty();
            assert!(is_said, "{family} {method:?}: {error}");
            if family != "eip155" {
                continue;
            }
            let local = ["accounts", "requestAccounts", "chainId"].iter().any(|end| method.ends_with(end));
            let refused = world.engine.request(family, &method, json!([]));
            world.run();
            let is_none = OTHERS.contains(&&*method) && !method.is_empty();
            let answer = world.settled(&refused);
            assert!(local || answer.is_err(), "{method:?}");
            if is_none && !local {
                // the class comes before the parameters (6.6)
                assert_eq!(
                    answer.unwrap_err().to_string(),
                    "Requested RPC call is not allowed",
                    "{method:?}"
                );
            }
        }
    }
    assert!(tried > 10_000, "{tried}");
    assert_eq!(peer.asked().len(), asked, "the frame has heard of none");
    assert!(
        !peer.is_shown() && (!world.is_open() || world.view() != "ApproveTransaction"),
        "nobody is asked"
    );
    world.pass(1_000);
    world.dispatch(json!({ "type": "router.close", "reason": "user" }));
    // and every one that is one does reach it
    for method in reads.iter().filter(|method| **method != "eth_chainId") {
        let read = world.run_own(
            "embedded",
            "request",
            json!({ "namespace": "eip155", "method": method, "params": [] }),
        );
        let call = peer.requests(method).pop().unwrap();
        peer.answer_to(&call, json!("0x1"));
        assert_eq!(world.json(&read), json!("0x1"), "{method}");
        assert!(!world.is_open(), "{method} asks nobody");
    }
    for (_, method) in APPROVED.iter().filter(|(family, _)| *family == "eip155") {
        let asked = world.run_own(
            "embedded",
            "request",
            json!({ "namespace": "eip155", "method": method, "params": [] }),
        );
        assert_eq!((world.view().as_str(), peer.is_shown()), ("ApproveTransaction", true), "{method}");
        let call = peer.requests(method).pop().unwrap();
        peer.answer_to(&call, json!("0x1"));
        assert!(asked.is_settled());
    }
}

// docs/spec/rpc.md section 1: what the page's own networks and accounts answer
// req: 6.3, 7.37, 10.57
#[test]
fn answers_network_and_permission_methods_without_the_frame() {
    let world = logged_in();
    let peer = Peer(&world);
    let permissions =
        |asked: &Value| (asked[0]["parentCapability"].clone(), asked[0]["caveats"][0]["value"].clone());
    let own = (json!("eth_accounts"), world.json(&world.request("eth_accounts", json!([]))));
    assert_eq!(own.1[0], ALICE.to_lowercase());
    assert_eq!(permissions(&world.json(&world.request("wallet_getPermissions", json!([])))), own);
    let asked = world.request("wallet_requestPermissions", json!([{"eth_accounts": {}}]));
    assert_eq!(permissions(&world.json(&asked)), own);
    let add = json!([{"chainId": "0x539", "chainName": "x", "rpcUrls": ["https://n.example"],
        "nativeCurrency": {"name": "Ether", "symbol": "ETH", "decimals": 18}}]);
    assert_eq!(world.json(&world.request("wallet_addEthereumChain", add.clone())), Value::Null);
    let mut elsewhere = add;
    elsewhere[0]["chainId"] = json!("0x63");
    for (method, params, code) in [
        ("wallet_requestPermissions", json!([{"eth_accounts": {}, "snap": {}}]), -32602),
        ("wallet_requestPermissions", json!([]), -32602),
        ("wallet_addEthereumChain", elsewhere, 4902),
        ("wallet_addEthereumChain", json!([{"chainId": "0x539"}]), -32602),
        ("wallet_switchEthereumChain", json!([{"chainId": "0x63"}]), 4902),
        ("wallet_switchEthereumChain", json!([{"chainId": 1337}]), -32602),
        ("wallet_sendTransaction", json!([{"from": ALICE, "to": ALICE}]), -32601),
    ] {
        let asked = world.request(method, params.clone());
        assert_eq!(world.settled(&asked).unwrap_err().rejected(method)["code"], code, "{method} {params}");
    }
    assert!(
        !world.is_open() && peer.asked().iter().all(|call| !call.to_string().contains("wallet_")),
        "nobody is asked"
    );
    let asked = world.request("wallet_switchEthereumChain", json!([{"chainId": "0x53a"}]));
    peer.answer("SWITCH_NETWORK", json!({"chainId": 1338}));
    peer.stands_on(1338);
    world.pass(4_000);
    assert_eq!(world.json(&asked), Value::Null);
    assert_eq!(world.json(&world.request("eth_chainId", json!([]))), "0x53a");
    // without an account there is nothing to see, and asking to see one connects
    let world = crate::support::World::new();
    assert_eq!(world.json(&world.request("wallet_getPermissions", json!([]))), json!([]));
    let asked = world.request("wallet_requestPermissions", json!([{"eth_accounts": {}}]));
    assert_eq!((world.view().as_str(), asked.is_settled()), ("Connect", false));
}

// req: 6.12
#[test]
fn allows_the_same_methods_whatever_the_frame_reports_of_the_user() {
    let says = [
        json!({}),
        json!({ "email": "root@example.org", "role": "admin", "isAdmin": true, "permissions": ["eth_sign"] }),
        json!({ "userName": "eve", "email": null, "role": "viewer", "permissions": [] }),
    ];
    for said in says {
        let world = page();
        let asked = log_in(&world);
        let peer = Peer(&world);
        peer.ready();
        peer.answer("CONNECT_EMAIL", json!({ "action": "CONNECT" }));
        let mut whom = user();
        for (name, value) in said.as_object().unwrap() {
            whom[name] = value.clone();
        }
        peer.answer("GET_USER", whom);
        world.pass(2_000);
        assert!(asked.is_settled() && world.status() == "connected", "{said}");
        let refused = world.request("eth_sign", json!([ALICE, "0x00"]));
        assert_eq!(world.settled(&refused), Err(Error::MethodNotAllowed), "{said}");
        world.pass(1_000);
        world.dispatch(json!({ "type": "router.close", "reason": "host" }));
        let read = world.request("wallet_getCapabilities", json!([ALICE]));
        peer.answer("RPC_REQUEST", json!({ "0x539": {} }));
        assert_eq!(world.json(&read), json!({ "0x539": {} }), "{said}");
        let signed = world.request("personal_sign", json!(["0x00", ALICE]));
        assert_eq!((signed.is_settled(), world.view().as_str()), (false, "ApproveTransaction"), "{said}");
    }
}

// req: 10.12
#[test]
fn passes_only_the_reviewed_elements_to_the_frame() {
    let world = logged_in();
    let peer = Peer(&world);
    let call = json!({"from": ALICE, "to": ALICE, "value": "0x1"});
    let given = json!([call, {"from": ALICE, "to": ALICE, "data": "0x095ea7b3"}]);
    drop(world.request("eth_sendTransaction", given));
    let asked = &peer.requests("eth_sendTransaction")[0]["payload"]["params"];
    assert_eq!((asked.as_array().unwrap().len(), &asked[0]["value"]), (1, &call["value"]));
}
