//! The wallet registry (docs/spec/services.md A3): 600 listings, always the same, made once at start. Names and everything else of them are
//! invented, but for the published ids of docs/spec/services.md B3.

use crate::{images, ports::Origins};

mod invented;
mod known;
mod listing;
mod pictures;
mod words;

pub use listing::Listing;
pub use pictures::asset;

/// How many listings there are: 15 pages of 40.
pub const LISTINGS: usize = 600;

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
        listings.extend((0..missing).map(invented::listing_number));
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

#[cfg(test)]
mod tests {
    use super::*;
    use listing::BITCOIN;
    use std::collections::HashSet;

    #[test]
    fn has_600_wallets_with_distinct_ids_and_pictures() {
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
    fn combines_all_filters() {
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
