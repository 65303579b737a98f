//! Code in executable memory.

use core::ops::Range;

use statepoint_patch::thunk::{Thunk, ThunkSections};
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegionId, CodeRegistry, JitRegion, JitTable};

use crate::jit::{install, map};

/// Executable memory with code. It is unmapped when the value is dropped.
#[derive(Debug)]
pub struct Executable {
    memory: Range<usize>,
    writable: usize,
}

impl Executable {
    /// Maps executable memory and copies the code to its start.
    pub fn new(code: &[u8]) -> Self {
        let (memory, writable) = map(code.len());
        install(&memory, writable, code);
        Self { memory, writable }
    }

    /// Returns the address range of the code.
    pub fn code(&self) -> Range<u64> {
        self.memory.start as u64..self.memory.end as u64
    }

    /// Returns the start address of the code.
    pub fn address(&self) -> u64 {
        self.code().start
    }

    /// Returns the address of a writable mapping of the same memory.
    pub fn writable(&self) -> *mut u8 {
        core::ptr::with_exposed_provenance_mut(self.writable)
    }
}

impl Drop for Executable {
    fn drop(&mut self) {
        // SAFETY: the mappings are owned by this value; the users of the code borrow it.
        unsafe {
            for start in [self.memory.start, self.writable] {
                libc::munmap(core::ptr::with_exposed_provenance_mut(start), self.memory.len());
            }
        }
    }
}

/// Registers a thunk whose code was copied to `address`.
///
/// # Panics
///
/// If the registry refuses it.
///
/// # Safety
///
/// The code of the thunk is at this address, and stays there until the region is removed.
pub unsafe fn register_thunk(
    registry: &CodeRegistry,
    thunk: &Thunk<Host>,
    address: u64,
) -> CodeRegionId {
    let sections = ThunkSections::new([(address, thunk)]);
    let table = JitTable::Sections {
        stack_maps: &sections.stack_maps,
        eh_frame: &sections.eh_frame,
        code: None,
        eh_frame_address: 0,
    };
    let code = address..address + thunk.code().len() as u64;
    // SAFETY: the sections describe this code. The caller guarantees that the code is at the
    // address.
    unsafe { registry.register_jit(JitRegion { code, table }) }.expect("the table is valid")
}
