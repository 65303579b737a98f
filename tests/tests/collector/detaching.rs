//! Attempts to detach a thread while code on its stack still uses its record: by dropping its
//! `Mutator` in a callback, an operation or an object model, or by `exit`. Each is a fatal error.

use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

use statepoint_gc::{
    Argument, Handle, Heap, HeapBuilder, Mutator, ObjectModel, TypeId, TypeLayout, Zeal,
    types::SlotVisitor,
};
use tests::child_tests::{assert_stderr_contains, death_test};
use tests::managed::{self, call, heap, make};

thread_local! {
    /// The `Mutator` of this thread, which [`drop_mutator`] drops.
    static MUTATOR: RefCell<Option<Mutator>> = const { RefCell::new(None) };
}

/// Whether the next call of [`drop_mutator`] drops the `Mutator`.
static ARMED: AtomicBool = AtomicBool::new(false);

/// Drops the calling thread's `Mutator` if `ARMED` is set, and clears `ARMED`. Callbacks of the
/// host must not do this.
fn drop_mutator() {
    if ARMED.swap(false, Relaxed) {
        drop(MUTATOR.with_borrow_mut(Option::take));
        eprintln!("dropped");
    }
}

/// Runs `action` with the calling thread's `Mutator`, which is stored in [`MUTATOR`], so that a
/// callback on the same thread can drop it.
fn with_stored_mutator(builder: HeapBuilder, action: impl FnOnce(&mut Mutator)) {
    let heap = builder.build().unwrap();
    MUTATOR.set(Some(heap.attach().unwrap()));
    ARMED.store(true, Relaxed);
    Mutator::with_current(action).unwrap();
}

const PAIR: TypeId = TypeId::new(1);
const WORDS: TypeId = TypeId::new(2);

fn with_dropping_callback(builder: HeapBuilder) -> HeapBuilder {
    builder.heap_max(4 << 20).on_collection(|_| drop_mutator())
}

#[test]
fn collection_callback_cannot_detach_an_allocating_thread() {
    let output = death_test("collection_callback_cannot_detach_an_allocating_thread", || {
        with_stored_mutator(with_dropping_callback(heap()), |mutator| {
            loop {
                drop(mutator.allocate(PAIR).unwrap());
            }
        });
    });
    assert_stderr_contains(
        output,
        &["drops its Mutator", "inside 0 calls", "0 scopes", "and 2 other uses"],
    );
}

#[test]
fn collection_callback_cannot_detach_a_cloning_thread() {
    let output = death_test("collection_callback_cannot_detach_a_cloning_thread", || {
        with_stored_mutator(with_dropping_callback(heap()), |mutator| {
            ARMED.store(false, Relaxed);
            let object = mutator.allocate(PAIR).unwrap();
            ARMED.store(true, Relaxed);
            loop {
                drop(mutator.clone_object(&object).unwrap());
            }
        });
    });
    assert_stderr_contains(output, &["drops its Mutator", "and 2 other uses"]);
}

#[test]
fn collection_callback_cannot_detach_a_collecting_thread() {
    for kind in [Mutator::collect, Mutator::collect_young] {
        let name = "collection_callback_cannot_detach_a_collecting_thread";
        let output = death_test(name, || with_stored_mutator(with_dropping_callback(heap()), kind));
        assert_stderr_contains(output, &["drops its Mutator", "and 2 other uses"]);
    }
}

#[test]
fn memory_callback_cannot_detach_an_allocating_thread() {
    let output = death_test("memory_callback_cannot_detach_an_allocating_thread", || {
        let on_out_of_memory = |_: &_| {
            drop_mutator();
            true
        };
        with_stored_mutator(
            heap().heap_max(4 << 20).on_out_of_memory(on_out_of_memory),
            |mutator| {
                let mut kept: Vec<Handle> = Vec::new();
                loop {
                    kept.push(mutator.allocate_array(WORDS, 10_000).unwrap());
                }
            },
        );
    });
    assert_stderr_contains(output, &["drops its Mutator", "and 2 other uses"]);
}

/// A collection requested by the callback counts as one more use. After it the thread can still not
/// be detached.
#[test]
fn uses_of_a_mutator_nest() {
    let output = death_test("uses_of_a_mutator_nest", || {
        let with_dropping_callback = |_: &_| {
            Mutator::with_current(|current| {
                current.collect();
                drop_mutator();
            });
        };
        with_stored_mutator(
            heap().heap_max(4 << 20).on_collection(with_dropping_callback),
            Mutator::collect,
        );
    });
    assert_stderr_contains(output, &["drops its Mutator", "and 3 other uses"]);
}

