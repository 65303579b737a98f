//! The root slots of a stopped heap: each place outside the heap that holds a reference to an
//! object, with a description of the slot. Only for reading; a collection has its own code, which
//! updates the slots in parallel.

mod slot;

pub(crate) use slot::RootSlot;

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{Root, visit_stack};
use statepoint_scanner::walk::{Cursor, StackFrame, StackWalkError};

use crate::handles::{HandleTable, References};
use crate::runtime::CodeView;
use crate::thread::{AttachedThread, FiberLists, FiberRecord, FrameAnchor, Owner, Stack};

/// The parts of a stopped heap that hold roots.
#[derive(Clone, Copy)]
pub(crate) struct RootSlots<'a> {
    /// The strong handles.
    pub(crate) handles: &'a HandleTable,
    /// All other references that native code holds.
    pub(crate) references: &'a References,
    /// The registered code, for stack walks.
    pub(crate) code: &'a CodeView<'a>,
    /// The attached threads, which are stopped.
    pub(crate) threads: &'a [AttachedThread],
    /// All fibers.
    pub(crate) fibers: &'a FiberLists,
}

impl<'a> RootSlots<'a> {
    /// Calls `visit` with the slots that native code holds, except local handles, and their values.
    /// The key of an entry in a table with weak keys comes directly before its value.
    pub(crate) fn for_each_native(&self, mut visit: impl FnMut(RootSlot<'a>, u64)) {
        self.handles.for_each(|word| visit(RootSlot::Handle, word));
        self.references.for_each(|holder, word| visit(RootSlot::Native(holder), word));
    }

    /// Calls `visit` with each fiber that an object owns, and the address of the owner.
    pub(crate) fn for_each_owner(&self, mut visit: impl FnMut(&'a FiberRecord, u64)) {
        for fiber in self.fibers.all() {
            if let Owner::Object(owner) = fiber.owner.get() {
                visit(fiber, owner);
            }
        }
    }

    /// Returns the stacks that have managed frames, with their anchors: those that the threads run,
    /// then those of suspended fibers.
    pub(crate) fn stacks(&self) -> impl Iterator<Item = (&'a Stack, FrameAnchor)> + use<'a> {
        self.fibers.all_stacks(self.threads)
    }

    /// Calls `visit` with the slots of a stack that [`Self::stacks`] has returned, and their
    /// values: the local handles of its native code, then the roots in its managed frames.
    ///
    /// # Errors
    ///
    /// If the stack cannot be walked. A collection could not walk it either.
    pub(crate) fn visit_stack<'s>(
        &self,
        stack: &'s Stack,
        anchor: FrameAnchor,
        mut visit: impl FnMut(RootSlot<'s>, u64),
    ) -> Result<(), StackWalkError> {
        stack.locals.visit(|word| {
            visit(RootSlot::Local { stack }, word);
            word
        });
        self.code.with(|code| {
            let mut visit = |frame: &StackFrame<'_, Host>, root: Root| {
                let (pc, sp, record) = (frame.pc, frame.sp, frame.record_id());
                visit(RootSlot::Frame { stack, pc, sp, record, root }, root.value);
            };
            let segment = |cursor: Cursor<'_, Host>, memory| {
                visit_stack(cursor, &memory, &mut visit).map(|_| ())
            };
            // SAFETY: the world is stopped, so the frames do not change. The anchor is that of the
            // stack.
            unsafe { stack.walk(anchor, code, segment) }
        })
    }
}
