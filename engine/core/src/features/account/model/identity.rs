//! The known names and avatars of addresses (7.4).

use crate::caip::{ChainId, Namespace};
use crate::map::Map;
use crate::services::Identity;
use crate::store::State;
use alloc::string::String;

/// Names and avatars of addresses on the page's network. On another network a name can resolve to another account.
#[derive(Default)]
pub struct Identities {
    /// The entries, by address.
    pub(crate) by: Map<String, Identity>,
    chain: Option<ChainId>,
}

impl Identities {
    /// The entries of a network. Drops the entries of the previous network.
    pub(crate) fn on(&mut self, chain: &ChainId) -> &mut Map<String, Identity> {
        if self.chain.as_ref() != Some(chain) {
            (self.by, self.chain) = (Map::default(), Some(chain.clone()));
        }
        &mut self.by
    }

    /// The name of an address.
    #[must_use]
    pub fn name(&self, address: &str) -> Option<String> {
        self.by.get(address)?.name.clone()
    }
}

/// Drops all names, because the page shows another network, or might.
pub(super) fn forget(state: &mut State) {
    if let Some(chain) = state.networks.shown_chain().filter(|chain| chain.namespace == Namespace::Eip155) {
        state.identities.on(&chain);
    }
}

/// The avatar of an address as a `blob:` URL, if it has loaded.
#[must_use]
pub fn image(state: &State, address: &str) -> Option<String> {
    state.images.get(state.identities.by.get(address)?.avatar.as_deref()?)
}
