//! Chooses which of the splitter's shared files to merge.
//!
//! The splitter writes a file for every set of parts with shared code. For n parts, that is up to 2^n sets, most of a few hundred bytes, which cost more in
//! headers, hashes and requests than in code. Any two files can become one, which both sets of parts then load. Parts share functions through a
//! table, so unused functions are downloaded and never called. The price is the bytes of each file for parts that didn't load it before.
//!
//! The rule: while each part has more than two shared files, or two files cost nothing as one, merge the two with the lowest price. The price is the
//! additional download over the journeys of `journeys.json`, minus the cost of a file for journeys that load both. A journey loads the files of
//! all its parts, and counts with its weight. So the number of files grows with the parts, not with their combinations. The wallet list needs
//! none of these files.

use std::collections::{BTreeMap, HashMap};

use crate::{compact::compact, join::join};

/// What visitors do, and which parts of the binary each of it needs.
const JOURNEYS: &str = include_str!("../journeys.json");

/// The cost of a file besides its code, in bytes before compression: the headers of a request and its response, its hash in the table of parts, and the worse
/// compression of smaller files.
const FILE_BYTES: isize = 2_300;

/// One of them.
#[derive(serde::Deserialize)]
struct Named {
    parts: Vec<String>,
    weight: usize,
}

/// The same in bits.
#[derive(Clone, Copy, Debug)]
struct Journey {
    parts: u64,
    weight: usize,
}

/// The journeys, with a bit for each part in the order of their names. Every part is in one, and every name is a part's.
fn journeys(parts: &[&String]) -> Result<Vec<Journey>, String> {
    let named: Vec<Named> = serde_json::from_str(JOURNEYS).map_err(|e| format!("journeys.json: {e}"))?;
    let bit = |name: &String| {
        let at = parts.iter().position(|part| *part == name);
        at.map(|at| 1u64 << at).ok_or_else(|| format!("journeys.json: there is no part {name}"))
    };
    let mut journeys = Vec::new();
    for of in named {
        let parts = of.parts.iter().map(bit).try_fold(0, |all, bit| bit.map(|bit| all | bit))?;
        journeys.push(Journey { parts, weight: of.weight });
    }
    let all = journeys.iter().fold(0, |all, of| all | of.parts);
    match parts.iter().find(|part| bit(part).is_ok_and(|bit| all & bit == 0)) {
        Some(part) => Err(format!("journeys.json: no journey has the part {part}")),
        None => Ok(journeys),
    }
}
/// Part -> stems of its files, as the splitter says it.
pub type Needs = HashMap<String, Vec<String>>;

