//! Assembly that pushes the callee-saved registers, so that they form a [`RegisterFile`] together
//! with the return address, and that pops them.

use statepoint_scanner::arch::x86_64::RegisterFile;

// The register file consists of 7 registers: return address, rbp, rbx, r12 to r15.
// [`push_registers`] depends on this size.
const _: () = assert!(size_of::<RegisterFile>() == 56);

/// Size in bytes of what a switch between stacks pushes below the register file.
pub(crate) const BELOW_REGISTER_FILE: usize = 0;

/// Assembly that pushes the callee-saved registers, at the beginning of a stub.
macro_rules! push_registers {
    () => {
        concat!(
            "push rbp\n",
            ".cfi_adjust_cfa_offset 8\n",
            ".cfi_rel_offset rbp, 0\n",
            "push rbx\n",
            ".cfi_adjust_cfa_offset 8\n",
            ".cfi_rel_offset rbx, 0\n",
            "push r12\n",
            ".cfi_adjust_cfa_offset 8\n",
            ".cfi_rel_offset r12, 0\n",
            "push r13\n",
            ".cfi_adjust_cfa_offset 8\n",
            ".cfi_rel_offset r13, 0\n",
            "push r14\n",
            ".cfi_adjust_cfa_offset 8\n",
            ".cfi_rel_offset r14, 0\n",
            "push r15\n",
            ".cfi_adjust_cfa_offset 8\n",
            ".cfi_rel_offset r15, 0\n",
        )
    };
}

/// Assembly that makes the pushed rbp, which lies below the return address, a frame record, so that
/// other tools can follow rbp through a stub. The fast paths of switches do without it.
macro_rules! frame_record {
    () => {
        "lea rbp, [rsp + 40]\n"
    };
}

/// Assembly that pops the callee-saved registers, before the return of a stub.
macro_rules! pop_registers {
    () => {
        concat!(
            "pop r15\n",
            ".cfi_adjust_cfa_offset -8\n",
            ".cfi_restore r15\n",
            "pop r14\n",
            ".cfi_adjust_cfa_offset -8\n",
            ".cfi_restore r14\n",
            "pop r13\n",
            ".cfi_adjust_cfa_offset -8\n",
            ".cfi_restore r13\n",
            "pop r12\n",
            ".cfi_adjust_cfa_offset -8\n",
            ".cfi_restore r12\n",
            "pop rbx\n",
            ".cfi_adjust_cfa_offset -8\n",
            ".cfi_restore rbx\n",
            "pop rbp\n",
            ".cfi_adjust_cfa_offset -8\n",
            ".cfi_restore rbp\n",
        )
    };
}

pub(crate) use {frame_record, pop_registers, push_registers};
