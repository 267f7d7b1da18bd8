//! Sanitizes untrusted strings for labels (docs/spec/security.md B12): limited, without control characters, invisible
//! characters and those that change the writing direction.

use alloc::string::String;
use core::cell::Cell;

/// The browser's Unicode functions. Here, they would need a table of 50 kB.
#[derive(Clone, Copy)]
struct Letters {
    fit: Fit,
    apart: Apart,
    lower: Apart,
}

/// Composed (NFC), at most two marks per letter, and the number of letters including marks.
type Fit = fn(&str, usize) -> Option<String>;
/// Decomposes a string (NFKD): letters without their marks, fonts and widths. Or lowercases it.
type Apart = fn(&str) -> Option<String>;

std::thread_local! {
    /// Set by the parts of the binary that display untrusted labels. The first part only displays wallet names, which
    /// the element composes (element/src/wallets/eip6963.ts).
    static LETTERS: Cell<Option<Letters>> = const { Cell::new(None) };
}

/// Sets the Unicode functions.
pub fn know(fit: Fit, apart: Apart, lower: Apart) {
    LETTERS.set(Some(Letters { fit, apart, lower }));
}

/// Sanitizes a label of at most `chars_max` characters. `None` if nothing visible remains.
#[must_use]
pub fn label(text: &str, chars_max: usize) -> Option<String> {
    let visible = text.chars().filter(|c| !hidden(*c));
    // users see a letter with its marks as one, so marks are cut before letters are counted
    let clean: String = visible.take(chars_max * 4).collect();
    let letters = LETTERS.get().filter(|_| !clean.is_ascii());
    let fitting = letters.and_then(|letters| (letters.fit)(&clean, chars_max));
    let fitting = fitting.unwrap_or_else(|| clean.chars().take(chars_max).collect());
    let trimmed = fitting.trim();
    (!trimmed.is_empty()).then(|| trimmed.into())
}

/// The first characters that fit into this number of bytes.
#[must_use]
pub(crate) fn cut(mut text: String, bytes_max: usize) -> String {
    let mut end = bytes_max.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text
}

/// Decomposes a string (NFD), if the Unicode functions are set.
pub(crate) fn apart(text: &str) -> String {
    let apart = LETTERS.get().and_then(|letters| (letters.apart)(text));
    apart.unwrap_or_else(|| text.into())
}

/// Lowercases a string for a search: all scripts after [`know`], otherwise only ASCII.
pub(crate) fn lower(text: &str) -> String {
    let lower = LETTERS.get().filter(|_| !text.is_ascii()).and_then(|letters| (letters.lower)(text));
    lower.unwrap_or_else(|| text.to_ascii_lowercase())
}

/// The full text of a signature request, in which each invisible character is a box (docs/spec/security.md B12). Line
/// breaks, tabs and the variation selectors of emoji stay.
pub(crate) fn in_boxes(text: &str) -> String {
    let mut before = '\0';
    let mut all = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let is_end = c == '\r' && rest.peek() == Some(&'\n');
        let is_style = c == '\u{fe0f}' && !before.is_ascii() && !hidden(before);
        match c {
            _ if is_end => {}
            '\n' | '\t' => all.push(c),
            _ if hidden(c) && !is_style => all.push(BOX),
            _ => all.push(c),
        }
        before = c;
    }
    all
}

/// The text in the first line of a sign-in (EIP-4361), between the site and the network's name.
pub(crate) const WANTS: &str = " wants you to sign in with your ";

/// Replaces an invisible character.
const BOX: char = '\u{25a1}';

