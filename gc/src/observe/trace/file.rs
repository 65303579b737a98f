//! The file of a trace: a JSON array with one event on each line.
//!
//! Several heaps of a process may share one file. The file is valid JSON at all times: each write
//! overwrites the end of the array with new events and a new end. So the trace is valid even if the
//! process is killed. Events are dropped if the disk has no space for them.
//!
//! Threads in native state write to the file, one at a time. Nothing is buffered in memory.

use std::fs::File;
use std::io;
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use parking_lot::Mutex;

use super::super::output::expand;
use crate::os;

/// Text that ends the JSON array.
const END: &str = "\n]\n";

/// The open trace files of this process. Entries are never removed: a later heap may continue the
/// file of an earlier one.
static FILES: Mutex<Vec<Arc<TraceFile>>> = Mutex::new(Vec::new());

/// A trace file of this process, to which events are appended.
#[derive(Debug)]
pub(super) struct TraceFile {
    /// The path with symbolic links resolved.
    path: PathBuf,
    /// Time that has the timestamp 0 in the trace.
    pub(super) epoch: Instant,
    state: Mutex<State>,
}

/// The open file and its write position.
#[derive(Debug)]
struct State {
    file: File,
    /// Offset at which the end of the array begins.
    end: u64,
}

impl TraceFile {
    /// Opens and truncates a trace file. Returns the existing entry if this process has the file
    /// open already. `path` may contain `%p`; see [`expand`].
    pub(super) fn open(path: &Path) -> io::Result<Arc<Self>> {
        let path = expand(path);
        let mut files = FILES.lock();
        let known = |path: &Path| files.iter().find(|file| file.path == path).cloned();
        if let Some(file) = path.canonicalize().ok().and_then(|path| known(&path)) {
            return Ok(file);
        }
        let options = &mut File::options();
        options.write(true).create(true).truncate(false);
        let file = os::open_without_waiting(options, &path)?;
        if !file.metadata()?.is_file() {
            let reason = "a trace must be a regular file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        // The lock prevents a second process from overwriting this process's events.
        os::lock_file(file.as_fd()).map_err(|error| match error.kind() {
            io::ErrorKind::WouldBlock => {
                let reason =
                    "another process is already writing this trace; put %p (process ID) in the name";
                io::Error::new(error.kind(), reason)
            }
            _ => error,
        })?;
        file.set_len(0)?;
        let trace = Arc::new(Self {
            path: path.canonicalize()?,
            epoch: Instant::now(),
            state: Mutex::new(State { file, end: 0 }),
        });
        let process = std::process::id();
        trace.write(&format!(
            r#"{{"name":"process_name","ph":"M","pid":{process},"tid":0,"args":{{"name":"statepoint-gc"}}}}"#
        ));
        files.push(Arc::clone(&trace));
        Ok(trace)
    }

    /// Appends events, unless there is no space for them. Returns whether they were written.
    /// Several events in `events` are separated by a comma and a newline.
    pub(super) fn write(&self, events: &str) -> bool {
        let mut state = self.state.lock();
        let State { file, end } = &mut *state;
        let begin = if *end == 0 { "[\n" } else { ",\n" };
        let text = format!("{begin}{events}{END}");
        let is_written = os::write_quietly_at(file.as_fd(), text.as_bytes(), *end).is_ok();
        if is_written {
            *end += (text.len() - END.len()) as u64;
        } else {
            // Restore the previous contents, for which the disk had space.
            let _ = file.set_len(*end);
            let _ = os::write_quietly_at(file.as_fd(), END.as_bytes(), *end);
        }
        is_written
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trace_file_is_valid_json_after_each_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace-%p");
        let file = TraceFile::open(&path).unwrap();
        let real = folder.path().join(format!("trace-{}", std::process::id()));
        let read = || std::fs::read_to_string(&real).unwrap();
        let first = read();
        assert!(first.starts_with("[\n{") && first.ends_with("}}\n]\n"), "{first}");
        // The same file by another name.
        std::os::unix::fs::symlink(&real, folder.path().join("link")).unwrap();
        let same = TraceFile::open(&folder.path().join("link")).unwrap();
        assert!(Arc::ptr_eq(&file, &same));
        assert!(file.write("1") && same.write("2,\n3"));
        assert_eq!(read(), first.replace("\n]\n", ",\n1,\n2,\n3\n]\n"));
        assert!(TraceFile::open(Path::new("/dev/null")).is_err());
        assert!(TraceFile::open(&folder.path().join("none/trace")).is_err());
    }
}
