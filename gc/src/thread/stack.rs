//! A stack that managed code runs on: its bounds, the transitions on it, local handles, and the
//! walk over its managed frames.
//!
//! A thread runs a stack. While it does, the youngest transitions of that stack ([`FrameAnchor`])
//! are in the thread's context, where compiled code changes them; the rest is here. [`Stack`] knows
//! nothing of its thread except the name for it in messages.
//!
//! # Segments
//!
//! Managed code calls native code, which calls managed code in turn. So a stack has several runs of
//! managed frames, here called segments. Each lies between an [`Activation`], where native code
//! entered managed code, and an [`Exit`], where managed code was left. The anchor has the youngest
//! exit and the youngest activation; each activation has the anchor before it. A collection that
//! missed a segment, or walked one from an exit that is out of date, would lose roots.
//!
//! # Rules of a stack
//!
//! 1. Exits and activations lie in the stack, and their addresses ascend from the youngest: an
//!    exit, its activation, the exit before that activation, and likewise up to the oldest.
//! 2. Activations end in the opposite order of their beginning, and exits do too.
//! 3. The frames from an exit upwards lead to the activation of its segment: the walk ends with the
//!    stack pointer with which that activation entered managed code.
//!
//! # What breaks them
//!
//! A host that switches stacks (fibers, coroutines), or that leaves calls by `longjmp`. The context
//! then has the exit of one stack and the activation of another. The table lists the check that
//! refuses each case; a check that comes later than necessary still comes before a collection has
//! used the wrong values.
//!
//! | case | refused by |
//! |---|---|
//! | managed code is entered on a stack that is not the thread's | [`Stack::require_entry`], an error of the call |
//! | the same on a part of the thread's stack, such as an array, that is above the last exit | the same, by rule 1 |
//! | native code returns to managed code by another exit than the last one | `spgc_leave_native` and the stub, by rule 2 |
//! | a call returns while a younger one has not | the end of the call, by rule 2 |
//! | managed code, on another stack than its own, comes to a slow path | [`Stack::require_frames`], by rule 1 |
//! | native code jumps out of a call and enters managed code again, not deeper than before | [`Stack::require_entry`], by rule 1 |
//! | native code jumps out of a call and returns to managed code | as above, or rule 3, in the next collection |
//! | any of these lasts until a collection | [`Segments`], by rules 1 and 3 |
//!
//! By induction, the segment that runs is the youngest one: entering makes it the youngest, and it
//! is left and resumed by the exit in the context. So the exit which an activation has saved is the
//! one by which the segment before it was last left, and no segment is missed.
//!
//! One case is not detected reliably. Native code that jumps out of a call, and then enters managed
//! code from deeper frames, has overwritten the activation that it has abandoned. A collection
//! reads that: unless these words are by chance a well-ordered activation, with the right stack
//! pointer at the end of the walk, the process ends. Jumping out of a call is undefined behaviour
//! ([`Mutator::call`](crate::Mutator::call)).

use core::fmt;
use core::ops::Range;
use std::io;

use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::{CodeLookup, Cursor, LiveStack, StackMemory, StackWalkError};

use super::Exit;
use crate::handles::LocalCells;
use crate::os::StackBounds;
use crate::{arch, fatal};

/// Advice in messages about a stack that breaks these rules.
pub(crate) const ONE_STACK: &str = "managed code runs on the stack of its thread only: not on that \
                                    of a fiber or coroutine, and native code does not jump out of \
                                    calls";

/// A stack that managed code runs on.
///
/// Displays as `the stack of thread "main" (17)`.
#[derive(Debug)]
pub(crate) struct Stack {
    bounds: StackBounds,
    /// Local handles of the native code that runs on it.
    pub(crate) locals: LocalCells,
    /// The owner's name in messages: `thread "main" (17)`.
    owner: String,
}

/// The youngest transitions of a stack: how managed code was left last, and the innermost call into
/// managed code. Together with the stack's memory, all that a walk starts from.
///
/// The anchor of a running stack is in the context of its thread
/// ([`ThreadContext::anchor`](super::ThreadContext::anchor)), those of older segments are in each
/// [`Activation`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameAnchor {
    /// Meaningless while the stack runs managed code.
    pub(crate) exit: Exit,
    /// The innermost call from native into managed code that has not returned; null if there is
    /// none.
    pub(crate) activation: *const Activation,
}

