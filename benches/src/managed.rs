//! The managed and native functions of the benchmarks, from `managed/loops.ll`, `managed/polls.ll`
//! and `peers/time_to_safepoint/native.c`.
//!
//! The documentation of a managed function gives its signature.

use core::ffi::{c_int, c_void};
use core::sync::atomic::AtomicU64;

type Native = unsafe extern "C" fn(u64, u64, u64, u64, u64) -> u64;

unsafe extern "C" {
    fn bench_polls();
    fn bench_no_polls();
    fn bench_polls_turns();
    fn patched_polls_bench_polls_turns();
    fn bench_polls_field();
    fn patched_polls_bench_polls_field();
    fn bench_polls_until();
    fn patched_polls_bench_polls_until();
    fn bench_stub_calls();
    fn bench_wrapped_calls();
    fn bench_plain_calls();
    fn bench_stub_calls_until();
    fn bench_wrapped_calls_until();
    fn bench_allocations();
    fn bench_identity();
    fn bench_stores();
    fn bench_bare_stores();
    fn bench_logged_stores();
    fn bench_element_stores();
    fn bench_node();
    fn native_nothing(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64;
    fn native_sleep(a: u64, b: u64, c: u64, d: u64, e: u64) -> u64;
    fn native_release(release: c_int);
}

/// `i64 polls(i64 n)`: runs n iterations of a loop with a poll; returns n.
pub fn polls() -> *const c_void {
    bench_polls as *const c_void
}

/// The functions of `managed/polls.ll`.
#[derive(Clone, Copy, Debug)]
pub struct Polling {
    /// `i64 turns(i64 n)`: runs n iterations of a loop with a poll; returns n.
    pub turns: *const c_void,
    /// `i64 field(node, i64 n)`: the same with a reference that is live across the poll.
    pub field: *const c_void,
    /// `i64 until(i32 *flag)`: polls until *flag is not 0.
    pub until: *const c_void,
}

/// Returns the functions whose polls test a flag.
#[must_use]
pub fn polling_by_flag() -> Polling {
    Polling {
        turns: bench_polls_turns as *const c_void,
        field: bench_polls_field as *const c_void,
        until: bench_polls_until as *const c_void,
    }
}

/// Returns the functions whose polls are patched.
#[must_use]
pub fn polling_by_patch() -> Polling {
    Polling {
        turns: patched_polls_bench_polls_turns as *const c_void,
        field: patched_polls_bench_polls_field as *const c_void,
        until: patched_polls_bench_polls_until as *const c_void,
    }
}

/// `i64 stub_calls(native, i64 n)`: calls a native function n times through `spgc_call_native`;
/// returns the sum of the results.
pub fn stub_calls() -> *const c_void {
    bench_stub_calls as *const c_void
}

/// `i64 wrapped_calls(i64 n)`: calls [`nothing`] n times through a wrapper; returns the sum of the
/// results.
pub fn wrapped_calls() -> *const c_void {
    bench_wrapped_calls as *const c_void
}

/// `i64 stub_calls_until(native, i32 *flag)`: [`stub_calls`] until *flag is not 0.
pub fn stub_calls_until() -> *const c_void {
    bench_stub_calls_until as *const c_void
}

/// `i64 wrapped_calls_until(i32 *flag)`: [`wrapped_calls`] until *flag is not 0.
pub fn wrapped_calls_until() -> *const c_void {
    bench_wrapped_calls_until as *const c_void
}

/// `i64 allocations(i64 n)`: allocates n objects of 24 bytes; returns n.
pub fn allocations() -> *const c_void {
    bench_allocations as *const c_void
}

/// `i64 identity(i64 value)`: returns its argument.
pub fn identity() -> *const c_void {
    bench_identity as *const c_void
}

/// Runs n iterations of the loop of [`polls`], without polls. Returns n.
pub fn no_polls(n: u64) -> u64 {
    // SAFETY: the function has this signature. It contains no poll, so it need not run as managed
    // code.
    unsafe {
        let function: extern "C" fn(u64) -> u64 = core::mem::transmute(bench_no_polls as *const ());
        function(n)
    }
}

/// Calls [`nothing`] n times with plain indirect calls. Returns the sum of the results.
pub fn plain_calls(n: u64) -> u64 {
    // SAFETY: the function has this signature. It contains no poll, so it need not run as managed
    // code.
    unsafe {
        let function: extern "C" fn(Native, u64) -> u64 =
            core::mem::transmute(bench_plain_calls as *const ());
        function(native_nothing, n)
    }
}

/// An object of two words that is not in a heap.
type Object = [AtomicU64; 2];

/// Does n stores into an object whose unlogged bit is clear. Returns n.
fn store(function: unsafe extern "C" fn(), n: u64) -> u64 {
    let object: Object = [AtomicU64::new(1 << 8), AtomicU64::new(0)];
    // SAFETY: the function is one of the two below, which have this signature and no polls. They
    // store into the second word of the object, which needs no logging.
    unsafe {
        let function: extern "C" fn(&Object, u64) -> u64 =
            core::mem::transmute(function as *const ());
        function(&object, n)
    }
}

/// Does n stores of a reference with the write barrier. Returns n.
pub fn stores(n: u64) -> u64 {
    store(bench_stores, n)
}

/// Does n stores of a reference without the barrier. Returns n.
pub fn bare_stores(n: u64) -> u64 {
    store(bench_bare_stores, n)
}

/// `i64 logged_stores(node, i64 n)`: does n stores, each of which logs the object; returns n.
pub fn logged_stores() -> *const c_void {
    bench_logged_stores as *const c_void
}

/// `i64 element_stores(array, i64 length, i64 step, i64 n)`: does n stores into elements `step`
/// apart, modulo the length, of an array of references whose length is a power of 2; returns the
/// last index.
pub fn element_stores() -> *const c_void {
    bench_element_stores as *const c_void
}

/// `node node()`: returns a new node.
pub fn node() -> *const c_void {
    bench_node as *const c_void
}

/// `u64 nothing(u64 value, 4 more)`: native code that returns its first argument.
pub fn nothing() -> *const c_void {
    native_nothing as *const c_void
}

/// `u64 sleep(u64 value, 4 more)`: native code that sleeps until [`release`] and returns its first
/// argument.
pub fn sleep() -> *const c_void {
    native_sleep as *const c_void
}

/// Wakes up all threads in [`sleep`], or makes later calls of it wait.
pub fn release(release: bool) {
    // SAFETY: the function may be called at any time.
    unsafe { native_release(release.into()) }
}
