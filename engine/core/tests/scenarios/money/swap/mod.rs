//! Swapping: the journey, what a service may build, what can go wrong.

mod attacks;
mod form;
mod journey;
mod relay;
mod slippage;
mod unhappy;
mod unoswap;
