//! The window around the page: the data and actions for mobile wallets and their links. Its twin is the recording host of [`super::host`].

use super::host::Page;
use alloc::boxed::Box;

/// The window.
pub trait Window {
    /// The device's data: the last fields of [`Page`]. The others are empty.
    fn facts(&self) -> Page;
    /// Whether the page is in front.
    fn is_visible(&self) -> bool;
    /// Subscribes to the page becoming visible and the network coming back, until the sink says that it unsubscribes.
    fn on_wake(&self, sink: Box<dyn Fn() -> bool>);
    /// Opens an address outside this page: a wallet's link. Only ones that were checked; without opener and referrer.
    fn go(&self, url: &str, target: &'static str);
    /// Replaces this page's URL without navigating, after its data was read.
    fn replace(&self, url: &str);
    /// Navigates the page itself, which returns later. Only to a validated URL.
    fn leave(&self, url: &str);
}
