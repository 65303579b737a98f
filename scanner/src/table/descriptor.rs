//! What the table knows of a call site's frame, as a few integers.
//!
//! A descriptor is a run of 32-bit words, so that equal ones are found by comparing words, all lie
//! in one array, and a file can hold them as they are:
//!
//! ```text
//! 0   what leads to the CFA (8 bits), number of saved registers (8), lost registers (16, a bit each)
//! 1   offset of the CFA from that
//! 2   offset of the return address from the CFA
//! 3   number of base roots (16 bits), number of derived roots (16)
//! 4   a saved register each: packed location; the offset is from the CFA
//!     a base root each: packed location
//!     a derived root each: packed location, then the number of its base among the base roots
//! ```
//!
//! A packed location has a code in its low byte and an offset, in words of eight bytes, in the
//! other 24 bits.

use core::marker::PhantomData;

use crate::arch::{Architecture, Register};

pub(super) const HEADER_WORDS: usize = 4;
const STACK_POINTER: u8 = 0xff;
/// Set in the code of a location that is a register, not a slot.
const IN_REGISTER: u8 = 0x80;

/// What a stack address is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressBase {
    /// The frame's stack pointer behind the call.
    StackPointer,
    /// The frame's value of [`Architecture::CALLEE_SAVED`] with this index.
    CalleeSaved(u8),
}

impl AddressBase {
    pub(super) fn new<A: Architecture>(register: Register) -> Option<Self> {
        if register == A::STACK_POINTER {
            return Some(Self::StackPointer);
        }
        crate::arch::callee_saved_index::<A>(register).map(|index| Self::CalleeSaved(index as u8))
    }

    fn code(self) -> u8 {
        match self {
            Self::StackPointer => STACK_POINTER,
            Self::CalleeSaved(index) => index,
        }
    }

    fn from_code(code: u8) -> Self {
        if code == STACK_POINTER { Self::StackPointer } else { Self::CalleeSaved(code) }
    }
}

/// Where a frame keeps a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RootLocation {
    /// In the word at `base` plus `offset` bytes.
    Slot {
        /// What the slot is relative to.
        base: AddressBase,
        /// Bytes; a multiple of eight.
        offset: i32,
    },
    /// In the register of [`Architecture::CALLEE_SAVED`] with this index, which is wherever the
    /// next younger frame that uses the register saved it.
    Register(u8),
}

/// A location in one word; unpacked again it is the same. `None` if the offset does not fit in 24
/// bits of eight bytes, 64 MiB, or is not a multiple of eight.
pub(super) fn pack(location: RootLocation) -> Option<u32> {
    let (code, offset) = match location {
        RootLocation::Slot { base, offset } => (base.code(), offset),
        RootLocation::Register(index) => (IN_REGISTER | index, 0),
    };
    let words = offset / 8;
    let shifted = words << 8;
    (offset % 8 == 0 && shifted >> 8 == words).then_some(shifted as u32 | u32::from(code))
}

#[inline]
fn unpack(word: u32) -> RootLocation {
    let code = word as u8;
    // The shift keeps the sign.
    let offset = (word as i32 >> 8) * 8;
    if code == STACK_POINTER {
        RootLocation::Slot { base: AddressBase::StackPointer, offset }
    } else if code & IN_REGISTER != 0 {
        RootLocation::Register(code & !IN_REGISTER)
    } else {
        RootLocation::Slot { base: AddressBase::CalleeSaved(code), offset }
    }
}

pub(super) fn header(
    cfa_base: AddressBase,
    cfa_offset: i32,
    return_address: i32,
    saved: u8,
    lost: u16,
    (bases, derived): (u16, u16),
) -> [u32; HEADER_WORDS] {
    [
        u32::from(cfa_base.code()) | u32::from(saved) << 8 | u32::from(lost) << 16,
        cfa_offset as u32,
        return_address as u32,
        u32::from(bases) | u32::from(derived) << 16,
    ]
}

/// How a frame leads to its caller, and where its roots are.
#[derive(Clone, Copy)]
pub struct FrameDescriptor<'t, A> {
    header: &'t [u32; HEADER_WORDS],
    /// Saved registers, base roots, derived roots.
    rest: &'t [u32],
    architecture: PhantomData<A>,
}

impl<'t, A: Architecture> FrameDescriptor<'t, A> {
    /// The descriptor that begins at the start of `words`, if it is complete.
    #[inline]
    pub(super) fn read(words: &'t [u32]) -> Option<Self> {
        let (header, rest) = words.split_first_chunk()?;
        let mut descriptor = Self { header, rest, architecture: PhantomData };
        let len = descriptor.saved_len() + descriptor.base_len() + 2 * descriptor.derived_len();
        descriptor.rest = rest.get(..len)?;
        Some(descriptor)
    }

    fn saved_len(&self) -> usize {
        usize::from((self.header[0] >> 8) as u8)
    }

    fn derived_len(&self) -> usize {
        (self.header[3] >> 16) as usize
    }

    /// What leads to the CFA, and the offset of the CFA from that in bytes.
    #[inline]
    pub fn cfa(&self) -> (AddressBase, i32) {
        (AddressBase::from_code(self.header[0] as u8), self.header[1] as i32)
    }

