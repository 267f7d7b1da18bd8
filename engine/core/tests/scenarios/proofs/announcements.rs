//! Announcements of several families in any order, with every collision (T3): whoever is taken can be chosen, each choice asks the very object that
//! was announced for that family, and two are one entry only where decisions 19, "One row for several namespaces", and 75, "One entry for several
//! namespaces", say so. The element's half, with getters, proxies and huge icons, is element/src/wallets/announcements.test.ts.

use super::{Dice, seed, times};
use crate::support::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wallet_engine::caip::Namespace;
use wallet_engine::ports::provider::{Announced, PageWallet, WalletKind};

const SEQUENCES: usize = 1_000;
const FAMILIES: [Namespace; 3] = [Namespace::Eip155, Namespace::Solana, Namespace::Toy];
const NAMES: [&str; 6] = ["MetaMask", "\u{41c}etaMask", "Nova Wallet", "Nova", "Phantom", "O.K."];
const RDNS: [&str; 5] = ["io.metamask", "IO.MetaMask", "io.nova", "app.phantom", "a.b"];
/// Of the wallet that everybody looks for, who announces itself once among them.
const REAL: u32 = 0;

fn page() -> Value {
    let mut options = options();
    let networks = options["networks"].as_array_mut().unwrap();
    networks.push(json!({"id": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", "caipNetworkId": "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        "chainNamespace": "solana", "name": "Solana", "nativeCurrency": {"name": "Solana", "symbol": "SOL", "decimals": 9}, "rpcUrls": {}}));
    networks.extend(toy::options()["networks"].as_array().unwrap().iter().cloned());
    options
}

fn real() -> Announced {
    Announced {
        handle: PageWallet(REAL),
        kind: WalletKind::Announced,
        id: "9d8f1b0e-3c4d-4e5f-8a6b-7c8d9e0f1a2b".into(),
        name: "MetaMask".into(),
        icon: None,
        picture: Some(0),
        rdns: Some("io.metamask".into()),
        namespaces: vec![Namespace::Eip155],
    }
}

/// Someone else, who may claim anything.
fn other(dice: &Dice, handle: u32) -> Announced {
    let family = *dice.of(&FAMILIES);
    let name = *dice.of(&NAMES);
    let own = format!("00000000-0000-4000-8000-{handle:012}");
    let id = match dice.below(5) {
        0 => real().id,
        1 => format!("00000000-0000-4000-8000-{:012}", 1 + dice.below(9)),
        2 if family == Namespace::Solana => "solana:nova-wallet".to_owned(),
        3 if family == Namespace::Solana => format!("solana:nova-wallet~{handle}"),
        _ => own,
    };
    let rdns = (family != Namespace::Solana && dice.below(4) > 0 || dice.below(8) == 0)
        .then(|| (*dice.of(&RDNS)).to_owned());
    Announced {
        handle: PageWallet(handle),
        kind: WalletKind::Announced,
        id,
        name: name.into(),
        icon: None,
        picture: (dice.below(4) > 0).then(|| u32::try_from(dice.below(3)).unwrap()),
        rdns,
        namespaces: vec![family],
    }
}

fn is_one(one: &Announced, other: &Announced) -> bool {
    let named = one.rdns.as_ref().zip(other.rdns.as_ref()).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b));
    let looks = one.picture.is_some() && one.picture == other.picture && one.name == other.name;
    one.namespaces != other.namespaces && (named || looks)
}

