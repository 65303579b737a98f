//! The heap verifier: looks at everything that is alive and believes nothing.
//!
//! From each root and each field that is found on the way it asks: if this is a reference into the heap's
//! memory, does an object of a known type begin there, in a block that is in use, and does it
//! overlap no other? Does its header say of which generation it is? If it is young, and the field one of an old
//! object, does the collector know? A pointer that LLVM derived from a reference must lie in the same object. What
//! is wrong ends the process with a message that names the object and the slot that led there.
//!
//! It runs on the thread that collects, while the world is stopped, and takes as long as it takes.

use core::fmt;
use std::collections::HashSet;

use statepoint_scanner::arch::Host;
use statepoint_scanner::roots::{Root, RootKind, visit_stack};
use statepoint_scanner::walk::{Code, Cursor, Frame, WalkError};

use super::slot::Slot;
use super::starts::Starts;
use crate::fatal;
use crate::handles::{HandleTable, References};
use crate::object::{
    Candidate, Extent, Header, Left, MARK, Rest, Special, TypeId, TypeTable, UNLOGGED, WORD,
    reference_slots,
};
use crate::runtime::CodeView;
use crate::space::{BlockState, Blocks, LARGE, Question, Spaces, while_asking};
use crate::sync::Mutex;
use crate::thread::{AttachedThread, ThreadData};

/// One look at everything.
struct Check<'a> {
    heap: Verifier<'a>,
    when: &'static str,
    blocks: &'a Blocks,
    /// Header bits of an old object that is alive and not logged.
    live: u64,
    /// Slots of old objects that may refer to young ones although their objects are not logged.
    remembered: HashSet<usize>,
    starts: Starts,
    /// Objects whose fields were not looked at yet.
    unscanned: Vec<usize>,
    /// Weak fields, by object and offset, to be looked at when it is known what is alive.
    weak: Vec<(usize, usize)>,
    /// Nothing but what is alive is referred to by weak references.
    all_alive: bool,
    /// An object that begins in another: whoever leads to it is wrong.
    overlapping: Option<Overlap>,
}

/// Two objects that share memory, each by address and type.
#[derive(Clone, Copy)]
struct Overlap {
    inner: (usize, TypeId),
    outer: (usize, TypeId),
    /// Where the outer one ends.
    end: usize,
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inner: (inner, inner_type), outer: (outer, outer_type), end } = self;
        write!(
            f,
            "the object of {inner_type:?} at {inner:#x} begins in the one of {outer_type:?} at {outer:#x}, which ends at \
             {end:#x}"
        )
    }
}

/// When it is known what is alive.
pub(crate) const AFTER_FULL: &str = "after a full collection";

/// What the verifier reads of a heap, while all threads are stopped.
#[derive(Clone, Copy)]
pub(crate) struct Verifier<'a> {
    pub(crate) spaces: &'a Spaces,
    pub(crate) types: &'a TypeTable,
    /// Slots of old objects that may refer to young ones although their objects are not logged.
    pub(crate) slots: &'a Mutex<Vec<Vec<usize>>>,
    pub(crate) handles: &'a HandleTable,
    pub(crate) references: &'a References,
    pub(crate) code: &'a CodeView<'a>,
    pub(crate) threads: &'a [AttachedThread],
}

impl Verifier<'_> {
    /// Verifies everything that is alive; returns the number of objects.
    pub(crate) fn check(self, when: &'static str) -> u64 {
        let mut check = Check {
            heap: self,
            when,
            blocks: self.spaces.blocks(),
            live: self.spaces.live_bits(),
            remembered: self.slots.lock().iter().flatten().copied().collect(),
            starts: Starts::default(),
            unscanned: Vec::new(),
            weak: Vec::new(),
            all_alive: when == AFTER_FULL,
            overlapping: None,
        };
        check.everything();
        check.overlaps().unwrap_or_else(|overlap| {
            // Once more, to find out who leads there.
            check.overlapping = Some(overlap);
            check.starts = Starts::default();
            check.everything();
            fatal::stop(format_args!("verifying {when}: {overlap}"))
        })
    }
}

