//! The landing: a callee has returned to a return-address trampoline, and the frame is replaced.

use std::sync::Arc;

use statepoint_scanner::arch::RegisterFile;
use statepoint_scanner::deopt::{
    CallerRegisters, ReplacementCall, TrampolineEntry, TypedDeoptValue,
};
use statepoint_scanner::walk::Cursor;

use super::arch::replacement;
use super::continuation::{CalleeResult, Continuation, DeoptValue, DeoptimizedFrame};
use super::error::TakeoverError;
use super::request::described;
use super::takeover::continuation;
use crate::arch;
use crate::fatal::{self, AbortOnUnwind};
use crate::mutator::{Attachment, Current, Handle, ManagedFrame, Mutator};
use crate::runtime::{Entry, Shared};

/// A frame to be continued, passed from the trampoline to [`replacement`].
#[derive(Debug)]
struct Pending {
    to: Arc<dyn Continuation>,
    frame: DeoptimizedFrame,
}

impl core::fmt::Debug for dyn Continuation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Continuation")
    }
}

/// The target of a heap's return-address trampolines. The thread is managed, and stays so:
/// references that it reads are valid until they are in handles.
///
/// # Safety
///
/// Called by a trampoline that was set up with `context`, an [`Entry`], on the thread of the frame
/// that has landed.
pub(super) unsafe fn land(context: *const (), landing: &TrampolineEntry) -> ReplacementCall {
    let context = context.cast::<Entry>();
    // SAFETY: a frame returns to the trampoline, so the entry exists. It came from an `Arc`, and
    // this makes another owner.
    let entry = unsafe {
        Arc::increment_strong_count(context);
        Arc::from_raw(context)
    };
    let current = Current::of_managed_thread();
    let attachment = current.attachment;
    let heap = &attachment.heap;
    let guard = AbortOnUnwind("frame takeover");
    // SAFETY: passed on.
    let replacement = unsafe { replace(attachment, &entry, landing) }.unwrap_or_else(|error| {
        fatal::abort(format_args!("a frame cannot be taken over: {error}"));
    });
    heap.return_trampolines.landed(&entry);
    guard.done();
    replacement
}

/// # Safety
///
/// As [`land`].
unsafe fn replace(
    attachment: &Attachment,
    entry: &Entry,
    landing: &TrampolineEntry,
) -> Result<ReplacementCall, TakeoverError> {
    let Attachment { heap, me, .. } = attachment;
    let registers = landing.register_file().expose_provenance() as u64;
    // SAFETY: from the registers to the end of the stack, the memory belongs to the frames that
    // wait for this one.
    let memory = unsafe { me.data.stack.memory_from(registers) };
    let code = heap.code.snapshot();
    let ends = [arch::entry_return_address()];
    let mut cursor = Cursor::from_register_file(&code, &memory, registers, &ends)?;
    let frame = cursor.next(&memory)?.ok_or(TakeoverError::NoFrame)?;
    let (state, layout) = described(&frame, &**continuation(&entry.to))?;
    let values = landing.read_as(&state, &layout.kinds, &memory)?;
    let caller = CallerRegisters::of_frame(&mut cursor, &memory, landing.preserved_vectors())?;
    let callee_result = match layout.callee_result {
        CalleeResult::Void => DeoptValue::Null,
        CalleeResult::Word => DeoptValue::Bits(landing.result_words()[0].into()),
        CalleeResult::Float => DeoptValue::Bits(landing.result_vectors()[0]),
        CalleeResult::Reference => reference(heap, landing.result_words()[0]),
    };
    let convert = |value| match value {
        TypedDeoptValue::Bits(bits) => DeoptValue::Bits(bits),
        TypedDeoptValue::Reference(word) => reference(heap, word),
        TypedDeoptValue::Object { address, size } => {
            // SAFETY: an object of the frame, which still exists. It has `size` bytes, as the host
            // promises.
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
        Box::into_raw(Box::new(Pending { to: Arc::clone(continuation(&entry.to)), frame }));
    // SAFETY: the frame was left just now. `resume` is called as by a stub that managed code calls,
    // with the arguments that it expects. The host promises that its result is right.
    Ok(unsafe {
        ReplacementCall::new(caller, replacement as *const (), pending.expose_provenance() as u64)
    })
}

fn reference(heap: &Arc<Shared>, word: u64) -> DeoptValue {
    match word {
        0 => DeoptValue::Null,
        word => DeoptValue::Reference(Handle::new(heap, word)),
    }
}

/// The values of the result registers.
#[repr(C)]
pub(crate) struct Results([u64; 2]);

/// Called by [`replacement`]: runs the continuation in the frame's place, and returns the frame's
/// result.
///
/// # Safety
///
/// `pending` is from [`replace`]. Otherwise as for [`Current::exit`].
pub(crate) unsafe extern "C" fn resume(pending: u64, registers: *mut RegisterFile) -> Results {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    let Attachment { heap, me, .. } = current.attachment;
    // SAFETY: it came from a box, and only this function takes it back.
    let pending = unsafe {
        Box::from_raw(core::ptr::with_exposed_provenance_mut::<Pending>(pending as usize))
    };
    let Pending { to, frame } = *pending;
    let pc = ManagedFrame { pc: frame.pc };
    heap.safepoint.enter_native(me);
    let guard = AbortOnUnwind("the continuation of a frame that was taken over");
    let Some(outcome) = Mutator::with_current(|mutator| to.resume(mutator, frame)) else {
        fatal::abort(format_args!(
            "the thread that resumes a frame of {pc} is not attached any more"
        ));
    };
    drop(to);
    guard.done();
    heap.safepoint.leave_native(me);
    let words = outcome.words();
    drop(outcome);
    current.resume();
    Results(words)
}
