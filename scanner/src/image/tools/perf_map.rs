//! The map file of `perf`, `/tmp/perf-PID.map`, with the names of generated functions.
//!
//! `perf report` reads it for samples in memory that is no file's. It has a line for each function:
//! start and size in hexadecimal, and the name (`tools/perf/Documentation/jit-interface.txt` of
//! Linux). Functions that are removed stay in the file, since samples may be older.

use core::fmt::Write as _;
use core::ops::Range;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::image::generated;

/// The map file; `None` while it is not enabled.
static MAP: Mutex<Option<File>> = Mutex::new(None);

/// Error returned if the map file of `perf` cannot be written to.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the map for perf to {path:?}: {source}")]
pub struct PerfMapError {
    /// The file.
    pub path: PathBuf,
    /// The operating system's error.
    pub source: io::Error,
}

fn lock() -> MutexGuard<'static, Option<File>> {
    MAP.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes the names of all generated functions, present and future, to `/tmp/perf-PID.map`, where
/// PID is the process ID. Another runtime of this process may write to the same file. Later calls
/// have no effect.
///
/// # Errors
///
/// If the file cannot be written to, or is a symbolic link, which another user may have made.
/// Errors of later writes are ignored: the program continues, and `perf` shows addresses.
pub fn enable_perf_map() -> Result<(), PerfMapError> {
    let mut map = lock();
    if map.is_some() {
        return Ok(());
    }
    let path = PathBuf::from(format!("/tmp/perf-{}.map", std::process::id()));
    let mut options = OpenOptions::new();
    let options = options.append(true).create(true).custom_flags(libc::O_NOFOLLOW);
    let file = options.open(&path).and_then(|mut file| {
        let mut text = String::new();
        generated::for_each(|code, name| append_line(&mut text, code, name));
        file.write_all(text.as_bytes()).map(|()| file)
    });
    *map = Some(file.map_err(|source| PerfMapError { path, source })?);
    Ok(())
}

/// Appends the names of functions to the map, if it is enabled.
pub(crate) fn append_to_perf_map<'n>(functions: impl Iterator<Item = (Range<u64>, &'n str)>) {
    if let Some(file) = &mut *lock() {
        let mut text = String::new();
        functions.for_each(|(code, name)| append_line(&mut text, code, name));
        // In one system call, so that lines of several writers do not mix.
        _ = file.write_all(text.as_bytes());
    }
}

/// Appends the line of a function. Control characters of the name, which could end the line, are
/// replaced.
fn append_line(text: &mut String, code: Range<u64>, name: &str) {
    let name = name.replace(char::is_control, "?");
    let _ = writeln!(text, "{:x} {:x} {name}", code.start, code.end.saturating_sub(code.start));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_start_size_and_name() {
        let mut text = String::new();
        append_line(&mut text, 0x1000..0x1024, "sum of list");
        append_line(&mut text, 0x2000..0x2001, "two\nlines");
        assert_eq!(text, "1000 24 sum of list\n2000 1 two?lines\n");
    }
}
