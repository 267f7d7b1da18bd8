//! Text of foreign origin made fit to be a label (docs/spec/security.md B12): capped, no control characters, nothing that
//! turns the direction of writing or is invisible.

use alloc::string::String;

/// A label of at most `chars_max` characters, or nothing when nothing visible is left.
#[must_use]
pub fn label(text: &str, chars_max: usize) -> Option<String> {
    let clean: String = text.chars().filter(|c| !hidden(*c)).take(chars_max).collect();
    let trimmed = clean.trim();
    (!trimmed.is_empty()).then(|| trimmed.into())
}

/// Characters that a person cannot see or that reorder what is seen.
pub(crate) fn hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
        || matches!(
            c,
            '\u{feff}' | '\u{00ad}' | '\u{034f}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
        )
        || matches!(c, '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{2800}' | '\u{fe00}'..='\u{fe0f}')
        || matches!(c, '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e01ef}' | '\u{fff0}'..='\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_no_hidden_characters_and_an_end() {
        assert_eq!(label("Meta\u{202e}ksaM\u{200b}", 64).as_deref(), Some("MetaksaM"));
        assert_eq!(label("\u{200b}\u{2066} \n", 64), None);
        assert_eq!(label("\u{2800}\u{3164}\u{ffa0}\u{e0101}\u{034f}", 64), None);
        assert_eq!(label(&"x".repeat(500), 64).map(|t| t.len()), Some(64));
        assert_eq!(label("<img src=x>", 64).as_deref(), Some("<img src=x>"), "markup is text like any other");
    }
}
