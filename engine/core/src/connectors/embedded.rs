//! The embedded wallet, which [`crate::features::embedded`] speaks to in its frame.

use super::lazy::LazyConnector;
use crate::caip::Namespace;
use crate::flow::Cx;
use crate::ports::provider::{EventSink, Subscription};
use alloc::boxed::Box;

/// The connector.
pub struct Embedded;

/// The frame never changes anything unprompted. Every change is a response to a request.
struct Silent;

impl Subscription for Silent {}

impl LazyConnector for Embedded {
    const FEATURE: &'static str = "embedded";

    fn listen(_: &Cx, _: Namespace, _: EventSink) -> Box<dyn Subscription> {
        Box::new(Silent)
    }
}
