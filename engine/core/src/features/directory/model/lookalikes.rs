//! Finds names that look like another one (docs/spec/security.md T3, T10, B13). Compares their skeletons as UTS 39
//! defines them, but also ignores case, spaces and punctuation. A skeleton is never displayed. It only leads to a
//! warning.

use crate::entities::WalletRow;
use crate::map::TextMap;
use crate::ports::provider::WalletKind;
use crate::services::Listing;
use crate::store::State;
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;

/// Characters that look like a Latin letter or digit, from the scripts used for imitation. Each group starts with its letter. Generated
/// from the table of UTS 39 with the test below, which fails if they differ. Characters that NFKD already maps (fonts, widths, marks)
/// aren't included.
const CONFUSABLES: &str = include_str!("confusables.txt");

/// Popular wallets: the prefix of their reverse DNS name, their name, and its skeleton.
const KNOWN: [(&str, &str, &str); 12] = [
    ("io.metamask", "MetaMask", "rnetarnask"),
    ("com.coinbase.wallet", "Coinbase Wallet", "colnbasewallet"),
    ("app.keplr", "Keplr", "keplr"),
    ("app.phantom", "Phantom", "phantorn"),
    ("com.okex.wallet", "OKX Wallet", "okxwallet"),
    ("com.binance.wallet", "Binance Wallet", "blnancewallet"),
    ("me.rainbow", "Rainbow", "ralnbow"),
    ("io.rabby", "Rabby Wallet", "rabbywallet"),
    ("com.trustwallet.app", "Trust Wallet", "trustwallet"),
    ("com.brave.wallet", "Brave Wallet", "bravewallet"),
    ("io.zerion.wallet", "Zerion", "zerlon"),
    ("com.bitget.web3", "Bitget Wallet", "bltgetwallet"),
];

/// The skeleton of a name. A name without any letter is returned unchanged.
pub(crate) fn skeleton(name: &str) -> String {
    let mut out = String::new();
    // plain letters are skipped: hundreds of names are possible
    for c in if name.is_ascii() { name.into() } else { text::apart(name) }.chars() {
        // the table is long, so plain letters skip it
        let group = if c.is_ascii() { None } else { CONFUSABLES.split('\n').find(|group| group.contains(c)) };
        match group.and_then(|group| group.chars().next()).unwrap_or(c).to_ascii_lowercase() {
            'i' | '1' | '|' => out.push('l'),
            '0' => out.push('o'),
            'm' => out.push_str("rn"),
            // marks that NFKD separates from their letters
            '\u{300}'..='\u{36f}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}' => {}
            c if c.is_ascii() && !c.is_ascii_alphanumeric() => {}
            c => out.push(c),
        }
    }
    if out.is_empty() { name.into() } else { out }
}

/// Whether a wallet with this `rdns` imitates a popular wallet. A listing with exactly that name and without an rdns is most likely the
/// real one.
fn poses(look: &str, rdns: Option<&str>, listing: Option<&str>) -> bool {
    let mut known = KNOWN.iter().filter(|(_, _, known)| *known == look);
    known.any(|(own, name, _)| match rdns {
        // `io.metamask.mobile` is MetaMask's, `io.metamaskevil` is not: whole labels are compared
        Some(rdns) => rdns.strip_prefix(own).is_none_or(|rest| !(rest.is_empty() || rest.starts_with('.'))),
        None => listing != Some(*name),
    })
}

/// Whether the next listing of a long list imitates an earlier one or a popular wallet. The first one is the popular one. A certified
/// listing can share a name.
pub(crate) fn is_alike(before: &mut TextMap<()>, listing: &Listing) -> bool {
    let look = skeleton(&listing.name);
    let poses = poses(&look, listing.rdns.as_deref(), Some(&listing.name));
    let is_first = before.insert(look, ());
    poses || !(listing.certified || is_first)
}

