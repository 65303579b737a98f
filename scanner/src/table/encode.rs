//! Encodes a frame rule and a statepoint as the words of a descriptor.

use super::descriptor::{
    self, AddressBase, FORM_BITS, FORM_LIST, FORM_LISTED, FORM_PINNED, FORM_REGISTERS,
    FORM_SLOT_WORDS, FRAME_HEADER_WORDS, IN_REGISTER, PinnedFrame, RootLocation, STACK_POINTER,
};
use super::error::TableEncodeError;
use crate::arch::{Architecture, Register, callee_saved_index};
use crate::cfi::{FrameRule, SavedLocation};
use crate::fault_injection::fault;
use crate::reference_list::ReferenceList;
use crate::stackmap::{Location, LocationKind, Locations};
use crate::statepoint::{PointerPair, ValueLocation};

/// Encodes descriptors, one after the other, without allocating for each.
#[derive(Debug, Default)]
pub struct DescriptorEncoder {
    /// The descriptor.
    words: Vec<u32>,
    frame: Vec<u32>,
    /// Packed locations of the roots that are bases.
    bases: Vec<u32>,
    /// Packed locations of derived pointers and of their bases, which [`Self::normalise`] replaces
    /// by the bases' numbers.
    derived: Vec<(u32, u32)>,
    /// DWARF numbers of registers.
    unrecoverable: Vec<u32>,
}

/// One location of a base and derived pair.
enum Place {
    /// Consecutive slots, or one register.
    Words { first: RootLocation, count: u16 },
    /// A constant or the address of a stack object: not in the heap.
    Immovable,
}

/// The words of the vector registers that a frame has saved.
#[derive(Default)]
struct Vectors {
    len: u8,
    words: [u32; descriptor::MAX_VECTORS],
}

impl Vectors {
    /// Adds a saved register that is none of
    /// [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED).
    fn add<A: Architecture>(
        &mut self,
        register: Register,
        what: SavedLocation,
    ) -> Result<(), TableEncodeError> {
        let preserved = A::CALLEE_SAVED_VECTORS.iter().position(|&vector| vector == register);
        let Some(index) = preserved else { return Ok(()) };
        let word = match what {
            SavedLocation::At(offset) => {
                packed(RootLocation::Slot { base: AddressBase::CalleeSaved(index as u8), offset })?
            }
            SavedLocation::Lost => u32::from(descriptor::IN_REGISTER) | index as u32,
        };
        if let Some(place) = self.words.get_mut(usize::from(self.len)) {
            *place = word;
            self.len += 1;
        }
        Ok(())
    }

    fn words(&self) -> &[u32] {
        &self.words[..usize::from(self.len)]
    }
}

impl DescriptorEncoder {
    /// Encodes the words of this frame.
    pub(super) fn encode_frame<A: Architecture>(
        &mut self,
        rule: &FrameRule,
    ) -> Result<&[u32], TableEncodeError> {
        self.frame.clear();
        self.frame.extend([0; FRAME_HEADER_WORDS]);
        let (mut saved, mut lost, mut vectors) = (0, 0, Vectors::default());
        for (register, what) in rule.saved.iter() {
            // A register that a callee need not preserve has no effect on a walk.
            let Some(index) = callee_saved_index::<A>(register) else {
                vectors.add::<A>(register, what)?;
                continue;
            };
            match what {
                SavedLocation::At(_) if index == 1 && fault("forget-register") => {}
                SavedLocation::At(offset) => {
                    let base = AddressBase::CalleeSaved(index as u8);
                    self.frame.push(packed(RootLocation::Slot { base, offset })?);
                    saved += 1;
                }
                SavedLocation::Lost => lost |= 1 << index,
            }
        }
        self.frame.extend(vectors.words());
        self.frame[..FRAME_HEADER_WORDS].copy_from_slice(&descriptor::frame_header(
            address_base::<A>(rule.cfa_base)?,
            rule.cfa_offset,
            rule.return_address,
            rule.signing,
            saved,
            lost,
            vectors.len,
        ));
        Ok(&self.frame)
    }

