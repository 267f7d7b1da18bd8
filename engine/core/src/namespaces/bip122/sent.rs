//! What a wallet says that it has sent of a host's document (`signPsbt` with `broadcast`): the network's transaction has to spend the same
//! pieces and to pay the same. Of the document its outline alone is kept: the name that its transaction has without any signature.

use super::psbt::Psbt;
use super::transaction::{self, Transaction};
use crate::json::Read;
use crate::json::json;
use alloc::string::String;
use serde_json::Value;
use walletconnect::base64;

/// The name of a transaction without its signatures.
fn outline(mut of: Transaction) -> String {
    of.inputs.iter_mut().for_each(|input| input.script.clear());
    transaction::name(&of.txid())
}

/// What is kept of a request with a document; nothing of any other, and where it can't be read.
pub fn kept(request: &Value) -> Option<Value> {
    let bytes = request.text("psbt").and_then(base64::decode)?;
    let unsigned = outline(Psbt::read(&bytes)?.transaction);
    Some(json!({ "account": request.field("account"), "unsigned": unsigned }))
}

/// Whether a request is one that was kept so.
pub fn is_kept(request: &Value) -> bool {
    request.text("unsigned").is_some()
}

/// Whether the transaction that an indexer tells of under this ID is that of the document. Nothing where it made something up.
pub fn is_same(kept: &Value, id: &str, told: &Value) -> Option<bool> {
    let told = transaction::told(told).filter(|told| transaction::name(&told.txid()) == id)?;
    Some(kept.text("unsigned") == Some(outline(told).as_str()))
}
