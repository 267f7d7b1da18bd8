//! Maps for a handful of entries: those of the protocol crate. And one for hundreds.

use alloc::string::String;
use alloc::vec::Vec;
pub use walletconnect::map::*;

/// A directory of 4,000 wallets has eight in each: it is drawn anew with each picture that comes.
const DRAWERS: usize = 512;

/// A map for hundreds of texts: each is looked for among the few that fall into the same drawer. An attacker who fills one drawer has what
/// [`Map`] is.
#[derive(Debug)]
pub struct TextMap<V>(Vec<Map<String, V>>);

impl<V> Default for TextMap<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

fn drawer(key: &str) -> usize {
    key.bytes().fold(0, |sum: usize, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % DRAWERS
}

impl<V> TextMap<V> {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&V> {
        self.0.get(drawer(key))?.get(key)
    }

    /// Sets the value of a key; whether it is new.
    pub fn insert(&mut self, key: String, value: V) -> bool {
        if self.0.is_empty() {
            self.0.resize_with(DRAWERS, Map::default);
        }
        let Some(drawer) = self.0.get_mut(drawer(&key)) else { return false };
        let before = drawer.len();
        drawer.insert(key, value);
        drawer.len() > before
    }

    /// All keys, in no order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.iter().flat_map(Map::keys)
    }

    /// How many entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(Map::len).sum()
    }

    /// No entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn a_text_is_found_among_thousands_and_is_there_once() {
        let mut map = TextMap::default();
        assert!(map.get("0").is_none() && map.is_empty());
        for at in 0..4_000 {
            assert!(map.insert(format!("https://pictures.example/{at}"), at));
        }
        assert!(!map.insert("https://pictures.example/7".into(), 70));
        assert_eq!((map.len(), map.keys().count()), (4_000, 4_000));
        assert_eq!(map.get("https://pictures.example/7"), Some(&70));
        assert_eq!(map.get("https://pictures.example/4000"), None);
        let fullest = map.0.iter().map(Map::len).max();
        assert!(fullest < Some(4_000 / DRAWERS * 4), "{fullest:?}: a look-up goes over a few, not over all");
    }
}
