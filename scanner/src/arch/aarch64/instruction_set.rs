//! The AArch64 instruction set. The register numbers are those of "DWARF for the Arm 64-bit
//! Architecture", section 4.1.

use super::patchpoint;
use crate::arch::{InstructionSet, Register};

/// The AArch64 instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isa;

/// Names of the general-purpose registers, by DWARF number.
const NAMES: [&str; 32] = [
    "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14",
    "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27",
    "x28", "x29", "x30", "sp",
];

/// Lowest bit of a pointer authentication signature. Signatures start higher only in a program that
/// has requested addresses of more than 48 bits.
const SIGNATURE_SHIFT: u32 = 48;
/// The bit that selects the upper or lower half of the address space. It is not part of a
/// signature.
const HALF_BIT: u32 = 55;

impl InstructionSet for Isa {
    const NAME: &'static str = "AArch64";
    const ELF_MACHINE: u16 = 183;
    const STACK_POINTER: Register = Register::new(31);
    const CALL_PUSHES: u8 = 0;
    const CALL_SIZE: Option<u8> = Some(4);
    const RETURN_ADDRESS_COLUMN: u16 = 30;
    const PATCHPOINT_CALL_SIZE: u8 = patchpoint::CALL_SIZE;
    const SIGNS_RETURN_ADDRESSES: bool = true;

    #[inline]
    fn register(dwarf: u16) -> Option<Register> {
        u8::try_from(dwarf).ok().filter(|&n| n < 32).map(Register::new)
    }

    fn register_name(register: Register) -> &'static str {
        NAMES.get(usize::from(register.dwarf())).copied().unwrap_or("?")
    }

    fn is_patchpoint_call(code: &[u8]) -> bool {
        patchpoint::is_call(code)
    }

    /// Removes the signature of pointer authentication, as `xpaci` does: all upper bits of an
    /// address equal its bit 55.
    fn strip_return_address(raw: u64) -> u64 {
        let upper = u64::MAX << SIGNATURE_SHIFT;
        if raw >> HALF_BIT & 1 == 0 { raw & !upper } else { raw | upper }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::Aarch64;

    #[test]
    fn vector_registers_are_not_general_purpose() {
        assert_eq!(Aarch64::register(31), Some(Aarch64::STACK_POINTER));
        assert_eq!(Aarch64::register(32), None);
        assert_eq!(Aarch64::register(64), None);
        assert_eq!(Aarch64::register(256 + 19), None);
    }

    #[test]
    fn return_address_signature_is_stripped() {
        let strip = Aarch64::strip_return_address;
        assert_eq!(strip(0x0000_aaaa_bbbb_cccc), 0x0000_aaaa_bbbb_cccc);
        assert_eq!(strip(0x7f51_aaaa_bbbb_cccc), 0x0000_aaaa_bbbb_cccc);
        assert_eq!(strip(0x12bf_8000_1234_5678), 0xffff_8000_1234_5678);
    }
}