    /// Encodes the words of the descriptor for these roots in the frame that was interned at
    /// `frame`.
    ///
    /// Roots are normalised, so that frames that need the same work get the same words. Each
    /// location occurs once, in one order. A location that is a base of any pair is a base,
    /// whatever else it is. A derived pointer whose base cannot move is left out.
    ///
    /// # Errors
    ///
    /// If a table cannot express where a root is.
    pub fn encode<A: Architecture>(
        &mut self,
        frame: u32,
        pairs: impl Iterator<Item = PointerPair>,
        allocas: impl Iterator<Item = ValueLocation>,
    ) -> Result<&[u32], TableEncodeError> {
        self.bases.clear();
        self.derived.clear();
        for pair in pairs {
            self.add_pair::<A>(pair)?;
            // A damaged map may claim that vectors of thousands of pointers are in one place.
            if self.bases.len() > MAX_BASES {
                return Err(TableEncodeError::TooMany { found: self.bases.len() });
            }
        }
        for alloca in allocas {
            if fault("forget-alloca") {
                break;
            }
            // The content of a stack object is the root. One word, as the size is not recorded.
            if let ValueLocation::Address { base, offset, .. } = alloca {
                let slot = RootLocation::Slot { base: address_base::<A>(base)?, offset };
                self.bases.push(packed(slot)?);
            }
        }
        self.normalise();
        self.write(frame, 0)
    }

    /// Encodes the words of the descriptor for the frame of a `stackmap` or `patchpoint` record.
    /// Each reference of its list is a base, or each value that may be a reference if there is no
    /// list. A register that a walk cannot recover takes the place of the number of a derived
    /// pointer's base.
    pub(super) fn encode_pinned<A: Architecture>(
        &mut self,
        frame: u32,
        locations: Locations<'_>,
        list: Option<ReferenceList>,
    ) -> Result<&[u32], TableEncodeError> {
        self.bases.clear();
        self.derived.clear();
        self.unrecoverable.clear();
        let listed = match list {
            Some(ReferenceList::Locations(indices)) => Some(indices),
            Some(ReferenceList::TooLong { listed, values }) => {
                return Err(TableEncodeError::ListTooLong { listed, values });
            }
            None => None,
        };
        for (index, location) in locations.enumerate() {
            if let Some(listed) = &listed {
                if !listed.contains(&index) {
                    continue;
                }
                check_listed::<A>(location)?;
            }
            let Location { kind, size, register: dwarf, offset } = location;
            let register = A::register(dwarf);
            let words = match kind {
                LocationKind::Register if register.is_some() => u16::from(size == 8),
                // A vector register may hold several references.
                LocationKind::Register => u16::from(size > 8),
                // The stack object's size is not recorded.
                LocationKind::Direct => 1,
                LocationKind::Indirect => size / 8,
                LocationKind::Constant | LocationKind::ConstantIndex => 0,
            };
            // No reference lies at an odd address.
            let is_slot = kind != LocationKind::Register;
            if words == 0 || is_slot && offset % 8 != 0 {
                continue;
            }
            let base = register.and_then(AddressBase::new::<A>);
            let first = match (base, is_slot) {
                (Some(base), true) => RootLocation::Slot { base, offset },
                (Some(AddressBase::CalleeSaved(index)), false) => RootLocation::Register(index),
                // The stack pointer is no reference.
                (Some(AddressBase::StackPointer), false) => continue,
                (None, _) => {
                    self.unrecoverable.push(dwarf.into());
                    continue;
                }
            };
            for word in 0..words {
                self.bases.push(packed(nth(first, word)?)?);
            }
        }
        self.write_pinned(frame, listed.is_some())
    }

