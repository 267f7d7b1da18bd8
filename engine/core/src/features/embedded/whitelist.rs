//! The methods of the embedded wallet (docs/spec/rpc.md section 1). The engine rejects all others before the frame gets
//! them (6.3).

use crate::caip::Namespace;
use crate::namespaces::eip155;

/// The handling of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Only reads, so the user isn't asked (6.4).
    Read,
    /// The user decides in the frame (6.5).
    Approval,
}

/// The class of a method, or `None` if the namespace doesn't support it. Methods that a node could handle also go to
/// the frame, because for the page they are the wallet's.
pub(super) fn class(namespace: Namespace, method: &str) -> Option<Class> {
    let (approval, read, own): (&[&str], &[&str], &[&str]) = match namespace {
        Namespace::Eip155 => (eip155::APPROVAL, eip155::READ_ONLY, EVM_READ),
        Namespace::Solana => (SOLANA_APPROVAL, &[], &[]),
        // supports no other namespace (6.1)
        _ => return None,
    };
    if approval.contains(&method) {
        return Some(Class::Approval);
    }
    (read.contains(&method) || own.contains(&method)).then_some(Class::Read)
}

const SOLANA_APPROVAL: &[&str] = &[
    "solana_signMessage",
    "solana_signTransaction",
    "solana_signAllTransactions",
    "solana_signAndSendTransaction",
];

/// List R of docs/spec/rpc.md, except for methods that a node handles.
const EVM_READ: &[&str] =
    &["eth_accounts", "eth_chainId", "wallet_getAssets", "wallet_getCallsStatus", "wallet_getCapabilities"];

#[cfg(test)]
mod tests {
    use super::*;

    // req: 6.1, 6.3, 6.4, 6.5
    #[test]
    fn allows_a_method_only_in_its_own_namespace() {
        assert_eq!(class(Namespace::Eip155, "personal_sign"), Some(Class::Approval));
        assert_eq!(class(Namespace::Eip155, "eth_getBalance"), Some(Class::Read));
        assert_eq!(class(Namespace::Solana, "solana_signMessage"), Some(Class::Approval));
        let refused = [
            "eth_sign",
            "eth_signTransaction",
            "eth_signTypedData",
            "eth_signTypedData_v3",
            "wallet_watchAsset",
            "wallet_scanQRCode",
            "wallet_registerOnboarding",
            "admin_peers",
            "debug_traceCall",
            "solana_signMessage",
            "",
            "personal_sign ",
            "PERSONAL_SIGN",
            "personal_sign\0",
        ];
        for method in refused {
            assert_eq!(class(Namespace::Eip155, method), None, "{method}");
        }
        assert_eq!(class(Namespace::Solana, "personal_sign"), None);
        for namespace in [Namespace::Bip122, Namespace::Polkadot, Namespace::Cosmos] {
            assert_eq!(class(namespace, "signMessage"), None);
        }
    }
}
