//! Parses a wallet's capabilities (EIP-5792) completely, or rejects them.

use crate::caip::ChainId;
use crate::error::{Error, Result};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// The capabilities by chain, in the form of `wallet_getCapabilities`. Those without a chain apply to every chain
/// (`0x0`).
///
/// # Errors
/// 'Failed to read wallet capabilities' if the response isn't an object of objects by hex chain ID (8.32).
pub fn capabilities(answer: &Value) -> Result<Vec<(Option<ChainId>, Value)>> {
    let fields = answer.as_object().ok_or(Error::CapabilitiesFailed)?;
    let read = |(chain, of): (&String, &Value)| {
        let hex = chain.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
        match (hex, of.is_object()) {
            (Some(0), true) => Ok((None, of.clone())),
            (Some(number), true) => Ok((Some(ChainId::evm(number)), of.clone())),
            _ => Err(Error::CapabilitiesFailed),
        }
    };
    fields.iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    // req: 8.32
    #[test]
    fn rejects_unreadable_capabilities() {
        let good = json!({"0x0": {}, "0x539": {"atomic": {"status": "supported"}}});
        assert_eq!(capabilities(&good).unwrap().len(), 2);
        for bad in [json!(null), json!([]), json!({"1337": {}}), json!({"0x539": true}), json!("x")] {
            let error = capabilities(&bad).unwrap_err();
            assert_eq!(error.to_string(), "Failed to read wallet capabilities");
        }
    }
}
