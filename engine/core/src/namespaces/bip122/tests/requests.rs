//! The effects of the namespace's requests.

use super::written::{Coin, Draft};
use crate::caip::{ChainId, Namespace};
use crate::entities::{AccountEntry, AccountType};
use crate::namespaces::NamespaceRules;
use crate::namespaces::bip122::codec::transaction;
use crate::namespaces::bip122::reader::amounts::Previous;
use crate::namespaces::bip122::reader::effects::{self, Own};
use crate::namespaces::bip122::reader::{signed, words};
use crate::namespaces::clauses::Clause;
use crate::namespaces::effects::{Effect, EffectKind, EffectText, HowMuch, Risk};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloy_primitives::U256;
use serde_json::{Value, json};
use walletconnect::base64;

pub const CHAIN: &str = "bip122:000000000019d6689c085ae165831e93";
pub const ANNA: &str = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
pub const ANNA_ART: &str = "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0";
pub const ANNA_OLD: &str = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2";
pub const ANNA_NESTED: &str = "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy";
pub const BERT: &str = "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3";

pub fn entry(address: &str, kind: AccountType) -> AccountEntry {
    AccountEntry {
        namespace: Namespace::Bip122,
        address: address.into(),
        kind,
        label: None,
        algorithm: None,
        public_key: None,
        path: None,
        chain: None,
    }
}

pub fn accounts() -> Vec<AccountEntry> {
    let of = |address| entry(address, AccountType::Payment);
    [of(ANNA), entry(ANNA_ART, AccountType::Ordinal), of(ANNA_OLD), of(ANNA_NESTED)].into()
}

pub fn request(draft: &Draft, inputs: Value) -> Value {
    json!({ "account": ANNA, "psbt": draft.text(), "signInputs": inputs })
}

/// Requests a signature on every input of these addresses, in order.
pub fn by(addresses: &[&str]) -> Value {
    let all = addresses.iter().enumerate();
    all.map(|(index, address)| json!({ "address": address, "index": index })).collect()
}

pub fn read_with(params: &Value, previous: &Previous) -> Option<Vec<Effect>> {
    let chain = ChainId::parse(CHAIN).unwrap();
    let accounts = accounts();
    effects::read(params, &Own { accounts: &accounts, are_named: true, chain: &chain }, previous)
}

pub fn read(params: &Value) -> Option<Vec<Effect>> {
    read_with(params, &Previous::new())
}

/// The kind, risk, satoshis, address and text of each effect.
pub fn said(effects: &[Effect]) -> Vec<String> {
    let one = |effect: &Effect| {
        let kind = match effect.kind {
            EffectKind::Clause(clause) => alloc::format!("{clause:?}"),
            kind => alloc::format!("{kind:?}"),
        };
        let mut parts = Vec::from([alloc::format!("{kind} {:?}", effect.risk)]);
        if let Some(HowMuch::Units(units)) = effect.amount {
            parts.push(units.to_string());
        }
        parts.extend(effect.party.clone());
        parts.extend(effect.words.as_ref().map(|words| match words {
            EffectText::Name(of) | EffectText::Text(of) | EffectText::Invoked(of) => of.clone(),
        }));
        parts.join(" ")
    };
    effects.iter().map(one).collect()
}

fn lines(draft: &Draft, inputs: Value) -> Vec<String> {
    said(&read(&request(draft, inputs)).unwrap())
}

fn is_refused(draft: &Draft, inputs: Value) -> bool {
    read(&request(draft, inputs)).is_none()
}

