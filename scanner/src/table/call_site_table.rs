//! The call-site table: a view of the words of a unit.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{AddAssign, Range};

use object::pod;

use super::descriptor::{DescriptorKind, FrameDescriptor, PinnedFrame};
use super::format::{Header, Part, TableError};
use super::index::BlockIndex;
use super::next_generation;
use super::packed_integers::PackedIntegers;
use super::record::CallSiteRecord;
use crate::arch::Architecture;

/// A table of the call sites of one code region, by return address.
///
/// The table is a view of a unit (`table/format.rs`), in a [`TableBuffer`](super::TableBuffer) or
/// in a section of a mapped file.
pub struct CallSiteTable<'t, A> {
    /// Address of the start of the code.
    code_start: u64,
    /// Length of the code in bytes.
    code_len: u32,
    max_bases: u16,
    has_pinned: bool,
    index: BlockIndex<'t>,
    frames: &'t [u32],
    descriptors: &'t [u32],
    descriptor_count: u32,
    /// Number of call sites.
    sites: u32,
    /// Start and end of each function, in bytes from `code_start`.
    functions: &'t [[u32; 2]],
    /// Position of the record of each call site in `records`, in bytes.
    record_index: PackedIntegers<'t>,
    records: &'t [u8],
    /// The words of the unit.
    words: &'t [u32],
    generation: u64,
    architecture: PhantomData<A>,
}

impl<A> Clone for CallSiteTable<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for CallSiteTable<'_, A> {}

/// A call site in a [`CallSiteTable`].
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'t, A: Architecture> {
    /// Index of the call site in its table. The order is that of return addresses.
    pub number: u32,
    /// The table's entry for the call site.
    pub content: CallSiteContent<'t, A>,
}

/// The entry of a call site in a table.
#[derive(Clone, Copy, Debug)]
pub enum CallSiteContent<'t, A: Architecture> {
    /// A statepoint: its roots can be relocated.
    Statepoint(FrameDescriptor<'t, A>),
    /// A `stackmap` or `patchpoint`: the objects to which its values may refer must not move.
    Pinned(PinnedFrame<'t, A>),
}

impl<'t, A: Architecture> CallSite<'t, A> {
    /// Returns the frame at this call site, if it is a statepoint.
    #[inline]
    pub fn frame(&self) -> Option<FrameDescriptor<'t, A>> {
        match self.content {
            CallSiteContent::Statepoint(frame) => Some(frame),
            CallSiteContent::Pinned(_) => None,
        }
    }
}

impl<'t, A: Architecture> CallSiteTable<'t, A> {
    /// Reads the unit at the start of `words`, in constant time. More words may follow the unit.
    /// Only the header is validated here; lookups validate the rest.
    ///
    /// `address` is the address of the words in the process that runs the code, which is usually
    /// the address of the slice. The position of the code is relative to it.
    ///
    /// # Errors
    ///
    /// If the words are not a complete unit for this architecture and version.
    pub fn read(words: &'t [u32], address: u64) -> Result<Self, TableError> {
        let header = Header::read::<A>(words)?;
        let table = Self::with_header(&header, words, address, next_generation());
        if table.code_start.checked_add(u64::from(table.code_len)).is_none() {
            let Self { code_start: start, code_len: length, .. } = table;
            return Err(TableError::Code { start, length });
        }
        Ok(table)
    }

    /// Creates the table of the unit at the start of `words`; `header` is the header of that unit.
    pub(super) fn with_header(
        header: &Header,
        words: &'t [u32],
        address: u64,
        generation: u64,
    ) -> Self {
        let part = |part: Part| {
            let (start, end) = header.bounds(part);
            words.get(start as usize..end as usize).unwrap_or_default()
        };
        let record_index =
            PackedIntegers::new(part(Part::RecordIndex), header.record_width, header.sites);
        let (functions, _) = part(Part::Functions).as_chunks();
        Self {
            code_start: header.code_start.wrapping_add(address),
            code_len: header.code_len,
            max_bases: header.max_bases,
            has_pinned: header.has_pinned,
            index: BlockIndex::new(part(Part::Blocks), part(Part::Sites), header.content_width),
            frames: part(Part::Frames),
            descriptors: part(Part::Descriptors),
            descriptor_count: header.descriptors,
            sites: header.sites,
            functions: functions.get(..header.functions as usize).unwrap_or_default(),
            record_index,
            records: pod::bytes_of_slice(part(Part::Records)),
            words: words.get(..header.words as usize).unwrap_or_default(),
            generation,
            architecture: PhantomData,
        }
    }

    /// Returns the index of the call site whose return address is exactly `pc`. Pass it to
    /// [`Self::record`].
    #[inline]
    pub fn number_of(&self, pc: u64) -> Option<u32> {
        self.index.find(u32::try_from(pc.wrapping_sub(self.code_start)).ok()?)
    }

