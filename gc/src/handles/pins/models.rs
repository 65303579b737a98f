//! Loom models of pins, which managed threads add and any thread removes while collections run.
//!
//! A lock models the safepoint protocol: its owner is a thread that runs managed code, or the
//! collector during a stop.

use loom::sync::Arc;
use loom::thread;

use super::Pins;
use crate::sync::{AtomicBool, Mutex, Ordering};

/// Address of the object.
const OBJECT: u64 = 8;

/// The state that all threads of a model share.
struct Model {
    pins: Pins,
    /// The pinned bit of the object's header.
    pinned_bit: AtomicBool,
    /// Held by a thread while it runs managed code or collects.
    safepoint: Mutex<()>,
}

impl Model {
    /// Creates a model with one pin.
    fn new() -> Arc<Self> {
        let model = Self {
            pins: Pins::default(),
            pinned_bit: AtomicBool::new(false),
            safepoint: Mutex::new(()),
        };
        model.pin();
        Arc::new(model)
    }

    /// Pins the object, as a managed thread does.
    fn pin(&self) {
        let managed = self.safepoint.lock();
        if self.pins.add(OBJECT) {
            self.pinned_bit.store(true, Ordering::Relaxed);
        }
        drop(managed);
    }

    /// Runs a collection, and returns whether the object is pinned in it.
    fn collect(&self) -> bool {
        let stopped = self.safepoint.lock();
        self.pins.release(|_| self.pinned_bit.store(false, Ordering::Relaxed));
        let is_pinned = self.pinned_bit.load(Ordering::Relaxed);
        // An object with the pinned bit is a root.
        assert_eq!(self.pins.visit(|object| object), u64::from(is_pinned));
        drop(stopped);
        is_pinned
    }

    /// Runs `action` in another thread.
    fn spawn(model: &Arc<Self>, action: fn(&Self)) -> thread::JoinHandle<()> {
        let model = Arc::clone(model);
        thread::spawn(move || action(&model))
    }
}

#[test]
fn object_stays_pinned_until_its_last_pin() {
    loom::model(|| {
        let model = Model::new();
        // One thread removes the first pin, and another thread adds a second pin, during a
        // collection.
        let remover = Model::spawn(&model, |model| model.pins.remove(OBJECT));
        let adder = Model::spawn(&model, Model::pin);
        model.collect();
        remover.join().unwrap();
        adder.join().unwrap();
        assert!(model.collect());
        model.pins.remove(OBJECT);
        assert!(!model.collect());
    });
}

/// Removing a pin decrements only the count. Clearing the bit would race with a collection that
/// reads it.
#[test]
fn pin_removed_during_a_collection_holds_until_the_next() {
    loom::model(|| {
        let model = Model::new();
        let remover = Model::spawn(&model, |model| model.pins.remove(OBJECT));
        let first = model.collect();
        let second = model.collect();
        // After a collection has cleared the bit, no later collection finds it set.
        assert!(first || !second);
        remover.join().unwrap();
        assert!(!model.collect());
    });
}