/// Whether a character is invisible, breaks lines, reorders text, or is unassigned.
pub(crate) fn hidden(c: char) -> bool {
    c.is_control()
        || (c as u32) & 0xfffe == 0xfffe
        || matches!(c, '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
        || matches!(
            c,
            '\u{feff}' | '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
        )
        || matches!(c, '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{fe00}'..='\u{fe0f}')
        || matches!(c, '\u{fdd0}'..='\u{fdef}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e01ef}' | '\u{fff0}'..='\u{ffff}')
}

#[cfg(any(test, feature = "twins"))]
pub use twin::know_letters;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use alloc::string::String;
    use alloc::vec::Vec;
    use unicode_normalization::UnicodeNormalization;
    use unicode_normalization::char::is_combining_mark;

    fn fit(text: &str, max: usize) -> Option<String> {
        let mut letters: Vec<String> = Vec::new();
        let mut marks = 0;
        for c in text.nfc() {
            marks = if is_combining_mark(c) { marks + 1 } else { 0 };
            match letters.last_mut() {
                Some(letter) if (1..=2).contains(&marks) => letter.push(c),
                _ if marks == 0 => letters.push(c.into()),
                _ => {}
            }
        }
        letters.truncate(max);
        Some(letters.concat())
    }

    /// Sets Unicode functions like the browser's (engine/web/src/ports/letters.rs).
    pub fn know_letters() {
        super::know(fit, |text| Some(text.nfkd().collect()), |text| Some(text.to_lowercase()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_hidden_characters_from_a_label_and_caps_it() {
        assert_eq!(label("Meta\u{202e}ksaM\u{200b}", 64).as_deref(), Some("MetaksaM"));
        assert_eq!(label("\u{200b}\u{2066} \n", 64), None);
        assert_eq!(label("\u{2800}\u{3164}\u{ffa0}\u{e0101}\u{034f}", 64), None);
        assert_eq!(label(&"x".repeat(500), 64).map(|t| t.len()), Some(64));
        assert_eq!(label("<img src=x>", 64).as_deref(), Some("<img src=x>"), "markup is text like any other");
    }

    // B12
    #[test]
    fn draws_hidden_characters_of_a_signed_text_as_boxes() {
        let texts = [
            ("pay\u{202e}001", "pay\u{25a1}001"),
            ("a\u{200b}\u{2066}b\u{feff}", "a\u{25a1}\u{25a1}b\u{25a1}"),
            ("a\u{0}\u{7f}\u{ad}", "a\u{25a1}\u{25a1}\u{25a1}"),
            ("one\n\ttwo\r\nthree\rfour", "one\n\ttwo\nthree\u{25a1}four"),
            ("\u{2764}\u{fe0f} a\u{fe0f}\u{fe0f}", "\u{2764}\u{fe0f} a\u{25a1}\u{25a1}"),
            ("\u{2764}\u{fe0f}\u{fe0f}", "\u{2764}\u{fe0f}\u{25a1}"),
            ("plain, \u{e4}\u{4f60}\u{1f600}", "plain, \u{e4}\u{4f60}\u{1f600}"),
        ];
        for (given, shown) in texts {
            assert_eq!(in_boxes(given), shown);
        }
        let mut ranges: Vec<[u32; 2]> = Vec::new();
        for code in (0..=u32::from(char::MAX)).filter(|code| char::from_u32(*code).is_some_and(hidden)) {
            match ranges.last_mut().filter(|[_, last]| *last + 1 == code) {
                Some([_, last]) => *last = code,
                None => ranges.push([code, code]),
            }
        }
        // the demo's secure site displays them the same way, and reads this file
        let made = serde_json::json!({
            "about": "Characters that are drawn as boxes: written by WRITE_BOXES=1 cargo test -p wallet-engine --lib as_boxes",
            "hidden": ranges, "texts": texts,
        });
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vectors/boxes.json");
        if std::env::var_os("WRITE_BOXES").is_some() {
            std::fs::write(path, crate::json::case_lines(&made)).unwrap();
        }
        let kept: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(kept, made, "WRITE_BOXES=1 writes it");
    }

    // B12
    #[test]
    fn strips_line_separators_and_noncharacters() {
        assert_eq!(label("Wal\u{2028}let\u{2029}", 64).as_deref(), Some("Wallet"));
        assert_eq!(label("a\u{fdd0}\u{1fffe}\u{10ffff}\u{ffff}b", 64).as_deref(), Some("ab"));
        assert_eq!(label("\u{2029}\u{2028}", 64), None);
    }

    // B12, C4
    #[test]
    fn composes_letters_and_keeps_at_most_two_marks_each() {
        know_letters();
        assert_eq!(label("Cafe\u{301}", 64), label("Caf\u{e9}", 64));
        let zalgo = alloc::format!("Z{}o", "\u{301}\u{310}\u{334}".repeat(20));
        let shown = label(&zalgo, 64).unwrap();
        assert_eq!(
            shown.chars().filter(|c| ('\u{300}'..='\u{36f}').contains(c)).count(),
            2,
            "of sixty: {shown}"
        );
        assert!(shown.chars().count() <= 4, "{shown}");
        assert_eq!(label("\u{301}\u{301}x", 64).as_deref(), Some("x"), "marks on nothing");
        assert_eq!(label("\u{301}\u{301}", 64), None);
        // a third mark per letter is cut, and marks don't add to the letter count
        let marked = "x\u{323}\u{307}".repeat(12);
        assert_eq!(label(&marked, 12).unwrap().chars().filter(|c| *c == 'x' || *c == '\u{1e8b}').count(), 12);
        assert_eq!(label(&"\u{915}\u{94d}\u{937}".repeat(40), 32).unwrap().chars().count(), 32 + 16);
        for text in ["हिन्दी", "ไทย", "한국어", "日本語", "עברית", "Ελληνικά", "Tiếng Việt", "🦊 Fox"]
        {
            assert_eq!(label(text, 64).as_deref(), Some(text), "living scripts stay as they are");
        }
    }
}
