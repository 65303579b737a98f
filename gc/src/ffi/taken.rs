//! Frames that were taken over: what is handed over, and what comes back.

use core::ffi::c_void;
use core::ptr;

use super::commandeer::code;
use super::reference::{held, spgc_ref};
use super::scope::{self, Place};
use super::site::{SPGC_KIND_BITS, SPGC_KIND_NONE, SPGC_KIND_OBJECT, SPGC_KIND_REFERENCE};
use super::status::Failure;
use crate::deopt::{TakenFrame, TakenValue, TakeoverOutcome};
use crate::fatal::{self, AbortOnUnwind};
use crate::mutator::{Attachment, Mutator};

/// A value of a frame that was taken over. Fields that its kind does not use are zero.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_value {
    /// SPGC_KIND_*.
    pub kind: u32,
    /// Bytes of a stack object.
    pub size: u32,
    /// A number, the lower half first: its bytes, those behind them being 0. Of a call's result all bits of the
    /// register, of which those of a narrower type mean something.
    pub words: [u64; 2],
    /// A reference: a local one, of a scope that is closed when the callback returns. A null reference has
    /// SPGC_KIND_NONE.
    pub reference: spgc_ref,
    /// The bytes of a stack object, as memcpy() takes them. Gone when the callback returns.
    pub object: *const c_void,
}

/// A frame that was taken over. It is not on the stack any more.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_taken_frame {
    /// sizeof(spgc_taken_frame) as the library knows it.
    pub size: usize,
    /// The return address of the call that it was in: where it would have gone on.
    pub pc: *const c_void,
    /// Where its function begins; null if that is not known.
    pub function: *const c_void,
    /// The ID of the call's record.
    pub record: u64,
    /// Its values, in the order of the shape.
    pub values: *const spgc_value,
    /// How many.
    pub value_count: usize,
    /// What the call has returned.
    pub callee: spgc_value,
}

/// spgc_outcome.kind: nothing.
pub const SPGC_OUTCOME_NOTHING: u64 = 0;
/// spgc_outcome.kind: an integer, or a pointer that is no reference, in the first of `words`. (A float: its bits.)
pub const SPGC_OUTCOME_WORD: u64 = 1;
/// spgc_outcome.kind: two of them, in the two registers that results are in.
pub const SPGC_OUTCOME_WORDS: u64 = 2;
/// spgc_outcome.kind: a double, in `number`.
pub const SPGC_OUTCOME_DOUBLE: u64 = 3;
/// spgc_outcome.kind: a reference, or null, in `reference`.
pub const SPGC_OUTCOME_REFERENCE: u64 = 4;

/// What a frame that was taken over returns to its caller. It must be what the frame's function returns.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct spgc_outcome {
    /// SPGC_OUTCOME_*.
    pub kind: u64,
    /// One word, or two.
    pub words: [u64; 2],
    /// A floating-point number.
    pub number: f64,
    /// A reference, local or global; a global one is not released.
    pub reference: spgc_ref,
}

/// Goes on with a frame in its place, and stores what the frame's function would return. The process ends with a message if
/// that is no outcome, or a reference that is none any more.
///
/// It runs on the frame's thread, which is native: as a native function that managed code has called, it may call managed
/// code, allocate, collect, have frames taken over. A scope is open for it, and closed behind it. It must not throw: that
/// ends the process.
///
/// data: spgc_continuation.data.
/// frame: gone when the callback returns.
/// outcome: all zero before, which means nothing.
pub type spgc_go_on_callback = Option<
    unsafe extern "C-unwind" fn(
        data: *mut c_void,
        frame: *const spgc_taken_frame,
        outcome: *mut spgc_outcome,
    ),
>;

/// A spgc_go_on_callback that is one.
pub(super) type GoOn =
    unsafe extern "C-unwind" fn(*mut c_void, *const spgc_taken_frame, *mut spgc_outcome);

