//! The x86-64 instruction set. The register numbers are those of the System V ABI, AMD64 supplement
//! (version 0.99), figure 3.36, "DWARF Register Number Mapping".

use super::patchpoint;
use crate::arch::{InstructionSet, Register};

/// The x86-64 instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa;

/// Names of the general-purpose registers, by DWARF number.
const NAMES: [&str; 16] = [
    "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15",
];

impl InstructionSet for Isa {
    const NAME: &'static str = "x86-64";
    const ELF_MACHINE: u16 = 62;
    const STACK_POINTER: Register = Register::new(7);
    const CALL_PUSHES: u8 = 8;
    const RETURN_ADDRESS_COLUMN: u16 = 16;
    const PATCHPOINT_CALL_SIZE: u8 = patchpoint::CALL_SIZE;

    #[inline]
    fn register(dwarf: u16) -> Option<Register> {
        u8::try_from(dwarf).ok().filter(|&n| n < 16).map(Register::new)
    }

    fn register_name(register: Register) -> &'static str {
        NAMES.get(usize::from(register.dwarf())).copied().unwrap_or("?")
    }

    fn is_patchpoint_call(code: &[u8]) -> bool {
        patchpoint::is_call(code)
    }

    fn strip_return_address(raw: u64) -> u64 {
        raw
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::X86_64;

    #[test]
    fn vector_registers_are_not_general_purpose() {
        assert_eq!(X86_64::register(7), Some(X86_64::STACK_POINTER));
        assert_eq!(X86_64::register(17), None);
        assert_eq!(X86_64::register(300), None);
    }
}
