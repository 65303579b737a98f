//! Encodes a frame rule and a statepoint as the words of a descriptor.

use super::descriptor::{
    self, AddressBase, FORMAT_BITS, FORMAT_LIST, FORMAT_LISTED, FORMAT_PINNED, FORMAT_REGISTERS,
    FORMAT_SLOT_WORDS, FORMAT_STACK_OBJECTS, FRAME_HEADER_WORDS, IN_REGISTER, PinnedFrame,
    RootLocation, STACK_POINTER,
};
use super::error::TableEncodeError;
use crate::arch::{Architecture, Register, callee_saved_index};
use crate::cfi::{FrameRule, SavedLocation};
use crate::fault_injection::fault;
use crate::reference_list::ReferenceList;
use crate::stackmap::{Location, LocationKind, Locations};
use crate::statepoint::{PointerPair, ValueLocation};

/// Encodes descriptors. The encoder reuses its memory for each descriptor.
#[derive(Debug, Default)]
pub struct DescriptorEncoder {
    /// The words of the descriptor that was encoded last.
    words: Vec<u32>,
    /// The words of the frame that was encoded last.
    frame: Vec<u32>,
    /// Packed locations of the base roots.
    bases: Vec<u32>,
    /// Packed locations of derived pointers, each with the packed location of its base.
    /// [`Self::normalise`] replaces the latter by its index in `bases`.
    derived: Vec<(u32, u32)>,
    /// DWARF numbers of the registers with references that a walk cannot recover.
    unrecoverable: Vec<u32>,
}

/// The location of a base or derived pointer.
enum PointerLocation {
    /// `count` consecutive slots, or one register.
    Words { first: RootLocation, count: u16 },
    /// A constant or the address of a stack object, which does not point into the heap.
    Immovable,
}

/// The encoded vector registers that a frame saves or overwrites.
#[derive(Default)]
struct Vectors {
    len: u8,
    words: [u32; descriptor::MAX_VECTORS],
}

impl Vectors {
    /// Adds a register that is not in
    /// [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED). It is ignored unless it is
    /// in [`CALLEE_SAVED_VECTORS`](crate::arch::CallingConvention::CALLEE_SAVED_VECTORS).
    fn add<A: Architecture>(
        &mut self,
        register: Register,
        saved: SavedLocation,
    ) -> Result<(), TableEncodeError> {
        let preserved = A::CALLEE_SAVED_VECTORS.iter().position(|&vector| vector == register);
        let Some(index) = preserved else { return Ok(()) };
        let word = match saved {
            SavedLocation::At(offset) => try_pack(RootLocation::Slot {
                base: AddressBase::CalleeSaved(index as u8),
                offset,
            })?,
            SavedLocation::Lost => u32::from(descriptor::IN_REGISTER) | index as u32,
        };
        if let Some(unused) = self.words.get_mut(usize::from(self.len)) {
            *unused = word;
            self.len += 1;
        }
        Ok(())
    }

    fn words(&self) -> &[u32] {
        &self.words[..usize::from(self.len)]
    }
}

impl DescriptorEncoder {
    /// Encodes the frame of an unwind rule.
    pub(super) fn encode_frame<A: Architecture>(
        &mut self,
        rule: &FrameRule,
    ) -> Result<&[u32], TableEncodeError> {
        self.frame.clear();
        self.frame.extend([0; FRAME_HEADER_WORDS]);
        let (mut saved, mut lost, mut vectors) = (0, 0, Vectors::default());
        for (register, location) in rule.saved.iter() {
            // A register that a callee need not preserve has no effect on a walk.
            let Some(index) = callee_saved_index::<A>(register) else {
                vectors.add::<A>(register, location)?;
                continue;
            };
            match location {
                SavedLocation::At(_) if index == 1 && fault("forget-register") => {}
                SavedLocation::At(offset) => {
                    let base = AddressBase::CalleeSaved(index as u8);
                    self.frame.push(try_pack(RootLocation::Slot { base, offset })?);
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

    /// Encodes the descriptor of a statepoint. `frame` is the position of the interned frame.
    ///
    /// Roots are normalised, so that equivalent frames have the same words: each location occurs
    /// once, in a fixed order. A location that is the base of any pair counts as a base, even if it
    /// is also a derived pointer. A derived pointer whose base is not in the heap is omitted.
    ///
    /// # Errors
    ///
    /// If a table cannot express the location of a root.
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
            // A corrupt map may have vectors of thousands of pointers at one location.
            if self.bases.len() > MAX_BASES {
                return Err(TableEncodeError::TooMany { found: self.bases.len() });
            }
        }
        let mut flags = 0;
        for alloca in allocas {
            if fault("forget-alloca") {
                break;
            }
            // The content of the stack object is a root. Its size is not recorded, so it has one
            // word.
            if let ValueLocation::Address { base, offset, .. } = alloca {
                let slot = RootLocation::Slot { base: address_base::<A>(base)?, offset };
                self.bases.push(try_pack(slot)?);
                flags = FORMAT_STACK_OBJECTS;
            }
        }
        self.normalise();
        self.write(frame, flags)
    }

    /// Encodes the descriptor of a `stackmap` or `patchpoint` record. The bases are the references
    /// of its list. Without a list, they are all values that may be references. Registers that a
    /// walk cannot recover are stored instead of derived roots.
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
            // References are at addresses that are multiples of 8.
            let is_slot = kind != LocationKind::Register;
            if words == 0 || is_slot && offset % 8 != 0 {
                continue;
            }
            let base = register.and_then(AddressBase::new::<A>);
            let first = match (base, is_slot) {
                (Some(base), true) => RootLocation::Slot { base, offset },
                (Some(AddressBase::CalleeSaved(index)), false) => RootLocation::Register(index),
                // The stack pointer is not a reference.
                (Some(AddressBase::StackPointer), false) => continue,
                (None, _) => {
                    self.unrecoverable.push(dwarf.into());
                    continue;
                }
            };
            for word in 0..words {
                self.bases.push(try_pack(element(first, word)?)?);
            }
        }
        self.write_pinned(frame, listed.is_some())
    }

