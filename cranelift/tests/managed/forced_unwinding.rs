//! Backtraces, forced unwinding and the end of threads, through frames of Cranelift.

use core::cell::{Cell, RefCell};
use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, Ordering};

use statepoint_cranelift::UnwinderRegistration;
use statepoint_gc::{Argument, Heap, Mutator};
use tests::exceptions::test_raise;
use tests::managed::{self, call, tripled_sum};

use super::jit::{Jit, OPTIONS, assert_relocated};
use super::programs::{deep, native};

unsafe extern "C-unwind" {
    fn test_end_thread(wait: c_int) -> !;
}
unsafe extern "C" {
    fn test_carried() -> u64;
    fn _Unwind_Backtrace(visit: Visit, data: *mut c_void) -> c_int;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

/// Function that `_Unwind_Backtrace` calls for each frame.
type Visit = extern "C" fn(context: *mut c_void, data: *mut c_void) -> c_int;
/// Type of the native functions that managed code calls.
type Native = extern "C-unwind" fn(u64, u64, u64, u64, u64) -> u64;

/// `_URC_END_OF_STACK`: what `_Unwind_Backtrace` returns after the oldest frame.
const END_OF_STACK: c_int = 5;

thread_local! {
    /// The function of Cranelift that native functions call.
    static CALLED: Cell<*const c_void> = const { Cell::new(core::ptr::null()) };
    /// The return addresses that [`take_backtrace`] has found, youngest first.
    static FOUND: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    /// The second argument of `test_raise`: 1 for forced unwinding, otherwise 0.
    static FORCE: Cell<c_int> = const { Cell::new(0) };
}

fn pointer(function: Native) -> Argument<'static> {
    Argument::Word((function as *const c_void).expose_provenance() as u64)
}

extern "C" fn add_frame(context: *mut c_void, _: *mut c_void) -> c_int {
    // SAFETY: the unwinder passes its context.
    let address = unsafe { _Unwind_GetIP(context) };
    FOUND.with_borrow_mut(|found| found.push(address as u64));
    0
}

/// Native function that takes a backtrace.
extern "C-unwind" fn take_backtrace(_: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(Mutator::collect).expect("native code that the stub called is native");
    FOUND.with_borrow_mut(Vec::clear);
    // SAFETY: the function visits frames until there is no unwind information.
    assert_eq!(unsafe { _Unwind_Backtrace(add_frame, core::ptr::null_mut()) }, END_OF_STACK);
    0
}

/// Backtraces contain the frames of Cranelift and those of their callers while the unwind
/// information is registered, and end at the first of them when it is not.
#[test]
fn backtraces_contain_frames_of_cranelift() {
    const DEPTH: u64 = 20;
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        let deep = deep(&mut jit);
        let program = jit.finish();
        let code = program.region.code();
        for heap in program.heaps() {
            let mut mutator = heap.attach().unwrap();
            let positions = |mutator: &mut Mutator| {
                let arguments = [Argument::Word(DEPTH), pointer(take_backtrace)];
                // SAFETY: the function has these parameters.
                let result = unsafe { mutator.call(program.address(deep), &arguments) };
                assert_eq!(result, Ok(DEPTH * (DEPTH + 1) / 2));
                let found = FOUND.take();
                // A return address may be the end of the code. That of the oldest frame is 0.
                let is_compiled = |address: &u64| code.contains(&address.wrapping_sub(1));
                let first = found.iter().position(is_compiled).expect("a frame of Cranelift");
                let last = found.iter().rposition(is_compiled).expect("a frame of Cranelift");
                let count = found.iter().filter(|address| is_compiled(address)).count();
                (first, last, count, found.len())
            };
            {
                // SAFETY: the code stays until the end of the test.
                let _unwinder = unsafe { UnwinderRegistration::new(&program.region) };
                let (first, last, count, length) = positions(&mut mutator);
                assert_eq!(count as u64, DEPTH + 1);
                assert!(first > 0 && last + 3 < length, "{first} to {last} of {length}");
            }
            let (first, last, count, length) = positions(&mut mutator);
            assert_eq!((last, count, length), (first, 1, first + 1));
            assert_relocated(&heap);
        }
    }
}

/// Native function that calls code of Cranelift, which calls [`raise`].
extern "C-unwind" fn call_raising(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(|mutator| {
        mutator.collect();
        // SAFETY: the function has these parameters.
        unsafe { mutator.call(CALLED.get(), &[pointer(raise), Argument::Word(n)]) }.unwrap()
    })
    .expect("native code that the stub called is native")
}

/// Native function that throws `n + 7`.
extern "C-unwind" fn raise(n: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    Mutator::with_current(Mutator::collect).expect("native code that the stub called is native");
    // SAFETY: this frame has no destructor to run, and all older frames may be unwound.
    unsafe { test_raise(n + 7, FORCE.get()) }
}

