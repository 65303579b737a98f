//! A few bytes of code in executable memory of their own.

use core::ops::Range;

use statepoint_patch::thunk::{Thunk, ThunkSections};
use statepoint_scanner::arch::Host;
use statepoint_scanner::registry::{CodeRegionId, CodeRegistry, JitRegion, JitTable};

use crate::jit::{install, map};

/// Code that can be executed as long as this lives.
#[derive(Debug)]
pub struct Executable {
    memory: Range<usize>,
    writable: usize,
}

impl Executable {
    /// Copies code to the beginning of a page.
    pub fn new(code: &[u8]) -> Self {
        let (memory, writable) = map(code.len());
        install(&memory, writable, code);
        Self { memory, writable }
    }

    /// The address of the code.
    pub fn code(&self) -> Range<u64> {
        self.memory.start as u64..self.memory.end as u64
    }

    /// Returns the address of its first byte.
    pub fn address(&self) -> u64 {
        self.code().start
    }

    /// Returns the address at which it can be written.
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

/// Registers a thunk that was copied to an address.
///
/// # Panics
///
/// If the registry refuses it.
///
/// # Safety
///
/// The thunk's code is there, and stays until the region is removed.
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
    // SAFETY: they are those of the code, which is there, as the caller promises.
    unsafe { registry.register_jit(JitRegion { code, table }) }.expect("a sound table")
}
