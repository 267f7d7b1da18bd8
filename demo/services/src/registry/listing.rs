//! One listing of the registry, and the parts all of them have.

use serde::Serialize;
use sha3::{Digest, Keccak256};

/// One wallet, in the documented shape.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Listing {
    /// 64 hex digits.
    pub id: String,
    /// What people read.
    pub name: String,
    pub(super) badge_type: Option<&'static str>,
    pub(super) description: Option<String>,
    pub(super) chains: Vec<&'static str>,
    pub(super) homepage: Option<String>,
    pub(super) image_id: Option<String>,
    pub(super) image_url: Option<String>,
    pub(super) order: usize,
    pub(super) rdns: Option<String>,
    pub(super) injected: Option<Vec<Injected>>,
    pub(super) link_mode: Option<String>,
    pub(super) mobile_link: Option<String>,
    pub(super) desktop_link: Option<String>,
    pub(super) webapp_link: Option<String>,
    pub(super) app_store: Option<String>,
    pub(super) play_store: Option<String>,
    pub(super) chrome_store: Option<String>,
    pub(super) display_index: Option<usize>,
    pub(super) supports_wc: bool,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Injected {
    pub(super) namespace: &'static str,
    pub(super) injected_id: String,
}

/// The chains of most wallets.
pub(super) const EVM: [&str; 8] = [
    "eip155:1",
    "eip155:10",
    "eip155:56",
    "eip155:137",
    "eip155:8453",
    "eip155:42161",
    "eip155:1337",
    "eip155:1338",
];
pub(super) const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
pub(super) const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";

/// The chains of a wallet of this kind.
pub(super) fn chains(kind: usize) -> Vec<&'static str> {
    match kind % 8 {
        0 => vec![SOLANA],
        1 => vec![BITCOIN],
        2 => [EVM.as_slice(), &[SOLANA]].concat(),
        3 => EVM.iter().take(1).copied().collect(),
        _ => EVM.to_vec(),
    }
}

/// The parts every listing has.
pub(super) fn listing(name: &str) -> Listing {
    Listing {
        id: digits(&format!("listing {name}")),
        name: name.to_owned(),
        image_id: Some(image_id(name)),
        ..Listing::default()
    }
}

/// In the form of a uuid of version 4.
fn image_id(name: &str) -> String {
    let hex = digits(&format!("image {name}"));
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default();
    format!("{}-{}-4{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}

fn digits(text: &str) -> String {
    Keccak256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
