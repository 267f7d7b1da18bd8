//! QR codes, ready to be drawn (10.17): the dark modules as one path, in modules; the view adds plate and quiet zone.

use alloc::string::String;
use core::fmt::Write;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Qr {
    /// Modules of one side, without the quiet zone.
    pub size: u32,
    /// The dark modules as the `d` of an SVG path, one unit a module.
    pub path: String,
}

/// Encodes a text at level Q: a quarter may be covered, so a logo of a fifth of the side hurts nobody. Nothing when the
/// text is too long.
#[must_use]
pub fn encode(text: &str) -> Option<Qr> {
    let code = QrCode::encode_text(text, QrCodeEcc::Quartile).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let from = x;
            while x < size && code.get_module(x, y) {
                x += 1;
            }
            match x - from {
                0 => x += 1,
                run => {
                    let _ = write!(path, "M{from} {y}h{run}v1h-{run}z");
                }
            }
        }
    }
    Some(Qr { size: size.unsigned_abs(), path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_draws_every_dark_module_once() {
        let text = "wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn";
        let code = QrCode::encode_text(text, QrCodeEcc::Quartile).unwrap();
        let qr = encode(text).unwrap();
        assert_eq!(qr.size as i32, code.size());
        let dark: i32 = (0..code.size())
            .flat_map(|y| (0..code.size()).map(move |x| (x, y)))
            .map(|(x, y)| i32::from(code.get_module(x, y)))
            .sum();
        let drawn: i32 = qr
            .path
            .split('M')
            .filter_map(|run| run.split_once('h')?.1.split_once('v')?.0.parse::<i32>().ok())
            .sum();
        assert_eq!(drawn, dark);
        assert!(encode(&"x".repeat(4000)).is_none());
    }
}
