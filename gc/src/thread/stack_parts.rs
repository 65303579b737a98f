//! The parts of a deep stack, between which a young collection skips frames.
//!
//! Most frames of a deep stack do not run between two collections. [Return barriers](ReturnBarrier)
//! divide such a stack into parts: from the youngest frame to the first barrier, from each barrier
//! to the next, and from the last barrier to the oldest frame. A part begins with the frame to
//! which the frame with the barrier returns. A part is *clean* if it contains no reference to a
//! young object, none to a block that was tracked when the part was last walked, and no frame whose
//! roots its callees may change. So a young collection walks the frames up to the first barrier
//! that is in place, and after it only the parts that are not clean.
//!
//! # Invariants
//!
//! 1. If the barrier of a part is in place, no frame of the part has run since the part was last
//!    walked, nor has any older frame. A frame runs again after its callees have returned, through
//!    the barrier, or were left by an exception or `longjmp`: the barrier is not in place then.
//! 2. A reference in a callee-saved register is a root of the frame that has it, wherever younger
//!    frames have saved the register. Its value cannot change before the frame runs again. So a
//!    root of a clean part needs no visit even if its location is in a younger part.
//! 3. The registers of a part are those at its first frame when it was last reached. If a younger
//!    barrier is in place, locations that were saved in frames older than that barrier are still
//!    valid. All others were the same at that barrier, and are where a walk to it finds them
//!    ([`InitialRegisters::update_from`]). Addresses alone do not tell these apart: the frame with
//!    the barrier may have been replaced, by tail calls, by one with a lower stack pointer.
//! 4. A barrier is dropped only if its frame has been left, or if no frame of the stack will run
//!    again: after a walk that did not find it, or with the stack.
//!
//! A concurrent cycle must see the references of clean parts once: the first collection of a cycle
//! that scans the stack walks all of it, unless a marker has read it concurrently with the program.
//!
//! The parts of a stack are accessed while the world is stopped, by the worker that scans the
//! stack, or by the verifier.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::ops::Range;

use parking_lot::Mutex;
use statepoint_scanner::arch::Host;
use statepoint_scanner::return_address::ReturnBarrier;
use statepoint_scanner::walk::InitialRegisters;

use super::Activation;
use crate::handles::CycleNumber;

/// A part of a stack, from the frame after a return barrier up to the next barrier.
#[derive(Debug)]
pub(crate) struct StackPart {
    pub(crate) barrier: ReturnBarrier,
    /// The registers at the first frame.
    pub(crate) registers: InitialRegisters<Host>,
    /// The address of the activation of the segment that contains the first frame.
    pub(crate) activation: usize,
    /// Number of managed frames when the part was last walked.
    pub(crate) frames: u64,
    /// Whether each young collection walks the part: it is not clean.
    pub(crate) must_scan: bool,
}

impl StackPart {
    /// Returns the stack pointer of the first frame.
    pub(crate) fn start(&self) -> u64 {
        self.registers.sp
    }

    /// Returns the activation of the segment that contains the first frame.
    pub(crate) fn activation(&self) -> *const Activation {
        core::ptr::with_exposed_provenance(self.activation)
    }
}

/// The parts of a stack after the first one, youngest last. Empty if it has no barriers.
#[derive(Debug, Default)]
pub(crate) struct StackParts {
    pub(crate) all: Mutex<Vec<StackPart>>,
    /// The last cycle in which all frames were visited. Relaxed: the thread that stores it visits
    /// them in a pause, or in a step of a marker.
    seen_in: AtomicU32,
}

impl StackParts {
    /// Returns whether all frames that have not run since were visited in this cycle, or later.
    pub(crate) fn were_seen_in(&self, cycle: CycleNumber) -> bool {
        self.seen_in.load(Relaxed) == cycle
    }

    /// Records that all frames were visited while this cycle was the present or the last one.
    pub(crate) fn set_seen_in(&self, cycle: CycleNumber) {
        self.seen_in.store(cycle, Relaxed);
    }

    /// Returns whether the stack has no barriers.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.lock().is_empty()
    }

    /// Forgets the barriers of a stack without frames of managed code, so that others can use their
    /// trampolines.
    pub(crate) fn clear(&self) {
        *self.all.lock() = Vec::new();
    }

    /// Returns the address ranges of clean parts, by their frames' stack pointers. Valid at the end
    /// of a collection, when all barriers are in place.
    pub(crate) fn clean_ranges(&self) -> Vec<Range<u64>> {
        let parts = self.all.lock();
        let mut end = u64::MAX;
        let range = |part: &StackPart| {
            let start = part.start();
            let range = start..core::mem::replace(&mut end, start);
            (!part.must_scan).then_some(range)
        };
        parts.iter().filter_map(range).collect()
    }
}
