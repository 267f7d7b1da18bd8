//! Pictures that say what they stand for: letters of a token, the sign of a currency, dots that count a network.

use super::{
    motifs,
    svg::{Look, Svg, draw, tile},
};

/// A token: a coin with the first letters of its symbol.
pub fn token(symbol: &str) -> Svg {
    let look = Look::of(symbol);
    let letters: String = symbol.chars().filter(char::is_ascii_alphanumeric).take(2).collect();
    let coin = format!(
        "<circle cx=\"48\" cy=\"48\" r=\"38\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
        look.second()
    );
    tile(
        &look,
        "<circle cx=\"48\" cy=\"48\" r=\"48\"",
        &format!("{coin}{}", text(&letters.to_uppercase(), &look.light(), 34)),
    )
}

/// A network: a hexagon with up to six dots around its middle.
pub fn network(name: &str, dots: u32) -> Svg {
    let look = Look::of(name);
    // Places on a circle of radius 18 without arithmetic of angles: the corners of the hexagon, drawn smaller.
    const PLACES: [(i32, i32); 6] = [(48, 28), (65, 58), (31, 58), (31, 38), (65, 38), (48, 68)];
    let dots: String = PLACES
        .iter()
        .take(dots.clamp(1, 6) as usize)
        .map(|(x, y)| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{}\"/>", look.light()))
        .collect();
    let frame = format!(
        "<path d=\"M48 12l32 18v36L48 84 16 66V30z\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>",
        look.second()
    );
    tile(&look, "<path d=\"M48 0l42 24v48L48 96 6 72V24z\"", &format!("{frame}{dots}"))
}

/// A currency, or a way to pay. None for one that is not known.
pub fn currency(code: &str) -> Option<Svg> {
    let look = Look::of(code);
    if code == "card" {
        return Some(draw(&format!(
            "<rect x=\"6\" y=\"20\" width=\"84\" height=\"56\" rx=\"10\" fill=\"{}\"/><path d=\"M6 36h84v12H6z\" fill=\"{}\"/><path d=\"M16 60h22v6H16z\" fill=\"{}\"/>",
            look.ground(),
            look.second(),
            look.light()
        )));
    }
    let sign = match code {
        "usd" => "$",
        "eur" => "\u{20ac}",
        "gbp" => "\u{a3}",
        "jpy" => "\u{a5}",
        "chf" => "Fr",
        "cad" => "C$",
        "aud" => "A$",
        _ => return None,
    };
    Some(tile(&look, "<circle cx=\"48\" cy=\"48\" r=\"48\"", &text(sign, &look.light(), 46)))
}

/// Who sells: a sign of the name, or any shape.
pub fn seller(id: &str) -> Svg {
    let look = Look::of(id);
    let (light, second) = (look.light(), look.second());
    let sign = match id {
        // A lighthouse on a pier.
        "harbour" => format!(
            "<path d=\"M40 36h16l6 36H34z\" fill=\"{light}\"/><path d=\"M38 48h20l2 10H36z\" fill=\"{second}\"/>\
             <path d=\"M38 24h20v12H38z\" fill=\"{second}\"/><path d=\"M16 72h64v6H16z\" fill=\"{light}\"/>"
        ),
        // Two waves.
        "tidewater" => format!(
            "<g fill=\"none\" stroke-width=\"9\" stroke-linecap=\"round\"><path d=\"M18 40q15-16 30 0t30 0\" stroke=\"{light}\"/>\
             <path d=\"M18 60q15-16 30 0t30 0\" stroke=\"{second}\"/></g>"
        ),
        _ => motifs::shape(&look),
    };
    tile(&look, "<rect width=\"96\" height=\"96\" rx=\"22\"", &sign)
}

/// A way to reach a wallet: a sign of what it is.
pub fn connector(id: &str) -> Svg {
    let look = Look::of(id);
    let (light, second) = (look.light(), look.second());
    let sign = match id {
        // Two rings through each other: a link.
        "walletConnect" => format!(
            "<g fill=\"none\" stroke-width=\"8\"><circle cx=\"38\" cy=\"48\" r=\"17\" stroke=\"{light}\"/><circle cx=\"60\" cy=\"48\" r=\"17\" stroke=\"{second}\"/></g>"
        ),
        // A window.
        "injected" => format!(
            "<rect x=\"20\" y=\"26\" width=\"56\" height=\"44\" rx=\"8\" fill=\"{light}\"/><path d=\"M20 40h56v4H20z\" fill=\"{second}\"/><circle cx=\"28\" cy=\"34\" r=\"3\" fill=\"{second}\"/>"
        ),
        // A door with a wheel.
        "safe" => format!(
            "<rect x=\"24\" y=\"22\" width=\"48\" height=\"52\" rx=\"6\" fill=\"{light}\"/><circle cx=\"48\" cy=\"48\" r=\"13\" fill=\"none\" stroke=\"{second}\" stroke-width=\"6\"/><path d=\"M46 30h4v36h-4z\" fill=\"{second}\"/>"
        ),
        // A key: there is no extension, a passkey opens it.
        "coinbaseWallet" => format!(
            "<circle cx=\"34\" cy=\"48\" r=\"14\" fill=\"none\" stroke=\"{light}\" stroke-width=\"8\"/><path d=\"M48 44h32v8h-6v10h-8V52h-4v6h-8v-6h-6z\" fill=\"{second}\"/>"
        ),
        // A stick with a display.
        "ledger" => format!(
            "<rect x=\"16\" y=\"36\" width=\"64\" height=\"24\" rx=\"8\" fill=\"{light}\"/><rect x=\"24\" y=\"42\" width=\"30\" height=\"12\" rx=\"2\" fill=\"{second}\"/>"
        ),
        _ => motifs::shape(&look),
    };
    tile(&look, "<rect width=\"96\" height=\"96\" rx=\"22\"", &sign)
}

fn text(letters: &str, fill: &str, size: u32) -> String {
    format!(
        "<text x=\"48\" y=\"{}\" font-family=\"system-ui, sans-serif\" font-weight=\"700\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{fill}\">{letters}</text>",
        48 + size * 36 / 100
    )
}
