//! EVM chains, the heavy half: a native transfer as a wallet request, and what a request says when it is read again.
//!
//! Encoding and reading share no code: what is shown is read back from the very request that will be sent (10.27).

use super::eip155;
use crate::amount::{self, Amount};
use crate::caip::ChainId;
use crate::error::{Error, Result};
use crate::json::Read;
use alloc::string::String;
use serde_json::{Value, json};

/// What a person wants: so much of the native coin to an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Checksummed.
    pub from: String,
    /// Checksummed.
    pub to: String,
    /// Base units.
    pub amount: Amount,
    /// The chain it must happen on.
    pub chain: ChainId,
}

impl Transfer {
    /// The parameter of `eth_sendTransaction` (rpc.md section 3). `chainId` makes a wallet that stands elsewhere refuse.
    #[must_use]
    pub fn request(&self) -> Value {
        let chain = self.chain.evm_number().unwrap_or_default();
        json!([{
            "from": self.from,
            "to": self.to,
            "value": self.amount.to_quantity(),
            "chainId": alloc::format!("{chain:#x}"),
        }])
    }

    /// Reads a request back. Anything but a plain native transfer is an error: nothing is shown in part.
    ///
    /// # Errors
    /// [`Error::NotWhatWasShown`].
    pub fn read(request: &Value, decimals: u8) -> Result<Self> {
        let known = ["from", "to", "value", "chainId"];
        let call = request.as_array().filter(|list| list.len() == 1).and_then(|list| list.first());
        let fields = call.and_then(Value::as_object).ok_or(Error::NotWhatWasShown)?;
        if fields.keys().any(|name| !known.contains(&name.as_str())) {
            return Err(Error::NotWhatWasShown);
        }
        let call = Value::Object(fields.clone());
        let address = |name| -> Result<String> {
            let text = call.text(name).ok_or(Error::NotWhatWasShown)?;
            Ok(eip155::parse(text).map_err(|_| Error::NotWhatWasShown)?.to_checksum(None))
        };
        let value = call.text("value").and_then(amount::quantity).ok_or(Error::NotWhatWasShown)?;
        let chain = call.field("chainId").and_then(ChainId::of_wallet_value).ok_or(Error::NotWhatWasShown)?;
        Ok(Self { from: address("from")?, to: address("to")?, amount: Amount::new(value, decimals), chain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::U256;

    fn transfer() -> Transfer {
        Transfer {
            from: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266".into(),
            to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8".into(),
            amount: Amount::new(U256::from(1_500_000_000_000_000_000u64), 18),
            chain: ChainId::evm(1337),
        }
    }

    #[test]
    fn the_request_reads_back_as_what_was_meant() {
        let request = transfer().request();
        assert_eq!(
            alloc::format!("{request}"),
            r#"[{"chainId":"0x539","from":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","to":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","value":"0x14d1120d7b160000"}]"#
        );
        assert_eq!(Transfer::read(&request, 18), Ok(transfer()));
    }

    #[test]
    fn a_request_that_does_more_is_not_shown_as_a_transfer() {
        let mut request = transfer().request();
        request[0]["data"] = json!("0x095ea7b3");
        assert_eq!(Transfer::read(&request, 18), Err(Error::NotWhatWasShown));
        for (field, value) in [("value", json!("15")), ("to", json!("0x00")), ("chainId", json!(null))] {
            let mut request = transfer().request();
            request[0][field] = value;
            assert_eq!(Transfer::read(&request, 18), Err(Error::NotWhatWasShown), "{field}");
        }
        assert_eq!(Transfer::read(&json!([]), 18), Err(Error::NotWhatWasShown));
        assert_eq!(Transfer::read(&json!("x"), 18), Err(Error::NotWhatWasShown));
    }
}
