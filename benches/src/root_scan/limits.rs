//! Lower bounds of stack walks: walks in C that know the layout of the frames
//! (`peers/root_scan/limit.c`).

use super::program::Program;
use super::stack::{ENTRY, Stack};

/// A call site, as in C.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct Site {
    pc: u64,
    size: u32,
    references: u32,
}

unsafe extern "C" {
    fn limit_frame_pointers(rbp: u64, roots: u64, derived: u64) -> u64;
    fn limit_hash_insert(table: *mut Site, bits: u32, site: Site);
    fn limit_hash_walk(
        table: *const Site,
        bits: u32,
        sp: u64,
        pc: u64,
        end: u64,
        roots: u64,
        derived: u64,
    ) -> u64;
}

/// Walks a stack by the chain of frame pointers, and reads and writes each frame's references and
/// derived pointers.
pub fn frame_pointers(stack: &mut Stack) -> u64 {
    // SAFETY: the frames have the layout that the function expects, and are borrowed mutably.
    unsafe { limit_frame_pointers(stack.frame_pointer(), stack.roots(), stack.derived()) }
}

/// A hash table of a program's call sites.
#[derive(Debug)]
pub struct HashTable {
    sites: Vec<Site>,
    bits: u32,
}

impl HashTable {
    /// Creates the table of the call sites of the recursion, which is at most half full.
    pub fn new(program: &Program) -> Self {
        let bits = (4 * program.functions.len()).next_power_of_two().ilog2();
        let mut sites = vec![Site::default(); 1 << bits];
        for function in &program.functions {
            for pc in function.sites {
                let size = 8 * function.words() as u32;
                let site = Site { pc, size, references: 8 * function.extra as u32 };
                // SAFETY: the table has 2^bits entries, of which half are empty.
                unsafe { limit_hash_insert(sites.as_mut_ptr(), bits, site) };
            }
        }
        Self { sites, bits }
    }

    /// Walks a stack by looking up the size of each frame, and reads and writes its references
    /// and derived pointers.
    pub fn walk(&self, stack: &mut Stack) -> u64 {
        let (sites, sp, pc) = (self.sites.as_ptr(), stack.sp(), stack.pc());
        // SAFETY: the table has all call sites of the stack, which ends at `ENTRY`.
        unsafe { limit_hash_walk(sites, self.bits, sp, pc, ENTRY, stack.roots(), stack.derived()) }
    }
}
