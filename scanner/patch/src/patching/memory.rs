//! Memory with code in it, which may be written to or executed but, as a rule, not both.

use core::ops::Range;
use core::ptr;

use super::MemoryError;
use super::live::PATCHING;
use super::patcher::lock;
use crate::os::code::{Mapping, Protection, mappings, page_size, protect};

/// Code, and how to write to it.
///
/// # Safety
///
/// As long as the value lives, all of [`Self::code`] is mapped, can be read and executed, and only patching changes it. Between
/// [`Self::unlock`] and [`Self::lock`], what is written where the former says is what is executed.
pub unsafe trait CodeMemory {
    /// Its addresses where it is executed.
    fn code(&self) -> Range<u64>;

    /// Makes these bytes, a part of [`Self::code`], writable, and returns where the first of them is to be written. All code
    /// stays readable and executable, except what no thread executes: `threads` is about these bytes alone, and other code
    /// may be on the same pages. Nothing else of this value is unlocked meanwhile: one thread patches at a time.
    ///
    /// # Errors
    ///
    /// When that cannot be. Nothing is unlocked then.
    fn unlock(&self, bytes: Range<u64>, threads: Threads) -> Result<*mut u8, MemoryError>;

    /// Undoes [`Self::unlock`], of the same bytes.
    ///
    /// # Errors
    ///
    /// When that cannot be. They are still unlocked then, so that what was written can be taken back.
    fn lock(&self, bytes: Range<u64>) -> Result<(), MemoryError>;
}

// SAFETY: it is what is in the box.
unsafe impl<M: CodeMemory + ?Sized> CodeMemory for Box<M> {
    fn code(&self) -> Range<u64> {
        (**self).code()
    }

    fn unlock(&self, bytes: Range<u64>, threads: Threads) -> Result<*mut u8, MemoryError> {
        (**self).unlock(bytes, threads)
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), MemoryError> {
        (**self).lock(bytes)
    }
}

/// Whether threads may execute the bytes that are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// Not yet.
    None,
    /// Some may.
    Some,
}

/// Code whose pages are made writable for each patch, and are what they were afterwards.
///
/// While they are written, the pages are both writable and executable, also where no thread executes the bytes that
/// change: threads may execute other code on the same pages. Where the system forbids that to the process
/// (SELinux without `execmem`, `PR_SET_MDWE`, seccomp filters as systemd's `MemoryDenyWriteExecute`), patching is an error and
/// changes nothing: use a [`SecondMapping`].
#[derive(Debug)]
pub struct ProtectedPages {
    code: Range<u64>,
    /// As they are when nobody patches.
    mapped: Vec<Mapping>,
}

impl ProtectedPages {
    /// The code at these addresses.
    ///
    /// # Errors
    ///
    /// When not all of it is mapped, readable and executable.
    ///
    /// # Safety
    ///
    /// As long as the value lives, it stays so, and nobody else changes its protection.
    pub unsafe fn new(code: Range<u64>) -> Result<Self, MemoryError> {
        // Others may be writing to the same pages, which are not as they should be meanwhile.
        let _one = lock(&PATCHING);
        let mapped = executable(&code)?;
        Ok(Self { code, mapped })
    }

    /// The pages of these bytes that are not writable anyway, with their protection.
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

// SAFETY: the constructor has looked, and its caller promised that it stays so; `mprotect` changes what is mapped nowhere else.
unsafe impl CodeMemory for ProtectedPages {
    fn code(&self) -> Range<u64> {
        self.code.clone()
    }

    fn unlock(&self, bytes: Range<u64>, _: Threads) -> Result<*mut u8, MemoryError> {
        for (pages, found) in self.pages(&bytes) {
            let open = Protection { write: true, ..found };
            // SAFETY: nothing is taken away.
            if let Err(code) = unsafe { protect(&pages, open) } {
                // What was opened before this piece is closed again; if the system refuses that, too, the first refusal says as much.
                let _ = self.lock(bytes.clone());
                return Err(MemoryError::Protect { address: pages.start, code });
            }
        }
        Ok(ptr::with_exposed_provenance_mut(bytes.start as usize))
    }