    /// Returns the call site whose return address is exactly `pc`.
    #[inline]
    pub fn lookup(&self, pc: u64) -> Option<CallSite<'t, A>> {
        let number = self.number_of(pc)?;
        let position = self.index.content(number)?;
        let (frame, kind) =
            FrameDescriptor::read(self.descriptors.get(position as usize..)?, self.frames)?;
        let content = match kind {
            DescriptorKind::Statepoint => CallSiteContent::Statepoint(frame),
            DescriptorKind::Pinned { listed } => {
                CallSiteContent::Pinned(PinnedFrame::new(frame, listed))
            }
        };
        Some(CallSite { number, content })
    }

    /// Returns the record of the call site with index `number`, without the parts that a walk
    /// needs.
    pub fn record(&self, number: u32) -> Option<CallSiteRecord<'t, A>> {
        if number >= self.sites {
            return None;
        }
        CallSiteRecord::read(self.records.get(self.record_index.get(number)? as usize..)?)
    }

    /// Iterates over the call sites and their return addresses, in ascending order.
    pub fn call_sites(&self) -> impl Iterator<Item = (u64, CallSite<'t, A>)> + use<'t, A> {
        let table = *self;
        self.index.offsets().filter_map(move |offset| {
            let pc = table.code_start.wrapping_add(offset.into());
            table.lookup(pc).map(|site| (pc, site))
        })
    }

    /// Iterates over the address ranges of the functions that have call sites, sorted by start.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Range<u64>> + use<'t, A> {
        let base = self.code_start;
        let address = move |offset: u32| base.wrapping_add(offset.into());
        self.functions.iter().map(move |&[start, end]| address(start)..address(end))
    }

    /// Returns the generation number, which only this table and its copies have. See
    /// [`CodeLookup::generation`](crate::walk::CodeLookup::generation).
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Returns the words of the unit.
    pub fn words(&self) -> &'t [u32] {
        self.words
    }

    /// Returns the number of call sites.
    pub fn len(&self) -> usize {
        self.sites as usize
    }

    /// Returns whether there are no call sites.
    pub fn is_empty(&self) -> bool {
        self.sites == 0
    }

    /// Returns the address range that the table covers, from its first function to the end of its
    /// last function. If the last instruction is a call, the end of the range is its return
    /// address.
    pub fn code(&self) -> Range<u64> {
        self.code_start..self.code_start.wrapping_add(u64::from(self.code_len))
    }

    /// Returns the address of the function that contains the call that returns to `pc`. The call
    /// need not be in the table.
    ///
    /// The end of a function without an unwind entry is its last return address in the table.
    pub fn function_containing(&self, pc: u64) -> Option<u64> {
        // The call may be the last instruction of its function.
        let call = u32::try_from(pc.checked_sub(1)?.wrapping_sub(self.code_start)).ok()?;
        let after = self.functions.partition_point(|&[start, _]| start <= call);
        let &[start, end] = self.functions.get(after.checked_sub(1)?)?;
        (call < end).then(|| self.code_start.wrapping_add(start.into()))
    }

    /// Returns the maximum number of base roots per call site; see [`FrameDescriptor::bases`].
    pub fn max_bases(&self) -> usize {
        self.max_bases.into()
    }

    /// Returns whether a call site belongs to a `stackmap` or `patchpoint`. If not, no lookup in
    /// this table returns a [`PinnedFrame`].
    pub fn has_pinned(&self) -> bool {
        self.has_pinned
    }

    /// Returns statistics about the contents and size of the table.
    pub fn statistics(&self) -> TableStatistics {
        let pinned =
            |(_, site): &(u64, CallSite<'_, A>)| matches!(site.content, CallSiteContent::Pinned(_));
        TableStatistics {
            functions: self.functions.len(),
            records: self.len(),
            pinned: self.call_sites().filter(pinned).count(),
            descriptors: self.descriptor_count as usize,
            index_bytes: self.index.byte_len(),
            descriptor_bytes: size_of_val(self.frames) + size_of_val(self.descriptors),
            record_bytes: self.record_index.byte_len() + self.records.len(),
            bytes: size_of_val(self.words),
        }
    }
}

impl<A: Architecture> fmt::Debug for CallSiteTable<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallSiteTable")
            .field("code", &format_args!("{:#x?}", self.code()))
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

/// Statistics about the contents and size of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStatistics {
    /// Number of functions that have call sites.
    pub functions: usize,
    /// Number of call sites.
    pub records: usize,
    /// Number of call sites of `stackmap` and `patchpoint` records.
    pub pinned: usize,
    /// Number of distinct descriptors.
    pub descriptors: usize,
    /// Size in bytes of the index from return addresses to descriptors.
    pub index_bytes: usize,
    /// Size in bytes of all frames and descriptors.
    pub descriptor_bytes: usize,
    /// Size in bytes of the records and their index, which a walk does not read.
    pub record_bytes: usize,
    /// Size in bytes of the whole table.
    pub bytes: usize,
}

impl AddAssign for TableStatistics {
    fn add_assign(&mut self, other: Self) {
        self.functions += other.functions;
        self.records += other.records;
        self.pinned += other.pinned;
        self.descriptors += other.descriptors;
        self.index_bytes += other.index_bytes;
        self.descriptor_bytes += other.descriptor_bytes;
        self.record_bytes += other.record_bytes;
        self.bytes += other.bytes;
    }
}
