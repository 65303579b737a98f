//! Selecting frames for takeover.

use core::ptr::NonNull;

use statepoint_scanner::arch::Host;
use statepoint_scanner::deopt::{self, DeoptState, DeoptValueKind, ReturnRedirect};
use statepoint_scanner::table::RecordKind;
use statepoint_scanner::walk::{Cursor, FrameKind, LiveStack, StackFrame, StackWalkError};

use super::continuation::{DeoptSite, FrameLayout};
use super::error::TakeoverError;
use super::landing::replace_returned_frame;
use super::takeover::{Takeover, continuation};
use crate::fatal;
use crate::mutator::{Frames, ManagedFrame, Mutator, StoppedThread};
use crate::process::run_callback;
use crate::runtime::{ReturnTrampolines, Shared};
use crate::thread::{Stack, ThreadData, WalkedFibers};

/// A managed frame of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The frame.
    pub frame: ManagedFrame,
    /// The address of the frame's function.
    pub function: Option<u64>,
    /// The ID of the stack map record of the call that the frame is in.
    pub record: Option<u64>,
    /// The number of managed frames that came before: younger ones of the thread, or of another of
    /// its fibers.
    pub depth: usize,
}

impl Mutator {
    /// Requests the takeover of managed frames of this thread, and returns the number of frames
    /// newly requested. `select` is called with each managed frame, youngest first, and returns
    /// whether to take that frame over. The frames of suspended fibers of the thread come last. A
    /// frame is taken over when the call that it is in returns.
    ///
    /// Call this in native code that managed code has called. After a failed guard, select the
    /// youngest frame, for which `depth` is 0. To invalidate a function, select all of its
    /// activations. If a takeover of a selected frame was requested before, the first request stays
    /// in force.
    ///
    /// # Errors
    ///
    /// [`TakeoverError`], also if `select` selects no frame. On an error, nothing has changed.
    ///
    /// # Safety
    ///
    /// * The continuation's layouts describe the values of the frames and the results of their
    ///   calls.
    /// * The continuation's return values have the return types of the frames' functions. These
    ///   functions return nothing, or values in one or two registers.
    /// * The functions follow the C calling convention, or LLVM's `fastcc` if the caller removes
    ///   the arguments.
    /// * After this call, no exception reaches such a frame.
    pub unsafe fn take_over(
        &mut self,
        takeover: &Takeover,
        select: impl FnMut(&Activation) -> bool,
    ) -> Result<usize, TakeoverError> {
        // The thread is managed, so no collection scans the stack concurrently. Its managed frames
        // are those at the call of this native code.
        self.managed(|attachment| {
            // SAFETY: the thread is the calling one. The caller upholds the rest of this function's
            // contract.
            unsafe { take_over(&attachment.heap, &attachment.me.data, takeover, select) }
        })
    }
}

impl StoppedThread<'_> {
    /// Returns the managed frames of the thread, youngest first, and those of its suspended fibers,
    /// as [`Self::take_over`] passes them to `select`.
    ///
    /// # Errors
    ///
    /// As [`Self::frames`].
    pub fn activations(&self) -> Result<Vec<Activation>, StackWalkError> {
        self.walk(Frames::WithFibers, activation)
    }

    /// Requests the takeover of frames of the thread; see [`Mutator::take_over`].
    ///
    /// # Errors
    ///
    /// As for [`Mutator::take_over`].
    ///
    /// # Safety
    ///
    /// As for [`Mutator::take_over`].
    pub unsafe fn take_over(
        &self,
        takeover: &Takeover,
        select: impl FnMut(&Activation) -> bool,
    ) -> Result<usize, TakeoverError> {
        // SAFETY: the thread is at a safepoint. The caller upholds the rest of this function's
        // contract.
        unsafe { take_over(self.heap, self.thread, takeover, select) }
    }
}

/// Requests the takeover of those managed frames of `thread` that `select` returns true for.
/// Returns the number of frames newly requested.
///
/// # Errors
///
/// As for [`Mutator::take_over`].
///
/// # Safety
///
/// The thread is at a safepoint, or is the calling one, and no other thread accesses its stack.
/// Otherwise as for [`Mutator::take_over`].
unsafe fn take_over(
    heap: &Shared,
    thread: &ThreadData,
    takeover: &Takeover,
    mut select: impl FnMut(&Activation) -> bool,
) -> Result<usize, TakeoverError> {
    if !takeover.belongs_to(heap) {
        return Err(TakeoverError::ForeignTakeover);
    }
    let (mut segments, mut any_selected, mut depth) = (Vec::new(), false, 0);
    // SAFETY: the code of the walked frames is not unloaded while `code` exists.
    let code = unsafe { heap.code_view() };
    // The stacks exist until the redirections have been applied.
    let _walked = code.with(|code| -> Result<WalkedFibers<'_>, TakeoverError> {
        let walk_segment = |stack: &Stack, mut cursor: Cursor<'_, Host>, memory: LiveStack| {
            let mut redirects = Vec::new();
            while let Some(frame) = cursor.next(&memory)? {
                if frame.kind != FrameKind::Managed {
                    continue;
                }
                let activation = activation(&frame, depth);
                if run_callback("the callback that selects frames", || select(&activation)) {
                    any_selected = true;
                    if !ReturnRedirect::is_taken(&frame, &memory)? {
                        redirects.push(plan_redirect(&frame, takeover, &memory)?);
                    }
                }
                depth += 1;
            }
            segments.push(WalkedSegment { stack: NonNull::from(stack), memory, redirects });
            Ok(())
        };
        // SAFETY: the caller guarantees that the thread is at a safepoint or is the calling one.
        unsafe { heap.fibers.walk(thread, code, walk_segment) }
    })?;
    if !any_selected {
        return Err(TakeoverError::NoFrame);
    }
    // SAFETY: the thread's own stack exists as long as the thread, and `_walked` keeps the others.
    // The caller guarantees that no other thread accesses them.
    unsafe { apply_redirects(&heap.return_trampolines, takeover, segments) }
}

