//! What is said of the tokens of a request: what they keep, what their issuer can do, how they are counted (decision 80, "Tokens in a Solana
//! request").

use super::*;

const TOKEN_2022: &str = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const THEIRS: &str = "vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg";

fn extension(kind: u16, value: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], &(value.len() as u16).to_le_bytes(), value].concat()
}

fn mint(extensions: &[Vec<u8>]) -> Vec<u8> {
    let mut data = vec![0; 166];
    (data[44], data[45], data[165]) = (6, 1, 1);
    [data, extensions.concat()].concat()
}

fn held(owner: &str, extensions: &[Vec<u8>]) -> Vec<u8> {
    let mut data = [&of(MINT)[..], &of(owner), &[0; 101]].concat();
    data[108] = 1;
    data.push(2);
    [data, extensions.concat()].concat()
}

fn transfer() -> TestInstruction {
    let accounts = vec![(of(ACCOUNT), false), (of(MINT), false), (of(THEIRS), false), (of(ME), true)];
    (of(TOKEN_2022), accounts, [&[12][..], &MANY, &[6]].concat())
}

fn memo() -> TestInstruction {
    (of("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"), vec![], b"7".to_vec())
}

fn asked(mint: Vec<u8>, theirs: Vec<u8>, told: &[TestInstruction]) -> Value {
    let accounts = vec![
        (MINT, TOKEN_2022, mint),
        (ACCOUNT, TOKEN_2022, held(ME, &[])),
        (THEIRS, TOKEN_2022, held(THIEF, &[theirs])),
    ];
    let world = page("warning", accounts);
    send(&world, told);
    world.slice("review")
}

fn rules(review: &Value) -> Value {
    review["tokens"][0]["rules"].clone()
}

// req: 10.46
#[test]
fn shows_the_transfer_fee_of_the_current_epoch_and_its_change() {
    let fee = |epoch: u64, points: u16| {
        [&epoch.to_le_bytes()[..], &u64::MAX.to_le_bytes(), &points.to_le_bytes()].concat()
    };
    let with = |later: u64| {
        let value = [vec![0; 72], fee(0, 100), fee(later, 250)].concat();
        asked(mint(&[extension(1, &value)]), vec![], &[transfer()])
    };
    let review = with(701);
    assert_eq!(
        (&review["lines"][0]["amount"], &review["lines"][0]["withheld"]),
        (&json!("5"), &json!("0.05"))
    );
    assert_eq!((&review["lines"][0]["risk"], rules(&review)), (&json!("review"), json!(["fee_changes"])));
    let review = with(700);
    assert_eq!((&review["lines"][0]["withheld"], &review["tokens"]), (&json!("0.125"), &json!([])));
}

// req: 10.46
#[test]
fn shows_the_raw_amount_of_a_scaled_token() {
    let number = 2.5_f64.to_le_bytes();
    let value = [&[0; 32][..], &number, &[0; 8], &number].concat();
    let review = asked(mint(&[extension(25, &value)]), vec![], &[transfer()]);
    let line = &review["lines"][0];
    assert_eq!((&line["amount"], &line["uncounted"]), (&json!("12.5"), &json!("5")));
    assert_eq!(line["risk"], "review", "it is not what the bytes say");
}

// req: 10.46
#[test]
fn lists_the_issuers_powers_over_a_token() {
    let issued = [
        extension(12, &[9; 32]),
        extension(26, &[&[9; 32][..], &[1]].concat()),
        extension(6, &[2]),
        extension(9, &[]),
        extension(14, &[[9; 32], [9; 32]].concat()),
    ];
    let review = asked(mint(&issued), vec![], &[transfer()]);
    assert_eq!(rules(&review), json!(["bound", "paused", "takes_back", "stays_frozen", "hooked"]));
    assert_eq!(review["tokens"][0]["token"], MINT);
    // one without is not asked about
    assert_eq!(asked(mint(&[]), vec![], &[transfer()])["id"], json!(null));
}

// req: 10.46
#[test]
fn notes_a_required_memo_if_it_is_missing() {
    let wanting = || extension(8, &[1]);
    assert_eq!(rules(&asked(mint(&[]), wanting(), &[transfer()])), json!(["memo_wanted"]));
    assert_eq!(rules(&asked(mint(&[]), wanting(), &[transfer(), memo()])), json!(["memo_wanted"]));
    assert_eq!(rules(&asked(mint(&[]), wanting(), &[memo(), transfer()])), json!(null));
    assert_eq!(rules(&asked(mint(&[]), extension(8, &[0]), &[memo(), transfer()])), json!(null));
}
