//! Fibers: references pass both ways, the roots of suspended fibers are found and updated, young
//! collections scan only those that ran, and misuse is an error.

use core::ffi::c_void;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use statepoint_gc::{
    AccessError, Argument, Heap, Mutator, TypeId, Zeal,
    fibers::{Fiber, FiberConfig, FiberError, FiberState},
};
use tests::child_tests::{ChildExit, assert_stderr_contains, death_test};
use tests::cycles::{begin_cycle, promote_all, run_cycle};
use tests::fibers::{
    COUNTERS, DEEP, DRIVERS, RELAYS, VERIFY, address, assert_relocated, boxed, build_heaps, fiber,
    finish, resume, unboxed,
};
use tests::managed::{self, call, heap, make};

#[test]
fn references_pass_both_ways() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for function in COUNTERS {
            let mut fiber = fiber(&heap, function);
            assert_eq!(fiber.state(), FiberState::New);
            for n in 0..20 {
                assert_eq!(resume(&mut mutator, &mut fiber, 100 + n), (n, false));
                assert_eq!(fiber.state(), FiberState::Suspended);
                if n % 5 == 0 {
                    mutator.collect();
                }
            }
            assert_eq!(finish(&mut mutator, &mut fiber), (100..120).sum::<u64>());
            assert_eq!(fiber.state(), FiberState::Done);
            fiber.destroy().unwrap();
        }
        assert_relocated(&heap);
    }
}

#[test]
fn managed_code_resumes_fibers() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for (function, driver) in COUNTERS.into_iter().zip(DRIVERS) {
            let fiber = fiber(&heap, function);
            let address = Argument::Word(address(&fiber));
            let sum = call(&mut mutator, driver, &[address, Argument::Word(50)]).unwrap();
            assert_eq!(sum, (0..50).sum::<u64>() + (1..=50).sum::<u64>());
            assert_eq!(fiber.state(), FiberState::Done);
        }
        // Without zeal mode nothing requests a collection.
        if heap.zeal().is_on() {
            assert_relocated(&heap);
        }
    }
}

#[test]
fn references_are_passed_unchanged_many_times() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let fiber = fiber(&heap, managed::fiber_echo);
        let address = Argument::Word(address(&fiber));
        let n = 200;
        let arguments = [address, Argument::Word(n)];
        assert_eq!(call(&mut mutator, managed::fiber_exchange, &arguments).unwrap(), n);
        assert_eq!(fiber.state(), FiberState::Suspended);
        if heap.zeal() == Zeal::EveryPoll {
            assert_relocated(&heap);
        }
    }
}

/// A fiber that resumes one that resumes another: the middle one counts as running meanwhile.
#[test]
fn fibers_resume_fibers() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        for (function, relay) in COUNTERS.into_iter().zip(RELAYS) {
            let inner = fiber(&heap, function);
            let mut fibers = vec![inner];
            for _ in 0..3 {
                let address = address(fibers.last().unwrap());
                let mut outer = fiber(&heap, relay);
                assert_eq!(resume(&mut mutator, &mut outer, address), (address, false));
                mutator.collect_young();
                fibers.push(outer);
            }
            let mut outer = fibers.pop().unwrap();
            for n in 0..10 {
                assert_eq!(resume(&mut mutator, &mut outer, n), (n, false));
                mutator.collect_young();
            }
            assert_eq!(finish(&mut mutator, &mut outer), 45);
            assert!(fibers.iter().all(|fiber| fiber.state() == FiberState::Done));
        }
        assert_relocated(&heap);
    }
}

/// The only references to some objects are on the stacks of suspended fibers, which have run
/// after they were scanned.
#[test]
fn fibers_that_ran_again_are_scanned_again() {
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let mut fibers: Vec<_> = COUNTERS.iter().map(|function| fiber(&heap, *function)).collect();
        for round in 0..5 {
            for fiber in &mut fibers {
                assert_eq!(resume(&mut mutator, fiber, 7), (round, false));
            }
            // The boxes of the sums are promoted, and the fibers are clean.
            (0..4).for_each(|_| mutator.collect_young());
        }
        for fiber in &mut fibers {
            assert_eq!(finish(&mut mutator, fiber), 35);
        }
        assert_relocated(&heap);
    }
}

/// Returns the number of frames that a collection by `collect` walks.
fn frames_walked(heap: &Heap, mutator: &mut Mutator, collect: fn(&mut Mutator)) -> u64 {
    let before = heap.statistics().counts.frames_walked;
    collect(mutator);
    heap.statistics().counts.frames_walked - before
}

