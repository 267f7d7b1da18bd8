//! A family beside eip155, by the family of the tests: what the engine does for each family, and not for one.

mod asked;
mod parts;
mod send;
mod sign_in;
