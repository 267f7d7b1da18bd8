//! Swaps and approvals that a service might have built (docs/spec/security.md T8): every one that does something else is blocked, every
//! good one passes. Call data is put together here, word by word; nothing of the engine helps.

use super::{Dice, seed, times};
use serde_json::{Value, json};
use wallet_engine::amount::quantity;
use wallet_engine::caip::ChainId;
use wallet_engine::namespaces::eip155::codec::swap::{Bounds, approval, bounded};

const WORD: usize = 64;
const NATIVE: &str = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";

fn bytes(dice: &Dice, count: usize) -> String {
    (0..count).map(|_| format!("{:02x}", dice.below(256))).collect()
}

/// A swap as its words.
#[derive(Clone)]
struct Call {
    from: String,
    to: String,
    value: u128,
    chain: u64,
    selector: String,
    executor: String,
    source: String,
    target: String,
    paid: String,
    receiver: String,
    amount: u128,
    minimum: u128,
    flags: u128,
    offset: u128,
    payload: String,
    /// After everything.
    tail: String,
}

impl Call {
    fn request(&self) -> Value {
        let word = |address: &str| format!("{address:0>64}");
        let head = [&self.executor, &self.source, &self.target, &self.paid, &self.receiver]
            .map(|a| word(a))
            .concat();
        let length = self.payload.len() / 2;
        let padding = "0".repeat(length.div_ceil(32) * WORD - self.payload.len());
        let data = format!(
            "0x{}{head}{:064x}{:064x}{:064x}{:064x}{length:064x}{}{padding}{}",
            self.selector, self.amount, self.minimum, self.flags, self.offset, self.payload, self.tail
        );
        json!([{"from": format!("0x{}", self.from), "to": format!("0x{}", self.to), "value": format!("{:#x}", self.value),
            "data": data, "chainId": format!("{:#x}", self.chain)}])
    }
}

/// What was chosen and quoted, and an honest call for it.
fn honest(dice: &Dice) -> (Bounds, Call) {
    let pick = |dice: &Dice| if dice.below(3) == 0 { NATIVE.into() } else { bytes(dice, 20) };
    let (source, mut target): (String, String) = (pick(dice), pick(dice));
    if source == target {
        target = bytes(dice, 20);
    }
    let amount = u128::from(dice.number()) + 1;
    let quoted = u128::from(dice.number()) * 7 + 200;
    let (user, router) = (bytes(dice, 20), bytes(dice, 20));
    let slippage = 10 + dice.number() % 491;
    let least = quoted * (10_000 - u128::from(slippage)) / 10_000;
    let minimum = match dice.below(3) {
        0 => least,
        1 => quoted,
        _ => least + 1 + quoted / 1_000,
    };
    let call = Call {
        from: user.clone(),
        to: router.clone(),
        value: if source == NATIVE { amount } else { 0 },
        chain: 1337,
        selector: "07ed2379".into(),
        executor: bytes(dice, 20),
        paid: bytes(dice, 20),
        receiver: if dice.below(4) == 0 { "0".repeat(40) } else { user.clone() },
        payload: {
            let length = dice.below(200);
            bytes(dice, length)
        },
        tail: String::new(),
        flags: 0,
        offset: 9 * 32,
        source: source.clone(),
        target: target.clone(),
        amount,
        minimum,
    };
    let address = |hex: &str| format!("0x{hex}").parse().unwrap();
    let token = |hex: &str| (hex != NATIVE).then(|| address(hex));
    let units = |units: u128| quantity(&format!("{units:#x}")).unwrap();
    let may = Bounds {
        from: address(&user),
        chain: ChainId::evm(1337),
        routers: vec![address(&router)],
        source: token(&source),
        target: token(&target),
        amount: units(amount),
        quoted: units(quoted),
        slippage,
    };
    (may, call)
}

