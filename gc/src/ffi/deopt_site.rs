//! Deoptimization state: the values of a frame at a call.

use core::cell::{Cell, RefCell};
use core::ffi::c_void;
use core::ptr;

use statepoint_scanner::deopt::DeoptValueKind;

use super::restricted::{Restriction, require_callback, run_restricted};
use super::sized::{self, Structure};
use super::status::{Failure, array, guard, require, spgc_status};
use super::takeover_request::code;
use crate::deopt::{CalleeResult, DeoptSite, FrameLayout};

/// spgc_deopt_value.kind: null, or the result of a call that returns nothing.
pub const SPGC_DEOPT_VALUE_NULL: u32 = 0;
/// spgc_deopt_value_kind.kind, spgc_deopt_value.kind: a number.
pub const SPGC_DEOPT_VALUE_BITS: u32 = 1;
/// spgc_deopt_value_kind.kind, spgc_deopt_value.kind: a reference to the start of an object, or
/// null.
pub const SPGC_DEOPT_VALUE_REFERENCE: u32 = 2;
/// spgc_deopt_value_kind.kind, spgc_deopt_value.kind: a stack object, in which there are no
/// references.
pub const SPGC_DEOPT_VALUE_OBJECT: u32 = 3;

/// Type of a deopt operand. LLVM records only its location; the front end supplies the type.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_deopt_value_kind {
    /// SPGC_DEOPT_VALUE_BITS, SPGC_DEOPT_VALUE_REFERENCE or SPGC_DEOPT_VALUE_OBJECT.
    pub kind: u32,
    /// Bytes of a number, 1 to 16, or of a stack object. (An i1 has one byte, of which the lowest
    /// bit is significant.)
    pub size: u32,
}

/// spgc_frame_layout.callee_result: the call returns nothing, or a value that is not needed.
pub const SPGC_CALLEE_RESULT_VOID: u64 = 0;
/// spgc_frame_layout.callee_result: an integer, or a pointer that is not a reference.
pub const SPGC_CALLEE_RESULT_WORD: u64 = 1;
/// spgc_frame_layout.callee_result: a floating-point number, or a vector of at most 16 bytes.
pub const SPGC_CALLEE_RESULT_FLOAT: u64 = 2;
/// spgc_frame_layout.callee_result: a reference to the start of an object, or null.
pub const SPGC_CALLEE_RESULT_REFERENCE: u64 = 3;

/// Layout of the replacement frame. Set the first field to sizeof(spgc_frame_layout), and unused
/// fields to zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_frame_layout {
    /// sizeof(spgc_frame_layout).
    pub size: usize,
    /// Types of the values, in their order. Copied.
    pub kinds: *const spgc_deopt_value_kind,
    /// Number of elements of `kinds`.
    pub kind_count: usize,
    /// Number of leading values of a patchpoint or stackmap that are not deoptimization state. 0 at
    /// a statepoint.
    pub skipped: usize,
    /// SPGC_CALLEE_RESULT_*: the result of the call that the frame is in.
    pub callee_result: u64,
}

// SAFETY: the struct is `repr(C)`, begins with its size, has only 8-byte fields and so no padding,
// and is valid with all bytes zero.
unsafe impl Structure for spgc_frame_layout {
    const NAME: &'static str = "spgc_frame_layout";
    const LEAST: usize = 40;
}

const _: () = assert!(size_of::<spgc_frame_layout>() == 40);

/// A call with deoptimization state. Valid while a spgc_frame_layout_callback runs.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_deopt_site {
    /// sizeof(spgc_deopt_site) as the library knows it.
    pub size: usize,
    /// Return address of the call.
    pub pc: *const c_void,
    /// Start address of the function that contains the call; null if that is not known.
    pub function: *const c_void,
    /// ID of the call's record ("statepoint-id").
    pub record: u64,
    /// Number of values in the call's record. At a patchpoint or stackmap this includes the leading
    /// values that are not deoptimization state.
    pub value_count: usize,
}

