//! Operations that one thread is requested to run at its next safepoint.

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

fn heaps() -> [Heap; 3] {
    [(Zeal::Off, true), (Zeal::Off, false), (Zeal::EveryPoll, true)].map(|(zeal, membarrier)| {
        managed::heap().heap_max(64 << 20).zeal(zeal).membarrier(membarrier).build().unwrap()
    })
}

/// Returns the thread with this name, and its frames.
fn look(heap: &Heap, thread: &MutatorThread) -> (ThreadId, Vec<String>) {
    let look = heap.handshake(thread, |at| {
        assert_eq!((at.name(), at.id()), (thread.name(), thread.id()));
        (thread::current().id(), at.frames())
    });
    let (on, frames) = look.expect("it is attached");
    (on, frames.expect("its stack can be walked").iter().map(ToString::to_string).collect())
}

fn address(flag: &AtomicU32) -> Argument<'static> {
    Argument::Word(core::ptr::from_ref(flag).expose_provenance() as u64)
}

/// Sets a flag when it is dropped, also by a failing test, so that the threads that wait for the
/// flag end.
struct Ending<'a>(&'a AtomicU32);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.store(1, Ordering::Relaxed);
    }
}

/// A thread polls in a loop, and runs the operation itself, in the function that polls.
#[test]
fn managed_threads_run_handshakes_at_a_poll() {
    for heap in heaps() {
        let flag = AtomicU32::new(0);
        thread::scope(|scope| {
            let _ending = Ending(&flag);
            let (ready, is_ready) = mpsc::channel();
            let (heap, flag) = (&heap, &flag);
            let spinner = scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                ready.send(()).unwrap();
                call(&mut mutator, managed::spin, &[address(flag)]).unwrap();
            });
            is_ready.recv().unwrap();
            let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
            let mut own = 0;
            while own < 50 {
                let (on, frames) = look(heap, thread);
                if frames.is_empty() {
                    // Not in the function yet, or on the way to it.
                    assert_eq!(own, 0);
                    continue;
                }
                // The operation ran on the thread's behalf while it was stopped in the slow path of
                // its last poll.
                own += u32::from(on == spinner.thread().id());
                assert_eq!(frames.len(), 1, "{frames:?}");
                assert!(frames[0].starts_with("test_spin"), "{frames:?}");
            }
        });
    }
}

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

/// A native function of `managed::native`.
type Native = extern "C" fn(u64, u64, u64, u64, u64) -> u64;

/// A thread stays in [`wait_for_flags`] until the first flag is set; it sets the second when it has
/// arrived there.
static FLAGS: [AtomicU32; 2] = [const { AtomicU32::new(0) }; 2];

extern "C" fn wait_for_flags(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let [flag, ready] =
        FLAGS.each_ref().map(|flag| core::ptr::from_ref(flag).expose_provenance() as u64);
    wait(flag, ready, 0, 0, 0) + value
}

extern "C" fn call_again(value: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| call_native(mutator, wait_for_flags, value)).unwrap()
}

/// Has managed code call a native function.
fn call_native(mutator: &mut Mutator, function: Native, value: u64) -> u64 {
    let function = (function as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(value)];
    call(mutator, managed::native, &arguments).unwrap()
}

/// Runs `test` on a thread of each heap that managed code has left by a call of `function`, which
/// calls [`wait_for_flags`] and returns `returns`.
fn while_in_native_code(function: Native, returns: u64, test: impl Fn(&Heap, &MutatorThread)) {
    // One test at a time uses the flags.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock();
    for heap in heaps() {
        for flag in &FLAGS {
            flag.store(0, Ordering::Relaxed);
        }
        thread::scope(|scope| {
            let _ending = Ending(&FLAGS[0]);
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                assert_eq!(call_native(&mut mutator, function, 7), returns);
            });
            while FLAGS[1].load(Ordering::Relaxed) == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
            test(&heap, thread);
        });
    }
}

/// A thread is in native code that managed code called: the operation runs on its behalf.
#[test]
fn handshakes_run_on_behalf_of_native_threads() {
    while_in_native_code(wait_for_flags, 19, |heap, thread| {
        for _ in 0..50 {
            let (on, frames) = look(heap, thread);
            assert_eq!(on, thread::current().id());
            assert_eq!(frames.len(), 1, "{frames:?}");
            assert!(frames[0].starts_with("test_native"), "{frames:?}");
        }
    });
}

