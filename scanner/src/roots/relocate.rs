//! Rewriting the roots of a stack.

use core::fmt;

use super::run::run;
use super::{NO_SUCH_BASE, WalkCounts};
use crate::arch::Architecture;
use crate::fault_injection::fault;
use crate::table::{FrameDescriptor, PinnedFrame, RootLocation};
use crate::walk::sites::SiteCache;
use crate::walk::{CodeLookup, Cursor, FrameRoots, StackFrame, StackMemory, StackWalkError};

/// The collector's side of a relocation: moves or pins the objects to which roots point.
///
/// A closure implements this trait as a collector that forwards and cannot pin.
pub trait Relocator {
    /// Gets the start of an object, as a root holds it, and returns the address of the object from
    /// now on. For a value that does not point to a moved object it must return the value itself.
    /// Never called with null.
    ///
    /// Called at most once for the value of a location, and never for a value that this function
    /// returned and that a location has held since: it need not detect that an object has been
    /// moved already. It may be called several times for the same object.
    fn forward(&mut self, object: u64) -> u64;

    /// Gets a value that a `stackmap` or `patchpoint` names. Returns whether the object to which it
    /// points does not move; if not, the walk ends. Never called with null.
    ///
    /// Another root may have led to the object before. A collector that moves objects when it finds
    /// them must know which to pin before it moves any: by a walk of all stacks that moves nothing,
    /// if [`CodeLookup::has_pinned`] says that there may be such frames.
    fn pin(&mut self, root: PinnedRoot) -> bool;
}

/// A root that is read and never rewritten, since there may be unknown copies of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinnedRoot {
    /// A reference to the start of an object, or a value outside the heap, as any root may hold:
    /// the record [lists](crate::reference_list) it.
    Reference(u64),
    /// A value of a record without a list: a reference to the start or the inside of an object, or
    /// no reference at all.
    Candidate(u64),
}

impl PinnedRoot {
    /// Returns the value of the root.
    pub fn value(self) -> u64 {
        match self {
            Self::Reference(value) | Self::Candidate(value) => value,
        }
    }
}

impl<F: FnMut(u64) -> u64> Relocator for F {
    fn forward(&mut self, object: u64) -> u64 {
        self(object)
    }

    fn pin(&mut self, _: PinnedRoot) -> bool {
        false
    }
}

/// State that a thread keeps from one stack walk to the next: memory, so that none is allocated
/// during a walk, and a cache of call sites, so that few are looked up.
///
/// It may be used for any code: cached call sites of other code are dropped.
pub struct StackWalker<A: Architecture> {
    sites: SiteCache<A>,
    /// Whether all frames of the last walk had cached call sites.
    alone: bool,
    scratch: Scratch,
    /// Number of frames that the fast walk has handled.
    #[cfg(test)]
    fast_frames: u64,
}

impl<A: Architecture> StackWalker<A> {
    /// Creates a walker of some 400 KB. A frame with more roots than any before allocates some
    /// more.
    pub fn new() -> Self {
        Self {
            sites: SiteCache::new(),
            alone: false,
            scratch: Scratch::default(),
            #[cfg(test)]
            fast_frames: 0,
        }
    }

    /// Creates a walker with enough memory for every frame of this code, so that no walk allocates.
    pub fn for_code(code: &dyn CodeLookup<A>) -> Self {
        let mut walker = Self::new();
        walker.scratch.bases.reserve(code.max_bases());
        walker
    }

    /// Returns the number of frames that the fast walk has handled, over all walks.
    #[cfg(test)]
    pub(super) fn fast_frames(&self) -> u64 {
        self.fast_frames
    }

    #[cfg(test)]
    pub(super) fn base_capacity(&self) -> usize {
        self.scratch.bases.capacity()
    }
}

impl<A: Architecture> Default for StackWalker<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Architecture> fmt::Debug for StackWalker<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StackWalker").finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct Scratch {
    bases: Vec<Base>,
    /// Words that were rewritten for a frame and that an older frame may name again.
    shared: Vec<Shared>,
}

