//! Takeovers. The continuation of a takeover resumes the frames that are taken over.

use core::ffi::c_void;
use core::fmt;

use super::callbacks::Data;
use super::deopt_site::{self, FrameLayoutCallback, spgc_frame_layout_callback};
use super::deoptimized_frame::{self, ResumeCallback, spgc_resume_callback};
use super::heap::{self, spgc_heap};
use super::sized::{self, Structure};
use super::status::{guard, require, require_function, spgc_status};
use super::tagged::{Kind, Tag, Tagged};
use super::thread;
use crate::deopt::{Continuation, DeoptSite, DeoptimizedFrame, FrameLayout, ReturnValue, Takeover};
use crate::fatal::call_host;
use crate::mutator::Mutator;

/// A takeover: a continuation to which frames of a heap can be assigned. Created by
/// spgc_takeover_new(), released by spgc_takeover_free(). Any thread may use it.
pub struct spgc_takeover {
    _opaque: [u8; 0],
}

impl Tag for Takeover {
    const KIND: Kind = Kind::Takeover;
    const NAME: &'static str = "a takeover";
    const RELEASED_BY: &'static str = "spgc_takeover_free";
}

/// Called when a continuation is no longer used: its takeover was released, and each frame that
/// was assigned to it has returned, or was abandoned with its fiber. The callback is called once,
/// on the thread that released the takeover, resumed the last frame, or released its fiber. It may
/// call functions of this library, but must not throw.
///
/// data: spgc_continuation.data.
pub type spgc_continuation_release_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void)>;

/// Resumes frames that are taken over: an interpreter, or another version of a function. Set the
/// first field to sizeof(spgc_continuation), and unused fields to zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_continuation {
    /// sizeof(spgc_continuation).
    pub size: usize,
    /// States the types of a frame's values.
    pub frame_layout: spgc_frame_layout_callback,
    /// Resumes a frame.
    pub resume: spgc_resume_callback,
    /// Called when the continuation is no longer used. May be null.
    pub release: spgc_continuation_release_callback,
    /// Passed to the three callbacks.
    pub data: *mut c_void,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has only 8-byte fields and so no padding,
// and is valid with all bytes zero.
unsafe impl Structure for spgc_continuation {
    const NAME: &'static str = "spgc_continuation";
    const LEAST: usize = 40;
}

const _: () = assert!(size_of::<spgc_continuation>() == 40);

/// A continuation that is implemented in C.
struct CContinuation {
    frame_layout: FrameLayoutCallback,
    resume: ResumeCallback,
    release: spgc_continuation_release_callback,
    data: Data,
}

impl fmt::Debug for CContinuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CContinuation")
    }
}

impl Continuation for CContinuation {
    fn frame_layout(&self, site: &DeoptSite<'_>) -> Option<FrameLayout> {
        deopt_site::request_layout(site, self.frame_layout, self.data.get())
    }

    fn resume(&self, mutator: &mut Mutator, frame: DeoptimizedFrame) -> ReturnValue {
        deoptimized_frame::resume(self.resume, self.data.get(), mutator, frame)
    }
}

impl Drop for CContinuation {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            call_host("the host's release callback", || {
                // SAFETY: the host guarantees that the callback may be called with this data.
                unsafe { release(self.data.get()) };
            });
        }
    }
}

/// Creates a takeover, to which frames of a heap can be assigned.
///
/// Any thread that is not managed may call it.
///
/// continuation: the callbacks that resume the frames. The structure may be freed after the call.
/// takeover: where to store the handle for spgc_takeover_free().
///
/// Errors: SPGC_ERROR_NO_HEAP, SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_MANAGED,
/// SPGC_ERROR_FORKED, SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `continuation` is null or points to a structure of the size given in its first field. Its
/// callbacks may be called, with their data, by the rules of their types, as long as the takeover
/// exists or a frame that was taken over has not returned. `takeover` is null or valid for
/// writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_takeover_new(
    heap: *mut spgc_heap,
    continuation: *const spgc_continuation,
    takeover: *mut *mut spgc_takeover,
) -> spgc_status {
    guard(|| {
        thread::refuse_managed()?;
        let heap = heap::get(heap)?;
        require(takeover, "takeover")?;
        // SAFETY: the caller guarantees that `continuation` is null or points to a structure of the
        // size in its first field.
        let given = unsafe { sized::read(continuation, "continuation") }?;
        let frame_layout = require_function(given.frame_layout, "spgc_continuation.frame_layout")?;
        let resume = require_function(given.resume, "spgc_continuation.resume")?;
        let data = Data::new(given.data);
        let made =
            heap.takeover(CContinuation { frame_layout, resume, release: given.release, data });
        // SAFETY: the caller guarantees that `takeover` is valid for writes.
        unsafe { takeover.write(Tagged::allocate(made).cast()) };
        Ok(())
    })
}

/// Releases a takeover. Null is allowed and has no effect. Frames whose takeover was requested are
/// still taken over. Any thread may call it at any time, also in spgc_continuation.resume of this
/// takeover; the continuation is used until spgc_continuation.release is called.
///
/// Errors: SPGC_ERROR_REFERENCE if the argument is not a takeover; SPGC_ERROR_CALLBACK.
///
/// # Safety
///
/// `takeover` is null or a takeover that spgc_takeover_free() has not released. No other thread
/// uses it.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_takeover_free(takeover: *mut spgc_takeover) -> spgc_status {
    // SAFETY: the caller guarantees that `takeover` is null or has not been released, and that no
    // thread uses it any more.
    guard(|| unsafe { Tagged::<Takeover>::free(takeover.cast()) })
}
