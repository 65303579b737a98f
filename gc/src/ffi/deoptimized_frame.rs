//! Frames that were taken over: the values passed to the continuation, and the result that it
//! returns.

use core::ffi::c_void;
use core::ptr;

use super::deopt_site::{
    SPGC_DEOPT_VALUE_BITS, SPGC_DEOPT_VALUE_NULL, SPGC_DEOPT_VALUE_OBJECT,
    SPGC_DEOPT_VALUE_REFERENCE,
};
use super::handle_scope::{self, LocalResult};
use super::reference::{any_handle, spgc_ref};
use super::status::Failure;
use super::takeover_request::code;
use crate::deopt::{DeoptValue, DeoptimizedFrame, ReturnValue};
use crate::fatal::{self, AbortOnUnwind};
use crate::mutator::{Attachment, Mutator};

/// A value of a frame that was taken over. Fields that the kind does not use are zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_deopt_value {
    /// SPGC_DEOPT_VALUE_*.
    pub kind: u32,
    /// Bytes of a stack object.
    pub size: u32,
    /// Bits of a number, the lower half first. Bytes after the end of the number are 0. For the
    /// result of a call: all bits of the register; for a narrower type, only its bits are
    /// significant.
    pub words: [u64; 2],
    /// A local reference. Its scope is closed when the callback returns. A null reference has the
    /// kind SPGC_DEOPT_VALUE_NULL.
    pub reference: spgc_ref,
    /// The bytes of a stack object, to be copied by memcpy(). Valid until the callback returns.
    pub object: *const c_void,
}

/// A frame that was taken over. It is no longer on the stack.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_deoptimized_frame {
    /// sizeof(spgc_deoptimized_frame) as the library knows it.
    pub size: usize,
    /// Return address of the call that the frame was in. The frame would have resumed there.
    pub pc: *const c_void,
    /// Start address of the frame's function; null if unknown.
    pub function: *const c_void,
    /// ID of the call's record.
    pub record: u64,
    /// Values of the frame, in the order of spgc_frame_layout.kinds.
    pub values: *const spgc_deopt_value,
    /// Number of elements of `values`.
    pub value_count: usize,
    /// Result of the call that the frame was in.
    pub callee_result: spgc_deopt_value,
}

/// spgc_return_value.kind: nothing.
pub const SPGC_RETURN_VOID: u64 = 0;
/// spgc_return_value.kind: an integer, or a pointer that is not a reference, in the first of
/// `words`. (For a float: its bits.)
pub const SPGC_RETURN_WORD: u64 = 1;
/// spgc_return_value.kind: two integers, in the two registers that return results.
pub const SPGC_RETURN_WORD_PAIR: u64 = 2;
/// spgc_return_value.kind: a double, in `double_value`.
pub const SPGC_RETURN_DOUBLE: u64 = 3;
/// spgc_return_value.kind: a reference, or null, in `reference`.
pub const SPGC_RETURN_REFERENCE: u64 = 4;

/// Return value of a frame that was taken over. Its kind must be that of the return type of the
/// frame's function.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_return_value {
    /// SPGC_RETURN_*.
    pub kind: u64,
    /// One or two integers; see `kind`.
    pub words: [u64; 2],
    /// A double.
    pub double_value: f64,
    /// A local or global reference. The library does not release a global reference.
    pub reference: spgc_ref,
}

/// Resumes a frame that was taken over, and stores the value that the frame's function would
/// return. If the stored value is not a valid return value, or its reference is no longer valid,
/// the process ends with a message.
///
/// It runs on the frame's thread, which is native: like a native function that managed code has
/// called, it may call managed code, allocate, collect, and request the takeover of frames. A scope
/// is opened before it is called, and closed after it returns. It must not throw: an exception ends
/// the process.
///
/// data: spgc_continuation.data.
/// frame: the frame. Valid until the callback returns.
/// return_value: where to store the return value. Initially all zero, which means that nothing is
/// returned.
pub type spgc_resume_callback = Option<
    unsafe extern "C-unwind" fn(
        data: *mut c_void,
        frame: *const spgc_deoptimized_frame,
        return_value: *mut spgc_return_value,
    ),
>;

/// A spgc_resume_callback that is not null.
pub(super) type ResumeCallback =
    unsafe extern "C-unwind" fn(*mut c_void, *const spgc_deoptimized_frame, *mut spgc_return_value);