#[derive(Clone, Copy, Debug)]
struct Base {
    address: u64,
    old: u64,
    new: u64,
    in_register: bool,
    /// Whether a younger frame has named the same word: it holds `new` already.
    written: bool,
}

#[derive(Clone, Copy, Debug)]
struct Shared {
    address: u64,
    old: u64,
    new: u64,
}

impl Scratch {
    /// Returns the result for the word at `address`, if a younger frame named it.
    fn shared(&self, address: u64) -> Option<Shared> {
        // Empty except for maps that no compiler is known to write.
        self.shared.iter().copied().find(|shared| shared.address == address)
    }
}

/// Rewrites the roots of all frames from `cursor` on, each word once, whichever frames and pairs
/// name it.
///
/// # Errors
///
/// As [`Cursor::next`]; also if a root does not lie in the stack, or if an object must not move and
/// the collector cannot pin it. Roots of the frames up to there are rewritten already, so the
/// program cannot continue.
pub fn relocate_stack<A: Architecture, M: StackMemory>(
    mut cursor: Cursor<'_, A>,
    memory: &mut M,
    walker: &mut StackWalker<A>,
    relocator: &mut impl Relocator,
) -> Result<WalkCounts, StackWalkError> {
    let mut counts = WalkCounts::default();
    let StackWalker { sites, alone, scratch, .. } = walker;
    let last_alone = core::mem::replace(alone, true);
    scratch.shared.clear();
    sites.enter(cursor.code().generation());
    for &end in cursor.ends() {
        sites.forget(end);
    }
    loop {
        // The fast walk handles no frame that may name a word that has been rewritten.
        if scratch.shared.is_empty()
            && let Some(mut registers) = cursor.registers()
            && let Some(stack) = memory.region()
        {
            let frames = run(
                sites,
                stack,
                &mut registers,
                (last_alone, cursor.ends()),
                relocator,
                &mut counts,
            );
            #[cfg(test)]
            {
                walker.fast_frames += frames;
            }
            cursor.resume(registers, frames);
        }
        let Some(frame) = cursor.next(memory)? else { return Ok(counts) };
        counts.frame(frame.kind);
        // True only for a frame between two runs, if the first run ended because of its length.
        let mut is_known = false;
        match frame.roots {
            FrameRoots::Relocatable(roots) => {
                is_known = sites.insert(frame.pc, &roots);
                relocate_frame(&frame, roots, memory, scratch, relocator, &mut counts)?;
            }
            FrameRoots::Pinned(pinned) => {
                pin_frame(&frame, pinned, memory, relocator, &mut counts)?;
            }
            FrameRoots::None => {}
        }
        *alone &= is_known;
        cursor.leave_frame(memory)?;
    }
}

