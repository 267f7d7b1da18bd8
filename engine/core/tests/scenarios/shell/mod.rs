//! What every journey leans on: start, views, storage, the wrong moment.

mod basics;
mod monkey;
mod races;
mod storage;
mod unhappy;
