//! Which of the splitter's shared files become one.
//!
//! The splitter writes a file for every set of parts that have something in common: of n parts up to 2^n sets, most of
//! them of a few hundred bytes, which weigh more in headers, hashes and requests than in code. Two files may always
//! become one that both sets of parts fetch: parts share functions through a table, so what a part has no use for is
//! downloaded and never reached. The price is the bytes of each file for the parts that did not fetch it before.
//!
//! The rule: while there are more than two shared files for each part that is no chain family, the two with the lowest price become one (one for each part and
//! one more, with nine parts, costs those that share the most 5 to 8 kB each). A byte of a part that everybody fetches who opens the modal
//! counts for four. So files grow in number with the parts and not with their combinations. What a visitor loads for
//! the list of wallets is none of these files.

use std::collections::{BTreeMap, HashMap};

use crate::{compact::compact, join::join};

/// Fetched ahead whenever the modal opens.
const FOR_EVERYBODY: [&str; 2] = ["account", "directory"];
const WEIGHT: usize = 4;
/// Chain families: each is loaded by a journey that has one of these parts already, so a file that such a part fetches costs it nothing.
const FAMILIES: [&str; 1] = ["eip155"];
const BEFORE_FAMILIES: [&str; 2] = ["account", "money"];

/// How parts count: sets of bits.
#[derive(Clone, Copy, Default)]
struct Weights {
    /// Count [`WEIGHT`] times.
    heavy: u64,
    /// [`FAMILIES`].
    families: u64,
    /// [`BEFORE_FAMILIES`].
    before_families: u64,
}

/// Part -> stems of its files, as the splitter says it.
pub type Needs = HashMap<String, Vec<String>>;

/// What is written: stems as a person reads them (`money`, `shared-1`).
pub struct Files {
    /// Part -> its files.
    pub parts: BTreeMap<String, Vec<String>>,
    /// The bytes of each file.
    pub bytes: BTreeMap<String, Vec<u8>>,
}

/// Code that several parts need.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Shared {
    /// A bit for each part, in the order of their names.
    parts: u64,
    stems: Vec<String>,
    bytes: usize,
}

/// Merges and compacts the splitter's files; `read` gives the bytes of a stem.
pub fn merge(needs: &Needs, read: impl Fn(&str) -> Result<Vec<u8>, String>) -> Result<Files, String> {
    // Sorted: the splitter's map has no order of its own, and the result must not depend on chance (S8).
    let needs: BTreeMap<_, _> = needs.iter().collect();
    if needs.len() > 64 {
        return Err("merge: more than 64 parts".into());
    }
    let mut files = Files { parts: BTreeMap::new(), bytes: BTreeMap::new() };
    let mut raw = BTreeMap::<&String, (u64, Vec<u8>)>::new();
    for (bit, (part, stems)) in needs.iter().enumerate() {
        let own = files.parts.entry((*part).clone()).or_default();
        for stem in *stems {
            if let Some(name) = stem.strip_prefix("split_") {
                let name = name.replace('_', "-");
                files.bytes.insert(name.clone(), compact(&read(stem)?)?);
                own.push(name);
            } else if let Some((parts, _)) = raw.get_mut(stem) {
                *parts |= 1 << bit;
            } else {
                raw.insert(stem, (1 << bit, read(stem)?));
            }
        }
    }
    let mut shared = Vec::new();
    for (stem, (parts, bytes)) in &raw {
        let bytes = compact(bytes)?.len();
        shared.push(Shared { parts: *parts, stems: vec![(*stem).clone()], bytes });
    }
    let bits = |names: &[&str]| {
        let named = needs.keys().enumerate().filter(|(_, part)| names.contains(&part.as_str()));
        named.fold(0, |all, (bit, _)| all | 1 << bit)
    };
    let weights = Weights {
        heavy: bits(&FOR_EVERYBODY),
        families: bits(&FAMILIES),
        before_families: bits(&BEFORE_FAMILIES),
    };
    for (number, one) in plan(shared, weights, 2 * (needs.len() - FAMILIES.len())).into_iter().enumerate() {
        let name = format!("shared-{}", number + 1);
        let bytes: Vec<_> = one.stems.iter().filter_map(|stem| raw.get(stem)).map(|(_, b)| &b[..]).collect();
        files.bytes.insert(name.clone(), compact(&join(&bytes)?)?);
        for (bit, part) in files.parts.values_mut().enumerate() {
            if one.parts & (1 << bit) != 0 {
                part.push(name.clone());
            }
        }
    }
    Ok(files)
}

