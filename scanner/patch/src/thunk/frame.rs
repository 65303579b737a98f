//! The layout of a thunk's frame.
//!
//! ```text
//! caller's stack pointer
//!   return address and bytes that the assembler uses (ThunkAssembler::reserved)
//!   preserved registers
//!   written registers
//!   kept references, vectors that are passed as arguments
//!   array of values
//!   stack arguments
//! thunk's stack pointer
//! ```

use core::ops::Range;

use super::ThunkError;
use super::convention::{ThunkConvention, ValuePassing};
use super::step::ThunkAssembler;
use super::values::References;
use crate::live_out::{LiveOutSet, LiveRegister};
use statepoint_scanner::arch::{PhysicalRegister, Register, callee_saved_index};
use statepoint_scanner::statepoint::{PointerPair, ValueLocation};

/// Maximum size of a frame in bytes. It is less than a guard page, so that a callee's first store
/// cannot be below the guard page.
const MAX_FRAME_SIZE: u32 = 4080;
/// Alignment of the stack pointer and of vectors, in bytes.
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
    /// A general-purpose register.
    General(Register),
    /// The vector register with this index.
    Vector(u8),
    /// A stack slot at this offset from the thunk's stack pointer.
    Stack(u32),
}

/// The references in the frame, for the thunk's record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Roots {
    /// Base/derived pairs, which are updated. Each has the offset of the base, the offset of the
    /// derived pointer, and the size of each in bytes.
    Pairs(Vec<(u32, u32, u16)>),
    /// References to pinned objects.
    Pinned {
        /// Offset and size in bytes of each slot.
        slots: Vec<(u32, u16)>,
        /// Whether the record has a list of references.
        listed: bool,
    },
}

/// The layout of a thunk's frame. All offsets are in bytes from the thunk's stack pointer.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The range of each value in the array, in bytes from the start of the array.
    pub(super) values: Vec<Range<u32>>,
    /// Offset of the array.
    pub(super) array: u32,
    /// The location of each value's argument; empty if the values are passed in an array.
    pub(super) arguments: Vec<Argument>,
    /// Copies of references that are neither in the array nor in `preserved`.
    pub(super) kept: Vec<FrameCopy<ValueLocation>>,
    /// Copies of vector registers that are not in `preserved`, from which values are moved.
    pub(super) spilled: Vec<FrameCopy<LiveRegister>>,
    /// The results: registers whose values the function changes.
    pub(super) written: Vec<FrameCopy<LiveRegister>>,
    /// Registers that are restored after the call.
    pub(super) preserved: Vec<FrameCopy<LiveRegister>>,
    /// The references in the frame.
    pub(super) roots: Roots,
    /// Distance from the thunk's stack pointer to the caller's.
    pub(super) cfa: u32,
}

/// Allocates frame slots from the stack pointer upwards.
struct FrameAllocator {
    used: usize,
}