/// One thing is another one; never by chance the same. `least` is what has to be got at least: any less is a lie.
fn lie(dice: &Dice, call: &mut Call, least: u128) -> &'static str {
    let other = |dice: &Dice, was: &str| loop {
        let other = bytes(dice, 20);
        if other != was {
            return other;
        }
    };
    match dice.below(18) {
        0 => {
            call.from = other(dice, &call.from);
            "from"
        }
        1 => {
            call.to = other(dice, &call.to);
            "router"
        }
        2 => {
            call.value += 1 + u128::from(dice.number());
            "value"
        }
        3 => {
            call.chain += 1 + dice.number() % 1_000;
            "chain"
        }
        4 => {
            call.selector = bytes(dice, 4).replace("07ed2379", "07ed2378");
            "selector"
        }
        5 => {
            call.source = other(dice, &call.source);
            "source"
        }
        6 => {
            call.target = other(dice, &call.target);
            "target"
        }
        7 => {
            call.receiver = other(dice, &call.from);
            "receiver"
        }
        8 => {
            call.amount = call.amount.wrapping_add(1 + u128::from(dice.number()));
            "amount"
        }
        9 => {
            call.amount = call.amount.saturating_sub(1);
            "less"
        }
        10 => {
            call.minimum = u128::from(dice.number()) % least.max(1);
            "minimum"
        }
        11 => {
            call.flags = 1 + u128::from(dice.number());
            "flags"
        }
        12 => {
            call.offset = 32 * (dice.below(64) as u128) + 1;
            "offset"
        }
        13 => {
            let count = 1 + dice.below(100);
            call.tail = bytes(dice, count);
            "tail"
        }
        14 => {
            call.executor = format!("{}{}", 1 + dice.below(9), call.executor);
            "above executor"
        }
        15 => {
            call.receiver = format!("{}{}", 1 + dice.below(9), call.receiver);
            "above receiver"
        }
        16 => {
            call.paid = format!("f{}", call.paid);
            "above paid"
        }
        _ => {
            call.target = call.source.clone();
            "nothing is swapped"
        }
    }
}

// req: 10.12
#[test]
fn blocks_every_deviating_swap_and_accepts_every_honest_one() {
    let dice = Dice::new("swaps");
    let count = 1_000 * times();
    for at in 0..count {
        let (may, call) = honest(&dice);
        assert!(
            bounded(&call.request(), &may, &[]).is_some(),
            "a good one, {at}, seed {}: {}",
            seed(),
            call.request()
        );
        let mut hostile = call.clone();
        let least = u128::try_from(may.quoted).unwrap() * (10_000 - u128::from(may.slippage)) / 10_000;
        let what: Vec<&str> = (0..=dice.below(3)).map(|_| lie(&dice, &mut hostile, least)).collect();
        if hostile.request() != call.request() && !undone(&hostile, &call) {
            assert!(
                bounded(&hostile.request(), &may, &[]).is_none(),
                "{what:?}, {at}, seed {}: {}",
                seed(),
                hostile.request()
            );
        }
        // a byte of the words that matter
        let request = call.request();
        let mut data = request[0]["data"].as_str().unwrap().to_owned().into_bytes();
        let words = [1, 2, 4, 5, 7, 8]; // the minimum may be more, the list of bytes is the executor's
        let word = *dice.of(&words);
        let place = 2 + 8 + word * WORD + dice.below(WORD);
        data[place] = if data[place] == b'7' { b'8' } else { b'7' };
        let mut flipped = request.clone();
        flipped[0]["data"] = String::from_utf8(data).unwrap().into();
        assert!(bounded(&flipped, &may, &[]).is_none(), "word {word}, {at}, seed {}", seed());
    }
    println!("{count} swaps and as many hostile ones, twice, seed {}", seed());
}

/// Two lies may undo each other: one more and one less of the amount.
fn undone(hostile: &Call, call: &Call) -> bool {
    let same = |a: &Call, b: &Call| a.request() == b.request();
    same(hostile, call)
}

#[test]
fn rejects_every_call_that_exceeds_an_approval() {
    let dice = Dice::new("approvals");
    let count = 1_000 * times();
    for at in 0..count {
        let (spender, units) = (bytes(&dice, 20), dice.number());
        let good = format!("095ea7b3{spender:0>64}{units:064x}");
        let (read, amount) = approval(&good).unwrap();
        assert_eq!(format!("{read:?}").to_lowercase(), format!("0x{spender}"));
        assert_eq!(amount.to_string(), units.to_string());
        let bad = match dice.below(5) {
            0 => format!("{good}{}", {
                let count = 1 + dice.below(70);
                bytes(&dice, count)
            }),
            1 => good[..good.len() - 1 - dice.below(100)].to_owned(),
            2 => format!("{}{}", bytes(&dice, 4).replace("095ea7b3", "095ea7b4"), &good[8..]),
            3 => format!("095ea7b3{}{}", 1 + dice.below(9), &good[9..]),
            _ => good.replacen(char::is_alphanumeric, "g", 1),
        };
        assert_eq!(approval(&bad), None, "{at}, seed {}: {bad}", seed());
    }
    println!("{count} approvals and as many that are none, seed {}", seed());
}
