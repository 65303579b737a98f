//! Reproducible random numbers of zeal mode and delays, generated from a seed.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use fastrand::Rng;

/// Returns the random number generator for one sequence of a seed.
pub(crate) fn sequence(seed: u32, sequence: u64) -> Rng {
    // Adjacent seeds of the generator have similar outputs; multiplying by an odd number separates
    // them.
    let mixed = (u64::from(seed) << 32 ^ sequence).wrapping_mul(FIBONACCI_MULTIPLIER);
    Rng::with_seed(mixed ^ mixed >> 29)
}

/// 2^64 divided by the golden ratio: the multiplier of Fibonacci hashing.
const FIBONACCI_MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// Seed of the newest heap that uses random numbers, plus 1. 0 if there is none.
static SEED: AtomicU64 = AtomicU64::new(0);

/// Sets the seed that fatal error messages report. The value is shared by all heaps of the process.
pub(crate) fn name_seed(seed: u32) {
    SEED.store(u64::from(seed) + 1, Relaxed);
}

/// Prefix of the seed in messages.
pub(crate) const SEED_WAS: &str = "statepoint-gc: the seed of zeal mode and delays was ";

/// Returns the seed that fatal error messages report, if there is one.
pub(crate) fn named_seed() -> Option<u32> {
    SEED.load(Relaxed).checked_sub(1).map(|seed| seed as u32)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn seed_gives_many_repeatable_sequences() {
        let order = |seed, number| {
            let mut all: Vec<usize> = (0..20).collect();
            sequence(seed, number).shuffle(&mut all);
            all
        };
        let mut orders = Vec::new();
        for seed in [0, 1, 2, u32::MAX] {
            for number in 0..50 {
                let all = order(seed, number);
                assert_eq!(all, order(seed, number));
                let mut sorted = all.clone();
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..20));
                orders.push(all);
            }
        }
        orders.sort();
        orders.dedup();
        assert_eq!(orders.len(), 200);
    }

    #[test]
    fn shuffles_are_uniform() {
        let mut first = [0; 6];
        for number in 0..6000 {
            let mut all = [0, 1, 2, 3, 4, 5];
            sequence(7, number).shuffle(&mut all);
            first[all[0]] += 1;
        }
        assert!(first.iter().all(|count| (850..1150).contains(count)), "{first:?}");
    }
}