#[test]
fn young_collections_scan_only_fibers_that_ran() {
    let heap = heap().heap_max(64 << 20).concurrent(true).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    for function in DEEP {
        let (count, depth) = (200, 10);
        let frames = depth + 2;
        let mut fibers: Vec<_> = (0..count).map(|_| fiber(&heap, function)).collect();
        for fiber in &mut fibers {
            assert_eq!(resume(&mut mutator, fiber, depth), (0, false));
        }
        let young = Mutator::collect_young;
        // The boxes are new, then survivors, then old.
        assert_eq!(frames_walked(&heap, &mut mutator, young), count * frames);
        assert_eq!(frames_walked(&heap, &mut mutator, young), count * frames);
        assert_eq!(frames_walked(&heap, &mut mutator, young), 0);
        // All others are finished.
        for fiber in fibers.iter_mut().step_by(2) {
            assert_eq!(resume(&mut mutator, fiber, 3), (depth * (depth + 1) / 2 + 3 + depth, true));
        }
        assert_eq!(frames_walked(&heap, &mut mutator, young), 0);
        assert_eq!(frames_walked(&heap, &mut mutator, Mutator::collect_full), count / 2 * frames);
        assert_eq!(frames_walked(&heap, &mut mutator, young), 0);
        for fiber in fibers.iter_mut().skip(1).step_by(2) {
            assert_eq!(resume(&mut mutator, fiber, 4), (depth * (depth + 1) / 2 + 4 + depth, true));
        }
    }
}

/// The roots of suspended fibers are marked by concurrent cycles, and their objects stay where they
/// are when sparse blocks are evacuated.
#[test]
fn concurrent_cycles_mark_from_fibers() {
    let heap = heap().heap_max(64 << 20).concurrent(true).verify(VERIFY).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let (count, depth) = (100, 20);
    let mut fibers: Vec<_> = (0..count).map(|n| fiber(&heap, DEEP[n % 2])).collect();
    for fiber in &mut fibers {
        // Garbage between the objects of the fibers.
        (0..50).for_each(|value| drop(boxed(&mut mutator, value)));
        resume(&mut mutator, fiber, depth);
    }
    promote_all(&mut mutator);
    for _ in 0..3 {
        run_cycle(&heap, &mut mutator, |_| {});
        (0..5).for_each(|_| mutator.collect_young());
    }
    begin_cycle(&heap, &mut mutator);
    for fiber in &mut fibers {
        assert_eq!(resume(&mut mutator, fiber, 1), (depth * (depth + 1) / 2 + 1 + depth, true));
    }
    assert_relocated(&heap);
}

/// Native code on a fiber suspends it, with local handles that are live meanwhile.
#[test]
fn native_code_suspends_fibers() {
    extern "C" fn suspend_twice(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        Mutator::with_current(|mutator| {
            mutator.scope(|scope| {
                let kept = boxed(scope.mutator(), 500);
                let local = scope.local(&kept).unwrap();
                drop(kept);
                let mut sum = 0;
                for n in [30, 40] {
                    let out = boxed(scope.mutator(), n);
                    let received = scope.mutator().suspend(Argument::Reference(&out)).unwrap();
                    sum += unboxed(scope.mutator(), &received);
                }
                let kept = scope.global(local);
                sum + unboxed(scope.mutator(), &kept)
            })
        })
        .unwrap()
    }
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let mut fiber = fiber(&heap, managed::fiber_native);
        let function = (suspend_twice as *const c_void).expose_provenance() as u64;
        assert_eq!(resume(&mut mutator, &mut fiber, function), (30, false));
        (0..3).for_each(|_| mutator.collect_young());
        let Err((mut fiber, error)) = fiber.abandon() else {
            panic!("native frames are abandoned")
        };
        assert!(matches!(error, FiberError::Suspended { calls: 2, .. }), "{error:?}");
        assert_eq!(resume(&mut mutator, &mut fiber, 1), (40, false));
        mutator.collect();
        assert_eq!(resume(&mut mutator, &mut fiber, 2), (1503, true));
        assert_relocated(&heap);
    }
}

