//! Loom models of pins: managed threads add them, and any thread removes them, while collections
//! run.
//!
//! A lock stands for the safepoint protocol: the thread that holds it is managed, or collects.
//! `bit` is the header's bit.

use loom::sync::Arc;
use loom::thread;

use super::Pins;
use crate::sync::{AtomicBool, Mutex, Ordering};

const OBJECT: u64 = 8;

struct Model {
    pins: Pins,
    bit: AtomicBool,
    world: Mutex<()>,
}

impl Model {
    /// Makes a model with one pin.
    fn new() -> Arc<Self> {
        let model =
            Self { pins: Pins::default(), bit: AtomicBool::new(false), world: Mutex::new(()) };
        model.pin();
        Arc::new(model)
    }

    fn pin(&self) {
        let managed = self.world.lock();
        if self.pins.add(OBJECT) {
            self.bit.store(true, Ordering::Relaxed);
        }
        drop(managed);
    }

    /// Runs a collection, and returns whether the object is pinned in it.
    fn collect(&self) -> bool {
        let stopped = self.world.lock();
        self.pins.release(|_| self.bit.store(false, Ordering::Relaxed));
        let stays = self.bit.load(Ordering::Relaxed);
        // An object that has the bit is a root.
        assert_eq!(self.pins.visit(|object| object), u64::from(stays));
        drop(stopped);
        stays
    }

    fn begin(model: &Arc<Self>, action: fn(&Self)) -> thread::JoinHandle<()> {
        let model = Arc::clone(model);
        thread::spawn(move || action(&model))
    }
}

#[test]
fn object_stays_pinned_until_its_last_pin() {
    loom::model(|| {
        let model = Model::new();
        // The first pin is removed while another one is added, and a collection is in progress.
        let back = Model::begin(&model, |model| model.pins.remove(OBJECT));
        let again = Model::begin(&model, Model::pin);
        model.collect();
        back.join().unwrap();
        again.join().unwrap();
        assert!(model.collect());
        model.pins.remove(OBJECT);
        assert!(!model.collect());
    });
}

/// Only the count is decremented: clearing the bit would race with a collection that reads it.
#[test]
fn pin_removed_during_a_collection_holds_until_the_next() {
    loom::model(|| {
        let model = Model::new();
        let back = Model::begin(&model, |model| model.pins.remove(OBJECT));
        let first = model.collect();
        let second = model.collect();
        // Once the bit is cleared it stays cleared.
        assert!(first || !second);
        back.join().unwrap();
        assert!(!model.collect());
    });
}
