//! One picture, and how a name becomes colours and choices: what all kinds of pictures are drawn with.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use sha3::{Digest, Keccak256};

/// One picture.
#[derive(Debug, PartialEq, Eq)]
pub struct Svg(pub(super) String);

impl IntoResponse for Svg {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "image/svg+xml")], self.0).into_response()
    }
}

/// Colours and choices that follow from a name.
pub(super) struct Look {
    hash: [u8; 32],
}

impl Look {
    pub(super) fn of(name: &str) -> Self {
        Self { hash: Keccak256::digest(name.as_bytes()).into() }
    }

    /// A number below `below` that stands for the `index`-th choice.
    pub(super) fn choice(&self, index: usize, below: u32) -> u32 {
        let at = |offset: usize| u32::from(self.hash.get(index * 2 + offset).copied().unwrap_or_default());
        (at(0) * 256 + at(1)) % below
    }

    pub(super) fn hue(&self) -> u32 {
        self.choice(0, 360)
    }

    /// The ground: dark enough for the light shapes on it.
    pub(super) fn ground(&self) -> String {
        format!("hsl({}, {}%, {}%)", self.hue(), 45 + self.choice(1, 30), 28 + self.choice(2, 16))
    }

    pub(super) fn light(&self) -> String {
        format!("hsl({}, 80%, 94%)", self.hue())
    }

    pub(super) fn second(&self) -> String {
        format!("hsl({}, 75%, 70%)", (self.hue() + 30 + self.choice(3, 60)) % 360)
    }
}

/// A picture on this ground, an element that is still open, in the look's colour.
pub(super) fn tile(look: &Look, ground: &str, inside: &str) -> Svg {
    draw(&format!("{ground} fill=\"{}\"/>{inside}", look.ground()))
}

/// A picture with this inside.
pub(super) fn draw(inside: &str) -> Svg {
    Svg(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"96\" height=\"96\" viewBox=\"0 0 96 96\">{inside}</svg>\n"
    ))
}
