//! The file of the counters is on a slow disk: no stop waits for the thread that writes it.
//!
//! The program defines `pwrite64`, which the collector calls to write the file.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::{Duration, Instant};

use spgc_tools::live::{LiveHeap, LiveTarget};
use statepoint_gc::{Argument, Mutator};
use tests::child_tests::run_in_own_process;
use tests::managed::{self, heap, make};

/// Writes are as fast as the system's.
const FAST: u32 = 0;
/// The next write waits.
const SLOW: u32 = 1;
/// A write waits until a pause begins.
const WAITS: u32 = 2;
static DISK: AtomicU32 = AtomicU32::new(FAST);

/// How long a write waits for a pause before the test fails.
const LIMIT: Duration = Duration::from_secs(30);

/// # Safety
///
/// As for `pwrite64` of the C library.
#[unsafe(no_mangle)]
unsafe extern "C" fn pwrite64(file: c_int, bytes: *const c_void, count: usize, at: i64) -> isize {
    if DISK.compare_exchange(SLOW, WAITS, SeqCst, SeqCst).is_ok() {
        let begin = Instant::now();
        while DISK.load(SeqCst) == WAITS {
            if begin.elapsed() > LIMIT {
                eprintln!("no pause began while a thread wrote the counters");
                std::process::abort();
            }
            std::thread::yield_now();
        }
    }
    // SAFETY: the caller upholds the contract.
    unsafe { libc::syscall(libc::SYS_pwrite64, file, bytes, count, at) as isize }
}

#[test]
fn stops_do_not_wait_for_a_thread_that_writes_the_counters() {
    if run_in_own_process("stops_do_not_wait_for_a_thread_that_writes_the_counters") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stats");
    // A pause begins when no thread is managed any more.
    let heap = heap().stats(&path).heap_max(64 << 20).nursery(32 << 20).concurrent(false);
    let heap = heap.on_phase(|_| {
        let _ = DISK.compare_exchange(WAITS, FAST, SeqCst, SeqCst);
    });
    let heap = heap.build().unwrap();
    // Attaching a thread also writes the counters.
    let mut collecting = heap.attach().unwrap();
    for _ in 0..3 {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut mutator = heap.attach().unwrap();
                DISK.store(SLOW, SeqCst);
                // Until its own slow path has written the counters, and a pause has begun.
                while DISK.load(SeqCst) != FAST {
                    allocate(&mut mutator);
                }
            });
            while DISK.load(SeqCst) != WAITS {
                std::thread::yield_now();
            }
            collecting.collect_young();
        });
    }
    // The thread that writes is native meanwhile, but is counted as managed.
    let exported = LiveHeap::new(LiveTarget::File(path).open(None).unwrap());
    let mut is_counted = || {
        allocate(&mut collecting);
        let counters = exported.sample().unwrap().counters;
        (counters.threads_managed, counters.threads_native) == (1, 0)
    };
    assert!((0..1_000_000).any(|_| is_counted()), "{:?}", exported.sample());
}

/// Allocates an object in managed code.
fn allocate(mutator: &mut Mutator) {
    drop(make(mutator, managed::pair, &[Argument::Word(1), Argument::Word(3)]).unwrap());
}
