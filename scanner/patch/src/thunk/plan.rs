//! Planning the steps of a thunk.
//!
//! All registers that must be saved are stored first, which changes no register. From then on the
//! registers that calls do not preserve may be used: their former values are either in the frame or
//! no longer needed. Only bases of values in memory are still to be read, so the scratch register
//! for moving values is none of these.

use super::ThunkError;
use super::convention::{Convention, Pass};
use super::frame::{Argument, Copied, Layout, register_of, size};
use super::moves::parallel;
use super::step::{Assembler, Program, Step};
use crate::live_out::Live;
use statepoint_scanner::arch::{PhysicalRegister, Register, callee_saved_index};
use statepoint_scanner::statepoint::Value;

pub(super) fn program<A: Assembler>(
    convention: &Convention<A>,
    layout: &Layout,
    target: u64,
) -> Result<Program<A>, ThunkError> {
    if !A::is_target(target) {
        return Err(ThunkError::Target { target });
    }
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for copied in layout.preserved.iter().chain(&layout.written) {
        before.push(store(copied.what, copied.at));
        after.push(load::<A>(copied.what, copied.at));
    }
    before.extend(layout.spilled.iter().map(|copied| store(copied.what, copied.at)));
    let moved = Moved::<A> { convention, layout };
    moved.to_memory(&mut before)?;
    match convention.pass {
        Pass::Arguments => moved.to_registers(&mut before)?,
        Pass::Array => {
            let sp = A::STACK_POINTER;
            let words =
                Step::Constant { to: A::ARGUMENTS[1], value: u64::from(layout.array_len() / 8) };
            let array =
                Step::Address { to: A::ARGUMENTS[0], base: sp, offset: layout.array as i32 };
            before.extend([array, words]);
            before.extend(layout.written.first().map(|first| Step::Address {
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
    Ok(Program {
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
fn store(live: Live, at: u32) -> Step {
    let bytes = live.bytes;
    match live.register {
        PhysicalRegister::General(from) => Step::Store { from, at, bytes },
        PhysicalRegister::Vector(from) => Step::StoreVector { from, at, bytes },
        PhysicalRegister::Mask(from) => Step::StoreMask { from, at, bytes },
    }
}

fn load<A: Assembler>(live: Live, at: u32) -> Step {
    let bytes = live.bytes;
    match live.register {
        PhysicalRegister::General(to) => {
            Step::Load { to, base: A::STACK_POINTER, offset: at as i32, bytes }
        }
        PhysicalRegister::Vector(to) => Step::LoadVector { to, at, bytes },
        PhysicalRegister::Mask(to) => Step::LoadMask { to, at, bytes },
    }
}

/// Moves the values of a convention to the function.
struct Moved<'c, A: Assembler> {
    convention: &'c Convention<A>,
    layout: &'c Layout,
}

impl<A: Assembler> Moved<'_, A> {
    /// Moves the values that belong in the frame: in the array, in stack arguments, and in kept
    /// copies.
    fn to_memory(&self, steps: &mut Vec<Step>) -> Result<(), ThunkError> {
        let values = self.convention.values.iter();
        let in_array = values.clone().zip(&self.layout.values);
        let in_array =
            in_array.map(|(what, place)| Copied { what, at: self.layout.array + place.start });
        let on_stack =
            values.zip(&self.layout.arguments).filter_map(|(what, argument)| match *argument {
                Argument::Stack(at) => Some(Copied { what, at }),
                _ => None,
            });
        let all: Vec<_> =
            in_array.chain(on_stack).chain(self.layout.kept.iter().copied()).collect();
        let mut others = Vec::new();
        for copied in all {
            match self.stores(copied) {
                Some(stores) => steps.extend(stores),
                None => others.push(copied),
            }
        }
        if others.is_empty() {
            return Ok(());
        }
        let scratch = self.scratch()?;
        for copied in others {
            self.by_way_of(scratch, copied, steps);
        }
        Ok(())
    }

    /// Returns the steps that store a value which is in a register, if it can be stored directly.
    fn stores(&self, Copied { what, at }: Copied<Value>) -> Option<Vec<Step>> {
        let bytes = u8::try_from(size(&what)).ok()?;
        let step = match register_of::<A>(&what)? {
            PhysicalRegister::General(register) if register == A::STACK_POINTER => return None,
            PhysicalRegister::General(from) => Step::Store { from, at, bytes },
            register @ PhysicalRegister::Vector(from) => {
                let part = A::part(register, bytes, self.convention.preserve.processor());
                let has_instruction = part == bytes || bytes <= 8 && part <= 16;
                // Not all processors can store vectors at any address.
                if !has_instruction || !at.is_multiple_of(bytes.into()) {
                    return None;
                }
                Step::StoreVector { from, at, bytes }
            }
            PhysicalRegister::Mask(_) => return None,
        };
        let clear = (bytes < 8).then_some(Step::Clear { at });
        Some(clear.into_iter().chain([step]).collect())
    }

    /// Copies a value from memory to memory through a scratch register.
    fn by_way_of(
        &self,
        scratch: Register,
        Copied { what, at }: Copied<Value>,
        steps: &mut Vec<Step>,
    ) {
        let bytes = size(&what);
        for first in (0..bytes).step_by(8) {
            let bytes = (bytes - first).min(8) as u8;
            let load = match what {
                Value::OtherRegister { .. } => {
                    let part = register_of::<A>(&what)
                        .and_then(|register| self.layout.stored_vector(register, size(&what)));
                    let from = part.unwrap_or(0) + u32::from(first);
                    Step::Load { to: scratch, base: A::STACK_POINTER, offset: from as i32, bytes }
                }
                _ => self.general(scratch, &what, i32::from(first), bytes),
            };
            let at = at + u32::from(first);
            steps.extend([load, Step::Store { from: scratch, at, bytes: 8 }]);
        }
    }

    /// Returns the step that puts a value, or a part of it, into a register.
    fn general(&self, to: Register, value: &Value, first: i32, bytes: u8) -> Step {
        // The stack pointer as the caller has it.
        let above =
            |base: Register| if base == A::STACK_POINTER { self.layout.cfa as i32 } else { 0 };
        match *value {
            Value::Slot { base, offset, .. } => {
                Step::Load { to, base, offset: offset + above(base) + first, bytes }
            }
            Value::Address { base, offset, .. } => {
                Step::Address { to, base, offset: offset + above(base) }
            }
            Value::Constant(value) => Step::Constant { to, value: value.cast_unsigned() },
            Value::Register { register, .. } if register == A::STACK_POINTER => {
                Step::Address { to, base: register, offset: above(register) }
            }
            Value::Register { register, .. } => Step::Copy { to, from: register, bytes },
            Value::OtherRegister { .. } => unreachable!("a vector is no word"),
        }
    }

    /// Returns a register whose value is no longer needed.
    fn scratch(&self) -> Result<Register, ThunkError> {
        let values =
            self.convention.values.iter().chain(self.layout.kept.iter().map(|kept| kept.what));
        let is_read = |register: Register| {
            values.clone().zip(0..).any(|(value, index)| match value {
                Value::Slot { base, .. } | Value::Address { base, .. } => base == register,
                // It may still have to become an argument.
                Value::Register { register: source, .. } => {
                    source == register
                        && matches!(self.layout.arguments.get(index), Some(Argument::General(_)))
                }
                _ => false,
            })
        };
        let free = A::SCRATCH.iter().copied().find(|&register| !is_read(register));
        free.ok_or(ThunkError::NoScratchRegister)
    }

    /// Moves the values of the arguments that are passed in registers.
    fn to_registers(&self, steps: &mut Vec<Step>) -> Result<(), ThunkError> {
        let mut pending = Vec::new();
        pending.extend(self.layout.written.first().map(|first| Step::Address {
            to: A::ARGUMENTS[0],
            base: A::STACK_POINTER,
            offset: first.at as i32,
        }));
        for (value, argument) in self.convention.values.iter().zip(&self.layout.arguments) {
            let bytes = size(&value) as u8;
            match *argument {
                Argument::General(to) => pending.push(self.general(to, &value, 0, bytes)),
                Argument::Vector(to) => {
                    let from = register_of::<A>(&value)
                        .and_then(|register| self.layout.stored_vector(register, size(&value)));
                    steps.extend(from.map(|at| Step::LoadVector { to, at, bytes }));
                }
                Argument::Stack(_) => {}
            }
        }
        steps.extend(parallel(pending, A::SCRATCH).ok_or(ThunkError::NoScratchRegister)?);
        Ok(())
    }
}