impl Check<'_> {
    fn everything(&mut self) {
        let heap = self.heap;
        heap.handles.for_each(|word| {
            self.reference(word, Slot::Handle);
        });
        let mut weak = Vec::new();
        heap.references.for_each(|holder, word| {
            if holder.is_strong() {
                self.reference(word, Slot::Native(holder));
            } else {
                weak.push((Slot::Native(holder), word));
            }
        });
        for thread in heap.threads {
            thread.data.stack.locals.visit(|word| {
                self.reference(word, Slot::Local { thread: &thread.data });
                word
            });
            heap.code.with(|code| self.stack(&thread.data, code));
        }
        self.trace();
        self.weak();
        for (slot, word) in weak {
            self.weak_reference(word, slot);
        }
        // From what only weak slots lead to.
        self.trace();
        self.weak();
    }

    fn stack(&mut self, thread: &ThreadData, code: &dyn Code<Host>) {
        let mut visit = |frame: &Frame<'_, Host>, root: Root| {
            let record = frame.record_id();
            self.root(root, Slot::Root { thread, pc: frame.pc, record, root });
        };
        let segment =
            |cursor: Cursor<'_, Host>, memory| visit_stack(cursor, &memory, &mut visit).map(|_| ());
        // SAFETY: the world is stopped.
        let walked: Result<(), WalkError> = unsafe { thread.walk(code, segment) };
        if let Err(error) = walked {
            fatal::stop(format_args!(
                "verifying {}: {} cannot be walked: {error}",
                self.when, thread.stack,
            ));
        }
    }

    fn root(&mut self, root: Root, slot: Slot<'_>) {
        match root.kind {
            // One that a record lists is as good as any.
            RootKind::Base | RootKind::PinnedReference => {
                self.reference(root.value, slot);
            }
            RootKind::Derived { base } => {
                let Some(size) = self.reference(base, slot) else { return };
                // One word behind its end: where a loop over an array has come to.
                let object = base..=base + size as u64;
                if !object.contains(&root.value) {
                    self.wrong(
                        slot,
                        format_args!("holds {:#x}, which is derived from the object at {base:#x}, of {size} bytes, and not in it", root.value),
                    );
                }
            }
            // Anything: nobody rewrites it, and it need not be a reference.
            RootKind::PinnedCandidate => {}
        }
    }

    /// What a slot holds; if that is a reference, the size of its object.
    fn reference(&mut self, word: u64, slot: Slot<'_>) -> Option<usize> {
        let object = word as usize;
        // Null, small integers, objects that are not the collector's.
        let state = self.blocks.state_at(object).filter(|_| object.is_multiple_of(WORD))?;
        let Some(room) = self.blocks.room_at(object) else {
            self.wrong(slot, format_args!("leads to {object:#x}, where no object can be: {state}"));
        };
        // SAFETY: an aligned word of memory that is in use; the world is stopped.
        let word = unsafe { core::ptr::with_exposed_provenance::<u64>(object).read() };
        let extent = Header::from_heap(word).and_then(|header| self.extent(header, object, room));
        let fits = |extent: &Extent| !state.is_large() || extent.size > LARGE;
        let Some(extent) = extent.filter(fits) else {
            self.wrong(
                slot,
                format_args!(
                    "leads to {object:#x}, where no object is: the header there is {word:#x}"
                ),
            );
        };
        if let Some(overlap) = self.overlapping.filter(|overlap| overlap.inner.0 == object) {
            self.wrong(slot, format_args!("leads to an object in another: {overlap}"));
        }
        self.header_agrees(object, word, extent.size, state, slot);
        if let Slot::Field { object: holder, offset, .. } = slot
            && state.is_young()
        {
            self.young_is_known(holder, holder + offset, object, slot);
        }
        if !self.starts.insert(object) && !extent.references.is_nothing() {
            self.unscanned.push(object);
        }
        Some(extent.size)
    }

    /// Returns the extent of what seems to be an object, if that is in the room there.
    fn extent(&self, header: Header, object: usize, room: usize) -> Option<Extent> {
        let types = self.heap.types;
        // SAFETY: so much is left of a block in use, or of a large object; the world is stopped.
        match unsafe { types.candidate(header, object, room) }? {
            Candidate::Registered(extent) => Some(extent),
            Candidate::Described => {
                // SAFETY: the world is stopped, and the model may be asked of what only looks like an object while the
                // heap is verified.
                let ask = || unsafe { types.extent(header, object) };
                let extent = while_asking(Question { object, id: header.type_id() }, ask)?;
                let is_aligned = object.is_multiple_of(extent.alignment.bytes());
                (extent.size <= room && is_aligned).then_some(extent)
            }
        }
    }

    /// Sees to it that an object's header says of which generation it is, and that old ones are in lines that count
    /// as used.
    fn header_agrees(
        &self,
        object: usize,
        header: u64,
        size: usize,
        state: BlockState,
        slot: Slot<'_>,
    ) {
        let (mark, unlogged) = (header & MARK, header & UNLOGGED);
        let agrees = if state.is_young() { unlogged == 0 } else { mark == self.live & MARK };
        if !agrees {
            self.wrong(
                slot,
                format_args!(
                    "leads to the object of {:?} at {object:#x}, whose header {header:#x} does not agree with its \
                     block: {state}",
                    Header::from_object(header).type_id()
                ),
            );
        }
        if state == BlockState::OLD && !self.blocks.is_marked(object, size) {
            self.wrong(
                slot,
                format_args!(
                    "leads to the object of {:?} at {object:#x}, an old one of {size} bytes in lines that are free",
                    Header::from_object(header).type_id()
                ),
            );
        }
    }

    /// Sees to it that a slot which refers to a young object is known to the collector if it is one of an old object.
    fn young_is_known(&self, holder: usize, at: usize, young: usize, slot: Slot<'_>) {
        let old = self.blocks.state_at(holder).is_some_and(|state| !state.is_young());
        let remembered = self.remembered.contains(&at)
            || (self.blocks.has_cards(holder) && self.blocks.cards().is_taken(at));
        if !old || remembered {
            return;
        }
        // SAFETY: objects, as `reference` has found.
        let (holder, header) = unsafe { (self.header(holder), self.header(young)) };
        if holder.bits() & UNLOGGED != 0 {
            self.wrong(
                slot,
                format_args!(
                    "of the old generation refers to a young object, of {:?} at {young:#x}, and nobody has logged \
                     that: a reference was stored without the write barrier",
                    header.type_id()
                ),
            );
        }
    }

    fn trace(&mut self) {
        while let Some(object) = self.unscanned.pop() {
            // SAFETY: an object, as `reference` has found.
            let header = unsafe { self.header(object) };
            let mut rest = Rest::More(Left::ALL);
            while let Rest::More(left) = rest {
                let heap = self.heap;
                // SAFETY: as above; nothing is changed.
                rest = unsafe {
                    reference_slots(heap.types, object, left, |slot| {
                        let word = core::ptr::with_exposed_provenance::<u64>(slot).read();
                        let offset = slot - object;
                        self.reference(word, Slot::Field { object, header, offset });
                    })
                };
            }
            if rest == Rest::Special {
                self.special(object, header);
            }
        }
    }

    /// Looks at the fields of an object that tracing does not follow. An ephemeron's value is alive as long as
    /// its key is, which a collection has found out, and nobody before the first one has to know.
    fn special(&mut self, object: usize, header: Header) {
        let heap = self.heap;
        match heap.types.special(header.type_id()) {
            Some(Special::Weak { fields, .. }) => {
                self.weak.extend(fields.iter().map(|&offset| (object, offset)));
            }
            Some(&Special::Ephemeron { key, value }) => {
                self.weak.push((object, key));
                // SAFETY: a field of an object, as its type says; the world is stopped.
                let word =
                    unsafe { core::ptr::with_exposed_provenance::<u64>(object + value).read() };
                self.reference(word, Slot::Field { object, header, offset: value });
            }
            None => {}
        }
    }

    /// Sees to it that weak fields refer to objects: after a full collection, to those that are alive. A young one
    /// takes old objects for alive, and what they refer to.
    fn weak(&mut self) {
        for (object, offset) in core::mem::take(&mut self.weak) {
            // SAFETY: a field of an object, as its type says; the world is stopped.
            let (header, word) = unsafe {
                let word = core::ptr::with_exposed_provenance::<u64>(object + offset).read();
                (self.header(object), word)
            };
            self.weak_reference(word, Slot::Field { object, header, offset });
        }
    }

    /// What a weak slot holds, when everything that is alive was found. After a full collection its object need not be
    /// among that: native threads drop handles at any time, also since the collection has looked at them. But then the
    /// collection has marked the object, which its header tells.
    fn weak_reference(&mut self, word: u64, slot: Slot<'_>) {
        if self.all_alive || self.starts.contains(word as usize) {
            self.reference(word, slot);
        }
    }

    /// Sees to it that no object begins in another; how many there are.
    fn overlaps(&self) -> Result<u64, Overlap> {
        let (mut count, mut end) = (0, 0);
        let mut outer = None;
        for object in self.starts.iter() {
            // SAFETY: an object, as `reference` has found.
            let header = unsafe { self.header(object) };
            let inner = (object, header.type_id());
            if let Some(outer) = outer.filter(|_| object < end) {
                return Err(Overlap { inner, outer, end });
            }
            // SAFETY: as above.
            let extent = unsafe { self.heap.types.extent(header, object) };
            let size = extent.map_or(WORD, |extent| extent.size);
            (count, outer, end) = (count + 1, Some(inner), object + size);
        }
        Ok(count)
    }

    /// # Safety
    ///
    /// An object begins there, and the world is stopped.
    unsafe fn header(&self, object: usize) -> Header {
        // SAFETY: the caller promises it.
        Header::from_object(unsafe { core::ptr::with_exposed_provenance::<u64>(object).read() })
    }

    fn wrong(&self, slot: Slot<'_>, what: fmt::Arguments<'_>) -> ! {
        fatal::stop(format_args!(
            "verifying {}: {slot} {what}. The heap is corrupt, a type was not registered as it is, or a \
             reference was missed by a collection (SPGC_ZEAL=alloc shows where)",
            self.when
        ))
    }
}
