//! Frame replacement, after a callee has returned to a return-address trampoline.

use std::sync::Arc;

use statepoint_scanner::arch::RegisterFile;
use statepoint_scanner::deopt::{
    CallerRegisters, ReplacementCall, TrampolineEntry, TypedDeoptValue,
};
use statepoint_scanner::walk::Cursor;

use super::arch::replacement;
use super::continuation::{CalleeResult, Continuation, DeoptValue, DeoptimizedFrame, ReturnValue};
use super::error::TakeoverError;
use super::request::deopt_state_and_layout;
use super::takeover::continuation;
use crate::arch;
use crate::fatal::{self, AbortOnUnwind, call_host};
use crate::mutator::{Attachment, Current, Handle, ManagedFrame, Mutator};
use crate::runtime::Shared;
use crate::thread::Target;

/// A frame that was taken over and is to be continued. The trampoline passes it to [`replacement`].
#[derive(Debug)]
struct Pending {
    continuation: Arc<dyn Continuation>,
    frame: DeoptimizedFrame,
}

impl core::fmt::Debug for dyn Continuation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Continuation")
    }
}

/// The function that a heap's return-address trampolines call. The thread is managed and stays
/// managed, so references remain valid until they are stored in handles.
///
/// # Safety
///
/// Called by a trampoline that [`apply_redirects`](super::request) has assigned, on the thread
/// whose callee has returned to that trampoline.
pub(super) unsafe fn replace_returned_frame(
    _: *const (),
    landing: &TrampolineEntry,
) -> ReplacementCall {
    let current = Current::of_managed_thread();
    let attachment = current.attachment;
    let guard = AbortOnUnwind("frame takeover");
    let stack = attachment.me.data.stack();
    let Some(assigned) = stack.takeovers.land(landing.trampoline()) else {
        fatal::abort(format_args!("a frame of {stack} returns to a trampoline of another stack"));
    };
    // SAFETY: the caller upholds this function's contract, which is also that of `replace`.
    let replacement =
        unsafe { replace(attachment, &assigned.to, landing) }.unwrap_or_else(|error| {
            fatal::abort(format_args!("a frame cannot be taken over: {error}"));
        });
    // This runs none of the host's code: the pending frame owns its continuation.
    drop(assigned);
    guard.done();
    replacement
}

/// Reads the frame's values, and returns the call of [`replacement`] in its place.
///
/// # Safety
///
/// As for [`replace_returned_frame`].
unsafe fn replace(
    attachment: &Attachment,
    to: &Target,
    landing: &TrampolineEntry,
) -> Result<ReplacementCall, TakeoverError> {
    let Attachment { heap, me, .. } = attachment;
    let registers = landing.register_file().expose_provenance() as u64;
    // SAFETY: from the registers to the end of the stack, the memory belongs to this thread. Its
    // frames there do not run before this function returns.
    let memory = unsafe { me.data.stack().memory_from(registers) };
    let code = heap.code.snapshot();
    let ends = arch::entry_return_addresses();
    let mut cursor = Cursor::from_register_file(&code, &memory, registers, &ends)?;
    let frame = cursor.next(&memory)?.ok_or(TakeoverError::NoFrame)?;
    let (state, layout) = deopt_state_and_layout(&frame, &**continuation(to))?;
    let values = landing.read_as(&state, &layout.kinds, &memory)?;
    let caller = CallerRegisters::of_frame(&mut cursor, &memory, landing.preserved_vectors())?;
    let callee_result = match layout.callee_result {
        CalleeResult::Void => DeoptValue::Null,
        CalleeResult::Word => DeoptValue::Bits(landing.result_words()[0].into()),
        CalleeResult::Float => DeoptValue::Bits(landing.result_vectors()[0]),
        CalleeResult::Reference => convert_reference(heap, landing.result_words()[0]),
    };
    let convert = |value| match value {
        TypedDeoptValue::Bits(bits) => DeoptValue::Bits(bits),
        TypedDeoptValue::Reference(word) => convert_reference(heap, word),
        TypedDeoptValue::Object { address, size } => {
            // SAFETY: the stack object is in the frame, which still exists. The host guarantees
            // with its layout that the object has `size` bytes.
            let bytes = unsafe {
                let start = core::ptr::with_exposed_provenance::<u8>(address as usize);
                core::slice::from_raw_parts(start, size as usize)
            };
            DeoptValue::Object(bytes.into())
        }
    };
    let frame = DeoptimizedFrame {
        record: state.id(),
        pc: frame.pc,
        function: frame.function(),
        values: values.into_iter().map(convert).collect(),
        callee_result,
    };
    let pending =
        Box::into_raw(Box::new(Pending { continuation: Arc::clone(continuation(to)), frame }));
    // SAFETY: `caller` has the registers of the frame's caller. `replacement` expects `pending` as
    // its argument, and calls `resume` like a stub that managed code calls. The host guarantees
    // that the result has the type that the caller expects.
    Ok(unsafe {
        ReplacementCall::new(caller, replacement as *const (), pending.expose_provenance() as u64)
    })
}

/// Converts a reference to a deopt value; 0 is null.
fn convert_reference(heap: &Arc<Shared>, word: u64) -> DeoptValue {
    match word {
        0 => DeoptValue::Null,
        word => DeoptValue::Reference(Handle::new(heap, word)),
    }
}

/// The values of the two result registers, in the C ABI.
#[repr(C)]
pub(crate) struct Results([u64; 2]);

/// Runs the continuation of a frame that was taken over, and returns the frame's result. Called by
/// [`replacement`].
///
/// # Safety
///
/// `pending` is the address that [`replace`] passed to the call, and was not used before. Otherwise
/// as for [`Current::exit`].
pub(crate) unsafe extern "C" fn resume(pending: u64, registers: *mut RegisterFile) -> Results {
    // SAFETY: the caller upholds the contract of `Current::exit`.
    let current = unsafe { Current::exit(registers) };
    let Attachment { heap, me, .. } = current.attachment;
    // SAFETY: `replace` created the address from a box, and only this call converts it back.
    let pending = unsafe {
        Box::from_raw(core::ptr::with_exposed_provenance_mut::<Pending>(pending as usize))
    };
    let Pending { continuation, frame } = *pending;
    let pc = ManagedFrame { pc: frame.pc };
    heap.safepoint.enter_native(me);
    let result = call_host("the continuation of a frame that was taken over", || {
        let result = Mutator::with_current(|mutator| continuation.resume(mutator, frame));
        drop(continuation);
        result
    });
    let Some(result) = result else {
        fatal::abort(format_args!(
            "the thread that resumes a frame of {pc} is not attached any more"
        ));
    };
    if let ReturnValue::Reference(Some(object)) = &result
        && !object.belongs_to(heap)
    {
        fatal::abort(format_args!(
            "the continuation of a frame of {pc} returns an object of another heap"
        ));
    }
    heap.safepoint.leave_native(me);
    let words = result.words();
    drop(result);
    current.resume();
    Results(words)
}
