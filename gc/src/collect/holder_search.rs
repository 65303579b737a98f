//! The search for the slots that hold a reference which points to no object, for the message with
//! which the process ends.
//!
//! It runs on a worker, in the middle of the scan that found the reference. The slot still has its
//! old value, since no value was computed to replace it. A root is searched in the stacks of the
//! worker's root task, which no other worker has. A field is searched in all memory of the heap
//! that is in use: the collector does not keep the address of the slot.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{Root, visit_stack};
use statepoint_scanner::walk::{Cursor, StackFrame, StackWalkError};

use super::collector::Collector;
use super::roots::RootTask;
use crate::object::{Candidate, Extent, Header, ScanPart, ScanRest, WORD, reference_slots};
use crate::root_slots::RootSlot;
use crate::space::BLOCK;
use crate::thread::{FrameAnchor, Stack};
use crate::verify::Slot;

impl Collector<'_> {
    /// Describes the slot among the roots of a task that holds `address`.
    pub(super) fn describe_root(&self, task: RootTask<'_>, address: usize) -> String {
        match task {
            RootTask::Handles(_) => RootSlot::Handle.to_string(),
            RootTask::Ranges => "a slot of a root range".to_owned(),
            RootTask::Pins => "a pin".to_owned(),
            RootTask::Stack(thread) => {
                let stacks = self.threads[thread].data.stacks();
                stacks.map(|stack| self.describe_stack_root(stack, address)).collect()
            }
            RootTask::Fibers(fibers) => {
                let stacks = fibers.iter().filter_map(|fiber| fiber.suspended());
                stacks.map(|stack| self.describe_stack_root(stack, address)).collect()
            }
            RootTask::Logged(_)
            | RootTask::Cards(_)
            | RootTask::Remembered(_)
            | RootTask::Recorded(_) => self.describe_field(address),
        }
    }

    /// Describes the first root of a stack that holds `address`; an empty string if none does.
    pub(super) fn describe_stack_root(
        &self,
        (stack, anchor): (&Stack, FrameAnchor),
        address: usize,
    ) -> String {
        let mut found = None;
        stack.locals.visit(|word| {
            if word as usize == address {
                found.get_or_insert_with(|| RootSlot::Local { stack }.to_string());
            }
            word
        });
        let mut visit = |frame: &StackFrame<'_, Host>, root: Root| {
            if root.value as usize == address {
                let (pc, sp, record) = (frame.pc, frame.sp, frame.record_id());
                let slot = RootSlot::Frame { stack, pc, sp, record, root };
                found.get_or_insert_with(|| slot.to_string());
            }
        };
        let segment =
            |cursor: Cursor<'_, Host>, memory| visit_stack(cursor, &memory, &mut visit).map(|_| ());
        // After an error, the part of the stack before it was searched.
        // SAFETY: the world is stopped, and only the calling worker scans the stack. The anchor is
        // that of the stack.
        let _walked: Result<(), StackWalkError> =
            self.code.with(|code| unsafe { stack.walk(anchor, code, segment) });
        found.unwrap_or_default()
    }

    /// Describes the first field of an object that holds `address`, or the address of the word if
    /// no object is found around it; an empty string if no word of the heap holds it.
    pub(super) fn describe_field(&self, address: usize) -> String {
        let (range, blocks) = (self.spaces.range(), self.spaces.blocks());
        let mut words = String::new();
        for block in range.step_by(BLOCK) {
            let Some(bytes) = blocks.max_object_size_at(block) else { continue };
            let holds = |slot: &usize| word_at(*slot) as usize == address;
            let mut slots = (block..block + bytes).step_by(WORD).filter(holds).peekable();
            if let Some(slot) = slots.peek()
                && words.is_empty()
            {
                words = format!("the word at {slot:#x}, in no known field");
            }
            let field = slots.find_map(|slot| {
                let (object, header) = self.object_around(block, slot)?;
                Some(Slot::Field { object, header, offset: slot - object })
            });
            if let Some(field) = field {
                return field.to_string();
            }
        }
        words
    }

    /// Returns the object between `start`, the start of a block, and `slot` that has a strong
    /// reference slot there. Objects that have moved have no header and are not found; their copies
    /// are.
    fn object_around(&self, start: usize, slot: usize) -> Option<(usize, Header)> {
        let mut at = start;
        while at <= slot {
            let header = Header::from_heap(word_at(at));
            let room = self.spaces.blocks().max_object_size_at(at)?;
            let candidate = header.and_then(|header| {
                // SAFETY: `room` bytes from `at` on are in a block in use, or in a large object. A
                // worker may change the word concurrently: then a wrong object is described.
                Some((header, unsafe { self.types.candidate(header, at, room) }?))
            });
            match candidate {
                Some((header, Candidate::Registered(Extent { size, .. }))) if at + size > slot => {
                    return self.has_slot(at, slot).then_some((at, header));
                }
                Some((_, Candidate::Registered(Extent { size, .. }))) => at += size,
                // Free memory, an object that has moved, or one of the host's model, whose extent
                // is unknown.
                _ => at += WORD,
            }
        }
        None
    }

    /// Returns whether an object has a strong reference slot at this address.
    fn has_slot(&self, object: usize, slot: usize) -> bool {
        let (mut found, mut rest) = (false, ScanRest::More(ScanPart::ALL));
        while let ScanRest::More(part) = rest {
            // SAFETY: an object of a registered type was found there, and its slots are not
            // changed.
            rest = unsafe { reference_slots(self.types, object, part, |at| found |= at == slot) };
        }
        found
    }
}

/// Returns a word of the heap that another worker may be changing.
fn word_at(address: usize) -> u64 {
    // SAFETY: the callers pass aligned addresses in blocks that are in use; the memory of such a
    // block is readable during a collection.
    unsafe { &*core::ptr::with_exposed_provenance::<AtomicU64>(address) }.load(Relaxed)
}
