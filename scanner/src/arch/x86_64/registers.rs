//! Register numbers: System V ABI, AMD64 supplement, figure 3.36 (DWARF register number mapping).

use super::{patchpoint, register_file, signal_context};
use crate::arch::{Architecture, ContextLayout, Register, RegisterFileLayout};

/// x86-64 with the System V calling convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct X86_64;

const NAMES: [&str; 16] = [
    "rax", "rdx", "rcx", "rbx", "rsi", "rdi", "rbp", "rsp", "r8", "r9", "r10", "r11", "r12", "r13",
    "r14", "r15",
];

impl Architecture for X86_64 {
    type PerCalleeSaved = [u64; 6];
    type Lanes = [u64; 2];

    const NAME: &'static str = "x86-64";
    const ELF_MACHINE: u16 = 62;
    const STACK_POINTER: Register = Register::new(7);
    const FRAME_POINTER: Register = Register::new(6);
    const CALLEE_SAVED: &'static [Register] = &[
        Register::new(3),
        Register::new(6),
        Register::new(12),
        Register::new(13),
        Register::new(14),
        Register::new(15),
    ];

    const REGISTER_FILE: RegisterFileLayout = register_file::LAYOUT;
    const SIGNAL_CONTEXT: ContextLayout = signal_context::LAYOUT;
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

    #[test]
    fn callee_saved_registers_have_the_names_of_the_abi() {
        let names: Vec<_> =
            X86_64::CALLEE_SAVED.iter().map(|&r| X86_64::register_name(r)).collect();
        assert_eq!(names, ["rbx", "rbp", "r12", "r13", "r14", "r15"]);
    }

    #[test]
    fn vector_registers_are_not_general_purpose() {
        assert_eq!(X86_64::register(7), Some(X86_64::STACK_POINTER));
        assert_eq!(X86_64::register(17), None);
        assert_eq!(X86_64::register(300), None);
    }
}
