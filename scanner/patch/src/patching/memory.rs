//! Memory with code in it, which is writable or executable but, as a rule, not both.

use core::ops::Range;
use core::ptr;

use super::CodeMemoryError;
use super::live::PATCHING;
use super::patcher::lock;
use crate::os::code::{Mapping, Protection, mappings, page_size, protect};

/// Memory with code in it, and how to write to it.
///
/// # Safety
///
/// As long as the value lives, all of [`Self::code`] is mapped, readable and executable, and only
/// patching changes it. Between [`Self::unlock`] and [`Self::lock`], bytes written at the address
/// that the former returned are the bytes that are executed.
pub unsafe trait CodeMemory {
    /// Returns the addresses at which the code is executed.
    fn code(&self) -> Range<u64>;

    /// Makes these bytes, a part of [`Self::code`], writable, and returns the address at which to
    /// write the first of them. All code stays readable and executable, except code that no thread
    /// executes: `threads` refers to these bytes alone, and other code may be on the same pages.
    /// Only one thread patches at any time, so no other bytes of this value are unlocked meanwhile.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be made writable. On an error no byte is unlocked.
    fn unlock(
        &self,
        bytes: Range<u64>,
        threads: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError>;

    /// Undoes [`Self::unlock`] of the same bytes.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be locked. They then stay unlocked, and the caller can revert the write.
    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError>;
}

// SAFETY: delegates to the memory in the box.
unsafe impl<M: CodeMemory + ?Sized> CodeMemory for Box<M> {
    fn code(&self) -> Range<u64> {
        (**self).code()
    }

    fn unlock(
        &self,
        bytes: Range<u64>,
        threads: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError> {
        (**self).unlock(bytes, threads)
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
        (**self).lock(bytes)
    }
}

/// Whether threads may execute the bytes that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcurrentExecution {
    /// No thread does yet.
    Impossible,
    /// Some threads may.
    Possible,
}

/// Code whose pages are made writable for each patch and restored afterwards.
///
/// During a patch the pages are both writable and executable, even if no thread executes the bytes
/// that change: threads may execute other code on the same pages. Where the system forbids that to
/// the process (SELinux without `execmem`, `PR_SET_MDWE`, seccomp filters such as systemd's
/// `MemoryDenyWriteExecute`), patching is an error and changes nothing: use a [`SecondMapping`].
#[derive(Debug)]
pub struct ProtectedPages {
    code: Range<u64>,
    /// The mappings and their protection while no patch is in progress.
    mapped: Vec<Mapping>,
}

impl ProtectedPages {
    /// Uses the code at these addresses.
    ///
    /// # Errors
    ///
    /// If not all of it is mapped, readable and executable.
    ///
    /// # Safety
    ///
    /// As long as the value lives, the memory stays so, and no other code changes its protection.
    pub unsafe fn new(code: Range<u64>) -> Result<Self, CodeMemoryError> {
        // Another patcher may be writing to the same pages, whose protection differs meanwhile.
        let _one = lock(&PATCHING);
        let mapped = executable(&code)?;
        Ok(Self { code, mapped })
    }

    /// Returns the pages of these bytes that are not writable in any case, with their protection.
    fn pages(&self, bytes: &Range<u64>) -> impl Iterator<Item = (Range<u64>, Protection)> {
        let size = page_size();
        let (start, end) = (bytes.start & !(size - 1), bytes.end.next_multiple_of(size));
        let pieces = self.mapped.iter().filter(|mapping| !mapping.protection.write);
        pieces
            .map(move |mapping| {
                let pages = mapping.range.start.max(start)..mapping.range.end.min(end);
                (pages, mapping.protection)
            })
            .filter(|(pages, _)| !pages.is_empty())
    }
}

// SAFETY: the constructor has checked this, and its caller promised that it stays so; `mprotect`
// does not change which memory is mapped.
unsafe impl CodeMemory for ProtectedPages {
    fn code(&self) -> Range<u64> {
        self.code.clone()
    }

