//! Proofs by many cases from one seed: services that lie, text that attacks, amounts. Each is a table or a generator, so that what comes
//! later is a row. `npm test` takes each once, `npm run prove` a hundred times (`PROVE_TIMES`, `PROVE_SEED`; CONTRIBUTING.md).

mod amounts;
mod announcements;
mod corpus;
mod counted;
mod descriptors;
mod endpoints;
mod evil;
mod first_list;
mod flat;
mod guards;
mod large;
mod mutations;
mod pictures;
mod shown;
mod solana;
mod swaps;
mod texts;

use wallet_engine::ports::random::{Random, SeededRandom};

/// What a run was asked for. A name for a number that is none is a fault of who asks.
#[allow(clippy::disallowed_methods, reason = "the tests have an environment; the engine has none")]
fn asked<T: std::str::FromStr>(name: &str, usual: T) -> T {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is a number, not {text:?}")),
        Err(_) => usual,
    }
}

/// How many times as much as `npm test` takes.
pub fn times() -> usize {
    asked("PROVE_TIMES", 1)
}

/// Every failure names it.
pub fn seed() -> u64 {
    asked("PROVE_SEED", 20_261_122)
}

/// The same seed and the same purpose, the same throws.
pub struct Dice(SeededRandom);

impl Dice {
    pub fn new(purpose: &str) -> Self {
        let start = purpose.bytes().fold(seed(), |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        Self(SeededRandom::new(start.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    pub fn number(&self) -> u64 {
        let mut bytes = [0u8; 8];
        self.0.fill(&mut bytes);
        u64::from_be_bytes(bytes)
    }

    pub fn below(&self, limit: usize) -> usize {
        usize::try_from(self.number() % limit as u64).unwrap()
    }

    pub fn of<'a, T>(&self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
