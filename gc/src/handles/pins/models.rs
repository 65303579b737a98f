//! Pins under loom: they are made by managed threads, and taken back by any, while collections come and go.
//!
//! A lock stands for the safepoint protocol: who has it is managed, or collects. A word is the header's bit.

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
    /// With a pin.
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

    /// Whether the object stays where it is.
    fn collect(&self) -> bool {
        let stopped = self.world.lock();
        self.pins.release(|_| self.bit.store(false, Ordering::Relaxed));
        let stays = self.bit.load(Ordering::Relaxed);
        // What has the bit is a root.
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
fn an_object_stays_as_long_as_it_has_a_pin() {
    loom::model(|| {
        let model = Model::new();
        // The first pin goes while another one comes, and a collection is in progress.
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

/// The count alone goes down: the bit would be cleared under the eyes of a collection.
#[test]
fn a_pin_that_is_taken_back_during_a_collection_holds_until_the_next() {
    loom::model(|| {
        let model = Model::new();
        let back = Model::begin(&model, |model| model.pins.remove(OBJECT));
        let first = model.collect();
        let second = model.collect();
        // Once it has gone it does not come back.
        assert!(first || !second);
        back.join().unwrap();
        assert!(!model.collect());
    });
}
