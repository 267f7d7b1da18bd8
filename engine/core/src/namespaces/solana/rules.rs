//! Solana, the light half: addresses and the RPC methods (docs/spec/rpc.md section 1). [`super::codec::wire`] decodes transactions
//! byte by byte.

use crate::caip::ChainId;
use crate::entities::Network;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::{
    AddressFault, Answered, Can, Family, MethodClass, NamespaceRules, encodings, lookalikes,
};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

/// The namespace solana.
pub struct Solana;

/// The method that signs a transaction and sends it.
pub(crate) const SEND: &str = "solana_signAndSendTransaction";
/// The method that signs a transaction.
pub(crate) const SIGN: &str = "solana_signTransaction";

/// The names that browser wallets use for networks, and their IDs.
const CHAINS: [(&str, &str); 3] = [
    ("solana:mainnet", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"),
    ("solana:devnet", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"),
    ("solana:testnet", "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z"),
];

/// Whether a wallet's name means this chain: the whole ID, its reference, or a name like `solana:mainnet`.
#[must_use]
pub fn is_chain(given: &str, chain: &ChainId) -> bool {
    let full = CHAINS.iter().find(|(short, _)| *short == given).map_or(given, |(_, full)| full);
    full == chain.to_string() || ChainId::parse(full).is_none() && full == chain.reference
}

/// Whether a request is for the current account and network.
pub(crate) fn is_for(params: &Value, from: &str, chain: &ChainId) -> bool {
    let is_or_absent = |name: &str, is: &dyn Fn(&str) -> bool| {
        params.field(name).is_none_or(|given| given.as_str().is_some_and(is))
    };
    ["pubkey", "account"].iter().all(|name| is_or_absent(name, &|given| given == from))
        && ["chain", "chainId"].iter().all(|name| is_or_absent(name, &|given| is_chain(given, chain)))
}

impl NamespaceRules for Solana {
    /// Accepts 32 bytes of base58 (5.17, C13).
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        if encodings::base58_bytes(text) == Some(32) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    fn can(&self, what: Can) -> bool {
        matches!(what, Can::Balance | Can::Tokens | Can::Listed | Can::Send | Can::Pay | Can::References)
    }

    fn asset_id(&self, chain: &ChainId, token: Option<&str>) -> Option<String> {
        Some(match token {
            Some(token) => alloc::format!("{chain}/token:{token}"),
            None => alloc::format!("{chain}/slip44:501"),
        })
    }

    /// The ID is the first signature: 64 bytes of base58.
    fn transaction_id(&self, text: &str) -> Option<String> {
        encodings::is_base58(text, 64..=88).then(|| text.into())
    }
}

impl Family for Solana {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] = &[
        "solana_signMessage",
        "solana_signTransaction",
        "solana_requestAccounts",
        "solana_getAccounts",
        "solana_signAllTransactions",
        "solana_signAndSendTransaction",
    ];
    const SIGNS_IN: bool = true;
    const RETURNS_SIGNED_PAYLOAD: bool = true;

    fn method(method: &str) -> Option<MethodClass> {
        match method {
            "solana_getAccounts" => Some(MethodClass::Answered(Answered::Accounts)),
            "solana_requestAccounts" => Some(MethodClass::Answered(Answered::RequestAccounts)),
            "solana_signMessage"
            | "solana_signTransaction"
            | "solana_signAllTransactions"
            | "solana_signAndSendTransaction" => Some(MethodClass::Approval),
            _ => None,
        }
    }

    /// A browser wallet gets the account and the network with each request, because it can have several accounts.
    fn in_page(_: &str, mut params: Value, chain: &ChainId, address: &str) -> Option<Value> {
        is_for(&params, address, chain).then_some(())?;
        let fields = params.as_object_mut()?;
        for name in ["account", "chainId"] {
            crate::json::take(fields, name);
        }
        fields.insert("pubkey".into(), address.into());
        fields.insert("chain".into(), chain.to_string().into());
        Some(params)
    }

    fn over_relay(mut params: Value) -> Value {
        if let Some(fields) = params.as_object_mut() {
            crate::json::take(fields, "chain");
            if let Some(options) = crate::json::take(fields, "options") {
                fields.insert("sendOptions".into(), options);
            }
        }
        params
    }

    /// An address has 32 bytes on every chain.
    fn is_on_chain(_: &str, _: Option<&Network>, _: &str) -> bool {
        true
    }

    /// The key of zeros, which is the System program, and the incinerator.
    fn is_burn_address(address: &str) -> bool {
        let is_zero = !address.is_empty() && address.bytes().all(|letter| letter == b'1');
        is_zero || address == "1nc1nerator11111111111111111111111111111111"
    }

    /// An address has no checksum: it is just 32 bytes.
    fn lacks_checksum(_: &str) -> bool {
        true
    }

    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        lookalikes::lookalike(a, b, 0)
    }

    fn is_same(a: &str, b: &str) -> bool {
        a == b
    }

    fn listed(address: &str) -> Option<String> {
        Solana.address(address).ok()
    }

    fn accounts(addresses: &[String]) -> Value {
        addresses.iter().map(|address| json!({ "pubkey": address })).collect()
    }

    /// The response is the signature, which is the transaction's ID.
    fn sends_transaction(method: &str) -> bool {
        method == SEND
    }

    /// The page can broadcast a signed transaction later.
    fn moves_money(method: &str, _: &Value) -> bool {
        method == SEND
    }
}
