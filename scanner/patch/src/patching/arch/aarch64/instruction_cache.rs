//! Instruction cache maintenance after code was changed.

use core::arch::asm;

/// Makes the written bytes visible to this thread's instruction fetches, and to all later fetches
/// of other threads. Instructions that other threads have already fetched may still execute until
/// they pass a barrier of their own.
///
/// `written` is the address at which the code was written, `code` the address at which it is
/// executed.
///
/// # Safety
///
/// Both addresses refer to the same `len` bytes of mapped memory.
pub(in crate::patching) unsafe fn publish_code(written: *const u8, code: u64, len: usize) {
    let type_register: u64;
    // SAFETY: reads a register that Linux lets programs read.
    unsafe {
        asm!("mrs {}, ctr_el0", out(reg) type_register, options(nomem, nostack, preserves_flags));
    }
    // Both are logarithms of a number of words.
    let data_line = 4_u64 << (type_register >> 16 & 15);
    let code_line = 4_u64 << (type_register & 15);
    let lines =
        |start: u64, line: u64| (start & !(line - 1)..start + len as u64).step_by(line as usize);
    for line in lines(written.expose_provenance() as u64, data_line) {
        // SAFETY: cleans a line of mapped memory, which changes nothing that a program sees.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: a barrier.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in lines(code, code_line) {
        // SAFETY: invalidates a line of the instruction cache, which will be fetched again.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
}

/// Returns whether a processor that executes an instruction sees one store to it as a whole. True
/// for all instructions that are patched in here.
pub(in crate::patching) fn stores_replace_instructions() -> bool {
    true
}
