//! The file in which a heap of `statepoint-gc` exports its counters (`SPGC_STATS`).
//!
//! The heap's process maps the file into its memory and updates it. Other processes map it, too,
//! and read it at any time without any effect on the heap. [`StatsReader`] reads it.
//!
//! # Layout
//!
//! The file is a sequence of unsigned 64-bit words in little-endian order:
//!
//! | word | contents |
//! |---|---|
//! | 0 | [`MAGIC`]: the bytes `SPGCSTAT` |
//! | 1 | [`VERSION`] of the layout |
//! | 2 | size of the file in bytes, [`FILE_BYTES`] |
//! | 3 | process ID |
//! | 4 | number of the heap among those that the process has created, from 1 |
//! | 5 | time at which the heap was created, in nanoseconds since the beginning of 1970 in UTC |
//! | 6 | the sequence number |
//! | from 7 | the fields of [`HeapCounters`], in their order |
//!
//! The words before the sequence number do not change. A change of the layout, also one at its end,
//! increments [`VERSION`]: a reader reads exactly one version.
//!
//! # Protocol
//!
//! The file is written under a sequence lock (Boehm, "Can seqlocks get along with programming
//! language memory models?", MSPC 2012). All words are accessed by atomic operations:
//!
//! * The writer (one at a time: the collector has a lock) stores the sequence number plus 1, which
//!   is odd, relaxed; then a release fence; then the counters, relaxed; then the sequence number
//!   plus 2, release.
//! * A reader loads the sequence number, acquire; the counters, relaxed; then an acquire fence;
//!   then the sequence number again, relaxed. If both are equal and even, the counters are those of
//!   one update. Otherwise it repeats.
//!
//! If the reader has loaded a counter of a later update, its fence synchronizes with the writer's
//! fence, so it sees at least the odd number of that update. If it has loaded the even number of an
//! update, it sees all counters of that update or later ones. The module `sequence` has a loom
//! model of both sides.
//!
//! The magic number is stored last when the file is created, release. A reader loads it first,
//! acquire, so it sees either no magic number or a complete header.
//!
//! # The end of a file
//!
//! The process has an exclusive `flock(2)` on the file for as long as it runs. At its end, the heap
//! sets [`HeapCounters::has_ended`] and removes the file. A process that is killed leaves the file,
//! and the system releases the lock: so a reader that can lock the file knows that the process is
//! gone ([`StatsReader::is_process_gone`]). Neither a process ID that is used again nor a container
//! with process IDs of its own misleads it. A child that was forked and has not called `exec` keeps
//! the lock.

mod counters;
mod header;
mod map;
mod path;
mod reader;
mod sequence;
mod sync;
mod writer;

pub use counters::{CyclePhase, HeapCounters, LastCollection, PAUSE_BOUNDS_NS, PAUSE_BUCKETS};
pub use header::{FILE_BYTES, Header, MAGIC, VERSION};
pub use path::{default_path, heaps_of_process};
pub use reader::{ReadError, StatsReader};
pub use writer::StatsWriter;
