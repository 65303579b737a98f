//! Decoder of `gc.statepoint` records.
//!
//! LLVM writes the locations of a statepoint in this order (Statepoints.rst, "Stack Map Format",
//! which leaves out the allocas):
//!
//! ```text
//! Constant: calling convention    Constant: flags    Constant: number of deopt locations
//! the deopt locations
//! base, derived    base, derived    ...
//! Direct    Direct    ...           the allocas of the "gc-live" bundle
//! ```
//!
//! A record contains neither the number of pairs nor the number of allocas. It also does not state
//! that it belongs to a statepoint: [`Statepoint::decode`] only detects that it cannot. A
//! patchpoint or stackmap record whose first three values are suitable constants is decoded as a
//! statepoint, unless it has live-outs or a [list of references](crate::reference_list).
//!
//! The order of the pairs has no meaning. Several pairs may share a slot, and the base slot of one
//! may be the derived slot of another. So a collector reads all values of a record first and writes
//! afterwards.

#![forbid(unsafe_code)]

use core::marker::PhantomData;

use crate::arch::InstructionSet;
use crate::reference_list;
use crate::stackmap::{Constants, Location, LocationKind, Locations, Record};

mod error;
mod value;

pub use error::{StatepointError, StatepointProblem, ValueLocationError};
pub use value::{PointerPair, ValueLocation};

/// The record ID that `rewrite-statepoints-for-gc` gives to a call without the attribute
/// `"statepoint-id"`.
pub const DEFAULT_ID: u64 = 0xABCD_EF00;

/// The record ID of a call that has a "deopt" bundle and was not rewritten. It has no pairs.
pub const DEOPT_ID: u64 = 0xABCD_EF0F;

/// Flags of a statepoint (LLVM's `StatepointFlags`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StatepointFlags(u8);

impl StatepointFlags {
    const GC_TRANSITION: u8 = 1;
    const DEOPT_LIVE_IN: u8 = 2;
    const KNOWN: u8 = Self::GC_TRANSITION | Self::DEOPT_LIVE_IN;

    /// Returns the flags with these bits, if all of them are known.
    pub const fn from_bits(bits: u8) -> Option<Self> {
        if bits & !Self::KNOWN == 0 { Some(Self(bits)) } else { None }
    }

    /// Returns the bits as recorded.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Returns whether the call is a transition between code managed by the collector and other
    /// code, in either direction.
    pub const fn gc_transition(self) -> bool {
        self.0 & Self::GC_TRANSITION != 0
    }

    /// Returns whether the deopt values need to be live only on entry to the call: their registers
    /// may be caller-saved ones.
    pub const fn deopt_live_in(self) -> bool {
        self.0 & Self::DEOPT_LIVE_IN != 0
    }
}

/// A record decoded as that of a statepoint.
#[derive(Clone, Debug)]
pub struct Statepoint<'a, A: InstructionSet> {
    /// LLVM's ID of the callee's calling convention: 0 C, 8 fast, 14 preserve_most.
    pub calling_convention: u64,
    /// The flags of the statepoint.
    pub flags: StatepointFlags,
    constants: Constants<'a>,
    /// All locations after the three leading constants.
    locations: Locations<'a>,
    /// The number of locations that are deopt values.
    deopt: u16,
    /// The number of locations after those that are bases and derived pointers.
    in_pairs: u16,
    architecture: PhantomData<A>,
}

/// LLVM's largest calling convention ID (`CallingConv::MaxID`).
const LAST_CALLING_CONVENTION: u64 = 1023;

impl<'a, A: InstructionSet> Statepoint<'a, A> {
    /// Decodes a record as that of a statepoint; `constants` is the pool of the record's map.
    ///
    /// Everything is checked, so that the iterators cannot fail. A base location of kind Direct
    /// that is followed only by Direct ones is treated as the first alloca. If it was an address of
    /// an alloca that the front end relocated like an object, that alloca is in the list anyway,
    /// and is found more than once.
    ///
    /// # Errors
    ///
    /// If the record cannot be that of a statepoint, or if it can but a collector could not use
    /// it: an overflow record, a base or derived value in a register that holds no pointer.
    #[inline]
    pub fn decode(record: &Record<'a>, constants: &Constants<'a>) -> Result<Self, StatepointError> {
        Self::decode_locations(record, *constants).map_err(|reason| StatepointError {
            record_offset: record.offset(),
            id: record.id,
            instruction_offset: record.instruction_offset,
            reason,
        })
    }

