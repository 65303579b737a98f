//! The table's entry for a call site: the unwind rule of its frame and the locations of its roots.
//!
//! A descriptor is a sequence of 32-bit words. The unwind rule is a separate sequence, the frame,
//! to which the descriptor refers, because many descriptors share a frame.
//!
//! ```text
//! frame
//! 0   base register of the CFA (8 bits), number of saved registers (6), signing scheme of the
//!     return address (2), lost registers (12, one bit each), number of saved or lost vector
//!     registers (4)
//! 1   offset of the CFA from the value of the base register, in bytes
//! 2   offset of the return address from the CFA, in bytes
//! 3   for each saved register: packed location, with its index in CALLEE_SAVED as the code and
//!         the offset from the CFA
//!     for each saved or lost register of CALLEE_SAVED_VECTORS: packed location, with its index
//!         there as the code; a lost one is packed as a register, not as a slot
//!
//! descriptor
//! 0   position of the frame in the part `frames`, in words (24 bits), format byte (8)
//! 1   if FORMAT_REGISTERS: callee-saved registers that are base roots, one bit each
//!     FORMAT_SLOT_WORDS words: bitmap of the slots that are base roots, one bit per 8 bytes of the
//!         frame, from the stack pointer upwards
//!     if FORMAT_LIST: number of further base roots (16 bits), number of derived roots (16);
//!         for each further base root: packed location
//!         for each derived root: packed location, then the index of its base root
//! ```
//!
//! A packed location has a code in the low byte and an offset, divided by 8, in the upper 24 bits.
//! The index of a base root is its position in the order above.
//!
//! FORMAT_PINNED marks a `stackmap` or `patchpoint`. With FORMAT_LISTED, its base roots are the
//! references that the record lists. Without it, they are all values that may be references.
//! Instead of derived roots, it has the registers that cannot be recovered: 0, then the DWARF
//! number. FORMAT_STACK_OBJECTS is the same bit in the descriptor of a statepoint: the contents of
//! stack objects are among the roots.

use core::marker::PhantomData;

use crate::arch::{Architecture, Register};
use crate::cfi::ReturnAddressSigning;

/// Number of words of a frame before its saved registers.
pub(super) const FRAME_HEADER_WORDS: usize = 3;
/// The bits of the format byte that hold the number of bitmap words.
pub(super) const FORMAT_SLOT_WORDS: u32 = 0x0f;
/// The descriptor has a word of callee-saved registers.
pub(super) const FORMAT_REGISTERS: u32 = 0x10;
/// The descriptor has a list of further base roots and derived roots.
pub(super) const FORMAT_LIST: u32 = 0x20;
/// The descriptor belongs to a `stackmap` or `patchpoint`.
pub(super) const FORMAT_PINNED: u32 = 0x40;
/// With [`FORMAT_PINNED`]: the record lists its references.
pub(super) const FORMAT_LISTED: u32 = 0x80;
/// Without [`FORMAT_PINNED`]: the contents of stack objects are among the base roots.
pub(super) const FORMAT_STACK_OBJECTS: u32 = 0x80;
/// Width of the format byte in bits. The frame's position is in the bits above it.
pub(super) const FORMAT_BITS: u32 = 8;
/// Maximum number of vector registers of a frame.
pub(super) const MAX_VECTORS: usize = 8;
/// Maximum number of saved registers of a frame: the mask of the 6-bit field.
const MAX_SAVED: u8 = 0x3f;
/// Position of the lowest bit of the signing scheme.
const SIGNING_SHIFT: u32 = 14;
const _: () = assert!(SIGNING_SHIFT + ReturnAddressSigning::BITS == 16);
/// Code of the stack pointer in a packed location.
pub(super) const STACK_POINTER: u8 = 0xff;
/// Flag in the code of a packed location that is a register, not a slot.
pub(super) const IN_REGISTER: u8 = 0x80;

/// The base of a stack address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressBase {
    /// The stack pointer of the frame after the call.
    StackPointer,
    /// The value in the frame of the register with this index in
    /// [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED).
    CalleeSaved(u8),
}

impl AddressBase {
    /// Returns the base for a register; `None` if calls do not preserve the register.
    pub(crate) fn new<A: Architecture>(register: Register) -> Option<Self> {
        if register == A::STACK_POINTER {
            return Some(Self::StackPointer);
        }
        crate::arch::callee_saved_index::<A>(register).map(|index| Self::CalleeSaved(index as u8))
    }

    /// Returns the code in a packed location.
    fn code(self) -> u8 {
        match self {
            Self::StackPointer => STACK_POINTER,
            Self::CalleeSaved(index) => index,
        }
    }

    /// Returns the base with this code.
    fn from_code(code: u8) -> Self {
        if code == STACK_POINTER { Self::StackPointer } else { Self::CalleeSaved(code) }
    }
}

