//! The scan of one stack: frame by frame, or in parts if it is deep.

use statepoint_scanner::arch::Host;
use statepoint_scanner::fault_injection::fault;
use statepoint_scanner::image::symbols;
use statepoint_scanner::roots::{
    PartEnd, PinnedRoot, Relocator, StackRelocation, StackWalker, WalkCounts, relocate_stack,
};
use statepoint_scanner::walk::{CodeLookup, Cursor, StackWalkError};

use super::collector::Collector;
use super::part_scan::{
    self, BarrierSpacing, FIRST_DISTANCE, FoundRoots, ScanMode, ScannedParts, SkippableRelocator,
};
use crate::arch;
use crate::collection::CollectionKind;
use crate::fatal;
use crate::handles::CycleNumber;
use crate::marking::{CyclePhase, Marking, StackPoint};
use crate::runtime::CodeView;
use crate::thread::{FrameAnchor, ONE_STACK, Stack};

/// What a collection may skip of the stacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct StackPass {
    is_young: bool,
    is_marking: bool,
    /// The number of the concurrent cycle, or of the last one.
    number: CycleNumber,
}

impl StackPass {
    /// Returns what a collection of this kind may skip. The concurrent cycle that begins with it
    /// has begun.
    pub(super) fn new(kind: CollectionKind, marking: &Marking) -> Self {
        Self {
            is_young: kind == CollectionKind::Young,
            is_marking: marking.phase() == CyclePhase::Marking,
            number: marking.cycle(),
        }
    }

    /// Returns whether clean parts of the stack may be skipped. While a concurrent cycle marks, it
    /// must see all frames once.
    fn may_skip(self, stack: &Stack) -> bool {
        let is_seen = || {
            !self.is_marking || stack.parts.were_seen_in(self.number) || fault("skip-unseen-parts")
        };
        self.is_young && is_seen()
    }

    /// Records that all frames of the stack were visited.
    pub(super) fn set_seen(self, stack: &Stack) {
        stack.parts.set_seen_in(self.number);
    }
}

impl Collector<'_> {
    /// Returns whether the root's object is pinned. All objects that can be pinned were pinned
    /// before tracing ([`Self::pin_frame_roots`]).
    pub(super) fn is_pinned(&self, root: PinnedRoot) -> bool {
        let is_pinned = match root {
            PinnedRoot::Reference(word) => self.references.pins.contains(word),
            PinnedRoot::Candidate(_) => false,
        };
        is_pinned || !self.is_in_use(root.value())
    }

    /// Returns whether the stack is to be scanned in parts. If not, it has no return barriers.
    pub(super) fn has_parts(&self, stack: &Stack, anchor: FrameAnchor) -> bool {
        let is_deep = match self.barrier_spacing {
            BarrierSpacing::Off => return false,
            BarrierSpacing::Exponential => stack.depth(anchor) > 2 * FIRST_DISTANCE,
            BarrierSpacing::EveryFrame => !anchor.exit.is_none(),
        };
        is_deep || !stack.parts.is_empty()
    }

    /// Passes the roots in the managed frames of a stack to `roots`. Skips the clean parts of a
    /// deep one, if this collection may, and installs return barriers there.
    pub(super) fn scan_skippable(
        &self,
        pass: StackPass,
        (stack, anchor): (&Stack, FrameAnchor),
        walker: &mut StackWalker<Host>,
        roots: &mut impl SkippableRelocator,
    ) -> ScannedParts {
        if !self.has_parts(stack, anchor) {
            let counts = walk_frames(self.code, stack, anchor, walker, roots);
            pass.set_seen(stack);
            return ScannedParts { counts, skipped: 0, is_young: roots.take_found().is_young };
        }
        let may_skip = pass.may_skip(stack);
        let mode = ScanMode { spacing: self.barrier_spacing, may_skip, updates: true };
        let scanned = scan_parts(self.code, (stack, anchor), walker, roots, mode);
        if !may_skip {
            pass.set_seen(stack);
        }
        scanned
    }
}

/// The relocator of the roots of a stack, or of a part of one, that the next young collections skip
/// if it is clean.
pub(super) struct SkippableRoots<'a, F> {
    collector: &'a Collector<'a>,
    /// Returns the new value of a root, and whether it points to a young object.
    forward: F,
    found: FoundRoots,
}

impl<'a, F: FnMut(u64) -> (u64, bool)> SkippableRoots<'a, F> {
    pub(super) fn new(collector: &'a Collector<'a>, forward: F) -> Self {
        Self { collector, forward, found: FoundRoots::default() }
    }
}

impl<F: FnMut(u64) -> (u64, bool)> Relocator for SkippableRoots<'_, F> {
    #[inline]
    fn forward(&mut self, object: u64) -> u64 {
        let (word, is_young) = (self.forward)(object);
        self.found.is_young |= is_young;
        word
    }

    fn pin(&mut self, root: PinnedRoot) -> bool {
        self.found.is_young = true;
        self.collector.is_pinned(root)
    }

    #[inline]
    fn note_mutable_frame(&mut self) {
        self.found.is_mutable |= !fault("forget-mutable-frame");
    }
}

impl<F: FnMut(u64) -> (u64, bool)> SkippableRelocator for SkippableRoots<'_, F> {
    fn take_found(&mut self) -> FoundRoots {
        core::mem::take(&mut self.found)
    }
}

