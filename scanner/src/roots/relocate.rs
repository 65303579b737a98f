//! Relocation of the roots of a stack.

use core::fmt;

use super::run::{BaseMove, BaseMoves, Run, run};
use super::{NO_SUCH_BASE, WalkCounts};
use crate::arch::Architecture;
use crate::fault_injection::fault;
use crate::return_address::is_barrier_trampoline;
use crate::table::{FrameDescriptor, PinnedFrame, RootLocation};
use crate::walk::sites::{MAX_BASES, SiteCache};
use crate::walk::{
    CodeLookup, Cursor, FrameKind, FrameRoots, InitialRegisters, StackFrame, StackMemory,
    StackWalkError,
};

/// Collector operations that a relocation calls: they move or pin the objects to which roots point.
///
/// A closure implements this trait for a collector that forwards objects and cannot pin.
pub trait Relocator {
    /// Whether [`Self::forward`] may return another value than its argument. If not, a walk need
    /// not call it, and its counts need not include the roots of frames at statepoints.
    const FORWARDS: bool = true;

    /// Returns the new address of the object whose start a root contains. For a value that does not
    /// point to a moved object, it must return the value itself. Never called with null.
    ///
    /// A walk calls this function at most once for each location, and never with a value that it
    /// has already relocated. So the function need not detect new addresses of moved objects. It
    /// may be called several times for the same object.
    fn forward(&mut self, object: u64) -> u64;

    /// Pins the object to which a value of a `stackmap` or `patchpoint` points. Returns `false` if
    /// the object may move; the walk then ends with an error. Never called with null.
    ///
    /// The walk may already have called [`Self::forward`] for the same object. A collector that
    /// moves objects during the walk must therefore find the objects to pin first: if
    /// [`CodeLookup::has_pinned`] returns `true`, it visits all stacks once without moving objects.
    fn pin(&mut self, root: PinnedRoot) -> bool;

    /// Called before the roots of a frame are visited that may change while the frame is in a call:
    /// it has stack objects whose contents are roots, or is at a `stackmap` or `patchpoint`. A
    /// collector that skips frames whose roots have not changed must visit such a frame each time.
    #[inline(always)]
    fn note_mutable_frame(&mut self) {}
}

/// A root that is read and never rewritten, because unknown copies of it may exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PinnedRoot {
    /// A value that the record [lists](crate::reference_list) as a reference. It points to the
    /// start of an object or, like any root, outside the heap.
    Reference(u64),
    /// A value of a record without a list. It may point to the start of an object, into an object,
    /// or not be a reference.
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

/// State that a thread keeps between stack walks: memory, so that walks do not allocate, and a
/// cache of call sites.
///
/// A walker may be used for any code. A walk of other code clears the cache.
pub struct StackWalker<A: Architecture> {
    sites: SiteCache<A>,
    /// Memory for the fast walk.
    moves: Box<BaseMoves>,
    /// Whether all frames of the last walk had cached call sites.
    runs_only: bool,
    scratch: Scratch,
    /// Number of frames that the fast walk has handled.
    #[cfg(test)]
    fast_frames: u64,
}

