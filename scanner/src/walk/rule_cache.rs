//! A concurrent cache by address, to which entries are only ever added.
//!
//! A table of slots that are found by a hash of the address, each set at most once. A full table is
//! followed by one twice as large. Any number of threads use it concurrently: a slot that is set is
//! read without a lock. If several threads would set the same slot, one sets it and the others wait
//! for it. The standard library's [`OnceLock`] is all the synchronisation there is.

use std::sync::OnceLock;

const FIRST_SLOTS: usize = 256;
/// Number of slots to probe in a table before the next table is tried.
const PROBES: usize = 8;

pub(super) struct RuleCache<T> {
    slots: Box<[OnceLock<(u64, T)>]>,
    next: OnceLock<Box<Self>>,
}

impl<T> RuleCache<T> {
    pub(super) fn new() -> Self {
        Self::with_slots(FIRST_SLOTS)
    }

    /// Creates a table with `slots` slots, which is a power of two.
    fn with_slots(slots: usize) -> Self {
        Self { slots: (0..slots).map(|_| OnceLock::new()).collect(), next: OnceLock::new() }
    }

    /// Returns the value for `key`. If there is none, inserts the result of `make`.
    pub(super) fn get_or_insert_with(&self, key: u64, make: impl Fn() -> T) -> &T {
        let mut table = self;
        loop {
            if let Some(value) = table.slot(key, &make) {
                return value;
            }
            let slots = 2 * table.slots.len();
            table = table.next.get_or_init(|| Box::new(Self::with_slots(slots)));
        }
    }

    /// Returns the value for `key`, inserting it if necessary. `None` if all slots in which `key`
    /// may be have other keys. Slots are never cleared, so a key in a later table is never in an
    /// earlier one.
    fn slot(&self, key: u64, make: &impl Fn() -> T) -> Option<&T> {
        // Fibonacci hashing: the upper bits depend on all bits of the key.
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        (0..PROBES).find_map(|probe| {
            let slot = &self.slots[(hash as usize + probe) & (self.slots.len() - 1)];
            let (found, value) = slot.get_or_init(|| (key, make()));
            (*found == key).then_some(value)
        })
    }
}

#[cfg(test)]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use super::*;

    #[test]
    fn value_is_created_once_and_not_moved() {
        let cache = RuleCache::new();
        let keys = (0..10_000_u64).map(|n| n * 0x1001);
        let first: Vec<*const u64> = keys
            .clone()
            .map(|key| core::ptr::from_ref(cache.get_or_insert_with(key, || key + 1)))
            .collect();
        for (key, place) in keys.zip(first) {
            let value = cache.get_or_insert_with(key, || panic!("{key} is there"));
            assert_eq!(*value, key + 1);
            assert_eq!(core::ptr::from_ref(value), place);
        }
    }

    #[test]
    fn threads_share_cached_values() {
        let cache = RuleCache::new();
        let made = AtomicUsize::new(0);
        let places: Vec<Vec<usize>> = std::thread::scope(|scope| {
            let look_up = || {
                (0..2000)
                    .map(|key| {
                        let value = cache.get_or_insert_with(key, || made.fetch_add(1, Relaxed));
                        core::ptr::from_ref(value).addr()
                    })
                    .collect()
            };
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(look_up)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(made.into_inner(), 2000);
        assert!(places.windows(2).all(|pair| pair[0] == pair[1]));
    }
}
