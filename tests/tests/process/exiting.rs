//! `exit` in native code that managed code has called: the process ends with managed frames on the
//! stack, some of which return to barriers.

use core::cell::Cell;
use core::ffi::c_void;
use std::sync::OnceLock;

use statepoint_gc::{Argument, Heap, Mutator, Zeal};
use tests::child_tests::run_in_own_process;
use tests::fibers::Function;
use tests::managed::{call, heap};
use tests::recursion::DEEP;
use tests::unwinder::backtrace;

/// Whether the program is linked statically. There `exit` destroys no thread-local variables, so it
/// detaches no thread.
const IS_STATIC: bool = cfg!(target_feature = "crt-static");
/// Number of levels of managed code, of two frames each.
const DEPTH: u64 = 5000;
/// Number of levels at which another thread collects. Each collection needs a barrier for each of
/// the youngest 40 frames.
const LEVELS: u64 = 50;
/// Number of collections while the process ends, which need all trampolines twice.
const COLLECTIONS: u64 = 2 * 4096 / 40;

/// The heap, and the frames of the thread that ends the process.
static ENDING: OnceLock<(Heap, Vec<u64>)> = OnceLock::new();

/// The frames older than the native function.
fn managed_frames() -> Vec<u64> {
    let mut frames = backtrace();
    let native = frames.len().checked_sub(2 * DEPTH as usize).expect("the frames are on the stack");
    frames.split_off(native)
}

/// Runs at the end of the process, after the thread was detached.
extern "C" fn unwind_at_exit() {
    let (heap, expected) = ENDING.get().unwrap();
    if !IS_STATIC && heap.threads().len() != 1 {
        eprintln!("this thread is still attached, or the other one is not");
        std::process::abort();
    }
    let begin = heap.statistics().young_collections;
    loop {
        // A panic would not change the exit status.
        let is_last = heap.statistics().young_collections >= begin + COLLECTIONS;
        if managed_frames() != *expected {
            eprintln!("other frames after the thread was detached");
            std::process::abort();
        }
        if is_last {
            break;
        }
    }
    println!("1 passed");
}

/// What managed code calls at each level.
type Next = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;

/// Calls a recursive function.
fn recurse(mutator: &mut Mutator, function: Function, next: Next, levels: u64) {
    let next = Argument::Word((next as *const c_void).expose_provenance() as u64);
    call(mutator, function, &[Argument::Word(levels), next, Argument::Word(0)]).unwrap();
}

thread_local! {
    /// Whether [`collect_at_the_end`] recurses.
    static IS_DESCENDING: Cell<bool> = const { Cell::new(false) };
}

/// Recurses, collects at the last level, and returns from all levels.
extern "C-unwind" fn collect_at_the_end(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    if n == 0 {
        Mutator::with_current(Mutator::collect_young).unwrap();
        IS_DESCENDING.set(false);
    }
    if IS_DESCENDING.get() { (n - 1) << 8 | 1 } else { 0 }
}

/// Recurses, and ends the process at the last level.
extern "C-unwind" fn exit_at_the_end(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    if n > 0 {
        return (n - 1) << 8 | 1;
    }
    let heap = Mutator::with_current(|mutator| {
        // Barriers are installed, and found again when the objects of the frames are old.
        (0..5).for_each(|_| mutator.collect_young());
        mutator.heap()
    });
    let heap = heap.unwrap();
    assert!(heap.statistics().counts.frames_skipped > 0, "{:?}", heap.statistics().counts);
    assert!(ENDING.set((heap, managed_frames())).is_ok());
    // SAFETY: a function without arguments, which exists.
    assert_eq!(unsafe { libc::atexit(unwind_at_exit) }, 0);
    std::process::exit(0)
}

#[test]
fn unwinders_pass_the_barriers_of_a_thread_that_ends_the_process() {
    if run_in_own_process("unwinders_pass_the_barriers_of_a_thread_that_ends_the_process") {
        return;
    }
    // In zeal mode, there are barriers at successive frames.
    let zeal = Zeal::EveryAllocation(1 << 20);
    let heap = heap().heap_max(32 << 20).zeal(zeal).build().unwrap();
    let other = heap.clone();
    std::thread::spawn(move || {
        let mut mutator = other.attach().unwrap();
        loop {
            IS_DESCENDING.set(true);
            // Its trampolines lead to other code than those of the first thread.
            recurse(&mut mutator, DEEP[1], collect_at_the_end, LEVELS);
        }
    });
    recurse(&mut heap.attach().unwrap(), DEEP[0], exit_at_the_end, DEPTH);
    unreachable!("the process has ended");
}
