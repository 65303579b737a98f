//! The table of registered types, indexed by type id.
//!
//! The table is an array in reserved address space, with an entry for every possible id; only the
//! parts in use take memory. So it never moves, a look-up is one address computed from the header,
//! and types can be registered at any time, while other threads allocate and collect: see [`Entry`]
//! for how these threads see a new type.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use super::descriptor::{Descriptor, Details, More, Special, tailed_size};
use super::entry::{Entry, Kind};
use super::layout::{ObjectAlignment, TypeDescription, TypeId, TypeRegistrationError};
use super::model::{ErasedModel, ObjectModel};
use super::scan::ScanPart;
use super::{ARRAY_HEADER, Extent, Header, WORD, load};
use crate::os::Reservation;

/// Bytes of the table that become writable in one step: a multiple of every page size.
const GRANULE: usize = 64 << 10;

/// The size and alignment with which objects of a type are allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AllocationLayout {
    /// `size` bytes.
    Fixed { size: usize, alignment: ObjectAlignment },
    /// Elements of `element_size` bytes after `fixed` bytes, their number at `length_offset`.
    Tailed { fixed: usize, length_offset: usize, element_size: usize, alignment: ObjectAlignment },
    /// Any number of bytes: the front end specifies it.
    Any { alignment: ObjectAlignment },
}

/// Describes the possible sizes of such objects, for a message.
impl fmt::Display for AllocationLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed { size, .. } => write!(f, "{size} bytes"),
            Self::Tailed { fixed, element_size, length_offset, .. } => {
                write!(
                    f,
                    "elements of {element_size} bytes after {fixed} bytes, with their number at \
                     offset {length_offset}"
                )
            }
            Self::Any { .. } => f.write_str("multiples of 8 bytes, at least 16"),
        }
    }
}

impl AllocationLayout {
    /// Returns the size in bytes of an object with `length` elements, if such an object can exist.
    pub(crate) fn size_with(fixed: usize, element_size: usize, length: u64) -> Option<usize> {
        tailed_size(fixed, element_size, length)
    }
}

/// The type of an element. Elements of two objects are interchangeable if these are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// A reference, in an array of references.
    Reference,
    /// An element that only objects of this type have.
    OfType(TypeId),
}

/// An 8-aligned object of one size, with all of its references in the first 64 words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimpleLayout {
    /// Size in bytes.
    pub(crate) size: usize,
    pub(crate) references: ScanPart,
}

/// The elements of an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements {
    pub(crate) element: Element,
    /// Size of an element in bytes.
    pub(crate) size: usize,
    /// Offset of the first element.
    pub(crate) offset: usize,
    /// Offset of the number of elements.
    pub(crate) length_offset: usize,
    /// Whether the elements may contain references.
    pub(crate) have_references: bool,
}

/// State guarded by the lock. Holding the lock is the right to write entries.
#[derive(Default)]
struct Registrations {
    /// The details that entries point to.
    details: Vec<Arc<Details>>,
}

/// The table of a heap's types.
pub(crate) struct TypeTable {
    memory: Reservation,
    registrations: Mutex<Registrations>,
    /// The host's model of types that are not registered.
    model: Option<Box<dyn ErasedModel>>,
    /// A type was registered whose objects the host's code traces. Relaxed: it is set before such
    /// an object can exist, and read in pauses.
    has_traced: AtomicBool,
}

impl fmt::Debug for TypeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TypeTable")
    }
}

impl TypeTable {
    /// Bytes of address space of a table.
    pub(crate) const BYTES: usize = (TypeId::MAX.get() as usize + 1) * size_of::<Entry>();

    /// Creates a table without types. `model` is the host's model of all other types, if it has
    /// one.
    pub(crate) fn new(model: Option<HostModel>) -> io::Result<Self> {
        let memory = Reservation::new(Self::BYTES)?;
        // Zero bytes, which are entries without a type.
        memory.make_readable(memory.range())?;
        Ok(Self {
            memory,
            registrations: Mutex::default(),
            model: model.map(|model| model.0),
            has_traced: AtomicBool::new(false),
        })
    }

    /// As [`Self::register`], in a heap that may contain objects: fails if the host's model
    /// describes objects of the type.
    pub(crate) fn register_after_start(
        &self,
        id: TypeId,
        description: impl Into<TypeDescription>,
    ) -> Result<(), TypeRegistrationError> {
        // Before the lock is taken: a model is the host's code.
        if self.model.as_ref().is_some_and(|model| model.is_described(id))
            && self.entry(id).head().kind() == Kind::None
        {
            return Err(TypeRegistrationError::Described { id });
        }
        self.register(id, description)
    }

