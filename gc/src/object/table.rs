//! The table of registered types, indexed by type id.
//!
//! The table is an array in reserved address space, with an entry for every possible id. Only the
//! parts in use take memory. So the table never moves, and a lookup computes one address from the
//! header. Types can be registered at any time, while other threads allocate and collect. The head
//! of `entry.rs` describes how these threads see a new type.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use super::descriptor::{BitsOrDetails, Descriptor, Details, Special, tailed_size};
use super::entry::{Entry, Kind};
use super::layout::{ObjectAlignment, TypeDescription, TypeId, TypeRegistrationError};
use super::model::{ErasedModel, ObjectModel};
use super::names::NameTable;
use super::scan::ScanPart;
use super::{ARRAY_HEADER, Extent, Header, WORD, load};
use crate::os::Reservation;

/// Number of bytes of the table that are committed in one step: a multiple of every page size.
const GRANULE: usize = 64 << 10;

/// The size and alignment with which objects of a type are allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AllocationLayout {
    /// Objects of `size` bytes.
    Fixed { size: usize, alignment: ObjectAlignment },
    /// Objects with a trailing array: elements of `element_size` bytes after `fixed` bytes, and the
    /// number of elements at offset `length_offset`.
    Tailed { fixed: usize, length_offset: usize, element_size: usize, alignment: ObjectAlignment },
    /// Objects whose size the front end specifies at each allocation.
    Any { alignment: ObjectAlignment },
}

/// Formats the possible sizes of the objects, for error messages.
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
    /// Returns the size in bytes of an object with `length` elements of `element_size` bytes after
    /// `fixed` bytes. `None` if the size exceeds the largest object.
    pub(crate) fn size_with(fixed: usize, element_size: usize, length: u64) -> Option<usize> {
        tailed_size(fixed, element_size, length)
    }
}

/// The type of an array element. Two arrays with equal element types can be copied to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// A reference, in an array of references.
    Reference,
    /// An element that only arrays of this type have.
    OfType(TypeId),
}

/// The layout of 8-aligned objects of one size with all references in the first 64 words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SimpleLayout {
    /// Size in bytes.
    pub(crate) size: usize,
    /// The reference slots.
    pub(crate) references: ScanPart,
}

/// The layout of the elements of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements {
    /// The type of an element.
    pub(crate) element: Element,
    /// Size of an element in bytes.
    pub(crate) size: usize,
    /// Offset of the first element in bytes.
    pub(crate) offset: usize,
    /// Offset of the number of elements in bytes.
    pub(crate) length_offset: usize,
    /// Whether the elements may contain references.
    pub(crate) have_references: bool,
}

/// State of [`TypeTable`] that its lock guards. Entries are written only while the lock is held.
#[derive(Default)]
struct Registrations {
    /// The details that entries point to. They are never removed.
    details: Vec<Arc<Details>>,
    /// Only for people: no lookup of a type reads it.
    names: NameTable,
}

/// The table of a heap's types.
pub(crate) struct TypeTable {
    /// The entries, indexed by type id.
    memory: Reservation,
    registrations: Mutex<Registrations>,
    /// The host's model of unregistered types, if any.
    model: Option<Box<dyn ErasedModel>>,
    /// Whether a [traced](super::TypeLayout::traced) type is registered. Relaxed: the flag is set
    /// before such an object can exist, and read in pauses.
    has_traced: AtomicBool,
}

impl fmt::Debug for TypeTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TypeTable")
    }
}

impl TypeTable {
    /// Address space of a table, in bytes.
    pub(crate) const BYTES: usize = (TypeId::MAX.get() as usize + 1) * size_of::<Entry>();

    /// Creates an empty table. `model` is the host's model of unregistered types, if any.
    pub(crate) fn new(model: Option<HostModel>) -> io::Result<Self> {
        let memory = Reservation::new(Self::BYTES)?;
        // The memory reads as zero, and an all-zero entry has no type.
        memory.make_readable(memory.range())?;
        Ok(Self {
            memory,
            registrations: Mutex::default(),
            model: model.map(|model| model.0),
            has_traced: AtomicBool::new(false),
        })
    }

