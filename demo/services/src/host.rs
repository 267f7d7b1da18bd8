//! What a host is to the rest of the program. A file in `hosts/` makes it, `wire` surrounds it, `start` runs it.

use std::{future::Future, pin::Pin};

use axum::Router;

use crate::ports::Port;

/// What a host does beside answering.
pub type Background = Pin<Box<dyn Future<Output = ()> + Send>>;

/// One host that is ready to run, with its own state inside.
pub struct Host {
    /// Where it listens.
    pub port: Port,
    /// What it answers.
    pub routes: Router,
    /// The content security policy of everything it sends.
    pub csp: String,
    /// What `/__reset` puts back besides faults and log.
    pub reset: Box<dyn Fn() + Send + Sync>,
    /// What it does beside answering, until the process ends.
    pub background: Option<Background>,
}

impl Host {
    /// A host that has nothing to put back and only answers.
    pub fn new(port: Port, csp: String, routes: Router) -> Self {
        Self { port, routes, csp, reset: Box::new(|| {}), background: None }
    }

    /// The same host, which puts its own state back at a reset.
    pub fn with_reset(self, reset: impl Fn() + Send + Sync + 'static) -> Self {
        Self { reset: Box::new(reset), ..self }
    }

    /// The same host, which also does this until the process ends.
    pub fn with_background(self, background: impl Future<Output = ()> + Send + 'static) -> Self {
        Self { background: Some(Box::pin(background)), ..self }
    }
}
