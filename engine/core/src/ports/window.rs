//! The window around the page: what a mobile wallet, or its link, needs to know and do. Its twin is the recording host of [`super::host`].

use super::host::Page;
use alloc::boxed::Box;

/// The window.
pub trait Window {
    /// What the device says of itself: the last fields of [`Page`]; the others are empty.
    fn facts(&self) -> Page;
    /// Whether the page is in front.
    fn is_visible(&self) -> bool;
    /// Subscribes to the page becoming visible and the network coming back, until the sink says that it unsubscribes.
    fn on_wake(&self, sink: Box<dyn Fn() -> bool>);
    /// Opens an address outside this page: a wallet's link. Only ones that were checked; without opener and referrer.
    fn go(&self, url: &str, target: &'static str);
    /// This page's address is another one from now on, without a visit: what came in it was read.
    fn replace(&self, url: &str);
    /// The page itself goes elsewhere, and comes back. Only to what was checked.
    fn leave(&self, url: &str);
}
