//! Handshakes: inspecting one thread while the others run.

use core::cell::Cell;
use core::ffi::{c_char, c_void};
use core::ptr;
use std::ffi::CString;

use super::callbacks::Data;
use super::heap::{self, spgc_heap};
use super::restricted::{Restriction, require_callback, run_restricted};
use super::status::{Failure, guard, require, require_function, spgc_status};
use super::takeover_request::spgc_activation;
use super::thread;
use crate::fatal::AbortOnUnwind;
use crate::mutator::{HandshakeError, StoppedThread};

/// spgc_handshake(): a handshake with each attached thread, one after the other.
pub const SPGC_HANDSHAKE_ALL_THREADS: u64 = 0;

/// A thread that is at a safepoint. Valid while a spgc_handshake_callback runs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_stopped_thread {
    /// sizeof(spgc_stopped_thread) as the library knows it.
    pub size: usize,
    /// Name of the thread when it was attached.
    pub name: *const c_char,
    /// Thread ID in the operating system.
    pub id: u64,
}

/// Inspects a thread that is at a safepoint. The thread's stack does not change, and objects do not
/// move, until the callback returns.
///
/// The callback runs on that thread, or on the thread that called spgc_handshake(). Collections
/// wait for it. It may call spgc_stopped_thread_activations(), spgc_stopped_thread_take_over() and
/// spgc_last_error(); other functions return SPGC_ERROR_CALLBACK. It must not wait for another
/// thread, nor take a lock that may be held by a thread that runs managed code or is about to run
/// it. It must not call exit(), which would wait for the callback. It must not throw: an exception
/// ends the process.
///
/// data: the pointer that was passed to spgc_handshake().
/// thread: the thread. Valid until the callback returns.
pub type spgc_handshake_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, thread: *const spgc_stopped_thread)>;

/// Called with a managed frame.
///
/// data: the pointer that was passed along with the callback.
/// frame: the frame. Valid until the callback returns.
pub type spgc_activation_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, frame: *const spgc_activation)>;

/// A thread that a callback inspects: the description that C receives, and the thread itself.
struct ThreadInCallback<'a> {
    c_thread: spgc_stopped_thread,
    stopped: &'a StoppedThread<'a>,
}

thread_local! {
    /// The thread that the current callback of the calling thread inspects. Null outside a
    /// callback.
    static STOPPED: Cell<*const ThreadInCallback<'static>> = const { Cell::new(ptr::null()) };
}

impl ThreadInCallback<'_> {
    /// Runs `callback` with the C representation of a thread.
    fn run(stopped: &StoppedThread<'_>, callback: impl FnOnce(*const spgc_stopped_thread)) {
        let name = CString::new(stopped.name().replace('\0', " ")).unwrap_or_default();
        let c_thread = spgc_stopped_thread {
            size: size_of::<spgc_stopped_thread>(),
            name: name.as_ptr(),
            id: stopped.id().into(),
        };
        let current = ThreadInCallback { c_thread, stopped };
        STOPPED.set((&raw const current).cast());
        callback(&raw const current.c_thread);
        STOPPED.set(ptr::null());
    }
}

/// Runs `action` with the thread that C's pointer denotes.
pub(super) fn with_stopped<R>(
    thread: *const spgc_stopped_thread,
    action: impl FnOnce(&StoppedThread<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let stale = "the stopped thread is valid only in the callback of spgc_handshake that \
                 received it, on the thread that runs the callback; do not keep it";
    require_callback(Restriction::Inspecting, stale)?;
    // SAFETY: the pointer is null, or points to a value that exists while the callback runs on this
    // thread.
    let current = unsafe { STOPPED.get().as_ref() };
    match current {
        Some(current) if ptr::eq(&raw const current.c_thread, thread) => action(current.stopped),
        _ => {
            require(thread, "thread")?;
            Err(Failure::new(spgc_status::SPGC_ERROR_CALLBACK, stale))
        }
    }
}

/// Runs a callback for one attached thread, or for each attached thread in turn, while that thread
/// is at a safepoint. The other threads keep running. A thread that runs managed code runs the
/// callback itself, at its next poll or allocation. For native threads, including the calling
/// thread, the calling thread runs the callback. Threads that are attached or detached during the
/// call may be omitted.
///
/// Any thread that is not managed may call it. It waits for threads that run managed code, and for
/// a collection in progress; it does not delay other threads itself.
///
/// thread: the thread's ID in the operating system, or SPGC_HANDSHAKE_ALL_THREADS.
/// callback: called for one thread after the other, never concurrently.
/// data: passed to the callback.
/// count: where to store the number of threads for which the callback was called, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK. In spgc_config.on_phase it ends the process with a message.
///
/// # Safety
///
/// `callback` may be called with `data`, by the rules of its type. `count` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_handshake(
    heap: *mut spgc_heap,
    thread: u64,
    callback: spgc_handshake_callback,
    data: *mut c_void,
    count: *mut usize,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        let callback = require_function(callback, "callback")?;
        let data = Data::new(data);
        let operation = |stopped: &StoppedThread<'_>| {
            ThreadInCallback::run(stopped, |c_thread| {
                // SAFETY: the host guarantees that the callback may be called with this data.
                run_restricted(Restriction::Inspecting, || unsafe {
                    callback(data.get(), c_thread)
                });
            });
        };
        let mut completed = 0;
        for other in heap.threads() {
            if ![SPGC_HANDSHAKE_ALL_THREADS, u64::from(other.id())].contains(&thread) {
                continue;
            }
            match heap.handshake(&other, operation) {
                Ok(()) => completed += 1,
                // The thread was detached after `heap.threads()`.
                Err(HandshakeError::NotAttached) => {}
                Err(error @ HandshakeError::Managed) => return Err(error.into()),
            }
        }
        if !count.is_null() {
            // SAFETY: the caller guarantees that `count` is valid for writes.
            unsafe { count.write(completed) };
        }
        Ok(())
    })
}

/// Calls a function for each managed frame of a stopped thread, the youngest first. It makes no
/// call if the thread has no managed frame. The names of the functions can be looked up by
/// spgc_code_describe() after spgc_handshake() has returned.
///
/// To be called by a spgc_handshake_callback, on the thread that runs it, with the `thread` that it
/// received.
///
/// show: called for each frame, before this function returns; those of the thread's suspended
/// fibers come last. The restrictions of the enclosing spgc_handshake_callback apply to it.
/// data: passed to `show`.
///
/// Errors: SPGC_ERROR_NULL; SPGC_ERROR_CODE if the stack cannot be walked, in which case a
/// collection could not walk it either; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thread` is the argument of a spgc_handshake_callback that is running. `show` may be called with
/// `data`, by the rules of its type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_stopped_thread_activations(
    thread: *const spgc_stopped_thread,
    show: spgc_activation_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        with_stopped(thread, |stopped| {
            let show = require_function(show, "show")?;
            let guard = AbortOnUnwind("the host's activation callback");
            for activation in &stopped.activations()? {
                let frame = spgc_activation::from(activation);
                // SAFETY: the host guarantees that the callback may be called with this data.
                unsafe { show(data, &raw const frame) };
            }
            guard.done();
            Ok(())
        })
    })
}
