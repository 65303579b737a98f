//! Breakpoints in the code of the stubs.

use std::collections::BTreeMap;

use super::arch::{self, BREAKPOINT};
use super::names::Stub;

/// Breakpoints, by their addresses, with the code that each replaces.
#[derive(Debug, Default)]
pub(super) struct Breakpoints(BTreeMap<u64, [u8; BREAKPOINT.len()]>);

impl Breakpoints {
    /// Makes the code of a stub writable.
    pub(super) fn prepare(stub: &Stub) {
        // SAFETY: the call has no requirement.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let start = stub.start as usize / page * page;
        let end = (stub.end as usize).next_multiple_of(page);
        let protection = libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC;
        let pages = core::ptr::with_exposed_provenance_mut(start);
        // SAFETY: the pages have the code of the program, which stays readable and executable.
        let result = unsafe { libc::mprotect(pages, end - start, protection) };
        assert_eq!(result, 0, "{}", std::io::Error::last_os_error());
    }

    /// Replaces the instruction at an address of a stub that was [prepared](Self::prepare).
    ///
    /// # Safety
    ///
    /// An instruction begins there, and no thread executes it now.
    pub(super) unsafe fn set(&mut self, address: u64) {
        let code: *mut u8 = core::ptr::with_exposed_provenance_mut(address as usize);
        self.0.entry(address).or_insert_with(|| {
            // SAFETY: the caller guarantees that this is code that may be written.
            let replaced = unsafe { code.cast::<[u8; BREAKPOINT.len()]>().read() };
            // SAFETY: as above.
            unsafe { write(code, BREAKPOINT) };
            replaced
        });
    }

    /// Restores the instruction at an address. Returns whether there was a breakpoint.
    pub(super) fn restore(&mut self, address: u64) -> bool {
        let Some(replaced) = self.0.remove(&address) else { return false };
        // SAFETY: `set` has replaced this instruction.
        unsafe { write(core::ptr::with_exposed_provenance_mut(address as usize), replaced) };
        true
    }

    /// Restores all instructions.
    pub(super) fn restore_all(&mut self) {
        while let Some((&address, _)) = self.0.first_key_value() {
            self.restore(address);
        }
    }
}

/// Writes code.
///
/// # Safety
///
/// It is the code of a stub that may be written.
unsafe fn write(code: *mut u8, bytes: [u8; BREAKPOINT.len()]) {
    // SAFETY: the caller guarantees it.
    unsafe { code.cast::<[u8; BREAKPOINT.len()]>().write(bytes) };
    arch::flush(code, bytes.len());
}