/// Marks browser wallets that look like each other, and listings that imitate a browser wallet or a popular one. If two
/// browser wallets look alike, both are marked, because either one can be the real one.
pub(crate) fn mark(state: &State, rows: &mut [WalletRow]) {
    let looks: Vec<String> = rows.iter().map(|row| skeleton(&row.name)).collect();
    let here: Vec<bool> = rows.iter().map(|row| state.wallets.is_here(&row.id)).collect();
    let families: Vec<_> = rows.iter().map(|row| row.namespaces.clone()).collect();
    let drawn: Vec<bool> = rows.iter().map(|row| state.wallets.has_picture(&row.id)).collect();
    // a wallet of another namespace without an icon can be the same one
    let may_be_one = |at: usize, of: usize| {
        let (Some(one), Some(other)) = (families.get(at), families.get(of)) else { return false };
        let is_undrawn = [at, of].iter().any(|at| drawn.get(*at) == Some(&false));
        is_undrawn && !one.is_empty() && !other.is_empty() && one.iter().all(|family| !other.contains(family))
    };
    for (at, look) in looks.iter().enumerate() {
        let is_twin = looks
            .iter()
            .zip(&here)
            .enumerate()
            .any(|(of, (other, is_here))| of != at && *is_here && other == look && !may_be_one(at, of));
        let Some(row) = rows.get_mut(at) else { continue };
        let is_listing = here.get(at) == Some(&false);
        let name = is_listing.then_some(row.name.as_str());
        let is_of_page = is_listing || state.wallets.kind_of(&row.id) == WalletKind::Announced;
        row.conflict |= is_twin || (is_of_page && poses(look, row.rdns.as_deref(), name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::borrow::ToOwned;
    use unicode_normalization::UnicodeNormalization;

    const SCRIPTS: [core::ops::RangeInclusive<u32>; 9] = [
        0x80..=0x24f,    // Latin
        0x250..=0x2af,   // phonetic letters of Latin
        0x370..=0x3ff,   // Greek
        0x400..=0x52f,   // Cyrillic
        0x530..=0x58f,   // Armenian
        0x10a0..=0x10ff, // Georgian
        0x13a0..=0x13ff, // Cherokee
        0x1c80..=0x1dbf, // Cyrillic, Georgian, phonetic letters
        0x2c60..=0x2d2f, // Latin, Coptic, Georgian
    ];
    const MORE: [core::ops::RangeInclusive<u32>; 3] = [0xa4d0..=0xa4ff, 0xa640..=0xa7ff, 0xab30..=0xabbf];

    fn table() -> String {
        let mut groups: Vec<String> = Vec::new();
        for code in SCRIPTS.into_iter().chain(MORE).flatten() {
            let Some(c) = char::from_u32(code) else { continue };
            let alone = String::from(c);
            let looks: String = unicode_security::skeleton(&alone).collect();
            let mut letters = looks.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else { continue };
            let is_left = alone.nfkd().eq(alone.chars());
            if !is_left || !letter.is_ascii_alphanumeric() {
                continue;
            }
            let letter = match letter.to_ascii_lowercase() {
                'i' | '1' => 'l',
                '0' => 'o',
                letter => letter,
            };
            match groups.iter_mut().find(|group| group.starts_with(letter)) {
                Some(group) => group.push(c),
                None => groups.push(String::from_iter([letter, c])),
            }
        }
        groups.sort();
        groups.join("\n")
    }

    // B13: `WRITE_CONFUSABLES=1 cargo test -p wallet-engine confusables` generates the table
    #[test]
    fn committed_confusables_match_unicode() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/features/directory/model/confusables.txt");
        if std::env::var_os("WRITE_CONFUSABLES").is_some() {
            std::fs::write(path, table()).unwrap();
        }
        assert_eq!(std::fs::read_to_string(path).unwrap(), table());
    }

    #[test]
    fn gives_lookalikes_the_same_skeleton() {
        text::know_letters();
        let real = skeleton("MetaMask");
        for fake in [
            "МetaMask",
            "MetаMask",
            "METAMASK",
            "Meta Mask",
            "Meta-Mask.",
            "ＭｅｔａＭａｓｋ",
            "𝐌𝐞𝐭𝐚𝐌𝐚𝐬𝐤",
            "MétaMàsk",
            "ΜetaΜask",
            "rnetarnask",
            "ⅯetaⅯask",
            "ᎷetaᎷask",
        ] {
            assert_eq!(skeleton(fake), real, "{fake}");
        }
        for other in ["MetaMask Flask", "Metamax", "Mask", "", "🦊"] {
            assert_ne!(skeleton(other), real, "{other}");
        }
        assert_eq!(skeleton("Rа1nbоw"), skeleton("Rainbow"));
        assert_eq!(skeleton("Phantоm"), skeleton("PHANT0M"));
        assert_ne!(skeleton("***"), skeleton("---"), "what has no letters is compared as it is");
    }

    // req: 10.33. Read by element/src/first/known.test.ts, too: the list before the engine compares names as the engine does.
    #[test]
    fn compares_names_like_the_shared_test_table() {
        text::know_letters();
        let table: serde_json::Value =
            serde_json::from_str(include_str!("../../../../tests/vectors/lookalikes.json")).unwrap();
        let list = |name: &str| table[name].as_array().unwrap().clone();
        let of = |row: &serde_json::Value, name: &str| row[name].as_str().unwrap().to_owned();
        let known: Vec<_> =
            list("known").iter().map(|row| (of(row, "rdns"), of(row, "name"), of(row, "look"))).collect();
        assert_eq!(known, KNOWN.map(|(own, name, look)| (own.to_owned(), name.to_owned(), look.to_owned())));
        for row in list("looks") {
            assert_eq!(skeleton(&of(&row, "name")), of(&row, "look"), "{row}");
        }
        for (own, name, look) in known {
            let poses = |rdns: &str| super::poses(&look, Some(rdns), None);
            assert!(!poses(&own) && !poses(&[&*own, ".mobile"].concat()), "{name}");
            assert!(poses(&[&*own, "evil"].concat()) && poses("evil.wallet"), "{name}");
        }
    }

    #[test]
    fn reserves_a_well_known_name_for_its_wallet() {
        text::know_letters();
        for (_, name, look) in KNOWN {
            assert_eq!(skeleton(name), look);
        }
        assert!(poses(&skeleton("MetaМask"), Some("evil.wallet"), None));
        assert!(poses(&skeleton("MetaMask"), None, None));
        assert!(poses(&skeleton("MetaМask"), None, Some("MetaМask")));
        assert!(!poses(&skeleton("MetaMask"), None, Some("MetaMask")));
        for own in ["io.metamask", "io.metamask.mobile"] {
            assert!(!poses(&skeleton("MetaMask"), Some(own), None));
        }
        // req: 10.33
        for other in ["io.metamaskevil", "io.metamask-evil", "io.metamask-evil.mobile", "evil.io.metamask"] {
            assert!(poses(&skeleton("MetaMask"), Some(other), None), "{other}");
        }
        assert!(!poses(&skeleton("My Wallet"), Some("evil.wallet"), None));
    }
}