    /// Encodes the words of a descriptor with the locations of all these, which have the same
    /// frame. They form a list if each of them is a list or has no locations.
    pub(super) fn merge_pinned<'t, A: Architecture>(
        &mut self,
        frame: u32,
        pinned: impl IntoIterator<Item = PinnedFrame<'t, A>>,
    ) -> Result<&[u32], TableEncodeError> {
        self.bases.clear();
        self.derived.clear();
        self.unrecoverable.clear();
        let mut listed = true;
        for pinned in pinned {
            let says_nothing = pinned.locations().len() == 0 && pinned.unrecoverable().len() == 0;
            listed &= pinned.is_listed() || says_nothing;
            for location in pinned.locations() {
                self.bases.push(packed(location)?);
            }
            self.unrecoverable.extend(pinned.unrecoverable().map(u32::from));
        }
        self.write_pinned(frame, listed)
    }

    fn write_pinned(&mut self, frame: u32, listed: bool) -> Result<&[u32], TableEncodeError> {
        self.normalise();
        self.unrecoverable.sort_unstable();
        self.unrecoverable.dedup();
        self.derived.extend(self.unrecoverable.iter().map(|&register| (0, register)));
        self.write(frame, FORM_PINNED | if listed { FORM_LISTED } else { 0 })
    }

    /// Returns the words of the descriptor that was encoded last.
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the number of base roots that were encoded last.
    pub(super) fn base_len(&self) -> usize {
        self.bases.len()
    }

    fn add_pair<A: Architecture>(&mut self, pair: PointerPair) -> Result<(), TableEncodeError> {
        let (base, derived) = (place::<A>(pair.base)?, place::<A>(pair.derived)?);
        if let Place::Words { first, count } = base {
            for word in 0..count {
                self.bases.push(packed(nth(first, word)?)?);
            }
        }
        if let (
            Place::Words { first: base, count: base_count },
            Place::Words { first: derived, count },
        ) = (base, derived)
        {
            if base_count != count {
                let [base, derived] = [base_count, count].map(|count| count.saturating_mul(8));
                return Err(TableEncodeError::PairSizes { base, derived });
            }
            for word in 0..count {
                let base = packed(nth(base, word)?)?;
                self.derived.push((packed(nth(derived, word)?)?, base));
            }
        }
        Ok(())
    }

    fn normalise(&mut self) {
        self.bases.sort_unstable_by_key(|&word| order(word));
        self.bases.dedup();
        self.derived.sort_unstable_by_key(|&(word, base)| (order(word), order(base)));
        // `check` refuses two bases, unless the location is a base itself.
        self.derived.dedup_by_key(|&mut (word, _)| word);
        let bases = &self.bases;
        self.derived.retain(|&(word, _)| position(bases, word).is_none());
        for (_, base) in &mut self.derived {
            // Every base of a pair is among the bases.
            *base = position(bases, *base).unwrap_or_default() as u32;
        }
    }

    fn write(&mut self, frame: u32, flags: u32) -> Result<&[u32], TableEncodeError> {
        let count =
            |found: usize| u16::try_from(found).map_err(|_| TableEncodeError::TooMany { found });
        count(self.bases.len())?;
        let derived = count(self.derived.len())?;
        let registers = self.bases.partition_point(|&word| order(word) < SLOTS);
        let slots = self.bases.partition_point(|&word| order(word) < OTHERS);
        let slot_words = slot_words(&self.bases[registers..slots]);
        let in_bits =
            self.bases[..slots].partition_point(|&word| order(word) < SLOTS + 32 * slot_words);

        self.words.clear();
        self.words.push(frame << FORM_BITS | slot_words as u32 | flags);
        if registers != 0 {
            self.words[0] |= FORM_REGISTERS;
            let bit = |&word: &u32| 1_u32 << (word as u8 & !IN_REGISTER);
            self.words.push(self.bases[..registers].iter().map(bit).sum());
        }
        let first = self.words.len();
        self.words.resize(first + slot_words as usize, 0);
        for &word in &self.bases[registers..in_bits] {
            let slot = word >> 8;
            self.words[first + (slot / 32) as usize] |= 1 << (slot % 32);
        }
        let further = &self.bases[in_bits..];
        if !further.is_empty() || derived != 0 {
            self.words[0] |= FORM_LIST;
            self.words.push(further.len() as u32 | u32::from(derived) << 16);
            self.words.extend(further);
            self.words.extend(self.derived.iter().flat_map(|&(word, base)| [word, base]));
        }
        Ok(&self.words)
    }
}

/// No record has more bases than this, even if each location occurs several times.
const MAX_BASES: usize = 1 << 20;

/// Start of the slots from the stack pointer upwards (from word 0 on) in the order of packed
/// locations.
const SLOTS: u64 = 1 << 32;
/// Start of the slots below the stack pointer, or relative to another register, in that order.
const OTHERS: u64 = 1 << 33;

/// Returns the sort key of a packed location: registers, slots from the stack pointer up, others.
fn order(word: u32) -> u64 {
    let (code, offset) = (word as u8, word as i32 >> 8);
    if code == STACK_POINTER && offset >= 0 {
        SLOTS | u64::from(word >> 8)
    } else if code != STACK_POINTER && code & IN_REGISTER != 0 {
        word.into()
    } else {
        OTHERS | u64::from(word)
    }
}

/// Returns the number of words of slot bits that takes the least room, where each slot after them
/// needs a word.
fn slot_words(slots: &[u32]) -> u64 {
    let cost = |words: u64| {
        let remaining = slots.iter().filter(|&&word| u64::from(word >> 8) >= 32 * words).count();
        words as usize + remaining + usize::from(remaining != 0)
    };
    let last = slots.last().map_or(0, |&word| u64::from(word >> 8) / 32 + 1);
    (0..=last.min(FORM_SLOT_WORDS.into())).min_by_key(|&words| cost(words)).unwrap_or_default()
}

