//! A Solana token's own data: its mint with the extensions of Token-2022. Parsed defensively, because a token's issuer
//! controls these bytes. Obstacles to a transfer are in `money/tokens.rs`.

use super::accounts::{Account, HOLDING_BYTES, mint_decimals};
use super::count::{is_one, of_double, of_growth};
use crate::namespaces::solana::reader::effects::key;

use crate::namespaces::solana::codec::wire::Key;
use crate::namespaces::terms::{Count, Terms, TokenRule};
use alloc::vec::Vec;

/// The types of extensions (spl_token_2022::extension::ExtensionType).
const TRANSFER_FEE: u16 = 1;
const CONFIDENTIAL_ACCOUNT: u16 = 5;
const DEFAULT_STATE: u16 = 6;
const MEMO_TRANSFER: u16 = 8;
const NON_TRANSFERABLE: u16 = 9;
const INTEREST_BEARING: u16 = 10;
const CPI_GUARD: u16 = 11;
const PERMANENT_DELEGATE: u16 = 12;
const TRANSFER_HOOK: u16 = 14;
const LABELS: u16 = 19;
const SCALED_AMOUNT: u16 = 25;
const PAUSABLE: u16 = 26;

/// The value of an extension of a mint or a token account.
pub(crate) fn extension(account: &Account, wanted: u16) -> Option<&[u8]> {
    let mut rest = account.data.get(HOLDING_BYTES + 1..)?;
    loop {
        let (kind, after) = rest.split_first_chunk::<2>()?;
        let (length, after) = after.split_first_chunk::<2>()?;
        let (value, after) = after.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
        match u16::from_le_bytes(*kind) {
            0 => return None,
            kind if kind == wanted => return Some(value),
            _ => rest = after,
        }
    }
}

/// Whether a flag is set in an extension of a token account, which its owner controls: memos are required, or programs
/// are stopped.
fn is_set(account: &Account, kind: u16) -> bool {
    extension(account, kind).is_some_and(|value| value != [0])
}

/// Whether the token account's owner requires a memo for incoming transfers.
pub(crate) fn wants_memo(account: &Account) -> bool {
    is_set(account, MEMO_TRANSFER)
}

/// Whether the token account's CPI guard stops programs from moving its tokens.
pub(crate) fn is_guarded(account: &Account) -> bool {
    is_set(account, CPI_GUARD)
}

/// Whether the token account can have a confidential balance, which only its owner can read.
pub(crate) fn is_confidential(account: &Account) -> bool {
    extension(account, CONFIDENTIAL_ACCOUNT).is_some()
}

/// Whether a key is set. A key of zeros means none.
fn has_key(value: &[u8], at: usize) -> bool {
    value.get(at..at + 32).is_none_or(|key| key.iter().any(|byte| *byte != 0))
}

fn number(of: &[u8], at: usize) -> Option<[u8; 8]> {
    of.get(at..)?.first_chunk().copied()
}

/// A token's mint.
pub(crate) struct Mint {
    /// The program: Token or Token-2022.
    pub(crate) program: Key,
    pub(crate) decimals: u8,
    account: Account,
}

/// A token's transfer fee from an epoch on.
#[derive(PartialEq, Eq)]
struct Fee {
    since: u64,
    most: u64,
    points: u16,
}

impl Fee {
    fn read(of: &[u8]) -> Option<Self> {
        let number = |at| number(of, at).map(u64::from_le_bytes);
        let points = u16::from_le_bytes(of.get(16..)?.first_chunk().copied()?);
        // the program doesn't accept a fee above 100 %
        (points <= 10_000).then_some(Self { since: number(0)?, most: number(8)?, points })
    }

    fn of(&self, units: u64) -> u64 {
        let kept = (u128::from(units) * u128::from(self.points)).div_ceil(10_000);
        kept.min(u128::from(self.most)) as u64
    }
}

impl Mint {
    /// Reads a mint. `None` if the account isn't one.
    pub(crate) fn read(account: Account) -> Option<Self> {
        Some(Self { program: key(&account.owner)?, decimals: mint_decimals(&account)?, account })
    }

