//! Patched polls: no-ops in managed code that a stop overwrites with calls of the collector.

mod added;
mod refused;
mod stops;

use core::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use statepoint_gc::{
    Argument, CodeRegistry, Heap, HeapBuilder,
    patched_polls::{PATCHED_POLL_BYTES, PATCHED_POLL_ID, PatchedPolls},
};
use tests::managed;

/// The code of this program, and its polls.
struct Program {
    code: &'static CodeRegistry,
    polls: &'static PatchedPolls,
}

fn program() -> Program {
    let (code, polls) = managed::patched_polls();
    Program { code, polls }
}

impl Program {
    /// Returns the addresses of the records of all polls.
    fn records(&self) -> Vec<u64> {
        let snapshot = self.code.snapshot();
        let (region, _) = snapshot.region_at(address(managed::patched_polls_spin())).unwrap();
        snapshot.call_sites_with_id(region, PATCHED_POLL_ID).unwrap()
    }
}

/// Returns the builder of a heap that stops threads by the polls of this program.
fn heap() -> HeapBuilder {
    managed::with_patched_polls(managed::heap().heap_max(64 << 20))
}

fn address(function: *const c_void) -> u64 {
    function.expose_provenance() as u64
}

/// Returns the bytes before a record: the instruction of the poll.
fn bytes_before(record: u64) -> Vec<u8> {
    let start = core::ptr::with_exposed_provenance::<u8>(record as usize);
    let len = PATCHED_POLL_BYTES as usize;
    // SAFETY: the code is mapped and readable. Other threads may patch it concurrently, so the
    // reads are volatile and any value is accepted.
    (1..=len).rev().map(|back| unsafe { start.wrapping_sub(back).read_volatile() }).collect()
}

/// Ends the loop of the spinning threads when it is dropped, also if the test panics.
struct Spinners<'a>(&'a AtomicU32);

impl Drop for Spinners<'_> {
    fn drop(&mut self) {
        self.0.store(1, Ordering::Relaxed);
    }
}

/// Runs `during` while `count` threads poll in the loop of `function`. Each thread passes a number,
/// which the function must return.
fn with_spinning_threads<R>(
    heap: &Heap,
    function: *const c_void,
    count: u64,
    during: impl FnOnce() -> R,
) -> R {
    let flags: Vec<_> = (0..=count).map(|_| AtomicU32::new(0)).collect();
    let (flag, started) = (&flags[0], &flags[1..]);
    let function = function.expose_provenance();
    thread::scope(|scope| {
        let _spinners = Spinners(flag);
        for number in 0..count {
            scope.spawn(move || {
                let mut mutator = heap.attach().unwrap();
                let function = core::ptr::with_exposed_provenance(function);
                let flag = core::ptr::from_ref(flag).expose_provenance() as u64;
                let arguments = [Argument::Word(flag), Argument::Word(number)];
                // SAFETY: the function is registered managed code that takes a pointer and an i64.
                assert_eq!(unsafe { mutator.call(function, &arguments) }, Ok(number));
            });
        }
        while started.iter().any(|flag| flag.load(Ordering::Relaxed) == 0) {
            thread::yield_now();
        }
        during()
    })
}

/// Computes the sum of 1 to n by a function that polls and allocates.
fn sum(heap: &Heap, function: *const c_void, n: u64) -> u64 {
    let mut mutator = heap.attach().unwrap();
    // SAFETY: the function is registered managed code that takes an i64 and returns an i64.
    unsafe { mutator.call(function, &[Argument::Word(n)]) }.unwrap()
}
