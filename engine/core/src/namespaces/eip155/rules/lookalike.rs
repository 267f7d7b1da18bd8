//! EVM addresses that look like each other (docs/spec/security.md B14).

use alloc::vec::Vec;

/// The characters that users compare and attackers imitate: the first four after `0x` and the last four. An attacker
/// who matches more characters (six and four) is included.
const COMPARED: (usize, usize) = (4, 4);
/// The characters in our own short form of an address, "0x71…d8976F" (9.22).
const LABELLED: (usize, usize) = (2, 6);

fn digits(address: &str) -> &[u8] {
    address.strip_prefix("0x").unwrap_or(address).as_bytes()
}

/// The differing positions of two different addresses that look alike, counted after `0x`. Case is ignored, because it
/// is only the checksum.
#[must_use]
pub fn lookalike(a: &str, b: &str) -> Option<Vec<u8>> {
    let (a, b) = (digits(a), digits(b));
    if a.len() != 40 || b.len() != 40 {
        return None;
    }
    let same = |at: usize| a.get(at).zip(b.get(at)).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    let is_alike = |(start, end): (usize, usize)| (0..start).chain(40 - end..40).all(same);
    if !is_alike(COMPARED) && !is_alike(LABELLED) {
        return None;
    }
    let differs: Vec<u8> = (0..40u8).filter(|at| !same(usize::from(*at))).collect();
    (!differs.is_empty()).then_some(differs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    const BOB: &str = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";

    /// Bob's address with other characters at these positions.
    fn but(at: &[usize]) -> String {
        let mut all: Vec<char> = BOB.to_lowercase().chars().collect();
        at.iter().for_each(|at| all[at + 2] = if all[at + 2] == '0' { '1' } else { '0' });
        all.into_iter().collect()
    }

    // req: 10.13
    #[test]
    fn detects_addresses_with_equal_visible_parts() {
        let middle: Vec<usize> = (4..36).collect();
        assert_eq!(lookalike(BOB, &but(&middle)).map(|differs| differs.len()), Some(32), "4 and 4");
        assert!(lookalike(BOB, &but(&(6..36).collect::<Vec<_>>())).is_some(), "6 and 4");
        assert!(
            lookalike(BOB, &but(&(2..34).collect::<Vec<_>>())).is_some(),
            "2 and 6, as our labels have it"
        );
        assert_eq!(lookalike(BOB, &but(&[17])), Some(alloc::vec![17]), "one character");
        assert_eq!(lookalike(BOB, &BOB.to_lowercase()), None, "capitals alone");
        assert_eq!(lookalike(BOB, BOB), None);
        for other in [but(&[36]), but(&[0, 20]), but(&[39]), but(&[3, 35]), "0x12".into(), String::new()] {
            assert_eq!(lookalike(BOB, &other), None, "{other}");
        }
    }
}