#[test]
fn a_current_mutator_in_use_is_not_detached() {
    let output = death_test("a_current_mutator_in_use_is_not_detached", || {
        with_stored_mutator(heap().heap_max(4 << 20), |current| {
            drop_mutator();
            current.collect();
        });
    });
    assert_stderr_contains(output, &["drops its Mutator", "and 1 other uses"]);
}

/// Once all calls have returned, the thread can be detached and attached again.
#[test]
fn a_thread_is_detached_after_its_last_use() {
    let heap = heap().heap_max(4 << 20).on_collection(|_| ()).build().unwrap();
    for _ in 0..3 {
        let mut mutator = heap.attach().unwrap();
        mutator.collect();
        let object = mutator.allocate(PAIR).unwrap();
        drop(mutator.clone_object(&object).unwrap());
        Mutator::with_current(Mutator::collect_young).unwrap();
        let panic = std::panic::AssertUnwindSafe(|| {
            Mutator::with_current(|_| std::panic::resume_unwind(Box::new(())));
        });
        std::panic::catch_unwind(panic).unwrap_err();
        drop(mutator);
        assert!(heap.threads().is_empty());
    }
}

/// Whether the program is linked statically. There `exit` destroys no thread-local variables, so it
/// detaches no thread.
const IS_STATIC: bool = cfg!(target_feature = "crt-static");

const PHASE_CALLBACK: &str = "in the callback for phases of collections";

#[test]
fn phase_callback_cannot_detach_a_thread() {
    let output = death_test("phase_callback_cannot_detach_a_thread", || {
        let builder = heap().heap_max(4 << 20).on_phase(|_| drop_mutator());
        with_stored_mutator(builder, Mutator::collect);
    });
    assert_stderr_contains(output, &["fatal: dropping a Mutator", PHASE_CALLBACK]);
}

#[test]
fn phase_callback_cannot_exit_the_process() {
    let output = death_test("phase_callback_cannot_exit_the_process", || {
        let heap = heap().heap_max(4 << 20).on_phase(|_| std::process::exit(3)).build().unwrap();
        heap.attach().unwrap().collect();
    });
    if IS_STATIC {
        return;
    }
    assert_stderr_contains(output, &["by exit(), inside the library", PHASE_CALLBACK]);
}

/// The thread is at a safepoint of managed code, not in native code.
#[test]
fn phase_callback_cannot_exit_below_managed_code() {
    let name = "phase_callback_cannot_exit_below_managed_code";
    let output = death_test(name, || {
        let builder = heap().heap_max(4 << 20).zeal(Zeal::EveryAllocation(1));
        let heap = builder.on_phase(|_| std::process::exit(3)).build().unwrap();
        let null_fields = [Argument::Word(0), Argument::Word(0)];
        let _ = call(&mut heap.attach().unwrap(), managed::pair, &null_fields);
    });
    if IS_STATIC {
        return;
    }
    assert_stderr_contains(output, &["by exit(), inside the library", PHASE_CALLBACK]);
}

#[test]
fn handshake_operation_cannot_detach_a_thread() {
    let output = death_test("handshake_operation_cannot_detach_a_thread", || {
        with_stored_mutator(heap().heap_max(4 << 20), |mutator| {
            let heap: Heap = mutator.heap();
            let _ = heap.handshake(&heap.threads()[0], |_| drop_mutator());
        });
    });
    assert_stderr_contains(
        output,
        &["fatal: dropping a Mutator", "in the operation of a handshake"],
    );
}

/// An object model of 32-byte objects that drops the thread's `Mutator` in the middle of a
/// collection.
#[derive(Debug)]
struct DetachingModel;

// SAFETY: objects of the type have 32 bytes and no reference.
unsafe impl ObjectModel for DetachingModel {
    unsafe fn size(&self, _: TypeId, _: *const u64) -> Option<usize> {
        drop_mutator();
        Some(32)
    }

    unsafe fn reference_slots(&self, _: TypeId, _: *const u64, _: &mut SlotVisitor<'_>) {}
}

#[test]
fn object_model_cannot_detach_a_thread() {
    let output = death_test("object_model_cannot_detach_a_thread", || {
        let builder = heap().heap_max(4 << 20).collector_threads(1);
        let builder = builder.register_type(TypeId::new(30), TypeLayout::traced(DetachingModel));
        with_stored_mutator(builder, |mutator| {
            ARMED.store(false, Relaxed);
            let words = [30 << 8, 0, 0, 0].map(Argument::Word);
            let _kept = make(mutator, managed::record, &words).unwrap();
            ARMED.store(true, Relaxed);
            mutator.collect();
        });
    });
    assert_stderr_contains(output, &["fatal: dropping a Mutator", "was requested in a collection"]);
}
