//! The known causes of a failed request, from the messages of nodes and wallets.

use crate::error::{BUSY, Code, ErrorData, names_open_request};
use crate::text;
use alloc::string::String;
use serde::Serialize;

/// Why a network or wallet rejected a transaction, if its message is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum SendCause {
    /// The balance is too low for amount and fee.
    Funds,
    /// The account's next nonce differs.
    Nonce,
    /// The fee was too low.
    Underpriced,
    /// A contract rejected it.
    Reverted,
    /// Another transaction of the sender replaced it.
    Replaced,
    /// The wallet has another request.
    Busy,
}

/// The known cause of a failure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendFault {
    /// The cause.
    pub cause: SendCause,
    /// The contract's own message, which is untrusted text.
    pub reason: Option<String>,
}

/// Maps the messages of nodes and wallets to causes that users can act on, and quotes a contract's reason. `None` for
/// unknown messages, which stay under "Details".
pub(crate) fn fault(error: &ErrorData) -> Option<SendFault> {
    if error.code == Code::Number(BUSY) && names_open_request(&error.message) {
        return Some(SendFault { cause: SendCause::Busy, reason: None });
    }
    let said = error.details.as_deref().unwrap_or(&error.message);
    let lower = text::lower(said);
    let causes = [
        ("revert", SendCause::Reverted),
        ("insufficient funds", SendCause::Funds),
        ("nonce", SendCause::Nonce),
        ("underpriced", SendCause::Underpriced),
        ("fee too low", SendCause::Underpriced),
        ("block base fee", SendCause::Underpriced),
        ("replaced by another", SendCause::Replaced),
    ];
    let (_, cause) = causes.into_iter().find(|(words, _)| lower.contains(words))?;
    // "execution reverted: why (3)": the number comes from us or the node
    let reason = said.split_once(':').filter(|_| cause == SendCause::Reverted).and_then(|(_, why)| {
        let words = why.strip_suffix(')').and_then(|why| why.rsplit_once('('));
        text::label(words.map_or(why, |(words, _)| words), 120)
    });
    Some(SendFault { cause, reason })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    fn of(message: &str) -> Option<(SendCause, Option<String>)> {
        let error = Error::rpc(-32000, message).data();
        fault(&error).map(|fault| (fault.cause, fault.reason))
    }

    #[test]
    fn derives_the_cause_from_node_and_wallet_errors() {
        for (said, cause) in [
            ("insufficient funds for gas * price + value: have 1 want 2", SendCause::Funds),
            ("err: Insufficient Funds for intrinsic transaction cost", SendCause::Funds),
            ("nonce too low: next nonce 4, tx nonce 3", SendCause::Nonce),
            ("Nonce has already been used", SendCause::Nonce),
            ("replacement transaction underpriced", SendCause::Underpriced),
            ("max fee per gas less than block base fee: address 0x", SendCause::Underpriced),
        ] {
            assert_eq!(of(said), Some((cause, None)), "{said}");
        }
        assert_eq!(fault(&Error::Replaced.data()).map(|fault| fault.cause), Some(SendCause::Replaced));
        let busy = Error::rpc(-32002, "Request of type 'nonce' is pending").data();
        assert_eq!(fault(&busy).map(|fault| fault.cause), Some(SendCause::Busy));
        assert_eq!(of("internal error"), None, "unknown words stay under Details");
    }

    #[test]
    fn quotes_a_contracts_reason_without_its_wrapping() {
        let why = |said| of(said).map(|(cause, reason)| (cause, reason.unwrap_or_default()));
        for (said, reason) in [
            (
                "execution reverted: ERC20: transfer amount exceeds balance",
                "ERC20: transfer amount exceeds balance",
            ),
            ("VM Exception: reverted with reason string 'Paused'", "reverted with reason string 'Paused'"),
            ("execution reverted", ""),
            ("execution reverted: \u{202e}<b>no</b>", "<b>no</b>"),
        ] {
            assert_eq!(why(said), Some((SendCause::Reverted, reason.into())), "{said}");
        }
        assert_eq!(fault(&Error::Reverted.data()).map(|fault| fault.reason), Some(None));
    }
}
