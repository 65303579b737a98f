//! The layout of a thunk's frame.
//!
//! ```text
//! the caller's stack pointer
//!   the return address and what else the processor needs (ThunkAssembler::reserved)
//!   registers that are preserved
//!   registers that are written
//!   references that are kept, vectors that become arguments
//!   the array of values
//!   arguments on the stack
//! the thunk's stack pointer
//! ```

use core::ops::Range;

use super::ThunkError;
use super::convention::{ThunkConvention, ValuePassing};
use super::step::ThunkAssembler;
use super::values::References;
use crate::live_out::{LiveOutSet, LiveRegister};
use statepoint_scanner::arch::{PhysicalRegister, Register, callee_saved_index};
use statepoint_scanner::statepoint::{PointerPair, ValueLocation};

/// The largest size of a frame: less than the guard page below a stack, so that no store of a
/// callee skips it.
const LIMIT: u32 = 4080;
/// Alignment of the stack pointer and of vectors.
const ALIGNMENT: u32 = 16;

/// A slot in the frame with a copy of a register or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FrameCopy<T> {
    pub(super) what: T,
    /// Offset from the thunk's stack pointer.
    pub(super) at: u32,
}

/// The location in which an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    General(Register),
    Vector(u8),
    /// In the frame, at this offset from the thunk's stack pointer.
    Stack(u32),
}

/// The references in the frame, for the thunk's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    /// Offset of the base, offset of the derived pointer, and the size of each in bytes.
    Pairs(Vec<(u32, u32, u16)>),
    /// Offsets and sizes in bytes.
    Pinned { places: Vec<(u32, u16)>, listed: bool },
}

#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The range of each value in the array, in bytes from its beginning.
    pub(super) values: Vec<Range<u32>>,
    /// Offset of the array.
    pub(super) array: u32,
    /// One for each value; empty if they are passed in an array.
    pub(super) arguments: Vec<Argument>,
    /// Copies of values that the frame keeps besides these.
    pub(super) kept: Vec<FrameCopy<ValueLocation>>,
    /// Copies of vector registers that are not among `preserved`, through which values are moved.
    pub(super) spilled: Vec<FrameCopy<LiveRegister>>,
    pub(super) written: Vec<FrameCopy<LiveRegister>>,
    pub(super) preserved: Vec<FrameCopy<LiveRegister>>,
    pub(super) roots: Roots,
    /// Distance from the thunk's stack pointer to the caller's.
    pub(super) cfa: u32,
}

/// Allocates frame slots from the stack pointer upwards.
struct FrameAllocator {
    used: usize,
}

impl FrameAllocator {
    fn take(&mut self, bytes: usize) -> u32 {
        let alignment = if bytes >= ALIGNMENT as usize { ALIGNMENT as usize } else { 8 };
        let at = self.used.next_multiple_of(alignment);
        self.used = at + bytes.next_multiple_of(8);
        // A total that exceeds the limit is reported at the end.
        u32::try_from(at).unwrap_or(u32::MAX)
    }
}

/// Returns the size of a value in bytes.
pub(super) fn size(value: &ValueLocation) -> u16 {
    match *value {
        ValueLocation::Register { size, .. }
        | ValueLocation::OtherRegister { size, .. }
        | ValueLocation::Slot { size, .. } => size,
        ValueLocation::Address { .. } | ValueLocation::Constant(_) => 8,
    }
}

