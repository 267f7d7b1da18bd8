//! Bitcoin and its like, the light half: addresses and the RPC whitelist (docs/spec/rpc.md sections 1 and 2).

use crate::amount::Amount;
use crate::caip::ChainId;
use crate::entities::{AccountType, Network};
use crate::format;
use crate::json::Read;
use crate::namespaces::{
    AddressFault, Can, Family, MethodClass, NamespaceRules, checked_address, encodings, lookalikes,
};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::{Map, Value};

/// The namespace bip122.
pub struct Bip122;

/// The method that signs a text.
pub(crate) const SIGN_MESSAGE: &str = "signMessage";

/// Asks a wallet to sign inputs of a transaction.
pub(crate) const SIGN_PSBT: &str = "signPsbt";
/// Asks a wallet to pay an address.
pub(crate) const SEND: &str = "sendTransfer";

/// Whether an address can belong to a single taproot key, according to its characters.
pub(crate) fn is_taproot(address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    ["bc1p", "tb1p", "bcrt1p"].iter().any(|begins| lower.starts_with(begins))
}

/// Whether a request is for the current account and network.
pub(crate) fn is_for(params: &Value, from: &str, chain: &ChainId) -> bool {
    let is_or_absent = |name: &str, is: &dyn Fn(&str) -> bool| {
        params.field(name).is_none_or(|given| given.as_str().is_some_and(is))
    };
    let is_chain = |given: &str| given == chain.reference || given == chain.to_string();
    is_or_absent("account", &|given| Bip122::is_same(given, from))
        && is_or_absent("chain", &is_chain)
        && is_or_absent("chainId", &is_chain)
}

/// Normalizes the addresses of a request: uppercase is the same address, but wallets compare characters.
fn listed(params: &mut Value) {
    let write = |of: &mut Value, name: &str| {
        if let Some(Value::String(address)) = of.get_mut(name)
            && let Some(own) = Bip122::listed(address)
        {
            *address = own;
        }
    };
    write(params, "account");
    write(params, "address");
    for input in params.get_mut("signInputs").and_then(Value::as_array_mut).into_iter().flatten() {
        write(input, "address");
    }
}

/// Whether a string is a Stacks account: a base 32 of its own, without I, L, O and U.
fn is_stacks(text: &str) -> bool {
    let is_letter = |b: u8| matches!(b, b'0'..=b'9' | b'A'..=b'Z') && !b"ILOU".contains(&b);
    (28..=42).contains(&text.len()) && text.starts_with('S') && text.bytes().all(is_letter)
}

impl NamespaceRules for Bip122 {
    /// Accepts a segwit address in lowercase, or an older address unchanged.
    fn address(&self, text: &str) -> Result<String, AddressFault> {
        let lower = text.to_ascii_lowercase();
        // BIP-173 rejects mixed case
        if encodings::is_bech32(&lower) && (lower == text || text.to_ascii_uppercase() == text) {
            return Ok(lower);
        }
        if encodings::is_base58(text, 26..=35) { Ok(text.into()) } else { Err(AddressFault::Form) }
    }

    /// On a known network, an address must have that network's prefix, because after a network change a wallet can
    /// still report its old addresses. A Stacks account has other characters.
    fn account(&self, text: &str, kind: AccountType, reference: Option<&str>) -> Option<String> {
        if kind == AccountType::Stx {
            return is_stacks(text).then(|| text.into());
        }
        let address = self.address(text).ok()?;
        let begins = |with: &[&str]| with.iter().any(|with| address.starts_with(with));
        let fits = match reference.and_then(checked_address::bitcoin_prefix) {
            None => true,
            Some("bc") => begins(&["bc1", "1", "3"]),
            Some("tb") => begins(&["tb1", "m", "n", "2"]),
            Some(_) => begins(&["bcrt1", "m", "n", "2"]),
        };
        fits.then_some(address)
    }

    fn default_type(&self) -> AccountType {
        AccountType::Payment
    }

    /// Displays all decimals down to the sat, because a thousandth of a coin is worth much.
    fn balance(&self, amount: &Amount) -> String {
        format::separated(&amount.to_decimal())
    }

    fn counts_smallest(&self) -> bool {
        true
    }

