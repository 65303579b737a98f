//! The heap verifier: checks all live objects, without relying on any reference or header.
//!
//! The verifier traces the heap from the roots. For each reference into the heap's memory, it
//! checks:
//!
//! * An object of a known type begins at the address, in a block that is in use.
//! * The object overlaps no other object.
//! * The object's header agrees with its generation.
//! * If an old object refers to a young object, the old object or the card is logged, or the slot
//!   is remembered.
//! * If an old object refers to an object in a tracked block, and no cycle is marking, the old
//!   object or the card is logged, or the slot is recorded.
//! * A derived pointer lies in the object of its base reference.
//!
//! A violation ends the process with a message that names the object and the slot that points to
//! it.
//!
//! The verifier runs on the thread that collects, while the world is stopped, and has no time
//! limit.

use core::fmt;
use std::collections::HashSet;

use statepoint_scanner::roots::{Root, RootKind};

use super::slot::Slot;
use crate::fatal;
use crate::handles::CycleNumber;
use crate::object::{
    Candidate, Extent, Header, MARK, ScanPart, ScanRest, Special, TypeId, TypeTable, UNLOGGED,
    WORD, reference_slots,
};
use crate::root_slots::{RootSlot, RootSlots};
use crate::space::{
    BLOCK, BlockState, Blocks, LARGE, ModelQuery, ObjectStarts, Spaces, with_model_query,
};
use crate::sync::Mutex;
use crate::thread::{FiberRecord, FrameAnchor, Stack};

/// One verification of the whole heap.
struct Check<'a> {
    /// The parts of the heap.
    heap: Verifier<'a>,
    /// When the check runs, for messages; for example [`AFTER_FULL`].
    when: &'static str,
    /// The side tables of blocks and lines.
    blocks: &'a Blocks,
    /// Header bits of a live old object that is not logged.
    live_bits: u64,
    /// Remembered slots: slots of old objects that may refer to young ones although their objects
    /// are not logged.
    remembered: HashSet<usize>,
    /// Recorded slots: slots of old objects that may refer to objects in tracked blocks. Complete
    /// unless a cycle is marking.
    recorded: HashSet<usize>,
    /// Start addresses of all objects that have been reached.
    starts: ObjectStarts,
    /// Objects that have not been scanned yet.
    unscanned: Vec<usize>,
    /// Weak fields, as object address and offset, to be checked when the live set is known.
    weak: Vec<(usize, usize)>,
    /// Whether a concurrent cycle is marking. Then live old objects may be marked or not.
    is_marking: bool,
    /// Whether a full collection has just finished. Then weak references refer only to live
    /// objects.
    all_live: bool,
    /// Whether the root that is being checked is in a clean part of its stack, which the next young
    /// collection skips.
    is_in_clean_part: bool,
    /// An object that begins inside another object. Set for the second run, which searches for a
    /// slot that points to it.
    overlapping: Option<Overlap>,
}

/// Two objects that overlap, each with its address and type.
#[derive(Clone, Copy)]
struct Overlap {
    /// The object that begins inside the other.
    inner: (usize, TypeId),
    /// The object that contains the start of `inner`.
    outer: (usize, TypeId),
    /// End address of the outer object.
    end: usize,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inner: (inner, inner_type), outer: (outer, outer_type), end } = self;
        write!(
            f,
            "the object of {inner_type:?} at {inner:#x} begins inside the object of {outer_type:?} \
             at {outer:#x}, which ends at {end:#x}"
        )
    }
}

/// Value of `when` for a check at the beginning of a stop.
pub(crate) const BEFORE: &str = "before a collection";
/// Value of `when` for a check at which the live set is known.
pub(crate) const AFTER_FULL: &str = "after a full collection";

/// The parts of a heap that the verifier reads, while all threads are stopped.
#[derive(Clone, Copy)]
pub(crate) struct Verifier<'a> {
    /// The spaces of objects.
    pub(crate) spaces: &'a Spaces,
    /// Whether a concurrent cycle is marking.
    pub(crate) is_marking: bool,
    /// The number of the cycle, or of the last one.
    pub(crate) number: CycleNumber,
    /// The registered types.
    pub(crate) types: &'a TypeTable,
    /// Remembered slots: slots of old objects that may refer to young ones although their objects
    /// are not logged.
    pub(crate) slots: &'a Mutex<Vec<Vec<usize>>>,
    /// The roots.
    pub(crate) roots: RootSlots<'a>,
}