/// A call from native into managed code, on the stack that it is made on.
///
/// Native frames between managed ones are never read: a walk that has reached the managed function
/// which native code called resumes where managed code called that native code.
#[derive(Debug)]
pub(crate) struct Activation {
    /// The anchor of the next older managed frames: the exit by which managed code called the
    /// native code that made this call, if any, and the previous activation.
    pub(crate) outer: FrameAnchor,
    /// The stack pointer with which managed code was entered, before the call instruction.
    pub(crate) entry: usize,
}

impl FrameAnchor {
    /// Returns the anchor after managed code was entered by a call, and not left since.
    pub(crate) fn entered(activation: *const Activation) -> Self {
        Self { exit: Exit::NONE, activation }
    }

    /// Returns how many calls into managed code have not returned.
    ///
    /// # Safety
    ///
    /// The activations exist: on the stack of the calling thread, or of one at a safepoint.
    pub(crate) unsafe fn calls(self) -> usize {
        let (mut calls, mut activation) = (0, self.activation);
        // SAFETY: null, or a call that has not returned, as the caller promises.
        while let Some(call) = unsafe { activation.as_ref() } {
            calls += 1;
            activation = call.outer.activation;
        }
        calls
    }
}

/// A run of managed frames.
#[derive(Clone, Copy, Debug)]
struct Segment {
    exit: Exit,
    /// The stack pointer with which managed code was entered; 0 if it was not.
    entry: usize,
}

impl Segment {
    /// Returns a cursor before the youngest frame. The walk is an error unless it ends where
    /// managed code was entered.
    ///
    /// # Errors
    ///
    /// If the exit does not lie in the stack.
    fn cursor<'t>(
        self,
        code: &'t dyn CodeLookup<Host>,
        memory: &impl StackMemory,
        ends: &'t [u64],
    ) -> Result<Cursor<'t, Host>, StackWalkError> {
        let cursor = self.exit.cursor(code, memory, ends)?;
        Ok(cursor.ending_at(self.entry as u64))
    }
}

/// The segments of a stack, youngest first.
struct Segments<'a> {
    stack: &'a Stack,
    /// The transitions not yet visited.
    anchor: FrameAnchor,
    /// All of them lie above this address.
    last: usize,
}

impl Iterator for Segments<'_> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        let FrameAnchor { exit, activation } = self.anchor;
        if !exit.is_none() {
            let lowest = exit.lowest() as usize;
            self.stack.require("left managed code", lowest, self.last);
            self.last = lowest;
        }
        if activation.is_null() {
            self.anchor.exit = Exit::NONE;
            return (!exit.is_none()).then_some(Segment { exit, entry: 0 });
        }
        self.stack.require("entered managed code", activation.addr(), self.last);
        self.last = activation.addr();
        // SAFETY: it is on the stack, which does not return from the call while it is at a
        // safepoint.
        let call = unsafe { &*activation };
        self.anchor = call.outer;
        Some(Segment { exit, entry: call.entry })
    }
}

impl Stack {
    /// Returns the stack that the system, or the host, gave to the calling thread. `owner` is its
    /// name in messages.
    ///
    /// # Errors
    ///
    /// The system does not report where the stack is.
    ///
    /// # Safety
    ///
    /// When the thread has ended, the value may still exist, but no method is called that takes an
    /// address, an anchor, an exit or an activation.
    pub(crate) unsafe fn of_current_thread(owner: String) -> io::Result<Self> {
        let bounds = StackBounds::of_current_thread()?;
        Ok(Self { bounds, locals: LocalCells::default(), owner })
    }

    /// Returns the known part of the address range of the stack.
    pub(crate) fn range(&self) -> Range<usize> {
        self.bounds.range()
    }

    /// Returns the part of the stack from an address up to its end, which a walk reads and
    /// rewrites.
    ///
    /// # Safety
    ///
    /// As long as the value is used, the frames from `low` on stay where they are, and nothing else
    /// reads or changes them: their thread is at a safepoint, or is the calling one.
    pub(crate) unsafe fn memory_from(&self, low: u64) -> LiveStack {
        // SAFETY: everything from a frame up to the stack's end is mapped and stays so. The thread
        // does not change it now, as the caller promises, and what is below `low` is not read.
        unsafe { LiveStack::new(low, self.bounds.end() as u64) }
    }

