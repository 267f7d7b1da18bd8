//! A map for a handful of entries, in the order in which they came.
//!
//! Each kind of BTreeMap costs 3 to 5 kB of WebAssembly; ours hold five entries, not five thousand, and a list that is
//! searched from the front is as fast and a tenth of the size.

use alloc::vec::Vec;
use core::borrow::Borrow;
use serde::{Serialize, Serializer};

/// Keys are unique.
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

    /// Takes a key out.
    pub fn remove<Q: PartialEq + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let index = self.0.iter().position(|(known, _)| known.borrow() == key)?;
        Some(self.0.remove(index).1)
    }

    /// Keeps the entries whose value passes.
    pub fn retain(&mut self, keep: impl Fn(&V) -> bool) {
        self.0.retain(|(_, value)| keep(value));
    }

    /// Takes the last entry out.
    pub fn pop(&mut self) -> Option<(K, V)> {
        self.0.pop()
    }

    /// The value of a key, made when there is none.
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

    /// No entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many entries.
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn keys_are_unique_and_order_is_kept() {
        let mut map: Map<String, u8> = Map::default();
        map.insert("b".into(), 1);
        map.insert("a".into(), 2);
        map.insert("b".into(), 3);
        *map.of("c".into()) += 4;
        assert_eq!(serde_json::to_string(&map).unwrap(), r#"{"b":3,"a":2,"c":4}"#);
        assert_eq!((map.remove("b"), map.get("a"), map.get("b")), (Some(3), Some(&2), None));
        assert_eq!(map.keys().cloned().collect::<Vec<_>>(), ["a", "c"]);
    }
}
