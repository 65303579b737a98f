//! The table itself.

use core::fmt;
use core::marker::PhantomData;

use super::descriptor::FrameDescriptor;
use super::index::BlockIndex;
use crate::arch::Architecture;
use crate::statepoint::StatepointError;

/// Set in the content of a call site that is not a statepoint's; the other bits are the position of
/// the reason.
pub(super) const NOT_A_STATEPOINT: u32 = 1 << 31;

/// The call sites of one code region, by return address.
pub struct CallSiteTable<A> {
    /// The lowest function address, from which the index counts.
    pub(super) base: u64,
    pub(super) index: BlockIndex,
    /// For each call site the position of its descriptor in `words`.
    pub(super) contents: Vec<u32>,
    pub(super) words: Vec<u32>,
    pub(super) functions: Functions,
    pub(super) foreign: Vec<StatepointError>,
    pub(super) descriptors: usize,
    pub(super) max_bases: usize,
    pub(super) architecture: PhantomData<A>,
}

/// The functions that have call sites. Only messages need them.
pub(super) struct Functions {
    /// Start and end, sorted.
    pub(super) ranges: Vec<(u64, u64)>,
}

impl Functions {
    fn around(&self, address: u64) -> Option<u64> {
        let behind = self.ranges.partition_point(|&(start, _)| start <= address);
        let &(start, end) = self.ranges.get(behind.checked_sub(1)?)?;
        (address < end).then_some(start)
    }
}

/// A call site in a [`CallSiteTable`].
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'t, A: Architecture> {
    /// The number of the call site in its table, in the order of return addresses from 0.
    pub number: u32,
    /// What the table knows of it.
    pub content: Content<'t, A>,
}

/// What a table knows of a call site.
#[derive(Clone, Copy, Debug)]
pub enum Content<'t, A: Architecture> {
    /// A statepoint.
    Statepoint(FrameDescriptor<'t, A>),
    /// The record cannot be a statepoint's.
    NotAStatepoint(&'t StatepointError),
}

impl<'t, A: Architecture> CallSite<'t, A> {
    /// The frame at this call site, if it is a statepoint's.
    #[inline]
    pub fn frame(&self) -> Option<FrameDescriptor<'t, A>> {
        match self.content {
            Content::Statepoint(frame) => Some(frame),
            Content::NotAStatepoint(_) => None,
        }
    }
}

impl<A: Architecture> CallSiteTable<A> {
    /// The call site that returns to exactly this address.
    #[inline]
    pub fn lookup(&self, pc: u64) -> Option<CallSite<'_, A>> {
        let offset = u32::try_from(pc.wrapping_sub(self.base)).ok()?;
        let number = self.index.find(offset)?;
        let &content = self.contents.get(number as usize)?;
        let content = if content & NOT_A_STATEPOINT == 0 {
            Content::Statepoint(FrameDescriptor::read(self.words.get(content as usize..)?)?)
        } else {
            let position = (content & !NOT_A_STATEPOINT) as usize;
            Content::NotAStatepoint(self.foreign.get(position)?)
        };
        Some(CallSite { number, content })
    }

    /// The number of call sites.
    pub fn len(&self) -> usize {
        self.contents.len()
    }

    /// Whether there is no call site.
    pub fn is_empty(&self) -> bool {
        self.contents.is_empty()
    }

    /// The address of the function around the call that returns to `pc`, whether or not the call
    /// is in the table.
    ///
    /// The end of a function that has no unwind entry is taken to be its last return address.
    pub fn function_containing(&self, pc: u64) -> Option<u64> {
        // The call may be the last instruction of its function.
        self.functions.around(pc.checked_sub(1)?)
    }

    /// The largest number of base roots at one call site; see [`FrameDescriptor::bases`].
    pub fn max_bases(&self) -> usize {
        self.max_bases
    }

    /// What is in the table, and how much memory it takes.
    pub fn statistics(&self) -> Statistics {
        let contents = size_of_val(&*self.contents);
        Statistics {
            functions: self.functions.ranges.len(),
            records: self.len(),
            not_statepoints: self.contents.iter().filter(|&&at| at & NOT_A_STATEPOINT != 0).count(),
            descriptors: self.descriptors,
            index_bytes: self.index.byte_len() + contents,
            descriptor_bytes: size_of_val(&*self.words),
        }
    }
}

impl<A: Architecture> fmt::Debug for CallSiteTable<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallSiteTable")
            .field("base", &format_args!("{:#x}", self.base))
            .field("statistics", &self.statistics())
            .finish_non_exhaustive()
    }
}

/// What a table holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Functions that have call sites.
    pub functions: usize,
    /// Call sites.
    pub records: usize,
    /// Call sites whose record is not a statepoint's.
    pub not_statepoints: usize,
    /// Distinct descriptors.
    pub descriptors: usize,
    /// Bytes that lead from a return address to a descriptor.
    pub index_bytes: usize,
    /// Bytes of all descriptors.
    pub descriptor_bytes: usize,
}
