//! A read-only view of a stack map in its section.

use super::classic::{read_function, read_map, read_record};
use super::flat::{self, Arrays};
use super::frame::{FlatFrame, FrameRegisters};
use super::location::{LiveOuts, Locations};
use super::reader::Reader;
use super::v1::V1;
use super::v2::V2;
use super::v3::V3;
use super::{StackMapLayout, StackMapParseError};

/// A validated stack map, borrowed from the bytes of its section. Offsets are in bytes from the
/// start of the section.
#[derive(Clone, Copy, Debug)]
pub struct StackMap<'a> {
    pub(super) layout: StackMapLayout,
    pub(super) section: &'a [u8],
    pub(super) start: usize,
    pub(super) end: usize,
    /// The bytes of the function table.
    pub(super) functions: &'a [u8],
    pub(super) constants: Constants<'a>,
    /// Offset of the first record.
    pub(super) records_at: usize,
    pub(super) record_count: u32,
    /// The arrays of the flat layout; empty in other layouts.
    pub(super) arrays: Arrays<'a>,
}

impl<'a> StackMap<'a> {
    /// Reads and validates the map at offset `start`. If `layout` is `None`, the layout is
    /// detected.
    pub(super) fn read(
        section: &'a [u8],
        start: usize,
        layout: Option<StackMapLayout>,
    ) -> Result<Self, StackMapParseError> {
        let [found] = *Reader::new(section, start).array("version")?;
        let allowed = match layout {
            None => "1 to 3",
            Some(StackMapLayout::V1) => "1",
            Some(StackMapLayout::V2 | StackMapLayout::Flat) => "2",
            Some(StackMapLayout::V3) => "3",
        };
        let layout = match layout {
            Some(layout) => (layout.version() == found).then_some(layout),
            None => StackMapLayout::detect(section, start),
        };
        match layout.ok_or(StackMapParseError::Version { offset: start, found, allowed })? {
            StackMapLayout::V1 => read_map::<V1>(section, start),
            StackMapLayout::V2 => read_map::<V2>(section, start),
            StackMapLayout::V3 => read_map::<V3>(section, start),
            StackMapLayout::Flat => flat::read_map(section, start),
        }
    }

    /// Returns the layout of the map.
    pub fn layout(&self) -> StackMapLayout {
        self.layout
    }

    /// Returns the version byte of the map.
    pub fn version(&self) -> u8 {
        self.layout.version()
    }

    /// Returns the offset of the map in its section.
    pub fn offset(&self) -> usize {
        self.start
    }

    /// Returns the length of the map in bytes, from its header to the padding of its last record.
    pub fn byte_len(&self) -> usize {
        self.end - self.start
    }

    /// Iterates over the functions that have records.
    pub fn functions(&self) -> Functions<'a> {
        Functions { bytes: self.functions, layout: self.layout }
    }

    /// Returns the constant pool.
    pub fn constants(&self) -> Constants<'a> {
        self.constants
    }

    /// Iterates over the records, in the order of the section.
    pub fn records(&self) -> Records<'a> {
        Records {
            reader: Reader::new(self.section, self.records_at),
            remaining: self.record_count,
            layout: self.layout,
            arrays: self.arrays,
        }
    }

    /// Iterates over the saved registers of a function of this map. There are none if the layout
    /// does not record them.
    pub fn frame_registers(&self, frame: &FlatFrame) -> FrameRegisters<'a> {
        self.arrays.frame_registers(frame)
    }

    /// Iterates over the records, each with its function. The functions' record counts determine
    /// the function of a record.
    ///
    /// # Errors
    ///
    /// [`StackMapParseError::NoRecordCounts`] if the layout has no record counts (version 1).
    pub fn function_records(&self) -> Result<FunctionRecords<'a>, StackMapParseError> {
        match self.layout {
            StackMapLayout::V1 => {
                Err(StackMapParseError::NoRecordCounts { offset: self.start, layout: self.layout })
            }
            StackMapLayout::V2 | StackMapLayout::V3 | StackMapLayout::Flat => Ok(FunctionRecords {
                functions: self.functions(),
                records: self.records(),
                current: None,
                remaining: 0,
            }),
        }
    }
}

/// A function of a stack map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// Address of the function's first instruction; 0 in an object file before relocation.
    pub address: u64,
    /// Size of the function's frame in bytes; `None` if the size is not fixed (dynamic allocas,
    /// realigned stack). On x86-64 the size includes saved registers, but not the return address.
    pub stack_size: Option<u64>,
    /// Number of records that belong to the function; `None` if the layout does not record it
    /// (version 1).
    pub record_count: Option<u64>,
    /// The flat layout's description of the frame; `None` in other layouts.
    pub frame: Option<FlatFrame>,
}

