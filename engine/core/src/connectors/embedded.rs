//! The embedded wallet. [`crate::features::embedded`] communicates with its frame.

use super::lazy::LazyConnector;
use crate::caip::Namespace;
use crate::flow::Cx;
use crate::ports::provider::{EventSink, Subscription};
use alloc::boxed::Box;

/// The connector.
pub struct Embedded;

/// The subscription to the frame, which has no events: every change is a response to a request.
struct Silent;

impl Subscription for Silent {}

impl LazyConnector for Embedded {
    const FEATURE: &'static str = "embedded";

    fn listen(_: &Cx, _: Namespace, _: EventSink) -> Box<dyn Subscription> {
        Box::new(Silent)
    }
}
