//! Loom models of a deep stack that a marker reads in two pieces, while its thread runs it, or
//! walks it in a handshake, and while a pause stops both.
//!
//! The stack is clean when the cycle begins. It has a slot in a young frame and one in an old
//! frame. The latter has a reference that nothing else has. By the end of the cycle the marker or a
//! pause has found the reference. A thread that runs the stack moves the reference to the other
//! slot, and the old frame to another place.

use loom::sync::Arc;
use loom::thread;

use super::{REFERENCE, context};
use crate::sync::{AtomicBool, Mutex, UnsafeCell};
use crate::thread::resumable_by::*;

/// The state that all threads of a model share.
struct Deep {
    resumable_by: ResumableBy,
    /// The slots of the young and the old frame. Loom reports concurrent accesses.
    slots: [UnsafeCell<usize>; 2],
    /// Where the old frame begins.
    place: UnsafeCell<usize>,
    /// Whether the next pause scans the stack.
    is_listed: AtomicBool,
    /// Whether the cycle has seen all frames.
    is_seen: AtomicBool,
    /// Whether the reference was shaded.
    is_shaded: AtomicBool,
    /// As in [`super::Model`].
    managed: Mutex<()>,
    step: Mutex<()>,
}

/// What the threads do. The models of faults change one of the values.
#[derive(Clone, Copy)]
struct Actions {
    /// Whether the thread lists a stack that it resumes.
    lists_resumed: bool,
    /// Whether the marker lists a stack that it leaves because a thread has waited.
    lists_contended: bool,
    /// Whether the marker leaves out a stack of which the cycle has seen all frames.
    skips_seen: bool,
}

const RIGHT: Actions = Actions { lists_resumed: true, lists_contended: true, skips_seen: true };

impl Deep {
    fn shade(&self, slot: usize) {
        // SAFETY: loom checks that no other thread accesses the slot.
        if self.slots[slot].with(|slot| unsafe { *slot }) == REFERENCE {
            self.is_shaded.store(true, Relaxed);
        }
    }

    fn set(&self, slot: usize, word: usize) {
        // SAFETY: as in `shade`.
        self.slots[slot].with_mut(|slot| unsafe { *slot = word });
    }

    /// The marker reads one frame in a step. `place`: where the frame begins, if the marker has
    /// read the younger one. Returns where the next frame begins, if the marker is to read it.
    fn read(&self, frame: usize, place: Option<usize>, actions: Actions) -> Option<usize> {
        let _step = self.step.lock();
        match self.resumable_by.claim() {
            Claimed::Yes => {}
            Claimed::ByOther => {
                self.is_listed.store(true, Relaxed);
                return None;
            }
            Claimed::NotClean => return None,
        }
        let is_left_out = actions.skips_seen && self.is_seen.load(Relaxed);
        let next = (!is_left_out).then(|| {
            // SAFETY: as in `shade`.
            let now = self.place.with(|place| unsafe { *place });
            assert!(place.is_none_or(|place| place == now), "the next frame is where it was");
            self.shade(frame);
            now
        });
        self.resumable_by.release();
        if next.is_some() && self.resumable_by.take_contended() {
            if actions.lists_contended {
                self.is_listed.store(true, Relaxed);
            }
            return None;
        }
        next
    }

    fn mark(&self, actions: Actions) {
        if let Some(next) = self.read(0, None, actions) {
            self.read(1, Some(next), actions);
        }
    }

    /// The thread resumes the stack, which runs and is suspended again.
    fn run(&self, actions: Actions) {
        let _managed = self.managed.lock();
        if !self.resumable_by.is_by(context()) {
            assert!(self.resumable_by.take(context()));
            self.is_listed.store(actions.lists_resumed, Relaxed);
        }
        self.resumable_by.word.store(RUNNING, Relaxed);
        self.set(0, REFERENCE);
        self.set(1, 0);
        // SAFETY: as in `shade`.
        self.place.with_mut(|place| unsafe { *place += 1 });
        self.resumable_by.word.store(context().addr(), Release);
    }

    /// A handshake walks the frames.
    fn walk(&self, _: Actions) {
        let _managed = self.managed.lock();
        if self.resumable_by.claim_to_walk() {
            self.set(1, REFERENCE);
            self.resumable_by.end_walk();
        }
    }

    /// A pause: scans the stack if it is listed. It is clean then.
    fn pause(&self) {
        let _managed = self.managed.lock();
        let _step = self.step.lock();
        if self.is_listed.load(Relaxed) {
            self.shade(0);
            self.shade(1);
            self.is_seen.store(true, Relaxed);
            self.resumable_by.set_clean();
            self.is_listed.store(false, Relaxed);
        }
    }
}

/// Runs the marker beside `other` and a pause, and then the pause that ends marking.
fn check(actions: Actions, other: fn(&Deep, Actions)) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(move || {
        let deep = Arc::new(Deep {
            resumable_by: ResumableBy::by_slow_path(),
            slots: [UnsafeCell::new(0), UnsafeCell::new(REFERENCE)],
            place: UnsafeCell::new(0),
            is_listed: AtomicBool::new(false),
            is_seen: AtomicBool::new(false),
            is_shaded: AtomicBool::new(false),
            managed: Mutex::new(()),
            step: Mutex::new(()),
        });
        let spawn = |action: fn(&Deep, Actions)| {
            let deep = Arc::clone(&deep);
            thread::spawn(move || action(&deep, actions))
        };
        let threads = [spawn(Deep::mark), spawn(other)];
        deep.pause();
        threads.into_iter().for_each(|thread| thread.join().expect("the thread ends"));
        deep.pause();
        assert!(deep.is_shaded.load(Relaxed), "the cycle has seen the reference");
    });
}

#[test]
fn stack_that_runs_between_two_pieces_is_scanned() {
    check(RIGHT, Deep::run);
}

#[test]
fn stack_that_is_walked_between_two_pieces_is_read_or_scanned() {
    check(RIGHT, Deep::walk);
}

/// Injected fault: resuming does not list the stack.
#[test]
#[should_panic(expected = "the cycle has seen the reference")]
fn resuming_without_listing_is_noticed() {
    check(Actions { lists_resumed: false, ..RIGHT }, Deep::run);
}

/// Injected fault: the marker leaves out the rest of a stack for which a thread has waited.
#[test]
#[should_panic(expected = "the cycle has seen the reference")]
fn leaving_a_contended_stack_is_noticed() {
    check(Actions { lists_contended: false, ..RIGHT }, Deep::walk);
}

/// Injected fault: the marker continues in a stack that has run, and was scanned, since.
#[test]
#[should_panic(expected = "the next frame is where it was")]
fn continuing_in_a_stack_that_has_run_is_noticed() {
    check(Actions { skips_seen: false, ..RIGHT }, Deep::run);
}
