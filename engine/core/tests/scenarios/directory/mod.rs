//! Wallets that are not in this page.

mod lists;
mod lookalikes;
mod named;
mod shipped;
