//! Memory that contains code. Normally it is not writable and executable at the same time.

use core::ops::Range;
use core::ptr;

use super::CodeMemoryError;
use super::live::PATCHING;
use super::patcher::lock;
use crate::os::code::{Mapping, Protection, mappings, page_size, protect};

/// Memory that contains code and can be made writable for a patch.
///
/// # Safety
///
/// While the value exists, all of [`Self::code`] is mapped, readable and executable, and only
/// patching changes it. Between [`Self::unlock`] and [`Self::lock`], bytes written at the address
/// that `unlock` returned are the bytes that are executed.
pub unsafe trait CodeMemory {
    /// Returns the addresses at which the code is executed.
    fn code(&self) -> Range<u64>;

    /// Makes these bytes, a part of [`Self::code`], writable, and returns the address at which to
    /// write the first of them.
    ///
    /// Code that a thread may execute stays readable and executable. `threads` refers only to these
    /// bytes; other code may be on the same pages. Only one thread patches at any time, so no other
    /// bytes of this value are unlocked in the meantime.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be made writable. On an error no byte is unlocked.
    fn unlock(
        &self,
        bytes: Range<u64>,
        threads: ConcurrentExecution,
    ) -> Result<*mut u8, CodeMemoryError>;

    /// Makes the bytes of a previous [`Self::unlock`] non-writable again.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be locked. They then stay unlocked, and the caller can revert the write.
    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError>;
}

// SAFETY: all functions delegate to the memory in the box, which upholds the contract.
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

/// States whether threads may execute the bytes while they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcurrentExecution {
    /// No thread executes the bytes yet.
    Impossible,
    /// Threads may be executing the bytes.
    Possible,
}

/// Code whose pages are made writable for each patch and restored afterwards.
///
/// During a patch the pages are both writable and executable, even if no thread executes the bytes
/// that change, because threads may execute other code on the same pages. The kernel can forbid
/// such pages: SELinux without `execmem`, `PR_SET_MDWE`, seccomp filters such as systemd's
/// `MemoryDenyWriteExecute`. Patching then returns an error and changes nothing; use a
/// [`SecondMapping`] instead.
#[derive(Debug)]
pub struct ProtectedPages {
    code: Range<u64>,
    /// The mappings and their protection while no patch is in progress.
    mapped: Vec<Mapping>,
}

impl ProtectedPages {
    /// Creates a code memory for the code at these addresses.
    ///
    /// # Errors
    ///
    /// If any of the code is not mapped, not readable or not executable.
    ///
    /// # Safety
    ///
    /// While the value exists, the code stays mapped, readable and executable, and nothing else
    /// changes the protection of its pages.
    pub unsafe fn new(code: Range<u64>) -> Result<Self, CodeMemoryError> {
        // Another patcher may be writing to the same pages, whose protection differs meanwhile.
        let _one = lock(&PATCHING);
        let mapped = executable_mappings(&code)?;
        Ok(Self { code, mapped })
    }

    /// Returns the pages of these bytes that are writable only during a patch, with their
    /// protection while no patch is in progress.
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

// SAFETY: the constructor has checked that the code is mapped, readable and executable, and its
// caller guarantees that this does not change. `mprotect` does not change the mapped memory.
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
            // SAFETY: the pages keep all access rights that they have.
            if let Err(code) = unsafe { protect(&pages, open) } {
                // Lock the pages that were already unlocked. If that fails too, report only the
                // first error.
                let _ = self.lock(bytes.clone());
                return Err(CodeMemoryError::Protect { address: pages.start, code });
            }
        }
        Ok(ptr::with_exposed_provenance_mut(bytes.start as usize))
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), CodeMemoryError> {
        for (pages, found) in self.pages(&bytes) {
            // SAFETY: the pages get the protection that they had before the patch.
            unsafe { protect(&pages, found) }
                .map_err(|code| CodeMemoryError::Protect { address: pages.start, code })?;
        }
        Ok(())
    }
}

/// Code whose memory is mapped a second time for writing, for example two mappings of one
/// `memfd_create(2)` file. No address is ever both writable and executable, and patching changes no
/// page protection.
///
/// On AArch64 this has been run only in an emulator (qemu 10.0), not on a processor. Before 8.1,
/// qemu did not notice writes through another mapping and continued to run its translation of the
/// old code.
#[derive(Debug)]
pub struct SecondMapping {
    code: Range<u64>,
    /// The start of the writable mapping of the same memory.
    writable: u64,
}

