//! From a frame rule and a statepoint to the words of a descriptor.

use super::descriptor::{self, AddressBase, HEADER_WORDS, RootLocation};
use super::error::RootProblem;
use crate::arch::{Architecture, Register, callee_saved_index};
use crate::cfi::{FrameRule, Saved};
use crate::stackmap::{Location, LocationKind, Locations};
use crate::statepoint::{Pair, Value};

/// Encodes descriptors, one after the other, without allocating for each.
#[derive(Debug, Default)]
pub(super) struct Encoder {
    words: Vec<u32>,
    /// Packed locations of the roots that are bases.
    bases: Vec<u32>,
    /// Packed locations of derived pointers and of their bases, which [`Self::normalise`] replaces
    /// by the bases' numbers.
    derived: Vec<(u32, u32)>,
    /// DWARF numbers of registers.
    unrecoverable: Vec<u32>,
}

/// One place of a pair, where it is not one that a collector never rewrites.
enum Place {
    /// Consecutive slots, or one register.
    Words { first: RootLocation, count: u16 },
    /// A constant or the address of a stack object: not in the heap.
    Immovable,
}

impl Encoder {
    /// The words of the descriptor for this frame and these roots.
    ///
    /// Roots are normalised, so that the frames that need the same work get the same words: each
    /// location comes once, in the order of addresses; a location that is a base of any pair
    /// is a base, whatever else it is; a derived pointer whose base cannot move is left out.
    pub(super) fn encode<A: Architecture>(
        &mut self,
        rule: &FrameRule,
        pairs: impl Iterator<Item = Pair>,
        allocas: impl Iterator<Item = Value>,
    ) -> Result<&[u32], RootProblem> {
        self.bases.clear();
        self.derived.clear();
        for pair in pairs {
            self.add_pair::<A>(pair)?;
            in_frame::<A>(rule, pair.base)?;
            in_frame::<A>(rule, pair.derived)?;
        }
        for alloca in allocas {
            // The content of a stack object is the root. One word, as the size is not recorded.
            if let Value::Address { base, offset, .. } = alloca {
                let slot = RootLocation::Slot { base: address_base::<A>(base)?, offset };
                self.bases.push(packed(slot)?);
            }
        }
        self.normalise();
        self.write::<A>(rule)
    }

    /// The words of the descriptor for the frame of a `stackmap` or `patchpoint` record: what may
    /// be a reference is a base, a register that a walk cannot recover takes the place of the number
    /// of a derived pointer's base.
    pub(super) fn encode_pinned<A: Architecture>(
        &mut self,
        rule: &FrameRule,
        locations: Locations<'_>,
    ) -> Result<&[u32], RootProblem> {
        self.bases.clear();
        self.derived.clear();
        self.unrecoverable.clear();
        for Location { kind, size, register: dwarf, offset } in locations {
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
        self.normalise();
        self.unrecoverable.sort_unstable();
        self.unrecoverable.dedup();
        self.derived.extend(self.unrecoverable.iter().map(|&register| (0, register)));
        self.write::<A>(rule)
    }

    /// The words that were encoded last.
    pub(super) fn words(&self) -> &[u32] {
        &self.words
    }

    fn add_pair<A: Architecture>(&mut self, pair: Pair) -> Result<(), RootProblem> {
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
                return Err(RootProblem::PairSizes { base, derived });
            }
            for word in 0..count {
                let base = packed(nth(base, word)?)?;
                self.derived.push((packed(nth(derived, word)?)?, base));
            }
        }
        Ok(())
    }

    fn normalise(&mut self) {
        // As signed words, packed offsets sort by address.
        self.bases.sort_unstable_by_key(|&word| word as i32);
        self.bases.dedup();
        self.derived.sort_unstable_by_key(|&(word, base)| (word as i32, base as i32));
        // A location that is derived from two bases has one value, inside one object.
        self.derived.dedup_by_key(|&mut (word, _)| word);
        let bases = &self.bases;
        self.derived.retain(|&(word, _)| position(bases, word).is_none());
        for (_, base) in &mut self.derived {
            // Every base of a pair is among the bases.
            *base = position(bases, *base).unwrap_or_default() as u32;
        }
    }

    fn write<A: Architecture>(&mut self, rule: &FrameRule) -> Result<&[u32], RootProblem> {
        self.words.clear();
        self.words.extend([0; HEADER_WORDS]);
        let (mut saved, mut lost) = (0, 0);
        for &(register, what) in rule.saved.as_slice() {
            // A register that a callee need not preserve concerns no walk.
            let Some(index) = callee_saved_index::<A>(register) else { continue };
            match what {
                Saved::At(offset) => {
                    let base = AddressBase::CalleeSaved(index as u8);
                    self.words.push(packed(RootLocation::Slot { base, offset })?);
                    saved += 1;
                }
                Saved::Lost => lost |= 1 << index,
            }
        }
        let count = |found: usize| u16::try_from(found).map_err(|_| RootProblem::TooMany { found });
        let counts = (count(self.bases.len())?, count(self.derived.len())?);
        self.words.extend(&self.bases);
        for &(word, base) in &self.derived {
            self.words.extend([word, base]);
        }
        self.words[..HEADER_WORDS].copy_from_slice(&descriptor::header(
            address_base::<A>(rule.cfa_base)?,
            rule.cfa_offset,
            rule.return_address,
            saved,
            lost,
            counts,
        ));
        Ok(&self.words)
    }
}

