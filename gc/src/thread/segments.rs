//! The runs of managed frames on a thread's stack, and that none of them is missed.
//!
//! Managed code calls native code, which calls managed code in turn. So a stack has several runs of managed frames, here
//! segments. Each lies between an [`Activation`], where native code entered managed code, and an [`Exit`], where managed
//! code was left. The thread's context has the youngest exit and the youngest activation; each activation has those
//! before it. A collection that missed a segment, or walked one from an exit that is out of date, would lose roots.
//!
//! # What a thread keeps to that runs on one stack
//!
//! 1. Exits and activations lie in the stack of the thread, and ascend from the youngest: an exit, its activation, the
//!    exit before that activation, and so on.
//! 2. Activations end in the opposite order of their beginning, and so do exits.
//! 3. The frames from an exit on lead to the activation of its segment: the walk ends with the stack pointer with which
//!    that entered managed code.
//!
//! # What breaks this
//!
//! A host that switches stacks (fibers, coroutines), or that leaves calls by `longjmp`. The context then has the exit of
//! one stack and the activation of another. What such a host does is refused as follows; a check that comes later than
//! necessary still comes before a collection has used what is wrong.
//!
//! | what happens | who refuses it |
//! |---|---|
//! | managed code is entered on a stack that is not the thread's | [`ThreadData::require_own_stack`], an error of the call |
//! | the same on a part of the thread's stack, such as an array, that is above the last exit | the same, by rule 1 |
//! | native code returns to managed code by another exit than the last one | `spgc_leave_native` and the stub, by rule 2 |
//! | a call returns while a younger one has not | the end of the call, by rule 2 |
//! | managed code, on another stack than its own, comes to a slow path | [`ThreadData::require_own_frames`], by rule 1 |
//! | native code jumps out of a call and enters managed code again, not deeper than before | [`ThreadData::require_own_stack`], by rule 1 |
//! | native code jumps out of a call and returns to managed code | as above, or rule 3, in the next collection |
//! | anything of this kind lasts until a collection | [`Segments`], by rules 1 and 3 |
//!
//! By induction, the segment that runs is the youngest one: entering makes it so, and it is left and come back to by the
//! exit that the context has. So the exit which an activation has saved is the one by which the segment before it was
//! last left, and no segment is missed.
//!
//! One thing is left to chance. Native code that jumps out of a call, and then enters managed code from deeper frames, has
//! overwritten the activation that it has abandoned. A collection reads that: words that are not by chance an activation
//! in order, with the right stack pointer at the end of the walk, end the process. Jumping out of a call is undefined behaviour
//! as it is ([`Mutator::call`](crate::Mutator::call)).

use core::ops::Range;

use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::{Code, Cursor, LiveStack, StackMemory, WalkError};

use super::{Activation, Exit, ThreadData};
use crate::{arch, fatal};

/// Advice for whoever reads that a stack is not as it should be.
pub(crate) const ONE_STACK: &str = "managed code runs on the stack of its thread only: not on that of a fiber or \
                                    coroutine, and native code does not jump out of calls";

/// A run of managed frames.
#[derive(Clone, Copy, Debug)]
struct Segment {
    exit: Exit,
    /// The stack pointer with which managed code was entered; 0 if it was not.
    entry: usize,
}

impl Segment {
    /// The part of the stack that a walk of the segment reads and rewrites; empty where there is no exit, so that
    /// such a walk is an error.
    ///
    /// # Safety
    ///
    /// As for [`ThreadData::segments`], as long as the value is used.
    unsafe fn memory(&self, thread: &ThreadData) -> LiveStack {
        let end = thread.stack.end() as u64;
        let low = if self.exit.is_none() { end } else { self.exit.lowest() };
        // SAFETY: everything from the exit up to the stack's end is mapped and stays so. The thread does not
        // change it now, as the caller promises, and what is below is not looked at.
        unsafe { LiveStack::new(low, end) }
    }

    /// A cursor before the youngest frame. The walk is an error unless it ends where managed code was entered.
    ///
    /// # Errors
    ///
    /// When the exit does not lie in the stack.
    fn cursor<'t>(
        self,
        code: &'t dyn Code<Host>,
        memory: &impl StackMemory,
        ends: &'t [u64],
    ) -> Result<Cursor<'t, Host>, WalkError> {
        let cursor = self.exit.cursor(code, memory, ends)?;
        Ok(cursor.ending_at(self.entry as u64))
    }
}

/// The segments of a thread, youngest first.
struct Segments<'a> {
    thread: &'a ThreadData,
    exit: Exit,
    activation: *const Activation,
    /// All that is still to come lies above this.
    last: usize,
}