    /// Encodes a descriptor with the locations of several descriptors that have the same frame. The
    /// result has a list if each of them has a list or no locations.
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
            let is_empty = pinned.locations().len() == 0 && pinned.unrecoverable().len() == 0;
            listed &= pinned.is_listed() || is_empty;
            for location in pinned.locations() {
                self.bases.push(try_pack(location)?);
            }
            self.unrecoverable.extend(pinned.unrecoverable().map(u32::from));
        }
        self.write_pinned(frame, listed)
    }

    /// Writes the descriptor of a `stackmap` or `patchpoint` record to `words`.
    fn write_pinned(&mut self, frame: u32, listed: bool) -> Result<&[u32], TableEncodeError> {
        self.normalise();
        self.unrecoverable.sort_unstable();
        self.unrecoverable.dedup();
        self.derived.extend(self.unrecoverable.iter().map(|&register| (0, register)));
        self.write(frame, FORMAT_PINNED | if listed { FORMAT_LISTED } else { 0 })
    }

    /// Returns the words of the descriptor that was encoded last.
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the number of base roots of the descriptor that was encoded last.
    pub(super) fn base_len(&self) -> usize {
        self.bases.len()
    }

    /// Adds a base and derived pointer. Vectors are added element by element.
    fn add_pair<A: Architecture>(&mut self, pair: PointerPair) -> Result<(), TableEncodeError> {
        let (base, derived) =
            (pointer_location::<A>(pair.base)?, pointer_location::<A>(pair.derived)?);
        if let PointerLocation::Words { first, count } = base {
            for word in 0..count {
                self.bases.push(try_pack(element(first, word)?)?);
            }
        }
        if let (
            PointerLocation::Words { first: base, count: base_count },
            PointerLocation::Words { first: derived, count },
        ) = (base, derived)
        {
            if base_count != count {
                let [base, derived] = [base_count, count].map(|count| count.saturating_mul(8));
                return Err(TableEncodeError::PairSizes { base, derived });
            }
            for word in 0..count {
                let base = try_pack(element(base, word)?)?;
                self.derived.push((try_pack(element(derived, word)?)?, base));
            }
        }
        Ok(())
    }

    /// Sorts the roots and removes duplicates, and replaces base locations by indices in `bases`.
    fn normalise(&mut self) {
        self.bases.sort_unstable_by_key(|&word| sort_key(word));
        self.bases.dedup();
        self.derived.sort_unstable_by_key(|&(word, base)| (sort_key(word), sort_key(base)));
        // `check` rejects a derived pointer with two bases, unless its location is also a base.
        self.derived.dedup_by_key(|&mut (word, _)| word);
        let bases = &self.bases;
        self.derived.retain(|&(word, _)| index_of(bases, word).is_none());
        for (_, base) in &mut self.derived {
            // `bases` contains the base of each pair.
            *base = index_of(bases, *base).unwrap_or_default() as u32;
        }
    }

    /// Writes the descriptor to `words`. `flags` are further bits of the format byte.
    fn write(&mut self, frame: u32, flags: u32) -> Result<&[u32], TableEncodeError> {
        let count =
            |found: usize| u16::try_from(found).map_err(|_| TableEncodeError::TooMany { found });
        count(self.bases.len())?;
        let derived = count(self.derived.len())?;
        let registers = self.bases.partition_point(|&word| sort_key(word) < SLOT_KEYS);
        let slots = self.bases.partition_point(|&word| sort_key(word) < OTHER_KEYS);
        let slot_words = choose_slot_words(&self.bases[registers..slots]);
        let end_of_bitmap = self.bases[..slots]
            .partition_point(|&word| sort_key(word) < SLOT_KEYS + 32 * slot_words);

        self.words.clear();
        self.words.push(frame << FORMAT_BITS | slot_words as u32 | flags);
        if registers != 0 {
            self.words[0] |= FORMAT_REGISTERS;
            let bit = |&word: &u32| 1_u32 << (word as u8 & !IN_REGISTER);
            self.words.push(self.bases[..registers].iter().map(bit).sum());
        }
        let first = self.words.len();
        self.words.resize(first + slot_words as usize, 0);
        for &word in &self.bases[registers..end_of_bitmap] {
            let slot = word >> 8;
            self.words[first + (slot / 32) as usize] |= 1 << (slot % 32);
        }
        let further = &self.bases[end_of_bitmap..];
        if !further.is_empty() || derived != 0 {
            self.words[0] |= FORMAT_LIST;
            self.words.push(further.len() as u32 | u32::from(derived) << 16);
            self.words.extend(further);
            self.words.extend(self.derived.iter().flat_map(|&(word, base)| [word, base]));
        }
        Ok(&self.words)
    }
}

