//! [`StatsReader`].

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::Duration;

use crate::header::{
    CREATED_WORD, FILE_BYTES, FILE_WORDS, HEAP_WORD, MAGIC_WORD, PROCESS_WORD, SIZE_WORD,
    VERSION_WORD,
};
use crate::{Header, HeapCounters, MAGIC, VERSION, file};

/// Number of times that a reader repeats before it gives up. An update takes some microseconds,
/// but the updating thread may have lost its processor.
const TRIES: u32 = 200;
/// Time between two of these, after the first ones.
const WAIT: Duration = Duration::from_millis(1);

/// Error returned for a file that has no counters of a heap.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be opened, or read.
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is a folder, a pipe or a device.
    #[error("it is a {0}, not a file")]
    NoFile(&'static str),
    /// The file ends too early.
    #[error("the file is cut short: it has {found} bytes instead of {expected}")]
    CutShort {
        /// The size of the file in bytes.
        found: u64,
        /// The size that it should have.
        expected: u64,
    },
    /// The file does not begin with the magic number.
    #[error(
        "the file has no counters of a heap: it begins with the word {found:#x} instead of \
         {MAGIC:#x}. SPGC_STATS makes such files"
    )]
    Foreign {
        /// The first word.
        found: u64,
    },
    /// The file has another version of the layout.
    #[error(
        "the file has version {found} of the layout, and this program reads version {VERSION}; use \
         the program of the same release as the library that the process uses"
    )]
    Version {
        /// The version.
        found: u64,
    },
    /// The header contradicts itself.
    #[error("the file is corrupt: {what} is {found}")]
    Corrupt {
        /// The field.
        what: &'static str,
        /// Its value.
        found: u64,
    },
    /// The checksum of the counters has been wrong for some time.
    #[error(
        "the counters do not match their checksum: the last update could not be written completely, \
         or another program has changed the file"
    )]
    Checksum,
}

/// Reads the counters of a heap while its process runs.
#[derive(Debug)]
pub struct StatsReader {
    file: File,
    header: Header,
}

impl StatsReader {
    /// Opens a file and checks its header.
    ///
    /// # Errors
    ///
    /// [`ReadError`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        // Without waiting for the writer of a pipe.
        let file =
            OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path.as_ref())?;
        let kind = file.metadata()?.file_type();
        if !kind.is_file() {
            return Err(ReadError::NoFile(match kind {
                kind if kind.is_dir() => "folder",
                kind if kind.is_fifo() => "pipe",
                _ => "device",
            }));
        }
        let (words, found) = read_words(&file)?;
        let complete = |expected: usize| match found < expected {
            true => Err(ReadError::CutShort { found: found as u64, expected: expected as u64 }),
            false => Ok(()),
        };
        complete(8)?;
        if words[MAGIC_WORD] != MAGIC {
            return Err(ReadError::Foreign { found: words[MAGIC_WORD] });
        }
        // Before the size: other versions have other sizes.
        complete(16)?;
        if words[VERSION_WORD] != VERSION {
            return Err(ReadError::Version { found: words[VERSION_WORD] });
        }
        complete(FILE_BYTES)?;
        if words[SIZE_WORD] != FILE_BYTES as u64 {
            return Err(ReadError::Corrupt { what: "the size", found: words[SIZE_WORD] });
        }
        let found = words[PROCESS_WORD];
        let process = u32::try_from(found).ok().filter(|&process| process > 0);
        let process = process.ok_or(ReadError::Corrupt { what: "the process ID", found })?;
        let (heap, created_unix_ns) = (words[HEAP_WORD], words[CREATED_WORD]);
        Ok(Self { file, header: Header { process, heap, created_unix_ns } })
    }

    /// Returns the heap whose counters the file has.
    pub fn header(&self) -> Header {
        self.header
    }

    /// Returns the ID of the user that owns the file.
    ///
    /// # Errors
    ///
    /// If the system cannot tell.
    pub fn owner(&self) -> io::Result<u32> {
        Ok(self.file.metadata()?.uid())
    }

    /// Returns the counters of the last update. If the file is incomplete, waits for the next
    /// update for a fifth of a second.
    ///
    /// # Errors
    ///
    /// [`ReadError::CutShort`] if another program has truncated the file, [`ReadError::Checksum`],
    /// [`ReadError::Io`].
    pub fn read(&self) -> Result<HeapCounters, ReadError> {
        let mut attempt = 0;
        loop {
            let (words, found) = read_words(&self.file)?;
            if found == FILE_BYTES
                && let Some(counters) = file::counters(&words)
            {
                return Ok(counters);
            }
            attempt += 1;
            if attempt == TRIES {
                let (found, expected) = (found as u64, FILE_BYTES as u64);
                return Err(match found < expected {
                    true => ReadError::CutShort { found, expected },
                    false => ReadError::Checksum,
                });
            }
            if attempt > 8 {
                std::thread::sleep(WAIT);
            }
        }
    }

    /// Returns whether the process that has made the file is gone: it has ended without the end of
    /// its heap, or was killed.
    ///
    /// # Errors
    ///
    /// If the file system has no locks.
    pub fn is_process_gone(&self) -> io::Result<bool> {
        match self.file.try_lock_shared() {
            // The lock would keep another process from replacing the file.
            Ok(()) => self.file.unlock().map(|()| true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

/// Reads the file by one system call. Returns its words, in which 0 stands for what it does not
/// have, and the number of bytes that were read.
fn read_words(file: &File) -> io::Result<([u64; FILE_WORDS], usize)> {
    let mut bytes = [0; FILE_BYTES];
    let found = loop {
        match std::os::unix::fs::FileExt::read_at(file, &mut bytes, 0) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => break result?,
        }
    };
    let mut words = [0; FILE_WORDS];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    Ok((words, found))
}

#[cfg(test)]
mod tests;
