//! Names that look like another's are marked, whatever letters they are written with (T3, T10, B13); no one is merged or hidden by a name.

use crate::support::*;
use serde_json::{Value, json};

/// A page that has these wallets, and a directory that has those.
fn world(page: &[(&str, &str)], directory: &[(&str, Option<&str>)]) -> World {
    let world = World::new();
    let listings: Vec<Value> = directory
        .iter()
        .enumerate()
        .map(|(n, (name, rdns))| {
            json!({"id": format!("{:064x}", n + 1), "name": name, "rdns": rdns, "homepage": "https://w.example",
                "image_id": "x", "order": n, "mobile_link": "w://", "badge_type": null, "chains": []})
        })
        .collect();
    *world.chain.listings.borrow_mut() = json!({"data": listings, "count": listings.len()});
    for (n, (name, rdns)) in page.iter().enumerate() {
        world.announce(n as u32, name, Some(rdns));
    }
    world.open("Connect");
    world.pass(3_000);
    world
}

/// Names in a list of the directory, with their marks.
fn names(world: &World, list: &str) -> Vec<(String, bool)> {
    let list = world.slice("directory")[list].clone();
    let of = |row: &Value| (row["name"].as_str().unwrap().to_owned(), row["conflict"].as_bool().unwrap());
    list.as_array().unwrap().iter().filter(|row| row["id"] != "walletConnect").map(of).collect()
}

/// What Connect lists.
fn listed(page: &[(&str, &str)], directory: &[(&str, Option<&str>)]) -> Vec<(String, bool)> {
    names(&world(page, directory), "rows")
}

fn marked(list: &[(String, bool)]) -> Vec<&str> {
    list.iter().filter(|(_, is_marked)| *is_marked).map(|(name, _)| name.as_str()).collect()
}

// req: 10.33
#[test]
fn marks_two_browser_wallets_with_similar_names() {
    for fake in
        ["Nova Wallet", "Nоva Wallet", "NOVA WALLET", "Ｎｏｖａ Wallet", "Nova\u{2028} Wallet", "Nóva Wallet"]
    {
        let list = listed(&[("Nova Wallet", "io.nova"), (fake, "evil.nova"), ("Other", "io.other")], &[]);
        assert_eq!((list.len(), marked(&list).len()), (3, 2), "{fake}: {list:?}");
        assert!(!marked(&list).contains(&"Other"));
    }
}

// req: 10.33
#[test]
fn marks_other_wallets_that_use_a_well_known_name() {
    for fake in ["MetaMask", "МetаMаsk", "𝐌𝐞𝐭𝐚𝐌𝐚𝐬𝐤", "Rаinbow", "PHANT0M"] {
        let list = listed(&[(fake, "evil.wallet")], &[]);
        assert_eq!(marked(&list).len(), 1, "{fake}");
    }
    let real = [
        ("MetaMask", "io.metamask"),
        ("Rainbow", "me.rainbow"),
        ("Phantom", "app.phantom"),
        ("Mine", "io.mine"),
    ];
    assert!(marked(&listed(&real, &[])).is_empty());
}

#[test]
fn marks_a_listing_that_resembles_a_browser_wallet() {
    let list = listed(&[("MetaMask", "io.metamask")], &[("MetаMask", Some("evil.mask")), ("Good", None)]);
    assert_eq!(
        list.first(),
        Some(&("MetaMask".into(), false)),
        "it stays where it is and as it is: {list:?}"
    );
    assert_eq!(marked(&list), ["MetаMask"]);
    let list = listed(&[], &[("Rаinbow", None), ("Rainbow", None), ("MetaMask", Some("io.metamask"))]);
    assert_eq!(marked(&list), ["Rаinbow"], "the very name of the directory is believed: {list:?}");
}

// req: 10.33
#[test]
fn marks_lookalike_tiles_and_keeps_every_tile() {
    let directory = [
        ("Nova Wallet", None),
        ("Harbor", None),
        ("Nоva Wallet", None),
        ("MetaMask", Some("io.metamask")),
        ("МetaMask", Some("evil.mask")),
        ("Foxglоve", None),
        ("Nova", None),
    ];
    let world = world(&[("Foxglove", "io.foxglove")], &directory);
    world.dispatch(json!({"type": "router.push", "view": "AllWallets"}));
    world.pass(3_000);
    let tiles = names(&world, "tiles");
    assert_eq!(tiles.len(), 8, "{tiles:?}");
    assert_eq!(marked(&tiles), ["Nоva Wallet", "МetaMask", "Foxglоve"], "whoever was there first is not");
}

// req: 10.33
#[test]
fn passes_the_marks_to_the_page() {
    for (page, expected) in [
        (
            vec![("Nova Wallet", "io.nova"), ("Nоva Wallet", "evil.nova"), ("Other", "io.other")],
            vec![true, true, false],
        ),
        (
            vec![("MetaMask", "io.metamask"), ("MetaMask", "io.metamask"), ("Other", "io.other")],
            vec![true, true, false],
        ),
        (vec![("MetaMask", "io.metamaskevil"), ("Other", "io.other")], vec![true, false]),
        (vec![("MetaMask", "io.metamask.mobile"), ("Other", "io.other")], vec![false, false]),
    ] {
        let world = world(&page, &[]);
        let of = |row: &Value| row["conflict"].as_bool();
        for (slice, list) in [("connections", "connectors"), ("connect", "rows")] {
            let rows = world.slice(slice)[list].clone();
            let rows = rows.as_array().unwrap().iter().filter(|row| row["id"] != "walletConnect");
            let marks: Vec<bool> = rows.filter_map(of).collect();
            assert_eq!(marks, expected, "{slice}: {page:?}");
        }
    }
}
