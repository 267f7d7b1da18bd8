//! Maps for a few entries, from the protocol crate, and one for hundreds.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
pub use walletconnect::map::*;

/// Sorts indexes with a comparison, stably. The standard sort is 4 kB of code. Needs about `2 * count * log2(count)`
/// comparisons for any input.
pub fn in_order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let comes_after = |a: usize, b: usize| compare(a, b).then(a.cmp(&b)).is_gt();
    let mut heap: Vec<usize> = (0..count).collect();
    // builds the heap
    for at in (0..count / 2).rev() {
        sink(&mut heap, at, &comes_after);
    }
    for end in (1..count).rev() {
        heap.swap(0, end);
        sink(heap.get_mut(..end).unwrap_or_default(), 0, &comes_after);
    }
    heap
}

fn sink(heap: &mut [usize], at: usize, comes_after: &dyn Fn(usize, usize) -> bool) {
    let (mut at, mut next) = (at, 2 * at + 1);
    while let Some((here, mut child)) = heap.get(at).copied().zip(heap.get(next).copied()) {
        if let Some(other) = heap.get(next + 1).copied().filter(|other| comes_after(*other, child)) {
            (child, next) = (other, next + 1);
        }
        if !comes_after(child, here) {
            return;
        }
        heap.swap(at, next);
        (at, next) = (next, 2 * next + 1);
    }
}

/// The number of buckets. A directory of 4,000 wallets has eight in each, and is rendered again for each loaded icon.
const DRAWERS: usize = 512;

/// A map for hundreds of strings, with buckets. An attacker who fills one bucket reduces it to a [`Map`].
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

    /// Sets the value of a key. Returns whether the key is new.
    pub fn insert(&mut self, key: String, value: V) -> bool {
        if self.0.is_empty() {
            self.0.resize_with(DRAWERS, Map::default);
        }
        let Some(drawer) = self.0.get_mut(drawer(&key)) else { return false };
        let before = drawer.len();
        drawer.insert(key, value);
        drawer.len() > before
    }

    /// All keys, in no particular order.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.iter().flat_map(Map::keys)
    }

    /// The number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(Map::len).sum()
    }

    /// Whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    // An attacker chooses the length and the order of a list. The work must stay close to that of a sorted list.
    #[test]
    fn sorts_twenty_thousand_items_with_few_comparisons() {
        const COUNT: usize = 20_000;
        let shapes: [fn(usize) -> usize; 4] =
            [|at| at, |at| COUNT - at, |_| 7, |at| at.wrapping_mul(2_654_435_761) % 1_000];
        for key in shapes {
            let compared = core::cell::Cell::new(0usize);
            let order = in_order(COUNT, &|a, b| {
                compared.set(compared.get() + 1);
                key(a).cmp(&key(b))
            });
            assert!(order.is_sorted_by_key(|at| (key(*at), *at)), "of equals the first comes first");
            // 2 * 20,000 * log2(20,000) is 572,000; an insertion sort needs up to 200,000,000
            assert!(compared.get() < 650_000, "{}", compared.get());
        }
        assert!(in_order(0, &|_, _| Ordering::Equal).is_empty());
        assert_eq!(in_order(1, &|_, _| Ordering::Equal), [0]);
    }

    #[test]
    fn finds_a_text_among_thousands_and_stores_it_once() {
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
