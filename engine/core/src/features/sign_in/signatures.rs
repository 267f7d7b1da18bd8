//! Checks who signed: a wallet's response is untrusted, so a `personal_sign` signature is verified before the page gets
//! it (docs/spec/page-wallets.md section 0). A contract account verifies signatures itself, so it is left to the page
//! (ERC-1271).

use crate::caip::ChainId;
use crate::command::needed;
use crate::command::unknown_action;
use crate::error::{Error, Result};
use crate::flow::{Cx, Flow, Reply};
use crate::json::Read;
use crate::namespaces::eip155;
use crate::signing::{contract_account, recover, verify};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use alloy_primitives::{Address, hex};
use serde_json::Value;

crate::command::commands! {
    SignaturesAction
    own {
        "personal" Personal,
    }
}

/// The bytes that the wallet should sign: the parameter that isn't the address, as hex or text.
fn message(params: &Value, address: Address) -> Option<Vec<u8>> {
    let is_address = |text: &&str| eip155::parse(text) == Ok(address);
    let texts = params.as_array()?.iter().take(2).filter_map(Value::as_str).collect::<Vec<_>>();
    // in the standard order, the message comes first; it can look like an address itself
    let text = match (texts.first(), texts.get(1)) {
        (Some(first), Some(second)) if is_address(second) || !is_address(first) => first,
        (_, Some(second)) => second,
        _ => return None,
    };
    let bytes = text.strip_prefix("0x").and_then(|digits| hex::decode(digits).ok());
    Some(bytes.unwrap_or_else(|| text.as_bytes().to_vec()))
}

/// Passes if the account signed, or if it is a contract, or (ERC-6492) a future one. A signature with an unknown key only passes if a node
/// confirms it: an unreachable node proves nothing.
async fn personal(cx: &Cx, command: &Value) -> Result<Reply> {
    let address = needed(command, "address")?;
    let owner = eip155::parse(address).map_err(|_| Error::BadParams { field: "address".into() })?;
    let signature = hex::decode(needed(command, "signature")?).unwrap_or_default();
    let message = command.field("params").and_then(|params| message(params, owner)).unwrap_or_default();
    if recover::personal_signer(&message, &signature) == Some(owner) {
        return Ok(Reply::Json("true".into()));
    }
    let chain = command.text("chain").and_then(ChainId::parse).ok_or(Error::NetworkNotFound)?;
    let network = cx.read(|s| s.networks.find(&chain).cloned()).ok_or(Error::NetworkNotFound)?;
    // no node reports whether it is a contract: the signature is passed on, marked as unverified (decision 35, "A signature that can't be verified")
    let Ok(code) = verify::code(cx, &network, owner).await else { return Ok(Reply::Json("null".into())) };
    if code.is_empty() && contract_account::unwrap(&signature).is_none() {
        return Err(Error::SignFailed { details: Some("The signature is from another account".into()) });
    }
    Ok(Reply::Json("null".into()))
}

/// Runs an internal command: `signatures.personal`.
pub fn run(cx: Cx, action: String, command: Value) -> Flow {
    Box::pin(async move {
        if action != SignaturesAction::Personal {
            return Err(unknown_action("signatures", &action));
        }
        personal(&cx, &command).await
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::address;
    use serde_json::json;

    #[test]
    fn finds_the_message_next_to_the_address() {
        let owner = address!("f39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
        let text = owner.to_checksum(None);
        assert_eq!(message(&json!(["0x6869", text]), owner).unwrap(), b"hi");
        assert_eq!(message(&json!([text, "0x6869"]), owner).unwrap(), b"hi");
        assert_eq!(message(&json!(["hi there", text]), owner).unwrap(), b"hi there");
        assert_eq!(message(&json!([text, text]), owner).unwrap(), owner.as_slice());
        assert_eq!(message(&json!({}), owner), None);
    }
}
