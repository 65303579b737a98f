//! Handshakes: operations that run at a safepoint of one thread, on that thread or on its behalf.

use core::ffi::c_void;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread::{self, ThreadId};
use std::time::Duration;

use statepoint_gc::{
    Argument, Heap, Mutator, Zeal,
    handshake::{HandshakeError, MutatorThread},
};
use tests::managed::{self, call};

fn build_heaps() -> [Heap; 3] {
    [(Zeal::Off, true), (Zeal::Off, false), (Zeal::EveryPoll, true)].map(|(zeal, membarrier)| {
        managed::heap().heap_max(64 << 20).zeal(zeal).membarrier(membarrier).build().unwrap()
    })
}

/// Runs a handshake with a thread. Returns the ID of the thread that ran the operation, and the
/// frames of the stopped thread.
fn inspect(heap: &Heap, thread: &MutatorThread) -> (ThreadId, Vec<String>) {
    let inspect = heap.handshake(thread, |at| {
        assert_eq!((at.name(), at.id()), (thread.name(), thread.id()));
        (thread::current().id(), at.frames())
    });
    let (runner, frames) = inspect.expect("it is attached");
    (runner, frames.expect("its stack can be walked").iter().map(ToString::to_string).collect())
}

fn address(flag: &AtomicU32) -> Argument<'static> {
    Argument::Word(core::ptr::from_ref(flag).expose_provenance() as u64)
}

/// Sets a flag when it is dropped, also if the test panics, so that the threads that wait for the
/// flag end.
struct SetOnDrop<'a>(&'a AtomicU32);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(1, Ordering::Relaxed);
    }
}

/// A thread that polls in a loop runs the operation itself, in the function that polls.
#[test]
fn managed_threads_run_handshakes_at_a_poll() {
    for heap in build_heaps() {
        let flag = AtomicU32::new(0);
        thread::scope(|scope| {
            let _set_on_drop = SetOnDrop(&flag);
            let (ready, is_ready) = mpsc::channel();
            let (heap, flag) = (&heap, &flag);
            let spinner = scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                ready.send(()).unwrap();
                call(&mut mutator, managed::spin, &[address(flag)]).unwrap();
            });
            is_ready.recv().unwrap();
            let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
            let mut own_runs = 0;
            while own_runs < 50 {
                let (runner, frames) = inspect(heap, thread);
                if frames.is_empty() {
                    // The thread has not entered the function yet.
                    assert_eq!(own_runs, 0);
                    continue;
                }
                // If the requester ran the operation, the thread was still stopped in the slow path
                // of its previous poll.
                own_runs += u32::from(runner == spinner.thread().id());
                assert_eq!(frames.len(), 1, "{frames:?}");
                assert!(frames[0].starts_with("test_spin"), "{frames:?}");
            }
        });
    }
}

/// Sets `ready`, waits until `flag` is set, and returns 5. Both are addresses of flags.
extern "C" fn wait(flag: u64, ready: u64, _: u64, _: u64, _: u64) -> u64 {
    let [flag, ready] = [flag, ready].map(|address| {
        let flag: *const AtomicU32 = core::ptr::with_exposed_provenance(address as usize);
        // SAFETY: the test passes addresses of flags that live until its threads have ended.
        unsafe { &*flag }
    });
    ready.store(1, Ordering::Relaxed);
    while flag.load(Ordering::Relaxed) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    5
}

/// Type of the native functions that `managed::native` calls.
type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

/// The flags of [`wait_for_flags`]: it sets the second when it begins, and returns when the first
/// is set.
static FLAGS: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];

extern "C" fn wait_for_flags(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let [flag, ready] =
        FLAGS.each_ref().map(|flag| core::ptr::from_ref(flag).expose_provenance() as u64);
    wait(flag, ready, 0, 0, 0) + value
}

extern "C" fn reenter_managed_code(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| call_native(mutator, wait_for_flags, value)).unwrap()
}

/// Calls managed code that calls a native function with `value`.
fn call_native(mutator: &mut Mutator, function: Native, value: u64) -> u64 {
    let function = (function as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(value)];
    call(mutator, managed::native, &arguments).unwrap()
}

/// Runs `test` on each heap, with a thread whose managed code has called `function`. That function
/// calls [`wait_for_flags`], and the managed call returns `expected`.
fn with_thread_in_native_code(
    function: Native,
    expected: u64,
    test: impl Fn(&Heap, &MutatorThread),
) {
    // Tests run concurrently and share the flags.
    static FLAGS_IN_USE: Mutex<()> = Mutex::new(());
    let _guard = FLAGS_IN_USE.lock();
    for heap in build_heaps() {
        for flag in &FLAGS {
            flag.store(0, Ordering::Relaxed);
        }
        thread::scope(|scope| {
            let _set_on_drop = SetOnDrop(&FLAGS[0]);
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                assert_eq!(call_native(&mut mutator, function, 7), expected);
            });
            while FLAGS[1].load(Ordering::Relaxed) == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
            test(&heap, thread);
        });
    }
}

/// The requester runs the operation on behalf of a thread in native code.
#[test]
fn handshakes_run_on_behalf_of_native_threads() {
    with_thread_in_native_code(wait_for_flags, 19, |heap, thread| {
        for _ in 0..50 {
            let (runner, frames) = inspect(heap, thread);
            assert_eq!(runner, thread::current().id());
            assert_eq!(frames.len(), 1, "{frames:?}");
            assert!(frames[0].starts_with("test_native"), "{frames:?}");
        }
    });
}