    /// Registers a type. Threads may be running and collecting.
    pub(crate) fn register(
        &self,
        id: TypeId,
        description: impl Into<TypeDescription>,
    ) -> Result<(), TypeRegistrationError> {
        if id.get() == 0 {
            return Err(TypeRegistrationError::Reserved);
        }
        if id > TypeId::MAX {
            return Err(TypeRegistrationError::IdTooLarge { id });
        }
        // Before the lock is taken: a model is the host's code.
        let descriptor = Descriptor::new(id, description.into())?;
        let mut registrations = self.registrations.lock();
        let entry = self.entry(id);
        if entry.head().kind() != Kind::None {
            return Err(TypeRegistrationError::Duplicate { id });
        }
        let offset = id.get() as usize * size_of::<Entry>() / GRANULE * GRANULE;
        let start = self.memory.start() + offset;
        self.memory
            .commit(start..start + GRANULE)
            .map_err(|error| TypeRegistrationError::Memory { id, kind: error.kind() })?;
        if let More::Details(details) = &descriptor.more {
            if matches!(**details, Details::Traced(_)) {
                self.has_traced.store(true, Relaxed);
            }
            registrations.details.push(Arc::clone(details));
        }
        entry.publish(&descriptor);
        Ok(())
    }

    /// Returns the type's entry. Ids above [`TypeId::MAX`] are reduced modulo the number of
    /// entries: no header contains one.
    #[inline]
    pub(super) fn entry(&self, id: TypeId) -> &Entry {
        let index = (id.get() & TypeId::MAX.get()) as usize;
        let address = self.memory.start() + index * size_of::<Entry>();
        // SAFETY: within the table, which is readable as long as it exists, aligned, and consists
        // of atomics, for which zeros are valid.
        unsafe { &*core::ptr::with_exposed_provenance::<Entry>(address) }
    }