    fn lock(&self, bytes: Range<u64>) -> Result<(), MemoryError> {
        for (pages, found) in self.pages(&bytes) {
            // SAFETY: this is as it was before.
            unsafe { protect(&pages, found) }
                .map_err(|code| MemoryError::Protect { address: pages.start, code })?;
        }
        Ok(())
    }
}

/// Code whose memory is mapped a second time, to be written to: by `memfd_create(2)` and two mappings of
/// that, for example. Nothing is ever writable and executable at the same address, and patching changes no protection.
///
/// On AArch64 this has been run by an emulator (qemu 10.0), and by no processor. Emulators before qemu 8.1 do not notice what
/// is written through another mapping, and go on with the code that they have translated.
#[derive(Debug)]
pub struct SecondMapping {
    code: Range<u64>,
    /// The same memory.
    writable: u64,
}

impl SecondMapping {
    /// The code at these addresses, whose first byte is written at `writable`.
    ///
    /// # Errors
    ///
    /// When not all of it is mapped, readable and executable, and when what lies at `writable` is not writable or not
    /// the same memory, shared.
    ///
    /// # Safety
    ///
    /// As long as the value lives, both stay so.
    pub unsafe fn new(code: Range<u64>, writable: *mut u8) -> Result<Self, MemoryError> {
        // As for pages that are opened.
        let _one = lock(&PATCHING);
        let executed = executable(&code)?;
        let start = writable.expose_provenance() as u64;
        let end = start.saturating_add(code.end - code.start);
        let written = covering(&(start..end))?;
        if let Some(piece) = written.iter().find(|piece| !piece.protection.write) {
            return Err(MemoryError::NotWritable { address: piece.range.start.max(start) });
        }
        let place = contents(&executed, &code);
        if place.is_none() || place != contents(&written, &(start..end)) {
            return Err(MemoryError::NotTheSame { code: code.start, writable: start });
        }
        Ok(Self { code, writable: start })
    }
}

// SAFETY: the constructor has looked, and its caller promised that it stays so.
unsafe impl CodeMemory for SecondMapping {
    fn code(&self) -> Range<u64> {
        self.code.clone()
    }

    fn unlock(&self, bytes: Range<u64>, _: Threads) -> Result<*mut u8, MemoryError> {
        let offset = bytes.start.wrapping_sub(self.code.start);
        Ok(ptr::with_exposed_provenance_mut((self.writable + offset) as usize))
    }

    fn lock(&self, _: Range<u64>) -> Result<(), MemoryError> {
        Ok(())
    }
}

/// What is mapped at these addresses, without a gap.
fn covering(range: &Range<u64>) -> Result<Vec<Mapping>, MemoryError> {
    let found = mappings(range).map_err(|code| MemoryError::Mappings { code })?;
    let mut end = range.start;
    for mapping in &found {
        if mapping.range.start > end {
            break;
        }
        end = mapping.range.end;
    }
    if end < range.end || range.is_empty() {
        Err(MemoryError::Unmapped { address: end })
    } else {
        Ok(found)
    }
}

/// The same, if it can be read and executed.
fn executable(code: &Range<u64>) -> Result<Vec<Mapping>, MemoryError> {
    let found = covering(code)?;
    for mapping in &found {
        let address = mapping.range.start.max(code.start);
        if !mapping.protection.execute {
            return Err(MemoryError::NotExecutable { address });
        }
        if !mapping.protection.read {
            return Err(MemoryError::NotReadable { address });
        }
    }
    Ok(found)
}

/// The file, and the position in it, of memory that is a continuous part of one and shared.
fn contents(mapped: &[Mapping], range: &Range<u64>) -> Option<(String, u64, u64)> {
    let place = |mapping: &Mapping| {
        let (device, file, position) = mapping.shared.clone()?;
        // Where the range's first byte would be.
        Some((device, file, position.wrapping_sub(mapping.range.start).wrapping_add(range.start)))
    };
    let first = mapped.first().and_then(place)?;
    mapped.iter().all(|mapping| place(mapping).as_ref() == Some(&first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of which the second cannot be executed, or not be read.
    #[test]
    fn every_mapping_of_the_code_must_be_executable_and_readable() {
        let page = page_size();
        let both = libc::PROT_READ | libc::PROT_EXEC;
        // SAFETY: new memory, wherever the system likes.
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
        // Emulators show pages as one mapping that are one for the system below them.
        if !crate::emulator::is_emulated() {
            let second = start.wrapping_byte_add(page as usize);
            protect(second, libc::PROT_READ);
            let refused = executable(&code).unwrap_err();
            assert_eq!(refused, MemoryError::NotExecutable { address: address + page });
            protect(second, both);
        }
        protect(start, libc::PROT_READ);
        let refused = executable(&code).unwrap_err();
        assert_eq!(refused, MemoryError::NotExecutable { address: address + 8 });
        // SAFETY: as above.
        unsafe { libc::munmap(start, 3 * page as usize) };
        assert!(matches!(executable(&code), Err(MemoryError::Unmapped { .. })));
    }
}