/// The location of a root in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RootLocation {
    /// The stack slot at `base` plus `offset` bytes.
    Slot {
        /// The base of the slot's address.
        base: AddressBase,
        /// Offset in bytes; a multiple of eight.
        offset: i32,
    },
    /// The register with this index in
    /// [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED). Its value is in the slot
    /// where the next younger frame that uses the register has saved it.
    Register(u8),
}

/// Packs a location into one word. Returns `None` if the offset is not a multiple of 8, or is
/// outside the range of a signed 24-bit multiple of 8 (64 MiB).
pub(super) fn pack(location: RootLocation) -> Option<u32> {
    let (code, offset) = match location {
        RootLocation::Slot { base, offset } => (base.code(), offset),
        RootLocation::Register(index) => (IN_REGISTER | index, 0),
    };
    let words = offset / 8;
    let shifted = words << 8;
    (offset % 8 == 0 && shifted >> 8 == words).then_some(shifted as u32 | u32::from(code))
}

/// Returns the location that [`pack`] packed into `word`.
#[inline]
pub(super) fn unpack(word: u32) -> RootLocation {
    let code = word as u8;
    // An arithmetic shift, which keeps the sign.
    let offset = (word as i32 >> 8) * 8;
    if code == STACK_POINTER {
        RootLocation::Slot { base: AddressBase::StackPointer, offset }
    } else if code & IN_REGISTER != 0 {
        RootLocation::Register(code & !IN_REGISTER)
    } else {
        RootLocation::Slot { base: AddressBase::CalleeSaved(code), offset }
    }
}

/// Encodes the first words of a frame.
pub(super) fn frame_header(
    cfa_base: AddressBase,
    cfa_offset: i32,
    return_address: i32,
    signing: ReturnAddressSigning,
    saved: u8,
    lost: u16,
    vectors: u8,
) -> [u32; FRAME_HEADER_WORDS] {
    [
        u32::from(cfa_base.code())
            | u32::from(saved) << 8
            | signing.bits() << SIGNING_SHIFT
            | u32::from(lost) << 16
            | u32::from(vectors) << 28,
        cfa_offset as u32,
        return_address as u32,
    ]
}

/// The rule for unwinding a frame, and the locations of its roots.
#[derive(Clone, Copy)]
pub struct FrameDescriptor<'t, A> {
    frame: &'t [u32; FRAME_HEADER_WORDS],
    /// Packed locations of saved registers, then of vector registers.
    saved: &'t [u32],
    /// Callee-saved registers that are base roots, one bit each.
    registers: u16,
    /// Number of base roots.
    base_len: u16,
    has_stack_objects: bool,
    /// Bitmap of the slots that are base roots, one bit per 8 bytes from the stack pointer upwards.
    slots: &'t [u32],
    /// Packed locations of the other base roots.
    further: &'t [u32],
    /// Packed location of each derived root, and the index of its base root.
    derived: &'t [[u32; 2]],
    architecture: PhantomData<A>,
}

/// Returns the number of saved registers of a frame, without vector registers.
fn saved_len(frame: &[u32; FRAME_HEADER_WORDS]) -> usize {
    usize::from((frame[0] >> 8) as u8 & MAX_SAVED)
}

/// The kind of record to which a descriptor belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DescriptorKind {
    /// A statepoint.
    Statepoint,
    /// A `stackmap` or `patchpoint`; see [`PinnedFrame`].
    Pinned {
        /// Whether the record lists its references.
        listed: bool,
    },
}

impl<'t, A: Architecture> FrameDescriptor<'t, A> {
    /// Reads the descriptor at the start of `words`, and its kind. `frames` is the part with the
    /// frames. Returns `None` if the descriptor or its frame is truncated.
    #[inline]
    pub(super) fn read(words: &'t [u32], frames: &'t [u32]) -> Option<(Self, DescriptorKind)> {
        let (&first, mut rest) = words.split_first()?;
        let (frame, saved) = frames.get((first >> FORMAT_BITS) as usize..)?.split_first_chunk()?;
        let mut descriptor = Self {
            frame,
            saved: saved.get(..saved_len(frame) + (frame[0] >> 28) as usize)?,
            registers: 0,
            base_len: 0,
            has_stack_objects: first & (FORMAT_PINNED | FORMAT_STACK_OBJECTS)
                == FORMAT_STACK_OBJECTS,
            slots: &[],
            further: &[],
            derived: &[],
            architecture: PhantomData,
        };
        let mut base_len = 0;
        if first & FORMAT_REGISTERS != 0 {
            let (&registers, tail) = rest.split_first()?;
            descriptor.registers = registers as u16;
            base_len += descriptor.registers.count_ones();
            rest = tail;
        }
        let (slots, rest) = rest.split_at_checked((first & FORMAT_SLOT_WORDS) as usize)?;
        descriptor.slots = slots;
        base_len += slots.iter().map(|word| word.count_ones()).sum::<u32>();
        if first & FORMAT_LIST != 0 {
            let (&counts, rest) = rest.split_first()?;
            let (further, rest) = rest.split_at_checked(usize::from(counts as u16))?;
            descriptor.further = further;
            base_len += u32::from(counts as u16);
            descriptor.derived = rest.as_chunks().0.get(..(counts >> 16) as usize)?;
        }
        descriptor.base_len = u16::try_from(base_len).ok()?;
        let kind = match first & FORMAT_PINNED {
            0 => DescriptorKind::Statepoint,
            _ => DescriptorKind::Pinned { listed: first & FORMAT_LISTED != 0 },
        };
        Some((descriptor, kind))
    }

