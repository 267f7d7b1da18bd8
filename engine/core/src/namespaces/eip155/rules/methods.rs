//! Where each of the page's methods goes (docs/spec/rpc.md section 1). The embedded wallet has the list of 6.3. For
//! other wallets, chain reads go to the node, and everything else goes to the wallet, known here or not (10.57).

use crate::namespaces::{Answered, MethodClass};

/// The method that sends a transaction, and returns its hash.
pub const SEND: &str = "eth_sendTransaction";

/// The maximum length of a method's name.
const NAME_BYTES_MAX: usize = 64;

/// Whether a method sends a transaction, including the name that viem tries if a wallet rejects the first one.
#[must_use]
pub fn is_send(method: &str) -> bool {
    matches!(method, SEND | "wallet_sendTransaction")
}

/// Whether a method signs or sends one transaction.
#[must_use]
pub fn is_transaction(method: &str) -> bool {
    is_send(method) || method == "eth_signTransaction"
}

/// Whether a method signs typed data (EIP-712). The older names are treated like the newest one.
#[must_use]
pub fn is_typed(method: &str) -> bool {
    matches!(method, "eth_signTypedData_v4" | "eth_signTypedData_v3" | "eth_signTypedData")
}

/// The methods to which the engine itself responds.
fn answered(method: &str) -> Option<Answered> {
    Some(match method {
        "eth_accounts" => Answered::Accounts,
        "eth_requestAccounts" => Answered::RequestAccounts,
        "eth_chainId" => Answered::Chain,
        "net_version" => Answered::ChainNumber,
        _ => return None,
    })
}

/// List R of docs/spec/rpc.md, without the local methods and `wallet_*`: the network's node responds.
pub(crate) const READ_ONLY: &[&str] = &[
    "eth_blockNumber",
    "eth_call",
    "eth_estimateGas",
    "eth_estimateUserOperationGas",
    "eth_feeHistory",
    "eth_gasPrice",
    "eth_getAccount",
    "eth_getBalance",
    "eth_getBlockByHash",
    "eth_getBlockByNumber",
    "eth_getBlockReceipts",
    "eth_getBlockTransactionCountByHash",
    "eth_getBlockTransactionCountByNumber",
    "eth_getCode",
    "eth_getFilterChanges",
    "eth_getFilterLogs",
    "eth_getLogs",
    "eth_getProof",
    "eth_getStorageAt",
    "eth_getTransactionByBlockHashAndIndex",
    "eth_getTransactionByBlockNumberAndIndex",
    "eth_getTransactionByHash",
    "eth_getTransactionCount",
    "eth_getTransactionReceipt",
    "eth_getUncleCountByBlockHash",
    "eth_getUncleCountByBlockNumber",
    "eth_getUserOperationByHash",
    "eth_getUserOperationReceipt",
    "eth_maxPriorityFeePerGas",
    "eth_newBlockFilter",
    "eth_newFilter",
    "eth_newPendingTransactionFilter",
    "eth_sendRawTransaction",
    "eth_supportedEntryPoints",
    "eth_syncing",
    "eth_uninstallFilter",
];

/// The methods for which every wallet asks the user, including the embedded wallet.
pub(crate) const APPROVAL: &[&str] = &[
    "eth_sendTransaction",
    "eth_sendUserOperation",
    "eth_signTypedData_v4",
    "personal_sign",
    "wallet_grantPermissions",
    "wallet_revokePermissions",
    "wallet_sendCalls",
];

/// The methods for which other wallets ask the user.
const APPROVAL_OF_OTHERS: &[&str] = &[
    "eth_sign",
    "eth_signTransaction",
    "eth_signTypedData",
    "eth_signTypedData_v3",
    "wallet_sendTransaction",
];

/// The methods of wallets with their own interface. The embedded wallet rejects everything that isn't in the lists
/// above.
pub(crate) const WALLET: &[&str] = &[
    "wallet_addEthereumChain",
    "wallet_getAssets",
    "wallet_getCallsStatus",
    "wallet_getCapabilities",
    "wallet_getGrantedExecutionPermissions",
    "wallet_getPermissions",
    "wallet_getSupportedExecutionPermissions",
    "wallet_requestExecutionPermissions",
    "wallet_requestPermissions",
    "wallet_revokeExecutionPermission",
    "wallet_showCallsStatus",
    "wallet_switchEthereumChain",
    "wallet_watchAsset",
];

/// Other methods that sign nothing, without a common prefix.
const SIGNS_NOTHING: &[&str] = &[
    "eth_decrypt",
    "eth_subscribe",
    "eth_unsubscribe",
    "wallet_registerOnboarding",
    "wallet_requestSnaps",
    "wallet_scanQRCode",
];

/// The prefixes of nodes' methods.
const OF_NODES: [&str; 6] = ["eth_", "net_", "web3_", "debug_", "trace_", "txpool_"];

/// The methods with these prefixes that need the wallet: a key, or an open connection.
const OF_KEYS: [&str; 7] =
    ["sign", "decrypt", "encrypt", "subscri", "sendtransaction", "senduseroperation", "account"];