impl<A: Architecture> StackWalker<A> {
    /// Creates a walker, which takes about 650 KB. A walk allocates more memory when a frame has
    /// more roots than all frames before it.
    pub fn new() -> Self {
        Self {
            sites: SiteCache::new(),
            moves: Box::new([BaseMove::default(); MAX_BASES]),
            runs_only: false,
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

/// Memory that is reused for each frame.
#[derive(Debug, Default)]
struct Scratch {
    /// The base roots of the current frame.
    bases: Vec<Base>,
    /// Words that were rewritten for a frame and that may be roots of an older frame too.
    shared: Vec<Shared>,
}

/// A base root of the current frame.
#[derive(Clone, Copy, Debug)]
struct Base {
    /// Address of the word that contains the root.
    address: u64,
    /// The reference before relocation.
    old: u64,
    /// The relocated reference.
    new: u64,
    /// Whether the word is a saved callee-saved register.
    in_register: bool,
    /// Whether the word already contains `new`, because it is also a root of a younger frame.
    written: bool,
}

/// A rewritten word that may be a root of an older frame too.
#[derive(Clone, Copy, Debug)]
struct Shared {
    /// Address of the word.
    address: u64,
    /// The value before relocation.
    old: u64,
    /// The relocated value.
    new: u64,
}

impl Scratch {
    /// Returns the old and new values of the word at `address`, if it is a root of a younger frame.
    fn find_shared(&self, address: u64) -> Option<Shared> {
        // The list is empty for the maps of all known compilers.
        self.shared.iter().copied().find(|shared| shared.address == address)
    }
}

/// Relocates the roots of all frames from `cursor` on. Each word is relocated once, even if it is a
/// root of several frames or belongs to several pairs.
///
/// # Errors
///
/// The errors of [`Cursor::next`]. Also if a root is not in the stack, or if the collector cannot
/// pin an object that must not move. The roots of younger frames are already rewritten then, so the
/// program cannot continue.
pub fn relocate_stack<A: Architecture, M: StackMemory>(
    cursor: Cursor<'_, A>,
    memory: &mut M,
    walker: &mut StackWalker<A>,
    relocator: &mut impl Relocator,
) -> Result<WalkCounts, StackWalkError> {
    let mut relocation = StackRelocation::new(cursor, walker);
    relocation.relocate(None, memory, relocator)?;
    Ok(relocation.counts)
}

/// A relocation of a stack's roots in several parts, between which the walk may skip frames.
pub struct StackRelocation<'c, 'w, A: Architecture> {
    cursor: Cursor<'c, A>,
    walker: &'w mut StackWalker<A>,
    /// [`StackWalker::runs_only`] of the previous walk.
    last_runs_only: bool,
    counts: WalkCounts,
}

/// The point at which a part of a walk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartEnd {
    /// After the oldest frame.
    Oldest,
    /// After the first managed frame that ends at the limit or above. Its return address may be
    /// replaced ([`ReturnBarrier::install`](crate::return_address::ReturnBarrier::install)).
    Limit,
    /// After a frame whose return address is the trampoline of a [return
    /// barrier](crate::return_address::ReturnBarrier).
    Barrier {
        /// The address of the trampoline.
        trampoline: u64,
    },
}

impl<'c, 'w, A: Architecture> StackRelocation<'c, 'w, A> {
    /// Begins a relocation of the frames from `cursor` on.
    pub fn new(cursor: Cursor<'c, A>, walker: &'w mut StackWalker<A>) -> Self {
        let last_runs_only = core::mem::replace(&mut walker.runs_only, true);
        walker.scratch.shared.clear();
        walker.sites.enter(cursor.code().generation());
        for &end in cursor.ends() {
            walker.sites.forget(end);
        }
        Self { cursor, walker, last_runs_only, counts: WalkCounts::default() }
    }

    /// Returns the cursor. After a part that has not ended at the oldest frame, it is before the
    /// next frame.
    pub fn cursor(&self) -> &Cursor<'c, A> {
        &self.cursor
    }

    /// Returns the counts of all parts.
    pub fn counts(&self) -> WalkCounts {
        self.counts
    }

    /// Relocates the roots of the next frames, up to the first return barrier or the first managed
    /// frame that ends at or above the address `limit`.
    ///
    /// # Errors
    ///
    /// As for [`relocate_stack`].
    pub fn relocate_part<M: StackMemory>(
        &mut self,
        limit: u64,
        memory: &mut M,
        relocator: &mut impl Relocator,
    ) -> Result<PartEnd, StackWalkError> {
        self.relocate(Some(limit), memory, relocator)
    }

    /// Continues with the registers of an older frame, without the frames before it. Its return
    /// address is not replaced by a barrier.
    pub fn skip_to(&mut self, registers: InitialRegisters<A>) {
        self.cursor.resume(registers, 0);
    }

    /// Relocates the roots of the next frames, up to the oldest one, or as [`Self::relocate_part`]
    /// if there is a limit.
    fn relocate<M: StackMemory>(
        &mut self,
        limit: Option<u64>,
        memory: &mut M,
        relocator: &mut impl Relocator,
    ) -> Result<PartEnd, StackWalkError> {
        let Self { cursor, counts, .. } = self;
        let StackWalker {
            sites,
            moves,
            runs_only,
            scratch,
            #[cfg(test)]
            fast_frames,
        } = &mut *self.walker;
        // The registers at the end of a part are needed.
        let last_runs_only = self.last_runs_only && limit.is_none();
        loop {
            let trampoline = cursor.pc();
            if limit.is_some() && is_barrier_trampoline(trampoline) {
                let slot = cursor.return_slot().filter(|_| fault("restore-barrier"));
                cursor.resolve_return_address();
                if let Some(slot) = slot {
                    let _ = memory.store(slot.address, cursor.pc());
                    continue;
                }
                // If the trampoline was never in use, the next step returns an error.
                if cursor.pc() != trampoline {
                    return Ok(PartEnd::Barrier { trampoline });
                }
            }
            // The fast walk does not support frames whose roots may already be rewritten.
            if scratch.shared.is_empty()
                && let Some(mut registers) = cursor.registers()
                && let Some(stack) = memory.region()
            {
                let Run { frames, last } = run(
                    sites,
                    // Without the frame that ends at the limit.
                    stack.below(limit.map_or(u64::MAX, |limit| limit.saturating_sub(1))),
                    &mut registers,
                    (last_runs_only, cursor.ends()),
                    moves,
                    relocator,
                    counts,
                );
                #[cfg(test)]
                {
                    *fast_frames += frames;
                }
                cursor.resume(registers, frames);
                if frames != 0 && limit.is_some() && is_barrier_trampoline(cursor.pc()) {
                    cursor.find_return_slot(last);
                    continue;
                }
            }
            let Some(frame) = cursor.next(memory)? else { return Ok(PartEnd::Oldest) };
            counts.add_frame(frame.kind);
            // A run also ends at a frame with a cached call site when it has reached its maximum
            // length.
            let mut is_cached = false;
            match frame.roots {
                FrameRoots::Relocatable(roots) => {
                    is_cached = sites.insert(frame.pc, &roots);
                    if roots.has_stack_objects() {
                        relocator.note_mutable_frame();
                    }
                    relocate_frame(&frame, roots, memory, scratch, relocator, counts)?;
                }
                FrameRoots::Pinned(pinned) => {
                    relocator.note_mutable_frame();
                    pin_frame(&frame, pinned, memory, relocator, counts)?;
                }
                FrameRoots::None => {}
            }
            *runs_only &= is_cached;
            cursor.leave_frame(memory)?;
            if limit.is_some_and(|limit| cursor.sp() >= limit)
                && frame.kind == FrameKind::Managed
                && scratch.shared.is_empty()
                && !is_barrier_trampoline(cursor.pc())
            {
                return Ok(PartEnd::Limit);
            }
        }
    }
}

impl<A: Architecture> fmt::Debug for StackRelocation<'_, '_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StackRelocation")
            .field("cursor", &self.cursor)
            .field("counts", &self.counts)
            .finish_non_exhaustive()
    }
}