#[test]
fn misuse_is_an_error() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // SAFETY: no fiber is created.
    let small = unsafe { heap.fiber(FiberConfig::new().stack_size(4096), managed::fiber_count()) };
    assert!(matches!(small, Err(FiberError::StackTooSmall { size: 4096, .. })), "{small:?}");
    // SAFETY: as above.
    let huge =
        unsafe { heap.fiber(FiberConfig::new().stack_size(1 << 60), managed::fiber_count()) };
    assert!(matches!(huge, Err(FiberError::NoMemory(_))), "{huge:?}");
    let error = mutator.suspend(Argument::Word(0)).unwrap_err();
    assert!(matches!(error, FiberError::NoFiber { .. }), "{error:?}");

    let mut done = fiber(&heap, managed::fiber_count);
    finish(&mut mutator, &mut done);
    let error = mutator.resume(&mut done, Argument::Word(0)).unwrap_err();
    assert!(matches!(error, FiberError::Done { .. }), "{error:?}");

    let mut suspended = fiber(&heap, managed::fiber_count);
    resume(&mut mutator, &mut suspended, 1);
    let (mut suspended, error) = suspended.destroy().unwrap_err();
    assert!(matches!(error, FiberError::Suspended { calls: 1, .. }), "{error:?}");
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            let error = mutator.resume(&mut suspended, Argument::Word(0)).unwrap_err();
            assert!(matches!(error, FiberError::OtherThread { .. }), "{error:?}");
        });
    });
    suspended.abandon().unwrap();

    let other = managed::heap().heap_max(16 << 20).build().unwrap();
    let mut foreign = fiber(&other, managed::fiber_count);
    let error = mutator.resume(&mut foreign, Argument::Word(0)).unwrap_err();
    assert!(matches!(error, FiberError::ForeignFiber { .. }), "{error:?}");
    foreign.destroy().unwrap();
}

/// A fiber, and the code that resumes it, take what the other passes for a reference. So native
/// code passes references by handle only: a word that is a reference would be a forged one.
#[test]
fn forged_references_are_refused() {
    static OUTSIDE: u64 = 0;
    extern "C" fn suspend_with(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        Mutator::with_current(|mutator| {
            let object = boxed(mutator, 1);
            let pin = mutator.pin(&object).unwrap();
            let word = pin.as_ptr().addr().get() as u64 + 8;
            let error = mutator.suspend(Argument::Word(word)).unwrap_err();
            assert!(matches!(error, FiberError::IsReference { word: w } if w == word), "{error:?}");
            let received = mutator.suspend(Argument::Word(word | 1)).unwrap();
            unboxed(mutator, &received)
        })
        .unwrap()
    }
    for heap in build_heaps() {
        let mut mutator = heap.attach().unwrap();
        let object = boxed(&mut mutator, 0);
        let pin = mutator.pin(&object).unwrap();
        let start = pin.as_ptr().addr().get() as u64;
        let mut echo = fiber(&heap, managed::fiber_echo);
        for word in [start, start + 8, start + (1 << 20)] {
            let error = mutator.resume(&mut echo, Argument::Word(word)).unwrap_err();
            assert!(matches!(error, FiberError::IsReference { word: w } if w == word), "{error:?}");
        }
        assert_eq!(echo.state(), FiberState::New);
        // Words that are no references pass. No operation takes their handles for objects.
        for word in [7, start | 1, (&raw const OUTSIDE).addr() as u64] {
            let passed = mutator.resume(&mut echo, Argument::Word(word)).unwrap().into_handle();
            let error = mutator.load_word(&passed, 8).unwrap_err();
            assert_eq!(error, AccessError::NotAnObject { word });
        }
        echo.abandon().unwrap();

        let mut native = fiber(&heap, managed::fiber_native);
        let function = (suspend_with as *const c_void).expose_provenance() as u64;
        let function = boxed(&mut mutator, function);
        let passed = mutator.resume(&mut native, Argument::Reference(&function)).unwrap();
        let passed = passed.into_handle();
        assert!(matches!(mutator.type_of(&passed), Err(AccessError::NotAnObject { .. })));
        assert_eq!(resume(&mut mutator, &mut native, 2), (1002, true));
    }
}

/// The fibers of a thread that has ended keep their objects alive until they are dropped.
#[test]
fn fibers_outlive_their_thread() {
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let mut fibers: Vec<_> = DEEP.iter().map(|function| fiber(&heap, *function)).collect();
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            for fiber in &mut fibers {
                resume(&mut mutator, fiber, 5);
            }
            mutator.collect_young();
            resume_new(&heap, &mut mutator);
        });
    });
    // Has perhaps the context of the thread that has ended.
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            (0..4).for_each(|_| mutator.collect_young());
            mutator.collect();
            for fiber in &mut fibers {
                let error = mutator.resume(fiber, Argument::Word(0)).unwrap_err();
                assert!(matches!(error, FiberError::OtherThread { .. }), "{error:?}");
            }
        });
    });
    assert!(heap.statistics().counts.frames_walked >= 14);
    drop(fibers);
}

