//! Buying for money: what is offered, prices, providers, and what comes of a purchase.

mod form;
mod offered;
mod purchase;
