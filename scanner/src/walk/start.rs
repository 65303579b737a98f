//! The constructors of a cursor: the thread states from which a walk can start.

use super::code::CodeLookup;
use super::cursor::{Cursor, StopPoint};
use super::error::StackWalkError;
use super::frame::ReturnSlot;
use super::memory::StackMemory;
use crate::arch::Architecture;
use crate::cfi::ReturnAddressSigning;
use crate::os::SignalContext;

/// The registers of a thread in the first frame of a walk.
#[derive(Clone, Copy, Debug)]
pub struct InitialRegisters<A: Architecture> {
    /// The program counter.
    pub pc: u64,
    /// The stack pointer.
    pub sp: u64,
    /// For each register of [`CALLEE_SAVED`](crate::arch::CallingConvention::CALLEE_SAVED), the
    /// *address* from which the thread will reload its value, or 0 if that is unknown. Roots in
    /// registers are read and rewritten there. The addresses must be in the memory that the walk
    /// reads: the stack, or an array that is [joined](super::JoinedMemory) to it.
    pub callee_saved: A::PerCalleeSaved,
}

impl<A: Architecture> InitialRegisters<A> {
    /// Returns whether the addresses of all callee-saved registers are known.
    pub fn are_known(&self) -> bool {
        !self.callee_saved.as_ref().contains(&0)
    }

    /// Updates the registers, which an earlier walk has found, after another walk: `before` and
    /// `now` are the registers of a younger frame in the two walks. No frame from that one on has
    /// run between them. So a register that one of these frames has saved is where it was. Every
    /// other register was where `before` had it, and is where `now` has it.
    pub fn update_from(&mut self, before: &Self, now: &Self) {
        let saved = self.callee_saved.as_mut().iter_mut();
        let younger = before.callee_saved.as_ref().iter().zip(now.callee_saved.as_ref());
        for (address, (before, now)) in saved.zip(younger) {
            if *address != 0 && address == before {
                *address = *now;
            }
        }
    }
}

impl<'t, A: Architecture> Cursor<'t, A> {
    /// Returns a cursor that starts with the frame that called a runtime stub, which left its
    /// register file at this address on the stack.
    ///
    /// The walk ends before a frame whose program counter is one of `ends`: the return addresses of
    /// the stubs through which native code enters managed code. `code` must contain the code of
    /// every other frame.
    ///
    /// # Errors
    ///
    /// If the register file is not in the stack.
    pub fn from_register_file(
        code: &'t dyn CodeLookup<A>,
        memory: &impl StackMemory,
        register_file: u64,
        ends: &'t [u64],
    ) -> Result<Self, StackWalkError> {
        let layout = A::REGISTER_FILE;
        let at = |offset: u64| register_file.wrapping_add(offset);
        let mut registers = InitialRegisters {
            pc: 0,
            sp: at(layout.size),
            callee_saved: A::PerCalleeSaved::default(),
        };
        registers.pc = memory.load(at(layout.return_address)).map_err(|source| {
            Self::begin(code, registers, StopPoint::AtCall, ends)
                .bad_address("the stub's return address", source)
        })?;
        let offsets = layout.callee_saved.iter();
        for (address, offset) in registers.callee_saved.as_mut().iter_mut().zip(offsets) {
            *address = at(*offset);
        }
        let mut cursor = Self::begin(code, registers, StopPoint::AtCall, ends);
        // Stubs do not sign their return addresses.
        let (address, signing) = (at(layout.return_address), ReturnAddressSigning::Unsigned);
        cursor.set_return_slot(ReturnSlot { address, signing });
        cursor.check(memory, registers, "the stub's register file")?;
        Ok(cursor)
    }