    /// Returns the segments of the stack, youngest first.
    ///
    /// # Safety
    ///
    /// As for [`Self::walk`], as long as the iterator is used.
    unsafe fn segments(&self, anchor: FrameAnchor) -> Segments<'_> {
        Segments { stack: self, anchor, last: 0 }
    }

    /// Walks the managed frames of the stack: calls `segment` with a cursor before the youngest
    /// frame of each segment, youngest segment first, and with the memory that the cursor reads.
    /// All walks over managed frames use this function.
    ///
    /// In each call that has not returned managed code was left, so a call without an exit is a
    /// segment whose walk is an error: its frames must not be skipped. Ends the process where rule
    /// 1 is broken.
    ///
    /// # Errors
    ///
    /// The first error of `segment`, or of an exit that does not lie in the stack.
    ///
    /// # Safety
    ///
    /// `anchor` is that of the stack, whose frames stay where they are meanwhile: its thread is at
    /// a safepoint, stopped or native; or it is the calling one. Nothing else reads or changes
    /// them.
    pub(crate) unsafe fn walk<E: From<StackWalkError>>(
        &self,
        anchor: FrameAnchor,
        code: &dyn CodeLookup<Host>,
        mut segment: impl FnMut(Cursor<'_, Host>, LiveStack) -> Result<(), E>,
    ) -> Result<(), E> {
        let ends = [arch::entry_return_address()];
        // SAFETY: the caller promises it.
        for run in unsafe { self.segments(anchor) } {
            // Empty if there is no exit, so that the walk is an error.
            let low = if run.exit.is_none() { self.bounds.end() as u64 } else { run.exit.lowest() };
            // SAFETY: as above.
            let memory = unsafe { self.memory_from(low) };
            segment(run.cursor(code, &memory, &ends)?, memory)?;
        }
        Ok(())
    }

    /// Ends the process unless an address lies in the stack, above `last`.
    fn require(&self, what: &str, address: usize, last: usize) {
        // SAFETY: this is not called for the stack of a thread that has ended.
        let is_own = unsafe { self.bounds.contains(address) };
        if is_own && address > last {
            return;
        }
        let stack = self.range();
        let why = if is_own {
            format!("not above the younger frame at {last:#x}")
        } else {
            format!("not in its stack, which is from {:#x} to {:#x}", stack.start, stack.end)
        };
        fatal::abort(format_args!(
            "{self} cannot be walked: it {what} at {address:#x}, which is {why}; {ONE_STACK}"
        ));
    }

    /// Checks that managed code may be entered with this stack pointer. For the thread that runs
    /// the stack, while it is native. Returns an error if the stack pointer is not in the stack, or
    /// is above a transition that has not returned.
    pub(crate) fn require_entry(&self, anchor: FrameAnchor, sp: usize) -> Result<(), EntryError> {
        // SAFETY: the calling thread has not ended.
        if !unsafe { self.bounds.contains(sp) } {
            return Err(EntryError::OtherStack { sp, stack: self.range() });
        }
        let last = match anchor.exit.is_none() {
            true => anchor.activation.addr(),
            false => anchor.exit.lowest() as usize,
        };
        if last != 0 && sp >= last {
            return Err(EntryError::AboveLastExit { sp, last });
        }
        Ok(())
    }

    /// Ends the process unless the running frames of managed code are those of `activation`, the
    /// youngest call into it. Managed code has called a stub that stored its registers at the
    /// address `registers`. For the thread that runs the stack, while it is managed.
    pub(crate) fn require_frames(&self, activation: *const Activation, registers: usize) {
        self.require("is in managed code", registers, 0);
        self.require("entered managed code", activation.addr(), registers);
    }

    /// Ends the process unless native code returns by `last`, the exit by which managed code was
    /// left last. For the thread that runs the stack.
    pub(crate) fn require_last_exit(&self, last: Exit, word: usize) {
        if word != last.word {
            fatal::abort(format_args!(
                "native code of {} returns to managed code at {word:#x}, but what it left last, at \
                 {:#x}, has not returned; {ONE_STACK}. (A wrapper passes llvm.frameaddress(0) to \
                 spgc_enter_native, and has spgc_leave_native inlined.)",
                self.owner, last.word,
            ));
        }
    }

    /// Ends the process unless a call into managed code that ends is `last`, the youngest one. For
    /// the thread that runs the stack.
    pub(crate) fn require_last_call(&self, last: *const Activation, call: *const Activation) {
        if call != last {
            fatal::abort(format_args!(
                "a call into managed code at {call:p} ends on {}, while a later one, at {last:p}, \
                 has not returned; {ONE_STACK}",
                self.owner,
            ));
        }
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the stack of {}", self.owner)
    }
}

/// Error returned if managed code cannot be entered with this stack pointer.
#[derive(Debug)]
pub(crate) enum EntryError {
    /// It is not in the stack.
    OtherStack { sp: usize, stack: Range<usize> },
    /// It is not below the youngest transition that has not returned.
    AboveLastExit { sp: usize, last: usize },
}
