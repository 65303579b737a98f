//! The heap verifier: looks at everything that is alive and believes nothing.
//!
//! From each root and each field that is found on the way it asks: if this is a reference into the heap's
//! memory, does an object of a known type begin there, in the part that is in use, and does it
//! overlap no other? A pointer that LLVM derived from a reference must lie in the same object. What
//! is wrong ends the process with a message that names the object and the slot that led there.
//!
//! It runs on the thread that collects, while the world is stopped, and takes as long as it takes.

use core::fmt;
use core::ops::Range;
use core::str::FromStr;

use statepoint_scanner::arch::Host;
use statepoint_scanner::object::symbols;
use statepoint_scanner::roots::{Root, RootKind, visit_stack};
use statepoint_scanner::walk::{Code, Frame};

use crate::arch;
use crate::fatal;
use crate::heap::{CodeView, Shared};
use crate::mutator::ThreadData;
use crate::object::{ARRAY_HEADER, Extent, Header, WORD, reference_slots};
use crate::safepoint::Participant;
use crate::sync::Arc;

/// When the heap is verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verify {
    /// Before each collection: what managed code has done to the heap.
    pub before: bool,
    /// After each collection: what the collector has.
    pub after: bool,
}

/// A text that does not name a [`Verify`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither off, before, after, nor before,after")]
pub struct ParseVerifyError;

impl FromStr for Verify {
    type Err = ParseVerifyError;

    fn from_str(text: &str) -> Result<Self, ParseVerifyError> {
        let mut verify = Self::default();
        if text == "off" {
            return Ok(verify);
        }
        for part in text.split(',') {
            match part.trim() {
                "before" => verify.before = true,
                "after" => verify.after = true,
                _ => return Err(ParseVerifyError),
            }
        }
        Ok(verify)
    }
}

/// What led to an object.
#[derive(Clone, Copy)]
enum Slot<'a> {
    Handle,
    Root { thread: &'a ThreadData, pc: u64, root: Root },
    Field { object: usize, header: Header, offset: usize },
}

impl fmt::Display for Slot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Handle => write!(f, "a handle"),
            Self::Root { thread, pc, root } => write!(
                f,
                "a root of thread \"{}\" ({}) at {:#x} ({:?}), of the call that returns to {pc:#x} in {}",
                thread.name,
                thread.id,
                root.address,
                root.location,
                symbols::describe_return_address(*pc),
            ),
            Self::Field { object, header, offset } => {
                write!(
                    f,
                    "the field at offset {offset} of the object of {:?} at {object:#x}",
                    header.type_id()
                )
            }
        }
    }
}

/// Marks of objects: a bit for each word at which one begins.
struct Starts {
    filled: Range<usize>,
    bits: Vec<u64>,
}

impl Starts {
    fn new(filled: Range<usize>) -> Self {
        let words = filled.len().div_ceil(WORD);
        Self { filled, bits: vec![0; words.div_ceil(64)] }
    }

    /// Marks an object; whether it was marked.
    fn insert(&mut self, object: usize) -> bool {
        let word = (object - self.filled.start) / WORD;
        let (bit, was) = (1 << (word % 64), self.bits[word / 64]);
        self.bits[word / 64] = was | bit;
        was & bit != 0
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        (0..self.bits.len()).flat_map(move |index| {
            let bits = self.bits[index];
            let of_bit = move |bit| self.filled.start + (index * 64 + bit) * WORD;
            (0..64).filter(move |bit| bits & (1 << bit) != 0).map(of_bit)
        })
    }
}

/// One look at everything.
struct Check<'a> {
    heap: &'a Shared,
    when: &'static str,
    /// All addresses that objects may ever have.
    range: Range<usize>,
    starts: Starts,
    /// Objects whose fields were not looked at yet.
    unscanned: Vec<usize>,
}

/// Verifies everything that is alive; returns the number of objects.
pub(crate) fn check(
    heap: &Shared,
    when: &'static str,
    code: &CodeView<'_>,
    threads: &[Arc<Participant<ThreadData>>],
) -> u64 {
    let mut check = Check {
        heap,
        when,
        range: heap.spaces.range(),
        starts: Starts::new(heap.spaces.filled()),
        unscanned: Vec::new(),
    };
    heap.handles.relocate(|word| {
        check.reference(word, Slot::Handle);
        word
    });
    for thread in threads {
        code.with(|code| check.stack(&thread.data, code));
    }
    check.trace();
    check.overlaps()
}