    /// Returns a cursor that starts with the caller of a function which has a frame record at this
    /// address: the caller's frame pointer, followed by the return address. `sp` is the caller's
    /// stack pointer before the call (without the return address that the call pushes on x86-64).
    ///
    /// Only the value of the frame pointer is known among the callee-saved registers. A walk fails
    /// at a root in another register, unless a younger frame has saved that register.
    ///
    /// # Errors
    ///
    /// If the record is not in the stack.
    pub fn from_frame_record(
        code: &'t dyn CodeLookup<A>,
        memory: &impl StackMemory,
        record: u64,
        sp: u64,
        ends: &'t [u64],
    ) -> Result<Self, StackWalkError> {
        let mut registers =
            InitialRegisters { pc: 0, sp, callee_saved: A::PerCalleeSaved::default() };
        registers.pc = memory.load(record.wrapping_add(8)).map_err(|source| {
            Self::begin(code, registers, StopPoint::AtCall, ends)
                .bad_address("the return address of a frame record", source)
        })?;
        let index = A::CALLEE_SAVED.iter().position(|&register| register == A::FRAME_POINTER);
        if let Some(index) = index {
            registers.callee_saved.as_mut()[index] = record;
        }
        let mut cursor = Self::begin(code, registers, StopPoint::AtCall, ends);
        // The function is unknown, so its unwind information is too.
        let signing = match A::SIGNS_RETURN_ADDRESSES {
            true => ReturnAddressSigning::Unknown,
            false => ReturnAddressSigning::Unsigned,
        };
        cursor.set_return_slot(ReturnSlot { address: record.wrapping_add(8), signing });
        cursor.check(memory, registers, "a frame record")?;
        Ok(cursor)
    }

    /// Returns a cursor that starts with the frame that a signal interrupted. The kernel has stored
    /// its registers at the address `context` with the given layout. On Linux, pass the
    /// `ucontext_t` of the handler and [`SIGNAL_CONTEXT`](crate::os::SIGNAL_CONTEXT). Roots in
    /// registers are rewritten in the context, from which the thread reloads them when the handler
    /// returns.
    ///
    /// If the handler runs on an alternate signal stack, `memory` must contain both stacks.
    ///
    /// The thread has stopped at an instruction, not at a call. In managed code this must be the
    /// address of a `stackmap` or `patchpoint` record, or the walk fails.
    ///
    /// # Errors
    ///
    /// If the context is not in `memory`.
    pub fn from_context(
        code: &'t dyn CodeLookup<A>,
        memory: &impl StackMemory,
        context: u64,
        layout: &SignalContext,
        ends: &'t [u64],
    ) -> Result<Self, StackWalkError> {
        let mut registers =
            InitialRegisters::<A> { pc: 0, sp: 0, callee_saved: A::PerCalleeSaved::default() };
        let no_registers = registers;
        let addresses = registers.callee_saved.as_mut().iter_mut();
        for (address, register) in addresses.zip(A::CALLEE_SAVED) {
            *address = context.wrapping_add(layout.register(register.dwarf()));
        }
        let sp = layout.register(A::STACK_POINTER.dwarf());
        for (value, offset) in [(&mut registers.pc, layout.pc), (&mut registers.sp, sp)] {
            *value = memory.load(context.wrapping_add(offset)).map_err(|source| {
                Self::begin(code, no_registers, StopPoint::AtInstruction, ends)
                    .bad_address("the interrupted registers", source)
            })?;
        }
        let cursor = Self::begin(code, registers, StopPoint::AtInstruction, ends);
        cursor.check(memory, registers, "the interrupted registers")?;
        Ok(cursor)
    }

    /// Returns a cursor that starts with the frame that has these registers.
    ///
    /// For a frame that has stopped in a call, `pc` is the return address and `sp` the value that
    /// the stack pointer will have after the return.
    ///
    /// # Errors
    ///
    /// If the address of a register is not in `memory`.
    pub fn from_registers(
        code: &'t dyn CodeLookup<A>,
        memory: &impl StackMemory,
        registers: InitialRegisters<A>,
        stop: StopPoint,
        ends: &'t [u64],
    ) -> Result<Self, StackWalkError> {
        let cursor = Self::begin(code, registers, stop, ends);
        cursor.check(memory, registers, "a register")?;
        Ok(cursor)
    }

    /// Checks that the addresses of all callee-saved registers can be read.
    fn check(
        &self,
        memory: &impl StackMemory,
        registers: InitialRegisters<A>,
        what: &'static str,
    ) -> Result<(), StackWalkError> {
        for &address in registers.callee_saved.as_ref().iter().filter(|&&address| address != 0) {
            memory.load(address).map_err(|source| self.bad_address(what, source))?;
        }
        Ok(())
    }
}
