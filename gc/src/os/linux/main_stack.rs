//! The stack of the process's first thread, where the C library cannot find it: glibc reads
//! `/proc/self/maps`, which may be missing (`chroot`), or there may be no free file descriptor.

use core::ffi::CStr;
use core::ops::Range;

use super::page_size;

/// Number of bytes below the end of the stack that the kernel keeps free of other mappings when it
/// executes a program, whatever the limit (`MIN_GAP` in the kernel's `arch/*/mm/mmap.c`).
const ALWAYS_FREE: u64 = 128 << 20;

/// Returns bounds of the first thread's stack. It may grow beyond the lower one if its limit
/// (`RLIMIT_STACK`) is above 128 MiB.
pub(super) fn main_stack() -> Option<Range<usize>> {
    // SAFETY: no preconditions.
    let name = unsafe { libc::getauxval(libc::AT_EXECFN) } as usize;
    if name == 0 {
        return None;
    }
    // SAFETY: the kernel has stored the string, which exists as long as the process.
    let length = unsafe { CStr::from_ptr(core::ptr::with_exposed_provenance(name)) }.count_bytes();
    // Above the path of the program are only its final zero byte and a word.
    let end = (name + length + 1 + size_of::<u64>()).next_multiple_of(page_size());
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the pointer is valid for writes.
    if unsafe { libc::getrlimit(libc::RLIMIT_STACK, &raw mut limit) } != 0 {
        return None;
    }
    Some(end - limit.rlim_cur.min(ALWAYS_FREE) as usize..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_ends_where_its_mapping_ends() {
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let line = maps.lines().find(|line| line.ends_with("[stack]")).unwrap();
        let (range, _) = line.split_once(' ').unwrap();
        let (low, end) = range.split_once('-').unwrap();
        let [low, end] = [low, end].map(|text| usize::from_str_radix(text, 16).unwrap());
        let found = main_stack().unwrap();
        assert_eq!(found.end, end);
        assert!(found.start <= low, "{found:x?} {line}");
    }
}
