//! Stack overflows of threads and fibers end the process with a message, from a handler that runs
//! on an alternate signal stack.

use core::ffi::c_void;
use core::mem::MaybeUninit;
use std::thread;

use statepoint_gc::{Argument, fibers::FiberConfig};
use tests::child_tests::{ChildExit, assert_stderr_contains, death_test};
use tests::fibers::boxed;
use tests::managed::{self, call, heap};

/// Recurses on a fiber until its stack overflows.
fn overflow_a_fiber() {
    let heap = heap().heap_max(64 << 20).build().unwrap();
    let mut mutator = heap.attach().unwrap();
    // SAFETY: the function is that of a fiber. Its stack overflows, which ends the process.
    let fiber = unsafe { heap.fiber(FiberConfig::new(), managed::fiber_deep()) };
    let mut fiber = fiber.unwrap();
    let depth = boxed(&mut mutator, 1_000_000);
    let _ = mutator.resume(&mut fiber, Argument::Reference(&depth));
}

#[test]
fn stack_overflow_of_a_fiber_is_explained() {
    let output = death_test("stack_overflow_of_a_fiber_is_explained", overflow_a_fiber);
    let message = "statepoint-gc: stack overflow: fiber 1 of thread \"stack_overflow:\" (";
    assert_stderr_contains(
        output,
        &[
            message,
            "has used its 65536 bytes",
            "; pc 0x",
            "FiberConfig::stack_size",
            " frames, the youngest ones in:\n     0  managed  ",
            "    23  managed  fiber_deeper+0x",
            " more\n",
        ],
    );
}

/// A thread of a C host has no alternate signal stack of its own.
#[test]
fn stack_overflow_on_a_thread_of_c_is_explained() {
    extern "C" fn run(_: *mut c_void) -> *mut c_void {
        overflow_a_fiber();
        core::ptr::null_mut()
    }
    let output = death_test("stack_overflow_on_a_thread_of_c_is_explained", || {
        let mut thread = MaybeUninit::uninit();
        // SAFETY: the function accepts any argument, and the thread is joined.
        unsafe {
            let attributes = core::ptr::null();
            let no_argument = core::ptr::null_mut();
            let error = libc::pthread_create(thread.as_mut_ptr(), attributes, run, no_argument);
            assert_eq!(error, 0);
            libc::pthread_join(thread.assume_init(), core::ptr::null_mut());
        }
    });
    assert_stderr_contains(output, &["statepoint-gc: stack overflow: fiber 1 of thread"]);
}

#[test]
fn stack_overflow_of_a_thread_is_explained() {
    let output = death_test("stack_overflow_of_a_thread_is_explained", || {
        let builder = thread::Builder::new().name("deep".to_owned()).stack_size(256 << 10);
        let overflow = || {
            let heap = heap().heap_max(16 << 20).build().unwrap();
            let mut mutator = heap.attach().unwrap();
            let _ = call(&mut mutator, managed::nested, &[Argument::Word(10_000_000)]);
        };
        let _ = builder.spawn(overflow).unwrap().join();
    });
    assert_stderr_contains(
        output,
        &[
            "statepoint-gc: stack overflow: the stack of thread \"deep\" (",
            " bytes, from 0x",
            " frames, the youngest ones in:\n     0  managed  ",
        ],
    );
}

/// A handler of the host for faults ends the process by `exit`, on the alternate stack that the
/// thread has got when it was attached.
#[test]
fn fault_handlers_of_the_host_may_exit() {
    extern "C" fn exit(_: i32) {
        // SAFETY: no other thread of the child uses what is destroyed.
        unsafe { libc::exit(7) }
    }
    extern "C" fn run(_: *mut c_void) -> *mut c_void {
        let heap = heap().heap_max(16 << 20).build().unwrap();
        let _mutator = heap.attach().unwrap();
        // SAFETY: raises a signal whose handler ends the process.
        unsafe { libc::raise(libc::SIGSEGV) };
        core::ptr::null_mut()
    }
    let output = death_test("fault_handlers_of_the_host_may_exit", || {
        let mut thread = MaybeUninit::uninit();
        // SAFETY: the function accepts any argument, and the thread is joined. The handler is a
        // function that the signal may call at any time.
        unsafe {
            libc::signal(libc::SIGSEGV, exit as *const () as usize);
            let attributes = core::ptr::null();
            let no_argument = core::ptr::null_mut();
            let error = libc::pthread_create(thread.as_mut_ptr(), attributes, run, no_argument);
            assert_eq!(error, 0);
            libc::pthread_join(thread.assume_init(), core::ptr::null_mut());
        }
    });
    if let Some(ChildExit { status, stderr }) = output {
        assert_eq!(status.code(), Some(7), "{stderr}");
    }
}