impl Verifier<'_> {
    /// Verifies all live objects and returns their number. `when` states in messages when the check
    /// ran.
    pub(crate) fn check(self, when: &'static str) -> u64 {
        let mut check = Check {
            heap: self,
            when,
            blocks: self.spaces.blocks(),
            live_bits: self.spaces.live_bits(),
            remembered: self.slots.lock().iter().flatten().copied().collect(),
            recorded: self.spaces.recorded_slots().into_iter().collect(),
            starts: ObjectStarts::new(self.spaces.range()),
            unscanned: Vec::new(),
            weak: Vec::new(),
            is_marking: self.is_marking,
            all_live: when == AFTER_FULL,
            is_in_clean_part: false,
            overlapping: None,
        };
        check.check_heap();
        check.find_overlap().unwrap_or_else(|overlap| {
            // Run again to find a slot that points to the inner object.
            check.overlapping = Some(overlap);
            check.starts = ObjectStarts::new(self.spaces.range());
            check.check_heap();
            fatal::abort(format_args!("verifying {when}: {overlap}"))
        })
    }
}

impl Check<'_> {
    /// Checks all roots, and all objects reachable from them.
    fn check_heap(&mut self) {
        let roots = self.heap.roots;
        let mut weak = Vec::new();
        roots.for_each_native(|root, word| match root {
            RootSlot::Native(holder) if !holder.is_strong() => {
                weak.push((Slot::Root(root), word));
            }
            _ => {
                self.check_reference(word, Slot::Root(root));
            }
        });
        roots.for_each_owner(|fiber, owner| {
            let slot = Slot::Owner { stack: &fiber.stack };
            self.check_is_inspected(fiber, owner, slot);
            weak.push((slot, owner));
        });
        for (stack, anchor) in roots.stacks() {
            self.check_stack(stack, anchor);
        }
        self.trace();
        self.check_weak_fields();
        for (slot, word) in weak {
            self.check_weak_reference(word, slot);
        }
        // Also trace from objects that only weak slots refer to.
        self.trace();
        self.check_weak_fields();
    }

    /// Checks the local handles of a stack, and the roots in its managed frames.
    fn check_stack(&mut self, stack: &Stack, anchor: FrameAnchor) {
        // Barriers may have been passed since the end of the last collection.
        let clean = match self.when {
            BEFORE => Vec::new(),
            _ => stack.parts.clean_ranges(),
        };
        let roots = self.heap.roots;
        let walked = roots.visit_stack(stack, anchor, |slot, word| match slot {
            RootSlot::Frame { sp, root, .. } => {
                self.is_in_clean_part = clean.iter().any(|part| part.contains(&sp));
                self.check_root(root, Slot::Root(slot));
            }
            _ => {
                self.check_reference(word, Slot::Root(slot));
            }
        });
        self.is_in_clean_part = false;
        if let Err(error) = walked {
            fatal::abort(format_args!(
                "verifying {}: {stack} cannot be walked: {error}",
                self.when,
            ));
        }
    }

    /// Checks a root of a frame.
    fn check_root(&mut self, root: Root, slot: Slot<'_>) {
        match root.kind {
            // Pinned references are checked like all others.
            RootKind::Base | RootKind::PinnedReference => {
                self.check_reference(root.value, slot);
            }
            RootKind::Derived { base } => {
                let Some(size) = self.check_reference(base, slot) else { return };
                // The range includes the end address, which a loop over an array may compute.
                let object = base..=base + size as u64;
                if !object.contains(&root.value) {
                    self.abort(
                        slot,
                        format_args!(
                            "holds {:#x}, which is derived from the object at {base:#x}, \
                                      of {size} bytes, but outside it",
                            root.value
                        ),
                    );
                }
            }
            // A candidate is not checked, because it may hold any value.
            RootKind::PinnedCandidate => {}
        }
    }

    /// Checks the content of a slot. If it is a reference into the heap, returns the size of its
    /// object.
    fn check_reference(&mut self, word: u64, slot: Slot<'_>) -> Option<usize> {
        let object = word as usize;
        // The state is `None` for null, small integers, and objects outside the heap.
        let state = self.blocks.state_at(object).filter(|_| object.is_multiple_of(WORD))?;
        let Some(room) = self.blocks.max_object_size_at(object) else {
            self.abort(
                slot,
                format_args!("points to {object:#x}, where no object can be: {state}"),
            );
        };
        // SAFETY: `object` is aligned and lies in a block in use; the world is stopped.
        let word = unsafe { core::ptr::with_exposed_provenance::<u64>(object).read() };
        let extent = Header::from_heap(word).and_then(|header| self.extent(header, object, room));
        let fits = |extent: &Extent| !state.is_large() || extent.size > LARGE;
        let Some(extent) = extent.filter(fits) else {
            self.abort(
                slot,
                format_args!(
                    "points to {object:#x}, where there is no object: the header there is {word:#x}"
                ),
            );
        };
        if let Some(overlap) = self.overlapping.filter(|overlap| overlap.inner.0 == object) {
            self.abort(slot, format_args!("points to an object inside another: {overlap}"));
        }
        self.check_header(object, word, extent.size, state, slot);
        if let Slot::Field { object: holder, offset, .. } = slot
            && (state.is_young() || state == BlockState::TRACKED)
        {
            self.check_is_remembered(holder, holder + offset, object, state, slot);
        }
        if let Slot::Root(RootSlot::Local { stack } | RootSlot::Frame { stack, .. }) = slot
            && (stack.switch.resumable_by.is_by_slow_path() || self.is_in_clean_part)
            && (state.is_young() || state == BlockState::TRACKED && self.was_seen(stack))
        {
            self.abort(
                slot,
                format_args!(
                    "points to {object:#x}, {state}, but the next young collection does not scan \
                     this part of the stack"
                ),
            );
        }
        if !self.starts.insert(object) && !extent.references.is_empty() {
            self.unscanned.push(object);
        }
        Some(extent.size)
    }

    /// Checks that the next young collection inspects a fiber if it may move or free the owner.
    fn check_is_inspected(&self, fiber: &FiberRecord, owner: u64, slot: Slot<'_>) {
        let state = self.blocks.state_at(owner as usize);
        let may_move = state.is_some_and(|state| {
            state.is_young() || state == BlockState::TRACKED && !self.is_marking
        });
        if may_move && !(fiber.is_listed() && fiber.owner.is_young()) {
            self.abort(
                slot,
                format_args!(
                    "is {owner:#x}, but the next young collection does not inspect the fiber"
                ),
            );
        }
    }

    /// Returns whether the present cycle, or the last one, has seen all references on a stack.
    fn was_seen(&self, stack: &Stack) -> bool {
        !self.is_marking || stack.parts.were_seen_in(self.heap.number)
    }

    /// Returns the extent of a possible object if it has a known type and fits into `room` bytes.
    fn extent(&self, header: Header, object: usize, room: usize) -> Option<Extent> {
        let types = self.heap.types;
        // SAFETY: at least `room` bytes from `object` on are in a block in use, or in a large
        // object's memory; the world is stopped.
        match unsafe { types.candidate(header, object, room) }? {
            Candidate::Registered(extent) => Some(extent),
            Candidate::Described => {
                // SAFETY: the world is stopped. The verifier may call the model for memory that
                // only resembles an object.
                let query = || unsafe { types.extent(header, object) };
                let extent = with_model_query(ModelQuery { object, id: header.type_id() }, query)?;
                let is_aligned = object.is_multiple_of(extent.alignment.bytes());
                (extent.size <= room && is_aligned).then_some(extent)
            }
        }
    }

    /// Checks that an object's header agrees with its generation, and that old objects lie in lines
    /// that are marked as used.
    fn check_header(
        &self,
        object: usize,
        header: u64,
        size: usize,
        state: BlockState,
        slot: Slot<'_>,
    ) {
        let (mark, unlogged) = (header & MARK, header & UNLOGGED);
        let agrees = if state.is_young() {
            unlogged == 0
        } else {
            self.is_marking || mark == self.live_bits & MARK
        };
        if !agrees {
            self.abort(
                slot,
                format_args!(
                    "points to the object of {:?} at {object:#x}, whose header {header:#x} does \
                     not agree with its block: {state}",
                    Header::from_object(header).type_id()
                ),
            );
        }
        if [BlockState::OLD, BlockState::TRACKED].contains(&state)
            && !self.are_lines_used(object, size)
        {
            self.abort(
                slot,
                format_args!(
                    "points to the object of {:?} at {object:#x}, an old object of {size} bytes in \
                     free lines",
                    Header::from_object(header).type_id()
                ),
            );
        }
    }

    /// Returns whether all lines that an old object overlaps are in use; unless a cycle is marking,
    /// they must be marked in the current epoch.
    fn are_lines_used(&self, object: usize, size: usize) -> bool {
        match self.is_marking {
            true => self.blocks.are_lines_used(object, size),
            false => self.blocks.are_lines_marked(object, size),
        }
    }

    /// Checks a slot that refers to a young object, or to one in a tracked block. If it belongs to
    /// an old object, the object or the card must be logged, or the slot must be remembered or
    /// recorded. `state`: of the block of the object that the slot refers to.
    fn check_is_remembered(
        &self,
        holder: usize,
        at: usize,
        object: usize,
        state: BlockState,
        slot: Slot<'_>,
    ) {
        let old = self.blocks.state_at(holder).is_some_and(|state| !state.is_young());
        let is_in_set = match state.is_young() {
            true => self.remembered.contains(&at),
            false => {
                let is_same_block = at / BLOCK == object / BLOCK;
                self.is_marking || is_same_block || self.recorded.contains(&at)
            }
        };
        let has_card = || self.blocks.has_cards(holder) && self.blocks.cards().is_marked(at);
        if !old || is_in_set || has_card() {
            return;
        }
        // SAFETY: `check_reference` has checked that both are objects; the world is stopped.
        let (holder, header) = unsafe { (self.header(holder), self.header(object)) };
        if holder.bits() & UNLOGGED == 0 {
            return;
        }
        let kind = if state.is_young() { "a young object" } else { "an object that is to move" };
        self.abort(
            slot,
            format_args!(
                "of the old generation refers to {kind}, of {:?} at {object:#x}, and is neither \
                 logged nor remembered: a reference was stored without the write barrier",
                header.type_id()
            ),
        );
    }

    /// Checks the fields of all unscanned objects, and of the objects reached from them.
    fn trace(&mut self) {
        while let Some(object) = self.unscanned.pop() {
            // SAFETY: `check_reference` has checked that `object` is an object; the world is
            // stopped.
            let header = unsafe { self.header(object) };
            let mut rest = ScanRest::More(ScanPart::ALL);
            while let ScanRest::More(part) = rest {
                let heap = self.heap;
                // SAFETY: `object` is an object, and its slots are only read; the world is stopped.
                rest = unsafe {
                    reference_slots(heap.types, object, part, |slot| {
                        let word = core::ptr::with_exposed_provenance::<u64>(slot).read();
                        let offset = slot - object;
                        self.check_reference(word, Slot::Field { object, header, offset });
                    })
                };
            }
            if rest == ScanRest::Special {
                self.check_special_fields(object, header);
            }
        }
    }

    /// Checks the fields of an object that tracing does not follow: weak fields, and the fields of
    /// ephemerons.
    fn check_special_fields(&mut self, object: usize, header: Header) {
        let heap = self.heap;
        match heap.types.special(header.type_id()) {
            Some(Special::Weak { fields, .. }) => {
                self.weak.extend(fields.iter().map(|&offset| (object, offset)));
            }
            Some(&Special::Ephemeron { key, value }) => {
                self.weak.push((object, key));
                // SAFETY: the type of the object has a field at `value`; the world is stopped.
                let word =
                    unsafe { core::ptr::with_exposed_provenance::<u64>(object + value).read() };
                self.check_reference(word, Slot::Field { object, header, offset: value });
            }
            None => {}
        }
    }

    /// Checks that weak fields refer to objects: after a full collection, to live ones. A young
    /// collection treats all old objects as live, and also all objects to which they refer.
    fn check_weak_fields(&mut self) {
        for (object, offset) in core::mem::take(&mut self.weak) {
            // SAFETY: the type of the object has a weak field at `offset`; the world is stopped.
            let (header, word) = unsafe {
                let word = core::ptr::with_exposed_provenance::<u64>(object + offset).read();
                (self.header(object), word)
            };
            self.check_weak_reference(word, Slot::Field { object, header, offset });
        }
    }

    /// Checks the content of a weak slot after all live objects were found. After a full
    /// collection, the content is checked even if the verifier has not reached the object: a native
    /// thread may have dropped the object's last handle after the collection visited the handle.
    /// Such an object is still marked.
    fn check_weak_reference(&mut self, word: u64, slot: Slot<'_>) {
        if self.all_live || self.starts.contains(word as usize) {
            self.check_reference(word, slot);
        }
    }

    /// Checks that no object begins inside another. Returns the number of objects, or the first
    /// overlap as an error.
    fn find_overlap(&self) -> Result<u64, Overlap> {
        let (mut count, mut end) = (0, 0);
        let mut outer = None;
        for object in self.starts.iter() {
            // SAFETY: `check_reference` has checked that `object` is an object; the world is
            // stopped.
            let header = unsafe { self.header(object) };
            let inner = (object, header.type_id());
            if let Some(outer) = outer.filter(|_| object < end) {
                return Err(Overlap { inner, outer, end });
            }
            // SAFETY: `check_reference` has checked that `object` is an object; the world is
            // stopped.
            let extent = unsafe { self.heap.types.extent(header, object) };
            let size = extent.map_or(WORD, |extent| extent.size);
            (count, outer, end) = (count + 1, Some(inner), object + size);
        }
        Ok(count)
    }

    /// Returns the header of an object.
    ///
    /// # Safety
    ///
    /// An object begins at `object`, and the world is stopped.
    unsafe fn header(&self, object: usize) -> Header {
        // SAFETY: the caller guarantees that an object begins at `object` and that the world is
        // stopped.
        Header::from_object(unsafe { core::ptr::with_exposed_provenance::<u64>(object).read() })
    }

    /// Ends the process with a message about a slot.
    fn abort(&self, slot: Slot<'_>, violation: fmt::Arguments<'_>) -> ! {
        fatal::abort(format_args!(
            "verifying {}: {slot} {violation}. The heap is corrupt, a type was registered with a \
             wrong layout, or a reference was missed by a collection (SPGC_ZEAL=alloc shows where)",
            self.when
        ))
    }
}