/// Calls C's callback to resume a frame.
pub(super) fn resume(
    callback: ResumeCallback,
    data: *mut c_void,
    mutator: &mut Mutator,
    frame: DeoptimizedFrame,
) -> ReturnValue {
    let scope = handle_scope::open(mutator.attachment());
    let resumed = with_c_frame(mutator, frame, |frame| {
        let mut return_value = spgc_return_value {
            kind: SPGC_RETURN_VOID,
            words: [0; 2],
            double_value: 0.0,
            reference: ptr::null_mut(),
        };
        let guard = AbortOnUnwind("the host's resume callback");
        // SAFETY: the host guarantees that the callback may be called with this data.
        unsafe { callback(data, frame, &raw mut return_value) };
        guard.done();
        return_value
    });
    let return_value =
        resumed.and_then(|return_value| return_value.to_rust(mutator)).unwrap_or_else(|failure| {
            fatal::abort(format_args!(
                "a frame that was taken over cannot be resumed: {}",
                failure.message()
            ));
        });
    // An error is ignored: the callback may have closed an outer scope, and this scope with it.
    let _ = handle_scope::close(mutator.attachment(), scope);
    return_value
}

/// Calls `action` with the C representation of a frame. Its references are local references of the
/// innermost scope.
fn with_c_frame<R>(
    mutator: &mut Mutator,
    frame: DeoptimizedFrame,
    action: impl FnOnce(*const spgc_deoptimized_frame) -> R,
) -> Result<R, Failure> {
    let DeoptimizedFrame { record, pc, function, values, callee_result } = frame;
    let mut objects = Vec::new();
    // From here on, only the local references keep the objects alive.
    let (values, callee_result) = mutator.managed(|attachment| -> Result<_, Failure> {
        let mut convert = |value| spgc_deopt_value::new(value, attachment, &mut objects);
        let values: Vec<_> = values.into_iter().map(&mut convert).collect::<Result<_, _>>()?;
        Ok((values, convert(callee_result)?))
    })?;
    let frame = spgc_deoptimized_frame {
        size: size_of::<spgc_deoptimized_frame>(),
        pc: code(pc),
        function: function.map_or(ptr::null(), code),
        record,
        values: values.as_ptr(),
        value_count: values.len(),
        callee_result,
    };
    Ok(action(&raw const frame))
}

impl spgc_deopt_value {
    /// Converts a value to its C representation. The thread must be managed. `objects` owns the
    /// bytes of stack objects.
    fn new(
        value: DeoptValue,
        attachment: &Attachment,
        objects: &mut Vec<Box<[u8]>>,
    ) -> Result<Self, Failure> {
        let mut c_value = Self {
            kind: SPGC_DEOPT_VALUE_NULL,
            size: 0,
            words: [0; 2],
            reference: ptr::null_mut(),
            object: ptr::null(),
        };
        match value {
            DeoptValue::Null => {}
            DeoptValue::Bits(bits) => {
                c_value.kind = SPGC_DEOPT_VALUE_BITS;
                c_value.words = [bits as u64, (bits >> 64) as u64];
            }
            DeoptValue::Reference(handle) => {
                c_value.kind = SPGC_DEOPT_VALUE_REFERENCE;
                // SAFETY: `c_value.reference` is valid for writes.
                let result_slot = unsafe { LocalResult::new(&raw mut c_value.reference) }?;
                result_slot.store(attachment, handle.get())?;
            }
            DeoptValue::Object(bytes) => {
                c_value.kind = SPGC_DEOPT_VALUE_OBJECT;
                c_value.size = bytes.len() as u32;
                c_value.object = bytes.as_ptr().cast();
                objects.push(bytes);
            }
        }
        Ok(c_value)
    }
}

impl spgc_return_value {
    /// Converts the return value that C has stored.
    fn to_rust(self, mutator: &mut Mutator) -> Result<ReturnValue, Failure> {
        Ok(match self.kind {
            SPGC_RETURN_VOID => ReturnValue::Void,
            SPGC_RETURN_WORD => ReturnValue::Word(self.words[0]),
            SPGC_RETURN_WORD_PAIR => ReturnValue::WordPair(self.words),
            SPGC_RETURN_DOUBLE => ReturnValue::Double(self.double_value),
            SPGC_RETURN_REFERENCE => {
                // SAFETY: the host guarantees that the reference is null or has not been released.
                let held = unsafe { any_handle(mutator, self.reference) }?;
                ReturnValue::Reference(held.map(|held| mutator.handle(held)).transpose()?)
            }
            other => {
                return Err(Failure::argument(format!(
                    "spgc_return_value.kind is {other}; use one of SPGC_RETURN_*"
                )));
            }
        })
    }
}
