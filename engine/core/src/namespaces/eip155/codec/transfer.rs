//! EVM chains, the heavy half: builds a native or token transfer as a wallet request, and decodes one.
//!
//! Encoding and decoding share no code, because the preview is decoded from the exact request (10.27).

use crate::amount::{self, Amount};
use crate::caip::ChainId;
use crate::constants::USDT_ADDRESSES;
use crate::error::{Error, Result};
use crate::json::Read;
use crate::json::json;
use crate::namespaces::transfer::Transfer;
use alloc::string::String;
use alloy_primitives::{Address, U256, hex};
use serde_json::Value;

/// The selector of `transfer(address,uint256)`, with and without a return value.
const TRANSFER: [u8; 4] = [0xa9, 0x05, 0x9c, 0xbb];
/// The selector of `balanceOf(address)`.
const BALANCE_OF: [u8; 4] = [0x70, 0xa0, 0x82, 0x31];
/// The selector of `decimals()`.
pub const DECIMALS: &str = "0x313ce567";

/// The return value of a token's `transfer` (9.30).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferReturns {
    /// True or nothing means success; false means a rejection.
    Flag,
    /// No return value according to its own signature, so it isn't checked.
    Nothing,
}

impl TransferReturns {
    /// The return value of a token's contract. Listed addresses are compared as bytes, not as text.
    #[must_use]
    pub fn of(token: &str) -> Self {
        let listed = crate::namespaces::eip155::parse(token)
            .is_ok_and(|address| USDT_ADDRESSES.contains(&address.into_array()));
        if listed { Self::Nothing } else { Self::Flag }
    }

    /// Whether the return value of a simulated transfer means success.
    #[must_use]
    pub fn is_success(self, returned: &str) -> bool {
        let digits = returned.strip_prefix("0x").unwrap_or(returned);
        match self {
            Self::Nothing => true,
            Self::Flag => digits.is_empty() || amount::quantity(returned) == Some(U256::from(1u64)),
        }
    }
}

/// Encodes a selector and words of 32 bytes.
pub(crate) fn call(selector: [u8; 4], words: &[[u8; 32]]) -> String {
    let mut data = alloc::vec::Vec::from(selector);
    words.iter().for_each(|word| data.extend_from_slice(word));
    hex::encode_prefixed(data)
}

/// The call data of `balanceOf(owner)`.
#[must_use]
pub fn balance_of(owner: Address) -> String {
    call(BALANCE_OF, &[owner.into_word().0])
}

/// The parameter of `eth_sendTransaction` (docs/spec/rpc.md section 3). A wallet on another chain rejects it because of
/// `chainId`.
#[must_use]
pub fn request(transfer: &Transfer) -> Value {
    let chain = alloc::format!("{:#x}", transfer.chain.evm_number().unwrap_or_default());
    match &transfer.token {
        None => json!([{
            "from": transfer.from,
            "to": transfer.to,
            "value": transfer.amount.to_quantity(),
            "chainId": chain,
        }]),
        Some(token) => {
            let to = crate::namespaces::eip155::parse(&transfer.to).unwrap_or_default().into_word().0;
            json!([{
                "from": transfer.from,
                "to": token,
                "value": "0x0",
                "data": call(TRANSFER, &[to, transfer.amount.units.to_be_bytes::<32>()]),
                "chainId": chain,
            }])
        }
    }
}

/// Decodes a request. Anything but a plain transfer is an error, so a preview is never partial. `decimals` belong to
/// the asset, `token` is the only contract that can be called.
///
/// # Errors
/// [`Error::NotWhatWasShown`].
pub fn read(request: &Value, decimals: u8, token: Option<&str>) -> Result<Transfer> {
    let differs = Error::NotWhatWasShown;
    let known = ["from", "to", "value", "chainId", "data"];
    let call = request.as_array().filter(|list| list.len() == 1).and_then(|list| list.first());
    let fields = call.and_then(Value::as_object).ok_or(differs.clone())?;
    if fields.keys().any(|name| !known.contains(&name.as_str())) {
        return Err(differs);
    }
    let call = Value::Object(fields.clone());
    let address = |name| -> Result<String> {
        let text = call.text(name).ok_or(Error::NotWhatWasShown)?;
        Ok(crate::namespaces::eip155::parse(text).map_err(|_| Error::NotWhatWasShown)?.to_checksum(None))
    };
    let value = call.text("value").and_then(amount::quantity).ok_or(differs.clone())?;
    let chain = call.field("chainId").and_then(ChainId::of_wallet_value).ok_or(differs.clone())?;
    let (from, called) = (address("from")?, address("to")?);
    let Some(data) = fields.get("data") else {
        // a native transfer has no call data
        return match token {
            None => Ok(Transfer {
                from,
                to: called,
                token: None,
                amount: Amount::new(value, decimals),
                memo: None,
                references: Vec::new(),
                chain,
            }),
            Some(_) => Err(differs),
        };
    };
    let (to, units) = data.as_str().and_then(read_transfer).ok_or(differs.clone())?;
    if !value.is_zero() || token != Some(called.as_str()) {
        return Err(differs);
    }
    Ok(Transfer {
        from,
        to,
        token: Some(called),
        amount: Amount::new(units, decimals),
        memo: None,
        references: Vec::new(),
        chain,
    })
}

/// The recipient and base units of a call that is exactly one token transfer.
#[must_use]
pub(crate) fn arguments(data: &str) -> Option<(Address, U256)> {
    two_words(data, "a9059cbb")
}

/// The spender and base units of a call that is exactly one approval.
#[must_use]
pub(crate) fn allowance(data: &str) -> Option<(Address, U256)> {
    two_words(data, "095ea7b3")
}

