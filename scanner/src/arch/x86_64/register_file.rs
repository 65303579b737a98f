//! The register file that a runtime stub stores on the stack.

use memoffset::offset_of;

use crate::arch::RegisterFileLayout;

/// The callee-saved registers of a stub's caller. The stub pushes rbp, rbx, r12, r13, r14 and r15
/// directly after its entry, so r15 is at the lowest address.
///
/// After the stub has returned, the stack pointer of its caller is the address directly after this
/// structure. A walk reads and updates the roots in registers in this structure; the stub must
/// reload the registers from it before it returns.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegisterFile {
    /// r15 of the caller.
    pub r15: u64,
    /// r14 of the caller.
    pub r14: u64,
    /// r13 of the caller.
    pub r13: u64,
    /// r12 of the caller.
    pub r12: u64,
    /// rbx of the caller.
    pub rbx: u64,
    /// rbp of the caller.
    pub rbp: u64,
    /// The return address of the stub.
    pub return_address: u64,
}

/// The layout of [`RegisterFile`].
pub(super) const LAYOUT: RegisterFileLayout = RegisterFileLayout {
    size: size_of::<RegisterFile>() as u64,
    return_address: offset_of!(RegisterFile, return_address) as u64,
    // In the order of `X86_64::CALLEE_SAVED`.
    callee_saved: &[
        offset_of!(RegisterFile, rbx) as u64,
        offset_of!(RegisterFile, rbp) as u64,
        offset_of!(RegisterFile, r12) as u64,
        offset_of!(RegisterFile, r13) as u64,
        offset_of!(RegisterFile, r14) as u64,
        offset_of!(RegisterFile, r15) as u64,
    ],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arch::{CallingConvention, InstructionSet, X86_64};

    // The stubs in assembly depend on these offsets.
    #[test]
    fn register_file_matches_six_pushes_after_call() {
        assert_eq!(offset_of!(RegisterFile, r15), 0);
        assert_eq!(offset_of!(RegisterFile, r14), 8);
        assert_eq!(offset_of!(RegisterFile, r13), 16);
        assert_eq!(offset_of!(RegisterFile, r12), 24);
        assert_eq!(offset_of!(RegisterFile, rbx), 32);
        assert_eq!(offset_of!(RegisterFile, rbp), 40);
        assert_eq!(offset_of!(RegisterFile, return_address), 48);
        assert_eq!(LAYOUT.size, 56);
    }

    #[test]
    fn callee_saved_registers_have_distinct_slots() {
        let named: Vec<_> = X86_64::CALLEE_SAVED
            .iter()
            .zip(LAYOUT.callee_saved)
            .map(|(&register, &offset)| (X86_64::register_name(register), offset))
            .collect();
        let expected = [("rbx", 32), ("rbp", 40), ("r12", 24), ("r13", 16), ("r14", 8), ("r15", 0)];
        assert_eq!(named, expected);
        assert_eq!(X86_64::CALLEE_SAVED.len(), LAYOUT.callee_saved.len());
    }
}