    #[inline]
    fn decode_locations(
        record: &Record<'a>,
        constants: Constants<'a>,
    ) -> Result<Self, StatepointProblem> {
        if record.is_overflow() {
            return Err(StatepointProblem::Overflow);
        }
        if record.flags != 0 {
            return Err(StatepointProblem::RecordFlags { found: record.flags });
        }
        if record.live_outs().len() != 0 {
            return Err(StatepointProblem::LiveOuts { found: record.live_outs().len() });
        }
        if reference_list::from_record(record, &constants).is_some() {
            return Err(StatepointProblem::ReferenceList);
        }
        let mut locations = record.locations();
        if locations.len() < 3 {
            return Err(StatepointProblem::TooShort { found: locations.len() });
        }
        let available = locations.len() as u64 - 3;
        let calling_convention =
            leading_constant(&mut locations, 0, "calling convention", LAST_CALLING_CONVENTION)?;
        let flags =
            leading_constant(&mut locations, 1, "flags", u64::from(StatepointFlags::KNOWN))?;
        let deopt = leading_constant(&mut locations, 2, "number of deopt locations", available)?;
        // Not more than the locations of a record, which are counted in 16 bits; and not more than
        // the known flags.
        let (deopt, flags) = (deopt as u16, StatepointFlags(flags as u8));

        let mut rest = locations.clone();
        for index in 3..3 + usize::from(deopt) {
            let Some(location) = rest.next() else { break };
            ValueLocation::new::<A>(location, constants)
                .map_err(|reason| reason.at(index, location))?;
        }
        let first_pair = 3 + usize::from(deopt);
        let in_pairs = count_in_pairs(&rest, first_pair)?;
        let first_alloca = first_pair + usize::from(in_pairs);
        for index in (first_pair..first_alloca).step_by(2) {
            let (Some(base), Some(derived)) = (rest.next(), rest.next()) else { break };
            check_root::<A>(base, constants, index)?;
            check_root::<A>(derived, constants, index + 1)?;
            if base.size != derived.size && !is_constant(base) && !is_constant(derived) {
                return Err(StatepointProblem::PairSizes {
                    index,
                    base: base.size,
                    derived: derived.size,
                });
            }
        }
        for (alloca, location) in rest.enumerate() {
            check_root::<A>(location, constants, first_alloca + alloca)?;
        }
        let architecture = PhantomData;
        Ok(Self { calling_convention, flags, constants, locations, deopt, in_pairs, architecture })
    }

    /// Iterates over the deoptimization values, in the order of the "deopt" bundle.
    #[inline]
    pub fn deopt(&self) -> impl ExactSizeIterator<Item = ValueLocation> + Clone + use<'a, A> {
        self.values(self.split().0)
    }

    /// Iterates over the pointers that the collector must relocate.
    #[inline]
    pub fn pairs(&self) -> impl ExactSizeIterator<Item = PointerPair> + Clone + use<'a, A> {
        Pairs::<A> {
            locations: self.split().1,
            constants: self.constants,
            architecture: PhantomData,
        }
    }

    /// Iterates over the addresses of the stack objects in the "gc-live" bundle, each a
    /// [`ValueLocation::Address`]. The content of the object is a root; its size is not recorded.
    /// An object may occur several times.
    #[inline]
    pub fn allocas(&self) -> impl ExactSizeIterator<Item = ValueLocation> + Clone + use<'a, A> {
        self.values(self.split().2)
    }

    /// Returns the index in the record's locations of the first location of a pair.
    pub fn first_pair_index(&self) -> usize {
        3 + usize::from(self.deopt)
    }

    /// Returns the locations of the deopt values, of bases and derived pointers, and of allocas.
    #[inline]
    fn split(&self) -> (Locations<'a>, Locations<'a>, Locations<'a>) {
        let mut rest = self.locations.clone();
        let deopt = rest.split_off_front(usize::from(self.deopt));
        let pairs = rest.split_off_front(usize::from(self.in_pairs));
        (deopt, pairs, rest)
    }

    #[inline]
    fn values(
        &self,
        locations: Locations<'a>,
    ) -> impl ExactSizeIterator<Item = ValueLocation> + Clone + use<'a, A> {
        let constants = self.constants;
        locations.map(move |location| decoded::<A>(location, constants))
    }
}