/// Who belongs together, by the words of the decision: groups, and those of them in which a family is there twice are none.
fn expected(all: &[Announced]) -> Vec<Vec<u32>> {
    let mut of: Vec<usize> = (0..all.len()).collect();
    for _ in all {
        for a in 0..all.len() {
            for b in 0..all.len() {
                if is_one(&all[a], &all[b]) {
                    let least = of[a].min(of[b]);
                    (of[a], of[b]) = (least, least);
                }
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    (0..all.len()).for_each(|at| groups.entry(of[at]).or_default().push(at));
    let mut rows = Vec::new();
    for group in groups.into_values() {
        let mut families: Vec<Namespace> = group.iter().map(|at| all[*at].namespaces[0]).collect();
        families.sort();
        families.dedup();
        let handles = group.iter().map(|at| all[*at].handle.0);
        if families.len() == group.len() {
            rows.push(handles.collect::<Vec<_>>());
        } else {
            rows.extend(handles.map(|handle| vec![handle]));
        }
    }
    rows.iter_mut().for_each(|row| row.sort_unstable());
    rows.sort();
    rows
}

// req: 4.47, 10.18, 10.33
#[test]
fn lists_each_announced_wallet_and_merges_only_its_own_parts() {
    let dice = Dice::new("announcements");
    let mut merged = 0;
    for sequence in 0..SEQUENCES * times() {
        let world = World::with(page(), Default::default());
        let asked: Rc<RefCell<Vec<u32>>> = Rc::default();
        // one in fifty is a flood
        let count = if dice.below(50) == 0 { 260 } else { 1 + dice.below(9) };
        let place = dice.below(count);
        let (mut taken, mut said): (Vec<Announced>, Vec<Announced>) = (Vec::new(), Vec::new());
        for at in 0..=count {
            let wallet = match at {
                at if at == place => real(),
                // the same object once more, by other words: the first ones count (of one that a flood has put out the later ones would)
                _ if count < 100 && !said.is_empty() && dice.below(6) == 0 => {
                    let handle = dice.of(&said).handle;
                    Announced { handle, ..other(&dice, handle.0) }
                }
                at => other(&dice, u32::try_from(at).unwrap() + 1),
            };
            let is_new = said.iter().all(|known| known.handle != wallet.handle);
            let is_taken = world.engine.announce(wallet.clone());
            if is_taken && taken.iter().all(|known| known.handle != wallet.handle) {
                taken.push(wallet.clone());
            }
            if is_new {
                said.push(wallet);
            }
        }
        // with each opening wallets are asked to announce themselves again: of a flood the newest claimant has the last place
        if world.engine.announce(real()) && taken.iter().all(|known| known.handle.0 != REAL) {
            taken.push(real());
        }
        world.run();
        let case = || format!("sequence {sequence}, seed {}", seed());
        assert!(taken.iter().any(|wallet| wallet.handle.0 == REAL), "the real one is refused, {}", case());
        for wallet in &taken {
            let (asked, number) = (asked.clone(), wallet.handle.0);
            world.wallets.answer(number, move |method, _| {
                if method == "wm_connect" {
                    asked.borrow_mut().push(number);
                }
                never()
            });
        }
        // every entry, for every family it says that it serves
        let mut rows = Vec::new();
        for row in world.page_rows() {
            let mut of_row = Vec::new();
            for family in row["namespaces"].as_array().unwrap() {
                asked.borrow_mut().clear();
                let start = json!({"type": "connect.start", "connectorId": row["id"], "namespace": family});
                drop(world.dispatch(start));
                world.run();
                let [handle] = asked.take()[..] else { panic!("{row}, {family} asks nobody, {}", case()) };
                let wallet = taken.iter().find(|wallet| wallet.handle.0 == handle).unwrap();
                assert_eq!(json!(wallet.namespaces[0]), *family, "{row}, {}", case());
                of_row.push(handle);
            }
            of_row.sort_unstable();
            merged += usize::from(of_row.len() > 1);
            rows.push(of_row);
        }
        rows.sort();
        if count < 100 {
            assert_eq!(rows, expected(&taken), "{taken:#?}, {}", case());
        } else {
            // of a flood some had to go: the real one has not, and none is there twice
            let mut all: Vec<u32> = rows.concat();
            let length = all.len();
            all.dedup();
            assert!(all.contains(&REAL), "the real one is gone, {}", case());
            assert_eq!(all.len(), length, "one is there twice, {}", case());
            assert!(length <= 3 * 64 + 64, "{length} are there, {}", case());
        }
        world.engine.destroy();
    }
    assert!(merged > 50, "only {merged} were ever merged");
    println!(
        "{} sequences of announcements, {merged} entries of several families, seed {}",
        SEQUENCES * times(),
        seed()
    );
}