fn position(bases: &[u32], word: u32) -> Option<usize> {
    bases.binary_search_by_key(&(word as i32), |&base| base as i32).ok()
}

/// Refuses a slot that is not in the frame: rewriting it would change what is another's. That the
/// unwind rule is wrong may show here, too.
fn in_frame<A: Architecture>(rule: &FrameRule, value: Value) -> Result<(), RootProblem> {
    let Value::Slot { base, offset, size } = value else { return Ok(()) };
    let below = base == A::STACK_POINTER && offset < 0;
    // What lies at the CFA and above is the caller's.
    let end = i64::from(offset) + i64::from(size);
    let above = base == rule.cfa_base && end > i64::from(rule.cfa_offset);
    if below || above {
        return Err(RootProblem::OutsideFrame { name: A::register_name(base), offset });
    }
    Ok(())
}

fn place<A: Architecture>(value: Value) -> Result<Place, RootProblem> {
    match value {
        Value::Constant(_) | Value::Address { .. } => Ok(Place::Immovable),
        Value::Slot { base, offset, size } => {
            let first = RootLocation::Slot { base: address_base::<A>(base)?, offset };
            Ok(Place::Words { first, count: size / 8 })
        }
        Value::Register { register, size } => {
            let name = A::register_name(register);
            let index =
                callee_saved_index::<A>(register).ok_or(RootProblem::CallerSaved { name })?;
            if size != 8 {
                return Err(RootProblem::RegisterSize { name, size });
            }
            Ok(Place::Words { first: RootLocation::Register(index as u8), count: 1 })
        }
        Value::OtherRegister { dwarf, .. } => Err(RootProblem::OtherRegister { register: dwarf }),
    }
}

fn address_base<A: Architecture>(register: Register) -> Result<AddressBase, RootProblem> {
    AddressBase::new::<A>(register)
        .ok_or(RootProblem::SlotBase { name: A::register_name(register) })
}

/// The location of the `word`th pointer of a vector that begins at `first`.
fn nth(first: RootLocation, word: u16) -> Result<RootLocation, RootProblem> {
    match first {
        RootLocation::Slot { base, offset } => offset
            .checked_add(8 * i32::from(word))
            .map(|offset| RootLocation::Slot { base, offset })
            .ok_or(RootProblem::SlotOffset { offset: i64::from(offset) + 8 * i64::from(word) }),
        register @ RootLocation::Register(_) => Ok(register),
    }
}

fn packed(location: RootLocation) -> Result<u32, RootProblem> {
    descriptor::pack(location).ok_or_else(|| match location {
        RootLocation::Slot { offset, .. } => RootProblem::SlotOffset { offset: offset.into() },
        // `pack` takes every register.
        RootLocation::Register(_) => RootProblem::SlotOffset { offset: 0 },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::X86_64;
    use crate::cfi::SavedRegisters;

    const RULE: FrameRule = FrameRule {
        cfa_base: Register::new(7),
        cfa_offset: 32,
        return_address: -8,
        saved: SavedRegisters::new(),
    };

    fn problem(base: Value, derived: Value) -> RootProblem {
        let pairs = [Pair { base, derived }];
        let mut encoder = Encoder::default();
        encoder
            .encode::<X86_64>(&RULE, pairs.into_iter(), std::iter::empty())
            .expect_err("the pair is impossible")
    }

    // Decoding a statepoint refuses these already.
    #[test]
    fn pairs_that_no_statepoint_has_are_refused() {
        let slot = |size| Value::Slot { base: Register::new(7), offset: 0, size };
        let rbx = |size| Value::Register { register: Register::new(3), size };
        assert_eq!(problem(slot(16), slot(8)), RootProblem::PairSizes { base: 16, derived: 8 });
        assert_eq!(problem(slot(8), rbx(16)), RootProblem::RegisterSize { name: "rbx", size: 16 });
        let xmm0 = Value::OtherRegister { dwarf: 17, size: 8 };
        assert_eq!(problem(xmm0, slot(8)), RootProblem::OtherRegister { register: 17 });
    }

    #[test]
    fn more_roots_than_a_descriptor_holds_are_refused() {
        let base = Register::new(7);
        let allocas = (0..70_000).map(|index| Value::Address { base, offset: 8 * index, size: 8 });
        let mut encoder = Encoder::default();
        let result = encoder.encode::<X86_64>(&RULE, std::iter::empty(), allocas);
        assert_eq!(result, Err(RootProblem::TooMany { found: 70_000 }));
    }
}
