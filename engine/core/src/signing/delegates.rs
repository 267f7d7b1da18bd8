//! Authorisations of EIP-7702: the account becomes the program of a delegate, until it is changed again. A page may ask for one only where
//! its host names the delegate (option `accountDelegates`), for that one, on the chain of the request; everything else about the
//! transaction is checked as of any other.

use crate::caip::ChainId;
use crate::error::{Error, Result};
use crate::json::Read;
use crate::namespaces::eip155;
use alloc::vec::Vec;
use alloy_primitives::Address;
use serde_json::Value;

/// What an authorisation might have; with a signature or without.
const FIELDS: [&str; 6] = ["chainId", "address", "nonce", "yParity", "r", "s"];

/// The same request without the authorisation that the host may ask for; nothing if there is none, or where no delegate is named.
///
/// # Errors
/// [`Error::BadParams`]: it is another one, for another chain, or not alone.
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
        // chain 0 stands for every chain
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

/// The delegates that the host names on a chain.
#[must_use]
pub fn named(option: Option<&Value>, chain: &ChainId) -> Vec<Address> {
    let list = option.map(|all| all.list(&alloc::string::ToString::to_string(chain))).unwrap_or_default();
    list.iter().filter_map(|address| eip155::parse(address.as_str()?).ok()).collect()
}