    /// Where the return address into the caller lies, in bytes from the CFA.
    #[inline]
    pub fn return_address(&self) -> i32 {
        self.header[2] as i32
    }

    /// The caller's callee-saved registers that the frame saved: their index in
    /// [`Architecture::CALLEE_SAVED`], and where, in bytes from the CFA.
    #[inline]
    pub fn saved(&self) -> impl ExactSizeIterator<Item = (u8, i32)> + use<'t, A> {
        self.rest[..self.saved_len()].iter().map(|&word| (word as u8, (word as i32 >> 8) * 8))
    }

    /// The caller's callee-saved registers whose values cannot be recovered: a bit for each index
    /// in [`Architecture::CALLEE_SAVED`].
    #[inline]
    pub fn lost(&self) -> u16 {
        (self.header[0] >> 16) as u16
    }

    /// The number of [`Self::bases`].
    #[inline]
    pub fn base_len(&self) -> usize {
        usize::from(self.header[3] as u16)
    }

    /// The roots that refer to the start of an object, each location once.
    #[inline]
    pub fn bases(&self) -> impl ExactSizeIterator<Item = RootLocation> + use<'t, A> {
        let start = self.saved_len();
        self.rest[start..start + self.base_len()].iter().map(|&word| unpack(word))
    }

    /// The roots that refer to the inside of an object, each location once and none that is among
    /// [`Self::bases`], each with the number of its object's root among those.
    #[inline]
    pub fn derived(&self) -> impl ExactSizeIterator<Item = (RootLocation, usize)> + use<'t, A> {
        let (pairs, _) = self.rest[self.saved_len() + self.base_len()..].as_chunks();
        pairs.iter().map(|&[location, base]| (unpack(location), base as usize))
    }
}

/// The frame at a `stackmap` or `patchpoint` record.
///
/// LLVM may keep copies of a value that the record does not name, so nothing of it can be
/// relocated. The record's values may be references or not, as only the runtime knows: a collector
/// checks each candidate, and keeps the object that it refers to where it is.
#[derive(Clone, Copy)]
pub struct PinnedFrame<'t, A> {
    /// Candidates are its bases; the registers that cannot be recovered are in place of the numbers
    /// of derived pointers' bases.
    frame: FrameDescriptor<'t, A>,
}

impl<'t, A: Architecture> PinnedFrame<'t, A> {
    pub(super) fn new(frame: FrameDescriptor<'t, A>) -> Self {
        Self { frame }
    }

    /// How the frame leads to its caller. Its [`bases`](FrameDescriptor::bases) are the
    /// [candidates](Self::candidates) here, and it has no derived roots that mean anything.
    #[inline]
    pub fn frame(&self) -> FrameDescriptor<'t, A> {
        self.frame
    }

    /// Where there may be references, each location once.
    #[inline]
    pub fn candidates(&self) -> impl ExactSizeIterator<Item = RootLocation> + use<'t, A> {
        self.frame.bases()
    }

    /// DWARF numbers of registers that calls do not preserve and that may hold a reference or the
    /// address of one: a walk that meets the frame must fail if there are any.
    #[inline]
    pub fn unrecoverable(&self) -> impl ExactSizeIterator<Item = u16> + use<'t, A> {
        self.frame.derived().map(|(_, register)| register as u16)
    }
}

impl<A: Architecture> core::fmt::Debug for PinnedFrame<'_, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PinnedFrame")
            .field("cfa", &self.frame.cfa())
            .field("candidates", &self.candidates().collect::<Vec<_>>())
            .field("unrecoverable", &self.unrecoverable().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl<A: Architecture> core::fmt::Debug for FrameDescriptor<'_, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FrameDescriptor")
            .field("cfa", &self.cfa())
            .field("return_address", &self.return_address())
            .field("saved", &self.saved().collect::<Vec<_>>())
            .field("lost", &self.lost())
            .field("bases", &self.bases().collect::<Vec<_>>())
            .field("derived", &self.derived().collect::<Vec<_>>())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(base: AddressBase, offset: i32) -> RootLocation {
        RootLocation::Slot { base, offset }
    }

    #[test]
    fn locations_survive_packing() {
        for location in [
            slot(AddressBase::StackPointer, 0),
            slot(AddressBase::StackPointer, 8),
            slot(AddressBase::StackPointer, -64),
            slot(AddressBase::CalleeSaved(0), 56),
            slot(AddressBase::CalleeSaved(11), -8),
            slot(AddressBase::StackPointer, 8 * ((1 << 23) - 1)),
            slot(AddressBase::StackPointer, -8 * (1 << 23)),
            RootLocation::Register(0),
            RootLocation::Register(5),
        ] {
            assert_eq!(pack(location).map(unpack), Some(location));
        }
    }

    #[test]
    fn offsets_that_do_not_fit_are_refused() {
        let sp = AddressBase::StackPointer;
        for offset in [4, -1, 8 << 23, -8 * (1 << 23) - 8, i32::MAX - 7, i32::MIN] {
            assert_eq!(pack(slot(sp, offset)), None, "{offset}");
        }
    }
}