/// What is written: stems as a user reads them (`money`, `shared-1`).
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
    // Sorted, because the splitter's map has no order and the result must not depend on chance (S8).
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
    let journeys = journeys(&needs.keys().copied().collect::<Vec<_>>())?;
    for (number, one) in plan(shared, &journeys, 2 * needs.len()).into_iter().enumerate() {
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

/// Merges until at most `limit` files remain, and then files that cost nothing.
fn plan(mut shared: Vec<Shared>, journeys: &[Journey], limit: usize) -> Vec<Shared> {
    loop {
        shared.sort();
        let mut best: Option<(isize, usize, usize)> = None;
        for (i, a) in shared.iter().enumerate() {
            for (j, b) in shared.iter().enumerate().skip(i + 1) {
                let this = (price(a, b, journeys), i, j);
                best = Some(best.map_or(this, |best| best.min(this)));
            }
        }
        let (i, j) = match best {
            Some((price, i, j)) if price <= 0 || shared.len() > limit => (i, j),
            _ => return shared,
        };
        // the later one first: the earlier one keeps its place
        let (b, mut a) = (shared.remove(j), shared.remove(i));
        a.stems.extend(b.stems);
        a.stems.sort();
        shared.push(Shared { parts: a.parts | b.parts, stems: a.stems, bytes: a.bytes + b.bytes });
    }
}

/// What all journeys together download more when `a` and `b` are one; less than nothing if a file less is worth more than that.
fn price(a: &Shared, b: &Shared, journeys: &[Journey]) -> isize {
    let of = |journey: &Journey| {
        let more = match (a.parts & journey.parts != 0, b.parts & journey.parts != 0) {
            (true, true) => -FILE_BYTES,
            (true, false) => b.bytes.cast_signed(),
            (false, true) => a.bytes.cast_signed(),
            (false, false) => 0,
        };
        more * journey.weight.cast_signed()
    };
    journeys.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes in thousands of bytes: next to them a file costs nothing.
    fn shared(parts: u64, stem: &str, thousands: usize) -> Shared {
        Shared { parts, stems: vec![stem.to_owned()], bytes: 1000 * thousands }
    }

    /// A journey for each part, the first one with this weight.
    fn alone(first: usize) -> Vec<Journey> {
        let weight = |bit| if bit == 0 { first } else { 1 };
        (0..8).map(|bit| Journey { parts: 1 << bit, weight: weight(bit) }).collect()
    }

    fn planned(shared: Vec<Shared>, limit: usize) -> Vec<(u64, String)> {
        plan(shared, &alone(1), limit).into_iter().map(|one| (one.parts, one.stems.join("+"))).collect()
    }

    #[test]
    fn merges_the_smallest_files_into_those_that_load_them_anyway() {
        let all = || {
            vec![
                shared(0b0111, "abc", 900),
                shared(0b0011, "ab", 10),
                shared(0b1100, "cd", 800),
                shared(0b1001, "ad", 20),
            ]
        };
        assert_eq!(planned(all(), 4).len(), 4, "nothing is merged without need");
        // 10 for c; 10 for d and 20 for b would be 30
        let three = [(0b0111, "ab+abc"), (0b1001, "ad"), (0b1100, "cd")];
        assert_eq!(planned(all(), 3), three.map(|(parts, stems)| (parts, stems.to_owned())));
        // 20 for c and 800 for a, not 20 for b, 20 for c and 910 for d
        let two = [(0b0111, "ab+abc"), (0b1101, "ad+cd")];
        assert_eq!(planned(all(), 2), two.map(|(parts, stems)| (parts, stems.to_owned())));
    }

    #[test]
    fn merges_files_that_many_journeys_load_last() {
        let all = || vec![shared(0b011, "ab", 100), shared(0b110, "bc", 90), shared(0b101, "ac", 80)];
        let stems =
            |first| plan(all(), &alone(first), 2).into_iter().map(|one| one.stems).collect::<Vec<_>>();
        // 90 for a and 80 for b, or 80 for b and 100 for c, or 100 for c and 90 for a
        assert!(stems(1).contains(&vec!["ac".to_owned(), "bc".to_owned()]));
        assert!(stems(4).contains(&vec!["ab".to_owned(), "ac".to_owned()]), "that is less of a");
    }

    #[test]
    fn shares_code_of_one_journey_without_cost() {
        let all = vec![shared(0b001, "a", 100), shared(0b100, "c", 90), shared(0b010, "b", 80)];
        let journeys = [Journey { parts: 0b101, weight: 1 }, Journey { parts: 0b010, weight: 1 }];
        let stems = plan(all, &journeys, 9).into_iter().map(|one| one.stems).collect::<Vec<_>>();
        assert_eq!(stems, [vec!["b".to_owned()], vec!["a".to_owned(), "c".to_owned()]]);
    }

    // the build makes what the file lists
    #[test]
    fn every_part_is_in_a_journey_and_every_name_is_a_part() {
        let named: Vec<Named> = serde_json::from_str(JOURNEYS).unwrap();
        let mut parts: Vec<&String> = named.iter().flat_map(|of| &of.parts).collect();
        parts.sort();
        parts.dedup();
        assert!(journeys(&parts).is_ok());
        assert!(journeys(&parts[1..]).is_err(), "a name that is no part's");
        let more = "zzz".to_owned();
        parts.push(&more);
        assert!(journeys(&parts).is_err(), "a part without a journey");
    }

    #[test]
    fn accepts_some_bytes_for_one_file_less() {
        let with = |bytes| {
            let small = Shared { parts: 0b011, stems: vec!["small".to_owned()], bytes };
            planned(vec![shared(0b111, "large", 90), small], 9).len()
        };
        // two journeys fetch both, the third fetches `bytes` more
        assert_eq!(with(2 * FILE_BYTES as usize), 1);
        assert_eq!(with(2 * FILE_BYTES as usize + 1), 2);
    }

    #[test]
    fn merges_free_files_even_below_the_limit() {
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