impl Layout {
    pub(super) fn new<A: ThunkAssembler>(
        convention: &ThunkConvention<A>,
    ) -> Result<Self, ThunkError> {
        let ThunkConvention { values, pass, preserve, flags, writes } = convention;
        let processor = preserve.processor();
        if A::LINK.is_some_and(|link| preserve.contains(PhysicalRegister::General(link))) {
            return Err(ThunkError::LinkRegister);
        }
        let mut restored = preserve.clobbered_by_calls();
        let mut all_written = LiveOutSet::<A>::empty(processor);
        for &register in writes {
            if A::LINK.is_some_and(|link| register == PhysicalRegister::General(link)) {
                return Err(ThunkError::NotWritable { register });
            }
            if all_written.contains(register) {
                return Err(ThunkError::WrittenTwice { register });
            }
            all_written.insert(register, A::available(register, processor));
            if !all_written.contains(register) {
                return Err(ThunkError::NotWritable { register });
            }
            restored.remove(register);
        }
        for (index, value) in values.values.iter().enumerate() {
            check_value::<A>(index, value, processor)?;
        }

        let mut room = FrameAllocator { used: 0 };
        let arguments = match pass {
            ValuePassing::Arguments => {
                arguments::<A>(&values.values, !writes.is_empty(), &mut room)?
            }
            ValuePassing::Array => Vec::new(),
        };
        room.used = room.used.next_multiple_of(ALIGNMENT as usize);
        let mut places = Vec::new();
        let mut words = 0;
        if *pass == ValuePassing::Array {
            for value in &values.values {
                let len = u32::from(size(value)).next_multiple_of(8);
                places.push(words..words + len);
                words += len;
            }
        }
        let array = room.take(words as usize);
        let mut kept = Vec::new();
        let mut keep = |value: ValueLocation, room: &mut FrameAllocator| {
            let at = room.take(usize::from(size(&value)));
            kept.push(FrameCopy { what: value, at });
            at
        };
        // The offset of a gathered value.
        let gathered = |value: &ValueLocation| {
            let index = values.values.iter().position(|gathered| gathered == value)?;
            places.get(index).map(|place| array + place.start)
        };
        // Contiguous, so that two can be stored or loaded at once.
        let mut preserved = Vec::new();
        let mut preserve_all = |room: &mut FrameAllocator| {
            preserved = restored
                .iter()
                .map(|live| FrameCopy { what: live, at: room.take(live.bytes.into()) })
                .collect();
        };
        let roots = match &values.references {
            References::Pairs(pairs) => {
                let mut found: Vec<(u32, u32, u16)> = Vec::new();
                for &PointerPair { base, derived } in pairs {
                    let in_heap = |value: &ValueLocation| {
                        matches!(value, ValueLocation::Slot { .. } | ValueLocation::Register { .. })
                    };
                    if !in_heap(&base) || !in_heap(&derived) {
                        continue;
                    }
                    // One of several pairs with the same derived pointer is enough.
                    let copies = values.values.iter().zip(&places);
                    let copies = copies.filter(|(value, _)| **value == derived);
                    let copies: Vec<_> = copies
                        .map(|(_, place)| array + place.start)
                        .filter(|&at| found.iter().all(|&(_, known, _)| known != at))
                        .collect();
                    if copies.is_empty() {
                        continue;
                    }
                    let base_at = gathered(&base).unwrap_or_else(|| keep(base, &mut room));
                    found.extend(copies.into_iter().map(|at| (base_at, at, size(&derived))));
                }
                preserve_all(&mut room);
                Roots::Pairs(found)
            }
            References::Pinned { named, listed } => {
                preserve_all(&mut room);
                let mut found: Vec<(u32, u16)> = Vec::new();
                for value in named.iter().filter(|value| !is_found_by_walks::<A>(value)) {
                    let register = register_of::<A>(value);
                    let preserved = preserved.iter().find(|copied| {
                        register == Some(copied.what.register)
                            && u16::from(copied.what.bytes) >= size(value)
                    });
                    let at = preserved.map(|copied| copied.at).or_else(|| gathered(value));
                    let at = at.unwrap_or_else(|| keep(*value, &mut room));
                    if !found.contains(&(at, size(value))) {
                        found.push((at, size(value)));
                    }
                }
                Roots::Pinned { places: found, listed: *listed }
            }
        };
        let written: Vec<_> = writes
            .iter()
            .map(|&register| LiveRegister { register, bytes: A::available(register, processor) })
            .map(|live| FrameCopy {
                what: live,
                at: room.take(usize::from(live.bytes).next_multiple_of(8)),
            })
            .collect();
        let mut spilled: Vec<FrameCopy<LiveRegister>> = Vec::new();
        for value in values.values.iter().chain(kept.iter().map(|kept| &kept.what)) {
            let Some(register @ PhysicalRegister::Vector(_)) = register_of::<A>(value) else {
                continue;
            };
            let bytes = A::part(register, size(value) as u8, processor);
            let mut there = preserved.iter().chain(&spilled).map(|copied| copied.what);
            if !there.any(|live| live.register == register && live.bytes >= bytes) {
                let at = room.take(bytes.into());
                spilled.push(FrameCopy { what: LiveRegister { register, bytes }, at });
            }
        }
        let pushed = u32::from(A::CALL_PUSHES);
        let total = (room.used + (A::reserved(*flags) + pushed) as usize)
            .next_multiple_of(ALIGNMENT as usize);
        let cfa = u32::try_from(total).ok().filter(|&cfa| cfa <= LIMIT);
        let cfa = cfa.ok_or(ThunkError::FrameTooLarge { bytes: total, limit: LIMIT as usize })?;
        Ok(Self { values: places, array, arguments, kept, spilled, written, preserved, roots, cfa })
    }

