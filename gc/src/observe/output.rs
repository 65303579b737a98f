//! A file, or standard error, to which whole lines are appended.
//!
//! Threads in native state write the lines after mutators have resumed. A write may block, so no
//! lock is held during a write, neither of a buffer nor of standard error. The lines of one call
//! are written by a single system call if possible, so lines of several threads, heaps and
//! processes do not interleave. Lines that cannot be written are counted and dropped.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::fs::File;
use std::io;
use std::os::fd::AsRawFd as _;
use std::path::{Path, PathBuf};

use crate::os::{self, ShortWrite};

/// Destination of the lines.
#[derive(Debug)]
pub(super) struct Output {
    /// The file. `None`: standard error, that is, the file that descriptor 2 refers to at the time
    /// of the write.
    file: Option<File>,
    /// Number of lines that were not written completely.
    lost: AtomicU64,
    /// Whether the last line was written only in part.
    is_torn: AtomicBool,
}

impl Output {
    fn new(file: Option<File>) -> Self {
        Self { file, lost: AtomicU64::new(0), is_torn: AtomicBool::new(false) }
    }

    /// Returns an output that writes to standard error.
    pub(super) fn standard_error() -> Self {
        Self::new(None)
    }

    /// Opens a file for appending. `path` may contain `%p`, see [`expand`].
    pub(super) fn append_to(path: &Path) -> io::Result<Self> {
        let options = &mut File::options();
        let file = os::open_without_waiting(options.append(true).create(true), &expand(path))?;
        Ok(Self::new(Some(file)))
    }

    /// Writes whole lines; each ends with a newline.
    pub(super) fn write(&self, lines: &str) {
        let torn = self.is_torn.swap(false, Relaxed);
        let written = if torn {
            self.write_bytes(format!("\n{lines}").as_bytes())
        } else {
            self.write_bytes(lines.as_bytes())
        };
        if let Err(ShortWrite { written, .. }) = written {
            self.lost.fetch_add(lines.matches('\n').count() as u64, Relaxed);
            if torn || written > 0 {
                self.is_torn.store(true, Relaxed);
            }
        }
    }

    /// Writes bytes to the file or to standard error.
    fn write_bytes(&self, bytes: &[u8]) -> Result<(), ShortWrite> {
        // Use a raw descriptor, not a `BorrowedFd`: standard error may be closed, and the kernel
        // then rejects the write. If the host has opened another file as descriptor 2, that file is
        // its standard error.
        let file = self.file.as_ref().map_or(os::STANDARD_ERROR, |file| file.as_raw_fd());
        os::write_quietly(file, bytes)
    }

    /// Returns the number of lines that were lost or truncated.
    pub(super) fn lost(&self) -> u64 {
        self.lost.load(Relaxed)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // `close` is a cancellation point.
        let _uncancelled = os::CancelDisabled::begin();
        drop(self.file.take());
    }
}

/// Returns the path with each `%p` replaced by the process ID.
pub(super) fn expand(path: &Path) -> PathBuf {
    match path.to_str() {
        Some(name) if name.contains("%p") => {
            name.replace("%p", &std::process::id().to_string()).into()
        }
        _ => path.to_owned(),
    }
}

/// As [`expand`], with each `%n` replaced by a number.
pub(crate) fn expand_numbered(path: &Path, number: u64) -> PathBuf {
    let path = expand(path);
    match path.to_str() {
        Some(name) if name.contains("%n") => name.replace("%n", &number.to_string()).into(),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_expanded() {
        let process = std::process::id();
        let expanded = expand_numbered(Path::new("/tmp/a-%p-%n.heapsnapshot"), 3);
        assert_eq!(expanded, Path::new(&format!("/tmp/a-{process}-3.heapsnapshot")));
    }

    #[test]
    fn concurrent_writers_append_whole_lines() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().join("log.%p");
        let outputs = [Output::append_to(&name).unwrap(), Output::append_to(&name).unwrap()];
        for number in 0..4 {
            outputs[number % 2].write(&format!("line {number}\n"));
        }
        let path = folder.path().join(format!("log.{}", std::process::id()));
        let text = std::fs::read_to_string(path).unwrap();
        assert_eq!(text, "line 0\nline 1\nline 2\nline 3\n");
        assert!(Output::append_to(&folder.path().join("none/log")).is_err());
    }

    #[test]
    fn failed_writes_are_counted() {
        let full = Output::append_to(Path::new("/dev/full")).unwrap();
        full.write("a\nb\n");
        full.write("c\n");
        assert_eq!(full.lost(), 3);
        assert!(!full.is_torn.load(Relaxed));
    }

    #[test]
    fn line_after_a_truncated_one_starts_on_a_new_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let output = Output::append_to(&path).unwrap();
        output.write("cut");
        output.is_torn.store(true, Relaxed);
        output.write("whole\n");
        output.write("also\n");
        assert_eq!(std::fs::read_to_string(path).unwrap(), "cut\nwhole\nalso\n");
    }
}
