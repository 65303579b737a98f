//! The callee-saved registers as a runtime stub leaves them on the stack.

use memoffset::offset_of;

use crate::arch::RegisterFileLayout;

/// The callee-saved registers as stored by a stub that allocates stack space with its first
/// instruction, `stp x29, x30, [sp, #-96]!`, and stores x19 to x28 above that, lowest address
/// first.
///
/// After the stub has returned, the stack pointer of its caller is the address directly after this
/// structure. A walk reads the roots that lie in registers from here and writes them back here; the
/// stub must reload the registers from here before it returns. The first two words are the frame
/// record of the stub (AAPCS64, "The Frame Pointer"), so that other tools can walk the stack from
/// here.
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

const fn saved(number: usize) -> u64 {
    (offset_of!(RegisterFile, x19_to_x28) + 8 * (number - 19)) as u64
}

pub(super) const LAYOUT: RegisterFileLayout = RegisterFileLayout {
    size: size_of::<RegisterFile>() as u64,
    return_address: offset_of!(RegisterFile, return_address) as u64,
    // In the order of `Aarch64::CALLEE_SAVED`.
    callee_saved: &[
        saved(19),
        saved(20),
        saved(21),
        saved(22),
        saved(23),
        saved(24),
        saved(25),
        saved(26),
        saved(27),
        saved(28),
        offset_of!(RegisterFile, x29) as u64,
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{Aarch64, CallingConvention, InstructionSet};

    // The stubs in assembly depend on these numbers, and the stack must stay aligned to 16 bytes.
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
