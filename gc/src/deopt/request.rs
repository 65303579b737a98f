//! Selecting frames for takeover.

use statepoint_scanner::arch::Host;
use statepoint_scanner::deopt::{self, DeoptState, DeoptValueKind, ReturnRedirect};
use statepoint_scanner::table::RecordKind;
use statepoint_scanner::walk::{Cursor, FrameKind, LiveStack, StackFrame, StackWalkError};

use super::continuation::{DeoptSite, FrameLayout};
use super::error::TakeoverError;
use super::land::land;
use super::takeover::{Takeover, continuation};
use crate::fatal;
use crate::mutator::{ManagedFrame, Mutator, StoppedThread};
use crate::runtime::{ReturnTrampolines, Shared};
use crate::thread::ThreadData;

/// A managed frame of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The frame.
    pub frame: ManagedFrame,
    /// The address of its function.
    pub function: Option<u64>,
    /// The ID of the stack map record of the call that the frame is in.
    pub record: Option<u64>,
    /// The number of younger managed frames of the thread.
    pub depth: usize,
}

impl Mutator {
    /// Requests the takeover of frames of this thread. `select` is called with each of its managed
    /// frames, youngest first, and returns whether to take it over. A frame is taken over when the
    /// call that it is in returns. Returns the number of frames newly requested.
    ///
    /// For native code that managed code has called: a failed guard selects the youngest frame, for
    /// which `depth` is 0; code that invalidates a function selects all of its activations. If a
    /// takeover of a selected frame was requested before, the first request stays in force.
    ///
    /// # Errors
    ///
    /// [`TakeoverError`], also if `select` selects no frame. On an error nothing has changed.
    ///
    /// # Safety
    ///
    /// The continuation's layouts describe the values of the frames and the results of their calls
    /// correctly, and its outcomes have the return types of the frames' functions, which return
    /// nothing, or in one or two registers. These functions follow the C calling convention, or
    /// LLVM's `fastcc` if the caller removes the arguments. No exception reaches such a frame after
    /// this call.
    pub unsafe fn take_over(
        &mut self,
        takeover: &Takeover,
        select: impl FnMut(&Activation) -> bool,
    ) -> Result<usize, TakeoverError> {
        // Managed, so that no collection scans the stack meanwhile. The stack is as it was when
        // managed code called.
        self.managed(|attachment| {
            // SAFETY: the caller promises the rest; the thread is the calling one.
            unsafe { take_over(&attachment.heap, &attachment.me.data, takeover, select) }
        })
    }
}

impl StoppedThread<'_> {
    /// Returns the managed frames of the thread, youngest first, as [`Self::take_over`] passes
    /// them to `select`.
    ///
    /// # Errors
    ///
    /// As [`Self::frames`].
    pub fn activations(&self) -> Result<Vec<Activation>, StackWalkError> {
        self.walk(activation)
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
        // SAFETY: the caller promises it; the thread is at a safepoint.
        unsafe { take_over(self.heap, self.thread, takeover, select) }
    }
}

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
    let (mut stacks, mut found, mut depth) = (Vec::new(), false, 0);
    // SAFETY: the frames that are walked stay.
    let code = unsafe { heap.code_view() };
    code.with(|code| -> Result<(), TakeoverError> {
        let segment = |mut cursor: Cursor<'_, Host>, memory: LiveStack| {
            let mut redirects = Vec::new();
            while let Some(frame) = cursor.next(&memory)? {
                if frame.kind != FrameKind::Managed {
                    continue;
                }
                if select(&activation(&frame, depth)) {
                    found = true;
                    if !ReturnRedirect::is_taken(&frame, &memory)? {
                        redirects.push(plan(&frame, takeover, &memory)?);
                    }
                }
                depth += 1;
            }
            stacks.push((memory, redirects));
            Ok(())
        };
        // SAFETY: the caller promises it.
        unsafe { thread.walk(code, segment) }
    })?;
    if !found {
        return Err(TakeoverError::NoFrame);
    }
    apply(&heap.return_trampolines, takeover, stacks)
}

fn activation(frame: &StackFrame<'_, Host>, depth: usize) -> Activation {
    Activation {
        frame: ManagedFrame { pc: frame.pc },
        function: frame.function(),
        record: frame.record_id(),
        depth,
    }
}

/// Returns the deopt state of a frame, and the continuation's layout for it.
pub(super) fn described<'t>(
    frame: &StackFrame<'t, Host>,
    takeover: &dyn super::Continuation,
) -> Result<(DeoptState<'t, Host>, FrameLayout), TakeoverError> {
    let is_statepoint =
        frame.record().is_none_or(|record| matches!(record.kind, RecordKind::Statepoint { .. }));
    let of = |before| match is_statepoint {
        true => DeoptState::of_statepoint(frame),
        false => DeoptState::of_patchpoint(frame, before),
    };
    let state = of(0)?;
    let no_layout =
        TakeoverError::NoFrameLayout { frame: ManagedFrame { pc: frame.pc }, record: state.id() };
    if state.is_empty() {
        let pc = frame.pc;
        return Err(deopt::FrameTakeoverError::NoState { pc }.into());
    }
    let layout = takeover.frame_layout(&DeoptSite(&state)).ok_or(no_layout)?;
    let state = if layout.skipped == 0 { state } else { of(layout.skipped)? };
    Ok((state, layout))
}

/// Checks that a frame can be taken over, and returns the redirection of its return address.
fn plan(
    frame: &StackFrame<'_, Host>,
    takeover: &Takeover,
    memory: &LiveStack,
) -> Result<ReturnRedirect, TakeoverError> {
    let (state, layout) = described(frame, &**continuation(&takeover.to))?;
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

fn apply(
    return_trampolines: &ReturnTrampolines,
    takeover: &Takeover,
    stacks: Vec<(LiveStack, Vec<ReturnRedirect>)>,
) -> Result<usize, TakeoverError> {
    let mut table = return_trampolines.lock();
    let mut claims = Vec::new();
    for redirect in stacks.iter().flat_map(|(_, redirects)| redirects) {
        let mut claim = table.claim(redirect, &takeover.to, land);
        // Free the trampolines that no frame uses. Claims are positions in the table, so this is
        // done only before the first one.
        if claim.is_err() && claims.is_empty() {
            // This drops none of the host's continuations while the table is locked: a `Takeover`
            // that may still use one also owns it.
            drop(table.take(|entry| !entry.is_pending()));
            claim = table.claim(redirect, &takeover.to, land);
        }
        match claim {
            Ok(claim) => claims.push(claim),
            Err(none_left) => {
                claims.into_iter().for_each(|claim| table.unclaim(claim));
                return Err(none_left.into());
            }
        }
    }
    let count = claims.len();
    let mut claims = claims.into_iter();
    for (mut memory, redirects) in stacks {
        for (redirect, claim) in redirects.into_iter().zip(claims.by_ref()) {
            // It has been checked, and the stack has not changed since.
            if let Err(error) = redirect.apply(table.trampoline(claim), &mut memory) {
                fatal::abort(format_args!("a frame cannot be taken over any more: {error}"));
            }
        }
    }
    Ok(count)
}
