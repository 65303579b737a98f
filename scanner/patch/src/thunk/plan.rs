//! Planner of a thunk's steps.
//!
//! The thunk first stores all registers that must be saved, which changes no register. After that
//! it may use the registers that calls do not preserve: their old values are in the frame or no
//! longer needed. Only the base registers of values in memory are still needed, so the scratch
//! register for moving values is not one of these.

use super::ThunkError;
use super::convention::{ThunkConvention, ValuePassing};
use super::frame::{Argument, FrameCopy, Layout, register_of, size};
use super::moves::sequentialise;
use super::step::{ThunkAssembler, ThunkProgram, ThunkStep};
use crate::live_out::LiveRegister;
use statepoint_scanner::arch::{PhysicalRegister, Register, callee_saved_index};
use statepoint_scanner::statepoint::ValueLocation;

/// Returns the complete program of a thunk that calls the function at `target`.
pub(super) fn plan_program<A: ThunkAssembler>(
    convention: &ThunkConvention<A>,
    layout: &Layout,
    target: u64,
) -> Result<ThunkProgram<A>, ThunkError> {
    if !A::is_target(target) {
        return Err(ThunkError::Target { target });
    }
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for copied in layout.preserved.iter().chain(&layout.written) {
        before.push(store(copied.what, copied.at));
        after.push(load::<A>(copied.what, copied.at));
    }
    before.extend(layout.spilled.iter().map(|copied| store(copied.what, copied.at)));
    let mover = ValueMover::<A> { convention, layout };
    mover.move_to_memory(&mut before)?;
    match convention.pass {
        ValuePassing::Arguments => mover.move_to_registers(&mut before)?,
        ValuePassing::Array => {
            let sp = A::STACK_POINTER;
            let words = ThunkStep::Constant {
                to: A::ARGUMENTS[1],
                value: u64::from(layout.array_len() / 8),
            };
            let array =
                ThunkStep::Address { to: A::ARGUMENTS[0], base: sp, offset: layout.array as i32 };
            before.extend([array, words]);
            before.extend(layout.written.first().map(|first| ThunkStep::Address {
                to: A::ARGUMENTS[2],
                base: sp,
                offset: first.at as i32,
            }));
        }
    }
    let saved = layout.written.iter().filter_map(|copied| match copied.what.register {
        PhysicalRegister::General(register) if callee_saved_index::<A>(register).is_some() => {
            Some((register, copied.at))
        }
        _ => None,
    });
    Ok(ThunkProgram {
        processor: convention.preserve.processor(),
        cfa: layout.cfa,
        flags: convention.flags,
        before,
        target,
        after,
        saved: saved.collect(),
    })
}

/// Returns the step that stores a register in the frame.
fn store(live: LiveRegister, at: u32) -> ThunkStep {
    let bytes = live.bytes;
    match live.register {
        PhysicalRegister::General(from) => ThunkStep::Store { from, at, bytes },
        PhysicalRegister::Vector(from) => ThunkStep::StoreVector { from, at, bytes },
        PhysicalRegister::Mask(from) => ThunkStep::StoreMask { from, at, bytes },
    }
}

/// Returns the step that loads a register from the frame.
fn load<A: ThunkAssembler>(live: LiveRegister, at: u32) -> ThunkStep {
    let bytes = live.bytes;
    match live.register {
        PhysicalRegister::General(to) => {
            ThunkStep::Load { to, base: A::STACK_POINTER, offset: at as i32, bytes }
        }
        PhysicalRegister::Vector(to) => ThunkStep::LoadVector { to, at, bytes },
        PhysicalRegister::Mask(to) => ThunkStep::LoadMask { to, at, bytes },
    }
}

/// Planner of the moves that pass a convention's values to the function.
struct ValueMover<'c, A: ThunkAssembler> {
    convention: &'c ThunkConvention<A>,
    layout: &'c Layout,
}