/// Sets the layout of a replacement frame by spgc_deopt_site_set_layout(). The callback does
/// nothing if the continuation cannot resume at this call. It is called when the takeover of a
/// frame is requested, and again when the frame is taken over; it must set the same layout both
/// times.
///
/// It runs during a stack walk, possibly while the thread is stopped: it must not call functions of
/// this library other than spgc_deopt_site_constant() and spgc_deopt_site_set_layout(), wait, nor
/// throw.
///
/// data: spgc_continuation.data.
/// site: the call. Valid until the callback returns.
pub type spgc_frame_layout_callback =
    Option<unsafe extern "C-unwind" fn(data: *mut c_void, site: *const spgc_deopt_site)>;

/// A spgc_frame_layout_callback that is not null.
pub(super) type FrameLayoutCallback =
    unsafe extern "C-unwind" fn(*mut c_void, *const spgc_deopt_site);

/// A call that a callback describes: the description that C receives, the call itself, and the
/// layout that C has set.
struct SiteInCallback<'a> {
    c_site: spgc_deopt_site,
    site: &'a DeoptSite<'a>,
    layout: RefCell<Option<FrameLayout>>,
}

thread_local! {
    /// The call that the callback which runs on the calling thread describes; null outside a
    /// callback.
    static CURRENT_SITE: Cell<*const SiteInCallback<'static>> = const { Cell::new(ptr::null()) };
}

/// Calls C's callback and returns the layout that it sets for a call, if any.
pub(super) fn request_layout(
    site: &DeoptSite<'_>,
    callback: FrameLayoutCallback,
    data: *mut c_void,
) -> Option<FrameLayout> {
    let c_site = spgc_deopt_site {
        size: size_of::<spgc_deopt_site>(),
        pc: code(site.pc()),
        function: site.function().map_or(ptr::null(), code),
        record: site.record(),
        value_count: site.len(),
    };
    let current = SiteInCallback { c_site, site, layout: RefCell::new(None) };
    CURRENT_SITE.set((&raw const current).cast());
    // SAFETY: the host guarantees that the callback may be called with this data.
    run_restricted(Restriction::Selecting, || unsafe { callback(data, &raw const current.c_site) });
    CURRENT_SITE.set(ptr::null());
    current.layout.into_inner()
}

/// Runs `action` with the call that C's pointer denotes.
fn with_current_site(
    site: *const spgc_deopt_site,
    action: impl FnOnce(&SiteInCallback<'_>) -> Result<(), Failure>,
) -> spgc_status {
    guard(|| {
        let stale = "the site is valid only in the callback that received it, on the thread that \
                     runs the callback; do not keep it";
        require_callback(Restriction::Selecting, stale)?;
        // SAFETY: the pointer is null, or points to a value that exists while the callback runs on
        // this thread.
        let current = unsafe { CURRENT_SITE.get().as_ref() };
        match current {
            Some(current) if ptr::eq(&raw const current.c_site, site) => action(current),
            _ => {
                require(site, "site")?;
                Err(Failure::new(spgc_status::SPGC_ERROR_CALLBACK, stale))
            }
        }
    })
}

/// Reads a constant among the values of a call, in which a front end can encode the identity of the
/// call.
///
/// To be called by a spgc_frame_layout_callback, on the thread that runs it, with the site that it
/// received.
///
/// index: index of the value, from 0.
/// constant: where to store the constant.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_CALLBACK; SPGC_ERROR_ARGUMENT if there is no such value, or
/// it is not a constant.
///
/// # Safety
///
/// `site` is the argument of a spgc_frame_layout_callback that is running. `constant` is null
/// or valid for writes.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_deopt_site_constant(
    site: *const spgc_deopt_site,
    index: usize,
    constant: *mut i64,
) -> spgc_status {
    with_current_site(site, |current| {
        require(constant, "constant")?;
        let found = current.site.constant(index).ok_or_else(|| {
            Failure::argument(format!(
                "value {index} of the {} values of the call that returns to {:#x} is not a \
                 constant",
                current.site.len(),
                current.site.pc()
            ))
        })?;
        // SAFETY: the caller guarantees that `constant` is valid for writes.
        unsafe { constant.write(found) };
        Ok(())
    })
}