    fn of(&self, kind: u16) -> Option<&[u8]> {
        extension(&self.account, kind)
    }

    /// The labels in the mint itself, if any.
    pub(crate) fn labels(&self) -> Option<&[u8]> {
        self.of(LABELS)
    }

    /// Whether no one can transfer the token.
    pub(crate) fn is_bound(&self) -> bool {
        self.of(NON_TRANSFERABLE).is_some()
    }

    /// Whether the issuer has paused all transfers.
    pub(crate) fn is_paused(&self) -> bool {
        self.of(PAUSABLE).is_some_and(|value| value.get(32) != Some(&0))
    }

    /// Whether new accounts of the token are frozen.
    pub(crate) fn starts_frozen(&self) -> bool {
        self.of(DEFAULT_STATE).is_some_and(|value| value != [1])
    }

    /// Whether the issuer's program decides about each transfer. It needs accounts that are unknown here.
    pub(crate) fn is_hooked(&self) -> bool {
        self.of(TRANSFER_HOOK).is_some_and(|value| has_key(value, 32))
    }

    /// Whether the token has a transfer fee.
    pub(crate) fn has_fee(&self) -> bool {
        self.of(TRANSFER_FEE).is_some()
    }

    /// The older and the newer fee, which follow two authorities and the withheld amount.
    fn fees(&self) -> Option<(Fee, Fee)> {
        let (older, newer) = self.of(TRANSFER_FEE)?.get(72..108)?.split_at(18);
        Some((Fee::read(older)?, Fee::read(newer)?))
    }

    /// The transfer fee for an amount in this epoch. `None` if it is unreadable.
    pub(crate) fn fee(&self, units: u64, epoch: u64) -> Option<u64> {
        let (older, newer) = self.fees()?;
        Some(if newer.since <= epoch { newer } else { older }.of(units))
    }

    /// The transfer fee in a later epoch, if it differs.
    pub(crate) fn later_fee(&self, units: u64, epoch: u64) -> Option<u64> {
        let (older, newer) = self.fees()?;
        let is_later = newer.since > epoch && (newer.most, newer.points) != (older.most, older.points);
        is_later.then(|| newer.of(units))
    }

    /// The factor of displayed amounts at this time. The inner `None` means no factor, the outer one that it can't be
    /// read.
    fn count(&self, now: i64) -> Option<Option<Count>> {
        if let Some(value) = self.of(INTEREST_BEARING) {
            let read = || {
                let second = |at| number(value, at).map(i64::from_le_bytes);
                let points = |at: usize| Some(i16::from_le_bytes(value.get(at..)?.first_chunk().copied()?));
                let (begun, changed) = (second(32)?, second(42)?);
                let spans = [changed.checked_sub(begun)?, now.checked_sub(changed)?];
                of_growth([(points(40)?, spans[0]), (points(50)?, spans[1])])
            };
            return Some(read());
        }
        let value = self.of(SCALED_AMOUNT)?;
        let read = || {
            let is_changed = now >= i64::from_le_bytes(number(value, 40)?);
            of_double(number(value, if is_changed { 48 } else { 32 })?)
        };
        Some(read())
    }

    /// Whether another factor is set for later.
    fn count_changes(&self, now: i64) -> bool {
        self.of(SCALED_AMOUNT).is_some_and(|value| {
            let is_later = number(value, 40).is_some_and(|at| i64::from_le_bytes(at) > now);
            is_later && number(value, 48) != number(value, 32)
        })
    }

    /// The rights of the issuer, and the current factor of displayed amounts.
    pub(crate) fn terms(&self, now: i64) -> Terms {
        let has_freezer = self.account.data.get(46..50) == Some(&[1, 0, 0, 0]);
        let count = self.count(now);
        let rules = [
            (self.is_bound(), TokenRule::Bound),
            (self.is_paused(), TokenRule::Paused),
            (self.of(PERMANENT_DELEGATE).is_some_and(|value| has_key(value, 0)), TokenRule::TakesBack),
            (
                self.of(PAUSABLE).is_some_and(|value| has_key(value, 0)) && !self.is_paused(),
                TokenRule::Pausable,
            ),
            (self.starts_frozen() && has_freezer, TokenRule::StartsFrozen),
            (self.starts_frozen() && !has_freezer, TokenRule::StaysFrozen),
            (self.is_hooked(), TokenRule::Hooked),
            (self.count_changes(now), TokenRule::CountChanges),
            (count == Some(None), TokenRule::Uncounted),
        ];
        let rules: Vec<TokenRule> = rules.into_iter().filter(|(is, _)| *is).map(|(_, rule)| rule).collect();
        Terms { rules, count: count.flatten().filter(|count| !is_one(count)), ..Terms::default() }
    }