impl SecondMapping {
    /// Creates a code memory for the code at these addresses, whose first byte is written at
    /// `writable`.
    ///
    /// # Errors
    ///
    /// If any of the code is not mapped, not readable or not executable, or if the memory at
    /// `writable` is not writable or is not a shared mapping of the same memory.
    ///
    /// # Safety
    ///
    /// While the value exists, both mappings and their protection stay unchanged.
    pub unsafe fn new(code: Range<u64>, writable: *mut u8) -> Result<Self, CodeMemoryError> {
        // Another patcher may be changing the protection of the same pages.
        let _one = lock(&PATCHING);
        let executed = executable_mappings(&code)?;
        let start = writable.expose_provenance() as u64;
        let end = start.saturating_add(code.end - code.start);
        let written = covering_mappings(&(start..end))?;
        if let Some(piece) = written.iter().find(|piece| !piece.protection.write) {
            return Err(CodeMemoryError::NotWritable { address: piece.range.start.max(start) });
        }
        let executed = shared_file_position(&executed, &code);
        if executed.is_none() || executed != shared_file_position(&written, &(start..end)) {
            return Err(CodeMemoryError::NotTheSame { code: code.start, writable: start });
        }
        Ok(Self { code, writable: start })
    }
}

// SAFETY: the constructor has checked both mappings, and its caller guarantees that they do not
// change.
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
fn covering_mappings(range: &Range<u64>) -> Result<Vec<Mapping>, CodeMemoryError> {
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

/// Returns the mappings that cover the code, and checks that they are readable and executable.
fn executable_mappings(code: &Range<u64>) -> Result<Vec<Mapping>, CodeMemoryError> {
    let found = covering_mappings(code)?;
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

/// Returns the device, inode and file position of the first byte of `range`. `None` unless the
/// range is a shared mapping of one contiguous part of a file.
fn shared_file_position(mapped: &[Mapping], range: &Range<u64>) -> Option<(String, u64, u64)> {
    let position_of = |mapping: &Mapping| {
        let (device, file, position) = mapping.shared.clone()?;
        // `position` is that of the mapping's first byte.
        Some((device, file, position.wrapping_sub(mapping.range.start).wrapping_add(range.start)))
    };
    let first = mapped.first().and_then(position_of)?;
    mapped.iter().all(|mapping| position_of(mapping).as_ref() == Some(&first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests two pages of which the second is not executable, then the first, then neither mapped.
    #[test]
    fn code_mappings_must_be_readable_and_executable() {
        let page = page_size();
        let both = libc::PROT_READ | libc::PROT_EXEC;
        // SAFETY: the mapping is new, at an address that the kernel chooses.
        let start = unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            libc::mmap(ptr::null_mut(), 3 * page as usize, both, flags, -1, 0)
        };
        assert_ne!(start, libc::MAP_FAILED);
        let address = start.expose_provenance() as u64;
        let code = address + 8..address + 2 * page + 8;
        // SAFETY: only this test uses the pages, and it does not access their contents.
        let protect = |start: *mut _, access| unsafe {
            assert_eq!(libc::mprotect(start, page as usize, access), 0);
        };
        assert!(executable_mappings(&code).is_ok());
        // Emulators show pages as one mapping if they are one for the host system.
        if !crate::emulator::is_emulated() {
            let second = start.wrapping_byte_add(page as usize);
            protect(second, libc::PROT_READ);
            let refused = executable_mappings(&code).unwrap_err();
            assert_eq!(refused, CodeMemoryError::NotExecutable { address: address + page });
            protect(second, both);
        }
        protect(start, libc::PROT_READ);
        let refused = executable_mappings(&code).unwrap_err();
        assert_eq!(refused, CodeMemoryError::NotExecutable { address: address + 8 });
        // SAFETY: only this test uses the pages, and it does not access them afterwards.
        unsafe { libc::munmap(start, 3 * page as usize) };
        assert!(matches!(executable_mappings(&code), Err(CodeMemoryError::Unmapped { .. })));
    }
}