/// Reads and forwards everything of the frame before it writes anything, since a location of one
/// pair may belong to other pairs.
fn relocate_frame<A: Architecture, M: StackMemory>(
    frame: &StackFrame<'_, A>,
    roots: FrameDescriptor<'_, A>,
    memory: &mut M,
    scratch: &mut Scratch,
    relocator: &mut impl Relocator,
    counts: &mut WalkCounts,
) -> Result<(), StackWalkError> {
    if !scratch.shared.is_empty() {
        let still_named = |shared: &Shared| {
            shared.address >= frame.sp || frame.has_register_saved_at(shared.address)
        };
        scratch.shared.retain(still_named);
    }
    let unwritable = |source| frame.bad_address("a root", source);
    let end = frame.cfa(memory)?;
    let mut reach = Reach::default();

    scratch.bases.clear();
    for root in roots.bases() {
        let (address, value) = frame.load(root, memory)?;
        reach.add(root, address);
        let in_register = matches!(root, RootLocation::Register(_));
        counts.register_roots += u64::from(in_register);
        let base = match scratch.shared(address) {
            Some(Shared { old, new, .. }) => Base { address, old, new, in_register, written: true },
            None => {
                let new = if value == 0 { 0 } else { relocator.forward(value) };
                Base { address, old: value, new, in_register, written: false }
            }
        };
        scratch.bases.push(base);
    }
    counts.roots_visited += scratch.bases.len() as u64;

    for (root, base) in roots.derived() {
        let (address, derived) = frame.load(root, memory)?;
        reach.add(root, address);
        let in_register = matches!(root, RootLocation::Register(_));
        counts.roots_visited += 1;
        counts.register_roots += u64::from(in_register);
        let base = scratch.bases.get(base).copied();
        let base = base.ok_or_else(|| frame.damaged(NO_SUCH_BASE))?;
        if address & 8 != 0 && fault("skip-derived") {
            continue;
        }
        if base.new != base.old && scratch.shared(address).is_none() {
            let mut moved = derived.wrapping_sub(base.old).wrapping_add(base.new);
            if fault("rebase-twice") {
                moved = moved.wrapping_sub(base.old).wrapping_add(base.new);
            }
            memory.store(address, moved).map_err(unwritable)?;
            counts.register_roots_relocated += u64::from(in_register);
            counts.derived_relocated += u64::from(derived != base.old);
            if reach.is_beyond(root, address, end, frame) {
                scratch.shared.push(Shared { address, old: derived, new: moved });
            }
        }
    }
    for base in scratch.bases.iter().filter(|base| base.new != base.old && !base.written) {
        memory.store(base.address, base.new).map_err(unwritable)?;
        counts.register_roots_relocated += u64::from(base.in_register);
    }
    if reach.leaves(end, frame) {
        for (root, base) in roots.bases().zip(&scratch.bases) {
            if !base.written && reach.is_beyond(root, base.address, end, frame) {
                let Base { address, old, new, .. } = *base;
                scratch.shared.push(Shared { address, old, new });
            }
        }
    }
    Ok(())
}

/// The extent of a frame's roots: whether an older frame may name the same words.
///
/// A word between a frame's stack pointer and its end belongs to the frame alone. So does a
/// register that it saves, since older frames then find that register elsewhere. LLVM names no
/// other words, as far as is known; but a map may (a slot for an argument in the caller's frame; a
/// register that the function uses without saving it), and a word that is forwarded twice is lost.
#[derive(Clone, Copy, Default)]
struct Reach {
    highest_slot: u64,
    /// One bit for each index of a callee-saved register.
    registers: u16,
}

impl Reach {
    #[inline]
    fn add(&mut self, root: RootLocation, address: u64) {
        match root {
            RootLocation::Slot { .. } => self.highest_slot = self.highest_slot.max(address),
            RootLocation::Register(index) => self.registers |= 1 << index,
        }
    }

    #[inline]
    fn leaves<A: Architecture>(self, end: u64, frame: &StackFrame<'_, A>) -> bool {
        self.highest_slot >= end
            || self.registers != 0 && self.registers & !frame.changed_registers() != 0
    }

    #[inline]
    fn is_beyond<A: Architecture>(
        self,
        root: RootLocation,
        address: u64,
        end: u64,
        frame: &StackFrame<'_, A>,
    ) -> bool {
        match root {
            RootLocation::Slot { .. } => address >= end,
            RootLocation::Register(index) => frame.changed_registers() >> index & 1 == 0,
        }
    }
}

fn pin_frame<A: Architecture, M: StackMemory>(
    frame: &StackFrame<'_, A>,
    pinned: PinnedFrame<'_, A>,
    memory: &M,
    relocator: &mut impl Relocator,
    counts: &mut WalkCounts,
) -> Result<(), StackWalkError> {
    frame.reject_lost_candidates(pinned)?;
    for root in pinned.locations() {
        let (_, value) = frame.load(root, memory)?;
        counts.pinned(root);
        let named = match pinned.is_listed() {
            true => PinnedRoot::Reference(value),
            false => PinnedRoot::Candidate(value),
        };
        if value != 0 && !relocator.pin(named) {
            let StackFrame { pc, depth, .. } = *frame;
            return Err(StackWalkError::CannotPin { pc, function: frame.function(), depth, value });
        }
    }
    Ok(())
}
