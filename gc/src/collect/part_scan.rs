//! The scan of a deep stack: it installs return barriers, and in a young collection skips the clean
//! parts between them. [`StackParts`](crate::thread::StackParts) has the invariants.
//!
//! Barriers are installed at exponentially growing distances from the youngest frame, so a
//! collection installs few. A thread that returns through one makes the next collection walk at
//! most a constant multiple of the frames that were left.
//!
//! A barrier stays in place until its frame is left, because native unwinders may be reading the
//! stack ([`statepoint_scanner::return_address`]). So if a stack grows, barriers remain at
//! distances that were right for its former depth. Two barriers are at least [`LEAST_DISTANCE`]
//! apart, and at least 1/[`FIRST_SHARE`] of the depth when the younger one was installed. So a
//! stack that grows to a depth of `d` bytes has at most about `FIRST_SHARE * (1 + ln(d / 1 MiB))`
//! barriers, however many collections there are meanwhile.

use statepoint_scanner::arch::Host;
use statepoint_scanner::fault_injection::fault;
use statepoint_scanner::return_address::ReturnBarrier;
use statepoint_scanner::roots::{PartEnd, Relocator, StackRelocation, StackWalker, WalkCounts};
use statepoint_scanner::walk::{CodeLookup, Cursor, InitialRegisters, LiveStack, StackWalkError};

use crate::arch;
use crate::thread::{Activation, FrameAnchor, Segment, Stack, StackPart};

/// Least distance in bytes from the youngest frame to the first barrier: a few hundred frames,
/// whose walk takes a few microseconds.
pub(super) const FIRST_DISTANCE: u64 = 16 << 10;
/// Least distance in bytes between two barriers.
const LEAST_DISTANCE: u64 = FIRST_DISTANCE / RATIO;
/// Least distance from the youngest frame to the first barrier, and between two barriers, as a
/// divisor of the stack's depth.
const FIRST_SHARE: u64 = 256;
/// Ratio of the distances of successive barriers when they are installed.
const RATIO: u64 = 4;
/// Maximum number of barriers at successive frames, if there is one at each of the youngest frames.
const MAX_SUCCESSIVE: usize = 40;
/// Maximum number of barriers of a stack with barriers at successive frames. If it has more, the
/// next ones are at growing distances.
const MAX_DENSE: usize = 200;

/// Where the barriers of a stack are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BarrierSpacing {
    /// There are none.
    Off,
    /// At growing distances.
    Exponential,
    /// At each of the youngest frames: in zeal mode.
    EveryFrame,
}

/// What was found in frames.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FoundRoots {
    /// A root points to a young object, or to one that each collection must pin.
    pub(super) is_young: bool,
    /// A root may be changed by a callee of its frame.
    pub(super) is_mutable: bool,
}

/// A relocator that states whether it must visit the roots again in the next young collection.
pub(super) trait SkippableRelocator: Relocator {
    /// Returns what was found since the last call of this function.
    fn take_found(&mut self) -> FoundRoots;
}

/// The result of a scan.
pub(super) struct ScannedParts {
    pub(super) counts: WalkCounts,
    /// Number of frames in the parts that were skipped.
    pub(super) skipped: u64,
    /// Whether any root that was visited points to a young object, or to one that each collection
    /// must pin.
    pub(super) is_young: bool,
}

/// What a scan does besides visiting roots.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScanMode {
    pub(super) spacing: BarrierSpacing,
    /// Whether clean parts are skipped.
    pub(super) may_skip: bool,
    /// Whether barriers are installed, and the parts updated.
    pub(super) updates: bool,
}

/// Scans the stack.
///
/// # Errors
///
/// As for [`Stack::walk`].
///
/// # Safety
///
/// As for [`Stack::walk`], with the anchor of the stack. The thread of the stack is stopped.
pub(super) unsafe fn scan_parts(
    (stack, anchor): (&Stack, FrameAnchor),
    code: &dyn CodeLookup<Host>,
    walker: &mut StackWalker<Host>,
    roots: &mut impl SkippableRelocator,
    mode: ScanMode,
) -> Result<ScannedParts, StackWalkError> {
    let mut parts = stack.parts.all.lock();
    let mut scan = PartScan {
        stack,
        top: anchor.exit.lowest(),
        mode,
        limit: u64::MAX,
        known: core::mem::take(&mut *parts),
        found: Vec::new(),
        skipped: 0,
        is_young: false,
    };
    if mode.updates {
        scan.limit = match scan.is_dense() {
            true => scan.top + 1,
            false => scan.top + scan.first_distance(),
        };
    }
    // SAFETY: passed on.
    let counts = unsafe { scan.walk(anchor, code, walker, roots) }?;
    let PartScan { found, skipped, is_young, .. } = scan;
    parts.extend(found.into_iter().rev());
    Ok(ScannedParts { counts, skipped, is_young })
}

