//! Handshakes: inspecting one thread while the others run.

use core::cell::Cell;
use core::ffi::{c_char, c_void};
use core::ptr;
use std::ffi::CString;

use super::callbacks::Data;
use super::heap::{self, spgc_heap};
use super::restricted::{Restriction, calling, require_callback};
use super::status::{Failure, guard, require, spgc_status};
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
    /// Its name at the time it was attached.
    pub name: *const c_char,
    /// Its thread ID in the operating system.
    pub id: u64,
}

/// Inspects a thread that is at a safepoint: its stack does not change, and objects do not move,
/// until the callback returns.
///
/// It runs on that thread, or on the one that called spgc_handshake(). Collections wait for it. It
/// may call spgc_stopped_thread_activations(), spgc_stopped_thread_take_over() and
/// spgc_last_error(); other functions return SPGC_ERROR_CALLBACK. It must not wait for another
/// thread, take a lock that may be held by a thread that runs managed code or is about to, call
/// exit(), which would wait for it, nor throw: an exception ends the process.
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

/// The description of a thread that C receives, and the thread itself.
struct Stopped<'a> {
    shown: spgc_stopped_thread,
    at: &'a StoppedThread<'a>,
}

thread_local! {
    /// The thread that the callback which runs on the calling thread inspects; null outside a
    /// callback.
    static STOPPED: Cell<*const Stopped<'static>> = const { Cell::new(ptr::null()) };
}

impl Stopped<'_> {
    /// Runs `look` with the description of a thread that C receives.
    fn show(at: &StoppedThread<'_>, look: impl FnOnce(*const spgc_stopped_thread)) {
        let name = CString::new(at.name().replace('\0', " ")).unwrap_or_default();
        let shown = spgc_stopped_thread {
            size: size_of::<spgc_stopped_thread>(),
            name: name.as_ptr(),
            id: at.id().into(),
        };
        let stopped = Stopped { shown, at };
        STOPPED.set((&raw const stopped).cast());
        look(&raw const stopped.shown);
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
    // SAFETY: set while this thread is in such a callback, to a value that lives as long.
    let stopped = unsafe { STOPPED.get().as_ref() };
    match stopped {
        Some(stopped) if ptr::eq(&raw const stopped.shown, thread) => action(stopped.at),
        _ => {
            require(thread, "thread")?;
            Err(Failure::new(spgc_status::SPGC_ERROR_CALLBACK, stale))
        }
    }
}

/// Runs a callback for an attached thread, or for each in turn, while that thread is at a
/// safepoint. The other threads keep running, and the thread resumes afterwards. A thread that runs
/// managed code runs the callback itself, at its next poll or allocation; for a native thread, the
/// calling one included, the calling thread runs it. Threads that are attached or detached
/// meanwhile may be omitted.
///
/// Any thread that is not managed may call it. It waits for threads that run managed code, and for
/// a collection in progress; it does not delay other threads itself.
///
/// thread: the thread's ID in the operating system, or SPGC_HANDSHAKE_ALL_THREADS.
/// callback: called for one thread after the other, never concurrently.
/// data: passed to it.
/// count: where to store the number of threads for which it was called, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED,
/// SPGC_ERROR_CALLBACK. In spgc_config.on_phase it ends the process with a message.
///
/// # Safety
///
/// `callback` may be called with `data`, by the rules of its type. `count` is null or points to a
/// variable.
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
        let Some(callback) = callback else {
            return require(ptr::null::<u8>(), "callback");
        };
        let data = Data::new(data);
        let operation = |at: &StoppedThread<'_>| {
            Stopped::show(at, |shown| {
                // SAFETY: the host's own function and data.
                calling(Restriction::Inspecting, || unsafe { callback(data.get(), shown) });
            });
        };
        let mut completed = 0;
        for other in heap.threads() {
            if ![SPGC_HANDSHAKE_ALL_THREADS, u64::from(other.id())].contains(&thread) {
                continue;
            }
            match heap.handshake(&other, operation) {
                Ok(()) => completed += 1,
                // The thread has ended meanwhile.
                Err(HandshakeError::NotAttached) => {}
                Err(error @ HandshakeError::Managed) => return Err(error.into()),
            }
        }
        if !count.is_null() {
            // SAFETY: the caller promises a variable.
            unsafe { count.write(completed) };
        }
        Ok(())
    })
}

/// Calls a function for each managed frame of a stopped thread, the youngest first; never, if the
/// thread runs no managed code. The names of the functions can be looked up by spgc_code_describe()
/// after spgc_handshake() has returned.
///
/// To be called by a spgc_handshake_callback, on the thread that runs it, with the `thread` that it
/// received.
///
/// show: called for each frame, before this function returns. The restrictions of the enclosing
/// spgc_handshake_callback apply to it.
/// data: passed to it.
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
        with_stopped(thread, |at| {
            let Some(show) = show else {
                return require(ptr::null::<u8>(), "show");
            };
            let guard = AbortOnUnwind("the host's activation callback");
            for activation in &at.activations()? {
                let frame = spgc_activation::from(activation);
                // SAFETY: the host's own function and data.
                unsafe { show(data, &raw const frame) };
            }
            guard.done();
            Ok(())
        })
    })
}
