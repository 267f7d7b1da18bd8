//! The first phase: the account of a request, and whether its wallet supports the method (docs/spec/rpc.md section 1).

use super::Request;
use crate::caip::{ChainId, Namespace};
use crate::connectors;
use crate::entities::{Status, WalletHandle};
use crate::error::{Error, Result};
use crate::features::host::requests::chain_of;
use crate::flow::Cx;
use crate::namespaces::{self, eip155};
use crate::signing;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

/// Finds the account, and rejects a method that its wallet doesn't support.
///
/// # Errors
/// [`Error::Unauthorized`] if no account is connected or the session lacks the method. [`Error::MethodNotAllowed`].
pub(super) async fn validate(
    cx: &Cx,
    namespace: Namespace,
    method: String,
    params: Value,
) -> Result<Request> {
    let account = cx.read(|s| {
        let account = s.accounts.by.get(&namespace).filter(|account| account.status == Status::Connected)?;
        account.handle.zip(account.current().map(|entry| entry.address.clone()))
    });
    let (wallet, address) = account.ok_or(Error::Unauthorized)?;
    let shown = cx.read(|s| chain_of(s, namespace));
    let params = signing::params::put_right(&method, params);
    let is_embedded = matches!(wallet, WalletHandle::Embedded(_));
    // a method that the namespace doesn't have is rejected as unknown, whatever its parameters are (6.6)
    let is_known = match is_embedded {
        true => namespaces::embedded_class(namespace, &method).is_ok(),
        false => namespaces::method_class(namespace, &method).is_ok(),
    };
    if is_second_name(&method) && is_embedded {
        return Err(error_for_page(&method, Error::MethodNotAllowed));
    }
    let is_of_table = namespaces::session_methods(namespace).contains(&method.as_str());
    // waits if the relay has to be loaded; the next phase checks the account again, after the wallet's response
    if !is_of_table && !connectors::grants(cx, wallet, &method).await {
        return Err(error_for_page(&method, Error::Unauthorized));
    }
    let moves = namespaces::moves_money(namespace, &method, &params);
    let sends = namespaces::sends_transaction(namespace, &method);
    Ok(Request { namespace, wallet, address, shown, method, params, is_known, moves, sends })
}

impl Request {
    /// Checks that the parameters name this account and this network, and are complete (docs/spec/rpc.md section 3).
    ///
    /// # Errors
    /// [`Error::BadParams`].
    pub(super) fn check(&self, cx: &Cx, chain: Option<&ChainId>, now_s: u64) -> Result<()> {
        // the embedded wallet's frame describes requests itself, and can't describe delegates
        let delegates = match chain.filter(|_| !self.is_embedded()) {
            None => Vec::new(),
            Some(chain) => {
                cx.read(|s| signing::delegates::named(s.options.rest.get("accountDelegates"), chain))
            }
        };
        let rest = signing::delegates::without(&self.method, &self.params, chain, &delegates)?;
        let params = rest.as_ref().unwrap_or(&self.params);
        signing::check_request(&self.method, params, &self.address, chain, now_s)
    }
}

/// Whether the method is `wallet_sendTransaction`, which viem tries after `eth_sendTransaction` has failed.
fn is_second_name(method: &str) -> bool {
    method != eip155::SEND && eip155::is_send(method)
}

/// The error for the page. If the second name isn't supported, the error is -32601, so viem throws the error of its
/// first request.
pub(super) fn error_for_page(method: &str, error: Error) -> Error {
    match error {
        Error::Unauthorized | Error::MethodNotAllowed | Error::Rpc { code: 4100 | 4200, .. }
            if is_second_name(method) =>
        {
            Error::rpc(-32601, "The wallet doesn't support this method")
        }
        error => error,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{World, transfer};
    use super::*;

    fn validated(world: &World, method: &str) -> Result<Request> {
        let method = String::from(method);
        let run = world
            .run(move |cx| async move { validate(&cx, Namespace::Eip155, method, transfer()).await })
            .take();
        run.unwrap()
    }

    #[test]
    fn finds_the_account_that_must_pass() {
        let world = World::without_account();
        assert_eq!(validated(&world, "eth_sendTransaction").err(), Some(Error::Unauthorized));
        let request = validated(&World::connected(), "eth_sendTransaction").unwrap();
        assert!(request.is_known && request.moves && request.sends);
        assert_eq!(request.shown, Some(ChainId::evm(1)));
    }

    // Decision 237, "Methods that a wallet or a node gets"
    #[test]
    fn reports_a_missing_second_name_as_a_missing_method() {
        let missing = Error::rpc(-32601, "The wallet doesn't support this method");
        assert_eq!(error_for_page("wallet_sendTransaction", Error::Unauthorized), missing);
        assert_eq!(error_for_page("eth_sendTransaction", Error::Unauthorized), Error::Unauthorized);
        assert_eq!(error_for_page("wallet_sendTransaction", Error::UserRejected), Error::UserRejected);
    }
}