/// Maximum number of bases of a record before duplicates are removed. It bounds the memory for a
/// corrupt record; a valid record has fewer, even if each location occurs several times.
const MAX_BASES: usize = 1 << 20;

/// Lowest [`sort_key`] of slots at or above the stack pointer. The key of the slot at offset 0 is
/// the lowest.
const SLOT_KEYS: u64 = 1 << 32;
/// Lowest [`sort_key`] of slots below the stack pointer and slots relative to another register.
const OTHER_KEYS: u64 = 1 << 33;

/// Returns the sort key of a packed location. Registers come first, then slots at or above the
/// stack pointer, then other slots.
fn sort_key(word: u32) -> u64 {
    let (code, offset) = (word as u8, word as i32 >> 8);
    if code == STACK_POINTER && offset >= 0 {
        SLOT_KEYS | u64::from(word >> 8)
    } else if code != STACK_POINTER && code & IN_REGISTER != 0 {
        word.into()
    } else {
        OTHER_KEYS | u64::from(word)
    }
}

/// Returns the number of bitmap words that minimises the size of the descriptor. Each slot that the
/// bitmap does not cover needs a word of its own. `slots` are packed slots at or above the stack
/// pointer.
fn choose_slot_words(slots: &[u32]) -> u64 {
    let cost = |words: u64| {
        let remaining = slots.iter().filter(|&&word| u64::from(word >> 8) >= 32 * words).count();
        words as usize + remaining + usize::from(remaining != 0)
    };
    let last = slots.last().map_or(0, |&word| u64::from(word >> 8) / 32 + 1);
    (0..=last.min(FORMAT_SLOT_WORDS.into())).min_by_key(|&words| cost(words)).unwrap_or_default()
}

/// Returns the index of a packed location in `bases`, which are sorted.
fn index_of(bases: &[u32], word: u32) -> Option<usize> {
    bases.binary_search_by_key(&sort_key(word), |&base| sort_key(base)).ok()
}

/// Returns an error if a listed value cannot be a reference.
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

/// Converts a decoded location to the location of a base or derived pointer.
fn pointer_location<A: Architecture>(
    value: ValueLocation,
) -> Result<PointerLocation, TableEncodeError> {
    match value {
        ValueLocation::Constant(_) | ValueLocation::Address { .. } => {
            Ok(PointerLocation::Immovable)
        }
        ValueLocation::Slot { base, offset, size } => {
            let wrong = if offset == 24 && fault("eight-off") { 8 } else { 0 };
            let first =
                RootLocation::Slot { base: address_base::<A>(base)?, offset: offset + wrong };
            let missing = u16::from(size > 8 && fault("lost-element"));
            Ok(PointerLocation::Words { first, count: size / 8 - missing })
        }
        ValueLocation::Register { register, size } => {
            let name = A::register_name(register);
            let index =
                callee_saved_index::<A>(register).ok_or(TableEncodeError::CallerSaved { name })?;
            if size != 8 {
                return Err(TableEncodeError::RegisterSize { name, size });
            }
            Ok(PointerLocation::Words { first: RootLocation::Register(index as u8), count: 1 })
        }
        ValueLocation::OtherRegister { dwarf, .. } => {
            Err(TableEncodeError::OtherRegister { register: dwarf })
        }
    }
}

/// Returns the base of a slot's address; a register that calls do not preserve is an error.
fn address_base<A: Architecture>(register: Register) -> Result<AddressBase, TableEncodeError> {
    AddressBase::new::<A>(register)
        .ok_or(TableEncodeError::SlotBase { name: A::register_name(register) })
}

/// Returns the location of the element with index `word` of a vector of pointers that begins at
/// `first`.
fn element(first: RootLocation, word: u16) -> Result<RootLocation, TableEncodeError> {
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

/// Packs a location; an offset that does not fit is an error.
fn try_pack(location: RootLocation) -> Result<u32, TableEncodeError> {
    descriptor::pack(location).ok_or_else(|| match location {
        RootLocation::Slot { offset, .. } => TableEncodeError::SlotOffset { offset: offset.into() },
        // Unreachable: `pack` succeeds for every register.
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
            .expect_err("encoding an invalid pair succeeded")
    }

    // The decoder of statepoints rejects these pairs, so they do not reach the encoder.
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
