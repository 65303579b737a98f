//! [`Stack`], a stack that managed code runs on: its bounds, the transitions on it, local handles,
//! and the walk over its managed frames. It is the stack of a thread, that of a fiber, or one that
//! the host has made and switches to itself.
//!
//! While a thread runs a stack, the youngest transitions of that stack ([`FrameAnchor`]) are in the
//! thread's context, where compiled code changes them. While the stack does not run, they are in
//! its [`SwitchRecord`]. All other data is in [`Stack`], which refers to its thread only by a name
//! for messages.
//!
//! # Segments
//!
//! Managed code calls native code, which may call managed code in turn. So a stack may contain
//! several runs of contiguous managed frames, called segments. A segment lies between an
//! [`Activation`], where native code entered managed code, and an [`Exit`], where managed code was
//! left. The anchor contains the youngest exit and the youngest activation. Each activation
//! contains the anchor of the next older segment. A collection that missed a segment, or walked a
//! segment from an outdated exit, would miss roots.
//!
//! # Rules of a stack
//!
//! 1. Exits and activations lie in the stack, and their addresses ascend from the youngest: an
//!    exit, its activation, the exit before that activation, and likewise up to the oldest.
//! 2. Activations end in the reverse order of their beginning, and so do exits.
//! 3. A walk from an exit upwards reaches the activation of its segment: it ends with the stack
//!    pointer with which that activation entered managed code.
//!
//! # Violations
//!
//! A host violates these rules if it switches stacks (coroutines) without announcing it, or leaves
//! calls by `longjmp`. The context then contains the exit of one stack and the activation of
//! another. Each case is detected by a check. A check may run later than the violation, but always
//! before a collection uses the invalid values.
//!
//! * Managed code is entered on a stack other than that of the thread: [`Stack::require_entry`]
//!   returns an error.
//! * Managed code is entered on a part of the thread's stack above the last exit, such as an array:
//!   [`Stack::require_entry`] returns an error (rule 1).
//! * Native code returns to managed code by an exit other than the last one: `spgc_leave_native`
//!   and the stub detect this (rule 2).
//! * A call returns while a younger call has not returned: detected at the end of the call (rule
//!   2).
//! * Managed code runs on a stack other than its own and takes a slow path:
//!   [`Stack::require_frames`] detects this (rule 1).
//! * Native code jumps out of a call and enters managed code again from the same or an older frame:
//!   [`Stack::require_entry`] returns an error (rule 1).
//! * Native code jumps out of a call and returns to managed code: detected as a wrong exit or a
//!   wrong call, or in the next collection (rule 3).
//! * Any of these states lasts until a collection: [`Segments`] and the walk detect it (rules 1 and
//!   3).
//!
//! By induction, the running segment is the youngest one: entering managed code creates the
//! youngest segment, which is left and resumed by the exit in the context. So the exit that an
//! activation has saved is the last exit of the next older segment, and no segment is missed.
//!
//! One case is not detected reliably. Native code may jump out of a call and then enter managed
//! code from a younger frame, after it has overwritten the abandoned activation. A collection reads
//! the overwritten memory as an activation. The process ends unless this memory happens to contain
//! addresses in the right order and the stack pointer with which the walk ends. Jumping out of a
//! call is undefined behaviour ([`Mutator::call`](crate::Mutator::call)).

use core::fmt;
use core::ops::Range;
use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::io;

use statepoint_scanner::arch::Host;
use statepoint_scanner::walk::{
    CodeLookup, Cursor, InitialRegisters, LiveStack, StackMemory, StackWalkError, StopPoint,
};

use super::stack_limit::StackLimit;
use super::switch::SwitchRecord;
use super::{Activation, Exit, FiberName, FrameAnchor, StackParts, StackTakeovers};
use crate::handles::LocalCells;
use crate::os::StackBounds;
use crate::{arch, fatal};

/// Advice in messages about violations of the rules of a stack.
pub(crate) const ONE_STACK: &str = "managed code runs on the stack of its thread, on that of a \
                                    fiber, and on one of the host's after the switch to it was \
                                    announced (`Mutator::swap`; in C, spgc_fiber_swap); and native \
                                    code does not jump out of calls";

