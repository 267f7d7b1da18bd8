//! Pictures, drawn here: every wallet, network, token, currency and account has its own, always the same for the same name, and none
//! is anybody's logo. SVG with presentation attributes only: no script, no style, nothing loaded.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use sha3::{Digest, Keccak256};

mod motifs;
mod signs;

pub use signs::{connector, currency, network, token};

/// One picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Svg(String);

impl IntoResponse for Svg {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "image/svg+xml")], self.0).into_response()
    }
}

/// A wallet's picture: a rounded tile with a shape.
pub fn wallet(name: &str) -> Svg {
    let look = Look::of(name);
    tile(&look, "<rect width=\"96\" height=\"96\" rx=\"22\"", &motifs::shape(&look))
}

/// An account's picture: a full square, to be cut round by whoever shows it.
pub fn avatar(address: &str) -> Svg {
    let look = Look::of(address);
    tile(&look, "<rect width=\"96\" height=\"96\"", &motifs::landscape(&look))
}

/// Colours and choices that follow from a name.
struct Look {
    hash: [u8; 32],
}

impl Look {
    fn of(name: &str) -> Self {
        Self { hash: Keccak256::digest(name.as_bytes()).into() }
    }

    /// A number below `below` that stands for the `index`-th choice.
    fn choice(&self, index: usize, below: u32) -> u32 {
        let at = |offset: usize| u32::from(self.hash.get(index * 2 + offset).copied().unwrap_or_default());
        (at(0) * 256 + at(1)) % below
    }

    fn hue(&self) -> u32 {
        self.choice(0, 360)
    }

    /// The ground: dark enough for the light shapes on it.
    fn ground(&self) -> String {
        format!("hsl({}, {}%, {}%)", self.hue(), 45 + self.choice(1, 30), 28 + self.choice(2, 16))
    }

    fn light(&self) -> String {
        format!("hsl({}, 80%, 94%)", self.hue())
    }

    fn second(&self) -> String {
        format!("hsl({}, 75%, 70%)", (self.hue() + 30 + self.choice(3, 60)) % 360)
    }
}

fn tile(look: &Look, ground: &str, inside: &str) -> Svg {
    draw(&format!("{ground} fill=\"{}\"/>{inside}", look.ground()))
}

fn draw(inside: &str) -> Svg {
    Svg(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"96\" height=\"96\" viewBox=\"0 0 96 96\">{inside}</svg>\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_name_same_picture_another_name_another() {
        assert_eq!(wallet("Amber Vault"), wallet("Amber Vault"));
        assert_ne!(wallet("Amber Vault"), wallet("Amber Chest"));
        assert_ne!(avatar("a"), wallet("a"));
    }

    #[test]
    fn pictures_are_small_and_plain() {
        for Svg(text) in [wallet("x"), avatar("x"), token("ETH"), network("x", 2), currency("usd").unwrap()] {
            assert!(text.starts_with("<svg ") && text.len() < 2_000);
            assert!(!text.contains("style") && !text.contains("script") && !text.contains("href"));
        }
    }
}