// req: 10.44
#[test]
fn totals_the_spent_amount_minus_the_change() {
    let draft = Draft::of([Coin::of(ANNA, 100_000_001, 1)]).pays(BERT, 30_000_000).pays(ANNA_ART, 69_998_001);
    let shown = [
        "Send Normal 30000000 bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
        "Total Review 30002000",
        "Fee Normal 2000 ≈ 12.1 sat/vB",
    ];
    assert_eq!(lines(&draft, by(&[ANNA])), shown);
    assert_eq!(lines(&draft.clone().second(), by(&[ANNA])), shown, "BIP-370");
    // also legacy and nested inputs, and recipients of every type
    let draft = Draft::of([Coin::of(ANNA_OLD, 50_000, 1), Coin::of(ANNA_NESTED, 50_000, 2)])
        .pays("1111111111111111111114oLvT2", 20_000)
        .pays("35hK24tcLEWcgNA4JxpvbkNkoAcDGqQPsP", 20_000)
        .locks(alloc::vec![0x51], 9_000);
    assert_eq!(
        lines(&draft, by(&[ANNA_OLD, ANNA_NESTED])),
        [
            "Send Review 20000 1111111111111111111114oLvT2",
            "Send Review 20000 35hK24tcLEWcgNA4JxpvbkNkoAcDGqQPsP",
            "Send Warning 9000 51",
            "Total Review 100000",
            "Fee Warning 51000 ≈ 156.4 sat/vB",
        ]
    );
}

// req: 10.44
#[test]
fn shows_data_outputs_as_text_or_bytes_and_names_runes() {
    let back = |script: &[u8], value| {
        lines(
            &Draft::of([Coin::of(ANNA, 90_000, 1)]).locks(script.into(), value).pays(ANNA, 80_000),
            by(&[ANNA]),
        )
    };
    assert_eq!(back(b"\x6a\x05hello", 0)[0], "Note Normal hello");
    assert_eq!(back(b"\x6a\x02\xff\xfe", 0)[0], "Note Normal 02fffe");
    assert_eq!(back(b"\x6a\x5d\x02\x01\x02", 0)[0], "Unread Warning Runestone");
    assert_eq!(back(b"\x6a\x05hello", 700)[..2], ["Burn Warning 700", "Note Normal hello"]);
}

// req: 10.44
#[test]
fn warns_about_coins_that_might_carry_a_collectible() {
    for (coin, address, is_one) in [
        (Coin::of(ANNA, 330, 1), ANNA, true),
        (Coin::of(ANNA, 546, 1), ANNA, true),
        (Coin::of(ANNA, 10_000, 1), ANNA, true),
        (Coin::of(ANNA, 10_001, 1), ANNA, false),
        (Coin::of(ANNA_ART, 70_001, 1), ANNA_ART, true),
    ] {
        let value = coin.before.outputs[1].value;
        let draft = Draft::of([coin]).pays(BERT, value - 100);
        let line = alloc::format!("Collectible Warning {value} 1");
        assert_eq!(lines(&draft, by(&[address])).contains(&line), is_one, "{line}");
    }
}

// req: 10.44
#[test]
fn treats_a_shared_payment_and_ordinals_address_as_ordinals() {
    let chain = ChainId::parse(CHAIN).unwrap();
    let both = [entry(ANNA_ART, AccountType::Payment), entry(ANNA_ART, AccountType::Ordinal)];
    let params = request(&Draft::of([Coin::of(ANNA_ART, 70_001, 1)]).pays(BERT, 60_000), by(&[ANNA_ART]));
    let effects =
        effects::read(&params, &Own { accounts: &both, are_named: true, chain: &chain }, &Previous::new())
            .unwrap();
    assert!(effects.iter().any(|effect| effect.is(Clause::Collectible)));
}

// req: 10.44
#[test]
fn rejects_a_map_with_too_many_fields() {
    let with = |count: u16| {
        let coin = (0..count).fold(Coin::of(ANNA, 60_000, 1), |coin, at| {
            let [high, low] = at.to_be_bytes();
            coin.with(&[0xf0, high, low], &[])
        });
        read(&request(&Draft::of([coin]).pays(BERT, 50_000), by(&[ANNA])))
    };
    assert!(with(250).is_some() && with(257).is_none());
}

