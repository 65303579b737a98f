//! Which frames are to be taken over.

use statepoint_scanner::arch::Host;
use statepoint_scanner::deopt::{self, DeoptState, DeoptValueKind, Redirect};
use statepoint_scanner::table::RecordKind;
use statepoint_scanner::walk::{Cursor, Frame, FrameKind, LiveStack, WalkError};

use super::continuation::{DeoptSite, FrameLayout};
use super::error::CommandeerError;
use super::land::land;
use super::takeover::{Takeover, continuation};
use crate::fatal;
use crate::mutator::{AtSafepoint, ManagedFrame, Mutator};
use crate::runtime::{Detours, Shared};
use crate::thread::ThreadData;

/// A managed frame of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// The frame.
    pub frame: ManagedFrame,
    /// The address of its function.
    pub function: Option<u64>,
    /// The ID of the record of the call that it is in.
    pub record: Option<u64>,
    /// How many managed frames of the thread are younger.
    pub depth: usize,
}

impl Mutator {
    /// Has frames of this thread taken over that `select` wants, of all its managed frames, the youngest first; each when
    /// the call returns that it is in. How many will be that were not to be before.
    ///
    /// For native code that managed code has called: a guard that failed takes the youngest, for which `depth` is
    /// 0; what invalidates a function takes all of its activations. Those that are to be taken over already,
    /// and are selected, are left to whom they were left first.
    ///
    /// # Errors
    ///
    /// [`CommandeerError`], also if `select` wants none; then nothing is different.
    ///
    /// # Safety
    ///
    /// The continuation's shapes are what the values of the frames and the results of their calls are, and its outcomes
    /// what the functions of the frames return: nothing, or in one or two registers. These functions follow the C calling
    /// convention, or that of LLVM's `fastcc` where the caller removes the arguments. No exception comes to such a frame any more.
    pub unsafe fn commandeer(
        &mut self,
        takeover: &Takeover,
        select: impl FnMut(&Activation) -> bool,
    ) -> Result<usize, CommandeerError> {
        // Managed, so that no collection looks at the stack meanwhile. It is as it was when managed code called.
        self.managed(|attachment| {
            // SAFETY: the caller promises the rest; the thread is here.
            unsafe { commandeer(&attachment.heap, &attachment.me.data, takeover, select) }
        })
    }
}

impl AtSafepoint<'_> {
    /// The managed frames of the thread, youngest first, as [`Self::commandeer`] shows them.
    ///
    /// # Errors
    ///
    /// As [`Self::frames`].
    pub fn activations(&self) -> Result<Vec<Activation>, WalkError> {
        self.walk(activation)
    }

    /// Has frames of the thread taken over; see [`Mutator::commandeer`].
    ///
    /// # Errors
    ///
    /// As there.
    ///
    /// # Safety
    ///
    /// As there.
    pub unsafe fn commandeer(
        &self,
        takeover: &Takeover,
        select: impl FnMut(&Activation) -> bool,
    ) -> Result<usize, CommandeerError> {
        // SAFETY: the caller promises it; the thread is at a safepoint.
        unsafe { commandeer(self.heap, self.thread, takeover, select) }
    }
}

/// # Safety
///
/// The thread is at a safepoint, or the calling one, and nobody else looks at its stack. The rest as
/// [`Mutator::commandeer`] says.
unsafe fn commandeer(
    heap: &Shared,
    thread: &ThreadData,
    takeover: &Takeover,
    mut select: impl FnMut(&Activation) -> bool,
) -> Result<usize, CommandeerError> {
    if !takeover.belongs_to(heap) {
        return Err(CommandeerError::ForeignTakeover);
    }
    let (mut stacks, mut found, mut depth) = (Vec::new(), false, 0);
    // SAFETY: the frames that are walked stay.
    let code = unsafe { heap.code_view() };
    code.with(|code| -> Result<(), CommandeerError> {
        let segment = |mut cursor: Cursor<'_, Host>, memory: LiveStack| {
            let mut redirects = Vec::new();
            while let Some(frame) = cursor.next(&memory)? {
                if frame.kind != FrameKind::Managed {
                    continue;
                }
                if select(&activation(&frame, depth)) {
                    found = true;
                    if !Redirect::is_taken(&frame, &memory)? {
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
        return Err(CommandeerError::NoFrame);
    }
    apply(&heap.detours, takeover, stacks)
}

fn activation(frame: &Frame<'_, Host>, depth: usize) -> Activation {
    Activation {
        frame: ManagedFrame { pc: frame.pc },
        function: frame.function(),
        record: frame.record_id(),
        depth,
    }
}

/// The values of a frame, and what they are to become.
pub(super) fn described<'t>(
    frame: &Frame<'t, Host>,
    takeover: &dyn super::Continuation,
) -> Result<(DeoptState<'t, Host>, FrameLayout), CommandeerError> {
    let is_statepoint =
        frame.record().is_none_or(|record| matches!(record.kind, RecordKind::Statepoint { .. }));
    let of = |before| match is_statepoint {
        true => DeoptState::of_statepoint(frame),
        false => DeoptState::of_patchpoint(frame, before),
    };
    let state = of(0)?;
    let no_shape =
        CommandeerError::NoShape { frame: ManagedFrame { pc: frame.pc }, record: state.id() };
    if state.is_empty() {
        let pc = frame.pc;
        return Err(deopt::CommandeerError::NoState { pc }.into());
    }
    let shape = takeover.shape(&DeoptSite(&state)).ok_or(no_shape)?;
    let state = if shape.before == 0 { state } else { of(shape.before)? };
    Ok((state, shape))
}

/// Looks whether a frame can be taken over.
fn plan(
    frame: &Frame<'_, Host>,
    takeover: &Takeover,
    memory: &LiveStack,
) -> Result<Redirect, CommandeerError> {
    let (state, shape) = described(frame, &**continuation(&takeover.to))?;
    let redirect = Redirect::of_frame(&state, &shape.values, memory)?;
    for (index, kind) in shape.values.iter().enumerate() {
        if let &DeoptValueKind::Object(size) = kind
            && state.has_references(index, size, memory)?
        {
            let frame = ManagedFrame { pc: frame.pc };
            return Err(CommandeerError::ReferencesInObject { frame, index });
        }
    }
    Ok(redirect)
}

fn apply(
    detours: &Detours,
    takeover: &Takeover,
    stacks: Vec<(LiveStack, Vec<Redirect>)>,
) -> Result<usize, CommandeerError> {
    let mut table = detours.lock();
    let mut claims = Vec::new();
    for redirect in stacks.iter().flat_map(|(_, redirects)| redirects) {
        let mut claim = table.claim(redirect, &takeover.to, land);
        // Perhaps some are kept for nobody; positions are used from here on.
        if claim.is_err() && claims.is_empty() {
            // Of their continuations, whoever may still use them has one too: none of the host's is dropped here.
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
            // It has been looked at, and nobody has changed the stack since.
            if let Err(error) = redirect.apply(table.detour(claim), &mut memory) {
                fatal::stop(format_args!("a frame cannot be taken over any more: {error}"));
            }
        }
    }
    Ok(count)
}