/// Relocates the roots of a frame.
///
/// All bases are read and forwarded before any word is written, because one location may belong to
/// several pairs.
fn relocate_frame<A: Architecture, M: StackMemory>(
    frame: &StackFrame<'_, A>,
    roots: FrameDescriptor<'_, A>,
    memory: &mut M,
    scratch: &mut Scratch,
    relocator: &mut impl Relocator,
    counts: &mut WalkCounts,
) -> Result<(), StackWalkError> {
    if !scratch.shared.is_empty() {
        let may_be_root = |shared: &Shared| {
            shared.address >= frame.sp || frame.has_register_saved_at(shared.address)
        };
        scratch.shared.retain(may_be_root);
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
        let base = match scratch.find_shared(address) {
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
        if base.new != base.old && scratch.find_shared(address).is_none() {
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

/// The extent of a frame's roots, which determines whether they may be roots of older frames too.
///
/// A word between a frame's stack pointer and its end belongs only to that frame. The same applies
/// to a register that the frame saves, because older frames find that register elsewhere. All known
/// roots of LLVM are such words. A map may also list others: an argument slot in the caller's
/// frame, or a register that the function uses without saving it. Forwarding such a word twice
/// would corrupt it.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Highest address of a root in a slot.
    highest_slot: u64,
    /// The callee-saved registers that contain roots, one bit for each index.
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

    /// Returns whether any root may be a root of an older frame too. `end` is the frame's end.
    #[inline]
    fn leaves<A: Architecture>(self, end: u64, frame: &StackFrame<'_, A>) -> bool {
        self.highest_slot >= end
            || self.registers != 0 && self.registers & !frame.changed_registers() != 0
    }

    /// Returns whether this root may be a root of an older frame too.
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

/// Pins the objects to which the roots of a `stackmap` or `patchpoint` frame point.
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
        counts.add_pinned(root);
        let root = match pinned.is_listed() {
            true => PinnedRoot::Reference(value),
            false => PinnedRoot::Candidate(value),
        };
        if value != 0 && !relocator.pin(root) {
            let StackFrame { pc, depth, .. } = *frame;
            return Err(StackWalkError::CannotPin { pc, function: frame.function(), depth, value });
        }
    }
    Ok(())
}
