//! The settings of both engines for a seed.

use statepoint_gc::{Heap, HeapBuilder, HeapVerification, Zeal};

/// The bytes of stack that programs may use, in both engines.
pub const STACK: usize = 2 << 20;
/// The limit of the heap of `wasm-gc`.
const HEAP: usize = 32 << 20;

/// Which collections `wasm-gc` runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZealChoice {
    /// By the seed: of 8 modules, 3 collect at each allocation, 3 at each 2nd to 9th one, and 2 at
    /// each poll.
    BySeed,
    /// The same for all modules.
    Fixed(Zeal),
}

impl ZealChoice {
    /// Returns the mode for a seed.
    pub fn zeal(self, seed: u64) -> Zeal {
        match self {
            Self::Fixed(zeal) => zeal,
            Self::BySeed => match seed % 8 {
                0..3 => Zeal::EveryAllocation(1),
                3..6 => Zeal::EveryAllocation(2 + (seed / 8 % 8) as u32),
                _ => Zeal::EveryPoll,
            },
        }
    }
}

/// Returns whether the heap is verified before and after each collection: for a sixteenth of the
/// seeds.
pub fn is_verified(seed: u64) -> bool {
    (seed / 8).is_multiple_of(16)
}

/// Returns the settings of the heap of `wasm-gc`. Variables of the environment have no effect.
pub fn heap(seed: u64, zeal: ZealChoice) -> HeapBuilder {
    let is_verified = is_verified(seed);
    let verification = HeapVerification { before: is_verified, after: is_verified };
    Heap::builder()
        .without_environment()
        .heap_max(HEAP)
        .collector_threads(1)
        .concurrent((seed / 128).is_multiple_of(2))
        .zeal(zeal.zeal(seed))
        .zeal_seed(seed as u32)
        .verify(verification)
}

/// A collector of `wasmtime`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Collector {
    /// The copying one, its default.
    Copying,
    /// Deferred reference counting.
    Counting,
    /// None.
    Null,
}

impl Collector {
    /// Returns the collector for a seed.
    pub fn of_seed(seed: u64) -> Self {
        [Self::Copying, Self::Counting, Self::Null][(seed % 3) as usize]
    }
}
