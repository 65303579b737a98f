//! Loom models of a stack that a marker reads while its thread resumes it, and while a pause stops
//! both.
//!
//! The stack has one slot, with a reference that nothing else has. It is clean when the cycle
//! begins, so no pause has scanned it in this cycle. By the end of the cycle the marker has read
//! the slot, or a pause has scanned it. Whoever runs the stack, or walks it in a handshake, writes
//! the slot.

mod pieces;

use loom::sync::Arc;
use loom::thread;

use super::*;
use crate::sync::{AtomicBool, Mutex, UnsafeCell};

/// The reference in the slot.
const REFERENCE: usize = 8;
/// The address of a thread's context. It is never dereferenced.
const CONTEXT: usize = 0x1000;

fn context() -> *const ThreadContext {
    core::ptr::without_provenance(CONTEXT)
}

/// The state that all threads of a model share.
struct Model {
    resumable_by: ResumableBy,
    /// The slot on the stack. Loom reports concurrent accesses.
    slot: UnsafeCell<usize>,
    /// Whether the next pause scans the stack.
    is_listed: AtomicBool,
    /// Whether the reference was shaded.
    is_shaded: AtomicBool,
    /// Models the safepoint protocol and parking: held by the thread while it is managed, by the
    /// marker during a step, and by a pause. The two are different locks, so that the marker and
    /// the thread run beside one another.
    managed: Mutex<()>,
    step: Mutex<()>,
}

/// What the threads do. The models of faults replace one of the functions.
#[derive(Clone, Copy)]
struct Actions {
    claim: fn(&ResumableBy) -> Claimed,
    release: fn(&ResumableBy),
    take: fn(&ResumableBy) -> bool,
    /// Whether the thread lists a stack that it resumes.
    lists_resumed: bool,
    /// Whether the marker lists a stack that another thread has claimed.
    lists_claimed: bool,
}

const RIGHT: Actions = Actions {
    claim: ResumableBy::claim,
    release: ResumableBy::release,
    take: |word| word.take(context()),
    lists_resumed: true,
    lists_claimed: true,
};

impl Model {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            resumable_by: ResumableBy::by_slow_path(),
            slot: UnsafeCell::new(REFERENCE),
            is_listed: AtomicBool::new(false),
            is_shaded: AtomicBool::new(false),
            managed: Mutex::new(()),
            step: Mutex::new(()),
        })
    }

    fn shade(&self) {
        // SAFETY: loom checks that no other thread accesses the slot.
        if self.slot.with(|slot| unsafe { *slot }) == REFERENCE {
            self.is_shaded.store(true, Relaxed);
        }
    }

    /// Writes the slot, which then has the reference again.
    fn use_slot(&self) {
        // SAFETY: as in `shade`.
        self.slot.with_mut(|slot| unsafe { *slot = 0 });
        // SAFETY: as in `shade`.
        self.slot.with_mut(|slot| unsafe { *slot = REFERENCE });
    }

    /// A step of the marker.
    fn mark(&self, actions: Actions) {
        let _step = self.step.lock();
        match (actions.claim)(&self.resumable_by) {
            Claimed::Yes => {
                self.shade();
                (actions.release)(&self.resumable_by);
            }
            Claimed::ByOther if actions.lists_claimed => self.is_listed.store(true, Relaxed),
            Claimed::ByOther | Claimed::NotClean => {}
        }
    }

    /// The thread resumes the stack, which runs and is suspended again.
    fn run(&self, actions: Actions) {
        let managed = self.managed.lock();
        // `Fibers::list`
        if !self.resumable_by.is_by(context()) {
            assert!((actions.take)(&self.resumable_by));
            self.is_listed.store(actions.lists_resumed, Relaxed);
        }
        self.resumable_by.word.store(RUNNING, Relaxed);
        self.use_slot();
        self.resumable_by.word.store(CONTEXT, Release);
        drop(managed);
    }

    /// A pause: scans the stack if it is listed. It is clean then.
    fn pause(&self) {
        let _managed = self.managed.lock();
        let _step = self.step.lock();
        let word = self.resumable_by.word.load(Relaxed);
        assert!(word != CLAIMED && word != WALKED, "a claim ends before a pause");
        if self.is_listed.load(Relaxed) {
            self.shade();
            self.resumable_by.set_clean();
            self.is_listed.store(false, Relaxed);
        }
    }

    /// A handshake reads and writes the frames of the thread's fibers.
    fn handshake(&self, claim: fn(&ResumableBy) -> bool) {
        let _managed = self.managed.lock();
        let is_claimed = claim(&self.resumable_by);
        self.use_slot();
        if is_claimed {
            self.resumable_by.end_walk();
        }
    }
}

