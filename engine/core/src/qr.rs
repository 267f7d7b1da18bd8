//! QR codes, ready to be drawn (10.17): the dark modules as one path of points, in modules; the view adds plate, quiet zone, logo and
//! the three finders, which it draws as shapes.

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
    /// The dark modules outside of the finders as the `d` of an SVG path: a point each, at its upper left corner. Round caps make them
    /// dots.
    pub path: String,
}

/// Modules of a finder's side.
const FINDER: i32 = 7;

/// Whether a module is of one of the finders, which are in all corners but the last.
fn is_finder(x: i32, y: i32, size: i32) -> bool {
    let far = size - FINDER;
    (y < FINDER && (x < FINDER || x >= far)) || (y >= far && x < FINDER)
}

/// Encodes a text at level Q: a quarter may be lost, and the logo in the middle covers a twentieth. Nothing when the text is too
/// long.
#[must_use]
pub fn encode(text: &str) -> Option<Qr> {
    let code = QrCode::encode_text(text, QrCodeEcc::Quartile).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in 0..size {
            if code.get_module(x, y) && !is_finder(x, y, size) {
                // as short as a line can be: one of no length has no caps in some browsers
                let _ = write!(path, "M{x} {y}h.01");
            }
        }
    }
    Some(Qr { size: size.unsigned_abs(), path })
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    // req: 10.17
    #[test]
    fn the_path_has_every_dark_module_once_and_the_finders_are_left_to_the_view() {
        let text = "wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn";
        let code = QrCode::encode_text(text, QrCodeEcc::Quartile).unwrap();
        let qr = encode(text).unwrap();
        let size = code.size();
        assert_eq!(qr.size as i32, size);
        let drawn: Vec<&str> = qr.path.split('M').skip(1).collect();
        let is_drawn = |x: i32, y: i32| drawn.contains(&alloc::format!("{x} {y}h.01").as_str());
        let (mut points, mut dark_of_finders) = (0, 0);
        for (x, y) in (0..size).flat_map(|y| (0..size).map(move |x| (x, y))) {
            let is_corner = |x: i32, y: i32| x < 7 && y < 7;
            let of_finder = is_corner(x, y) || is_corner(size - 1 - x, y) || is_corner(x, size - 1 - y);
            assert_eq!(is_drawn(x, y), code.get_module(x, y) && !of_finder, "{x} {y}");
            points += i32::from(is_drawn(x, y));
            dark_of_finders += i32::from(of_finder && code.get_module(x, y));
        }
        assert_eq!(drawn.len() as i32, points, "none twice");
        // ring and core, three times: what the view draws
        assert_eq!(dark_of_finders, 3 * (24 + 9));
        assert!(encode(&"x".repeat(4000)).is_none());
    }
}