/// Exceptions of both kinds pass through a frame of Cranelift to a landing pad of LLVM.
#[test]
fn managed_landing_pads_catch_what_passes_through_cranelift() {
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        let native = native(&mut jit);
        let program = jit.finish();
        // SAFETY: the code stays until the end of the test.
        let _unwinder = unsafe { UnwinderRegistration::new(&program.region) };
        CALLED.set(program.address(native));
        for heap in program.heaps() {
            let mut mutator = heap.attach().unwrap();
            for (force, n) in [(0, 3), (1, 4), (0, 5), (1, 6)] {
                FORCE.set(force);
                let arguments = [pointer(call_raising), Argument::Word(n), Argument::Word(0)];
                for catch in [managed::catch, managed::catch_registers] {
                    let result = call(&mut mutator, catch, &arguments);
                    assert_eq!(result, Ok(1000 + 5 * n), "force {force}");
                    // SAFETY: the function only reads a thread-local variable.
                    assert_eq!(unsafe { test_carried() }, n + 7);
                }
            }
            let result = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
            assert_eq!(result, Ok(tripled_sum(20, 1)), "the thread is usable");
            assert_relocated(&heap);
        }
    }
}

/// Arguments of a thread that `pthread_create` starts.
struct EndingThread {
    heap: Heap,
    /// The function of Cranelift through which [`end_thread`] is called.
    function: *const c_void,
    /// 0: the thread calls `pthread_exit`; 1: it waits to be cancelled.
    wait: c_int,
    /// Set when the thread has reached [`end_thread`].
    inside: AtomicBool,
}

/// Ends the calling thread. Managed code calls this function.
extern "C-unwind" fn end_thread(arguments: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let arguments: *const EndingThread = core::ptr::with_exposed_provenance(arguments as usize);
    // SAFETY: the test joins this thread before it drops the arguments.
    let arguments = unsafe { &*arguments };
    Mutator::with_current(Mutator::collect).expect("native code that the stub called is native");
    arguments.inside.store(true, Ordering::Relaxed);
    // SAFETY: the older frames can be unwound. None of them is a frame of std, which does not
    // support forced unwinding.
    unsafe { test_end_thread(arguments.wait) }
}

/// The start function of the thread: attaches it, and calls [`end_thread`] through code of
/// Cranelift.
extern "C-unwind" fn start(arguments: *mut c_void) -> *mut c_void {
    // SAFETY: the test joins this thread before it drops the arguments.
    let EndingThread { heap, function, .. } = unsafe { &*arguments.cast::<EndingThread>() };
    let mut mutator = heap.attach().unwrap();
    let words = [pointer(end_thread), Argument::Word(arguments.expose_provenance() as u64)];
    // SAFETY: the function has these parameters.
    let _ = unsafe { mutator.call(*function, &words) };
    unreachable!("the thread has ended");
}

/// `pthread_exit` and `pthread_cancel` unwind frames of Cranelift.
#[test]
fn threads_that_end_in_native_code_are_detached() {
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;
    for options in OPTIONS {
        let mut jit = Jit::new(options);
        let native = native(&mut jit);
        let program = jit.finish();
        // SAFETY: the code stays until the end of the test.
        let _unwinder = unsafe { UnwinderRegistration::new(&program.region) };
        for (heap, wait) in program.heaps().zip([0, 1].into_iter().cycle()) {
            let function = program.address(native);
            let mut arguments =
                EndingThread { heap, function, wait, inside: AtomicBool::new(false) };
            for _ in 0..5 {
                arguments.inside.store(false, Ordering::Relaxed);
                let mut thread = core::mem::MaybeUninit::<libc::pthread_t>::uninit();
                // SAFETY: the function is called from C, which does not distinguish the ABIs by
                // whether they may unwind. The thread is joined below, and its argument lives until
                // then.
                unsafe {
                    let start: Start = core::mem::transmute(start as extern "C-unwind" fn(_) -> _);
                    let argument = (&raw mut arguments).cast();
                    let null = core::ptr::null();
                    let created = libc::pthread_create(thread.as_mut_ptr(), null, start, argument);
                    assert_eq!(created, 0);
                    let thread = thread.assume_init();
                    while !arguments.inside.load(Ordering::Relaxed) {
                        std::thread::yield_now();
                    }
                    if wait == 1 {
                        assert_eq!(libc::pthread_cancel(thread), 0);
                    }
                    assert_eq!(libc::pthread_join(thread, core::ptr::null_mut()), 0);
                }
                // Unwinding has dropped the mutator of the thread.
                assert!(arguments.heap.threads().is_empty());
                let mut mutator = arguments.heap.attach().unwrap();
                let result = call(&mut mutator, managed::nested, &[Argument::Word(20)]);
                assert_eq!(result, Ok(tripled_sum(20, 1)));
            }
            assert_relocated(&arguments.heap);
        }
    }
}