impl ThreadData {
    /// Walks the managed frames of the thread: calls `segment` with a cursor before the youngest frame of each segment,
    /// youngest segment first, and with the memory that the cursor reads.
    ///
    /// # Errors
    ///
    /// The first error of `segment`, or that an exit does not lie in the stack.
    ///
    /// # Safety
    ///
    /// The thread is at a safepoint and stays there: stopped, or native; or it is the calling one.
    pub(crate) unsafe fn walk<E: From<WalkError>>(
        &self,
        code: &dyn Code<Host>,
        mut segment: impl FnMut(Cursor<'_, Host>, LiveStack) -> Result<(), E>,
    ) -> Result<(), E> {
        let ends = [arch::entry_return_address()];
        // SAFETY: the caller promises it.
        for run in unsafe { self.segments() } {
            // SAFETY: as above.
            let memory = unsafe { run.memory(self) };
            segment(run.cursor(code, &memory, &ends)?, memory)?;
        }
        Ok(())
    }

    /// Returns the segments of the thread, youngest first. In each call that has not returned managed code was left, so
    /// one without an exit yields [`Exit::NONE`], from which no walk can begin: its frames must not be passed over.
    /// Ends the process where rule 1 is broken.
    ///
    /// # Safety
    ///
    /// As long as the iterator is used, the thread is at a safepoint and stays there: stopped, or native.
    unsafe fn segments(&self) -> Segments<'_> {
        let context = self.context();
        Segments { thread: self, exit: context.exit(), activation: context.activation(), last: 0 }
    }

    /// Ends the process unless an address is one of the thread's stack, above `last`.
    fn require(&self, what: &str, address: usize, last: usize) {
        // SAFETY: the thread is attached, so it has not ended.
        let is_own = unsafe { self.stack.contains(address) };
        if is_own && address > last {
            return;
        }
        let stack = self.stack.range();
        let why = if is_own {
            format!("not above {last:#x}, where something younger is")
        } else {
            format!("not in its stack, which is from {:#x} to {:#x}", stack.start, stack.end)
        };
        fatal::stop(format_args!(
            "the stack of thread \"{}\" ({}) cannot be walked: it {what} at {address:#x}, which is {why}; {ONE_STACK}",
            self.name, self.id,
        ));
    }
}

impl Iterator for Segments<'_> {
    type Item = Segment;

    fn next(&mut self) -> Option<Segment> {
        let exit = self.exit;
        if !exit.is_none() {
            let lowest = exit.lowest() as usize;
            self.thread.require("left managed code", lowest, self.last);
            self.last = lowest;
        }
        if self.activation.is_null() {
            self.exit = Exit::NONE;
            return (!exit.is_none()).then_some(Segment { exit, entry: 0 });
        }
        self.thread.require("entered managed code", self.activation.addr(), self.last);
        self.last = self.activation.addr();
        // SAFETY: it is on the stack of the thread, which does not return from the call while it is at a
        // safepoint.
        let call = unsafe { &*self.activation };
        (self.exit, self.activation) = (call.exit, call.outer);
        Some(Segment { exit, entry: call.entry })
    }
}

/// Why managed code may not be entered where the calling thread is.
#[derive(Debug)]
pub(crate) enum OwnStackError {
    /// Its stack pointer is not in its stack.
    OtherStack { thread: String, sp: usize, stack: Range<usize> },
    /// It is not below what has not returned.
    AboveLastExit { thread: String, sp: usize, last: usize },
}

impl ThreadData {
    /// Refuses to enter managed code with a stack pointer that is not in the thread's stack, or above what has not returned.
    /// Owner only, native.
    pub(crate) fn require_own_stack(&self, sp: usize) -> Result<(), OwnStackError> {
        // SAFETY: the calling thread has not ended.
        if !unsafe { self.stack.contains(sp) } {
            let (thread, stack) = (self.name.clone(), self.stack.range());
            return Err(OwnStackError::OtherStack { thread, sp, stack });
        }
        let exit = self.context().exit();
        let last = match exit.is_none() {
            true => self.context().activation().addr(),
            false => exit.lowest() as usize,
        };
        if last != 0 && sp >= last {
            return Err(OwnStackError::AboveLastExit { thread: self.name.clone(), sp, last });
        }
        Ok(())
    }

    /// Ends the process unless frames of managed code, which has called a stub that stored its registers at this address,
    /// are those of the youngest call into it. Owner only, managed.
    pub(crate) fn require_own_frames(&self, registers: usize) {
        let activation = self.context().activation().addr();
        self.require("is in managed code", registers, 0);
        self.require("entered managed code", activation, registers);
    }

    /// Ends the process unless native code returns by the exit by which managed code was left last. Owner only.
    pub(crate) fn require_last_exit(&self, word: usize) {
        let last = self.context().exit().word;
        if word != last {
            fatal::stop(format_args!(
                "native code of thread \"{}\" ({}) returns to managed code at {word:#x}, but what it left last, at {last:#x}, \
                 has not returned; {ONE_STACK}. (A wrapper passes llvm.frameaddress(0) to spgc_enter_native, and has \
                 spgc_leave_native inlined.)",
                self.name, self.id,
            ));
        }
    }

    /// Ends the process unless a call into managed code that ends is the youngest one. Owner only.
    pub(crate) fn require_last_call(&self, call: *const Activation) {
        let last = self.context().activation();
        if call != last {
            fatal::stop(format_args!(
                "a call into managed code at {call:p} ends on thread \"{}\" ({}), while a later one, at {last:p}, has not \
                 returned; {ONE_STACK}",
                self.name, self.id,
            ));
        }
    }
}
