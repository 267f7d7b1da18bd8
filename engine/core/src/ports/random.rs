//! Secure random bytes. Contract: they come from the operating system's generator, and we never seed it.

/// A source of secure random bytes.
pub trait Random {
    /// Fills the whole slice with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

#[cfg(any(test, feature = "twins"))]
pub use twin::SeededRandom;

#[cfg(any(test, feature = "twins"))]
mod twin {
    use super::Random;
    use core::cell::Cell;

    /// Returns the same bytes for the same seed, so runs can be repeated.
    pub struct SeededRandom(Cell<u64>);

    impl SeededRandom {
        /// Starts from a seed.
        #[must_use]
        pub fn new(seed: u64) -> Self {
            Self(Cell::new(seed | 1))
        }
    }

    impl Random for SeededRandom {
        fn fill(&self, bytes: &mut [u8]) {
            for byte in bytes {
                let mut x = self.0.get();
                x ^= x << 13;
                x ^= x >> 7;
                x ^= x << 17;
                self.0.set(x);
                *byte = (x >> 32) as u8;
            }
        }
    }
}
