//! Assembly that pushes the callee-saved registers, so that they form a [`RegisterFile`] together
//! with the return address, and that pops them.

use statepoint_scanner::arch::aarch64::RegisterFile;

// The register file consists of 12 registers: x29, return address, x19 to x28. [`push_registers`]
// depends on this size.
const _: () = assert!(size_of::<RegisterFile>() == 96);

/// Size in bytes of what a switch between stacks pushes below the register file: the low halves of
/// v8 to v15.
pub(crate) const BELOW_REGISTER_FILE: usize = 64;

/// Assembly that pushes the callee-saved registers, at the beginning of a stub.
///
/// The frame record comes first, so that other tools can follow x29 through a stub.
macro_rules! push_registers {
    () => {
        concat!(
            "stp x29, x30, [sp, #-96]!\n",
            ".cfi_def_cfa_offset 96\n",
            ".cfi_offset x29, -96\n",
            ".cfi_offset x30, -88\n",
            "mov x29, sp\n",
            "stp x19, x20, [sp, #16]\n",
            "stp x21, x22, [sp, #32]\n",
            "stp x23, x24, [sp, #48]\n",
            "stp x25, x26, [sp, #64]\n",
            "stp x27, x28, [sp, #80]\n",
            ".cfi_offset x19, -80\n",
            ".cfi_offset x20, -72\n",
            ".cfi_offset x21, -64\n",
            ".cfi_offset x22, -56\n",
            ".cfi_offset x23, -48\n",
            ".cfi_offset x24, -40\n",
            ".cfi_offset x25, -32\n",
            ".cfi_offset x26, -24\n",
            ".cfi_offset x27, -16\n",
            ".cfi_offset x28, -8\n",
        )
    };
}

/// Assembly that pops the callee-saved registers, before the return of a stub.
macro_rules! pop_registers {
    () => {
        concat!(
            "ldp x27, x28, [sp, #80]\n",
            "ldp x25, x26, [sp, #64]\n",
            "ldp x23, x24, [sp, #48]\n",
            "ldp x21, x22, [sp, #32]\n",
            "ldp x19, x20, [sp, #16]\n",
            "ldp x29, x30, [sp], #96\n",
            ".cfi_def_cfa_offset 0\n",
            ".cfi_restore x19\n",
            ".cfi_restore x20\n",
            ".cfi_restore x21\n",
            ".cfi_restore x22\n",
            ".cfi_restore x23\n",
            ".cfi_restore x24\n",
            ".cfi_restore x25\n",
            ".cfi_restore x26\n",
            ".cfi_restore x27\n",
            ".cfi_restore x28\n",
            ".cfi_restore x29\n",
            ".cfi_restore x30\n",
        )
    };
}

pub(crate) use {pop_registers, push_registers};
