//! PSBTs that take more than the user intends: each alone, as the last of thirty inputs, behind small change outputs,
//! and in BIP-370 form. None of these forms can have a lower risk.

use crate::namespaces::bip122::tests::requests::{
    ANNA, ANNA_ART, ANNA_NESTED, ANNA_OLD, BERT, read, request,
};
use crate::namespaces::bip122::tests::written::{Coin, Draft};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{EffectKind, Risk};
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Value, json};

const COIN: u64 = 100_000_000;
const MANY: usize = 29;

/// A document, and its expected effects.
struct MaliciousRequest {
    what: &'static str,
    coins: Vec<(Coin, Option<&'static str>)>,
    outputs: Vec<(u64, Vec<u8>)>,
    kinds: Option<Value>,
    is: (EffectKind, Risk),
}

impl MaliciousRequest {
    fn of(what: &'static str, coin: Coin, address: &'static str, is: (EffectKind, Risk)) -> Self {
        Self { what, coins: [(coin, Some(address))].into(), outputs: Vec::new(), kinds: None, is }
    }

    fn pays(mut self, address: &str, value: u64) -> Self {
        self.outputs.push((value, crate::namespaces::bip122::codec::script::of_address(address).unwrap()));
        self
    }

    fn locks(mut self, script: &[u8], value: u64) -> Self {
        self.outputs.push((value, script.into()));
        self
    }

    fn beside(mut self, coin: Coin, address: Option<&'static str>) -> Self {
        self.coins.push((coin, address));
        self
    }

    fn asked_as(mut self, kinds: Value) -> Self {
        self.kinds = Some(kinds);
        self
    }