/// The frames of nested managed calls, with native frames in between, are all found.
#[test]
fn handshakes_show_the_frames_of_every_call() {
    with_thread_in_native_code(reenter_managed_code, 26, |heap, thread| {
        let (_, frames) = inspect(heap, thread);
        assert_eq!(frames.len(), 2, "{frames:?}");
        assert!(frames.iter().all(|frame| frame.starts_with("test_native")), "{frames:?}");
    });
}

/// Threads request handshakes of each other while others collect, attach and detach. Each
/// operation excludes collections and the thread that it runs for.
#[test]
fn handshakes_collections_and_short_threads_coexist() {
    for heap in build_heaps() {
        let (done, not_attached) = (AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for n in 0..6_u64 {
                let (heap, done, not_attached) = (&heap, &done, &not_attached);
                scope.spawn(move || {
                    for round in 0..40 {
                        let mut mutator = heap.attach().unwrap();
                        let pair = [Argument::Word(2 * round + 1), Argument::Word(1)];
                        let list = managed::make(&mut mutator, managed::pair, &pair).unwrap();
                        if n == 0 {
                            mutator.collect();
                        }
                        for thread in heap.threads() {
                            match heap.handshake(&thread, |at| at.frames().map(|f| f.len())) {
                                Ok(frames) => {
                                    assert!(frames.unwrap() <= 1);
                                    done.fetch_add(1, Ordering::Relaxed);
                                }
                                Err(HandshakeError::NotAttached) => {
                                    not_attached.fetch_add(1, Ordering::Relaxed);
                                }
                                Err(error) => panic!("{error}"),
                            }
                        }
                        let left = call(&mut mutator, managed::left, &[Argument::Reference(&list)]);
                        assert_eq!(left, Ok(2 * round + 1));
                    }
                });
            }
        });
        // Each thread found at least itself.
        assert!(done.into_inner() >= 6 * 40);
        assert_eq!(heap.threads().len(), 0);
    }
}

#[test]
fn handshakes_skip_ended_and_foreign_threads() {
    let [heap, other, _] = build_heaps();
    let mutator = heap.attach().unwrap();
    let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
    assert_eq!(heap.handshake(thread, |at| at.id()), Ok(thread.id()), "of itself");
    assert_eq!(other.handshake(thread, |_| ()), Err(HandshakeError::NotAttached));
    drop(mutator);
    assert_eq!(heap.handshake(thread, |_| ()), Err(HandshakeError::NotAttached));
}

/// A native function that managed code calls without a transition runs in managed state.
#[test]
fn managed_threads_cannot_request_handshakes() {
    static HEAP: std::sync::OnceLock<Heap> = std::sync::OnceLock::new();
    extern "C" fn request_handshake(_: u64) -> u64 {
        let heap = HEAP.get().expect("the test has made it");
        let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
        assert_eq!(heap.handshake(thread, |_| ()), Err(HandshakeError::Managed));
        1
    }
    let heap = HEAP.get_or_init(|| managed::heap().heap_max(8 << 20).build().unwrap());
    let mut mutator = heap.attach().unwrap();
    let function = (request_handshake as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(2)];
    assert_eq!(call(&mut mutator, managed::direct, &arguments), Ok(1 + 30));
}

/// Two threads request handshakes continuously, so that an operation runs at any time. A collection
/// must still complete.
#[test]
fn continuous_handshakes_do_not_starve_collections() {
    /// Number of operations after which the test fails if no collection has completed.
    const MAX_OPERATIONS: u32 = 100_000;
    let heap = managed::heap().heap_max(64 << 20).build().unwrap();
    let (begun, collected) = (AtomicU32::new(0), AtomicU32::new(0));
    let is_pending =
        || collected.load(Ordering::Relaxed) == 0 && begun.load(Ordering::Relaxed) < MAX_OPERATIONS;
    // Runs until the next operation has begun; at most 2000 * 50 us = 100 ms.
    let operation = || {
        let number = begun.fetch_add(1, Ordering::Relaxed) + 1;
        for _ in 0..2000 {
            if begun.load(Ordering::Relaxed) > number || !is_pending() {
                return;
            }
            thread::sleep(Duration::from_micros(50));
        }
    };
    let threads = AtomicU32::new(0);
    thread::scope(|scope| {
        let _set_on_drop = SetOnDrop(&collected);
        for _ in 0..2 {
            scope.spawn(|| {
                let _mutator = heap.attach().unwrap();
                threads.fetch_add(1, Ordering::Relaxed);
                while is_pending() {
                    thread::sleep(Duration::from_millis(1));
                }
            });
        }
        while threads.load(Ordering::Relaxed) < 2 {
            thread::sleep(Duration::from_millis(1));
        }
        for thread in heap.threads() {
            let (heap, is_pending, operation) = (&heap, &is_pending, &operation);
            scope.spawn(move || {
                while is_pending() {
                    let _ = heap.handshake(&thread, |_| operation());
                }
            });
        }
        while begun.load(Ordering::Relaxed) < 100 {
            thread::sleep(Duration::from_millis(1));
        }
        heap.attach().unwrap().collect();
    });
    let begun = begun.into_inner();
    assert!((100..MAX_OPERATIONS).contains(&begun), "{begun} operations before the collection");
    assert_eq!(heap.statistics().full_collections, 1);
}
