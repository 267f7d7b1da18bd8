//! What the form of a send shows about its recipient.

use super::receiver::{self, Receiver, ReceiverError, SendAlike, SendFirst, SendNotice, receiver};
use super::sender;
use crate::features::account::model::identity;
use crate::store::State;
use alloc::string::String;
use serde::Serialize;

/// The recipient of the form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SendRecipient {
    /// The name of the address, if it is known.
    pub receiver_profile_name: Option<String>,
    /// The avatar of the address as a `blob:` URL, once it has loaded.
    pub receiver_profile_image_url: Option<String>,
    /// Why the typed text isn't a recipient.
    pub receiver_error: Option<ReceiverError>,
    /// The character that isn't allowed in a name: "/", or "U+200D".
    pub name_character: Option<String>,
    /// A name is being resolved.
    pub looking_up: bool,
    /// The address of the typed name, checksummed.
    pub resolved: Option<String>,
    /// The typed name has no address on this network: `resolved` is its address on Ethereum.
    pub of_ethereum: bool,
    /// A known address that the recipient resembles.
    pub alike: Option<SendAlike>,
    /// The user hasn't sent anything to the recipient before.
    pub first_time: Option<SendFirst>,
    /// A note about the recipient.
    pub notice: Option<SendNotice>,
}

/// Reads it from the form.
pub(super) fn recipient(state: &State) -> SendRecipient {
    let send = &*state.send;
    let namespace = state.networks.active_namespace();
    let by_form = state.networks.active_network().map_or(Receiver::Absent, |network| receiver(send, network));
    let address = match &by_form {
        Receiver::Address(address) => Some(address.as_str()),
        _ => None,
    };
    let known = namespace.zip(address);
    let own = sender(state);
    let is_named = namespace.is_some_and(|namespace| receiver::typed_name(send, namespace).is_some());
    SendRecipient {
        receiver_profile_name: address.and_then(|address| state.identities.name(address)),
        receiver_profile_image_url: address.and_then(|address| identity::image(state, address)),
        receiver_error: match by_form {
            Receiver::Wrong(error) => Some(error),
            _ => None,
        },
        name_character: namespace.and_then(|namespace| receiver::refused_character(send, namespace)),
        looking_up: by_form == Receiver::LookingUp,
        resolved: address.filter(|_| is_named).map(Into::into),
        of_ethereum: namespace
            .and_then(|namespace| receiver::lead(send, namespace))
            .is_some_and(|(_, lead)| lead.is_of_ethereum),
        alike: known.and_then(|(namespace, address)| receiver::alike(state, namespace, address)),
        first_time: known.and_then(|(namespace, address)| receiver::first(state, namespace, address)),
        notice: known
            .and_then(|(namespace, address)| receiver::notice(state, namespace, address, own.as_deref())),
    }
}
