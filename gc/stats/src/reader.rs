//! [`StatsReader`].

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::Path;
use std::time::Duration;

use crate::header::{
    COUNTERS_WORD, CREATED_WORD, FILE_BYTES, HEAP_WORD, MAGIC_WORD, PROCESS_WORD, SEQUENCE_WORD,
    SIZE_WORD, VERSION_WORD,
};
use crate::map::MappedWords;
use crate::sync::Ordering;
use crate::{Header, HeapCounters, MAGIC, VERSION, sequence};

/// Number of times that a reader repeats before it gives up. An update takes less than a
/// microsecond, but the updating thread may have lost its processor.
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
    /// An update has not ended for some time.
    #[error("the process has begun an update and not ended it; it may be stopped, or was killed")]
    Unfinished,
}

/// Reads the counters of a heap while its process runs.
#[derive(Debug)]
pub struct StatsReader {
    file: File,
    words: MappedWords,
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
        check_size(&file, 8)?;
        let mut magic = [0; 8];
        std::os::unix::fs::FileExt::read_exact_at(&file, &mut magic, 0)?;
        if u64::from_le_bytes(magic) != MAGIC {
            return Err(ReadError::Foreign { found: u64::from_le_bytes(magic) });
        }
        // Before the size: other versions have other sizes.
        check_size(&file, 16)?;
        std::os::unix::fs::FileExt::read_exact_at(&file, &mut magic, 8)?;
        if u64::from_le_bytes(magic) != VERSION {
            return Err(ReadError::Version { found: u64::from_le_bytes(magic) });
        }
        check_size(&file, FILE_BYTES as u64)?;
        let words = MappedWords::new(&file)?;
        let word = |index: usize| u64::from_le(words.words()[index].load(Ordering::Relaxed));
        // Acquire: the words after it are complete.
        let found = u64::from_le(words.words()[MAGIC_WORD].load(Ordering::Acquire));
        if found != MAGIC {
            return Err(ReadError::Foreign { found });
        }
        if word(VERSION_WORD) != VERSION {
            return Err(ReadError::Version { found: word(VERSION_WORD) });
        }
        if word(SIZE_WORD) != FILE_BYTES as u64 {
            return Err(ReadError::Corrupt { what: "the size", found: word(SIZE_WORD) });
        }
        let found = word(PROCESS_WORD);
        let process = u32::try_from(found).ok().filter(|&process| process > 0);
        let process = process.ok_or(ReadError::Corrupt { what: "the process ID", found })?;
        let (heap, created_unix_ns) = (word(HEAP_WORD), word(CREATED_WORD));
        Ok(Self { file, words, header: Header { process, heap, created_unix_ns } })
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

    /// Returns the counters of the last update. Waits for the end of an update, for a fifth of a
    /// second at most.
    ///
    /// # Errors
    ///
    /// [`ReadError::CutShort`] if the file was truncated meanwhile, [`ReadError::Unfinished`].
    pub fn read(&self) -> Result<HeapCounters, ReadError> {
        check_size(&self.file, FILE_BYTES as u64)?;
        let words = self.words.words();
        let mut values = [0; HeapCounters::WORDS];
        for attempt in 0..TRIES {
            let (number, counters) = (&words[SEQUENCE_WORD], &words[COUNTERS_WORD..]);
            if sequence::try_read(number, counters, &mut values).is_some() {
                return Ok(HeapCounters::from_words(&values));
            }
            if attempt < 8 {
                core::hint::spin_loop();
            } else {
                std::thread::sleep(WAIT);
            }
        }
        Err(ReadError::Unfinished)
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

/// Checks that the file has at least this many bytes.
fn check_size(file: &File, expected: u64) -> Result<(), ReadError> {
    let found = file.metadata()?.len();
    if found < expected { Err(ReadError::CutShort { found, expected }) } else { Ok(()) }
}

#[cfg(all(test, not(loom)))]
mod tests;
