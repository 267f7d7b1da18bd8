//! Maps for a few entries: [`Map`] in the order of insertion, [`SortedMap`] in the order of keys.
//!
//! Each type of BTreeMap costs 3 to 5 kB of WebAssembly. Our maps have about five entries, for which a linear list is
//! as fast and has a tenth of the size.

use alloc::vec::Vec;
use core::borrow::Borrow;
use core::ops::Index;
use serde::{Serialize, Serializer};

/// A map in the order of insertion, with unique keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map<K, V>(Vec<(K, V)>);

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: PartialEq, V> Map<K, V> {
    /// The value of a key.
    pub fn get<Q: PartialEq + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.0.iter().find(|(known, _)| known.borrow() == key).map(|(_, value)| value)
    }

    /// The value of a key.
    pub fn get_mut<Q: PartialEq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.0.iter_mut().find(|(known, _)| (*known).borrow() == key).map(|(_, value)| value)
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, old)) => *old = value,
            None => self.0.push((key, value)),
        }
    }

    /// Removes a key, and returns its value.
    pub fn remove<Q: PartialEq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let index = self.0.iter().position(|(known, _)| known.borrow() == key)?;
        Some(self.0.remove(index).1)
    }

    /// Keeps the entries whose value passes the check.
    pub fn retain(&mut self, keep: impl Fn(&V) -> bool) {
        self.0.retain(|(_, value)| keep(value));
    }

    /// Removes the last entry, and returns it.
    pub fn pop(&mut self) -> Option<(K, V)> {
        self.0.pop()
    }

    /// The value of a key. Inserts the default if it is missing.
    pub fn of(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let index = self.0.iter().position(|(known, _)| *known == key);
        let index = index.unwrap_or_else(|| {
            self.0.push((key, V::default()));
            self.0.len() - 1
        });
        #[allow(clippy::indexing_slicing, reason = "the index was found or made just above")]
        &mut self.0[index].1
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// All entries.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// Whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<K, V> FromIterator<(K, V)> for Map<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self(entries.into_iter().collect())
    }
}

impl<K: Serialize, V: Serialize> Serialize for Map<K, V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

/// A map in the order of keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Creates an empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(known, _)| known.borrow().cmp(key))
    }

    /// The value of a key.
    #[must_use]
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        self.0.get(at).map(|(_, value)| value)
    }

    /// The value of a key.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        self.0.get_mut(at).map(|(_, value)| value)
    }

    /// Whether the map has a key.
    #[must_use]
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.find(key).is_ok()
    }

    /// Sets a value, and returns the previous one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.find(&key) {
            Ok(at) => self.0.get_mut(at).map(|(_, known)| core::mem::replace(known, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Removes a key, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let at = self.find(key).ok()?;
        Some(self.0.remove(at).1)
    }

    /// The value of a key. Creates it if it is missing.
    #[allow(clippy::indexing_slicing, reason = "the place was found, or filled, in the line before")]
    pub fn or_insert_with(&mut self, key: K, make: impl FnOnce() -> V) -> &mut V {
        let at = match self.find(&key) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (key, make()));
                at
            }
        };
        &mut self.0[at].1
    }

    /// Removes the first entry, and returns it.
    pub fn pop_first(&mut self) -> Option<(K, V)> {
        (!self.0.is_empty()).then(|| self.0.remove(0))
    }

    /// Keeps the entries that pass the check.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K, V> SortedMap<K, V> {
    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// All entries.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// All keys.
    pub fn keys(&self) -> impl Iterator<Item = &K> {
        self.0.iter().map(|(key, _)| key)
    }

    /// All values.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }

    /// All values.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<K: serde::Serialize, V: serde::Serialize> serde::Serialize for SortedMap<K, V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = alloc::vec::IntoIter<(K, V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = core::iter::Map<core::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<'a, K, V> IntoIterator for &'a mut SortedMap<K, V> {
    type Item = (&'a K, &'a mut V);
    type IntoIter =
        core::iter::Map<core::slice::IterMut<'a, (K, V)>, fn(&'a mut (K, V)) -> (&'a K, &'a mut V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut().map(|(key, value)| (&*key, value))
    }
}

/// For tests: a missing key panics.
impl<Q: Ord + ?Sized, K: Ord + Borrow<Q>, V> Index<&Q> for SortedMap<K, V> {
    type Output = V;
    #[allow(clippy::expect_used, reason = "as every map's index")]
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key is there")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn keeps_unique_keys_in_their_order() {
        let mut map: Map<String, u8> = Map::default();
        map.insert("b".into(), 1);
        map.insert("a".into(), 2);
        map.insert("b".into(), 3);
        *map.of("c".into()) += 4;
        assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"b":3,"a":2,"c":4}"#);
        assert_eq!((map.remove("b"), map.get("a"), map.get("b")), (Some(3), Some(&2), None));
        assert_eq!(map.keys().cloned().collect::<Vec<_>>(), ["a", "c"]);
    }

    #[test]
    fn finds_and_replaces_entries_in_their_order() {
        let mut map = SortedMap::from([("b", 2), ("a", 1)]);
        assert_eq!(map.insert("b", 3), Some(2));
        *map.or_insert_with("c", || 0) += 7;
        assert_eq!(map.iter().collect::<Vec<_>>(), [(&"a", &1), (&"b", &3), (&"c", &7)]);
        assert_eq!((map.remove("a"), map.remove("a"), map.get("b"), map["c"]), (Some(1), None, Some(&3), 7));
        map.retain(|_, value| *value > 3);
        assert_eq!(map.len(), 1);
    }
}
