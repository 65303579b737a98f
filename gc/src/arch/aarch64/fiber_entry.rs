//! The oldest frame of a fiber's stack, which calls the fiber's function.

use core::arch::global_asm;

use statepoint_scanner::arch::aarch64::RegisterFile;

use super::BELOW_REGISTER_FILE;

global_asm!(
    ".text",
    // A switch to a new fiber returns to `spgc_fiber_entry`, with the reference that is passed to
    // the function in x0, and the function's address in x19: see `prepare_fiber`.
    ".type spgc_fiber_start, @function",
    ".p2align 4",
    "spgc_fiber_start:",
    ".cfi_startproc",
    // Encoding DW_EH_PE_pcrel | DW_EH_PE_sdata4. See `gc/src/mutator/fibers/exception.rs`.
    ".cfi_personality 0x1b, spgc_fiber_personality",
    // The stack ends here, for unwinders and debuggers, too.
    ".cfi_undefined x30",
    // Unwinders look up the byte before a return address, and the switch returns to the next label.
    "nop",
    "spgc_fiber_entry:",
    "blr x19",
    ".globl spgc_fiber_return",
    ".hidden spgc_fiber_return",
    "spgc_fiber_return:",
    // Does not return.
    "bl spgc_leave_fiber",
    "brk #1",
    // Landing pad of an exception that leaves the function, which is in x0.
    ".globl spgc_fiber_lands",
    ".hidden spgc_fiber_lands",
    "spgc_fiber_lands:",
    "hint #36", // bti j
    // Does not return.
    "bl spgc_throw_to_resumer",
    "brk #1",
    ".cfi_endproc",
    ".size spgc_fiber_start, . - spgc_fiber_start",
);

unsafe extern "C" {
    fn spgc_fiber_entry();
}

/// Stores the registers of a new fiber, such that a switch to it calls the managed function at
/// address `entry`, with the stack pointer `sp` before the call instruction. Returns their address.
///
/// # Safety
///
/// `sp` is 16-aligned, and the memory below it, of the size of a register file and of the vector
/// registers that a switch preserves, belongs to the caller.
pub(crate) unsafe fn prepare_fiber(sp: usize, entry: usize) -> *const RegisterFile {
    let file = sp - size_of::<RegisterFile>();
    let words: *mut u64 = core::ptr::with_exposed_provenance_mut(file);
    let start = (spgc_fiber_entry as *const ()).expose_provenance();
    // In the order in which `pop_registers` reads them: x29, which is 0 in the oldest frame, x30,
    // which is the address to return to, and x19 to x28.
    let registers = [0, start, entry, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (index, register) in registers.into_iter().enumerate() {
        // SAFETY: the caller guarantees that the memory is its own.
        unsafe { words.add(index).write(register as u64) };
    }
    // SAFETY: as above.
    unsafe { words.byte_sub(BELOW_REGISTER_FILE).write_bytes(0, BELOW_REGISTER_FILE / 8) };
    words.cast()
}
