//! Visiting and relocation of the roots of a stack.
//!
//! A derived pointer (a pointer into an object; Diwan, Moss and Hudson, PLDI 1992) moves with its
//! object: its new value is the new start of the object plus the old offset. The base and derived
//! pointers of a pair may share slots with other pairs of the same call site, in any order.
//! Therefore all bases of a frame are read and forwarded before any word is written, and each
//! location is written at most once. For this, the table first lists the base roots of a frame,
//! each location once, and then the derived roots that are not also base roots.

use core::ops::AddAssign;

use crate::arch::Architecture;
use crate::table::RootLocation;
use crate::walk::{Cursor, FrameKind, FrameRoots, StackFrame, StackMemory, StackWalkError};

mod relocate;
mod run;

pub use relocate::{PartEnd, PinnedRoot, Relocator, StackRelocation, StackWalker, relocate_stack};

/// Counts of the frames and roots that a walk has visited. Tests use them to detect a walk that
/// found no frames or roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkCounts {
    /// Number of managed frames.
    pub frames_walked: u64,
    /// Number of native frames between managed ones that were unwound.
    pub native_frames: u64,
    /// Number of frames whose call site has a record; less than `frames_walked` only if a walk
    /// failed.
    pub records_matched: u64,
    /// Number of root locations, each counted once per frame: bases, derived and pinned ones.
    pub roots_visited: u64,
    /// Number of visited roots that are in callee-saved registers.
    pub register_roots: u64,
    /// Number of roots in callee-saved registers that were rewritten.
    pub register_roots_relocated: u64,
    /// Number of pinned roots: their objects must not move, and they are never rewritten.
    pub pinned_roots: u64,
    /// Number of derived pointers, different from their base, that were rewritten because the
    /// object moved.
    pub derived_relocated: u64,
}

impl WalkCounts {
    /// Counts a frame.
    fn add_frame(&mut self, kind: FrameKind) {
        match kind {
            FrameKind::Managed => {
                self.frames_walked += 1;
                self.records_matched += 1;
            }
            FrameKind::Native => self.native_frames += 1,
        }
    }

    /// Counts a pinned root.
    fn add_pinned(&mut self, root: RootLocation) {
        self.roots_visited += 1;
        self.pinned_roots += 1;
        self.register_roots += u64::from(matches!(root, RootLocation::Register(_)));
    }
}

impl AddAssign for WalkCounts {
    fn add_assign(&mut self, other: Self) {
        self.frames_walked += other.frames_walked;
        self.native_frames += other.native_frames;
        self.records_matched += other.records_matched;
        self.roots_visited += other.roots_visited;
        self.register_roots += other.register_roots;
        self.register_roots_relocated += other.register_roots_relocated;
        self.pinned_roots += other.pinned_roots;
        self.derived_relocated += other.derived_relocated;
    }
}

/// A root as [`visit_stack`] passes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// Address of the root: a stack slot, or the slot in which the callee-saved register is saved.
    pub address: u64,
    /// Location of the root in its frame.
    pub location: RootLocation,
    /// The value of the root.
    pub value: u64,
    /// The kind of the value.
    pub kind: RootKind,
}

/// The kind of value that a root contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootKind {
    /// A reference to the start of an object.
    Base,
    /// A derived pointer, computed from a reference. It moves with the object.
    Derived {
        /// The reference from which it was computed.
        base: u64,
    },
    /// A reference that cannot be rewritten. Its object must not move.
    PinnedReference,
    /// A value that cannot be rewritten and may point to the start of an object or into it. The
    /// object must not move.
    PinnedCandidate,
}

/// Description of a damaged table, in which a derived root has an invalid base index.
const NO_SUCH_BASE: &str = "a derived root refers to a base that the frame does not have";

/// Calls `visit` with every root of all frames from `cursor` on, once for each location of a frame.
/// Does not change the stack.
///
/// # Errors
///
/// The errors of [`relocate_stack`]. No root has been rewritten.
pub fn visit_stack<A: Architecture, M: StackMemory>(
    mut cursor: Cursor<'_, A>,
    memory: &M,
    visit: &mut impl FnMut(&StackFrame<'_, A>, Root),
) -> Result<WalkCounts, StackWalkError> {
    let mut counts = WalkCounts::default();
    while let Some(frame) = cursor.next(memory)? {
        counts.add_frame(frame.kind);
        match frame.roots {
            FrameRoots::Relocatable(roots) => {
                let mut visit_root = |location, (address, value), kind| {
                    counts.roots_visited += 1;
                    let in_register = matches!(location, RootLocation::Register(_));
                    counts.register_roots += u64::from(in_register);
                    visit(&frame, Root { address, location, value, kind });
                };
                for location in roots.bases() {
                    visit_root(location, frame.load(location, memory)?, RootKind::Base);
                }
                for (location, base) in roots.derived() {
                    let base = roots.bases().nth(base);
                    let base = base.ok_or_else(|| frame.damaged(NO_SUCH_BASE))?;
                    let (_, base) = frame.load(base, memory)?;
                    visit_root(location, frame.load(location, memory)?, RootKind::Derived { base });
                }
            }
            FrameRoots::Pinned(pinned) => {
                frame.reject_lost_candidates(pinned)?;
                let kind = match pinned.is_listed() {
                    true => RootKind::PinnedReference,
                    false => RootKind::PinnedCandidate,
                };
                for location in pinned.locations() {
                    let (address, value) = frame.load(location, memory)?;
                    counts.add_pinned(location);
                    visit(&frame, Root { address, location, value, kind });
                }
            }
            FrameRoots::None => {}
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests;
