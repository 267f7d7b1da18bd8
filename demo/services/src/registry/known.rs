//! Listings that are not made up by number: the published ids, the demo's own wallet, and names that try a layout.

use super::listing::{EVM, Listing, SOLANA, chains, listing};
use crate::{
    chain::DEMO_CHAINS,
    ports::{self, Origins},
};

/// TABLE of docs/spec/services.md B3: name and listing id. Facts; the pictures are ours.
const PUBLISHED: [(&str, &str); 17] = [
    ("MetaMask", "c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96"),
    ("Trust Wallet", "4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0"),
    ("Coinbase", "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa"),
    ("Coinbase", "d0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8"),
    ("Phantom", "a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393"),
    ("Solflare", "1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79"),
    ("Safe", "225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f"),
    ("Ledger", "19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927"),
    ("OKX", "971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709"),
    ("Binance", "2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25"),
    ("Backpack", "2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0"),
    ("Bitget Wallet", "38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662"),
    ("Coin98", "2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01"),
    ("Frontier", "85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041"),
    ("Magic Eden", "8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6"),
    ("Xverse", "2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b"),
    ("Leather", "483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13"),
];

/// Too long for any row, and written in other directions and widths.
const AWKWARD: [&str; 3] =
    ["The Wallet With A Name Far Too Long For Any Row Of Any List", "محفظة الحديقة", "山小屋"];

pub(super) fn listings(origins: &Origins) -> Vec<Listing> {
    let published = PUBLISHED.iter().enumerate().map(|(index, (name, id))| Listing {
        id: (*id).to_owned(),
        // Two ids share a name: the picture follows the id.
        image_id: listing(id).image_id,
        badge_type: (index < 4).then_some("certified"),
        chains: match *name {
            "Phantom" | "Solflare" | "Backpack" => [EVM.as_slice(), &[SOLANA]].concat(),
            "Xverse" | "Leather" => chains(1),
            _ => EVM.to_vec(),
        },
        rdns: (*name == "MetaMask").then(|| "io.metamask".to_owned()),
        mobile_link: match *name {
            "MetaMask" => Some("metamask://".to_owned()),
            "Trust Wallet" => Some("trust://".to_owned()),
            _ => None,
        },
        link_mode: (*name == "MetaMask").then(|| "https://metamask.app.link".to_owned()),
        supports_wc: true,
        ..listing(name)
    });
    // Announced in the demo's page under the same rdns: a list must not show it twice.
    let own = Listing {
        badge_type: Some("certified"),
        description: Some("The demo's extension".to_owned()),
        rdns: Some("dev.wallet-modal.demo".to_owned()),
        chains: DEMO_CHAINS.to_vec(),
        ..listing("Demo Wallet")
    };
    // A page of the demo that pairs as a phone does. Its address serves as every kind of link.
    let address = Some(origins.of(ports::POCKET_WALLET));
    let pocket = Listing {
        badge_type: Some("certified"),
        description: Some("The demo's wallet that connects by a pairing".to_owned()),
        rdns: Some("dev.wallet-modal.pocket".to_owned()),
        chains: DEMO_CHAINS.to_vec(),
        homepage: address.clone(),
        mobile_link: address.clone(),
        link_mode: address.clone(),
        webapp_link: address,
        supports_wc: true,
        ..listing("Pocket Demo Wallet")
    };
    let awkward = AWKWARD.iter().map(|name| Listing {
        chains: EVM.to_vec(),
        mobile_link: Some("awkward://".to_owned()),
        supports_wc: true,
        ..listing(name)
    });
    published.chain([own, pocket]).chain(awkward).collect()
}
