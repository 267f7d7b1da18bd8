//! Pictures, drawn here: every wallet, network, token, currency and account has its own, always the same for the same name, and none
//! is anybody's logo. SVG with presentation attributes only: no script, no style, nothing loaded.

mod motifs;
mod signs;
mod svg;

pub use signs::{connector, currency, network, seller, token};
pub use svg::Svg;

use svg::{Look, tile};

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_one_picture_for_each_name() {
        assert_eq!(wallet("Amber Vault"), wallet("Amber Vault"));
        assert_ne!(wallet("Amber Vault"), wallet("Amber Chest"));
        assert_ne!(avatar("a"), wallet("a"));
    }

    #[test]
    fn draws_small_pictures_without_scripts() {
        for Svg(text) in [
            wallet("x"),
            seller("harbour"),
            seller("tidewater"),
            avatar("x"),
            token("ETH"),
            network("x", 2),
            currency("usd").unwrap(),
        ] {
            assert!(text.starts_with("<svg ") && text.len() < 2_000);
            assert!(!text.contains("style") && !text.contains("script") && !text.contains("href"));
        }
    }
}