impl<A: ThunkAssembler> ValueMover<'_, A> {
    /// Adds the steps that store values in the frame: in the array, in stack arguments, and in kept
    /// copies.
    fn move_to_memory(&self, steps: &mut Vec<ThunkStep>) -> Result<(), ThunkError> {
        let values = self.convention.values.iter();
        let in_array = values.clone().zip(&self.layout.values);
        let in_array =
            in_array.map(|(what, range)| FrameCopy { what, at: self.layout.array + range.start });
        let on_stack =
            values.zip(&self.layout.arguments).filter_map(|(what, argument)| match *argument {
                Argument::Stack(at) => Some(FrameCopy { what, at }),
                _ => None,
            });
        let all: Vec<_> =
            in_array.chain(on_stack).chain(self.layout.kept.iter().copied()).collect();
        let mut others = Vec::new();
        for copied in all {
            match self.direct_store(copied) {
                Some(stores) => steps.extend(stores),
                None => others.push(copied),
            }
        }
        if others.is_empty() {
            return Ok(());
        }
        let scratch = self.scratch()?;
        for copied in others {
            self.move_through_scratch(scratch, copied, steps);
        }
        Ok(())
    }

    /// Returns the steps that store a value directly from its register; `None` if that is not
    /// possible.
    fn direct_store(
        &self,
        FrameCopy { what, at }: FrameCopy<ValueLocation>,
    ) -> Option<Vec<ThunkStep>> {
        let bytes = u8::try_from(size(&what)).ok()?;
        let step = match register_of::<A>(&what)? {
            PhysicalRegister::General(register) if register == A::STACK_POINTER => return None,
            PhysicalRegister::General(from) => ThunkStep::Store { from, at, bytes },
            register @ PhysicalRegister::Vector(from) => {
                let part = A::part(register, bytes, self.convention.preserve.processor());
                let has_instruction = part == bytes || bytes <= 8 && part <= 16;
                // Not all processors can store vectors at any address.
                if !has_instruction || !at.is_multiple_of(bytes.into()) {
                    return None;
                }
                ThunkStep::StoreVector { from, at, bytes }
            }
            PhysicalRegister::Mask(_) => return None,
        };
        let clear = (bytes < 8).then_some(ThunkStep::Clear { at });
        Some(clear.into_iter().chain([step]).collect())
    }

    /// Copies a value from memory to memory through a scratch register.
    fn move_through_scratch(
        &self,
        scratch: Register,
        FrameCopy { what, at }: FrameCopy<ValueLocation>,
        steps: &mut Vec<ThunkStep>,
    ) {
        let bytes = size(&what);
        for first in (0..bytes).step_by(8) {
            let bytes = (bytes - first).min(8) as u8;
            let load = match what {
                ValueLocation::OtherRegister { .. } => {
                    let part = register_of::<A>(&what)
                        .and_then(|register| self.layout.stored_vector(register, size(&what)));
                    let from = part.unwrap_or(0) + u32::from(first);
                    ThunkStep::Load {
                        to: scratch,
                        base: A::STACK_POINTER,
                        offset: from as i32,
                        bytes,
                    }
                }
                _ => self.load_value(scratch, &what, i32::from(first), bytes),
            };
            let at = at + u32::from(first);
            steps.extend([load, ThunkStep::Store { from: scratch, at, bytes: 8 }]);
        }
    }

    /// Returns the step that loads `bytes` bytes of a value into a general-purpose register,
    /// starting at byte `first`.
    fn load_value(&self, to: Register, value: &ValueLocation, first: i32, bytes: u8) -> ThunkStep {
        // Offsets from the stack pointer are relative to the caller's stack pointer.
        let above =
            |base: Register| if base == A::STACK_POINTER { self.layout.cfa as i32 } else { 0 };
        match *value {
            ValueLocation::Slot { base, offset, .. } => {
                ThunkStep::Load { to, base, offset: offset + above(base) + first, bytes }
            }
            ValueLocation::Address { base, offset, .. } => {
                ThunkStep::Address { to, base, offset: offset + above(base) }
            }
            ValueLocation::Constant(value) => {
                ThunkStep::Constant { to, value: value.cast_unsigned() }
            }
            ValueLocation::Register { register, .. } if register == A::STACK_POINTER => {
                ThunkStep::Address { to, base: register, offset: above(register) }
            }
            ValueLocation::Register { register, .. } => {
                ThunkStep::Copy { to, from: register, bytes }
            }
            ValueLocation::OtherRegister { .. } => unreachable!("a vector is not moved by word"),
        }
    }

    /// Returns a scratch register whose value is no longer needed.
    fn scratch(&self) -> Result<Register, ThunkError> {
        let values =
            self.convention.values.iter().chain(self.layout.kept.iter().map(|kept| kept.what));
        let is_read = |register: Register| {
            values.clone().zip(0..).any(|(value, index)| match value {
                ValueLocation::Slot { base, .. } | ValueLocation::Address { base, .. } => {
                    base == register
                }
                // The register's value may still have to be moved to an argument register.
                ValueLocation::Register { register: source, .. } => {
                    source == register
                        && matches!(self.layout.arguments.get(index), Some(Argument::General(_)))
                }
                _ => false,
            })
        };
        let free = A::SCRATCH.iter().copied().find(|&register| !is_read(register));
        free.ok_or(ThunkError::NoScratchRegister)
    }

    /// Adds the steps that move values to the argument registers.
    fn move_to_registers(&self, steps: &mut Vec<ThunkStep>) -> Result<(), ThunkError> {
        let mut pending = Vec::new();
        pending.extend(self.layout.written.first().map(|first| ThunkStep::Address {
            to: A::ARGUMENTS[0],
            base: A::STACK_POINTER,
            offset: first.at as i32,
        }));
        for (value, argument) in self.convention.values.iter().zip(&self.layout.arguments) {
            let bytes = size(&value) as u8;
            match *argument {
                Argument::General(to) => pending.push(self.load_value(to, &value, 0, bytes)),
                Argument::Vector(to) => {
                    let from = register_of::<A>(&value)
                        .and_then(|register| self.layout.stored_vector(register, size(&value)));
                    steps.extend(from.map(|at| ThunkStep::LoadVector { to, at, bytes }));
                }
                Argument::Stack(_) => {}
            }
        }
        steps.extend(sequentialise(pending, A::SCRATCH).ok_or(ThunkError::NoScratchRegister)?);
        Ok(())
    }
}