/// Merges until at most `limit` are left, and what is free of charge.
fn plan(mut shared: Vec<Shared>, weights: Weights, limit: usize) -> Vec<Shared> {
    loop {
        shared.sort();
        let mut best: Option<(usize, usize, usize)> = None;
        for (i, a) in shared.iter().enumerate() {
            for (j, b) in shared.iter().enumerate().skip(i + 1) {
                let this = (price(a, b, weights), i, j);
                best = Some(best.map_or(this, |best| best.min(this)));
            }
        }
        let (i, j) = match best {
            Some((price, i, j)) if price == 0 || shared.len() > limit => (i, j),
            _ => return shared,
        };
        // the later one first: the earlier one keeps its place
        let (b, mut a) = (shared.remove(j), shared.remove(i));
        a.stems.extend(b.stems);
        a.stems.sort();
        shared.push(Shared { parts: a.parts | b.parts, stems: a.stems, bytes: a.bytes + b.bytes });
    }
}

/// What all parts together download more when `a` and `b` are one.
fn price(a: &Shared, b: &Shared, weights: Weights) -> usize {
    let Weights { heavy, families, before_families } = weights;
    let not_yet = |there: &Shared, here: &Shared| {
        let mut new = here.parts & !there.parts;
        if there.parts & before_families != 0 {
            new &= !families;
        }
        new.count_ones() as usize + (WEIGHT - 1) * (new & heavy).count_ones() as usize
    };
    a.bytes * not_yet(a, b) + b.bytes * not_yet(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(parts: u64, stem: &str, bytes: usize) -> Shared {
        Shared { parts, stems: vec![stem.to_owned()], bytes }
    }

    fn planned(shared: Vec<Shared>, limit: usize) -> Vec<(u64, String)> {
        plan(shared, Weights::default(), limit)
            .into_iter()
            .map(|one| (one.parts, one.stems.join("+")))
            .collect()
    }

    #[test]
    fn the_smallest_go_along_with_those_whose_parts_fetch_them_anyway() {
        let all = || {
            vec![
                shared(0b0111, "abc", 900),
                shared(0b0011, "ab", 10),
                shared(0b1100, "cd", 800),
                shared(0b1001, "ad", 20),
            ]
        };
        assert_eq!(planned(all(), 4).len(), 4, "nothing is merged without need");
        // 10 bytes for c; 10 bytes for d and 20 for b would be 30
        let three = [(0b0111, "ab+abc"), (0b1001, "ad"), (0b1100, "cd")];
        assert_eq!(planned(all(), 3), three.map(|(parts, stems)| (parts, stems.to_owned())));
        // 20 for c and 800 for a, not 20 for b, 20 for c and 910 for d
        let two = [(0b0111, "ab+abc"), (0b1101, "ad+cd")];
        assert_eq!(planned(all(), 2), two.map(|(parts, stems)| (parts, stems.to_owned())));
    }

    #[test]
    fn what_everybody_fetches_grows_last() {
        let all = || vec![shared(0b011, "ab", 100), shared(0b110, "bc", 90), shared(0b101, "ac", 80)];
        let stems = |heavy: u64| {
            plan(all(), Weights { heavy, ..Weights::default() }, 2)
                .into_iter()
                .map(|one| one.stems)
                .collect::<Vec<_>>()
        };
        // 90 for a and 80 for b, or 80 for b and 100 for c, or 100 for c and 90 for a
        assert!(stems(0b000).contains(&vec!["ac".to_owned(), "bc".to_owned()]));
        assert!(stems(0b001).contains(&vec!["ab".to_owned(), "ac".to_owned()]), "that is less of a");
    }

    #[test]
    fn a_family_fetches_what_a_part_before_it_has_fetched() {
        let all = vec![shared(0b001, "a", 100), shared(0b101, "af", 90), shared(0b110, "bf", 80)];
        let weights = Weights { families: 0b100, before_families: 0b001, ..Weights::default() };
        let plan = plan(all, weights, 9).into_iter().map(|one| one.stems).collect::<Vec<_>>();
        assert_eq!(plan, [vec!["a".to_owned(), "af".to_owned()], vec!["bf".to_owned()]], "free of charge");
    }

    #[test]
    fn what_costs_nothing_is_merged_also_below_the_limit() {
        let two = vec![shared(0b11, "x", 5), shared(0b11, "y", 7), shared(0b110, "z", 1)];
        assert_eq!(planned(two, 9), [(0b11, "x+y".to_owned()), (0b110, "z".to_owned())]);
    }

    #[test]
    fn the_order_of_the_input_does_not_matter() {
        let all: Vec<_> =
            (3..60).map(|n: u64| (n, format!("chunk_{n}"), (n * 7919 % 1000) as usize)).collect();
        let build = |all: Vec<(u64, String, usize)>| {
            planned(all.iter().map(|(parts, stem, bytes)| shared(*parts, stem, *bytes)).collect(), 7)
        };
        let mut turned = all.clone();
        turned.reverse();
        assert_eq!(build(all.clone()), build(turned));
        assert_eq!(build(all).len(), 7);
    }
}