// req: 10.44
#[test]
fn proves_amounts_by_the_previous_transaction() {
    let paid = |coin: Coin, address| {
        let draft = Draft::of([coin]).pays(BERT, 50_000);
        read(&request(&draft, by(&[address]))).map(|effects| said(&effects))
    };
    let has = |lines: Option<Vec<String>>| lines.unwrap().contains(&"Unproven Warning 60000".into());
    assert!(!has(paid(Coin::of(ANNA, 60_000, 1), ANNA)));
    assert!(has(paid(Coin::of(ANNA, 60_000, 1).bare(), ANNA)));
    assert!(has(paid(Coin::of(ANNA_NESTED, 60_000, 1).bare(), ANNA_NESTED)));
    assert!(!has(paid(Coin::of(ANNA_ART, 60_000, 1).bare(), ANNA_ART)), "taproot signs its amount");
    // rejected without a witness
    assert_eq!(paid(Coin::of(ANNA_OLD, 60_000, 1).bare(), ANNA_OLD), None);
    assert!(paid(Coin { has_bare: false, ..Coin::of(ANNA_OLD, 60_000, 1) }, ANNA_OLD).is_some());
    // the two stated amounts differ, or the transaction is a different one
    assert_eq!(paid(Coin { said: Some(60_001), ..Coin::of(ANNA, 60_000, 1) }, ANNA), None);
    let mut other = Coin::of(ANNA, 60_000, 1).bare();
    let before = Coin::of(ANNA, 60_000, 2).before;
    other.fields.push(([0].into(), before.written()));
    assert_eq!(paid(other, ANNA), None);
    // the amount isn't stated anywhere
    assert_eq!(paid(Coin { has_bare: false, ..Coin::of(ANNA, 60_000, 1).bare() }, ANNA), None);
    // with the node's data, and against it
    let coin = Coin { said: Some(60_000), ..Coin::of(ANNA, 60_000, 1).bare() };
    let draft = Draft::of([coin.clone()]).pays(BERT, 50_000);
    let previous = Previous::from([(coin.before.txid(), coin.before.clone())]);
    let params = request(&draft, by(&[ANNA]));
    assert!(!has(read_with(&params, &previous).map(|effects| said(&effects))));
    let lie = Draft::of([Coin { said: Some(50_500), ..coin }]).pays(BERT, 50_000);
    assert!(read(&request(&lie, by(&[ANNA]))).is_some());
    assert_eq!(read_with(&request(&lie, by(&[ANNA])), &previous), None);
    // one taproot signature covers all amounts, unless it only covers its own input
    let both = |kind| {
        let draft =
            Draft::of([Coin::of(ANNA_ART, 70_000, 1).bare().sighash(kind), Coin::of(ANNA, 60_000, 2).bare()]);
        lines(&draft.pays(BERT, 90_000), by(&[ANNA_ART, ANNA]))
    };
    assert!(!both(0).contains(&"Unproven Warning 60000".into()));
    assert!(both(0x81).contains(&"Unproven Warning 60000".into()));
}

