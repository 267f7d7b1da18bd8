//! Compares a wallet's result for a page's document (`signPsbt` with `broadcast`): the network's transaction has to
//! spend the same inputs and pay the same outputs. Only the document's outline is stored, which is its transaction ID
//! without signatures.

use crate::json::Read;
use crate::json::json;
use crate::namespaces::bip122::codec::psbt::Psbt;
use crate::namespaces::bip122::codec::transaction::{self, Transaction};
use alloc::string::String;
use serde_json::Value;
use walletconnect::base64;

/// The transaction ID without signatures.
fn outline(mut of: Transaction) -> String {
    of.inputs.iter_mut().for_each(|input| input.script.clear());
    transaction::name(&of.txid())
}

/// The stored part of a request with a document. `None` for any other request, or an unreadable one.
pub fn kept(request: &Value) -> Option<Value> {
    let bytes = request.text("psbt").and_then(base64::decode)?;
    let unsigned = outline(Psbt::read(&bytes)?.transaction);
    Some(json!({ "account": request.field("account"), "unsigned": unsigned }))
}

/// Whether a request is in this stored form.
pub fn is_kept(request: &Value) -> bool {
    request.text("unsigned").is_some()
}

/// Whether an indexer's transaction with this ID matches the document. `None` if the indexer's data is inconsistent.
pub fn is_same(kept: &Value, id: &str, told: &Value) -> Option<bool> {
    let told = transaction::told(told).filter(|told| transaction::name(&told.txid()) == id)?;
    Some(kept.text("unsigned") == Some(outline(told).as_str()))
}
