//! Who an address is, as far as it is known (7.4).

use crate::map::Map;
use crate::services::Identity;
use crate::store::State;
use alloc::string::String;

/// Names and pictures of addresses.
#[derive(Default)]
pub struct Identities {
    /// By address.
    pub(crate) by: Map<String, Identity>,
}

impl Identities {
    /// The name of an address.
    #[must_use]
    pub fn name(&self, address: &str) -> Option<String> {
        self.by.get(address)?.name.clone()
    }
}

/// The picture of an address as a `blob:` url, once it is there.
#[must_use]
pub fn image(state: &State, address: &str) -> Option<String> {
    state.images.get(state.identities.by.get(address)?.avatar.as_deref()?)
}
