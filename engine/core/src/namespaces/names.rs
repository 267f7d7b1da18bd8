//! Names of accounts, for all namespaces: parsing a typed text, resolving a name, and the possible sources (docs/spec/services.md A9).

use crate::constants::NAME_BYTES_MAX;
use crate::json::{self, Read};
use crate::text;
use alloc::string::String;
use alloc::vec::Vec;

/// A typed text, read as a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A normalized name.
    Name(String),
    /// The typed text, because it has letters that need the tables of ENSIP-15
    /// ([`crate::ports::host::Host::normalized`]).
    Lettered(String),
    /// The text isn't a valid name.
    Wrong(NameFault),
}

/// Why a text isn't a name (ENSIP-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameFault {
    /// A character that isn't allowed in a name.
    Character(char),
    /// Letters of two alphabets in one label.
    Mixed,
    /// A label that looks completely like one of another alphabet.
    Alike,
    /// Marks on letters that don't have such marks, or too many marks.
    Marks,
    /// An apostrophe, a hyphen or an underscore in an invalid position of a label.
    Place,
    /// Hyphens as the third and the fourth character of a label.
    Hyphens,
    /// A label without characters.
    Empty,
    /// Longer than the limit.
    Long,
    /// Another reason.
    Unknown,
}

/// Reads the element's result from the tables of ENSIP-15 (element/src/names/normalize.ts), which isn't trusted. `None`
/// if it is neither a name nor an error.
#[must_use]
pub fn of_tables(said: &str) -> Option<Result<String, NameFault>> {
    let said = json::parse(said, 2 * NAME_BYTES_MAX + 64).ok()?;
    if let Some(name) = said.text("name") {
        let is_label = |label: &str| !label.is_empty() && !label.contains(|c: char| c.is_ascii_uppercase());
        let is_name = name.len() <= NAME_BYTES_MAX
            && name.contains('.')
            && name.split('.').all(is_label)
            // allowed, because it joins emoji
            && !name.chars().any(|c| (text::hidden(c) && c != '\u{200d}') || c.is_whitespace());
        return is_name.then(|| Ok(name.into()));
    }
    let character = || char::from_u32(u32::from_str_radix(said.text("character")?, 16).ok()?);
    Some(Err(match said.text("fault")? {
        "character" => character().map_or(NameFault::Unknown, NameFault::Character),
        "mixed" => NameFault::Mixed,
        "alike" => NameFault::Alike,
        "marks" => NameFault::Marks,
        "place" => NameFault::Place,
        "hyphens" => NameFault::Hyphens,
        "empty" => NameFault::Empty,
        _ => NameFault::Unknown,
    }))
}

/// The resolved address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The address in its namespace's form.
    pub address: String,
    /// The name has only an address on Ethereum, which a key controls on every network.
    pub is_of_ethereum: bool,
    /// The domains of the gateways that resolved the name (EIP-3668).
    pub through: Vec<String>,
}

/// Where a name can be resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only with contracts of the network, because an untrusted record must not choose which servers this page
    /// contacts.
    Network,
    /// Also with the gateways of the name's resolver: for a typed name, and for the connected account's own name.
    Gateways,
}

#[cfg(test)]
mod tests {
    use super::*;

    // req: 10.56
    #[test]
    fn reads_a_name_or_a_reason_from_the_tables() {
        assert_eq!(of_tables(r#"{"name":"b\u00fccher.eth"}"#), Some(Ok("b\u{fc}cher.eth".into())));
        let family = "\u{1f468}\u{200d}\u{1f469}.eth";
        assert_eq!(of_tables(&alloc::format!(r#"{{"name":"{family}"}}"#)), Some(Ok(family.into())));
        let wrong = |text: &str| of_tables(text).and_then(Result::err);
        assert_eq!(
            wrong(r#"{"fault":"character","character":"200D"}"#),
            Some(NameFault::Character('\u{200d}'))
        );
        assert_eq!(wrong(r#"{"fault":"mixed","character":"430"}"#), Some(NameFault::Mixed));
        assert_eq!(wrong(r#"{"fault":"whatever"}"#), Some(NameFault::Unknown));
        assert_eq!(wrong(r#"{"fault":"character","character":"D800"}"#), Some(NameFault::Unknown));
        for none in [
            "",
            "null",
            "{}",
            "[]",
            r#"{"name":7}"#,
            r#"{"name":"nick"}"#,
            r#"{"name":"Nick.eth"}"#,
            r#"{"name":"nick..eth"}"#,
            r#"{"name":"ni ck.eth"}"#,
            r#"{"name":"nick\u202e.eth"}"#,
            r#"{"name":"nick\u0000.eth"}"#,
            r#"{"fault":7}"#,
        ] {
            assert_eq!(of_tables(none), None, "{none}");
        }
        assert_eq!(of_tables(&alloc::format!(r#"{{"name":"{}.eth"}}"#, "a".repeat(NAME_BYTES_MAX))), None);
    }
}