/// Decodes `transfer(to, units)` without any other data.
fn read_transfer(data: &str) -> Option<(String, U256)> {
    let (to, units) = arguments(data)?;
    Some((to.to_checksum(None), units))
}

/// Decodes exactly two words after this selector, with zeros above the address.
fn two_words(data: &str, selector: &str) -> Option<(Address, U256)> {
    let digits = data.strip_prefix("0x")?;
    if digits.len() != 8 + 64 + 64 || !digits.get(..8)?.eq_ignore_ascii_case(selector) {
        return None;
    }
    let (padding, to) = digits.get(8..72)?.split_at_checked(24)?;
    let to: Address = to.parse().ok().filter(|_| padding.bytes().all(|b| b == b'0'))?;
    Some((to, U256::from_str_radix(digits.get(72..)?, 16).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transfer() -> Transfer {
        Transfer {
            from: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266".into(),
            to: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8".into(),
            token: None,
            amount: Amount::new(U256::from(1_500_000_000_000_000_000u64), 18),
            memo: None,
            references: Vec::new(),
            chain: ChainId::evm(1337),
        }
    }

    #[test]
    fn reads_back_the_transfer_that_it_encoded() {
        let asked = request(&transfer());
        assert_eq!(
            alloc::format!("{asked}"),
            r#"[{"chainId":"0x539","from":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","to":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","value":"0x14d1120d7b160000"}]"#
        );
        assert_eq!(read(&asked, 18, None), Ok(transfer()));
    }

    #[test]
    fn rejects_a_request_that_does_more_than_a_transfer() {
        let mut asked = request(&transfer());
        asked[0]["data"] = json!("0x095ea7b3");
        assert_eq!(read(&asked, 18, None), Err(Error::NotWhatWasShown));
        for (field, value) in [("value", json!("15")), ("to", json!("0x00")), ("chainId", json!(null))] {
            let mut asked = request(&transfer());
            asked[0][field] = value;
            assert_eq!(read(&asked, 18, None), Err(Error::NotWhatWasShown), "{field}");
        }
        assert_eq!(read(&json!([]), 18, None), Err(Error::NotWhatWasShown));
        assert_eq!(read(&json!("x"), 18, None), Err(Error::NotWhatWasShown));
    }

    const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

    fn token_transfer() -> Transfer {
        Transfer { token: Some(USDC.into()), amount: Amount::new(U256::from(12_500_000u64), 6), ..transfer() }
    }

    // req: 1.20
    #[test]
    fn encodes_a_token_transfer_and_reads_it_back() {
        let asked = request(&token_transfer());
        assert_eq!(
            asked[0]["data"],
            "0xa9059cbb00000000000000000000000070997970c51812dc3a010c7d01b50e0d17dc79c8\
             0000000000000000000000000000000000000000000000000000000000bebc20"
        );
        assert_eq!((asked[0]["to"].as_str(), asked[0]["value"].as_str()), (Some(USDC), Some("0x0")));
        assert_eq!(read(&asked, 6, Some(USDC)), Ok(token_transfer()));
    }

    #[test]
    fn rejects_a_token_call_that_isnt_exactly_the_transfer() {
        let good = request(&token_transfer());
        let data = good[0]["data"].as_str().unwrap().to_owned();
        assert_eq!(read(&good, 6, None), Err(Error::NotWhatWasShown), "no token was meant");
        assert_eq!(
            read(&good, 6, Some(transfer().to.as_str())),
            Err(Error::NotWhatWasShown),
            "another token"
        );
        assert_eq!(read(&request(&transfer()), 6, Some(USDC)), Err(Error::NotWhatWasShown), "no call");
        for (field, bad) in [
            ("value", json!("0x1")),
            ("data", json!(data.replace("a9059cbb", "095ea7b3"))),
            ("data", json!(alloc::format!("{data}00"))),
            ("data", json!(data.get(..136))),
            ("data", json!(data.replacen("0000", "0001", 1))),
            ("data", json!(7)),
            ("data", json!(null)),
            ("gas", json!("0x5208")),
        ] {
            let mut asked = good.clone();
            asked[0][field] = bad;
            assert_eq!(read(&asked, 6, Some(USDC)), Err(Error::NotWhatWasShown), "{field}");
        }
    }

    // req: 9.30
    #[test]
    fn uses_a_transfer_without_return_value_for_listed_contracts() {
        assert_eq!(USDT_ADDRESSES.len(), 7);
        for listed in [
            "0xdac17f958d2ee523a2206206994597c13d831ec7",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7",
            "c2132d05d31c914a87c6611c10748aeb04b58e8f",
            "0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7",
            "0x919c1c267bc06a7039e03fcc2ef738525769109c",
            "0x48065fbbe25f71c9282ddf5e1cd6d6a887483d5e",
            "0x55d398326f99059ff775485246999027b3197955",
            "0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9",
        ] {
            let returns = TransferReturns::of(listed);
            assert_eq!(returns, TransferReturns::Nothing, "{listed}");
            assert!(returns.is_success("0x"));
        }
        let flag = TransferReturns::of(USDC);
        assert_eq!(flag, TransferReturns::Flag);
        let word = |last: &str| alloc::format!("0x{}{last}", "0".repeat(63));
        assert!(flag.is_success("0x") && flag.is_success(&word("1")));
        assert!(!flag.is_success(&word("0")) && !flag.is_success(&word("2")) && !flag.is_success("0xzz"));
    }

    #[test]
    fn encodes_a_balance_query() {
        let owner = crate::namespaces::eip155::parse(&transfer().from).unwrap();
        assert_eq!(
            balance_of(owner),
            "0x70a08231000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266"
        );
    }
}