    /// The size of a new token account.
    pub(crate) fn account_bytes(&self) -> usize {
        let has = |kind, bytes| if self.of(kind).is_some() { bytes } else { 0 };
        match self.account.owner == crate::namespaces::solana::reader::instructions::TOKEN {
            true => HOLDING_BYTES,
            // a flag for its type, and one that its owner never changes
            false => {
                let fixed = HOLDING_BYTES + 1 + 4;
                fixed + has(TRANSFER_FEE, 12) + has(TRANSFER_HOOK, 5) + has(PAUSABLE, 4)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::accounts::account;
    use super::*;
    use crate::amount::Amount;
    use crate::json::Read;
    use crate::namespaces::terms::{meant, shown};
    use alloc::string::ToString;
    use alloy_primitives::U256;
    use serde_json::{Value, json};

    const TOKEN_2022: &str = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

    fn vectors() -> Value {
        serde_json::from_str(include_str!("../../../../tests/vectors/solana-mints.json")).unwrap()
    }

    fn read(data: &Value) -> Mint {
        let of = json!({"owner": TOKEN_2022, "data": [data, "base64"], "lamports": 1, "executable": false});
        Mint::read(account(&of).unwrap().unwrap()).unwrap()
    }

    fn whole(text: &Value) -> u64 {
        text.as_str().unwrap().parse().unwrap()
    }

    /// Whether two amounts are equal within the precision of doubles (53 bits), which the library uses.
    fn is_near(a: U256, b: U256) -> bool {
        a.abs_diff(b) <= U256::from(1) + (b >> 48)
    }

    // req: 10.46
    #[test]
    fn reads_and_scales_mints_like_the_programs_library() {
        let vectors = vectors();
        let now = vectors["now"].as_i64().unwrap();
        let (mut counted, mut kept) = (0, 0);
        for case in vectors["cases"].as_array().unwrap() {
            let mint = read(&case["data"]);
            let terms = mint.terms(now);
            let units = whole(&case["units"]);
            let amount = Amount::new(U256::from(units), mint.decimals);
            let said = Amount::parse(case.text("shown").unwrap(), mint.decimals).unwrap();
            assert!(is_near(shown(terms.count.as_ref(), &amount).units, said.units), "{case}");
            let found = meant(terms.count.as_ref(), &said).unwrap().units;
            assert!(is_near(found, U256::from(whole(&case["meant"]))), "{case} {found}");
            counted += usize::from(terms.count.is_some());
            if let Some(fees) = case["fees"].as_array() {
                for (epoch, fee) in [695, 705].into_iter().zip(fees) {
                    assert_eq!(mint.fee(units, epoch), Some(whole(fee)), "{case}");
                }
                kept += 1;
            }
            let others = [TokenRule::CountChanges, TokenRule::Uncounted];
            let rules: Vec<Value> =
                terms.rules.iter().filter(|rule| !others.contains(rule)).map(|of| json!(of)).collect();
            assert_eq!(json!(rules), case["rules"], "{case}");
        }
        assert!(counted > 150 && kept > 100, "{counted} {kept}");
    }

    fn mint(extensions: &[(u16, &[u8])]) -> Mint {
        let mut data = [0; 166].to_vec();
        (data[44], data[45], data[165]) = (6, 1, 1);
        for (kind, value) in extensions {
            data.extend(kind.to_le_bytes());
            data.extend((value.len() as u16).to_le_bytes());
            data.extend(*value);
        }
        Mint::read(Account { owner: TOKEN_2022.into(), data, has_data: true, lamports: 1, is_program: false })
            .unwrap()
    }

    fn scaled(now: f64, later: f64, at: i64) -> Mint {
        let value = [&[0; 32][..], &now.to_le_bytes(), &at.to_le_bytes(), &later.to_le_bytes()].concat();
        mint(&[(SCALED_AMOUNT, &value)])
    }

    // req: 10.46
    #[test]
    fn keeps_amounts_valid_for_any_mint_bytes() {
        let vectors = vectors();
        let now = vectors["now"].as_i64().unwrap();
        let (mut dice, mut counted) = (1_u64, 0);
        let mut next = |below: usize| {
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (dice >> 33) as usize % below
        };
        for case in vectors["cases"].as_array().unwrap() {
            let data = walletconnect::base64::decode(case.text("data").unwrap()).unwrap();
            for _ in 0..20 {
                let mut data = data.clone();
                for _ in 0..next(4) {
                    let at = next(data.len());
                    data[at] = next(256) as u8;
                }
                data.truncate(data.len() - next(3) * next(9));
                counted += usize::from(crate::namespaces::solana::tests::fuzz::mint(&data, now));
            }
        }
        assert!(counted > 1_000, "{counted}");
    }

    fn units(count: Option<&Count>, shown: &str) -> alloc::string::String {
        meant(count, &Amount::parse(shown, 0).unwrap()).map_or("none".into(), |of| of.units.to_string())
    }

    // req: 10.46
    #[test]
    fn announces_a_new_scale_and_applies_it_from_its_time() {
        let of = scaled(2.0, 10.0, 100);
        let at = |now| {
            let terms = of.terms(now);
            (shown(terms.count.as_ref(), &Amount::new(U256::from(7), 6)).units.to_string(), terms.rules)
        };
        assert_eq!(at(99), ("14".into(), [TokenRule::CountChanges].into()));
        assert_eq!(at(100), ("70".into(), [].into()));
        assert_eq!(scaled(1.0, 1.0, 0).terms(9).count, None, "counted as it is");
    }

    // req: 10.46
    #[test]
    fn rounds_typed_amounts_of_a_scaled_token_down() {
        let (tripled, third) = (scaled(3.0, 3.0, 0).terms(9).count, scaled(0.25, 0.25, 0).terms(9).count);
        let (tripled, third) = (tripled.as_ref(), third.as_ref());
        assert_eq!([units(tripled, "9"), units(tripled, "10"), units(tripled, "2")], ["3", "3", "0"]);
        assert_eq!([units(third, "1"), units(third, "2")], ["4", "8"]);
        // above the maximum of a token account
        assert_eq!(units(third, "9223372036854775808"), "none");
        assert_eq!(shown(tripled, &Amount::new(U256::MAX, 6)).units, U256::from(u64::MAX) * U256::from(3));
    }

    // req: 10.46
    #[test]
    fn reports_an_unreadable_scale_rule() {
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, f64::MIN_POSITIVE / 4.0] {
            let terms = scaled(factor, factor, 0).terms(9);
            assert_eq!((terms.count, terms.rules), (None, [TokenRule::Uncounted].into()), "{factor}");
        }
        let growth = |seconds: i64, points: i16| {
            let value = [
                &[0; 32][..],
                &0_i64.to_le_bytes(),
                &points.to_le_bytes(),
                &0_i64.to_le_bytes(),
                &points.to_le_bytes(),
            ];
            mint(&[(INTEREST_BEARING, &value.concat())]).terms(seconds).rules
        };
        assert_eq!(growth(i64::MAX, i16::MAX), [TokenRule::Uncounted]);
        assert_eq!(growth(i64::MIN, i16::MAX), [TokenRule::Uncounted]);
        assert_eq!(growth(31_556_736, 500), []);
        for kind in 0..40 {
            for length in [0, 1, 31, 33, 52, 71, 107] {
                let of = mint(&[(kind, &alloc::vec![0xff; length])]);
                drop((of.terms(i64::MAX), of.fee(u64::MAX, 0), of.later_fee(u64::MAX, 0)));
            }
        }
    }
}