/// Returns the value of a location that [`Statepoint::decode`] has checked.
#[inline]
fn decoded<A: InstructionSet>(location: Location, constants: Constants<'_>) -> ValueLocation {
    ValueLocation::new::<A>(location, constants).expect("decode has not checked this location")
}

/// Iterates over the pairs of a statepoint.
#[derive(Clone, Debug)]
struct Pairs<'a, A> {
    locations: Locations<'a>,
    constants: Constants<'a>,
    architecture: PhantomData<A>,
}

impl<A: InstructionSet> Iterator for Pairs<'_, A> {
    type Item = PointerPair;

    #[inline]
    fn next(&mut self) -> Option<PointerPair> {
        let base = self.locations.next()?;
        let derived = self.locations.next()?;
        Some(PointerPair {
            base: decoded::<A>(base, self.constants),
            derived: decoded::<A>(derived, self.constants),
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.locations.len() / 2;
        (len, Some(len))
    }
}

impl<A: InstructionSet> ExactSizeIterator for Pairs<'_, A> {}

/// Removes one of the three leading constants from the front.
#[inline]
fn leading_constant(
    locations: &mut Locations<'_>,
    index: usize,
    field: &'static str,
    allowed: u64,
) -> Result<u64, StatepointProblem> {
    match locations.next() {
        Some(Location { kind: LocationKind::Constant, offset, .. }) => {
            match u64::try_from(offset) {
                Ok(value) if value <= allowed => Ok(value),
                _ => Err(StatepointProblem::LeadingValue { index, field, found: offset, allowed }),
            }
        }
        Some(Location { kind, .. }) => {
            Err(StatepointProblem::LeadingKind { index, field, found: kind })
        }
        None => Err(StatepointProblem::TooShort { found: index }),
    }
}

/// Returns the number of locations after the deopt values that are bases and derived pointers.
///
/// The allocas are Direct and come last, so no pair comes after the last location that is not
/// Direct, unless that location is a base.
#[inline]
fn count_in_pairs(locations: &Locations<'_>, first: usize) -> Result<u16, StatepointProblem> {
    let count = locations.len();
    let directs = locations.clone().rev().take_while(|at| at.kind == LocationKind::Direct).count();
    let in_pairs = (count - directs).next_multiple_of(2);
    if in_pairs > count {
        return Err(StatepointProblem::OddPairs { index: first + count - 1 });
    }
    // Not more than the locations of a record, which are counted in 16 bits.
    Ok(in_pairs as u16)
}

#[inline]
fn is_constant(location: Location) -> bool {
    matches!(location.kind, LocationKind::Constant | LocationKind::ConstantIndex)
}

/// Checks that a base, derived pointer or alloca has a value and can hold a pointer.
#[inline(always)]
fn check_root<A: InstructionSet>(
    location: Location,
    constants: Constants<'_>,
    index: usize,
) -> Result<(), StatepointProblem> {
    let Location { kind, size, register, offset } = location;
    let fits = match kind {
        LocationKind::Indirect => size != 0 && size % 8 == 0 && A::register(register).is_some(),
        LocationKind::Register | LocationKind::Direct => {
            size == 8 && A::register(register).is_some()
        }
        LocationKind::Constant => true,
        LocationKind::ConstantIndex => {
            usize::try_from(offset).is_ok_and(|index| index < constants.len())
        }
    };
    if fits { Ok(()) } else { Err(root_problem::<A>(location, constants, index)) }
}

/// Returns the reason why [`check_root`] refuses a location.
#[cold]
fn root_problem<A: InstructionSet>(
    location: Location,
    constants: Constants<'_>,
    index: usize,
) -> StatepointProblem {
    match ValueLocation::new::<A>(location, constants) {
        Err(reason) => reason.at(index, location),
        Ok(_) => StatepointProblem::NotAPointer { index, location },
    }
}

#[cfg(test)]
mod tests;