/// The class of a method for the embedded wallet. `None` rejects it (6.3).
#[must_use]
pub fn of_embedded(method: &str) -> Option<MethodClass> {
    let listed = [
        (READ_ONLY, MethodClass::ReadOnly),
        (APPROVAL, MethodClass::Approval),
        (WALLET, MethodClass::Wallet),
    ];
    let listed = listed.into_iter().find_map(|(list, class)| list.contains(&method).then_some(class));
    answered(method).map(MethodClass::Answered).or(listed)
}

/// The class of a method for any other wallet. `None` if the name is invalid.
#[must_use]
pub fn class(method: &str) -> Option<MethodClass> {
    if let Some(known) = of_embedded(method) {
        return Some(known);
    }
    let is_name = method.len() <= NAME_BYTES_MAX
        && method.split_once('_').is_some_and(|(of, name)| !of.is_empty() && !name.is_empty())
        && method.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match method {
        _ if !is_name => None,
        _ if APPROVAL_OF_OTHERS.contains(&method) => Some(MethodClass::Approval),
        _ if is_of_nodes(method) => Some(MethodClass::ReadOnly),
        _ => Some(MethodClass::Wallet),
    }
}

fn is_of_nodes(method: &str) -> bool {
    let name = method.to_ascii_lowercase();
    OF_NODES.iter().any(|of| method.starts_with(of)) && !OF_KEYS.iter().any(|word| name.contains(word))
}

/// Whether an unknown method might sign, so that the page could get a signature without a review.
#[must_use]
pub fn may_sign(method: &str) -> bool {
    let reads = || {
        let name = method.split_once('_').map_or(method, |(_, name)| name);
        let is_verb = ["get", "is", "has", "list", "supported"].iter().any(|verb| {
            let rest = name.strip_prefix(verb);
            rest.is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_uppercase()))
        });
        let name = name.to_ascii_lowercase();
        is_verb && !["sign", "send", "sent"].iter().any(|word| name.contains(word))
    };
    of_embedded(method).is_none()
        && !APPROVAL_OF_OTHERS.contains(&method)
        && !is_of_nodes(method)
        && !SIGNS_NOTHING.contains(&method)
        && !reads()
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 6.3, 6.4, 7.36
    #[test]
    fn allows_the_embedded_wallet_only_listed_methods() {
        for (method, class) in [
            ("eth_accounts", Some(MethodClass::Answered(Answered::Accounts))),
            ("eth_requestAccounts", Some(MethodClass::Answered(Answered::RequestAccounts))),
            ("eth_getBalance", Some(MethodClass::ReadOnly)),
            ("eth_call", Some(MethodClass::ReadOnly)),
            ("eth_estimateGas", Some(MethodClass::ReadOnly)),
            ("eth_getTransactionReceipt", Some(MethodClass::ReadOnly)),
            ("personal_sign", Some(MethodClass::Approval)),
            ("eth_signTypedData_v4", Some(MethodClass::Approval)),
            ("eth_sendTransaction", Some(MethodClass::Approval)),
            ("wallet_switchEthereumChain", Some(MethodClass::Wallet)),
            ("eth_sign", None),
            ("eth_signTransaction", None),
            ("eth_signTypedData", None),
            ("wallet_sendTransaction", None),
            ("debug_traceTransaction", None),
            ("admin_peers", None),
            ("solana_signMessage", None),
            ("", None),
        ] {
            assert_eq!(of_embedded(method), class, "{method}");
        }
    }

    // req: 10.57
    #[test]
    fn sends_reads_to_the_node_and_other_methods_to_the_wallet() {
        for read in [
            "eth_createAccessList",
            "eth_blobBaseFee",
            "eth_simulateV1",
            "web3_clientVersion",
            "web3_sha3",
            "net_listening",
            "debug_traceTransaction",
            "trace_block",
            "txpool_status",
            "eth_sendRawTransactionSync",
            "eth_sendRawTransactionConditional",
        ] {
            assert_eq!((class(read), may_sign(read)), (Some(MethodClass::ReadOnly), false), "{read}");
        }
        for approval in ["eth_sign", "eth_signTransaction", "eth_signTypedData_v3", "wallet_sendTransaction"]
        {
            assert_eq!(
                (class(approval), may_sign(approval)),
                (Some(MethodClass::Approval), false),
                "{approval}"
            );
        }
        for (asked, unread) in [
            ("wallet_invokeSnap", true),
            ("wallet_snap", true),
            ("eth_signSomethingNew", true),
            ("eth_sendTransactionBundle", true),
            ("foo_bar", true),
            ("admin_peers", true),
            ("solana_signMessage", true),
            ("wallet_gettingRich", true),
            ("wallet_getSignature", true),
            ("wallet_listAndSend", true),
            ("wallet_hasSENT", true),
            ("eth_getEncryptionPublicKey", false),
            ("eth_decrypt", false),
            ("eth_subscribe", false),
            ("wallet_getSnaps", false),
            ("wallet_scanQRCode", false),
            ("wallet_watchAsset", false),
        ] {
            assert_eq!((class(asked), may_sign(asked)), (Some(MethodClass::Wallet), unread), "{asked}");
        }
        let long = alloc::format!("wallet_{}", "x".repeat(64));
        for nonsense in [
            "",
            "_",
            "sign",
            "eth_",
            "_sign",
            "eth sign_x",
            "eth_call\0",
            "wallet_x\u{200b}",
            "eth_s\u{456}gn",
            &long,
        ] {
            assert_eq!(class(nonsense), None, "{nonsense}");
        }
    }
}