    fn unlock(
        &self,
        bytes: Range<u64>,
        _: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError> {
        for (pages, found) in self.pages(&bytes) {
            let open = Protection { write: true, ..found };
            // SAFETY: no right is removed.
            if let Err(code) = unsafe { protect(&pages, open) } {
                // The pages that were unlocked before are locked again; if the system refuses that,
                // too, the first error is the one to report.
                let _ = self.lock(bytes.clone());
                return Err(CodeMemoryError::Protect { address: pages.start, code });
            }
        }
        Ok(ptr::with_exposed_provenance_mut(bytes.start as usize))
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
        for (pages, found) in self.pages(&bytes) {
            // SAFETY: restores the previous protection.
            unsafe { protect(&pages, found) }
                .map_err(|code| CodeMemoryError::Protect { address: pages.start, code })?;
        }
        Ok(())
    }
}

/// Code whose memory is mapped a second time, for writing: for example by `memfd_create(2)` and two
/// mappings of it. No address is ever both writable and executable, and patching changes no
/// protection.
///
/// On AArch64 this has been run only in an emulator (qemu 10.0), not on a processor. Emulators
/// before qemu 8.1 do not notice writes through another mapping, and continue to run the code that
/// they have translated.
#[derive(Debug)]
pub struct SecondMapping {
    code: Range<u64>,
    /// The start of the writable mapping of the same memory.
    writable: u64,
}

impl SecondMapping {
    /// Uses the code at these addresses, whose first byte is written at `writable`.
    ///
    /// # Errors
    ///
    /// If not all of it is mapped, readable and executable, or if the memory at `writable` is
    /// not writable or not the same memory, shared.
    ///
    /// # Safety
    ///
    /// As long as the value lives, both mappings stay so.
    pub unsafe fn new(code: Range<u64>, writable: *mut u8) -> Result<Self, CodeMemoryError> {
        // As in `ProtectedPages::new`.
        let _one = lock(&PATCHING);
        let executed = executable(&code)?;
        let start = writable.expose_provenance() as u64;
        let end = start.saturating_add(code.end - code.start);
        let written = covering(&(start..end))?;
        if let Some(piece) = written.iter().find(|piece| !piece.protection.write) {
            return Err(CodeMemoryError::NotWritable { address: piece.range.start.max(start) });
        }
        let place = contents(&executed, &code);
        if place.is_none() || place != contents(&written, &(start..end)) {
            return Err(CodeMemoryError::NotTheSame { code: code.start, writable: start });
        }
        Ok(Self { code, writable: start })
    }
}

// SAFETY: the constructor has checked this, and its caller promised that it stays so.
unsafe impl CodeMemory for SecondMapping {
    fn code(&self) -> Range<u64> {
        self.code.clone()
    }

    fn unlock(
        &self,
        bytes: Range<u64>,
        _: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError> {
        let offset = bytes.start.wrapping_sub(self.code.start);
        Ok(ptr::with_exposed_provenance_mut((self.writable + offset) as usize))
    }

    fn lock(&self, _: Range<u64>) -> Result<(), CodeMemoryError> {
        Ok(())
    }
}

/// Returns the mappings that cover these addresses without a gap.
fn covering(range: &Range<u64>) -> Result<Vec<Mapping>, CodeMemoryError> {
    let found = mappings(range).map_err(|code| CodeMemoryError::Mappings { code })?;
    let mut end = range.start;
    for mapping in &found {
        if mapping.range.start > end {
            break;
        }
        end = mapping.range.end;
    }
    if end < range.end || range.is_empty() {
        Err(CodeMemoryError::Unmapped { address: end })
    } else {
        Ok(found)
    }
}

/// As [`covering`], and checks that they are readable and executable.
fn executable(code: &Range<u64>) -> Result<Vec<Mapping>, CodeMemoryError> {
    let found = covering(code)?;
    for mapping in &found {
        let address = mapping.range.start.max(code.start);
        if !mapping.protection.execute {
            return Err(CodeMemoryError::NotExecutable { address });
        }
        if !mapping.protection.read {
            return Err(CodeMemoryError::NotReadable { address });
        }
    }
    Ok(found)
}

/// Returns the file, and the position in it, of memory that is one continuous shared part of a
/// file.
fn contents(mapped: &[Mapping], range: &Range<u64>) -> Option<(String, u64, u64)> {
    let place = |mapping: &Mapping| {
        let (device, file, position) = mapping.shared.clone()?;
        // The position of the range's first byte.
        Some((device, file, position.wrapping_sub(mapping.range.start).wrapping_add(range.start)))
    };
    let first = mapped.first().and_then(place)?;
    mapped.iter().all(|mapping| place(mapping).as_ref() == Some(&first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of which the second is not executable, or not readable.
    #[test]
    fn code_mappings_must_be_readable_and_executable() {
        let page = page_size();
        let both = libc::PROT_READ | libc::PROT_EXEC;
        // SAFETY: new memory, at an address that the system chooses.
        let start = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            libc::mmap(ptr::null_mut(), 3 * page as usize, both, flags, -1, 0)
        };
        assert_ne!(start, libc::MAP_FAILED);
        let address = start.expose_provenance() as u64;
        let code = address + 8..address + 2 * page + 8;
        // SAFETY: the memory is this test's.
        let protect = |start: *mut _, access| unsafe {
            assert_eq!(libc::mprotect(start, page as usize, access), 0);
        };
        assert!(executable(&code).is_ok());
        // Emulators show pages as one mapping if they are one for the host system.
        if !crate::emulator::is_emulated() {
            let second = start.wrapping_byte_add(page as usize);
            protect(second, libc::PROT_READ);
            let refused = executable(&code).unwrap_err();
            assert_eq!(refused, CodeMemoryError::NotExecutable { address: address + page });
            protect(second, both);
        }
        protect(start, libc::PROT_READ);
        let refused = executable(&code).unwrap_err();
        assert_eq!(refused, CodeMemoryError::NotExecutable { address: address + 8 });
        // SAFETY: as above.
        unsafe { libc::munmap(start, 3 * page as usize) };
        assert!(matches!(executable(&code), Err(CodeMemoryError::Unmapped { .. })));
    }
}
