//! Exceptions and Rust panics that managed code catches, or that pass through it to the host.

use core::cell::Cell;
use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use statepoint_gc::{Argument, Mutator, Zeal, observe::CollectorStatistics};
use tests::managed::{self, call, heap};

use super::{
    CALLER, DEPTH, FORCE, Function, ZEAL_MODES, assert_moved, assert_usable, build, expected,
    pointer, raise, test_carried, test_configure_throw, test_thrown, throws,
};

/// Calls `function`, which catches the exceptions of [`raise`], at several depths.
fn catch_in_managed_code(function: Function, force: c_int, zeal: Zeal) -> CollectorStatistics {
    let heap = build(zeal);
    let mut mutator = heap.attach().unwrap();
    CALLER.set(function);
    FORCE.set(force);
    for depth in [0, 1, DEPTH, DEPTH - 1] {
        // SAFETY: the function only sets thread-local variables.
        unsafe { test_configure_throw(core::ptr::null(), 0) };
        let arguments = [pointer(raise), Argument::Word(depth), Argument::Word(0)];
        let result = call(&mut mutator, function, &arguments);
        let (returned, thrown) = expected(depth);
        assert_eq!(result, Ok(returned), "{zeal:?}, depth {depth}");
        // SAFETY: the functions only read thread-local variables.
        unsafe {
            assert_eq!(test_thrown(), 1 + depth.div_ceil(2));
            if throws(depth) {
                assert_eq!(test_carried(), thrown);
            }
        }
        assert_usable(&mut mutator);
    }
    let statistics = heap.statistics();
    assert_moved(&statistics);
    statistics
}

#[test]
fn managed_code_catches_exceptions_of_native_code() {
    for zeal in ZEAL_MODES {
        for force in [0, 1] {
            catch_in_managed_code(managed::catch, force, zeal);
        }
    }
}

/// The unwinder reloads the registers from the stub's frame, where collections have rewritten them.
#[test]
fn landing_pads_read_registers_rewritten_in_the_stub() {
    for zeal in ZEAL_MODES {
        for force in [0, 1] {
            let statistics = catch_in_managed_code(managed::catch_registers, force, zeal);
            assert!(statistics.counts.register_roots_relocated > DEPTH * DEPTH, "{statistics:?}");
        }
    }
}

/// The payload of a panic.
#[derive(Debug, PartialEq)]
struct Payload(u64);

thread_local! {
    /// Number of [`CollectsOnDrop`] values of this thread that were dropped.
    static DROPPED: Cell<u64> = const { Cell::new(0) };
}

/// A value whose destructor collects and calls managed code while a panic unwinds its frame.
struct CollectsOnDrop;

impl Drop for CollectsOnDrop {
    fn drop(&mut self) {
        assert!(std::thread::panicking());
        Mutator::with_current(|mutator| {
            mutator.collect();
            assert_eq!(call(mutator, managed::nested, &[Argument::Word(2)]), Ok(5));
        })
        .expect("the thread is native while native frames are unwound");
        DROPPED.set(DROPPED.get() + 1);
    }
}

/// Recurses through managed code until `n` is 0, and then panics.
extern "C-unwind" fn panic_at_depth_0(n: u64, note: u64, a: u64, b: u64, c: u64) -> u64 {
    assert_eq!((a, b, c), (1, 2, 3));
    let _collects_on_drop = CollectsOnDrop;
    Mutator::with_current(|mutator| {
        mutator.collect();
        if n == 0 {
            resume_unwind(Box::new(Payload(17)));
        }
        let arguments = [pointer(panic_at_depth_0), Argument::Word(n - 1), Argument::Word(note)];
        call(mutator, CALLER.get(), &arguments).unwrap()
    })
    .expect("native code that the stub called is native")
}