    /// Adds coins before it that return completely at their own index, and dust behind it.
    fn request(&self, before: usize, behind: usize, is_second: bool) -> Value {
        let mut draft = Draft { is_second, ..Draft::default() };
        let mut inputs = Vec::new();
        for at in 0..before {
            inputs.push(json!({ "address": ANNA, "index": at }));
            draft.coins.push(Coin::of(ANNA, 50_000, 100 + at as u8));
            draft = draft.pays(ANNA, 50_000);
        }
        for (coin, address) in &self.coins {
            if let Some(address) = address {
                let mut entry = json!({ "address": address, "index": draft.coins.len() });
                if let Some(kinds) = &self.kinds {
                    entry["sighashTypes"] = kinds.clone();
                }
                inputs.push(entry);
            }
            draft.coins.push(coin.clone());
        }
        draft.outputs.extend(self.outputs.iter().cloned());
        for _ in 0..behind {
            draft = draft.pays(ANNA, 1);
        }
        request(&draft, inputs.into())
    }
}

fn drains() -> Vec<MaliciousRequest> {
    use Clause::{
        AtMost, Collectible, Joinable, JointUnproven, Listing, OpenSignature, Partial, Total, Unproven,
    };
    use EffectKind::{Burn, Fee, Send, Unread};
    use Risk::{Critical, Normal, Review, Warning};
    let anna = || Coin::of(ANNA, COIN, 1);
    let art = |value| Coin::of(ANNA_ART, value, 1);
    let of = MaliciousRequest::of;
    let script = crate::namespaces::bip122::codec::script::of_address;
    [
        of("NONE: whoever has it takes all", anna().sighash(2), ANNA, (OpenSignature.into(), Critical))
            .pays(ANNA, COIN - 900),
        of("NONE, and others put in more", anna().sighash(0x82), ANNA, (OpenSignature.into(), Critical))
            .pays(ANNA, COIN - 900),
        of(
            "NONE of a nested input",
            Coin::of(ANNA_NESTED, COIN, 1).sighash(2),
            ANNA_NESTED,
            (OpenSignature.into(), Critical),
        )
        .pays(ANNA, 7),
        of(
            "NONE of an older input",
            Coin::of(ANNA_OLD, COIN, 1).sighash(2),
            ANNA_OLD,
            (OpenSignature.into(), Critical),
        )
        .pays(ANNA, 7),
        of("NONE of taproot", art(COIN).sighash(0x82), ANNA_ART, (OpenSignature.into(), Critical))
            .pays(ANNA, 7),
        of(
            "the request allows NONE, the document says nothing",
            anna(),
            ANNA,
            (OpenSignature.into(), Critical),
        )
        .asked_as(json!([1, 2]))
        .pays(ANNA, COIN - 900),
        of(
            "the document says NONE, the request ALL",
            anna().sighash(2),
            ANNA,
            (OpenSignature.into(), Critical),
        )
        .asked_as(json!([1]))
        .pays(ANNA, COIN - 900),
        of(
            "one output for somebody else, the rest is open",
            anna().sighash(3),
            ANNA,
            (OpenSignature.into(), Critical),
        )
        .pays(BERT, 9_000),
        of("sold for what somebody else gets", anna().sighash(0x83), ANNA, (OpenSignature.into(), Critical))
            .pays(BERT, COIN),
        of("sold for half", anna().sighash(0x83), ANNA, (Listing.into(), Critical)).pays(ANNA, COIN / 2),
        of("one own output of half, the rest is open", anna().sighash(3), ANNA, (Partial.into(), Critical))
            .pays(ANNA, COIN / 2),
        of("NONE of an own input that is not asked for", anna(), ANNA, (OpenSignature.into(), Critical))
            .beside(Coin::of(ANNA, COIN, 2).sighash(2), None)
            .pays(ANNA, 2 * COIN - 900),
        of(
            "a collectible sold for one sat less than it holds",
            art(10_000).sighash(0x83),
            ANNA_ART,
            (Listing.into(), Critical),
        )
        .pays(ANNA, 9_999),
        of("a collectible sold", art(546).sighash(0x83), ANNA_ART, (Listing.into(), Warning)).pays(ANNA, 700),
        of("a collectible as a fee", art(70_000), ANNA_ART, (Collectible.into(), Warning))
            .beside(Coin::of(ANNA, COIN, 2), Some(ANNA))
            .pays(ANNA, COIN),
        of("a collectible on 546 sats sent off", Coin::of(ANNA, 546, 1), ANNA, (Collectible.into(), Warning))
            .pays(BERT, 500),
        of("all of it sent off", anna(), ANNA, (Total.into(), Review)).pays(BERT, COIN - 900),
        of("all of it sent off, to an address of taproot", anna(), ANNA, (Send, Normal))
            .pays("bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y", COIN - 900),
        of("all of it to whoever mines", anna(), ANNA, (Fee, Warning)).pays(ANNA, 900),
        of("all of it destroyed", anna(), ANNA, (Burn, Warning)).locks(b"\x6a\x01a", COIN - 900),
        of("to a script without an address", anna(), ANNA, (Send, Warning)).locks(&[0x51], COIN - 900),
        of("runes moved", Coin::of(ANNA, 10_001, 1), ANNA, (Unread, Warning))
            .locks(b"\x6a\x5d\x03\x16\x01\x02", 0)
            .pays(ANNA, 9_000),
        of("open to others for good", anna().sighash(0x81), ANNA, (Joinable.into(), Warning))
            .pays(ANNA, COIN - 900),
        of(
            "an input that holds more than is said",
            Coin { said: Some(50_000), ..Coin::of(ANNA, COIN, 1).bare() },
            ANNA,
            (Unproven.into(), Warning),
        )
        .pays(BERT, 40_000),
        of(
            "the same, nested",
            Coin { said: Some(50_000), ..Coin::of(ANNA_NESTED, COIN, 1).bare() },
            ANNA_NESTED,
            (Unproven.into(), Warning),
        )
        .pays(BERT, 40_000),
        of("an own input hides behind another script", anna(), ANNA, (AtMost.into(), Review))
            .beside(Coin::locked(script(BERT).unwrap(), COIN, 2).bare(), None)
            .pays(BERT, COIN)
            .pays(ANNA, COIN - 900),
        of("an input of which nothing is said", anna(), ANNA, (JointUnproven.into(), Warning))
            .beside(Coin { has_bare: false, ..Coin::of(ANNA, COIN, 2).bare() }, None)
            .pays(BERT, COIN)
            .pays(ANNA, COIN - 900),
        of("an own input that is not asked for pays too", anna(), ANNA, (Total.into(), Review))
            .beside(Coin::of(ANNA, COIN, 2), None)
            .pays(BERT, 2 * COIN - 900),
    ]
    .into()
}

// req: 10.44
#[test]
fn never_understates_a_drain() {
    assert!(drains().len() >= 20);
    for drain in drains() {
        for (before, behind, is_second) in
            [(0, 0, false), (MANY, 0, false), (0, MANY, false), (0, 0, true), (MANY, MANY, true)]
        {
            let what: String = alloc::format!("{} {before} {behind}", drain.what);
            let effects =
                read(&drain.request(before, behind, is_second)).unwrap_or_else(|| panic!("{what}: read"));
            let (kind, risk) = drain.is;
            let found = effects.iter().filter(|effect| effect.kind == kind).map(|effect| effect.risk).max();
            assert!(found >= Some(risk), "{what}: {found:?}");
            assert!(effects.iter().map(|effect| effect.risk).max() >= Some(risk), "{what}");
        }
    }
}

// req: 10.44
#[test]
fn treats_a_signature_without_its_output_as_open() {
    for kind in [3, 0x83] {
        let drain = MaliciousRequest::of(
            "",
            Coin::of(ANNA, COIN, 1).sighash(kind),
            ANNA,
            (Clause::OpenSignature.into(), Risk::Critical),
        );
        for before in [0, MANY] {
            let effects = read(&drain.request(before, 0, false)).unwrap();
            assert!(effects.iter().any(|effect| (effect.kind, effect.risk) == drain.is), "{kind} {before}");
        }
    }
}

// req: 10.44
#[test]
fn rejects_a_hidden_own_input_once_the_node_reveals_it() {
    let hidden = Coin::of(ANNA, COIN, 2).bare();
    let mut lie = hidden.clone();
    // the document claims that it belongs to someone else
    lie.before.outputs[1].script = crate::namespaces::bip122::codec::script::of_address(BERT).unwrap();
    let draft = Draft::of([Coin::of(ANNA, COIN, 1), hidden.clone()]).pays(BERT, COIN).pays(ANNA, COIN - 900);
    let fields = {
        let mut bare = Vec::from(COIN.to_le_bytes());
        bare.push(lie.before.outputs[1].script.len() as u8);
        bare.extend(&lie.before.outputs[1].script);
        bare
    };
    let mut draft = draft;
    draft.coins[1] = Coin { has_bare: false, ..hidden.clone() }.with(&[1], &fields);
    let params = request(&draft, json!([{ "address": ANNA, "index": 0 }]));
    let effects = read(&params).unwrap();
    assert!(effects.iter().any(|effect| effect.is(Clause::AtMost)), "nothing that comes back is counted");
    let previous =
        crate::namespaces::bip122::reader::amounts::Previous::from([(hidden.before.txid(), hidden.before)]);
    assert_eq!(crate::namespaces::bip122::tests::requests::read_with(&params, &previous), None);
}

// req: 10.44
#[test]
fn rejects_a_legacy_signature_over_the_number_one() {
    for kind in [3, 0x83] {
        let old = || Coin::of(ANNA_OLD, COIN, 1).sighash(kind);
        let of = |coin: Coin| {
            MaliciousRequest::of("", coin, ANNA_OLD, (Clause::OpenSignature.into(), Risk::Critical))
        };
        assert_eq!(read(&of(old()).request(0, 0, false)), None, "{kind}: no output");
        assert!(read(&of(old()).request(0, 1, false)).is_some(), "{kind}: one at its place");
        // a signature type that only the request allows counts too, next to one that leaves more open
        let asked = of(Coin::of(ANNA_OLD, COIN, 1)).asked_as(json!([2, kind]));
        assert_eq!(read(&asked.request(0, 0, false)), None, "{kind}");
        // for an input outside the request, too
        let beside = MaliciousRequest::of(
            "",
            Coin::of(ANNA, COIN, 2),
            ANNA,
            (Clause::OpenSignature.into(), Risk::Critical),
        );
        let beside = beside.beside(old(), None).pays(ANNA, COIN);
        assert_eq!(read(&beside.request(0, 0, false)), None, "{kind}: beside");
    }
}