/// Runs the marker beside `other` and a pause, and then the pause that ends marking.
fn check(actions: Actions, other: fn(&Model, Actions)) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(move || {
        let model = Model::new();
        let spawn = |action: fn(&Model, Actions)| {
            let model = Arc::clone(&model);
            thread::spawn(move || action(&model, actions))
        };
        let threads = [spawn(Model::mark), spawn(other)];
        model.pause();
        threads.into_iter().for_each(|thread| thread.join().expect("the thread ends"));
        model.pause();
        assert!(model.is_shaded.load(Relaxed), "the cycle has seen the reference");
    });
}

#[test]
fn stack_is_read_or_scanned_in_each_cycle() {
    check(RIGHT, Model::run);
}

#[test]
fn handshake_and_marker_take_turns() {
    check(RIGHT, |model, _| model.handshake(ResumableBy::claim_to_walk));
}

/// Injected fault: the marker reads the stack without a claim.
#[test]
#[should_panic(expected = "Causality violation")]
fn reading_without_a_claim_is_noticed() {
    let claim = |word: &ResumableBy| match word.is_by_slow_path() {
        true => Claimed::Yes,
        false => Claimed::NotClean,
    };
    check(Actions { claim, release: |_| (), ..RIGHT }, Model::run);
}

/// Injected fault: who resumes the stack does not wait for the marker.
#[test]
#[should_panic(expected = "Causality violation")]
fn resuming_a_claimed_stack_is_noticed() {
    let take = |word: &ResumableBy| {
        word.word.store(CONTEXT, Relaxed);
        true
    };
    check(Actions { take, ..RIGHT }, Model::run);
}

/// Injected fault: the end of a claim is not ordered before what the thread does next.
#[test]
#[should_panic(expected = "Causality violation")]
fn relaxed_release_is_noticed() {
    check(Actions { release: |word| word.word.store(BY_SLOW_PATH, Relaxed), ..RIGHT }, Model::run);
}

/// Injected fault: a handshake does not claim the stack.
#[test]
#[should_panic(expected = "Causality violation")]
fn handshake_without_a_claim_is_noticed() {
    check(RIGHT, |model, _| model.handshake(|_| false));
}

/// Injected fault: the marker leaves out a stack that a handshake has claimed.
#[test]
#[should_panic(expected = "the cycle has seen the reference")]
fn skipping_a_claimed_stack_is_noticed() {
    let handshake = |model: &Model, _| model.handshake(ResumableBy::claim_to_walk);
    check(Actions { lists_claimed: false, ..RIGHT }, handshake);
}

/// Injected fault: resuming does not list the stack.
#[test]
#[should_panic(expected = "the cycle has seen the reference")]
fn resuming_without_listing_is_noticed() {
    check(Actions { lists_resumed: false, ..RIGHT }, Model::run);
}

/// A fiber is dropped, and its memory is used for something else, while a marker has found it in
/// the list.
#[test]
fn dropped_stack_is_not_read() {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(|| {
        let model = Model::new();
        let marker = {
            let model = Arc::clone(&model);
            thread::spawn(move || model.mark(RIGHT))
        };
        model.resumable_by.retire();
        model.use_slot();
        marker.join().expect("the thread ends");
    });
}

/// The context of another thread.
const OTHER_CONTEXT: usize = 0x2000;

/// What the threads of [`check_migration`] do. The models of faults replace one of the functions.
#[derive(Clone, Copy)]
struct Migration {
    take: fn(&ResumableBy) -> Taken,
    claim: fn(&ResumableBy) -> bool,
    end_walk: fn(&ResumableBy),
}

const RIGHT_MIGRATION: Migration = Migration {
    take: ResumableBy::take_from_any,
    claim: ResumableBy::claim_migrating_to_walk,
    end_walk: ResumableBy::end_walk,
};