    /// Returns the size of the array in bytes.
    pub(super) fn array_len(&self) -> u32 {
        self.values.last().map_or(0, |last| last.end)
    }

    /// Returns the offset at which at least `bytes` bytes of a vector register were stored.
    pub(super) fn stored_vector(&self, register: PhysicalRegister, bytes: u16) -> Option<u32> {
        let copies = self.preserved.iter().chain(&self.spilled);
        copies
            .filter(|copied| {
                copied.what.register == register && u16::from(copied.what.bytes) >= bytes
            })
            .map(|copied| copied.at)
            .next()
    }
}

/// Returns the register that a value is in.
pub(super) fn register_of<A: ThunkAssembler>(value: &ValueLocation) -> Option<PhysicalRegister> {
    match *value {
        ValueLocation::Register { register, .. } => Some(PhysicalRegister::General(register)),
        ValueLocation::OtherRegister { dwarf, .. } => A::physical(dwarf),
        _ => None,
    }
}

/// Returns whether a walk finds the value in the frame at the record while a call is in progress.
fn is_found_by_walks<A: ThunkAssembler>(value: &ValueLocation) -> bool {
    let stays = |register: Register| {
        register == A::STACK_POINTER || callee_saved_index::<A>(register).is_some()
    };
    match *value {
        // A value that is not 8 bytes is no reference.
        ValueLocation::Register { register, size } => size != 8 || stays(register),
        ValueLocation::OtherRegister { size, .. } => size <= 8,
        ValueLocation::Slot { base, size, .. } => size < 8 || stays(base),
        ValueLocation::Address { base, .. } => stays(base),
        ValueLocation::Constant(_) => true,
    }
}

/// Checks that a value can be read.
fn check_value<A: ThunkAssembler>(
    index: usize,
    value: &ValueLocation,
    processor: A::Processor,
) -> Result<(), ThunkError> {
    let size = size(value);
    let in_words = size != 0 && size.is_multiple_of(8);
    match *value {
        ValueLocation::Register { register, .. } => {
            let readable = matches!(size, 1 | 2 | 4 | 8);
            let dwarf = register.dwarf();
            if readable { Ok(()) } else { Err(ThunkError::ValueRegister { index, dwarf, size }) }
        }
        ValueLocation::OtherRegister { dwarf, .. } => {
            let register = register_of::<A>(value).filter(|register| {
                matches!(register, PhysicalRegister::Vector(_))
                    && size <= u16::from(A::available(*register, processor))
            });
            let readable = matches!(size, 4 | 8 | 16 | 32 | 64);
            match register.filter(|_| readable) {
                Some(_) => Ok(()),
                None => Err(ThunkError::ValueRegister { index, dwarf, size }),
            }
        }
        ValueLocation::Slot { offset, .. } | ValueLocation::Address { offset, .. } => {
            if !in_words && !matches!(size, 1 | 2 | 4) {
                return Err(ThunkError::ValueSize { index, size });
            }
            // The thunk's frame and the value's own words are added.
            let farthest = A::FARTHEST - (LIMIT as i32) - i32::from(size);
            let near = -A::FARTHEST <= offset && offset <= farthest;
            if near { Ok(()) } else { Err(ThunkError::TooFar { index, offset }) }
        }
        ValueLocation::Constant(_) => Ok(()),
    }
}

/// Assigns arguments as C's convention does. Only the stack part is laid out here.
fn arguments<A: ThunkAssembler>(
    values: &[ValueLocation],
    has_results: bool,
    room: &mut FrameAllocator,
) -> Result<Vec<Argument>, ThunkError> {
    let mut general = A::ARGUMENTS.iter().copied().skip(usize::from(has_results));
    let mut vectors = 0..A::VECTOR_ARGUMENTS;
    let mut place = |(index, value): (usize, &ValueLocation)| {
        let size = size(value);
        let is_vector = matches!(value, ValueLocation::OtherRegister { .. });
        if size > if is_vector { 16 } else { 8 } {
            return Err(ThunkError::NoArgument { index, size });
        }
        let register = match is_vector {
            true => vectors.next().map(Argument::Vector),
            false => general.next().map(Argument::General),
        };
        Ok(register.unwrap_or_else(|| Argument::Stack(room.take(size.into()))))
    };
    values.iter().enumerate().map(&mut place).collect()
}
