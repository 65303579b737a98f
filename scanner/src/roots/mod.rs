//! Visiting and rewriting the roots of a stack.
//!
//! A pointer into an object moves with the object, so it is rewritten as the new start of the
//! object plus the old distance. Base and pointer may share slots with other pairs of the same call
//! site, in any order; therefore all bases of a frame are read and forwarded before anything of
//! it is written, and each location is written at most once. The table has put the roots of a
//! frame in an order for which that is enough: base roots, each location once, then derived ones
//! that are not among them.

use core::ops::AddAssign;

use crate::arch::Architecture;
use crate::table::RootLocation;
use crate::walk::{Code, Cursor, Frame, FrameKind, MemoryError, StackMemory, WalkError};

/// What a walk came across. A walk that found nothing shows here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WalkCounts {
    /// Managed frames.
    pub frames_walked: u64,
    /// Native frames between managed ones that were unwound.
    pub native_frames: u64,
    /// Frames whose call site has a record; less than `frames_walked` only where a walk failed.
    pub records_matched: u64,
    /// Distinct locations of roots, bases and derived ones.
    pub roots_visited: u64,
    /// Those of them that are in callee-saved registers.
    pub register_roots: u64,
    /// Roots in callee-saved registers that were rewritten.
    pub register_roots_relocated: u64,
    /// Derived pointers, different from their base, that were rewritten since the object moved.
    pub derived_relocated: u64,
}

impl WalkCounts {
    /// Counts a frame; whether it may have roots.
    fn frame(&mut self, kind: FrameKind) -> bool {
        match kind {
            FrameKind::Managed => {
                self.frames_walked += 1;
                self.records_matched += 1;
                true
            }
            FrameKind::Native => {
                self.native_frames += 1;
                false
            }
        }
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
        self.derived_relocated += other.derived_relocated;
    }
}

/// Memory that a relocation needs, to be used again for the next stack.
#[derive(Debug, Default)]
pub struct RelocationScratch {
    bases: Vec<Base>,
}

#[derive(Clone, Copy, Debug)]
struct Base {
    address: u64,
    old: u64,
    new: u64,
    in_register: bool,
}

impl RelocationScratch {
    /// Without memory; the first stacks with more roots in a frame than any before allocate some.
    pub fn new() -> Self {
        Self::default()
    }

    /// With enough memory for every frame of this code, so that no walk allocates.
    pub fn for_code<A: Architecture>(code: &dyn Code<A>) -> Self {
        Self { bases: Vec::with_capacity(code.max_bases()) }
    }
}

/// Rewrites the roots of all frames from `cursor` on.
///
/// `forward` gets the start of an object, as a root holds it, and returns where the object lies
/// from now on; for a value that is not a moved object's it must return the value itself. It is
/// called once for each base location that is not null, and may be called several times for the
/// same object.
///
/// # Errors
///
/// As [`Cursor::next`], or when a root does not lie in the stack. Roots of the frames up to there
/// are rewritten already, so the program cannot go on.
pub fn relocate_stack<A: Architecture, M: StackMemory>(
    mut cursor: Cursor<'_, A>,
    memory: &mut M,
    scratch: &mut RelocationScratch,
    forward: &mut impl FnMut(u64) -> u64,
) -> Result<WalkCounts, WalkError> {
    let mut counts = WalkCounts::default();
    while let Some(frame) = cursor.next(memory)? {
        if !counts.frame(frame.kind) {
            continue;
        }
        relocate_frame(&frame, memory, scratch, forward, &mut counts)?;
    }
    Ok(counts)
}

fn relocate_frame<A: Architecture, M: StackMemory>(
    frame: &Frame<'_, A>,
    memory: &mut M,
    scratch: &mut RelocationScratch,
    forward: &mut impl FnMut(u64) -> u64,
    counts: &mut WalkCounts,
) -> Result<(), WalkError> {
    let bases = &mut scratch.bases;
    bases.clear();
    for root in frame.descriptor.bases() {
        let (address, old) = load(frame, root, memory)?;
        let new = if old == 0 { 0 } else { forward(old) };
        let in_register = matches!(root, RootLocation::Register(_));
        counts.register_roots += u64::from(in_register);
        bases.push(Base { address, old, new, in_register });
    }
    counts.roots_visited += bases.len() as u64;

    for (root, base) in frame.descriptor.derived() {
        let (address, derived) = load(frame, root, memory)?;
        let in_register = matches!(root, RootLocation::Register(_));
        counts.roots_visited += 1;
        counts.register_roots += u64::from(in_register);
        // The table builder numbers the bases of this frame.
        let Some(base) = bases.get(base) else { continue };
        if base.new != base.old {
            let moved = derived.wrapping_sub(base.old).wrapping_add(base.new);
            memory.store(address, moved).map_err(unwritable(frame))?;
            counts.register_roots_relocated += u64::from(in_register);
            counts.derived_relocated += u64::from(derived != base.old);
        }
    }
    for base in bases.iter().filter(|base| base.new != base.old) {
        memory.store(base.address, base.new).map_err(unwritable(frame))?;
        counts.register_roots_relocated += u64::from(base.in_register);
    }
    Ok(())
}

#[inline]
fn load<A: Architecture, M: StackMemory>(
    frame: &Frame<'_, A>,
    root: RootLocation,
    memory: &M,
) -> Result<(u64, u64), WalkError> {
    let address = frame.address_of(root, memory)?;
    let value = memory.load(address).map_err(|source| frame.bad_address("a root", source))?;
    Ok((address, value))
}

fn unwritable<A: Architecture>(frame: &Frame<'_, A>) -> impl FnOnce(MemoryError) -> WalkError {
    |source| frame.bad_address("a root", source)
}

/// A root as [`visit_stack`] finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    /// Where it lies: a stack slot, or the slot in which the callee-saved register is saved.
    pub address: u64,
    /// Where its frame keeps it.
    pub location: RootLocation,
    /// The pointer.
    pub value: u64,
    /// The start of the object: `value` itself unless the root is a derived pointer.
    pub base: u64,
}

/// Shows `visit` every root of all frames from `cursor` on, each location of a frame once, and
/// changes nothing.
///
/// # Errors
///
/// As [`relocate_stack`], but without the damage.
pub fn visit_stack<A: Architecture, M: StackMemory>(
    mut cursor: Cursor<'_, A>,
    memory: &M,
    visit: &mut impl FnMut(&Frame<'_, A>, Root),
) -> Result<WalkCounts, WalkError> {
    let mut counts = WalkCounts::default();
    while let Some(frame) = cursor.next(memory)? {
        if !counts.frame(frame.kind) {
            continue;
        }
        let mut show = |location, root: Root| {
            counts.roots_visited += 1;
            counts.register_roots += u64::from(matches!(location, RootLocation::Register(_)));
            visit(&frame, root);
        };
        for location in frame.descriptor.bases() {
            let (address, value) = load(&frame, location, memory)?;
            show(location, Root { address, location, value, base: value });
        }
        for (location, base) in frame.descriptor.derived() {
            let (address, value) = load(&frame, location, memory)?;
            // The table builder numbers the bases of this frame.
            let Some(base) = frame.descriptor.bases().nth(base) else { continue };
            let (_, base) = load(&frame, base, memory)?;
            show(location, Root { address, location, value, base });
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests;
