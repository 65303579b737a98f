//! The table's entry for the frame of a call site, as a few integers.
//!
//! A descriptor is a run of 32-bit words that begins with the position of another run, the frame:
//! frames repeat even more often than descriptors.
//!
//! ```text
//! frame
//! 0   what leads to the CFA (8 bits), number of saved registers (6), how the return address is signed (2),
//!     lost registers (12, a bit each), number of vector registers saved or lost (4)
//! 1   offset of the CFA from that
//! 2   offset of the return address from the CFA
//! 3   a saved register each: packed location; the offset is from the CFA
//!     a vector register each, of those that callees preserve: the same with its number among these, or, if it is
//!     lost, that as the number of a register
//!
//! descriptor
//! 0   position of the frame in the words of all frames (24 bits), form (8)
//! 1   if FORM_REGISTERS: callee-saved registers that are base roots, a bit each
//!     the form's number of words: a bit for each of the first words of the frame from the stack
//!     pointer on that is a base root
//!     if FORM_LIST: number of further base roots (16 bits), number of derived roots (16);
//!         a further base root each: packed location
//!         a derived root each: packed location, then the number of its base among all base roots
//! ```
//!
//! A packed location has a code in its low byte and an offset, in words of eight bytes, in the
//! other 24 bits. Base roots are numbered in the order above. At a `stackmap` or `patchpoint`
//! (FORM_PINNED) the base roots are the references that the record lists (FORM_LISTED), or all
//! values that may be references if it has no list. In place of derived roots are the registers
//! that cannot be recovered: 0, then the DWARF number.

use core::marker::PhantomData;

use crate::arch::{Architecture, Register};
use crate::cfi::ReturnAddressSigning;

pub(super) const FRAME_HEADER_WORDS: usize = 3;
/// The bits of the form that hold the number of words of slot bits.
pub(super) const FORM_SLOT_WORDS: u32 = 0x0f;
pub(super) const FORM_REGISTERS: u32 = 0x10;
pub(super) const FORM_LIST: u32 = 0x20;
pub(super) const FORM_PINNED: u32 = 0x40;
/// With [`FORM_PINNED`]: the record lists its references.
pub(super) const FORM_LISTED: u32 = 0x80;
/// Width of the form: the number of bits by which the frame's position is shifted.
pub(super) const FORM_BITS: u32 = 8;
/// The most vector registers that a frame can have saved.
pub(super) const MAX_VECTORS: usize = 8;
/// The most registers that a frame can have saved, as its number of bits allows.
const MAX_SAVED: u8 = 0x3f;
/// The lowest bit of the field for the signing of the return address.
const SIGNING_SHIFT: u32 = 14;
const _: () = assert!(SIGNING_SHIFT + ReturnAddressSigning::BITS == 16);
pub(super) const STACK_POINTER: u8 = 0xff;
/// Set in the code of a location that is a register, not a slot.
pub(super) const IN_REGISTER: u8 = 0x80;

/// The base of a stack address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AddressBase {
    /// The frame's stack pointer after the call.
    StackPointer,
    /// The frame's value of [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED) with
    /// this index.
    CalleeSaved(u8),
}

impl AddressBase {
    pub(crate) fn new<A: Architecture>(register: Register) -> Option<Self> {
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

/// The location of a root in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RootLocation {
    /// In the word at `base` plus `offset` bytes.
    Slot {
        /// The base of the slot's address.
        base: AddressBase,
        /// Offset in bytes; a multiple of eight.
        offset: i32,
    },
    /// In the register of [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED) with this
    /// index. Its value is wherever the next younger frame that uses the register has saved it.
    Register(u8),
}

/// Packs a location into one word; [`unpack`] returns the same location. `None` if the offset does
/// not fit in 24 bits of eight bytes, 64 MiB, or is not a multiple of eight.
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
pub(super) fn unpack(word: u32) -> RootLocation {
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
    /// Saved registers, then vector registers.
    saved: &'t [u32],
    registers: u16,
    base_len: u16,
    /// A bit for each word from the stack pointer upwards.
    slots: &'t [u32],
    further: &'t [u32],
    derived: &'t [[u32; 2]],
    architecture: PhantomData<A>,
}

/// Returns the number of saved registers.
fn saved_len(frame: &[u32; FRAME_HEADER_WORDS]) -> usize {
    usize::from((frame[0] >> 8) as u8 & MAX_SAVED)
}

/// The kind of record to which a descriptor belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Statepoint,
    /// A [`PinnedFrame`], and whether its record lists the references.
    Pinned {
        listed: bool,
    },
}

