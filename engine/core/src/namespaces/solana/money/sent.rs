//! The wallet's request and response on Solana: signed, decoded, compared, and only then broadcast.

use super::{asked, dated};
use crate::api::rpc;
use crate::caip::Namespace;
use crate::connectors;
use crate::entities::{Network, Status, WalletHandle};
use crate::error::{Error, Result, foreign_text};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::NamespaceRules;
use crate::namespaces::money::{Added, Submitted};
use crate::namespaces::solana::Solana;
use crate::namespaces::solana::codec::wire::{Key, Message, Transaction};
use crate::namespaces::solana::codec::written;
use crate::namespaces::solana::holdings::node;
use crate::namespaces::solana::reader::effects::key;
use crate::namespaces::solana::reader::signed as comparison;
use crate::namespaces::solana::{SEND, SIGN};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;
use walletconnect::base64;

/// A blockhash with its lifetime.
struct Blockhash {
    hash: Key,
    /// The last block in which it is valid.
    until: u64,
    /// The slot of the response. Nodes below it don't know the blockhash yet.
    slot: u64,
}

/// A wallet's signed transaction.
pub(super) struct Signed {
    bytes: Vec<u8>,
    id: String,
    blockhash: Key,
    added: Added,
}

impl Signed {
    /// Converts to the common result. `until` is the last block of a blockhash that the engine set.
    pub(super) fn submitted(self, until: Option<u64>) -> Submitted {
        Submitted::Signed { id: self.id, bytes: base64::encode(&self.bytes), until, added: self.added }
    }
}

async fn latest(cx: &Cx, network: &Network) -> Option<Blockhash> {
    let params = json!([{ "commitment": "confirmed" }]);
    let answer = rpc::of_money(cx, network, "getLatestBlockhash", &params).await.ok()?;
    let value = answer.field("value")?;
    Some(Blockhash {
        hash: key(value.text("blockhash")?)?,
        until: value.whole("lastValidBlockHeight")?,
        slot: answer.field("context")?.whole("slot")?,
    })
}

/// The signature in a wallet's response.
pub(super) fn signature(answer: &Value) -> Option<String> {
    Solana.transaction_id(answer.as_str().or_else(|| answer.text("signature"))?)
}

/// A wallet's signed transaction, if it matches the request. Some wallets return only the signature.
///
/// # Errors
/// [`Error::SignedElse`]; [`Error::NotSigned`] if the wallet reports that; [`Error::Unreadable`].
pub(super) fn signed(asked: &Message, answer: &Value) -> Result<Signed> {
    let bytes = match answer.text("transaction") {
        Some(text) => base64::decode(text),
        None => answer.text("signature").and_then(|text| {
            let mut signature = [0; 64];
            let length = bs58::decode(text).onto(&mut signature).ok()?;
            (length == 64).then(|| written::signed(asked, &[signature]))
        }),
    };
    let bytes = bytes.ok_or_else(|| Error::Unreadable { from: "the wallet".into() })?;
    let transaction = Transaction::read(&bytes).ok_or(Error::SignedElse { id: None })?;
    let first = transaction.signatures.first().filter(|first| **first != [0; 64]);
    let id = first.map(|first| bs58::encode(first).into_string());
    let Some(added) = comparison::compare(asked, &transaction.message) else {
        return Err(Error::SignedElse { id });
    };
    let id = id.ok_or(Error::NotSigned { details: None })?;
    Ok(Signed { bytes, id, blockhash: transaction.message.blockhash, added: added.said() })
}

/// Whether an error means that the wallet can't sign without sending, so the other method follows.
fn is_unknown(error: &Error) -> bool {
    matches!(
        error,
        Error::Rpc { code: 4100 | 4200 | -32601, .. } | Error::MethodNotAllowed | Error::Unauthorized
    )
}

/// Converts the error of a wallet that only signs: nothing was broadcast. Without a response, or with an unreadable
/// one, the wallet might still have signed.
fn not_signed(error: Error) -> Error {
    match error {
        Error::Rpc { code, message, .. } => match connectors::is_refusal(&message) {
            true => Error::UserRejected,
            false => Error::NotSigned { details: Some(foreign_text(&alloc::format!("{message} ({code})"))) },
        },
        error => error,
    }
}

/// Adds a current blockhash to a request, immediately before the wallet gets it.
pub(super) async fn of_now(cx: &Cx, network: &Network, mut request: Value) -> Result<Value> {
    let message = asked(&request).ok_or(Error::NotWhatWasShown)?.message;
    let blockhash = latest(cx, network).await.ok_or_else(|| node::unreachable(network))?;
    let bytes = written::unsigned(&dated(&message, blockhash.hash));
    if let Some(fields) = request.as_object_mut() {
        fields.insert("transaction".into(), base64::encode(&bytes).into());
        fields.insert("until".into(), blockhash.until.into());
        fields.insert("slot".into(), blockhash.slot.into());
    }
    Ok(request)
}

/// Whether a wallet is still connected with the account of a request.
fn is_same(cx: &Cx, wallet: WalletHandle, request: &Value) -> bool {
    cx.read(|s| {
        let account = s.accounts.by.get(&Namespace::Solana).filter(|of| of.status == Status::Connected);
        account.is_some_and(|account| {
            let address = account.current().map(|entry| entry.address.as_str());
            account.handle == Some(wallet) && address == request.text("from")
        })
    })
}

pub(super) async fn submit(cx: &Cx, wallet: WalletHandle, request: &Value, id: &str) -> Result<Submitted> {
    let message = asked(request).ok_or(Error::NotWhatWasShown)?.message;
    let mut params = json!({
        "transaction": request["transaction"], "pubkey": request["from"], "chain": request["chain"],
    });
    match connectors::send(cx, wallet, SIGN, &params, id).await {
        Ok(answer) => {
            let signed = signed(&message, &answer)?;
            // a blockhash that the wallet set expires at another block
            let is_ours = signed.blockhash == message.blockhash;
            let until = request.whole("until").filter(|_| is_ours);
            return Ok(signed.submitted(until));
        }
        Err(error) if is_unknown(&error) => {}
        Err(error) => return Err(not_signed(error)),
    }
    // checks again, because the wallet might have taken its time
    if !is_same(cx, wallet, request) {
        return Err(Error::Aborted);
    }
    if let Some(fields) = params.as_object_mut() {
        let options = json!({ "minContextSlot": request["slot"], "preflightCommitment": "confirmed" });
        fields.insert("options".into(), options);
    }
    let answer = connectors::send(cx, wallet, SEND, &params, id).await?;
    let found = signature(&answer).map(Submitted::Hash);
    found.ok_or_else(|| Error::Unreadable { from: "the wallet".into() })
}

/// A node's reason for rejecting a transaction, as text. It has several errors for insufficient funds.
pub(super) fn words(err: &Value) -> String {
    let text = err.to_string();
    let lacks = ["InsufficientFunds", "AccountNotFound", "\"Custom\":1}"];
    match lacks.iter().any(|word| text.contains(word)) {
        true => "insufficient funds".into(),
        false => foreign_text(&text),
    }
}
