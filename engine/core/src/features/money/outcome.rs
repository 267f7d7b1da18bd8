//! Decides from an error whether a money request was certainly not broadcast, or is unknown. It is the one rule for every namespace,
//! connector and journey, including the page's requests (decision 39, "Not sent, unknown and sent").
//!
//! A wallet that returned something else has signed it, so that never means "not sent" ([`Outcome::Altered`]). "Not
//! sent" requires that the request never reached the wallet, or that the wallet returned one of the codes 4001, 4100,
//! 4200, 5000, 5002, -32601 and -32602. A message is only sufficient in three cases: it is a rejection; it reports an
//! open request (with -32002, which nodes behind a wallet also use for a timeout); or it is in the namespace's closed
//! list of node errors before acceptance. The last case also requires that the sender's transaction count at the node
//! is unchanged, because a wallet can broadcast first and fail later. Every other result is unknown, and the engine
//! follows the sender's next transactions (`transactions::watch`).

use super::Compare;
use super::sender::Sender;
use crate::caip::ChainId;
use crate::connectors;
use crate::entities::{AccountType, Network};
use crate::error::{BUSY, Error, names_open_request};
use crate::features::money::model::transactions as list;
use crate::flow::{Cx, Reply, ScopeId};
use crate::namespaces::money::{self, Stand};
use alloc::rc::Rc;
use alloc::string::String;
use core::cell::RefCell;
use serde_json::Value;

/// What is known about a request after the wallet responded or failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Nothing was broadcast. The error is the reason.
    NotSent(Error),
    /// It might have been broadcast, or still can be.
    Unknown(Error),
    /// The wallet signed something else, which might have been broadcast. Its ID, if known.
    Altered(Error, Option<String>),
}

/// A request that the wallet received, and the sender's transaction count and balance before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentRequest {
    pub(crate) chain: alloc::string::String,
    pub(crate) request: Value,
    pub(crate) before: Option<Stand>,
}

/// Derives the outcome of a request from its error.
pub(crate) async fn of(cx: &Cx, error: Error, asked: &SentRequest) -> Outcome {
    match &error {
        Error::SignedElse { id } => Outcome::Altered(error.clone(), id.clone()),
        // the request hasn't reached the wallet
        Error::Aborted
        | Error::Unreachable { .. }
        | Error::PartNotLoaded
        | Error::NotWhatWasShown
        | Error::WrongChain
        | Error::BadParams { .. }
        | Error::UnsupportedChain
        | Error::MethodNotAllowed
        | Error::ActionNotAllowed
        | Error::WalletBusy
        // the request was only for a signature
        | Error::NotSigned { .. }
        // the wallet itself rejected it
        | Error::Unauthorized
        | Error::UserRejected
        | Error::Rpc { code: 4001 | 4100 | 4200 | 5000 | 5002 | -32601 | -32602, .. } => {
            Outcome::NotSent(error)
        }
        Error::Rpc { code, message, .. } => {
            let is_no = connectors::is_refusal(message);
            let network = cx.read(|s| s.networks.find(&ChainId::parse(&asked.chain)?).cloned());
            let Some((network, before)) = network.zip(asked.before) else { return Outcome::Unknown(error) };
            let is_said = match *code {
                BUSY => names_open_request(message),
                _ => is_no || money::is_refused(cx, &network, message),
            };
            if !is_said || money::stand(cx, &network, &asked.request).await.map(|now| now.count) != Some(before.count) {
                return Outcome::Unknown(error);
            }
            Outcome::NotSent(if is_no { Error::UserRejected } else { error })
        }
        _ => Outcome::Unknown(error),
    }
}

/// The current state of a request's sender. `None` for a smart account, because others broadcast its transactions.
async fn stand(cx: &Cx, network: &Network, request: &Value) -> Option<Stand> {
    let from = list::sender(request)?;
    let is_smart = cx.read(|s| {
        let account = s.accounts.by.get(&network.chain_namespace);
        account.is_some_and(|account| {
            let mut entries = account.entries.iter();
            entries.any(|of| of.kind == AccountType::SmartAccount && of.address.eq_ignore_ascii_case(from))
        })
    });
    match is_smart {
        true => None,
        false => money::stand(cx, network, request).await,
    }
}

/// The sender's state during the preview. The node is queried then, because at the click the wallet must get its
/// request in the same task.
#[derive(Default)]
struct Stood(RefCell<Option<(Sender, Value, Stand)>>);

fn stood(cx: &Cx) -> Rc<Stood> {
    cx.extension_or("sender stood", Stood::default)
}

/// Queries the state of the sender of a previewed request.
pub(super) fn ask(cx: &Cx, scope: ScopeId, sender: Sender, request: Value) {
    *stood(cx).0.borrow_mut() = None;
    let flow_cx = cx.clone();
    cx.background(scope, async move {
        if let Some(stand) = stand(&flow_cx, &sender.network, &request).await {
            *stood(&flow_cx).0.borrow_mut() = Some((sender, request, stand));
        }
        Ok(Reply::Done)
    });
}

/// The sender's state from a response before the request. A later response can already include the wallet's
/// transaction.
pub(super) fn before(cx: &Cx, sender: &Sender, request: &Value) -> Option<Stand> {
    let stood = stood(cx);
    let known = stood.0.borrow();
    known.as_ref().filter(|(of, asked, _)| of == sender && asked == request).map(|(.., stand)| *stand)
}

/// The sender's state for a page's request. Only a response from before the request is valid.
#[derive(Clone, Default)]
pub(crate) struct StandOfHost(Rc<RefCell<Option<Stand>>>);

impl StandOfHost {
    /// Starts the query, concurrently with the review.
    pub(crate) fn ask(cx: &Cx, chain: &ChainId, request: &Value) -> Self {
        let this = Self::default();
        let (flow_cx, kept, request) = (cx.clone(), this.clone(), request.clone());
        let network = cx.read(|s| s.networks.find(chain).cloned());
        cx.background(ScopeId::App, async move {
            if let Some(network) = network
                && money::load(&flow_cx, network.chain_namespace).await
            {
                *kept.0.borrow_mut() = stand(&flow_cx, &network, &request).await;
            }
            Ok(Reply::Done)
        });
        this
    }

    /// Searches the sender's next transactions for a possibly broadcast one.
    pub(crate) fn find(&self, cx: &Cx, of: Compare) {
        super::find(cx, Compare { stood: self.now(), ..of });
    }

    /// The state, if it is known by now.
    pub(crate) fn now(&self) -> Option<Stand> {
        *self.0.borrow()
    }
}