    fn has_rare_blocks(&self) -> bool {
        true
    }

    fn can(&self, what: Can) -> bool {
        matches!(what, Can::Balance | Can::Tokens | Can::Send)
    }

    fn transaction_id(&self, text: &str) -> Option<String> {
        transaction_id(text)
    }
}

/// 32 bytes in hex in the usual order: last byte first.
pub(crate) fn transaction_id(text: &str) -> Option<String> {
    (text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit())).then(|| text.to_ascii_lowercase())
}

impl Family for Bip122 {
    const RULES: &'static dyn NamespaceRules = &Self;
    const SESSION_METHODS: &'static [&'static str] =
        &["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"];
    const SIGNS_IN: bool = true;
    const RETURNS_SIGNED_PAYLOAD: bool = true;

    fn method(method: &str) -> Option<MethodClass> {
        match method {
            "getAccountAddresses" => Some(MethodClass::Wallet),
            SEND | SIGN_MESSAGE | SIGN_PSBT => Some(MethodClass::Approval),
            _ => None,
        }
    }

    /// Some wallets support no list of signature types, or only one type for all inputs.
    fn is_told_in_parts(method: &str) -> bool {
        method == SIGN_PSBT
    }

    /// A browser wallet gets the network and the account with each request. `address` selects the signing address of a
    /// message. Payments always come from the current address.
    fn in_page(_: &str, params: Value, chain: &ChainId, address: &str) -> Option<Value> {
        let mut params = match params {
            Value::Array(none) if none.is_empty() => Value::Object(Map::new()),
            params => params,
        };
        is_for(&params, address, chain).then_some(())?;
        listed(&mut params);
        let fields = params.as_object_mut()?;
        crate::json::take(fields, "chainId");
        fields.insert("account".into(), address.into());
        fields.insert("chain".into(), chain.to_string().into());
        Some(params)
    }

    /// Addresses have purposes, so wallets report changed addresses with an event of their own.
    fn session_events() -> &'static [&'static str] {
        &["accountsChanged", "chainChanged", "bip122_addressesChanged"]
    }

    fn has_purposes() -> bool {
        true
    }

    /// The session's request names the network itself.
    fn over_relay(mut params: Value) -> Value {
        if let Some(fields) = params.as_object_mut() {
            crate::json::take(fields, "chain");
        }
        listed(&mut params);
        params
    }

    fn is_on_chain(reference: &str, _: Option<&Network>, address: &str) -> bool {
        checked_address::is_bitcoin(reference, address)
    }

    /// The hash of zeros, in older and segwit form. No key is known for it.
    fn is_burn_address(address: &str) -> bool {
        const ZEROS: [&str; 4] = [
            "1111111111111111111114oLvT2",
            "31h1vYVSYuKP6AhS86fbRdMw9XHieotbST",
            "mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8",
            "2MsFDzHRUAMpjHxKyoEHU3aMCMsVtMqs1PV",
        ];
        let program = address.rsplit_once('1').and_then(|(_, data)| data.get(1..));
        ZEROS.contains(&address) || program.is_some_and(encodings::is_zero_bech32)
    }

    /// All formats have a checksum: base58check, bech32 and bech32m.
    fn lacks_checksum(_: &str) -> bool {
        false
    }

    /// All addresses of a type begin the same: `1`, `3`, or `bc1q` for segwit.
    fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
        if Self::is_same(a, b) {
            return None; // segwit in uppercase
        }
        let prefix = match (a.rfind('1'), encodings::is_bech32(a)) {
            (Some(separator), true) => separator + 2,
            _ => 1,
        };
        lookalikes::lookalike(a, b, prefix)
    }

    /// In segwit addresses, case has no meaning.
    fn is_same(a: &str, b: &str) -> bool {
        Self::listed(a).is_some_and(|a| Self::listed(b) == Some(a))
    }

    fn listed(address: &str) -> Option<String> {
        Bip122.address(address).ok()
    }

    fn sends_transaction(method: &str) -> bool {
        method == SEND
    }

    /// A document that the wallet broadcasts after signing moves money like a transfer.
    fn moves_money(method: &str, params: &Value) -> bool {
        method == SEND || method == SIGN_PSBT && params.flag("broadcast") == Some(true)
    }
}