/// Calls `function` at several depths. Its landing pads record their references and resume
/// unwinding, and the panic reaches this function.
fn pass_to_the_host(function: Function, zeal: Zeal) -> CollectorStatistics {
    let heap = build(zeal);
    let mut mutator = heap.attach().unwrap();
    CALLER.set(function);
    for depth in [0, 1, DEPTH] {
        DROPPED.set(0);
        let mut note = [0_u64; 2];
        let note_address = Argument::Word((&raw mut note).expose_provenance() as u64);
        let arguments = [pointer(panic_at_depth_0), Argument::Word(depth), note_address];
        let caught = catch_unwind(AssertUnwindSafe(|| call(&mut mutator, function, &arguments)));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(17)));
        assert_eq!(DROPPED.get(), depth + 1);
        // Each managed frame was walked, and its landing pad read its references.
        assert_eq!(
            note[0],
            (0..=depth).map(|n| 1000 + 5 * n).sum::<u64>(),
            "{zeal:?}, depth {depth}"
        );
        assert_usable(&mut mutator);
    }
    let statistics = heap.statistics();
    assert_moved(&statistics);
    statistics
}

#[test]
fn panics_unwind_through_managed_code_to_the_host() {
    for zeal in ZEAL_MODES {
        pass_to_the_host(managed::pass, zeal);
        let statistics = pass_to_the_host(managed::pass_registers, zeal);
        assert!(statistics.counts.register_roots_relocated > DEPTH * DEPTH, "{statistics:?}");
    }
}

/// The managed frames have no landing pad; a host function between them catches the panic.
#[test]
fn panics_are_caught_between_managed_frames() {
    extern "C-unwind" fn catches(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        let result = catch_unwind(|| {
            Mutator::with_current(|mutator| {
                let arguments = [pointer(throws_to_host), Argument::Word(n)];
                call(mutator, managed::native_registers, &arguments).unwrap()
            })
        });
        let payload = result.unwrap_err();
        Mutator::with_current(|mutator| {
            assert_eq!(mutator.nesting(), 1);
            mutator.collect();
        })
        .unwrap();
        payload.downcast_ref::<Payload>().unwrap().0
    }
    extern "C-unwind" fn throws_to_host(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        Mutator::with_current(Mutator::collect).unwrap();
        resume_unwind(Box::new(Payload(n + 100)));
    }
    for zeal in ZEAL_MODES {
        let heap = build(zeal);
        let mut mutator = heap.attach().unwrap();
        for function in [managed::native as Function, managed::native_registers] {
            let arguments = [pointer(catches), Argument::Word(7)];
            assert_eq!(call(&mut mutator, function, &arguments), Ok(107 + 7));
            assert_usable(&mut mutator);
        }
        let statistics = heap.statistics();
        assert!(
            statistics.counts.objects_moved > 0 && statistics.counts.register_roots_relocated > 0
        );
    }
}

/// Native code that managed code calls directly, without a transition, runs in managed state and
/// stays in it.
#[test]
fn panics_of_directly_called_native_code_unwind() {
    extern "C-unwind" fn panic_immediately(n: u64) -> u64 {
        resume_unwind(Box::new(Payload(n)));
    }
    let heap = heap().heap_max(8 << 20).unwind_native_frames(true).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let function = (panic_immediately as *const c_void).expose_provenance() as u64;
    for caller in [managed::direct as Function, managed::direct_registers] {
        let arguments = [Argument::Word(function), Argument::Word(9)];
        let caught = catch_unwind(AssertUnwindSafe(|| call(&mut mutator, caller, &arguments)));
        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(9)));
        assert_usable(&mut mutator);
    }
}

/// Variables shared by a thread that is held at a safepoint and the thread that holds it.
#[derive(Default)]
struct HeldThread {
    inside: AtomicBool,
    go: AtomicBool,
    note: [AtomicU64; 2],
}