    /// Returns what describes objects of this type, if that does not fit into its entry.
    #[inline]
    pub(super) fn other(&self, id: TypeId, entry: &Entry) -> Other<'_> {
        match entry.head().kind() {
            // SAFETY: the entry is of this kind, and the table keeps what its entries point to.
            Kind::Other => match unsafe { self.entry(id).details() } {
                Some(details) => Other::Details(details),
                None => Other::Nothing,
            },
            // Id 0 is that of zeroed memory.
            Kind::None if id.get() != 0 => match &self.model {
                Some(model) => Other::Model(&**model),
                None => Other::Nothing,
            },
            _ => Other::Nothing,
        }
    }

    /// Returns how an object of the type is allocated; `None` if the type has no layout.
    pub(crate) fn allocation_layout(&self, id: TypeId) -> Option<AllocationLayout> {
        let entry = self.entry(id);
        let head = entry.head();
        let alignment = head.alignment();
        let array = |element_size| AllocationLayout::Tailed {
            fixed: ARRAY_HEADER,
            length_offset: WORD,
            element_size,
            alignment,
        };
        Some(match head.kind() {
            Kind::Fixed => AllocationLayout::Fixed { size: head.size(), alignment },
            Kind::References | Kind::Plain => array(head.size()),
            Kind::Other | Kind::None => match self.other(id, entry) {
                Other::Details(Details::Long { .. } | Details::Special { .. }) => {
                    AllocationLayout::Fixed { size: head.size(), alignment }
                }
                Other::Details(Details::Tailed(tailed)) => AllocationLayout::Tailed {
                    fixed: tailed.size,
                    length_offset: tailed.length_offset,
                    element_size: tailed.element_size,
                    alignment,
                },
                Other::Details(Details::Traced(_)) => AllocationLayout::Any { alignment },
                Other::Model(model) => AllocationLayout::Any { alignment: model.alignment(id) },
                Other::Nothing => return None,
            },
        })
    }

    /// Returns whether objects of the type can exist: it is registered, or the host has a model.
    pub(crate) fn is_known(&self, id: TypeId) -> bool {
        let entry = self.entry(id);
        entry.head().kind() != Kind::None || matches!(self.other(id, entry), Other::Model(_))
    }

    /// Returns whether the heap may have objects that only the host's code describes.
    pub(crate) fn has_described(&self) -> bool {
        self.model.is_some() || self.has_traced.load(Relaxed)
    }

    /// Returns whether only the host's code knows the size of such objects and the places of their
    /// references. The host's code is called only while all threads are stopped.
    pub(crate) fn is_described(&self, id: TypeId) -> bool {
        let other = self.other(id, self.entry(id));
        matches!(other, Other::Model(_) | Other::Details(Details::Traced(_)))
    }

    /// Returns the elements of a type that has elements.
    pub(crate) fn elements(&self, id: TypeId) -> Option<Elements> {
        if self.is_described(id) {
            return None;
        }
        let allocation_layout = self.allocation_layout(id)?;
        let AllocationLayout::Tailed { fixed: offset, length_offset, element_size: size, .. } =
            allocation_layout
        else {
            return None;
        };
        let head = self.entry(id).head();
        let element = match head.kind() {
            Kind::References => Element::Reference,
            _ => Element::OfType(id),
        };
        let have_references = head.has_references();
        Some(Elements { element, size, offset, length_offset, have_references })
    }

    /// Returns all that is known of objects of this type, if its entry contains that: true for most
    /// types.
    #[inline]
    pub(crate) fn simple(&self, id: TypeId) -> Option<SimpleLayout> {
        let entry = self.entry(id);
        let size = entry.head().simple_size()?;
        Some(SimpleLayout { size, references: ScanPart::words(entry.bits()) })
    }

    /// Returns what seems to begin at `address`, where `room` bytes can be read; `None` if no
    /// object can be there. Reads nothing else, and does not call the host's code.
    ///
    /// # Safety
    ///
    /// `room` bytes at `address`, which is 8-aligned, are memory of the heap. No thread changes
    /// their first word, nor the word with a length if an object of the header's type begins there.
    pub(crate) unsafe fn candidate(
        &self,
        header: Header,
        address: usize,
        room: usize,
    ) -> Option<Candidate> {
        let id = header.type_id();
        if room < 2 * WORD || !self.is_known(id) {
            return None;
        }
        if self.is_described(id) {
            return Some(Candidate::Described);
        }
        if let Some(elements) = self.elements(id)
            && elements.length_offset > room - WORD
        {
            return None;
        }
        // SAFETY: the type is registered, and its length is within the room, if it has one.
        let extent = unsafe { self.extent(header, address) }?;
        (extent.size <= room && address.is_multiple_of(extent.alignment.bytes()))
            .then_some(Candidate::Registered(extent))
    }

    /// Returns the extent of the object with this header at `address`; `None` if its type is not
    /// registered (then the heap is corrupt, or the front end forgot to register a type).
    ///
    /// # Safety
    ///
    /// `address` is that of an object with this header, complete and not being changed. If its type
    /// [is described](Self::is_described), all threads that run managed code are stopped.
    #[inline]
    pub(crate) unsafe fn extent(&self, header: Header, address: usize) -> Option<Extent> {
        let entry = self.entry(header.type_id());
        let head = entry.head();
        let (size, references) = match head.kind() {
            Kind::Fixed => (head.size(), ScanPart::words(entry.bits())),
            Kind::References | Kind::Plain => {
                // SAFETY: an array has its length in the second word.
                let length = unsafe { load(address + WORD) };
                let size = tailed_size(ARRAY_HEADER, head.size(), length)?;
                (size, ScanPart::all_if(head.has_references()))
            }
            // SAFETY: passed on.
            Kind::Other | Kind::None => return unsafe { self.other_extent(header, address) },
        };
        Some(Extent { size, alignment: head.alignment(), references })
    }

    /// As [`Self::extent`], for types that are not described by their entry alone.
    #[inline(never)]
    unsafe fn other_extent(&self, header: Header, address: usize) -> Option<Extent> {
        let id = header.type_id();
        let entry = self.entry(id);
        match self.other(id, entry) {
            // SAFETY: passed on.
            Other::Details(details) => unsafe { details.extent(id, entry.head(), address) },
            // SAFETY: passed on.
            Other::Model(model) => unsafe { model.extent(id, address) },
            Other::Nothing => None,
        }
    }

    /// Returns the fields of a type that tracing does not follow.
    pub(crate) fn special(&self, id: TypeId) -> Option<&Special> {
        match self.other(id, self.entry(id)) {
            Other::Details(Details::Special { special, .. }) => Some(special),
            _ => None,
        }
    }
}

/// A possible object at a word that looks like a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Candidate {
    /// An object with this extent, for which there is room.
    Registered(Extent),
    /// An object whose extent only the host's code knows.
    Described,
}

/// The description of objects that is not in their type's entry.
pub(super) enum Other<'a> {
    Details(&'a Details),
    Model(&'a dyn ErasedModel),
    Nothing,
}

/// A host's model of its objects, for a heap that is to be created.
pub(crate) struct HostModel(Box<dyn ErasedModel>);

impl HostModel {
    pub(crate) fn new(model: impl ObjectModel) -> Self {
        Self(Box::new(model))
    }
}

impl fmt::Debug for HostModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HostModel")
    }
}
