//! What an error says of a request that moves money: that nothing was sent, or that no one knows. The one rule for every family, every way
//! to a wallet and every journey, requests of the host among them (docs/spec/decisions.md 39).
//!
//! A wallet that answered with something else than it was asked for has signed: that is never "nothing was sent" ([`Outcome::Altered`]).
//! Nothing was sent when the request had not reached the wallet, or by the codes 4001, 4100, 4200, 5000, 5002, -32601 and -32602 of the
//! wallet itself. By its words only if they are a no of the user, name an open request (with -32002: a node behind the wallet uses the code
//! for a time limit too) or are of the closed list that the family has of what nodes say before they take anything, and the node counts as
//! many transactions of the sender as it did before the wallet was asked: a wallet may broadcast first and fail then. All else is unknown,
//! and followed by what the sender does next (`transactions::watch`).

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
    /// Nothing was broadcast, because of this error.
    NotSent(Error),
    /// It was possibly broadcast, or still can be.
    Unknown(Error),
    /// The wallet signed something else. It was possibly broadcast, with this id if one is known.
    Altered(Error, Option<String>),
}

/// A request that the wallet received, and the sender's transaction count and balance before it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentRequest {
    pub(crate) chain: alloc::string::String,
    pub(crate) request: Value,
    pub(crate) before: Option<Stand>,
}

/// Derives the outcome of a request from the error it ended with.
pub(crate) async fn of(cx: &Cx, error: Error, asked: &SentRequest) -> Outcome {
    match &error {
        Error::SignedElse { id } => Outcome::Altered(error.clone(), id.clone()),
        // it has not reached the wallet
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
        // it was only asked to sign
        | Error::NotSigned { .. }
        // the wallet's own no
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

/// Where the sender of a request stands, and of which request; nothing for a smart account, which others bring to the chain.
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

/// Where the sender stood when its preview was shown: the node is asked then, since a wallet is asked in the task of the click.
#[derive(Default)]
struct Stood(RefCell<Option<(Sender, Value, Stand)>>);

fn stood(cx: &Cx) -> Rc<Stood> {
    cx.extension_or("sender stood", Stood::default)
}

/// Asks where the sender of a previewed request stands.
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

/// Where it stood, by an answer that is there before the wallet is asked; a later one may count what the wallet has sent.
pub(super) fn before(cx: &Cx, sender: &Sender, request: &Value) -> Option<Stand> {
    let stood = stood(cx);
    let known = stood.0.borrow();
    known.as_ref().filter(|(of, asked, _)| of == sender && asked == request).map(|(.., stand)| *stand)
}

/// The same of a request of the host: what is there when its wallet is asked is before it.
#[derive(Clone, Default)]
pub(crate) struct StandOfHost(Rc<RefCell<Option<Stand>>>);

impl StandOfHost {
    /// Begins to ask, beside whatever is read to the user.
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

    /// What might have been sent is looked for among what the sender does next.
    pub(crate) fn find(&self, cx: &Cx, of: Compare) {
        super::find(cx, Compare { stood: self.now(), ..of });
    }

    /// As far as it is known by now.
    pub(crate) fn now(&self) -> Option<Stand> {
        *self.0.borrow()
    }
}