// req: 10.44
#[test]
fn shows_what_a_signature_leaves_open() {
    let signed = |kind: u32, value, to: &str| {
        let draft = Draft::of([Coin::of(ANNA_ART, 60_000, 1).sighash(kind)]).pays(to, value);
        lines(&draft, by(&[ANNA_ART]))[0].clone()
    };
    assert_eq!(signed(0x83, 5_000_000, ANNA), "Listing Warning 5000000 1");
    assert_eq!(signed(0x83, 60_000, ANNA), "Listing Warning 60000 1");
    assert_eq!(signed(0x83, 59_999, ANNA), "Listing Critical 59999 1");
    assert_eq!(signed(0x83, 5_000_000, BERT), "OpenSignature Critical 60000");
    assert_eq!(signed(3, 5_000_000, ANNA), "Partial Warning 5000000 1");
    assert_eq!(signed(3, 9_000, ANNA), "Partial Critical 9000 1");
    assert_eq!(signed(2, 50_000, ANNA), "OpenSignature Critical 60000");
    assert_eq!(signed(0x82, 50_000, ANNA), "OpenSignature Critical 60000");
    assert_eq!(signed(0x81, 50_000, ANNA), "Joinable Warning");
    // without an output at its index
    let draft = Draft::of([Coin::of(ANNA, 60_001, 1), Coin::of(ANNA, 60_002, 2).sighash(0x83)]);
    let found = lines(&draft.clone().pays(ANNA, 100_000), by(&[ANNA, ANNA]));
    assert_eq!(found[0], "OpenSignature Critical 60002");
    assert_eq!(found[1..], ["AtMost Review 120003", "Fee Review"]);
    // what the request allows counts like what the document states
    let draft = Draft::of([Coin::of(ANNA, 60_000, 1)]).pays(BERT, 50_000);
    let kinds = |kinds: Value| json!([{ "address": ANNA, "index": 0, "sighashTypes": kinds }]);
    assert_eq!(lines(&draft, kinds(json!([1, 2])))[0], "OpenSignature Critical 60000");
    assert_eq!(lines(&draft, kinds(json!([1])))[0].split(' ').next(), Some("Send"));
    for wrong in [json!([4]), json!([0x80]), json!([-1]), json!("ALL"), json!([1.0]), json!([257])] {
        assert!(is_refused(&draft, kinds(wrong.clone())), "{wrong}");
    }
    assert!(is_refused(&Draft::of([Coin::of(ANNA, 9_000, 1).sighash(4)]).pays(BERT, 1), by(&[ANNA])));
}

// req: 10.44
#[test]
fn shows_other_payers_without_hiding_anything() {
    let theirs = Coin::of(BERT, 1_000_000, 9);
    let of = |theirs: Coin| {
        let draft = Draft::of([Coin::of(ANNA, 60_000, 1), theirs]).pays(ANNA, 900_000).pays(BERT, 150_000);
        lines(&draft, by(&[ANNA]))
    };
    assert_eq!(of(theirs.clone())[0], "Joint Review");
    assert_eq!(of(theirs.clone())[2], "Receive Review 840000");
    // unverifiable inputs can be the user's own, so no returned amount is subtracted
    let found = of(theirs.clone().bare());
    assert_eq!((found[0].as_str(), found[2].as_str()), ("JointUnproven Warning", "AtMost Review 60000"));
    let found = of(Coin { has_bare: false, ..theirs.bare() });
    assert_eq!(
        (found[0].as_str(), found[2].as_str(), found[3].as_str()),
        ("JointUnproven Warning", "AtMost Review 60000", "Fee Review")
    );
}

