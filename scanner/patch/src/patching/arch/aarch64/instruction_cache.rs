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
    // SAFETY: Linux permits user space to read `ctr_el0`.
    unsafe {
        asm!("mrs {}, ctr_el0", out(reg) type_register, options(nomem, nostack, preserves_flags));
    }
    // Line sizes in bytes. The fields contain binary logarithms of the number of 4-byte words.
    let data_line = 4_u64 << (type_register >> 16 & 15);
    let code_line = 4_u64 << (type_register & 15);
    let lines =
        |start: u64, line: u64| (start & !(line - 1)..start + len as u64).step_by(line as usize);
    for line in lines(written.expose_provenance() as u64, data_line) {
        // SAFETY: the caller guarantees that the line contains mapped memory. Cleaning it does not
        // change its contents.
        unsafe { asm!("dc cvau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: a barrier does not access memory.
    unsafe { asm!("dsb ish", options(nostack, preserves_flags)) };
    for line in lines(code, code_line) {
        // SAFETY: the caller guarantees that the line contains mapped memory. Invalidating a line
        // of the instruction cache does not change memory.
        unsafe { asm!("ic ivau, {}", in(reg) line, options(nostack, preserves_flags)) };
    }
    // SAFETY: barriers do not access memory.
    unsafe { asm!("dsb ish", "isb", options(nostack, preserves_flags)) };
}

/// Returns whether one store to an instruction is atomic for processors that execute it. This is
/// guaranteed for all instructions that patches write.
pub(in crate::patching) fn stores_replace_instructions() -> bool {
    true
}