    /// As [`Self::register`], for a heap that may contain objects. Returns an error if the host's
    /// model describes objects of the type.
    pub(crate) fn register_after_start(
        &self,
        id: TypeId,
        description: impl Into<TypeDescription>,
    ) -> Result<(), TypeRegistrationError> {
        // Called before the lock is taken, because a model is the host's code.
        if self.model.as_ref().is_some_and(|model| model.is_described(id))
            && self.entry(id).head().kind() == Kind::None
        {
            return Err(TypeRegistrationError::Described { id });
        }
        self.register(id, description)
    }

    /// Registers a type. Other threads may run managed code and collect concurrently.
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
        // Called before the lock is taken, because a model is the host's code.
        let mut description = description.into();
        let names = core::mem::take(&mut description.names);
        names.check(id, &description.layout)?;
        let descriptor = Descriptor::new(id, description)?;
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
        if let BitsOrDetails::Details(details) = &descriptor.bits_or_details {
            if matches!(**details, Details::Traced(_)) {
                self.has_traced.store(true, Relaxed);
            }
            registrations.details.push(Arc::clone(details));
        }
        registrations.names.insert(id, names);
        entry.publish(&descriptor);
        Ok(())
    }

    /// Returns a copy of the names of all types.
    pub(crate) fn names(&self) -> NameTable {
        self.registrations.lock().names.clone()
    }

    /// Returns the type's entry. Ids above [`TypeId::MAX`] are reduced modulo the number of
    /// entries: no header contains one.
    #[inline]
    pub(super) fn entry(&self, id: TypeId) -> &Entry {
        let index = (id.get() & TypeId::MAX.get()) as usize;
        let address = self.memory.start() + index * size_of::<Entry>();
        // SAFETY: the address is within the table and aligned. The table is readable as long as it
        // exists, and an all-zero `Entry` is valid.
        unsafe { &*core::ptr::with_exposed_provenance::<Entry>(address) }
    }

    /// Returns the description of the type's objects outside `entry`, the type's entry.
    #[inline]
    pub(super) fn external_description(
        &self,
        id: TypeId,
        entry: &Entry,
    ) -> ExternalDescription<'_> {
        match entry.head().kind() {
            // SAFETY: the entry is of this kind, and the table owns the details of its entries.
            Kind::Detailed => match unsafe { self.entry(id).details() } {
                Some(details) => ExternalDescription::Details(details),
                None => ExternalDescription::Absent,
            },
            // Id 0 is that of zeroed memory.
            Kind::None if id.get() != 0 => match &self.model {
                Some(model) => ExternalDescription::Model(&**model),
                None => ExternalDescription::Absent,
            },
            _ => ExternalDescription::Absent,
        }
    }

    /// Returns the layout for allocating an object of the type; `None` if the type is unknown.
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
            Kind::Detailed | Kind::None => match self.external_description(id, entry) {
                ExternalDescription::Details(Details::Long { .. } | Details::Special { .. }) => {
                    AllocationLayout::Fixed { size: head.size(), alignment }
                }
                ExternalDescription::Details(Details::Tailed(tailed)) => AllocationLayout::Tailed {
                    fixed: tailed.size,
                    length_offset: tailed.length_offset,
                    element_size: tailed.element_size,
                    alignment,
                },
                ExternalDescription::Details(Details::Traced(_)) => {
                    AllocationLayout::Any { alignment }
                }
                ExternalDescription::Model(model) => {
                    AllocationLayout::Any { alignment: model.alignment(id) }
                }
                ExternalDescription::Absent => return None,
            },
        })
    }

    /// Returns whether objects of the type can exist: the type is registered, or the host has a
    /// model of unregistered types.
    pub(crate) fn is_known(&self, id: TypeId) -> bool {
        let entry = self.entry(id);
        entry.head().kind() != Kind::None
            || matches!(self.external_description(id, entry), ExternalDescription::Model(_))
    }

    /// Returns whether the heap may contain objects that only the host's code describes.
    pub(crate) fn has_described(&self) -> bool {
        self.model.is_some() || self.has_traced.load(Relaxed)
    }

    /// Returns whether only the host's code knows the size of such objects and the offsets of their
    /// references. The host's code is called only while all threads are stopped.
    pub(crate) fn is_described(&self, id: TypeId) -> bool {
        let description = self.external_description(id, self.entry(id));
        matches!(
            description,
            ExternalDescription::Model(_) | ExternalDescription::Details(Details::Traced(_))
        )
    }

    /// Returns the element layout of an array type; `None` for other types.
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

    /// Returns the layout of objects of this type, if they are 8-aligned and the entry alone
    /// describes them. This is the case for most types.
    #[inline]
    pub(crate) fn simple(&self, id: TypeId) -> Option<SimpleLayout> {
        let entry = self.entry(id);
        let size = entry.head().simple_size()?;
        Some(SimpleLayout { size, references: ScanPart::words(entry.bits()) })
    }

    /// Returns the object that `header` indicates at `address`, where `room` bytes can be read.
    /// `None` if no object can be there. Reads no other memory, and does not call the host's code.
    ///
    /// # Safety
    ///
    /// `address` is 8-aligned, and the `room` bytes from it on are readable memory of the heap. No
    /// thread changes the header, or the length if an object of the header's type begins at
    /// `address`.
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
        // SAFETY: the type is registered. If it has a length, that is within the readable `room`.
        let extent = unsafe { self.extent(header, address) }?;
        (extent.size <= room && address.is_multiple_of(extent.alignment.bytes()))
            .then_some(Candidate::Registered(extent))
    }

    /// Returns the extent of the object with this header at `address`; `None` if its type is
    /// unknown or its size is invalid: the heap is corrupt, or the front end forgot to register a
    /// type.
    ///
    /// # Safety
    ///
    /// `address` is the address of a complete object with this header, whose length no thread
    /// changes. If its type [is described](Self::is_described), all threads that run managed code
    /// are stopped.
    #[inline]
    pub(crate) unsafe fn extent(&self, header: Header, address: usize) -> Option<Extent> {
        let entry = self.entry(header.type_id());
        let head = entry.head();
        let (size, references) = match head.kind() {
            Kind::Fixed => (head.size(), ScanPart::words(entry.bits())),
            Kind::References | Kind::Plain => {
                // SAFETY: the object is an array, which has its length in the second word.
                let length = unsafe { load(address + WORD) };
                let size = tailed_size(ARRAY_HEADER, head.size(), length)?;
                (size, ScanPart::all_if(head.has_references()))
            }
            Kind::Detailed | Kind::None => {
                // SAFETY: the caller upholds the contract of `Self::extent`.
                return unsafe { self.external_extent(header, address) };
            }
        };
        Some(Extent { size, alignment: head.alignment(), references })
    }

    /// As [`Self::extent`], for types that are not described by their entry alone.
    ///
    /// # Safety
    ///
    /// As for [`Self::extent`].
    #[inline(never)]
    unsafe fn external_extent(&self, header: Header, address: usize) -> Option<Extent> {
        let id = header.type_id();
        let entry = self.entry(id);
        match self.external_description(id, entry) {
            // SAFETY: the caller upholds the contract of `Self::extent`.
            ExternalDescription::Details(details) => unsafe {
                details.extent(id, entry.head(), address)
            },
            // SAFETY: the caller upholds the contract of `Self::extent`.
            ExternalDescription::Model(model) => unsafe { model.extent(id, address) },
            ExternalDescription::Absent => None,
        }
    }

    /// Returns the fields of the type that tracing does not follow, if it has any.
    pub(crate) fn special(&self, id: TypeId) -> Option<&Special> {
        match self.external_description(id, self.entry(id)) {
            ExternalDescription::Details(Details::Special { special, .. }) => Some(special),
            _ => None,
        }
    }
}

/// A possible object, found at a word that looks like a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Candidate {
    /// An object of a registered type. Its extent fits into the available memory.
    Registered(Extent),
    /// An object whose extent only the host's code knows.
    Described,
}

/// The description of a type's objects outside its entry.
pub(super) enum ExternalDescription<'a> {
    /// The details of a registered type.
    Details(&'a Details),
    /// The host's model, for a type that is not registered.
    Model(&'a dyn ErasedModel),
    /// No description: the entry is sufficient, or the type is unknown.
    Absent,
}

/// The host's model of unregistered types, as passed to [`TypeTable::new`].
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