/// Managed code has called native code, which has called managed code again: the frames of both
/// calls are found.
#[test]
fn handshakes_show_the_frames_of_every_call() {
    while_in_native_code(call_again, 26, |heap, thread| {
        let (_, frames) = look(heap, thread);
        assert_eq!(frames.len(), 2, "{frames:?}");
        assert!(frames.iter().all(|frame| frame.starts_with("test_native")), "{frames:?}");
    });
}

/// Threads request operations of each other while others collect. An operation is exclusive with
/// collections and with its thread: no other thread changes what it changes.
#[test]
fn handshakes_collections_and_short_threads_coexist() {
    for heap in heaps() {
        let (done, gone) = (AtomicU64::new(0), AtomicU64::new(0));
        thread::scope(|scope| {
            for n in 0..6_u64 {
                let (heap, done, gone) = (&heap, &done, &gone);
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
                                    gone.fetch_add(1, Ordering::Relaxed);
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
    let [heap, other, _] = heaps();
    let mutator = heap.attach().unwrap();
    let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
    assert_eq!(heap.handshake(thread, |at| at.id()), Ok(thread.id()), "of itself");
    assert_eq!(other.handshake(thread, |_| ()), Err(HandshakeError::NotAttached));
    drop(mutator);
    assert_eq!(heap.handshake(thread, |_| ()), Err(HandshakeError::NotAttached));
}

/// A function that managed code calls directly runs on a managed thread.
#[test]
#[cfg_attr(programs_missing, ignore = "needs LLVM 19 when it is built")]
fn managed_threads_cannot_request_handshakes() {
    static HEAP: std::sync::OnceLock<Heap> = std::sync::OnceLock::new();
    extern "C" fn ask(_: u64) -> u64 {
        let heap = HEAP.get().expect("the test has made it");
        let [thread] = &heap.threads()[..] else { panic!("one thread is attached") };
        assert_eq!(heap.handshake(thread, |_| ()), Err(HandshakeError::Managed));
        1
    }
    let heap = HEAP.get_or_init(|| managed::heap().heap_max(8 << 20).build().unwrap());
    let mut mutator = heap.attach().unwrap();
    let function = (ask as *const c_void).expose_provenance() as u64;
    let arguments = [Argument::Word(function), Argument::Word(2)];
    assert_eq!(call(&mut mutator, managed::direct, &arguments), Ok(1 + 30));
}

/// Two threads request operations without a pause, so that at any time an operation runs on some
/// thread's behalf. A collection completes nevertheless.
#[test]
fn continuous_handshakes_do_not_starve_collections() {
    const MOST: u32 = 100_000;
    let heap = managed::heap().heap_max(64 << 20).build().unwrap();
    let (begun, collected) = (AtomicU32::new(0), AtomicU32::new(0));
    let is_running =
        || collected.load(Ordering::Relaxed) == 0 && begun.load(Ordering::Relaxed) < MOST;
    // Runs until the next collection has begun, or long enough to show that none begins.
    let operation = || {
        let mine = begun.fetch_add(1, Ordering::Relaxed) + 1;
        for _ in 0..2000 {
            if begun.load(Ordering::Relaxed) > mine || !is_running() {
                return;
            }
            thread::sleep(Duration::from_micros(50));
        }
    };
    let threads = AtomicU32::new(0);
    thread::scope(|scope| {
        let _ending = Ending(&collected);
        for _ in 0..2 {
            scope.spawn(|| {
                let _mutator = heap.attach().unwrap();
                threads.fetch_add(1, Ordering::Relaxed);
                while is_running() {
                    thread::sleep(Duration::from_millis(1));
                }
            });
        }
        while threads.load(Ordering::Relaxed) < 2 {
            thread::sleep(Duration::from_millis(1));
        }
        for thread in heap.threads() {
            let (heap, is_running, operation) = (&heap, &is_running, &operation);
            scope.spawn(move || {
                while is_running() {
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
    assert!((100..MOST).contains(&begun), "{begun} operations before the collection");
    assert_eq!(heap.statistics().full_collections, 1);
}