/// Iterator over the functions of a stack map.
#[derive(Clone, Debug)]
pub struct Functions<'a> {
    bytes: &'a [u8],
    layout: StackMapLayout,
}

impl Functions<'_> {
    /// Returns the size of a function in bytes.
    fn element_size(&self) -> usize {
        match self.layout {
            StackMapLayout::V1 => 16,
            StackMapLayout::V2 | StackMapLayout::V3 => 24,
            StackMapLayout::Flat => flat::FRAME_RECORD_SIZE,
        }
    }
}

impl Iterator for Functions<'_> {
    type Item = Function;

    #[inline]
    fn next(&mut self) -> Option<Function> {
        let (element, rest) = self.bytes.split_at_checked(self.element_size())?;
        self.bytes = rest;
        match self.layout {
            StackMapLayout::Flat => flat::read_function(element),
            _ => read_function(element),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.bytes.len() / self.element_size();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Functions<'_> {}

/// The constant pool of a stack map: the constants that do not fit in 32 bits.
#[derive(Clone, Copy, Debug)]
pub struct Constants<'a> {
    bytes: &'a [u8],
}

impl<'a> Constants<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// Returns the number of constants.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes.len() / 8
    }

    /// Returns whether there are no constants.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the constant with this index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<u64> {
        let bytes = self.bytes.get(index.checked_mul(8)?..)?;
        Some(u64::from_le_bytes(*bytes.first_chunk()?))
    }

    /// Iterates over all constants in the order of their index.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u64> + 'a {
        self.bytes.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes))
    }
}

/// A record: the values that are live at one instruction, and their locations.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The ID that the front end assigned to the call. Not unique.
    pub id: u64,
    /// Offset in bytes from the function's address to the instruction. For a statepoint, this is
    /// the return address of the call.
    pub instruction_offset: u32,
    /// Reserved; LLVM writes 0.
    pub flags: u16,
    /// Length in bytes of the call instruction; 0 if not known. Only the flat layout records it.
    pub call_size: u8,
    /// Whether the live-outs are known. Only the flat layout records this flag; in the other
    /// layouts it is true if the record has live-outs.
    pub has_live_out_info: bool,
    pub(super) offset: usize,
    pub(super) live_outs_at: usize,
    pub(super) locations: Locations<'a>,
    pub(super) live_outs: LiveOuts<'a>,
}

impl<'a> Record<'a> {
    /// Iterates over the locations of the values.
    #[inline]
    pub fn locations(&self) -> Locations<'a> {
        self.locations.clone()
    }

    /// Iterates over the registers that are live after the instruction; empty for a statepoint.
    #[inline]
    pub fn live_outs(&self) -> LiveOuts<'a> {
        self.live_outs.clone()
    }

    /// Returns the offset of the record in its section.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns whether LLVM wrote this record in place of one with more than 65,535 locations or
    /// live-outs. The map lacks the roots of that call site, so a collector must abort there.
    #[inline]
    pub fn is_overflow(&self) -> bool {
        self.id == u64::MAX && self.locations.len() == 0 && self.live_outs.len() == 0
    }
}

/// Iterator over the records of a stack map.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    reader: Reader<'a>,
    remaining: u32,
    layout: StackMapLayout,
    arrays: Arrays<'a>,
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    #[inline]
    fn next(&mut self) -> Option<Record<'a>> {
        self.remaining = self.remaining.checked_sub(1)?;
        // This cannot fail, because `StackMap::read` has validated these bytes.
        match self.layout {
            StackMapLayout::V1 => read_record::<V1>(&mut self.reader).ok(),
            StackMapLayout::V2 => read_record::<V2>(&mut self.reader).ok(),
            StackMapLayout::V3 => read_record::<V3>(&mut self.reader).ok(),
            StackMapLayout::Flat => flat::read_record(&mut self.reader, &self.arrays).ok(),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let remaining = self.remaining as usize;
        (remaining, Some(remaining))
    }
}

impl ExactSizeIterator for Records<'_> {}

/// Iterator over the records of a stack map, each with its function.
#[derive(Clone, Debug)]
pub struct FunctionRecords<'a> {
    functions: Functions<'a>,
    records: Records<'a>,
    current: Option<Function>,
    /// Number of records of `current` that the iterator has not returned yet.
    remaining: u64,
}

impl<'a> Iterator for FunctionRecords<'a> {
    type Item = (Function, Record<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while self.remaining == 0 {
            let function = self.functions.next()?;
            self.remaining = function.record_count.unwrap_or(0);
            self.current = Some(function);
        }
        self.remaining -= 1;
        Some((self.current?, self.records.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.records.size_hint()
    }
}

impl ExactSizeIterator for FunctionRecords<'_> {}