/// A stack that managed code runs on.
///
/// Displays as `the stack of thread "main" (17)`.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Stack {
    /// What compiled code checks. The first field: code contains its offset.
    limit: StackLimit,
    /// What switches access. Compiled code and the stubs refer to a stack by its address.
    pub(crate) switch: SwitchRecord,
    bounds: StackBounds,
    /// Local handles of the native code that runs on the stack.
    pub(crate) locals: LocalCells,
    /// The number of calls by native code on the stack into managed code that have not returned.
    /// Changed only by the thread that runs the stack; other threads may read it.
    calls: AtomicU32,
    /// The number of library functions on the stack that use the thread's record, except calls into
    /// managed code. Accessed only by the thread that runs the stack.
    pub(crate) work: AtomicU32,
    /// What is known of the frames after return barriers.
    pub(crate) parts: StackParts,
    /// The frames whose takeover is pending.
    pub(crate) takeovers: StackTakeovers,
    owner: StackOwner,
}

/// The owner of a stack, for messages.
#[derive(Debug)]
enum StackOwner {
    /// A thread, by its name in messages: `thread "main" (17)`.
    Thread(String),
    Fiber(FiberName),
}

impl fmt::Display for StackOwner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thread(name) => f.write_str(name),
            Self::Fiber(name) => name.fmt(f),
        }
    }
}

/// A run of contiguous managed frames on a stack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    /// The exit from the youngest frame.
    exit: Exit,
    /// The call into managed code; null if there is none.
    pub(crate) activation: *const Activation,
    /// The stack pointer with which managed code was entered; 0 if there is no activation.
    entry: usize,
}

impl Segment {
    /// Returns a cursor before the youngest frame. The walk returns an error unless it ends with
    /// the stack pointer with which managed code was entered.
    ///
    /// # Errors
    ///
    /// If the exit is not in the stack.
    pub(crate) fn cursor<'t>(
        self,
        code: &'t dyn CodeLookup<Host>,
        memory: &impl StackMemory,
        ends: &'t [u64],
    ) -> Result<Cursor<'t, Host>, StackWalkError> {
        let cursor = self.exit.cursor(code, memory, ends)?;
        Ok(cursor.ending_at(self.entry as u64))
    }

    /// Returns a cursor before the frame of the segment that has these registers. See
    /// [`Self::cursor`].
    ///
    /// # Errors
    ///
    /// If the address of a register is not in the stack.
    pub(crate) fn cursor_at<'t>(
        self,
        registers: InitialRegisters<Host>,
        code: &'t dyn CodeLookup<Host>,
        memory: &impl StackMemory,
        ends: &'t [u64],
    ) -> Result<Cursor<'t, Host>, StackWalkError> {
        let cursor = Cursor::from_registers(code, memory, registers, StopPoint::AtCall, ends)?;
        Ok(cursor.ending_at(self.entry as u64))
    }
}

/// The segments of a stack, youngest first.
pub(crate) struct Segments<'a> {
    stack: &'a Stack,
    /// The transitions not yet visited.
    anchor: FrameAnchor,
    /// Address of the last visited transition. By rule 1, all others have higher addresses.
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
            return (!exit.is_none()).then_some(Segment { exit, activation, entry: 0 });
        }
        self.stack.require("entered managed code", activation.addr(), self.last);
        self.last = activation.addr();
        // SAFETY: the activation is on the stack, and the call does not return while its thread is
        // at a safepoint or is the calling one.
        let call = unsafe { &*activation };
        self.anchor = call.outer;
        Some(Segment { exit, activation, entry: call.entry })
    }
}

impl Stack {
    /// Returns the stack that the OS or the host gave to the calling thread. `owner` is the name of
    /// the thread in messages.
    ///
    /// # Errors
    ///
    /// If the OS does not report the bounds of the stack.
    ///
    /// # Safety
    ///
    /// After the thread has ended, no method is called that takes an address, an anchor, an exit or
    /// an activation. The value itself may outlive the thread.
    pub(crate) unsafe fn of_current_thread(owner: String) -> io::Result<Self> {
        let bounds = StackBounds::of_current_thread()?;
        let switch = SwitchRecord::running();
        Ok(Self::new(switch, bounds, StackOwner::Thread(owner)))
    }

    /// Returns the stack of a fiber, or one of the host, in this memory. No managed code has run on
    /// it yet.
    pub(crate) fn of_fiber(name: FiberName, memory: Range<usize>, switch: SwitchRecord) -> Self {
        let bounds = StackBounds::fixed(memory);
        Self::new(switch, bounds, StackOwner::Fiber(name))
    }

    fn new(switch: SwitchRecord, bounds: StackBounds, owner: StackOwner) -> Self {
        let limit = match &owner {
            StackOwner::Fiber(name) if !name.is_host => StackLimit::of_fiber(&bounds.range()),
            _ => StackLimit::with_collections(&bounds.range()),
        };
        let (calls, work) = (AtomicU32::new(0), AtomicU32::new(0));
        let (locals, parts) = (LocalCells::default(), StackParts::default());
        let takeovers = StackTakeovers::new();
        Self { limit, switch, bounds, locals, calls, work, parts, takeovers, owner }
    }

