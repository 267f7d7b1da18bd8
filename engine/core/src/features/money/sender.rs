//! The account, network and wallet that a journey moves money with.

use crate::caip::Namespace;
use crate::entities::{Network, Status, WalletHandle};
use crate::error::{Error, Result};
use crate::features::money::model::send;
use crate::flow::Cx;
use crate::namespaces::{self, Can};
use alloc::string::String;

/// A connected account that can send, with its network and wallet.
#[derive(Clone, PartialEq)]
pub(super) struct Sender {
    pub(super) network: Network,
    pub(super) namespace: Namespace,
    pub(super) address: String,
    pub(super) wallet: WalletHandle,
}

/// Returns the sender for the active network.
pub(super) fn ready(cx: &Cx) -> Result<Sender> {
    cx.read(|s| {
        let network = s.networks.active_network().ok_or(Error::TokenRequired)?;
        let namespace = network.chain_namespace;
        if !namespaces::of(namespace).can(Can::Send) {
            return Err(Error::UnsupportedChain);
        }
        let account = s.accounts.by.get(&namespace).ok_or(Error::NoNetworkOrAccount)?;
        let wallet = account.handle.filter(|_| account.status == Status::Connected);
        let address = send::sender(s).ok_or(Error::NoNetworkOrAccount)?;
        Ok(Sender {
            network: network.clone(),
            namespace,
            address,
            wallet: wallet.ok_or(Error::Unauthorized)?,
        })
    })
}

/// The current generation of the active account and network. Data that was read for another generation is stale.
pub(super) fn generation(cx: &Cx) -> u32 {
    cx.read(|s| s.networks.active_namespace().map_or(0, |namespace| s.moves.generation(namespace)))
}
