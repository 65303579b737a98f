//! Numbers that look random, from a seed: what zeal mode and delays do at random can be repeated.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A sequence of numbers (Marsaglia's xorshift, 64 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Random(u64);

impl Random {
    /// One of the sequences that belong to a seed.
    pub(crate) fn new(seed: u32, sequence: u64) -> Self {
        // An odd multiplier spreads neighbours apart; never 0, of which nothing but 0 follows.
        let mixed = (u64::from(seed) << 32 ^ sequence).wrapping_add(1).wrapping_mul(SPREAD);
        Self((mixed ^ mixed >> 29) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        // The upper bits of a product are the better ones.
        self.0.wrapping_mul(SPREAD) >> 32
    }

    /// Less than `end`, which is not 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Puts these in another order.
    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}

/// 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The seed of the heap that was made last with something random in it, and 1 more; 0: of none.
static SEED: AtomicU64 = AtomicU64::new(0);

/// Has messages at the end of the process name the seed. There is one for all heaps, as few programs have two that are
/// in zeal mode.
pub(crate) fn name_seed(seed: u32) {
    SEED.store(u64::from(seed) + 1, Relaxed);
}

/// What is said of the seed, in front of it.
pub(crate) const SEED_WAS: &str = "statepoint-gc: the seed of zeal mode and delays was ";

/// The seed that is to be named.
pub(crate) fn named_seed() -> Option<u32> {
    SEED.load(Relaxed).checked_sub(1).map(|seed| seed as u32)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    #[test]
    fn a_seed_has_many_orders_and_each_can_be_repeated() {
        let order = |seed, sequence| {
            let mut all: Vec<usize> = (0..20).collect();
            Random::new(seed, sequence).shuffle(&mut all);
            all
        };
        let mut orders = Vec::new();
        for seed in [0, 1, 2, u32::MAX] {
            for sequence in 0..50 {
                let all = order(seed, sequence);
                assert_eq!(all, order(seed, sequence));
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
    fn everything_comes_first_as_often_as_anything_else() {
        let mut first = [0; 6];
        for sequence in 0..6000 {
            let mut all = [0, 1, 2, 3, 4, 5];
            Random::new(7, sequence).shuffle(&mut all);
            first[all[0]] += 1;
        }
        assert!(first.iter().all(|count| (850..1150).contains(count)), "{first:?}");
    }
}