impl<'t, A: Architecture> FrameDescriptor<'t, A> {
    /// Reads the descriptor that begins at the start of `words`, if it is complete, and its form.
    #[inline]
    pub(super) fn read(words: &'t [u32], frames: &'t [u32]) -> Option<(Self, Form)> {
        let (&first, mut rest) = words.split_first()?;
        let (frame, saved) = frames.get((first >> FORM_BITS) as usize..)?.split_first_chunk()?;
        let mut descriptor = Self {
            frame,
            saved: saved.get(..saved_len(frame) + (frame[0] >> 28) as usize)?,
            registers: 0,
            base_len: 0,
            slots: &[],
            further: &[],
            derived: &[],
            architecture: PhantomData,
        };
        let mut base_len = 0;
        if first & FORM_REGISTERS != 0 {
            let (&registers, tail) = rest.split_first()?;
            descriptor.registers = registers as u16;
            base_len += descriptor.registers.count_ones();
            rest = tail;
        }
        let (slots, rest) = rest.split_at_checked((first & FORM_SLOT_WORDS) as usize)?;
        descriptor.slots = slots;
        base_len += slots.iter().map(|word| word.count_ones()).sum::<u32>();
        if first & FORM_LIST != 0 {
            let (&counts, rest) = rest.split_first()?;
            let (further, rest) = rest.split_at_checked(usize::from(counts as u16))?;
            descriptor.further = further;
            base_len += u32::from(counts as u16);
            descriptor.derived = rest.as_chunks().0.get(..(counts >> 16) as usize)?;
        }
        descriptor.base_len = u16::try_from(base_len).ok()?;
        let form = match first & FORM_PINNED {
            0 => Form::Statepoint,
            _ => Form::Pinned { listed: first & FORM_LISTED != 0 },
        };
        Some((descriptor, form))
    }

    /// Returns the base of the CFA and the offset of the CFA from it, in bytes.
    #[inline]
    pub fn cfa(&self) -> (AddressBase, i32) {
        (AddressBase::from_code(self.frame[0] as u8), self.frame[1] as i32)
    }

    /// Returns the location of the return address into the caller, in bytes from the CFA.
    #[inline]
    pub fn return_address(&self) -> i32 {
        self.frame[2] as i32
    }

    /// Returns how the return address into the caller is signed in its slot.
    pub fn signing(&self) -> ReturnAddressSigning {
        ReturnAddressSigning::from_bits(self.frame[0] >> SIGNING_SHIFT)
    }

    /// Iterates over the caller's callee-saved registers that the frame saved: the index in
    /// [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED), and the location in bytes
    /// from the CFA.
    #[inline]
    pub fn saved(&self) -> impl ExactSizeIterator<Item = (u8, i32)> + use<'t, A> {
        let saved = &self.saved[..saved_len(self.frame)];
        saved.iter().map(|&word| (word as u8, (word as i32 >> 8) * 8))
    }

    /// Iterates over the caller's vector registers that the frame overwrites, of those that a
    /// callee preserves: the index in
    /// [`CALLEE_SAVED_VECTORS`](crate::arch::CallingConvention::CALLEE_SAVED_VECTORS), and where it
    /// is saved, in bytes from the CFA, unless it is lost. A walk does not need them; code that
    /// returns in place of the frame must restore them.
    pub fn vectors(&self) -> impl ExactSizeIterator<Item = (u8, Option<i32>)> + use<'t, A> {
        self.saved[saved_len(self.frame)..].iter().map(|&word| match unpack(word) {
            RootLocation::Register(index) => (index, None),
            RootLocation::Slot { offset, .. } => (word as u8, Some(offset)),
        })
    }

    /// Returns the caller's callee-saved registers whose values cannot be recovered: a bit for each
    /// index in [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED).
    #[inline]
    pub fn lost(&self) -> u16 {
        (self.frame[0] >> 16) as u16 & 0x0fff
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
            left: self.base_len,
            registers: self.registers,
            word: 0,
            slots: self.slots,
            offset: -SLOTS_PER_WORD,
            further: self.further,
        }
    }

    /// Iterates over the derived roots, which point into an object. Each location occurs once and
    /// is not among [`Self::bases`]; each comes with the number of its base root among those.
    #[inline]
    pub fn derived(&self) -> impl ExactSizeIterator<Item = (RootLocation, usize)> + use<'t, A> {
        self.derived.iter().map(|&[location, base]| (unpack(location), base as usize))
    }
}

