//! The window of the page: its data and actions for mobile wallets and their links. Its twin is the recording host of
//! [`super::host`].

use super::host::Page;
use alloc::boxed::Box;

/// The window.
pub trait Window {
    /// Reads the device's data, which are the last fields of [`Page`]. The others are empty.
    fn facts(&self) -> Page;
    /// Whether the page is visible.
    fn is_visible(&self) -> bool;
    /// Subscribes to the page becoming visible and the network coming back. The sink returns whether to unsubscribe.
    fn on_wake(&self, sink: Box<dyn Fn() -> bool>);
    /// Opens a checked URL outside this page, such as a wallet's link, without opener and referrer.
    fn go(&self, url: &str, target: &'static str);
    /// Replaces this page's URL without navigating, after its data was read.
    fn replace(&self, url: &str);
    /// Navigates the page itself, which returns later. Only to a checked URL.
    fn leave(&self, url: &str);
}
