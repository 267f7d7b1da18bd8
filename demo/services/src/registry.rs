//! The wallet registry (services.md A3): 600 listings, always the same, made once at start. Names and everything else of them are
//! invented, but for the published ids of services.md B3.

use serde::Serialize;
use sha3::{Digest, Keccak256};

use crate::{hosts::Origins, images};

mod known;
mod pictures;
mod words;

pub use pictures::asset;

/// How many listings there are: 15 pages of 40.
pub const LISTINGS: usize = 600;

/// One wallet, in the documented shape.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Listing {
    /// 64 hex digits.
    pub id: String,
    /// What people read.
    pub name: String,
    badge_type: Option<&'static str>,
    description: Option<String>,
    chains: Vec<&'static str>,
    homepage: Option<String>,
    image_id: Option<String>,
    image_url: Option<String>,
    order: usize,
    rdns: Option<String>,
    injected: Option<Vec<Injected>>,
    link_mode: Option<String>,
    mobile_link: Option<String>,
    desktop_link: Option<String>,
    webapp_link: Option<String>,
    app_store: Option<String>,
    play_store: Option<String>,
    chrome_store: Option<String>,
    display_index: Option<usize>,
    supports_wc: bool,
}

#[derive(Debug, Clone, Serialize)]
struct Injected {
    namespace: &'static str,
    injected_id: String,
}

/// Which listings are asked for. Empty lists ask for nothing in particular.
#[derive(Debug, Default)]
pub struct Filter<'a> {
    /// Part of the name, in any case.
    pub search: Option<&'a str>,
    /// Only these ids.
    pub include: Vec<&'a str>,
    /// None of these ids.
    pub exclude: Vec<&'a str>,
    /// On at least one of these chains.
    pub chains: Vec<&'a str>,
    /// With this badge.
    pub badge_type: Option<&'a str>,
}

/// All listings, in their order.
pub struct Registry(Vec<Listing>);

impl Registry {
    /// Makes the listings. The demo's own wallets lead to its own hosts.
    pub fn new(origins: &Origins) -> Self {
        let mut listings: Vec<Listing> = known::listings(origins);
        let missing = LISTINGS - listings.len();
        listings.extend((0..missing).map(invented));
        for (index, listing) in listings.iter_mut().enumerate() {
            listing.order = index + 1;
            listing.display_index = Some(index + 1);
        }
        Self(listings)
    }

    /// The listings that pass, in their order.
    pub fn find(&self, filter: &Filter<'_>) -> Vec<&Listing> {
        let search = filter.search.map(str::to_lowercase);
        let passes = |listing: &&Listing| {
            search.as_ref().is_none_or(|part| listing.name.to_lowercase().contains(part))
                && (filter.include.is_empty() || filter.include.contains(&listing.id.as_str()))
                && !filter.exclude.contains(&listing.id.as_str())
                && (filter.chains.is_empty() || listing.chains.iter().any(|id| filter.chains.contains(id)))
                && (filter.badge_type.is_none() || filter.badge_type == listing.badge_type)
        };
        self.0.iter().filter(passes).collect()
    }

    /// The picture of a listing.
    pub fn picture(&self, image_id: &str) -> Option<images::Svg> {
        let listing = self.0.iter().find(|listing| listing.image_id.as_deref() == Some(image_id))?;
        Some(images::wallet(&listing.id))
    }
}

const EVM: [&str; 8] = [
    "eip155:1",
    "eip155:10",
    "eip155:56",
    "eip155:137",
    "eip155:8453",
    "eip155:42161",
    "eip155:1337",
    "eip155:1338",
];
const SOLANA: &str = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93";

fn chains(kind: usize) -> Vec<&'static str> {
    match kind % 8 {
        0 => vec![SOLANA],
        1 => vec![BITCOIN],
        2 => [EVM.as_slice(), &[SOLANA]].concat(),
        3 => EVM.iter().take(1).copied().collect(),
        _ => EVM.to_vec(),
    }
}

/// A wallet that nobody has. Which links it has follows from its number, so that each mixture occurs.
fn invented(number: usize) -> Listing {
    let name = words::name(number);
    let slug: String = name.to_lowercase().replace(' ', "-");
    let plain = slug.replace('-', "");
    let every = |count: usize| number.is_multiple_of(count);
    let some = |there: bool, text: String| there.then_some(text);
    let phone = number % 3 != 1;
    Listing {
        badge_type: every(3).then_some("certified"),
        description: Some(format!("{name} keeps keys for the demo. It does not exist.")),
        chains: chains(number),
        homepage: Some(format!("https://{slug}.example")),
        rdns: some(every(2), format!("example.{plain}")),
        injected: every(4).then(|| {
            vec![Injected { namespace: "eip155", injected_id: format!("is{}", name.replace(' ', "")) }]
        }),
        link_mode: some(every(5), format!("https://link.{slug}.example")),
        // By the web where there is no scheme of its own.
        mobile_link: phone.then(|| match number % 12 {
            5 => format!("https://{slug}.example/open"),
            _ => format!("{plain}://"),
        }),
        desktop_link: some(every(7), format!("{plain}-desktop://")),
        webapp_link: some(every(6), format!("https://app.{slug}.example")),
        app_store: some(phone, format!("https://phone.example/{slug}")),
        play_store: some(phone, format!("https://robot.example/{slug}")),
        chrome_store: some(every(2), format!("https://browser.example/{slug}")),
        supports_wc: phone || every(7),
        ..listing(&name)
    }
}

/// The parts every listing has.
fn listing(name: &str) -> Listing {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_600_with_ids_and_pictures_of_their_own() {
        let registry = Registry::new(&Origins::new(4000));
        assert_eq!(registry.0.len(), LISTINGS);
        let different =
            |field: fn(&Listing) -> String| registry.0.iter().map(field).collect::<HashSet<_>>().len();
        assert_eq!(different(|listing| listing.id.clone()), LISTINGS);
        assert_eq!(different(|listing| listing.image_id.clone().unwrap()), LISTINGS);
        // Two published ids have one name.
        assert_eq!(different(|listing| listing.name.clone()), LISTINGS - 1);
        assert!(registry.0.iter().all(|listing| listing.id.len() == 64));
        assert!(
            registry.0.iter().all(|listing| registry.picture(listing.image_id.as_ref().unwrap()).is_some())
        );
    }

    #[test]
    fn filters_narrow_together() {
        let registry = Registry::new(&Origins::new(4000));
        let count = |filter: Filter<'_>| registry.find(&filter).len();
        let certified = count(Filter { badge_type: Some("certified"), ..Filter::default() });
        assert!((100..300).contains(&certified), "{certified}");
        let bitcoin = count(Filter { chains: vec![BITCOIN], ..Filter::default() });
        let either = count(Filter { chains: vec![BITCOIN, "eip155:1337"], ..Filter::default() });
        assert!(bitcoin > 50 && bitcoin < either && either < LISTINGS);
        let found = registry.find(&Filter { search: Some("AMBER"), ..Filter::default() });
        assert!(found.len() > 10 && found.iter().all(|listing| listing.name.contains("Amber")));
        let ids: Vec<&str> = found.iter().map(|listing| listing.id.as_str()).collect();
        assert_eq!(
            count(Filter { include: ids.clone(), exclude: vec![ids[0]], ..Filter::default() }),
            ids.len() - 1
        );
    }
}