    /// Returns the base of the CFA and the offset of the CFA from it, in bytes.
    #[inline]
    pub fn cfa(&self) -> (AddressBase, i32) {
        (AddressBase::from_code(self.frame[0] as u8), self.frame[1] as i32)
    }

    /// Returns the offset of the return address from the CFA, in bytes.
    #[inline]
    pub fn return_address(&self) -> i32 {
        self.frame[2] as i32
    }

    /// Returns the signing scheme of the stored return address.
    pub fn signing(&self) -> ReturnAddressSigning {
        ReturnAddressSigning::from_bits(self.frame[0] >> SIGNING_SHIFT)
    }

    /// Iterates over the caller's callee-saved registers that the frame has saved. Each item is the
    /// index in [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED) and the offset of
    /// the slot from the CFA, in bytes.
    #[inline]
    pub fn saved(&self) -> impl ExactSizeIterator<Item = (u8, i32)> + use<'t, A> {
        let saved = &self.saved[..saved_len(self.frame)];
        saved.iter().map(|&word| (word as u8, (word as i32 >> 8) * 8))
    }

    /// Iterates over the callee-saved vector registers that the frame overwrites. Each item is the
    /// index in [`CALLEE_SAVED_VECTORS`](crate::arch::CallingConvention::CALLEE_SAVED_VECTORS) and
    /// the offset of the slot from the CFA, in bytes; `None` if the value is lost. A walk does not
    /// need them, but code that replaces the frame must restore them.
    pub fn vectors(&self) -> impl ExactSizeIterator<Item = (u8, Option<i32>)> + use<'t, A> {
        self.saved[saved_len(self.frame)..].iter().map(|&word| match unpack(word) {
            RootLocation::Register(index) => (index, None),
            RootLocation::Slot { offset, .. } => (word as u8, Some(offset)),
        })
    }

    /// Returns the set of the caller's callee-saved registers whose values cannot be recovered. A
    /// bit is the index in [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED).
    #[inline]
    pub fn lost(&self) -> u16 {
        (self.frame[0] >> 16) as u16 & 0x0fff
    }

    /// Returns whether the contents of stack objects are among the roots. Functions that have the
    /// address of such an object may store other references in it while the frame exists.
    #[inline]
    pub fn has_stack_objects(&self) -> bool {
        self.has_stack_objects
    }

    /// Returns the number of [`Self::bases`].
    #[inline]
    pub fn base_len(&self) -> usize {
        self.base_len.into()
    }

    /// Iterates over the base roots, which point to the start of an object. Each location occurs
    /// once: registers, then slots that are relative to the stack pointer, then others.
    #[inline]
    pub fn bases(&self) -> BaseRoots<'t> {
        BaseRoots {
            remaining: self.base_len,
            registers: self.registers,
            word: 0,
            slots: self.slots,
            offset: -BYTES_PER_BITMAP_WORD,
            further: self.further,
        }
    }

    /// Iterates over the derived roots, which point into an object. Each item is a location that is
    /// not in [`Self::bases`], and the index in [`Self::bases`] of its base root. Each location
    /// occurs once.
    #[inline]
    pub fn derived(&self) -> impl ExactSizeIterator<Item = (RootLocation, usize)> + use<'t, A> {
        self.derived.iter().map(|&[location, base]| (unpack(location), base as usize))
    }
}

/// Number of bytes of the frame that one bitmap word covers.
const BYTES_PER_BITMAP_WORD: i32 = 32 * 8;

/// Iterator over the base roots of a descriptor.
#[derive(Clone, Debug)]
pub struct BaseRoots<'t> {
    /// Number of roots that the iterator has not returned yet.
    remaining: u16,
    /// Registers that the iterator has not returned yet, one bit each.
    registers: u16,
    /// The current bitmap word, without the slots that the iterator has returned.
    word: u32,
    /// Offset in bytes from the stack pointer of the slot of bit 0 of `word`.
    offset: i32,
    /// The bitmap words after `word`.
    slots: &'t [u32],
    /// Packed locations of the other base roots that the iterator has not returned yet.
    further: &'t [u32],
}

