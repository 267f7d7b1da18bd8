//! Words of which invented wallets are named: 24 by 26, each pair once.

const FIRST: [&str; 24] = [
    "Amber", "Birch", "Cinder", "Dune", "Elder", "Fjord", "Granite", "Heather", "Indigo", "Jasper", "Kelp",
    "Larch", "Marble", "Nettle", "Opaline", "Pebble", "Quill", "Russet", "Saffron", "Thistle", "Umber",
    "Velvet", "Willow", "Yarrow",
];
const SECOND: [&str; 26] = [
    "Chest", "Drawer", "Lantern", "Satchel", "Pantry", "Ferry", "Harbour", "Cabinet", "Basket", "Locker",
    "Attic", "Porch", "Cellar", "Kettle", "Loom", "Barn", "Orchard", "Quarry", "Saddle", "Beacon", "Bridge",
    "Garden", "Cove", "Mill", "Dock", "Tower",
];

/// The name of this number, below 624.
pub(super) fn name(number: usize) -> String {
    let first = number % FIRST.len();
    // Shifted by the first word, so that neighbours differ in both.
    let second = (number / FIRST.len() + first) % SECOND.len();
    let word = |list: &[&'static str], index: usize| list.get(index).copied().unwrap_or("Unnamed");
    format!("{} {}", word(&FIRST, first), word(&SECOND, second))
}
