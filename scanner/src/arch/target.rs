//! Targets: combinations of an instruction set and a calling convention.

use core::marker::PhantomData;

use super::{
    CallingConvention, InstructionSet, PhysicalRegister, PhysicalRegisters, Register,
    RegisterFileLayout,
};

/// The target of compiled code: an instruction set with a calling convention.
///
/// The OS is not part of the target; [`crate::os`] contains the code that depends on it.
pub trait Architecture: InstructionSet + CallingConvention {}

impl<T: InstructionSet + CallingConvention> Architecture for T {}

/// The instruction set `I` with the calling convention `C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target<I, C>(PhantomData<(I, C)>);

impl<I: InstructionSet, C: CallingConvention> InstructionSet for Target<I, C> {
    const NAME: &'static str = I::NAME;
    const ELF_MACHINE: u16 = I::ELF_MACHINE;
    const STACK_POINTER: Register = I::STACK_POINTER;
    const CALL_PUSHES: u8 = I::CALL_PUSHES;
    const CALL_SIZE: Option<u8> = I::CALL_SIZE;
    const RETURN_ADDRESS_COLUMN: u16 = I::RETURN_ADDRESS_COLUMN;
    const PATCHPOINT_CALL_SIZE: u8 = I::PATCHPOINT_CALL_SIZE;
    const SIGNS_RETURN_ADDRESSES: bool = I::SIGNS_RETURN_ADDRESSES;

    #[inline]
    fn register(dwarf: u16) -> Option<Register> {
        I::register(dwarf)
    }

    fn register_name(register: Register) -> &'static str {
        I::register_name(register)
    }

    fn is_patchpoint_call(code: &[u8]) -> bool {
        I::is_patchpoint_call(code)
    }

    #[inline]
    fn strip_return_address(raw: u64) -> u64 {
        I::strip_return_address(raw)
    }
}

impl<I: PhysicalRegisters, C: CallingConvention> PhysicalRegisters for Target<I, C> {
    type Processor = I::Processor;

    fn physical(dwarf: u16) -> Option<PhysicalRegister> {
        I::physical(dwarf)
    }

    fn is_constant(dwarf: u16) -> bool {
        I::is_constant(dwarf)
    }

    fn available(register: PhysicalRegister, processor: Self::Processor) -> u8 {
        I::available(register, processor)
    }

    fn part(register: PhysicalRegister, live: u8, processor: Self::Processor) -> u8 {
        I::part(register, live, processor)
    }
}

impl<I: InstructionSet, C: CallingConvention> CallingConvention for Target<I, C> {
    type PerCalleeSaved = C::PerCalleeSaved;
    type Lanes = C::Lanes;

    const FRAME_POINTER: Register = C::FRAME_POINTER;
    const CALLEE_SAVED: &'static [Register] = C::CALLEE_SAVED;
    const CALLEE_SAVED_VECTORS: &'static [Register] = C::CALLEE_SAVED_VECTORS;
    const REGISTER_FILE: RegisterFileLayout = C::REGISTER_FILE;

    fn preserved_by_calls(register: PhysicalRegister) -> u8 {
        C::preserved_by_calls(register)
    }
}