/// Resumes a fiber that is dropped while it is suspended.
fn resume_new(heap: &Heap, mutator: &mut Mutator) {
    let mut fiber = fiber(heap, managed::fiber_count);
    resume(mutator, &mut fiber, 5);
}

/// A fiber that is running cannot be resumed, by native code or by managed code.
#[test]
fn resuming_a_running_fiber_is_fatal_in_managed_code() {
    let test = "resuming_a_running_fiber_is_fatal_in_managed_code";
    let output = death_test(test, || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        // SAFETY: the function is that of a fiber.
        let relay = unsafe { heap.fiber(FiberConfig::new().name("loop"), managed::fiber_relay()) };
        let mut relay = relay.unwrap();
        let address = address(&relay);
        resume(&mut mutator, &mut relay, address);
        resume(&mut mutator, &mut relay, 0);
    });
    assert_stderr_contains(
        output,
        &["statepoint-gc: fatal: managed code on the stack of fiber \"loop\" (1) resumes fiber \
           \"loop\" (1), which runs, or has resumed another fiber"],
    );
}

#[test]
fn resuming_a_done_fiber_is_fatal_in_managed_code() {
    let output = death_test("resuming_a_done_fiber_is_fatal_in_managed_code", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut fiber = fiber(&heap, managed::fiber_count);
        finish(&mut mutator, &mut fiber);
        let address = Argument::Word(address(&fiber));
        let _ = call(&mut mutator, managed::fiber_resume, &[address, Argument::Word(0)]);
    });
    assert_stderr_contains(output, &["resumes fiber 1, which is done (spgc_fiber_done tells)"]);
}

#[test]
fn suspending_a_thread_is_fatal_in_managed_code() {
    let output = death_test("suspending_a_thread_is_fatal_in_managed_code", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let _ = call(&mut mutator, managed::fiber_suspend, &[Argument::Word(0)]);
    });
    assert_stderr_contains(
        output,
        &[
            "managed code calls spgc_suspend on the stack of thread \"fibers::suspend\"",
            "which is not that of a fiber",
        ],
    );
}

#[test]
fn dropping_a_fiber_with_native_frames_is_fatal() {
    extern "C" fn suspend(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        let suspend = |mutator: &mut Mutator| mutator.suspend(Argument::Word(0)).map(drop);
        Mutator::with_current(suspend).unwrap().unwrap();
        0
    }
    let output = death_test("dropping_a_fiber_with_native_frames_is_fatal", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut fiber = fiber(&heap, managed::fiber_native);
        let function = (suspend as *const c_void).expose_provenance() as u64;
        let function = boxed(&mut mutator, function);
        mutator.resume(&mut fiber, Argument::Reference(&function)).unwrap();
        drop(fiber);
    });
    assert_stderr_contains(
        output,
        &["a fiber is dropped that runs, or has native code among its frames: fiber 1 is \
             suspended in 2 calls"],
    );
}

/// Native code on a fiber ends the process by `exit`, which detaches the thread.
#[test]
fn native_code_on_a_fiber_may_exit() {
    extern "C" fn exit(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        // SAFETY: no other thread of the child uses what is destroyed.
        unsafe { libc::exit(3) }
    }
    let output = death_test("native_code_on_a_fiber_may_exit", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let mut mutator = heap.attach().unwrap();
        let mut fiber = fiber(&heap, managed::fiber_native);
        let function = boxed(&mut mutator, (exit as *const c_void).expose_provenance() as u64);
        let _ = mutator.resume(&mut fiber, Argument::Reference(&function));
    });
    if let Some(ChildExit { status, stderr }) = output {
        assert_eq!(status.code(), Some(3), "{stderr}");
    }
}

/// The callback for collections runs on the thread's own stack. It collects and allocates in turn.
#[test]
fn collection_callbacks_of_fibers_use_the_library() {
    let in_callback = AtomicBool::new(false);
    let nested = Arc::new(AtomicU64::new(0));
    let heap = heap().heap_max(16 << 20).zeal(Zeal::EveryAllocation(3)).on_collection({
        let nested = Arc::clone(&nested);
        move |_| {
            if in_callback.swap(true, Relaxed) {
                return;
            }
            Mutator::with_current(|mutator| {
                let object = mutator.allocate(TypeId::new(4)).unwrap();
                mutator.collect_young();
                drop(object);
                nested.fetch_add(1, Relaxed);
            });
            in_callback.store(false, Relaxed);
        }
    });
    let heap = heap.build().unwrap();
    let mut mutator = heap.attach().unwrap();
    let fiber = fiber(&heap, managed::fiber_count);
    let address = Argument::Word(address(&fiber));
    let sum = call(&mut mutator, managed::fiber_drive, &[address, Argument::Word(50)]).unwrap();
    assert_eq!(sum, (0..50).sum::<u64>() + (1..=50).sum::<u64>());
    assert!(nested.load(Relaxed) > 0);
}