impl Check<'_> {
    fn stack(&mut self, thread: &ThreadData, code: &dyn Code<Host>) {
        let ends = [arch::entry_return_address()];
        // SAFETY: the world is stopped.
        for exit in unsafe { thread.context().exits() } {
            // SAFETY: as above.
            let memory = unsafe { thread.stack_from(exit) };
            let mut visit = |frame: &Frame<'_, Host>, root: Root| {
                self.root(root, Slot::Root { thread, pc: frame.pc, root });
            };
            let walked = exit
                .cursor(code, &memory, &ends)
                .and_then(|cursor| visit_stack(cursor, &memory, &mut visit));
            if let Err(error) = walked {
                fatal::stop(format_args!(
                    "verifying {}: the stack of thread \"{}\" ({}) cannot be walked: {error}",
                    self.when, thread.name, thread.id
                ));
            }
        }
    }

    fn root(&mut self, root: Root, slot: Slot<'_>) {
        match root.kind {
            RootKind::Base => {
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
            RootKind::Pinned => {}
        }
    }

    /// What a slot holds; if that is a reference, the size of its object.
    fn reference(&mut self, word: u64, slot: Slot<'_>) -> Option<usize> {
        let object = word as usize;
        // Null, small integers, objects that are not the collector's.
        if !self.range.contains(&object) || !object.is_multiple_of(WORD) {
            return None;
        }
        let filled = self.starts.filled.clone();
        if !filled.contains(&object) {
            self.wrong(
                slot,
                format_args!(
                    "leads to {object:#x}, where no object can be: those in use are at {filled:#x?}"
                ),
            );
        }
        // SAFETY: an aligned word of the part that is in use; the world is stopped.
        let word = unsafe { core::ptr::with_exposed_provenance::<u64>(object).read() };
        // The smallest objects have two words, which is also what an array's size is told by.
        let header = Header::from_managed(word).filter(|_| filled.end - object >= ARRAY_HEADER);
        // SAFETY: no more than these two words is read, which are in use, whatever they hold; nobody
        // changes them.
        let extent = header.and_then(|header| unsafe { self.heap.types.extent(header, object) });
        let fits = |extent: &Extent| extent.size <= filled.end - object;
        let Some(extent) = extent.filter(fits) else {
            self.wrong(
                slot,
                format_args!(
                    "leads to {object:#x}, where no object is: the header there is {word:#x}"
                ),
            );
        };
        if !self.starts.insert(object) && extent.has_references {
            self.unscanned.push(object);
        }
        Some(extent.size)
    }

    fn trace(&mut self) {
        while let Some(object) = self.unscanned.pop() {
            // SAFETY: an object, as `reference` has found.
            let header = unsafe { self.header(object) };
            let mut first = Some(0);
            while let Some(from) = first {
                let heap = self.heap;
                // SAFETY: as above; nothing is changed.
                first = unsafe {
                    reference_slots(&heap.types, header.type_id(), object, from, |slot| {
                        let word = core::ptr::with_exposed_provenance::<u64>(slot).read();
                        let offset = slot - object;
                        self.reference(word, Slot::Field { object, header, offset });
                    })
                };
            }
        }
    }

    /// Sees to it that no object begins in another; how many there are.
    fn overlaps(&self) -> u64 {
        let (mut count, mut before, mut end) = (0, 0, 0);
        for object in self.starts.iter() {
            if object < end {
                fatal::stop(format_args!(
                    "verifying {}: the object at {object:#x} begins in the one at {before:#x}, which ends \
                     at {end:#x}",
                    self.when
                ));
            }
            // SAFETY: an object, as `reference` has found.
            let extent = unsafe { self.heap.types.extent(self.header(object), object) };
            let size = extent.map_or(WORD, |extent| extent.size);
            (count, before, end) = (count + 1, object, object + size);
        }
        count
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verification_is_before_or_after_or_both() {
        let both = Verify { before: true, after: true };
        assert_eq!("before,after".parse(), Ok(both));
        assert_eq!("after, before".parse(), Ok(both));
        assert_eq!("before".parse(), Ok(Verify { before: true, after: false }));
        assert_eq!("off".parse(), Ok(Verify::default()));
        assert_eq!("".parse::<Verify>(), Err(ParseVerifyError));
        assert_eq!("before;after".parse::<Verify>(), Err(ParseVerifyError));
    }

    #[test]
    fn marks_come_back_in_order() {
        let mut starts = Starts::new(0x1000..0x3000);
        let objects = [0x1000, 0x1008, 0x11f8, 0x1200, 0x2ff8];
        for object in objects.into_iter().rev() {
            assert!(!starts.insert(object));
            assert!(starts.insert(object));
        }
        assert_eq!(starts.iter().collect::<Vec<_>>(), objects);
    }
}
