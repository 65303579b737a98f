//! The register file that a runtime stub stores on the stack.

use memoffset::offset_of;

use crate::arch::RegisterFileLayout;

/// The callee-saved registers of a stub's caller. The stub allocates the structure with its first
/// instruction, `stp x29, x30, [sp, #-96]!`, and stores x19 to x28 above the pair.
///
/// After the stub has returned, the stack pointer of its caller is the address directly after this
/// structure. A walk reads and updates the roots in registers in this structure; the stub must
/// reload the registers from it before it returns. The first two words are the stub's frame record
/// (AAPCS64, "The Frame Pointer"), so that debuggers and profilers can walk the stack from it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegisterFile {
    /// x29 of the caller.
    pub x29: u64,
    /// The return address of the stub: its x30.
    pub return_address: u64,
    /// x19 to x28 of the caller.
    pub x19_to_x28: [u64; 10],
}

/// Returns the offset of x19 to x28, in bytes.
const fn offset_of_x(number: usize) -> u64 {
    (offset_of!(RegisterFile, x19_to_x28) + 8 * (number - 19)) as u64
}

/// The layout of [`RegisterFile`].
pub(super) const LAYOUT: RegisterFileLayout = RegisterFileLayout {
    size: size_of::<RegisterFile>() as u64,
    return_address: offset_of!(RegisterFile, return_address) as u64,
    // In the order of `Aarch64::CALLEE_SAVED`.
    callee_saved: &[
        offset_of_x(19),
        offset_of_x(20),
        offset_of_x(21),
        offset_of_x(22),
        offset_of_x(23),
        offset_of_x(24),
        offset_of_x(25),
        offset_of_x(26),
        offset_of_x(27),
        offset_of_x(28),
        offset_of!(RegisterFile, x29) as u64,
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Aarch64, CallingConvention, InstructionSet};

    // The stubs in assembly depend on these offsets, and the stack must stay aligned to 16 bytes.
    #[test]
    fn register_file_begins_with_frame_record() {
        assert_eq!(offset_of!(RegisterFile, x29), 0);
        assert_eq!(offset_of!(RegisterFile, return_address), 8);
        assert_eq!(offset_of!(RegisterFile, x19_to_x28), 16);
        assert_eq!(LAYOUT.size, 96);
    }

    #[test]
    fn callee_saved_registers_have_distinct_slots() {
        let named: Vec<_> = Aarch64::CALLEE_SAVED
            .iter()
            .zip(LAYOUT.callee_saved)
            .map(|(&register, &offset)| (Aarch64::register_name(register), offset))
            .collect();
        assert_eq!(named[0], ("x19", 16));
        assert_eq!(named[9], ("x28", 88));
        assert_eq!(named[10], ("x29", 0));
        assert_eq!(Aarch64::CALLEE_SAVED.len(), LAYOUT.callee_saved.len());
    }
}
