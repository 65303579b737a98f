//! The file in which a heap of `statepoint-gc` exports its counters (`SPGC_STATS`).
//!
//! The heap's process writes the file, and other processes read it at any time without any effect
//! on the heap. [`StatsReader`] reads it.
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
//! | 6 | the checksum of the other words |
//! | from 7 | the fields of [`HeapCounters`], in their order |
//!
//! The words before the checksum do not change. A change of the layout, also one at its end,
//! increments [`VERSION`]: a reader reads exactly one version.
//!
//! # Protocol
//!
//! Each update writes the whole file by one `pwrite(2)`, and a reader reads it by one `pread(2)`.
//! No process maps the file: an access to a page that a mapped file has lost raises `SIGBUS`, and
//! any process that can open the file could then end the others by truncating it. If the file is
//! truncated, a reader gets an error, and the next update writes all words again.
//!
//! The kernel does not serialize a read and a write of the same bytes, so a reader may see parts of
//! two updates. It detects them by the checksum, and reads again. The checksum begins as 0. For
//! each other word in order, it is combined with the word by exclusive or, multiplied by
//! `0x9e3779b97f4a7c15` modulo 2^64, and rotated left by 31 bits. Two sequences of words that
//! differ in one word have different checksums. For others, the probability of equal checksums is
//! about 2^-64.
//!
//! A process that is killed leaves a complete update: the kernel does not interrupt the write of so
//! few bytes. After a write that the kernel cuts short, as on a full disk, the checksum is wrong
//! until the next update.
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
mod file;
mod header;
mod path;
mod reader;

pub use counters::{CyclePhase, HeapCounters, LastCollection, PAUSE_BOUNDS_NS, PAUSE_BUCKETS};
pub use file::encode;
pub use header::{FILE_BYTES, Header, MAGIC, VERSION};
pub use path::{default_path, heaps_of_process};
pub use reader::{ReadError, StatsReader};
