//! Pins: they keep objects alive and at their addresses for native code that holds raw addresses.
//!
//! A bit in the header marks a pinned object; evacuation checks it. Only the object itself
//! stays: the other objects of its block may be evacuated (as in Immix; Blackburn, McKinley,
//! PLDI 2008).
//!
//! # Protocol
//!
//! * An object is pinned by a managed thread, which sets the bit; no collection is in progress.
//!   Other managed threads may be changing other bits of the header, so setting it is an atomic
//!   operation.
//! * A pin may be removed by any thread at any time, also while a collection reads the header. So
//!   removing it changes only the count. The bit is cleared at the beginning of the next
//!   collection, by the collecting thread, before other workers start ([`Pins::release`]).
//! * Objects that stopped frames pin (`collect/pinned_frames.rs`) are pinned right after that, by
//!   the same thread, with a count of 0 ([`Pins::add_for_collection`]). So the next collection
//!   releases them, unless it finds them again.
//! * All objects that are in the table then are roots of that collection ([`Pins::visit`]), also
//!   those whose pins are removed while it is in progress: an object that has the bit, and is in
//!   the table, is live.
//!
//! Invariants, which `models` (built with `--cfg loom`) checks: an object with a pin has the bit
//! whenever a collection is in progress, and an object without a pin loses the bit at the next
//! collection. Memory is ordered by the table's lock, and for the bit by the safepoint protocol.

use hashbrown::HashMap;

use crate::fatal;
use crate::sync::Mutex;

#[cfg(all(test, loom))]
mod models;

/// The pin counts of objects, by address.
#[derive(Debug)]
pub(crate) struct Pins(Mutex<HashMap<u64, u32>>);

impl Default for Pins {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

impl Pins {
    /// Increments the object's count, and returns whether the object was not in the table before.
    pub(crate) fn add(&self, object: u64) -> bool {
        let mut pins = self.0.lock();
        let mut new = false;
        let count = pins.entry(object).or_insert_with(|| {
            new = true;
            0
        });
        *count = count.checked_add(1).expect("an object is pinned less than 2^32 times");
        new
    }

    /// Pins an object for the collection that is beginning only, unless it has other pins. Returns
    /// whether it was not in the table before. The world is stopped.
    pub(crate) fn add_for_collection(&self, object: u64) -> bool {
        let mut new = false;
        self.0.lock().entry(object).or_insert_with(|| {
            new = true;
            0
        });
        new
    }

    /// Returns whether a word is the address of a pinned object.
    pub(crate) fn contains(&self, word: u64) -> bool {
        self.0.lock().contains_key(&word)
    }

    /// Removes one pin of an object.
    pub(crate) fn remove(&self, object: u64) {
        if let Some(count) = self.0.lock().get_mut(&object) {
            *count -= 1;
        }
    }

    /// Removes the objects that are no longer pinned from the table, and calls `clear` with each.
    /// The world is stopped, and no other worker has started.
    pub(crate) fn release(&self, mut clear: impl FnMut(u64)) {
        self.0.lock().retain(|&object, count| {
            if *count == 0 {
                clear(object);
            }
            *count > 0
        });
    }

    /// Calls `visit` with each object. The world is stopped.
    pub(crate) fn for_each(&self, visit: impl FnMut(u64)) {
        self.0.lock().keys().copied().for_each(visit);
    }

    /// Calls `keep`, which keeps an object alive, with each object, and returns the number of
    /// objects. The world is stopped.
    pub(crate) fn visit(&self, mut keep: impl FnMut(u64) -> u64) -> u64 {
        let pins = self.0.lock();
        for &object in pins.keys() {
            if keep(object) != object {
                fatal::abort(format_args!(
                    "the pinned object at {object:#x} was moved; this is a defect of the collector"
                ));
            }
        }
        pins.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retained_once_until_the_next_collection() {
        let pins = Pins::default();
        let release = || {
            let mut cleared = Vec::new();
            pins.release(|object| cleared.push(object));
            cleared
        };
        assert!(pins.add(8));
        assert!(
            !pins.add_for_collection(8)
                && pins.add_for_collection(16)
                && !pins.add_for_collection(16)
        );
        assert!(pins.contains(8) && pins.contains(16) && !pins.contains(24));
        assert_eq!(pins.visit(|object| object), 2);
        // It is also pinned before that.
        assert!(!pins.add(16));
        assert!(release().is_empty());
        assert!(!pins.add_for_collection(8));
        pins.remove(16);
        assert_eq!(release(), [16]);
        pins.remove(8);
        assert_eq!(release(), [8]);
    }

    #[test]
    fn object_is_released_by_the_collection_after_its_last_pin() {
        let pins = Pins::default();
        let release = || {
            let mut cleared = Vec::new();
            pins.release(|object| cleared.push(object));
            cleared
        };
        assert!(pins.add(8) && !pins.add(8) && pins.add(16));
        pins.remove(8);
        assert!(release().is_empty());
        pins.remove(8);
        // Until then it is a root, and may be pinned again without another bit.
        assert_eq!(pins.visit(|object| object), 2);
        assert!(!pins.add(8));
        assert!(release().is_empty());
        pins.remove(8);
        assert_eq!(release(), [8]);
        assert_eq!(pins.visit(|object| object), 1);
        assert!(pins.add(8));
    }
}
