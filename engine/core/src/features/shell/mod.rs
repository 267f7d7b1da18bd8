//! Shared basis of every journey: start, views, toasts, alerts, theme, images. A view's row (`model/view.rs`) names its titles, its
//! access, and the feature whose action `enter` loads its data. `startup.rs` runs that action when the view opens, so no view contacts a
//! service.
//!
//! # Departures from the specification
//!
//! - Pictures come only from the configured services and from URLs the host names (docs/spec/security.md T9): a server that keeps a picture
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

/// How a toast looks.
pub(crate) use model::toasts::ToastVariant;
