//! Smart sessions of the blockchain-data API (docs/spec/services.md A7, A10).

use super::blockchain::{get, post, serves};
use crate::caip::AccountId;
use crate::error::{Error, Result};
use crate::flow::Cx;
use crate::json::Read;
use crate::json::json;
use crate::namespaces::eip155::codec::grants::{self, SmartSession};
use crate::urls::encoded;
use alloc::string::ToString;
use alloc::vec::Vec;

/// `GET /v1/sessions/{CAIP-10}` (7.21): the account's sessions, newest first, and whether more exist beyond the limit. Empty on an
/// unsupported network (7.2).
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn list(cx: &Cx, account: &AccountId) -> Result<(Vec<SmartSession>, bool)> {
    if !serves(cx, &account.chain).await? {
        return Ok((Vec::new(), false));
    }
    let path = alloc::format!("/v1/sessions/{}", encoded(&account.to_string()));
    let answer = get(cx, path, Vec::new()).await?;
    grants::sessions(&answer).ok_or(Error::Unreadable { from: "the data service".into() })
}

/// `POST /v1/sessions/{address}/revoke` (7.22): revokes a session with the account's signature of its ID. Returns
/// whether the service confirms it.
///
/// # Errors
/// The errors of [`super::ask`].
pub async fn revoke(cx: &Cx, account: &AccountId, pci: &str, signature: &str) -> Result<bool> {
    if !serves(cx, &account.chain).await? {
        return Ok(false);
    }
    let path = alloc::format!("/v1/sessions/{}/revoke", encoded(&account.address));
    let answer = post(cx, path, json!({ "pci": pci, "signature": signature })).await?;
    Ok(answer.flag("success") == Some(true))
}
