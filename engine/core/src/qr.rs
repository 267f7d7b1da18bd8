//! QR codes, ready to render (10.17): the dark modules are one path of points. The view adds the plate, the quiet zone,
//! the logo and the three finders, which it renders as shapes.

use alloc::string::String;
use core::fmt::Write;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Serialize;

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Qr {
    /// The modules of one side, without the quiet zone.
    pub size: u32,
    /// The dark modules outside the finders, as the `d` of an SVG path. Each is a point at its upper left corner, which
    /// round caps make a dot.
    pub path: String,
}

/// The modules of a finder's side.
const FINDER: i32 = 7;

/// Whether a module belongs to a finder. They are in all corners except the last.
fn is_finder(x: i32, y: i32, size: i32) -> bool {
    let far = size - FINDER;
    (y < FINDER && (x < FINDER || x >= far)) || (y >= far && x < FINDER)
}

/// The center of the alignment pattern at this position of an axis (ISO/IEC 18004, annex E). The first one is on the
/// timing pattern, the others follow at even distances from the far edge.
fn middle(at: i32, size: i32) -> Option<i32> {
    let version = (size - 17) / 4;
    let count = version / 7 + 1;
    let step = (version * 8 + count * 3 + 8) / (count * 4) * 2;
    let back = size - FINDER + 2 - at;
    match (version, at) {
        (1, _) => None,
        (_, 4..=8) => Some(6),
        _ => (back >= 0 && back / step < count && back % step < 5).then_some(at + back % step - 2),
    }
}

/// The length in bytes up to which a code has so few modules that the logo covers much of it.
const SHORT: usize = 80;

/// Encodes a text. A short one uses level H, which tolerates the loss of a third. A long one uses level M, which
/// tolerates a seventh: the logo covers a twentieth of it, and a higher level has more and smaller modules, which an
/// unfocused camera loses sooner. `None` if the text is too long.
#[must_use]
pub fn encode(text: &str) -> Option<Qr> {
    let code = QrCode::encode_text(text, level(text)).ok()?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in 0..size {
            let middle = middle(x, size).zip(middle(y, size)).filter(|(x, y)| !is_finder(*x, *y, size));
            if is_finder(x, y, size) || !code.get_module(x, y) || middle.is_some_and(|at| at != (x, y)) {
                continue;
            }
            // as short as possible, because some browsers render no caps for a line of length zero
            let _ = write!(path, "M{x} {y}h.01");
            if middle.is_some() {
                // readers look for these as for the finders, so the ring is one line, drawn twice to be a whole module
                // thick
                let _ = write!(path, "M{} {}m-.05-.05h4.1v4.1h-4.1zm.1.1h3.9v3.9h-3.9z", x - 2, y - 2);
            }
        }
    }
    Some(Qr { size: size.unsigned_abs(), path })
}

fn level(text: &str) -> QrCodeEcc {
    if text.len() < SHORT { QrCodeEcc::High } else { QrCodeEcc::Medium }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    type Module = (i32, i32);

    /// The modules of a code as the path draws them, and as the encoder computed them.
    fn drawn_and_encoded(text: &str) -> (Vec<Module>, Vec<Module>) {
        let code = QrCode::encode_text(text, level(text)).unwrap();
        let qr = encode(text).unwrap();
        let size = code.size();
        assert_eq!(qr.size as i32, size);
        let mut drawn = Vec::new();
        for stroke in qr.path.split('M').skip(1) {
            let (x, rest) = stroke.split_once(' ').unwrap();
            let (y, line) = rest.split_at(rest.find(['h', 'm']).unwrap());
            let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
            match line {
                "h.01" => drawn.push((x, y)),
                "m-.05-.05h4.1v4.1h-4.1zm.1.1h3.9v3.9h-3.9z" => drawn.extend(
                    (0..4).flat_map(|n| [(x + n, y), (x + 4, y + n), (x + n + 1, y + 4), (x, y + n + 1)]),
                ),
                other => panic!("{other}"),
            }
        }
        let is_corner = |x: i32, y: i32| x < 7 && y < 7;
        let of_finder =
            |x: i32, y: i32| is_corner(x, y) || is_corner(size - 1 - x, y) || is_corner(x, size - 1 - y);
        let all = (0..size).flat_map(|y| (0..size).map(move |x| (x, y)));
        let (finders, others): (Vec<_>, Vec<_>) =
            all.filter(|(x, y)| code.get_module(*x, *y)).partition(|(x, y)| of_finder(*x, *y));
        // ring and core of the three finders, which the view renders
        assert_eq!(finders.len(), 3 * (24 + 9));
        (drawn, others)
    }

    // req: 10.17
    #[test]
    fn draws_each_dark_module_once_except_the_finders() {
        let uri = "wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn";
        // codes with zero, one, three and four patterns per axis, and the longest one
        for length in [0, 60, 110, 180, 215, 370, 2300] {
            let text: String = uri.chars().cycle().take(length).collect();
            let (mut drawn, mut encoded) = drawn_and_encoded(&text);
            drawn.sort_unstable();
            encoded.sort_unstable();
            assert_eq!(drawn, encoded, "{length}");
        }
        assert!(encode(&"x".repeat(4000)).is_none());
    }
}
