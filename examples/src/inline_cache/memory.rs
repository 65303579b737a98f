//! Memory for generated code within range of a direct call from the program.

use core::ops::Range;
use std::io;

use super::arch::{REACH, synchronize};

/// Size of the memory in bytes.
const SIZE: usize = 64 << 10;
/// Distance between the addresses that [`CodeSpace::near`] tries, in bytes.
const STEP: u64 = 1 << 20;
/// Alignment of pieces of code, in bytes.
const ALIGNMENT: usize = 32;

/// Memory for code that is mapped twice: writable at one address and executable at another. Code is
/// freed only together with its memory. So the code at an address never changes (emulators need not
/// detect changes through another mapping), and a thread that executes freed code faults.
#[derive(Debug)]
pub struct CodeSpace {
    executed: usize,
    written: usize,
    used: usize,
}

/// Maps [`SIZE`] bytes of a file, close to an address if possible. Returns the start address.
fn map(near: u64, protection: i32, file: i32) -> io::Result<usize> {
    let hint = core::ptr::with_exposed_provenance_mut(near as usize);
    // SAFETY: without MAP_FIXED, the kernel maps unused addresses, so no other mapping changes.
    let start = unsafe { libc::mmap(hint, SIZE, protection, libc::MAP_SHARED, file, 0) };
    if start == libc::MAP_FAILED {
        Err(io::Error::last_os_error())
    } else {
        Ok(start.expose_provenance())
    }
}

fn unmap(start: usize) {
    // SAFETY: `map` returned this mapping, and nothing uses it any more.
    unsafe { libc::munmap(core::ptr::with_exposed_provenance_mut(start), SIZE) };
}

impl CodeSpace {
    /// Returns empty memory within range of calls from all of this code.
    ///
    /// # Errors
    ///
    /// If the kernel provides no memory, or none within range of the code.
    pub fn near(code: &Range<u64>) -> io::Result<Self> {
        // SAFETY: the name is a string that ends with a null byte.
        let file = unsafe { libc::memfd_create(c"inline-cache".as_ptr(), libc::MFD_CLOEXEC) };
        if file < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the function accesses no memory.
        let sized = unsafe { libc::ftruncate(file, SIZE as libc::off_t) };
        let space =
            if sized == 0 { Self::of_file(code, file) } else { Err(io::Error::last_os_error()) };
        // SAFETY: only this function uses the descriptor.
        unsafe { libc::close(file) };
        space
    }

    /// Maps a file twice. Tries addresses at increasing distance until the executable mapping is
    /// within range of the code.
    fn of_file(code: &Range<u64>, file: i32) -> io::Result<Self> {
        let steps = (1..REACH / STEP / 2).map(|step| step * STEP);
        let places = steps.flat_map(|far| [code.end.checked_add(far), code.start.checked_sub(far)]);
        for place in places.flatten() {
            let place = place.next_multiple_of(STEP);
            let executed = map(place, libc::PROT_READ | libc::PROT_EXEC, file)?;
            let reached = code
                .start
                .abs_diff(executed as u64)
                .max(code.end.abs_diff((executed + SIZE) as u64));
            if reached < REACH {
                let written = map(0, libc::PROT_READ | libc::PROT_WRITE, file);
                return written
                    .map(|written| Self { executed, written, used: 0 })
                    .inspect_err(|_| unmap(executed));
            }
            unmap(executed);
        }
        Err(io::Error::other(format!("there is no room for code near {:#x}", code.start)))
    }

    /// Copies code to unused memory and returns its address.
    ///
    /// # Panics
    ///
    /// If there is no room for the code.
    pub fn add(&mut self, code: &[u8]) -> u64 {
        let (at, end) = (self.used, self.used + code.len());
        assert!(end <= SIZE, "{end} bytes of code in {SIZE}");
        let [executed, written] = [self.executed, self.written]
            .map(|start| core::ptr::with_exposed_provenance_mut::<u8>(start + at));
        // SAFETY: both mappings have room for the code, and no thread executes it yet.
        unsafe {
            written.copy_from_nonoverlapping(code.as_ptr(), code.len());
            synchronize(executed, code.len());
        }
        self.used = end.next_multiple_of(ALIGNMENT);
        executed.expose_provenance() as u64
    }
}

impl Drop for CodeSpace {
    fn drop(&mut self) {
        unmap(self.executed);
        unmap(self.written);
    }
}