/// Panics once `go` is set.
extern "C-unwind" fn throws_when_released(_: u64, shared: u64, _: u64, _: u64, _: u64) -> u64 {
    let note: *const AtomicU64 = core::ptr::with_exposed_provenance(shared as usize);
    // SAFETY: the note is a field of a `HeldThread`, which the test keeps until the thread ends.
    let shared =
        unsafe { &*note.byte_sub(core::mem::offset_of!(HeldThread, note)).cast::<HeldThread>() };
    shared.inside.store(true, Ordering::Relaxed);
    while !shared.go.load(Ordering::Acquire) {
        std::thread::yield_now();
    }
    resume_unwind(Box::new(Payload(3)));
}

/// An exception waits in the stub's landing pad until a pending stop or handshake has finished.
#[test]
fn exceptions_wait_at_the_transition_to_managed_code() {
    for function in [managed::pass as Function, managed::pass_registers] {
        let heap = heap().heap_max(8 << 20).build().unwrap();
        let shared = HeldThread::default();
        let note = (&raw const shared.note).expose_provenance() as u64;
        std::thread::scope(|scope| {
            let thrower = scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                let arguments =
                    [pointer(throws_when_released), Argument::Word(7), Argument::Word(note)];
                let caught =
                    catch_unwind(AssertUnwindSafe(|| call(&mut mutator, function, &arguments)));
                assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(3)));
                assert_usable(&mut mutator);
            });
            while !shared.inside.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            let thread = heap.threads().pop().unwrap();
            let entered = heap.handshake(&thread, |_| {
                shared.go.store(true, Ordering::Release);
                // Long enough for the exception to reach managed code if the stub does not wait.
                std::thread::sleep(Duration::from_millis(100));
                shared.note[1].load(Ordering::Relaxed)
            });
            assert_eq!(entered, Ok(0), "managed code ran during the handshake");
            thrower.join().unwrap();
        });
        assert_eq!(shared.note[1].load(Ordering::Relaxed), 7);
        assert_eq!(shared.note[0].load(Ordering::Relaxed), 1000 + 5 * 7);
    }
}

/// Four threads throw while another thread collects continuously. Stops occur while exceptions
/// unwind native frames, wait in the stub's landing pad, and run managed landing pads.
#[test]
fn threads_throw_while_others_collect() {
    let heap = build(Zeal::EveryAllocation(20));
    let done = AtomicBool::new(false);
    let running = AtomicU32::new(4);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            while !done.load(Ordering::Relaxed) {
                mutator.collect();
            }
        });
        for thread in 0..4 {
            let (heap, done, running) = (&heap, &done, &running);
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let result = catch_unwind(AssertUnwindSafe(|| {
                    for round in 0..12 {
                        let (catching, passing) = match (thread + round) % 2 {
                            0 => (managed::catch as Function, managed::pass as Function),
                            _ => (
                                managed::catch_registers as Function,
                                managed::pass_registers as Function,
                            ),
                        };
                        CALLER.set(catching);
                        FORCE.set(round / 2 % 2);
                        let arguments = [pointer(raise), Argument::Word(5), Argument::Word(0)];
                        let result = call(&mut mutator, catching, &arguments);
                        assert_eq!(result, Ok(expected(5).0));
                        CALLER.set(passing);
                        let mut note = [0_u64; 2];
                        let note_address =
                            Argument::Word((&raw mut note).expose_provenance() as u64);
                        let arguments =
                            [pointer(panic_at_depth_0), Argument::Word(5), note_address];
                        let caught = catch_unwind(AssertUnwindSafe(|| {
                            call(&mut mutator, passing, &arguments)
                        }));
                        assert_eq!(caught.unwrap_err().downcast_ref(), Some(&Payload(17)));
                        assert_eq!(note[0], (0..=5).map(|n| 1000 + 5 * n).sum::<u64>());
                        assert_eq!(mutator.nesting(), 0);
                    }
                }));
                if running.fetch_sub(1, Ordering::Relaxed) == 1 {
                    done.store(true, Ordering::Relaxed);
                }
                if let Err(panic) = result {
                    // Only after `done` is set, so that the collecting thread ends.
                    resume_unwind(panic);
                }
            });
        }
    });
    assert_moved(&heap.statistics());
}
