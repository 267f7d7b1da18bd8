//! Imitated addresses in base58 and bech32 (docs/spec/security.md B14; [`super::eip155::rules::lookalike`] is the rule for hexadecimal digits).

use alloc::vec::Vec;

/// How many characters at each end users compare, after the common prefix. Attackers imitate those.
const LOOKED_AT: usize = 6;
/// How many of those twelve characters must be equal at their position for two addresses to look alike: four at each
/// end, or the two and six of a short label. The chance for two random addresses is less than one in a billion.
const EQUAL_MIN: usize = 8;

/// The differing positions in `a`, if the two addresses differ but look alike. `prefix` is the length of the common prefix. Case is
/// ignored, because users ignore it.
#[must_use]
pub fn lookalike(a: &str, b: &str, prefix: usize) -> Option<Vec<u8>> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let rests = a.len().min(b.len()).checked_sub(prefix).filter(|rest| *rest >= 2 * LOOKED_AT);
    if a == b || rests.is_none() || a.len() > usize::from(u8::MAX) {
        return None;
    }
    let equal = |a: Option<&u8>, b: Option<&u8>| a.zip(b).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    let from_start = |at: usize| equal(a.get(at), b.get(at));
    let from_end = |back: usize| equal(a.get(a.len() - back), b.get(b.len() - back));
    let start = (prefix..prefix + LOOKED_AT).filter(|at| from_start(*at)).count();
    let end = (1..=LOOKED_AT).filter(|back| from_end(*back)).count();
    if start + end < EQUAL_MIN {
        return None;
    }
    // with different lengths, the positions before the last six count from the start, and those six from the end
    let differs = |at: usize| match a.len() - at {
        back @ 1..=LOOKED_AT => !exact(a.get(at), b.get(b.len() - back)),
        _ => !exact(a.get(at), b.get(at)),
    };
    Some((0..a.len()).filter(|at| differs(*at)).filter_map(|at| u8::try_from(at).ok()).collect())
}

fn exact(a: Option<&u8>, b: Option<&u8>) -> bool {
    a.is_some() && a == b
}