/// Passes the roots in the managed frames of a deep stack to `roots`. The world is stopped. Ends
/// the process if a frame cannot be walked.
pub(super) fn scan_parts(
    code: &CodeView<'_>,
    (stack, anchor): (&Stack, FrameAnchor),
    walker: &mut StackWalker<Host>,
    roots: &mut impl SkippableRelocator,
    mode: ScanMode,
) -> ScannedParts {
    let scanned = code.with(|code| {
        // SAFETY: the world is stopped, and the anchor is that of the stack.
        unsafe { part_scan::scan_parts((stack, anchor), code, walker, roots, mode) }
    });
    scanned.unwrap_or_else(|error| abort_unwalkable_stack(stack, &error))
}

/// Passes the roots in the managed frames of a stack to `relocator`. The world is stopped, or the
/// caller has claimed the stack. Ends the process if a frame cannot be walked.
pub(super) fn walk_frames(
    code: &CodeView<'_>,
    stack: &Stack,
    anchor: FrameAnchor,
    walker: &mut StackWalker<Host>,
    relocator: &mut impl Relocator,
) -> WalkCounts {
    let mut counts = WalkCounts::default();
    let segment = |cursor: Cursor<'_, Host>, mut memory| {
        if fault("one-exit") && counts.frames_walked > 0 {
            return Ok(());
        }
        counts += relocate_stack(cursor, &mut memory, walker, relocator)?;
        Ok(())
    };
    // SAFETY: the world is stopped, or the stack is claimed. The anchor is that of the stack.
    let walked = code.with(|code| unsafe { stack.walk(anchor, code, segment) });
    walked.unwrap_or_else(|error| abort_unwalkable_stack(stack, &error));
    counts
}

/// Passes the roots in some managed frames of a stack to `relocator`, which moves nothing: from the
/// point `from`, or else from the youngest frame, up to the first frame that completes `bytes`
/// bytes. Returns the point after it, unless it is the oldest one. The caller has claimed the
/// stack, which has not run since a walk returned `from`. Ends the process if a frame cannot be
/// walked.
pub(super) fn walk_some_frames(
    code: &CodeView<'_>,
    (stack, anchor): (&Stack, FrameAnchor),
    walker: &mut StackWalker<Host>,
    relocator: &mut impl Relocator,
    from: Option<StackPoint>,
    bytes: u64,
) -> Option<StackPoint> {
    let walk = |code: &dyn CodeLookup<Host>| {
        let ends = arch::entry_return_addresses();
        let top = anchor.exit.lowest();
        let limit = from.map_or(top, |from| from.registers.sp).saturating_add(bytes);
        let first = from.map_or(anchor, |from| FrameAnchor::entered(from.activation()));
        let mut registers = from.map(|from| from.registers);
        // SAFETY: the stack is claimed, and the anchor is that of the stack. The call of the
        // activation in `from` has not returned, because the stack has not run.
        for segment in unsafe { stack.segments(first) } {
            let (cursor, mut memory) = match registers.take() {
                None => {
                    // SAFETY: the stack is claimed.
                    let memory = unsafe { stack.memory_of(segment) };
                    (segment.cursor(code, &memory, &ends)?, memory)
                }
                Some(registers) => {
                    // Younger frames may have saved the registers.
                    // SAFETY: the stack is claimed.
                    let memory = unsafe { stack.memory_from(top) };
                    (segment.cursor_at(registers, code, &memory, &ends)?, memory)
                }
            };
            let mut relocation = StackRelocation::new(cursor, walker);
            loop {
                match relocation.relocate_part(limit, &mut memory, relocator)? {
                    PartEnd::Oldest => break,
                    PartEnd::Barrier { .. } => {}
                    PartEnd::Limit => {
                        let point = |registers| StackPoint::new(segment.activation, registers);
                        if let Some(registers) = relocation.cursor().registers() {
                            return Ok(Some(point(registers)));
                        }
                    }
                }
            }
        }
        Ok(None)
    };
    code.with(walk).unwrap_or_else(|error| abort_unwalkable_stack(stack, &error))
}

/// Ends the process because a stack cannot be walked to its end: some root would be lost.
fn abort_unwalkable_stack(stack: &Stack, error: &StackWalkError) -> ! {
    let place = symbols::describe_return_address(error.pc());
    let one_stack = format!(". {ONE_STACK}");
    let advice = match error {
        StackWalkError::NoRecord { function: None, .. } => {
            ". If that is native code, managed code must call it by spgc_call_native or through a \
             wrapper, or the heap be made with `unwind_native_frames` (in C, \
             SPGC_CONFIG_UNWIND_NATIVE_FRAMES); if it is managed code, it was compiled without `gc \
             \"statepoint-example\"`, or its stack map is missing or not registered (`Heap::code`; \
             in C, spgc_code_register_image, spgc_code_register_jit; with ORC, by \
             statepoint_gc_orc.hpp)"
        }
        error if error.pc() == 0 => {
            ". The managed-to-native transition is unknown: spgc_enter_native takes \
             llvm.frameaddress(0), in a wrapper"
        }
        StackWalkError::UnrecoverableRegister { .. } => {
            ". Across a call through a wrapper of a native function, references must be in stack \
             slots; spgc_call_native also finds those in registers"
        }
        StackWalkError::OtherEnd { .. } => &one_stack,
        _ => "",
    };
    fatal::abort(
        format_args!("{stack} cannot be walked: {error}; the frame is in {place}{advice}",),
    )
}