impl Model {
    /// A thread resumes the stack of a fiber that migrates, and suspends it again. `false` if
    /// another thread runs it.
    fn migrate(&self, migration: Migration, context: usize) -> bool {
        let mut waits = 0;
        loop {
            match (migration.take)(&self.resumable_by) {
                Taken::Yes => break,
                Taken::Walked(walked) => self.resumable_by.wait_while(walked, &mut waits),
                Taken::No => return false,
            }
        }
        self.is_listed.store(true, Relaxed);
        self.use_slot();
        self.resumable_by.word.store(context, Release);
        true
    }

    fn walk(&self, migration: Migration) {
        if (migration.claim)(&self.resumable_by) {
            self.use_slot();
            (migration.end_walk)(&self.resumable_by);
        }
    }
}

/// Runs `other` while a thread resumes a stack whose word is `word` at first.
fn check_migration(migration: Migration, word: usize, other: fn(&Model, Migration)) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound.get_or_insert(3);
    builder.check(move || {
        let model = Model::new();
        model.resumable_by.word.store(word, Release);
        let others = {
            let model = Arc::clone(&model);
            thread::spawn(move || other(&model, migration))
        };
        model.migrate(migration, OTHER_CONTEXT);
        others.join().expect("the thread ends");
        let word = model.resumable_by.word.load(Relaxed);
        assert!([CONTEXT, OTHER_CONTEXT, BY_ANY_THREAD].contains(&word), "{word:#x}");
    });
}

/// Values of a suspended stack that any thread may take.
const FREE: [usize; 3] = [BY_SLOW_PATH, BY_ANY_THREAD, CONTEXT];

#[test]
fn one_thread_at_a_time_takes_a_stack() {
    for word in FREE {
        check_migration(RIGHT_MIGRATION, word, |model, migration| {
            model.migrate(migration, CONTEXT);
        });
    }
}

#[test]
fn walk_and_migration_take_turns() {
    for word in FREE {
        check_migration(RIGHT_MIGRATION, word, Model::walk);
    }
}

#[test]
fn marker_and_migration_take_turns() {
    check_migration(RIGHT_MIGRATION, BY_SLOW_PATH, |model, _| model.mark(RIGHT));
}

/// The thread of a fiber ends while another thread takes the fiber.
#[test]
fn stack_that_is_left_is_taken_once() {
    check_migration(RIGHT_MIGRATION, CONTEXT, |model, _| model.resumable_by.give_to_any(context()));
}

/// Injected fault: a walk does not claim the stack.
#[test]
#[should_panic(expected = "Causality violation")]
fn walking_a_migrating_stack_without_a_claim_is_noticed() {
    let claim = |word: &ResumableBy| word.word.load(Acquire) != RUNNING;
    check_migration(Migration { claim, ..RIGHT_MIGRATION }, CONTEXT, Model::walk);
}

/// Injected fault: who resumes the stack does not wait for the walk.
#[test]
#[should_panic(expected = "Causality violation")]
fn migrating_during_a_walk_is_noticed() {
    let take = |word: &ResumableBy| {
        word.word.store(RUNNING, Relaxed);
        Taken::Yes
    };
    check_migration(Migration { take, ..RIGHT_MIGRATION }, CONTEXT, Model::walk);
}

/// Injected fault: the end of a walk is not ordered before what another thread does next.
#[test]
#[should_panic(expected = "Causality violation")]
fn relaxed_end_of_a_walk_is_noticed() {
    let end_walk = |word: &ResumableBy| word.word.store(BY_ANY_THREAD, Relaxed);
    check_migration(Migration { end_walk, ..RIGHT_MIGRATION }, CONTEXT, Model::walk);
}

/// Injected fault: two threads take the stack.
#[test]
#[should_panic(expected = "Causality violation")]
fn taking_without_an_exchange_is_noticed() {
    let take = |word: &ResumableBy| match word.word.load(Acquire) {
        RUNNING => Taken::No,
        _ => {
            word.word.store(RUNNING, Relaxed);
            Taken::Yes
        }
    };
    check_migration(Migration { take, ..RIGHT_MIGRATION }, CONTEXT, |model, migration| {
        model.migrate(migration, CONTEXT);
    });
}