#[test]
fn resuming_a_foreign_fiber_is_fatal_in_managed_code() {
    let output = death_test("resuming_a_foreign_fiber_is_fatal_in_managed_code", || {
        let [heap, other] = [(); 2].map(|()| heap().heap_max(16 << 20).build().unwrap());
        let mut mutator = heap.attach().unwrap();
        let _own = fiber(&heap, managed::fiber_count);
        let fiber = fiber(&other, managed::fiber_count);
        let address = Argument::Word(address(&fiber));
        let _ = call(&mut mutator, managed::fiber_resume, &[address, Argument::Word(0)]);
    });
    assert_stderr_contains(output, &["resumes fiber 1, which belongs to another heap"]);
}

/// The lists of fibers are locked during a collection, so the host's code must not use them.
#[test]
fn creating_a_fiber_in_a_handshake_is_fatal() {
    let output = death_test("creating_a_fiber_in_a_handshake_is_fatal", || {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        let threads = heap.threads();
        let other = heap.clone();
        thread::scope(|scope| {
            scope.spawn(|| {
                heap.handshake(&threads[0], |_| drop(fiber(&other, managed::fiber_count)))
            });
        });
    });
    assert_stderr_contains(
        output,
        &["creating a fiber was requested in the operation of a handshake"],
    );
}

/// A thread may be detached while native code on one of its fibers, which is suspended, uses it.
#[test]
fn threads_end_with_fibers_suspended_in_native_code() {
    extern "C" fn suspend(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
        let suspend = |mutator: &mut Mutator| mutator.suspend(Argument::Word(0)).map(drop);
        Mutator::with_current(suspend).unwrap().unwrap();
        0
    }
    let heap = heap().heap_max(16 << 20).verify(VERIFY).build().unwrap();
    let mut fiber = fiber(&heap, managed::fiber_native);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut mutator = heap.attach().unwrap();
            let function =
                boxed(&mut mutator, (suspend as *const c_void).expose_provenance() as u64);
            mutator.resume(&mut fiber, Argument::Reference(&function)).unwrap();
        });
    });
    heap.attach().unwrap().collect();
    assert!(heap.statistics().counts.frames_walked > 0);
    // Other threads may have addresses of the local variables of the native code.
    let stack = fiber.stack();
    fiber.abandon().unwrap();
    let others: Vec<_> = (0..100).map(|_| self::fiber(&heap, managed::fiber_count)).collect();
    assert!(others.iter().all(|other| other.stack() != stack));
}

/// One thread runs fibers by their addresses, while another one tries to drop them: it succeeds
/// when they are done, and their stacks are used by the next fibers.
#[test]
fn fibers_are_dropped_by_other_threads() {
    let heap = heap().heap_max(16 << 20).build().unwrap();
    let (send, receive) = mpsc::channel::<Fiber>();
    let (done, is_done) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            for mut fiber in receive {
                while let Err((again, error)) = fiber.destroy() {
                    assert!(
                        matches!(error, FiberError::Running { .. } | FiberError::Suspended { .. }),
                        "{error:?}"
                    );
                    fiber = again;
                }
                done.send(()).unwrap();
            }
        });
        let mut mutator = heap.attach().unwrap();
        for round in 0..200 {
            let fiber = fiber(&heap, COUNTERS[round % 2]);
            let address = address(&fiber);
            // A new fiber could be dropped before it runs.
            resume_at(&mut mutator, address);
            send.send(fiber).unwrap();
            let arguments = [Argument::Word(address), Argument::Word(20)];
            let sum = call(&mut mutator, DRIVERS[round % 2], &arguments).unwrap();
            assert_eq!(sum, (1..=20).sum::<u64>() + 5 + (1..=20).sum::<u64>());
            is_done.recv().unwrap();
        }
        drop(send);
    });
}

/// Resumes a fiber with a box of 5.
fn resume_at(mutator: &mut Mutator, fiber: u64) {
    let value = boxed(mutator, 5);
    let arguments = [Argument::Word(fiber), Argument::Reference(&value)];
    make(mutator, managed::fiber_resume, &arguments).unwrap();
}