fn position(bases: &[u32], word: u32) -> Option<usize> {
    bases.binary_search_by_key(&order(word), |&base| order(base)).ok()
}

/// Refuses a listed value that cannot hold a reference.
fn check_listed<A: Architecture>(location: Location) -> Result<(), TableEncodeError> {
    let Location { kind, size, register, offset } = location;
    let fits = match kind {
        LocationKind::Register => size == 8 && A::register(register).is_some(),
        LocationKind::Direct => offset % 8 == 0,
        LocationKind::Indirect => size != 0 && size % 8 == 0 && offset % 8 == 0,
        LocationKind::Constant | LocationKind::ConstantIndex => true,
    };
    if fits { Ok(()) } else { Err(TableEncodeError::ListedValue { location }) }
}

fn place<A: Architecture>(value: ValueLocation) -> Result<Place, TableEncodeError> {
    match value {
        ValueLocation::Constant(_) | ValueLocation::Address { .. } => Ok(Place::Immovable),
        ValueLocation::Slot { base, offset, size } => {
            let wrong = if offset == 24 && fault("eight-off") { 8 } else { 0 };
            let first =
                RootLocation::Slot { base: address_base::<A>(base)?, offset: offset + wrong };
            let missing = u16::from(size > 8 && fault("lost-element"));
            Ok(Place::Words { first, count: size / 8 - missing })
        }
        ValueLocation::Register { register, size } => {
            let name = A::register_name(register);
            let index =
                callee_saved_index::<A>(register).ok_or(TableEncodeError::CallerSaved { name })?;
            if size != 8 {
                return Err(TableEncodeError::RegisterSize { name, size });
            }
            Ok(Place::Words { first: RootLocation::Register(index as u8), count: 1 })
        }
        ValueLocation::OtherRegister { dwarf, .. } => {
            Err(TableEncodeError::OtherRegister { register: dwarf })
        }
    }
}

fn address_base<A: Architecture>(register: Register) -> Result<AddressBase, TableEncodeError> {
    AddressBase::new::<A>(register)
        .ok_or(TableEncodeError::SlotBase { name: A::register_name(register) })
}

/// Returns the location of the `word`th pointer of a vector that begins at `first`.
fn nth(first: RootLocation, word: u16) -> Result<RootLocation, TableEncodeError> {
    match first {
        RootLocation::Slot { base, offset } => offset
            .checked_add(8 * i32::from(word))
            .map(|offset| RootLocation::Slot { base, offset })
            .ok_or(TableEncodeError::SlotOffset {
                offset: i64::from(offset) + 8 * i64::from(word),
            }),
        register @ RootLocation::Register(_) => Ok(register),
    }
}

fn packed(location: RootLocation) -> Result<u32, TableEncodeError> {
    descriptor::pack(location).ok_or_else(|| match location {
        RootLocation::Slot { offset, .. } => TableEncodeError::SlotOffset { offset: offset.into() },
        // `pack` accepts every register.
        RootLocation::Register(_) => TableEncodeError::SlotOffset { offset: 0 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::X86_64;

    fn problem(base: ValueLocation, derived: ValueLocation) -> TableEncodeError {
        let pairs = [PointerPair { base, derived }];
        let mut encoder = DescriptorEncoder::default();
        encoder
            .encode::<X86_64>(0, pairs.into_iter(), std::iter::empty())
            .expect_err("the pair is impossible")
    }

    // Decoding a statepoint refuses these already.
    #[test]
    fn pairs_impossible_in_statepoints_are_rejected() {
        let slot = |size| ValueLocation::Slot { base: Register::new(7), offset: 0, size };
        let rbx = |size| ValueLocation::Register { register: Register::new(3), size };
        assert_eq!(
            problem(slot(16), slot(8)),
            TableEncodeError::PairSizes { base: 16, derived: 8 }
        );
        assert_eq!(
            problem(slot(8), rbx(16)),
            TableEncodeError::RegisterSize { name: "rbx", size: 16 }
        );
        let xmm0 = ValueLocation::OtherRegister { dwarf: 17, size: 8 };
        assert_eq!(problem(xmm0, slot(8)), TableEncodeError::OtherRegister { register: 17 });
    }

    #[test]
    fn too_many_roots_are_rejected() {
        let base = Register::new(7);
        let allocas =
            (0..70_000).map(|index| ValueLocation::Address { base, offset: 8 * index, size: 8 });
        let mut encoder = DescriptorEncoder::default();
        let result = encoder.encode::<X86_64>(0, std::iter::empty(), allocas);
        assert_eq!(result, Err(TableEncodeError::TooMany { found: 70_000 }));
    }
}