impl FrameAllocator {
    /// Allocates a slot and returns its offset.
    fn allocate(&mut self, bytes: usize) -> u32 {
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

        let mut frame = FrameAllocator { used: 0 };
        let arguments = match pass {
            ValuePassing::Arguments => {
                assign_arguments::<A>(&values.values, !writes.is_empty(), &mut frame)?
            }
            ValuePassing::Array => Vec::new(),
        };
        frame.used = frame.used.next_multiple_of(ALIGNMENT as usize);
        let mut value_ranges = Vec::new();
        let mut words = 0;
        if *pass == ValuePassing::Array {
            for value in &values.values {
                let len = u32::from(size(value)).next_multiple_of(8);
                value_ranges.push(words..words + len);
                words += len;
            }
        }
        let array = frame.allocate(words as usize);
        let mut kept = Vec::new();
        let mut keep = |value: ValueLocation, frame: &mut FrameAllocator| {
            let at = frame.allocate(usize::from(size(&value)));
            kept.push(FrameCopy { what: value, at });
            at
        };
        // Returns the offset in the frame of a value in the array.
        let array_offset = |value: &ValueLocation| {
            let index = values.values.iter().position(|in_array| in_array == value)?;
            value_ranges.get(index).map(|range| array + range.start)
        };
        // Preserved registers are contiguous, so that one instruction can store or load two.
        let mut preserved = Vec::new();
        let mut preserve_all = |frame: &mut FrameAllocator| {
            preserved = restored
                .iter()
                .map(|live| FrameCopy { what: live, at: frame.allocate(live.bytes.into()) })
                .collect();
        };
        let roots = match &values.references {
            References::Pairs(pairs) => {
                let mut frame_pairs: Vec<(u32, u32, u16)> = Vec::new();
                for &PointerPair { base, derived } in pairs {
                    let in_heap = |value: &ValueLocation| {
                        matches!(value, ValueLocation::Slot { .. } | ValueLocation::Register { .. })
                    };
                    if !in_heap(&base) || !in_heap(&derived) {
                        continue;
                    }
                    // One of several pairs with the same derived pointer is enough.
                    let copies = values.values.iter().zip(&value_ranges);
                    let copies = copies.filter(|(value, _)| **value == derived);
                    let copies: Vec<_> = copies
                        .map(|(_, range)| array + range.start)
                        .filter(|&at| frame_pairs.iter().all(|&(_, known, _)| known != at))
                        .collect();
                    if copies.is_empty() {
                        continue;
                    }
                    let base_at = array_offset(&base).unwrap_or_else(|| keep(base, &mut frame));
                    let pairs = copies.into_iter().map(|at| (base_at, at, size(&derived)));
                    frame_pairs.extend(pairs);
                }
                preserve_all(&mut frame);
                Roots::Pairs(frame_pairs)
            }
            References::Pinned { named, listed } => {
                preserve_all(&mut frame);
                let mut slots: Vec<(u32, u16)> = Vec::new();
                for value in named.iter().filter(|value| !is_found_by_walks::<A>(value)) {
                    let register = register_of::<A>(value);
                    let preserved = preserved.iter().find(|copied| {
                        register == Some(copied.what.register)
                            && u16::from(copied.what.bytes) >= size(value)
                    });
                    let at = preserved.map(|copied| copied.at).or_else(|| array_offset(value));
                    let at = at.unwrap_or_else(|| keep(*value, &mut frame));
                    if !slots.contains(&(at, size(value))) {
                        slots.push((at, size(value)));
                    }
                }
                Roots::Pinned { slots, listed: *listed }
            }
        };
        let written: Vec<_> = writes
            .iter()
            .map(|&register| LiveRegister { register, bytes: A::available(register, processor) })
            .map(|live| FrameCopy {
                what: live,
                at: frame.allocate(usize::from(live.bytes).next_multiple_of(8)),
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
                let at = frame.allocate(bytes.into());
                spilled.push(FrameCopy { what: LiveRegister { register, bytes }, at });
            }
        }
        let pushed = u32::from(A::CALL_PUSHES);
        let total = (frame.used + (A::reserved(*flags) + pushed) as usize)
            .next_multiple_of(ALIGNMENT as usize);
        let cfa = u32::try_from(total).ok().filter(|&cfa| cfa <= MAX_FRAME_SIZE);
        let cfa =
            cfa.ok_or(ThunkError::FrameTooLarge { bytes: total, limit: MAX_FRAME_SIZE as usize })?;
        Ok(Self {
            values: value_ranges,
            array,
            arguments,
            kept,
            spilled,
            written,
            preserved,
            roots,
            cfa,
        })
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

/// Returns the register that contains a value, if any.
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
        // A value of another size than 8 bytes is not a reference.
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
            // The thunk adds up to its frame size and the size of the value to the offset.
            let farthest = A::FARTHEST - (MAX_FRAME_SIZE as i32) - i32::from(size);
            let near = -A::FARTHEST <= offset && offset <= farthest;
            if near { Ok(()) } else { Err(ThunkError::TooFar { index, offset }) }
        }
        ValueLocation::Constant(_) => Ok(()),
    }
}

/// Assigns the values to the argument registers and stack slots of the C calling convention.
fn assign_arguments<A: ThunkAssembler>(
    values: &[ValueLocation],
    has_results: bool,
    frame: &mut FrameAllocator,
) -> Result<Vec<Argument>, ThunkError> {
    let mut general = A::ARGUMENTS.iter().copied().skip(usize::from(has_results));
    let mut vectors = 0..A::VECTOR_ARGUMENTS;
    let mut assign = |(index, value): (usize, &ValueLocation)| {
        let size = size(value);
        let is_vector = matches!(value, ValueLocation::OtherRegister { .. });
        if size > if is_vector { 16 } else { 8 } {
            return Err(ThunkError::NoArgument { index, size });
        }
        let register = match is_vector {
            true => vectors.next().map(Argument::Vector),
            false => general.next().map(Argument::General),
        };
        Ok(register.unwrap_or_else(|| Argument::Stack(frame.allocate(size.into()))))
    };
    values.iter().enumerate().map(&mut assign).collect()
}