/// What to do after a barrier that is in place.
enum AfterBarrier {
    /// Walk the next part.
    Walk,
    /// Continue with another part, which begins with these registers in the segment of this
    /// activation.
    Skip(InitialRegisters<Host>, *const Activation),
    /// All older parts are skipped.
    End,
}

/// A scan in progress.
struct PartScan<'s> {
    stack: &'s Stack,
    /// The address of the youngest exit, from which distances are measured.
    top: u64,
    mode: ScanMode,
    /// The address from which on the next barrier is installed.
    limit: u64,
    /// The parts that the last scan has found and this one has not reached, youngest last.
    known: Vec<StackPart>,
    /// The parts that this scan has found, youngest first. The last one is being walked.
    found: Vec<StackPart>,
    skipped: u64,
    is_young: bool,
}

impl PartScan<'_> {
    /// Walks the stack up to its oldest frame, or up to the last part that is not clean. Parts that
    /// remain in `known` are not on the stack any more.
    ///
    /// # Safety
    ///
    /// As for [`scan_parts`].
    unsafe fn walk(
        &mut self,
        anchor: FrameAnchor,
        code: &dyn CodeLookup<Host>,
        walker: &mut StackWalker<Host>,
        roots: &mut impl SkippableRelocator,
    ) -> Result<WalkCounts, StackWalkError> {
        let ends = arch::entry_return_addresses();
        let mut counts = WalkCounts::default();
        // SAFETY: passed on.
        let mut segments = unsafe { self.stack.segments(anchor) };
        let mut next: Option<(Segment, Option<_>)> = segments.next().map(|first| (first, None));
        while let Some((segment, registers)) = next {
            let (cursor, mut memory) = match registers {
                None => {
                    // SAFETY: passed on.
                    let memory = unsafe { self.stack.memory_of(segment) };
                    (segment.cursor(code, &memory, &ends)?, memory)
                }
                Some(registers) => {
                    // The registers of an older frame may be saved in a younger segment.
                    // SAFETY: passed on.
                    let memory = unsafe { self.stack.memory_from(self.top) };
                    (segment.cursor_at(registers, code, &memory, &ends)?, memory)
                }
            };
            let mut relocation = StackRelocation::new(cursor, walker);
            next = loop {
                let before = relocation.counts().frames_walked;
                let end = relocation.relocate_part(self.limit, &mut memory, roots)?;
                let frames = relocation.counts().frames_walked - before;
                self.add_to_part(frames, roots.take_found());
                let PartEnd::Barrier { trampoline } = end else {
                    if end == PartEnd::Oldest {
                        break segments.next().map(|segment| (segment, None));
                    }
                    self.install(&relocation, segment.activation, &mut memory);
                    continue;
                };
                match self.pass_barrier(trampoline, relocation.cursor(), segment.activation) {
                    AfterBarrier::Walk => {}
                    AfterBarrier::End => break None,
                    AfterBarrier::Skip(registers, activation)
                        if activation == segment.activation =>
                    {
                        relocation.skip_to(registers);
                    }
                    AfterBarrier::Skip(registers, activation) => {
                        let anchor = FrameAnchor::entered(activation);
                        // SAFETY: the activation is that of a segment of the stack. The call has
                        // not returned, because a younger barrier is in place.
                        segments = unsafe { self.stack.segments(anchor) };
                        break segments.next().map(|segment| (segment, Some(registers)));
                    }
                }
            };
            counts += relocation.counts();
        }
        Ok(counts)
    }

    /// Adds frames that were walked to the part that is being walked.
    fn add_to_part(&mut self, frames: u64, roots: FoundRoots) {
        self.is_young |= roots.is_young;
        let must_scan = roots.is_young && !fault("clean-part-early") || roots.is_mutable;
        if let Some(part) = self.found.last_mut().filter(|_| self.mode.updates) {
            part.frames += frames;
            part.must_scan |= must_scan;
        }
    }

    /// Installs a barrier in the frame that the walk has left, if it is worthwhile and possible.
    fn install(
        &mut self,
        relocation: &StackRelocation<'_, '_, Host>,
        activation: *const Activation,
        memory: &mut LiveStack,
    ) {
        let cursor = relocation.cursor();
        let sp = cursor.sp();
        if self.is_worthwhile(sp)
            && let Some(registers) = cursor.registers()
            // SAFETY: `memory` is the stack of the cursor, whose thread is stopped. The barrier is
            // dropped after a walk that did not find it.
            && let Some(barrier) = unsafe { ReturnBarrier::install(cursor, memory) }
        {
            self.found.push(StackPart {
                barrier,
                registers,
                activation: activation.expose_provenance(),
                frames: 0,
                must_scan: false,
            });
        }
        self.limit = self.limit_after(sp);
    }

    /// Returns whether skipping the frames from `sp` on saves more than walking those before it
    /// takes, and the next barrier, if it is still in place, is not close.
    fn is_worthwhile(&self, sp: u64) -> bool {
        let older = (self.stack.range().end as u64).saturating_sub(sp);
        // Younger parts were not found, so their frames were left.
        let mut starts = self.known.iter().rev().map(StackPart::start);
        let next = starts.find(|&start| start > sp).unwrap_or(u64::MAX);
        let is_close = next - sp < LEAST_DISTANCE.max(self.depth() / FIRST_SHARE);
        self.is_dense() || !is_close && older >= sp.saturating_sub(self.top)
    }

    /// Returns whether there is a barrier at each of the youngest frames.
    fn is_dense(&self) -> bool {
        self.mode.spacing == BarrierSpacing::EveryFrame
            && self.found.len() < MAX_SUCCESSIVE
            && self.found.len() + self.known.len() < MAX_DENSE
    }

    /// Returns the distance of the first barrier from the youngest frame.
    fn first_distance(&self) -> u64 {
        FIRST_DISTANCE.max(self.depth() / FIRST_SHARE)
    }

    /// Returns the depth of the stack in bytes.
    fn depth(&self) -> u64 {
        (self.stack.range().end as u64).saturating_sub(self.top)
    }

    /// Returns the limit after a barrier at `sp`.
    fn limit_after(&self, sp: u64) -> u64 {
        if !self.mode.updates {
            return u64::MAX;
        }
        if self.is_dense() {
            return sp + 1;
        }
        let distance = sp.saturating_sub(self.top).max(self.first_distance() / RATIO);
        self.top.saturating_add(distance.saturating_mul(RATIO))
    }

    /// Handles a barrier that is in place. `cursor` is before the frame after it, which is in the
    /// segment of `activation`.
    fn pass_barrier(
        &mut self,
        trampoline: u64,
        cursor: &Cursor<'_, Host>,
        activation: *const Activation,
    ) -> AfterBarrier {
        let is_it = |part: &StackPart| part.barrier.trampoline() == trampoline;
        let Some(index) = self.known.iter().rposition(is_it) else { return AfterBarrier::Walk };
        // The walk has not found the barriers of younger parts.
        self.known.truncate(index + 1);
        let Some(mut part) = self.known.pop().filter(|_| !fault("drop-barrier-in-place")) else {
            return AfterBarrier::Walk;
        };
        let Some(registers) = cursor.registers() else {
            // Not between two frames, which a walk never is here. The barrier must not be dropped.
            self.found.push(StackPart { must_scan: true, ..part });
            return AfterBarrier::Walk;
        };
        self.limit = self.limit_after(registers.sp);
        let before = core::mem::replace(&mut part.registers, registers);
        part.activation = activation.expose_provenance();
        if before.callee_saved != registers.callee_saved {
            let older = self.known.iter_mut();
            older.for_each(|older| older.registers.update_from(&before, &registers));
        }
        if !self.mode.may_skip || part.must_scan {
            self.walk_part(part);
            return AfterBarrier::Walk;
        }
        let target = self.known.iter().rposition(|part| part.must_scan);
        // A walk from unknown registers might not find a root.
        if target.is_some_and(|target| !self.known[target].registers.are_known()) {
            self.walk_part(part);
            return AfterBarrier::Walk;
        }
        let clean = self.known.split_off(target.map_or(0, |target| target + 1));
        self.skipped += part.frames + clean.iter().map(|part| part.frames).sum::<u64>();
        self.found.push(part);
        self.found.extend(clean.into_iter().rev());
        let Some(part) = self.known.pop() else { return AfterBarrier::End };
        let skip = AfterBarrier::Skip(part.registers, part.activation());
        self.limit = self.limit_after(part.start());
        self.walk_part(part);
        skip
    }

    /// Begins to walk a part that is known.
    fn walk_part(&mut self, part: StackPart) {
        self.found.push(match self.mode.updates {
            true => StackPart { frames: 0, must_scan: false, ..part },
            false => part,
        });
    }
}
