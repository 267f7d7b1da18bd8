//! What fuzz targets share.

pub mod client;
#[path = "../../walletconnect/tests/support/mod.rs"]
pub mod support;

/// Base64 without padding: a second writer, so that readers are not only tried on what their own writer writes.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let all = chunk.iter().chain(&[0, 0]).take(3).fold(0usize, |all, byte| all << 8 | usize::from(*byte));
        for place in (0..=chunk.len()).map(|index| 18 - 6 * index) {
            text.push(char::from(DIGITS[all >> place & 63]));
        }
    }
    text
}