/// Returns the description of a managed frame that `select` receives.
fn activation(frame: &StackFrame<'_, Host>, depth: usize) -> Activation {
    Activation {
        frame: ManagedFrame { pc: frame.pc },
        function: frame.function(),
        record: frame.record_id(),
        depth,
    }
}

/// Returns the deopt state of a frame, and the continuation's layout of the replacement frame.
pub(super) fn deopt_state_and_layout<'t>(
    frame: &StackFrame<'t, Host>,
    continuation: &dyn super::Continuation,
) -> Result<(DeoptState<'t, Host>, FrameLayout), TakeoverError> {
    let is_statepoint =
        frame.record().is_none_or(|record| matches!(record.kind, RecordKind::Statepoint { .. }));
    let state_after = |skipped| match is_statepoint {
        true => DeoptState::of_statepoint(frame),
        false => DeoptState::of_patchpoint(frame, skipped),
    };
    let state = state_after(0)?;
    let no_layout =
        TakeoverError::NoFrameLayout { frame: ManagedFrame { pc: frame.pc }, record: state.id() };
    if state.is_empty() {
        let pc = frame.pc;
        return Err(deopt::FrameTakeoverError::NoState { pc }.into());
    }
    let layout = || continuation.frame_layout(&DeoptSite(&state));
    let layout = run_callback("the callback for frame layouts", layout).ok_or(no_layout)?;
    let state = if layout.skipped == 0 { state } else { state_after(layout.skipped)? };
    Ok((state, layout))
}

/// Checks that a frame can be taken over, and returns the redirection of its return address.
fn plan_redirect(
    frame: &StackFrame<'_, Host>,
    takeover: &Takeover,
    memory: &LiveStack,
) -> Result<ReturnRedirect, TakeoverError> {
    let (state, layout) = deopt_state_and_layout(frame, &**continuation(&takeover.to))?;
    let redirect = ReturnRedirect::of_frame(&state, &layout.kinds, memory)?;
    for (index, kind) in layout.kinds.iter().enumerate() {
        if let &DeoptValueKind::Object(size) = kind
            && state.has_references(index, size, memory)?
        {
            let frame = ManagedFrame { pc: frame.pc };
            return Err(TakeoverError::ReferencesInObject { frame, index });
        }
    }
    Ok(redirect)
}

/// The redirections of the frames of a segment.
struct WalkedSegment {
    stack: NonNull<Stack>,
    memory: LiveStack,
    redirects: Vec<ReturnRedirect>,
}

/// Assigns a trampoline to each redirection and applies the redirections. Returns their number.
///
/// # Errors
///
/// If there are not enough trampolines. Then nothing has changed.
///
/// # Safety
///
/// The stacks of the segments exist, and no other thread accesses them.
unsafe fn apply_redirects(
    return_trampolines: &ReturnTrampolines,
    takeover: &Takeover,
    segments: Vec<WalkedSegment>,
) -> Result<usize, TakeoverError> {
    let mut table = return_trampolines.lock();
    let redirects = segments.iter().flat_map(|segment| &segment.redirects);
    // SAFETY: the stack of the frame gets the trampoline below, and owns it until the frame has
    // returned. `replace_returned_frame` finds it there.
    let assign = |redirect| unsafe { table.assign(redirect, &takeover.to, replace_returned_frame) };
    let assigned = redirects.map(assign).collect::<Result<Vec<_>, _>>()?;
    let count = assigned.len();
    let mut assigned = assigned.into_iter();
    for WalkedSegment { stack, mut memory, redirects } in segments {
        // SAFETY: the caller guarantees that the stack exists.
        let stack = unsafe { stack.as_ref() };
        for (redirect, assigned) in redirects.into_iter().zip(assigned.by_ref()) {
            // The redirection was checked before, and the stack has not changed since.
            // SAFETY: no other thread accesses the stack, which owns the trampoline from here on.
            if let Err(error) = unsafe { redirect.apply(&assigned.trampoline, &mut memory) } {
                fatal::abort(format_args!("a frame cannot be taken over any more: {error}"));
            }
            stack.takeovers.add(assigned);
        }
    }
    Ok(count)
}
