//! EIP-7702 authorizations: the account gets a delegate's code until another authorization. A page can only request one
//! for a delegate in its own options (`accountDelegates`), on the request's chain. The rest of the transaction follows
//! the normal checks.

use crate::caip::ChainId;
use crate::error::{Error, Result};
use crate::json::Read;
use crate::namespaces::eip155;
use alloc::vec::Vec;
use alloy_primitives::Address;
use serde_json::Value;

/// All fields that an authorization can have, with or without a signature.
const FIELDS: [&str; 6] = ["chainId", "address", "nonce", "yParity", "r", "s"];

/// The same request without its allowed authorization. `None` if it has none, or the options have no delegate.
///
/// # Errors
/// [`Error::BadParams`] for another delegate or chain, or several authorizations.
pub fn without(
    method: &str,
    params: &Value,
    chain: Option<&ChainId>,
    named: &[Address],
) -> Result<Option<Value>> {
    let list = params.get(0).and_then(|call| call.field("authorizationList"));
    let Some(list) = list.filter(|_| eip155::is_transaction(method) && !named.is_empty()) else {
        return Ok(None);
    };
    let fits = || {
        let [one] = list.as_array()?.as_slice() else { return None };
        let fields = one.as_object()?;
        let address = one.text("address").filter(|text| text.starts_with("0x"))?;
        let delegate = eip155::parse(address).ok().filter(|address| named.contains(address))?;
        // chain 0 means every chain
        let of = ChainId::of_wallet_value(one.field("chainId")?)?;
        let is_number = |name: &&str| {
            one.field(name).is_none_or(|given| given.as_str().and_then(crate::amount::quantity).is_some())
        };
        let is_known = |name: &alloc::string::String| FIELDS.contains(&name.as_str());
        let is_complete = fields.keys().all(is_known) && FIELDS.iter().skip(2).all(is_number);
        (Some(&of) == chain && is_complete && !delegate.is_zero()).then_some(())
    };
    fits().ok_or_else(|| Error::BadParams { field: "authorizationList".into() })?;
    let mut rest = params.clone();
    let call = rest.get_mut(0).and_then(Value::as_object_mut);
    if let Some(call) = call {
        crate::json::take(call, "authorizationList");
        if call.get("type").and_then(Value::as_str) == Some("0x4") {
            crate::json::take(call, "type");
        }
    }
    Ok(Some(rest))
}

/// The delegates in the page's options for a chain.
#[must_use]
pub fn named(option: Option<&Value>, chain: &ChainId) -> Vec<Address> {
    let list = option.map(|all| all.list(&alloc::string::ToString::to_string(chain))).unwrap_or_default();
    list.iter().filter_map(|address| eip155::parse(address.as_str()?).ok()).collect()
}
