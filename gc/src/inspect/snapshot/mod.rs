//! Heap snapshots in the format of V8, which Chrome's DevTools open (`.heapsnapshot`).
//!
//! The file is one JSON object: `snapshot` with the meaning and the numbers of the fields, then the
//! arrays of integers `nodes` and `edges`, and `strings`. The nodes are the root, the node
//! `(GC roots)`, the sources of roots, and then the objects in the order of their addresses. The
//! edges are in the order of the nodes that have them. The file is written in one pass from its
//! beginning to its end; only the strings that need the symbols of functions are written after
//! threads have resumed, because looking up a symbol takes a lock that a stopped thread may hold.
//!
//! * `options`: what the host can set, and what it learns.
//! * `number_writer`: the buffer of the file.
//! * `strings`: the array of strings.
//! * `shape`: the counts that stand at the beginning of the file.
//! * `document`: the sections, in their order.

mod document;
mod error;
mod number_writer;
mod options;
mod shape;
mod strings;

pub use error::SnapshotError;
pub use options::{LabelledObject, SnapshotOptions, SnapshotProgress, SnapshotSummary};

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use self::number_writer::NumberWriter;
use super::output_file::OutputFile;
use super::stopped::with_stopped;
use crate::os::CancelDisabled;
use crate::runtime::Heap;

impl Heap {
    /// Writes a snapshot of the reachable objects to a file, which Chrome's DevTools and
    /// `spgc-heap` read. DevTools need the extension `.heapsnapshot`.
    ///
    /// Stops all threads until the objects are written, and changes nothing. The file appears when
    /// it is complete: until then, and if there is an error, a file that had this name before is
    /// unchanged. A device or a pipe is written directly; a pipe that no process reads is an error,
    /// which raises no signal. The calling thread may be attached or not.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`]. No file is left, and threads have resumed.
    pub fn write_snapshot(
        &self,
        path: impl AsRef<Path>,
        options: SnapshotOptions<'_>,
    ) -> Result<SnapshotSummary, SnapshotError> {
        let _uncancelled = CancelDisabled::begin();
        let path = path.as_ref();
        let error = |source| SnapshotError::File { path: path.to_owned(), source };
        let mut file = OutputFile::create(path).map_err(error)?;
        let summary = self.write_snapshot_to(file.writer(), options);
        let summary = summary.map_err(|failed| match failed {
            SnapshotError::Write(source) => error(source),
            other => other,
        })?;
        file.finish().map_err(error)?;
        Ok(summary)
    }

    /// As [`Self::write_snapshot`], to a writer. It is called while threads are stopped, with
    /// buffers of about 1 MiB: it must not wait for a thread that runs managed code, and must not
    /// use the heap.
    ///
    /// # Errors
    ///
    /// [`SnapshotError`]. A part of the snapshot may have been written; threads have resumed.
    pub fn write_snapshot_to(
        &self,
        writer: &mut dyn Write,
        options: SnapshotOptions<'_>,
    ) -> Result<SnapshotSummary, SnapshotError> {
        let heap = self.shared();
        let mut output = NumberWriter::new(writer);
        let requested = Instant::now();
        let (strings, mut summary) = with_stopped(heap, "writing a heap snapshot", |stopped| {
            document::write(stopped, options, &mut output)
        })?;
        summary.pause = requested.elapsed();
        strings.write(&heap.types.names(), &mut output)?;
        summary.bytes_written = output.finish()?;
        Ok(summary)
    }
}
