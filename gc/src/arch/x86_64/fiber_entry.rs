//! The oldest frame of a fiber's stack, which calls the fiber's function.

use core::arch::global_asm;

use statepoint_scanner::arch::x86_64::RegisterFile;

global_asm!(
    ".text",
    // A switch to a new fiber returns to `spgc_fiber_entry`, with the reference that is passed to
    // the function in rax, and the function's address in rbx: see `prepare_fiber`.
    ".type spgc_fiber_start, @function",
    ".p2align 4",
    "spgc_fiber_start:",
    ".cfi_startproc",
    // Encoding DW_EH_PE_pcrel | DW_EH_PE_sdata4. See `gc/src/mutator/fibers/exception.rs`.
    ".cfi_personality 0x1b, spgc_fiber_personality",
    // The stack ends here, for unwinders and debuggers, too.
    ".cfi_undefined rip",
    // Unwinders look up the byte before a return address, and the switch returns to the next label.
    "nop",
    "spgc_fiber_entry:",
    "mov rdi, rax",
    "call rbx",
    ".globl spgc_fiber_return",
    ".hidden spgc_fiber_return",
    "spgc_fiber_return:",
    "mov rdi, rax",
    // Does not return.
    "call spgc_leave_fiber",
    "ud2",
    // Landing pad of an exception that leaves the function.
    ".globl spgc_fiber_lands",
    ".hidden spgc_fiber_lands",
    "spgc_fiber_lands:",
    "mov rdi, rax",
    // Does not return.
    "call spgc_throw_to_resumer",
    "ud2",
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
/// `sp` is 16-aligned, and the memory below it, of the size of a register file, belongs to the
/// caller.
pub(crate) unsafe fn prepare_fiber(sp: usize, entry: usize) -> *const RegisterFile {
    let words: *mut u64 = core::ptr::with_exposed_provenance_mut(sp - size_of::<RegisterFile>());
    let start = (spgc_fiber_entry as *const ()).expose_provenance();
    // In the order in which `pop_registers` reads them: r15, r14, r13, r12, rbx, rbp, and the
    // address to return to. rbp is 0 in the oldest frame.
    let registers = [0, 0, 0, 0, entry, 0, start];
    for (index, register) in registers.into_iter().enumerate() {
        // SAFETY: the caller guarantees that the memory is its own.
        unsafe { words.add(index).write(register as u64) };
    }
    words.cast()
}
