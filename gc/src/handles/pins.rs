//! Pins: a pin keeps an object alive and at its address for native code that holds the raw address.
//!
//! A bit in the header marks a pinned object; evacuation checks this bit. Only the object itself
//! stays: the other objects of its block may be evacuated (as in Immix; Blackburn, McKinley, PLDI
//! 2008).
//!
//! # Protocol
//!
//! * An object is pinned by a managed thread, which sets the bit; no collection is in progress.
//!   Other managed threads may be changing other bits of the header, so setting it is an atomic
//!   operation.
//! * A pin may be removed by any thread at any time, also while a collection reads the header. So
//!   the removal changes only the count. The collecting thread clears the bit at the beginning of
//!   the next collection, before other workers start ([`Pins::release`]).
//! * After that, the same thread pins the objects that the frames of stopped threads pin
//!   (`collect/pinned_frames.rs`), with a count of 0 ([`Pins::add_for_collection`]). So the next
//!   collection releases these objects, unless frames pin them again.
//! * All objects that are in the table at that point are roots of the collection ([`Pins::visit`]),
//!   even if their pins are removed while the collection is in progress. So an object that has the
//!   bit, and is in the table, is live.
//!
//! `models` (built with `--cfg loom`) checks two invariants. An object with a pin has the bit
//! whenever a collection is in progress. An object without a pin loses the bit at the next
//! collection. The table's lock orders accesses to the table; the safepoint protocol orders
//! accesses to the bit.

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
    /// Increments the object's pin count. Returns true if the object was not in the table before.
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

    /// Pins an object only for the collection that is beginning, unless the object has other pins.
    /// Returns true if the object was not in the table before. The world is stopped.
    pub(crate) fn add_for_collection(&self, object: u64) -> bool {
        let mut new = false;
        self.0.lock().entry(object).or_insert_with(|| {
            new = true;
            0
        });
        new
    }

    /// Returns whether `word` is the address of an object in the table.
    pub(crate) fn contains(&self, word: u64) -> bool {
        self.0.lock().contains_key(&word)
    }

    /// Removes one pin of an object.
    pub(crate) fn remove(&self, object: u64) {
        if let Some(count) = self.0.lock().get_mut(&object) {
            *count -= 1;
        }
    }

    /// Removes the objects with a count of 0 from the table, and calls `clear` with each. The world
    /// is stopped, and no other worker has started.
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

    /// Calls `keep` with each object, and returns the number of objects. `keep` keeps the object
    /// alive and returns its address. The world is stopped.
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
        // The object gets a pin of its own before the next collection.
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
        // Until the next collection the object is a root, and may be pinned again without setting
        // the bit.
        assert_eq!(pins.visit(|object| object), 2);
        assert!(!pins.add(8));
        assert!(release().is_empty());
        pins.remove(8);
        assert_eq!(release(), [8]);
        assert_eq!(pins.visit(|object| object), 1);
        assert!(pins.add(8));
    }
}
