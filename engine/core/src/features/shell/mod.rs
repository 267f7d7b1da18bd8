//! What every journey leans on: start, views, toasts, alerts, theme, pictures. A view's row (`model/view.rs`) names its titles, who may open it,
//! and the feature whose action `enter` reads for it; `startup.rs` runs that action when the view is shown, so no view asks a service.
//!
//! # Departures from the specification
//!
//! - Pictures come only from the configured services and from urls the host names (docs/spec/security.md T9): a server that keeps a picture
//!   learns who looks at it. A token or collectible with a picture elsewhere shows a letter.

pub mod alerts;
pub mod images;
pub mod model;
pub mod router;
pub mod startup;
pub mod theme;
pub mod toasts;

/// Which views there are, which one is open, and why a modal closes.
pub(crate) use model::router::CloseReason;
pub(crate) use model::view::View;

/// What a model asks of the views: [`router`] closes and celebrates, which takes a `Cx`.
pub(crate) use model::router as router_model;

/// How a toast looks.
pub(crate) use model::toasts::ToastVariant;
