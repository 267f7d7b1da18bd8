//! The demo's compiled contracts, and what creates them where their code says (EIP-1014).

use std::{collections::HashMap, sync::LazyLock};

use serde::Deserialize;

use crate::{abi, ids::Address};

/// Creates contracts of a code at an address known before; every anvil has it.
pub const CREATOR: &str = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

#[derive(Deserialize)]
struct Compiled {
    contracts: HashMap<String, String>,
}

/// Written by demo/contracts/compile.mjs. None when it cannot be read.
static COMPILED: LazyLock<Option<Compiled>> =
    LazyLock::new(|| serde_json::from_str(include_str!("contracts.json")).ok());

/// What a contract is created of, in hex.
pub fn code_of(contract: &str) -> Option<&'static str> {
    COMPILED.as_ref()?.contracts.get(contract).map(String::as_str)
}

/// Where the creator puts what this code creates.
pub fn place_of(code: &str) -> Option<Address> {
    Some(Address::parse(CREATOR)?.creates_of(&abi::bytes(code)?))
}
