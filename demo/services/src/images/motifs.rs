//! The shapes on a tile.

use super::svg::Look;

/// One of nine shapes, in the look's colours.
pub(super) fn shape(look: &Look) -> String {
    let (light, second) = (look.light(), look.second());
    match look.choice(4, 9) {
        // A ring with a bead.
        0 => format!(
            "<circle cx=\"48\" cy=\"48\" r=\"22\" fill=\"none\" stroke=\"{light}\" stroke-width=\"9\"/><circle cx=\"{}\" cy=\"30\" r=\"9\" fill=\"{second}\"/>",
            56 + look.choice(5, 10)
        ),
        // Stairs.
        1 => format!(
            "<path d=\"M22 70V54h16V40h16V26h20v44z\" fill=\"{light}\"/><path d=\"M22 54h16v16H22z\" fill=\"{second}\"/>"
        ),
        // A folded sheet.
        2 => format!(
            "<path d=\"M26 24h30l16 16v32H26z\" fill=\"{light}\"/><path d=\"M56 24v16h16z\" fill=\"{second}\"/>"
        ),
        // Two hills.
        3 => format!(
            "<path d=\"M14 72l24-40 24 40z\" fill=\"{second}\"/><path d=\"M40 72l20-32 22 32z\" fill=\"{light}\"/>"
        ),
        // A keyhole.
        4 => format!(
            "<circle cx=\"48\" cy=\"38\" r=\"16\" fill=\"{light}\"/><path d=\"M40 48h16l6 26H34z\" fill=\"{light}\"/><circle cx=\"48\" cy=\"38\" r=\"6\" fill=\"{second}\"/>"
        ),
        // Petals.
        5 => format!(
            "<circle cx=\"48\" cy=\"32\" r=\"14\" fill=\"{light}\"/><circle cx=\"64\" cy=\"56\" r=\"14\" fill=\"{second}\"/><circle cx=\"32\" cy=\"56\" r=\"14\" fill=\"{light}\" fill-opacity=\"0.8\"/>"
        ),
        // A moon.
        6 => format!(
            "<path d=\"M60 22a28 28 0 1 0 14 44A24 24 0 0 1 60 22z\" fill=\"{light}\"/><circle cx=\"66\" cy=\"36\" r=\"5\" fill=\"{second}\"/>"
        ),
        // Bars of different length.
        7 => (0..3)
            .map(|bar| {
                let y = 28 + bar * 16;
                let width = 24 + look.choice(6 + bar as usize, 28);
                let fill = if bar == 1 { &second } else { &light };
                format!("<rect x=\"22\" y=\"{y}\" width=\"{width}\" height=\"10\" rx=\"5\" fill=\"{fill}\"/>")
            })
            .collect(),
        // A bowl under a drop.
        _ => format!(
            "<path d=\"M20 50h56a28 26 0 0 1-56 0z\" fill=\"{light}\"/><path d=\"M48 18c8 10 10 14 10 18a10 10 0 0 1-20 0c0-4 2-8 10-18z\" fill=\"{second}\"/>"
        ),
    }
}

/// A sun over two ridges: where a face would be.
pub(super) fn landscape(look: &Look) -> String {
    let (light, second) = (look.light(), look.second());
    let (x, y) = (24 + look.choice(4, 48), 22 + look.choice(5, 22));
    let ridge = 52 + look.choice(6, 12);
    format!(
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{light}\"/><path d=\"M0 {ridge}l30-14 34 20 32-12v48H0z\" fill=\"{second}\"/>\
         <path d=\"M0 78l40-12 56 14v16H0z\" fill=\"{light}\" fill-opacity=\"0.55\"/>"
    )
}
