//! Looking at one thread while the others go on.

use core::cell::Cell;
use core::ffi::{c_char, c_void};
use core::ptr;
use std::ffi::CString;

use super::callbacks::Data;
use super::commandeer::spgc_frame;
use super::heap::{self, spgc_heap};
use super::restricted::{Restriction, calling, require_callback};
use super::status::{Failure, guard, require, spgc_status};
use super::thread;
use crate::fatal::AbortOnUnwind;
use crate::mutator::{AtSafepoint, HandshakeError};

/// spgc_handshake(): each attached thread, one after the other.
pub const SPGC_HANDSHAKE_ALL: u64 = 0;

/// A thread that is at a safepoint, as long as a spgc_stopped_callback runs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_stopped_thread {
    /// sizeof(spgc_stopped_thread) as the library knows it.
    pub size: usize,
    /// The name that it had when it was attached.
    pub name: *const c_char,
    /// Its number in the system's lists.
    pub id: u64,
}

/// Looks at a thread that is at a safepoint: its stack stays as it is, and the objects where they are, until the callback
/// returns.
///
/// It runs on that thread, or on the one that called spgc_handshake(). Collections wait for it. It may call
/// spgc_stopped_frames(), spgc_stopped_commandeer() and spgc_last_error(); other functions say SPGC_ERROR_CALLBACK. It must
/// not wait for another thread, take a lock that a thread may have which runs managed code or wants to, call exit(), which
/// would wait for it, nor throw: that ends the process.
///
/// data: what was passed to spgc_handshake().
/// thread: gone when the callback returns.
pub type spgc_stopped_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, thread: *const spgc_stopped_thread)>;

/// Is shown a managed frame.
///
/// data: what was passed along with the callback.
/// frame: gone when the callback returns.
pub type spgc_frame_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, frame: *const spgc_frame)>;

/// What C is shown of a thread, and what that stands for.
struct Stopped<'a> {
    shown: spgc_stopped_thread,
    at: &'a AtSafepoint<'a>,
}

thread_local! {
    /// Whom the callback looks at that the calling thread is in.
    static STOPPED: Cell<*const Stopped<'static>> = const { Cell::new(ptr::null()) };
}

impl Stopped<'_> {
    /// Runs `look` with what C is shown.
    fn show(at: &AtSafepoint<'_>, look: impl FnOnce(*const spgc_stopped_thread)) {
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

/// Runs `action` with the thread that C means.
pub(super) fn with_stopped<R>(
    thread: *const spgc_stopped_thread,
    action: impl FnOnce(&AtSafepoint<'_>) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let stale = "the stopped thread is worth something only in the callback of spgc_handshake that was given it, and on \
                 the thread that runs this";
    require_callback(Restriction::Looking, stale)?;
    // SAFETY: set while this thread is in such a callback, to what is there as long.
    let stopped = unsafe { STOPPED.get().as_ref() };
    match stopped {
        Some(stopped) if ptr::eq(&raw const stopped.shown, thread) => action(stopped.at),
        _ => {
            require(thread, "thread")?;
            Err(Failure::new(spgc_status::SPGC_ERROR_CALLBACK, stale))
        }
    }
}

/// Has a callback look at an attached thread, or at each in turn, while that is at a safepoint. The other threads go on, and so
/// does the thread afterwards. A thread that runs managed code runs the callback itself, at its next poll or allocation;
/// for others, the calling one included, the calling thread does. Threads that come or end meanwhile may be left out.
///
/// Any thread that is not managed may do so. It waits for threads that run managed code, and for a collection in
/// progress; it does not delay others itself.
///
/// thread: its number in the system's lists, or SPGC_HANDSHAKE_ALL.
/// callback: called for one thread at a time.
/// data: passed to it.
/// count: where to store how many threads there were, or null.
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_MANAGED, SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK. In
/// spgc_config.on_phase it ends the process with a message.
///
/// # Safety
///
/// `callback` may be called with `data`, by the rules of its type. `count` is null or points to a
/// variable.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_handshake(
    heap: *mut spgc_heap,
    thread: u64,
    callback: spgc_stopped_callback,
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
        let operation = |at: &AtSafepoint<'_>| {
            Stopped::show(at, |shown| {
                // SAFETY: the host's own function and data.
                calling(Restriction::Looking, || unsafe { callback(data.get(), shown) });
            });
        };
        let mut asked = 0;
        for other in heap.threads() {
            if ![SPGC_HANDSHAKE_ALL, u64::from(other.id())].contains(&thread) {
                continue;
            }
            match heap.handshake(&other, operation) {
                Ok(()) => asked += 1,
                // It has ended meanwhile.
                Err(HandshakeError::NotAttached) => {}
                Err(error @ HandshakeError::Managed) => return Err(error.into()),
            }
        }
        if !count.is_null() {
            // SAFETY: the caller promises a variable.
            unsafe { count.write(asked) };
        }
        Ok(())
    })
}

/// Shows the managed frames of a stopped thread, the youngest first; none if it runs no managed code. Their functions have
/// names by spgc_describe_code(), when spgc_handshake() has returned.
///
/// To be called by a spgc_stopped_callback, on its thread, with what that was given.
///
/// show: called for each, before this function returns; may do what the callback around it may.
/// data: passed to it.
///
/// Errors: SPGC_ERROR_NULL; SPGC_ERROR_CODE if the stack cannot be walked, as a collection could not walk it either;
/// SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `thread` is what a spgc_stopped_callback was given. `show` may be called with `data`, by the
/// rules of its type.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_stopped_frames(
    thread: *const spgc_stopped_thread,
    show: spgc_frame_callback,
    data: *mut c_void,
) -> spgc_status {
    guard(|| {
        with_stopped(thread, |at| {
            let Some(show) = show else {
                return require(ptr::null::<u8>(), "show");
            };
            let guard = AbortOnUnwind("the host's callback for frames");
            for activation in &at.activations()? {
                let frame = spgc_frame::from(activation);
                // SAFETY: the host's own function and data.
                unsafe { show(data, &raw const frame) };
            }
            guard.done();
            Ok(())
        })
    })
}