/// Bytes of the frame that one word of slot bits covers.
const SLOTS_PER_WORD: i32 = 32 * 8;

/// Iterates over the base roots of a descriptor.
#[derive(Clone, Debug)]
pub struct BaseRoots<'t> {
    left: u16,
    registers: u16,
    /// Bits of the slots from `offset` on that are not visited yet.
    word: u32,
    offset: i32,
    /// The words after that.
    slots: &'t [u32],
    further: &'t [u32],
}

impl Iterator for BaseRoots<'_> {
    type Item = RootLocation;

    #[inline]
    fn next(&mut self) -> Option<RootLocation> {
        self.left = self.left.checked_sub(1)?;
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
            self.offset += SLOTS_PER_WORD;
        }
        let offset = self.offset + 8 * self.word.trailing_zeros() as i32;
        self.word &= self.word - 1;
        Some(RootLocation::Slot { base: AddressBase::StackPointer, offset })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.into(), Some(self.left.into()))
    }
}

impl ExactSizeIterator for BaseRoots<'_> {}

/// The frame at a `stackmap` or `patchpoint` record.
///
/// LLVM may keep copies of a value that the record does not name, so its roots cannot be relocated:
/// the objects must not move. The record may [list](crate::reference_list) which values are
/// references.
#[derive(Clone, Copy)]
pub struct PinnedFrame<'t, A> {
    /// The locations are its bases; the registers that cannot be recovered are in place of the
    /// numbers of derived pointers' bases.
    frame: FrameDescriptor<'t, A>,
    listed: bool,
    /// Whether the callee preserves registers that calls do not preserve.
    callee_saves_registers: bool,
}

impl<'t, A: Architecture> PinnedFrame<'t, A> {
    pub(super) fn new(frame: FrameDescriptor<'t, A>, listed: bool) -> Self {
        Self { frame, listed, callee_saves_registers: false }
    }

    /// Returns whether values in registers that calls do not preserve are known while the call is
    /// under way, but not after it.
    pub(crate) fn callee_saves_registers(&self) -> bool {
        self.callee_saves_registers
    }

    /// Returns the frame for a callee that names, as roots of its own, all references in registers
    /// that calls do not preserve.
    #[must_use]
    pub(crate) fn without_registers(self) -> Self {
        Self { callee_saves_registers: true, ..self }
    }

    /// Returns the descriptor for unwinding the frame. Its [`bases`](FrameDescriptor::bases) are
    /// the [locations](Self::locations) here; its derived roots have no meaning.
    #[inline]
    pub fn frame(&self) -> FrameDescriptor<'t, A> {
        self.frame
    }

    /// Returns whether the record lists its references. If so, the locations hold references to the
    /// starts of objects, or, as any root may, values outside the heap. Otherwise they are all
    /// places of the record that may hold a reference, to the start or the inside of an object.
    #[inline]
    pub fn is_listed(&self) -> bool {
        self.listed
    }

    /// Iterates over the locations that hold references, or may hold them; each occurs once.
    #[inline]
    pub fn locations(&self) -> BaseRoots<'t> {
        self.frame.bases()
    }

    /// Iterates over the DWARF numbers of registers that calls do not preserve and that hold, or
    /// may hold, a reference or the address of one. A walk that meets the frame must fail if there
    /// are any.
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