impl Iterator for BaseRoots<'_> {
    type Item = RootLocation;

    #[inline]
    fn next(&mut self) -> Option<RootLocation> {
        self.remaining = self.remaining.checked_sub(1)?;
        if self.registers != 0 {
            let index = self.registers.trailing_zeros();
            self.registers &= self.registers - 1;
            return Some(RootLocation::Register(index as u8));
        }
        while self.word == 0 {
            let Some((&word, slots)) = self.slots.split_first() else {
                let (&location, further) = self.further.split_first()?;
                self.further = further;
                return Some(unpack(location));
            };
            (self.word, self.slots) = (word, slots);
            self.offset += BYTES_PER_BITMAP_WORD;
        }
        let offset = self.offset + 8 * self.word.trailing_zeros() as i32;
        self.word &= self.word - 1;
        Some(RootLocation::Slot { base: AddressBase::StackPointer, offset })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.remaining.into(), Some(self.remaining.into()))
    }
}

impl ExactSizeIterator for BaseRoots<'_> {}

/// The frame at a `stackmap` or `patchpoint` record.
///
/// LLVM may keep copies of a value that are not in the record. So the roots cannot be relocated,
/// and the objects must not move. The record may [list](crate::reference_list) which values are
/// references.
#[derive(Clone, Copy)]
pub struct PinnedFrame<'t, A> {
    /// The base roots are the locations. The base indices of the derived roots are the DWARF
    /// numbers of the registers that cannot be recovered.
    frame: FrameDescriptor<'t, A>,
    /// Whether the record lists its references.
    listed: bool,
    /// Whether the callee reports the references in registers that calls do not preserve.
    callee_saves_registers: bool,
}

impl<'t, A: Architecture> PinnedFrame<'t, A> {
    pub(super) fn new(frame: FrameDescriptor<'t, A>, listed: bool) -> Self {
        Self { frame, listed, callee_saves_registers: false }
    }

    /// Returns whether [`Self::without_registers`] created the frame: the callee reports the
    /// references in registers that calls do not preserve.
    pub(crate) fn callee_saves_registers(&self) -> bool {
        self.callee_saves_registers
    }

    /// Returns the frame for a callee that reports all references in registers that calls do not
    /// preserve as its own roots.
    #[must_use]
    pub(crate) fn without_registers(self) -> Self {
        Self { callee_saves_registers: true, ..self }
    }

    /// Returns the descriptor for unwinding the frame. Its [`bases`](FrameDescriptor::bases) are
    /// the [locations](Self::locations); its derived roots must be ignored.
    #[inline]
    pub fn frame(&self) -> FrameDescriptor<'t, A> {
        self.frame
    }

    /// Returns whether the record lists its references. If so, the locations hold references to the
    /// starts of objects, or values outside the heap, like any root. Otherwise, the locations are
    /// all that may hold a reference, which may also point into an object.
    #[inline]
    pub fn is_listed(&self) -> bool {
        self.listed
    }

    /// Iterates over the locations that hold or may hold references. Each location occurs once.
    #[inline]
    pub fn locations(&self) -> BaseRoots<'t> {
        self.frame.bases()
    }

    /// Iterates over the DWARF numbers of registers that hold or may hold a reference, or its
    /// address, but that calls do not preserve. If there are any, a walk must return an error at
    /// this frame.
    #[inline]
    pub fn unrecoverable(&self) -> impl ExactSizeIterator<Item = u16> + use<'t, A> {
        let frame = match self.callee_saves_registers {
            true => FrameDescriptor { derived: &[], ..self.frame },
            false => self.frame,
        };
        frame.derived().map(|(_, register)| register as u16)
    }
}

impl<A: Architecture> core::fmt::Debug for PinnedFrame<'_, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PinnedFrame")
            .field("cfa", &self.frame.cfa())
            .field("listed", &self.listed)
            .field("locations", &self.locations().collect::<Vec<_>>())
            .field("unrecoverable", &self.unrecoverable().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl<A: Architecture> core::fmt::Debug for FrameDescriptor<'_, A> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("FrameDescriptor")
            .field("cfa", &self.cfa())
            .field("return_address", &self.return_address())
            .field("signing", &self.signing())
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
    fn locations_round_trip_through_packing() {
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
    fn unrepresentable_offsets_are_rejected() {
        let sp = AddressBase::StackPointer;
        for offset in [4, -1, 8 << 23, -8 * (1 << 23) - 8, i32::MAX - 7, i32::MIN] {
            assert_eq!(pack(slot(sp, offset)), None, "{offset}");
        }
    }
}
