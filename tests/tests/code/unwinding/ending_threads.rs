//! Threads that end in native code that managed code has called, and requests for cancellation.

use core::ffi::{c_int, c_void};
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

use statepoint_gc::{Argument, Heap, HeapVerification, Mutator, TypeId, Zeal};
use statepoint_scanner::image::symbols;
use tests::managed::{self, call, heap};

use super::{assert_usable, build, pointer};

unsafe extern "C-unwind" {
    fn test_end_thread(wait: c_int) -> !;
    fn test_request_cancellation();
    fn test_act_upon_cancellation();
}

/// Arguments of a thread that `pthread_create` starts.
struct EndingThread {
    heap: Heap,
    /// 0: the thread calls `pthread_exit`; 1: it waits to be cancelled.
    wait: c_int,
    /// Whether managed code calls [`end_thread`] without the stub.
    directly: bool,
    /// Set when the thread has reached [`end_thread`].
    inside: AtomicBool,
}

/// Ends the calling thread. Managed code calls this function.
extern "C-unwind" fn end_thread(arguments: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let arguments: *const EndingThread = core::ptr::with_exposed_provenance(arguments as usize);
    // SAFETY: the test joins this thread before it drops the arguments.
    let arguments = unsafe { &*arguments };
    assert_eq!(Mutator::with_current(Mutator::collect).is_none(), arguments.directly);
    arguments.inside.store(true, Ordering::Relaxed);
    // SAFETY: the older frames can be unwound. None of them is a frame of std, which does not
    // support forced unwinding.
    unsafe { test_end_thread(arguments.wait) }
}

/// The start function of the thread: attaches it, and calls [`end_thread`] through managed code.
extern "C-unwind" fn start(arguments: *mut c_void) -> *mut c_void {
    // SAFETY: the test joins this thread before it drops the arguments.
    let EndingThread { heap, directly, .. } = unsafe { &*arguments.cast::<EndingThread>() };
    let mut mutator = heap.attach().unwrap();
    let words = [pointer(end_thread), Argument::Word(arguments.expose_provenance() as u64)];
    let function = if *directly { managed::direct } else { managed::native_registers };
    let _ = call(&mut mutator, function, &words);
    unreachable!("the thread has ended");
}

/// `pthread_exit` and `pthread_cancel` end a thread by forced unwinding, here in native code that
/// managed code has called.
#[test]
fn threads_that_end_in_native_code_are_detached() {
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;
    for (wait, directly) in [(0, false), (1, false), (0, true), (1, true)] {
        let heap = build(Zeal::EveryAllocation(1));
        let mut arguments = EndingThread { heap, wait, directly, inside: AtomicBool::new(false) };
        for _ in 0..10 {
            arguments.inside.store(false, Ordering::Relaxed);
            let mut thread = core::mem::MaybeUninit::<libc::pthread_t>::uninit();
            // SAFETY: the function is called from C, which does not distinguish the ABIs by whether
            // they may unwind. The thread is joined below, and its argument lives until then.
            unsafe {
                let start: Start = core::mem::transmute(start as extern "C-unwind" fn(_) -> _);
                let argument = (&raw mut arguments).cast();
                let created =
                    libc::pthread_create(thread.as_mut_ptr(), core::ptr::null(), start, argument);
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
            // The collection waits for no thread, and visits no frame of the ended one.
            assert!(arguments.heap.threads().is_empty());
            let mut mutator = arguments.heap.attach().unwrap();
            assert_usable(&mut mutator);
        }
        let statistics = arguments.heap.statistics();
        assert!(statistics.counts.objects_moved > 0);
        assert_eq!(statistics.counts.register_roots_relocated > 0, !directly);
    }
}

/// Number of completed runs of [`call_api`].
static API_CALLS: AtomicU32 = AtomicU32::new(0);

/// Calls the functions of the API that can block, or that open and write files.
fn call_api(log: &str) {
    let heap = heap()
        .heap_max(8 << 20)
        .log(format!("all:{log}"))
        .verify(HeapVerification { before: true, after: true })
        .build()
        .unwrap();
    {
        let mut mutator = heap.attach().unwrap();
        mutator.collect_young();
        assert_usable(&mut mutator);
        let (me, kept) = (&heap.threads()[0], mutator.allocate_array(TypeId::new(2), 10_000));
        assert_eq!(heap.handshake(me, |thread| thread.id()), Ok(me.id()));
        assert_eq!(mutator.array_length(&kept.unwrap()), Ok(10_000));
    }
    assert!(!heap.wait_for_finalizers(Duration::from_millis(1)));
    let here = symbols::describe((call_api as *const ()).expose_provenance() as u64);
    assert!(here.contains("call_api"), "{here}");
    assert!(heap.code().register_image_at(0).is_err());
    drop(heap);
    API_CALLS.fetch_add(1, Ordering::Relaxed);
}

/// The start function of a thread that calls the API while a request for cancellation is pending,
/// and acts upon the request afterwards.
extern "C-unwind" fn run_with_pending_request(log: *mut c_void) -> *mut c_void {
    let log: *const String = log.cast();
    // SAFETY: the test joins this thread before it drops the path. This frame has no destructor to
    // run when it is unwound.
    unsafe {
        test_request_cancellation();
        call_api(&*log);
        test_act_upon_cancellation();
    }
    core::ptr::null_mut()
}

/// No function of the API acts upon a pending request for cancellation (`pthread_cancel`), not even
/// one that blocks or writes to a file.
#[test]
fn no_api_function_is_a_cancellation_point() {
    type Start = extern "C" fn(*mut c_void) -> *mut c_void;
    let folder = tempfile::tempdir().unwrap();
    let mut log = folder.path().join("log").display().to_string();
    let (mut thread, mut result) = (core::mem::MaybeUninit::uninit(), core::ptr::null_mut());
    // SAFETY: the function is called from C, which does not distinguish the ABIs by whether they
    // may unwind. The thread is joined below, and its argument lives until then.
    unsafe {
        let start: Start =
            core::mem::transmute(run_with_pending_request as extern "C-unwind" fn(_) -> _);
        let argument = (&raw mut log).cast();
        let created = libc::pthread_create(thread.as_mut_ptr(), core::ptr::null(), start, argument);
        assert_eq!(created, 0);
        assert_eq!(libc::pthread_join(thread.assume_init(), &raw mut result), 0);
    }
    assert_eq!(API_CALLS.load(Ordering::Relaxed), 1);
    // PTHREAD_CANCELED
    assert_eq!(result.addr(), usize::MAX);
    assert!(std::fs::read_to_string(&log).unwrap().lines().count() > 3);
}