// req: 10.44, 6.5
#[test]
fn rejects_inputs_of_other_accounts() {
    let draft = Draft::of([Coin::of(ANNA, 60_000, 1), Coin::of(BERT, 60_000, 2)]).pays(BERT, 110_000);
    assert!(!is_refused(&draft, by(&[ANNA])));
    for inputs in [
        json!([]),
        json!("all"),
        json!([{ "address": BERT, "index": 1 }]),
        json!([{ "address": ANNA, "index": 1 }]),
        json!([{ "address": ANNA_ART, "index": 0 }]),
        json!([{ "address": "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "index": 0 }]),
        json!([{ "address": ANNA, "index": 2 }]),
        json!([{ "address": ANNA, "index": -1 }]),
        json!([{ "address": ANNA }]),
        json!([{ "index": 0 }]),
        json!([{ "address": ANNA, "index": 0 }, { "address": ANNA, "index": 0 }]),
    ] {
        assert!(is_refused(&draft, inputs.clone()), "{inputs}");
    }
    let all = |coins: Vec<Coin>| is_refused(&Draft::of(coins).pays(BERT, 9_000), by(&[ANNA]));
    let coin = || Coin::of(ANNA, 60_000, 1);
    assert!(all([coin(), coin()].into()), "one coin twice");
    // already signed
    let key = [&[2][..], &[2; 33]].concat();
    assert!(!all([coin().with(&key, &[&[0x30; 70][..], &[1]].concat())].into()));
    assert!(all([coin().with(&key, &[&[0x30; 70][..], &[0x83]].concat())].into()));
    assert!(all([coin().with(&[8], &[0])].into()));
    let mine = Coin::of(ANNA, 70_000, 3).with(&key, &[&[0x30; 70][..], &[2]].concat());
    assert!(all([coin(), mine].into()), "the other one of the person's");
    // a script that doesn't match, and an unknown one
    assert!(all([coin().with(&[4], &[0x51])].into()));
    assert!(all([coin().with(&[5], &[0x51])].into()));
    let nested = Coin::of(ANNA_NESTED, 60_000, 1).with(&[4], &[&[0, 20][..], &[7; 20]].concat());
    assert!(is_refused(&Draft::of([nested]).pays(BERT, 9_000), by(&[ANNA_NESTED])));
    // more than the maximum supply, and more than the inputs
    let of = |value, paid| is_refused(&Draft::of([Coin::of(ANNA, value, 1)]).pays(BERT, paid), by(&[ANNA]));
    assert!(of(2_100_000_000_000_001, 1) && of(60_000, 60_001) && !of(60_000, 60_000));
    assert!(!of(2_100_000_000_000_000, 1));
    let twice = Draft::of([Coin::of(ANNA, 2_100_000_000_000_000, 1), Coin::of(ANNA, 1, 2)]);
    assert!(is_refused(&twice.pays(BERT, 9_000), by(&[ANNA, ANNA])));
}

// req: 10.44
#[test]
fn names_unread_fields_of_a_request() {
    let draft = Draft::of([Coin::of(ANNA, 60_000, 1)]).pays(BERT, 50_000);
    let with = |name: &str, value: Value| {
        let mut params = request(&draft, by(&[ANNA]));
        params[name] = value;
        read(&params).map(|effects| said(&effects).pop().unwrap())
    };
    assert_eq!(with("broadcast", json!(true)).unwrap(), "Broadcast Review");
    assert!(with("broadcast", json!(false)).unwrap().starts_with("Fee"));
    assert_eq!(with("broadcast", json!("no")), None);
    assert_eq!(with("autoFinalized", json!(true)).unwrap(), "Unread Warning autoFinalized");
    let entry = json!([{ "address": ANNA, "index": 0, "disableTweakSigner": true }]);
    assert_eq!(with("signInputs", entry).unwrap(), "Unread Warning disableTweakSigner");
    assert_eq!(with("psbt", json!("cHNidP8=")), None);
    assert_eq!(with("psbt", json!("A".repeat(400_001))).unwrap(), "Unread Warning");
}

// req: 10.44
#[test]
fn warns_about_an_unusual_fee() {
    let fee = |value, paid| {
        let draft = Draft::of([Coin::of(ANNA, value, 1)]).pays(BERT, paid);
        read(&request(&draft, by(&[ANNA]))).unwrap().pop().unwrap().risk
    };
    assert_eq!(fee(10_000_000, 9_900_000), Risk::Normal);
    assert_eq!(fee(10_000_000, 9_870_000), Risk::Warning, "1,000 a byte");
    assert_eq!(fee(90_000_000, 88_999_999), Risk::Warning, "a hundredth of a bitcoin");
    // a quarter of the payments to others, and one satoshi more
    assert_eq!(fee(12_500, 10_000), Risk::Normal);
    assert_eq!(fee(12_501, 10_000), Risk::Warning);
    // if everything returns, nothing is paid to others
    let own = Draft::of([Coin::of(ANNA, 10_000, 1)]).pays(ANNA, 6_000);
    assert_eq!(read(&request(&own, by(&[ANNA]))).unwrap().pop().unwrap().risk, Risk::Normal);
    let both = Draft::of([Coin::of(ANNA, 90_000, 1)]).pays(BERT, 1_000).pays(ANNA, 88_500);
    assert_eq!(read(&request(&both, by(&[ANNA]))).unwrap().pop().unwrap().risk, Risk::Warning);
}

// req: 10.44
#[test]
fn notes_script_inputs_and_reviews_totals_of_small_outputs() {
    let plain = Draft::of([Coin::of(ANNA_ART, 60_000, 1)]).pays(BERT, 50_000);
    assert!(!lines(&plain, by(&[ANNA_ART])).contains(&"Script Review 1".into()));
    let control = [&[0x15, 0xc0][..], &[7; 32]].concat();
    let leaf = Coin::of(ANNA_ART, 60_000, 1).with(&control, &[0x51, 0xc0]);
    let scripted = Draft::of([leaf]).pays(BERT, 50_000);
    assert!(lines(&scripted, by(&[ANNA_ART])).contains(&"Script Review 1".into()));
    let others = ["1111111111111111111114oLvT2", "35hK24tcLEWcgNA4JxpvbkNkoAcDGqQPsP"];
    let dust = || others.iter().fold(Draft::of([Coin::of(ANNA, 99_000, 1)]), |draft, to| draft.pays(to, 600));
    for (draft, risk) in [(dust(), Risk::Normal), (dust().pays(BERT, 90_000), Risk::Review)] {
        let effects = read(&request(&draft.pays(others[0], 600), by(&[ANNA]))).unwrap();
        let mut sends = effects.iter().filter(|effect| effect.kind == EffectKind::Send);
        assert!(sends.all(|effect| effect.risk == risk), "{effects:#?}");
    }
}

// req: 10.44
#[test]
fn rejects_truncated_or_overlong_data() {
    let draft = Draft::of([Coin::of(ANNA, 60_000, 1), Coin::of(ANNA_ART, 60_000, 2)]).pays(BERT, 50_000);
    for draft in [draft.clone(), draft.second()] {
        let bytes = draft.bytes();
        let is_read = |bytes: &[u8]| {
            let params = json!({ "account": ANNA, "psbt": base64::encode(bytes), "signInputs": by(&[ANNA]) });
            read(&params).is_some()
        };
        assert!(is_read(&bytes));
        for end in 0..bytes.len() {
            assert!(!is_read(&bytes[..end]), "{end}");
        }
        assert!(!is_read(&[&bytes[..], &[0]].concat()));
    }
    let twice = Coin::of(ANNA, 60_000, 1).sighash(1).sighash(1);
    assert!(is_refused(&Draft::of([twice]).pays(BERT, 50_000), by(&[ANNA])));
}

fn of_words(read: impl Fn(&Value, &Own<'_>) -> Option<Vec<Effect>>, params: &Value) -> Option<Vec<String>> {
    let chain = ChainId::parse(CHAIN).unwrap();
    let accounts = accounts();
    read(params, &Own { accounts: &accounts, are_named: true, chain: &chain }).map(|effects| said(&effects))
}

// req: 10.44
#[test]
fn shows_recipient_amount_and_change_of_a_transfer() {
    let with = |more: Value| {
        let mut params = json!({ "account": ANNA, "recipientAddress": BERT, "amount": "1500" });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        of_words(words::transfer, &params)
    };
    let send = alloc::format!("Send Normal 1500 {BERT}");
    assert_eq!(with(json!({})).unwrap(), std::slice::from_ref(&send));
    assert_eq!(with(json!({ "changeAddress": ANNA_ART })).unwrap(), std::slice::from_ref(&send));
    assert_eq!(with(json!({ "feeRate": 900 })).unwrap()[1], "Unread Warning feeRate");
    for (name, value) in [
        ("recipientAddress", json!("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")),
        ("recipientAddress", json!("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5")),
        ("recipientAddress", json!(null)),
        ("changeAddress", json!("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx")),
        ("changeAddress", json!(7)),
        ("amount", json!(1500)),
        ("amount", json!("")),
        ("amount", json!("0")),
        ("amount", json!("+1")),
        ("amount", json!("1.5")),
        ("amount", json!("2100000000000001")),
        // the wallet would send something else than the decoded request
        ("changeAddress", json!(BERT)),
        ("memo", json!("68656c6c6f")),
        ("memo", json!("")),
        ("memo", json!(7)),
    ] {
        assert_eq!(with(json!({ name: value })), None, "{name} {value}");
    }
}

// req: 10.44
#[test]
fn shows_a_message_completely_for_the_own_account_only() {
    let with = |more: Value| {
        let mut params = json!({ "account": ANNA, "message": "hi" });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        of_words(words::message, &params)
    };
    assert_eq!(with(json!({})).unwrap(), ["Sign Normal hi"]);
    assert_eq!(with(json!({ "address": ANNA_ART, "protocol": "bip322" })).unwrap(), ["Sign Normal hi"]);
    assert_eq!(with(json!({ "address": BERT })), None);
    assert_eq!(with(json!({ "protocol": "raw" })), None);
    assert_eq!(with(json!({ "message": 7 })), None);
    assert_eq!(with(json!({ "message": "a".repeat(65_537) })).unwrap(), ["Unread Warning"]);
    assert_eq!(with(json!({ "hash": true })).unwrap()[1], "Unread Warning hash");
}

// req: 10.44
#[test]
fn accepts_signatures_only_for_the_requested_inputs() {
    let ecdsa = |kind: u8| [&[0x30; 70][..], &[kind]].concat();
    let key = [&[2][..], &[2; 33]].concat();
    let coins = || [Coin::of(ANNA, 60_000, 1), Coin::of(ANNA_ART, 60_000, 2), Coin::of(ANNA, 9_000, 3)];
    let draft = Draft::of(coins()).pays(BERT, 100_000);
    let inputs = by(&[ANNA, ANNA_ART]);
    let asked = request(&draft, inputs.clone());
    let with = |change: &dyn Fn(&mut Draft)| {
        let mut signed = draft.clone();
        change(&mut signed);
        signed::is_answer(&asked, &json!({ "psbt": signed.text() }))
    };
    let add = |at: usize, key: &[u8], value: &[u8]| {
        let (key, value): (Vec<u8>, Vec<u8>) = (key.into(), value.into());
        move |draft: &mut Draft| draft.coins[at].fields.push((key.clone(), value.clone()))
    };
    let witness = |items: &[&[u8]]| {
        let counted = items.iter().flat_map(|item| [&[item.len() as u8][..], item].concat());
        [items.len() as u8].into_iter().chain(counted).collect::<Vec<u8>>()
    };
    assert!(with(&|_| {}));
    assert!(with(&add(0, &key, &ecdsa(1))));
    assert!(!with(&add(0, &key, &ecdsa(0x83))));
    assert!(with(&add(1, &[0x13], &[7; 64])));
    assert!(with(&add(1, &[0x13], &[&[7; 64][..], &[1]].concat())));
    assert!(!with(&add(1, &[0x13], &[&[7; 64][..], &[2]].concat())));
    assert!(with(&add(0, &[8], &witness(&[&ecdsa(1), &[2; 33]]))));
    assert!(!with(&add(0, &[8], &witness(&[&ecdsa(3), &[2; 33]]))));
    assert!(with(&add(1, &[8], &witness(&[&[7; 64]]))));
    assert!(!with(&add(1, &[8], &witness(&[&[&[7; 64][..], &[0x82]].concat()]))));
    assert!(!with(&add(2, &key, &ecdsa(1))), "one that was not asked for");
    assert!(!with(&add(2, &[8], &witness(&[&ecdsa(1)]))));
    assert!(!with(&|draft| draft.outputs[0].0 -= 1));
    assert!(!with(&|draft| draft.coins[1].sequence = 0));
    assert!(with(&|draft| draft.is_second = true));
    assert!(!signed::is_answer(&asked, &json!({ "psbt": "AA==" })));
    assert!(!signed::is_answer(&asked, &json!({ "txid": "00" })), "nothing was to be sent");
    let mut sent = asked.clone();
    sent["broadcast"] = json!(true);
    assert!(!signed::is_answer(&sent, &json!({ "txid": "00" })), "of segwit alone its ID is known");
    let id = transaction::name(&draft.unsigned().txid());
    assert!(signed::is_answer(&sent, &json!({ "txid": id })));
    assert!(signed::is_answer(&json!({ "message": "hi" }), &json!({ "signature": "x" })));
}

// req: 10.44
#[test]
fn never_lowers_the_risk_of_an_effect_behind_dust() {
    let coins: Vec<Coin> = (0..30).map(|at| Coin::of(ANNA, 600 + u64::from(at), at)).collect();
    let mut drained = coins.clone();
    drained[29] = drained[29].clone().sighash(0x82);
    let asked: Vec<&str> = coins.iter().map(|_| ANNA).collect();
    let effects = read(&request(&Draft::of(drained).pays(ANNA, 600), by(&asked))).unwrap();
    assert_eq!(effects.iter().map(|effect| effect.risk).max(), Some(Risk::Critical));
    assert!(
        effects.iter().any(|effect| effect.is(Clause::OpenSignature)
            && effect.amount == Some(HowMuch::Units(U256::from(629))))
    );
}

#[test]
fn accepts_legacy_addresses_of_26_to_35_characters() {
    for (letters, is_one) in [(25, false), (26, true), (35, true), (36, false)] {
        let address = crate::namespaces::bip122::Bip122.address(&"1".repeat(letters));
        assert_eq!(address.is_ok(), is_one, "{letters}");
    }
}

// req: 10.44, 10.60
#[test]
fn counts_no_change_to_an_unconfirmed_address() {
    let chain = ChainId::parse(CHAIN).unwrap();
    let accounts = accounts();
    let read = |params: &Value, are_named| {
        let own = Own { accounts: &accounts, are_named, chain: &chain };
        said(&effects::read(params, &own, &Previous::new()).unwrap()).join("; ")
    };
    let one = || Draft::of([Coin::of(ANNA, 100_000, 1)]);
    let to_other = request(&one().pays(BERT, 10_000).pays(ANNA_NESTED, 89_000), by(&[ANNA]));
    assert!(read(&to_other, true).contains("Total Review 11000"), "{}", read(&to_other, true));
    let unnamed = read(&to_other, false);
    assert!(unnamed.contains("Total Review 100000") && unnamed.contains(ANNA_NESTED), "{unnamed}");
    // the wallet is asked to sign for the address, which it can't without the key
    let to_itself = request(&one().pays(BERT, 10_000).pays(ANNA, 89_000), by(&[ANNA]));
    assert!(read(&to_itself, false).contains("Total Review 11000"), "{}", read(&to_itself, false));
    // an output that a signature covers isn't an exception
    let alone = Draft::of([Coin::of(ANNA, 60_000, 1).sighash(0x83)]).pays(ANNA_NESTED, 60_000);
    let of_alone = request(&alone, json!([{"address": ANNA, "index": 0, "sighashTypes": [0x83]}]));
    assert!(read(&of_alone, true).contains("Listing"), "{}", read(&of_alone, true));
    assert!(read(&of_alone, false).contains("OpenSignature Critical"), "{}", read(&of_alone, false));
}
