//! A frame has returned to a detour, and is replaced.

use std::sync::Arc;

use statepoint_scanner::arch::RegisterFile;
use statepoint_scanner::deopt::{Departure, Landing, Onward, TypedValue};
use statepoint_scanner::walk::Cursor;

use super::arch::replacement;
use super::commandeer::described;
use super::continuation::{CalleeResult, Continuation, TakenFrame, TakenValue};
use super::error::CommandeerError;
use super::takeover::continuation;
use crate::arch;
use crate::fatal::{self, AbortOnUnwind};
use crate::mutator::{Attachment, Current, Handle, ManagedFrame, Mutator};
use crate::runtime::{Entry, Shared};

/// What is to be gone on with, on its way from a detour to [`replacement`].
#[derive(Debug)]
struct Pending {
    to: Arc<dyn Continuation>,
    frame: TakenFrame,
}

impl core::fmt::Debug for dyn Continuation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Continuation")
    }
}

/// Where the detours of a heap lead to. The thread is managed, and stays so: what it reads of references is good
/// until they are in handles.
///
/// # Safety
///
/// Called for a detour that `context`, an [`Entry`], was given to, on the thread of the frame that has landed.
pub(super) unsafe fn land(context: *const (), landing: &Landing) -> Onward {
    let context = context.cast::<Entry>();
    // SAFETY: a frame returns to the detour, so it is there; it came from an `Arc`, of which this is one more.
    let entry = unsafe {
        Arc::increment_strong_count(context);
        Arc::from_raw(context)
    };
    let current = Current::of_managed_thread();
    let attachment = current.attachment;
    let heap = &attachment.heap;
    let taken = AbortOnUnwind("taking over a frame");
    // SAFETY: passed on.
    let onward = unsafe { replace(attachment, &entry, landing) }.unwrap_or_else(|error| {
        fatal::stop(format_args!("a frame that was to be taken over cannot be: {error}"));
    });
    heap.detours.landed(&entry);
    taken.done();
    onward
}

/// # Safety
///
/// As [`land`].
unsafe fn replace(
    attachment: &Attachment,
    entry: &Entry,
    landing: &Landing,
) -> Result<Onward, CommandeerError> {
    let Attachment { heap, me, .. } = attachment;
    let registers = landing.register_file().expose_provenance() as u64;
    // SAFETY: from the registers to the stack's end everything is the frames' that wait for this one.
    let memory = unsafe { me.data.stack.memory_from(registers) };
    let code = heap.code.snapshot();
    let ends = [arch::entry_return_address()];
    let mut cursor = Cursor::from_register_file(&code, &memory, registers, &ends)?;
    let frame = cursor.next(&memory)?.ok_or(CommandeerError::NoFrame)?;
    let (state, shape) = described(&frame, &**continuation(&entry.to))?;
    let values = landing.read_as(&state, &shape.values, &memory)?;
    let departure = Departure::of_frame(&mut cursor, &memory, landing.preserved_vectors())?;
    let callee = match shape.callee {
        CalleeResult::Nothing => TakenValue::Null,
        CalleeResult::Word => TakenValue::Bits(landing.result_words()[0].into()),
        CalleeResult::Float => TakenValue::Bits(landing.result_vectors()[0]),
        CalleeResult::Reference => reference(heap, landing.result_words()[0]),
    };
    let taken = |value| match value {
        TypedValue::Bits(bits) => TakenValue::Bits(bits),
        TypedValue::Reference(word) => reference(heap, word),
        TypedValue::Object { address, size } => {
            // SAFETY: an object of the frame, which is there still; it has so many bytes, as the host promises.
            let bytes = unsafe {
                let start = core::ptr::with_exposed_provenance::<u8>(address as usize);
                core::slice::from_raw_parts(start, size as usize)
            };
            TakenValue::Object(bytes.into())
        }
    };
    let frame = TakenFrame {
        record: state.id(),
        pc: frame.pc,
        function: frame.function(),
        values: values.into_iter().map(taken).collect(),
        callee,
    };
    let pending =
        Box::into_raw(Box::new(Pending { to: Arc::clone(continuation(&entry.to)), frame }));
    // SAFETY: it was left just now; `go_on` is called as a stub that managed code calls, and gets what it expects. That what
    // it returns is right the host promises.
    Ok(unsafe {
        Onward::new(departure, replacement as *const (), pending.expose_provenance() as u64)
    })
}

fn reference(heap: &Arc<Shared>, word: u64) -> TakenValue {
    match word {
        0 => TakenValue::Null,
        word => TakenValue::Reference(Handle::new(heap, word)),
    }
}

/// What goes to the registers of results.
#[repr(C)]
pub(crate) struct Results([u64; 2]);

/// Called by [`replacement`]: goes on with a frame in its place. What it returns is that frame's result.
///
/// # Safety
///
/// `pending` is from [`replace`]; for the rest see [`Current::exit`].
pub(crate) unsafe extern "C" fn go_on(pending: u64, registers: *mut RegisterFile) -> Results {
    // SAFETY: passed on.
    let current = unsafe { Current::exit(registers) };
    let Attachment { heap, me, .. } = current.attachment;
    // SAFETY: it came from a box, and only here.
    let pending = unsafe {
        Box::from_raw(core::ptr::with_exposed_provenance_mut::<Pending>(pending as usize))
    };
    let Pending { to, frame } = *pending;
    let pc = ManagedFrame { pc: frame.pc };
    heap.safepoint.enter_native(me);
    let guard = AbortOnUnwind("the continuation of a frame that was taken over");
    let Some(outcome) = Mutator::with_current(|mutator| to.go_on(mutator, frame)) else {
        fatal::stop(format_args!("the thread is gone that goes on with a frame of {pc}"));
    };
    drop(to);
    guard.done();
    heap.safepoint.leave_native(me);
    let words = outcome.words();
    drop(outcome);
    current.resume();
    Results(words)
}