/// Sets the layout of the replacement frame: the types of the values of a call. If it is called
/// twice, the last layout is used.
///
/// To be called by a spgc_frame_layout_callback, on the thread that runs it, with the site that it
/// received.
///
/// layout: the layout. It may be freed after the call, with the data that it points to.
///
/// Errors: SPGC_ERROR_NULL, SPGC_ERROR_SIZE, SPGC_ERROR_ARGUMENT, SPGC_ERROR_CALLBACK. Whether the
/// call has such values is checked later.
///
/// # Safety
///
/// `site` is the argument of a spgc_frame_layout_callback that is running. `layout` is null
/// or points to a structure of the size given in its first field. Each of its pointers points to
/// the number of elements that the structure states, which are the types of the frame's values.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn spgc_deopt_site_set_layout(
    site: *const spgc_deopt_site,
    layout: *const spgc_frame_layout,
) -> spgc_status {
    with_current_site(site, |current| {
        // SAFETY: the caller guarantees that `layout` is null or points to a structure of the size
        // in its first field, and that its pointers point to the stated numbers of elements.
        let layout = unsafe { sized::read(layout, "layout")?.frame_layout() }?;
        current.layout.replace(Some(layout));
        Ok(())
    })
}

impl spgc_frame_layout {
    /// Checks and converts the structure.
    ///
    /// # Safety
    ///
    /// `kinds` points to `kind_count` elements.
    unsafe fn frame_layout(&self) -> Result<FrameLayout, Failure> {
        // SAFETY: the caller guarantees that `self.kinds` points to `self.kind_count` elements.
        let kinds = unsafe { array(self.kinds, self.kind_count, "spgc_frame_layout.kinds") }?;
        let values = kinds.iter().enumerate().map(|(index, kind)| kind.kind(index));
        let callee_result = match self.callee_result {
            SPGC_CALLEE_RESULT_VOID => CalleeResult::Void,
            SPGC_CALLEE_RESULT_WORD => CalleeResult::Word,
            SPGC_CALLEE_RESULT_FLOAT => CalleeResult::Float,
            SPGC_CALLEE_RESULT_REFERENCE => CalleeResult::Reference,
            other => {
                return Err(Failure::argument(format!(
                    "spgc_frame_layout.callee_result is {other}; use one of SPGC_CALLEE_RESULT_*"
                )));
            }
        };
        Ok(FrameLayout {
            skipped: self.skipped,
            kinds: values.collect::<Result<_, _>>()?,
            callee_result,
        })
    }
}

impl spgc_deopt_value_kind {
    fn kind(self, index: usize) -> Result<DeoptValueKind, Failure> {
        let Self { kind, size } = self;
        match (kind, u8::try_from(size)) {
            (SPGC_DEOPT_VALUE_BITS, Ok(bytes @ 1..=16)) => Ok(DeoptValueKind::Bits(bytes)),
            (SPGC_DEOPT_VALUE_BITS, _) => Err(Failure::argument(format!(
                "value {index} has the size {size}; numbers have 1 to 16 bytes"
            ))),
            (SPGC_DEOPT_VALUE_REFERENCE, _) => Ok(DeoptValueKind::Reference),
            (SPGC_DEOPT_VALUE_OBJECT, _) => Ok(DeoptValueKind::Object(size)),
            _ => Err(Failure::argument(format!(
                "value {index} has the kind {kind}; use one of SPGC_DEOPT_VALUE_*"
            ))),
        }
    }
}