    /// Counts a call into managed code that begins.
    pub(crate) fn call_begins(&self) {
        self.calls.store(self.calls.load(Relaxed) + 1, Relaxed);
    }

    /// Returns the number of calls by native code on the stack into managed code that have not
    /// returned. Any thread.
    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Relaxed) as usize
    }

    /// Counts a call into managed code that has ended.
    pub(crate) fn call_ends(&self) {
        self.calls.store(self.calls.load(Relaxed) - 1, Relaxed);
    }

    /// Returns whether the host has made the stack, and switches to it itself.
    pub(crate) fn is_host(&self) -> bool {
        matches!(&self.owner, StackOwner::Fiber(name) if name.is_host)
    }

    /// Returns whether it is the stack of a fiber, whose function the library has called.
    pub(crate) fn is_fiber(&self) -> bool {
        matches!(&self.owner, StackOwner::Fiber(name) if !name.is_host)
    }

    /// Returns the stack that has resumed this one, which runs; `None` for the stack of a thread.
    /// Called by the thread that runs this stack, or while that thread is at a safepoint.
    pub(crate) fn resumer(&self) -> Option<&Self> {
        // SAFETY: a stack exists as long as a stack that it has resumed runs.
        unsafe { self.switch.resumer().as_ref() }
    }

    /// Returns the owner of the stack, for messages: `thread "main" (17)`.
    pub(crate) fn owner(&self) -> impl fmt::Display {
        &self.owner
    }

    /// Returns the number of the fiber whose stack this is, or of the host's stack, from 1; 0 if it
    /// is a thread's own.
    pub(crate) fn fiber_number(&self) -> u64 {
        match &self.owner {
            StackOwner::Thread(_) => 0,
            StackOwner::Fiber(name) => name.number,
        }
    }

    /// Returns whether an address is in the stack.
    ///
    /// # Safety
    ///
    /// If it is the stack of a thread, the thread has not ended.
    pub(crate) unsafe fn contains(&self, address: usize) -> bool {
        // SAFETY: passed on.
        unsafe { self.bounds.contains(address) }
    }

    /// Returns the known part of the address range of the stack.
    pub(crate) fn range(&self) -> Range<usize> {
        self.bounds.range()
    }

    /// Returns the memory of the stack from the address `low` to the end of the stack, for a walk
    /// that reads and updates it.
    ///
    /// # Safety
    ///
    /// As long as the result is used, the frames from `low` on exist, and no other code reads or
    /// changes them: their thread is at a safepoint, or is the calling one, or the stack is claimed
    /// ([`super::resumable_by`]).
    pub(crate) unsafe fn memory_from(&self, low: u64) -> LiveStack {
        // SAFETY: the memory from a frame to the end of the stack stays mapped. The caller
        // guarantees that the thread does not change it now. Memory below `low` is not read.
        unsafe { LiveStack::new(low, self.bounds.end() as u64) }
    }

    /// Returns the segments of the stack, youngest first.
    ///
    /// # Safety
    ///
    /// As for [`Self::walk`], as long as the iterator is used.
    pub(crate) unsafe fn segments(&self, anchor: FrameAnchor) -> Segments<'_> {
        Segments { stack: self, anchor, last: 0 }
    }

    /// Returns the number of bytes from the last exit to the end of the stack; 0 if there is no
    /// exit.
    pub(crate) fn depth(&self, anchor: FrameAnchor) -> u64 {
        match anchor.exit.is_none() {
            true => 0,
            false => (self.bounds.end() as u64).saturating_sub(anchor.exit.lowest()),
        }
    }

    /// Returns the memory that a walk of this segment reads.
    ///
    /// # Safety
    ///
    /// As for [`Self::memory_from`], from the segment's exit on.
    pub(crate) unsafe fn memory_of(&self, segment: Segment) -> LiveStack {
        // Without an exit, the memory is empty, so that the walk returns an error.
        let exit = segment.exit;
        let low = if exit.is_none() { self.bounds.end() as u64 } else { exit.lowest() };
        // SAFETY: passed on.
        unsafe { self.memory_from(low) }
    }

    /// Walks the managed frames of the stack. Calls `walk_segment` for each segment, youngest
    /// first, with a cursor before the youngest frame and the memory that the cursor reads. All
    /// walks over managed frames use this function, except the scan of a deep stack, which skips
    /// frames.
    ///
    /// In each call that has not returned, managed code was left. So a call without an exit is
    /// treated as a segment whose walk returns an error, because its frames must not be skipped.
    /// Ends the process if rule 1 is violated.
    ///
    /// # Errors
    ///
    /// Returns the first error of `walk_segment`, or the error of an exit that is not in the stack.
    ///
    /// # Safety
    ///
    /// `anchor` is the anchor of this stack. The frames exist during the call: the thread is at a
    /// safepoint, stopped or native, or is the calling one, or the stack is claimed
    /// ([`super::resumable_by`]). No other code reads or changes the frames.
    pub(crate) unsafe fn walk<E: From<StackWalkError>>(
        &self,
        anchor: FrameAnchor,
        code: &dyn CodeLookup<Host>,
        mut walk_segment: impl FnMut(Cursor<'_, Host>, LiveStack) -> Result<(), E>,
    ) -> Result<(), E> {
        let ends = arch::entry_return_addresses();
        // SAFETY: the caller upholds the contract of `Self::walk`.
        for segment in unsafe { self.segments(anchor) } {
            // SAFETY: the caller guarantees that no other code accesses the frames.
            let memory = unsafe { self.memory_of(segment) };
            walk_segment(segment.cursor(code, &memory, &ends)?, memory)?;
        }
        Ok(())
    }

    /// Ends the process unless `address` is in the stack and above `last`. `action` completes the
    /// message.
    fn require(&self, action: &str, address: usize, last: usize) {
        // SAFETY: no caller passes an address after the thread has ended.
        let is_in_stack = unsafe { self.bounds.contains(address) };
        if is_in_stack && address > last {
            return;
        }
        let stack = self.range();
        let why = if is_in_stack {
            format!("not above the younger frame at {last:#x}")
        } else {
            format!("not in its stack, which is from {:#x} to {:#x}", stack.start, stack.end)
        };
        fatal::abort(format_args!(
            "{self} cannot be walked: it {action} at {address:#x}, which is {why}; {ONE_STACK}"
        ));
    }

    /// Checks that managed code may be entered with this stack pointer. Called by the thread that
    /// runs the stack, while it is native. Returns an error if the stack pointer is not in the
    /// stack, or is above a transition that has not returned.
    pub(crate) fn require_entry(&self, anchor: FrameAnchor, sp: usize) -> Result<(), EntryError> {
        // SAFETY: the calling thread has not ended.
        if !unsafe { self.bounds.contains(sp) } {
            let owner = self.owner.to_string();
            return Err(EntryError::OtherStack { sp, owner, stack: self.range() });
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

    /// Ends the process unless the running frames of managed code belong to `activation`, the
    /// youngest call into managed code. Managed code has called a stub that stored its registers at
    /// the address `registers`. Called by the thread that runs the stack, while it is managed.
    pub(crate) fn require_frames(&self, activation: *const Activation, registers: usize) {
        self.require("is in managed code", registers, 0);
        self.require("entered managed code", activation.addr(), registers);
    }

    /// Ends the process unless native code returns by `last`, the last exit from managed code.
    /// Called by the thread that runs the stack. `owner_of` returns the name of the stack of
    /// another fiber that contains an address.
    pub(crate) fn require_last_exit(
        &self,
        last: Exit,
        word: usize,
        owner_of: impl FnOnce(usize) -> Option<String>,
    ) {
        if word == last.word {
            return;
        }
        // SAFETY: the calling thread has not ended.
        let is_here = unsafe { self.bounds.contains(word) };
        let place = match is_here {
            true => String::new(),
            false => match owner_of(word) {
                Some(owner) => format!(", which is on the stack of {owner}"),
                None => ", which is on another stack".to_owned(),
            },
        };
        fatal::abort(format_args!(
            "native code of {} returns to managed code at {word:#x}{place}, but what it left last, \
             at {:#x}, has not returned; {ONE_STACK}. (A wrapper passes llvm.frameaddress(0) to \
             spgc_enter_native, and has spgc_leave_native inlined.)",
            self.owner, last.word,
        ));
    }

    /// Ends the process unless `call`, a call into managed code that ends, is `last`, the youngest
    /// one. Called by the thread that runs the stack.
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
    /// The stack pointer is not in the stack, whose owner is that.
    OtherStack { sp: usize, owner: String, stack: Range<usize> },
    /// The stack pointer is not below the youngest transition that has not returned.
    AboveLastExit { sp: usize, last: usize },
}

// Compiled code contains this offset: changing it changes the ABI.
const _: () = assert!(core::mem::offset_of!(Stack, limit) == 0);
