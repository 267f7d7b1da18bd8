//! What every journey shares: start, views, toasts, alerts, theme, images. A view's row (`model/view.rs`) names its
//! titles, its access, and the feature whose action `enter` loads its data. `startup.rs` runs that action when the view
//! opens, so no view contacts a service.
//!
//! # Departures from the specification
//!
//! - Images come only from the configured services and from URLs that the page names (docs/spec/security.md T9),
//!   because the server of an image learns who views it. A token or NFT with an image elsewhere shows a letter.

pub mod alerts;
pub mod images;
pub mod model;
pub mod router;
pub mod startup;
pub mod theme;
pub mod toasts;

/// The views, the open one, and why a modal closes.
pub(crate) use model::router::CloseReason;
pub(crate) use model::view::View;

/// The variants of a toast.
pub(crate) use model::toasts::ToastVariant;
