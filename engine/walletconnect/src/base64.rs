//! Base64 in the standard alphabet. Uses `base64ct`, because it adds a quarter of what the crate `base64` adds to the
//! download. Padding is handled here, because `base64ct` would compile its reader and writer again for it.

use alloc::string::String;
use alloc::vec::Vec;
use base64ct::{Base64Unpadded, Encoding};

/// Encodes with padding.
#[must_use]
pub fn encode(bytes: &[u8]) -> String {
    let mut text = encode_unpadded(bytes);
    (0..padding(&text)).for_each(|_| text.push('='));
    text
}

/// Encodes without padding.
#[must_use]
pub fn encode_unpadded(bytes: &[u8]) -> String {
    Base64Unpadded::encode_string(bytes)
}

/// Decodes with or without padding, because one existing wallet omits it.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let bare = text.trim_end_matches('=');
    let padded = text.len() - bare.len();
    (padded == 0 || padded == padding(bare)).then(|| Base64Unpadded::decode_vec(bare).ok())?
}

/// How many padding characters complete the last four characters.
fn padding(bare: &str) -> usize {
    bare.len().wrapping_neg() % 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decodes_with_and_without_padding() {
        for (bytes, text) in
            [(&b""[..], ""), (b"f", "Zg=="), (b"fo", "Zm8="), (b"foo", "Zm9v"), (&[0xfb, 0xff], "+/8=")]
        {
            let bare = text.trim_end_matches('=');
            assert_eq!((encode(bytes).as_str(), encode_unpadded(bytes).as_str()), (text, bare));
            assert_eq!((decode(text).as_deref(), decode(bare).as_deref()), (Some(bytes), Some(bytes)));
        }
    }

    #[test]
    fn rejects_noncanonical_encodings() {
        for text in [
            "A", "A===", "Zg=", "Zg===", "Zm9v=", "Zm9v====", "Zm8==", "Zh==", "Zm 9v", "-_8=", "Zg==Zg==",
            "=", "é",
        ] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