/// Has C go on with a frame.
pub(super) fn go_on(
    callback: GoOn,
    data: *mut c_void,
    mutator: &mut Mutator,
    frame: TakenFrame,
) -> TakeoverOutcome {
    let scope = scope::open(mutator.attachment());
    let went_on = shown(mutator, frame, |frame| {
        let mut outcome = spgc_outcome {
            kind: SPGC_OUTCOME_NOTHING,
            words: [0; 2],
            number: 0.0,
            reference: ptr::null_mut(),
        };
        let guard = AbortOnUnwind("the host's callback that goes on with a frame");
        // SAFETY: the host's own function and data.
        unsafe { callback(data, frame, &raw mut outcome) };
        guard.done();
        outcome
    });
    let outcome = went_on.and_then(|outcome| outcome.take(mutator)).unwrap_or_else(|failure| {
        fatal::stop(format_args!(
            "a frame was taken over, and cannot be gone on with: {}",
            failure.message()
        ));
    });
    // An outer one may have been closed meanwhile, and this one with it.
    let _ = scope::close(mutator.attachment(), scope);
    outcome
}

/// Shows C a frame. Its references are local ones of the innermost scope.
fn shown<R>(
    mutator: &mut Mutator,
    frame: TakenFrame,
    look: impl FnOnce(*const spgc_taken_frame) -> R,
) -> Result<R, Failure> {
    let TakenFrame { record, pc, function, values, callee } = frame;
    let mut objects = Vec::new();
    // Afterwards the local references are all that keeps the objects alive.
    let (values, callee) = mutator.managed(|attachment| -> Result<_, Failure> {
        let mut show = |value| spgc_value::of(value, attachment, &mut objects);
        let values: Vec<_> = values.into_iter().map(&mut show).collect::<Result<_, _>>()?;
        Ok((values, show(callee)?))
    })?;
    let frame = spgc_taken_frame {
        size: size_of::<spgc_taken_frame>(),
        pc: code(pc),
        function: function.map_or(ptr::null(), code),
        record,
        values: values.as_ptr(),
        value_count: values.len(),
        callee,
    };
    Ok(look(&raw const frame))
}

impl spgc_value {
    /// The thread is managed. The bytes of stack objects are kept in `objects`.
    fn of(
        value: TakenValue,
        attachment: &Attachment,
        objects: &mut Vec<Box<[u8]>>,
    ) -> Result<Self, Failure> {
        let mut shown = Self {
            kind: SPGC_KIND_NONE,
            size: 0,
            words: [0; 2],
            reference: ptr::null_mut(),
            object: ptr::null(),
        };
        match value {
            TakenValue::Null => {}
            TakenValue::Bits(bits) => {
                shown.kind = SPGC_KIND_BITS;
                shown.words = [bits as u64, (bits >> 64) as u64];
            }
            TakenValue::Reference(handle) => {
                shown.kind = SPGC_KIND_REFERENCE;
                // SAFETY: a variable.
                let place = unsafe { Place::new(&raw mut shown.reference) }?;
                place.put(attachment, handle.get())?;
            }
            TakenValue::Object(bytes) => {
                shown.kind = SPGC_KIND_OBJECT;
                shown.size = bytes.len() as u32;
                shown.object = bytes.as_ptr().cast();
                objects.push(bytes);
            }
        }
        Ok(shown)
    }
}

impl spgc_outcome {
    /// What C has stored.
    fn take(self, mutator: &mut Mutator) -> Result<TakeoverOutcome, Failure> {
        Ok(match self.kind {
            SPGC_OUTCOME_NOTHING => TakeoverOutcome::Nothing,
            SPGC_OUTCOME_WORD => TakeoverOutcome::Word(self.words[0]),
            SPGC_OUTCOME_WORDS => TakeoverOutcome::Words(self.words),
            SPGC_OUTCOME_DOUBLE => TakeoverOutcome::Float(self.number),
            SPGC_OUTCOME_REFERENCE => {
                // SAFETY: the host has promised a reference.
                let held = unsafe { held(mutator, self.reference) }?;
                TakeoverOutcome::Reference(held.map(|held| mutator.handle(held)).transpose()?)
            }
            other => {
                return Err(Failure::argument(format!(
                    "spgc_outcome.kind is {other}; use one of SPGC_OUTCOME_*"
                )));
            }
        })
    }
}
