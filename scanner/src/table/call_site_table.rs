//! The call-site table, a view of its binary form.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{AddAssign, Range};

use object::pod;

use super::descriptor::{Form, FrameDescriptor, PinnedFrame};
use super::format::{Header, Part, TableError};
use super::index::BlockIndex;
use super::next_generation;
use super::numbers::Numbers;
use super::record::CallSiteRecord;
use crate::arch::Architecture;

/// The call sites of one code region, by return address.
///
/// A view of words in the form that the head of `table/format.rs` describes: those of a
/// [`TableBuffer`](super::TableBuffer), or of a section of a mapped file.
pub struct CallSiteTable<'t, A> {
    code_start: u64,
    code_len: u32,
    max_bases: u16,
    has_pinned: bool,
    index: BlockIndex<'t>,
    frames: &'t [u32],
    descriptors: &'t [u32],
    descriptor_count: u32,
    sites: u32,
    /// Start and end of each function, from `code_start`.
    functions: &'t [[u32; 2]],
    /// For each call site the position of its record in `records`.
    record_index: Numbers<'t>,
    records: &'t [u8],
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
    /// The number of the call site in its table, in the order of return addresses from 0.
    pub number: u32,
    /// The table's entry for the call site.
    pub content: CallSiteContent<'t, A>,
}

/// The entry of a call site in a table.
#[derive(Clone, Copy, Debug)]
pub enum CallSiteContent<'t, A: Architecture> {
    /// A statepoint: its roots can be relocated.
    Statepoint(FrameDescriptor<'t, A>),
    /// A `stackmap` or `patchpoint`: the values that it names may be references to objects, which
    /// must not move.
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
    /// Reads the table whose unit begins with these words; more may follow it. `address` is the
    /// address of the words in the process whose code the table describes: mostly the address of
    /// the slice itself. The code is found relative to it.
    ///
    /// # Errors
    ///
    /// If the words are not a unit for this architecture and version, or too few. Takes constant
    /// time; whatever the header does not determine is checked by each look-up.
    pub fn read(words: &'t [u32], address: u64) -> Result<Self, TableError> {
        let header = Header::read::<A>(words)?;
        let table = Self::with_header(&header, words, address, next_generation());
        if table.code_start.checked_add(u64::from(table.code_len)).is_none() {
            let Self { code_start: start, code_len: length, .. } = table;
            return Err(TableError::Code { start, length });
        }
        Ok(table)
    }

    /// Creates the table whose unit begins with `header`, which was read from `words`.
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
        let numbers = |at: Part, width: u8| Numbers::new(part(at), width, header.sites);
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
            record_index: numbers(Part::RecordIndex, header.record_width),
            records: pod::bytes_of_slice(part(Part::Records)),
            words: words.get(..header.words as usize).unwrap_or_default(),
            generation,
            architecture: PhantomData,
        }
    }

    /// Returns the number of the call site that returns to exactly this address; it is the key of
    /// its [record](Self::record).
    #[inline]
    pub fn number_of(&self, pc: u64) -> Option<u32> {
        self.index.find(u32::try_from(pc.wrapping_sub(self.code_start)).ok()?)
    }

    /// Returns the call site that returns to exactly this address.
    #[inline]
    pub fn lookup(&self, pc: u64) -> Option<CallSite<'t, A>> {
        let number = self.number_of(pc)?;
        let position = self.index.content(number)?;
        let (frame, form) =
            FrameDescriptor::read(self.descriptors.get(position as usize..)?, self.frames)?;
        let content = match form {
            Form::Statepoint => CallSiteContent::Statepoint(frame),
            Form::Pinned { listed } => CallSiteContent::Pinned(PinnedFrame::new(frame, listed)),
        };
        Some(CallSite { number, content })
    }

    /// Returns the parts that a walk does not need of the record of the call site with this number.
    pub fn record(&self, number: u32) -> Option<CallSiteRecord<'t, A>> {
        if number >= self.sites {
            return None;
        }
        CallSiteRecord::read(self.records.get(self.record_index.get(number)? as usize..)?)
    }

    /// Iterates over the call sites and their return addresses, which increase.
    pub fn call_sites(&self) -> impl Iterator<Item = (u64, CallSite<'t, A>)> + use<'t, A> {
        let table = *self;
        self.index.offsets().filter_map(move |offset| {
            let pc = table.code_start.wrapping_add(offset.into());
            table.lookup(pc).map(|site| (pc, site))
        })
    }

    /// Iterates over start and end of each function that has a call site, sorted.
    pub fn functions(&self) -> impl ExactSizeIterator<Item = Range<u64>> + use<'t, A> {
        let base = self.code_start;
        let address = move |offset: u32| base.wrapping_add(offset.into());
        self.functions.iter().map(move |&[start, end]| address(start)..address(end))
    }

    /// Returns a number that only this table and copies of it have; see
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

    /// Returns the addresses that the table covers: from its first function to the end of its last
    /// one. If the last instruction is a call, its return address is the end.
    pub fn code(&self) -> Range<u64> {
        self.code_start..self.code_start.wrapping_add(u64::from(self.code_len))
    }

    /// Returns the address of the function around the call that returns to `pc`, whether or not the
    /// call is in the table.
    ///
    /// A function without unwind entry is taken to end at its last return address.
    pub fn function_containing(&self, pc: u64) -> Option<u64> {
        // The call may be the last instruction of its function.
        let call = u32::try_from(pc.checked_sub(1)?.wrapping_sub(self.code_start)).ok()?;
        let after = self.functions.partition_point(|&[start, _]| start <= call);
        let &[start, end] = self.functions.get(after.checked_sub(1)?)?;
        (call < end).then(|| self.code_start.wrapping_add(start.into()))
    }

    /// Returns the largest number of base roots at one call site; see [`FrameDescriptor::bases`].
    pub fn max_bases(&self) -> usize {
        self.max_bases.into()
    }

    /// Returns whether any call site is that of a `stackmap` or `patchpoint`. If not, no walk meets
    /// a [`PinnedFrame`] here.
    pub fn has_pinned(&self) -> bool {
        self.has_pinned
    }

    /// Returns the contents of the table in numbers, and its size.
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

/// The contents of a table in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStatistics {
    /// Number of functions that have call sites.
    pub functions: usize,
    /// Number of call sites.
    pub records: usize,
    /// Number of call sites whose record is not that of a statepoint.
    pub pinned: usize,
    /// Number of distinct descriptors.
    pub descriptors: usize,
    /// Size in bytes of the index from return addresses to descriptors.
    pub index_bytes: usize,
    /// Size in bytes of all frames and descriptors.
    pub descriptor_bytes: usize,
    /// Size in bytes of the parts of the records that a walk does not need.
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
